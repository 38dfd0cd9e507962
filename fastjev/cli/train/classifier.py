"""`fastjev train classifier`: learn from labelled conversations what a unit is that no rule settles."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from fastjev.cli.options import count, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.cli.train.write import refuse, write
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.project import project_root
from fastjev.renderers.visible import visible

_PATH = click.Path(path_type=Path)


@click.command("classifier")
@click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True, type=_PATH)
@click.option("-o", "--output", type=_PATH, metavar="FILE.json", help="Write the weights, a card and a .joblib.")
@click.option("--project", is_flag=True, help="Tune the shipped weights; write them where the project is read.")
@click.option("--core", multiple=True, type=_PATH, metavar="CORPUS", help="With --project: see that these still hold.")
@click.option("--compare", is_flag=True, help="Try other learners and features on the same examples, too.")
@click.option("--seed", type=count(0), default=0, show_default=True, help="Deals authors to groups.")
@click.option("--json", "as_json", is_flag=True, help="Scores and counts as one line of JSON; null for undefined.")
@rules_option
def classifier(
    corpora: tuple[Path, ...],
    output: Path | None,
    project: bool,
    core: tuple[Path, ...],
    compare: bool,
    seed: int,
    as_json: bool,
    rules: tuple[Path, ...],
) -> None:
    """Learn labels from labelled conversations.

    CORPUS is a file or a folder of them (`fastjev.conversation/1` with `gold`). Where a split.yaml deals their authors,
    `train` is learned from and the others are scored; else all are learned from, and scored with each author left out.
    Weights hold words of the conversations. Without -o or --project nothing is written.

    \b
    Example 例:  fastjev train classifier corpora -o mine.json
                 fastjev train classifier my-labels --project
    """
    if core and not project:
        raise UsageError("--core takes --project; without it other conversations are scored by their split")
    if project and (output or compare):
        raise UsageError(
            "--project writes .fastjev/labels.json of the project, and compares nothing; drop -o, --compare"
        )
    refuse(output)
    if project:
        _tune(corpora, core, rules, seed, as_json)
    else:
        _train(corpora, output, compare, rules, seed, as_json)


def _train(
    paths: Sequence[Path], output: Path | None, compare: bool, rules: tuple[Path, ...], seed: int, as_json: bool
) -> None:
    # Training loads scikit-learn, which takes a second.
    from fastjev.cli.train import told
    from fastjev.evaluate.gold import load
    from fastjev.evaluate.split import parted
    from fastjev.policy import DEFAULT
    from fastjev.train.classifier.card import card, origins
    from fastjev.train.classifier.compare import compared
    from fastjev.train.classifier.examples import examples
    from fastjev.train.classifier.fit import fitted, keep, refuse_thin, weights
    from fastjev.train.classifier.scores import left_out, scored, unseen

    held, notes = load(paths)
    book = rulebook_of(rules, quiet=as_json)
    parts = parted(held)
    with progress(parts, "conversations") as walked:
        found = [(split, each) for split, corpus in walked for each in examples([corpus], book, DEFAULT)]
    learned = [example for split, example in found if split == "train"]
    refuse_thin(learned)
    fits = fitted(learned, seed)
    scores = {"left out": scored(left_out(fits))}
    for split in ("dev", "test"):
        if others := [example for name, example in found if name == split]:
            scores[split] = scored(unseen(fits, others))

    def follow(names: Sequence[str]) -> Iterable[str]:
        with progress(names, "other ways") as each:
            yield from each

    ways = compared(learned, seed, follow) if compare else []
    values = weights(fits, seed)
    if output:
        files = origins(parts, (example for _, example in found))
        write(output, values, lambda digest: card(values, digest, scores, ways, files, learned))
        keep(fits, output.with_suffix(".joblib"))
    if as_json:
        tree = {on: [each.tree() for each in found] for on, found in scores.items()}
        compared_tree = [{"name": way.name, **way.scores.tree()} for way in ways]
        click.echo(dump({"trained": values["trained"], "scores": tree, "compared": compared_tree}).encode())
    else:
        told.show(values, scores, ways)
    _talk(notes, output)


def _tune(paths: Sequence[Path], core: Sequence[Path], rules: tuple[Path, ...], seed: int, as_json: bool) -> None:
    from fastjev.cli.train import told
    from fastjev.evaluate.gold import load
    from fastjev.model import classifier as shipped
    from fastjev.policy import DEFAULT
    from fastjev.train.classifier.examples import examples
    from fastjev.train.classifier.fit import refuse_thin
    from fastjev.train.classifier.project import gains, put_weights

    root = project_root(Path.cwd())
    if root is None:
        raise UsageError("no project here: --project takes a folder with .fastjev/ or .git above it")
    book = rulebook_of(rules, quiet=as_json)
    held, notes = load(paths)
    with progress(held, "conversations") as walked:
        own = examples(walked, book, DEFAULT)
    refuse_thin(own)
    others = examples(load(core)[0], book, DEFAULT) if core else []
    found = gains(shipped.default(), own, others, seed)
    written = put_weights(shipped.default(), own, root, seed)
    if as_json:
        click.echo(dump({"gains": [each._asdict() for each in found], "written": str(written)}).encode())
    else:
        told.show_gains(found)
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    click.echo(f"written: {visible(str(written))}", err=True)
    click.echo("next: fastjev compact FILE, which reads it in this project; delete the file to go back", err=True)


def _talk(notes: Sequence[str], output: Path | None) -> None:
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    if output:
        name = visible(str(output))
        click.echo(f"written: {name}, {output.stem}.md and {output.stem}.joblib beside it", err=True)
        click.echo(f"next: fastjev compact FILE --model {name}", err=True)
    else:
        click.echo("next: the same with -o weights.json writes the weights and their card", err=True)
