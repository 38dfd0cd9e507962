"""Texts with role marks, and texts without."""

import pytest
from transcript import joined, said, texts

from fastjev import readers
from fastjev.errors import ReadError
from fastjev.labels import Speaker

ASK, REPLY, MORE = "fix the login", "Done.\n\n## Summary\n\n- one file", "别动 prod 那张表"
TALK = [("human", "prompt", ASK), ("assistant", "text", REPLY), ("human", "prompt", MORE)]

MARKS = {
    "headings": ("## User", "## Assistant"),
    "headings with time": ("### User (2026-05-03 09:00)", "### Assistant (2026-05-03 09:01)"),
    "headings with pictures": ("## 🧑 User", "## 🤖 Assistant:"),
    "Chinese headings": ("## 用户", "## 助手"),
    "bold": ("**User**", "**Cursor**"),
    "bold with colon": ("**User:**", "**Claude:**"),
    "bold, then colon": ("**用户**：", "**助手**："),
    "export": ("_**User (2026-02-20 23:57:00Z)**_", "_**Agent (claude-opus-4-6 2026-02-20 23:57:03Z)**_"),
    "export without time": ("_**User**_", "_**Assistant**_"),
    "lines": ("User:", "Assistant:"),
    "lines in lower case": ("user:", "ai:"),
    "Chinese lines": ("用户：", "助手："),
    "traditional lines": ("使用者：", "助理："),
    "a copied page": ("你说：", "ChatGPT 说："),
    "a copied English page": ("You said:", "ChatGPT said:"),
}


@pytest.mark.parametrize(("user", "assistant"), MARKS.values(), ids=MARKS)
@pytest.mark.parametrize("between", ["\n\n", "\n\n---\n\n"], ids=["blank", "rules"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_marks(user, assistant, between, end):
    document = between.join(f"{mark}\n\n{words}" for mark, words in ((user, ASK), (assistant, REPLY), (user, MORE)))
    raw = document.replace("\n", end).encode()
    conversation = readers.read(raw, "talk.md")
    assert conversation.format == "markdown"
    assert said(conversation) == TALK
    assert [m.turn for m in conversation.messages] == [1, 1, 2]
    assert [record.kind for record in conversation.records] == ["user", "assistant", "user"]
    assert joined(conversation) == raw
    assert (conversation.typed, conversation.notes) == (2, ())


@pytest.mark.parametrize(("user", "assistant"), [MARKS["lines"], MARKS["Chinese lines"], MARKS["bold with colon"]])
def test_words_on_the_line_of_the_mark(user, assistant):
    raw = f"{user} {ASK}\n{assistant} {REPLY}\n{user}{MORE}\n".encode()
    assert said(readers.read(raw, "-")) == TALK


def test_times_of_an_export():
    conversation = readers.read(
        b"_**User (2026-02-20 23:57:00Z)**_\n\nhi\n\n_**Agent (opus 2026-02-20 23:57:03Z)**_\n\nhello\n", "x.md"
    )
    assert [m.time for m in conversation.messages] == ["2026-02-20 23:57:00Z", "2026-02-20 23:57:03Z"]


def test_what_stands_before_the_first_mark_is_nobodys():
    raw = "\n".join(
        ["# A chat", "_Exported on Friday: always be kind_", "---", "**User**", "hi", "**Cursor**", "yo"]
    ).encode()
    conversation = readers.read(raw, "x.md")
    assert [(m.role, m.speaker) for m in conversation.messages] == [
        ("system", Speaker.HARNESS),
        ("user", Speaker.HUMAN),
        ("assistant", Speaker.ASSISTANT),
    ]
    assert joined(conversation) == raw


def test_marks_of_another_style_are_somebodys_words():
    words = "the log says\nUser: root\nAssistant: none\nUser: bin"
    raw = f"## User\n{words}\n## Assistant\nok\n## User\nand\n## Assistant\ndone\n".encode()
    assert said(readers.read(raw, "x.md"))[0] == ("human", "prompt", words)


def test_marks_in_a_code_block_are_code():
    words = "write this page\n```md\n## User\nname\n## Assistant\nmore\n```\nplease"
    raw = f"## User\n{words}\n\n## Assistant\nok\n".encode()
    assert texts(readers.read(raw, "x.md")) == [words, "ok"]


def test_a_fence_nobody_closes_hides_nothing():
    raw = b"## User\n```\noops\n\n## Assistant\nok\n"
    assert texts(readers.read(raw, "x.md")) == ["```\noops", "ok"]


def test_tool_exchanges_and_thoughts_of_an_export():
    raw = (
        b"_**User (2026-02-20)**_\n\ngo\n\n_**Agent (opus)**_\n\n<think><details>must</details></think>\n\nReading.\n\n"
        b'<tool-use data-tool-type="read" data-tool-name="Read"><details>\nnever push\n</details></tool-use>\n\nDone.\n'
    )
    conversation = readers.read(raw, "x.md")
    assert [(m.speaker, m.text) for m in conversation.messages[1:]] == [
        (Speaker.ASSISTANT, "Reading."),
        (
            Speaker.TOOL,
            '<tool-use data-tool-type="read" data-tool-name="Read"><details>\nnever push\n</details></tool-use>',
        ),
        (Speaker.ASSISTANT, "Done."),
    ]
    (call,) = conversation.messages[1].calls
    assert (call.name, call.id) == ("Read", conversation.messages[2].call_id)


def test_tool_and_system_sections():
    raw = b"User: go\nTool: you must always push\nSystem: never stop\nAssistant: ok\n"
    assert [m.speaker for m in readers.read(raw, "x").messages] == [
        Speaker.HUMAN,
        Speaker.TOOL,
        Speaker.HARNESS,
        Speaker.ASSISTANT,
    ]


def test_wrappers_in_a_section_are_the_clients():
    raw = b"User:\n<system-reminder>\nmust\n</system-reminder>\nrename it\nAssistant: ok\n"
    assert said(readers.read(raw, "x"))[:2] == [
        ("harness", "reminder", "<system-reminder>\nmust\n</system-reminder>"),
        ("human", "prompt", "rename it"),
    ]


AIDER = b"""
# aider chat started at 2026-05-03 09:00:00

> Aider v0.86.2
> Git repo: .git

#### fix the login
####
#### and never touch prod

Sure.

#### A heading of the model's own is the person's here
> Applied edit to a.py

#### /run tests

# aider chat started at 2026-05-03 10:00:00
"""


def test_aider():
    conversation = readers.read(AIDER, ".aider.chat.history.md")
    assert said(conversation) == [
        ("harness", "reminder", "# aider chat started at 2026-05-03 09:00:00"),
        ("tool", "result", "Aider v0.86.2\nGit repo: .git"),
        ("human", "prompt", "fix the login\n\nand never touch prod"),
        ("assistant", "text", "Sure."),
        ("human", "prompt", "A heading of the model's own is the person's here"),
        ("tool", "result", "Applied edit to a.py"),
        ("human", "prompt", "/run tests"),
        ("harness", "reminder", "# aider chat started at 2026-05-03 10:00:00"),
    ]
    assert joined(conversation) == AIDER


UNMARKED = {
    "prose": "帮我改一下登录。\n\n好的，已修改。",
    "a page about users": "# User\n\nA user must always have a name.\n",
    "a list of values": "System: Linux\nUser: root\nShell: fish\n",
    "four hashes": "#### Setup\n\nnever push\n",
    "a link first": "[docs](https://x.example) say: always test",
    "a wiki link first": "[[Home]] is where you must start",
    "braces": "{{ name }} must be set",
}


@pytest.mark.parametrize("words", UNMARKED.values(), ids=UNMARKED)
def test_a_text_without_marks_is_nobodys_and_said_to_be(words):
    conversation = readers.read(words.encode(), "notes.txt")
    assert [(m.role, m.speaker, m.text, m.turn) for m in conversation.messages] == [("user", Speaker.HARNESS, words, 0)]
    assert "no role marks" in conversation.notes[0].text
    assert conversation.typed == 0


def test_an_old_chinese_encoding():
    raw = "用户：别动 prod 那张表\n助手：好的\n".encode("gb18030")
    conversation = readers.read(raw, "x.txt")
    assert texts(conversation) == ["别动 prod 那张表", "好的"]
    assert "GB18030" in conversation.notes[0].text.upper()
    assert joined(conversation) == raw


def test_a_head_that_ends_inside_a_character():
    raw = ("User: " + "改" * 40_000 + "\nAssistant: ok\n").encode()
    assert len(readers.read(raw, "x").messages) == 2
    assert any(raw[: readers.HEAD - cut].decode(errors="replace").endswith("�") for cut in range(3))


@pytest.mark.parametrize(
    "raw", [b"\x89PNG\r\n\x1a\n\0\0\0", b"\xff\xfeh\0i\0", b"[]", b'{"a": 1}', b"[1, 2]", b'"text"\0']
)
def test_what_is_no_text_is_not_claimed(raw):
    with pytest.raises(ReadError, match=r"^x: .*--from"):
        readers.read(raw, "x")
