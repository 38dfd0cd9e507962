"""What holds after a person's acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answer, Answers, answers

ONE, TWO = "2026-11-30T08:00:00Z", "2026-11-30T08:00:09Z"


def act(op: str, unit: str = "u_1", t: str = ONE, **more: object) -> Act:
    return Act(op=op, unit=unit, by="lin", t=t, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("acts", "answer"),
    [
        ([], Answer()),
        ([act("set", label="fact")], Answer(label="fact")),
        ([act("set", label="fact"), act("set", label="noise")], Answer(label="noise")),
        ([act("set", label="fact"), act("set", label="noise"), act("undo")], Answer(label="fact")),
        ([act("set", label="fact"), act("undo"), act("undo")], Answer()),
        ([act("skip"), act("set", label="fact")], Answer(label="fact")),
        ([act("unfit", reason="secret")], Answer(unfit="secret")),
        ([act("set", label="fact"), act("unfit", reason="garbled")], Answer(unfit="garbled")),
        ([act("note", note="two acts"), act("set", label="fact")], Answer(label="fact", note="two acts")),
        ([act("boundary", value=True), act("boundary", value=False)], Answer(boundary=False)),
        ([act("merge", value=True)], Answer(merged=True)),
        ([act("supersedes", old="u_0"), act("supersedes", old="u_9")], Answer(supersedes=("u_0", "u_9"))),
        ([act("set", label="fact"), act("set", "u_2", label="noise"), act("undo")], Answer()),
        # Two windows on one unit: what one takes back is its own.
        ([act("set", label="fact"), act("set", t=TWO, label="noise"), act("undo", undone=ONE)], Answer(label="noise")),
        ([act("set", label="fact"), act("set", t=TWO, label="noise"), act("undo", undone=TWO)], Answer(label="fact")),
        ([act("set", t=TWO, label="noise"), act("undo", undone=ONE)], Answer(label="noise")),
        ([act("set", label="fact"), act("undo", undone=ONE), act("undo", undone=ONE)], Answer()),
        ([act("set", label="fact"), act("note", note="so"), act("undo", undone=ONE)], Answer(label="fact")),
    ],
)
def test_the_last_act_that_was_not_undone_holds(acts: list[Act], answer: Answer) -> None:
    assert answers(acts).of("u_1") == answer


_ACTS = st.lists(
    st.builds(
        act,
        st.sampled_from(["set", "skip", "unfit", "note", "boundary", "merge", "supersedes", "undo"]),
        st.sampled_from(["u_1", "u_2", "u_3"]),
        st.sampled_from([ONE, TWO]),
        label=st.sampled_from(["fact", "noise"]),
        value=st.booleans(),
        old=st.just("u_0"),
        note=st.sampled_from([None, "so"]),
        undone=st.sampled_from([None, ONE, TWO]),
        reason=st.just("garbled"),
    )
)


@given(_ACTS)
def test_one_act_at_a_time_comes_to_the_same(acts: list[Act]) -> None:
    one = Answers()
    for each in acts:
        one = one.after(each)
    whole = answers(acts)
    assert one.acts == whole.acts
    assert {u: one.of(u) for u in ("u_1", "u_2", "u_3")} == {u: whole.of(u) for u in ("u_1", "u_2", "u_3")}
