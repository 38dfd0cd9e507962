"""A rule put at the end of a file's `rules:`, all else in the file as it was, comments and line ends too."""

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from fastjev.errors import RuleError
from fastjev.files import put
from fastjev.rulebook.check import check
from fastjev.rulebook.document import Document

_WIDE = 100_000
"""Columns: a text or pattern is never folded over lines."""


class _Dumper(yaml.SafeDumper):
    """Lists stand further in than what holds them, as in the files that people write."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Never without an indent."""
        super().increase_indent(flow, False)


def rule_text(rule: Mapping[str, Any]) -> str:
    """The rule as an item of `rules:`, not indented."""
    text: str = yaml.dump(
        [dict(rule)], Dumper=_Dumper, allow_unicode=True, sort_keys=False, default_flow_style=None, width=_WIDE
    )
    return text


def new_file(pack: str, rule: Mapping[str, Any]) -> bytes:
    """A file of this rule alone."""
    return f"fastjev: 1\npack: {pack}\nrules:\n{textwrap.indent(rule_text(rule), '  ')}".encode()


def appended(raw: bytes, name: str, rule: Mapping[str, Any]) -> bytes:
    """The file with one rule more.

    Raises: RuleError where the file does not load, where its `rules:` cannot be added to without writing it anew, or
    where the result would not say what it said and the rule.
    """
    before = Document(name, raw)
    check(before)
    found = _put(before, raw.decode("utf-8", "surrogateescape"), rule).encode("utf-8", "surrogateescape")
    wanted = {**before.value, "rules": [*before.value.get("rules", []), dict(rule)]}
    try:
        after = Document(name, found)
        check(after)
    except RuleError as error:
        raise RuleError(f"{name}: nothing is written, since the file would not load: {error}") from error
    if after.value != wanted:
        raise RuleError(f"{name}: nothing is written, since the rule would change what else the file says")
    return found


def _put(document: Document, text: str, rule: Mapping[str, Any]) -> str:
    # Not splitlines(): a text may hold a character that only Unicode calls a line end.
    lines = text.removesuffix("\n").split("\n")
    end = "\r" if lines[0].endswith("\r") else ""
    block, at = _block(document, rule, len(lines))
    if at == len(lines):
        lines[-1] = lines[-1].removesuffix("\r") + end
    return "\n".join([*lines[:at], *(line + end for line in block.splitlines()), *lines[at:]]) + "\n"


def _block(document: Document, rule: Mapping[str, Any], end: int) -> tuple[str, int]:
    """What to insert, and before which line, counted from 0."""
    node = document.node(["rules"])
    if node is None:
        return f"rules:\n{textwrap.indent(rule_text(rule), '  ')}", end
    if node.flow_style or not node.value:
        line = node.start_mark.line + 1
        raise RuleError(f"{document.name}:{line}: rules: is written in [ ]; write it as lines that begin with -")
    column = node.value[0].start_mark.column
    indent = " " * max(0, column - 2)
    return textwrap.indent(rule_text(rule), indent), min(end, _last_line(node))


def _last_line(node: yaml.Node) -> int:
    """The line after the last one that holds something of a node; a collection's own end lies behind comments."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    mark = node.end_mark
    return int(mark.line if mark.column == 0 and mark.line > node.start_mark.line else mark.line + 1)


def write(path: Path, raw: bytes, before: bytes | None) -> None:
    """Put a rule file in its place in one step, with the rights it had. Folders are made; links are not followed.

    `before`: what it held when `raw` was made, nothing where it was not there. Raises: RuleError, also where that is
    not so any more.
    """
    for part in (path, path.parent, path.parent.parent):
        if part.is_symlink():
            raise RuleError(f"{path}: {part.name} is a link, and rules behind links are not read; nothing is written")
    if (path.read_bytes() if path.exists() else None) != before:
        raise RuleError(f"{path}: has changed since it was read; nothing is written, run the command again")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        put(path, raw, mode=mode)
    except OSError as error:
        raise RuleError(f"{path}: cannot be written: {error.strerror}") from error
