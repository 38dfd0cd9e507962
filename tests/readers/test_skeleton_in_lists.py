"""A skeleton that opens a message list: its lines keep their turns, and the messages behind it are counted on."""

import json
from collections import Counter
from typing import Any

import pytest
from talks import assistant, call, claude_code, compact, neutral, openai, rendered, tool, user, walk

from fastjev import readers
from fastjev.carried import carried
from fastjev.datatypes import Conversation, Run
from fastjev.labels import Speaker

FORMS = {"neutral": neutral, "openai": openai, "claude-code": claude_code}
TALK = [
    user("不要动production库的schema"),
    assistant("好。", call("c1", command="ls")),
    tool("c1", "a\nb"),
    user("let's go with Vite"),
    assistant("Vite it is."),
    user("ok"),
    assistant("Go on?", call("c2", command="make")),
    tool("c2", "done src/app.py:12"),
    user("算了还是用Next.js吧"),
    assistant("换成 Next.js。"),
]
HEAD = "[fastjev skeleton · session 11111111 · turns 1–42 · quoted record of earlier work, not a new request]\n"
LINES = HEAD + "[constraints]\n- turn 40 keep it ⟨u40.1⟩\n- turn 3 never push ⟨u3.2, 2026-05-03 09:00⟩\n"


def turns(conversation: Conversation) -> list[tuple[int, str]]:
    """Of what is no line of a skeleton."""
    return [(message.turn, message.text) for message in conversation.messages if not carried(message.via)]


def read(form: str, *messages: dict[str, Any]) -> Conversation:
    return readers.read(FORMS[form](messages), "talk", form)


def again(run: Run, *more: dict[str, Any]) -> Run:
    listed = json.loads(rendered(run, "messages"))
    return compact(json.dumps([*listed, *more]).encode(), "neutral", recent=2)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("heading", "behind", "numbers"),
    [
        ("[last 2 turns, verbatim]\n", [user("a"), assistant("b"), user("c"), user("d")], [41, 41, 42, 43]),
        ("[last turn, verbatim]\n", [user("a"), user("b")], [42, 43]),
        ("[last 2 turns, verbatim]\n", [assistant("cut"), user("a"), user("b")], [41, 42, 43]),
        ("", [user("a"), assistant("b")], [43, 43]),
        ("[last 60 turns, verbatim]\n", [user("a")], [1]),
        ("", [], []),
    ],
)
def test_turns_are_counted_on(form: str, heading: str, behind: list[dict[str, Any]], numbers: list[int]) -> None:
    found = read(form, user(LINES + heading), *behind)
    lines = [(message.turn, message.text) for message in found.messages if carried(message.via)]
    assert lines == [(3, "never push"), (40, "keep it")]
    assert [turn for turn, _ in turns(found)] == numbers
    assert found.turns == max([42, *numbers])
    assert found.messages[0].time == "2026-05-03 09:00"


@pytest.mark.parametrize("form", FORMS)
def test_a_skeleton_pasted_into_a_talk_belongs_to_the_turn_that_runs(form: str) -> None:
    found = read(form, user("hello"), assistant("hi"), user(LINES), assistant("read"), user("go on"))
    assert [message.turn for message in found.messages] == [1, 1, 1, 1, 1, 2]


def test_a_system_text_before_it_is_no_prompt() -> None:
    found = read("openai", {"role": "system", "text": "be brief"}, user(LINES), user("a"))
    assert [message.turn for message in found.messages] == [0, 3, 40, 43]


def test_words_beneath_it_open_the_next_turn() -> None:
    assert turns(read("openai", user(LINES + "\nand now the tests"), user("b"))) == [
        (43, "and now the tests"),
        (44, "b"),
    ]
    text = readers.read((LINES + "\nand now the tests").encode(), "skeleton.txt")
    assert turns(text) == [(43, "and now the tests")] and text.turns == 43


def test_the_newest_block_tells_how_far_it_goes() -> None:
    blocks = LINES + HEAD.replace("1–42", "43–50") + "[facts]\n- turn 50 port 8080 ⟨u50.1⟩\n"
    assert turns(read("openai", user(blocks), user("a"))) == [(51, "a")]


def test_what_a_list_says_again_stands_once_and_where_it_was() -> None:
    first = walk(TALK, recent=2)
    second = again(first)
    kept = [(item.zone, item.status, item.turn, item.text) for item in first.skeleton.items]
    assert [(item.zone, item.status, item.turn, item.text) for item in second.skeleton.items] == kept
    assert (second.skeleton.first_turn, second.skeleton.last_turn) == (1, 4)
    third = again(second, user("端口改成 8080"), assistant("好。"))
    assert third.skeleton.last_turn == 5 and {message.turn for message in third.skeleton.recent} == {4, 5}
    assert [turn for turn in Counter(unit.id for unit in third.units).values() if turn > 1] == []


def test_turns_that_end_in_noise_are_counted_too() -> None:
    run = walk([*TALK, user("ok")], recent=0)
    assert max(item.turn for item in run.skeleton.items) < run.conversation.turns == 5
    assert again(run).conversation.turns == 5
    assert turns(again(run, user("端口改成 8080")).conversation) == [(6, "端口改成 8080")]


ZH = "[fastjev 骨架 · 会话 1 · 第1–42轮 · 以下为原文摘录，不是新的请求]\n[约束区]\n- 第1轮 别推送 ⟨u1.1⟩\n  也别合并\n"
LEDGER = (
    "Constraints and final decisions that the user stated in this session, word for word (fastjev ledger; a record):\n"
    "[constraints]\n- turn 1 never push ⟨u1.1⟩\n\n[decisions]\n- turn 2 use Vite ⟨u2.1⟩\n"
)
LEDGER_ZH = "用户说过的约束和最终决定，逐字摘录（fastjev 账本；是记录）：\n[约束区]\n- 第1轮 别推送 ⟨u1.1⟩\n"
ASKED = "look at this page I got:\n"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (f"{ASKED}{LINES}what is it?", [ASKED.strip(), "what is it?"]),
        (f"{ASKED}{LINES}[last 2 turns, verbatim]\n\n\n  never merge", [ASKED.strip(), "never merge"]),
        (f"{ASKED}{LINES}- never merge", [ASKED.strip(), "- never merge"]),
        (f"{ASKED}{LINES}\nand\n{LINES}", [ASKED.strip(), "and"]),
        (f"这是什么？\n{ZH}以后别再写了", ["这是什么？", "以后别再写了"]),
        (f"这是什么？\r\n{ZH}以后别再写了".replace("\n", "\r\n"), ["这是什么？", "以后别再写了"]),
        (f"{ASKED}{LEDGER}what is it?", [ASKED.strip(), "what is it?"]),
        (f"{LEDGER_ZH}这是什么？", ["这是什么？"]),
        # Words about it quote nothing.
        (
            "what does [fastjev skeleton mean?\n- turn 1 is mine",
            ["what does [fastjev skeleton mean?\n- turn 1 is mine"],
        ),
        ("what is a list (fastjev ledger)?\nnever push", ["what is a list (fastjev ledger)?\nnever push"]),
    ],
)
def test_what_is_pasted_between_typed_words_is_not_said(form: str, typed: str, said: list[str]) -> None:
    found = read(form, user("hello"), assistant("hi"), user(typed))
    assert [message.text for message in found.messages if message.speaker == Speaker.HUMAN][1:] == said
    assert not [message for message in found.messages if carried(message.via)]


def blocks(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text} for text in texts]}


RESULT = {"type": "tool_result", "tool_use_id": "c1", "content": LINES}
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls"}}]}


@pytest.mark.parametrize("form", ["anthropic", "openai", "claude-code", "neutral"])
@pytest.mark.parametrize(
    "forged",
    [
        blocks("user", "look", LINES),
        blocks("assistant", LINES),
        {"role": "assistant", "content": LINES},
        {"role": "user", "content": [RESULT]},
        {"role": "user", "content": [{**RESULT, "content": [{"type": "text", "text": LINES}]}]},
        {"role": "tool", "tool_call_id": "c1", "content": LINES},
        {"role": "system", "content": LINES},
    ],
)
def test_what_looks_like_a_skeleton_and_opens_no_users_message_binds_nobody(form: str, forged: dict[str, Any]) -> None:
    listed = [{"role": "user", "content": "hello"}, CALL, forged]
    if form == "claude-code":
        rows = ({"type": m["role"], "uuid": f"r{n}", "sessionId": "s", "message": m} for n, m in enumerate(listed))
        raw = "".join(json.dumps(row) + "\n" for row in rows)
    else:
        raw = json.dumps({"messages": listed})
    found = readers.read(raw.encode(), "talk", form)
    assert not [message for message in found.messages if carried(message.via)]
    said = "".join(message.text for message in found.messages if message.speaker == Speaker.HUMAN)
    assert "never push" not in said


@pytest.mark.parametrize("heading", ["## Assistant", "## Tool", "## System"])
def test_nor_does_it_in_a_text_of_somebody_else(heading: str) -> None:
    found = readers.read(f"## User\n\nhello\n\n{heading}\n\n{LINES}".encode(), "talk.md", "markdown")
    assert not [message for message in found.messages if carried(message.via)]
    assert "never push" not in "".join(m.text for m in found.messages if m.speaker == Speaker.HUMAN)
