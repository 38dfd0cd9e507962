"""The neutral form, OpenAI's and Anthropic's message lists, as documents and as JSON lines."""

import json
import random

import pytest
from transcript import joined, said, text, texts

from fastjev import readers
from fastjev.datatypes import Message, ToolCall
from fastjev.errors import ReadError
from fastjev.labels import Speaker
from fastjev.readers import flat

TIMES = [f"2026-05-03T09:{minute:02}:00Z" for minute in range(60)]
CORPUS = {
    "schema": "fastjev.conversation/1",
    "id": "zh-a-01",
    "messages": [
        {"role": "user", "timestamp": TIMES[0], "text": "看看配置 <system-reminder>x</system-reminder>"},
        {
            "role": "assistant",
            "timestamp": TIMES[1],
            "text": "读一下",
            "tool_calls": [{"id": "t1", "name": "Read", "input": {"file_path": "a.ts"}}],
        },
        {"role": "tool", "timestamp": TIMES[2], "tool_call_id": "t1", "is_error": True, "text": "no such file"},
        {"role": "user", "timestamp": TIMES[3], "text": "<command-name>/x</command-name>"},
        {"role": "system", "timestamp": TIMES[4], "text": "you must always"},
        {"role": "user", "timestamp": TIMES[5], "text": ""},
    ],
    "gold": {"constraints": [{"m": 0, "quote": "看看"}]},
}
OPENAI = [
    {"role": "developer", "content": "be brief"},
    {
        "role": "user",
        "content": [{"type": "text", "text": "list"}, {"type": "image_url", "image_url": {}}, text("all")],
    },
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"path": "."}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "a\nb"},
    {"role": "assistant", "content": "two files"},
]
ANTHROPIC = [
    {"role": "user", "content": "list"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "never"},
            text("listing"),
            {"type": "tool_use", "id": "c1", "name": "ls", "input": {"path": "."}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": [text("a"), text("b")], "is_error": True},
            text("<system-reminder>must</system-reminder>"),
            text("thanks"),
        ],
    },
]


def dump(value) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def lines(items) -> bytes:
    return b"".join(dump(item) + b"\n" for item in items)


def test_a_corpus_message_is_a_message_by_its_position():
    conversation = readers.read(dump(CORPUS), "x.json")
    assert (conversation.format, conversation.id) == ("neutral", "zh-a-01")
    assert [m.text for m in conversation.messages] == [m["text"] for m in CORPUS["messages"]]
    assert [m.index for m in conversation.messages] == list(range(6))
    assert [m.speaker for m in conversation.messages] == [
        Speaker.HUMAN,
        Speaker.ASSISTANT,
        Speaker.TOOL,
        Speaker.HUMAN,
        Speaker.HARNESS,
        Speaker.HUMAN,
    ]
    assert conversation.messages[2] == Message(
        index=2,
        role="tool",
        speaker=Speaker.TOOL,
        text="no such file",
        turn=1,
        time=TIMES[2],
        call_id="t1",
        is_error=True,
        via="result",
        records=(0,),
    )
    assert conversation.messages[1].calls == (ToolCall("t1", "Read", {"file_path": "a.ts"}),)
    assert (conversation.typed, conversation.turns, conversation.tool_calls) == (3, 3, 1)


@pytest.mark.parametrize(
    "odd", [5, None, [], {"text": "x"}, {"role": "narrator", "text": "x"}, {"role": ["user"]}], ids=str
)
def test_an_odd_message_keeps_its_position_and_is_said(odd):
    messages = [CORPUS["messages"][0], odd, CORPUS["messages"][3]]
    conversation = readers.read(dump({**CORPUS, "messages": messages}), "x.json")
    assert [m.speaker for m in conversation.messages] == [Speaker.HUMAN, Speaker.HARNESS, Speaker.HUMAN]
    assert len(conversation.notes) == 1


FORMS = {
    "list": dump,
    "document": lambda items: dump({"model": "m", "messages": items}),
    "indented": lambda items: json.dumps({"messages": items}, indent=2).encode(),
    "list, one a line": lambda items: b"[\n" + b",\n".join(map(dump, items)) + b"\n]\n",
    "lines": lines,
    "lines after a BOM": lambda items: b"\xef\xbb\xbf" + lines(items).replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_openai(form):
    raw = form(OPENAI)
    conversation = readers.read(raw, "x.jsonl")
    assert conversation.format == "openai"
    assert said(conversation) == [
        ("harness", "reminder", "be brief"),
        ("human", "prompt", "list\n\nall"),
        ("assistant", "text", ""),
        ("tool", "result", "a\nb"),
        ("assistant", "text", "two files"),
    ]
    assert conversation.messages[2].calls == (ToolCall("c1", "ls", {"path": "."}),)
    assert conversation.messages[3].call_id == "c1"
    assert [m.role for m in conversation.messages][:2] == ["developer", "user"]
    assert joined(conversation) == raw


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_anthropic(form):
    raw = form(ANTHROPIC)
    conversation = readers.read(raw, "x.jsonl")
    assert conversation.format == "anthropic"
    assert said(conversation) == [
        ("human", "prompt", "list"),
        ("assistant", "text", "listing"),
        ("tool", "result", "a\n\nb"),
        ("harness", "reminder", "<system-reminder>must</system-reminder>"),
        ("human", "prompt", "thanks"),
    ]
    assert conversation.messages[1].calls == (ToolCall("c1", "ls", {"path": "."}),)
    assert (conversation.messages[2].call_id, conversation.messages[2].is_error) == ("c1", True)
    assert [m.turn for m in conversation.messages] == [1, 1, 1, 2, 2]
    assert joined(conversation) == raw


def test_a_request_with_its_system_text():
    conversation = readers.read(dump({"system": [text("be brief")], "messages": ANTHROPIC[:1]}), "x.json")
    assert (conversation.format, said(conversation)[0]) == ("anthropic", ("harness", "reminder", "be brief"))


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ('{"a": 1}', {"a": 1}),
        ("{broken", {"input": "{broken"}),
        ("[1]", {"input": [1]}),
        (None, {}),
        ({"a": 1}, {"a": 1}),
    ],
    ids=str,
)
def test_arguments(arguments, given):
    item = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": arguments}}]}
    assert readers.read(dump([item]), "x", "openai").messages[0].calls == (ToolCall("c", "f", given),)


@pytest.mark.parametrize(
    ("raw", "format"),
    [
        (dump([{"role": "user", "content": "hi"}]), "openai"),
        (dump([{"role": "user", "text": "hi"}]), "neutral"),
        (dump({"messages": [{"role": "user", "text": "hi"}], "schema": "fastjev.conversation/1"}), "neutral"),
        (dump({"gold": {}, "messages": [{"role": "user", "text": "hi " * 50_000}], "schema": "…"}), "neutral"),
        (lines([{"role": "user", "content": [{"type": "text", "text": "x"}]}]), "openai"),
        (dump([{"role": "user", "content": [{"type": "image", "source": {}}, text("x")]}]), "anthropic"),
    ],
    ids=["strings", "text", "schema last", "schema beyond the head", "parts", "image"],
)
def test_which_reader_claims(raw, format):
    assert [name for name, reader in readers.READERS.items() if reader.identify(raw[: readers.HEAD], "x")] == [format]


def test_a_document_cut_off_gives_what_stands_before_the_cut():
    raw = dump({"messages": OPENAI})[:-30]
    conversation = readers.read(raw, "x.json")
    assert len(conversation.messages) == 4
    assert "after message 4" in conversation.notes[0].text
    assert joined(conversation) == raw


def test_bad_lines_are_said():
    conversation = readers.read(dump(OPENAI[1]) + b"\n{broken}\n\n" + dump(OPENAI[4]) + b"\n" + b'{"ro', "x.jsonl")
    assert texts(conversation) == ["list\n\nall", "two files"]
    assert [note.record for note in conversation.notes] == [1, 4]


@pytest.mark.parametrize(
    "raw", [b"[]", b'{"messages": []}', b'{"messages": 5}', b"[5, 6]", b'[{"content": "x"}]', b"{}"]
)
@pytest.mark.parametrize("format", ["openai", "anthropic"])
def test_no_message_at_all(raw, format):
    with pytest.raises(ReadError, match=r"^x\.json: "):
        readers.read(raw, "x.json", format)


@pytest.mark.parametrize("seed", range(10))
def test_shuffled_lists_with_times_are_put_in_order(seed):
    messages = [{**item, "timestamp": time} for item, time in zip(OPENAI, TIMES, strict=False)]
    expected = readers.read(dump(messages), "x.json").messages
    random.Random(seed).shuffle(messages)
    assert readers.read(dump(messages), "x.json").messages == expected


def test_equal_times_keep_their_positions():
    messages = [{"role": "user", "content": str(at), "timestamp": TIMES[0]} for at in range(20)]
    assert texts(readers.read(dump(messages), "x.json")) == [str(at) for at in range(20)]


@pytest.mark.parametrize("time", [None, "yesterday", "", 10**30, True])
def test_without_all_the_times_the_position_counts(time):
    messages = [
        {"role": "user", "content": "a", "timestamp": TIMES[2]},
        {"role": "user", "content": "b", "timestamp": time},
        {"role": "user", "content": "c", "timestamp": TIMES[0]},
    ]
    assert texts(readers.read(dump(messages), "x.json")) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "times",
    [
        ["2026-05-03T10:00:00+02:00", "2026-05-03T08:00:01Z", "2026-05-03T08:00:02.123456789Z"],
        [1777795200, 1777795201.5, 1777795202],
        [1777795200000, 1777795201500, 1777795202000],
        ["2026-05-03", "2026-05-03T00:00:01", "2026-05-03 00:00:02"],
    ],
    ids=["zones", "seconds", "milliseconds", "naive"],
)
def test_forms_of_time(times):
    messages = [{"role": "user", "content": str(at), "created_at": time} for at, time in enumerate(times)]
    assert texts(readers.read(dump(messages[::-1]), "x.json")) == ["0", "1", "2"]


def test_a_result_never_stands_before_its_call():
    call, result = {**OPENAI[2], "timestamp": TIMES[5]}, {**OPENAI[3], "timestamp": TIMES[1]}
    messages = [result, {"role": "user", "content": "list", "timestamp": TIMES[2]}, call]
    assert [m.role for m in readers.read(dump(messages), "x.json").messages] == ["user", "assistant", "tool"]
    untimed = [{key: value for key, value in item.items() if key != "timestamp"} for item in messages]
    assert [m.role for m in readers.read(dump(untimed), "x.json").messages] == ["user", "assistant", "tool"]


def test_calls_that_answer_each_other_are_not_lost():
    odd = [
        {"role": "tool", "text": "a", "tool_call_id": "y", "tool_calls": [{"id": "x", "name": "f", "input": {}}]},
        {"role": "tool", "text": "b", "tool_call_id": "x", "tool_calls": [{"id": "y", "name": "g", "input": {}}]},
    ]
    assert sorted(texts(readers.read(dump(odd), "x.json"))) == ["a", "b"]


def test_dialect_of_nothing():
    assert flat.dialect(b"hello") is None


@pytest.mark.parametrize("block", [{"text": "never push"}, {"type": "input_text", "text": "never push"}, "never push"])
def test_a_block_is_read_by_its_text(block: object) -> None:
    raw = json.dumps([{"role": "user", "content": [block]}]).encode()
    assert [message.text for message in readers.read(raw, "talk.json").messages] == ["never push"]
