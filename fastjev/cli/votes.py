"""How the votes on a unit look: each with its rule's place, its layer, and what became of it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.text import Text

from fastjev.cli.paint import row
from fastjev.datatypes import Unit
from fastjev.evaluate.rules.votes import WINS, Standing
from fastjev.labels import Label
from fastjev.policy import Policy
from fastjev.rulebook import LAYERS
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.rulebook.merge import Off


def vote_lines(standings: Sequence[Standing], missed: "Sequence[Off]", policy: Policy) -> Iterator[Text]:
    """The rows votes, off and model. `missed`: rules that are switched off and would have fired."""
    if not standings:
        yield row("votes", "none: nobody knows, so it is kept")
    for n, standing in enumerate(standings):
        yield row("" if n else "votes", _vote(standing))
        if standing.rule and standing.rule.changed:
            yield row("", Text(f"     changed by {visible(', '.join(standing.rule.changed))}", "dim"))
    for n, off in enumerate(missed):
        said = f"{off.entry.rule.weight:.2f} {off.entry.rule.label:<11}{off.id}  disabled at {off.where}: {off.because}"
        yield row("" if n else "off", Text(visible(said), "dim"))
    if not any(each.vote.by.startswith("model:") for each in standings):
        yield row("model", f"not asked ({_why(standings, policy)})")


def _why(standings: Sequence[Standing], policy: Policy) -> str:
    if any(each.vote.weight >= policy.settle_weight for each in standings):
        return f"a vote of {policy.settle_weight} or more settles it"
    if any(each.vote.label == Label.CONSTRAINT and each.outcome == WINS for each in standings):
        return "a rule's constraint stands"
    return "rules, kind or cues settle it"


def _vote(standing: Standing) -> Text:
    vote, rule = standing.vote, standing.rule
    cue = f"  {vote.cue.start}-{vote.cue.end}" if vote.cue.end else ""
    key = f"  key {vote.key}" if vote.key else ""
    layer = f" ({LAYERS[rule.layer]})" if rule and rule.layer else ""
    where = f"  {rule.where}{layer}" if rule else ""
    text = Text(visible(f"{vote.weight:.2f} {vote.label:<11}{vote.by}{where}{cue}{key}  "))
    return text.append("<- wins", "bold") if standing.outcome == WINS else text.append(standing.outcome, "dim")


def vote_tree(standing: Standing, unit: Unit) -> dict[str, Any]:
    """One vote for JSON."""
    vote, rule = standing.vote, standing.rule
    return {
        **asdict(vote),
        "cue": list(vote.cue),
        "text": vote.cue.of(unit.text),
        "outcome": standing.outcome,
        "where": rule.where if rule else None,
        "layer": LAYERS[rule.layer] if rule else None,
        "changed": list(rule.changed) if rule else [],
    }


def off_tree(off: "Off") -> dict[str, Any]:
    """One rule that is switched off and would have fired, for JSON."""
    return {"id": off.id, "label": off.entry.rule.label, "because": off.because, "where": off.where}
