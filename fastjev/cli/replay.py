"""`fastjev replay`: what policies keep of what finished sessions needed after a cut."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import policy_of, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.cli.shares import Share
from fastjev.jsontext import dump
from fastjev.renderers.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.replay.report import Report


@click.command("replay")
@click.argument("sessions", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--reduction",
    "reductions",
    multiple=True,
    type=Share(),
    metavar="SHARE",
    help="How much of the results' characters goes; may be repeated.  [default: 60%, 90%]",
)
@click.option(
    "--points",
    "points",
    multiple=True,
    type=Share(),
    metavar="SHARE",
    help="How much of the tool calls stands before a cut; may be repeated.  [default: 30%, 50%, 70%, 85%]",
)
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), metavar="FILE", help="Constants to change.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Draws sessions for intervals.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@click.option("-v", "--verbose", is_flag=True, help="Each session by itself, and which words were lost.")
@rules_option
def replay(
    sessions: tuple[str, ...],
    reductions: tuple[float, ...],
    points: tuple[float, ...],
    policy_file: Path | None,
    seed: int,
    as_json: bool,
    verbose: bool,
    rules: tuple[Path, ...],
) -> None:
    """Measure what was taken out and needed later.

    FILE is a finished session: a path, an id, or `last`. It is cut at several points. At each, policies decide what
    stays of the tool exchanges before it, and the words that the session used after it, and only those exchanges held,
    are looked for in what stays. Nothing is run again.

    \b
    Example 例:  fastjev replay ~/.claude/projects/*/*.jsonl --reduction 60%
    """
    # Measuring loads every stage, which `--help` does not need.
    from fastjev.cli import replayed
    from fastjev.deliver import fetch
    from fastjev.evaluate.replay.arms import REDUCTIONS
    from fastjev.evaluate.replay.places import POINTS
    from fastjev.evaluate.replay.report import replay as measured
    from fastjev.evaluate.replay.report import tree

    rulebook = rulebook_of(rules, quiet=as_json)
    with progress(sessions, "sessions") as names:
        report = measured(
            map(fetch, names),
            rulebook=rulebook,
            policy=policy_of(policy_file, None),
            reductions=tuple(dict.fromkeys(reductions)) or REDUCTIONS,
            points=points or POINTS,
            seed=seed,
        )
    if as_json:
        click.echo(dump(tree(report)).encode())
    else:
        replayed.show(report, verbose=verbose)
    _talk(report)


def _talk(report: "Report") -> None:
    for note in report.notes:
        click.echo(f"note: {visible(note)}", err=True)
    for session in report.sessions:
        for cut in session.cuts:
            for each in cut.judgements:
                if each.arm.policy == "budget" and each.false:
                    click.echo(f"next: fastjev explain {shlex.quote(visible(session.name))} {each.false[0]}", err=True)
                    return
