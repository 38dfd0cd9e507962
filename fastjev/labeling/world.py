"""The desk of a set in earnest: acts go to its files, votes and rules come from the project."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from fastjev.labeling import guide, sets
from fastjev.labeling.desk import Desk
from fastjev.labeling.items import Item
from fastjev.labeling.project import Project
from fastjev.labeling.sets import Set
from fastjev.labeling.state import Opinion

if TYPE_CHECKING:
    from fastjev.labeling.drafts import Drafter


def desk(set: Set, project: Project, lang: str) -> Desk:
    """Of a set in a project; `lang`: of the guide. Nothing is loaded before somebody asks for it."""

    @cache
    def votes() -> Callable[[Item, Sequence[Item]], Opinion]:
        from fastjev.labeling.opinions import asker
        from fastjev.policy import DEFAULT

        return asker(project.rulebook(), DEFAULT, project.models())

    @cache
    def rule() -> "Drafter":
        from fastjev.labeling.drafts import drafter

        return drafter(project.root, project.rulebook())

    return Desk(
        save=lambda act: sets.append(set, act),
        opinion=lambda item, near: votes()(item, near),
        draft=lambda item, label: rule().draft(item, label),
        write=lambda item, label, why: rule().write(item, label, why),
        page=lambda name: guide.page(name, lang),
    )
