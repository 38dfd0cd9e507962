"""The ledger beside the history: when it is told, and when not."""

import json
from dataclasses import replace
from typing import Any

import pytest
from integrations.clients import SCHEMA, Hooks, Talk, long_talk

from fastjev import pipeline, policy


def begun(hooks: Hooks, *prompts: str) -> Talk:
    talk = Talk()
    for prompt in prompts:
        talk.say(prompt).reply("好的。")
    talk.write(hooks.transcript)
    return talk


@pytest.mark.parametrize("source", ["startup", "resume", "compact", "fork"])
def test_a_session_begins_with_its_ledger_word_for_word(hooks: Hooks, source: str) -> None:
    begun(hooks, f"{SCHEMA}。", "数据库用 PostgreSQL，就这么定了。")
    said = hooks.context("session-start", source=source)
    assert SCHEMA in said
    assert "用户在本会话中" in said
    assert hooks.context("session-start", source=source) == said


def test_a_session_without_a_word_begins_in_silence(hooks: Hooks) -> None:
    assert hooks("session-start", source="startup") == ""


def test_the_prompt_speaks_once_of_what_changed(hooks: Hooks) -> None:
    talk = begun(hooks, f"{SCHEMA}。")
    hooks("index")
    assert SCHEMA in hooks.context("prompt", prompt="x")
    assert hooks("prompt", prompt="x") == ""
    talk.say("never push to main").reply("ok").write(hooks.transcript)
    assert hooks("prompt", prompt="x") == ""  # not indexed yet
    hooks("index")
    said = hooks.context("prompt", prompt="x")
    assert "never push to main" in said
    assert SCHEMA not in said
    talk.say("forget the rule about main, 可以直接 push to main 了").reply("ok").write(hooks.transcript)


def test_a_lifted_rule_is_told_as_lifted(hooks: Hooks) -> None:
    talk = begun(hooks, "接口超时一律 30 秒。")
    hooks("index")
    assert "30" in hooks.context("prompt")
    talk.say("接口超时改成 60 秒。").reply("好的").write(hooks.transcript)
    hooks("index")
    said = hooks.context("prompt")
    assert "接口超时改成 60 秒" in said
    assert "不再有效" in said.partition("接口超时改成 60 秒")[2]
    assert "接口超时一律 30 秒" in said


def test_what_a_summary_leaves_out_is_told_with_the_next_prompt(hooks: Hooks) -> None:
    begun(hooks, f"{SCHEMA}。", "do not touch the billing package.")
    instructions = hooks("pre-compact", trigger="manual", custom_instructions="")
    assert SCHEMA in instructions
    assert "do not touch the billing package" in instructions
    hooks("post-compact", trigger="manual", compact_summary="The user said: **Do not touch the `billing` package.**")
    said = hooks.context("prompt")
    assert SCHEMA in said
    assert "billing" not in said
    assert hooks("prompt") == ""


def test_a_whole_summary_leaves_nothing_to_say(hooks: Hooks) -> None:
    begun(hooks, f"{SCHEMA}。")
    hooks("pre-compact")
    hooks("post-compact", compact_summary=f"<summary>约束：「{SCHEMA}。」</summary>")
    assert hooks("prompt") == ""


def test_after_its_own_compaction_the_skeleton_tells_the_ledger(hooks: Hooks) -> None:
    talk = long_talk()
    talk.write(hooks.transcript)
    hooks.compact(talk.messages)
    assert hooks("session-start", source="compact") == ""
    assert "kept 1 constraint" in hooks("post-compact", compact_summary="")
    assert hooks("post-compact", compact_summary="") == ""
    assert hooks("prompt") == ""


@pytest.mark.parametrize("event", ["session-start", "prompt", "pre-compact"])
def test_shadow_says_nothing(hooks: Hooks, event: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(hooks, f"{SCHEMA}。")
    hooks("index")
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_MODE", "shadow")
    assert hooks(event) == ""


def test_a_ledger_never_passes_the_limit_and_says_what_it_leaves_out(hooks: Hooks) -> None:
    begun(hooks, *(f"never touch the folder src/area_{n}/{'x' * 120}" for n in range(120)))
    said = hooks.context("session-start", source="resume")
    assert len(said) <= 9500
    assert "more do not fit" in said


def test_no_escape_reaches_the_model(hooks: Hooks) -> None:
    begun(hooks, "never touch \x1b[31msrc/a\u202e.py")
    said = hooks.context("session-start", source="resume")
    assert "\x1b" not in said
    assert "\u202e" not in said


def test_two_sessions_of_a_project_know_nothing_of_each_other(hooks: Hooks) -> None:
    begun(hooks, f"{SCHEMA}。")
    hooks("index")
    assert hooks("prompt", session_id="99999999-2222-4333-8444-555555555555") == ""


def test_the_index_reads_only_what_grew(hooks: Hooks) -> None:
    begun(hooks, f"{SCHEMA}。")
    hooks("index")
    hooks("index")
    logs = list(hooks.project.parent.glob("data/projects/*/hooks.jsonl"))
    outcomes = [json.loads(line)["outcome"] for log in logs for line in log.read_text().splitlines()]
    assert outcomes == ["1 lines in the ledger, 1 turns", "nothing new"]


def test_an_index_that_was_overtaken_takes_nothing_back(hooks: Hooks, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = begun(hooks, f"{SCHEMA}。")
    run = pipeline.run

    def overtaken(*args: Any, **given: Any) -> Any:
        monkeypatch.setattr(pipeline, "run", run)
        found = run(*args, **given)
        talk.say("never push to main").reply("ok").write(hooks.transcript)
        hooks("index")
        return found

    monkeypatch.setattr(pipeline, "run", overtaken)
    hooks("index")
    assert "never push to main" in hooks.context("prompt")


def test_a_hook_that_is_waited_for_leaves_a_long_transcript_to_the_index(
    hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "DEFAULT", replace(policy.DEFAULT, hook_bytes=100))
    talk = begun(hooks, f"{SCHEMA}。")
    assert hooks("session-start", source="resume") == hooks("pre-compact") == ""
    hooks("index")
    talk.say("never push to main").reply("ok").write(hooks.transcript)
    said = hooks.context("session-start", source="resume")
    assert SCHEMA in said
    assert "never push to main" not in said
    hooks("index")
    assert "never push to main" in hooks.context("prompt")
