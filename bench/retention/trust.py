"""Is the scorer to be trusted? Against 47 verdicts of people, and 300 summaries of which it is known what they did.

Verdicts: ZhiqiEliWang/compaction-integrity (MIT). Summaries: amirfandev/compaction-guard 0.1.0 (MIT).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.retention.scores import SHARE, Tally, table, verbatim, words_kept
from fastjev import pipeline
from fastjev.datatypes import Run
from fastjev.labels import Status
from fastjev.rulebook import Rulebook, load_core

NOT_THERE = ("mutated", "contradicted", "dropped")
"""What became of a rule that is no longer there as it was."""
SCORERS = ("word for word", f"{SHARE:.0%} of its words")
_BEFORE, _AFTER = "Summary of the session so far. ", " Remaining work continues as planned."


def people(path: Path) -> str:
    """How often each scorer says what people said of a rule and a summary."""
    agreed = Tally()
    for row in _lines(path):
        for name, there in _said(row["sssc_message"], row["compacted_summary"]):
            agreed.add(f"{name} all", there == row["label"])
            agreed.add(f"{name} {row['label']}", there == row["label"])
    rows = [[name, *(agreed.share(f"{name} {of}") for of in ("all", True, False))] for name in SCORERS]
    return table(["scorer", "agrees with people", "where it is there", "where it is not"], rows)


def summaries(path: Path) -> str:
    """How often each scorer calls a rule still there, by what was done to it."""
    there, labels = Tally(), []
    for row in _lines(path):
        text = "\n".join(said["content"] for said in row["after"])
        labels += [row["label"]] * (row["label"] not in labels)
        for name, found in _said(row["invariant"], text):
            there.add(f"{name} {row['label']}", found)
    rows = [[label, *(there.share(f"{name} {label}") for name in SCORERS)] for label in labels]
    return table(["what was done to the rule", *(f"still there, {name}" for name in SCORERS)], rows)


def false_alarms(path: Path) -> int:
    """Rules called still there, word for word, that were changed, contradicted or dropped."""
    rows = [row for row in _lines(path) if row["label"] in NOT_THERE]
    return sum(verbatim(row["invariant"], "\n".join(said["content"] for said in row["after"])) for row in rows)


def resolved(path: Path) -> str:
    """The same changes as a person's own later words: does the earlier rule give way, or is the pair marked?"""
    core, found, labels = load_core(), Tally(), []
    for row in _lines(path):
        later = row["summary"].removeprefix(_BEFORE).removesuffix(_AFTER)
        if row["label"] == "dropped" or later == row["summary"] or row["operator"] in ("tail_only", "block_carried"):
            continue
        label = row["label"]
        labels += [label] * (label not in labels)
        run = _told(row["invariant"], later, core)
        first = {unit.id for unit in run.units if unit.turn == 1}
        decided = [each for each in run.decisions if each.unit in first]
        gone = any(each.status == Status.DEPRECATED or each.superseded_by for each in decided)
        marked = any(each.conflicts_with for each in decided)
        found.add(f"{label} gone", gone)
        found.add(f"{label} marked", marked or gone)
    rows = [[label, found.share(f"{label} gone"), found.share(f"{label} marked")] for label in labels]
    return table(["what the person says later", "the earlier rule is replaced", "replaced or marked"], rows)


def _told(rule: str, later: str, core: Rulebook) -> Run:
    talk = [("user", rule), ("assistant", "Noted."), ("user", later), ("assistant", "Noted.")]
    messages = [{"role": role, "text": text} for role, text in talk]
    raw = json.dumps({"schema": "fastjev.conversation/1", "id": "rule", "messages": messages}).encode()
    return pipeline.run(raw, "rule.json", rulebook=core)


def _said(rule: str, text: str) -> Iterator[tuple[str, bool]]:
    yield from zip(SCORERS, (verbatim(rule, text), words_kept(rule, text) >= SHARE), strict=True)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_bytes().splitlines():
        if line.strip():
            yield json.loads(line)
