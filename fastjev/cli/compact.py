"""`fastjev compact`: a session in, a skeleton out."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import Asked, count, say_rules, session_options
from fastjev.labels import Outcome, Zone
from fastjev.pointers import elisions
from fastjev.policy import CHOICES, Policy
from fastjev.renderers import RENDERERS
from fastjev.renderers.size import outcome, size
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.datatypes import Run
    from fastjev.deliver import Delivery
    from fastjev.renderers.epochs import Cost

_OUTCOMES = {
    Outcome.DONE: "done",
    Outcome.NOTHING_LEFT: "nothing left to take out",
    Outcome.OVER_BUDGET: "over the budget: rules, decisions, headings and recent turns are not cut",
}
_NOTES = 10
"""Reader's notes shown; a broken file may have one for each of its lines."""


@click.command()
@session_options
@click.option("--budget", type=count(1), metavar="TOKENS", help="Tokens that the skeleton should fit in.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(list(RENDERERS)),
    default="text",
    show_default=True,
    help="Shape of the output.",
)
@click.option(
    "--layout",
    type=click.Choice(CHOICES["layout"]),
    help="One skeleton, or blocks that later compactions only append to, for a prompt cache.",
)
@click.option("--focus", default="", metavar="TEXT", help="What it should be about: lines that name it stay first.")
@click.option("--no-archive", is_flag=True, help="Keep nothing of it: no pointers, no log.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write here, for your eyes only.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors on standard error.")
def compact(
    session: str,
    asked: Asked,
    budget: int | None,
    shape: str,
    layout: str | None,
    focus: str,
    no_archive: bool,
    output: Path | None,
    quiet: bool,
) -> None:
    """Turn a session into a zoned skeleton.

    SESSION is a path, - for standard input, the id of a Claude Code session or its beginning, or last: the newest
    one of this folder's project. FILE#ID, or FILE#last, is one of the many sessions of Hermes that an export or its
    state.db holds.
    """
    from fastjev.deliver import deliver, fetch, write
    from fastjev.store.place import place_of

    policy, rulebook = asked.policy(budget), asked.rulebook(quiet=quiet)
    policy = replace(policy, layout=layout or policy.layout, focus=focus or policy.focus)
    source = fetch(session)
    place = None if no_archive else place_of(Path.cwd())
    done = deliver(
        source,
        shape,
        rulebook=rulebook,
        policy=policy,
        format=asked.format,
        lang=asked.lang,
        place=place,
        models=asked.models(),
    )
    if not quiet:
        say_rules(done.run, rulebook, policy)
    if output and str(output) != "-":
        write(done.text, output, source)
    else:
        click.echo(done.text.encode(), nl=False)
    if done.trouble:
        said = "so the skeleton has no pointers, and what it leaves out is in the session's own file only"
        click.echo(f"note: nothing is archived, {said}: {visible(done.trouble)}", err=True)
    if policy.layout == "epochs" and done.epoch is None:
        click.echo("note: written as one skeleton: only the archive knows the blocks to append to", err=True)
    if not quiet:
        _talk(done, source.name, str(output or "-"), policy)


def _talk(done: "Delivery", source: str, output: str, policy: Policy) -> None:
    run = done.run
    conversation = run.conversation
    for note in conversation.notes[:_NOTES]:
        click.echo(f"note: entry {note.record}: {visible(note.text)}", err=True)
    if len(conversation.notes) > _NOTES:
        click.echo(f"note: and {len(conversation.notes) - _NOTES} more", err=True)
    sizes = done.sizes or size(run)
    elided = len(done.elided) if done.sizes else len(elisions(run))
    came_to = outcome(sizes, elided, policy)
    change = f" ({sizes.chars_after / sizes.chars_before - 1:+.1%})" if sizes.chars_before else ""
    where = "standard output" if output == "-" else visible(output)
    line = (
        f"{visible(source)} ({conversation.format}, {conversation.turns} turns): "
        f"{sizes.chars_before:,} -> {sizes.chars_after:,} characters{change}, "
        f"about {sizes.tokens_before:,} -> {sizes.tokens_after:,} tokens, to {where}"
    )
    click.echo(line, err=True)
    click.echo(f"{_OUTCOMES[came_to]}{_archived(done)}", err=True)
    if alarmed := sum("alarm" in decision.because for decision in run.decisions):
        said = "1 more call would have lost its" if alarmed == 1 else f"{alarmed} more calls would have lost their"
        click.echo(f"note: {said} line; no more than {policy.alarm_share:.0%} may (alarm_share in a policy)", err=True)
    if done.cost:
        click.echo(_cost(done.cost, done.run.skeleton.frozen is not None, policy), err=True)
    if came_to == Outcome.NOTHING_LEFT and run.skeleton.recent:
        file = "FILE" if source == "-" else shlex.quote(visible(source))
        click.echo(f"next: fastjev compact {file} --recent 0, which leaves no turn verbatim", err=True)
        return
    _next(run, source)


def _archived(done: "Delivery") -> str:
    if done.epoch is None:
        return ""
    pointers = sum(item.pointer is not None for item in done.run.skeleton.items)
    said = f"; archived as e{done.epoch}, {pointers} pointer{'s' * (pointers != 1)}"
    if pointers or not done.elided:
        return said
    return f"{said} (what was taken out is short: fastjev expand e{done.epoch} shows it)"


def _cost(cost: "Cost", behind: bool, policy: Policy) -> str:
    """Both ways, and which was taken."""
    payback = "never pays back" if cost.payback is None else f"pays back after {cost.payback:,.1f} turns"
    done = "appended" if behind else "written as one"
    return (
        f"cache: {cost.frozen:,} tokens known, {cost.appended:,} appended, or {cost.consolidated:,} as one, which "
        f"{payback} (read {policy.cache_read:g}, write {policy.cache_write:g} a token); {done}"
    )


def _next(run: "Run", source: str) -> None:
    """The largest thing that was taken out, or else why the most binding line is there."""
    pointers = [item.pointer for item in run.skeleton.items if item.pointer]
    if pointers:
        largest = max(pointers, key=lambda pointer: int(pointer.partition("tokens=")[2].rstrip("]")))
        click.echo(f"next: fastjev expand {largest.partition('id=')[2].partition(' ')[0]}", err=True)
        return
    shown = sorted(run.skeleton.items, key=lambda item: item.zone != Zone.CONSTRAINTS)
    if shown:
        file = "FILE" if source == "-" else shlex.quote(visible(source))
        click.echo(f"next: fastjev explain {file} {shown[0].id}", err=True)
