"""Writers that are killed, many at once, and one that never lets go."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from talks import ROOT
from writers import elision, run_of

from fastjev.errors import StoreError
from fastjev.store import archive
from fastjev.store.database import create, look
from fastjev.store.place import Place

SCRIPT = Path(__file__).with_name("writers.py")
HOLD = """
import fcntl, os, sys, time
fcntl.flock(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(600)
"""
KILLS = int(os.environ.get("FASTJEV_KILLS", "300"))


def told(*words: object) -> dict[str, Any]:
    command = [sys.executable, str(SCRIPT), *map(str, words)]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_nothing_acknowledged_is_lost_when_writers_are_killed(tmp_path: Path) -> None:
    found = told("storm", tmp_path / "data", KILLS, 3, 7)
    assert found["kills"] >= KILLS
    assert found["acknowledged"] > KILLS / 3, "or nothing was at stake"
    assert (found["lost"], found["wrong"], found["failed"]) == ([], [], [])


@pytest.mark.parametrize(("writers", "each"), [(2, 20), (8, 6)])
def test_writers_at_once_all_get_their_turn(tmp_path: Path, writers: int, each: int) -> None:
    found = told("crowd", tmp_path / "data", writers, each)
    assert found == {"codes": [0] * writers, "acknowledged": writers * each, "lost": [], "wrong": []}


def test_a_writer_that_never_lets_go_delays_others_for_the_deadline_only(tmp_path: Path) -> None:
    place = Place(tmp_path / "project", tmp_path / "data")
    with create(place):
        pass
    lock = place.file.with_suffix(".lock")
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(lock)], stdout=subprocess.PIPE)
    try:
        assert holder.stdout and holder.stdout.readline() == b"held\n"
        holder.send_signal(signal.SIGSTOP)
        with create(place, seconds=0.2) as store:
            with pytest.raises(StoreError, match=r"another fastjev has been writing for 0\.2 s") as caught:
                archive.keep(store, run_of([b"{}\n"]), [elision("u1.1", "端口 8080")])
            assert str(lock) in str(caught.value)
            with look(place) as reader:
                assert reader.rows("SELECT count(*) FROM epoch") == [(0,)]
    finally:
        holder.kill()
        holder.communicate()
    with create(place, seconds=30) as store:
        assert archive.keep(store, run_of([b"{}\n"]), [elision("u1.1", "端口 8080")]) == {"u1.1"}


def test_every_write_asks_for_the_lock_at_once_and_waits_from_the_first_statement(tmp_path: Path) -> None:
    """A deferred BEGIN fails under another writer whatever the timeout; the timeout comes before all else."""
    place = Place(tmp_path / "project", tmp_path / "data")
    with create(place) as store:
        said: list[str] = []
        store.connection.set_trace_callback(said.append)
        archive.keep(store, run_of([b"{}\n"]), [elision("u1.1", "x" * 100)])
        begun = [each for each in said if each.startswith("BEGIN")]
        assert begun == ["BEGIN IMMEDIATE"]
        assert said[0].startswith("PRAGMA busy_timeout")
        pragmas = {
            name: store.rows(f"PRAGMA {name}")[0][0] for name in ("synchronous", "journal_mode", "secure_delete")
        }
        assert pragmas == {"synchronous": 2, "journal_mode": "delete", "secure_delete": 1}
        assert store.rows("PRAGMA busy_timeout")[0][0] > 0
