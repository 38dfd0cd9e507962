"""The words a unit can be called by, and what can happen to it. Imports nothing."""

from enum import StrEnum


class Speaker(StrEnum):
    """Who really said it. Role `user` does not prove a human."""

    HUMAN = "human"
    ASSISTANT = "assistant"
    TOOL = "tool"
    HARNESS = "harness"
    """Wrappers, reminders, hook text, summaries, skill bodies: the client speaking."""


class Label(StrEnum):
    """What a unit is."""

    CONSTRAINT = "constraint"
    """What the human requires or forbids for later work."""
    DECISION = "decision"
    """A choice between options."""
    FACT = "fact"
    """A concrete, checkable piece: path, value, version, error, cause."""
    PROCESS = "process"
    """What was asked, done or discussed on the way."""
    NOISE = "noise"
    """Thanks, acknowledgement, filler."""
    UNSURE = "unsure"
    """Nobody knows yet. Kept."""


class Action(StrEnum):
    """What happens to a unit's text. Nothing is ever just dropped."""

    KEEP = "keep"
    CAP = "cap"
    FOLD = "fold"
    STUB = "stub"


class Status(StrEnum):
    """Where a unit stands after all that came later."""

    ACTIVE = "active"
    FINAL = "final"
    OVERRIDDEN = "overridden"
    REJECTED = "rejected"
    DEFERRED = "deferred"
    PROPOSED = "proposed"
    DEPRECATED = "deprecated"
    CONFLICT = "conflict"
    POSSIBLE_CONFLICT = "possible_conflict"


class Zone(StrEnum):
    """The parts of a skeleton, in the order they are shown."""

    CONSTRAINTS = "constraints"
    FACTS = "facts"
    DECISIONS = "decisions"
    PROCESS = "process"
    DEPRECATED_CONSTRAINTS = "deprecated_constraints"


class Outcome(StrEnum):
    """What a compaction came to."""

    DONE = "done"
    NOTHING_LEFT = "nothing left"
    """Nothing could be taken out any more."""
    OVER_BUDGET = "over budget"
    """What must stay is more than was asked for."""
    TRIMMED = "trimmed"
    """Large results alone were cut, and no skeleton was written."""
    FAILED = "failed"
    """The history stays as it was."""
