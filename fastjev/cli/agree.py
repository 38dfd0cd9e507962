"""`fastjev agree`: how far people's labels of the same units agree."""

from pathlib import Path

import click

from fastjev.cli.options import count, policy_of, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.cli.shares import Share
from fastjev.cli.tables import flat
from fastjev.errors import UsageError
from fastjev.jsontext import dump

_PATH = click.Path(path_type=Path)


@click.command("agree")
@click.argument("corpora", metavar="SET|CORPORA", type=_PATH)
@click.argument("second", metavar="[SECOND]", type=_PATH, required=False)
@click.option("--seed", type=count(0), default=0, show_default=True, metavar="N", help="Of the draws behind intervals.")
@click.option("--floor", type=Share(), metavar="ALPHA", help="Of a set: exit 1 where alpha may be lower, by label.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Of corpora: the tables as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@rules_option
def agree(
    corpora: Path,
    second: Path | None,
    seed: int,
    floor: float | None,
    as_markdown: bool,
    as_json: bool,
    rules: tuple[Path, ...],
) -> None:
    """Measure how far people's labels agree.

    SET is the name or the folder of a set that two or more people labelled. With two arguments, CORPORA are labelled
    conversations and SECOND the labels of a person who saw no others (fastjev.second/1): files or folders with *.json.
    What a human said is cut into units by fastjev; each has the label that it shares most characters with, or none.
    Units that one of them doubts are left out.

    \b
    Example 例:  fastjev agree auth-2026 --floor 0.7
    Example 例:  fastjev agree corpora labeling/second
    """
    if second is None:
        if as_markdown or rules:
            raise UsageError("--markdown and --rules are about corpora; a set's units are cut already")
        _set(str(corpora), seed, floor, as_json)
        return
    if floor is not None:
        raise UsageError("--floor is about a set; fastjev agree SET --floor")
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


def _set(name: str, seed: int, floor: float | None, as_json: bool) -> None:
    from fastjev.cli import agreed_set
    from fastjev.cli.labels.files import root
    from fastjev.labeling import sets
    from fastjev.labeling.agree import CLAIM, agreement, short_of, tree
    from fastjev.labeling.answers import answers

    found = sets.named(name, root())
    people = sets.people(found)
    if len(people) < 2:
        whose = f"only {people[0]} has" if people else "nobody has"
        raise UsageError(
            f"{found.name}: {whose} labelled; fastjev label --set {found.name} --by NAME is for the others"
        )
    given = {by: answers(sets.acts(found, by)) for by in people}
    measured = agreement(sets.items(found), given, seed)
    if as_json:
        click.echo(dump(tree(found.name, measured, seed)).encode())
    else:
        agreed_set.show(measured)
    for note in sets.notes(found):
        click.echo(f"note: {flat(note)}", err=True)
    if seen := sum(act.saw is not None for own in given.values() for act in own.acts):
        click.echo(f"note: {seen:,} answers were given with votes in sight, which makes people agree more", err=True)
    if floor is None:
        click.echo(f"next: fastjev review {flat(found.name)} --by NAME decides where they differ", err=True)
    elif short := short_of(measured, floor):
        click.echo(f"below {floor:g}, by the lower end of alpha's interval: {', '.join(short)}", err=True)
        click.echo(f"note: labels that nobody gave {CLAIM} times are not judged", err=True)
        click.get_current_context().exit(1)
