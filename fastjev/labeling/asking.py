"""In which order a set is asked, and whether a model learns beside it; neither is loaded where nobody asks for it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev.errors import UsageError
from fastjev.labeling.answers import Answers
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.project import Project

if TYPE_CHECKING:
    from fastjev.labeling.following import Following, Reorder
    from fastjev.labeling.order import Shares, Verdicts

_BY_VERDICT = ("disagree", "doubt", "misses")
"""Orders that go by what rules and model say of every unit."""
_BY_MODEL = ("uncertain", "disagree", "doubt")
"""Orders that change with what was learned."""


def order(
    how: str,
    task: str,
    items: Sequence[Item],
    seed: int,
    project: Project,
    misses: Path | None = None,
) -> "Reorder | None":
    """How units are asked; nothing for reading order. `misses`: a file of `fastjev misses`, whose units come first.

    Raises: UsageError where a task has no such order; ReadError for what is no such file.
    """
    if misses and how != "misses":
        raise UsageError(f"--misses is for --order misses, not for {how}")
    if how == "file":
        return None
    if task != "class":
        raise UsageError(f"--order {how} is for --task class; {task} is asked in reading order")
    from fastjev.labeling.order import listed, ordered

    votes = _verdicts(items, project) if how in _BY_VERDICT else {}
    named = listed(misses, items) if misses else ()

    def made(answers: Answers, shares: "Shares") -> tuple[str, ...]:
        return ordered(items, answers, how, seed, shares, votes, named)

    return made


def _verdicts(items: Sequence[Item], project: Project) -> "Verdicts":
    from fastjev.labeling.talk import verdicts
    from fastjev.policy import DEFAULT

    return verdicts(items, project.rulebook(), DEFAULT, project.models())


def learner(
    how: str, task: str, items: Sequence[Item], order: "Reorder | None", project: Project
) -> "Following | None":
    """One that learns, where the order goes by a model or a holdout can say how well it does."""
    held = any(item.split == HOLDOUT for item in items)
    if task != "class" or not (held or how in _BY_MODEL):
        return None
    from fastjev.labeling.following import Following
    from fastjev.labeling.learn import Learner

    return Following(Learner(items, project.root, project.rules), order if how in _BY_MODEL else None)
