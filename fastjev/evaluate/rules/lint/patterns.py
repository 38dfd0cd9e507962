"""Patterns that hold of everything, that nothing tries, that stand twice; fragments that nothing names."""

from collections.abc import Iterator, Sequence

from fastjev.evaluate.rules.lint.alternatives import alternatives
from fastjev.evaluate.rules.lint.desk import Desk, Finding, Written
from fastjev.labels import Label
from fastjev.rulebook.macros import NAMED
from fastjev.rulebook.pattern import MARK
from fastjev.rulebook.places import CORE
from fastjev.rulebook.rule import ANSWERS

_SHOWN = 3
"""Alternatives that a warning names; the others are counted."""
_SHOWN_CHARS = 40
"""Characters of each."""
_YES = frozenset(("confirm", "assent", "right"))
"""Answers that agree with each other."""


def empty(desk: Desk) -> Iterator[Finding]:
    """Patterns that hold of any text, since they match nothing at all."""
    for written in desk.patterns():
        source = desk.source(written.pattern)
        if source and not source.startswith(MARK) and desk.fires(source, [""]):
            said = f"{written.name} matches the empty string, so it holds of every text; make a part of it required"
            yield desk.finding(written.path, said, rule=written.rule.id)


def untried(desk: Desk) -> Iterator[Finding]:
    """Patterns, and alternatives of patterns, that no test of their rule makes use of."""
    for written in desk.patterns():
        tests = written.rule.tests
        kind, texts = ("no_match", tests.no_match) if written.part == "unless" else ("match", _won(written))
        ways = [(name, desk.source(pattern)) for name, pattern in alternatives(written.pattern)]
        idle = [name for name, source in ways if source and not desk.fires(source, texts)]
        if idle and len(idle) == len(ways):
            said = f"{written.name} fires on no {kind} text; add one, or drop the pattern"
            yield desk.finding(written.path, said, rule=written.rule.id)
        elif idle:
            said = f"{written.name}: no {kind} text has {_listed(idle)}; add one for each, or drop them"
            yield desk.finding(written.path, said, rule=written.rule.id)


def _won(written: Written) -> list[str]:
    tests = written.rule.tests
    return [*tests.match, *(win.text for win in tests.wins if win.label == written.rule.label)]


def _listed(names: Sequence[str]) -> str:
    shown = [name if len(name) <= _SHOWN_CHARS else name[: _SHOWN_CHARS - 1] + "…" for name in names[:_SHOWN]]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(f"'{name}'" for name in shown) + more


def macros(desk: Desk) -> Iterator[Finding]:
    """Fragments that no pattern names. Those of core serve all of core."""
    files = [desk.file]
    if desk.file.source.layer == CORE:
        files = [file for file in desk.merged.files if file.source.layer == CORE]
    texts = [written.pattern.text for file in files for written in Desk(file, desk.merged, desk.rulebook).patterns()]
    texts += [text for file in files for text in file.said.macros.values()]
    named = {name for text in texts if text for name in NAMED.findall(text)}
    for name in desk.file.said.macros:
        if name not in named:
            said = f"no pattern names the macro {{{name}}}; use it in a text: pattern, or drop it"
            yield desk.finding(["macros", name], said)


def same(desks: Sequence[Desk]) -> Iterator[Finding]:
    """Alternatives that two rules of different labels share, in any of the files."""
    first: dict[tuple[str, str], Written] = {}
    for desk in desks:
        for written in desk.patterns():
            if written.part != "unless":
                yield from _shared(desk, written, first)


def _shared(desk: Desk, written: Written, first: dict[tuple[str, str], Written]) -> Iterator[Finding]:
    for name, pattern in alternatives(written.pattern):
        source = desk.source(pattern)
        others = [first.setdefault((source, speaker), written) for speaker in written.rule.when.speakers if source]
        if other := next((each.rule for each in others if _contradict(each.rule.label, written.rule.label)), None):
            told = f"{other.id} ({other.label})"
            said = f"{written.name}: {_listed([name])} is {told} as well as {written.rule.label}; keep one of them"
            yield desk.finding(written.path, said, rule=written.rule.id)


def _contradict(one: str, other: str) -> bool:
    """Whether a text is never both: two labels, or two answers that do not agree."""
    labels, answers = ({one, other} <= kind for kind in (frozenset(Label), ANSWERS))
    return one != other and (labels or (answers and not {one, other} <= _YES))
