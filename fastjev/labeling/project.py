"""The rules and models of a project, loaded when they are first asked for and not before: a screen is there sooner."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fastjev.model import Models
    from fastjev.rulebook import Rulebook


class Project(NamedTuple):
    """Where labels are kept, and what fastjev thinks there."""

    root: Path
    rules: tuple[Path, ...]
    """Files above all layers."""
    rulebook: "Callable[[], Rulebook]"
    """Raises: RuleError for core and `rules`."""
    models: "Callable[[], Models]"
    """The project's own, else the shipped ones. Raises: ModelError for a shipped one."""
    refused: Callable[[], tuple[str, ...]]
    """What was left out of that which was loaded, and why."""


def project(root: Path, rules: tuple[Path, ...]) -> Project:
    """The project at a folder, with these rules above all others."""

    @cache
    def rulebook() -> "Rulebook":
        from fastjev.rulebook import load

        return load(root, rules)

    @cache
    def models() -> "Models":
        from fastjev.model import of, shipped

        return of(root) or shipped()

    def refused() -> tuple[str, ...]:
        of_rules = rulebook().refused if rulebook.cache_info().currsize else ()
        return (*of_rules, *(models().refused if models.cache_info().currsize else ()))

    return Project(root, rules, rulebook, models, refused)
