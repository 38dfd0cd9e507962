"""`fastjev memtest`: does a model still follow an old rule, by its full history, its own summary and the skeleton?"""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import count, policy_of, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.memtest.asked import Model
    from fastjev.evaluate.memtest.run import Outcome, Plan

_PATH = click.Path(path_type=Path)
_BUDGET = 4000
"""Tokens. Talks of a corpus are short and hardly shrink by themselves; summaries have 1,000 to 3,000."""
_SECONDS = click.FloatRange(min=1, max=86_400)


@click.command("memtest")
@click.argument("paths", metavar="CORPUS...", nargs=-1, required=True, type=_PATH)
@click.option("--command", "line", metavar="LINE", help="A program that answers a prompt on its standard input.")
@click.option("--endpoint", "url", metavar="URL", help="A server that answers prompts; with --api and --model.")
@click.option("--api", type=click.Choice(["openai", "anthropic"]), help="How the server is spoken to.")
@click.option("--model", "name", metavar="NAME", help="The model's name there.")
@click.option(
    "--key-env",
    "variable",
    metavar="NAME",
    help="Variable with the key.  [default: OPENAI_API_KEY or ANTHROPIC_API_KEY]",
)
@click.option("--timeout", "seconds", type=_SECONDS, default=300.0, show_default=True, help="Seconds for one answer.")
@click.option("--limit", type=count(1), metavar="N", help="The first N tasks only; languages take turns.")
@click.option("--recent", type=count(0), default=0, show_default=True, metavar="N", help="Turns left verbatim.")
@click.option(
    "--budget",
    type=count(0),
    metavar="TOKENS",
    help=f"What the skeleton should fit in; 0: no limit.  [default: {_BUDGET}, or the policy's]",
)
@click.option("--policy", "policy_file", type=_PATH, metavar="FILE", help="Constants to change.")
@click.option(
    "--results",
    "kept",
    type=_PATH,
    default=Path("memtest.jsonl"),
    show_default=True,
    metavar="FILE",
    help="Answers, a line each; what is there is not asked again.",
)
@click.option("--dry-run", is_flag=True, help="Ask nobody; print how many calls and tokens it would take.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@click.option("-v", "--verbose", is_flag=True, help="Show the answers that did not pass.")
@rules_option
@click.pass_context
def memtest(
    ctx: click.Context,
    paths: tuple[Path, ...],
    line: str | None,
    url: str | None,
    api: str | None,
    name: str | None,
    variable: str | None,
    seconds: float,
    limit: int | None,
    recent: int,
    budget: int | None,
    policy_file: Path | None,
    kept: Path,
    dry_run: bool,
    as_json: bool,
    verbose: bool,
    rules: tuple[Path, ...],
) -> None:
    """Ask a model questions that need a rule given long before.

    CORPUS is a file of tasks, or a folder with memtest/*.yaml. Each question is asked with the full history, with a
    summary that the model itself wrote of it, and with the skeleton. The conversations go to the model that you name,
    and nowhere else.

    \b
    Example 例:  fastjev memtest corpora --command 'claude -p' --limit 4
    """
    # Reading tasks takes pydantic, which `--help` does not need.
    from fastjev.cli import memtested
    from fastjev.evaluate.memtest.report import tree
    from fastjev.evaluate.memtest.results import Results
    from fastjev.evaluate.memtest.run import Texts, plan, run
    from fastjev.evaluate.memtest.tasks import load

    model = None if dry_run and not (line or url) else _model(line, url, api, name, variable, seconds)
    tasks = load(paths)[:limit]
    asked = _BUDGET if budget is None and policy_file is None else budget
    texts = Texts(rulebook_of(rules, quiet=as_json), policy_of(policy_file, recent, asked))
    planned = plan(tasks, texts)
    if dry_run:
        click.echo(dump(_planned(planned, len(tasks))) if as_json else memtested.planned(planned, len(tasks)))
        return
    assert model, "there is one unless nobody is asked"
    outcomes: list[Outcome] = []
    stopped = False
    with Results(kept) as results, progress(tasks, "tasks") as going:
        try:
            for own in run(going, model, texts, results):
                outcomes += own
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        click.echo(dump(tree(outcomes, model.name)).encode())
    else:
        memtested.show(outcomes, len(tasks), verbose=verbose)
    done = len({each.task for each in outcomes})
    if stopped:
        click.echo(f"stopped after {done} of {len(tasks)} tasks; the same command goes on", err=True)
    click.echo(f"answers: {visible(str(kept))}", err=True)
    failed = sum(each.failed is not None for each in outcomes)
    if failed:
        click.echo(f"note: no answer {failed} times; the same command asks these again", err=True)
    ctx.exit(130 if stopped else 1 if failed else 0)


def _model(
    line: str | None, url: str | None, api: str | None, name: str | None, variable: str | None, seconds: float
) -> "Model":
    """The one that was named. Raises: UsageError for none, for two, and for half of one."""
    if bool(line) == bool(url):
        raise UsageError("memtest: whom to ask? --command 'claude -p', or --endpoint URL --api openai --model NAME")
    if line:
        if api or name or variable:
            raise UsageError("--command: --api, --model and --key-env belong to --endpoint")
        from fastjev.evaluate.memtest.command import command

        return command(line, seconds)
    if not api or not name:
        raise UsageError("--endpoint: say how it is spoken to and whom to ask: --api openai|anthropic --model NAME")
    from fastjev.evaluate.memtest.endpoint import endpoint

    return endpoint(url or "", api, name, variable, seconds)


def _planned(plan: "Plan", tasks: int) -> dict[str, object]:
    return {"tasks": tasks, **asdict(plan)}
