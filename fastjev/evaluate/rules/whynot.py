"""Why a rule did not decide a unit: every condition that it met, up to the one that stopped it."""

from collections.abc import Iterator, Sequence

from fastjev.datatypes import Decision, Unit, Verdict
from fastjev.evaluate.rules.votes import AGREES, WINS, Standing, standings
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Rule, Rulebook
from fastjev.rulebook.whynot import Step, steps
from fastjev.stages.classify import GATE, asked, settled
from fastjev.stages.value import lines

_TOLD = ("fact", "process", "noise")
"""Labels of rules that say which lines of a tool result stay."""


def why_not(
    unit: Unit, verdict: Verdict, decision: Decision, rule: Rule, rulebook: Rulebook, policy: Policy
) -> tuple[Step, ...]:
    """What a rule met on a unit, in order; only the last step can be one that did not hold.

    Steps after the rule's own conditions: `asked` (whether rules are asked at all), `quoted`, `gate` (who may say
    such a thing), `wins`, `agrees`, `cue` or `lost` (by which of weight, layer, cue and floor), and `passes` where
    later stages changed the label.
    """
    if unit.kind == "call":
        return _on_lines(unit, rule, rulebook, policy)
    if given := settled(unit, policy):
        label, what = given
        said = "all of it is quoted speech" if what == "quoted" else f"{what}: a {label} before any rule is asked"
        return (Step("asked", False, said),)
    taken = tuple(steps(rulebook, rule, asked(unit, policy), speaker=unit.speaker, kind=unit.kind))
    if not taken[-1].passed:
        return tuple(_only_quoted(unit, rule, taken, rulebook, policy))
    return (*taken, *_outcome(unit, verdict, decision, rule, rulebook, policy))


def _only_quoted(unit: Unit, rule: Rule, taken: Sequence[Step], rulebook: Rulebook, policy: Policy) -> Iterator[Step]:
    """The steps, and where the rule stopped for words that stand in quotation marks only, those words."""
    *before, stopped = taken
    yield from before
    whole = unit.text.strip()[: policy.match_chars]
    heard = tuple(steps(rulebook, rule, whole, speaker=unit.speaker, kind=unit.kind))
    if whole != asked(unit, policy) and len(heard) >= len(taken) and heard[len(taken) - 1].passed:
        said = f"{heard[len(taken) - 1].detail}, but in quotation marks: what others said binds nobody"
        yield Step("quoted", False, f"{stopped.at}: {said}")
    else:
        yield stopped


def _outcome(
    unit: Unit, verdict: Verdict, decision: Decision, rule: Rule, rulebook: Rulebook, policy: Policy
) -> Iterator[Step]:
    if rule.label not in GATE[Speaker.HUMAN]:
        yield Step("cue", True, f"the cue {rule.label} is heard; cues give no label by themselves")
        return
    if rule.label not in GATE[unit.speaker]:
        yield Step("gate", False, f"what the {unit.speaker} says becomes no {rule.label} by itself")
        return
    ranks = standings(unit, verdict, rulebook, policy)
    mine = next((each for each in ranks if each.rule and each.rule.id == rule.id), None)
    if mine is None:
        yield Step("budget", False, "rules above core had read all that a run may spend (stranger_chars in a policy)")
        return
    if mine.outcome == WINS:
        yield Step("wins", True, f"{verdict.label} {verdict.p:.2f}")
    elif mine.outcome == AGREES:
        yield Step("agrees", True, f"{_named(ranks[0])} says {verdict.label} too and decides")
    else:
        yield Step("lost", False, _lost(mine, ranks, verdict))
        return
    if decision.label != verdict.label:
        yield Step("passes", False, f"made a {decision.label} later by {', '.join(decision.because)}")


def _lost(mine: Standing, ranks: Sequence[Standing], verdict: Verdict) -> str:
    """Against which rule, and by what."""
    if mine.outcome == "level":
        rivals = [each for each in ranks if each.outcome in (WINS, "level") and each.vote.label != mine.vote.label]
        named = ", ".join(map(_named, rivals))
        return f"level with {named} in weight, layer and length: {verdict.label}"
    top = ranks[0]
    by = {
        "lower weight": f"weight: {mine.vote.weight:.2f} against {top.vote.weight:.2f}",
        "lower layer": f"layer, at the same weight {mine.vote.weight:.2f}",
        "shorter cue": f"length of the cue: {_chars(mine)} against {_chars(top)} characters, at the same weight",
        "cannot beat a constraint": f"the constraint floor: {mine.vote.label} beats no constraint without force: true",
    }
    return f"to {_named(top)} by {by[mine.outcome]}"


def _named(standing: Standing) -> str:
    vote = standing.vote
    where = f", {standing.rule.where}" if standing.rule else ""
    return f"{vote.by.removeprefix('rule:')} ({vote.label} {vote.weight:.2f}{where})"


def _chars(standing: Standing) -> int:
    return standing.vote.cue.end - standing.vote.cue.start


def _on_lines(unit: Unit, rule: Rule, rulebook: Rulebook, policy: Policy) -> tuple[Step, ...]:
    """Of a tool result rules are asked line by line: the steps on the line where this one came furthest."""
    if rule.label not in _TOLD:
        return (Step("gate", False, f"what a tool says becomes no {rule.label}"),)
    tool = unit.call.name if unit.call else ""
    text = unit.text[: policy.scan_chars]
    tries = [
        (number, tuple(steps(rulebook, rule, span.of(text), speaker=Speaker.TOOL, kind="call", tool=tool)))
        for number, span in enumerate(lines(text), 1)
        if span.end - span.start <= policy.result_chars
    ]
    if not tries:
        return (Step("asked", False, "the result has no line that rules are asked about"),)
    number, taken = max(tries, key=lambda each: (len(each[1]) + each[1][-1].passed, -each[0]))
    fate = "kept before all others" if rule.label == Label.FACT else "not kept"
    ends = (Step("wins", True, f"the line is {fate}"),) if taken[-1].passed else ()
    return (Step("line", True, f"{number} of those that hold anything"), *taken, *ends)
