"""What every pass sees: the whole conversation, its units and verdicts, and the decisions so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from fastjev import model
from fastjev.ask import Model
from fastjev.carried import carried
from fastjev.datatypes import Conversation, Decision, Unit, Verdict
from fastjev.labels import Label, Speaker
from fastjev.model import needed
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.recent import recent


@dataclass(frozen=True)
class Scene:
    """The inputs of resolution. Units, verdicts and decisions share their positions."""

    conversation: Conversation
    units: tuple[Unit, ...]
    verdicts: tuple[Verdict, ...]
    rulebook: Rulebook
    policy: Policy
    asks: Model = field(default_factory=model.default)
    """The questions about tool exchanges."""
    needs: Model = field(default_factory=needed.default)
    """The question about words of their results."""
    ends: Model | None = None
    """The question whether a later statement ends an earlier one; None: the shipped one."""
    stands: Model | None = None
    """The question what became of a statement as a choice; None: the shipped one."""

    @cached_property
    def of_message(self) -> dict[int, tuple[int, ...]]:
        """Positions of the units of each message, in order."""
        found: dict[int, list[int]] = {}
        for position, unit in enumerate(self.units):
            found.setdefault(unit.message, []).append(position)
        return {message: tuple(positions) for message, positions in found.items()}

    @cached_property
    def carried(self) -> frozenset[int]:
        """Positions of units that come from a skeleton's line."""
        messages = self.conversation.messages
        return frozenset(p for p, unit in enumerate(self.units) if carried(messages[unit.message].via))

    @cached_property
    def fresh(self) -> frozenset[str]:
        """Ids of the units that do not."""
        return frozenset(unit.id for position, unit in enumerate(self.units) if position not in self.carried)

    @cached_property
    def recent(self) -> frozenset[int]:
        """Indexes of the messages that are left verbatim."""
        return frozenset(message.index for message in recent(self.conversation, self.policy))

    def cued(self, position: int, cue: str) -> bool:
        """Whether the unit carries a cue of resolution."""
        return cue in self.verdicts[position].cues

    def human(self, position: int) -> bool:
        """Whether a human wrote the unit."""
        return self.units[position].speaker == Speaker.HUMAN

    def prose(self, position: int) -> bool:
        """Whether the unit is running text or a list item, not something pasted."""
        return self.units[position].kind in ("prose", "item")


Decisions = tuple[Decision, ...]
Pass = Callable[[Scene, Decisions], Decisions]


def change(decision: Decision, name: str, **fields: Any) -> Decision:
    """The decision with fields changed and the pass's name added to its reasons."""
    return replace(decision, because=(*decision.because, name), **fields)


def changed(decisions: Decisions, changes: dict[int, Decision]) -> Decisions:
    """The decisions with those at some positions exchanged."""
    return (
        tuple(changes.get(position, decision) for position, decision in enumerate(decisions)) if changes else decisions
    )


def doubted(decision: Decision) -> bool:
    """Whether no rule gave it its label, but doubt or a model: what the talk says of it then counts for more."""
    return "doubt" in decision.because or any(by.startswith("model:labels") for by in decision.because[:1])


def positions(decisions: Sequence[Decision], label: Label) -> list[int]:
    """Positions of the decisions of one label, in order."""
    return [position for position, decision in enumerate(decisions) if decision.label == label]


def before(scene: Scene, position: int) -> str:
    """The words of a message before a unit in its line, as many as an answer has."""
    unit = scene.units[position]
    text = scene.conversation.messages[unit.message].text
    start = text.rfind("\n", 0, unit.span.start + 1) + 1
    return text[max(start, unit.span.start - scene.policy.answer_chars) : unit.span.start]
