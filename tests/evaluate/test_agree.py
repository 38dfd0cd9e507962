"""Two people's labels of conversations of a few words, and the table of the corpora."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from desks import CORPORA, ROOT, Desk, active, choice

from fastjev.cli import cli
from fastjev.cli.agreed import markdown
from fastjev.errors import ReadError, UsageError
from fastjev.evaluate.agree import ALL, agreement
from fastjev.evaluate.gold import load
from fastjev.evaluate.second import pairs
from fastjev.policy import Policy
from fastjev.rulebook import load_core

SECOND = ROOT / "labeling" / "second"
TALK = ["U: Never touch the vendored folder. Thanks! By the way, use Vite.", "A: Must be UTC.", "U: Show me app.py."]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    return Desk(tmp_path / "first")


def second(desk: Desk, name: str = "tiny.json", id: str = "tiny", **gold: Any) -> Path:
    path = desk.folder.parent / "second" / name
    path.write_text(json.dumps({"schema": "fastjev.second/1", "id": id, "gold": gold}), "utf-8")
    return path


def test_a_unit_has_the_label_that_it_shares_most_with(desk: Desk) -> None:
    first = {
        "constraints": [active("Never touch the vendored folder"), active("Must be UTC", 1)],
        "noise": [{"m": 0, "quote": "Thanks"}],
        "decisions": [choice("use Vite", "final")],
        "boundaries": [{"m": 0, "starts": "Thanks"}, {"m": 0, "starts": "By the way"}, {"m": 1, "starts": "be UTC"}],
    }
    other = {
        "constraints": [active("Never touch the vendored folder"), active("Vite")],
        "facts": [{"m": 0, "quote": "the folder"[:4]}, {"m": 2, "quote": "app.py"}],
        "noise": [{"m": 0, "quote": "Thanks", "doubtful": True}],
        "boundaries": [{"m": 0, "starts": "By the way"}, {"m": 0, "starts": "use Vite"}, {"m": 2, "starts": "app"}],
    }
    desk.file(TALK, **first)
    found = agreement(
        pairs(load([desk.folder])[0], [second(desk, **other)]), rulebook=load_core(), policy=Policy(recent_turns=0)
    )
    assert list(found) == ["en", ALL]
    assert found[ALL].units == Counter(
        {("constraint", "constraint"): 1, ("noise", None): 1, ("decision", "constraint"): 1, ("none", "fact"): 1}
    )
    assert found[ALL].whole["percent"].value == pytest.approx(1 / 3)
    assert found[ALL].by_label["constraint"]["f1"].value == pytest.approx(2 / 3)
    assert found[ALL].by_label["process"]["f1"].value is None
    assert found[ALL].boundaries.value == pytest.approx(2 * 1 / (2 + 3))
    assert found[ALL].boundaries.interval is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "tinny"}, "no conversation of the first person's is called 'tinny'; did you mean 'tiny'?"),
        ({"schema": "fastjev.second/2"}, "second labels are a JSON object with schema 'fastjev.second/1'"),
        ({"golds": {}}, "golds: no such key; did you mean 'gold'?"),
        ({"gold": {"facts": [{"m": 0, "quote": "no such"}]}}, "gold.facts[0].quote: 'no such' does not stand in"),
        ({"gold": None}, "gold: "),
    ],
)
def test_an_error_names_file_and_field(desk: Desk, change: dict[str, Any], said: str) -> None:
    desk.file(TALK)
    path = second(desk)
    path.write_text(json.dumps({"schema": "fastjev.second/1", "id": "tiny", "gold": {}, **change}), "utf-8")
    with pytest.raises(ReadError) as error:
        pairs(load([desk.folder])[0], [path])
    assert str(error.value).startswith(f"{path}: ")
    assert said in str(error.value)


def test_one_file_for_a_conversation_and_one_at_least(desk: Desk) -> None:
    corpora = load([desk.file(TALK)])[0]
    with pytest.raises(UsageError, match="no second labels"):
        pairs(corpora, [desk.folder.parent / "second"])
    paths = [second(desk), second(desk, "again.json")]
    with pytest.raises(ReadError, match=r"'tiny' is labelled in .*again\.json too"):
        pairs(corpora, [paths[0].parent])


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["agree", *args])


def test_the_command(desk: Desk) -> None:
    desk.file(TALK, constraints=[active("Never touch the vendored folder")])
    labels = second(desk, constraints=[active("Never touch the vendored folder")])
    args = str(desk.folder), str(labels)
    shown = invoke(*args)
    assert shown.exit_code == 0, shown.output
    row = next(line.split() for line in shown.stdout.splitlines() if line.startswith("all "))
    assert row == ["all", "1", "4", "100.0%", "1.00", "1.00", "1.00", "undefined"]
    told = json.loads(invoke(*args, "--json", "--seed", "7").stdout)
    assert (told["schema"], told["seed"]) == ("fastjev.agreement/1", 7)
    assert told["languages"]["all"]["labels"]["kappa"] == {"value": 1.0, "interval": None}
    assert told["languages"]["en"]["by_label"]["fact"]["alpha"]["value"] is None
    assert sum(cell["units"] for cell in told["languages"]["all"]["confusion"]) == 4
    assert "| all | 1 | 4 | 100.0% | 1.00 | 1.00 | 1.00 | undefined |" in invoke(*args, "--markdown").stdout
    assert invoke(str(desk.folder), str(desk.folder.parent / "none")).exit_code == 2
    labels.write_text("{", "utf-8")
    assert invoke(*args).exit_code == 3


@pytest.mark.skipif(not SECOND.is_dir(), reason="no second labels are here yet")
def test_the_readme_publishes_what_there_is() -> None:
    both = pairs(load([CORPORA])[0], [SECOND])
    found = agreement(both, rulebook=load_core(), policy=Policy(recent_turns=0))
    assert markdown(found) in (CORPORA / "README.md").read_text("utf-8"), (
        "see: fastjev agree corpora labeling/second --markdown"
    )
