"""Hermes's database: one session of it as lines, and no trust in the file."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from hermes_rows import MESSAGES, SESSIONS, database, exported, user
from test_hermes import AFTER, WHOLE, chain, in_place, numbered, session
from transcript import texts

from fastjev import readers
from fastjev.cli import cli
from fastjev.datatypes import Conversation
from fastjev.deliver import fetch
from fastjev.errors import ReadError
from fastjev.labels import Speaker
from fastjev.readers.hermes import database as read_database


def read(session: str | Path) -> Conversation:
    source = fetch(str(session))
    return readers.read(source.raw, source.name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return database(tmp_path / "state.db", *chain(), journal="wal")


def test_a_session_with_those_that_it_continues(file: Path):
    found = read(f"{file}#b")
    own = [message.text for message in found.messages if message.speaker != Speaker.HARNESS]
    assert own == [*WHOLE, *(row["content"] for row in AFTER)]
    assert (found.id, found.format) == ("a", "hermes")
    assert [json.loads(line).get("id") for line in found.raw.splitlines()][:2] == ["a", 1]


def test_what_was_compacted_in_place_is_still_there(tmp_path: Path):
    found = read(database(tmp_path / "state.db", (session("s"), in_place())))
    assert [message.text for message in found.messages if message.speaker == Speaker.HUMAN] == [
        "don't touch the schema",
        "continue",
        "continue",
    ]


def test_parts_and_calls_are_as_exported(tmp_path: Path):
    parts = [{"type": "text", "text": "看图"}, {"type": "image_url", "image_url": {"url": "data:"}}]
    found = read(database(tmp_path / "state.db", (session("s"), numbered("s", [user(parts)]))))
    assert json.loads(found.raw.splitlines()[1])["content"] == parts
    assert texts(found) == ["看图"]


@pytest.mark.parametrize(("part", "message"), [("", "holds 2 sessions; name one as .*#ID"), ("#x", "no session x")])
def test_which_is_meant_must_be_said(file: Path, part: str, message: str):
    with pytest.raises(ReadError, match=message):
        fetch(f"{file}{part}")


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_reading_leaves_nothing_behind(tmp_path: Path, journal: str):
    file = database(tmp_path / "state.db", (session("s"), numbered("s", [user("hello")])), journal=journal)
    before = file.read_bytes()
    assert texts(read(file)) == ["hello"]
    assert [path.name for path in tmp_path.iterdir()] == ["state.db"]
    assert file.read_bytes() == before


def test_what_is_only_in_the_log_is_read(file: Path):
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute(
            "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('c', 'user', '新的', 1.8e9)"
        )
        assert texts(read(f"{file}#c")) == ["another way", "新的"]


def test_a_database_that_is_being_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_database, "_WAIT", 0.01)
    file = database(tmp_path / "state.db", (session("s"), numbered("s", [user("hello")])))
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ReadError, match="another program is writing into it"):
            fetch(str(file))


def made(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return path


FOREVER = (
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS id, 's' AS session_id, n AS timestamp"
)


MANY = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 200)"
"""Rows that are short in the file: a column that was added later is its default in each."""


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (["CREATE TABLE x (y)"], "none of Hermes's"),
        ([f"CREATE TABLE sessions ({SESSIONS})"], "none of Hermes's"),
        ([f"CREATE TABLE sessions ({SESSIONS})", f"CREATE VIEW messages AS {FOREVER} FROM r"], "none of Hermes's"),
        ([f"CREATE TABLE sessions ({SESSIONS})", f"CREATE TABLE messages ({MESSAGES})"], "no session in it"),
        (["CREATE TABLE sessions (id)", "CREATE TABLE messages (id)"], "cannot be read as a database .no such column"),
        (
            [
                "CREATE TABLE sessions (id)",
                "INSERT INTO sessions VALUES ('s')",
                "CREATE TABLE messages (id, session_id, timestamp)",
                "INSERT INTO messages VALUES (1, 's', 1)",
                "ALTER TABLE messages ADD COLUMN content AS (zeroblob(300000000))",
            ],
            "messages: content is made by an expression",
        ),
        *(
            (
                [
                    "CREATE TABLE sessions (id, title)",
                    "INSERT INTO sessions VALUES ('s', '')",
                    "CREATE TABLE messages (id, session_id, timestamp)",
                    "INSERT INTO messages VALUES (1, 's', 1)",
                    f"ALTER TABLE {table} ADD COLUMN more AS (hex(zeroblob(60000000))) {kind}",
                ],
                f"{table}: more is made by an expression",
            )
            for table, kind in (("sessions", ""), ("messages", "VIRTUAL"))
        ),
        (
            [
                "CREATE TABLE sessions (id)",
                "INSERT INTO sessions VALUES ('s')",
                "CREATE TABLE messages (id, session_id, timestamp, content AS (hex(zeroblob(9))) STORED)",
            ],
            "messages: content is made by an expression",
        ),
        *(
            (
                [
                    "CREATE TABLE sessions (id)",
                    "CREATE TABLE messages (id, session_id, timestamp)",
                    f"{MANY} INSERT INTO sessions SELECT 's' || n FROM r",
                    f"{MANY} INSERT INTO messages SELECT n, 's1', n FROM r",
                    f"ALTER TABLE {table} ADD COLUMN {column} DEFAULT '{'x' * 1_000_000}'",
                ],
                "more text than the file has bytes",
            )
            for table, column in (("sessions", "title"), ("sessions", "model_config"), ("messages", "content"))
        ),
    ],
)
def test_a_strange_database_is_told_in_a_line(tmp_path: Path, statements: list[str], message: str):
    file = made(tmp_path / "state.db", *statements)
    with pytest.raises(ReadError, match=message) as told:
        fetch(str(file))
    assert "\n" not in str(told.value)


def test_columns_of_an_earlier_release_will_do(tmp_path: Path):
    file = made(
        tmp_path / "state.db",
        "CREATE TABLE sessions (id TEXT, source TEXT, user_id TEXT, model_config TEXT, system_prompt TEXT)",
        "CREATE TABLE messages (id INTEGER, session_id TEXT, role TEXT, content TEXT, timestamp REAL)",
        "INSERT INTO sessions (id, source) VALUES ('s', 'cli')",
        "INSERT INTO messages VALUES (1, 's', 'user', 'hello', 1.7e9)",
    )
    assert texts(read(file)) == ["hello"]


@pytest.mark.parametrize("id", [7, 7.5, 0, None, "", b"\x00\xff", "a\nb", "a\u2028b", "a#b"], ids=repr)
def test_an_id_of_any_kind_has_its_rows_and_is_continued(tmp_path: Path, id: object):
    file = tmp_path / "state.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE sessions (id, parent_session_id, end_reason)")
        connection.execute("CREATE TABLE messages (id INTEGER, session_id, role TEXT, content TEXT, timestamp REAL)")
        connection.execute("INSERT INTO sessions VALUES (?, NULL, 'compression')", (id,))
        connection.execute("INSERT INTO messages VALUES (1, ?, 'user', 'hello', 1.7e9)", (id,))
    assert texts(read(file)) == ["hello"]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO sessions VALUES ('z', ?, NULL)", (id,))
        connection.execute("INSERT INTO messages VALUES (2, 'z', 'user', 'more', 1.8e9)")
    named = id not in (None, "")
    assert texts(read(f"{file}#last")) == (["hello", "more"] if named else ["more"])


@pytest.mark.parametrize("kind", ["INTEGER PRIMARY KEY", "INTEGER", ""])
def test_rows_are_lines_in_the_order_of_their_numbers(tmp_path: Path, kind: str):
    file = made(
        tmp_path / "state.db",
        "CREATE TABLE sessions (id)",
        f"CREATE TABLE messages (id {kind}, session_id, role, content, timestamp)",
        "CREATE INDEX by_time ON messages (session_id, timestamp)",
        "INSERT INTO sessions VALUES ('s')",
        "INSERT INTO messages VALUES (3, 's', 'user', 'c', 1), (1, 's', 'user', 'a', 3), (2, 's', 'user', 'b', 2)",
    )
    assert [json.loads(line)["id"] for line in fetch(str(file)).raw.splitlines()] == ["s", 1, 2, 3]


@pytest.mark.parametrize("id", [7, 7.5, 0])
def test_a_number_is_an_id_in_an_export_too(tmp_path: Path, id: float):
    file = tmp_path / "all.jsonl"
    file.write_bytes(exported((session(id), numbered(id, [user("hello")])), (session("z"), numbered("z", [user("x")]))))
    assert texts(read(f"{file}#{id}")) == ["hello"]
    head, rows = session(id), numbered(id, [user("hello")])
    file.write_text("".join(json.dumps(each) + "\n" for each in (session("z"), head, *rows)))
    assert texts(read(f"{file}#{id}")) == ["hello"]


def test_sessions_are_told_on_one_line_whatever_they_are_called(tmp_path: Path):
    named = [
        (session(id, title="a\nb\u202e\x1b[31m"), numbered(id, [user("x")], n)) for n, id in ((1, "a\n\x1b"), (2, "b"))
    ]
    file = database(tmp_path / "state.db", *named)
    for asked in ("", "#x", "#a\nx"):
        with pytest.raises(ReadError) as told:
            fetch(f"{file}{asked}")
        said = str(told.value)
        assert said.isprintable(), said
        assert "a⏎\\x1b (a⏎b\\u202e\\x1b[31m" in said or "did you mean" in said
    assert texts(read(f"{file}#a\n\x1b")) == ["x"]


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_database_is_read_or_refused(file: Path, seed: int):
    chance = random.Random(seed)
    raw = bytearray(file.read_bytes())
    for _ in range(60):
        raw[chance.randrange(16, len(raw))] = chance.randrange(256)
    file.write_bytes(raw[: chance.randrange(512, len(raw))] if seed % 2 else raw)
    try:
        read(f"{file}#last")
    except ReadError as error:
        assert str(error).startswith(str(file))


@pytest.mark.parametrize("asked", ["c", "b", "last"])
def test_what_is_fetched_of_an_export_holds_no_other_session(tmp_path: Path, asked: str):
    file = tmp_path / "all.jsonl"
    file.write_bytes(exported(*chain()))
    source = fetch(f"{file}#{asked}")
    ids = {json.loads(line)["id"] for line in source.raw.splitlines()}
    assert ids == ({"c"} if asked == "c" else {"a", "b"})
    whole, own = readers.read(file.read_bytes(), source.name), readers.read(source.raw, source.name)
    assert (own.id, texts(own)) == (whole.id, texts(whole))


def test_a_database_on_standard_input_is_refused(file: Path):
    with pytest.raises(ReadError, match="a database is read from its own file"):
        readers.read(file.read_bytes(), "-")


def test_a_file_of_that_very_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("chat#1.md").write_text("user: hello")
    Path("chat").write_text("user: bye")
    assert fetch("chat#1.md").raw == b"user: hello"


def test_log_why_and_list_name_host_and_session(project: Path):
    database(project / "state.db", (session("20261130_100000_aaaaaa"), in_place_of("20261130_100000_aaaaaa")))
    runner = CliRunner()
    done = runner.invoke(cli, ["compact", "state.db", "--recent", "0"])
    assert done.exit_code == 0, done.stderr
    log = json.loads(runner.invoke(cli, ["log", "--json"]).stdout)["compactions"]
    assert [(each["session"], each["format"]) for each in log] == [("20261130_100000_aaaaaa", "hermes")]
    for command in (["log"], ["archive", "list"]):
        shown = runner.invoke(cli, command, env={"COLUMNS": "200"}).stdout
        assert "20261130_100000_aaaaaa" in shown
        assert "hermes" in shown
    why = json.loads(runner.invoke(cli, ["why", "don't touch the schema", "--json"]).stdout)["units"]
    assert [(each["session"], each["fate"]) for each in why] == [("20261130_100000_aaaaaa", why[0]["fate"])]
    assert runner.invoke(cli, ["expand", "e1", "--raw"]).stdout.encode() == fetch("state.db").raw


def in_place_of(id: str) -> list[dict[str, object]]:
    return [{**row, "session_id": id} for row in in_place()]
