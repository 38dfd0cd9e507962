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
from fastjev.visible import visible

_PATH = click.Path(path_type=Path)


@click.command("classifier")
@click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True, type=_PATH)
@click.option("-o", "--output", type=_PATH, metavar="FILE.json", help="Write the weights, a card and a .joblib.")
@click.option("--project", is_flag=True, help="Tune the shipped weights; write them where the project is read.")
@click.option("--core", multiple=True, type=_PATH, metavar="CORPUS", help="With --project: see that these still hold.")
@click.option("--by", metavar="NAME", help="Of a set, one person's answers; by default what all agree on or decided.")
@click.option("--force", is_flag=True, help="Write also where the holdout or --core got worse.")
@click.option("--compare", is_flag=True, help="Try other learners and features on the same examples, too.")
@click.option("--seed", type=count(0), default=0, show_default=True, help="Deals authors to groups.")
@click.option("--json", "as_json", is_flag=True, help="Scores and counts as one line of JSON; null for undefined.")
@rules_option
@click.pass_context
def classifier(
    ctx: click.Context,
    corpora: tuple[Path, ...],
    output: Path | None,
    project: bool,
    core: tuple[Path, ...],
    by: str | None,
    force: bool,
    compare: bool,
    seed: int,
    as_json: bool,
    rules: tuple[Path, ...],
) -> None:
    """Learn labels from labelled conversations.

    CORPUS is a file or a folder of them (`fastjev.conversation/1` with `gold`), or a set that was labelled here, by
    name or folder. Where a split.yaml deals their authors, `train` is learned from and the others are scored; else all
    are learned from, and scored with each author left out. The holdout of a set is scored and never learned from.
    Weights hold words of the conversations. Without -o or --project nothing is written.

    \b
    Example 例:  fastjev train classifier corpora -o mine.json
                 fastjev train classifier my-set --project --core corpora
    """
    if (core or force) and not project:
        raise UsageError("--core and --force take --project; without it other conversations are scored by their split")
    if project and (output or compare):
        raise UsageError(
            "--project writes .fastjev/labels.json of the project, and compares nothing; drop -o, --compare"
        )
    refuse(output)
    if project:
        ctx.exit(_tune(corpora, core, by, force, rules, seed, as_json))
    else:
        _train(corpora, by, output, compare, rules, seed, as_json)


def _train(
    paths: Sequence[Path],
    by: str | None,
    output: Path | None,
    compare: bool,
    rules: tuple[Path, ...],
    seed: int,
    as_json: bool,
) -> None:
    # Training loads scikit-learn, which takes a second.
    from fastjev.cli.labelled import labelled
    from fastjev.cli.train import told
    from fastjev.evaluate.split import parted
    from fastjev.policy import DEFAULT
    from fastjev.train.classifier.card import card, origins
    from fastjev.train.classifier.compare import compared
    from fastjev.train.classifier.examples import examples
    from fastjev.train.classifier.fit import fitted, keep, refuse_thin, weights
    from fastjev.train.classifier.scores import left_out, scored, unseen

    held, notes = labelled(paths, by, held_out=False)
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


def _tune(
    paths: Sequence[Path],
    core: Sequence[Path],
    by: str | None,
    force: bool,
    rules: tuple[Path, ...],
    seed: int,
    as_json: bool,
) -> int:
    """The exit code: 1 where the holdout or others got worse and nothing was written."""
    from fastjev.cli.labelled import held_out, labelled
    from fastjev.cli.train import told
    from fastjev.evaluate.gold import load
    from fastjev.model import classifier as shipped
    from fastjev.policy import DEFAULT
    from fastjev.train.classifier.examples import examples
    from fastjev.train.classifier.fit import refuse_thin
    from fastjev.train.classifier.project import LEAST, gains, no_better, put_weights, worse

    root = project_root(Path.cwd())
    if root is None:
        raise UsageError("no project here: --project takes a folder with .fastjev/ or .git above it")
    book = rulebook_of(rules, quiet=as_json)
    held, notes = labelled(paths, by, held_out=False)
    with progress(held, "conversations") as walked:
        own = examples(walked, book, DEFAULT)
    refuse_thin(own, files=1, labels=2, of_label=LEAST)
    others = examples(load(core)[0], book, DEFAULT) if core else []
    found = gains(shipped.default(), own, others, seed, examples(held_out(paths, by), book, DEFAULT))
    lost = None if force else worse(found)
    written = None if lost else put_weights(shipped.default(), own, root, seed)
    if as_json:
        tree = {"gains": [each._asdict() for each in found], "written": str(written) if written else None}
        click.echo(dump(tree).encode())
    else:
        told.show_gains(found)
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    if same := no_better(found):
        click.echo(f"note: no better on {' and '.join(same)}", err=True)
    if lost:
        fewer = f"{lost.after:,} of {lost.examples:,} right, {lost.before:,} before"
        click.echo(
            f"fastjev: {lost.name}: {fewer}; nothing is written. --force writes it; more labels may help", err=True
        )
        return 1
    click.echo(f"written: {visible(str(written))}", err=True)
    click.echo("next: fastjev compact FILE, which reads it in this project; delete the file to go back", err=True)
    return 0


def _talk(notes: Sequence[str], output: Path | None) -> None:
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    if output:
        name = visible(str(output))
        click.echo(f"written: {name}, {output.stem}.md and {output.stem}.joblib beside it", err=True)
        click.echo(f"next: fastjev compact FILE --model {name}", err=True)
    else:
        click.echo("next: the same with -o weights.json writes the weights and their card", err=True)
