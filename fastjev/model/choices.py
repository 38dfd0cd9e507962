"""The question what became of a statement as a choice, and the traits that it is asked about.

Of a statement alone, of the talk around it, and of the likeliest later statement that ends it. Which numbers stand
behind the names is told where they are made (`fastjev.stages.resolve.standing`).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fastjev import ask, bundled
from fastjev.errors import ModelError
from fastjev.labels import Label, Status
from fastjev.model.talk import HAN, LATIN, STARTS, spelled

QUESTION = "standing"
NONE = "none"
OPTIONS = (NONE, Status.FINAL, Status.OVERRIDDEN, Status.REJECTED, Status.DEFERRED)
CUES = (
    *("replace", "reverse", "revoke", "permit", "restore", "exception", "refuse", "confirm", "defer", "hold"),
    *("lasting", "consequence", "assent", "right", "joins", "tale", "ask", "wh", "propose", "prefer", "plan"),
)
LABELS = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
STATUSES = (Status.FINAL, Status.DEFERRED, Status.REJECTED, Status.OVERRIDDEN, Status.DEPRECATED)
PASSES = ("doubt", "answer", "both", "turn", "confirm", "amend", "reasons", "announce")
AROUND = ("refuse", "confirm", "replace", "defer", "reverse", "tale")


Standings = Mapping[str, float]
"""The probability of each option."""
TRAITS = (
    *("human", "size", "short", "brief", "long", "item", "opens", "question", "asked", "heard", "first", "second"),
    *("opening", "cover_heard", "cover_reply", "cover_offered", "offers", "of_offered", "values", "names", "latin"),
    *("groups", "no_words", "told", "turn", "first_turn", "choice"),
    *("ask_first", "ask_brief", "first_brief", "offered_brief", "refuse_asked", "confirmed_proposal"),
    *("answer_confirm", "answer_assent", "answer_right", "answer_refuse", "answer_defer", "answer_cover", "behind"),
    "last_said",
    *("ended", "ended_surely", "later"),
    *(f"cue_{cue}" for cue in CUES),
    *(f"p_{label}" for label in LABELS),
    *(f"is_{label}" for label in Label if label != Label.NOISE),
    *(f"status_{status}" for status in STATUSES),
    *(f"by_{name}" for name in PASSES),
    *(f"{side}_{cue}" for side in ("before", "behind") for cue in AROUND),
    *(f"{side}_is_{label}" for side in ("before", "behind") for label in (*LABELS, NONE)),
    *(f"says_{spelled(word)}" for word in (*HAN, *LATIN)),
    *(f"starts_{spelled(word)}" for word in STARTS),
)


@cache
def default() -> ask.Model:
    """The weights that travel with fastjev, read once. Raises: ModelError."""
    model = ask.load(bundled.models() / "choices.json")
    check(model, Path("choices.json"))
    return model


def check(model: ask.Model, path: Path) -> None:
    """Raises: ModelError where the weights are for other traits."""
    asked = model.questions.get(QUESTION)
    if model.traits != TRAITS or asked is None or asked.options != OPTIONS:
        raise ModelError(
            f"{path}: takes the question {QUESTION!r} about this version's traits; train again: fastjev train links"
        )
