"""From decisions to zones. Rows are made by hand; an item is written as its zone, status and text."""

from dataclasses import replace
from typing import Any

import pytest
from rows import Row, assistant, human, result, scene_of

from fastjev.datatypes import Skeleton, Span
from fastjev.labels import Zone
from fastjev.policy import DEFAULT
from fastjev.stages.reassemble import reassemble


def skeleton(*rows: Row, lang: str | None = None, **policy: Any) -> Skeleton:
    scene, decisions = scene_of(rows)
    return reassemble(scene.conversation, scene.units, decisions, replace(DEFAULT, **policy), lang)


def shown(*rows: Row) -> list[tuple[str, str, str]]:
    return [(str(item.zone), str(item.status), item.text) for item in skeleton(*rows, recent_turns=0).items]


@pytest.mark.parametrize(
    ("row", "zone"),
    [
        (human("x", "constraint"), "constraints"),
        (human("x", "constraint", status="possible_conflict"), "constraints"),
        (human("x", "constraint", status="deprecated"), "deprecated_constraints"),
        (human("x", "fact"), "facts"),
        (human("x", "fact", status="conflict"), "facts"),
        (human("x", "decision"), "decisions"),
        (human("x", "decision", status="overridden"), "decisions"),
        (human("x", "decision", status="rejected"), "decisions"),
        (assistant("x", "decision"), "process"),
        (assistant("x", "decision", status="final"), "decisions"),
        (assistant("x", "constraint", status="active"), "constraints"),
        (human("x", "process"), "process"),
        (human("x", "unsure"), "process"),
    ],
)
def test_zone_of_a_decision(row: Row, zone: str) -> None:
    assert [item[0] for item in shown(row)] == [zone]


def test_zones_stand_in_order_and_the_newest_first_in_each() -> None:
    rows = [
        human("一", "constraint"), human("二", "fact"), human("三", "decision"), human("四", "process"),
        human("五", "constraint", status="deprecated"), human("六", "constraint"), human("七", "fact"),
    ]  # fmt: skip
    assert [text for _, _, text in shown(*rows)] == ["六", "一", "七", "二", "三", "四", "五"]
    assert list(dict.fromkeys(zone for zone, _, _ in shown(*rows))) == [str(zone) for zone in Zone]


def test_inside_a_message_the_later_stands_first() -> None:
    rows = [human("一。\n", "constraint"), human("二。", "constraint", joined=True)]
    assert [text for _, _, text in shown(*rows)] == ["二。", "一。"]


def test_a_human_s_sentence_stands_whole_in_its_most_binding_zone() -> None:
    rows = [human("线上有老客户端，", "fact"), human("字段别改", "constraint", joined=True)]
    assert shown(*rows) == [("constraints", "active", "线上有老客户端，字段别改")]


def test_noise_leaves_the_sentence_that_holds_it_whole() -> None:
    rows = [human("谢谢，", "noise", action="fold"), human("字段别改", "constraint", joined=True)]
    assert shown(*rows) == [("constraints", "active", "谢谢，字段别改")]


def test_noise_alone_goes() -> None:
    assert shown(human("谢谢", "noise", action="fold")) == []


def test_reported_speech_stands_apart_from_the_rule_beside_it() -> None:
    rows = [human("客户说表随便改，", "fact", p=0.9), human("不许改表", "constraint", joined=True)]
    assert shown(*rows) == [("constraints", "active", "不许改表"), ("facts", "active", "客户说表随便改，不许改表")]


def test_of_a_sentence_in_parts_the_least_binding_one_shows_all_of_it() -> None:
    """So that each sentence can be read as it was said; what binds is shown with nothing that does not."""
    rows = [
        human("嗯，", "noise", action="fold"),
        human("用 Redis，", "decision", status="overridden", superseded_by="u1.3", joined=True),
        human("还是 Postgres 吧", "decision", status="final", joined=True),
    ]
    assert sorted(shown(*rows)) == [
        ("decisions", "final", "还是 Postgres 吧"),
        ("decisions", "overridden", "嗯，用 Redis，还是 Postgres 吧"),
    ]


def test_an_assistant_s_sentence_in_parts_has_no_part_twice() -> None:
    rows = [
        assistant("The cap is 30 s, ", "fact"),
        assistant("so I will retry twice", "decision", status="proposed", joined=True),
    ]
    assert sorted(text for _, _, text in shown(*rows)) == ["The cap is 30 s,", "so I will retry twice"]


def test_a_void_part_is_never_shown_with_the_rest() -> None:
    rows = [
        human("超时 30 秒，", "constraint", status="deprecated", superseded_by="u2.1"),
        human("重试 3 次", "constraint", joined=True),
        human("超时改成 60 秒", "constraint", supersedes=("u1.1",)),
    ]
    assert shown(*rows) == [
        ("constraints", "active", "超时改成 60 秒"),
        ("constraints", "active", "重试 3 次"),
        ("deprecated_constraints", "deprecated", "超时 30 秒，"),
    ]


def test_a_constraint_that_settles_a_choice_stands_in_both_zones() -> None:
    row = human("统一用 UTC", "constraint", choice="final")
    assert shown(row) == [("constraints", "active", "统一用 UTC"), ("decisions", "final", "统一用 UTC")]


def test_what_is_said_twice_word_for_word_stands_once_at_its_first_time() -> None:
    rows = [human("别动表", "constraint"), human("别动表", "constraint")]
    assert [(item.turn, item.text) for item in skeleton(*rows, recent_turns=0).items] == [(1, "别动表")]


def test_a_deprecated_rule_said_again_stands_in_both_zones() -> None:
    rows = [
        human("超时 30 秒", "constraint", status="deprecated", superseded_by="u2.1"),
        human("超时 30 秒", "constraint"),
    ]
    assert [zone for zone, _, _ in shown(*rows)] == ["constraints", "deprecated_constraints"]


def test_an_exchange_is_one_line_and_its_telling_lines() -> None:
    text = "ok\np99 512 ms\nbye"
    found = shown(human("跑", "process"), result(text, kept=(Span(3, 13),), action="cap"))
    assert ("facts", "active", "p99 512 ms") in found
    assert ("process", "active", "Bash x → ok, 17 字符") in found


@pytest.mark.parametrize(
    ("row", "lang", "line"),
    [
        (result("a" * 1234), "en", "Bash x → ok, 1,234 chars"),
        (
            result("npm ERR! code 1\nError: no such file\n", is_error=True),
            "en",
            "Bash x → error, 36 chars: Error: no such file",
        ),
        (result("boom", is_error=True), "zh", "Bash x → 出错, 4 字符: boom"),
        (
            result("", name="Read", input={"file_path": "/home/u/w/app/src/billing/prorate.py"}),
            "en",
            "Read …/src/billing/prorate.py → ok, 0 chars",
        ),
        (result("x", name="Task", input={}), "en", "Task → ok, 1 chars"),
        (result("x", input={"command": "one\n two " + "x" * 80}), "en", "Bash one two " + "x" * 55 + "… → ok, 1 chars"),
    ],
)
def test_the_line_of_an_exchange(row: Row, lang: str, line: str) -> None:
    assert [item.text for item in skeleton(row, lang=lang, recent_turns=0).items] == [line]


def test_folded_passages_are_one_line_a_turn() -> None:
    rows = [
        human("一", "process"),
        assistant("看完了。", "process", action="fold"),
        assistant("没别的。", "process", action="fold", joined=True),
        human("二", "process"),
        assistant("好。", "process", action="fold"),
    ]
    folds = [item for item in skeleton(*rows, lang="zh", recent_turns=0).items if item.covers]
    assert [(item.id, item.covers, item.text) for item in folds] == [
        ("f2", (2, 2), "助手叙述 1 段，2 字符"),
        ("f1", (1, 1), "助手叙述 2 段，8 字符"),
    ]


@pytest.mark.parametrize(("turns", "recent"), [(0, []), (1, [4, 5]), (2, [2, 3, 4, 5]), (9, [0, 1, 2, 3, 4, 5])])
def test_the_last_turns_stay_verbatim(turns: int, recent: list[int]) -> None:
    rows = [row for n in range(3) for row in (human(f"第 {n} 问", "process"), assistant("答", "process"))]
    found = skeleton(*rows, recent_turns=turns)
    assert [message.index for message in found.recent] == recent
    assert (found.first_turn, found.last_turn) == (1, 3)


@pytest.mark.parametrize(
    ("texts", "lang"),
    [
        (["不要动那张表"], "zh"),
        (["don't touch it"], "en"),
        (["把 RefundController 的 timeout 改成 30s 并且别动 schema"], "zh"),
        (["fix the 订单 page please, it is slow and ugly"], "en"),
        (["请 use pnpm 而不是 npm"], "zh"),
        ([""], "en"),
        (["42"], "en"),
    ],
)
def test_headings_are_in_the_human_s_language(texts: list[str], lang: str) -> None:
    rows = [human(text) for text in texts]
    assert skeleton(*rows, assistant("这是助手说的很长很长的一段中文，不算数")).lang == lang
    assert skeleton(*rows, lang="en").lang == "en"


def test_code_keeps_its_shape_and_sentences_lose_their_blanks() -> None:
    rows = [
        human("\n  按这个来：  \n", "process"),
        human("\n    def f():\n        return 1\n\n", "constraint", kind="code", joined=True),
    ]
    assert shown(*rows) == [
        ("constraints", "active", "    def f():\n        return 1"),
        ("process", "active", "按这个来："),
    ]


def test_spans_give_the_text_back() -> None:
    rows = [
        human("  谢谢， ", "noise", action="fold"),
        human(" 字段别改。 ", "constraint", joined=True),
        human("再说", joined=True),
    ]
    scene, _ = scene_of(rows)
    for item in skeleton(*rows, recent_turns=0).items:
        assert item.text == item.span.of(scene.conversation.messages[item.message].text)


def test_neighbouring_sentences_of_one_fate_are_one_line() -> None:
    rows = [human("先问我。", "constraint"), human("别自己改。", "constraint", joined=True)]
    assert shown(*rows) == [("constraints", "active", "先问我。别自己改。")]


@pytest.mark.parametrize(
    "second",
    [
        human("别自己改。", "constraint"),
        human("看下日志。", "process", joined=True),
        human("改成 60。", "constraint", joined=True, supersedes=("u0.1",)),
        human("字" * DEFAULT.item_chars, "constraint", joined=True),
    ],
    ids=["another message", "another fate", "a link", "too long"],
)
def test_what_stays_a_line_of_its_own(second: Row) -> None:
    assert len(shown(human("先问我。", "constraint"), second)) == 2


@pytest.mark.parametrize("tokens", [1, 60, 200])
def test_a_budget_never_costs_what_binds(tokens: int) -> None:
    rows = [
        human("别动表", "constraint"),
        human("用 pnpm", "decision"),
        human("超时 30 秒", "constraint", status="deprecated", superseded_by="u9.1"),
        *[
            row
            for n in range(20)
            for row in (human(f"看第 {n} 个文件", "process"), result(f"value_{n}", kept=(Span(0, 7),)))
        ],
    ]
    everything = skeleton(*rows, recent_turns=0).items
    fitted = skeleton(*rows, recent_turns=0, budget_tokens=tokens).items
    binding = (Zone.CONSTRAINTS, Zone.DECISIONS, Zone.DEPRECATED_CONSTRAINTS)
    assert [item for item in fitted if item.zone in binding] == [item for item in everything if item.zone in binding]
    assert len(fitted) < len(everything)
    # Nothing of a human's goes before all else has.
    if any(item.speaker == "human" and item not in fitted for item in everything):
        assert {item.speaker for item in fitted if item.id != "f0"} == {"human"}
    # What the budget took leaves a line behind which it can be had again.
    gone = len(everything) - len(fitted) + 1
    assert [item.text for item in fitted if item.id == "f0"] == [f"预算之外 {gone} 行"]
