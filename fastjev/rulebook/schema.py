"""What a rule file may say, checked with pydantic. Loaded only when the cached rulebook is out of date."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from fastjev.rulebook.pattern import compiled

LABELS = ("constraint", "decision", "fact", "process", "noise")
CUES = (
    "boundary", "tale", "consequence", "joins",
    "confirm", "assent", "right", "refuse", "defer", "propose", "prefer", "plan", "ask", "bare_ask", "wh",
    "replace", "reverse", "revoke", "permit", "hold", "restore", "exception", "announce", "adopt", "plain", "lasting",
)  # fmt: skip
"""Cues of segmentation and resolution are rules too; their label is the cue's name."""

Text = Annotated[str, StringConstraints(min_length=1)]
Ident = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*/[a-z_]+\.[a-z0-9_]+$")]


class Strict(BaseModel):
    """No unknown key, no silent conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Pattern(Strict):
    """One of a regular expression or a list of literals."""

    text: Text | None = None
    words: Annotated[list[Text], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "Pattern":
        if (self.text is None) == (self.words is None):
            raise ValueError("a pattern is either text: or words:")
        if self.text is not None:
            if "\x08" in self.text:
                raise ValueError('a backspace character: "\\b" in double quotes; use single quotes')
            compiled(self.text)
        return self


class When(Strict):
    """The closed vocabulary of conditions; all that are given must hold."""

    speaker: list[Literal["human", "assistant", "tool", "harness"]] = ["human"]
    kind: list[str] | None = None
    lang: list[Literal["zh", "en"]] | None = None
    max_chars: Annotated[int, Field(gt=0)] | None = None
    all: list[Pattern] = []
    any: list[Pattern] = []
    unless: list[Pattern] = []

    @model_validator(mode="after")
    def _some_pattern(self) -> "When":
        if not self.all and not self.any:
            raise ValueError("a rule needs a pattern: any: or all:")
        return self


class Win(Strict):
    """What a text comes to when all rules have voted: one of the five labels, or a cue that stands among the others."""

    text: Text
    label: str


class Tests(Strict):
    """Sentences the rule must fire on and must not fire on, verdicts that it decides, and known misses."""

    match: Annotated[list[Text], Field(min_length=1)]
    no_match: Annotated[list[Text], Field(min_length=1)]
    wins: list[Win] = []
    todo: list[Text] = []


class Rule(Strict):
    """One opinion, with its reason and its tests."""

    id: Ident
    label: Literal[LABELS + CUES]  # type: ignore[valid-type]
    why: Text
    status: Literal["experimental", "stable", "retired"] = "stable"
    weight: Annotated[float, Field(ge=0, le=1, strict=False)]
    key: Text | None = None
    force: bool = False
    when: When
    tests: Tests


class RuleFile(Strict):
    """A file of rules."""

    fastjev: Literal[1]
    pack: Text
    macros: dict[str, Text] = {}
    """Named fragments; `{name}` in a pattern stands for the fragment."""
    rules: Annotated[list[Rule], Field(min_length=1)]
