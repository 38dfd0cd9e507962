"""The tests of all layers: those that rules above core bring, and what these rules do to core's own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from fastjev.evaluate.rules.trials import Outcome, trials
from fastjev.evaluate.rules.winners import Loss, overruled
from fastjev.rulebook import Rulebook, load_core
from fastjev.rulebook.compile import rulebook_of
from fastjev.rulebook.merge import Change, Entry, Merged
from fastjev.rulebook.places import CORE


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What came of the tests."""

    outcomes: tuple[Outcome, ...]
    """Of the rules above core and of what overrides bring; of core's rules too, where they were asked for."""
    shifted: tuple[Outcome, ...]
    """Tests of core that pass with core alone and not with the layers above it."""
    overruled: tuple[tuple[Entry, Loss], ...]
    """Rules above core that never win on their own `match` texts, and who does."""
    core: int
    """Tests of core that were run, asked for or not."""

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """Outcomes that are not what a test says."""
        return tuple(outcome for outcome in self.outcomes if not outcome.passed)


def examine(merged: Merged, *, everything: bool = False) -> Examination:
    """Run the tests of the rules above core against all rules together, and core's to see which come out differently.

    Core's tests count themselves where nothing stands above core, and with `everything`.
    """
    rulebook = rulebook_of(merged)
    own = [part for entry in merged.entries.values() for part in _brought(entry)]
    above = any(file.source.layer > CORE for file in merged.files)
    ours = [_as_core(entry) for entry in merged.entries.values() if entry.layer == CORE and _in_force(entry)]
    core = [outcome for outcome in trials(ours, rulebook) if not _said_anew(outcome, merged)]
    shifted = _shifted(core) if above else ()
    found = [*trials(own, rulebook)]
    if everything or not above:
        found += [outcome for outcome in core if outcome not in shifted]
    return Examination(
        outcomes=tuple(found), shifted=shifted, overruled=tuple(_overruled(merged, rulebook)), core=len(core)
    )


def _brought(entry: Entry) -> Iterator[Entry]:
    """A rule above core with its tests; of a rule of core, what each override tests, as far as a later one agrees."""
    if entry.layer > CORE:
        yield entry
        return
    for change in entry.changes:
        yield replace(entry, where=change.where, rule=entry.rule.model_copy(update={"tests": _still(change, entry)}))


def _still(change: Change, entry: Entry) -> object:
    added, now = change.said.add.tests, entry.rule.tests
    return added.model_copy(
        update={
            "match": [text for text in added.match if text in now.match],
            "no_match": [text for text in added.no_match if text in now.no_match],
            "wins": [win for win in added.wins if win in now.wins],
            "todo": [text for text in added.todo if text in now.todo],
        }
    )


def _in_force(entry: Entry) -> bool:
    return entry.rule.status != "retired"


def _as_core(entry: Entry) -> Entry:
    """A rule of core as it stood before any override; its tests are what counts here."""
    return replace(entry, rule=entry.changes[0].before) if entry.changes else entry


def _said_anew(outcome: Outcome, merged: Merged) -> bool:
    """Whether an override says itself what becomes of this text."""
    for change in merged.entries[outcome.entry.rule.id].changes:
        added = change.said.add.tests
        if outcome.text in (*added.match, *added.no_match, *added.todo, *(win.text for win in added.wins)):
            return True
    return False


def _shifted(core: Iterable[Outcome]) -> tuple[Outcome, ...]:
    failed = [outcome for outcome in core if not outcome.passed]
    if not failed:
        return ()
    entries = {outcome.entry.rule.id: outcome.entry for outcome in failed}
    alone = {_name(outcome) for outcome in trials(entries.values(), load_core()) if outcome.passed}
    return tuple(outcome for outcome in failed if _name(outcome) in alone)


def _name(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.entry.rule.id, outcome.kind, outcome.text


def _overruled(merged: Merged, rulebook: Rulebook) -> Iterator[tuple[Entry, Loss]]:
    for entry in merged.entries.values():
        if entry.layer > CORE and _in_force(entry) and (loss := overruled(entry.rule, rulebook)):
            yield entry, loss
