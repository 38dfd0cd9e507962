"""The history rebuilt: what a mod hands over, and what it gets back."""

import json
from typing import Any

import pytest
from integrations.clients import SCHEMA, SESSION, Hooks, Talk, long_talk

from fastjev.store.place import place_of


def texts(messages: list[dict[str, Any]]) -> str:
    return json.dumps(messages, ensure_ascii=False)


def pairs_are_whole(messages: list[dict[str, Any]]) -> bool:
    """Every call is answered in the very next message, and nothing else is."""
    for at, message in enumerate(messages):
        used = [use["tool_use_id"] for use in message.get("toolUses") or ()]
        behind = messages[at + 1] if at + 1 < len(messages) else {}
        got = [result["tool_use_id"] for result in behind.get("toolResults") or ()]
        if (used or got) and sorted(used) != sorted(got):
            return False
    return not messages[0].get("toolResults")


def test_skeleton_first_then_the_last_five_turns_verbatim(hooks: Hooks) -> None:
    talk = long_talk()
    talk.write(hooks.transcript)
    answer = hooks.compact(talk.messages)
    assert answer["ok"]
    first, *rest = answer["messages"]
    assert first["role"] == "user"
    assert first["text"].startswith("[fastjev ")
    assert SCHEMA in first["text"]
    asked = [message["text"] for message in rest if message["role"] == "user" and message["text"]]
    assert asked == [f"now look at module_{n}" for n in range(4, 9)]
    assert rest[-1] == {"role": "assistant", "text": "module_8 has 400 handlers.", "toolUses": []}
    assert answer["tokensAfter"] < answer["tokensBefore"]


def test_no_handle_and_whole_pairs(hooks: Hooks) -> None:
    talk = long_talk()
    talk.say("both at once").run(("a", "one"), ("b", "two"), ("c", "three")).reply("done")
    talk.write(hooks.transcript)
    messages = hooks.compact(talk.messages)["messages"]
    assert not any("handle" in message for message in messages)
    assert pairs_are_whole(messages)
    assert [got["text"] for got in messages[-2]["toolResults"]] == ["one", "two", "three"]


def test_what_it_wrote_compacts_again_without_a_second_skeleton(hooks: Hooks) -> None:
    talk = long_talk()
    talk.write(hooks.transcript)
    once = hooks.compact(talk.messages)["messages"]
    for message in once:  # as the client stores them: rows that a mod made
        row = talk._row(
            message["role"], [{"type": "text", "text": message["text"]}] if message["text"] else [], rowSource="hook"
        )
        message["handle"] = row
    talk.messages = once
    for n in range(3):
        talk.say(f"and {n}").run(("cat", "\n".join(f"value_{n}_{k} = {k}" for k in range(400)))).reply("yes")
    talk.write(hooks.transcript)
    answer = hooks.compact(talk.messages)
    assert answer["ok"], answer["reason"]
    again = answer["messages"]
    assert [message["text"].startswith("[fastjev") for message in again].count(True) == 1


@pytest.mark.parametrize("window", [50_000, 1_000_000, None])
def test_a_turn_too_large_to_stay_is_cut_at_a_call_and_keeps_its_prompt(hooks: Hooks, window: int | None) -> None:
    talk = long_talk(3).say("now do all of it, 端口用 8080")
    for n in range(30):
        talk.run((f"step {n}", "\n".join(f"row {n} {k}" for k in range(300))))
    talk.write(hooks.transcript)
    messages = hooks.compact(talk.messages, trigger="auto", window=window)["messages"]
    assert messages[1]["text"] == "now do all of it, 端口用 8080"
    assert messages[-1]["toolResults"][0]["text"].startswith("row 29 0")
    assert len(messages) < 16
    assert pairs_are_whole(messages)


def test_without_a_transcript_the_messages_are_read(hooks: Hooks) -> None:
    answer = hooks.compact(long_talk().messages)
    assert SCHEMA in answer["messages"][0]["text"]
    assert pairs_are_whole(answer["messages"])


def test_a_transcript_of_another_history_is_not_taken(hooks: Hooks) -> None:
    other = Talk()
    for _ in range(3):
        other.say("something else").reply("yes")
    talk = long_talk()
    for message in talk.messages[:6]:
        message["handle"] = "99999999-2222-4333-8444-555555555555"
    other.write(hooks.transcript)
    messages = hooks.compact(talk.messages)["messages"]
    assert SCHEMA in messages[0]["text"]
    assert "something else" not in texts(messages)


def test_rows_that_the_file_has_not_yet_stay(hooks: Hooks) -> None:
    talk = long_talk()
    talk.write(hooks.transcript)
    talk.say("the newest words").reply("not on the disk yet")
    messages = hooks.compact(talk.messages)["messages"]
    assert [message["text"] for message in messages[-2:]] == ["the newest words", "not on the disk yet"]


def test_nothing_to_take_out_is_said_and_no_summary_made(hooks: Hooks) -> None:
    talk = Talk().say(SCHEMA).reply("好的")
    talk.write(hooks.transcript)
    answer = hooks.compact(talk.messages)
    assert not answer["ok"]
    assert answer["skip"]
    assert "no smaller" in answer["reason"]


def test_too_little_to_pay_is_left_to_the_client_when_unasked(hooks: Hooks) -> None:
    talk = Talk().say(SCHEMA).reply("好的")
    talk.write(hooks.transcript)
    answer = hooks.compact(talk.messages, trigger="auto")
    assert not answer["ok"]
    assert "skip" not in answer
    assert "least_gain" in answer["reason"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"protocol": "other/9"}, "not a request"),
        ({"messages": []}, "not a request"),
        ({"messages": "x"}, "not a request"),
        ({"messages": [3]}, "failed"),
        ({"options": {"mode": "side"}}, "mode side"),
        ({"options": {"mode": "shadow"}}, "mode shadow changes nothing; it would have been: kept 1 constraint"),
    ],
)
def test_refusals_say_why(hooks: Hooks, given: dict[str, Any], why: str) -> None:
    talk = long_talk()
    talk.write(hooks.transcript)
    answer = hooks.compact(given.pop("messages", talk.messages), **given)
    assert not answer["ok"]
    assert why in answer["reason"]


def test_words_of_the_person_to_the_summary_are_a_focus_and_no_rule(hooks: Hooks) -> None:
    talk = long_talk()
    talk.say("<command-name>/compact</command-name>\n<command-message>compact</command-message>\n"
             "<command-args>always keep module_2</command-args>")  # fmt: skip
    talk.write(hooks.transcript)
    plain = hooks.compact(talk.messages)["messages"][0]["text"]
    focused = hooks.compact(talk.messages, instructions="everything about module_2")["messages"][0]["text"]
    assert "always keep module_2" not in plain
    assert focused.count("handler_2_") > plain.count("handler_2_")


def test_what_was_taken_out_is_archived_under_the_session(hooks: Hooks) -> None:
    from fastjev.store.database import look
    from fastjev.store.entries import session_of

    talk = long_talk()
    talk.write(hooks.transcript)
    assert "archived as e1" in hooks.compact(talk.messages)["said"]
    with look(place_of(hooks.project)) as store:
        assert session_of(store, SESSION) == SESSION


def test_a_picture_in_a_recent_turn_is_a_pointer_to_its_data(hooks: Hooks) -> None:
    from fastjev.store.database import look
    from fastjev.store.entries import find, text

    data = "iVBORw0KGgo" + "A" * 4000
    talk = long_talk()
    talk.image(data).reply("a red button")
    talk.write(hooks.transcript)
    shown = next(message for message in hooks.compact(talk.messages)["messages"] if "[[elided id=i:" in message["text"])
    pointer = shown["text"].partition("id=")[2].partition(" ")[0]
    with look(place_of(hooks.project)) as store:
        assert text(store, find(store, pointer, SESSION)).decode() == data


def test_a_few_long_turns_are_compacted_when_a_person_asks(hooks: Hooks) -> None:
    talk = Talk().say(SCHEMA).reply("好的").say("now do all of it")
    for n in range(30):
        talk.run((f"step {n}", "\n".join(f"row {n} {k}" for k in range(300))))
    talk.write(hooks.transcript)
    answer = hooks.compact(talk.messages, window=1_000_000)
    assert answer["ok"], answer["reason"]
    assert answer["tokensAfter"] * 2 < answer["tokensBefore"]
    assert SCHEMA in answer["messages"][0]["text"]
    assert pairs_are_whole(answer["messages"])


def test_a_fork_answers_for_its_parents_pointers(hooks: Hooks) -> None:
    from fastjev.integrations.mcp.expand import expand
    from fastjev.integrations.mcp.scope import Scope
    from fastjev.store.database import look
    from fastjev.store.entries import session_of

    fork = "99999999-2222-4333-8444-555555555555"
    talk = long_talk()
    talk.write(hooks.transcript)
    once = hooks.compact(talk.messages)["messages"]
    pointer = once[0]["text"].partition("id=r:")[2].partition(" ")[0]
    forked = Talk()
    for message in once:
        content = [{"type": "text", "text": message["text"]}] if message["text"] else []
        forked._row(message["role"], content, rowSource="hook")
    path = forked.write(hooks.transcript.with_name(f"{fork}.jsonl"))
    scope = Scope(place_of(hooks.project), fork)
    assert "handler_" in expand(scope, {"id": f"r:{pointer}"}).text
    hooks("index", session_id=fork, transcript_path=str(path))
    assert "handler_" in expand(scope, {"id": f"r:{pointer}"}).text
    with look(place_of(hooks.project)) as store:
        assert session_of(store, fork) == fork
