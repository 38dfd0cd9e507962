"""A drawn screen as a terminal takes it, in the terminal's own colours: for the moment before there is an app."""

from collections.abc import Mapping

from fastjev.labeling.draw.pieces import Drawn, Line

_CODES = {
    "constraint": "1;33",
    "decision": "35",
    "fact": "36",
    "process": "32",
    "noise": "90",
    "dim": "90",
    "rule": "90",
    "strong": "1",
    "here": "1",
    "cue": "1;4",
    "said": "32",
}
"""The same looks as in `labeler.tcss`."""
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""To the terminal's other screen, where nothing scrolls away; without cursor, and without wrapping."""
LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"


def ansi(drawn: Drawn, *, colour: bool = True) -> str:
    """All rows, each at its place."""
    codes = _CODES if colour else {style: "1" for style, code in _CODES.items() if code[0] == "1"}
    return "".join(f"\x1b[{y};1H{_row(line, codes)}" for y, line in enumerate(drawn.lines, 1))


def _row(line: Line, codes: Mapping[str, str]) -> str:
    return "".join(
        f"\x1b[{code}m{piece.text}\x1b[0m" if (code := codes.get(piece.style)) else piece.text for piece in line
    )
