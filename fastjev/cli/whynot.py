"""`fastjev explain --why-not RULE`: the conditions that a rule met on one unit, and where it stopped."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from fastjev.cli.paint import line, row
from fastjev.datatypes import Unit
from fastjev.rulebook import LAYERS, Rule
from fastjev.rulebook.whynot import Step
from fastjev.visible import visible

_DETAIL_CHARS = 160
"""Characters of a step that the text form shows; `--json` has them all."""


def lines(unit: Unit, id: str, rule: Rule | None, steps: Sequence[Step]) -> Iterator[Text]:
    """One row for each condition; `rule` is nothing for one that is not in force."""
    yield row("unit", Text.assemble(f"{unit.id} · {unit.speaker} · {unit.kind}  ", line(unit.text.strip())))
    about = f"  {rule.label} {rule.weight:.2f}  {rule.where} ({LAYERS[rule.layer]})" if rule else ""
    yield row("rule", visible(id + about))
    for place in rule.changed if rule else ():
        yield row("", Text(f"changed by {visible(place)}", "dim"))
    for step in steps:
        detail = step.detail if len(step.detail) <= _DETAIL_CHARS else f"{step.detail[:_DETAIL_CHARS]}…"
        mark = ("✓ ", "green") if step.passed else ("✗ ", "bold red")
        end = Text("" if step.passed else "    -> stopped here", "bold")
        yield row(step.at, Text.assemble(mark, " ".join(visible(detail).split()), end))
    if all(step.passed for step in steps):
        yield row("", Text("-> it wins" if steps[-1].at == "wins" else "-> it is heard", "bold"))


def tree(unit: Unit, id: str, rule: Rule | None, steps: Sequence[Step]) -> dict[str, Any]:
    """The same for JSON."""
    stopped = next((step.at for step in steps if not step.passed), None)
    told = None
    if rule:
        told = {"label": rule.label, "weight": rule.weight, "where": rule.where, "layer": LAYERS[rule.layer]}
        told["changed"] = list(rule.changed)
    return {
        "schema": "fastjev.explain/1",
        "why_not": {"unit": unit.id, "rule": id, **(told or {}), "stopped": stopped},
        "steps": [step._asdict() for step in steps],
    }
