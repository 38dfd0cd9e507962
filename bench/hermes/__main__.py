"""`python -m bench.hermes`: fastjev's engine beside the compressor that Hermes has built in, in tables."""

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench import peer
from bench.hermes import arms
from bench.hermes.arms import Left
from bench.hermes.talks import Talk, halves, labelled
from bench.retention.__main__ import REAL, ROOT
from bench.retention.scores import Tally, table, verbatim
from fastjev.integrations.message_list import spoken
from fastjev.policy import DEFAULT
from fastjev.telling import telling

HEAD = ["what stands in the history", "constraints word for word", "facts", "tokens left", "median ms"]
GROUPS = {
    "labelled": "labelled conversations, made long",
    "older": "the same with other work behind them",
    "demo": "the first half of the demo session",
    "real": "first halves of sessions that people had",
}


def group(name: str, real: Path) -> list[Talk]:
    """The histories of one of `GROUPS`."""
    if name in ("labelled", "older"):
        return list(labelled(ROOT / "corpora", behind=name == "older"))
    paths = [ROOT / "demo/session.jsonl"] if name == "demo" else sorted((real / "claude-code").glob("*.jsonl"))
    return list(halves(paths))


def rows(talks: Sequence[Talk], python: Path | None) -> Iterator[list[str]]:
    """A row for each that compacts them."""
    yield _row("nothing compacted", talks, [Left(talk.rows, 0.0) for talk in talks])
    yield _row("fastjev", talks, list(arms.engine(talks)))
    built = list(arms.builtin(python, talks)) if python else []
    if built:
        yield _row("fastjev, as large as Hermes", talks, arms.as_large(talks, built))
    yield _row("policy classic", talks, list(arms.engine(talks, replace(DEFAULT, exchanges="classic"))))
    if built:
        yield _row(f"Hermes {arms.VERSION}, no model", talks, built)


def _row(name: str, talks: Sequence[Talk], found: Sequence[Left]) -> list[str]:
    tally = Tally()
    for talk, left in zip(talks, found, strict=True):
        text = "\n".join(spoken(left.rows))
        for sentence in talk.constraints:
            tally.add("constraints", verbatim(sentence, text))
        for fact in talk.facts:
            tally.add("facts", verbatim(fact, text))
        stand = telling(text) if talk.words else set()
        for word in talk.words:
            tally.add("facts", word in stand)
    after, before = sum(left.tokens for left in found), sum(talk.tokens for talk in talks)
    taken = statistics.median(left.ms for left in found)
    return [name, tally.share("constraints"), tally.share("facts"), f"{after / before:.0%}", f"{taken:,.0f}"]


def main() -> None:
    """Print a table for each group that was asked for; say what is missing for the others."""
    parser = argparse.ArgumentParser(prog="python -m bench.hermes", description=__doc__)
    parser.add_argument(
        "groups", nargs="*", choices=[*GROUPS, []], metavar="GROUP", help=f"of {', '.join(GROUPS)}; all"
    )
    parser.add_argument("--real", type=Path, default=REAL, help="folder of real sessions ($FASTJEV_REAL; %(default)s)")
    asked = parser.parse_args()
    program = peer.install(ROOT / "bench/results/hermes", "hermes-agent", arms.VERSION, "hermes")
    python = program and program.with_name("python")
    if python is None:
        print(f"hermes-agent {arms.VERSION} could not be had, so its own compressor is left out", file=sys.stderr)
    with tempfile.TemporaryDirectory() as home:
        for name in ("CACHE", "DATA", "CONFIG"):
            os.environ[f"FASTJEV_{name}"] = f"{home}/{name.lower()}"
        for name in asked.groups or GROUPS:
            talks = group(name, asked.real)
            if not talks:
                print(f"{name}: left out, {asked.real / 'claude-code'} has no session", file=sys.stderr)
                continue
            print(f"## {name}: {GROUPS[name]} ({len(talks)})\n", flush=True)
            print(table(HEAD, list(rows(talks, python))), flush=True)


if __name__ == "__main__":
    main()
