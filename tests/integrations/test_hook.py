"""Hooks and strangers: whatever comes, the client goes on."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import platformdirs
import pytest
from integrations.clients import SCHEMA, SESSION, Hooks, Talk, long_talk

from fastjev.integrations.claude_code import due, state
from fastjev.integrations.claude_code.hook import EVENTS, Call, main
from fastjev.integrations.claude_code.options import Options, options
from fastjev.integrations.claude_code.state import Compaction, Ran, State
from fastjev.store.place import data_home, place_of

BROKEN = [b"", b"{", b"[]", b"null", b"\0\0", b"\xff\xfe{}", b'"x"', b"[" * 100_000, b'{"session_id": 3, "cwd": 7}',
          b'{"session_id": "\\ud800", "cwd": "/no/such", "transcript_path": "/dev/zero"}',
          b'{"session_id": "../../x", "transcript_path": "../../../etc/passwd"}']  # fmt: skip


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("stdin", BROKEN)
def test_broken_input_is_answered_with_silence_or_a_refusal(hooks: Hooks, event: str, stdin: bytes) -> None:
    out = hooks.raw(event, stdin)
    if event == "compact":
        assert json.loads(out)["ok"] is False
    elif event == "due":
        assert not out or json.loads(out)["compact"] is False
    elif event != "show":
        assert out == ""


def test_an_unknown_event_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["promt"]) == 0
    assert "did you mean prompt?" in capsys.readouterr().err
    assert main([]) == 0
    assert "hook takes an event. The events are compact, due" in capsys.readouterr().err


def test_a_store_that_cannot_be_written_stops_nobody(hooks: Hooks, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = hooks.project.parent / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("FASTJEV_DATA", str(blocked))
    talk = long_talk()
    talk.write(hooks.transcript)
    assert hooks("index") == ""
    assert hooks("prompt") == ""
    answer = hooks.compact(talk.messages)
    assert answer["ok"] is False


def test_files_are_for_their_owner_only(hooks: Hooks) -> None:
    long_talk(2).write(hooks.transcript)
    hooks("index")
    for path in place_of(hooks.project).folder.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


@pytest.mark.parametrize("session", ["../../etc/x", "a" * 5000, "\ud800", "会话", "", "x\0y"])
def test_no_id_is_part_of_a_path(project: Path, session: str) -> None:
    place = place_of(project)
    state.change(place, session, turns=3)
    assert state.load(place, session).turns == 3
    (file,) = (place.folder / "sessions").glob("*.json")
    assert len(file.stem) == 16


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"{}", b'{"ledger": 3}', b"\xff"])
def test_a_damaged_state_is_as_good_as_none(project: Path, raw: bytes) -> None:
    place = place_of(project)
    state.change(place, SESSION, turns=3)
    (file,) = (place.folder / "sessions").glob("*.json")
    file.write_bytes(raw)
    assert state.load(place, SESSION) == State()


def test_two_hooks_at_once_lose_nothing_of_each_other(project: Path) -> None:
    place = place_of(project)
    fields = [{"turns": 7}, {"after": 9}, {"lang": "zh"}, {"size": 11}, {"missing": ("x",)}, {"told": ("y",)}] * 3
    threads = [threading.Thread(target=state.change, args=(place, SESSION), kwargs=values) for values in fields]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert state.load(place, SESSION) == State(lang="zh", size=11, turns=7, after=9, told=("y",), missing=("x",))


def test_the_log_is_begun_anew_when_it_is_long(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "_LOG_BYTES", 500)
    place = place_of(project)
    for n in range(30):
        state.log(place, Ran(float(n), "prompt", SESSION, "nothing to say", 3))
    found = list(state.runs(place))
    assert [ran.time for ran in found] == sorted((ran.time for ran in found), reverse=True)
    assert found[0].time == 29.0
    assert sum(file.stat().st_size for file in place.folder.glob("hooks*")) < 1500


def test_a_secret_in_an_error_is_masked_in_the_log(hooks: Hooks) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLQ"
    hooks.raw("compact", json.dumps({"protocol": "fastjev.compact/1", "cwd": str(hooks.project), "messages": [3],
                                     "session_id": SESSION, "root": str(hooks.project)}).encode())  # fmt: skip
    hooks.raw("index", json.dumps({"cwd": str(hooks.project), "transcript_path": f"/x/{key}\0.jsonl"}).encode())
    log = (place_of(hooks.project).folder / "hooks.jsonl").read_text()
    assert "failed" in log
    assert key not in log


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({}, Options()),
        ({"mode": "Front", "trigger": "x", "every": "no", "percent": -3}, Options()),
        ({"mode": "side", "every": 4, "percent": "80"}, Options(mode="side", every=4, percent=80)),
        ({"every": 0, "percent": 2.5}, Options()),
    ],
)  # fmt: skip
def test_an_option_that_is_none_is_its_default(told: dict[str, object], expected: Options) -> None:
    assert options(told) == expected


def test_options_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_MODE", "shadow")
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_EVERY", "3")
    assert options() == Options(mode="shadow", every=3)


@pytest.mark.parametrize(
    ("told", "known", "given", "yes", "because"),
    [
        ({}, State(turns=8, after=10_000), {"tokens": 125_000}, True, "pays back after 1.4 turns"),
        ({}, State(turns=7, after=10_000), {"tokens": 125_000}, False, "7 of 8 turns"),
        ({}, State(turns=8, after=50_000), {"tokens": 125_000}, False, "pays back after 12.5 turns"),
        ({}, State(turns=8, after=90_000), {"tokens": 125_000}, False, "too little"),
        ({}, State(turns=8), {"tokens": 125_000}, False, "nothing is known"),
        ({}, State(turns=9, after=9_000, compaction=Compaction(0.0, 6, 9, 1, 1)), {"tokens": 125_000}, False, "3 of 8"),
        ({"trigger": "off"}, State(turns=80, after=10), {"tokens": 125_000}, False, "trigger off"),
        ({"trigger": "tokens"}, State(turns=3, after=10_000), {"tokens": 125_000, "percent": 61}, True, "pays back"),
        ({"trigger": "tokens"}, State(turns=3, after=10_000), {"tokens": 125_000, "percent": 59}, False, "59 of 60"),
        ({"trigger": "idle"}, State(turns=3, after=50_000), {"tokens": 125_000, "idle_seconds": 301}, True, "cold"),
        ({"trigger": "idle"}, State(turns=3, after=50_000), {"tokens": 125_000, "idle_seconds": 299}, False, "warm"),
        ({"mode": "side"}, State(turns=8, after=10_000), {"tokens": 125_000}, False, "mode side"),
        ({}, State(turns=8, after=10_000), {"tokens": "x"}, False, "nothing is known"),
    ],
)  # fmt: skip
def test_when_to_compact_unasked(
    project: Path, told: dict[str, object], known: State, given: dict[str, object], yes: bool, because: str
) -> None:
    found = due.decide(Call("due", given, options(told), place_of(project), SESSION), known)
    assert found[0] is yes
    assert because in found[1]


@pytest.mark.parametrize("shared", [None, "", "  ", "relative/path", "/srv/data"])
def test_the_data_folder_is_the_one_that_platformdirs_names(
    monkeypatch: pytest.MonkeyPatch, shared: str | None
) -> None:
    monkeypatch.delenv("FASTJEV_DATA")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if shared is not None:
        monkeypatch.setenv("XDG_DATA_HOME", shared)
    assert data_home() == Path(platformdirs.user_data_dir("fastjev", appauthor=False))


def test_show_tells_ledger_window_and_last_compaction(hooks: Hooks) -> None:
    talk = long_talk()
    talk.write(hooks.transcript)
    assert "none by fastjev" in hooks("show", tokens=50_000, window=200_000)
    hooks.compact(talk.messages)
    said = hooks("show", tokens=50_000, window=200_000)
    assert SCHEMA in said
    assert "50,000 of 200,000 tokens (25%)" in said
    assert "last compaction: turn 9" in said


def test_show_masks_secrets(hooks: Hooks) -> None:
    secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
    Talk().say(f"never print the key {secret}").reply("Noted.").write(hooks.transcript)
    said = hooks("show")
    assert "never print the key ‹masked" in said and secret not in said


HEAVY = {"click", "rich", "pydantic", "yaml", "re2", "sqlite3", "platformdirs", "dataclasses", "tempfile",
         "fastjev.cli", "fastjev.datatypes", "fastjev.pipeline", "fastjev.rulebook", "fastjev.renderers"}  # fmt: skip


def test_a_hook_with_nothing_to_say_loads_next_to_nothing(project: Path) -> None:
    code = (
        "import os, sys; sys.argv = ['fastjev', 'hook', 'prompt']\n"
        "def ended(code): print(*sorted(sys.modules), file=sys.stderr); raise SystemExit(code)\n"
        "os._exit = ended\n"
        "from fastjev.__main__ import main\n"
        "main()"
    )
    given = json.dumps({"session_id": SESSION, "cwd": str(project)}).encode()
    env = {**os.environ, "XDG_DATA_HOME": str(project)}
    env.pop("FASTJEV_DATA")
    done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, env=env, timeout=60)
    assert done.returncode == 0
    loaded = set(done.stderr.decode().split())
    assert "fastjev.integrations.claude_code.side" in loaded
    assert not loaded & HEAVY
