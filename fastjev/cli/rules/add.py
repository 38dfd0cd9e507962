"""`fastjev rules add`: a rule drafted from a sentence, its tests, and what it would change, before it is written."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from fastjev.cli.options import Asked, walk_options
from fastjev.cli.paint import put
from fastjev.errors import UsageError
from fastjev.rulebook import project_root
from fastjev.rulebook.schema import CUES, LABELS
from fastjev.visible import visible

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("sentence")
@walk_options
@click.option("--label", required=True, type=click.Choice(LABELS + CUES), metavar="LABEL", help="What the sentence is.")
@click.option("--pack", metavar="NAME", help="Pack of the rule's id; by default the file's, or the project's name.")
@click.option("--weight", type=click.FloatRange(0, 1), default=0.9, show_default=True, help="How sure the rule is.")
@click.option("--why", metavar="TEXT", help="Why the rule is right; --write needs it.")
@click.option("--file", type=_PATH, metavar="FILE", help="Rule file; by default .fastjev/rules/PACK.yaml.")
@click.option("--against", multiple=True, metavar="SESSION", help="What it would change there; by default in last.")
@click.option("--write", is_flag=True, help="Add it to the file, after asking.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def add(
    ctx: click.Context,
    sentence: str,
    asked: Asked,
    label: str,
    pack: str | None,
    weight: float,
    why: str | None,
    file: Path | None,
    against: tuple[str, ...],
    write: bool,
    yes: bool,
) -> None:
    """Draft a rule from a sentence and show what it would change.

    \b
    fastjev rules add '不要引入新的依赖' --label constraint
    fastjev rules add 'never commit .env files' --label constraint --why 'It holds keys.' --write
    fastjev rules add '所有 PR 必须 pass CI' --label constraint --against last
    """
    # A draft needs jieba and YAML, which `--help` does not.
    from fastjev.cli.rules import drafted
    from fastjev.evaluate.rules import candidate
    from fastjev.evaluate.rules.draft import NO_WHY, Wish
    from fastjev.rulebook.append import write as put_file

    if write and not (why or "").strip():
        raise UsageError("--write needs --why TEXT: whoever reads the rule later must know why it is right")
    sentence = sentence.strip()
    project = project_root(Path.cwd())
    place = candidate.place(project or Path.cwd(), file, pack)
    policy, rulebook = asked.policy(), asked.rulebook()
    before = drafted.walks(asked, policy, rulebook, against)
    wish = Wish(sentence=sentence, label=label, pack=place.pack, weight=weight, why=why or NO_WHY)
    trial = candidate.trial(wish, place, rulebook, before, project, asked.rules)
    click.echo(visible(trial.text).encode(), nl=False)
    put(drafted.test_lines(trial), err=True)
    after = drafted.walks(asked, policy, trial.rulebook, tuple(before)) if before else {}
    trial.rulebook.start(0)
    put(drafted.change_lines(before, after, trial, policy), err=True)
    failed = any(not outcome.passed for outcome in trial.outcomes)
    if failed:
        click.echo(
            "note: a test fails, so that the rule is not to be written as it is; another --weight may help", err=True
        )
        ctx.exit(1)
    if not write:
        _next(sentence, label, pack, weight, why, file)
        return
    name = visible(place.name)
    if not yes and sys.stdin is None:
        raise UsageError("there is nobody to ask, since standard input is closed; --yes writes without asking")
    if not yes and not click.confirm(f"Add {trial.id} to {name}?", err=True):
        click.echo("nothing is written", err=True)
        return
    put_file(place.path, trial.raw, place.raw)
    click.echo(f"written: {trial.where}", err=True)
    click.echo("next: fastjev rules test", err=True)


def _next(sentence: str, label: str, pack: str | None, weight: float, why: str | None, file: Path | None) -> None:
    words: Sequence[str] = [
        *("fastjev", "rules", "add", "--label", label, "--weight", f"{weight:g}"),
        *(("--pack", pack) if pack else ()),
        *(("--file", str(file)) if file else ()),
        *("--why", why or "…", "--write", "--", sentence),
    ]
    click.echo(f"next: {visible(shlex.join(words))}", err=True)
