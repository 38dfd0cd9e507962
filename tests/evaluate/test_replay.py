"""Needed words, what policies keep of them, and how shares add up: on conversations whose answers are known."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talks import NO_REAL, REAL, assistant, call, core, neutral, tool, user, walk

from fastjev.datatypes import Conversation
from fastjev.deliver import Source
from fastjev.evaluate.replay import judgement as judging
from fastjev.evaluate.replay.arms import Arm, arms, fates
from fastjev.evaluate.replay.judgement import Count, Judgement, judgement
from fastjev.evaluate.replay.needed import Needed, needed, worded
from fastjev.evaluate.replay.past import COMPACT, ZONES, Past, pasts
from fastjev.evaluate.replay.places import places
from fastjev.evaluate.replay.report import Report, replay
from fastjev.evaluate.replay.spread import added, ahead_between, interval
from fastjev.model import shipped
from fastjev.policy import DEFAULT

Dict = dict[str, Any]
KEY = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"
READ = "字段userId在这里\nretry_limit again\nmax_conns"
WROTE = "userId\norder_no"
RAN = f"done_ok\nexport TOKEN={KEY}"
TALK = [
    user("看看 retry_limit 的设置"),
    assistant("", call("a", "Read", file_path="src/app.py")),
    tool("a", READ),
    assistant("", call("b", "Write", file_path="notes.txt", content="先写 draft_flag，再说")),
    tool("b", WROTE),
    assistant("", call("c", "Bash", command="make lint_all")),
    tool("c", RAN),
    # Here the tests cut.
    assistant("字段叫userId，retry_limit 不变", call("d", "Bash", command="grep max_conns .")),
    tool("d", "order_no found"),
    assistant("order_no 和draft_flag都在，userId too"),
    user(f"好的，用done_ok，{KEY}"),
]
CUT = 7
NEEDED = [
    (b"max_conns", 7, ("u1.2",), ()),
    (b"userId", 7, ("u1.2", "u1.3"), ()),
    (b"draft_flag", 9, (), ("u1.3",)),
    (b"done_ok", 10, ("u1.4",), ()),
]
"""Not retry_limit, which a person had said; not order_no, which a later result brought again; not the key, a secret."""


def at_cut(messages: Sequence[Dict] = TALK, point: float = 0.75, **policy: Any) -> Past:
    (past,) = pasts(walk(messages).conversation, core(), replace(DEFAULT, **policy), (point,), shipped())
    return past


def sized(policy: str, *results: str) -> Arm:
    """The policy with room for so many results."""
    return Arm(policy, 1 - (sum(map(len, results)) + 0.5) / sum(map(len, (READ, WROTE, RAN))))


def words(lost: Sequence[Needed]) -> list[bytes]:
    return [each.word for each in lost]


# What was needed


def test_needed_is_what_was_used_later_and_stood_in_exchanges_only() -> None:
    run = walk(TALK)
    assert list(needed(worded(run.conversation, run.units), CUT)) == NEEDED


def test_what_the_harness_brings_again_was_not_needed() -> None:
    reminded = [*TALK[:CUT], {"role": "system", "text": "max_conns, done_ok"}, *TALK[CUT:]]
    run = walk(reminded)
    assert [each.word for each in needed(worded(run.conversation, run.units), CUT)] == [b"userId", b"draft_flag"]


def test_only_one_holder_makes_an_elision_false() -> None:
    only = [Needed(*each).only for each in NEEDED]
    assert only == ["u1.2", None, "u1.3", "u1.4"]


# Where it is cut


def test_a_cut_leaves_no_call_without_its_result() -> None:
    two = assistant("", call("x"), call("y"))
    talk = [*TALK[:CUT], two, tool("x", "1"), tool("y", "2"), assistant("done"), user("好")]
    conversation = walk(talk).conversation
    assert places(conversation, (0.6, 0.8, 0.999)) == (7, 11)


def test_a_cut_goes_to_where_a_turn_begins_if_one_is_near() -> None:
    talk = [user("开始"), *(m for n in range(40) for m in (assistant("", call(f"k{n}")), tool(f"k{n}", "ok")))]
    talk[43:43] = [user("另外")]
    conversation = walk(talk).conversation
    # 21 results stand before the second prompt; 20 are half, 12 are too far from it.
    assert places(conversation, (0.5,)) == (43,)
    assert places(conversation, (0.3,)) == (25,)


def test_a_call_that_was_never_answered_keeps_nobody_waiting() -> None:
    talk = [user("go"), assistant("", call("never")), *TALK[1:]]
    assert places(walk(talk).conversation, (0.75,)) == (8,)


@pytest.mark.parametrize("talk", [TALK[:1], TALK[:5], TALK[:CUT]], ids=["no tools", "two results", "nothing behind"])
def test_too_short_sessions_have_no_place(talk: list[Dict]) -> None:
    assert places(walk(talk).conversation, (0.5,)) == ()


# What stays


def test_none_keeps_everything() -> None:
    found = judgement(at_cut(), Arm("none"))
    assert (found.counts["in_context"], found.counts["false_elisions"]) == (Count(4, 4), Count(0, 0))
    assert found.counts["chars_kept"] == Count(*[len(READ + WROTE + RAN)] * 2)


def test_recency_keeps_the_newest_and_loses_the_rest() -> None:
    found = judgement(at_cut(), sized("recency", WROTE, RAN))
    assert words(found.lost) == [b"max_conns", b"draft_flag"]
    assert found.false == ("u1.2", "u1.3")
    assert found.counts["in_context"] == Count(2, 4)
    assert found.counts["of_results"] == Count(2, 3)
    assert found.counts["of_inputs"] == Count(0, 1)
    assert found.counts["with_expand"] == Count(4, 4)
    # Something is taken out of each: of one its result, of all the inputs of their calls.
    assert found.counts["false_elisions"] == Count(2, 3)
    assert found.counts["chars_kept"] == Count(len(WROTE + RAN), len(READ + WROTE + RAN))


def test_cap_only_keeps_heads_and_loses_ends() -> None:
    arm = sized("cap-only", "x" * 27)
    kept = fates(arm, at_cut())
    assert [span.end for fate in kept.values() for span in fate.kept] == [9, 9, 9]
    assert words(judgement(at_cut(), arm).lost) == [b"max_conns", b"draft_flag"]


def test_classic_has_a_size_of_its_own_and_can_be_fitted() -> None:
    past = at_cut()
    assert judgement(past, Arm("classic")).counts["chars_kept"].share == 1
    past = at_cut(classic_newest=0)
    fitted = judgement(past, sized("classic", WROTE, RAN))
    assert 0 < fitted.counts["chars_kept"].n <= len(WROTE + RAN)


def test_budget_is_asked_for_as_many_characters() -> None:
    found = judgement(at_cut(), sized("budget", READ, WROTE))
    assert found.counts["of_results"] == Count(3, 3)
    assert found.counts["chars_kept"].n <= len(READ + WROTE)


def test_whole_compactions_are_measured_as_they_are() -> None:
    past = at_cut(recent_turns=5)
    assert judgement(past, Arm(COMPACT)).counts["in_context"] == Count(4, 4)
    assert judgement(past, Arm(ZONES)).counts["all_kept"].share != 1


def test_with_expand_is_looked_up_and_not_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    past, arm = at_cut(), sized("recency", WROTE, RAN)
    all_of_them = judging.elisions
    monkeypatch.setattr(judging, "elisions", lambda run: [e for e in all_of_them(run) if e.id != "u1.3.call"])
    assert judgement(past, arm).counts["with_expand"] == Count(3, 4)


OUTPUTS = st.lists(st.text("ab1_.路 \n", max_size=60), min_size=4, max_size=8)


@given(OUTPUTS, st.floats(0.05, 0.95))
def test_no_sized_policy_keeps_more_than_it_may(outputs: list[str], reduction: float) -> None:
    talk = [user("开始 go")]
    for number, output in enumerate(outputs):
        talk += [assistant("", call(f"k{number}", "Bash", command=f"run_{number}")), tool(f"k{number}", output)]
    talk += [assistant(" ".join(outputs)), user("ok")]
    past = at_cut(talk, 0.999, classic_newest=0)
    most = int(sum(len(past.scene.units[p].text) for p in past.judged) * (1 - reduction))
    for arm in arms([reduction]):
        found: Judgement = judgement(past, arm)
        assert found.counts["with_expand"].n == found.counts["with_expand"].m == len(past.needed)
        if arm.reduction and (arm.policy != "budget" or most):
            assert found.counts["chars_kept"].n <= most, arm


# How it adds up


def source(name: str, messages: Sequence[Dict]) -> Source:
    return Source(Path(name), neutral(messages))


def measured(*sources: Source, **more: Any) -> Report:
    values: Dict = {"rulebook": core(), "policy": DEFAULT, "reductions": (0.6,), "points": (0.75,)} | more
    return replay(sources, **values)


def test_sessions_with_nothing_needed_are_told_and_left_out() -> None:
    idle = [*TALK[:CUT], assistant("好"), user("谢谢")]
    report = measured(source("a", TALK), source("b", TALK[:3]), source("c", idle), source("d", TALK))
    assert [session.name for session in report.sessions] == ["a"]
    assert [note.partition(":")[0] for note in report.notes] == ["b", "c", "d"]
    rows = {row.arm: row for row in report.rows()}
    assert rows[Arm("none")].counts["in_context"] == Count(4, 4)
    assert rows[Arm("none")].interval is None


def test_counts_are_pooled_over_sessions() -> None:
    other = [*TALK[:CUT], assistant("max_conns"), user("好")]
    arm = sized("recency", WROTE, RAN)
    report = measured(source("a", TALK), source("b", other), reductions=(arm.reduction,))
    row = next(row for row in report.rows() if row.arm == arm)
    each = [session.counts(row.arm, "in_context") for session in report.sessions]
    assert each == [Count(2, 4), Count(0, 1)]
    assert row.counts["in_context"] == Count(2, 5)
    assert row.interval == (0.0, 0.5)
    (ahead,) = report.ahead()
    ours = (
        next(row for row in report.rows() if row.arm == arm._replace(policy="budget")).counts["of_results"].share or 0
    )
    theirs = [r.counts["of_results"].share or 0 for r in report.rows() if r.arm.reduction and r.arm.policy != "budget"]
    assert ahead.points == pytest.approx(ours - max(theirs))


def test_words_that_only_inputs_held_put_no_policy_ahead() -> None:
    """Only `budget` names them, so that it would be ahead of policies that leave inputs as they are."""
    given = "\n".join(f"draft_flag_{n}" for n in range(9))
    talk = [
        user("看看"),
        *(m for n in range(3) for m in (assistant("", call(f"k{n}", "Write", content=given)), tool(f"k{n}", "好了"))),
        assistant("draft_flag_7 and draft_flag_8 都写了"),
    ]
    report = measured(Source("talk", neutral(talk)), reductions=(0.6,), points=(1.0,))
    rows = {row.arm: row.counts for row in report.rows()}
    assert rows[Arm("budget", 0.6)]["of_inputs"] == Count(2, 2)
    assert rows[Arm("recency", 0.6)]["of_inputs"] == Count(0, 2)
    assert list(report.ahead()) == []


COUNTS = st.lists(st.integers(0, 50).flatmap(lambda m: st.builds(Count, st.integers(0, m), st.just(m))), max_size=6)


@given(COUNTS, st.integers(0, 5))
def test_the_interval_is_the_same_each_time_and_holds_between_the_extremes(counts: list[Count], seed: int) -> None:
    shares = [count.share for count in counts if count.share is not None]
    found = interval(counts, seed)
    assert found == interval(counts, seed)
    if len(shares) < 2:
        assert found is None
    else:
        assert found is not None
        assert min(shares) <= found[0] <= found[1] <= max(shares)
        assert ahead_between(counts, counts, seed) == (0.0, 0.0)


def test_nothing_of_nothing_is_undefined() -> None:
    assert added([]).share is None
    assert Count(0, 3).share == 0.0


# On sessions of real people

SMALL = sorted(path for path in (REAL / "claude-code").glob("*.jsonl") if path.stat().st_size < 800_000)


@pytest.mark.skipif(not SMALL, reason=NO_REAL)
def test_real_sessions_lose_nothing_for_good_and_budget_keeps_most() -> None:
    report = measured(*(Source(path, path.read_bytes()) for path in SMALL), reductions=(0.6,), points=(0.5, 0.85))
    rows = {row.arm: row.counts for row in report.rows()}
    assert all(counts["with_expand"].share == 1 for counts in rows.values())
    share = {arm.policy: counts["in_context"].share or 0 for arm, counts in rows.items() if arm.reduction}
    assert max(share, key=share.__getitem__) == "budget"


def conversation_of(past: Past) -> Conversation:
    return past.scene.conversation


def test_what_comes_behind_a_cut_changes_nothing_before_it() -> None:
    """Or the policies would know the future."""
    short, long = at_cut(TALK, 0.75), at_cut([*TALK, *TALK[1:CUT]], 3 / 7)
    assert conversation_of(short).messages == conversation_of(long).messages
    assert short.decisions == long.decisions
    assert [short.walked[name].skeleton for name in (COMPACT, ZONES)] == [
        long.walked[name].skeleton for name in (COMPACT, ZONES)
    ]
