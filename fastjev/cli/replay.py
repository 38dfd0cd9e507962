"""`fastjev replay`: what policies keep of what finished sessions needed after a cut."""

import shlex
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import MODEL, count, models_of, policy_of, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.cli.shares import Share
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.deliver import Source
    from fastjev.evaluate.replay.report import Report
    from fastjev.model import Models
    from fastjev.policy import Policy
    from fastjev.rulebook import Rulebook


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
@click.option(
    "--seed",
    type=count(0),
    default=0,
    show_default=True,
    help="Draws sessions for intervals; deals them for --left-out.",
)
@click.option("--left-out", is_flag=True, help="Decide each session by weights trained on the others only.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@click.option("-v", "--verbose", is_flag=True, help="Each session by itself, and which words were lost.")
@MODEL
@rules_option
def replay(
    sessions: tuple[str, ...],
    reductions: tuple[float, ...],
    points: tuple[float, ...],
    policy_file: Path | None,
    seed: int,
    left_out: bool,
    as_json: bool,
    verbose: bool,
    weights: tuple[Path, ...],
    rules: tuple[Path, ...],
) -> None:
    """Measure what was taken out and needed later.

    FILE is a finished session: a path, an id, or `last`. It is cut at several points. At each, policies decide what
    stays of the tool exchanges before it, and the words that the session used after it, and only those exchanges held,
    are looked for in what stays. Nothing is run again.

    The weights that travel with fastjev may have learned from these very sessions. With --left-out both models are
    trained anew for each session, on the others: what a session that training never saw can expect.

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
    policy = policy_of(policy_file, None)
    # Read once for both: what comes by standard input comes only once.
    fetched = cache(fetch) if left_out else fetch
    own = models_of(weights)
    if own and left_out:
        raise UsageError("--model: --left-out trains weights of its own; give one of the two")
    models = _left_out(sessions, fetched, rulebook, policy, seed) if left_out else None
    with progress(sessions, "sessions") as names:
        report = measured(
            map(fetched, names),
            rulebook=rulebook,
            policy=policy,
            reductions=tuple(dict.fromkeys(reductions)) or REDUCTIONS,
            points=points or POINTS,
            seed=seed,
            left_out=models,
            models=own,
        )
    if as_json:
        click.echo(dump(tree(report)).encode())
    else:
        replayed.show(report, verbose=verbose)
    _talk(report)


def _left_out(
    sessions: Sequence[str], fetched: Callable[[str], "Source"], rulebook: "Rulebook", policy: "Policy", seed: int
) -> Callable[[str], "Models"]:
    """From a file's SHA-256 to models trained on the sessions that are not its own. Raises: UsageError on thin data."""
    from fastjev.train.left_out import both, refuse_thin, without
    from fastjev.train.read import read

    with progress(sessions, "sessions to learn from") as names:
        held = read(map(fetched, names), rulebook, policy, both)
    refuse_thin(held)
    numbers = {file.origin.sha256: file.session for file in held.files}
    return lambda digest: without(held, numbers[digest], seed)


def _talk(report: "Report") -> None:
    for note in report.notes:
        click.echo(f"note: {visible(note)}", err=True)
    for session in report.sessions:
        for cut in session.cuts:
            for each in cut.judgements:
                if each.arm.policy == "budget" and each.false:
                    click.echo(f"next: fastjev explain {shlex.quote(visible(session.name))} {each.false[0]}", err=True)
                    return
