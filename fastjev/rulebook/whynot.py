"""Where a rule stopped on a text."""

from typing import NamedTuple

from fastjev.rulebook.book import ANSWERS, Rule, Rulebook, admits, language


class Miss(NamedTuple):
    """The first condition that did not hold."""

    at: str
    """speaker, kind, tool, lang, max_chars, keywords, all, any, unless, layer or budget."""
    detail: str


def why_not(rulebook: Rulebook, rule: Rule, text: str, *, speaker: str, kind: str, tool: str = "") -> Miss | None:
    """Where `rule` stopped on `text`; nothing if it fired and was heard."""
    if not admits(rule, len(text), speaker, kind, language(text), tool):
        return _condition(rule, len(text), speaker, kind, language(text), tool)
    folded = rulebook.fold(text)
    if rule.keywords and not any(word in folded for word in rule.keywords):
        return Miss("keywords", f"none of {', '.join(rule.keywords)} in the text")
    for pattern in rule.all:
        if not rulebook.pattern(pattern).search(folded):
            return Miss("all", f"no match for {pattern}")
    if rule.any and not any(rulebook.pattern(pattern).search(folded) for pattern in rule.any):
        return Miss("any", f"no match for {' or '.join(rule.any)}")
    for pattern in rule.unless:
        if found := rulebook.pattern(pattern).search(folded):
            start, end = found.span()
            return Miss("unless", f"{text[start:end]!r} matches {pattern}")
    heard = rulebook.match(text, speaker=speaker, kind=kind, tool=tool)
    if any(hit.rule.id == rule.id for hit in heard):
        return None
    if rule.layer and rulebook.stopped:
        return Miss("budget", "rules above core had read all that a run may spend")
    louder = [hit.rule for hit in heard if hit.rule.label in ANSWERS or hit.rule.label == "noise"]
    top = max(louder, key=lambda each: each.layer)
    return Miss("layer", f"{top.id} ({top.where}) answers in its place")


def _condition(rule: Rule, length: int, speaker: str, kind: str, lang: str, tool: str) -> Miss:
    given = {"speaker": speaker, "kind": kind, "lang": lang, "tool": tool or "none"}
    wanted = {"speaker": rule.speakers, "kind": rule.kinds, "lang": rule.langs, "tool": rule.tools}
    for name, values in wanted.items():
        if values and given[name] not in values:
            return Miss(name, f"{given[name]}, not {' or '.join(values)}")
    return Miss("max_chars", f"{length} characters; {rule.max_chars} at most")
