"""`fastjev why`: what became of a statement, compaction by compaction, and by what."""

from dataclasses import asdict
from pathlib import Path

import click

from fastjev.cli.log import lines
from fastjev.cli.options import count
from fastjev.cli.paint import put
from fastjev.cli.stored import of_session, project_option, quoted, say_damaged, session_option, where
from fastjev.errors import StoreError
from fastjev.jsontext import dump


@click.command()
@click.argument("text")
@session_option
@click.option("--limit", type=count(1), default=5, show_default=True, metavar="N", help="Units shown.")
@click.option("--json", "as_json", is_flag=True, help="All of them as one line of JSON.")
@project_option
def why(text: str, session: str | None, limit: int, as_json: bool, project: Path | None) -> None:
    """Show what became of a statement, and by what.

    In which compactions it was kept, folded or deprecated, newest first; what stayed as it was is told once. TEXT is
    looked for in the first 240 characters of every unit in the journal, whatever its case, width and white space. All
    sessions of the project, or one.

    Examples: fastjev why "不要动 production 库", fastjev why "use port 8080" --session 5c0375b4.
    """
    from fastjev.secrets import mask
    from fastjev.store.database import look
    from fastjev.store.entries import session_of
    from fastjev.store.fates import by, fate, once, saying
    from fastjev.store.journal import PREVIEW_CHARS

    with look(where(project)) as store:
        chosen = session_of(store, session) if session is not None else None
        found = saying(store, text, chosen, say_damaged)
    if not found:
        raise StoreError(
            f"{mask(text)[:PREVIEW_CHARS]!r}: no unit in the journal says so; try fewer words, or fastjev log for the"
            " compactions there are"
        )
    if as_json:
        units = [
            {"session": each.session, "epoch": each.epoch, "time": each.time, **asdict(line), "fate": fate(line),
             "by": by(line)}
            for each, line in found
        ]  # fmt: skip
        click.echo(dump({"schema": "fastjev.why/1", "units": units}).encode())
        return
    told = once(found)
    for each, line, became in told[:limit]:
        put(lines(each, line, became))
    if len(told) > limit:
        click.echo(f"note: and {len(told) - limit:,} more; --limit {len(told)} shows them", err=True)
    each, line = found[0]
    place = of_session(each.session) + (f" --epoch {each.epoch}" if each.epoch else "")
    step = f"expand {line.id}{place}" if line.pointer else f"log {quoted(each.session)} --unit {line.id}"
    click.echo(f"next: fastjev {step}", err=True)
