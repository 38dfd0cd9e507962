"""Rules that are not in force: switched off by a layer, retired, or nowhere."""

import difflib

from fastjev.datatypes import Unit
from fastjev.errors import UsageError
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.rulebook.compile import rule_of
from fastjev.rulebook.merge import Merged, Off
from fastjev.rulebook.rule import admits, language
from fastjev.stages.classify import asked, settled


def absent(id: str, merged: Merged) -> str:
    """Why a rule that is not in force is not, in a line. Raises: UsageError for an unknown one, with what is near."""
    if off := merged.off.get(id):
        return f"switched off at {off.where}: {off.because}"
    if entry := merged.entries.get(id):
        return f"{entry.rule.status} at {' and '.join((entry.where, *entry.changed))}: it is never asked"
    near = difflib.get_close_matches(id, [*merged.entries, *merged.off], 3, 0.5)
    raise UsageError(f"{id}: no such rule" + (f"; near it: {', '.join(near)}" if near else "; fastjev rules list"))


def missed(unit: Unit, merged: Merged, rulebook: Rulebook, policy: Policy) -> list[Off]:
    """The rules that a layer switched off and that would have fired on a unit."""
    if settled(unit, policy):
        return []
    return [off for off in merged.off.values() if _fires(unit, off, rulebook, policy)]


def _fires(unit: Unit, off: Off, rulebook: Rulebook, policy: Policy) -> bool:
    rule, words = rule_of(off.entry, rulebook.fold), asked(unit, policy)
    held = admits(rule, len(words), unit.speaker, unit.kind, language(words))
    return held and rulebook.fires(rule, rulebook.fold(words)) is not None
