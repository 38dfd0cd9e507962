"""What an override makes of a rule."""

from fastjev.rulebook.schema import Override, Rule


def overridden(rule: Rule, override: Override) -> Rule:
    """The rule with an override's values and, after its own, its patterns and tests.

    What the override's tests say of a text replaces what was said of it.
    """
    values = {name: value for name, value in override.set if value is not None and name != "max_chars"}
    when, add = rule.when, override.add
    conditions: dict[str, object] = {
        "all": [*when.all, *add.all],
        "any": [*when.any, *add.any],
        "unless": [*when.unless, *add.unless],
    }
    if override.set.max_chars is not None:
        conditions["max_chars"] = override.set.max_chars
    mine, said = rule.tests, add.tests
    anew = {*said.match, *said.no_match, *said.todo}
    tests = mine.model_copy(
        update={
            "match": [*(text for text in mine.match if text not in anew), *said.match],
            "no_match": [*(text for text in mine.no_match if text not in anew), *said.no_match],
            "todo": [*(text for text in mine.todo if text not in anew), *said.todo],
            "wins": [*(win for win in mine.wins if win.text not in {win.text for win in said.wins}), *said.wins],
        }
    )
    return rule.model_copy(update={**values, "when": when.model_copy(update=conditions), "tests": tests})
