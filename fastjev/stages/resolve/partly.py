"""Whether a later statement is about one of several things that a rule says at once, so that the rest stands."""

from fastjev.datatypes import Span
from fastjev.labels import Label
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.slots import lexicon
from fastjev.stages.sentences import clauses


def partly(about: About, new: int, old: int) -> bool:
    """Whether the rule binds by several clauses, and the later statement has nothing in common with one of them.

    In common is a name, or a value of the same kind.
    """
    scene, said = about.scene, about.wide(new)
    text, kinds = scene.units[old].text, {kind for kind, _ in said.values}
    parts = (span.of(text) for span in clauses(text, Span(0, len(text))))
    binding = [part for part in parts if _binds(scene, old, part)]
    return len(binding) > 1 and any(
        not about.mentioned(part) & said.names and kinds.isdisjoint(kind for kind, _ in about.told(part))
        for part in binding
    )


def _binds(scene: Scene, position: int, clause: str) -> bool:
    """Whether a clause of a unit binds by itself: it tells a value, or a rule calls it a constraint."""
    if lexicon(scene.rulebook).slots(clause).values:
        return True
    hits = scene.rulebook.match(clause.strip(), speaker=scene.units[position].speaker, kind="prose")
    return any(hit.rule.label == Label.CONSTRAINT and hit.rule.weight >= scene.policy.settle_weight for hit in hits)
