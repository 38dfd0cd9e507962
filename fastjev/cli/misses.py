"""`fastjev misses`: which units of your own sessions are worth a label."""

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from fastjev.cli.options import models_of, policy_of, rulebook_of, rules_option
from fastjev.cli.paint import put
from fastjev.cli.progress import progress
from fastjev.cli.stored import since
from fastjev.errors import ReadError, UsageError
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.datatypes import Run

_PATH = click.Path(path_type=Path)


@click.command("misses")
@click.argument("sessions", metavar="[SESSION...]", nargs=-1)
@click.option(
    "--since", "after", default="7d", show_default=True, metavar="7d|DATE", help="Without SESSION: those from then on."
)
@click.option("-o", "--output", required=True, type=_PATH, metavar="FILE.jsonl", help="Write them here, a unit a line.")
@click.option("--assistant", is_flag=True, help="What the assistant said, too.")
@click.option("--policy", "policy_file", type=_PATH, metavar="FILE", help="Constants to change.")
@rules_option
def misses(
    sessions: tuple[str, ...],
    after: str,
    output: Path,
    assistant: bool,
    policy_file: Path | None,
    rules: tuple[Path, ...],
) -> None:
    """Collect units of your sessions that are worth a label.

    They are what a human said of which rules and model said different things, or of which nobody was sure. SESSION is a
    path, an id, or last; by default every session of Claude Code's folder. A unit comes with its votes, its neighbours
    and the reason, secrets masked; the file is for your eyes only, and stays on this machine.

    \b
    Example 例:  fastjev misses --since 7d -o misses.jsonl
    """
    # The stages load what `--help` does not need.
    from fastjev.evaluate import misses as found
    from fastjev.labels import Speaker
    from fastjev.sessions import newer

    names = list(sessions) or [str(path) for path in newer(since(after))]
    if not names:
        raise UsageError(f"no session since {after}; give a file, or --since with more time")
    policy, models, book = policy_of(policy_file, None), models_of(()), rulebook_of(rules, quiet=True)
    speakers = (Speaker.HUMAN, Speaker.ASSISTANT) if assistant else (Speaker.HUMAN,)
    lines: dict[str, dict[str, Any]] = {}
    with progress(names, "sessions") as walked:
        for name in walked:
            if run := _run(name, output, named=bool(sessions), rulebook=book, policy=policy, models=models):
                for miss in found.misses(run, policy, speakers):
                    entry = found.entry(run, miss, policy, name)
                    lines.setdefault(entry["id"], entry)
    _write(output, [*lines.values()])
    _tell(names, [*lines.values()], output)


def _run(name: str, output: Path, *, named: bool, **more: Any) -> "Run | None":
    """The walk; nothing, and a note, for a session that nobody named and that cannot be read."""
    from fastjev import pipeline
    from fastjev.deliver import fetch

    try:
        source = fetch(name)
        if source.path and output.exists() and output.samefile(source.path):
            raise UsageError(f"{output}: is a session itself and is not overwritten; give -o another name")
        return pipeline.run(source.raw, source.name, **more)
    except ReadError as error:
        if named:
            raise
        click.echo(f"note: {visible(str(error))}; it is left out", err=True)
        return None


def _write(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    from fastjev.files import put as put_file

    try:
        put_file(path, "".join(f"{dump(line)}\n" for line in lines).encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def _tell(names: Sequence[str], lines: Sequence[dict[str, Any]], output: Path) -> None:
    from fastjev.evaluate.misses import REASONS

    counts = Counter(line["reason"] for line in lines)
    put([Text(f"{len(lines):,} units of {len(names):,} sessions")])
    put(
        Text.assemble((f"{counts[reason]:>7,}  ", "bold"), f"{reason:<10}", (why, "dim"))
        for reason, why in REASONS.items()
    )
    click.echo(f"written: {visible(str(output))}", err=True)
    if lines:
        session, file = (shlex.quote(visible(str(name))) for name in (lines[0]["session"], output))
        label = f"fastjev label {session} --set NAME --by NAME --order misses --misses {file}"
        click.echo(f"next: fastjev explain {session} {lines[0]['unit']} shows one; {label} labels them", err=True)
