"""Training: deterministic, honest about sessions left out, and not on thin data."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from sessions import write
from talks import NO_REAL, REAL

from fastjev.cli import cli
from fastjev.errors import UsageError
from fastjev.model import read
from fastjev.model.traits import TRAITS
from fastjev.train.behaviour import Behaviour
from fastjev.train.exchanges import refuse_thin
from fastjev.train.scores import auc, calibration_error, ranking, reliability
from fastjev.train.table import Row


def train(*args: str) -> Result:
    return CliRunner().invoke(cli, ["train", "exchanges", *args])


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path, Result]:
    folder = tmp_path_factory.mktemp("train")
    paths = write(folder, 8)
    run = train(*paths, "-o", str(folder / "权重.json"))
    assert run.exit_code == 0, run.stderr
    return paths, folder / "权重.json", run


def test_the_same_sessions_give_the_same_bytes(trained: tuple[list[str], Path, Result], tmp_path: Path) -> None:
    paths, first, _ = trained
    second = tmp_path / "again.json"
    assert train(*reversed(paths), "-o", str(second)).exit_code == 0
    assert second.read_bytes() == first.read_bytes()
    assert second.with_suffix(".md").read_bytes() == first.with_suffix(".md").read_bytes()


def test_weights_load_and_hold_no_text(trained: tuple[list[str], Path, Result]) -> None:
    paths, weights, _ = trained
    assert read(weights).trained["sessions"] == len(paths)
    both = weights.read_text("utf-8") + weights.with_suffix(".md").read_text("utf-8")
    assert [word for word in ("var_", "模块", "登录", "会话", str(weights.parent)) if word in both] == []
    assert oct(weights.stat().st_mode & 0o777) == "0o600"


def test_the_report_stands_beside_what_needs_no_model(trained: tuple[list[str], Path, Result]) -> None:
    _, weights, run = trained
    for words in ("session left out", "size alone", "recency alone", "cap-only", "calibration error", "age_exchanges"):
        assert words in run.stdout
    assert "written: " in run.stderr
    assert read(weights).digest in weights.with_suffix(".md").read_text("utf-8")


def test_json_is_the_same_report_and_nothing_is_written_unasked(
    trained: tuple[list[str], Path, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = train(*trained[0], "--json")
    tree = json.loads(run.stdout)
    assert [each["question"] for each in tree["judged"]] == ["result", "call"]
    for each in tree["judged"]:
        assert (
            sum(tree["balance"][each["question"]].values()) == each["rows"] == sum(one["rows"] for one in each["bins"])
        )
        assert 0 < each["yes"] < each["rows"]
    assert "next: " in run.stderr
    assert [*tmp_path.iterdir()] == []


def test_what_can_be_learned_is_learned(trained: tuple[list[str], Path, Result]) -> None:
    """A result's size decides how much of it can be used, and its age whether that is still to come."""
    tree = json.loads(train(*trained[0], "--json").stdout)
    left_out, _, _, recency, _ = tree["judged"][0]["rankings"]
    assert left_out["pooled"] > max(0.6, recency["pooled"])


def test_another_seed_deals_other_groups(trained: tuple[list[str], Path, Result], tmp_path: Path) -> None:
    paths, first, _ = trained
    assert train(*paths, "--seed", "7", "-o", str(tmp_path / "w.json")).exit_code == 0
    one, other = json.loads(first.read_text("utf-8")), json.loads((tmp_path / "w.json").read_text("utf-8"))
    assert one["questions"]["result"]["weights"] == other["questions"]["result"]["weights"]
    assert one["questions"]["result"]["calibration"] != other["questions"]["result"]["calibration"]


def test_thin_data_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    run = train(*write(tmp_path, 2), "-o", str(tmp_path / "w.json"))
    assert run.exit_code == 2
    assert "2 of 6 sessions with enough exchanges, 4 more sessions needed" in run.stderr
    assert re.search(r"use = 8\+ needs [0-9]+ more rows", run.stderr)
    assert not (tmp_path / "w.json").exists()


def test_what_came_true_in_too_few_sessions_is_refused() -> None:
    """Enough rows, but a single session was ever quoted from."""
    quoted, unused = (Behaviour(count, 0, False, False, count, False) for count in (9, 0))
    zeros = (0.0,) * len(TRAITS)
    rows = [Row(number % 8, number, zeros, quoted if number % 8 == 0 else unused) for number in range(400)]
    with pytest.raises(UsageError, match=r"result = yes needs 2 more sessions; .*use = 1-2 needs 20 more rows"):
        refuse_thin(rows)


def test_a_session_given_twice_counts_once(tmp_path: Path) -> None:
    paths = write(tmp_path, 3)
    run = train(*paths, *paths)
    assert run.exit_code == 2
    assert "3 of 6 sessions" in run.stderr


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("没有.jsonl",), 3, "没有.jsonl"),
        ((), 2, "Missing argument 'FILE...'"),
    ],
)
def test_errors_say_what_and_where(args: tuple[str, ...], code: int, said: str) -> None:
    run = train(*args)
    assert run.exit_code == code
    assert said in run.stderr


def test_weights_have_a_name_that_a_card_can_stand_beside(tmp_path: Path) -> None:
    run = train(*write(tmp_path, 1, 4), "-o", str(tmp_path / "weights.md"))
    assert run.exit_code == 2
    assert "give -o a name in .json" in run.stderr


def test_scores_of_nothing_are_undefined() -> None:
    nothing, never = np.array([]), np.array([0, 0])
    assert auc(np.array([0.1, 0.2]), never) is None
    assert ranking("x", np.array([0.1, 0.2]), never, np.array([0, 1])).within is None
    assert reliability(nothing, nothing) == ()
    assert calibration_error(()) is None


def test_scores_are_what_they_say() -> None:
    scores, answers = np.array([0.05, 0.15, 0.15, 1.0]), np.array([0, 0, 1, 1])
    assert auc(scores, answers) == pytest.approx(3.5 / 4)
    bins = reliability(scores, answers)
    assert [(each.low, each.rows, each.came) for each in bins] == [(0.0, 1, 0.0), (0.1, 2, 0.5), (0.9, 1, 1.0)]
    assert calibration_error(bins) == pytest.approx((0.05 + 2 * 0.35 + 0.0) / 4)
    assert ranking("x", scores, answers, np.array([0, 1, 1, 0])).within == pytest.approx((1.0 + 0.5) / 2)


@pytest.mark.skipif(not REAL.exists(), reason=NO_REAL)
def test_sessions_left_out_are_ranked_better_than_by_size() -> None:
    run = train(*(str(path) for path in sorted((REAL / "claude-code").glob("*.jsonl"))), "--json")
    assert run.exit_code == 0, run.stderr
    for each in json.loads(run.stdout)["judged"]:
        own, _, *others = each["rankings"]
        assert own["pooled"] > max(other["pooled"] for other in others)
        assert own["within"] > max(other["within"] for other in others)
        assert each["error"] < 0.05
