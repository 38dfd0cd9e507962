"""Whether a later statement is about one of several things that a rule says at once, so that the rest stands."""

from fastjev.datatypes import Span
from fastjev.labels import Label
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.slots import lexicon
from fastjev.stages.sentences import clauses


def partly(about: About, new: int, old: int) -> bool:
    """Whether the rule binds by several clauses, and the later statement leaves one of them be.

    A new value is about the clauses that have one of its kind; other words are about those that share a name with them.
    """
    text, said = about.scene.units[old].text, about.wide(new)
    kinds = {kind for kind, _ in about.valued(about.text(new))}
    parts = (span.of(text) for span in clauses(text, Span(0, len(text))))
    binding = [part for part in parts if _binds(about.scene, old, part)]
    touched = [
        not kinds.isdisjoint(kind for kind, _ in about.valued(part)) if kinds else about.mentioned(part) & said.names
        for part in binding
    ]
    return len(binding) > 1 and any(touched) and not all(touched)


def _binds(scene: Scene, position: int, clause: str) -> bool:
    """Whether a clause of a unit binds by itself: it tells a value, or a rule calls it a constraint."""
    if lexicon(scene.rulebook).slots(clause).values:
        return True
    hits = scene.rulebook.match(clause.strip(), speaker=scene.units[position].speaker, kind="prose")
    return any(hit.rule.label == Label.CONSTRAINT and hit.rule.weight >= scene.policy.act_weight for hit in hits)
