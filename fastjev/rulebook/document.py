"""A rule file as YAML, read so that a stranger's can neither run anything, nor grow, nor hide where it is wrong."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import yaml

from fastjev.errors import RuleError

_DEEPEST = 24
"""Nested collections in a rule file; the format needs nine. libyaml's composer recurses and ends the process."""


class Place(NamedTuple):
    """Line and column in a file, both from 1."""

    line: int
    column: int


class Document:
    """A parsed file that knows where each of its values stands."""

    def __init__(self, name: str, raw: bytes) -> None:
        """`name` is what messages call the file. Raises: RuleError, `name:line:column: what`."""
        self.name = name
        self._root: Any = None
        try:
            _refuse(name, raw)
            self._root = yaml.compose(raw, Loader=yaml.CSafeLoader)
            self.value: Any = yaml.load(raw, Loader=yaml.CSafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            where = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
            raise RuleError(f"{name}{where}: not YAML: {error.problem}{_hint(error)}") from error
        except (yaml.YAMLError, ValueError) as error:
            raise RuleError(f"{name}: not YAML: {' '.join(str(error).split())}") from error
        if not isinstance(self.value, dict):
            raise RuleError(f"{name}:1:1: a rule file is a mapping that starts with fastjev: 1")
        _refuse_duplicates(name, self._root)

    def place(self, path: Sequence[str | int]) -> Place:
        """Where the value at a path of keys and positions stands; for one that is missing, what would hold it."""
        node, mark = self._root, self._root.start_mark
        for step in path:
            found = None
            if isinstance(node, yaml.MappingNode):
                found = next(((key, value) for key, value in node.value if key.value == step), None)
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                found = (node.value[step], node.value[step])
            if not found:
                break
            mark, node = found[0].start_mark, found[1]
        return Place(mark.line + 1, mark.column + 1)

    def node(self, path: Sequence[str]) -> Any:
        """The YAML node at a path of keys, with its marks; nothing where there is none."""
        node = self._root
        for step in path:
            node = next((value for key, value in node.value if key.value == step), None)
            if node is None:
                return None
        return node

    def at(self, path: Sequence[str | int]) -> str:
        """`name:line:column` of `place(path)`."""
        place = self.place(path)
        return f"{self.name}:{place.line}:{place.column}"


def _refuse(name: str, raw: bytes) -> None:
    """What a rule file never needs: anchors, aliases, tags, depth. Events come one by one, however large the file."""
    depth = 0
    for event in yaml.parse(raw, Loader=yaml.CSafeLoader):
        where = f"{name}:{event.start_mark.line + 1}:{event.start_mark.column + 1}" if event.start_mark else name
        if getattr(event, "anchor", None):
            raise RuleError(f"{where}: anchors and aliases are not allowed here; write the value out")
        if tag := getattr(event, "tag", None):
            raise RuleError(f"{where}: the tag {tag} is not allowed here; quote the text or drop the tag")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST:
                raise RuleError(f"{where}: more than {_DEEPEST} levels deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _refuse_duplicates(name: str, node: Any) -> None:
    if isinstance(node, yaml.MappingNode):
        keys: set[str] = set()
        for key, value in node.value:
            mark = key.start_mark
            if not isinstance(key, yaml.ScalarNode):
                raise RuleError(f"{name}:{mark.line + 1}:{mark.column + 1}: a key is a word, not a list or mapping")
            if key.value in keys:
                raise RuleError(f"{name}:{mark.line + 1}:{mark.column + 1}: key {key.value!r} stands twice")
            keys.add(key.value)
            _refuse_duplicates(name, value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_duplicates(name, value)


def _hint(error: yaml.MarkedYAMLError) -> str:
    said = str(error.problem)
    if "cannot start any token" in said or "mapping values are not allowed" in said or "flow" in str(error.context):
        return "; put texts and patterns in single quotes"
    return ""
