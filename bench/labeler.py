"""How soon the labeler shows a unit, and how long a key takes: it is measured where it is seen, at a terminal."""

import contextlib
import fcntl
import json
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import Any

from fastjev.labeling import sets
from fastjev.labeling.folder import add, make_folders
from fastjev.labeling.ids import item_id, text_sha
from fastjev.labeling.items import Item
from fastjev.labeling.lines import item_line
from fastjev.labels import Speaker

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = str(Path(sys.executable).with_name("fastjev"))
SIZES = (200, 10_000)
"""Units of a set."""
ROUNDS = 7
_QUIET = 0.15
"""Seconds after which nothing more comes of a key."""
_SAYINGS = (
    (Speaker.HUMAN, "先别装新的三方库，用标准库写；port 统一 8080，改完把 README 也更新一下。"),
    (Speaker.ASSISTANT, "I'll read the settings module first and then change the port in both places."),
    (Speaker.TOOL, "Read src/settings.py → ok, 214 lines"),
    (Speaker.HUMAN, "Never commit .env files, and keep the old endpoint until the clients have moved."),
)


def make(root: Path, units: int) -> None:
    """A set of so many units, half of them to be labelled."""
    found = sets.find(root, f"of{units}")
    items = []
    for n in range(units):
        speaker, text = _SAYINGS[n % len(_SAYINGS)]
        sha = text_sha(f"{text}{n}")
        items.append(
            Item(
                id=item_id("c_1", speaker, sha, 0, 0, len(text)),
                conv="c_1",
                at=(n, 0, len(text)),
                turn=n // 4 + 1,
                speaker=speaker,
                kind="prose",
                time="2026-11-03T10:14:07Z",
                text=text,
                sha=sha,
                asked=speaker == Speaker.HUMAN,
            )
        )
    make_folders(found.folder)
    add(found.folder / "units.jsonl", map(item_line, items))


class Seat:
    """A labeler in a terminal of 80 by 24."""

    def __init__(self, root: Path, units: int, env: dict[str, str]) -> None:
        self.began = time.perf_counter()
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = (PROGRAM, "label", "--set", f"of{units}", "--by", "lin")
        self.process = subprocess.Popen(
            command, cwd=root, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)

    def until(self, *told: bytes) -> float:
        """Seconds from the start until all this was shown."""
        shown = b""
        while not all(each in shown for each in told):
            shown += os.read(self.ours, 65536)
        return time.perf_counter() - self.began

    def key(self, key: bytes) -> float:
        """Seconds until the last thing that a key changed was shown."""
        began = last = time.perf_counter()
        os.write(self.ours, key)
        while select.select([self.ours], [], [], _QUIET)[0]:
            os.read(self.ours, 65536)
            last = time.perf_counter()
        return last - began

    def end(self) -> None:
        """As a person ends it."""
        os.write(self.ours, b"q")
        with contextlib.suppress(OSError):  # it is closed
            while os.read(self.ours, 65536):
                pass
        self.process.wait()
        os.close(self.ours)


def main() -> None:
    """Figures in seconds as JSON."""
    told: dict[str, Any] = {"bare": [], "sizes": {}}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        env = {**os.environ, "HOME": folder, "FASTJEV_CACHE": f"{folder}/cache", "FASTJEV_DATA": f"{folder}/data"}
        env |= {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        for units in SIZES:
            make(root, units)
            firsts, apps, keys = [], [], []
            for _ in range(ROUNDS):
                told["bare"].append(_bare())
                seat = Seat(root, units, env)
                firsts.append(seat.until(b"constraint", b"8080"))
                apps.append(seat.until(b"\x1b[?1004h", b"constraint"))
                time.sleep(0.5)
                seat.key(b"]")
                keys += [seat.key(key) for key in (b"1", b"2", b"j", b"u")]
                seat.end()
            told["sizes"][str(units)] = {
                "frame": statistics.median(firsts),
                "app": statistics.median(apps),
                "key": statistics.median(keys),
                "slowest": max(keys),
            }
    told["bare"] = statistics.median(told["bare"])
    print(json.dumps(told))


def _bare() -> float:
    """Seconds that Python takes to do nothing."""
    began = time.perf_counter()
    subprocess.run((sys.executable, "-I", "-S", "-c", "pass"), check=True)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
