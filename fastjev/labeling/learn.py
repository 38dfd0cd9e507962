"""The model learns while somebody labels: after every so many answers, in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import fastjev
from fastjev.jsontext import dump
from fastjev.labeling import lines
from fastjev.labeling.answers import Answers
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.order import Shares
from fastjev.terms import likeliest

EVERY = 25
"""Answers between two trainings: with fewer little has changed, with more the order of the units lags behind."""


class Point(NamedTuple):
    """One of the curve."""

    answers: int
    """From which was learned; 0 are the shipped weights."""
    right: int
    """Units of the holdout whose likeliest label is what the person says."""
    of: int
    """Units of the holdout that are labelled by now, the same for all points."""


class Learner:
    """What the model says by now. Nothing here waits: a training is asked for, and is there some time later.

    `root` is the project whose rules count, `rules` those above all others, `every` so many answers are between two.
    """

    def __init__(self, items: Sequence[Item], root: Path | None, rules: Sequence[Path] = (), every: int = EVERY):
        self._every = every
        self._held = frozenset(item.id for item in items if item.split == HOLDOUT and item.asked)
        self._labels: dict[str, str] = {}
        self._asked: set[int] = set()
        self._found: dict[int, Mapping[str, Mapping[str, float]]] = {}
        self._jobs: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._newest: tuple[int, Shares] = -1, {}
        self._process: subprocess.Popen[str] | None = None
        self._closed = False
        self.trouble = ""
        """Why it learns no more."""
        self._ask(0, {}, whole=True)
        head = {"root": str(root) if root else None, "rules": [*map(str, rules)], "items": len(items)}
        Thread(target=self._serve, args=(head, tuple(items)), daemon=True).start()

    def tell(self, answers: Answers) -> None:
        """What holds after an answer. Where a set is taken up again, what makes the curve comes first."""
        self._labels = {unit: each.label for unit, each in answers.by_unit.items() if each.label is not None}
        told = [*self._labels.items()]
        points = [count for count in range(self._every, len(told) + 1, self._every) if count not in self._asked]
        for count in points:
            self._ask(count, dict(told[:count]), whole=count == points[-1])

    def shares(self) -> Shares:
        """By unit, as the newest weights have it; nothing before there are any."""
        return self._newest[1]

    @property
    def version(self) -> int:
        """The answers behind `shares`: what was ordered by older ones is out of date. -1 before there are any."""
        return self._newest[0]

    @property
    def busy(self) -> bool:
        """Whether a training that was asked for is not there yet."""
        return not self.trouble and len(self._found) < len(self._asked)

    @property
    def curve(self) -> tuple[Point, ...]:
        """By number of answers; nothing while no unit of the holdout is labelled."""
        held = [(unit, label) for unit, label in self._labels.items() if unit in self._held]
        if not held:
            return ()
        return tuple(
            Point(count, sum(likeliest(found.get(unit, {})) == label for unit, label in held), len(held))
            for count, found in sorted({**self._found}.items())
        )

    def close(self) -> None:
        """Ends the process, whatever it is at."""
        self._closed = True
        self._jobs.put(None)
        if self._process:
            self._process.kill()

    def _ask(self, count: int, labels: Mapping[str, str], *, whole: bool) -> None:
        self._asked.add(count)
        self._jobs.put({"answers": count, "labels": labels, "all": whole})

    def _serve(self, head: Mapping[str, Any], items: Sequence[Item]) -> None:
        try:
            with _started() as process:
                self._process = process
                assert process.stdin and process.stdout
                process.stdin.write(dump(head) + "\n")
                for item in items:
                    process.stdin.write(lines.item_line(item))
                while not self._closed and (job := self._jobs.get()) is not None:
                    process.stdin.write(dump(job) + "\n")
                    process.stdin.flush()
                    self._keep(job, json.loads(process.stdout.readline() or '{"trouble": "its process ended"}'))
        except OSError as error:
            self.trouble = "" if self._closed else str(error)

    def _keep(self, job: Mapping[str, Any], told: Mapping[str, Any]) -> None:
        if trouble := told.get("trouble"):
            raise OSError(trouble)
        found: Shares = told["shares"]
        self._found[job["answers"]] = {unit: found[unit] for unit in self._held if unit in found}
        if job["all"]:
            self._newest = job["answers"], found


def _started() -> "subprocess.Popen[str]":
    """Of this very fastjev, and with nothing of the folder that the person happens to be in."""
    here = str(Path(fastjev.__file__).parent.parent)
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "fastjev.labeling.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,  # what the terminal interrupts is the labeler
    )
