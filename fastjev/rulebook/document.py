"""A rule file as YAML, read so that a stranger's can neither run anything, nor grow, nor hide where it is wrong."""

import copy
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import yaml

from fastjev.errors import RuleError

_DEEPEST = 24
"""Nested collections in a rule file; the format needs nine. libyaml's composer recurses and ends the process."""


class Place(NamedTuple):
    """Line and column in a file, both from 1."""

    line: int
    column: int


class Scalar(NamedTuple):
    """A word of the file as it stands there."""

    place: Place
    text: str
    kind: str
    """What YAML takes it for: str, int, float, bool, null, timestamp."""
    plain: bool
    """Without quotes, on which the kind depends."""


class Document:
    """A parsed file that knows where each of its values stands."""

    def __init__(self, name: str, raw: bytes) -> None:
        """`name` is what messages call the file. Raises: RuleError, `name:line:column: what`."""
        self.name = name
        self._root: Any = None
        try:
            _refuse(name, raw)
            loader = yaml.CSafeLoader(raw)
            self._root = loader.get_single_node()
            self.value: Any = loader.construct_document(self._root) if self._root else None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            where = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
            raise RuleError(f"{name}{where}: not YAML: {error.problem}{_hint(error)}") from error
        except (yaml.YAMLError, ValueError) as error:
            raise RuleError(f"{name}: not YAML: {' '.join(str(error).split())}") from error
        if not isinstance(self.value, dict):
            raise RuleError(f"{name}:1:1: a rule file is a mapping that starts with fastjev: 1")
        self.duplicates = tuple(_duplicates(name, self._root))
        """A line for each key that stands twice in its mapping."""

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

    def without(self, bad: Collection[tuple[str | int, ...]]) -> "Document":
        """The same file as if these of its keys, or entries of their lists, were not there."""
        left = copy.copy(self)
        left._root = _without(self._root, bad)
        left.value = {
            key: [each for n, each in enumerate(value) if (key, n) not in bad]
            if isinstance(value, list)
            else {name: each for name, each in value.items() if (key, name) not in bad}
            if isinstance(value, dict)
            else value
            for key, value in self.value.items()
            if (key,) not in bad
        }
        return left

    def scalars(self) -> Iterator[Scalar]:
        """Every value that is no collection, and every key, in the order of the file."""
        yield from _scalars(self._root)

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


def _scalars(node: Any) -> Iterator[Scalar]:
    if isinstance(node, yaml.ScalarNode):
        place = Place(node.start_mark.line + 1, node.start_mark.column + 1)
        yield Scalar(place, node.value, node.tag.rpartition(":")[2], not node.style)
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _scalars(child)
    else:
        for key, value in node.value:
            yield from _scalars(key)
            yield from _scalars(value)


def _duplicates(name: str, node: Any) -> Iterator[str]:
    if isinstance(node, yaml.MappingNode):
        keys: set[str] = set()
        for key, value in node.value:
            if key.value in keys:
                yield f"{name}:{key.start_mark.line + 1}:{key.start_mark.column + 1}: key {key.value!r} stands twice"
            keys.add(key.value)
            yield from _duplicates(name, value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _duplicates(name, value)


def _without(node: Any, bad: Collection[tuple[str | int, ...]], path: tuple[str | int, ...] = ()) -> Any:
    if len(path) == 2 or not isinstance(node, yaml.CollectionNode):
        return node
    mapping = isinstance(node, yaml.MappingNode)
    steps = [key.value for key, _ in node.value] if mapping else range(len(node.value))
    left = [
        (child[0], _without(child[1], bad, (*path, step))) if mapping else _without(child, bad, (*path, step))
        for step, child in zip(steps, node.value, strict=True)
        if (*path, step) not in bad
    ]
    return type(node)(node.tag, left, node.start_mark, node.end_mark)


def _hint(error: yaml.MarkedYAMLError) -> str:
    said = str(error.problem)
    if "nesting depth" in said:
        return ""
    if "cannot start any token" in said or "mapping values are not allowed" in said or "flow" in str(error.context):
        return "; put texts and patterns in single quotes"
    return ""
