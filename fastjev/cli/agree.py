"""`fastjev agree`: how far two people's labels of the same conversations agree."""

from pathlib import Path

import click

from fastjev.cli.options import count, policy_of, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.jsontext import dump

_PATH = click.Path(path_type=Path)


@click.command("agree")
@click.argument("corpora", metavar="CORPORA", type=_PATH)
@click.argument("second", metavar="SECOND", type=_PATH)
@click.option("--seed", type=count(0), default=0, show_default=True, metavar="N", help="Of the draws behind intervals.")
@click.option("--markdown", "as_markdown", is_flag=True, help="The tables as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@rules_option
def agree(corpora: Path, second: Path, seed: int, as_markdown: bool, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Measure how far two people's labels agree.

    CORPORA are labelled conversations, SECOND the labels of a person who saw no others (fastjev.second/1): files or
    folders with *.json. What a human said is cut into units by fastjev; each has the label that it shares most
    characters with, or none. Units that one of them doubts are left out.

    \b
    Example 例:  fastjev agree corpora labeling/second
    """
    # Checking what people wrote takes pydantic, which `--help` does not need.
    from fastjev.cli import agreed
    from fastjev.evaluate.agree import agreement, tree
    from fastjev.evaluate.gold import load
    from fastjev.evaluate.second import pairs

    both = pairs(load([corpora])[0], [second])
    rulebook = rulebook_of(rules, quiet=as_json or as_markdown)
    with progress(both, "conversations") as walked:
        found = agreement(walked, rulebook=rulebook, policy=policy_of(None, 0), seed=seed)
    if as_json:
        click.echo(dump(tree(found, seed)).encode())
    elif as_markdown:
        click.echo(agreed.markdown(found), nl=False)
    else:
        agreed.show(found)
