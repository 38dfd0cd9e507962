"""Which item of a list a later statement means by its number ("第三条不算了", "ignore rule 2")."""

import re
from collections.abc import Sequence

from fastjev.labels import Speaker
from fastjev.stages.resolve.about import About

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九十")}
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
_POINTS = re.compile(
    r"第\s*([0-9]{1,2}|[一二三四五六七八九十])\s*[条点项](规[矩则])?"
    rf"|\b(rule|point|item|number|bullet|no\.)\s*#?([0-9]{{1,2}}|{'|'.join(_WORDS)})\b"
    rf"|\b({'|'.join(_PLACES)}) (rule|point|item|bullet)\b"
)
_MARK = re.compile(r"\s*[(（]?([0-9]{1,2})[.)、）．:：]")


def numbered(about: About, new: int, active: Sequence[int]) -> int:
    """Position of the active statement that the unit takes back, or says anew, by its number; -1 for none.

    The list is the last one before it that is long enough, of the human's; one of the assistant's that came after it
    may be meant as well, unless "rule" is said.
    """
    scene = about.scene
    if not (scene.cued(new, "revoke") or scene.cued(new, "replace")) or scene.cued(new, "exception"):
        return -1
    found = _POINTS.search(scene.rulebook.fold(about.text(new)))
    if not found:
        return -1
    said = found[1] or found[4] or found[5]
    number = int(said) if said.isdigit() else (_DIGITS | _WORDS | _PLACES)[said]
    binding = bool(found[2]) or "rule" in (found[3], found[6])
    for message in reversed([each for each in scene.of_message if each < scene.units[new].message]):
        speaker = scene.conversation.messages[message].speaker
        if speaker == Speaker.ASSISTANT and not binding and _item(about, message, number):
            return -1
        if speaker == Speaker.HUMAN and (item := _item(about, message, number)):
            return next((position for position in item if position in active), -1)
    return -1


def _item(about: About, message: int, number: int) -> list[int]:
    """Positions of the units of an item of a message; of a list without numbers, by its place in it."""
    items: list[list[int]] = []
    for position in about.scene.of_message[message]:
        unit = about.scene.units[position]
        if unit.kind == "item" and (unit.opens or not items or _MARK.match(unit.text)):
            items.append([])
        if unit.kind == "item":
            items[-1].append(position)
    marks = [_MARK.match(about.scene.units[item[0]].text) for item in items]
    named = [item for item, mark in zip(items, marks, strict=True) if mark and int(mark[1]) == number]
    if named or any(marks):
        return named[0] if named else []
    return items[number - 1] if 0 < number <= len(items) else []
