"""The first frame of `fastjev label`, before the app is there to draw one: textual alone takes longer than the rest.

It stands only where it is what the app will show, so that keys typed at it mean what they seem to; they wait in the
terminal until the app reads them. Whatever is unusual, nothing is shown, and the command says what is wrong.
"""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from fastjev.labeling.draw import draw
from fastjev.labeling.draw.ansi import ENTER, LEAVE, ansi
from fastjev.labeling.quick import session
from fastjev.labeling.state import Session

_FLAGS = ("--suggest", "--assistant")
_VALUES = ("--set", "--by", "--task", "--order", "--holdout", "--seed", "--theme", "--lang")
_before: list[tuple[int, Any]] = []
"""The terminal and how it was, while a frame stands in it."""
_stood: list[Session] = []
"""What a frame showed."""


def show(args: Sequence[str]) -> None:
    """A frame for these arguments of `label`, if one can be shown."""
    told = _told(args)
    terminal = _terminal()
    if told is None or terminal is None:
        return
    try:
        import termios

        found = session(told, time.time())
        size = os.get_terminal_size(terminal)
        frame = ansi(draw(found, size.columns, size.lines), colour=not os.environ.get("NO_COLOR"))
        _before.append((terminal, termios.tcgetattr(terminal)))
        held = termios.tcgetattr(terminal)
        # What is typed is neither shown nor kept until a line ends; the app finds it there. Ctrl-C stays.
        held[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(terminal, termios.TCSANOW, held)
        _write(ENTER + frame)
        _stood.append(found)
    except Exception:
        leave()


class standing:
    """While a frame may stand: whatever ends this, the terminal is as it was. `contextlib` takes a millisecond."""

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, *_: object) -> None:
        """Gives the terminal back."""
        leave()


def settle(session: Session) -> None:
    """Drops what was typed so far unless a frame showed the unit that the session begins with: it meant none."""
    terminal = _terminal()
    if terminal is not None and _unit(session) not in map(_unit, _stood):
        import termios

        termios.tcflush(terminal, termios.TCIFLUSH)


def _unit(session: Session) -> tuple[str, str]:
    """Screen and unit of a session; no unit at the end."""
    return session.screen, session.order[session.at] if session.at < len(session.order) else ""


def leave() -> None:
    """Gives the terminal back as it was."""
    if _before:
        import termios

        _write(LEAVE)
        terminal, attributes = _before.pop()
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)


def _terminal() -> int | None:
    """Where keys come from, if that and what is shown is a terminal."""
    return sys.stdin.fileno() if sys.stdin and sys.stdin.isatty() and sys.stderr.isatty() else None


def _write(text: str) -> None:
    os.write(2, text.encode("utf-8", "replace"))


def _told(args: Sequence[str]) -> dict[str, str] | None:
    """The options by name, and the first session; nothing where there is an option that only the command knows."""
    found: dict[str, str] = {}
    rest = iter(args)
    for arg in rest:
        name, equals, value = arg.partition("=")
        if name in _VALUES:
            found[name] = value if equals else next(rest, "")
        elif arg in _FLAGS:
            found[arg] = "yes"
        elif not arg.startswith("-") and not found.get("sessions"):
            found["sessions"] = arg
        elif arg.startswith("-"):
            return None
    return found if found.get("--set") and found.get("--by") else None
