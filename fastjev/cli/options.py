"""What every command that walks a session takes, and what becomes of it."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fastjev.datatypes import Run, Verdict
from fastjev.labels import Label
from fastjev.policy import DEFAULT, Policy
from fastjev.policy_file import load_policy

if TYPE_CHECKING:
    from fastjev.model import Models
    from fastjev.rulebook import Rulebook
    from fastjev.rulebook.merge import Merged
    from fastjev.rulebook.watch import Watched

Command = TypeVar("Command", bound=Callable[..., Any])

_MOST = 999_999_999
"""What an option that counts may say: more digits than any epoch, line or turn has, and few enough for SQLite."""


def count(least: int) -> click.IntRange:
    """The type of an option that counts, from `least` on."""
    return click.IntRange(least, _MOST)


_RULES = click.option(
    "--rules",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Rules above all others; may be repeated.",
)
MODEL = click.option(
    "--model",
    "weights",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Weights that fastjev train wrote, in place of the shipped ones; once of each kind.",
)
_OPTIONS = (
    click.option("--from", "format", metavar="FORMAT", help="Format of the session; by default it is recognised."),
    click.option("--recent", type=count(0), metavar="N", help="Turns left verbatim at the end."),
    click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of headings; by default the human's."),
    click.option(
        "--policy", "policy_file", type=click.Path(path_type=Path), metavar="FILE", help="Constants to change."
    ),
    _RULES,
    MODEL,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a walk, as given."""

    format: str | None
    recent: int | None
    lang: str | None
    policy_file: Path | None
    rules: tuple[Path, ...]
    weights: tuple[Path, ...] = ()

    def models(self) -> "Models | None":
        """Those of the files; nothing where none is given. Raises: ModelError."""
        return models_of(self.weights)

    def policy(self, budget: int | None = None) -> Policy:
        """The default, changed by the file, changed by the options. Raises: PolicyError."""
        return policy_of(self.policy_file, self.recent, budget)

    def rulebook(self, *, quiet: bool = False) -> "Rulebook":
        """The rules of every layer. Raises: RuleError for core and `--rules`."""
        return rulebook_of(self.rules, quiet=quiet)

    def watched(self) -> "Watched":
        """The same layers, read again when a file of theirs changes; what is wrong with one is said once."""
        from fastjev.rulebook import project_root
        from fastjev.rulebook.watch import Watched

        return Watched(project_root(Path.cwd()), self.rules, say=_say_bad)

    def merged(self) -> "Merged":
        """The same layers with each rule's reason and tests, and those switched off. Slow. Raises: RuleError."""
        from fastjev.rulebook import project_root
        from fastjev.rulebook.load import merged

        return merged(project_root(Path.cwd()), self.rules)

    def walk(self, session: str, policy: Policy, rulebook: "Rulebook", models: "Models | None" = None) -> Run:
        """The run over a session; `models`: others than those asked for. Raises: ReadError, UsageError."""
        # The stages load what `--help` does not need.
        from fastjev import pipeline
        from fastjev.deliver import fetch

        source = fetch(session)
        run = pipeline.run(
            source.raw,
            source.name,
            rulebook=rulebook,
            policy=policy,
            format=self.format,
            lang=self.lang,
            models=models or self.models(),
        )
        say_rules(run, rulebook, policy)
        return run


def walk_options(command: Command) -> Command:
    """--from, --recent, --lang, --policy and --rules, as one `asked`."""

    @functools.wraps(command)
    def called(
        *args: Any,
        format: str | None,
        recent: int | None,
        lang: str | None,
        policy_file: Path | None,
        rules: tuple[Path, ...],
        weights: tuple[Path, ...],
        **more: Any,
    ) -> Any:
        return command(*args, asked=Asked(format, recent, lang, policy_file, rules, weights), **more)

    for option in reversed(_OPTIONS):
        called = option(called)
    return called  # type: ignore[return-value]


def session_options(command: Command) -> Command:
    """SESSION and the options of a walk."""
    return click.argument("session", metavar="SESSION|-|last")(walk_options(command))


def rules_option(command: Command) -> Command:
    """--rules alone."""
    return _RULES(command)


def models_of(weights: tuple[Path, ...]) -> "Models | None":
    """Those of the files, else the project's own; nothing where there is neither. What was left out is said.

    Raises: ModelError for the files.
    """
    from fastjev.model import given, of
    from fastjev.project import project_root
    from fastjev.visible import visible

    if weights:
        return given(weights)
    found = of(project_root(Path.cwd()))
    for line in found.refused if found else ():
        click.echo(f"note: {visible(line)}; it is left out, the shipped weights are asked", err=True)
    return found


def policy_of(policy_file: Path | None, recent: int | None, budget: int | None = None) -> Policy:
    """The default, changed by the file, changed by the options. Raises: PolicyError."""
    policy = load_policy(policy_file) if policy_file else DEFAULT
    if recent is not None:
        policy = replace(policy, recent_turns=recent)
    return policy if budget is None else replace(policy, budget_tokens=budget)


def _overruled(verdict: Verdict, floor: float) -> bool:
    """Whether a rule above core took a unit from a constraint vote of core's."""
    won = any(
        vote.label == verdict.label and vote.weight == verdict.p and _above_core(vote.by) for vote in verdict.votes
    )
    claimed = any(
        vote.label == Label.CONSTRAINT and vote.weight >= floor and vote.by.startswith("rule:core/")
        for vote in verdict.votes
    )
    return verdict.label != Label.CONSTRAINT and won and claimed


def _above_core(by: str) -> bool:
    return by.startswith("rule:") and not by.startswith("rule:core/")


def rulebook_of(rules: tuple[Path, ...], *, quiet: bool = False) -> "Rulebook":
    """The rules of every layer seen from here; what was left out is said. Raises: RuleError for core and `rules`."""
    from fastjev.rulebook import load, project_root

    rulebook = load(project_root(Path.cwd()), rules)
    for line in rulebook.refused:
        _say_refused(line)
    touched = len(rulebook.counts) > 1 or rulebook.off or rulebook.overridden or not rulebook.counts["core"]
    if touched and not quiet:
        click.echo(f"rules: {in_force(rulebook.counts, len(rulebook.off), rulebook.overridden)}", err=True)
    if not rulebook.counts["core"]:
        click.echo("warning: core is off; no rule that ships with fastjev is used", err=True)
    return rulebook


def in_force(counts: Mapping[str, int], off: int, overridden: int) -> str:
    """`core 76 + project 4 = 80 rules in force, 1 switched off, 2 overridden`."""
    total = sum(counts.values())
    parts = " + ".join(f"{layer} {count}" for layer, count in counts.items())
    return f"{parts} = {total} rule{'s' * (total != 1)} in force" + "".join(
        f", {count} {what}" for count, what in ((off, "switched off"), (overridden, "overridden")) if count
    )


def _say_refused(line: str) -> None:
    from fastjev.visible import visible

    click.echo(f"note: {visible(line)}; the file is left out, the other rules stand", err=True)


def _say_bad(line: str) -> None:
    from fastjev.visible import visible

    click.echo(f"note: {visible(line)}; the rules stand as they last were good", err=True)


def say_rules(run: Run, rulebook: "Rulebook", policy: Policy) -> None:
    """Notes where the rules above core overruled core's constraints, or used up what a run may spend on them."""
    overruled = sum(_overruled(verdict, policy.constraint_floor) for verdict in run.verdicts)
    if overruled:
        units = f"{overruled} unit{'s' * (overruled != 1)}"
        said = f"rules above core made something else of {units} that core calls constraints"
        click.echo(f"note: {said}; fastjev rules diff core current SESSION shows them", err=True)
    if rulebook.stopped:
        spent = f"{policy.stranger_chars:,} characters read (stranger_chars in a policy)"
        click.echo(f"note: rules above core stopped after {spent}; core rules went on", err=True)
