"""`fastjev train links`: learn from labelled conversations which statement ends which, and what became of each."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import count, rulebook_of
from fastjev.cli.progress import progress
from fastjev.cli.train.write import beside, refuse, write
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.train.judge_links import Judged

_PATH = click.Path(path_type=Path)


@click.command("links")
@click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True, type=_PATH)
@click.option("-o", "--output", type=_PATH, metavar="FILE.json", help="Write the weights here, choices.json beside.")
@click.option("--seed", type=count(0), default=0, show_default=True, help="Deals authors to groups.")
@click.option("--json", "as_json", is_flag=True, help="Scores as one line of JSON; null for undefined.")
def links(corpora: tuple[Path, ...], output: Path | None, seed: int, as_json: bool) -> None:
    """Learn which later statement ends an earlier one, and what became of choices.

    CORPUS is a labelled conversation, or a folder with such files at any depth; where a split.yaml deals their authors,
    `train` and `ends` are learned from. Units are labelled by classifiers that never saw the author, and so are scores.
    Without -o nothing is written.

    \b
    Example 例:  fastjev train links corpora -o models/links.json
    """
    # Training loads scikit-learn, which takes a second.
    from fastjev.evaluate.gold import Corpus, load
    from fastjev.evaluate.split import author, parted
    from fastjev.model import Models, unlinked
    from fastjev.policy import DEFAULT
    from fastjev.train.classifier.apart import apart
    from fastjev.train.classifier.examples import examples
    from fastjev.train.judge_links import judge
    from fastjev.train.link_card import link_card
    from fastjev.train.links import grouped, weights
    from fastjev.train.talks import talk

    refuse(output)
    labelled, notes = load(corpora)
    rulebook = rulebook_of((), quiet=True)
    dealt = parted(labelled)
    labels = apart(examples([corpus for split, corpus in dealt if split == "train"], rulebook, DEFAULT), seed, _follow)
    models = unlinked()

    def apart_from(corpus: Corpus, split: str) -> Models:
        """Models of which none has learned from the author's labels: the shipped ones learn nothing from `ends`."""
        return models if split == "ends" else models._replace(labels=labels.get(author(corpus.path) or ""))

    with progress([each for each in dealt if each[0] in ("train", "ends")], "conversations") as held:
        talks = [talk(corpus, rulebook, DEFAULT, apart_from(corpus, split)) for split, corpus in held]
    taught = grouped(talks, seed)
    both = weights(taught, seed)
    judged = judge(taught, seed, _follow)
    if output:
        beside(output, "choices.json", both.choices)
        write(output, both.links, lambda digest: link_card(both, digest, judged))
    if as_json:
        click.echo(dump({"trained": both.links["trained"], "judged": judged.tree()}).encode())
    else:
        click.echo("\n".join(_lines(judged)))
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    if output:
        click.echo(f"written: {visible(str(output))}, its card, and choices.json beside them", err=True)
    else:
        click.echo("next: the same with -o links.json writes the weights and their card", err=True)


def _follow(groups: Sequence[int], question: str) -> Iterable[int]:
    with progress(groups, question) as each:
        yield from each


def _lines(judged: "Judged") -> Iterator[str]:
    from fastjev.train.judge_links import ALL, MEASURED, MODELS, RULES
    from fastjev.train.markdown import number

    yield f"{judged.pairs:,} pairs, {judged.ends:,} ends; authors left out"
    yield "average precision  " + "  ".join(f"{lang} {number(value)}" for lang, value in judged.precision.items())
    for each in judged.thresholds:
        found = f"precision {number(each.precision)}  recall {number(each.recall)}  of {each.said:,} pairs"
        yield f"from {each.p:.2f}  {found}"
    yield "standings  " + "  ".join(f"{name} {number(value)}" for name, value in judged.standings.items())
    yield f"{'':28}{'rules':>8}{'models':>8}"
    for name in MEASURED:
        held = (judged.compacted[settling][ALL][name].value for settling in (RULES, MODELS))
        yield f"{name:28}" + "".join(f"{'undefined' if value is None else f'{value:.1%}':>8}" for value in held)
