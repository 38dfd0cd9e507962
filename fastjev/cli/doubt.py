"""`fastjev doubt`: answers that may be slips, to be answered again."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.label import has_terminal
from fastjev.cli.options import count, rulebook_of, rules_option
from fastjev.cli.paint import put
from fastjev.cli.tables import flat, heading, put_table, table
from fastjev.jsontext import dump

if TYPE_CHECKING:
    from fastjev.labeling.doubt import Doubtful
    from fastjev.labeling.sets import Set

_CHARS = 60
"""Of a text in a table."""


@click.command("doubt")
@click.argument("name", metavar="SET")
@click.option("--by", required=True, metavar="NAME", help="Whose answers.")
@click.option("--list", "listed", is_flag=True, help="A table; also where there is no terminal to answer in.")
@click.option("--seed", type=count(0), default=0, show_default=True, metavar="N", help="Deals turns to parts.")
@click.option("--json", "as_json", is_flag=True, help="All of it as one line of JSON.")
@rules_option
def doubt(name: str, by: str, listed: bool, seed: int, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Answer again what rules and a model doubt.

    An answer is doubted where the heaviest rule says something else, and so do weights that learned from the other
    answers of the set and never saw this one; most reasons first. It is asked blind, and what was against it is said
    afterwards. Of labels with fewer than 30 answers nothing is claimed.

    \b
    Example 例:  fastjev doubt mine --by lin
    """
    # Learning loads scikit-learn, which takes a second.
    from fastjev.labeling import corpus, sets
    from fastjev.labeling.doubt import doubtful
    from fastjev.project import project_root

    root = project_root(Path.cwd()) or Path.cwd()
    held = sets.named(name, root)
    corpus.given(held, by)
    found = doubtful(held, by, rulebook_of(rules, quiet=as_json), seed=seed)
    if as_json:
        click.echo(dump(_tree(found)).encode())
    elif listed or not has_terminal() or not found.doubts:
        _show(found)
    else:
        _ask(held, by, found, root, rules)


def _ask(held: "Set", by: str, found: "Doubtful", root: Path, rules: tuple[Path, ...]) -> None:
    from fastjev.cli import work
    from fastjev.labeling.doubt import REASONS

    why = {
        each.item.id: f"{each.likelier}: {'; '.join(map(REASONS.__getitem__, each.reasons))}" for each in found.doubts
    }
    work.tell(work.again(held, by, why, root, rules))


def _show(found: "Doubtful") -> None:
    from fastjev.labeling.doubt import LEAST, REASONS

    put([heading("answers", f"nothing is claimed of labels with fewer than {LEAST}")])
    put(
        Text.assemble((f"{number:>7,}  ", "bold"), str(label), ("" if number >= LEAST else "  too few", "dim"))
        for label, number in sorted(found.counts.items(), key=lambda each: (-each[1], each[0]))
    )
    put([heading("doubted", f"{len(found.doubts):,} of {sum(found.counts.values()):,}")])
    rows = table("unit", "answer", "model", "p", "rule", "also", "text", right=("p",))
    for each in found.doubts:
        also = ", ".join(each.reasons[2:])
        cells = (each.item.id, each.label, each.likelier, f"{each.p:.2f}", each.rule.removeprefix("rule:"), also)
        rows.add_row(*map(Text, map(flat, cells)), Text(flat(each.item.text.strip()[:_CHARS]), "dim"))
    if found.doubts:
        put_table(rows)
        put(Text.assemble((f"{name:<8}", "bold"), (REASONS[name], "dim")) for name in [*REASONS][2:])


def _tree(found: "Doubtful") -> dict[str, object]:
    return {
        "schema": "fastjev.doubt/1",
        "answers": {str(label): number for label, number in sorted(found.counts.items())},
        "doubts": [
            {
                "unit": each.item.id,
                "text": each.item.text,
                "label": each.label,
                "likelier": each.likelier,
                "p": round(each.p, 4),
                "rule": each.rule,
                "reasons": list(each.reasons),
            }
            for each in found.doubts
        ],
    }
