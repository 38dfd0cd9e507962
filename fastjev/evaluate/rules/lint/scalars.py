"""Words without quotes that YAML read as something else than what stands there."""

import re
from collections.abc import Iterator

from fastjev.evaluate.rules.lint.desk import Desk, Finding

_AS_WRITTEN = {
    "int": re.compile("0|-?[1-9][0-9]*"),
    "float": re.compile(r"-?(?:0|[1-9][0-9]*)?\.[0-9]+"),
    "bool": re.compile("true|false|on|off|yes|no", re.IGNORECASE),
    "str": re.compile(".*", re.DOTALL),
}
"""By what YAML takes a word for: how it looks where nobody can be mistaken. 010 is 8, 1:30 is 90, 1_0 is 10."""
_READ = {"null": "nothing", "timestamp": "a date"}
_CUT = re.compile(r"\s#(?=\S)")


def scalars(desk: Desk) -> Iterator[Finding]:
    """Numbers that are not the number one reads, nothing where a word should be, and texts cut off at a `#`."""
    name, lines = desk.file.source.name, desk.file.source.raw.decode(errors="replace").split("\n")
    for scalar in desk.file.document.scalars():
        expected = _AS_WRITTEN.get(scalar.kind)
        if not scalar.plain:
            continue
        if not (expected and expected.fullmatch(scalar.text)):
            read = _READ.get(scalar.kind, "a number in another notation")
            said = f"YAML reads {scalar.text!r} as {read}; put text in single quotes, write a number plainly"
            yield Finding(name, *scalar.place, said, error=False)
        rest = lines[scalar.place.line - 1][scalar.place.column - 1 :].removeprefix(scalar.text)
        if scalar.kind == "str" and _CUT.match(rest):
            said = f"the text ends before {rest.strip()!r}, which YAML takes for a comment; put it in single quotes"
            yield Finding(name, *scalar.place, said, error=False)
