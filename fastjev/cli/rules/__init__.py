"""`fastjev rules`: everything that people do with rules."""

import click

from fastjev.cli import Lazy, LazyGroup

COMMANDS = {
    "init": Lazy("fastjev.cli.rules.init:init", "Write a first rule file for this project, with its tests."),
    "list": Lazy("fastjev.cli.rules.list:list_", "List the rules in force, layer by layer, and those switched off."),
    "show": Lazy("fastjev.cli.rules.show:show", "Show one rule: patterns, tests, where it stands, what changed it."),
    "test": Lazy("fastjev.cli.rules.test:test", "Run the tests inside rules against all rules together."),
    "lint": Lazy("fastjev.cli.rules.lint:lint", "Check rule files: errors and traps, with their place."),
    "add": Lazy("fastjev.cli.rules.add:add", "Draft a rule from a sentence and show what it would change."),
    "suggest": Lazy("fastjev.cli.rules.suggest:suggest", "Find phrases of these sessions that no rule covers."),
    "coverage": Lazy("fastjev.cli.rules.coverage:coverage", "Count what each rule hits, wins and gets wrong."),
    "conflicts": Lazy("fastjev.cli.rules.conflicts:conflicts", "Show where rules of two labels meet."),
    "diff": Lazy("fastjev.cli.rules.diff:diff", "Show what two sets of rules decide differently."),
    "tune": Lazy("fastjev.cli.rules.tune:tune", "Propose a change to one rule that mends its mistakes."),
    "schema": Lazy("fastjev.cli.rules.schema:schema", "Print the JSON Schema of rule files, for editors."),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def rules() -> None:
    """Add, change, switch off, test and understand rules.

    Layers from the weakest to the strongest: core, packs, your own, the project's .fastjev/rules/*.yaml, its
    .fastjev/rules.local.yaml, and --rules FILE.
    """
