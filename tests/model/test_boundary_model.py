"""What is known of a seam, and who answers for it."""

import json
from pathlib import Path

import pytest

from fastjev import bundled, model
from fastjev.datatypes import Span
from fastjev.errors import ModelError
from fastjev.model import boundaries, given
from fastjev.model.openings import opening
from fastjev.model.seams import Clause, features

WEIGHTS = bundled.models() / "boundaries.json"
LABELS = bundled.models() / "labels.json"


def seams(marked: str, *cues: str) -> list[set[str]]:
    """What `is` at each seam of clauses in prose; `cues`: a label of the rules on each clause, or none."""
    parts = marked.split("|")
    clauses, start = [], 0
    for number, part in enumerate(parts):
        own = frozenset(filter(None, [cues[number]] if cues else []))
        clauses.append(Clause(Span(start, start + len(part)), "prose", "clause" if number else "block", own))
        start += len(part)
    return [set(found.terms["is"]) for found in features(marked.replace("|", ""), clauses)]


@pytest.mark.parametrize(
    ("marked", "term"),
    [
        ("看日志，|跑一遍", "gap:comma"),
        ("看日志。|跑一遍", "gap:stop"),
        ("看日志\n|跑一遍", "gap:line"),
        ("看日志\n\n|跑一遍", "gap:paragraph"),
        ("look |run", "gap:none"),
        ("看看？|跑一遍", "asks:10"),
        ("端口 80，|超时 30 秒", "value:11"),
        ("use vite，|vite is fine", "name:111"),
        ("看日志，|所以别动", "family:so"),
        ("看日志，|and so it is", "family:so"),
        ("好吧，|别动", "soft"),
        ("看日志，|run", "join:sign>latin clause"),
    ],
)
def test_what_is_known_of_a_seam(marked: str, term: str) -> None:
    (found,) = seams(marked)
    assert term in found


def test_rules_on_both_sides_are_known() -> None:
    first, second = seams("看日志，|别动表，|跑一遍", "process", "constraint", "")
    assert {"cue:constraint", "cue:before:process", "cue:process>constraint", "act:10 comma"} <= first
    assert {"cue:before:constraint", "cue:second:process", "acted"} <= second


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("另外端口", "also"),
        ("also x", "also"),
        ("alsox", ""),
        ("因为", "because"),
        ("", ""),
        ("and", "and"),
        ("zebra", ""),
    ],
)
def test_openings(text: str, family: str) -> None:
    assert opening(text) == family


def test_own_weights_are_known_by_what_they_answer() -> None:
    assert given([WEIGHTS]).opens == boundaries.default()
    assert given([WEIGHTS]).labels == model.shipped().labels
    with pytest.raises(ModelError, match="one of each kind"):
        given([WEIGHTS, WEIGHTS])


def test_weights_for_other_questions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="fastjev train boundaries"):
        boundaries.read(LABELS)
    tree = json.loads(WEIGHTS.read_bytes())
    tree["sets"] = {"opens": {"options": ["closes"], "bias": "0", "terms": {}}}
    (tmp_path / "mine.json").write_text(json.dumps(tree))
    with pytest.raises(ModelError, match="fastjev train boundaries"):
        boundaries.read(tmp_path / "mine.json")


def test_a_run_names_the_weights() -> None:
    assert f" boundaries@{boundaries.default().weights.digest}" in model.shipped().version
    assert model.shipped()._replace(opens=None).version.endswith(" no boundaries")
