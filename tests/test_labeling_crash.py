"""Nobody loses an answer: a killed labeler, a torn line, two branches of git, two people at once."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fastjev.errors import ReadError, UsageError
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
from fastjev.labeling.items import Item
from fastjev.labeling.quick import session
from fastjev.labels import Speaker

ROOT = Path(__file__).resolve().parent.parent
KILLS = int(os.environ.get("FASTJEV_KILLS", "20"))
"""`make e2e` tries a hundred."""
WORKER = """
import sys
from pathlib import Path
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
found = sets.find(Path(sys.argv[1]), "auth")
for n in range(10**6):
    sets.append(found, Act(op="set", unit=f"u_{n}", by="lin", t=sys.argv[2], label="fact", note="说明 " * (n % 50)))
    print(n, flush=True)
"""


def act(op: str = "set", unit: str = "u_1", by: str = "lin", **more: Any) -> Act:
    more = {"label": "fact"} | more if op == "set" else more
    return Act(op=op, unit=unit, by=by, t="2026-11-30T08:00:00Z", **more)  # type: ignore[arg-type]


def fact(**more: Any) -> str:
    told = {"v": 1, "op": "set", "unit": "u_1", "by": "lin", "t": "2026-11-30T08:00:00Z", "label": "fact"}
    return json.dumps({**told, **more})


def test_kill_loses_no_answer(tmp_path: Path) -> None:
    found = sets.find(tmp_path, "auth")
    written = 0
    for kill in range(KILLS):
        time = f"2026-11-30T08:{kill // 60:02}:{kill % 60:02}Z"
        command = [sys.executable, "-c", WORKER, str(tmp_path), time]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as worker:
            assert worker.stdout is not None
            # Other places in the work each time: after the first answer, the eighth, ...
            said = [worker.stdout.readline() for _ in range(1 + kill * 7 % 60)]
            worker.send_signal(signal.SIGKILL)
            said += worker.stdout.readlines()
        acknowledged = sum(line.endswith("\n") for line in said)
        there = [each for each in sets.acts(found, "lin") if each.t == time]
        assert [each.unit for each in there] == [f"u_{n}" for n in range(len(there))]
        assert len(there) >= acknowledged > 0
        written += len(there)
    assert len(sets.acts(found, "lin")) == written


@pytest.mark.parametrize("left", [1, 9, 40, 80, -1])
def test_a_torn_line_is_told_and_costs_nothing_else(tmp_path: Path, left: int) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act(), act(unit="u_2", saw={"label": "noise", "by": "rule:core/x", "weight": 0.4}))
    file = found.folder / "lin.jsonl"
    first, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + second[:left])
    before = 1 if left > 0 else 2
    assert [each.unit for each in sets.acts(found, "lin")] == ["u_1", "u_2"][:before]
    sets.append(found, act(unit="u_3"))
    assert [each.unit for each in sets.acts(found, "lin")] == [*["u_1", "u_2"][:before], "u_3"]
    said = f"{file}:2: ends too early, as after a crash; it is left out"
    assert sets.notes(found) == ((said,) if left > 0 else ())


def test_a_torn_line_that_ends_like_a_whole_one(tmp_path: Path) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act(saw={"label": "noise"}))
    file = found.folder / "lin.jsonl"
    file.write_bytes(file.read_bytes().partition(b"}")[0] + b"}")
    sets.append(found, act(unit="u_3"))
    assert [each.unit for each in sets.acts(found, "lin")] == ["u_3"]
    assert len(sets.notes(found)) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"v":2,"op":"set"}', "v: 2 is not 1, all that this version reads"),
        ('{"op":"set"}', "v: None is not 1"),
        ('{"v":true,"op":"set"}', "v: True is not 1"),
        ('{"v":1,"op":"sett","unit":"u"}', "op: 'sett' is none of set, skip"),
        ('{"v":1,"op":"sett","unit":"u"}', "did you mean 'set'?"),
        ('{"v":1,"op":"set","by":"lin","t":"x","label":"fact"}', "unit: is missing"),
        ('{"v":1,"op":"set","unit":7,"by":"lin","t":"x","label":"fact"}', "unit: 7 is not of type str"),
        ('{"v":1,"op":"set","unit":"u","by":"lin","t":"x","label":"fakt"}', "did you mean 'fact'?"),
        ('{"v":1,"op":"set","unit":"u","by":"lin","t":"x","label":"fact","ms":1.5}', "ms: 1.5 is not of type int"),
        ('{"v":1,"op":"set","unit":"u","by":"lin","t":"x","label":"fact","ms":true}', "ms: True is not of type int"),
        (
            '{"v":1,"op":"set","unit":"u","by":"lin","t":"x","label":"fact","from":"eva"}',
            "from: 'eva' is not of type list",
        ),
        ('{"v":1,"op":"unfit","unit":"u","by":"lin","t":"x","reason":"bad"}', "reason: 'bad' is none of garbled"),
        ('{"v":1,"op":"supersedes","unit":"u","by":"lin","t":"x"}', "old: is missing"),
        ('{"v":1,"op":"merge","unit":"u","by":"lin","t":"x"}', "value: is missing"),
        (fact(t="x"), "t: 'x' is no time like 2026-11-30T08:00:00Z"),
        (fact(t="2026-11-30T08:00:00Z\x1b[31m"), "is no time"),
        (fact(ms=-(10**15)), "ms: -1000000000000000 is not between 0 and 1000000000000"),
        (fact(ms=10**400), "is not between 0 and"),
        (fact(unit="../../x"), "unit: '../../x' is not u_ and 1 to 64 letters or digits"),
        (fact(unit="u_1\x1b[31m"), "is not u_ and"),
        (fact(unit="u_\ud800"), "is not u_ and"),
        (fact(unit=""), "is not u_ and"),
        (fact(op="supersedes", old="u_1 u_2"), "old: 'u_1 u_2' is not u_ and"),
        ("[1]", "each line is a JSON object"),
        ('{"v":1,,}', "no JSON object"),
        ("<<<<<<< HEAD", "git left a conflict here"),
        ("[" * 50_000, "no JSON object"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, said: str) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act())
    file = found.folder / "lin.jsonl"
    file.write_text(f"{line}\n{file.read_text('utf-8')}", "utf-8")
    with pytest.raises(ReadError) as caught:
        sets.acts(found, "lin")
    assert str(caught.value).startswith(f"{file}:1: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"unit": "../../x"}, "unit: '../../x' is not u_ and 1 to 64 letters or digits"),
        ({"unit": "u_\ud800"}, "is not u_ and"),
        ({"conv": "c_\x1b[2J"}, "is not c_ and"),
        ({"turn": -1}, "turn: -1 is not between 0 and"),
        ({"turn": 10**400}, "is not between 0 and"),
        ({"at": [0, 0, 10**400]}, "is not like [message, start, end]"),
    ],
)
def test_a_unit_that_is_wrong_is_named(tmp_path: Path, more: dict[str, Any], said: str) -> None:
    told = {"v": 1, "unit": "u_1", "conv": "c_1", "at": [0, 0, 2], "turn": 1, "speaker": "human", "kind": "prose"}
    found = sets.find(tmp_path, "auth")
    found.folder.mkdir(parents=True)
    found.file("units").write_text(json.dumps({**told, "sha": "0", "text": "ok", **more}), "utf-8")
    with pytest.raises(ReadError) as caught:
        sets.items(found)
    assert said in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("name", ["lin", "units"])
def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = sets.find(tmp_path, "auth")
    found.folder.mkdir(parents=True)
    if name == "lin":
        found.file("units").write_text('{"v":1,"unit":"u_1","asked":true}\n', "utf-8")
    os.mkfifo(found.file(name))
    with pytest.raises(ReadError, match="no regular file"):
        sets.acts(found, "lin") if name == "lin" else sets.items(found)
    with pytest.raises(UsageError, match="no regular file"):
        sets.append(found, act()) if name == "lin" else sets.put(found, [unit()])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="no regular file"):
        session({"--set": "auth", "--by": "lin"}, 0.0)


def unit() -> Item:
    return Item(
        id="u_1",
        conv="c_1",
        at=(0, 0, 2),
        turn=1,
        speaker=Speaker.HUMAN,
        kind="prose",
        time=None,
        text="ok",
        sha="0",
        asked=True,
    )


def test_what_later_versions_add_stays_in_the_file(tmp_path: Path) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act())
    file = found.folder / "lin.jsonl"
    line = json.dumps({**json.loads(file.read_text("utf-8")), "mood": "😀", "unit": "u_9"}) + "\r\n"
    file.write_text(line, "utf-8", newline="")
    sets.append(found, act(unit="u_2"))
    assert file.read_bytes().startswith(line.encode())
    assert [each.unit for each in sets.acts(found, "lin")] == ["u_9", "u_2"]


@pytest.mark.parametrize("more", [{"label": "fakt"}, {"ms": 1.5}, {"note": 7}, {"reason": "garbled"}])
def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, more: dict[str, Any]) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act())
    with pytest.raises(ReadError):
        sets.append(found, act(**more))
    assert sets.acts(found, "lin") == (act(),)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_two_branches_merge_into_both(tmp_path: Path) -> None:
    def git(*args: str) -> None:
        own = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(tmp_path), *own, *args], check=True, capture_output=True)

    found = sets.find(tmp_path, "auth")
    git("init", "-q", "-b", "main")
    sets.append(found, act(unit="u_0"), act(unit="u_1", label="noise"))
    git("add", "-A")
    git("commit", "-qm", "first")
    for branch in ("left", "right"):
        git("switch", "-qc", branch, "main")
        sets.append(found, *(act(unit=f"u_{branch}_{n}") for n in range(3)), act(unit="u_1", label="constraint"))
        sets.append(found, act(by=branch, unit="u_0"))
        git("add", "-A")
        git("commit", "-qm", branch)
    git("merge", "-q", "--no-edit", "left")
    units = {each.unit for each in sets.acts(found, "lin")}
    assert units == {"u_0", "u_1", *(f"u_{side}_{n}" for side in ("left", "right") for n in range(3))}
    assert sets.people(found) == ("left", "lin", "right")
    assert sets.notes(found) == ()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", ".hidden", "x" * 65, "a b", "a\n", "a\x00", "\u202ea"])
def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        sets.find(tmp_path, name)
    with pytest.raises(UsageError):
        sets.append(sets.find(tmp_path, "auth"), act(by=name))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["units", "gold", "Gold", "UNITS"])
def test_files_of_the_set_are_nobodys(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="nobody's"):
        sets.append(sets.find(tmp_path, "auth"), act(by=name))


def test_an_accent_is_one_name_however_it_is_written(tmp_path: Path) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act(by="Jose\u0301"))
    assert sets.people(found) == ("Jos\u00e9",)
    assert len(sets.acts(found, "Jos\u00e9")) == 1


@pytest.mark.parametrize(
    "what", [".fastjev", ".fastjev/labels", ".fastjev/labels/auth", ".fastjev/labels/auth/lin.jsonl"]
)
def test_nothing_is_written_behind_a_link(tmp_path: Path, what: str) -> None:
    root, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    link = root / what
    link.parent.mkdir(parents=True)
    elsewhere.touch() if link.suffix == ".jsonl" else elsewhere.mkdir()
    link.symlink_to(elsewhere)
    with pytest.raises(UsageError, match="link"):
        sets.append(sets.find(root, "auth"), act())
    assert elsewhere.stat().st_size == 0 if elsewhere.is_file() else [*elsewhere.iterdir()] == []


def test_only_the_owner_reads(tmp_path: Path) -> None:
    found = sets.find(tmp_path, "auth")
    sets.append(found, act())
    assert {path.name: path.stat().st_mode & 0o777 for path in found.folder.iterdir()} == {"lin.jsonl": 0o600}
    assert [path.stat().st_mode & 0o777 for path in (found.folder, found.folder.parent)] == [0o700, 0o700]
    assert (found.folder.parent / ".gitattributes").read_text("utf-8") == "*.jsonl merge=union\n"
