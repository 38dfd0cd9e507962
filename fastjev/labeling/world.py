"""What surrounds a session in earnest: words come into a set, acts go to its files, votes come from the project."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from fastjev.deliver import fetch
from fastjev.labeling import guide, sets
from fastjev.labeling.desk import Desk
from fastjev.labeling.drafts import Drafter, drafter
from fastjev.labeling.items import Item
from fastjev.labeling.opinions import asker
from fastjev.labeling.sets import Set
from fastjev.labeling.state import Opinion
from fastjev.labels import Speaker
from fastjev.model import Models, of, shipped
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.rulebook import Rulebook, load
from fastjev.stages.segment import segment


def project_rules(root: Path, rules: tuple[Path, ...]) -> Rulebook:
    """Those in force in a project, and those that were named. Raises: RuleError for core and `rules`."""
    return load(root, rules)


def project_models(root: Path) -> Models:
    """The project's own, else the shipped ones. Raises: ModelError."""
    return of(root) or shipped()


def take_in(
    set: Set,
    sessions: Iterable[str],
    rulebook: Rulebook,
    models: Models,
    *,
    holdout: int,
    seed: int,
    assistant: bool,
) -> int:
    """Put sessions into a set, cut into units; how many are new in it. Raises: ReadError, UsageError, OSError."""
    before = after = len(sets.items(set))
    speakers = (Speaker.HUMAN, Speaker.ASSISTANT) if assistant else (Speaker.HUMAN,)
    for session in sessions:
        source = fetch(session)
        conversation = read(source.raw, source.name)
        rulebook.start(DEFAULT.stranger_chars)
        units = segment(conversation, rulebook, DEFAULT, models.opens)
        after = len(sets.make(set, conversation, units, holdout=holdout, seed=seed, speakers=speakers))
    return after - before


def desk(set: Set, items: tuple[Item, ...], root: Path, rules: tuple[Path, ...], lang: str) -> Desk:
    """Of a set in a project. Rules and models are read when somebody first asks for votes or a rule."""

    @cache
    def book() -> Rulebook:
        return project_rules(root, rules)

    @cache
    def asked() -> Callable[[Item], Opinion]:
        return asker(items, book(), DEFAULT, project_models(root))

    @cache
    def rule() -> Drafter:
        return drafter(root, book())

    return Desk(
        save=lambda act: sets.append(set, act),
        opinion=lambda item: asked()(item),
        draft=lambda item, label: rule().draft(item, label),
        write=lambda item, label, why: rule().write(item, label, why),
        page=lambda name: guide.page(name, lang),
    )
