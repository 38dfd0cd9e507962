"""Who decides labels: rules, the classifier, or both. What cuts and links units is the same for all three."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastjev.datatypes import Unit, Verdict
from fastjev.model import Models
from fastjev.model.classifier import Classifier, Reading
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import judge

RULES, MODEL, BOTH = "rules", "model", "both"
DECIDE = (RULES, MODEL, BOTH)


@dataclass(frozen=True, slots=True)
class Alone(Classifier):
    """A classifier whose word is the last on every unit; what rules say is among what it looks at, as in training."""

    rulebook: Rulebook
    policy: Policy

    def over(self, units: Sequence[Unit], verdicts: Sequence[Verdict]) -> Reading:
        """A reading of one conversation; `verdicts` are of rules that have no vote."""
        return Classifier.over(self, units, tuple(judge(unit, self.rulebook, self.policy) for unit in units))


def voices(decide: str, rulebook: Rulebook, policy: Policy, models: Models) -> tuple[Rulebook, Models]:
    """The rules that vote, and the models that are asked, for one of `DECIDE`. The models hold a classifier."""
    if decide == RULES:
        return rulebook, models._replace(labels=None)
    if decide == BOTH:
        return rulebook, models
    assert models.labels, models
    return rulebook.cues(), models._replace(labels=Alone(models.labels.weights, rulebook, policy))
