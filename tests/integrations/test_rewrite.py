"""`rewrite`: a copy that the client can resume, and that fastjev reads as the same conversation."""

import json
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from readers.transcript import assistant, call, jsonl, result, row, user

from fastjev.cli import cli
from fastjev.datatypes import Conversation
from fastjev.readers import read

OLD = "5d0f6c1e-8a57-4c1b-9b0e-3f2a71d9c604"
DEMO = Path(__file__).parents[2] / "demo" / "session.jsonl"
THINKING = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
LONG = "\n".join(f"line {n} of src/part{n}.py" for n in range(400))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The client's folder of one project, and stores of this test's own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    found = tmp_path / ".claude" / "projects" / "-work"
    found.mkdir(parents=True)
    return found


def run(*words: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, words)
    assert ran.exit_code == code, ran.output
    return ran


def rewrite(folder: Path, *words: str) -> list[dict[str, Any]]:
    """The entries of the copy."""
    name = run("rewrite", OLD, *words).stdout.split()[-1]
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]


def written(folder: Path, *rows: dict[str, Any]) -> None:
    (folder / f"{OLD}.jsonl").write_bytes(jsonl(*({**each, "sessionId": OLD} for each in rows)))


def blocks(entry: dict[str, Any]) -> list[dict[str, Any]]:
    content = entry["message"]["content"]
    return [] if isinstance(content, str) else content


def test_the_demo_is_written_anew_beside_the_old_file(folder: Path) -> None:
    old = folder / f"{OLD}.jsonl"
    shutil.copy(DEMO, old)
    ran = run("rewrite", OLD)
    command, flag, name = ran.stdout.split()
    assert (command, flag) == ("claude", "--resume")
    new = folder / f"{name}.jsonl"
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert old.read_bytes() == DEMO.read_bytes()
    entries = [json.loads(line) for line in new.read_text().splitlines()]
    assert [entry["parentUuid"] for entry in entries] == [None, *(entry["uuid"] for entry in entries[:-1])]
    assert {entry["sessionId"] for entry in entries} == {name}
    assert len({entry["uuid"] for entry in entries}) == len(entries)
    assert all(entry["timestamp"] and entry["cwd"] == "/home/dev/orderdesk" for entry in entries)
    assert [entry["timestamp"] for entry in entries] == sorted(entry["timestamp"] for entry in entries)
    assert entries[0]["message"]["content"].startswith("[fastjev 骨架 · 会话 5d0f6c1e")
    calls = [block["id"] for entry in entries for block in blocks(entry) if block["type"] == "tool_use"]
    results = [block["tool_use_id"] for entry in entries for block in blocks(entry) if block["type"] == "tool_result"]
    assert calls and calls == results
    used = {entry["message"]["usage"]["input_tokens"] for entry in entries if entry["type"] == "assistant"}
    assert len(used) == 1 and used < {*range(20_000)}


def test_what_is_read_back_has_the_same_zones_turns_and_times(folder: Path) -> None:
    shutil.copy(DEMO, folder / f"{OLD}.jsonl")
    name = run("rewrite", OLD).stdout.split()[-1]

    def told(session: str) -> dict[str, Any]:
        return dict(json.loads(run("compact", session, "--format", "json", "--no-archive", "-q").stdout))

    before, after = told(OLD), told(name)
    assert before["conversation"]["turns"] == after["conversation"]["turns"] == 16
    for zone in ("constraints", "deprecated_constraints"):
        # To the minute: a skeleton says no more.
        early, late = (
            {(item["turn"], item["time"][:16].replace("T", " "), item["text"], item["speaker"])
             for item in whole["zones"][zone] if item["turn"] < 12 and item["speaker"] == "human"}
            for whole in (before, after)
        )  # fmt: skip
        assert early and early == late
    said = {item["text"] for item in after["zones"]["constraints"]}
    assert any(text.startswith("不要动production库的schema") for text in said)


def speakers(conversation: Conversation) -> list[tuple[str, str]]:
    return [(str(each.speaker), each.text) for each in conversation.messages]


def test_a_pointer_of_the_old_session_is_one_of_the_new_also_in_a_copy_of_the_copy(folder: Path) -> None:
    shutil.copy(DEMO, folder / f"{OLD}.jsonl")
    first = rewrite(folder, "--recent", "0")[0]["message"]["content"]
    pointer = first.partition("[[elided id=r:")[2].split()[0]
    kept = run("expand", f"r:{pointer}", "--session", OLD).stdout
    assert kept and run("expand", f"r:{pointer}").stdout == kept
    (copy,) = [path for path in folder.iterdir() if path.stem != OLD]
    run("compact", copy.stem, "--recent", "0")
    assert run("expand", f"r:{pointer}", "--session", copy.stem).stdout == kept
    run("archive", "purge", "--session", OLD, "--yes")
    assert run("expand", f"r:{pointer}", "--session", copy.stem).stdout == kept
    assert run("expand", "e1", "--raw", "--session", copy.stem).stdout_bytes == DEMO.read_bytes()
    run("archive", "verify")


def test_thinking_half_pairs_and_places_in_the_old_file_stay_out(folder: Path) -> None:
    written(
        folder,
        user("1", None, "读一下 src"),
        assistant("2", "1", call("c1", command="cat src"), id="m1"),
        user("3", "2", [result("c1", LONG)]),
        user(
            "4", "3", "接着，不要动 schema", promptId="p2", permissionMode="plan", rowSource="local", checkpointUuid="3"
        ),
        assistant("5", "4", THINKING, id="m2"),
        assistant("6", "5", "看看", call("c2", command="ls"), call("c3", command="pwd"), id="m2", requestId="r2"),
        user("7", "6", [result("c2", "a")]),
        assistant("8", "7", "好的", id="m3"),
        {"type": "custom-title", "customTitle": "订单"},
        {"type": "custom-title", "customTitle": "订单后台"},
    )
    *entries, title = rewrite(folder, "--recent", "1")
    assert title["customTitle"] == "订单后台" and title["sessionId"] == entries[0]["sessionId"]
    shown = [
        [block.get("id") or block.get("tool_use_id") or block["text"] for block in blocks(each)] for each in entries
    ]
    assert shown[1:] == [["接着，不要动 schema"], ["看看", "c2"], ["c2"], ["好的"]]
    assert (entries[1]["promptId"], entries[1]["permissionMode"], entries[2]["requestId"]) == ("p2", "plan", "r2")
    assert "checkpointUuid" not in entries[1]


def test_parallel_calls_come_back_in_pairs(folder: Path) -> None:
    written(
        folder,
        user("0", None, "earlier"),
        assistant("01", "0", call("c0", command="cat all")),
        user("02", "01", [result("c0", LONG)]),
        user("1", "02", "both please"),
        assistant("2", "1", call("c1", command="a"), id="m1"),
        assistant("3", "2", call("c2", command="b"), id="m1"),
        user("4", "2", [result("c1", "one")], toolUseResult={"stdout": "one"}),
        user("5", "3", [result("c2", "two")]),
        assistant("6", "5", "done"),
    )
    entries = rewrite(folder, "--recent", "1")
    shown = [
        [block.get("id") or block.get("tool_use_id") or block["text"] for block in blocks(each)] for each in entries
    ]
    assert shown[1:] == [["both please"], ["c1", "c2"], ["c1"], ["c2"], ["done"]]
    assert entries[3]["toolUseResult"] == {"stdout": "one"}


def test_what_the_client_said_stays_the_clients(folder: Path) -> None:
    hook = {"type": "hook_additional_context", "content": ["NEVER deploy on Friday"]}
    queued = {"type": "queued_command", "prompt": "也看看 test/", "commandMode": "prompt"}
    written(
        folder,
        user("0", None, "earlier"),
        assistant("01", "0", call("c0", command="cat all")),
        user("02", "01", [result("c0", LONG)]),
        user("1", "02", "go on"),
        row("attachment", "2", "1", attachment=hook),
        assistant("3", "2", call("c1", command="a")),
        user("4", "3", [result("c1", "one")]),
        row("attachment", "5", "4", attachment=queued),
        user("6", "5", "<system-reminder>always be brief</system-reminder>", isMeta=True),
        assistant("7", "6", "done"),
    )
    before = speakers(read((folder / f"{OLD}.jsonl").read_bytes(), "old.jsonl"))
    entries = rewrite(folder, "--recent", "2")
    after = speakers(read("".join(json.dumps(entry) + "\n" for entry in entries).encode(), "new.jsonl"))
    for line in ("NEVER deploy on Friday", "也看看 test/", "<system-reminder>always be brief</system-reminder>"):
        (spoken,) = [spoken for spoken in before if spoken[1] == line]
        assert spoken in after


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["rewrite", "-"], 2, "-o ID.jsonl"),
        (["rewrite", OLD, "-o", "copy.jsonl"], 2, "by its file's name"),
        (["rewrite", OLD, "--recent", "9"], 1, "would not be smaller"),
        (["rewrite", OLD, "--recent", "0", "--dry-run"], 0, "dry run"),
        (["rewrite", "talk.md"], 2, "only a session of Claude Code"),
    ],
)
def test_what_is_not_written(folder: Path, words: list[str], code: int, said: str) -> None:
    written(
        folder,
        user("1", None, "读一下 src"),
        assistant("2", "1", call("c1", command="cat src")),
        user("3", "2", [result("c1", LONG)]),
    )
    Path("talk.md").write_text("## User\n\nhello\n\n## Assistant\n\nhi\n")
    before = sorted(folder.iterdir())
    assert said in run(*words, code=code).stderr
    assert sorted(folder.iterdir()) == before
