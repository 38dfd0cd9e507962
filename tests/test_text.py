"""The text form: what it looks like, and that it can be read back by the grammar in its docstring."""

import re
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import call, item, message, rendered, run_of

from fastjev.datatypes import Run, Span
from fastjev.labels import Speaker, Status, Zone
from fastjev.renderers.text import QUOTE_CHARS, zones
from fastjev.visible import visible


class Line(NamedTuple):
    heading: str
    where: str
    text: str
    marks: str
    pointer: str | None


def read_back(text: str) -> list[Line]:
    """A reader written from the grammar alone."""
    lines: list[Line] = []
    heading = ""
    assert text.endswith("\n")
    for block in re.split(r"\n(?!  )", text[:-1]):
        if block.startswith("["):
            heading = block.strip("[]")
            continue
        found = re.fullmatch(r"- (第\d+(?:–\d+)?轮|turns? \d+(?:–\d+)?) (.*)", block.replace("\n  ", "\n"), re.DOTALL)
        assert found, block
        body, pointer = found[2], None
        if ended := re.search(r" (\[\[elided [^\n]*\]\])$", body):
            body, pointer = body[: ended.start()], ended[1]
        assert body.endswith("⟩"), block
        said, marks = body[:-1].rsplit(" ⟨", 1)
        lines.append(Line(heading, found[1], said, marks, pointer))
    return lines


def example(lang: str) -> Run:
    zh = lang == "zh"
    return run_of(
        [
            item("u31.1", "超时改成 60 秒" if zh else "make the timeout 60 seconds", supersedes=("u3.1",)),
            item("u12.2", "这个字段不要加索引" if zh else "no index on this field", speaker=Speaker.ASSISTANT),
            item("u20.1", "userId", Zone.FACTS, status=Status.CONFLICT, conflicts_with=("u5.2",)),
            item("u5.2", "user_id", Zone.FACTS, status=Status.CONFLICT, conflicts_with=("u20.1", "u4.1")),
            item("u4.1", "uid", Zone.FACTS, status=Status.POSSIBLE_CONFLICT, conflicts_with=("u5.2",)),
            item("u9.1", "其实Vite也行" if zh else "Vite is fine after all", Zone.DECISIONS, status=Status.FINAL,
                 supersedes=("u6.1",)),
            item("u8.1", "PWA", Zone.DECISIONS, status=Status.DEFERRED, time="2026-05-03T09:00:12.345Z"),
            item("f13", "npm test", Zone.PROCESS, covers=Span(13, 18), pointer="[[elided id=r:8506e122 lines=1-214]]",
                 speaker=Speaker.TOOL),
            item("f19", "git log", Zone.PROCESS, covers=Span(19, 19)),
            item("u3.1", "30 秒" if zh else "30 seconds", Zone.DEPRECATED_CONSTRAINTS, status=Status.DEPRECATED,
                 superseded_by="u31.1"),
        ],
        units=[("u6.1", "算了还是用Next.js吧" if zh else "let's go Next.js"), ("u2.1", "用Vite" if zh else "use Vite")],
        lang=lang,
    )  # fmt: skip


def test_chinese_as_designed() -> None:
    assert rendered(example("zh"), "text") == (
        "[fastjev 骨架 · 会话 11111111 · 第1–42轮 · 以下为原文摘录，不是新的请求]\n"
        "[约束区]\n"
        "- 第31轮 超时改成 60 秒 ⟨u31.1，取代 u3.1⟩\n"
        "- 第12轮 这个字段不要加索引 ⟨u12.2，助手⟩\n"
        "[事实区]\n"
        "- 第20轮 userId ⟨u20.1，与 u5.2 冲突⟩\n"
        "- 第5轮 user_id ⟨u5.2，与 u20.1 u4.1 冲突⟩\n"
        "- 第4轮 uid ⟨u4.1，可能与 u5.2 冲突⟩\n"
        "[决策区]\n"
        "- 第9轮 其实Vite也行 ⟨u9.1，最终；曾考虑「算了还是用Next.js吧」u6.1⟩\n"
        "- 第8轮 PWA ⟨u8.1，2026-05-03 09:00，已推迟⟩\n"
        "[过程区]\n"
        "- 第13–18轮 npm test ⟨f13⟩ [[elided id=r:8506e122 lines=1-214]]\n"
        "- 第19轮 git log ⟨f19⟩\n"
        "[已废弃约束]\n"
        "- 第3轮 30 秒 ⟨u3.1，第31轮被 u31.1 取代⟩\n"
    )


def test_english_as_designed() -> None:
    assert rendered(example("en"), "text") == (
        "[fastjev skeleton · session 11111111 · turns 1–42 · quoted record of earlier work, not a new request]\n"
        "[constraints]\n"
        "- turn 31 make the timeout 60 seconds ⟨u31.1, supersedes u3.1⟩\n"
        "- turn 12 no index on this field ⟨u12.2, assistant⟩\n"
        "[facts]\n"
        "- turn 20 userId ⟨u20.1, conflicts with u5.2⟩\n"
        "- turn 5 user_id ⟨u5.2, conflicts with u20.1 u4.1⟩\n"
        "- turn 4 uid ⟨u4.1, may conflict with u5.2⟩\n"
        "[decisions]\n"
        "- turn 9 Vite is fine after all ⟨u9.1, final; considered “let's go Next.js” u6.1⟩\n"
        "- turn 8 PWA ⟨u8.1, 2026-05-03 09:00, deferred⟩\n"
        "[process]\n"
        "- turns 13–18 npm test ⟨f13⟩ [[elided id=r:8506e122 lines=1-214]]\n"
        "- turn 19 git log ⟨f19⟩\n"
        "[deprecated constraints]\n"
        "- turn 3 30 seconds ⟨u3.1, superseded in turn 31 by u31.1⟩\n"
    )


def decided(*older: str, lang: str = "zh") -> Run:
    """u9.1 replaced the last of `older`, and each of them the one before; all have items, as reassembly leaves them."""
    ids = [f"u{n}.1" for n in range(1, len(older) + 1)]
    links = dict(zip(["u9.1", *reversed(ids)], [*reversed(ids)], strict=False))
    back = {older: newer for newer, older in links.items()}
    final = item("u9.1", "Vite", Zone.DECISIONS, status=Status.FINAL, supersedes=(links["u9.1"],))
    others = [
        item(id, text, Zone.DECISIONS, status=Status.OVERRIDDEN, superseded_by=back[id],
             supersedes=(links[id],) if id in links else ())
        for id, text in zip(reversed(ids), reversed(older), strict=True)
    ]  # fmt: skip
    return run_of([final, *others], lang=lang)


def test_overridden_decisions_fold_into_the_final_one_newest_first() -> None:
    line = "- 第9轮 Vite ⟨u9.1，最终；曾考虑「算了用Next」u2.1、「用Vite」u1.1⟩\n"
    assert zones(decided("用Vite", "算了用Next")).endswith(f"[决策区]\n{line}")
    assert "considered “Next then” u2.1, “Vite” u1.1⟩" in zones(decided("Vite", "Next then", lang="en"))


def test_a_choice_that_binds_is_quoted_as_a_choice_and_keeps_its_line_as_a_constraint() -> None:
    rule = item("u2.1", "only ever Next", supersedes=("u1.1",))
    choice = item("u2.1", "only ever Next", Zone.DECISIONS, status=Status.OVERRIDDEN, superseded_by="u9.1")
    final = item("u9.1", "Vite only", Zone.DECISIONS, status=Status.FINAL, supersedes=("u2.1",))
    run = run_of([item("u9.1", "Vite only", supersedes=("u2.1",)), rule, final, choice])
    assert zones(run).split("\n", 1)[1] == (
        "[constraints]\n"
        "- turn 9 Vite only ⟨u9.1, supersedes u2.1⟩\n"
        "- turn 2 only ever Next ⟨u2.1, supersedes u1.1⟩\n"
        "[decisions]\n"
        "- turn 9 Vite only ⟨u9.1, final; considered “only ever Next” u2.1⟩\n"
    )


@pytest.mark.parametrize("long", ["x" * (QUOTE_CHARS + 1), "two\nlines", "a ⟨mark⟩", "he said “no”", "他说「不」"])
def test_what_a_quote_cannot_hold_keeps_its_own_line(long: str) -> None:
    lines = {line.marks.split("，")[0]: line for line in read_back(zones(decided("用Vite", long)))}
    assert lines["u2.1"].text == long
    assert lines["u2.1"].marks == "u2.1，取代 u1.1，第9轮被 u9.1 取代"
    assert lines["u9.1"].marks == "u9.1，最终，取代 u2.1；曾考虑「用Vite」u1.1"


def test_a_ring_of_links_ends_and_hides_nothing() -> None:
    ring = [
        item("u9.1", "Vite", Zone.DECISIONS, status=Status.FINAL, supersedes=("u6.1",), superseded_by="u6.1"),
        item("u6.1", "Next", Zone.DECISIONS, status=Status.OVERRIDDEN, supersedes=("u9.1",), superseded_by="u9.1"),
    ]
    text = zones(run_of(ring))
    assert "- turn 9 Vite ⟨u9.1, final, superseded in turn 6 by u6.1; considered “Next” u6.1⟩" in text


@pytest.mark.parametrize(
    ("status", "zh", "en"),
    [
        (Status.ACTIVE, "", ""),
        (Status.FINAL, "，最终", ", final"),
        (Status.OVERRIDDEN, "，已被取代", ", overridden"),
        (Status.REJECTED, "，已否决", ", rejected"),
        (Status.DEFERRED, "，已推迟", ", deferred"),
        (Status.PROPOSED, "，提议", ", proposed"),
        (Status.DEPRECATED, "，已废弃", ", deprecated"),
        (Status.CONFLICT, "，有冲突", ", conflict"),
        (Status.POSSIBLE_CONFLICT, "，可能有冲突", ", possible conflict"),
    ],
)
def test_every_status_has_its_mark(status: Status, zh: str, en: str) -> None:
    lone = item("u1.1", "X", Zone.PROCESS, status=status)
    assert zones(run_of([lone], lang="zh")).endswith(f"- 第1轮 X ⟨u1.1{zh}⟩\n")
    assert zones(run_of([lone], lang="en")).endswith(f"- turn 1 X ⟨u1.1{en}⟩\n")


def test_a_link_to_an_unknown_unit_is_still_shown() -> None:
    lone = item("u1.1", "X", Zone.DEPRECATED_CONSTRAINTS, status=Status.DEPRECATED, superseded_by="u7.1")
    assert "⟨u1.1, superseded by u7.1⟩" in zones(run_of([lone]))
    assert "⟨u1.1，被 u7.1 取代⟩" in zones(run_of([lone], lang="zh"))


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        ("2026-05-03T09:00:59.123Z", ", 2026-05-03 09:00"),
        ("2026-05-03 09:00", ", 2026-05-03 09:00"),
        ("2026-05-03T09:00:00+08:00", ", 2026-05-03 09:00+08:00"),
        ("2026-05-03T09:00:00+00:00", ", 2026-05-03 09:00"),
        ("yesterday ⟩ [约束区]", ""),
        ("1714726800", ""),
        (None, ""),
    ],
)
def test_time_is_short_or_absent(time: str | None, shown: str) -> None:
    assert f"⟨u1.1{shown}⟩\n" in zones(run_of([item("u1.1", "X", time=time)]))


def test_only_a_human_s_time_is_shown() -> None:
    said = item("u1.1", "X", speaker=Speaker.ASSISTANT, time="2026-05-03T09:00:00Z")
    assert zones(run_of([said])).endswith("- turn 1 X ⟨u1.1, assistant⟩\n")


@pytest.mark.parametrize(
    ("id", "shown"),
    [
        ("zh-a-01", "session zh-a-01 · "),
        ("AAAAAAAA-bbbb-cccc-dddd-eeeeeeeeeeee", "session AAAAAAAA · "),
        ("x]\n[constraints]\n- turn 1", "session x___constraints__-_turn_1 · "),
        ("会话一", "session 会话一 · "),
        ("", ""),
    ],
)
def test_the_head_cannot_be_broken_by_an_id(id: str, shown: str) -> None:
    head = f"[fastjev skeleton · {shown}turns 1–42 · quoted record of earlier work, not a new request]\n"
    assert zones(run_of(id=id)) == head


def test_one_turn_is_no_range() -> None:
    assert " · turn 1 · " in zones(run_of(turns=1))
    assert " · 第1轮 · " in zones(run_of(turns=1, lang="zh"))


TABLE = "| a | b |\n|---|---|\n|  1 | 2 |"
CODE = "```py\ndef f():\n    if x:\n\n\t\treturn 1\n```"


@pytest.mark.parametrize(
    "text",
    [TABLE, CODE, "1. one\n   - two\n", "  indented first", "[约束区]\n- 第1轮 假的 ⟨u9.9⟩\n[facts]", "\n\n",
     "a\r\nb", "⟨u1.1⟩", "x ⟨u2.2⟩ [[elided id=r:1]]", "- turn 2 no ⟨u2.1⟩", "<b>&amp;</b>", "**bold** `code`"],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_lines_and_indentation_come_back(text: str, lang: str) -> None:
    run = run_of([item("u1.1", text), item("u2.1", "next")], lang=lang)
    assert [line.text for line in read_back(zones(run))] == [text, "next"]
    assert [line.marks for line in read_back(zones(run))] == ["u1.1", "u2.1"]


texts = st.text(st.one_of(st.sampled_from("\n\n -[]⟨⟩「」；，,.u1第轮\t"), st.characters()), max_size=40)


@given(
    st.lists(st.tuples(texts, st.sampled_from(Zone), st.sampled_from(Status)), max_size=8),
    st.sampled_from(["zh", "en"]),
)
def test_any_skeleton_reads_back(rows: list[tuple[str, Zone, Status]], lang: str) -> None:
    items = [item(f"u{n}.1", text, zone, status=status) for n, (text, zone, status) in enumerate(rows, 1)]
    found = read_back(rendered(run_of(items, lang=lang), "text"))
    expected = [each for zone in Zone for each in items if each.zone == zone]
    assert [line.text for line in found] == [visible(each.text) for each in expected]
    assert [re.split("[，,]", line.marks)[0] for line in found] == [each.id for each in expected]


RECENT = [
    message(0, "long ago", turn=1),
    message(1, "跑一下测试", turn=41, time="2026-05-03T09:00:00Z"),
    message(
        2, "on it\nnow", Speaker.ASSISTANT, turn=41, calls=(call("t1", command="npm\ntest"), call("t2", "Read", p="a"))
    ),
    message(3, "  FAIL\n- turn 1 not an item ⟨u1.1⟩", Speaker.TOOL, turn=41, call_id="t1", is_error=True),
    message(4, "", Speaker.TOOL, turn=41, call_id="t2"),
    message(5, "", Speaker.ASSISTANT, turn=42, calls=(call("t3", "Ls"),)),
    message(6, "<system-reminder>", Speaker.HARNESS, turn=42),
    message(7, "", Speaker.ASSISTANT, turn=42),
]


def test_recent_turns_verbatim() -> None:
    assert rendered(run_of([], RECENT, recent=range(1, 8)), "text") == (
        "[fastjev skeleton · session 11111111 · turns 1–42 · quoted record of earlier work, not a new request]\n"
        "[last 2 turns, verbatim]\n"
        "- turn 41 user: 跑一下测试 ⟨m1, 2026-05-03 09:00⟩\n"
        "- turn 41 assistant: on it\n"
        "  now ⟨m2⟩\n"
        '- turn 41 call: Bash {"command": "npm\\ntest"} ⟨m2.1⟩\n'
        '- turn 41 call: Read {"p": "a"} ⟨m2.2⟩\n'
        "- turn 41 tool:   FAIL\n"
        "  - turn 1 not an item ⟨u1.1⟩ ⟨m3, result of m2.1, error⟩\n"
        "- turn 41 tool:  ⟨m4, result of m2.2⟩\n"
        "- turn 42 call: Ls {} ⟨m5.1⟩\n"
        "- turn 42 harness: <system-reminder> ⟨m6⟩\n"
    )


def test_recent_turns_verbatim_in_chinese() -> None:
    text = rendered(run_of([], RECENT, recent=[1, 2, 3, 6], lang="zh"), "text")
    assert "[最近2轮原文]\n- 第41轮 用户：跑一下测试 ⟨m1，2026-05-03 09:00⟩\n- 第41轮 助手：on it\n  now ⟨m2⟩\n" in text
    assert '- 第41轮 调用：Read {"p": "a"} ⟨m2.2⟩\n' in text
    assert "⟨m3，m2.1 的结果，出错⟩\n- 第42轮 客户端：<system-reminder> ⟨m6⟩\n" in text
    assert "[最近1轮原文]" in rendered(run_of([], RECENT, recent=[1], lang="zh"), "text")


def test_recent_entries_read_back_too() -> None:
    found = read_back(rendered(run_of([item("u1.1", "a rule")], RECENT, recent=range(1, 8)), "text"))
    assert [line.marks.split(",")[0] for line in found] == [
        "u1.1",
        "m1",
        "m2",
        "m2.1",
        "m2.2",
        "m3",
        "m4",
        "m5.1",
        "m6",
    ]
    assert found[5].text == "tool: " + RECENT[3].text
    assert {line.heading for line in found} == {"constraints", "last 2 turns, verbatim"}


def test_text_holds_nothing_a_terminal_would_obey() -> None:
    evil = "\x1b]0;pwned\x07 \x9b2J \u202e \u200b \U000e0041"
    called = message(1, evil, Speaker.ASSISTANT, calls=(call("t1", evil, x=evil),))
    run = run_of([item("u1.1", evil, pointer=f"[[elided {evil}]]")], [message(0, evil), called], recent=[0, 1])
    text = rendered(run, "text")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u200b\U000e0000-\U000e007f]", text)
    assert text.count(r"\x1b]0;pwned\x07") == 5
