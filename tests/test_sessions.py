"""Where a session is found: by path, by id, or as the last one. The folder is the test's own, never the real home."""

import os
import re
from pathlib import Path

import pytest

from fastjev.errors import ReadError
from fastjev.sessions import locate

ONE = "11111111-2222-4333-8444-555555555555"
TWIN = "11111111-ffff-4333-8444-555555555555"
OTHER = "abcdef01-2222-4333-8444-555555555555"


@pytest.fixture
def projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.delenv("CLAUDE_CODE_PROJECT_DIR_NAME", raising=False)
    (tmp_path / "work" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "claude" / "projects"


def slug(folder: Path) -> str:
    return re.sub("[^a-zA-Z0-9]", "-", str(folder))


def put(projects: Path, project: str, name: str, age: int = 0) -> Path:
    path = projects / project / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"{}\n")
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def test_a_path_is_itself(projects: Path) -> None:
    Path("s.jsonl").touch()
    Path("abcdef01").touch()
    put(projects, "p", OTHER)
    assert locate("s.jsonl") == Path("s.jsonl")
    assert locate("abcdef01") == Path("abcdef01")


@pytest.mark.parametrize("told", [OTHER, OTHER.upper(), "abcd", "abcdef01-22"])
def test_an_id_or_its_beginning(projects: Path, told: str) -> None:
    path = put(projects, "p", OTHER)
    put(projects, "p", ONE)
    assert locate(told) == path


def test_a_beginning_of_two_ids_names_both(projects: Path) -> None:
    put(projects, "p", ONE)
    put(projects, "q", TWIN)
    with pytest.raises(ReadError, match=rf"2 sessions .* begin so: {ONE}, {TWIN}; give more of the id"):
        locate("11111111")


def test_an_id_in_two_projects_is_that_of_this_folder(projects: Path, tmp_path: Path) -> None:
    put(projects, "elsewhere", ONE)
    here = put(projects, slug(tmp_path / "work"), ONE)
    assert locate(ONE) == here


def test_an_id_in_two_foreign_projects_names_both(projects: Path) -> None:
    one, two = put(projects, "p", ONE), put(projects, "q", ONE)
    with pytest.raises(ReadError, match="stands in 2 places") as caught:
        locate(ONE)
    assert str(one) in str(caught.value)
    assert str(two) in str(caught.value)


@pytest.mark.parametrize(
    "told", ["../../etc/passwd", "*", "abc", "11111111*", "nope.jsonl", "x" * 5000, "a\0b", "deadbeef"]
)
def test_what_is_neither_file_nor_session_is_refused(projects: Path, told: str) -> None:
    put(projects, "p", ONE)
    with pytest.raises(ReadError, match="no such file"):
        locate(told)


def test_an_agent_s_own_file_is_no_session(projects: Path) -> None:
    put(projects, "p", "agent-11111111")
    with pytest.raises(ReadError, match="no session"):
        locate("last")


def test_last_is_the_newest_of_this_project(projects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(projects, "elsewhere", OTHER)
    put(projects, slug(tmp_path / "work"), ONE, age=9)
    newer = put(projects, slug(tmp_path / "work"), TWIN, age=5)
    assert locate("last") == newer
    monkeypatch.chdir(tmp_path / "work" / "deep")
    assert locate("last") == newer, "the nearest folder above has sessions"


def test_last_is_no_other_project_s(projects: Path, tmp_path: Path) -> None:
    put(projects, slug(tmp_path / "work" / "deep"), ONE)
    put(projects, slug(tmp_path / "works"), OTHER)
    with pytest.raises(ReadError, match="a path or an id names one of another project") as caught:
        locate("last")
    assert str(tmp_path / "work") in str(caught.value) and str(projects) in str(caught.value)


def test_last_of_a_folder_with_a_cut_name(projects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("x" * 120) / ("y" * 120)
    long.mkdir(parents=True)
    monkeypatch.chdir(long)
    put(projects, "elsewhere", OTHER)
    own = put(projects, slug(long)[:200] + "-1a2b3c", ONE, age=9)
    assert locate("last") == own


def test_last_of_a_project_with_a_given_name(projects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_PROJECT_DIR_NAME", "named")
    put(projects, slug(tmp_path / "work"), OTHER)
    own = put(projects, "named", ONE, age=9)
    assert locate("last") == own


def test_the_default_folder_is_under_home(projects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    path = put(tmp_path / "home" / ".claude" / "projects", slug(tmp_path / "work"), ONE)
    assert locate("last") == path


def test_without_any_session_the_error_says_where(projects: Path) -> None:
    with pytest.raises(ReadError, match=re.escape(str(projects))):
        locate("last")
