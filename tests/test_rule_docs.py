"""What the documents show of rules is true: files load, their tests pass, and the example changes what it says."""

import re
import textwrap
from pathlib import Path

import pytest
from talks import ROOT, core

from fastjev import pipeline
from fastjev.datatypes import Run
from fastjev.evaluate.rules.trials import trials
from fastjev.evaluate.rules.walks import POLICY
from fastjev.labels import Status, Zone
from fastjev.model import by_rules
from fastjev.rulebook import Rulebook, load
from fastjev.rulebook.load import merged

EXAMPLE = ROOT / "examples/project-rules"
DOCS = ["README.md", "README.zh-CN.md", "rules/README.md", "rules/README.zh-CN.md"]


def blocks(name: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL)


def files(name: str) -> list[str]:
    """Whole rule files, and single rules put into one."""
    head = "fastjev: 1\npack: acme\nrules:\n"
    return [text if text.startswith("fastjev:") else head + textwrap.indent(text, "  ") for text in blocks(name)]


CASES = [pytest.param(text, id=f"{name}-{n}") for name in DOCS for n, text in enumerate(files(name))]


@pytest.mark.parametrize("text", CASES)
def test_a_shown_file_loads_and_its_tests_pass(text: str, tmp_path: Path) -> None:
    path = tmp_path / "shown.yaml"
    path.write_text(text, "utf-8")
    layers, rulebook = merged(None, [path]), load(None, [path])
    mine = [entry for entry in layers.entries.values() if entry.layer]
    assert mine
    assert [outcome.said for outcome in trials(mine, rulebook) if not outcome.passed] == []


def test_every_document_shows_some() -> None:
    assert [name for name in DOCS if not files(name)] == []


@pytest.fixture(scope="module")
def tidewater() -> Rulebook:
    rulebook = load(EXAMPLE, user=False)
    assert rulebook.refused == ()
    return rulebook


def test_the_examples_own_tests_pass(tidewater: Rulebook) -> None:
    mine = [entry for entry in merged(EXAMPLE, user=False).entries.values() if entry.layer or entry.changed]
    failed = [(outcome.entry.rule.id, outcome.text) for outcome in trials(mine, tidewater) if not outcome.passed]
    # The one test of core that a lower weight of hearsay changes, as the example means it to.
    assert failed == [("core/fact.reported_zh", "前东家连会议室的门牌都要审批")]


def walk(rulebook: Rulebook) -> Run:
    path = EXAMPLE / "session.json"
    return pipeline.run(path.read_bytes(), str(path), rulebook=rulebook, policy=POLICY, models=by_rules())


def placed(rulebook: Rulebook, text: str) -> set[tuple[Zone, Status]]:
    return {(item.zone, item.status) for item in walk(rulebook).skeleton.items if text in item.text}


ACTIVE, FACT = (Zone.CONSTRAINTS, Status.ACTIVE), (Zone.FACTS, Status.ACTIVE)


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("Sorry about the double booking", set(), {FACT}),
        ("港务局群里说", {FACT}, {ACTIVE}),
        ("at most 14 knots", {ACTIVE}, {FACT}),
        ("就这样吧", {(Zone.DECISIONS, Status.FINAL)}, {(Zone.DECISIONS, Status.DEFERRED)}),
        ("我建议两段付款", {(Zone.PROCESS, Status.ACTIVE)}, {(Zone.DECISIONS, Status.DEFERRED)}),
    ],
)
def test_the_example_changes_what_it_says(
    tidewater: Rulebook, text: str, before: set[tuple[Zone, Status]], after: set[tuple[Zone, Status]]
) -> None:
    assert (placed(core(), text), placed(tidewater, text)) == (before, after)
