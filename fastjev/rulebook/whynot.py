"""Where a rule stopped on a text."""

from collections.abc import Iterator
from typing import NamedTuple

from fastjev.rulebook.book import Rulebook
from fastjev.rulebook.rule import ANSWERS, Hit, Rule, language


class Miss(NamedTuple):
    """The first condition that did not hold."""

    at: str
    """speaker, kind, tool, lang, max_chars, keywords, all, any, unless, layer or budget."""
    detail: str


class Step(NamedTuple):
    """One condition of a rule, and whether it held."""

    at: str
    """As in `Miss`, or `heard`."""
    passed: bool
    detail: str
    """What was found, in a line: the words that matched, or what was wanted."""


def why_not(rulebook: Rulebook, rule: Rule, text: str, *, speaker: str, kind: str, tool: str = "") -> Miss | None:
    """Where `rule` stopped on `text`; nothing if it fired and was heard."""
    taken = steps(rulebook, rule, text, speaker=speaker, kind=kind, tool=tool)
    return next((Miss(step.at, step.detail) for step in taken if not step.passed), None)


def steps(rulebook: Rulebook, rule: Rule, text: str, *, speaker: str, kind: str, tool: str = "") -> Iterator[Step]:
    """The conditions that the rule has, in the order they are looked at, up to the first that does not hold."""
    for step in _conditions(rule, text, speaker, kind, tool):
        yield step
        if not step.passed:
            return
    for step in _patterns(rulebook, rule, text):
        yield step
        if not step.passed:
            return
    if rule.speakers:
        yield _heard(rulebook, rule, rulebook.match(text, speaker=speaker, kind=kind, tool=tool))


def _conditions(rule: Rule, text: str, speaker: str, kind: str, tool: str) -> Iterator[Step]:
    wanted = {
        "speaker": (speaker, rule.speakers),
        "kind": (kind, rule.kinds),
        "tool": (tool or "none", rule.tools),
        "lang": (language(text), rule.langs),
    }
    for name, (given, values) in wanted.items():
        if values:
            held = given in values
            yield Step(name, held, given if held else f"{given}, not {' or '.join(values)}")
    if rule.max_chars:
        yield Step("max_chars", len(text) <= rule.max_chars, f"{len(text)} characters; {rule.max_chars} at most")


def _patterns(rulebook: Rulebook, rule: Rule, text: str) -> Iterator[Step]:
    folded = rulebook.fold(text)
    if rule.keywords:
        word = next((word for word in rule.keywords if word in folded), None)
        none = f"none of {', '.join(rule.keywords)} in the text"
        yield Step("keywords", word is not None, f"{word!r} in the text" if word else none)
    for pattern in rule.all:
        words = _words(rulebook, pattern, text, folded)
        yield Step("all", words is not None, _said(words, pattern))
    if rule.any:
        tried = ((pattern, _words(rulebook, pattern, text, folded)) for pattern in rule.any)
        pattern, words = next((each for each in tried if each[1] is not None), (" or ".join(rule.any), None))
        yield Step("any", words is not None, _said(words, pattern))
    for pattern in rule.unless:
        words = _words(rulebook, pattern, text, folded)
        yield Step("unless", words is None, _said(words, pattern))


def _said(words: str | None, pattern: str) -> str:
    return f"no match for {pattern}" if words is None else f"{words!r} matches {pattern}"


def _words(rulebook: Rulebook, pattern: str, text: str, folded: str) -> str | None:
    """The words of the text that a pattern matches; nothing where it matches none."""
    found = rulebook.pattern(pattern).search(folded)
    if not found:
        return None
    start, end = found.span()
    return text[start:end]


def _heard(rulebook: Rulebook, rule: Rule, hits: tuple[Hit, ...]) -> Step:
    if any(hit.rule.id == rule.id for hit in hits):
        return Step("heard", True, "no rule of a higher layer answers in its place")
    if rule.layer and rulebook.stopped:
        return Step("budget", False, "rules above core had read all that a run may spend")
    louder = [hit.rule for hit in hits if hit.rule.label in ANSWERS or hit.rule.label == "noise"]
    top = max(louder, key=lambda each: each.layer)
    return Step("layer", False, f"{top.id} ({top.where}) answers in its place")
