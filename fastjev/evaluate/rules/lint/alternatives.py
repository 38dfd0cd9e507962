"""A pattern's alternatives: its words, or what stands between the bars of its regular expression."""

from collections.abc import Iterator

from fastjev.rulebook.schema import Pattern


def alternatives(pattern: Pattern) -> Iterator[tuple[str, Pattern]]:
    """Each as it is written, and as a pattern of its own."""
    if pattern.words is not None:
        yield from ((word, Pattern(words=[word])) for word in pattern.words)
    elif pattern.text is not None:
        # An empty one, as in (a|), stands for nothing and is no pattern of its own.
        yield from ((branch, Pattern(text=branch)) for branch in branches(pattern.text) if branch)
    else:
        yield "tokens", pattern


def branches(text: str) -> list[str]:
    """A regular expression cut at the bars that stand in no group and no class."""
    found, depth, start, at = [], 0, 0, 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "[":
            at = _class_end(text, at)
        elif text[at] in "()":
            depth += 1 if text[at] == "(" else -1
        elif text[at] == "|" and not depth:
            found.append(text[start:at])
            start = at + 1
        at += 1
    return [*found, text[start:]]


def _class_end(text: str, at: int) -> int:
    """Where the `]` of the class that opens at `at` stands. Right after the opening it is a character."""
    at += 2 if text[at + 1 : at + 2] == "^" else 1
    at += text[at : at + 1] == "]"
    while at < len(text) and text[at] != "]":
        at += 2 if text[at] == "\\" else 1
    return at
