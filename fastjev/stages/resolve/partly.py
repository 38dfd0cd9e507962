"""Whether a later statement is about one of several things that a rule says at once, so that the rest stands."""

from fastjev.datatypes import Span
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.sentences import clauses


def partly(about: About, new: int, old: int) -> bool:
    """Whether the rule binds by several clauses, and the later statement leaves one of them be.

    A new value is about the clauses that have one of its kind, and about those with a name of its own that no such
    clause has; other words are about those that share a name with them.
    """
    text, said = about.scene.units[old].text, about.wide(new).names
    kinds = {kind for kind, _ in about.valued(about.text(new))}
    parts = (span.of(text) for span in clauses(text, Span(0, len(text))))
    binding = [part for part in parts if _binds(about.scene, part)]
    valued = [part for part in binding if not kinds.isdisjoint(kind for kind, _ in about.valued(part))]
    told = frozenset().union(*(about.mentioned(part) for part in valued))
    left = [part for part in binding if part not in valued and not (about.mentioned(part) - told) & said]
    return len(binding) > 1 and 0 < len(left) < len(binding)


def _binds(scene: Scene, clause: str) -> bool:
    """Whether a clause tells a value, or forbids, and does not give a reason."""
    return scene.rulebook.phrases.holds("stands_alone", scene.rulebook.fold(clause))
