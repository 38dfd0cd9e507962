"""Who votes on labels: rules, the classifier, or both. What cuts and links units is the same for all three."""

from fastjev.errors import UsageError
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import Model

RULES, MODEL, BOTH = "rules", "model", "both"
DECIDE = (RULES, MODEL, BOTH)


def shipped() -> Model | None:
    """The classifier that travels with fastjev; there is none yet."""
    return None


def voices(decide: str, rulebook: Rulebook, model: Model | None) -> tuple[Rulebook, Model | None]:
    """The rules and the model that vote. Without a model `both` is the rules alone. Raises: UsageError for `model`."""
    if decide == RULES:
        return rulebook, None
    if decide == BOTH:
        return rulebook, model
    if model is None:
        raise UsageError("--decide model: no trained classifier is here to ask; decide by rules")
    return rulebook.cues(), model
