"""Drafts put to the proof: each is written as a file, loaded above the others, and walked on the same conversations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastjev.evaluate.rules.patch import patch
from fastjev.evaluate.rules.seen import Seen, Walked, look
from fastjev.evaluate.rules.trials import trials
from fastjev.evaluate.rules.tune import Draft, Standing, Tally, can_fire, refusal, tally
from fastjev.rulebook import Rulebook
from fastjev.rulebook.compile import rulebook_of
from fastjev.rulebook.merge import Entry, merge
from fastjev.rulebook.places import TOLD, Source


@dataclass(frozen=True, slots=True)
class Proof:
    """What a draft did to the conversations."""

    draft: Draft
    patch: str
    """A rule file, as YAML."""
    before: Tally
    after: Tally
    refused: str
    """Why it is not proposed, in a line; empty for one that is."""
    broken: tuple[str, ...]
    """The rule's own tests that it breaks, `kind: text`."""

    @property
    def lost(self) -> int:
        """Labelled constraints that stood in force and do not any more."""
        return len(self.before.constraints - self.after.constraints)


def prove(
    drafts: Iterable[Draft],
    standing: Standing,
    walked: Sequence[Walked],
    *,
    entry: Entry,
    rulebook: Rulebook,
    layers: tuple[Sequence[Source], Sequence[Source]],
) -> Iterator[Proof]:
    """One proof for each draft, until a weight will do; `layers` are the files of core and those above it.

    Raises: ReadError, RuleError.
    """
    before = _tally(standing, walked)
    found = False
    for draft in drafts:
        if found and draft.weight is not None:
            continue
        text = patch(draft, standing, entry, rulebook)
        core, above = layers
        book = rulebook_of(merge(core, [*above, Source(TOLD, "patch", Path("patch.yaml"), text.encode())]))
        after = _tally(standing, [_again(each, standing, book) for each in walked])
        own = [each for each in trials([entry], book) if not each.passed]
        refused = refusal(before, after)
        if not refused and any(each.kind == "match" for each in own):
            refused = "the rule no longer fires on a text that its tests say it must"
        found = found or (draft.weight is not None and not refused)
        yield Proof(draft, text, before, after, refused, tuple(f"{each.kind}: {each.text}" for each in own))


def _tally(standing: Standing, walked: Sequence[Walked]) -> Tally:
    units = (unit for each in walked for unit in each.units)
    return tally(standing.rule.id, [each.walk for each in walked], units)


def _again(walked: Walked, standing: Standing, book: Rulebook) -> Walked:
    """Walked anew, unless the rule has nothing to fire on there."""
    if not can_fire(standing.rule, walked.walk, book):
        return walked
    return look(walked.walk.file, book)


def tree(standing: Standing, proofs: Sequence[Proof], conversations: int, notes: Sequence[str]) -> dict[str, Any]:
    """As plain data (`fastjev.rules-tune/1`)."""
    return {
        "schema": "fastjev.rules-tune/1",
        "rule": standing.rule.id,
        "label": standing.rule.label,
        "weight": standing.rule.weight,
        "where": standing.rule.where,
        "conversations": conversations,
        "right": len(standing.right),
        "wrong": [_unit(each) for each in standing.wrong],
        "lost": [_unit(each) for each in standing.lost],
        "unlabelled": standing.unlabelled,
        "missed": standing.missed,
        "thin": standing.thin,
        "proposals": [_proof(each) for each in proofs if not each.refused],
        "refused": [{**_proof(each), "because": each.refused} for each in proofs if each.refused],
        "notes": list(notes),
    }


def _unit(seen: Seen) -> dict[str, Any]:
    called = sorted(seen.gold.sure) if seen.gold else []
    return {"file": seen.file, "id": seen.unit.id, "text": seen.unit.text, "label": seen.verdict.label, "gold": called}


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "kind": "unless" if proof.draft.weight is None else "weight",
        "why": proof.draft.why,
        "patch": proof.patch,
        "before": _counts(proof.before),
        "after": _counts(proof.after),
        "constraints_lost": proof.lost,
        "tests_broken": list(proof.broken),
    }


def _counts(tally: Tally) -> dict[str, int]:
    return {"right": tally.right, "wrong": tally.wrong, "labels": tally.labels, "constraints": len(tally.constraints)}
