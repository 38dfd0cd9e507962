"""`make retention`: what survives a compaction, by benchmarks of others on data that does not travel with fastjev."""

import argparse
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parent.parent.parent
REAL = Path(os.environ.get("FASTJEV_REAL") or ROOT.parent / "shared/real")
Each = TypeVar("Each")


class Part(NamedTuple):
    """One benchmark."""

    about: str
    needs: tuple[str, ...]
    """Paths below the folder of real data; `module:NAME` for a package."""
    measure: Callable[[Path], Iterator[str]]


def compint(real: Path, sessions: int = 0) -> Iterator[str]:
    """Side constraints typed into real sessions."""
    from bench.retention import compint as part

    source = real / "compaction-bench/compint-side-constraints.json"
    paths = part.chosen(real / "claude-code", sessions or part.SESSIONS)
    found = [each for case in _shown(part.measured(paths, source, os.cpu_count() or 1)) for each in case]
    yield part.told(found, source)


def trust(real: Path) -> Iterator[str]:
    """The scorers against people and against known changes."""
    from bench.retention import trust as part

    corpus = real / "compaction-bench/compaction-guard-corpus.jsonl"
    yield part.people(real / "compaction-bench/compint-human-labelled-47.jsonl")
    yield part.summaries(corpus)
    yield f"called still there, word for word, though changed or gone: {part.false_alarms(corpus)} (goal 0)\n"
    yield part.resolved(corpus)


def cues(real: Path) -> Iterator[str]:
    """Typed sentences with a cue."""
    from bench.retention import cues as part

    yield part.measured(_shown(sorted((real / "claude-code").glob("*.jsonl"))))


def kit(real: Path) -> Iterator[str]:
    """Canaries through five rounds within a size."""
    from bench.retention import kit as part

    yield part.told(part.benchmark())
    yield part.updates()


def facts(real: Path) -> Iterator[str]:
    """Facts in a long talk."""
    from bench.retention import facts as part

    folder = real / "compaction-bench"
    yield part.measured(folder / f"{_LOST}-context.json", folder / f"{_LOST}-facts.json")


def templates(real: Path) -> Iterator[str]:
    """Buried rules, overridden plans, people and tasks."""
    from bench.retention import templates as part

    yield part.measured(real / "compaction-bench/compactbench-templates")


_BENCH = "compaction-bench"
_LOST = "lost-in-compaction-d40-C1"
PARTS = {
    "compint": Part(
        "COMPINT's 15 side constraints, typed into real sessions",
        (f"{_BENCH}/compint-side-constraints.json", "claude-code"),
        compint,
    ),
    "trust": Part(
        "the scorers themselves",
        (f"{_BENCH}/compint-human-labelled-47.jsonl", f"{_BENCH}/compaction-guard-corpus.jsonl"),
        trust,
    ),
    "cues": Part("typed sentences that read like a constraint", ("claude-code",), cues),
    "kit": Part("compaction-conformance-kit, five rounds", ("module:compaction_kit",), kit),
    "facts": Part(
        "lost-in-compaction, facts in a long talk",
        (f"{_BENCH}/{_LOST}-context.json", f"{_BENCH}/{_LOST}-facts.json"),
        facts,
    ),
    "templates": Part("compactbench's templates, filled", (f"{_BENCH}/compactbench-templates",), templates),
}


def main() -> None:
    """Measure the parts that were asked for and print Markdown; say what is missing for the others."""
    parser = argparse.ArgumentParser(prog="python -m bench.retention", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--real", type=Path, default=REAL, help="folder of the data ($FASTJEV_REAL; %(default)s)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        for name in ("CACHE", "DATA", "CONFIG"):
            os.environ[f"FASTJEV_{name}"] = f"{home}/{name.lower()}"
        for name in asked.parts or PARTS:
            part = PARTS[name]
            if lacking := missing(part, asked.real):
                print(f"{name}: left out, {', '.join(lacking)} missing", file=sys.stderr)
                continue
            print(f"## {name}: {part.about}\n", flush=True)
            for text in part.measure(asked.real):
                print(text, flush=True)


def missing(part: Part, real: Path) -> list[str]:
    """What a part needs and is not here."""
    modules = [need.removeprefix("module:") for need in part.needs if need.startswith("module:")]
    paths = [real / need for need in part.needs if not need.startswith("module:")]
    lacking = [f"the package of {name} (make retention installs it)" for name in modules if not _found(name)]
    return lacking + [str(path) for path in paths if not path.exists()]


def _found(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _shown(items: Iterable[Each]) -> Iterator[Each]:
    """The same, counted on a terminal."""
    for n, item in enumerate(items, 1):
        if sys.stderr.isatty():
            print(f"\r\033[K{n}", end="", file=sys.stderr, flush=True)
        yield item
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
