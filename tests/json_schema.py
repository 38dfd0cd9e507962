"""JSON Schema as far as the schema of rule files uses it. A keyword that is not here is a KeyError."""

import re
from collections.abc import Callable, Iterator
from typing import Any

_ABOUT = {"$defs", "$schema", "default", "description", "title"}
_KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}
_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "const": lambda value, said: value == said,
    "enum": lambda value, said: value in said,
    "pattern": lambda value, said: re.search(said, value) is not None,
    "minLength": lambda value, said: len(value) >= said,
    "maxLength": lambda value, said: len(value) <= said,
    "minItems": lambda value, said: len(value) >= said,
    "maxItems": lambda value, said: len(value) <= said,
    "minimum": lambda value, said: value >= said,
    "maximum": lambda value, said: value <= said,
    "exclusiveMinimum": lambda value, said: value > said,
    "required": lambda value, said: set(said) <= set(value),
}


def problems(value: Any, schema: Any, root: Any = None, path: str = "$") -> list[str]:
    """A line for each place where the value is not as the schema says: path, keyword, what it wants."""
    root = root or schema
    if "$ref" in schema:
        return problems(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, path)
    if "anyOf" in schema:
        return min((problems(value, way, root, path) for way in schema["anyOf"]), key=len)
    if "type" in schema and not _is(value, schema["type"]):
        return [f"{path}: type {schema['type']}"]
    return [
        line
        for keyword, said in schema.items()
        if keyword not in _ABOUT | {"type"}
        for line in _against(value, keyword, said, schema, root, path)
    ]


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _against(value: Any, keyword: str, said: Any, schema: Any, root: Any, path: str) -> Iterator[str]:
    if keyword == "items":
        for n, each in enumerate(value):
            yield from problems(each, said, root, f"{path}[{n}]")
    elif keyword == "properties":
        for key in value.keys() & said.keys():
            yield from problems(value[key], said[key], root, f"{path}.{key}")
    elif keyword == "additionalProperties":
        for key in value.keys() - schema.get("properties", {}).keys():
            if said is False:
                yield f"{path}.{key}: unknown"
            elif said is not True:
                yield from problems(value[key], said, root, f"{path}.{key}")
    elif not _HOLDS[keyword](value, said):
        yield f"{path}: {keyword} {said}"
