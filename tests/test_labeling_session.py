"""What every key makes of a session, in every question that a set can be asked."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastjev.labeling.acts import Act
from fastjev.labeling.answers import answers
from fastjev.labeling.desk import served
from fastjev.labeling.draw.end import counts
from fastjev.labeling.keys import DEEDS, LEGEND
from fastjev.labeling.session import Key, Session, heard, reordered, step, written
from fastjev.labeling.state import IME, MOST_CONTEXT, Opinion
from fastjev.labeling.tasks import PAGES
from tests.labeling import ITEMS, NOW, desk, item, pressed, sat

FACT = Opinion("fact", 0.8512, "rule:core/fact.port", ("0.85 fact",), (0, 4))


def told(session: Session) -> list[tuple[str, str, Any]]:
    """Op, unit and what was said of each act that is not written yet."""

    def said(act: Act) -> Any:
        return next((v for v in (act.label, act.reason, act.note, act.old, act.value) if v is not None), None)

    return [(act.op, act.unit, said(act)) for act in session.told]


def at(session: Session) -> str:
    return session.unit.id if session.unit else "end"


@pytest.mark.parametrize(
    ("keys", "acts", "unit", "said"),
    [
        # every label, by its digit and by what an input method makes of it
        *(
            ([key], [("set", "u_1", label)], "u_2", f"saved 1 = {label} (u to undo)")
            for n, label in enumerate(("constraint", "decision", "fact", "process", "noise"), 1)
            for key in (str(n), chr(0xFF10 + n))
        ),
        (["6"], [], "u_1", "6: 1 to 5 are choices"),
        # skip comes back at the end
        (["0"], [("skip", "u_1", None)], "u_2", "skipped 1; it comes back at the end"),
        (["０"], [("skip", "u_1", None)], "u_2", "skipped 1; it comes back at the end"),
        ([" "], [("skip", "u_1", None)], "u_2", "skipped 1; it comes back at the end"),
        (["　"], [("skip", "u_1", None)], "u_2", "skipped 1; it comes back at the end"),
        (["space"], [("skip", "u_1", None)], "u_2", "skipped 1; it comes back at the end"),
        # moving changes nothing
        (["right"], [], "u_2", ""),
        (["j"], [], "u_2", ""),
        (["j", "left"], [], "u_1", ""),
        (["j", "k"], [], "u_1", ""),
        (["k"], [], "u_1", "this is the first"),
        (["j"] * 5, [], "end", ""),
        (["j"] * 6, [], "end", "this is the end"),
        (["j"] * 6 + ["k"], [], "u_7", ""),
        (["j", "3", "k", "n"], [("set", "u_2", "fact")], "u_5", ""),
        (["g", "6", "enter"], [], "u_6", ""),
        (["g", "６", "enter"], [], "u_6", ""),
        (["g", "3", "enter"], [], "u_5", "3 is not asked about; 5 is"),
        (["g", "8", "enter"], [], "u_1", "8: there are units 1 to 7"),
        (["g", "1", "0", "backspace", "backspace", "2", "enter"], [], "u_2", ""),
        (["g", "enter"], [], "u_1", ""),
        (["g", "5", "escape"], [], "u_1", ""),
        (["go:u_6"], [], "u_6", ""),
        (["go:u_3"], [], "u_1", "3 is not asked about"),
        (["go:u_99"], [], "u_1", ""),
        # undo
        (["u"], [], "u_1", "nothing to undo"),
        (["1", "2", "u"], [("set", "u_1", "constraint"), ("set", "u_2", "decision"), ("undo", "u_2", None)], "u_2",
         "undone: 2 = decision"),
        (["1", "backspace"], [("set", "u_1", "constraint"), ("undo", "u_1", None)], "u_1", "undone: 1 = constraint"),
        # unfit
        (["x", "1"], [("unfit", "u_1", "garbled")], "u_2", "saved 1 = unfit: garbled (u to undo)"),
        (["x", "２"], [("unfit", "u_1", "secret")], "u_2", "saved 1 = unfit: secret (u to undo)"),
        (["x", "3"], [("unfit", "u_1", "language")], "u_2", "saved 1 = unfit: language (u to undo)"),
        (["x", "4"], [], "u_1", "1 to 3; Esc goes back"),
        (["x", "escape"], [], "u_1", ""),
        # boundary and merge
        (["b"], [("boundary", "u_1", True)], "u_1", "1 begins something new"),
        (["b", "b"], [("boundary", "u_1", True), ("boundary", "u_1", False)], "u_1",
         "1 goes on with what stands before it"),
        (["m"], [], "u_1", "nothing stands before the first unit"),
        (["j", "m"], [("merge", "u_2", True)], "u_2", "2 is one with 1"),
        (["j", "m", "m"], [("merge", "u_2", True), ("merge", "u_2", False)], "u_2", "2 stands by itself"),
        # note
        (["i", "两", "o", "space", "１", "enter"], [("note", "u_1", "两o １")], "u_1", "noted at 1 (u to undo)"),
        (["i", "paste:一共两件事\n再看", "enter"], [("note", "u_1", "一共两件事 再看")], "u_1",
         "noted at 1 (u to undo)"),
        (["i", "a", "left", "backspace", "b", "enter"], [("note", "u_1", "b")], "u_1", "noted at 1 (u to undo)"),
        (["i", "a", "escape"], [], "u_1", ""),
        (["i", "enter"], [], "u_1", ""),
        # supersedes: 1 is nothing, then those before it, most in common first
        (["s"], [], "u_1", "nobody said anything before it"),
        (["g", "6", "enter", "s", "2"], [("supersedes", "u_6", "u_2")], "u_6", "6 ends 2 (u to undo)"),
        (["g", "6", "enter", "s", "1"], [("supersedes", "u_6", "")], "u_6", "6 ends nothing (u to undo)"),
        (["g", "6", "enter", "s", "escape"], [], "u_6", ""),
        (["g", "6", "enter", "s", "7"], [], "u_6", "1 to 4 pick, down shows older ones, Esc goes back"),
        # context
        (["]"], [], "u_1", "3 units on each side"),
        (["】"], [], "u_1", "3 units on each side"),
        (["["], [], "u_1", "1 units on each side"),
        (["[", "[", "["], [], "u_1", "0 units on each side"),
        # votes
        (["enter"], [], "u_1", "no vote is shown; e shows the votes"),
        (["e"], [], "u_1", "the answer is not blind now, and that is recorded"),
        # an input method that is on
        (["别"], [], "u_1", IME),
        (["a"], [], "u_1", IME),
        (["ｂ"], [], "u_1", IME),
        (["paste:bie"], [], "u_1", IME),
        (["f1"], [], "u_1", "no such key; ? shows what there is"),
        (["tab"], [], "u_1", "no such key; ? shows what there is"),
    ],
)  # fmt: skip
def test_a_key(keys: list[str], acts: list[tuple[str, str, Any]], unit: str, said: str) -> None:
    session = pressed(sat(), *keys)
    assert told(session) == acts
    assert at(session) == unit
    assert session.said == said


@pytest.mark.parametrize(
    ("task", "asked", "keys", "acts"),
    [
        ("boundary", ["u_2", "u_7"], ["1", "2"], [("boundary", "u_2", True), ("boundary", "u_7", False)]),
        (
            "supersede",
            ["u_2", "u_5", "u_6", "u_7"],
            ["1", "1", "2", "1"],
            [
                ("supersedes", "u_2", ""),
                ("supersedes", "u_5", ""),
                ("supersedes", "u_6", "u_2"),
                ("supersedes", "u_7", ""),
            ],
        ),
        ("exchange", ["u_4"], ["2"], [("set", "u_4", "call")]),
    ],
)
def test_other_questions(task: str, asked: list[str], keys: list[str], acts: list[tuple[str, str, Any]]) -> None:
    session = sat(task)
    assert list(session.order) == asked
    session = pressed(session, *keys)
    assert told(session) == acts
    assert at(session) == "end"
    assert session.done == len(asked)


def test_what_a_person_ends_can_be_clicked() -> None:
    session = pressed(sat("supersede"), "go:u_6", "go:u_2")
    assert told(session) == [("supersedes", "u_6", "u_2")]


def test_many_older_ones_are_turned_over() -> None:
    items = tuple(item(n, "human", n, f"{n} 号规则") for n in range(1, 31))
    session = pressed(sat("supersede", items=items), "g", "3", "0", "enter")
    first, second = session.older[:8], session.older[8:16]
    assert told(pressed(session, "2")) == [("supersedes", "u_30", first[0])]
    assert told(pressed(session, "down", "2")) == [("supersedes", "u_30", second[0])]
    assert told(pressed(session, "down", "up", "2")) == [("supersedes", "u_30", first[0])]
    assert pressed(session, *["down"] * 50).leaf == 3
    picked = pressed(sat(items=items), "g", "3", "0", "enter", "s", "down", "9")
    assert told(picked) == [("supersedes", "u_30", second[7])]


def test_skipped_ones_come_back_at_the_end_and_again_until_they_are_answered() -> None:
    session = pressed(sat(), "0", "2", "3", "0", "5")
    assert at(session) == "u_1"
    assert session.said.endswith("back to what was skipped")
    session = pressed(session, "0")
    assert at(session) == "u_6"
    session = pressed(session, "0", "4")
    assert at(session) == "u_6"
    session = pressed(session, "4")
    assert at(session) == "end"
    assert session.done == 5


def test_at_the_end_only_what_makes_sense_there_is_done() -> None:
    end = pressed(sat(), *"12345")
    assert at(end) == "end"
    for key in ("1", "0", "x", "e", "r", "b", "m", "s", "i", "enter", "[", "]"):
        assert pressed(end, key).told == end.told
        assert pressed(end, key).said == "all is answered; k goes back, q ends"
    assert at(pressed(end, "k")) == "u_7"
    assert at(pressed(end, "u")) == "u_7"
    assert pressed(end, "q").screen == "quit"


def test_undo_goes_back_over_restarts_as_far_as_there_is_anything() -> None:
    before = pressed(sat(), "1", "0", "i", "x", "enter", "x", "1", "b")
    acts = before.told
    session = sat(acts=acts)
    assert at(session) == "u_6"
    for _ in range(len(acts)):
        session = pressed(session, "u")
    assert session.answers.acts == ()
    assert session.done == 0
    assert at(session) == "u_1"
    assert pressed(session, "u").said == "nothing to undo"
    assert answers([*acts, *session.told]).by_unit.keys() <= {i.id for i in ITEMS}
    assert all(answer == answers([]).of("") for answer in answers([*acts, *session.told]).by_unit.values())


def test_undo_of_a_unit_that_left_the_set_is_done_and_said() -> None:
    gone = Act(op="set", unit="u_gone", by="lin", t="2026-11-03T08:00:00Z", label="fact")
    session = pressed(sat(acts=[gone]), "u")
    assert told(session) == [("undo", "u_gone", None)]
    assert session.said == "undone: fact of a unit that is no longer in the set"


def test_an_answer_says_how_it_came_about() -> None:
    (act,) = pressed(sat(), "1", seconds=4.12).told
    assert act == Act(
        op="set", unit="u_1", by="lin", t="2026-11-03T10:00:04Z", label="constraint", ms=4120, mode="blind", guide="g_7"
    )


@pytest.mark.parametrize("suggest", [True, False], ids=["--suggest", "e"])
def test_what_was_seen_is_recorded(suggest: bool) -> None:
    session = sat(suggest=suggest)
    session = heard(session if suggest else pressed(session, "e"), FACT)
    (act,) = pressed(session, "2").told
    assert act.mode == "suggest"
    assert act.saw == {"label": "fact", "by": "rule:core/fact.port", "weight": 0.851}
    assert pressed(session, "enter").told[0].label == "fact"


def test_votes_that_were_seen_stay_seen_when_one_comes_back() -> None:
    session = pressed(heard(pressed(sat(), "e"), FACT), "j")
    assert not session.shows_votes
    assert pressed(session, "k").shows_votes
    assert pressed(session, "2", "u", "u", "k").told[0].mode == "blind"


def test_a_vote_that_is_no_answer_is_not_taken() -> None:
    session = heard(sat(suggest=True), FACT._replace(label="unsure"))
    assert pressed(session, "enter").said == "the vote is unsure, which is no answer here"


@pytest.mark.parametrize(
    ("keys", "page"),
    [
        (["?"], "constraint"),
        (["？"], "constraint"),
        (["3", "k", "?"], "fact"),
        (["?", "5"], "noise"),
        (["?", "right"], "decision"),
        (["?", "left"], PAGES[-1]),
        (["?", "8"], "exchange"),
    ],
)
def test_the_guide_opens_at_the_label_in_question(keys: list[str], page: str) -> None:
    session = pressed(sat(), *keys)
    assert (session.screen, session.page) == ("guide", page)
    for close in ("q", "escape", "?", "enter"):
        closed = pressed(session, close)
        assert (closed.screen, closed.unit) == ("label", session.unit)
    assert pressed(session, "down", "down", "up").scroll == 1


@pytest.mark.parametrize("task", ["boundary", "supersede", "exchange"])
def test_other_questions_have_a_page_of_their_own(task: str) -> None:
    assert pressed(sat(task), "?").page == task


def test_a_rule_is_drafted_by_the_answer_or_by_what_is_asked_and_written_with_a_reason() -> None:
    drafted = served(pressed(sat(), "1", "k", "r"), desk())
    assert (drafted.screen, drafted.draft[0]) == ("rule", "- id: demo/constraint.drafted")
    asked = pressed(sat(), "r")
    assert asked.prompt and asked.prompt.kind == "rule"
    drafted = served(pressed(asked, "3"), desk())
    assert drafted.draft[0] == "- id: demo/fact.drafted"
    assert pressed(drafted, "q").said == "nothing is written"
    assert pressed(drafted, "w", "enter").said == "whoever reads the rule later must know why it is right"
    done = served(pressed(drafted, "w", "因", "为", "enter"), desk())
    assert (done.screen, done.said) == ("label", "written: demo/fact.drafted, since 因为")


def test_what_is_told_is_written_once_and_in_order() -> None:
    saved: list[Act] = []
    session = served(pressed(sat(), "1", "2"), desk(saved))
    session = served(pressed(session, "3"), desk(saved))
    assert [act.label for act in saved] == ["constraint", "decision", "fact"]
    assert session.told == ()


def test_another_order_leaves_where_one_is_and_what_was_done() -> None:
    session = reordered(pressed(sat(), "1", "2"), ("u_7", "u_6"))
    assert session.order == ("u_1", "u_2", "u_5", "u_7", "u_6")
    assert at(session) == "u_5"
    assert at(pressed(session, "3")) == "u_7"


def test_an_order_begins_with_what_was_answered() -> None:
    acts = pressed(sat(), "j", "1").told
    session = sat(acts=acts, ordered=lambda given: ("u_7", "u_1", "u_6", "u_5"))
    assert session.order == ("u_2", "u_7", "u_1", "u_6", "u_5")
    assert at(session) == "u_7"


def test_what_is_doubted_is_asked_again_blind_and_then_said() -> None:
    acts = pressed(sat(), *"12345").told
    session = sat(acts=acts, again={"u_6": "rules say fact", "u_2": "the model says noise"})
    assert session.order == ("u_6", "u_2")
    session = pressed(session, "4")
    assert session.said == "saved 6 = process (u to undo), as before; doubted: rules say fact"
    session = pressed(session, "5")
    assert session.said == "saved 2 = noise (u to undo), was decision; doubted: the model says noise"
    assert at(session) == "end"


def test_no_default_key_moves() -> None:
    """People's fingers know them: whoever changes one does so here as well, and says so."""
    deeds: dict[str, str] = {}
    for key, deed in DEEDS.items():
        deeds[deed] = f"{deeds.get(deed, '')} {key}".strip()
    assert deeds == {
        "choose": "1 2 3 4 5 6 7 8 9",
        "skip": "0 space",
        "unfit": "x",
        "undo": "u backspace",
        "take": "enter",
        "votes": "e",
        "rule": "r",
        "back": "left k",
        "on": "right j",
        "open": "n",
        "go": "g",
        "less": "[",
        "more": "]",
        "boundary": "b",
        "merge": "m",
        "supersedes": "s",
        "note": "i",
        "guide": "?",
        "quit": "q",
        "train": "t",
        "up": "up",
        "down": "down",
        "far up": "pageup",
        "far down": "pagedown",
    }
    assert {key for key, _ in LEGEND} <= set(DEEDS)


_KEYS = st.lists(st.sampled_from([*DEEDS, "escape", "go:u_6", "go:u_3", "别", "w", "５", "f1", "paste:a longer text"]))


@given(_KEYS, st.sampled_from(["class", "boundary", "supersede", "exchange"]), st.booleans())
def test_whatever_is_pressed_what_is_written_is_what_holds(keys: list[str], task: str, suggest: bool) -> None:
    saved: list[Act] = []
    session = served(sat(task, suggest=suggest), desk(saved))
    for n, key in enumerate(keys):
        session = served(step(session, Key(key, NOW + n)), desk(saved))
    assert session.told == ()
    again = sat(task, saved)
    assert [again.answer(each.id) for each in ITEMS] == [session.answer(each.id) for each in ITEMS]
    assert again.done == session.done == sum(not session.is_open(id) for id in session.order)
    assert session.context <= MOST_CONTEXT


def test_nothing_asked_is_no_crash() -> None:
    session = sat(items=())
    assert at(session) == "end"
    assert written(session) == session._replace(told=())
    for key in [*DEEDS, "escape", "别"]:
        assert at(pressed(session, key)) == "end"


@pytest.mark.parametrize(
    ("session", "ends"),
    [
        (pressed(sat(), *"12345"), True),
        (sat(), False),
        (sat("boundary", items=()), False),
        (sat(items=()), False),
    ],
)
def test_t_trains_when_all_labels_are_given(session: Session, ends: bool) -> None:
    after = pressed(session, "t")
    assert (after.screen == "quit", after.wish is not None and after.wish.what == "train") == (ends, ends)
    assert ends or "when all is answered" in after.said or "nothing is asked" in after.said


@pytest.mark.parametrize("task", ["boundary", "supersede", "exchange"])
@pytest.mark.parametrize("suggest", [False, True])
def test_where_no_votes_are_none_are_shown_or_recorded(task: str, suggest: bool) -> None:
    session = sat(task, suggest=suggest)
    for key in ("e", "enter"):
        session = pressed(session, key)
        assert (session.said, session.shows_votes, session.told) == ("this task has no votes", False, ())
    (act,) = pressed(session, "1").told
    assert (act.mode, act.saw) == ("blind", None)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["g", "9", "9", "enter"], "99: there are units 1 to 7"),
        (["g", "9", "9", "enter", "r"], ""),
        (["g", "9", "9", "enter", "s"], "nobody said anything before it"),
        (["j", "g", "9", "9", "enter", "s"], ""),
        (["g", "a"], "a number, then Enter; Esc goes back"),
        (["g", "a", "1"], ""),
        (["x", "7"], "1 to 3; Esc goes back"),
        (["x", "7", "f1"], "1 to 3; Esc goes back"),
    ],
)
def test_no_message_outlives_its_key(keys: list[str], said: str) -> None:
    assert pressed(sat(), *keys).said == said


@pytest.mark.parametrize(
    ("pasted", "note"),
    [("a\rb", "a b"), ("a\r\nb\n", "a b"), ("a\nb", "a b"), ("a\u2028b", "a b"), ("\r", None)],
)
def test_a_note_is_one_line_whatever_was_pasted(pasted: str, note: str | None) -> None:
    session = pressed(sat(), "i", f"paste:{pasted}", "enter")
    assert (session.told[0].note if session.told else None) == note


AGAIN = {"u_2": "rules say fact", "u_6": "rules say fact"}


@pytest.mark.parametrize(
    ("keys", "left", "at"),
    [
        ([], ["u_2", "u_6"], "u_2"),
        (["1"], ["u_6"], "u_6"),
        (["1", "u"], ["u_2", "u_6"], "u_2"),
        (["1", "1", "u", "u"], ["u_2", "u_6"], "u_2"),
        (["x", "1", "u"], ["u_2", "u_6"], "u_2"),
        (["i", "a", "enter"], ["u_2", "u_6"], "u_2"),
        (["1", "k", "i", "a", "enter", "u"], ["u_6"], "u_2"),
        (["b"], ["u_2", "u_6"], "u_2"),
        (["0"], ["u_2", "u_6"], "u_6"),
        (["0", "1"], ["u_2"], "u_2"),
    ],
)
def test_what_is_doubted_is_asked_until_it_is_answered(keys: list[str], left: list[str], at: str) -> None:
    session = pressed(sat(acts=pressed(sat(), *"12345").told, again=AGAIN, what="doubt"), *keys)
    assert sorted(session.again) == left
    assert session.unit and session.unit.id == at
    assert sum(counts(session).values()) == session.done == len(AGAIN) - len(left)
