"""`fastjev explain`: one unit's votes, winners and losers, passes and links, or what a fold folded."""

import difflib
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click
from rich.text import Text

from fastjev.cli.options import Asked, session_options
from fastjev.cli.paint import COLOURS, NOWHERE, line, marked, put
from fastjev.datatypes import Decision, Item, Run, Span, Unit, Verdict, Vote
from fastjev.errors import UsageError
from fastjev.labels import Action, Label, Speaker
from fastjev.policy import Policy
from fastjev.renderers.jsontext import dump
from fastjev.renderers.visible import visible

SHOWN_CHARS = 2000
"""Characters of a unit that the text form shows; `--json` has them all."""


@click.command()
@session_options
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="The same as one line of JSON.")
def explain(
    session: str,
    asked: Asked,
    id: str,
    as_json: bool,
) -> None:
    """Show why a unit was decided as it was. ID is what a skeleton shows between ⟨ and ⟩, such as u3.1."""
    policy, rulebook = asked.policy(), asked.rulebook()
    run = asked.walk(session, policy, rulebook)
    id = id.strip("⟨⟩ ")
    item = next((item for item in run.skeleton.items if item.id == id), None)
    rows = zip(run.units, run.verdicts, run.decisions, strict=True)
    row = next((row for row in rows if row[0].id == id or (item and _within(item, row[0]))), None)
    if row and as_json:
        click.echo(dump(_tree(run, *row)).encode())
    elif row:
        put(_lines(run, *row, policy))
    elif item and item.covers and as_json:
        units = [unit.id for unit in _folded(run, item.covers)]
        told = {"id": id, "covers": list(item.covers), "text": item.text, "units": units}
        click.echo(dump({"schema": "fastjev.explain/1", "fold": told}).encode())
    elif item and item.covers:
        put(_fold_lines(item, _folded(run, item.covers)))
    else:
        raise UsageError(_unknown(run, id))


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
    yield _row("fold", f"{fold.id} · turns {fold.covers[0]}–{fold.covers[1]}" if fold.covers else fold.id)
    yield _row("text", marked(fold.text))
    for n, unit in enumerate(units):
        yield _row("" if n else "units", Text.assemble(f"{unit.id:<8}", line(unit.text)))


def _tree(run: Run, unit: Unit, verdict: Verdict, decision: Decision) -> dict[str, Any]:
    votes = [
        {
            **asdict(vote),
            "cue": list(vote.cue),
            "text": vote.cue.of(unit.text),
            "outcome": _outcome(vote, unit, verdict),
        }
        for vote in verdict.votes
    ]
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
        "verdict": {"label": verdict.label, "p": verdict.p, "cues": sorted(verdict.cues), "votes": votes},
        "decision": told,
        "shown": [item.id for item in run.skeleton.items if _within(item, unit)],
        "recent": _recent(run, unit),
    }


def _lines(run: Run, unit: Unit, verdict: Verdict, decision: Decision, policy: Policy) -> Iterator[Text]:
    where = f"{unit.id} · turn {unit.turn} · message {unit.message} [{unit.span.start}:{unit.span.end}]"
    yield _row("unit", " · ".join([where, unit.speaker, unit.kind, *([visible(unit.time)] if unit.time else [])]))
    cues = (
        vote.cue for vote in verdict.votes if _outcome(vote, unit, verdict) == "wins" and vote.by.startswith("rule:")
    )
    for n, text in enumerate(marked(unit.text[:SHOWN_CHARS], next(cues, NOWHERE)).split("\n")):
        yield _row("" if n else "text", text)
    if len(unit.text) > SHOWN_CHARS:
        yield _row("", f"… {len(unit.text) - SHOWN_CHARS:,} more characters (--json has them)")
    yield _row(
        "label", Text.assemble((f"{verdict.label} {verdict.p:.2f}", COLOURS[verdict.label]), "  from the unit alone")
    )
    yield from _vote_lines(unit, verdict, policy)
    if verdict.cues:
        yield _row("cues", ", ".join(sorted(verdict.cues)))
    fate = f"{decision.status}, {decision.action}"
    yield _row("decision", Text.assemble((f"{decision.label} {decision.p:.2f}", COLOURS[decision.label]), f"  {fate}"))
    yield _row("passes", " > ".join(decision.because) or "none changed it")
    yield from _shown_lines(run, unit)
    texts = {each.id: each for each in run.units}
    links = [("supersedes", id) for id in decision.supersedes]
    links += [("superseded by", decision.superseded_by)] if decision.superseded_by else []
    links += [("conflicts with", id) for id in decision.conflicts_with]
    for n, (link, id) in enumerate(links):
        other = texts.get(id)
        about = Text.assemble(f"  turn {other.turn}  ", line(other.text.strip())) if other else Text()
        yield _row("" if n else "links", Text.assemble(f"{link} {id}", about))


def _shown_lines(run: Run, unit: Unit) -> Iterator[Text]:
    """Where the unit's words stand in the skeleton."""
    shown = [Text(f"{item.zone}  ").append_text(line(item.text)) for item in run.skeleton.items if _within(item, unit)]
    if _recent(run, unit):
        shown.append(Text("verbatim among the recent turns"))
    for n, text in enumerate(shown or [Text("nowhere in the skeleton")]):
        yield _row("" if n else "shown", text)


def _recent(run: Run, unit: Unit) -> bool:
    return any(message.index == unit.message for message in run.skeleton.recent)


def _vote_lines(unit: Unit, verdict: Verdict, policy: Policy) -> Iterator[Text]:
    votes = sorted(verdict.votes, key=lambda vote: (_outcome(vote, unit, verdict) != "wins", -vote.weight, vote.by))
    if not votes:
        yield _row("votes", "none: nobody knows, so it is kept")
    for n, vote in enumerate(votes):
        outcome = _outcome(vote, unit, verdict)
        cue = f"  {vote.cue.start}-{vote.cue.end}" if vote.cue.end else ""
        key = f"  key {vote.key}" if vote.key else ""
        text = Text(f"{vote.weight:.2f} {vote.label:<11}{vote.by}{cue}{key}  ")
        yield _row(
            "" if n else "votes", text.append("<- wins" if outcome == "wins" else outcome, "bold" if not n else "dim")
        )
    if not any(vote.by.startswith("model:") for vote in votes):
        settled = any(vote.weight >= policy.settle_weight for vote in votes)
        yield _row(
            "model",
            f"not asked ({f'a vote of {policy.settle_weight} or more settles it' if settled else 'none loaded'})",
        )


def _outcome(vote: Vote, unit: Unit, verdict: Verdict) -> str:
    """What became of a vote, in a word or two."""
    winner = next((each for each in verdict.votes if each.label == verdict.label and each.weight == verdict.p), None)
    if vote is winner:
        return "wins"
    if vote.label == verdict.label:
        return "agrees"
    if unit.speaker != Speaker.HUMAN and vote.label == Label.CONSTRAINT:
        return "not a human's"
    if vote.weight < verdict.p:
        return "lower weight"
    if verdict.label == Label.CONSTRAINT and vote.label in (Label.NOISE, Label.PROCESS):
        return "cannot beat a constraint"
    return "level" if verdict.label == Label.UNSURE else "shorter cue"


def _row(name: str, value: str | Text) -> Text:
    return Text.assemble((f"{name:<10}", "bold"), value)
