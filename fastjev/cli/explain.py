"""`fastjev explain`: one unit's votes, winners and losers, passes and links, or what a fold folded."""

import difflib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from fastjev.cli import whynot
from fastjev.cli.options import Asked, session_options
from fastjev.cli.paint import COLOURS, NOWHERE, line, marked, put, row
from fastjev.cli.votes import off_tree, vote_lines, vote_tree
from fastjev.datatypes import Decision, Item, Run, Span, Unit, Verdict
from fastjev.errors import UsageError
from fastjev.evaluate.rules.absent import absent, missed
from fastjev.evaluate.rules.votes import WINS, Standing, standings
from fastjev.evaluate.rules.whynot import why_not
from fastjev.jsontext import dump
from fastjev.labels import Action
from fastjev.policy import Policy
from fastjev.rulebook.whynot import Step
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.rulebook import Rulebook
    from fastjev.rulebook.merge import Off

SHOWN_CHARS = 2000
"""Characters of a unit that the text form shows; `--json` has them all."""
_Row = tuple[Unit, Verdict, Decision]


@click.command()
@session_options
@click.argument("id")
@click.option(
    "--why-not", "rule", metavar="RULE", help="Where this rule stopped on the unit, such as core/noise.ack_zh."
)
@click.option("--json", "as_json", is_flag=True, help="The same as one line of JSON.")
def explain(session: str, asked: Asked, id: str, rule: str | None, as_json: bool) -> None:
    """Show why a unit was decided as it was. ID is what a skeleton shows between ⟨ and ⟩, such as u3.1.

    The unit is shown as it stands in the session, secrets included; why and log show what they know masked.
    """
    policy, rulebook = asked.policy(), asked.rulebook()
    run = asked.walk(session, policy, rulebook)
    # What is asked from here on is no part of the run, and does not count against what it may read.
    rulebook.start(0)
    id = id.strip("⟨⟩ ")
    item = next((item for item in run.skeleton.items if item.id == id), None)
    rows = zip(run.units, run.verdicts, run.decisions, strict=True)
    found = next((each for each in rows if each[0].id == id or (item and _within(item, each[0]))), None)
    if found and rule:
        _why_not(found, rule.removeprefix("rule:"), asked, policy, rulebook, as_json)
    elif found:
        _unit(session, run, found, asked, policy, rulebook, as_json)
    elif item and item.covers and rule:
        units = ", ".join(unit.id for unit in _folded(run, item.covers))
        raise UsageError(f"{id}: is a fold; --why-not takes one of its units: {units}")
    elif item and item.covers and as_json:
        units_ = [unit.id for unit in _folded(run, item.covers)]
        told = {"id": id, "covers": list(item.covers), "text": item.text, "units": units_}
        click.echo(dump({"schema": "fastjev.explain/1", "fold": told}).encode())
    elif item and item.covers:
        put(_fold_lines(item, _folded(run, item.covers)))
    else:
        raise UsageError(_unknown(run, id))


def _unit(
    session: str, run: Run, found: _Row, asked: Asked, policy: Policy, rulebook: "Rulebook", as_json: bool
) -> None:
    unit, verdict, decision = found
    ranks = standings(unit, verdict, rulebook, policy)
    # Reading all layers anew is slow, and needed only where one of them switched something off.
    off = missed(unit, asked.merged(), rulebook, policy) if rulebook.off else []
    if as_json:
        click.echo(dump(_tree(run, unit, verdict, decision, ranks, off)).encode())
        return
    put(_lines(run, unit, verdict, decision, ranks, off, policy))
    if loser := next((each.rule for each in ranks if each.rule and each.outcome != WINS), None):
        file = "FILE" if session == "-" else shlex.quote(visible(session))
        click.echo(f"next: fastjev explain {file} {unit.id} --why-not {visible(loser.id)}", err=True)


def _why_not(found: _Row, id: str, asked: Asked, policy: Policy, rulebook: "Rulebook", as_json: bool) -> None:
    unit, verdict, decision = found
    rule = next((each for each in rulebook.rules if each.id == id), None)
    if rule:
        steps = why_not(unit, verdict, decision, rule, rulebook, policy)
    else:
        steps = (Step("on", False, absent(id, asked.merged())),)
    if as_json:
        click.echo(dump(whynot.tree(unit, id, rule, steps)).encode())
    else:
        put(whynot.lines(unit, id, rule, steps))


def _within(item: Item, unit: Unit) -> bool:
    """A line of a capped result has its own id and lies in its unit; units joined to one item share its first id."""
    return not item.id.startswith("f") and item.message == unit.message and _meet(item.span, unit.span)


def _meet(one: Span, two: Span) -> bool:
    return one.start < two.end and two.start < one.end


def _unknown(run: Run, id: str) -> str:
    if units := [unit.id for unit in run.units if id == f"m{unit.message}"]:
        return f"{id}: is a message; its units are {', '.join(units)}"
    ids = {unit.id for unit in run.units} | {item.id for item in run.skeleton.items}
    near = difflib.get_close_matches(id, sorted(ids), 5, 0.5)
    return f"{id}: no such unit in {run.conversation.id}" + (f"; near it: {', '.join(near)}" if near else "")


def _folded(run: Run, covers: Span) -> list[Unit]:
    folded = {decision.unit for decision in run.decisions if decision.action == Action.FOLD}
    return [unit for unit in run.units if covers[0] <= unit.turn <= covers[1] and unit.id in folded]


def _fold_lines(fold: Item, units: list[Unit]) -> Iterator[Text]:
    yield row("fold", f"{fold.id} · turns {fold.covers[0]}–{fold.covers[1]}" if fold.covers else fold.id)
    yield row("text", marked(fold.text))
    for n, unit in enumerate(units):
        yield row("" if n else "units", Text.assemble(f"{unit.id:<8}", line(unit.text)))


def _tree(
    run: Run, unit: Unit, verdict: Verdict, decision: Decision, ranks: Sequence[Standing], off: "Sequence[Off]"
) -> dict[str, Any]:
    told = {name: value for name, value in asdict(decision).items() if name not in ("unit", "kept")}
    return {
        "schema": "fastjev.explain/1",
        "unit": {
            "id": unit.id,
            "message": unit.message,
            "turn": unit.turn,
            "span": list(unit.span),
            "speaker": unit.speaker,
            "kind": unit.kind,
            "time": unit.time,
            "text": unit.text,
            "call": unit.call.name if unit.call else None,
        },
        "verdict": {
            "label": verdict.label,
            "p": verdict.p,
            "cues": sorted(verdict.cues),
            "votes": [vote_tree(each, unit) for each in ranks],
            "off": [off_tree(each) for each in off],
        },
        "decision": told,
        "shown": [item.id for item in run.skeleton.items if _within(item, unit)],
        "recent": _recent(run, unit),
    }


def _lines(
    run: Run,
    unit: Unit,
    verdict: Verdict,
    decision: Decision,
    ranks: Sequence[Standing],
    off: "Sequence[Off]",
    policy: Policy,
) -> Iterator[Text]:
    where = f"{unit.id} · turn {unit.turn} · message {unit.message} [{unit.span.start}:{unit.span.end}]"
    yield row("unit", " · ".join([where, unit.speaker, unit.kind, *([visible(unit.time)] if unit.time else [])]))
    cues = (each.vote.cue for each in ranks if each.outcome == WINS and each.rule)
    for n, text in enumerate(marked(unit.text[:SHOWN_CHARS], next(cues, NOWHERE)).split("\n")):
        yield row("" if n else "text", text)
    if len(unit.text) > SHOWN_CHARS:
        yield row("", f"… {len(unit.text) - SHOWN_CHARS:,} more characters (--json has them)")
    yield row(
        "label", Text.assemble((f"{verdict.label} {verdict.p:.2f}", COLOURS[verdict.label]), "  from the unit alone")
    )
    yield from vote_lines(ranks, off, policy)
    if verdict.cues:
        yield row("cues", ", ".join(sorted(verdict.cues)))
    fate = f"{decision.status}, {decision.action}"
    yield row("decision", Text.assemble((f"{decision.label} {decision.p:.2f}", COLOURS[decision.label]), f"  {fate}"))
    yield row("passes", " > ".join(decision.because) or "none changed it")
    yield from _shown_lines(run, unit)
    texts = {each.id: each for each in run.units}
    links = [("supersedes", id) for id in decision.supersedes]
    links += [("superseded by", decision.superseded_by)] if decision.superseded_by else []
    links += [("conflicts with", id) for id in decision.conflicts_with]
    for n, (link, id) in enumerate(links):
        other = texts.get(id)
        about = Text.assemble(f"  turn {other.turn}  ", line(other.text.strip())) if other else Text()
        yield row("" if n else "links", Text.assemble(f"{link} {id}", about))


def _shown_lines(run: Run, unit: Unit) -> Iterator[Text]:
    """Where the unit's words stand in the skeleton."""
    shown = [Text(f"{item.zone}  ").append_text(line(item.text)) for item in run.skeleton.items if _within(item, unit)]
    if _recent(run, unit):
        shown.append(Text("verbatim among the recent turns"))
    for n, text in enumerate(shown or [Text("nowhere in the skeleton")]):
        yield row("" if n else "shown", text)


def _recent(run: Run, unit: Unit) -> bool:
    return any(message.index == unit.message for message in run.skeleton.recent)
