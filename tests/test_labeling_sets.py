"""A set of a session: what it holds, what its units are called, and what a later session adds."""

from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import pytest
from anything import tame
from hypothesis import given
from hypothesis import strategies as st
from talks import Dict, assistant, call, core, neutral, tool, user

from fastjev.datatypes import Conversation, Span, Unit
from fastjev.errors import UsageError
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
from fastjev.labeling.ids import item_ids
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.making import STEP, making
from fastjev.labels import Speaker
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
    user("…？"),
]


def cut(talk: list[Dict]) -> tuple[Conversation, tuple[Unit, ...]]:
    conversation = read(neutral(talk), "talk")
    return conversation, segment(conversation, core(), DEFAULT)


def finer(unit: Unit) -> list[Unit]:
    """The same text as two units."""
    start, end = unit.span
    half = (start + end) // 2
    if unit.kind == "call" or half == start:
        return [unit]
    spans = [Span(start, half), Span(half, end)]
    return [replace(unit, span=span, text=unit.text[span.start - start : span.end - start]) for span in spans]


def test_a_set_holds_every_unit_and_asks_for_the_humans(tmp_path: Path) -> None:
    made = sets.make(sets.find(tmp_path, "auth"), *cut(TALK))
    assert [(item.speaker, item.text, item.asked) for item in made] == [
        ("human", "先别装新的三方库，", True),
        ("human", "用标准库写。", True),
        ("assistant", "I'll look.", False),
        ("tool", "Read src/settings.py → ok, 12 chars\nPORT = 8080", False),
        ("human", "ok", True),
        ("human", "ok", True),
        ("human", "the token is ‹masked github-token›", True),
        ("human", "…？", False),
    ]
    assert sets.items(sets.find(tmp_path, "auth")) == made
    assert (sets.names(tmp_path), sets.names(tmp_path / "elsewhere")) == (("auth",), ())


def test_a_set_may_ask_for_the_assistants_and_hold_no_text(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    sets.make(auth, *cut(TALK), text=False)
    made = sets.make(auth, *cut(TALK), speakers=[Speaker.HUMAN, Speaker.ASSISTANT], text=False)
    assert [item.asked for item in made] == [True, True, True, False, True, True, True, False]
    assert {item.text for item in made} == {""}
    assert made == sets.items(auth)
    assert "标准库" not in (auth.folder / "units.jsonl").read_text("utf-8")


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    act = Act(op="set", unit="u_1", by="林", t="2026-11-30T08:00:00Z", label="constraint", ms=4120, mode="blind")
    sets.append(auth, act)
    sets.append(auth, replace(act, of=("林", "eva"), reason="guide"), gold=True)
    assert (sets.people(auth), sets.acts(auth, "林")) == (("林",), (act,))
    assert sets.gold(auth) == (replace(act, of=("林", "eva"), reason="guide"),)
    assert (sets.acts(auth, "eva"), sets.items(auth)) == ((), ())


def test_a_set_is_named_or_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    auth = sets.find(tmp_path, "auth")
    sets.make(auth, *cut(TALK))
    monkeypatch.chdir(tmp_path)
    assert sets.named("auth", tmp_path) == auth
    assert sets.named(str(auth.folder), tmp_path / "elsewhere") == auth
    with pytest.raises(UsageError, match="did you mean 'auth'"):
        sets.named("outh", tmp_path)
    with pytest.raises(UsageError, match="fastjev label SESSION"):
        sets.named("auth", tmp_path / "elsewhere")


def test_it_is_made_little_by_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastjev.labeling.making.STEP", 3)
    auth = sets.find(tmp_path, "auth")
    conversation, units = cut(TALK)
    first = next(making(auth, conversation, iter(units), ()))
    assert (len(first), sets.items(auth)) == (3, first)
    # It was left in the middle, as by a kill: the next one goes on.
    assert [len(each) for each in making(auth, conversation, units, sets.items(auth))] == [0, 3, 2]
    assert sets.items(auth) == sets.make(sets.find(tmp_path, "whole"), conversation, units)


def calls(conversation: Conversation) -> list[str]:
    return [made.id for message in conversation.messages for made in message.calls]


@given(talk=tame, later=tame)
def test_names_stay_when_a_session_grows(talk: list[Dict], later: list[Dict]) -> None:
    before, after = (cut(each) for each in (talk, talk + later))
    ids = [id for _, id in item_ids(*before)]
    assert len(set(ids)) == len(ids)
    # Where calls share an id, the only result that comes is that of one of them.
    twice = len(set(calls(before[0]))) < len(calls(before[0]))
    kept = {id for unit, id in item_ids(*before) if unit.kind != "call" or not twice}
    assert kept <= {id for _, id in item_ids(*after)}


@given(talk=tame, dice=st.randoms(use_true_random=False))
def test_names_stay_when_other_text_is_cut_anew(talk: list[Dict], dice: Any) -> None:
    conversation, units = cut(talk)
    anew = list(chain.from_iterable(finer(unit) if dice.random() < 0.5 else [unit] for unit in units))
    before, after = (list(item_ids(conversation, each)) for each in (units, anew))
    assert [id for unit, id in before if unit.kind == "call"] == [id for unit, id in after if unit.kind == "call"]
    places = [{(unit.message, unit.span): id for unit, id in each if unit.kind != "call"} for each in (before, after)]
    assert all(places[1][place] == id for place, id in places[0].items() if place in places[1])
    assert len({id for _, id in after}) == len(after)


def test_the_same_sentence_twice_is_two_units() -> None:
    talk = [user("ok"), user("ok"), user("use pnpm. use pnpm. use pnpm."), assistant("ok"), user("ok")]
    ids = [id for _, id in item_ids(*cut(talk))]
    assert len(ids) == 7
    assert len(set(ids)) == 7


def test_another_session_has_other_names(tmp_path: Path) -> None:
    conversation, units = cut(TALK)
    other = replace(conversation, id="another")
    ids = [{id for _, id in item_ids(each, units)} for each in (conversation, other)]
    assert ids[0].isdisjoint(ids[1])


@pytest.mark.parametrize(
    ("grown", "more"),
    [
        ([], []),
        ([user("and one more: 端口 8080")], ["and one more: ", "端口 8080"]),
        (
            [assistant("", call("b", "Bash", command="ls")), tool("b", "x"), user("ok")],
            ["Bash ls → ok, 1 chars\nx", "ok"],
        ),
    ],
)
def test_a_grown_session_adds_only_what_is_new(tmp_path: Path, grown: list[Dict], more: list[str]) -> None:
    auth = sets.find(tmp_path, "auth")
    before = sets.make(auth, *cut(TALK), holdout=30)
    raw = (auth.folder / "units.jsonl").read_bytes()
    after = sets.make(auth, *cut([*TALK, *grown]), holdout=30)
    assert after[: len(before)] == before
    assert "".join(item.text for item in after[len(before) :]) == "".join(more)
    assert (auth.folder / "units.jsonl").read_bytes().startswith(raw)


def test_a_message_that_is_there_stays_cut_as_it_was(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    conversation, units = cut(TALK)
    before = sets.make(auth, conversation, units)
    assert sets.make(auth, conversation, list(chain.from_iterable(map(finer, units)))) == before


def test_another_branch_of_a_session_is_added(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    sets.make(auth, *cut(TALK))
    after = sets.make(auth, *cut([*TALK[:3], user("no, wait")]))
    assert "no, wait" in "".join(item.text for item in after)


def test_a_result_that_comes_later_is_the_same_exchange(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    before = sets.make(auth, *cut(TALK[:2]))
    assert [item.text for item in before][-1] == "Read src/settings.py → no result, 0 chars"
    assert sets.make(auth, *cut(TALK[:3])) == before


def test_two_sessions_stand_one_after_the_other(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    conversation, units = cut(TALK)
    one = sets.make(auth, conversation, units)
    both = sets.make(auth, replace(conversation, id="another"), units)
    assert both[: len(one)] == one
    assert [item.text for item in both[len(one) :]] == [item.text for item in one]


def test_the_holdout_goes_by_words_and_seed(tmp_path: Path) -> None:
    conversation, units = cut([user(f"rule {n}: keep port {n}") for n in range(200)] * 2)
    made = [
        sets.make(sets.find(tmp_path, f"s{seed}{holdout}"), conversation, units, holdout=holdout, seed=seed)
        for seed, holdout in [(0, 0), (0, 20), (0, 100), (1, 20)]
    ]
    none, some, every, other = ({item.text for item in each if item.split == HOLDOUT} for each in made)
    assert not none
    assert 0.1 < len(some) / len(every) < 0.3
    assert some != other
    assert all((item.split == HOLDOUT) == (item.text in some) for item in made[1])


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_two_who_make_a_set_at_once_write_each_unit_once(tmp_path: Path, seen: int) -> None:
    auth = sets.find(tmp_path, "auth")
    talk = [user(f"keep port {n}. and why? ok") for n in range(2 * STEP)]
    both = [making(auth, *cut(talk), ()) for _ in range(2)]
    found: list[list[Item]] = [[], []]
    for _ in range(seen):
        found[0] += next(both[0])
    for one, other in zip_longest(*both, fillvalue=()):
        found[0] += one
        found[1] += other
    assert sets.whole(found[0]) == sets.whole(found[1]) == sets.items(auth)
    assert auth.file("units").read_bytes().count(b"\n") == len(sets.items(auth)) > 2 * STEP
    sets.make(auth, *cut(talk), speakers=[Speaker.HUMAN])
    assert auth.file("units").read_bytes().count(b"\n") == len(sets.items(auth))


def test_the_same_set_made_on_two_machines_is_one(tmp_path: Path) -> None:
    here, there = sets.find(tmp_path / "here", "auth"), sets.find(tmp_path / "there", "auth")
    made = sets.make(here, *cut(TALK))
    sets.make(there, *cut(TALK), speakers=[Speaker.ASSISTANT])
    with (here.folder / "units.jsonl").open("ab") as file:
        file.write((there.folder / "units.jsonl").read_bytes())
    both = sets.items(here)
    assert [item.id for item in both] == [item.id for item in made]
    assert [item.asked for item in both] == [item.asked or item.speaker == "assistant" for item in made]


def test_a_file_under_no_name_is_told(tmp_path: Path) -> None:
    auth = sets.find(tmp_path, "auth")
    sets.make(auth, *cut(TALK))
    copy = auth.folder / "lin (conflicted copy).jsonl"
    copy.touch()
    assert sets.people(auth) == ()
    assert sets.notes(auth) == (f"{copy}: is called by nobody's name; it is left out",)
