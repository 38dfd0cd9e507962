"""How a drafted rule looks: what its tests say, and which units of which sessions would become something else."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from fastjev.cli.options import Asked
from fastjev.cli.paint import COLOURS, NOWHERE, line, row
from fastjev.datatypes import Run
from fastjev.errors import ReadError
from fastjev.evaluate.rules.candidate import Trial
from fastjev.evaluate.rules.effects import Change, changes, counted
from fastjev.labels import Label
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.visible import visible

_SHOWN = 5
"""Units shown for each kind of change."""


def walks(asked: Asked, policy: Policy, rulebook: Rulebook, sessions: tuple[str, ...]) -> dict[str, Run]:
    """The run over each session; over the newest one where none is named and there is one. Raises: ReadError."""
    if sessions:
        return {session: asked.walk(session, policy, rulebook) for session in sessions}
    try:
        return {"last": asked.walk("last", policy, rulebook)}
    except ReadError:
        return {}


def test_lines(found: Trial) -> Iterator[Text]:
    """What the rule's own tests say, against all rules together."""
    for n, outcome in enumerate(found.outcomes):
        mark = ("✓ ", "green") if outcome.passed else ("✗ ", "bold red")
        said = (f"  {visible(outcome.said)}", "bold") if outcome.said else ""
        yield row("" if n else "tests", Text.assemble(mark, f"{outcome.kind:<9}", line(outcome.text), said))


def change_lines(before: Mapping[str, Run], after: Mapping[str, Run], found: Trial, policy: Policy) -> Iterator[Text]:
    """Which units would become something else, by what they were and would be."""
    if not before:
        yield row("changes", "no session to look at; --against SESSION names one")
        return
    made_ = {session: changes(run, after[session], found.id, found.rulebook, policy) for session, run in before.items()}
    units = sum(len(run.units) for run in after.values())
    total = sum(map(len, made_.values()))
    yield row(
        "changes",
        visible(f"{total} of {units} units in {', '.join(before)}") + ("; [cue] the rule fired" if total else ""),
    )
    for (was, becomes), these in counted(made_).items():
        colour = COLOURS[Label(becomes.split(" ")[0])]
        yield row("", Text.assemble(f"{was} -> ", (becomes, colour), f"  {len(these)}"))
        for session, change in these[:_SHOWN]:
            yield row("", _change(session if len(before) > 1 else "", change))
        if len(these) > _SHOWN:
            yield row("", Text(f"  … and {len(these) - _SHOWN} more", "dim"))


def _change(session: str, change: Change) -> Text:
    where = f"  {visible(session)} {change.unit.id:<7}" if session else f"  {change.unit.id:<7}"
    return Text.assemble((where, "dim"), line(change.unit.text, change.cue or NOWHERE))
