"""`make retention`: the scorers, the prompts typed into sessions, and the benchmarks where their data is at hand."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from talks import NO_REAL, REAL, ROOT, assistant, claude_code, core, user

from bench.retention import compint, cues, kit, templates, trust
from bench.retention.inject import PLACES, inject, prompts
from bench.retention.scores import Tally, table, verbatim, words_kept
from fastjev.labels import Speaker
from fastjev.readers import read

BENCH = REAL / "compaction-bench"
TALK = [
    user("build the order list"),
    assistant("Done."),
    user("now the filter"),
    assistant("Done, too."),
    user("and the export"),
    assistant("Written."),
]


@pytest.mark.parametrize(
    ("sentence", "text", "whole", "share"),
    [
        ("don't touch the schema", "note: don't touch\n  the schema, ever", True, 0.6),
        ("don't touch the schema", "the schema don't touch", False, 1.0),
        ("don't touch the schema", "Touch the schema freely", False, 0.6),
        ("别动 schema", "这次别动schema", True, 1.0),
        ("别动 schema", "schema 别动", False, 1.0),
        ("limit is 60", "limit is 30", False, 2 / 3),
        ("limit is 60", "", False, 0.0),
        ("…", "…", True, 0.0),
    ],
)
def test_scorers(sentence: str, text: str, whole: bool, share: float) -> None:
    assert verbatim(sentence, text) == whole
    assert words_kept(sentence, text) == pytest.approx(share)


def test_words_must_stand_in_one_line() -> None:
    assert words_kept("never push to main", "never\npush\nto\nmain") == pytest.approx(0.25)


def test_counts() -> None:
    found = Tally()
    for holds in (True, True, False):
        found.add("kept", holds)
    assert found.share("kept") == "66.7% (2/3)"
    assert found.share("other") == "undefined (0/0)"
    assert table(["a", "b"], [["x", "1"]]) == "| a | b |\n| --- | --: |\n| x | 1 |\n"


def test_a_prompt_more_at_each_place_and_nothing_else_changed() -> None:
    before = read(claude_code(TALK), "talk.jsonl")
    sentences = {place: f"rule at the {place}" for place in PLACES}
    after = read(inject(before, sentences), "talk.jsonl")
    texts = [message.text for message in after.messages]
    assert [text for text in texts if not text.startswith("rule at")] == [message.text for message in before.messages]
    typed = [message.text for message in after.messages if message.speaker == Speaker.HUMAN]
    assert typed == [
        "rule at the top",
        "build the order list",
        "rule at the middle",
        "now the filter",
        "rule at the bottom",
        "and the export",
    ]
    assert len(prompts(after)) == 6
    assert after.turns == 6


def test_places_that_fall_together_get_their_prompts_all_the_same() -> None:
    before = read(claude_code(TALK[:2]), "talk.jsonl")
    after = read(inject(before, {place: place for place in PLACES}), "talk.jsonl")
    assert {message.text for message in after.messages} >= set(PLACES)


def test_each_constraint_stands_at_each_place_in_each_framing(tmp_path: Path) -> None:
    source = tmp_path / "constraints.json"
    source.write_text(json.dumps([{"id": id, "sssc": f"never {id}"} for id in range(1, 16)]))
    texts = compint.sentences(source)
    seen = [
        (case.lang, case.framing, place, id)
        for case in compint.cases([Path("one.jsonl")], texts)
        for place, id, _, _ in case.sentences
    ]
    assert len(seen) == len(set(seen)) == 15 * 3 * 2 * 2
    framed = [typed for case in compint.cases([Path("one.jsonl")], texts) for _, _, _, typed in case.sentences]
    assert {f"{FRAME}never 1" for FRAME in ("", "This is an important constraint: ")} <= set(framed)


def test_translations_are_chinese_and_all_there() -> None:
    found = json.loads(compint.ZH.read_text("utf-8"))
    assert list(found) == [str(id) for id in range(1, 16)]
    assert all(any("\u4e00" <= char <= "\u9fff" for char in text) for text in found.values())


def test_a_lost_and_an_unknown_constraint_are_told(tmp_path: Path) -> None:
    source = tmp_path / "constraints.json"
    source.write_text(json.dumps([{"id": id, "sssc": f"never {id}"} for id in range(1, 16)]))
    found = [
        compint.Found("en", "plain", "top", 1, "s", True, True, "constraints"),
        compint.Found("en", "plain", "top", 2, "s", True, False, "facts"),
        compint.Found("en", "framed", "top", 3, "s", False, False, "none"),
    ]
    said = compint.told(found, source)
    assert "| all | 66.7% (2/3) | 33.3% (1/3) |" in said
    assert "not known for a constraint: en 2 plain, 0.0% (0/1), in facts: never 2" in said
    assert "not kept word for word: en 3 framed top in s" in said


def test_what_a_client_kept_of_typed_cues() -> None:
    rows = claude_code([user("never push to main. Look at the tests."), assistant("Ok.")]).splitlines(keepends=True)
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": None, "sessionId": "talk"}
    summary = {"type": "user", "uuid": "s", "parentUuid": "b", "sessionId": "talk", "isCompactSummary": True}
    summary["message"] = {"role": "user", "content": "This session is being continued from a previous conversation."}
    more = {"type": "user", "uuid": "t", "parentUuid": "s", "sessionId": "talk"}
    more["message"] = {"role": "user", "content": "always run make lint"}
    raw = b"".join([*rows, *(json.dumps(row).encode() + b"\n" for row in (boundary, summary, more))])
    (event,) = cues.events(raw, "talk.jsonl", core())
    assert event.sentences == (("never push to main.", False),)
    assert event.before == b"".join(rows)
    assert event.summary.startswith("This session is being continued")


def test_a_template_is_filled_and_checked(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(
        """
template:
  key: one
  family: buried_constraint
  difficulty_policy: {distractor_turns: {easy: 4}}
  variables: [{name: forbidden_action, generator: action_phrase}]
  transcript:
    turns:
      - {role: user, template: "Two things. We never {{forbidden_action}} here."}
      - {role: distractor_block, count: x}
      - {role: user, template: "What next?"}
  ground_truth:
    forbidden_behaviors: ["{{forbidden_action}}"]
"""
    )
    said = templates.measured(tmp_path)
    assert "| buried rule: stands word for word | 100.0% (4/4) |" in said
    assert "| buried rule: among the constraints | 100.0% (4/4) |" in said


def test_what_is_missing_is_said_and_nothing_fails(tmp_path: Path) -> None:
    parts = ["compint", "trust", "cues", "facts", "templates"]
    command = [sys.executable, "-m", "bench.retention", *parts, "--real", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == parts
    assert "missing" in done.stderr


@pytest.mark.skipif(not (BENCH / "compint-side-constraints.json").exists(), reason=NO_REAL)
def test_side_constraints_stay_word_for_word_in_a_real_session() -> None:
    source = BENCH / "compint-side-constraints.json"
    paths = sorted((REAL / "claude-code").glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))
    path = next(path for path in paths if len(prompts(read(path.read_bytes(), path.name))) > 4)
    found = [each for case in compint.cases([path], compint.sentences(source)) for each in compint.measure(case)]
    assert len(found) == 180
    assert [each for each in found if not each.kept] == []
    assert sum(each.bound for each in found) / len(found) >= 0.9


@pytest.mark.skipif(not (BENCH / "compaction-guard-corpus.jsonl").exists(), reason=NO_REAL)
def test_nothing_changed_or_dropped_is_called_still_there() -> None:
    assert trust.false_alarms(BENCH / "compaction-guard-corpus.jsonl") == 0


def test_canaries_of_the_kit_survive_five_rounds() -> None:
    own = pytest.importorskip("compaction_kit", reason="no compaction-conformance-kit: pip install -e '.[retention]'")
    session, canaries = own.build_random_session(1)
    run = own.run_conformance(session, kit.Adapter(name="fastjev", core=core()), rounds=5, canaries=canaries)
    assert all(run.rounds[-1].survived.values())


def _numbered(own: Any) -> Iterator[Any]:
    for n in range(40):
        yield own.Turn("assistant", f"Step {n} of the build took {n * 7} seconds in src/part{n}.py.")


def test_a_size_is_met_where_it_can_be_and_nothing_is_cut_where_not() -> None:
    own = pytest.importorskip("compaction_kit", reason="no compaction-conformance-kit: pip install -e '.[retention]'")
    turns = [own.Turn("user", "Never push to main."), *_numbered(own)]
    adapter = kit.Adapter(name="fastjev", core=core())
    whole = adapter.compact(turns).text
    fitted = adapter.compact(turns, 1, 300).text
    assert len(fitted) <= 300 < len(whole)
    assert "Never push to main." in fitted
    assert "Never push to main." in adapter.compact(turns, 1, 10).text
