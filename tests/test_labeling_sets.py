"""A set's folder: what is made of a session, what is added, and what is read back."""

from pathlib import Path

import pytest
from talks import assistant, call, core, neutral, tool, user

from fastjev.datatypes import Conversation, Unit
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.stages.segment import segment

TALK = [
    user("先别装新的三方库，用标准库写。"),
    assistant("I'll look.", call("a", "Read", file_path="src/settings.py")),
    tool("a", "PORT = 8080\n"),
    user("ok"),
    user("ok"),
    user("the token is ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
]


def cut(talk: list[dict[str, object]]) -> tuple[Conversation, tuple[Unit, ...]]:
    conversation = read(neutral(talk), "talk")
    return conversation, segment(conversation, core(), DEFAULT)


def test_a_set_holds_every_unit_and_asks_for_the_humans(tmp_path: Path) -> None:
    made = sets.make(sets.find(tmp_path, "auth"), *cut(TALK))
    assert [(item.speaker, item.text, item.asked) for item in made] == [
        ("human", "先别装新的三方库，", True),
        ("human", "用标准库写。", True),
        ("assistant", "I'll look.", False),
        ("tool", "Read src/settings.py → ok, 12 chars", False),
        ("human", "ok", True),
        ("human", "ok", True),
        ("human", "the token is ‹masked github-token›", True),
    ]
    assert sets.items(sets.find(tmp_path, "auth")) == made
    assert len({item.id for item in made}) == len(made)


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    first, *_ = sets.make(auth, *cut(TALK))
    act = Act(op="set", unit=first.id, by="林", t="2026-11-30T08:00:00Z", label="constraint", ms=4120, mode="blind")
    sets.append(auth, act)
    sets.append(auth, act, gold=True)
    assert (sets.people(auth), sets.acts(auth, "林"), sets.gold(auth)) == (("林",), (act,), (act,))


@pytest.mark.parametrize("grown", [[], [user("and one more: 端口 8080")]])
def test_a_grown_session_adds_only_what_is_new(tmp_path: Path, grown: list[dict[str, object]]) -> None:
    auth = sets.find(tmp_path, "auth")
    before = sets.make(auth, *cut(TALK))
    after = sets.make(auth, *cut([*TALK, *grown]))
    assert after[: len(before)] == before
    assert bool(after[len(before) :]) == bool(grown)
