"""`fastjev rules test`: the tests inside rules, against all rules together."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from fastjev.cli.options import rules_option
from fastjev.cli.paint import line, put
from fastjev.cli.rules.layers import headline, read_layers
from fastjev.cli.tables import flat, heading
from fastjev.errors import RuleError
from fastjev.jsontext import dump

if TYPE_CHECKING:
    from fastjev.evaluate.rules.examination import Examination
    from fastjev.evaluate.rules.trials import Outcome
    from fastjev.rulebook.merge import Merged


@click.command("test")
@click.option("--all", "everything", is_flag=True, help="The tests of core count, too.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON.")
@rules_option
@click.pass_context
def test(ctx: click.Context, everything: bool, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Run the tests inside rules against all rules together.

    Those above core; core's own where nothing stands above it. A match fires (不要动 main 分支, "never touch
    main"), a no_match does not (要不要动？, "should we?"), a wins gets its label, a todo is a known miss. What
    your rules change among core's tests is listed apart. Ends with 1 where a test fails or there is none, with 4
    where a file is refused.
    """
    from fastjev.evaluate.rules.examination import examine

    layers = read_layers(rules)
    found = examine(layers, everything=everything)
    if as_json:
        click.echo(dump(_tree(layers, found)).encode())
    else:
        put(_lines(layers, found))
    said = _next(layers, found)
    if layers.refusals:
        ctx.exit(_said(said, RuleError.exit_code))
    ctx.exit(_said(said, 1 if found.failed or not (found.outcomes or found.shifted or layers.off) else 0))


def _said(text: str, code: int) -> int:
    click.echo(f"next: {text}", err=True)
    return code


def _next(layers: "Merged", found: "Examination") -> str:
    if layers.refusals or found.overruled:
        return "fastjev rules lint"
    if found.failed:
        return f"fastjev rules show {found.failed[0].entry.rule.id}"
    if not found.outcomes:
        return "fastjev rules init"
    return "fastjev rules lint, then fastjev rules coverage last"


def _lines(layers: "Merged", found: "Examination") -> Iterator[Text]:
    yield from headline(layers)
    yield _summary(found, touched=bool(found.shifted or layers.off))
    for refusal in layers.refusals:
        yield heading("refused", refusal.source.name)
        yield from (Text(flat(each), "red") for each in refusal.said.splitlines())
    if found.failed:
        yield heading("failed", f"{len(found.failed)}")
        yield from _outcomes(found.failed, "bold red")
    if found.shifted:
        yield heading("your rules change these core tests", f"{len(found.shifted)}: not failures")
        yield from _outcomes(found.shifted, "yellow")
    if found.overruled:
        from fastjev.evaluate.rules.lint.effects import said_of

        yield heading("warnings", f"{len(found.overruled)}")
        for entry, loss in found.overruled:
            yield Text.assemble((entry.rule.id, "bold"), f"  {flat(entry.where)}  {said_of(entry.rule, loss)}")


def _summary(found: "Examination", *, touched: bool) -> Text:
    if not found.outcomes and touched:
        return Text("no rule above core brings a test; what the files change of core stands apart", "bold yellow")
    if not found.outcomes:
        return Text("nothing to test: no rule in force brings a test", "bold red")
    tested = Counter(outcome.entry.rule.id for outcome in found.outcomes)
    todo = sum(outcome.kind == "todo" and outcome.passed for outcome in found.outcomes)
    passed = sum(outcome.passed for outcome in found.outcomes) - todo
    verdict = (f"{len(found.failed)} failed", "bold red") if found.failed else ("0 failed", "bold green")
    known = f", {todo} todo (known misses)" if todo else ""
    counted = f"{len(found.outcomes)} tests of {len(tested)} rule{'s' * (len(tested) != 1)}"
    return Text.assemble(f"{counted}: {passed} passed, ", verdict, known)


def _outcomes(outcomes: "Sequence[Outcome]", style: str) -> Iterator[Text]:
    for each in outcomes:
        yield Text.assemble((each.entry.rule.id, "bold"), f"  {flat(each.entry.where)}")
        yield Text.assemble(f"  {each.kind:<9}", line(each.text))
        yield Text.assemble("  ", (f"{'':<9}", ""), ("✗ ", style), line(each.said))


def _tree(layers: "Merged", found: "Examination") -> dict[str, Any]:
    return {
        "schema": "fastjev.rules-test/1",
        "tests": len(found.outcomes),
        "todo": sum(outcome.kind == "todo" and outcome.passed for outcome in found.outcomes),
        "failed": [_told(outcome) for outcome in found.failed],
        "core": {"tests": found.core, "changed": [_told(outcome) for outcome in found.shifted]},
        "never_win": [
            {"id": entry.rule.id, "where": entry.where, "by": loss.by, "label": loss.label, "weight": loss.weight}
            for entry, loss in found.overruled
        ],
        "refused": [line for refusal in layers.refusals for line in refusal.said.splitlines()],
    }


def _told(outcome: "Outcome") -> dict[str, str]:
    return {
        "id": outcome.entry.rule.id,
        "where": outcome.entry.where,
        "kind": outcome.kind,
        "text": outcome.text,
        "said": outcome.said,
    }
