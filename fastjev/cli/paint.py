"""How texts and labels look in a terminal. Colour never says what a word does not say as well."""

from collections.abc import Iterable

import click
from rich.console import Console
from rich.text import Text

from fastjev.datatypes import Span
from fastjev.labels import Label
from fastjev.visible import visible

COLOURS = {
    Label.CONSTRAINT: "bold yellow",
    Label.DECISION: "magenta",
    Label.FACT: "cyan",
    Label.PROCESS: "green",
    Label.NOISE: "bright_black",
    Label.UNSURE: "blue",
}
NOWHERE = Span(0, 0)
"""No cue."""
LINE_CHARS = 100
"""Characters of a text that a line shows."""


def share(value: float) -> str:
    """In per cent; nothing but all is shown as all, and nothing but none as none."""
    shown = f"{value:.1%}"
    if shown == "100.0%" and value < 1:
        return ">99.9%"
    return "<0.1%" if shown == "0.0%" and value > 0 else shown


def marked(text: str, cue: Span = NOWHERE) -> Text:
    """All of a text, its cue between brackets."""
    if cue.start >= cue.end:
        return Text(visible(text))
    before, inside, after = text[: cue.start], cue.of(text), text[cue.end :]
    return Text.assemble(
        visible(before), ("[", "bold"), (visible(inside), "bold underline"), ("]", "bold"), visible(after)
    )


def line(text: str, cue: Span = NOWHERE) -> Text:
    """One line of a text with its cue in it; `…` where characters are left out, `⏎` for line breaks."""
    start = max(0, cue.start - LINE_CHARS // 2) if cue.end > LINE_CHARS else 0
    end = min(len(text), max(start + LINE_CHARS, cue.start + 1))
    shown = marked(text[start:end], Span(cue.start - start, min(cue.end, end) - start))
    flat = Text("⏎").join(shown.split("\n"))
    return Text.assemble("…" if start else "", flat, "…" if end < len(text) else "")


def row(name: str, value: str | Text) -> Text:
    """A name and what it is, of several such lines."""
    return Text.assemble((f"{name:<10}", "bold"), value)


def put(lines: Iterable[Text], *, err: bool = False) -> None:
    """Print to standard output or standard error, in colour where it is a terminal and NO_COLOR is not set."""
    console = Console(highlight=False, soft_wrap=True, stderr=err)
    with console.capture() as captured:
        for each in lines:
            console.print(each)
    click.echo(captured.get().encode(), nl=False, err=err)
