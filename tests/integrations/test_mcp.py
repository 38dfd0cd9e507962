"""The MCP server, asked over standard input and output by the client of the official package."""

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from talks import assistant, call, core, neutral, tool, user

from fastjev.deliver import Delivery, Source, deliver
from fastjev.integrations.mcp.tools import TOOLS
from fastjev.policy import DEFAULT
from fastjev.store.database import look
from fastjev.store.events import events
from fastjev.store.place import place_of
from fastjev.tokens import estimate

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-ant-api03-" + "Zx9" * 31 + "AA"
LOG = (
    "".join(f"line {n}: payment took {n * 7} ms\n" for n in range(1, 400))
    + f"api key {KEY}\nerror: 连接超时 at src/pay.py:88\n"
)
LONG = "".join(f"row {n} of a very long table with 列 {n}\n" for n in range(1, 9000))
TALK = [
    user("不要动production库的schema"),
    assistant("好，先看日志。", call("c1", command="cat pay.log")),
    tool("c1", LOG),
    user("let's go with Vite"),
    assistant("Vite it is.", call("c2", command="cat table")),
    tool("c2", LONG),
    user("算了还是用Next.js吧"),
    assistant("换成 Next.js。", call("c3", command="echo one line"), ),
    tool("c3", "x" * 300_000),
    user("the payment timeout is 45 s, no more"),
    assistant("Set."),
]  # fmt: skip


def archived(project: Path, session: str, talk: list[dict[str, Any]]) -> Delivery:
    source = Source(Path(f"{session}.json"), neutral(talk, session))
    policy = replace(DEFAULT, recent_turns=0)
    return deliver(source, "text", rulebook=core(), policy=policy, format="neutral", place=place_of(project))


@pytest.fixture
def stored(project: Path) -> Path:
    archived(project, "other-session", printed("elsewhere " * 99))
    archived(project, "this-session", TALK)
    return project


def printed(text: str) -> list[dict[str, Any]]:
    return [user("run it"), assistant("", call("o1")), tool("o1", text)]


def served(project: Path, do: Callable[[ClientSession], Awaitable[Any]], **env: str) -> Any:
    async def run() -> Any:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "fastjev", "mcp"],
            env={**os.environ, "PYTHONPATH": str(ROOT), "CLAUDE_PROJECT_DIR": str(project), **env},
            cwd=str(project.parent),
        )
        async with stdio_client(server) as (incoming, outgoing), ClientSession(incoming, outgoing) as session:
            await session.initialize()
            return await do(session)

    return anyio.run(run)


def asked(project: Path, *questions: tuple[str, dict[str, Any] | None], **env: str) -> list[tuple[list[str], bool]]:
    """The texts of each answer, and whether it is an error; in one run of the server."""

    async def do(session: ClientSession) -> list[tuple[list[str], bool]]:
        found = []
        for name, arguments in questions:
            result = await session.call_tool(name, arguments)
            found.append(([block.text for block in result.content if block.type == "text"], result.is_error))
        return found

    told: list[tuple[list[str], bool]] = served(project, do, **{"CLAUDE_CODE_SESSION_ID": "this-session", **env})
    return told


def test_every_tool_is_listed_with_what_it_takes(stored: Path) -> None:
    listed = served(stored, lambda session: session.list_tools()).tools
    assert [tool.name for tool in listed] == list(TOOLS) == ["expand", "search", "ledger", "why"]
    for each in listed:
        assert each.annotations.read_only_hint and not each.annotations.open_world_hint
        assert each.input_schema["additionalProperties"] is False
    assert "byte for byte, secrets included" in listed[0].description


def test_expand_gives_exact_bytes_and_parts_of_them(stored: Path) -> None:
    pointer = next(each.pointer for each in archived(stored, "this-session", TALK).elided if each.id == "u1.4")
    whole, pasted, part, found, all_of_it = asked(
        stored,
        ("expand", {"id": "u1.4"}),
        ("expand", {"id": f"[[elided id={pointer} lines=1-401 tokens=5548]]"}),
        ("expand", {"id": pointer, "lines": "2-3"}),
        ("expand", {"id": pointer, "grep": "超时", "context": 1}),
        ("expand", {"id": "e1", "grep": "列 77$"}),
    )
    assert whole == pasted == ([LOG], False)
    assert part == (["line 2: payment took 14 ms\nline 3: payment took 21 ms\n"], False)
    assert found == ([f"400: api key {KEY}\n401: error: 连接超时 at src/pay.py:88\n"], False)
    assert all_of_it[0][0].splitlines()[1:] == ["480: row 77 of a very long table with 列 77"]
    with look(place_of(stored)) as store:
        assert [(event.kind, event.name) for event in events(store, "this-session")][:2] == [("expand", "u1.4")] * 2


def test_a_long_text_comes_in_parts_that_make_it_whole(stored: Path) -> None:
    got, at = "", "1-8999"
    for _ in range(40):
        ((text, *notes), wrong) = asked(stored, ("expand", {"id": "u2.3", "lines": at}))[0]
        assert not wrong and estimate(text) <= 20_000
        got += text
        if not notes:
            break
        at = notes[0].partition('lines="')[2].partition('"')[0]
    assert got == LONG


def test_a_line_that_is_too_long_says_so(stored: Path) -> None:
    ((text, note), wrong) = asked(stored, ("expand", {"id": "u3.3"}))[0]
    assert not wrong and 20_000 < len(text) < 100_000 and set(text) == {"x"}
    assert "line 1 alone is 300,000 characters" in note and "-o FILE" in note


def test_search_finds_words_and_masks_secrets(stored: Path) -> None:
    chinese, labelled, secret, path, more = asked(
        stored,
        ("search", {"query": "连接超时"}),
        ("search", {"query": "timeout", "label": "constraint"}),
        ("search", {"query": "api key"}),
        ("search", {"query": "SRC/pay.py"}),
        ("search", {"query": "vite", "limit": 1}),
    )
    assert "(u1.4), turn 1, process, 401 lines" in chinese[0][0]
    assert "  401: error: 连接超时 at src/pay.py:88" in chinese[0][0]
    assert labelled[0][0].startswith("u4.1, turn 4, constraint, stands in the skeleton")
    assert "‹masked" in secret[0][0] and KEY not in secret[0][0]
    assert "(u1.4)" in path[0][0]
    assert "limit=2 shows it" in more[0][1]


def test_the_ledger_and_why(stored: Path) -> None:
    ledger, why = asked(stored, ("ledger", None), ("why", {"text": "let's go with vite"}))
    assert [line for line in ledger[0][0].splitlines() if line.startswith(("- ", "["))] == [
        "[约束区]",
        "- 第4轮 the payment timeout is 45 s, no more ⟨u4.1⟩",
        "- 第1轮 不要动production库的schema ⟨u1.1⟩",
        "[决策区]",
        "- 第3轮 算了还是用Next.js吧 ⟨u3.1⟩",
    ]
    assert "kept in decisions, overridden" in why[0][0] and "rule:core/" in why[0][0]


def test_without_a_session_from_the_host_it_is_the_one_compacted_last(stored: Path) -> None:
    assert asked(stored, ("expand", {"id": "u1.4"}), CLAUDE_CODE_SESSION_ID="") == [([LOG], False)]


WRONG = [
    ("expand", {"id": "r:00000000"}, "nothing was taken out of this session by this id"),
    ("expand", {"id": "../../etc/passwd\0"}, "nothing was taken out of this session by this id"),
    ("expand", {"id": "u1.40"}, "did you mean u1.4?"),
    ("expand", {"id": "u4.1"}, "it stands in the skeleton, among the constraints"),
    ("expand", {"id": "e9"}, "has epochs e1 to e1"),
    ("expand", {"idd": "u1.4"}, "knows no argument 'idd'; did you mean 'id'?"),
    ("expand", {"id": "u1.4", "session": "other-session"}, "knows no argument 'session'"),
    ("expand", {}, "needs id: what stands behind id="),
    ("expand", None, "needs id"),
    ("expand", {"id": 7}, "id is a string, not 7"),
    ("expand", {"id": ["u1.4"]}, "id is a string, not a list"),
    ("expand", {"id": "u1.4", "lines": "9-2"}, "'9-2' is no span of lines"),
    ("expand", {"id": "u1.4", "lines": "900"}, "it has 401 lines; 900 is beyond them"),
    ("expand", {"id": "u1.4", "context": 2}, "context goes with grep only"),
    ("expand", {"id": "u1.4", "grep": "(", "context": 0}, "is no pattern of RE2"),
    ("expand", {"id": "u1.4", "grep": "nowhere"}, "no line of it has 'nowhere'"),
    ("expand", {"id": "u1.4", "grep": "a", "context": 10**40}, "from 0 to 1,000, not one of that size"),
    ("search", {"query": "x" * 1_000_000}, "1,000,000 characters long; 2,000 are enough"),
    ("search", {"query": " "}, "query is empty"),
    ("search", {"query": "zzzz"}, "nothing in this session has any of these words"),
    ("search", {"query": "a", "label": "law"}, "is one of constraint, decision"),
    ("search", {"query": "a", "limit": True}, "is a whole number, not True"),
    ("why", {"text": "nobody said so"}, "no unit of this session begins so"),
    ("ledger", {"all": True}, "knows no argument 'all'"),
    ("delete", {}, "no tool is named 'delete'; there are expand, search, ledger, why"),
]


def test_what_is_wrong_is_told_in_a_sentence(stored: Path) -> None:
    found = asked(stored, *((name, given) for name, given, _ in WRONG))
    for (texts, wrong), (name, given, said) in zip(found, WRONG, strict=True):
        assert wrong and said in texts[0], (name, str(given)[:80], texts)
        assert len(texts[0]) < 500 and "Traceback" not in texts[0]


def test_other_sessions_and_projects_stay_closed(stored: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / ".fastjev").mkdir(parents=True)
    far = archived(stored, "other-session", printed("far away " * 99))
    out = archived(elsewhere, "third-session", printed("outside " * 99))
    for pointer in (far.elided[0].pointer, out.elided[0].pointer):
        ((text,), wrong) = asked(stored, ("expand", {"id": pointer}))[0]
        assert wrong and "stays closed here" in text
        assert not any(word in text for word in ("far away", "outside", "other-session", "third-session", "--project"))
    assert asked(stored, ("search", {"query": "outside"}), ("search", {"query": "far"})) == [
        (["'outside': nothing in this session has any of these words; try fewer or other ones"], True),
        (["'far': nothing in this session has any of these words; try fewer or other ones"], True),
    ]


@pytest.mark.parametrize("session", ["", "this-session", "this-sess"])
def test_where_nothing_is_archived_it_says_so(project: Path, session: str) -> None:
    if session == "this-sess":
        archived(project, "this-session", TALK)
    questions = [(name, {"id": "u1.1", "query": "a", "text": "a"}) for name in TOOLS]
    known = {"expand": "id", "search": "query", "why": "text", "ledger": ""}
    asking = [(name, {key: given[key] for key in given if key == known[name]}) for name, given in questions]
    for texts, wrong in asked(project, *asking, CLAUDE_CODE_SESSION_ID=session):
        assert wrong and "nothing of this session has been archived" in texts[0]


def test_it_asks_the_same_ledger_as_the_hooks(stored: Path) -> None:
    from fastjev.integrations.claude_code import state
    from fastjev.integrations.lines import Line

    lines = (Line("u9.1", 9, "constraints", f"never print {KEY}"),)
    state.change(place_of(stored), "this-session", ledger=lines, lang="en")
    ((text,), wrong) = asked(stored, ("ledger", {}))[0]
    assert not wrong and "- turn 9 never print ‹masked" in text and KEY not in text


def test_text_with_lone_surrogates_comes_through(project: Path) -> None:
    archived(project, "this-session", printed("half \ud800 " * 400))
    ((text, note), wrong) = asked(project, ("expand", {"id": "u1.2"}))[0]
    assert not wrong and text.startswith("half \\ud800") and "escapes" in note
