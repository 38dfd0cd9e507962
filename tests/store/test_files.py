"""Whose files, with which rights, where; and what a damaged, foreign or full disk is told."""

import os
import resource
import shutil
import sqlite3
import stat
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from writers import elision, run_of

from fastjev.errors import StoreError
from fastjev.store import archive, entries
from fastjev.store.database import create, look
from fastjev.store.place import Place, place_of
from fastjev.store.soundness import verify
from fastjev.store.tables import VERSION

TEXT = "错误：connection refused\n" * 40


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "项目", tmp_path / "data")


def fill(place: Place, text: str = TEXT) -> None:
    with create(place) as store:
        assert archive.keep(store, run_of([text.encode()]), [elision("u1.1", text)]) == {"u1.1"}


def modes(home: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.lstat().st_mode)) for path in [home, *home.rglob("*")]}


@pytest.fixture(params=[0o000, 0o022, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_files_are_the_owners_from_creation_under_any_umask(place: Place, umask: int) -> None:
    with create(place) as store:
        store.connection.execute("BEGIN IMMEDIATE")
        store.connection.execute("INSERT INTO meta VALUES ('x', x'00')")
        store.connection.execute("PRAGMA cache_spill = 1")
        found = modes(place.home)
        store.connection.execute("ROLLBACK")
    assert "store.sqlite3-journal" in found
    assert {mode for name, mode in found.items() if name.startswith("store.")} == {"0o600"}
    assert {mode for name, mode in found.items() if not name.startswith("store.")} == {"0o700"}


def test_rights_that_were_too_wide_are_taken_back(place: Place) -> None:
    fill(place)
    place.file.chmod(0o666)
    place.folder.chmod(0o755)
    with create(place):
        assert modes(place.folder) == {place.folder.name: "0o700", "store.sqlite3": "0o600", "store.lock": "0o600"}


def test_looking_makes_nothing(place: Place) -> None:
    with pytest.raises(StoreError, match="nothing is archived for this project yet"), look(place):
        pass
    assert not place.home.exists()


def test_an_empty_file_holds_nothing(place: Place) -> None:
    """What a writer leaves that is killed as it begins."""
    place.folder.mkdir(parents=True, mode=0o700)
    place.file.touch(mode=0o600)
    with pytest.raises(StoreError, match="nothing is archived"), look(place):
        pass
    fill(place)


def swapped(path: Path) -> Path:
    other = path.with_name(path.name + ".moved")
    path.rename(other)
    path.symlink_to(other)
    return path


def pipe(path: Path) -> Path:
    path.unlink()
    os.mkfifo(path)
    return path


def overwritten(path: Path) -> Path:
    path.write_bytes(b"no database at all, " * 400)
    return path


def emptied_tables(path: Path) -> Path:
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 0")
    return path


def newer(path: Path) -> Path:
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    return path


def strange(path: Path) -> Path:
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA application_id = 1")
    return path


def moved_from_elsewhere(path: Path) -> Path:
    with sqlite3.connect(path) as other:
        other.execute("UPDATE meta SET value = '/other' WHERE key = 'project'")
    return path


def broken(path: Path) -> Path:
    raw = bytearray(path.read_bytes())
    raw[100:4000] = b"\xff" * 3900
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (swapped, "is no regular file"),
        (pipe, "is no regular file"),
        (overwritten, "is no database, or is damaged"),
        (broken, "damaged"),
        (newer, "newer fastjev"),
        (strange, "database of something else"),
        (moved_from_elsewhere, "belongs to another project"),
    ],
)
@pytest.mark.parametrize("opened", [create, look])
def test_a_file_that_is_not_ours_is_refused(
    place: Place, opened: Callable[[Place], object], spoil: Callable[[Path], Path], said: str
) -> None:
    fill(place)
    spoil(place.file)
    with pytest.raises(StoreError, match=said) as caught, opened(place):  # type: ignore[attr-defined]
        pass
    assert str(place.file) in str(caught.value)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_link_in_place_of_a_folder_is_refused(place: Place, level: int) -> None:
    fill(place)
    folder = [place.folder, place.folder.parent, place.home][level]
    swapped(folder)
    with pytest.raises(StoreError, match="is no folder"), create(place):
        pass


def test_a_store_of_another_user_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(place)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    for opened in (create, look):
        with pytest.raises(StoreError, match="belongs to another user"), opened(place):
            pass


def test_another_database_is_not_written_into(place: Place) -> None:
    fill(place)
    emptied_tables(place.file)
    with pytest.raises(StoreError, match="database of something else"), create(place):
        pass


def test_a_full_disk_says_so_and_loses_nothing(place: Place) -> None:
    fill(place)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (place.file.stat().st_size + 20_000, hard))
    try:
        with create(place) as store, pytest.raises(StoreError, match="disk"):
            archive.keep(store, run_of([b"x" * 400_000], "big"), [elision("u1.1", "y" * 400_000)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with look(place) as store:
        assert list(verify(store)) == []
        assert entries.text(store, entries.find(store, "u1.1")) == TEXT.encode()
    with create(place) as store:
        assert archive.keep(store, run_of([b"x" * 400_000], "big"), [elision("u1.1", "y" * 400_000)]) == {"u1.1"}


def unprivileged(run: Callable[[], None]) -> int:
    """What a process ends with that runs as somebody whom mode bits bind: tests may run as root."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child does nothing that another thread could hold
        pid = os.fork()
    if not pid:
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            run()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_read_only_folder_can_be_read_and_says_what_to_check() -> None:
    home = Path(tempfile.mkdtemp(prefix="fastjev-test-"))
    place = Place(Path("/project"), home / "data")

    def run() -> None:
        fill(place)
        place.folder.chmod(0o500)
        with (
            pytest.raises(StoreError, match="check the rights of the file and its folder") as caught,
            create(place) as store,
        ):
            archive.keep(store, run_of([b"[]"]), [elision("u1.1", "port 9090")])
        assert str(place.file) in str(caught.value)
        with look(place) as store:
            assert entries.text(store, entries.find(store, "u1.1")) == TEXT.encode()
        assert sorted(path.name for path in place.folder.iterdir()) == ["store.lock", "store.sqlite3"]

    try:
        home.chmod(0o777)
        assert unprivileged(run) == 0
    finally:
        place.folder.chmod(0o700)
        shutil.rmtree(home)


@pytest.mark.parametrize("name", ["..", "a/../../b", "%2e%2e", "项目", "x" * 200, "a\nb", "\udcff"])
def test_a_projects_folder_has_nothing_of_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    found = place_of(tmp_path / name)
    assert found.folder.parent == tmp_path / "data" / "projects"
    assert len(found.folder.name) == 16
    assert set(found.folder.name) <= set("0123456789abcdef")


def test_a_project_is_the_nearest_marked_folder_by_its_real_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    inner = tmp_path / "project" / "src" / "深"
    inner.mkdir(parents=True)
    (tmp_path / "project" / ".git").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "project")
    assert place_of(inner) == place_of(tmp_path / "link" / "src") == place_of(tmp_path / "project")
    assert place_of(tmp_path / "elsewhere").project == tmp_path / "elsewhere"
