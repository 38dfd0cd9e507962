"""Secrets in text that leaves the archive: the name stays, the value does not."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import re2

from fastjev.secrets.commands import COMMANDS
from fastjev.secrets.kind import Kind
from fastjev.secrets.names import NAMES
from fastjev.secrets.plain import plain
from fastjev.secrets.shapes import SHAPES
from fastjev.secrets.values import bare

KINDS = (*SHAPES, *COMMANDS, *NAMES)
_OPEN, _CLOSE = "‹masked ", "›"
_MASKED = re.compile("‹masked|[a-z-]+›")
_BEFORE = 200
"""Bytes before a name that say whether it stands in a list."""


class Secret(NamedTuple):
    """Where a secret's value stands: `[start, end)` in characters, and what kind it is."""

    start: int
    end: int
    kind: str

    @property
    def mark(self) -> str:
        """What stands in its place."""
        return f"{_OPEN}{self.kind}{_CLOSE}"


def mask(text: str) -> str:
    """`text` with the value of each secret replaced by `‹masked KIND›`. Masked text stays as it is.

    Linear in the text. No promise that nothing secret is left: a password that looks like a word is one.
    """
    kept: list[str] = []
    at = 0
    for secret in secrets(text):
        kept += [text[at : secret.start], secret.mark]
        at = secret.end
    return "".join([*kept, text[at:]])


def secrets(text: str) -> tuple[Secret, ...]:
    """Every secret's value in `text`, in order, none inside another."""
    # RE2 reads bytes: linear whatever the text, and lone surrogates are no trouble.
    shown, places = plain(text)
    raw = shown.encode("utf-8", "surrogatepass")
    kinds = [KINDS[n] for n in sorted(_needed().Match(raw) or ())]
    hits = [hit for kind in kinds for hit in _of_kind(raw, kind)]
    found: list[Secret] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if found and hit.start < found[-1].end:
            found[-1] = found[-1]._replace(end=max(hit.end, found[-1].end))
        else:
            found.append(hit)
    secrets = found if shown.isascii() else _characters(raw, found)
    return tuple(Secret(places(each.start), places(each.end - 1) + 1, each.kind) for each in secrets)


def _of_kind(raw: bytes, kind: Kind) -> Iterator[Secret]:
    pattern = _pattern(kind)
    for match in pattern.finditer(raw):
        group = next((n for n in range(1, pattern.groups + 1) if match.span(n)[0] >= 0), 0)
        start, end = match.span(group)
        value = raw[start:end].decode("utf-8", "replace")
        if kind.bare and group == kind.bare:
            value = bare(value, _before(raw, match.start()))
            end = start + len(value.encode("utf-8", "replace"))
        masked = _MASKED.match(value)
        if start < end and not masked and kind.real(value, raw[end : end + 1], group):
            yield Secret(start, end, kind.name)


def _before(raw: bytes, at: int) -> str:
    words = raw[max(at - _BEFORE, 0) : at + 1].rsplit(maxsplit=1)
    return words[-1].decode("utf-8", "replace") if words else ""


def _characters(raw: bytes, found: list[Secret]) -> Iterator[Secret]:
    """Offsets in bytes as offsets in characters."""
    at = chars = 0
    for secret in found:
        chars += len(raw[at : secret.start].decode("utf-8", "surrogatepass"))
        start = chars
        chars += len(raw[secret.start : secret.end].decode("utf-8", "surrogatepass"))
        at = secret.end
        yield Secret(start, chars, secret.kind)


@cache
def _needed() -> Any:
    """Says in one pass which kinds can occur at all."""
    found = re2.Set.SearchSet()
    for kind in KINDS:
        found.Add(kind.needs)
    found.Compile()
    return found


@cache
def _pattern(kind: Kind) -> Any:
    options = re2.Options()
    options.log_errors = False
    return re2.compile(kind.pattern.encode(), options)
