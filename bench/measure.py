"""Whole processes, each in turn, with the time and the memory that they took."""

import json
import os
import shlex
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

# A process is charged with the memory of the one that it was forked from, so the one that forks is as small as can be.
LAUNCH = """
import os, resource, sys, time
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), -1))
null, given = os.open(os.devnull, os.O_RDWR), os.open(sys.argv[2], os.O_RDONLY)
streams = [(os.POSIX_SPAWN_DUP2, stream, number) for number, stream in enumerate((given, null, null))]
start = time.perf_counter()
child = os.posix_spawn(sys.argv[3], sys.argv[3:], os.environ, file_actions=streams)
_, status, usage = os.wait4(child, 0)
seconds = time.perf_counter() - start
scale = 1 if sys.platform == "darwin" else 1024
print(f'[{os.waitstatus_to_exitcode(status)}, {seconds}, {usage.ru_maxrss * scale}]')
"""
OUT_OF_TIME = -24
"""SIGXCPU: the limit below was reached."""
LIMIT = 120
"""Seconds of processor time after which a process is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Something to run."""

    name: str
    command: Sequence[str]
    repeats: int
    loop: str | None = None
    """The case that only parses the same file."""
    goal: str = ""
    given: str = os.devnull
    """Path of what it finds on its standard input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Medians of a case."""

    seconds: float
    peak: int
    """Bytes of resident memory at the most."""
    runs: int


def once(case: Case, env: Mapping[str, str]) -> tuple[float, int] | None:
    """Seconds and peak bytes; nothing where the limit was reached. Raises: SystemExit for a command that fails."""
    launcher = [sys.executable, "-I", "-S", "-c", LAUNCH, str(LIMIT), case.given, *case.command]
    code, seconds, peak = json.loads(subprocess.check_output(launcher, env=env))
    if code == OUT_OF_TIME:
        return None
    if code:
        raise SystemExit(f"exit code {code}, so there is nothing to measure: {shlex.join(case.command)}")
    return seconds, peak


def measure(cases: Sequence[Case], env: Mapping[str, str], say: Callable[[str], None]) -> dict[str, Figure | None]:
    """Medians by the name of the case; nothing for one that took too long. In rounds: a busy minute hits all."""
    samples: dict[str, list[tuple[float, int]]] = {case.name: [] for case in cases}
    given_up: set[str] = set()
    for turn in range(max(case.repeats for case in cases)):
        for case in cases:
            if turn >= case.repeats or case.name in given_up:
                continue
            say(f"{case.name} ({turn + 1}/{case.repeats})")
            sample = once(case, env)
            if sample is None:
                given_up.add(case.name)
            else:
                samples[case.name].append(sample)
    return {name: None if name in given_up else figure(found) for name, found in samples.items()}


def figure(samples: Sequence[tuple[float, int]]) -> Figure:
    """The median of each."""
    seconds, peaks = zip(*samples, strict=True)
    return Figure(seconds=statistics.median(seconds), peak=int(statistics.median(peaks)), runs=len(samples))
