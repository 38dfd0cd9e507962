"""`fastjev rules conflicts`: where rules of two labels meet, who wins, and by what."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.options import count, rulebook_of, rules_option
from fastjev.cli.paint import COLOURS, LINE_CHARS, put, share
from fastjev.cli.rules.conversations import files_argument, json_option, looked, many, next_step, say
from fastjev.datatypes import Span
from fastjev.jsontext import dump
from fastjev.labels import Label
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.rules.conflicts import Meeting, Pair
    from fastjev.rulebook import Rule

_TOP = 20
_LEGEND = (
    "[ ] is the cue of the first rule, { } of the second; counts are units, from the unit alone: passes come later",
    "by weight, then layer, then longer cue; constraint floor: no noise or process beats a constraint of 0.5 or more;",
    "speaker: only a human's words bind; another rule: a third one carried the winner's label; level: unsure, kept",
)


@click.command()
@files_argument
@click.option("--top", type=count(1), default=_TOP, show_default=True, metavar="N", help="Pairs shown.")
@json_option
@rules_option
def conflicts(files: tuple[str, ...], top: int, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Show where rules of two labels meet.

    FILE is a session of any format, last, or a labelled conversation; a FOLDER is searched for them. Pairs that share
    more than half of the hits of one come first.
    """
    from fastjev.evaluate.rules.conflicts import conflicts as met
    from fastjev.evaluate.rules.conflicts import tree

    rulebook = rulebook_of(rules)
    units, notes, conversations = looked(files, rulebook)
    pairs = met(units)
    asked = sum(seen.asked for seen in units)
    if as_json:
        click.echo(dump(tree(pairs, conversations, asked, notes)).encode())
    else:
        put(_lines(pairs[:top]))
        put([_summary(pairs, conversations, asked, top)])
    say(notes)
    for pair in pairs:
        if pair.alike:
            click.echo(f"warning: {_alike(pair)}", err=True)
    _next(pairs, rules)


def _lines(pairs: "Sequence[Pair]") -> Iterator[Text]:
    for line in _LEGEND if pairs else ():
        yield Text(line, "dim")
    for pair in pairs:
        yield Text()
        yield Text.assemble(
            ("! " if pair.alike else "  ", "bold red"), _named(pair.rules[0]), ("  ×  ", "bold"), _named(pair.rules[1])
        )
        yield Text(f"    {many(pair.meetings, 'unit')}; of {pair.hits[0]:,} and {pair.hits[1]:,} that each fired on")
        for winner, how, times in pair.won:
            yield Text.assemble(f"    {times:>5,} × ", *_won(winner, how, pair))
        for meeting in pair.examples:
            yield Text.assemble((f"      {visible(meeting.file)} {meeting.id}  ", "dim"), both(meeting))


def _named(rule: "Rule") -> Text:
    return Text.assemble((rule.id, "bold"), " ", (rule.label, COLOURS[Label(rule.label)]), f" {rule.weight:.2f}")


def _won(winner: str, how: str, pair: "Pair") -> tuple[Text, ...]:
    if winner == "level":
        return (Text("level: unsure, so it is kept", COLOURS[Label.UNSURE]),)
    if winner == "third":
        return (Text("neither: a third label won", "dim"),)
    rule = next(rule for rule in pair.rules if rule.id == winner)
    return Text(winner, COLOURS[Label(rule.label)]), Text(f" wins by {how}")


def both(meeting: "Meeting") -> Text:
    """One line of a text around its cues, the first between [ ] and the second between { }."""
    text, (one, other) = meeting.text, meeting.cues
    start = max(0, min(one.start, other.start) - LINE_CHARS // 4) if max(one.end, other.end) > LINE_CHARS else 0
    end = min(len(text), max(start + LINE_CHARS, one.start + 1, other.start + 1))
    marks = sorted([*_edges(one, "[", "]", end), *_edges(other, "{", "}", end)])
    shown, at = Text("…" if start else ""), start
    for place, _, mark in marks:
        shown.append(_flat(text[at:place])).append(mark, "bold")
        at = place
    return shown.append(_flat(text[at:end])).append("…" if end < len(text) else "")


def _edges(cue: Span, opening: str, closing: str, end: int) -> Iterator[tuple[int, int, str]]:
    """Where the marks go; at one place a closing one before an opening one."""
    yield cue.start, 1, opening
    yield min(cue.end, end), 0, closing


def _flat(text: str) -> str:
    return visible(text).replace("\n", "⏎")


def _alike(pair: "Pair") -> str:
    one, other = pair.rules
    shares = " and ".join(
        f"{share(pair.meetings / hits)} of {rule.id}" for rule, hits in zip(pair.rules, pair.hits, strict=True)
    )
    same = many(pair.meetings, "unit")
    return f"{one.id} ({one.label}) and {other.id} ({other.label}) fire on the same {same}: {shares}"


def _summary(pairs: "Sequence[Pair]", conversations: int, units: int, top: int) -> Text:
    more = f", {len(pairs) - top} more: --top {len(pairs)}" if len(pairs) > top else ""
    alike = sum(pair.alike for pair in pairs)
    text = f"{many(len(pairs), 'pair')} of rules{more} · {alike} sharing more than half of the hits of one"
    return Text(f"\n{text} · {many(conversations, 'conversation')}, {many(units, 'unit')}", "bold")


def _next(pairs: "Sequence[Pair]", rules: tuple[Path, ...]) -> None:
    if not pairs:
        next_step("rules list", (), rules)
        return
    example = pairs[0].examples[0]
    next_step("explain", (example.file, example.id), rules)
