"""The shape of a text, line by line. A block is written here as its kind and its text, line ends included."""

import pytest

from fastjev.stages.blocks import blocks

TRACE = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: boom\n'
JAVA = (
    "java.lang.IllegalStateException: no bean\n\tat com.acme.Order.load(Order.java:31)\n\t... 12 more\nCaused by: x\n"
)
CASES = {
    "nothing": ("", []),
    "one line": ("不要动那张表", [("prose", "不要动那张表")]),
    "lines of one paragraph": ("一行\n再一行\n", [("prose", "一行\n再一行\n")]),
    "paragraphs": ("一段\n\n二段", [("prose", "一段\n\n"), ("prose", "二段")]),
    "blank lines at the top": ("\n \n开始", [("prose", "\n \n开始")]),
    "only blank lines": ("\n \n", [("prose", "\n \n")]),
    "bullets": (
        "规矩：\n- 先问我\n- don't push\n好",
        [("prose", "规矩：\n"), ("item", "- 先问我\n"), ("item", "- don't push\n"), ("prose", "好")],
    ),
    "a wrapped item": ("- one\n    goes on\n- two", [("item", "- one\n    goes on\n"), ("item", "- two")]),
    "items set apart": ("1. one\n\n2. two", [("item", "1. one\n\n"), ("item", "2. two")]),
    "a code fence": (
        "看：\n```py\nx = 1\n\n# 不要\n```\n完",
        [("prose", "看：\n"), ("code", "```py\nx = 1\n\n# 不要\n```\n"), ("prose", "完")],
    ),
    "an unclosed fence": ("a\n```\nb\n\n- c", [("prose", "a\n"), ("code", "```\nb\n\n- c")]),
    "a fence of tildes holds backticks": ("~~~\n```\n~~~\nb", [("code", "~~~\n```\n~~~\n"), ("prose", "b")]),
    "a longer fence holds a shorter one": (
        "````\n```\nx\n```\n````\nb",
        [("code", "````\n```\nx\n```\n````\n"), ("prose", "b")],
    ),
    "two fences": ("```\na\n```\n```\nb\n```\n", [("code", "```\na\n```\n"), ("code", "```\nb\n```\n")]),
    "indented code": (
        "看：\n\n    x = 1\n    y = 2\n\n完",
        [("prose", "看：\n\n"), ("code", "    x = 1\n    y = 2\n\n"), ("prose", "完")],
    ),
    "a table": (
        "限额：\n| a | b |\n|---|---|\n| 1 | 2 |\n按这个来",
        [("prose", "限额：\n"), ("table", "| a | b |\n|---|---|\n| 1 | 2 |\n"), ("prose", "按这个来")],
    ),
    "a quote": (
        "他说：\n> 必须重启\n> now\n\n听他的",
        [("prose", "他说：\n"), ("quote", "> 必须重启\n> now\n\n"), ("prose", "听他的")],
    ),
    "headings": ("# 约定\n## Rules\n别动", [("heading", "# 约定\n"), ("heading", "## Rules\n"), ("prose", "别动")]),
    "a Python traceback": (f"挂了\n{TRACE}怎么办", [("prose", "挂了\n"), ("trace", TRACE), ("prose", "怎么办")]),
    "a Java trace": (f"{JAVA}看下", [("trace", JAVA), ("prose", "看下")]),
    "a log": (
        "2026-03-04 13:58:02.114 INFO up\n2026-03-04 13:58:02.161 ERROR down\n",
        [("trace", "2026-03-04 13:58:02.114 INFO up\n2026-03-04 13:58:02.161 ERROR down\n")],
    ),
    "a log with the month's name": (
        "也看下\nFeb  8 22:02:21.647 |DEBU| hook invoked\nFeb  8 22:02:21.655 |INFO| hook done ok=true\n",
        [
            ("prose", "也看下\n"),
            ("trace", "Feb  8 22:02:21.647 |DEBU| hook invoked\nFeb  8 22:02:21.655 |INFO| hook done ok=true\n"),
        ],
    ),
    "a terminal, and a comment between its lines": (
        "❯ deploy now\n  ⎿ must be run as root\nand then this:\n❯ git log\ndone",
        [
            ("prose", "❯ deploy now\n"),
            ("trace", "  ⎿ must be run as root\n"),
            ("prose", "and then this:\n"),
            ("trace", "❯ git log\n"),
            ("prose", "done"),
        ],
    ),
    "what git says, with a line between": (
        "remote: denied\nfatal: unable to push\nPush failed, never mind.\nfatal: unable to push\n别再推了",
        [
            ("trace", "remote: denied\nfatal: unable to push\nPush failed, never mind.\nfatal: unable to push\n"),
            ("prose", "别再推了"),
        ],
    ),
    "the columns of a linter": (
        "Unlisted (2)\n@acme/db       app/db.ts          \nauth0  app/x.ts\nlefthook    knip.json  Remove it\nfix them",
        [
            ("prose", "Unlisted (2)\n"),
            ("trace", "@acme/db       app/db.ts          \nauth0  app/x.ts\nlefthook    knip.json  Remove it\n"),
            ("prose", "fix them"),
        ],
    ),
    "what a linter, a phone and a browser print": (
        "cmd/a.go:91:9: strings should not be\n08-03 09:41:22 W/Sync: must refetch\nUncaught (in promise) x\n修",
        [
            (
                "trace",
                "cmd/a.go:91:9: strings should not be\n08-03 09:41:22 W/Sync: must refetch\n"
                "Uncaught (in promise) x\n",
            ),
            ("prose", "修"),
        ],
    ),
    "a linter's table, pytest, tsc, docker": (
        "12:5  error  Use const\nE   must be JSON\nerror TS2345: x must be\n#12 ERROR: must be\n修",
        [
            (
                "trace",
                "12:5  error  Use const\nE   must be JSON\nerror TS2345: x must be\n#12 ERROR: must be\n",
            ),
            ("prose", "修"),
        ],
    ),
    "a hash by itself": ("看这个\n9ae2d71ae8a2\n", [("prose", "看这个\n"), ("trace", "9ae2d71ae8a2\n")]),
    "U+2028 is no line end": ("- 一\u2028- 二\n- 三", [("item", "- 一\u2028- 二\n"), ("item", "- 三")]),
    "carriage returns": (
        "规矩：\r\n- 一\r\n\r\n```\r\nx\r\n```\r\n完\r\n",
        [("prose", "规矩：\r\n"), ("item", "- 一\r\n\r\n"), ("code", "```\r\nx\r\n```\r\n"), ("prose", "完\r\n")],
    ),
    "text right after a list": ("- a\nnot an item", [("item", "- a\n"), ("prose", "not an item")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(kind, span.of(text)) for span, kind in blocks(text)] == expected


@pytest.mark.parametrize(
    "mark",
    [
        "- ",
        "* ",
        "+ ",
        "• ",
        "-",
        "1. ",
        "1.",
        "12) ",
        "1)",
        "3、",
        "3）",
        "（2）",
        "(2) ",
        "①",
        "① ",
        "一、",
        "十二、",
        "a) ",
        "B. ",
        "1．",
    ],
)
@pytest.mark.parametrize("indent", ["", "  ", "\u3000"])
def test_a_mark_makes_an_item(mark: str, indent: str) -> None:
    text = f"{indent}{mark}先问我"
    assert [(kind, span.of(text)) for span, kind in blocks(text)] == [("item", text)]


@pytest.mark.parametrize(
    "line",
    [
        "1.5 倍就够", "3.14", "2026 年再说", "-1 不行", "--force 别用", "*重点*别动", "a.b.c 别改", "100 行以内",
        "一定要问我", "e.g. this",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_mark_is_prose(line: str) -> None:
    assert [kind for _, kind in blocks(line)] == ["prose"]


@pytest.mark.parametrize(
    "line",
    [
        "error handling 要统一",
        "TypeError 不许吞掉",
        "at least 3 reviewers",
        "DEBUG 日志别打到生产",
        "ERROR messages must be in English",
        "INFO 级别就行",
        "2026-05-03 18:00 之前别合 main",
        "2026-05-03 must not be in the fixture",
        "Exception: anything tied to an open incident stays",
        "Warning: never run this on prod",
        "hint: use pnpm, not npm",
        "remote: only async standups",
        "[IMPORTANT] never push",
        "✗ 不要用 lodash",
        "2 failed 那两条别管",
        "keep it local  and fast  please",
        "不要动    schema",
        "timeout    30s",
        "1234567 这个单号别改",
        "branch names -> lower case",
        "$ 符号别去掉",
        "WARNING: never touch prod",
        "WARNING: 不要碰 prod 数据库",
        "ERROR: 永远不要吞异常",
        "[WARNING] 不要碰",
        "Error: 500 页面必须是中文",
        "❯ 删除之前必须问我",
        "error TS messages in Chinese",
        "E2E 测试必须跑",
        "note: [draft] stays out",
        "W801 这个机型别动",
        "#12 [登录页] 别合",
        "a.go:91 那行别动",
        "09:30 前别发布",
        "uncaught errors must be logged",
    ],
)
def test_a_sentence_that_opens_like_a_log_or_trace_is_prose(line: str) -> None:
    """What is pasted is evidence and binds nobody, so a rule taken for a log line is a rule lost."""
    assert [kind for _, kind in blocks(line)] == ["prose"]
