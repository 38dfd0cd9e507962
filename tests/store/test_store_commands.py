"""expand, archive, log and why as people and scripts call them."""

import json
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from talks import assistant, call, core, neutral, tool, user

from fastjev import pipeline
from fastjev.cli import cli
from fastjev.cli.stored import of_session
from fastjev.errors import StoreError, UsageError
from fastjev.integrations.mcp.scope import Scope
from fastjev.integrations.mcp.why import why
from fastjev.pointers import elisions
from fastjev.policy import DEFAULT
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import size
from fastjev.store import archive, entries, events, journal
from fastjev.store.database import change, create, look
from fastjev.store.place import Place, place_of

KEY = "hunter" + "2-Qx9"
LOG = "\n".join(f"第{n} 行: \x1b[31merror {n}" for n in range(1, 101)) + "\n"
TALK = [
    user("不要动 production 库的 schema"),
    user(f"use port 8080, 密码是 {KEY}"),
    assistant("我先看一下日志", call("1", "Read", file_path="x.log")),
    tool("1", LOG),
    user("好了，算了，schema 可以改了"),
]
NOW = 1_780_000_000.0


@pytest.fixture
def stored(project: Path) -> Place:
    """The project with two compactions of one session in its store."""
    place = place_of(project)
    for hour, messages in enumerate((TALK[:4], TALK)):
        run = pipeline.run(
            neutral(messages, "5c0375b4-会话"), "talk.json", rulebook=core(), policy=DEFAULT.__class__(recent_turns=0)
        )
        found = elisions(run)
        with create(place) as store:
            archive.keep(store, run, found)
            made = provenance(rules=core().digest, policy=DEFAULT)
            journal.record(store, run, made, found, now=NOW + hour * 3600, source="talk.json", size=size(run))
    return place


def result_id(place: Place) -> str:
    with look(place) as store:
        return next(
            entry.name
            for entry in entries.entries_of(store, "5c0375b4-会话", 2)
            if entry.pointer and entry.pointer[0] == "r"
        )


def invoke(*words: str, code: int = 0, **more: object) -> Result:
    ran = CliRunner().invoke(cli, words, **more)  # type: ignore[arg-type]
    assert ran.exit_code == code, ran.stderr
    return ran


def test_expand_is_exact_in_a_pipe_and_in_a_file(stored: Place, tmp_path: Path) -> None:
    name = result_id(stored)
    ran = invoke("expand", name)
    assert ran.stdout_bytes == LOG.encode()
    assert "next: fastjev expand" in ran.stderr
    invoke("expand", name, "-o", str(tmp_path / "out"))
    assert (tmp_path / "out").read_bytes() == LOG.encode()
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o600
    with look(stored) as store:
        pointer = entries.find(store, name).pointer
    assert invoke("expand", f"[[elided id={pointer} lines=1-101 tokens=9]]").stdout_bytes == LOG.encode()


def test_expand_is_escaped_on_a_terminal(stored: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastjev.cli.expand.sys.stdout", sys.stdout)
    shown: list[bytes] = []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("fastjev.cli.expand.click.echo", lambda text=b"", **_: shown.append(text))
    from fastjev.cli.expand import _put

    _put("\x1b[31m红\u202e".encode() + b"\xff", None)
    assert shown == ["\\x1b[31m红\\u202e\\xff".encode()]


def test_expand_lines_and_grep(stored: Place) -> None:
    name = result_id(stored)
    lines = LOG.split("\n")
    assert invoke("expand", name, "--lines", "2-3").stdout == "\n".join(lines[1:3]) + "\n"
    assert invoke("expand", name, "--lines", "7").stdout == lines[6] + "\n"
    assert invoke("expand", name, "--lines", "100-999").stdout == lines[99] + "\n"
    found = invoke("expand", name, "--grep", "第5 行|error 9$", "--context", "1").stdout
    assert found.splitlines() == [f"{n}: {lines[n - 1]}" for n in (4, 5, 6, 8, 9, 10)]
    only = invoke("expand", name, "--grep", "error 5", "--lines", "50-52").stdout
    assert only.splitlines() == [f"{n}: {lines[n - 1]}" for n in (50, 51, 52)]
    with look(stored) as store:
        assert events.events(store)[0].lines == (2, 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--lines", "3-2"], "is no span of lines"),
        (["--lines", "0-2"], "is no span of lines"),
        (["--lines", "x"], "is no span of lines"),
        (["--lines", "500-600"], "is beyond them"),
        (["--grep", "("], "is no pattern of RE2"),
        (["--grep", "(?=x)"], "is no pattern of RE2"),
        (["--context", "2"], "goes with --grep"),
        (["-o", "/"], "is no regular file"),
    ],
)
def test_expand_says_what_is_off(stored: Place, words: list[str], said: str) -> None:
    assert said in invoke("expand", result_id(stored), *words, code=2).stderr


def test_expand_a_fold_says_which_is_which_and_raw_gives_the_source(stored: Place, project: Path) -> None:
    whole = invoke("expand", "e2").stdout
    assert "── u3" in whole or "── u2" in whole
    assert LOG in whole
    assert invoke("expand", "e2", "--raw").stdout_bytes == neutral(TALK, "5c0375b4-会话")
    assert invoke("expand", "e1", "--raw").stdout_bytes == neutral(TALK[:4], "5c0375b4-会话")


def test_expand_of_unknown_and_hostile_names(stored: Place) -> None:
    for name in ("u99.9", "..", "r:00000000", "\x1b[31m", "%2e", "x" * 10_000):
        ran = invoke("expand", name, code=3)
        assert ran.stdout == ""
        assert "\x1b" not in ran.stderr
        assert ran.stderr.startswith("fastjev: ")
        assert len(ran.stderr) < 300
    assert "no session of" in invoke("expand", "u1.1", "--session", "\x1b]0;x", code=3).stderr


def test_damaged_bytes_are_an_error_and_nothing_is_printed(stored: Place) -> None:
    name = result_id(stored)
    with sqlite3.connect(stored.file) as other:
        other.execute("UPDATE blob SET body = x'00' WHERE body = ?", (LOG.encode(),))
    ran = invoke("expand", name, code=3)
    assert (ran.stdout, "is damaged" in ran.stderr) == ("", True)
    ran = invoke("archive", "verify", code=1)
    assert "is damaged" in ran.stdout


def test_reading_goes_on_where_nothing_can_be_journalled(stored: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*values: object, **more: object) -> None:
        raise StoreError("store.sqlite3: the disk is full; make room and run again")

    monkeypatch.setattr(events, "note", fail)
    ran = invoke("expand", result_id(stored))
    assert ran.stdout_bytes == LOG.encode()
    assert "note: not journalled: store.sqlite3: the disk is full" in ran.stderr


def test_log_shows_compactions_and_a_unit(stored: Place) -> None:
    invoke("expand", result_id(stored))
    shown = invoke("log").stdout
    assert shown.index("e2") < shown.index("e1")
    told = json.loads(invoke("log", "5c0375b4", "--json").stdout)
    assert [each["epoch"] for each in told["compactions"]] == [2, 1]
    assert [event["name"] for event in told["events"]] == [result_id(stored)]
    unit = invoke("log", "--unit", "u1.1").stdout
    assert "不要动 production 库的 schema" in unit
    assert "rule:core/" in unit
    assert "did you mean u1.1" in invoke("log", "--unit", "u1.11", code=3).stderr
    assert json.loads(invoke("log", "--json", "--since", "2999-01-01").stdout)["compactions"] == []
    assert "is no time" in invoke("log", "--since", "gestern", code=2).stderr


def test_why_tells_what_became_of_a_statement(stored: Place) -> None:
    told = json.loads(invoke("why", "不要动production库", "--json").stdout)["units"]
    assert [each["epoch"] for each in told] == [2, 1]
    assert told[1]["fate"] == "kept in constraints"
    assert any(each.startswith("rule:core/") for each in told[0]["by"])
    assert "USE PORT 8080".casefold() in invoke("why", "USE  port８０８０").stdout.casefold()
    ran = invoke("why", "schema", "--limit", "1")
    assert "note: and 2 more" in ran.stderr
    assert "no unit in the journal says so" in invoke("why", "kein Wort davon", code=3).stderr
    invoke("why", " ", code=2)


_KEPT, _VOID = "kept in constraints", "deprecated by u2.1"


@pytest.mark.parametrize(
    ("rounds", "fates"),
    [
        ([1], [_KEPT]),
        ([1, 1], [f"{_KEPT}, and in 1 earlier compaction"]),
        ([1] * 40, [f"{_KEPT}, and in 39 earlier compactions"]),
        ([1, 1, 2, 2, 2], [f"{_VOID}, and in 2 earlier compactions", f"{_KEPT}, and in 1 earlier compaction"]),
        ([1, 2, 1], [f"{_KEPT}, and in 1 earlier compaction", _VOID]),
    ],
)
def test_what_stays_as_it_was_is_told_once(project: Path, rounds: list[int], fates: list[str]) -> None:
    place, policy = place_of(project), replace(DEFAULT, recent_turns=0)
    talk = [user("the payment timeout is 30 s everywhere"), user("make the payment timeout 60 s")]
    runs = [pipeline.run(neutral(talk[:n], "s"), "talk.json", rulebook=core(), policy=policy) for n in (1, 2)]
    made = provenance(rules=core().digest, policy=DEFAULT)
    for hour, turns in enumerate(rounds):
        run = runs[turns - 1]
        with create(place) as store:
            archive.keep(store, run, elisions(run))
            journal.record(store, run, made, elisions(run), now=NOW + hour * 3600, source="talk.json", size=size(run))
    ran = invoke("why", "timeout is 30 s")
    assert [line[10:] for line in ran.stdout.splitlines() if line.startswith("fate ")] == fates
    assert "more" not in ran.stderr
    assert len(json.loads(invoke("why", "timeout is 30 s", "--json").stdout)["units"]) == len(rounds)
    answer = why(Scope(place, "s"), {"text": "timeout is 30 s"})
    assert [line[8:] for line in answer.text.splitlines() if line.startswith("  fate: ")] == fates
    assert not answer.note


def test_secrets_stand_in_nothing_but_the_archive(stored: Place) -> None:
    for words in (
        ["log", "--json"],
        ["log", "--unit", "u2.1"],
        ["why", f"密码是 {KEY}"],
        ["archive", "list", "--json"],
    ):
        ran = invoke(*words)
        assert KEY not in ran.output, words
    assert KEY not in invoke("why", f"the password is {KEY}!", code=3).output
    assert KEY.encode() in invoke("expand", "e2", "--raw").stdout_bytes


def test_archive_lists_counts_and_purges(stored: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "5c0375b4-会话" in invoke("archive", "list").stdout
    (of_project,) = json.loads(invoke("archive", "list", "--all", "--json").stdout)["projects"]
    assert of_project["project"] == str(stored.project)
    assert of_project["sessions"][0]["epochs"] == 2
    told = json.loads(invoke("archive", "stats", "--json").stdout)["stats"]
    assert (told["sessions"], told["epochs"], told["compactions"], told["loose"]) == (1, 2, 2, 0)
    assert invoke("archive", "verify").stdout == ""
    assert "dropped 0 blobs" in invoke("archive", "gc").stderr
    invoke("archive", "purge", code=2)
    invoke("archive", "purge", "--session", "5c03", input="n\n", code=1)
    assert "5c0375b4" in invoke("archive", "list").stdout
    invoke("archive", "purge", "--session", "5c03", input="y\n")
    assert "5c0375b4" not in invoke("archive", "list").stdout
    assert not any(b"production" in path.read_bytes() for path in stored.folder.iterdir())
    invoke("archive", "purge", "--all", "--yes")
    assert not stored.file.exists()
    monkeypatch.chdir(tmp_path)
    for words in (["list"], ["stats"], ["verify"], ["gc"], ["purge", "--all", "--yes"]):
        assert "nothing is archived for this project yet" in invoke("archive", *words, code=3).stderr
    assert list(stored.folder.parent.iterdir()) == [stored.folder]
    assert invoke("archive", "list", "--project", str(stored.project), code=3).stdout == ""


def test_a_final_newline_ends_a_line_and_begins_none(stored: Place) -> None:
    from fastjev.datatypes import Span
    from fastjev.store import excerpt

    with look(stored) as store:
        entry = entries.find(store, result_id(stored))

    def chosen(own: Span | None, pattern: str | None = None, of: bytes = b"one\ntwo\n") -> bytes:
        return b"".join(line for _, line in excerpt.chosen([(entry, of)], own, pattern, 0, titled=False))

    assert chosen(None) == b"one\ntwo\n"
    assert chosen(Span(2, 9)) == b"two\n"
    with pytest.raises(UsageError, match="it has 2 lines; 3 is beyond"):
        chosen(Span(3, 3))
    assert chosen(None, of=b"one\ntwo") == b"one\ntwo"
    assert chosen(None, "t") == b"2: two\n"


def test_what_was_kept_is_said_to_be_in_the_skeleton(stored: Place) -> None:
    ran = invoke("expand", "u1.1", code=3)
    assert "was not taken out; it stands in the skeleton" in ran.stderr


def test_a_pattern_that_is_none_is_told_as_it_was_written(stored: Place) -> None:
    assert (
        "'错(' is no pattern of RE2: missing ): 错("
        in invoke("expand", result_id(stored), "--grep", "错(", code=2).stderr
    )


def test_a_damaged_entry_of_the_journal_keeps_no_other_from_being_read(stored: Place) -> None:
    with look(stored) as store:
        whole = len(list(journal.compactions(store)))
        session = next(journal.compactions(store)).session
    with create(stored) as store, change(store) as connection:
        connection.execute(
            "INSERT INTO compaction (session, epoch, time, day, about, units) VALUES (?, 9, 1e12, 1e12, '{', 'x')",
            (session.encode(),),
        )
    ran = invoke("log", "--json")
    assert len(json.loads(ran.stdout)["compactions"]) == whole
    assert "of the journal is damaged; it is left out" in ran.stderr
    assert invoke("why", "schema").exit_code == 0


@pytest.mark.parametrize(
    ("session", "said"), [("talk", " --session talk"), ("two words", " --session 'two words'"), ("a\nb\x1b", "")]
)
def test_only_ids_that_can_be_pasted_are_printed(session: str, said: str) -> None:
    assert of_session(session) == said
