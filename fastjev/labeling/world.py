"""The desk of a set in earnest: acts go to its files, votes and rules come from the project.

Rules and models take longer to load than the screen, so they are loaded when somebody first asks for votes or a rule.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev.labeling import guide, sets
from fastjev.labeling.desk import Desk
from fastjev.labeling.items import Item
from fastjev.labeling.sets import Set
from fastjev.labeling.state import Opinion

if TYPE_CHECKING:
    from fastjev.labeling.drafts import Drafter
    from fastjev.rulebook import Rulebook


def desk(set: Set, items: tuple[Item, ...], root: Path, rules: tuple[Path, ...], lang: str) -> Desk:
    """Of a set in a project. `rules`: those above all others; `lang`: of the guide."""

    @cache
    def book() -> "Rulebook":
        from fastjev.rulebook import load

        return load(root, rules)

    @cache
    def votes() -> Callable[[Item], Opinion]:
        from fastjev.labeling.opinions import asker
        from fastjev.model import of, shipped
        from fastjev.policy import DEFAULT

        return asker(items, book(), DEFAULT, of(root) or shipped())

    @cache
    def rule() -> "Drafter":
        from fastjev.labeling.drafts import drafter

        return drafter(root, book())

    return Desk(
        save=lambda act: sets.append(set, act),
        opinion=lambda item: votes()(item),
        draft=lambda item, label: rule().draft(item, label),
        write=lambda item, label, why: rule().write(item, label, why),
        page=lambda name: guide.page(name, lang),
    )
