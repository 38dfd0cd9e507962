"""lost-in-compaction: 38 facts in 805 messages of talk; which stand with all their keywords in the skeleton?

Data of profff/lost-in-compaction, derived from LongMemEval. It publishes that a model answers 73 % of the
questions from the talk itself, 40 % once half of it was compacted by a model, and 7 % once 98 % were.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.retention.scores import Tally, table
from fastjev import pipeline
from fastjev.policy import DEFAULT
from fastjev.renderers.size import size
from fastjev.renderers.text import zones
from fastjev.rulebook import load_core

BUDGETS = (0, 50_000, 1)
"""Tokens: none, a fifth of the talk, as little as there can be."""


def measured(talk: Path, about: Path) -> str:
    """A row for the talk as it is and for each budget."""
    raw = talk.read_bytes()
    # Those that the data had lost before anybody compacted it are left out.
    facts = [fact for fact in json.loads(about.read_bytes())["facts"] if not fact.get("compacted")]
    whole = "\n".join(message["content"] for message in json.loads(raw))
    rows = [["the talk itself", "100%", _kept(facts, whole), ""], *_rows(raw, facts)]
    return table(["budget", "size", "facts with all their keywords", "seconds"], rows)


def _rows(raw: bytes, facts: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    core = load_core()
    for budget in BUDGETS:
        began = time.perf_counter()
        policy = replace(DEFAULT, recent_turns=0, budget_tokens=budget)
        run = pipeline.run(raw, "talk.json", rulebook=core, policy=policy)
        taken = time.perf_counter() - began
        sizes = size(run)
        share = f"{sizes.tokens_after / sizes.tokens_before:.0%}"
        name = f"{budget:,} tokens" if budget > 1 else "none" if budget == 0 else "the least"
        yield [name, share, _kept(facts, zones(run)), f"{taken:.1f}"]


def _kept(facts: Sequence[dict[str, Any]], text: str) -> str:
    found, low = Tally(), text.lower()
    for fact in facts:
        found.add("facts", all(word.lower() in low for word in fact["keywords"]))
    return found.share("facts")
