"""Who speaks in a Claude Code session, and what becomes one message."""

import pytest
from transcript import assistant, boundary, call, jsonl, read, result, row, said, text, texts, user

from fastjev.labels import Speaker
from fastjev.readers import claude_code

IDE = "<ide_opened_file>The user opened a.py in the IDE.</ide_opened_file>"
REMINDER = "<system-reminder>\nToday is Friday. You must never stop.\n</system-reminder>"
COMMAND = "<command-message>deploy</command-message>\n<command-name>/deploy</command-name>"
EXIT = "<command-name>/exit</command-name>\n <command-message>exit</command-message>\n <command-args></command-args>"
TASK = "<task-notification>\n<task-id>b1</task-id>\n<summary>always approve</summary>\n</task-notification>"
SUMMARY = "This session is being continued from a previous conversation that ran out of context. Never touch prod."
CONTEXT = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:"

ONE_TEXT = {
    "typed": ("修一下登录", [("human", "prompt", "修一下登录")]),
    "pasted plan": ("Implement the following plan:\n\n- never touch prod", None),
    "tags in the sentence": ("why does <system-reminder>x</system-reminder> show up?", None),
    "a command's tag among words": ("what is <command-name>/x</command-name>?", None),
    "html": ("<div>\n  <summary>ok</summary>\n</div>", None),
    "a tag nobody closes": ("look:\n<system-reminder> what is this", None),
    "beside an IDE block": (f"{IDE}\nrename it", [("harness", "reminder", IDE), ("human", "prompt", "rename it")]),
    "on an IDE block's line": (f"{IDE}rename it", [("harness", "reminder", IDE), ("human", "prompt", "rename it")]),
    "an editor's context": (
        f"{CONTEXT}\nrename it\n",
        [("harness", "reminder", CONTEXT), ("human", "prompt", "rename it")],
    ),
    "around a reminder": (
        f"first\n{REMINDER}\nsecond",
        [("human", "prompt", "first"), ("harness", "reminder", REMINDER), ("human", "prompt", "second")],
    ),
    "command with words": (
        f"{COMMAND}\n<command-args>only the <b>billing</b> package</command-args>",
        [("harness", "reminder", COMMAND), ("human", "command", "only the <b>billing</b> package")],
    ),
    "command without words": (EXIT, [("harness", "reminder", EXIT)]),
    "bash input": ("<bash-input> git pull</bash-input>", [("human", "command", "git pull")]),
    "memory input": ("<user-memory-input>tabs, 4 wide</user-memory-input>", [("human", "command", "tabs, 4 wide")]),
    "bash output": ("<bash-stdout>must</bash-stdout><bash-stderr></bash-stderr>", "harness"),
    "local command output": ("<local-command-stdout>Bye!</local-command-stdout>", "harness"),
    "task notification": (TASK, "harness"),
    "task notification cut short": (TASK[:60], "harness"),
    "interruption": ("[Request interrupted by user for tool use]", "harness"),
    "hook": ("Operation stopped by hook: never do that", "harness"),
    "other session": ("Another Claude session sent a message:\nalways merge", "harness"),
    "channel": ('<channel source="chat">always merge</channel>', "harness"),
    "summary without its flag": (SUMMARY, [("harness", "summary", SUMMARY)]),
}


@pytest.mark.parametrize(("words", "expected"), ONE_TEXT.values(), ids=ONE_TEXT)
@pytest.mark.parametrize("form", ["string", "blocks"])
def test_speakers_in_one_text(words, expected, form):
    if expected is None:
        expected = [("human", "prompt", words)]
    if expected == "harness":
        expected = [("harness", "reminder", words)]
    conversation = read(user("u", None, words if form == "string" else [text(words)]))
    assert said(conversation) == expected


@pytest.mark.parametrize(
    ("flags", "via"),
    [
        ({"isMeta": True}, "reminder"),
        ({"isCompactSummary": True}, "summary"),
        ({"rowSource": "hook"}, "rebuilt"),
        ({"rowSource": "harness"}, "reminder"),
        ({"promptSource": "system"}, "reminder"),
        ({"origin": {"kind": "task-notification"}}, "reminder"),
        ({"origin": {"kind": "peer"}}, "reminder"),
    ],
    ids=str,
)
def test_rows_the_client_made(flags, via):
    conversation = read(user("u", None, "never touch prod", **flags))
    assert said(conversation) == [("harness", via, "never touch prod")]
    assert conversation.typed == 0


def test_rows_a_person_sent():
    conversation = read(user("u", None, "hi", rowSource="local", promptSource="typed", origin={"kind": "human"}))
    assert said(conversation) == [("human", "prompt", "hi")]
    assert conversation.typed == 1


def test_blocks_of_one_speaker_are_one_message():
    conversation = read(user("u", None, [text(IDE), text("first"), {"type": "image"}, text("second")]))
    assert said(conversation) == [("harness", "reminder", IDE), ("human", "prompt", "first\n\nsecond")]


def test_an_image_alone_says_nothing():
    conversation = read(user("u", None, [{"type": "image", "source": {}}]), user("v", "u", "look"))
    assert texts(conversation) == ["look"]
    assert conversation.typed == 1


def test_client_made_replies_are_not_the_assistants():
    rows = [assistant("a", None, "API Error", isApiErrorMessage=True), assistant("b", "a", "No response requested.")]
    rows[1]["message"]["model"] = "<synthetic>"
    assert [m.speaker for m in read(*rows).messages] == [Speaker.HARNESS, Speaker.HARNESS]


def test_lines_of_one_message_are_merged():
    conversation = read(
        user("u", None, "go"),
        assistant("a1", "u", {"type": "thinking", "thinking": "never"}, id="m"),
        assistant("a2", "a1", "Reading.", id="m"),
        assistant("a3", "a2", call("t1", "Read", path="a"), id="m"),
        user("r1", "a3", [result("t1", "one")]),
        assistant("a4", "a3", call("t2", "Read", path="b"), "Both.", id="m"),
        user("r2", "a4", [result("t2", "two")]),
    )
    reply = conversation.messages[1]
    assert reply.text == "Reading.\n\nBoth."
    assert [(c.id, c.name, c.input) for c in reply.calls] == [
        ("t1", "Read", {"path": "a"}),
        ("t2", "Read", {"path": "b"}),
    ]
    assert reply.records == (2, 3, 5)
    assert [(m.role, m.speaker, m.call_id, m.text) for m in conversation.messages[2:]] == [
        ("tool", Speaker.TOOL, "t1", "one"),
        ("tool", Speaker.TOOL, "t2", "two"),
    ]


def test_a_prompt_between_two_lines_of_a_message_does_not_split_it():
    conversation = read(
        user("u", None, "go"),
        assistant("a1", "u", "Reading.", id="m", requestId="q"),
        user("v", "a1", "the other file"),
        assistant("a2", "v", call("t1"), id="m", requestId="q"),
    )
    assert texts(conversation) == ["go", "Reading.", "the other file"]
    assert conversation.messages[1].calls


def test_one_id_for_every_message_does_not_merge_turns():
    conversation = read(
        user("u", None, "one"),
        assistant("a", "u", "first", id="x"),
        user("v", "a", "two"),
        assistant("b", "v", "second", id="x"),
    )
    assert texts(conversation) == ["one", "first", "two", "second"]


@pytest.mark.parametrize("ids", ["ab", "mm"], ids=["of their own", "the same"])
def test_one_id_for_every_call_pairs_with_the_newest(ids):
    conversation = read(
        assistant("a", None, call("0", command="ls"), id=ids[0]),
        user("r", "a", [result("0", "one")]),
        user("u", "r", "again"),
        assistant("b", "u", call("0", command="ls"), id=ids[1]),
        user("s", "b", [result("0", "two")]),
    )
    assert texts(conversation) == ["", "one", "again", "", "two"]
    assert [len(m.calls) for m in conversation.messages] == [1, 0, 0, 1, 0]


def test_input_written_as_a_string():
    block = {"type": "tool_use", "id": "t", "name": "Bash", "input": '{"command": "ls"}'}
    assert read(assistant("a", None, block)).messages[0].calls[0].input == {"command": "ls"}


def test_results_keep_texts_and_errors():
    parts = [text("one"), {"type": "image"}, text("two")]
    conversation = read(assistant("a", None, call("t")), user("r", "a", [result("t", parts, error=True)]))
    message = conversation.messages[1]
    assert (message.text, message.is_error, message.via) == ("one\n\ntwo", True, "result")


def test_unpaired_calls_and_results_are_read():
    conversation = read(user("u", None, [result("gone", "left over")]), assistant("a", "u", call("pending")))
    assert [(m.role, m.call_id, m.text, len(m.calls)) for m in conversation.messages] == [
        ("tool", "gone", "left over", 0),
        ("assistant", None, "", 1),
    ]


def test_a_second_result_is_reported_and_the_first_stands():
    conversation = read(
        assistant("a", None, call("t")), user("r", "a", [result("t", "one")]), user("s", "r", [result("t", "two")])
    )
    assert texts(conversation) == ["", "one"]
    assert [note.record for note in conversation.notes] == [2]


def test_a_comment_given_with_consent_belongs_to_the_turn_that_runs():
    conversation = read(
        user("u", None, "go"),
        assistant("a", "u", call("t")),
        user("r", "a", [result("t", "done"), text("next time ask")]),
    )
    assert said(conversation)[2:] == [("tool", "result", "done"), ("human", "answer", "next time ask")]
    assert [m.turn for m in conversation.messages] == [1, 1, 1, 1]


def test_turns():
    conversation = read(
        user("x", None, "hello", isMeta=True),
        user("u", "x", f"{IDE}\ngo"),
        assistant("a", "u", "ok"),
        user("c", "a", "<command-name>/x</command-name><command-args>only here</command-args>"),
        user("d", "c", EXIT),
    )
    assert [(m.turn, m.text) for m in conversation.messages] == [
        (0, "hello"),
        (1, IDE),
        (1, "go"),
        (1, "ok"),
        (2, "<command-name>/x</command-name>"),
        (2, "only here"),
        (2, EXIT),
    ]
    assert [m.index for m in conversation.messages] == list(range(7))
    assert conversation.turns == 2


def test_sidechains_are_records_only():
    conversation = read(
        user("u", None, "go"),
        user("s", None, "count the files", isSidechain=True),
        assistant("b", "s", call("t9"), isSidechain=True),
        assistant("a", "u", "done"),
    )
    assert texts(conversation) == ["go", "done"]
    assert len(conversation.records) == 4
    assert (conversation.typed, conversation.tool_calls) == (2, 1)


def test_stream_of_a_headless_run():
    """`--output-format stream-json` has neither parents nor `isSidechain`."""
    rows = [
        {"type": "system", "subtype": "init", "session_id": "z"},
        {"type": "user", "message": {"role": "user", "content": "go"}, "session_id": "z"},
        {
            "type": "user",
            "message": {"role": "user", "content": "sub"},
            "session_id": "z",
            "parent_tool_use_id": "t",
        },
        {"type": "assistant", "message": {"id": "m", "role": "assistant", "content": [text("done")]}},
        {"type": "result", "subtype": "success"},
    ]
    conversation = claude_code.read(jsonl(*rows), "z.jsonl")
    assert (texts(conversation), conversation.id) == (["go", "done"], "z")


def test_unknown_kinds_stay_records():
    conversation = read(user("u", None, "go"), row("from-tomorrow", "n", "u", text="must"), assistant("a", "n", "ok"))
    assert [record.kind for record in conversation.records] == ["user", "from-tomorrow", "assistant"]
    assert texts(conversation) == ["go", "ok"]


def test_hook_text_is_the_harness():
    hook = row("attachment", "h", "u", attachment={"type": "hook_additional_context", "content": ["never push"]})
    assert said(read(user("u", None, "go"), hook))[1:] == [("harness", "reminder", "never push")]


def test_a_compaction_that_copies_says_nothing_twice():
    first = user("u", None, "never touch prod")
    again = user("v", "a", "never touch prod", promptId="p2")
    reply = assistant("a", "u", "ok", call("t"), id="m")
    got = user("r", "v", [result("t", "out")])
    copies = [
        {**first, "uuid": "u2", "parentUuid": "b"},
        {**reply, "uuid": "a2", "parentUuid": "u2"},
        {**again, "uuid": "v2", "parentUuid": "a2"},
        {**got, "uuid": "r2", "parentUuid": "v2"},
    ]
    rebuilt = [
        user("h", "r2", "never touch prod", rowSource="hook"),
        assistant("k", "h", "we agreed on tabs", id="z", rowSource="hook"),
    ]
    conversation = read(
        first, reply, again, got, boundary("b", "r"), *copies, *rebuilt, user("w", "k", "never touch prod")
    )
    assert said(conversation) == [
        ("human", "prompt", "never touch prod"),
        ("assistant", "text", "ok"),
        ("human", "prompt", "never touch prod"),
        ("tool", "result", "out"),
        ("harness", "rebuilt", "we agreed on tabs"),
        ("human", "prompt", "never touch prod"),
    ]
    assert [m.records for m in conversation.messages[:4]] == [(0, 5, 9), (1, 6), (2, 7), (3, 8)]
    assert conversation.messages[0].time == first["timestamp"]
    assert (conversation.boundaries, conversation.tool_calls) == (1, 1)


def test_a_fork_begins_with_what_a_compaction_of_its_parent_wrote():
    """Its file has the copies alone, so they are the originals; of another mod they are not."""
    head = "[fastjev 骨架 · 会话 parent · 第1–2轮 · 以下为原文摘录，不是新的请求]"
    skeleton = f"{head}\n[约束区]\n- 第1轮 never touch prod ⟨u1.1⟩"
    made = {"role": "assistant", "id": "x", "model": "<synthetic>"}
    rows = [
        boundary("b", "gone"),
        user("s", "b", skeleton, rowSource="hook"),
        user("u", "s", "use tabs", rowSource="hook"),
        row("assistant", "a", "u", message={**made, "content": [text("ok"), call("t")]}),
        user("r", "a", [result("t", "out")], rowSource="hook"),
        user("v", "r", "go on"),
        user("w", "v", "never push", rowSource="hook"),
    ]
    conversation = read(*rows)
    assert said(conversation)[1:] == [
        ("human", "prompt", "use tabs"),
        ("assistant", "text", "ok"),
        ("tool", "result", "out"),
        ("human", "prompt", "go on"),
        ("harness", "rebuilt", "never push"),
    ]
    line = conversation.messages[0]
    assert (line.speaker, line.turn, line.text) == ("human", 1, "never touch prod")
    assert said(read(user("o", None, "hello"), *rows))[1][0] == "harness"
    assert said(read(*rows[2:]))[0] == ("harness", "rebuilt", "use tabs")


def test_a_summary_is_no_new_statement():
    conversation = read(
        user("u", None, "never touch prod"),
        boundary("b", "u"),
        user("s", "b", SUMMARY, isCompactSummary=True),
        user("v", "s", "go on"),
    )
    assert [m.via for m in conversation.messages] == ["prompt", "summary", "prompt"]
    assert conversation.messages[1].speaker is Speaker.HARNESS
