"""What is labelled: the units of a session as they were when the set was made."""

from dataclasses import dataclass

from fastjev.labels import Speaker

HOLDOUT = "holdout"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One unit. A set holds all units of its sessions in reading order, those that nobody is asked about too."""

    id: str
    """`u_` and 12 hex digits: of the session, the speaker, what the message says and which of its likes it is, and the
    place in it; of an exchange, of its call. So it stays when the session grows, and when other text is cut anew."""
    conv: str
    """`c_` and 12 hex digits: of the session."""
    at: tuple[int, int, int]
    """Message, first character and the one after the last in its text, counted from 0."""
    turn: int
    speaker: Speaker
    kind: str
    """As of `datatypes.Unit`."""
    time: str | None
    text: str
    """Secrets masked; of an exchange its line, and beneath it the ends of its result. Empty where the set was made
    without text."""
    sha: str
    """SHA-256 of the text as it was, in hex."""
    asked: bool
    """Whether it is to be labelled; the others are there to be read."""
    split: str = ""
    """`holdout`: never learned from, and never chosen by a model."""
