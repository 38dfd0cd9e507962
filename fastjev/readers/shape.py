"""What a file's first bytes look like as JSON, without needing the rest of it."""

import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r'"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|[{}\[\]:,]|"|\n|[^\s"{}\[\]:,]+')
_DEPTH = 5
"""Containers whose keys are noted: `messages[].content[].type` is five deep, and no format needs more."""


class Shape(NamedTuple):
    """Keys as paths (`messages[].role`), and the string values seen at each."""

    paths: frozenset[str]
    values: dict[str, frozenset[str]]

    def has(self, path: str, *values: str) -> bool:
        """Is the path there, with one of the values if any are named."""
        return path in self.paths and (not values or not self.values.get(path, frozenset()).isdisjoint(values))


EMPTY = Shape(frozenset(), {})


def opening(head: bytes) -> str:
    """The first line that is not blank, stripped, as text."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff\0 \t\r\n")
    return text.partition("\n")[0].strip()


@lru_cache(maxsize=1)  # the readers are asked one after the other about the same head
def shape(head: bytes) -> Shape:
    """The keys of one JSON document or of JSON lines. Empty where the head holds no JSON object.

    A torn line spoils nothing: an object that opens where a key is due starts over at depth 0.
    """
    text = head.decode("utf-8", "replace").lstrip("\ufeff\0 \t\r\n")
    if not text.startswith(("{", "[")):
        text = text.partition("\n")[2]
        if not text.startswith("{"):
            return EMPTY
    stack: list[str] = []
    prefixes = [""]
    key: str | None = None
    due = False
    seen: dict[str, set[str]] = {}
    at = 0
    while token := _TOKEN.search(text, at):
        at = token.end()
        string, mark = token.group(1), token.group()
        if string is not None:
            if due and stack and stack[-1] == "{":
                key, due = string, False
                if len(stack) <= _DEPTH:
                    seen.setdefault(prefixes[-1] + string, set())
            elif key is not None:
                if len(stack) <= _DEPTH and len(string) < 64:
                    seen[prefixes[-1] + key].add(string)
                key = None
        elif mark == "{":
            if stack and stack[-1] == "{" and key is None:
                stack, prefixes = [], [""]
            deep = len(stack) >= _DEPTH
            prefixes.append("" if deep else prefixes[-1] + (key + "." if key is not None else ""))
            stack.append("{")
            key, due = None, True
        elif mark == "[":
            deep = len(stack) >= _DEPTH
            prefixes.append("" if deep else prefixes[-1] + (key or "") + "[].")
            stack.append("[")
            key = None
        elif mark in "}]":
            if stack:
                stack.pop()
                prefixes.pop()
            key, due = None, False
        elif mark == ",":
            key, due = None, bool(stack) and stack[-1] == "{"
        elif mark == '"':
            # An unclosed string: the line, or the head, is cut off here.
            stack, prefixes, key, due = [], [""], None, False
            at = text.find("\n", at)
            if at < 0:
                break
    return Shape(frozenset(seen), {path: frozenset(found) for path, found in seen.items()})
