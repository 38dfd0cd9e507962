"""`fastjev rewrite`: a compacted copy of a session that the client resumes."""

import re
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import Asked, say_rules, session_options
from fastjev.errors import UsageError
from fastjev.renderers.size import size
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.deliver import Source

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@click.command()
@session_options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write here, for your eyes only.")
@click.option("--dry-run", is_flag=True, help="Say what it would come to, and write and archive nothing.")
def rewrite(session: str, asked: Asked, output: Path | None, dry_run: bool) -> None:
    """Write a compacted copy of a session to resume.

    The skeleton, then the recent turns as they were, under a new id beside the old file, which stays as it is.

    Examples: fastjev rewrite last, fastjev rewrite 5d0f6c1e --recent 3 --dry-run (先看看能省多少).
    """
    from fastjev.deliver import deliver, fetch
    from fastjev.files import put
    from fastjev.integrations.claude_code.rewrite import rewritten
    from fastjev.store.archive import hand_on
    from fastjev.store.database import create
    from fastjev.store.place import place_of

    policy, rulebook = asked.policy(), asked.rulebook()
    source = fetch(session)
    target = _target(source, output)
    place = None if dry_run else place_of(Path.cwd())
    done = deliver(
        source,
        "text",
        rulebook=rulebook,
        policy=policy,
        format=asked.format,
        lang=asked.lang,
        place=place,
        models=asked.models(),
    )
    conversation = done.run.conversation
    if conversation.format != "claude-code":
        raise UsageError(f"{source.name}: is {conversation.format}; only a session of Claude Code can be resumed there")
    say_rules(done.run, rulebook, policy)
    if done.trouble:
        click.echo(f"note: nothing is archived, so the skeleton has no pointers: {visible(done.trouble)}", err=True)
    sizes = size(done.run)
    turns = len({message.turn for message in done.run.skeleton.recent})
    come = f"about {sizes.tokens_before:,} -> {sizes.tokens_after:,} tokens"
    left = f", the last {turns} turns as they were" if turns > 1 else ", the last turn as it was" if turns else ""
    click.echo(f"{visible(source.name)}: {come}{left}", err=True)
    if sizes.tokens_after >= sizes.tokens_before:
        hint = "; --recent 0 leaves no turn verbatim" if turns else ""
        click.echo(f"nothing is written: the copy would not be smaller{hint}", err=True)
        raise click.exceptions.Exit(1)
    if dry_run:
        click.echo("dry run: nothing is written", err=True)
        return
    if place and done.epoch:
        with create(place) as store:
            hand_on(store, conversation.id, target.stem)
    try:
        put(target.resolve(), rewritten(done.run, target.stem, sizes))
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror}") from error
    click.echo(f"written to {visible(str(target))}; the old file stays as it is", err=True)
    click.echo("next, in the session's folder (its first turn fills the prompt cache anew):", err=True)
    click.echo(f"claude --resume {target.stem}")


def _target(source: "Source", output: Path | None) -> Path:
    """Where the copy goes; its name is its session's id. Raises: UsageError."""
    if output is None:
        if source.path is None:
            raise UsageError("-: a copy of standard input has no place of its own; give -o ID.jsonl")
        return source.path.resolve().parent / f"{uuid.uuid4()}.jsonl"
    if output.suffix != ".jsonl" or not _ID.fullmatch(output.stem):
        raise UsageError(f"{output}: the client finds a session by its file's name; call it {uuid.uuid4()}.jsonl")
    if output.exists():
        raise UsageError(f"{output}: is there already and is not overwritten; give -o another name")
    return output
