"""How a rule's mistakes and the changes that mend them look in a terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from fastjev.cli.paint import COLOURS, line, share
from fastjev.cli.rules.conversations import many
from fastjev.labels import Label
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.rules.proposals import Proof
    from fastjev.evaluate.rules.seen import Seen
    from fastjev.evaluate.rules.tune import Standing

_LISTED = 10
"""Units of a kind that are listed; `--json` has all of them."""


def lines(stands: "Standing", proofs: "Sequence[Proof]", conversations: int) -> Iterator[Text]:
    """What the rule does, then what was proposed, what was left, and a summary."""
    yield from _standing(stands)
    proposed = [proof for proof in proofs if not proof.refused]
    for number, proof in enumerate(proposed, 1):
        yield from _proposal(number, proof)
    for proof in proofs:
        if proof.refused:
            yield Text(f"\ntried and left: {visible(_change(proof))}: it {proof.refused}", "dim")
    hits = len(stands.right_hits) + len(stands.wrong_hits)
    on = f"{many(hits, 'hit')} on labelled units in {many(conversations, 'conversation')}"
    if stands.thin:
        yield Text(f"\nno proposal: {on}: too few to learn from", "bold yellow")
    elif not proposed:
        yield Text(f"\nno proposal: nothing that was tried on {on} mends it", "bold yellow")
    else:
        yield Text(f"\n{len(proposed)} proposed, from {on}", "bold")


def _standing(stands: "Standing") -> Iterator[Text]:
    rule, right, judged = stands.rule, len(stands.right), len(stands.right) + len(stands.wrong)
    label = (f"{rule.label} {rule.weight:.2f}", COLOURS[Label(rule.label)])
    yield Text.assemble((rule.id, "bold"), "  ", label, (f"  {visible(rule.where)}", "dim"))
    told = f"{share(right / judged)} right, {right} of {judged} that people labelled" if judged else "– none labelled"
    yield Text(f"wins      {told}; {stands.unlabelled} more that they did not")
    yield Text(
        f"misses    {len(stands.lost)} where it fired and another label won; "
        f"{stands.missed} where no {rule.label} rule fired"
    )
    yield from _units("wrong wins", stands.wrong, stands)
    yield from _units("lost", stands.lost, stands)


def _units(title: str, units: "Sequence[Seen]", stands: "Standing") -> Iterator[Text]:
    if units:
        yield Text(f"\n{title} ({len(units)})   [cue]   -> what people call it", "bold")
    for seen in units[:_LISTED]:
        fired = seen.of(stands.rule.id)
        called = ", ".join(sorted(seen.gold.sure)) if seen.gold else ""
        text = line(seen.unit.text.rstrip(), fired.cue) if fired else line(seen.unit.text.rstrip())
        where = (f"  {visible(seen.file)} {seen.unit.id}  ", "dim")
        won = f" (by {seen.by}: {seen.verdict.label})" if seen.by != stands.rule.id else ""
        yield Text.assemble(where, text, (f"  -> {called or 'a trap'}{won}", "yellow"))
    if len(units) > _LISTED:
        yield Text(f"  … {len(units) - _LISTED} more: --json has them", "dim")


def _proposal(number: int, proof: "Proof") -> Iterator[Text]:
    yield Text(f"\nproposal {number}: {visible(_change(proof))}", "bold green")
    yield Text(f"  {proof.draft.why}")
    rows = (
        ("right wins", proof.before.right, proof.after.right),
        ("wrong wins", proof.before.wrong, proof.after.wrong),
        ("units of all that get what people call them", proof.before.labels, proof.after.labels),
        ("constraints in force", len(proof.before.constraints), len(proof.after.constraints)),
    )
    for name, before, after in rows:
        yield Text.assemble(f"  {before:>6,} -> {after:<6,} ", (name, "" if before == after else "bold"))
    yield Text(f"  {many(proof.lost, 'constraint')} lost")
    for each in proof.broken:
        yield Text.assemble(("  breaks a test of the rule  ", "yellow"), line(each))
    yield Text()
    # Its texts hide nothing (patch.py), and YAML must stay as it was loaded.
    for each in proof.patch.rstrip().split("\n"):
        yield Text(f"    {each}", "cyan")


def _change(proof: "Proof") -> str:
    """The change in a few words."""
    if proof.draft.weight is not None:
        return f"weight {proof.draft.weight:.2f}"
    patterns = proof.draft.unless
    return f"unless {', '.join(word for pattern in patterns for word in pattern.words or [pattern.text or ''])}"
