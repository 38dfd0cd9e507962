"""The engine over a session's life: when it compacts, what lasts, what it tells and what it forgets."""

import copy
import json
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from integrations.hermes.host import SYSTEM, Host, Row, is_skeleton, size, skeleton, talk, turn
from talks import ROOT

from fastjev.cli import cli
from fastjev.integrations.hermes import compaction
from fastjev.integrations.hermes.engine import Engine
from fastjev.integrations.hermes.window import Window
from fastjev.labels import Outcome
from fastjev.store.database import look
from fastjev.store.events import Event, events
from fastjev.store.journal import compactions

RULES = {
    1: "不要动production库的schema",
    2: "don't touch payments/legacy.py, ever",
    3: "the payment timeout must stay at 30 s",
    4: "所有接口都必须写单元测试",
    5: "never push to main without a review",
}
ID = "20261130_142201_ab12cd"


def done(host: Host) -> list[Any]:
    """Compactions as journalled, oldest first."""
    with look(host.engine._place()) as store:
        return list(compactions(store))[::-1]


def test_both_are_registered_and_hermes_is_needed_for_neither(host: Host) -> None:
    assert host.engine.name == "fastjev" and list(host.context.commands) == ["fastjev"]
    code = "import sys, fastjev.integrations.hermes.engine as e; e.Engine(); assert 'agent' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_a_copy_knows_the_window_and_nothing_of_the_session(host: Host) -> None:
    host.engine.update_from_response({"prompt_tokens": 900})
    host.compact(talk(16))
    copied = copy.deepcopy(host.engine)
    assert type(copied) is type(host.engine)
    assert (copied.context_length, copied.threshold_tokens) == (64_000, 48_000)
    assert (copied.session, copied.last, copied.compression_count, copied.last_prompt_tokens) == ("", None, 0, 0)
    copied.update_model(model="n", context_length=200_000)
    assert host.engine.context_length == 64_000


def test_twelve_rounds_lose_no_constraint_and_end_no_larger(host: Host) -> None:
    rows, sizes = [SYSTEM], []
    for n in range(1, 13):
        for each in range(10):
            rows += turn(
                n * 10 + each, RULES.get(n, f"look at part {n}.{each}") if each == 4 else f"go on with {n}.{each}"
            )
        rows = host.compact(rows)
        told = skeleton(rows)
        binding = told.partition("[facts]")[0] + "".join(
            str(row["content"]) for row in rows if row["role"] == "user" and not is_skeleton(row)
        )
        assert [rule for m, rule in RULES.items() if m <= n and rule not in binding] == [], n
        sizes.append(size(rows))
    assert max(sizes[1:]) < 1.3 * min(sizes[1:])
    assert host.engine.compression_count == 12
    assert [each.session for each in done(host)] == [ID] * 12
    assert [each.epoch for each in done(host)] == [*range(1, 13)]


def test_lines_keep_the_turn_in_which_they_were_said(host: Host) -> None:
    rows = talk(20, {5: RULES[1]})
    for n in range(3):
        rows = host.compact([*rows, *(row for m in range(12) for row in turn(100 * n + m, f"part {n} {m}"))])
        assert f"- turn 5 {RULES[1]} ⟨" in skeleton(rows).replace("第5轮", "turn 5")


def test_a_pass_with_nothing_left_says_so_and_is_not_walked_again(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = talk(2)
    host.engine.update_from_response({"prompt_tokens": 50_000})
    assert host.engine.should_compress()
    assert host.compact(rows, 50_000) == rows
    assert host.engine.last.outcome == Outcome.NOTHING_LEFT
    monkeypatch.setattr(compaction, "compact", None)  # it would raise
    assert host.compact(rows, 50_000) == rows
    # Nor does the host ask before the prompt has grown.
    assert not host.engine.should_compress(50_000)
    assert host.engine.should_compress_info(50_000) == (False, "nothing was left to take out at 50,000 tokens")
    assert host.engine.should_compress(52_600)


def test_what_a_person_asks_for_is_looked_at_again(host: Host) -> None:
    rows = talk(2)
    host.compact(rows)
    host.engine.last = None
    host.compact(rows, force=True)
    assert host.engine.last is not None


def test_the_latch_is_set_by_each_pass(host: Host) -> None:
    host.compact(talk(16))
    assert host.engine._last_compression_made_progress
    host.compact(talk(1))
    assert not host.engine._last_compression_made_progress


def test_the_same_history_twice_is_the_same_and_one_epoch(host: Host) -> None:
    """A host that ran out of patience throws the first away and asks again."""
    rows = talk(16, RULES)
    first, second = (copy.deepcopy(host.engine) for _ in range(2))
    for engine in (first, second):
        engine.on_session_start(ID)
    assert first.compress(rows) == second.compress(rows)
    assert [each.epoch for each in done(host)] == [1, 1]


def test_a_focus_keeps_the_lines_that_name_it(host: Host) -> None:
    host.engine.update_model(model="m", context_length=64_000)
    plain, focused = host.compact(talk(16)), host.compact(talk(16), focus_topic="mod1_7")
    assert skeleton(focused).count("mod1_7.py") > skeleton(plain).count("mod1_7.py")


def test_what_fails_leaves_the_history_alone(
    host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(compaction, "compact", fails)
    rows = talk(16)
    assert host.compact(rows) == rows
    assert "the history stays as it is" in caplog.text
    assert host.engine._last_summary_error == "fastjev: RuntimeError: no"
    # It would fail again: the host asks once the prompt has grown.
    assert not host.engine.should_compress(host.engine.last_prompt_tokens)


@pytest.mark.parametrize(
    ("window", "settings", "trigger"),
    [
        (64_000, {}, 48_000),
        (64_000, {"model": {"max_tokens": 8_000}}, 42_000),
        (64_000, {"agent": {"max_tokens": 8_000}}, 42_000),
        (64_000, {"model": {"max_tokens": 90_000}}, 48_000),
        (64_000, {"model": {"max_tokens": "many"}}, 48_000),
        (64_000, {"model": "a name"}, 48_000),
        (200_000, {"model": {"max_tokens": 40_000}}, 120_000),
        (1_000_000, {}, 750_000),
    ],
)
def test_the_trigger_leaves_room_for_the_answer(
    host: Host, monkeypatch: pytest.MonkeyPatch, window: int, settings: Row, trigger: int
) -> None:
    module = types.ModuleType("hermes_cli.config")
    module.load_config = lambda: settings  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hermes_cli", types.ModuleType("hermes_cli"))
    monkeypatch.setitem(sys.modules, "hermes_cli.config", module)
    host.engine.update_model(model="m", context_length=window)
    assert host.engine.threshold_tokens == trigger
    assert (host.engine.should_compress(trigger - 1), host.engine.should_compress(trigger)) == (False, True)


def test_the_hosts_count_is_brought_to_what_the_provider_reports(host: Host) -> None:
    """Four characters a token count Chinese at a third of what it is."""
    assert not host.engine.should_compress(12_000)
    host.engine.update_from_response({"prompt_tokens": 36_000, "completion_tokens": 1, "total_tokens": 36_001})
    assert host.engine.should_compress(16_500)
    assert not host.engine.should_compress(15_000)
    assert not host.engine.should_compress(36_000)  # this one the provider reported


def test_a_count_of_the_hosts_own_says_nothing_of_what_is_fixed(host: Host) -> None:
    """Four characters a token may be less than the rows alone are."""
    rows = talk(16)
    host.engine.compress(rows, current_tokens=20_000)
    assert host.engine.window.overhead is None
    host.engine.should_compress(20_000)
    host.engine.update_from_response({"prompt_tokens": 70_000})
    host.engine.compress(rows, current_tokens=20_000)
    assert 0 < host.engine.window.overhead < 20_000


def test_right_after_a_compaction_only_the_provider_knows(host: Host) -> None:
    host.compact(talk(16), 50_000)
    assert host.engine.should_defer_preflight_to_real_usage(60_000)
    assert not host.engine.should_compress()
    host.engine.update_from_response({"prompt_tokens": 30_000})
    assert not host.engine.should_defer_preflight_to_real_usage(60_000)


def test_a_prompt_that_stays_over_the_trigger_is_not_compacted_at_every_turn(host: Host) -> None:
    """Instructions and tools may be most of it."""
    host.compact(talk(16), 60_000)
    host.engine.update_from_response({"prompt_tokens": 55_000})
    assert not host.engine.should_compress()
    assert host.engine.should_compress(58_000)


def test_a_result_that_was_thrown_away_teaches_nothing(host: Host) -> None:
    """The host may lose patience; its next request is the history as it was."""
    rows = talk(16)
    assert host.engine.compress(rows, current_tokens=60_000) != rows
    host.engine.update_from_response({"prompt_tokens": 60_000})
    assert host.engine.should_compress()
    again = host.compact(rows, 60_000)
    assert again[:4] == rows[:4] and is_skeleton(again[4])
    host.engine.update_from_response({"prompt_tokens": 30_000})
    assert not host.engine.should_compress()


@pytest.mark.parametrize("usage", [{}, {"prompt_tokens": None}, {"prompt_tokens": -1}, {"prompt_tokens": "9"}])
def test_a_response_without_usage_counts_nothing(host: Host, usage: Row) -> None:
    host.engine.update_from_response(usage)
    assert (host.engine.last_prompt_tokens, host.engine.last_total_tokens) == (0, 0)


def test_more_than_fits_is_told_as_such(host: Host) -> None:
    """What people said goes last, and nothing of what binds goes."""
    rows = [SYSTEM]
    for n in range(50):
        tables = ", ".join(f"t{n}_{each * 7919}" for each in range(70))
        rows += turn(n, f"never write to the tables {tables} of the billing database", calls=0)
    host.compact(rows)
    assert host.engine.last.outcome == Outcome.OVER_BUDGET
    assert not host.engine.should_compress()


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ({"boundary_reason": "compression", "old_session_id": ID}, 1),
        ({}, 0),
    ],
)
def test_a_session_goes_on_behind_a_compaction_and_another_begins_anew(host: Host, told: Row, left: int) -> None:
    host.compact(talk(16))
    host.engine.on_session_start("20261130_150000_ffffff", **told)
    assert host.engine.compression_count == left


def test_a_reset_forgets_all_and_leaves_no_sentinel(host: Host) -> None:
    host.compact(talk(16))
    host.engine.on_session_reset()
    assert (host.engine.compression_count, host.engine.last_prompt_tokens, host.engine.last) == (0, 0, None)
    assert host.engine.get_status()["usage_percent"] == 0
    host.engine.on_session_end(ID, [])


def test_the_archive_goes_by_the_skeleton_where_the_host_gives_a_new_id(host: Host) -> None:
    rows = host.compact(talk(16, RULES))
    host.engine.on_session_start("20261130_150000_ffffff", boundary_reason="compression", old_session_id=ID)
    rows = host.compact([*rows, *talk(16)[1:]])
    assert [each.session for each in done(host)] == [ID, ID]
    pointer = skeleton(rows).split("[[elided id=")[1].split(" ")[0]
    assert host.ask("fastjev_expand", rows, id=pointer)["text"]


def test_the_tools_answer_within_a_sixteenth_of_the_window(host: Host) -> None:
    printed = "\n".join(f"{n} {n * 104729} row of a table" for n in range(1, 4000))
    rows = host.compact([SYSTEM, *turn(1, "print it", calls=1, printed=printed), *talk(16)[1:]])
    whole = host.ask("fastjev_expand", rows, id="u1.2")
    assert len(whole["text"]) < 20_000 and 'fastjev_expand(id="' in whole["note"]
    part = host.ask("fastjev_expand", rows, id="u1.2", lines="3000-3001")
    assert part == {"text": "".join(f"{line}\n" for line in printed.splitlines()[2999:3001])}
    found = host.ask("fastjev_expand", rows, id="u1.2", grep="3999 ")
    assert "row of a table" in found["text"]


def test_the_ledger_has_what_binds(host: Host) -> None:
    rows = host.compact(talk(16, RULES))
    told = host.ask("fastjev_ledger", rows)["text"]
    assert [rule for rule in RULES.values() if rule.partition(",")[0] not in told] == []


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("fastjev_forget", {}, "there are fastjev_expand"),
        ("expand", {"id": "u1.2"}, "there are fastjev_expand"),
        ("fastjev_expand", {}, "needs id"),
        ("fastjev_expand", {"id": "r:00000000"}, "nothing was taken out"),
        ("fastjev_expand", {"line": "x"}, "did you mean 'lines'"),
        ("fastjev_search", {"query": "zebra"}, "nothing"),
        ("fastjev_expand", "id", "takes its arguments as an object, not 'id'"),
        ("fastjev_expand", ["id"], "takes its arguments as an object, not a list"),
        ("fastjev_expand", 5, "takes its arguments as an object, not 5"),
        ("fastjev_expand", "", "needs id"),
        ("fastjev_expand", {5: 1}, "knows no argument '5'"),
        (5, {}, "no tool is named 5; there are fastjev_expand"),
        (None, {}, "no tool is named None"),
    ],
)
def test_a_wrong_question_is_answered_with_what_to_do(host: Host, name: Any, given: Any, said: str) -> None:
    rows = host.compact(talk(16))
    assert said in json.loads(host.engine.handle_tool_call(name, given, messages=rows))["error"]


ODD = [None, "", "s", "64000", b"s", 0, 5, -1, True, 1.5, float("nan"), float("inf"), 10**400, [], [1], {}, {"a": 1}]
"""What no host should hand over where a size, a text or a list is meant."""
TAKING = {
    "update_model": lambda engine, odd: engine.update_model("m", odd),
    "update_model, the name": lambda engine, odd: engine.update_model(odd, 64_000),
    "update_from_response": lambda engine, odd: engine.update_from_response(odd),
    "update_from_response, a count": lambda engine, odd: engine.update_from_response({"prompt_tokens": odd}),
    "on_session_start": lambda engine, odd: engine.on_session_start(odd),
    "on_session_start, the reason": lambda engine, odd: engine.on_session_start(ID, boundary_reason=odd),
    "on_session_end": lambda engine, odd: engine.on_session_end(odd, odd),
    "should_compress": lambda engine, odd: engine.should_compress(odd),
    "should_compress_info": lambda engine, odd: engine.should_compress_info(odd),
    "should_compress_preflight": lambda engine, odd: engine.should_compress_preflight(odd),
    "should_defer_preflight_to_real_usage": lambda engine, odd: engine.should_defer_preflight_to_real_usage(odd),
    "prune_tool_results_only": lambda engine, odd: engine.prune_tool_results_only(talk(2), odd),
    "prune_tool_results_only, the rows": lambda engine, odd: engine.prune_tool_results_only(odd, 47_000),
    "has_content_to_compress": lambda engine, odd: engine.has_content_to_compress(odd),
    "compress, the rows": lambda engine, odd: engine.compress(odd),
    "handle_tool_call": lambda engine, odd: engine.handle_tool_call("fastjev_ledger", {}, messages=odd),
    "handle_tool_call, a row": lambda engine, odd: engine.handle_tool_call("fastjev_ledger", {}, messages=[odd]),
}


@pytest.mark.parametrize("take", TAKING.values(), ids=TAKING.keys())
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: f"{odd!r:.12}")
def test_what_no_host_should_hand_over_stops_nothing(host: Host, take: Any, odd: Any) -> None:
    host.engine.update_from_response({"prompt_tokens": 47_000})
    take(host.engine, odd)
    assert host.engine.get_status()["usage_percent"] >= 0


@pytest.mark.parametrize(
    "odd", ["s", 5, float("nan"), float("inf"), 10**400, [1], {"a": 1}], ids=lambda odd: f"{odd!r:.12}"
)
def test_a_history_is_compacted_whatever_is_told_with_it(host: Host, odd: Any) -> None:
    rows = talk(16, RULES)
    host.engine.on_session_start(odd)
    assert host.engine.compress(rows, current_tokens=odd, focus_topic=odd, memory_context=odd, force=odd) != rows
    assert host.engine.last.outcome == Outcome.DONE


@pytest.mark.parametrize(
    ("told", "size"),
    [(64_000, 64_000), ("64000", 64_000), (64_000.0, 64_000), *((odd, 0) for odd in (None, "x", -1, [1], 10**400))],
)
def test_a_window_is_a_number_or_nobody_told_of_it(host: Host, told: Any, size: int) -> None:
    host.engine.update_model("m", told)
    assert host.engine.context_length == size


def test_before_the_first_compaction_there_is_nothing_to_expand(host: Host) -> None:
    assert "nothing of this session has been archived" in host.ask("fastjev_expand", [], id="r:00000000")["error"]


def test_schemas_are_bare_functions_with_a_name(host: Host) -> None:
    found = host.engine.get_tool_schemas()
    assert [each["name"] for each in found] == ["fastjev_expand", "fastjev_search", "fastjev_ledger"]
    assert all(each["parameters"]["type"] == "object" and each["description"] for each in found)


def test_a_request_goes_out_as_it_came_in(host: Host) -> None:
    request = talk(3)
    assert (
        host.engine.select_context(request, conversation_messages=[], incoming_message=None, budget_tokens=0) is request
    )


@pytest.mark.parametrize(("turns", "some"), [(0, False), (1, False), (4, True), (16, True)])
def test_whether_there_is_anything_for_a_person_to_compact(host: Host, turns: int, some: bool) -> None:
    rows = talk(turns)
    assert host.engine.has_content_to_compress(rows) is some
    assert (host.compact(rows, force=True) != rows) is some


def test_the_same_model_told_again_changes_nothing(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host restores its first model at the beginning of each turn."""
    rows = talk(2)
    host.compact(rows, 50_000)
    monkeypatch.setattr(compaction, "compact", None)  # it would raise
    host.engine.update_model(model="m", context_length=64_000)
    assert host.compact(rows, 50_000) == rows and not host.engine.should_compress(50_000)
    monkeypatch.undo()
    host.engine.update_model(model="m", context_length=32_000)
    assert host.engine.should_compress(50_000)


def test_what_was_done_is_shown_to_the_person_whose_session_it_is(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = host.context.commands["fastjev"]
    monkeypatch.setenv("HERMES_SESSION_ID", ID)
    assert "nothing of this session" in ask("")
    host.compact(talk(16, RULES))
    told = ask("")
    assert ID in told and "done" in told and RULES[3] in told
    host.engine.on_session_start("20261130_150000_ffffff", boundary_reason="compression", old_session_id=ID)
    monkeypatch.setenv("HERMES_SESSION_ID", "20261130_150000_ffffff")
    assert ask("") == told
    for other in ("20261130_160000_eeeeee", ""):
        monkeypatch.setenv("HERMES_SESSION_ID", other)
        assert "nothing of this session" in ask("") and RULES[3] not in ask("")
    status = host.engine.get_status()
    assert (status["outcome"], status["epoch"], status["compression_count"]) == ("done", 1, 1)
    assert status["tokens_after"] < status["tokens_before"]


def attempts(host: Host) -> list[Event]:
    """Those that changed nothing, as journalled."""
    with look(host.engine._place()) as store:
        return events(store)


def test_nothing_left_is_journalled_once_and_log_says_so(host: Host) -> None:
    rows = talk(1)
    host.engine.update_from_response({"prompt_tokens": 41_700})
    for _ in range(3):
        host.compact(rows, 41_700)
    (told,) = attempts(host)
    assert (told.session, told.kind, told.why) == (ID, "nothing left", "at 41,700 tokens")
    assert told.size and told.size.tokens_before == told.size.tokens_after > 0
    ran = CliRunner().invoke(cli, ["log"], terminal_width=200, env={"COLUMNS": "200"})
    assert "nothing left at 41,700 tokens" in ran.output, ran.output
    host.compact(rows, force=True)
    assert len(attempts(host)) == 2


def test_what_must_stay_and_is_too_much_is_journalled(host: Host) -> None:
    printed = "never write to the billing database. " * 4_000
    rows = [SYSTEM, {"role": "user", "content": printed}, {"role": "assistant", "content": "Understood."}]
    assert host.compact(rows, 60_000) == rows
    assert [(each.kind, each.why) for each in attempts(host)] == [("over budget", "at 60,000 tokens")]


def test_a_failure_is_journalled_and_not_tried_again_on_the_same_history(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(compaction, "compact", fails)
    for _ in range(2):
        host.compact(talk(16), 60_000)
    assert [(each.kind, each.why) for each in attempts(host)] == [("failed", "at 60,000 tokens (RuntimeError: no)")]
    monkeypatch.undo()
    assert host.compact(talk(16), 60_000, force=True) != talk(16)


def test_a_store_that_cannot_be_written_stops_no_attempt(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    host.engine._place().folder.parent.mkdir(parents=True)
    host.engine._place().folder.write_text("in the way")
    rows = talk(2)
    assert host.compact(rows, 50_000) == rows
    assert "not in the journal" in caplog.text


def test_log_tells_of_it_like_of_any_other_session(host: Host) -> None:
    host.compact(talk(16, RULES))
    ran = CliRunner().invoke(cli, ["log"])
    assert ran.exit_code == 0 and ID[:8] in ran.output, ran.output


def test_a_folder_of_the_hosts_shell_has_its_own_archive(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.setenv("TERMINAL_CWD", str(tmp_path / "other"))
    host.engine.on_session_start(ID)
    host.compact(talk(16))
    assert host.engine._place().project == tmp_path / "other"
    assert len(done(host)) == 1


def test_a_window_that_nobody_told_of_is_never_full() -> None:
    engine = Engine()
    assert not engine.should_compress(10**9)
    assert Window(size=64_000, answer=1_000).room(10**9, 10) > 0


def test_an_id_that_no_skeleton_can_name_gets_one_that_lasts(host: Host) -> None:
    host.session = "telegram / 群聊 17"
    host.engine.on_session_start(host.session)
    rows = host.compact(talk(16))
    rows = host.compact([*rows, *talk(16)[1:]])
    assert len({each.session for each in done(host)}) == 1
    assert json.loads(json.dumps(rows)) == rows
