"""What the host hands over, in a form to go by: a count, the id of a session, whether a history is another one."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

_MOST = 1 << 53
"""No window has as many tokens: beyond it a number and a fraction cannot be told apart, nor multiplied for long."""


def number(told: Any) -> int:
    """A size in tokens as the host tells it; 0 where it is none."""
    try:
        found = int(told)
    except (TypeError, ValueError, OverflowError):
        return 0
    return found if 0 < found < _MOST else 0


def count(usage: object, key: str) -> int:
    """Tokens as the provider counted them; 0 where it did not."""
    found = usage.get(key) if isinstance(usage, Mapping) else None
    return number(found) if isinstance(found, int) else 0


def session_id(session: str, messages: object) -> str:
    """The host's id where a skeleton can name it, else one made of it, or of the first row where there is none."""
    if re.fullmatch(r"[\w.:@-]{1,40}", session):
        return session
    first = session or (repr(messages[0]) if isinstance(messages, list) and messages else "")
    return "hermes-" + hashlib.sha256(first.encode("utf-8", "replace")).hexdigest()[:12]


def digest(messages: Sequence[Any], focus: str | None) -> bytes:
    """Of the rows and of what a compaction is to be about."""
    found = hashlib.sha256((focus or "").encode("utf-8", "replace"))
    for row in messages:
        found.update(repr(row).encode("utf-8", "replace"))
    return found.digest()
