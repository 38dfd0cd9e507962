"""What every command that walks a session takes, and what becomes of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from fastjev.datatypes import Run
from fastjev.policy import DEFAULT, Policy, load_policy

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("session", metavar="SESSION|-|last"),
    click.option("--from", "format", metavar="FORMAT", help="Format of the session; by default it is recognised."),
    click.option("--recent", type=click.IntRange(min=0), metavar="N", help="Turns left verbatim at the end."),
    click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of headings; by default the human's."),
    click.option(
        "--policy", "policy_file", type=click.Path(path_type=Path), metavar="FILE", help="Constants to change."
    ),
)


def session_options(command: Command) -> Command:
    """SESSION, --from, --recent, --lang and --policy."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def policy_of(policy_file: Path | None, recent: int | None, budget: int | None = None) -> Policy:
    """The default, changed by the file, changed by the options. Raises: PolicyError."""
    policy = load_policy(policy_file) if policy_file else DEFAULT
    if recent is not None:
        policy = replace(policy, recent_turns=recent)
    return policy if budget is None else replace(policy, budget_tokens=budget)


def walk(session: str, policy: Policy, format: str | None, lang: str | None) -> Run:
    """The run over a session by the core rules. Raises: ReadError, RuleError, UsageError."""
    # The stages load what `--help` does not need.
    from fastjev import pipeline
    from fastjev.deliver import fetch
    from fastjev.rulebook import load_core

    source = fetch(session)
    return pipeline.run(source.raw, source.name, rulebook=load_core(), policy=policy, format=format, lang=lang)
