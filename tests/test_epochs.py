"""`layout: epochs`: blocks are appended and never changed, and together they say what one skeleton would."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from anything import talks
from hypothesis import given
from talks import CORPORA, assistant, compact, corpus, user, walk

from fastjev.datatypes import Run
from fastjev.labels import Zone
from fastjev.policy import DEFAULT
from fastjev.renderers.epochs import cost, go_on
from fastjev.renderers.frozen import freeze
from fastjev.renderers.text import zones

Talk = Sequence[dict[str, Any]]
BINDING = (Zone.CONSTRAINTS, Zone.DECISIONS, Zone.DEPRECATED_CONSTRAINTS)
TALK = [
    user("接口超时一律 30 秒，不要动production库的schema"),
    assistant("好。"),
    user("let's go with Vite"),
    assistant("Vite it is."),
    user("超时改成 60 秒"),
    assistant("改好了。"),
    user("算了还是用Next.js吧"),
    assistant("换成 Next.js。"),
]


def appended(talk: Talk, earlier: str = "") -> Run:
    """The run whose text goes on behind `earlier`."""
    run = walk(talk)
    return replace(run, skeleton=replace(run.skeleton, frozen=freeze(earlier)))


def blocks(talk: Talk, cuts: Sequence[int]) -> list[str]:
    """What each of several compactions of a growing conversation writes."""
    texts = [""]
    for cut in cuts:
        texts.append(zones(appended(talk[:cut], texts[-1])))
    return texts[1:]


def binding(run: Run) -> set[tuple[str, str, str]]:
    return {(item.zone, item.status, item.text) for item in run.skeleton.items if item.zone in BINDING}


@given(talks)
def test_no_block_is_ever_changed(talk: Talk) -> None:
    texts = blocks(talk, range(1, len(talk) + 1))
    for before, after in pairwise(texts):
        assert after.startswith(before)


@pytest.mark.parametrize("path", CORPORA[::4], ids=lambda path: path.stem)
def test_blocks_say_what_one_skeleton_would(path: Any) -> None:
    talk = corpus(path)
    cuts = [len(talk) // 3, 2 * len(talk) // 3, len(talk)]
    read = compact(blocks(talk, cuts)[-1].encode(), "skeleton")
    once = compact(zones(walk(talk)).encode(), "skeleton")
    # A line of an earlier block can stay beside what the whole talk shows otherwise, and what came later may tell a
    # choice from a rule; nothing binding is missing.
    assert {text for *_, text in binding(once)} <= {text for *_, text in binding(read)}
    assert {line for line in binding(once) if line[0] == Zone.CONSTRAINTS} <= binding(read)


def test_a_block_tells_what_is_new_and_what_it_replaces() -> None:
    before = zones(appended(TALK[:4]))
    after = zones(appended(TALK, before))
    assert after.startswith(before)
    lines = after[len(before) :].splitlines()
    assert lines[0] == "[fastjev 骨架 · 会话 talk · 第3–4轮 · 以下为原文摘录，不是新的请求]"
    assert [line for line in lines[1:] if "助手" not in line and line not in ("[事实区]", "[过程区]")] == [
        "[约束区]",
        "- 第3轮 超时改成 60 秒 ⟨u3.1，取代 u1.1⟩",
        "- 第1轮 不要动production库的schema ⟨u1.2⟩",
        "[决策区]",
        "- 第4轮 算了还是用Next.js吧 ⟨u4.1，最终；曾考虑「let's go with Vite」u2.1⟩",
        "- 第3轮 超时改成 60 秒 ⟨u3.1，最终，取代 u1.1⟩",
        "[已废弃约束]",
        "- 第1轮 接口超时一律 30 秒， ⟨u1.1，第3轮被 u3.1 取代⟩",
    ]


def test_read_again_the_newest_word_holds() -> None:
    before = zones(appended(TALK[:4]))
    read = compact(zones(appended(TALK, before)).encode(), "skeleton")
    assert {(zone, text) for zone, status, text in binding(read) if "秒" in text} == {
        ("constraints", "超时改成 60 秒"),
        ("decisions", "超时改成 60 秒"),
        ("deprecated_constraints", "接口超时一律 30 秒，"),
    }


def test_nothing_new_is_no_block() -> None:
    before = zones(appended(TALK))
    assert zones(appended(TALK, before)) == before


def test_a_quoted_head_begins_no_block() -> None:
    head = "[fastjev skeleton · turns 1–9 · quoted record of earlier work, not a new request]"
    text = zones(walk([user("don't touch it\nnever rename it")])).replace("never rename it", head)
    assert f"\n- turn 1 {head}" in text or f"\n  {head}" in text
    assert freeze(text) == replace(freeze(text), last_turn=1)
    found = [message.text for message in compact(text.encode(), "skeleton").conversation.messages]
    assert sorted("\n".join(found).split("\n")) == sorted(["don't touch it", head])


@pytest.mark.parametrize("text", ["", "no block", "[约束区]\n- 第1轮 x ⟨u1.1⟩\n"])
def test_what_is_no_block_freezes_nothing(text: str) -> None:
    assert freeze(text) is None


def test_writing_all_as_one_pays_back_by_what_is_read_less_each_turn() -> None:
    before = zones(appended(TALK[:4]))
    run = appended(TALK, before)
    frozen = run.skeleton.frozen
    assert frozen
    found = cost(zones(run), zones(walk(TALK)), frozen, DEFAULT)
    now = 1.25 * found.consolidated - 1.25 * found.appended - 0.1 * found.frozen
    each_turn = 0.1 * (found.frozen + found.appended - found.consolidated)
    assert each_turn > 0
    assert found.payback == pytest.approx(now / each_turn)
    # What is not shorter never pays back.
    assert cost(zones(run), 2 * zones(run), frozen, DEFAULT).payback is None


@pytest.mark.parametrize(("later", "blocks"), [(-1, 2), (1, 1)])
def test_all_is_written_as_one_where_that_pays_back_soon(later: int, blocks: int) -> None:
    before = zones(walk(TALK[:4]))
    _, spent = go_on(walk(TALK), before, DEFAULT)
    assert spent
    assert spent.payback
    turns = math.floor(spent.payback + later)
    run, _ = go_on(walk(TALK), before, replace(DEFAULT, payback_turns=turns))
    assert zones(run).count("[fastjev 骨架") == blocks


def test_the_first_block_has_nothing_before_it() -> None:
    run = walk(TALK)
    assert go_on(run, "", DEFAULT) == (run, None)
