"""The middle of the label screen: the unit in full, and what stands around it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fastjev.labeling.cells import cut, padded
from fastjev.labeling.draw.pieces import Line, Piece, flat, line, paragraph
from fastjev.labeling.state import Session
from fastjev.labeling.tasks import CLASSES, NOTHING, answered
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.labeling.items import Item

_NUMBER, _SPEAKER, _ANSWER = 7, 10, 13
"""Columns of what stands before a neighbour's text."""
_INDENT = 8
_LEAST = 3
"""Rows of a unit that are shown where there are twice as many: who said it, its beginning, and that there is more."""
BESIDE = _LEAST + 2
"""Rows that older units leave to others: besides, what ends nothing, and that there are more."""


def body(session: Session, columns: int, rows: int) -> tuple[list[Line], int]:
    """The middle in exactly so many rows, and where it begins where not all of it fits."""
    unit = session.unit
    assert unit, "the end has another screen"
    place = session.sheet.places[unit.id]
    items = session.sheet.items
    told, panel = [*_unit(session, unit, columns)], [*_panel(session, columns)]
    if len(told) + len(panel) > rows and panel:
        # What is decided by stays in sight; the unit's text can be gone through.
        panel = _shortened(panel[1:], max(1, rows - min(len(told), _LEAST, max(1, rows // 2))))
        told, scroll = window(told, session.scroll, max(1, rows - len(panel)), "pagedown" if session.older else "down")
        return [*told, *panel][:rows], scroll
    centre = [*told, *panel]
    room = max(0, rows - len(centre))
    before = [each for each in items[max(0, place - session.context) : place] if each.conv == unit.conv]
    after = [each for each in items[place + 1 : place + 1 + session.context] if each.conv == unit.conv]
    far = min(len(after), max(room // 2, room - len(before)))
    near = min(len(before), room - far)
    lines = [
        *(_neighbour(session, each, columns) for each in before[len(before) - near :]),
        *centre,
        *(_neighbour(session, each, columns) for each in after[:far]),
    ]
    return window(lines, session.scroll, rows)


def _shortened(lines: list[Line], rows: int) -> list[Line]:
    if rows < _LEAST:
        return lines[:rows]
    left = len(lines) - rows
    more = line(Piece(f"{' ' * _INDENT}({left + 1} more lines: a higher window shows them)", "dim"))
    return [*lines[: rows - 1], more] if left > 0 else lines


def window(lines: Sequence[Line], scroll: int, rows: int, key: str = "down") -> tuple[list[Line], int]:
    """So many rows of lines from one on, with the key to what is below, and the line it really begins with."""
    start = max(0, min(scroll, len(lines) - rows))
    shown = list(lines[start : start + rows])
    left = len(lines) - start - rows
    if left > 0:
        shown[-1] = line(Piece(f"{' ' * _INDENT}({left + 1} more lines: {key})", "dim", key))
    return shown + [()] * (rows - len(shown)), start


def _unit(session: Session, unit: "Item", columns: int) -> Iterator[Line]:
    answer, said = session.answer(unit.id), _told(session, unit)
    time = (unit.time or "")[:16].replace("T", " ")
    about = f"{unit.speaker}  turn {unit.turn}{f'  {visible(time)}' if time else ''}"
    marks = [*(["skipped"] if answer.skipped else []), *(["begins"] if answer.boundary else [])]
    marks += ["with the one before"] if answer.merged else []
    marks += [f"ends {session.number(old)}" for old in answer.supersedes if old in session.sheet.places]
    yield line(
        Piece(f"> {session.number(unit.id):>4}  ", "here"),
        Piece(about, "strong"),
        *([Piece(f"  {said}", said if said in CLASSES else "strong")] if said else []),
        *([Piece(f"  {', '.join(marks)}", "dim")] if marks else []),
    )
    shown = session.opinion if session.shows_votes else None
    text = unit.text.rstrip() or "(the set was made without text)"
    for each in paragraph(text, columns - _INDENT - 1, "text", shown.cue if shown else (0, 0)):
        yield (Piece(" " * _INDENT), *each)
    if answer.note:
        yield from (
            (Piece(" " * _INDENT), *each) for each in paragraph(f"note: {answer.note}", columns - _INDENT - 1, "dim")
        )


def _neighbour(session: Session, item: "Item", columns: int) -> Line:
    said = _told(session, item)
    start = f"{session.number(item.id):>{_NUMBER - 1}}  {item.speaker:<{_SPEAKER}}"
    room = columns - len(start) - _ANSWER - 1
    key = f"go:{item.id}"
    style = said if said in CLASSES else "dim"
    # What an exchange brought is for its own question.
    text = item.text.partition("\n")[0] if item.kind == "call" else item.text
    return line(
        Piece(start, "dim", key),
        Piece(f"{padded(said, _ANSWER - 1)} ", style, key),
        Piece(flat(text, room), "dim", key),
    )


def _told(session: Session, item: "Item") -> str:
    """The person's own answer; nothing where it is doubted, so that the next one is as blind as it was."""
    return "" if item.id in session.again else answered(session.sheet.task, session.answer(item.id))


def _panel(session: Session, columns: int) -> Iterator[Line]:
    """Beneath the unit: what people say, the votes where they are shown, the older units where one is to be picked."""
    if session.aside:
        yield ()
        yield from (line(Piece(" " * _INDENT), flat(each, columns - _INDENT - 1)) for each in session.aside)
    if session.shows_votes and session.opinion:
        yield ()
        for each in session.opinion.lines:
            yield line(Piece(" " * _INDENT), Piece(cut(visible(each), columns - _INDENT - 1), "dim"))
    if session.sheet.task.name == "supersede" or (session.prompt and session.prompt.kind == "pick"):
        yield ()
        yield from _older(session, columns)


def _older(session: Session, columns: int) -> Iterator[Line]:
    yield line(Piece(f"{' ' * 4}1  {NOTHING}", "strong", "1"))
    first = session.leaf * session.leafful
    for digit, id in enumerate(session.older[first : first + session.leafful], 2):
        start = f"{' ' * 4}{digit}  {session.number(id):>5}  "
        yield line(
            Piece(start, "strong", str(digit)),
            Piece(flat(session.item(id).text, columns - len(start) - 1), "", str(digit)),
        )
    left = len(session.older) - first - session.leafful
    if left > 0:
        yield line(Piece(f"{' ' * 7}{left} older ones: down", "dim", "down"))
