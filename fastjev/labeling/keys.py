"""The keys of the labeler, as data: what each does. A key comes with its time, since no screen's logic has a clock."""

from typing import NamedTuple

PASTE = "paste:"
EAST = 0x2E80
"""Where the characters of Chinese, Japanese and Korean begin."""


class Key(NamedTuple):
    """One key, or what a click stands for."""

    name: str
    """The character, or one of left, right, up, down, pageup, pagedown, enter, escape, backspace, space; `go:<unit>`
    for a click on a unit, `paste:<text>` for text that came at once."""
    at: float
    """Seconds since 1970, UTC."""


DEEDS = {
    **dict.fromkeys("123456789", "choose"),
    "0": "skip",
    "space": "skip",
    "x": "unfit",
    "u": "undo",
    "backspace": "undo",
    "enter": "take",
    "e": "votes",
    "r": "rule",
    "left": "back",
    "k": "back",
    "right": "on",
    "j": "on",
    "n": "open",
    "g": "go",
    "[": "less",
    "]": "more",
    "b": "boundary",
    "m": "merge",
    "s": "supersedes",
    "i": "note",
    "?": "guide",
    "q": "quit",
    "t": "train",
    "up": "up",
    "down": "down",
    "pageup": "far up",
    "pagedown": "far down",
}
"""Digits and arrows suffice for every answer: an input method swallows letters."""
LEGEND = (
    ("0", "skip"),
    ("u", "undo"),
    ("x", "unfit"),
    ("?", "guide"),
    ("q", "quit"),
    ("e", "votes"),
    ("n", "next open"),
    ("g", "go to"),
    ("s", "supersedes"),
    ("b", "boundary"),
    ("m", "merge"),
    ("i", "note"),
    ("r", "rule"),
    ("k", "back"),
    ("j", "on"),
    ("[", "less"),
    ("]", "more"),
)
"""What the legend shows after the choices, most wanted first: a narrow screen shows fewer."""
REVIEW = (
    ("0", "later"),
    ("u", "undo"),
    ("x", "unfit"),
    ("?", "guide"),
    ("q", "quit"),
    ("n", "next open"),
    ("g", "go to"),
    ("k", "back"),
    ("j", "on"),
    ("[", "less"),
    ("]", "more"),
)
"""The same in a review."""
_WIDE = {**{chr(0xFF10 + digit): str(digit) for digit in range(10)}, "？": "?", "【": "[", "】": "]", "　": "space"}
"""What a Chinese or Japanese input method makes of keys."""
_ALIASES = {" ": "space", "\n": "enter", "\r": "enter", "ctrl+h": "backspace", "delete": "backspace"}


def plain(name: str) -> str:
    """The key that is meant, whatever an input method made of it."""
    return _WIDE.get(name) or _ALIASES.get(name, name)


def composed(name: str) -> bool:
    """Whether it looks as if an input method was on: a letter of no key, one that no keyboard has, or many at once."""
    typed = len(name) == 1 and name not in DEEDS and (name.isalpha() or ord(name) >= EAST)
    return typed or name.startswith(PASTE)
