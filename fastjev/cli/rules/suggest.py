"""`fastjev rules suggest`: phrases that recur where no rule covers what people said."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from fastjev.cli.options import Asked, count, walk_options
from fastjev.cli.paint import COLOURS, line, put, row
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.rules.suggest import Mined, Phrase

_PHRASE_COLUMNS = 24
_AGAINST = 3
"""Sessions named in the command to use next."""


@click.command()
@click.argument("sessions", metavar="SESSION...", nargs=-1, required=True)
@walk_options
@click.option("--top", type=count(1), default=10, show_default=True, metavar="N", help="Phrases shown.")
@click.option("--json", "as_json", is_flag=True, help="The same as one line of JSON.")
def suggest(sessions: tuple[str, ...], asked: Asked, top: int, as_json: bool) -> None:
    """Find phrases of these sessions that no rule covers.

    A phrase has one to four words, such as 再看看 or "hold off", and stands in three units or more of two sessions or
    more. Values show as <n>, <path> and <id>.
    """
    # Cutting words takes jieba, which `--help` does not need.
    from fastjev.evaluate.rules.suggest import suggest as mined
    from fastjev.evaluate.rules.wording import Common, Cutter, names
    from fastjev.model import by_rules

    policy, rulebook = asked.policy(), asked.rulebook()
    rules_alone = by_rules()
    walked = {session: asked.walk(session, policy, rulebook, rules_alone) for session in dict.fromkeys(sessions)}
    # One session under two names is one.
    runs = {run.conversation.id: run for run in walked.values()}
    paths = {run.conversation.id: session for session, run in walked.items() if session != "-"}
    cut = Cutter(names(message.text for run in runs.values() for message in run.conversation.messages))
    found = mined(runs.values(), cut=cut, fold=rulebook.fold, common=Common(rulebook.lexicon), policy=policy)
    shown = found.phrases[:top]
    if as_json:
        click.echo(dump(_tree(found, shown, paths)).encode())
        return
    put(_lines(found, shown, len(runs)))
    if shown:
        click.echo(f"next: {visible(_command(shown[0], paths))}", err=True)


def _lines(found: "Mined", shown: "Sequence[Phrase]", sessions: int) -> Iterator[Text]:
    share = f"{found.uncovered} of {found.uncovered + found.covered} units"
    yield Text(f"{share} that people wrote in {sessions} session{'s' * (sessions > 1)} are covered by no label rule")
    if not shown:
        yield Text("no phrase recurs in three of them")
        return
    yield Text(
        "phrase                  uncovered: units with it that no rule covers · covered: others · then examples", "dim"
    )
    for phrase in shown:
        label = (str(phrase.label), COLOURS[phrase.label])
        count = f"uncovered {len(phrase.uncovered):>3} · covered {phrase.covered:>3} · now mostly "
        name = Text(visible(phrase.text), "bold")
        name.pad_right(max(0, _PHRASE_COLUMNS - name.cell_len))
        yield Text.assemble(name, count, label)
        for text in phrase.examples:
            yield row("", line(text))


def _command(phrase: "Phrase", paths: Mapping[str, str]) -> str:
    """What drafts a rule from the phrase's shortest example, against the first sessions that have it."""
    held = [paths[id] for id in phrase.sessions if id in paths][:_AGAINST]
    against = [word for path in held for word in ("--against", path)]
    words = ["fastjev", "rules", "add", "--label", str(phrase.label), *against, "--", phrase.examples[0]]
    return shlex.join(words)


def _tree(found: "Mined", shown: "Sequence[Phrase]", paths: Mapping[str, str]) -> dict[str, Any]:
    return {
        "schema": "fastjev.suggest/1",
        "uncovered": found.uncovered,
        "covered": found.covered,
        "phrases": [
            {
                "phrase": phrase.text,
                "words": list(phrase.words),
                "score": round(phrase.score, 3),
                "uncovered": len(phrase.uncovered),
                "covered": phrase.covered,
                "sessions": list(phrase.sessions),
                "label": phrase.label,
                "examples": list(phrase.examples),
                "next": _command(phrase, paths),
            }
            for phrase in shown
        ],
    }
