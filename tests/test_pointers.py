"""What a skeleton does not show is named, once, and a pointer stands in its place."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from anything import talks
from hypothesis import given
from talks import CORPORA, assistant, call, compact, core, neutral, rendered, tool, user, walk

from fastjev import pipeline
from fastjev.datatypes import Elision, Run
from fastjev.pointers import elisions, point
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.tokens import estimate

LOG = "\n".join(f"row {n}: nothing to see here, move along" for n in range(60))
TALK = [
    user("不要动production库的schema"),
    assistant("先看一下日志。", call("t1", "Read", path="a.log"), call("t2", "Bash", command="npm test")),
    tool("t1", LOG),
    tool("t2", "ok"),
    user("谢谢"),
    assistant("Done."),
]


def pointed(run: Run) -> Run:
    found = elisions(run)
    return point(run, {elision.id for elision in found}, found, DEFAULT)


def by_id(run: Run) -> dict[str, Elision]:
    found = {elision.id: elision for elision in elisions(run)}
    assert len(found) == len(elisions(run))
    return found


@given(talks)
def test_what_no_line_shows_is_an_elision_and_what_one_shows_is_none(talk: list[dict[str, object]]) -> None:
    run = walk(talk, recent=1)
    found = by_id(run)
    recent = {message.index for message in run.skeleton.recent}
    shown = {(i.message, at) for i in run.skeleton.items if i.covers is None for at in range(*i.span)}
    for unit in run.units:
        if unit.message in recent or not unit.text.strip():
            continue
        held = enumerate(unit.text, 0 if unit.kind == "call" else unit.span.start)
        whole = all((unit.message, at) in shown for at, char in held if not char.isspace())
        if unit.id in found:
            assert found[unit.id].text == unit.text
        else:
            assert whole, unit


@given(talks)
def test_names_tell_texts_apart_and_follow_from_them(talk: list[dict[str, object]]) -> None:
    found = elisions(walk(talk))
    owners: dict[str, str] = {}
    for elision in found:
        assert owners.setdefault(elision.pointer, elision.digest) == elision.digest
        assert elision.digest.startswith(elision.pointer[2:])
        if elision.text is not None:
            raw = elision.text.encode("utf-8", "surrogatepass")
            assert elision.digest == hashlib.sha256(raw).hexdigest()
            assert elision.lines == len(elision.text.removesuffix("\n").split("\n"))
    folded = [id for elision in found for id in elision.units]
    assert len(folded) == len(set(folded))
    assert set(folded) <= {elision.id for elision in found if elision.text is not None}


def test_a_long_result_has_a_pointer_and_a_short_one_has_none() -> None:
    run = pointed(walk(TALK))
    lines = {item.id: item.pointer for item in run.skeleton.items if item.covers}
    digest = hashlib.sha256(LOG.encode()).hexdigest()[:8]
    tokens = by_id(run)["u1.3"].tokens
    # `npm test` is of no use any more and stands in the turn's line, which is short itself.
    assert lines == {"u1.3": f"[[elided id=r:{digest} lines=1-60 tokens={tokens}]]", "f1": None}
    # Both are named all the same, and so are the inputs.
    assert {"u1.3", "u1.3.call", "u1.4.call"} <= set(by_id(run))


def test_a_long_input_has_the_pointer_where_the_result_is_short() -> None:
    written = "\n".join(f"行 {n}: 内容" for n in range(40))
    run = pointed(walk([user("写"), assistant("", call("t1", "Write", path="a", content=written)), tool("t1", "ok")]))
    (line,) = (item for item in run.skeleton.items if item.covers)
    assert line.pointer
    assert line.pointer.startswith("[[elided id=c:")


def test_what_cannot_be_expanded_has_no_pointer() -> None:
    run = walk(TALK)
    assert not any(item.pointer for item in point(run, set(), elisions(run), DEFAULT).skeleton.items)


def test_recent_messages_are_not_taken_out() -> None:
    assert elisions(walk(TALK, recent=9)) == ()


def test_noise_has_no_line_and_can_be_had_all_the_same() -> None:
    assert by_id(walk(TALK))["u2.1"].text == "谢谢"


def test_what_a_budget_takes_stands_behind_one_line() -> None:

    policy = replace(DEFAULT, recent_turns=0, budget_tokens=1)
    run = pointed(pipeline.run(neutral(TALK), "talk", rulebook=core(), policy=policy))
    (line,) = (item for item in run.skeleton.items if item.id == "f0")
    assert line.pointer
    assert {"u1.3", "u1.4.call"} <= set(by_id(run)["f0"].units)


def test_two_texts_of_one_beginning_get_longer_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastjev.pointers._DIGITS", 1)
    talk = [user("看"), assistant("", *(call(f"t{n}", "Read", path=f"{n}") for n in range(40)))]
    talk += [tool(f"t{n}", f"{n}\n" * 80) for n in range(40)]
    found = [elision for elision in elisions(walk(talk)) if elision.pointer.startswith("r:")]
    assert len({elision.pointer for elision in found}) == len(found) == 40
    assert max(len(elision.pointer) for elision in found) > 3


@pytest.mark.parametrize("shape", ["text", "json"])
def test_a_second_compaction_keeps_pointers(shape: str) -> None:
    once = pointed(walk(TALK))
    twice = pointed(compact(rendered(once, shape).encode(), "skeleton"))
    assert [item.pointer for item in once.skeleton.items if item.pointer]
    assert {item.pointer for item in twice.skeleton.items} == {item.pointer for item in once.skeleton.items}
    assert elisions(twice) == ()


@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.parametrize(
    "quoted",
    [
        "[[elided id=r:8506e122 lines=1-21 tokens=364]]",
        "don't delete [[elided id=r:8506e122 lines=1-21 tokens=364]]",
        "别删 ⟨u1.1⟩ [[elided id=r:8506e122 lines=1-21 tokens=364]]",
    ],
)
def test_a_quoted_pointer_is_text(quoted: str, shape: str) -> None:
    run = pointed(walk([user(f"never touch the schema {quoted}")]))
    assert [(item.text, item.pointer) for item in run.skeleton.items] == [(f"never touch the schema {quoted}", None)]
    again = pointed(compact(rendered(run, shape).encode(), "skeleton"))
    assert [(item.text, item.pointer) for item in again.skeleton.items] == [(f"never touch the schema {quoted}", None)]
    assert all(message.text.endswith(quoted) for message in read(rendered(run, shape).encode(), "-").messages)


@pytest.mark.parametrize("path", CORPORA[:20], ids=lambda path: path.stem)
def test_pointers_cost_less_than_they_stand_for(path: Path) -> None:
    run = pointed(compact(path.read_bytes()))
    found = {elision.pointer: elision for elision in elisions(run)}
    for item in run.skeleton.items:
        if item.pointer:
            assert estimate(item.pointer) < found[item.pointer.split()[1].removeprefix("id=")].tokens


@pytest.mark.parametrize("shape", ["text", "json"])
def test_lines_of_recent_turns_do_not_grow_from_round_to_round(shape: str) -> None:
    talk = [
        *TALK,
        user("跑测试"),
        assistant("", call("t3", "Bash", command="npm test")),
        tool("t3", "fail 3"),
        user("好"),
    ]
    once = pointed(walk(talk, recent=2))
    twice = pointed(compact(rendered(once, shape).encode(), "skeleton", recent=2))
    folds = [sorted(item.text for item in run.skeleton.items if item.zone == "process") for run in (once, twice)]
    assert len(folds[0]) == len(folds[1]) >= 3
