"""`fastjev compact`: a session in, a skeleton out."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import Asked, say_rules, session_options
from fastjev.labels import Zone
from fastjev.renderers import RENDERERS
from fastjev.renderers.size import size
from fastjev.renderers.visible import visible

if TYPE_CHECKING:
    from fastjev.datatypes import Run

_NOTES = 10
"""Reader's notes shown; a broken file may have one for each of its lines."""


@click.command()
@session_options
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Tokens that the skeleton should fit in.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(list(RENDERERS)),
    default="text",
    show_default=True,
    help="Shape of the output.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write here, for your eyes only.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors on standard error.")
def compact(
    session: str,
    asked: Asked,
    budget: int | None,
    shape: str,
    output: Path | None,
    quiet: bool,
) -> None:
    """Turn a session into a zoned skeleton.

    SESSION is a path, - for standard input, the id of a Claude Code session or its beginning, or last: the newest
    one of this folder's project.
    """
    from fastjev.deliver import deliver, fetch, write

    policy, rulebook = asked.policy(budget), asked.rulebook(quiet=quiet)
    source = fetch(session)
    run, text = deliver(source, shape, rulebook=rulebook, policy=policy, format=asked.format, lang=asked.lang)
    if not quiet:
        say_rules(run, rulebook, policy)
    if output and str(output) != "-":
        write(text, output, source)
    else:
        click.echo(text.encode(), nl=False)
    if not quiet:
        _talk(run, source.name, str(output or "-"))
        over = size(run).tokens_after - budget if budget else 0
        if over > 0:
            click.echo(f"note: {over:,} tokens over the budget: rules, headings and recent turns are not cut", err=True)


def _talk(run: "Run", source: str, output: str) -> None:
    conversation = run.conversation
    for note in conversation.notes[:_NOTES]:
        click.echo(f"note: entry {note.record}: {visible(note.text)}", err=True)
    if len(conversation.notes) > _NOTES:
        click.echo(f"note: and {len(conversation.notes) - _NOTES} more", err=True)
    sizes = size(run)
    change = f" ({sizes.chars_after / sizes.chars_before - 1:+.1%})" if sizes.chars_before else ""
    where = "standard output" if output == "-" else visible(output)
    line = (
        f"{visible(source)} ({conversation.format}, {conversation.turns} turns): "
        f"{sizes.chars_before:,} -> {sizes.chars_after:,} characters{change}, "
        f"about {sizes.tokens_before:,} -> {sizes.tokens_after:,} tokens, to {where}"
    )
    click.echo(line, err=True)
    shown = sorted(run.skeleton.items, key=lambda item: item.zone != Zone.CONSTRAINTS)
    if shown:
        file = "FILE" if source == "-" else shlex.quote(visible(source))
        click.echo(f"next: fastjev explain {file} {shown[0].id}", err=True)
