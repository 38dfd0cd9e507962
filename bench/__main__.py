"""`make bench`: cold and warm time and memory of fastjev, and of what stands beside it."""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import hooks, peer
from bench.generate import write
from bench.measure import LIMIT, Case, Figure, measure

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results"
REAL = Path(os.environ.get("FASTJEV_REAL", ROOT.parent / "shared/real")) / "claude-code"
FULL = {1: 7, 2: 5, 10: 5, 20: 3, 50: 1, 100: 1}
QUICK = {1: 3, 2: 3, 10: 1, 20: 1}
"""Megabytes of a made-up session, and how often each is measured."""
LARGEST = 3
"""Real sessions that are measured."""
PARSE = "import json, sys\nfor line in open(sys.argv[1], 'rb'): json.loads(line)"
BARE = "bare python -I -S"
FASTJEV = (sys.executable, "-m", "fastjev")


def on_file(name: str, path: Path, repeats: int, goal: str = "") -> list[Case]:
    """A compaction, and the loop that parses the same lines and does nothing with them."""
    loop = f"json.loads loop, {name}"
    return [
        Case(name=loop, command=(sys.executable, "-I", "-S", "-c", PARSE, str(path)), repeats=repeats),
        Case(
            name=f"compact, {name}",
            command=(*FASTJEV, "compact", "--quiet", str(path)),
            repeats=repeats,
            loop=loop,
            goal=goal,
        ),
    ]


def all_cases(sizes: dict[int, int], program: Path | None) -> list[Case]:
    """Everything there is to run, baselines first."""
    most = max(sizes.values())
    cases = [
        Case(name=BARE, command=(sys.executable, "-I", "-S", "-c", "pass"), repeats=most),
        Case(name="import sklearn", command=(sys.executable, "-c", "import sklearn"), repeats=min(most, 3)),
        Case(name="fastjev --version", command=(*FASTJEV, "--version"), repeats=most),
        *hooks.cases(RESULTS / "hooks", FASTJEV, most),
    ]
    for size, repeats in sizes.items():
        path = write(RESULTS / f"sessions/{size}.jsonl", size * 1_000_000)
        goal = "12 x bare" if size == 1 else "4 x loop, 96 MB" if size == max(sizes) else ""
        cases += on_file(f"{size} MB", path, repeats, goal)
        if program:
            command = (str(program), "treat", str(path), "-rx", "standard")
            loop = f"json.loads loop, {size} MB"
            cases.append(Case(name=f"cozempic treat, {size} MB", command=command, repeats=repeats, loop=loop))
    real = sorted(REAL.glob("*.jsonl"), key=lambda path: path.stat().st_size, reverse=True)[:LARGEST]
    for number, path in enumerate(real, 1):
        cases += on_file(f"real session {number}, {path.stat().st_size / 1e6:.1f} MB", path, min(most, 3))
    return cases


def growth(figures: dict[str, Figure | None], sizes: dict[int, int]) -> dict[str, float]:
    """Time of twice the size over time of the size."""
    found = {}
    for size in sizes:
        one, two = figures[f"compact, {size} MB"], figures.get(f"compact, {2 * size} MB")
        if one and two:
            found[f"{2 * size} MB / {size} MB"] = two.seconds / one.seconds
    return found


def told(module: str, env: dict[str, str]) -> dict[str, Any]:
    """What a module that measures inside one process says, in seconds and bytes."""
    said: dict[str, Any] = json.loads(subprocess.check_output([sys.executable, "-m", module], env=env, cwd=ROOT))
    return said


def versions(program: Path | None) -> dict[str, str | None]:
    """What was measured on what."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.exists() else []
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    return {
        "fastjev": version("fastjev"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": f"{os.cpu_count()} x {model}",
        "scikit-learn": version("scikit-learn"),
        "cozempic": peer.VERSION if program else None,
    }


def main() -> None:
    """Measure, show a table, keep the figures as JSON."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer sizes and rounds")
    sizes = QUICK if parser.parse_args().quick else FULL
    program = peer.install(RESULTS / "cozempic")
    cases = all_cases(sizes, program)
    tty = sys.stderr.isatty()

    def say(text: str) -> None:
        if tty:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as home:
        env = {
            **os.environ,
            **peer.SWITCHES,
            "HOME": home,
            "FASTJEV_CACHE": f"{home}/cache",
            "FASTJEV_DATA": f"{home}/data",
        }
        env.pop("CLAUDE_CONFIG_DIR", None)
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # who installs a program has its bytecode
        measure([case for case in cases if case.name == "compact, 1 MB"][:1], env, say)  # fills both caches
        figures = measure(cases, env, say)
        names = ("warm", "exchanges", "rules", "labeler")
        loaded, decided, rules, labeler = (told(f"bench.{name}", env) for name in names)
    say("")
    result: dict[str, Any] = {
        "schema": "fastjev.bench/1",
        "time": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "versions": versions(program),
        "cases": {
            name: found and {"seconds": found.seconds, "peak": found.peak, "runs": found.runs}
            for name, found in figures.items()
        },
        "growth": growth(figures, sizes),
        "warm": loaded,
        "exchanges": decided,
        "rules": rules,
        "labeler": labeler,
    }
    kept = RESULTS / f"{result['time'].replace(':', '')}.json"
    kept.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")

    from bench.table import show

    show(cases, figures, result, kept.relative_to(ROOT), bare=BARE, limit=LIMIT)


if __name__ == "__main__":
    main()
