"""compactbench's templates (Apache-2.0), filled: buried constraints, overridden decisions, people and their tasks.

Its own score asks a model. Here the checks look at the skeleton: does the rule stand among the constraints, does the
later decision stand and the earlier not as if it held, does every name stand beside its task?
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from bench.retention.kit import source
from bench.retention.scores import Tally, ink, table
from fastjev import pipeline
from fastjev.datatypes import Item, Run
from fastjev.labels import Status, Zone
from fastjev.policy import DEFAULT
from fastjev.renderers.text import zones
from fastjev.rulebook import Rulebook, load_core

VALUES = {
    "person_name": ("Priya Nair", "Tomás Vidal", "Wen Li", "Ada Okafor", "Jonas Berg", "Mina Sato"),
    "project_noun": ("billing migration", "search rewrite", "audit export", "onboarding flow", "metrics pipeline"),
    "org_name": ("Northwind Freight", "Halden Labs", "Osprey Media"),
    "action_phrase": (
        "deploy on Fridays",
        "rewrite the importer in Rust",
        "share customer emails with vendors",
        "run load tests against staging",
        "move the queue to Postgres",
        "publish the draft before legal signs off",
        "split the monolith by team",
        "keep the nightly export as it is",
    ),
}
"""What the templates' generators draw from; ours, since the package's own lists need the package."""
DISTRACTORS = (
    ("How long did the last build take?", "About six minutes."),
    ("Can you reformat the table in the notes?", "Reformatted, nothing else changed."),
    ("What does the retry counter count?", "Attempts since the last success."),
    ("Show me the open tickets again.", "Three are open, none is new."),
    ("The font in the mock looks off.", "It falls back to a system font; I noted it."),
    ("Which branch has the fix?", "The fix is on the main branch since yesterday."),
)
SEEDS = range(4)
_BINDING = (Zone.CONSTRAINTS, Zone.DECISIONS)
_HOLDS = (Status.ACTIVE, Status.FINAL)
_HOLE = re.compile(r"\{\{(\w+)\}\}")


def measured(folder: Path) -> str:
    """All templates at all depths, by family."""
    core, found = load_core(), Tally()
    for path in sorted(folder.glob("*.yaml")):
        template = yaml.safe_load(path.read_text("utf-8"))["template"]
        for depth in template["difficulty_policy"]["distractor_turns"]:
            for seed in SEEDS:
                values = _values(template, random.Random(f"{template['key']} {depth} {seed}"))
                run = _run(list(_turns(template, values, depth)), core)
                for name, holds in _checks(template, values, run):
                    found.add(name, holds)
    return table(["check", "holds"], [[name, found.share(name)] for name in found.all])


def _checks(template: Mapping[str, Any], values: Mapping[str, str], run: Run) -> Iterator[tuple[str, bool]]:
    if template["family"] == "buried_constraint":
        return _buried(template, values, run.skeleton.items)
    if template["family"] == "decision_override":
        return _overridden(template, values, run)
    return _people(template, values, run.skeleton.items)


def _buried(
    template: Mapping[str, Any], values: Mapping[str, str], items: Sequence[Item]
) -> Iterator[tuple[str, bool]]:
    for text in _truth(template, "forbidden_behaviors", values):
        found = _with(text, items)
        yield "buried rule: stands word for word", bool(found)
        yield "buried rule: among the constraints", any(item.zone == Zone.CONSTRAINTS for item in found)


def _overridden(template: Mapping[str, Any], values: Mapping[str, str], run: Run) -> Iterator[tuple[str, bool]]:
    """The turns that override are tagged; what they say of the earlier plan is no plan."""
    said = [_filled(turn["template"], values) for turn in template["transcript"]["turns"] if turn.get("tags")]
    later = {message.index for message in run.conversation.messages if message.text in said}
    binding = [item for item in run.skeleton.items if item.zone in _BINDING and item.status in _HOLDS]
    for text in _truth(template, "locked_decisions", values):
        if any(text in each for each in said):
            yield "override: the later plan binds", any(item.message in later for item in _with(text, binding))
    for text in _truth(template, "forbidden_behaviors", values):
        yield "override: the earlier plan stands word for word", text in zones(run)
        yield "override: the earlier plan binds no more", all(item.message in later for item in _with(text, binding))


def _people(
    template: Mapping[str, Any], values: Mapping[str, str], items: Sequence[Item]
) -> Iterator[tuple[str, bool]]:
    names = [value for name, value in values.items() if name.startswith("person")]
    for turn in template["transcript"]["turns"]:
        said = _filled(turn.get("template", ""), values)
        if turn["role"] == "user" and any(name in said for name in names):
            for sentence in re.split(r"(?<=[.?])\s", said):
                yield "people and tasks: the sentence stands whole", bool(_with(sentence, items))


def _truth(template: Mapping[str, Any], name: str, values: Mapping[str, str]) -> list[str]:
    return [_filled(text, values) for text in template["ground_truth"].get(name, ())]


def _with(text: str, items: Sequence[Item]) -> list[Item]:
    return [item for item in items if ink(text).casefold() in ink(item.text).casefold()]


def _values(template: Mapping[str, Any], draw: random.Random) -> dict[str, str]:
    """One for each variable, no two the same."""
    left = {name: draw.sample(values, len(values)) for name, values in VALUES.items()}
    return {each["name"]: left[each["generator"]].pop() for each in template["variables"]}


def _turns(template: Mapping[str, Any], values: Mapping[str, str], depth: str) -> Iterator[dict[str, str]]:
    for turn in template["transcript"]["turns"]:
        if turn["role"] == "distractor_block":
            for n in range(template["difficulty_policy"]["distractor_turns"][depth] // 2):
                asked, answered = DISTRACTORS[n % len(DISTRACTORS)]
                yield {"role": "user", "text": asked}
                yield {"role": "assistant", "text": answered}
        else:
            yield {"role": turn["role"], "text": _filled(turn["template"], values)}


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: values[hole[1]], text)


def _run(turns: list[dict[str, str]], core: Rulebook) -> Run:
    policy = replace(DEFAULT, recent_turns=0)
    return pipeline.run(source(turns), "template.json", rulebook=core, policy=policy, format="neutral", lang="en")
