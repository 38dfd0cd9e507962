"""`fastjev stages`: one conversation after each of the four stages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import click
from rich.text import Text

from fastjev.cli.options import Asked, session_options
from fastjev.cli.paint import COLOURS, NOWHERE, line, put
from fastjev.datatypes import Decision, Run, Unit, Verdict
from fastjev.errors import UsageError
from fastjev.renderers.text import zones
from fastjev.rulebook import Rulebook
from fastjev.visible import visible


def _turns(ctx: click.Context, param: click.Parameter, value: str) -> range:
    found = re.fullmatch(r"(\d{0,9})(?:(-)(\d{0,9}))?", value, re.ASCII)
    if not found or not (found[1] or found[3]):
        raise click.BadParameter(f"{value!r} is not like 7, 3-7, 3- or -7", ctx, param)
    first = int(found[1] or 0)
    last = int(found[3] or 10**9) if found[2] else first
    if last < first:
        raise click.BadParameter(f"{value!r}: the last turn comes before the first", ctx, param)
    return range(first, last + 1)


@click.command()
@session_options
@click.option("--turns", callback=_turns, metavar="A-B", default="0-", help="Only these turns; both ends count.")
@click.option("--watch", is_flag=True, help="Show it again whenever a rule or the session changes; Ctrl-C ends.")
def stages(session: str, asked: Asked, turns: range, watch: bool) -> None:
    """Show a session after each stage.

    As it is: secrets, too, are shown here and in explain as they stand in the session. For your own terminal.
    """
    policy = asked.policy()
    if not watch:
        _show(asked.walk(session, policy, asked.rulebook()), turns)
        return
    if session == "-":
        raise UsageError("--watch: standard input is read once; give the session as a path, an id or last")
    from fastjev.cli.watch import follow
    from fastjev.sessions import locate

    path = locate(session)

    def show(rulebook: Rulebook) -> None:
        run = asked.walk(str(path), policy, rulebook)
        click.clear()
        _show(run, turns)
        click.echo("next: edit a rule file or go on with the session; Ctrl-C ends", err=True)

    follow(path, asked.watched(), show)


def _show(run: Run, turns: range) -> None:
    if turns.start > run.conversation.turns:
        raise UsageError(f"no turn {turns.start}: the conversation ends with turn {run.conversation.turns}")
    put(_lines(_only(run, turns)))


def _only(run: Run, turns: range) -> Run:
    """The run as if it had these turns alone; what was decided stays decided."""
    ids = {unit.id for unit in run.units if unit.turn in turns}
    items = tuple(item for item in run.skeleton.items if item.turn in turns)
    return replace(
        run,
        units=tuple(unit for unit in run.units if unit.id in ids),
        verdicts=tuple(verdict for verdict in run.verdicts if verdict.unit in ids),
        decisions=tuple(decision for decision in run.decisions if decision.unit in ids),
        skeleton=replace(run.skeleton, items=items),
    )


def _lines(run: Run) -> Iterator[Text]:
    yield Text.assemble("labels  ", Text(" · ").join(Text(label, colour) for label, colour in COLOURS.items()))
    yield Text("marks   + a new intent begins   [cue] what made a rule vote   ⏎ line break   … left out")
    yield _heading("1 segment", f"{len(run.units)} units: id, span in characters, kind")
    for (turn, message), units in groupby(run.units, key=lambda unit: (unit.turn, unit.message)):
        yield from _segmented(turn, message, list(units))
    yield _heading("2 classify", "each unit alone: label, probability, votes")
    for unit, verdict in zip(run.units, run.verdicts, strict=True):
        yield from _classified(unit, verdict)
    yield _heading("3 resolve", "all together: label, status, action, and what led there")
    for unit, decision in zip(run.units, run.decisions, strict=True):
        yield _resolved(unit, decision)
    yield _heading("4 reassemble", f"{len(run.skeleton.items)} items")
    for text in zones(run).rstrip("\n").split("\n"):
        yield Text(text, "bold" if text.startswith("[") else "")


def _heading(name: str, about: str) -> Text:
    return Text.assemble("\n", (name, "bold reverse"), "  ", about)


def _segmented(turn: int, message: int, units: list[Unit]) -> Iterator[Text]:
    yield Text(f"turn {turn} · message {message} · {units[0].speaker}", "dim")
    for unit in units:
        span = f"[{unit.span.start}:{unit.span.end}]"
        call = f"{visible(unit.call.name)} → " if unit.call else ""
        mark = "+" if unit.opens else " "
        yield Text.assemble(f"{mark} {unit.id:<7}{span:<14}{unit.kind:<8}", call, line(unit.text))


def _classified(unit: Unit, verdict: Verdict) -> Iterator[Text]:
    label = (f"{verdict.label:<11}", COLOURS[verdict.label])
    cues = (vote.cue for vote in verdict.votes if vote.label == verdict.label and vote.by.startswith("rule:"))
    yield Text.assemble(f"{unit.id:<7}", label, f"{verdict.p:.2f}  ", line(unit.text, next(cues, NOWHERE)))
    for vote in verdict.votes:
        key = f"  key {vote.key}" if vote.key else ""
        yield Text(f"       {vote.label:<11}{vote.weight:.2f}  {vote.by}{key}", "dim")
    if verdict.cues:
        yield Text(f"       cues       {', '.join(sorted(verdict.cues))}", "dim")


def _resolved(unit: Unit, decision: Decision) -> Text:
    links = [f"supersedes {id}" for id in decision.supersedes]
    links += [f"superseded by {decision.superseded_by}"] if decision.superseded_by else []
    links += [f"conflicts with {id}" for id in decision.conflicts_with]
    label = (f"{decision.label:<11}", COLOURS[decision.label])
    fate = f"{decision.status:<18}{decision.action:<5} "
    return Text.assemble(f"{unit.id:<7}", label, fate, (", ".join([*decision.because, *links]), "dim"))
