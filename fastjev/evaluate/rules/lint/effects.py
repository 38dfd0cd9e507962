"""What a file says without effect: rules that never win, disables and overrides that change nothing."""

from collections.abc import Iterator

from fastjev.evaluate.rules.lint.desk import Desk, Finding
from fastjev.evaluate.rules.winners import Loss, overruled
from fastjev.labels import Label
from fastjev.rulebook.merge import Change
from fastjev.rulebook.schema import Override, Rule


def never_wins(desk: Desk) -> Iterator[Finding]:
    """Rules of the file of which another one decides every `match` text."""
    for n, rule in enumerate(desk.file.said.rules):
        entry = desk.merged.entries.get(rule.id)
        if entry and entry.rule.status != "retired" and (loss := overruled(entry.rule, desk.rulebook)):
            yield desk.finding(["rules", n, "weight"], said_of(entry.rule, loss), rule=rule.id)


def said_of(rule: Rule, loss: Loss) -> str:
    """The loss and what to do about it, in a line."""
    if loss.by.startswith("gate:"):
        return f"never wins on its own match texts: {loss.by} decides them; ask for another speaker or kind"
    told = f"{loss.by} ({loss.label} {loss.weight:.2f}) does"
    return f"never wins on its own match texts, {told}; {_cure(rule, loss)}, or drop it"


def _cure(rule: Rule, loss: Loss) -> str:
    if rule.weight <= loss.weight:
        return f"raise its weight above {loss.weight:.2f}"
    if rule.label in (Label.NOISE, Label.PROCESS):
        return "force: true lets it win over a constraint"
    return f"nothing that {' or '.join(rule.when.speakers)} says is a {rule.label} by itself: ask for another speaker"


def no_effect(desk: Desk) -> Iterator[Finding]:
    """Entries under `disable:` and `override:` that leave everything as it was."""
    for n, disabled in enumerate(desk.file.said.disable):
        off = desk.merged.off.get(disabled.id)
        if off and off.entry.rule.status == "retired":
            yield desk.finding(["disable", n], "is retired already; drop this entry", rule=disabled.id)
    for n, override in enumerate(desk.file.said.override):
        for path, said in _idle(desk, n, override):
            yield desk.finding(["override", n, *path], said, rule=override.id)


def _idle(desk: Desk, n: int, override: Override) -> Iterator[tuple[list[str | int], str]]:
    if off := desk.merged.off.get(override.id):
        yield ["id"], f"is switched off at {off.where}, so this changes nothing; drop one of the two"
    change = _change(desk, n, override)
    if not change:
        return
    for name, value in override.set:
        old = change.before.when.max_chars if name == "max_chars" else getattr(change.before, name)
        if value is not None and value == old:
            yield ["set", name], f"{name} is {value} already; drop it"
    when = change.before.when
    for part, old_ones in (("all", when.all), ("any", when.any), ("unless", when.unless)):
        there = {desk.source(pattern) for pattern in old_ones}
        for k, pattern in enumerate(getattr(override.add, part)):
            if desk.source(pattern) in there:
                yield ["add", part, k], f"{part}: the rule has this pattern already; drop it"


def _change(desk: Desk, n: int, override: Override) -> Change | None:
    where = f"{desk.file.source.name}:{desk.file.document.place(['override', n]).line}"
    entry = desk.merged.entries.get(override.id)
    return next((change for change in entry.changes if change.where == where), None) if entry else None
