"""`fastjev rules tune`: a change to one rule that was seen to mend its mistakes. Prints it, and changes nothing."""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import rulebook_of, rules_option
from fastjev.cli.paint import put
from fastjev.cli.progress import progress
from fastjev.cli.rules.conversations import files_argument, found, json_option, next_step, say, stopped
from fastjev.cli.rules.tuned import lines
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.labels import Label
from fastjev.rulebook import Rule, Rulebook, project_root

if TYPE_CHECKING:
    from fastjev.evaluate.rules.proposals import Proof
    from fastjev.evaluate.rules.seen import Walked
    from fastjev.evaluate.rules.tune import Standing


@click.command()
@click.argument("id")
@files_argument
@json_option
@rules_option
def tune(id: str, files: tuple[str, ...], as_json: bool, rules: tuple[Path, ...]) -> None:
    """Propose a change to one rule that mends its mistakes.

    FILE is a labelled conversation (*.json with `gold`), or a FOLDER of them. Each proposal was loaded and walked on
    all of them: it makes fewer mistakes and loses no right hit and no constraint. Nothing is written.
    """
    from fastjev.evaluate.rules.proposals import tree
    from fastjev.evaluate.rules.tune import standing

    rulebook = rulebook_of(rules)
    rule = _rule(id, rulebook)
    walked, notes = _labelled(files, rulebook)
    stands = standing(rule, (unit for each in walked for unit in each.units))
    proofs = _proofs(stands, walked, rulebook, rules)
    if as_json:
        click.echo(dump(tree(stands, proofs, len(walked), notes)).encode())
    else:
        put(lines(stands, proofs, len(walked)))
    say(notes)
    _next(stands, proofs, files, rules)


def _rule(id: str, rulebook: Rulebook) -> Rule:
    """Raises: UsageError, with the nearest id, or where the rule was switched off."""
    known = {rule.id: rule for rule in rulebook.rules}
    if id in known:
        if known[id].label not in frozenset(Label):
            raise UsageError(
                f"{id}: its label is the cue {known[id].label}; gold has none, so there is nothing to tune"
            )
        return known[id]
    off = next((off for off in rulebook.off if off.id == id), None)
    if off:
        raise UsageError(f"{id}: is switched off at {off.where} ({off.because})")
    near = difflib.get_close_matches(id, known, n=1, cutoff=0.4)
    raise UsageError(f"{id}: no such rule" + (f"; did you mean {near[0]}?" if near else ""))


def _labelled(files: tuple[str, ...], rulebook: Rulebook) -> "tuple[list[Walked], list[str]]":
    """The conversations with labels, walked. Raises: UsageError, where there is none; ReadError."""
    from fastjev.evaluate.rules.seen import look

    walked = []
    with found(files) as (names, notes):
        for name in names:
            each = look(name, rulebook)
            notes += stopped(each.walk)
            if each.walk.shown:
                walked.append(each)
            else:
                notes.append(f"{name}: no gold labels, left out")
    if not walked:
        raise UsageError(f"{', '.join(files)}: no conversation with gold labels (*.json with a `gold` key) to tune on")
    return walked, notes


def _proofs(
    stands: "Standing", walked: "Sequence[Walked]", rulebook: Rulebook, rules: tuple[Path, ...]
) -> "list[Proof]":
    """Every draft put to the proof; none where data is thin."""
    if stands.thin:
        return []
    from fastjev.evaluate.rules.proposals import prove
    from fastjev.evaluate.rules.tune import drafts
    from fastjev.rulebook.merge import merge
    from fastjev.rulebook.places import core_sources, sources

    layers = core_sources(), sources(project_root(Path.cwd()), rules)
    entry = merge(*layers).entries[stands.rule.id]
    with progress([*drafts(stands, entry.rule.tests.match, rulebook)], "proposals") as tried:
        return [*prove(tried, stands, walked, entry=entry, rulebook=rulebook, layers=layers)]


def _next(stands: "Standing", proofs: "Sequence[Proof]", files: tuple[str, ...], rules: tuple[Path, ...]) -> None:
    if stands.thin:
        click.echo(
            "note: give more labelled conversations (a `gold` key beside `messages`; corpora/README.md says how), "
            "or write what it gets wrong under no_match: of the rule",
            err=True,
        )
        next_step("rules coverage", files, rules)
    elif any(not proof.refused for proof in proofs):
        click.echo("note: nothing was written; put one patch into .fastjev/rules/tuned.yaml if you want it", err=True)
        next_step("rules test")
    else:
        next_step(f"rules show {stands.rule.id}")
