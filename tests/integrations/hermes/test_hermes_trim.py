"""Large old results cut where they stand, which newer hosts ask for before it is time to compact."""

import json
from typing import Any

import pytest
from integrations.hermes.host import SYSTEM, Host, NewerEngine, Row, is_skeleton, log, talk, turn

from fastjev import pipeline
from fastjev.integrations.hermes.engine import Engine
from fastjev.labels import Outcome
from fastjev.store.database import look
from fastjev.store.journal import compactions

DUE = 40_000
"""A prompt beyond the lower trigger of a window of 64,000 tokens, and not beyond the other."""


def read(n: int, *, lines: int = 250, **more: Any) -> list[Row]:
    """A turn that reads one large file, which is no log that grows."""
    return calling(turn(n, f"look at part {n}", calls=1, printed=log(n, 0, lines), **more), ".log", ".py")


def calling(rows: list[Row], was: str, instead: str) -> list[Row]:
    """The same calls of another command."""
    calls = {
        n: json.loads(json.dumps(row["tool_calls"]).replace(was, instead))
        for n, row in enumerate(rows)
        if row.get("tool_calls")
    }
    return [{**row, "tool_calls": calls[n]} if n in calls else row for n, row in enumerate(rows)]


def results(rows: list[Row]) -> list[str]:
    return [str(row["content"]) for row in rows if row["role"] == "tool"]


LONG = [SYSTEM, *(row for n in range(1, 5) for row in read(n)), *talk(2)[1:]]


def test_large_old_results_are_cut_and_come_back(host: Host) -> None:
    rows = host.trim(LONG, DUE)
    cut = [text for text in results(rows) if "[[elided" in text]
    # The first stands in the head, the newest among the newest rows.
    assert [("[[elided" in text) for text in results(rows)] == [False, True, True, True, *[False] * 6]
    for n, text in enumerate(cut, 2):
        told = json.loads(text)
        printed = log(n, 0, 250)
        assert told["exit_code"] == 0 and len(told["output"]) < 1_400
        assert told["output"].startswith(printed[:200]) and told["output"].endswith(printed[-200:])
        pointer = told["output"].split("[[elided id=")[1].split(" ")[0]
        whole = host.ask("fastjev_expand", rows, id=pointer, lines="100-101")["text"]
        assert whole == "".join(f"{line}\n" for line in printed.splitlines()[99:101])
    assert [row for row in rows if row["role"] != "tool"] == [row for row in LONG if row["role"] != "tool"]


def test_what_came_of_it_is_cut_no_further(host: Host) -> None:
    rows = host.trim(LONG, DUE)
    assert host.trim(rows, DUE) == rows
    assert host.engine.last.outcome == Outcome.TRIMMED and host.engine.compression_count == 0


def test_the_same_history_is_cut_the_same(host: Host) -> None:
    assert host.trim(LONG, DUE) == host.trim(LONG, DUE)


@pytest.mark.parametrize(
    ("rows", "tokens"),
    [
        pytest.param(LONG, 33_000, id="the prompt is small"),
        pytest.param(talk(16), DUE, id="no result is large"),
        pytest.param([SYSTEM, *read(1)], DUE, id="it is the newest"),
        pytest.param(calling(LONG, "cat part", "pytest part"), DUE, id="no call brings it again"),
        pytest.param(calling(LONG, ".py", ".log"), DUE, id="what it reads grows"),
        pytest.param([SYSTEM, *talk(30)[1:], *read(40), *talk(8)[1:]], DUE, id="too little is gained"),
        pytest.param([row for row in LONG if row["role"] != "tool"], DUE, id="no result has stayed"),
        pytest.param([], DUE, id="nothing was said"),
    ],
)
def test_the_very_history_where_nothing_is_to_be_cut(host: Host, rows: list[Row], tokens: int) -> None:
    host.engine.update_from_response({"prompt_tokens": tokens})
    found, cut = host.engine.prune_tool_results_only(rows, current_tokens=tokens)
    assert found is rows and cut == 0
    assert not host.engine._place().file.exists()


def test_unknown_keys_stay_and_what_was_sent_for_a_cut_row_goes(host: Host) -> None:
    before = [{**row, "_row_id": n, "_db_persisted": True, "api_content": "sent"} for n, row in enumerate(LONG)]
    rows = host.trim(before, DUE)
    changed = [(new, was) for new, was in zip(rows, before, strict=True) if new != was]
    assert len(changed) == 3
    for new, was in changed:
        assert {**new, "content": was["content"], "api_content": "sent"} == was
        assert "api_content" not in new


def test_junk_between_the_rows_stays_in_its_place(host: Host) -> None:
    junk: list[Any] = [None, 7, {"role": 3}]
    rows = [*LONG[:9], *junk, *LONG[9:]]
    found, cut = host.engine.prune_tool_results_only(rows, current_tokens=DUE)
    assert cut == 3 and found[9:12] == junk


def test_a_call_of_the_responses_api_has_two_ids(host: Host) -> None:
    before = [dict(row) for row in LONG]
    for row in before:
        if row.get("tool_calls"):
            (call,) = row["tool_calls"]
            row["tool_calls"] = [{**call, "id": f"fc_{call['id']}", "call_id": call["id"]}]
    assert host.engine.prune_tool_results_only(before, current_tokens=DUE)[1] == 3


def test_a_skeleton_that_the_host_joined_to_a_prompt_stays_in_one_row(host: Host) -> None:
    rows = host.compact(talk(16))
    at = next(n for n, row in enumerate(rows) if is_skeleton(row))
    joined = {**rows[at], "content": rows[at]["content"] + "\n\nlook at part 90"}
    host.engine.update_from_response({"prompt_tokens": DUE})
    before = [*rows[:at], joined, *read(91)[1:], *LONG[1:], *talk(9)[1:]]
    after = host.trim(before, DUE)
    assert after[at] == joined and after != before


def test_right_after_a_compaction_nothing_is_cut(host: Host) -> None:
    host.compact(talk(16))
    assert host.engine.prune_tool_results_only(LONG, current_tokens=DUE) == (LONG, 0)


def test_a_compaction_behind_it_keeps_all_in_reach(host: Host) -> None:
    rows = host.trim(LONG, DUE)
    rows = host.compact([*rows, *(row for n in range(10, 26) for row in turn(n, f"go on with {n}"))])
    found = host.ask("fastjev_search", rows, query="mod0_100.py")["text"]
    assert "src/part3/mod0_100.py" in found


def test_it_stands_in_the_journal_as_what_it_was(host: Host) -> None:
    host.trim(LONG, DUE)
    with look(host.engine._place()) as store:
        (done,) = compactions(store)
    assert done.outcome == Outcome.TRIMMED and done.elided == 3
    assert done.size and done.size.tokens_after < done.size.tokens_before * 0.75


def test_the_count_of_what_is_no_longer_sent_teaches_nothing(host: Host) -> None:
    host.engine.update_from_response({"prompt_tokens": 30_000})
    host.engine.should_compress(DUE)
    host.trim(LONG, DUE)
    host.engine.update_from_response({"prompt_tokens": 12_000})
    assert host.engine.window.scale == 0


def test_what_fails_leaves_the_history_alone_and_waits_until_it_grew(
    host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(pipeline, "run", fails)
    assert host.trim(LONG, DUE) == LONG
    assert "the history stays as it is" in caplog.text
    monkeypatch.undo()
    assert host.trim(LONG, DUE + 1_000) == LONG
    assert host.trim(LONG, DUE + 2_000) != LONG


def test_too_little_is_not_looked_for_at_every_call(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.trim(talk(16), DUE)
    monkeypatch.setattr(Engine, "_wanted", None)  # it would raise
    assert host.trim(talk(16), DUE + 1_000) == talk(16)
    monkeypatch.undo()
    host.compact(talk(16), 50_000)
    host.engine.update_from_response({"prompt_tokens": DUE})
    assert host.trim(LONG, DUE) != LONG


def test_nothing_is_cut_that_could_not_be_archived(host: Host) -> None:
    host.engine._place().folder.parent.mkdir(parents=True)
    host.engine._place().folder.write_text("in the way")
    assert host.trim(LONG, DUE) == LONG


def test_a_newer_host_finds_it_before_its_own_default(project: object, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(monkeypatch, base=NewerEngine)
    assert host.trim(LONG, DUE) != LONG
