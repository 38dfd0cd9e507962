"""The question whether a later statement ends an earlier one, and the traits of such a pair that it is asked about.

A statement is a human's sentence or clause, or one of the assistant's that a human settled. Which numbers stand behind
the names is told where they are made (`fastjev.stages.resolve.pairs`).
"""

from functools import cache
from pathlib import Path

from fastjev import ask, bundled
from fastjev.errors import ModelError
from fastjev.labels import Label
from fastjev.model.talk import HAN, LATIN, spelled

QUESTION = "ends"
CUES = (
    *("replace", "reverse", "revoke", "permit", "restore", "exception", "refuse", "confirm", "defer", "hold"),
    *("lasting", "consequence", "assent", "right", "joins", "tale", "ask"),
)
"""Of the newer statement; all but those that only an answer has are asked of the older one, too."""
OLD_CUES = ("replace", "reverse", "permit", "exception", "refuse", "defer", "hold", "lasting", "confirm", "ask")
LABELS = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
SHARED = (
    *("shared_count", "shared", "cover_old", "cover_new", "heard", "heard_cover", "questions", "question_of_old"),
    *("reply", "replies", "any_cover", "names", "names_latin", "names_new", "names_old", "only_new", "only_old"),
    *("rivals", "same_member", "spurned", "from_offer", "said_old", "new_apart", "old_apart"),
)
VALUES = (
    *("other_value", "other_measure", "other_bare", "same_value", "told_value", "new_value", "old_value"),
    *("old_values", "kinds_differ", "amount_for_amount"),
)
PLACES = ("same_message", "turned", "turns", "units", "next_turn", "rank", "rank_best", "between")
OF_EACH = ("constraint", "decision", "choice", "doubt", "size", "asked", "opening")
GRAINS = (
    *("grains", "grains_count", "grains_cover_old", "grains_cover_new", "grains_line", "grains_heard", "grains_reply"),
    *("grains_around", "grains_any", "grains_left_new", "grains_left_old", "share", "margin", "valued_apart"),
)
AMOUNTS = tuple(
    f"amounts_{name}" for name in ("old", "both", "counted", "bare", "again", "fresh", "heard", "taken", "kept")
)
NAMED = ("latin_fresh", "latin_other", "latin_again", "latin_taken", "latin_heard", "latin_kept", "quotes_other")
BOTH = (
    *("change", "change_cover", "change_heard", "change_rank", "change_best", "change_value", "change_rivals"),
    *("reverse_heard", "frame", "hold_permit", "opposed", "opposed_cover", "value_best", "heard_best"),
)
TRAITS = (
    *SHARED,
    *VALUES,
    *PLACES,
    *(f"{side}_{name}" for side in ("new", "old") for name in OF_EACH),
    *("old_human", "old_confirmed"),
    *(f"new_cue_{cue}" for cue in CUES),
    *(f"old_cue_{cue}" for cue in OLD_CUES),
    *(f"{side}_p_{label}" for side in ("new", "old") for label in LABELS),
    *GRAINS,
    *AMOUNTS,
    *NAMED,
    *(f"says_{spelled(word)}" for word in (*HAN, *LATIN)),
    *BOTH,
)


@cache
def default() -> ask.Model:
    """The weights that travel with fastjev, read once. Raises: ModelError."""
    model = ask.load(bundled.models() / "links.json")
    check(model, Path("links.json"))
    return model


def check(model: ask.Model, path: Path) -> None:
    """Raises: ModelError where the weights are for other traits."""
    if model.traits != TRAITS or QUESTION not in model.questions:
        raise ModelError(
            f"{path}: takes the question {QUESTION!r} about this version's traits; train again: fastjev train links"
        )
