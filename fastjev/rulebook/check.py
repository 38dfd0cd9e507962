"""From a document to a checked rule file, each problem with its place, its rule and what to write."""

import difflib
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from fastjev.errors import RuleError
from fastjev.rulebook import schema
from fastjev.rulebook.document import Document

_MODELS = (
    schema.RuleFile, schema.Rule, schema.When, schema.Pattern, schema.Tests, schema.Win, schema.Disable,
    schema.Override, schema.Setting, schema.Addition, schema.MoreTests, schema.Extend,
)  # fmt: skip
_KEYS = sorted({name for model in _MODELS for name in model.model_fields})


_TOLD_CHARS = 80
"""Characters of a wrong value that a message repeats."""


def check(document: Document) -> schema.RuleFile:
    """The file as the schema sees it.

    Raises: RuleError, a line for each problem: `file:line:column: rule id: what; what to write`.
    """
    try:
        found = schema.RuleFile.model_validate(document.value)
        problems = [*document.duplicates, *_foreign(document, found)]
    except ValidationError as error:
        problems = [*document.duplicates, *(_say(document, problem) for problem in error.errors())]
    if problems:
        raise RuleError("\n".join(dict.fromkeys(problems)))
    if found.requires:
        _require(document, found.requires)
    return found


def salvage(document: Document) -> tuple[Document, schema.RuleFile] | None:
    """What is left of a bad file without the entries that are wrong; nothing if that cannot be told."""
    try:
        return document, schema.RuleFile.model_validate(document.value)
    except ValidationError as error:
        left = document.without({tuple(problem["loc"][:2]) for problem in error.errors()})
    try:
        return left, schema.RuleFile.model_validate(left.value)
    except ValidationError:
        return None


def _foreign(document: Document, found: schema.RuleFile) -> Iterator[str]:
    """A line for each rule that claims another pack's name."""
    for n, rule in enumerate(found.rules):
        if not rule.id.startswith(f"{found.pack}/"):
            said = f"does not begin with the file's pack; write {found.pack}/{rule.id.partition('/')[2]}"
            yield f"{document.at(['rules', n, 'id'])}: rule {rule.id}: {said}"


def _require(document: Document, wanted: str) -> None:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    from fastjev import __version__

    where = document.at(["requires"])
    try:
        fits = SpecifierSet(wanted).contains(__version__, prereleases=True)
    except InvalidSpecifier as error:
        raise RuleError(f"{where}: requires: {wanted!r} is no version range; write one such as '>=0.1,<1'") from error
    if not fits:
        raise RuleError(f"{where}: this file wants fastjev {wanted}; this is {__version__}")


def _say(document: Document, problem: Any) -> str:
    path = list(problem["loc"])
    rule = _rule(document.value, path)
    return f"{document.at(path)}: {f'rule {rule}: ' if rule else ''}{_what(problem, path)}"


def _rule(value: Any, path: list[Any]) -> str:
    """The id of the rule that a path leads into, where it has one."""
    if len(path) > 1 and path[0] in ("rules", "override", "disable"):
        entries = value.get(path[0])
        entry = entries[path[1]] if isinstance(entries, list) and isinstance(path[1], int) else None
        if isinstance(entry, dict):
            return " ".join(str(entry.get("id", "")).split())[:_TOLD_CHARS]
    return ""


def _what(problem: Any, path: list[Any]) -> str:
    kind, given = problem["type"], problem.get("input")
    told = repr(given) if len(repr(given)) <= _TOLD_CHARS else repr(given)[:_TOLD_CHARS] + "…"
    key = ".".join(str(step) for step in path if not isinstance(step, int)) or "file"
    if kind == "extra_forbidden":
        known = path[-1] in _KEYS
        return (
            f"{path[-1]!r} does not belong here" if known else f"unknown key {path[-1]!r}{_near(str(path[-1]), _KEYS)}"
        )
    if kind == "missing":
        return f"{path[-1]}: is missing"
    if isinstance(given, bool):
        return f"{key}: YAML reads yes, no, on and off as true and false; put the word in single quotes"
    if kind == "literal_error":
        names = [name.strip(" '") for name in problem["ctx"]["expected"].replace(" or ", ", ").split(",")]
        return f"{key}: {told} is none of {', '.join(names)}{_near(str(given), names)}"
    if kind == "string_pattern_mismatch":
        shape = "64 hexadecimal digits" if path[-1] == "sha256" else "a name in small letters"
        shape = "pack/label.cue in small letters" if path[-1] == "id" else shape
        return f"{key}: {told} is not {shape}"
    if kind == "string_type":
        return f"{key}: takes text, not {told}; put it in single quotes"
    said = problem["msg"].removeprefix("Value error, ")
    return f"{key}: {said}" if path else said


def _near(name: str, names: list[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]}?" if near else ""
