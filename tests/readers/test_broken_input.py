"""Files as crashes, editors and other writers leave them: each is read right, or said."""

import json

import pytest
from transcript import assistant, joined, jsonl, texts, user

from fastjev import readers
from fastjev.errors import ReadError, UsageError
from fastjev.readers import claude_code

ONE = user("u", None, "不要动 production 库的 schema")
TWO = assistant("a", "u", "ok")
THREE = user("v", "a", "go on")
WHOLE = [ONE["message"]["content"], "ok", "go on"]
A, B, C = (jsonl(entry) for entry in (ONE, TWO, THREE))
GLUED = A.rstrip() + B
DEEP = b"[" * 200_000 + b"\n"
HUGE_NUMBER = b'{"type":"user","n":' + b"9" * 5000 + b"}\n"
NAN = jsonl({**TWO, "cost": float("nan")})
BARE_CONTROL = A.replace("不要动".encode(), "不要动\t\0".encode())
SURROGATE = jsonl(user("u", None, "half \ud83d of an emoji"))
RAW_SURROGATE = (
    json.dumps(user("u", None, "half"), ensure_ascii=False).encode().replace(b"half", b"half \xed\xa0\xbd") + b"\n"
)
LATIN = json.dumps(user("u", None, "caf")).encode().replace(b'"caf"', b'"caf\xe9"') + b"\n"

SILENT = {
    "whole": (A + B + C, WHOLE),
    "CRLF": ((A + B + C).replace(b"\n", b"\r\n"), WHOLE),
    "BOM": (b"\xef\xbb\xbf" + A + B + C, WHOLE),
    "BOM of a joined file": (A + b"\xef\xbb\xbf" + B + C, WHOLE),
    "no last line end": ((A + B + C).rstrip(), WHOLE),
    "blank lines": (b"\n" + A + b"\n \r\n" + B + C + b"\n\n", WHOLE),
    "glued lines": (GLUED + C, WHOLE),
    "three glued": (A.rstrip() + B.rstrip() + b" " + C, WHOLE),
    "NULs before a line": (A + b"\0" * 4096 + B + C, WHOLE),
    "NULs as a line": (A + b"\0" * 4096 + b"\n" + B + C, WHOLE),
    "NULs at the end": (A + B + C + b"\0" * 4096, WHOLE),
    "NULs between glued lines": (A.rstrip() + b"\0\0" + B + C, WHOLE),
    "NaN": (A + NAN + C, WHOLE),
    "control characters in a string": (BARE_CONTROL + B + C, ["不要动\t\0" + WHOLE[0][3:], *WHOLE[1:]]),
    "line separators in a string": (jsonl(user("u", None, "a\u2028b\x85c")) + B, ["a\u2028b\x85c", "ok"]),
    "lone surrogate": (SURROGATE + B, ["half \ud83d of an emoji", "ok"]),
    "lone surrogate in the bytes": (RAW_SURROGATE + B, ["half \ud83d", "ok"]),
    "equal times": (jsonl(*({**entry, "timestamp": "t"} for entry in (ONE, TWO, THREE))), WHOLE),
    "no times": (jsonl(*({**entry, "timestamp": None} for entry in (ONE, TWO, THREE))), WHOLE),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "expected"), SILENT.values(), ids=SILENT)
def test_read_right_and_nothing_said(raw, expected):
    conversation = readers.read(raw, "s.jsonl")
    assert (conversation.format, texts(conversation)) == ("claude-code", expected)
    assert conversation.notes == ()
    assert joined(conversation) == raw


SAID = {
    "a bad line": (A + b"{not json}\n" + B + C, WHOLE, [1]),
    "a bad first line": (b'{"type": "us\n' + A + B + C, WHOLE, [0]),
    "text before the lines": (b"$ cat session\n" + A + B + C, WHOLE, [0]),
    "a line cut and written over": (A[:50] + A + B + C, WHOLE, [0]),
    "a number as a line": (A + b"42\n" + B + C, WHOLE, [1]),
    "a list as a line": (A + b"[1]\n" + B + C, WHOLE, [1]),
    "nested too deeply": (A + DEEP + B + C, WHOLE, [1]),
    "a number too long": (A + HUGE_NUMBER + B + C, WHOLE, [1]),
    "torn last line": (A + B + C + A[:40], WHOLE, [3]),
    "torn inside a character": (A + B + C + A[: A.index("动".encode()) + 1], WHOLE, [3]),
    "glued and torn": (A + B + C.rstrip() + A[:30], WHOLE, [3]),
    "not UTF-8": (LATIN + B, ["caf\udce9", "ok"], [0]),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "expected", "records"), SAID.values(), ids=SAID)
def test_read_as_far_as_it_goes_and_said(raw, expected, records):
    conversation = readers.read(raw, "s.jsonl")
    assert texts(conversation) == expected
    assert [note.record for note in conversation.notes] == records
    assert joined(conversation) == raw


def test_a_line_of_100_megabytes():
    words = "long " * 20_000_000
    raw = jsonl(user("u", None, words), TWO)
    conversation = readers.read(raw, "s.jsonl")
    assert len(raw) > 100_000_000
    assert texts(conversation) == [words, "ok"]
    assert joined(conversation) == raw


def test_a_broken_line_of_many_megabytes():
    raw = A + b'{"type":' * 1_000_000 + b"\n" + B
    conversation = readers.read(raw, "s.jsonl")
    assert texts(conversation) == WHOLE[:2]


NOTHING = {
    "empty": b"",
    "blank": b" \r\n\n",
    "a BOM": b"\xef\xbb\xbf",
    "NULs": b"\0" * 100,
    "no JSON in it": b"{broken\n{lines",
    "random bytes": bytes(range(256)),
    "UTF-16": "\ufeff".encode("utf-16-le") + jsonl(ONE).decode().encode("utf-16-le"),
}


@pytest.mark.parametrize("raw", NOTHING.values(), ids=NOTHING)
def test_exit_3_only_where_nothing_can_be_read(raw):
    with pytest.raises(ReadError, match=r"^s\.jsonl: ") as error:
        readers.read(raw, "s.jsonl")
    assert error.value.exit_code == 3


def test_utf_16_is_told_what_to_do():
    with pytest.raises(ReadError, match="save it as UTF-8"):
        readers.read(NOTHING["UTF-16"], "s.jsonl")


@pytest.mark.parametrize("format", readers.READERS)
@pytest.mark.parametrize("raw", NOTHING.values(), ids=NOTHING)
def test_a_named_reader_fails_as_clearly(raw, format):
    try:
        conversation = readers.read(raw, "s", format)
    except ReadError as error:
        assert str(error).startswith("s: ")
    else:
        assert joined(conversation) == raw
        assert format == "markdown"


def test_none_of_the_claimants():
    with pytest.raises(ReadError, match=r"no reader knows .*claude-code, neutral, .*--from"):
        readers.read(b'{"type":"session_meta","payload":{}}\n', "rollout.jsonl")


def test_two_claimants_are_named(monkeypatch):
    monkeypatch.setitem(readers.READERS, "twin", claude_code)
    with pytest.raises(ReadError, match=r"2 readers claim it \(claude-code, twin\).*--from"):
        readers.read(A, "s.jsonl")
    assert readers.read(A, "s.jsonl", "twin").format == "claude-code"


@pytest.mark.parametrize(("name", "near"), [("claude", "claude-code"), ("open-ai", "openai"), ("md", None)])
def test_an_unknown_format_names_the_nearest(name, near):
    with pytest.raises(UsageError, match=f"did you mean '{near}'" if near else "The formats are claude-code"):
        readers.read(A, "s.jsonl", name)


@pytest.mark.parametrize(
    "raw", [b'{"schema":"fastjev.skeleton/1","zones":{}}', b"[fastjev skeleton ...]\n## User\nhi\n"]
)
def test_nobody_claims_a_skeleton(raw):
    claimants = [name for name, reader in readers.READERS.items() if reader.identify(raw, "s.md")]
    assert claimants in ([], ["skeleton"])


@pytest.mark.parametrize(
    "raw", [b'{"schema":"fastjev.skeleton/1","items":[]}', b'{\x80"schema":"fastjev.skeleton/1"}', b"{"]
)
def test_json_that_is_no_skeleton_says_so(raw):
    with pytest.raises(ReadError, match=r"s\.json: (?:not a skeleton that fastjev wrote|a skeleton without a line)"):
        readers.read(raw, "s.json", "skeleton")
