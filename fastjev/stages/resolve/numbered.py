"""Which item of a list a later statement takes back by its number ("第三条不算了", "ignore rule 2")."""

import re
from collections.abc import Sequence

from fastjev.datatypes import Span
from fastjev.labels import Speaker
from fastjev.rulebook import Words
from fastjev.stages.resolve.about import About
from fastjev.stages.sentences import clauses

_SPELLED = (
    {char: value for value, char in enumerate("零一二三四五六七八九十")}
    | {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
    | {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
)
_MARK = re.compile(r"\s*[(（]?([0-9]{1,2})[.)、）．:：]")
_START = re.compile(r"\s*(?:[-*•·]\s|[(（]?[0-9]{1,2}[.)、）．:：])")
_ASKS = ("?", "？", "吗", "嗎", "呢")


def numbered(about: About, new: int, active: Sequence[int]) -> int:
    """Position of the active statement that the unit takes back by its number; -1 for none.

    The list is the last one before it that is long enough, of the human's; one of the assistant's that came after it
    may be meant as well, unless "rule" is said.
    """
    scene = about.scene
    found = _taken_back(about, new)
    if not found:
        return -1
    number = _number(found)
    binding = any(each in ("rule", "规矩", "规则", "要求") for each in found.groups())
    for message in reversed([each for each in scene.of_message if each < scene.units[new].message]):
        speaker = scene.conversation.messages[message].speaker
        item = _item(about, message, number)
        if speaker == Speaker.ASSISTANT and not binding and item:
            return -1
        if speaker == Speaker.HUMAN and item:
            return next((position for position in item if position in active), -1)
    return -1


def pointed(about: About, new: int) -> list[int]:
    """Positions of the item of the human's last long enough list that the unit names by its number; none for none."""
    scene = about.scene
    found = next(scene.rulebook.phrases.found("item", scene.rulebook.fold(about.text(new))), None)
    if not found:
        return []
    number = _number(found)
    for message in reversed([each for each in scene.of_message if each < scene.units[new].message]):
        human = scene.conversation.messages[message].speaker == Speaker.HUMAN
        if human and (item := _item(about, message, number)):
            return item
    return []


def _number(found: Words) -> int:
    """The number in one of the parentheses."""
    said = next(each for each in found.groups() if each and (each.isdigit() or each in _SPELLED))
    return int(said) if said.isdigit() else _SPELLED[said]


def _taken_back(about: About, new: int) -> Words | None:
    """The clause of the unit that takes an item back; none in a question, nor under a line that leads to a paste."""
    text = about.text(new)
    if text.strip(" \n。.!！").endswith(_ASKS) or about.led(new):
        return None
    said = (
        about.scene.rulebook.fold(span.of(text)).strip(" \n\t,.;:!。，；！、")
        for span in clauses(text, Span(0, len(text)))
    )
    return next((found for each in said for found in about.scene.rulebook.phrases.found("takes_back", each)), None)


def _item(about: About, message: int, number: int) -> list[int]:
    """Positions of the units of an item of a message, by its number; of a list without numbers, by its place in it.
    Of several with one number none is meant."""
    items: list[list[int]] = []
    for position in about.scene.of_message[message]:
        unit = about.scene.units[position]
        if unit.kind == "item" and (not items or _START.match(unit.text)):
            items.append([])
        if unit.kind == "item":
            items[-1].append(position)
    marks = [_MARK.match(about.scene.units[item[0]].text) for item in items]
    if any(marks):
        named = [item for item, mark in zip(items, marks, strict=True) if mark and int(mark[1]) == number]
        return named[0] if len(named) == 1 else []
    return items[number - 1] if 0 < number <= len(items) else []
