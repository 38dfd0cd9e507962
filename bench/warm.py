"""One process that has everything loaded: the walk over 100 tool calls, beside a loop that only parses them."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench.generate import generate

CALLS = 100
RUNS = 15


def session() -> bytes:
    """The first lines of a made-up session, up to its hundredth tool call."""
    lines: list[bytes] = []
    calls = 0
    for line in generate(4_000_000, seed=7):
        calls += b'"type":"tool_result"' in line
        lines.append(line)
        if calls == CALLS:
            break
    return b"".join(lines)


def median(work: Callable[[], object]) -> float:
    """Seconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    from fastjev.pipeline import run
    from fastjev.renderers.text import zones
    from fastjev.rulebook import load_core

    raw = session()
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_bytes(raw)
    rulebook = load_core()
    walk = median(lambda: zones(run(raw, "warm.jsonl", rulebook=rulebook)))
    loop = median(lambda: [json.loads(line) for line in raw.split(b"\n") if line])
    print(json.dumps({"bytes": len(raw), "calls": CALLS, "walk": walk, "loop": loop}))


if __name__ == "__main__":
    main()
