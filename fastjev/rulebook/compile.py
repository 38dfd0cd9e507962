"""Checks rule files and turns them into rows for the rulebook. Slow to import: pydantic and PyYAML live here."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from fastjev.errors import RuleError
from fastjev.rulebook import schema
from fastjev.rulebook.literals import required

_MACRO = re.compile(r"\{([a-z_]+)\}")
_WORD = re.compile(r"[A-Za-z0-9_]")


def compile_files(sources: Sequence[tuple[Path, bytes]]) -> dict[str, Any]:
    """Rows of every rule file, the lexicon and the character variants.

    Raises: RuleError with file, line where YAML gives one, rule id and key.
    """
    found: dict[str, Any] = {"rules": [], "variants": "", "lexicon": {}}
    seen: dict[str, Path] = {}
    macros: dict[str, str] = {}
    files: list[schema.RuleFile] = []
    for path, raw in sources:
        loaded = parse_yaml(path, raw)
        if path.name == "variants.yaml":
            found["variants"] = loaded["pairs"]
        elif path.name == "lexicon.yaml":
            found["lexicon"] = loaded
        else:
            file = check(path, loaded)
            macros.update(file.macros)
            files.append(file)
            for rule in file.rules:
                if rule.id in seen:
                    raise RuleError(f"{path}: rule {rule.id} is defined already in {seen[rule.id]}")
                seen[rule.id] = path
    for file in files:
        found["rules"].extend(row(rule, macros, seen[rule.id]) for rule in file.rules if rule.status != "retired")
    return found


def parse_yaml(path: Path, raw: bytes) -> dict[str, Any]:
    """A YAML mapping without anchors and without duplicate keys.

    Raises: RuleError with file:line:column.
    """
    try:
        node = yaml.compose(raw, Loader=yaml.CSafeLoader)
        _refuse_duplicates(path, node, set())
        loaded = yaml.load(raw, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise RuleError(f"{path}{where}: not YAML: {error.problem}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise RuleError(f"{path}: not YAML: {error}") from error
    if not isinstance(loaded, dict):
        raise RuleError(f"{path}: a rule file is a mapping that starts with fastjev: 1")
    return loaded


def _refuse_duplicates(path: Path, node: Any, above: set[int]) -> None:
    if id(node) in above:
        raise RuleError(f"{path}:{node.start_mark.line + 1}: anchors and aliases are not allowed here")
    above.add(id(node))
    if isinstance(node, yaml.MappingNode):
        keys: set[str] = set()
        for key, value in node.value:
            if key.value in keys:
                mark = key.start_mark
                raise RuleError(f"{path}:{mark.line + 1}:{mark.column + 1}: key {key.value!r} stands twice")
            keys.add(key.value)
            _refuse_duplicates(path, value, above)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_duplicates(path, value, above)


def check(path: Path, loaded: dict[str, Any]) -> schema.RuleFile:
    """The file as the schema sees it.

    Raises: RuleError that names the rule and the nearest known key.
    """
    try:
        return schema.RuleFile.model_validate(loaded)
    except ValidationError as error:
        raise RuleError("\n".join(_say(path, loaded, problem) for problem in error.errors()[:5])) from error


def _say(path: Path, loaded: dict[str, Any], problem: Any) -> str:
    where = list(problem["loc"])
    name = ""
    if len(where) > 1 and where[0] == "rules":
        rules = loaded.get("rules")
        rule = rules[where[1]] if isinstance(rules, list) else None
        name = f" rule {rule['id']}:" if isinstance(rule, dict) and "id" in rule else f" rule {where[1]}:"
        where = where[2:]
    hint = ""
    if problem["type"] == "extra_forbidden":
        known = {*schema.Rule.model_fields, *schema.When.model_fields, *schema.Tests.model_fields}
        near = difflib.get_close_matches(str(where[-1]), known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
    return f"{path}:{name} {'.'.join(map(str, where))}: {problem['msg']}{hint}"


def row(rule: schema.Rule, macros: Mapping[str, str], path: Path) -> list[Any]:
    """The rule as `book.Rule` takes it, patterns expanded to regular expressions.

    Raises: RuleError for an unknown macro.
    """
    every = [source(pattern, macros, rule.id, path) for pattern in rule.when.all]
    some = [source(pattern, macros, rule.id, path) for pattern in rule.when.any]
    never = [source(pattern, macros, rule.id, path) for pattern in rule.when.unless]
    return [
        rule.id, rule.label, rule.weight, rule.key, rule.force, rule.when.speaker, rule.when.kind or [],
        rule.when.lang or [], rule.when.max_chars or 0, every, some, never, sorted(_literals(every, some)),
    ]  # fmt: skip


def _literals(every: Sequence[str], some: Sequence[str]) -> frozenset[str]:
    offers = [found for pattern in every if (found := required(pattern))]
    ways = [required(pattern) for pattern in some]
    if ways and all(ways):
        offers.append(frozenset().union(*(way for way in ways if way)))
    return max(offers, key=lambda offer: (min(map(len, offer)), -len(offer)), default=frozenset())


def source(pattern: schema.Pattern, macros: Mapping[str, str], rule: str, path: Path) -> str:
    """One regular expression for a `text:` or `words:` pattern."""
    if pattern.words is not None:
        return "(?:" + "|".join(_literal(word) for word in pattern.words) + ")"

    def expand(found: re.Match[str]) -> str:
        if found[1] not in macros:
            near = difflib.get_close_matches(found[1], macros, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise RuleError(f"{path}: rule {rule}: no macro {{{found[1]}}}{hint}")
        return f"(?:{_MACRO.sub(expand, macros[found[1]])})"

    return _MACRO.sub(expand, pattern.text or "")


def _literal(word: str) -> str:
    edges = [r"\b" if _WORD.match(char) else "" for char in (word[0], word[-1])]
    return edges[0] + r"\s+".join(map(re.escape, word.split())) + edges[1]


def examples(paths: Sequence[Path]) -> Iterator[tuple[schema.Rule, Path]]:
    """Every rule with its tests, for those who run them.

    Raises: RuleError.
    """
    for path in paths:
        if path.name not in ("variants.yaml", "lexicon.yaml"):
            for rule in check(path, parse_yaml(path, path.read_bytes())).rules:
                yield rule, path
