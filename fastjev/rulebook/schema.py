"""What a rule file may say, checked with pydantic. Loaded only when the cached rulebook is out of date."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from fastjev.rulebook.dialect import check, idle

LABELS = ("constraint", "decision", "fact", "process", "noise")
CUES = (
    "boundary", "tale", "aside", "advises", "disputes", "consequence", "returns", "joins",
    "confirm", "assent", "right", "takes", "refuse", "defer", "propose", "prefer", "plan", "intend", "besides",
    "ask", "bare_ask", "wh",
    "replace", "reverse", "revoke", "permit", "hold", "await", "looks", "begin", "restore", "undo", "exception",
    "announce", "adopt", "plain", "lasting",
)  # fmt: skip
"""Cues of segmentation and resolution are rules too; their label is the cue's name."""
PHRASES = (
    "for_words", "spurned", "of_else", "judged", "over",
    "no_yes", "conceded", "wait", "wait_told", "held", "bare_no", "known", "supposed",
    "waved", "denied", "goes_on", "of_fact", "of_done", "heard",
    "turned", "side", "got_it", "echo_opens", "echo_closes", "doing",
    "takes_back", "item", "kind_number", "number_kind", "environment", "part", "no_part", "versioned",
    "orders", "place_behind", "sets", "of_part", "idiom", "given_leave", "stays", "came_of_it",
    "complains", "refuses", "corrects", "at_rule", "permitted", "puts_off",
    "begins_not", "placed", "led_in", "stands_alone", "number_first", "chooses",
)  # fmt: skip
"""Words that a stage asks a clause for; a rule's label is the phrase's name."""
SPEAKERS = {"user": "human", "system": "harness"}
"""Roles that people write, and the speakers they mean."""
KINDS = ("prose", "item", "heading", "code", "table", "quote", "trace", "call")

Text = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Ident = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*/[a-z_]+\.[a-z0-9_]+$")]
Pack = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$")]
Weight = Annotated[float, Field(ge=0, le=1, strict=False)]
Speaker = Literal["human", "assistant", "tool", "harness"]


class Strict(BaseModel):
    """No unknown key, no silent conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Pattern(Strict):
    """One of a regular expression, a list of literals, or a spaCy Matcher pattern."""

    text: Text | None = Field(default=None, description="A regular expression; ASCII classes, no case, no lookaround.")
    words: Annotated[list[Text], Field(min_length=1, max_length=500)] | None = Field(
        default=None,
        description="Literals: whole words, safe beside Han characters; a space stands for any white space.",
    )
    tokens: Annotated[list[dict[str, Any]], Field(min_length=1)] | None = Field(
        default=None, description="A spaCy Matcher pattern over a blank pipeline, a mapping for each token."
    )

    @field_validator("text")
    @classmethod
    def _in_the_dialect(cls, text: str | None) -> str | None:
        if text is not None:
            check(text)
        return text

    @field_validator("words")
    @classmethod
    def _no_control(cls, words: list[str] | None) -> list[str] | None:
        for word in words or ():
            if not word.strip():
                raise ValueError("a word is more than blanks")
            if "\x08" in word:
                raise ValueError('a backspace character: "\\b" in double quotes; words: need no \\b')
        return words

    @field_validator("tokens")
    @classmethod
    def _a_matcher_pattern(cls, tokens: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
        if tokens is not None:
            from fastjev.rulebook.matcher import validate

            validate(tokens)
        return tokens

    @model_validator(mode="after")
    def _one_kind(self) -> "Pattern":
        if sum(kind is not None for kind in (self.text, self.words, self.tokens)) != 1:
            raise ValueError("a pattern is one of text:, words: and tokens:")
        return self


Patterns = Annotated[list[Pattern], Field(max_length=100)]


class When(Strict):
    """The closed vocabulary of conditions; all that are given must hold."""

    speaker: list[Speaker] | None = Field(default=None, description="Who says it; human by default.")
    role: list[Literal["user", "assistant", "tool", "system"]] | None = Field(
        default=None, description="The same by the names that hosts use: user is human, system is harness."
    )
    kind: list[Literal[KINDS]] | None = Field(  # type: ignore[valid-type]
        default=None, description="What the unit is; prose where nothing is said, call for tool results."
    )
    tool: list[Text] | None = Field(default=None, description="Names of tools; for what speaker: [tool] says.")
    lang: list[Literal["zh", "en"]] | None = Field(
        default=None, description="zh: a Han character stands in the text, also beside English; en: none does."
    )
    max_chars: Annotated[int, Field(gt=0)] | None = Field(default=None, description="Characters of the unit at most.")
    keywords: Annotated[list[Text], Field(min_length=1)] | None = Field(
        default=None, description="One of these must stand in the text. Found by itself where patterns show it."
    )
    all: Patterns = Field(default=[], description="Every one of these must match.")
    any: Patterns = Field(default=[], description="One of these must match.")
    unless: Patterns = Field(default=[], description="None of these may match.")

    @model_validator(mode="after")
    def _some_pattern(self) -> "When":
        if not self.all and not self.any:
            raise ValueError("a rule needs a pattern: any: or all:")
        if self.speaker and self.role:
            raise ValueError("role: and speaker: say the same; keep one")
        if self.tool and "tool" not in self.speakers:
            raise ValueError("tool: needs speaker: [tool]")
        return self

    @property
    def speakers(self) -> list[str]:
        """Who the rule listens to."""
        return [*self.speaker] if self.speaker else [SPEAKERS.get(role, role) for role in self.role or ["user"]]


class Win(Strict):
    """A text and the label that it gets from all rules together; of a cue, that it is heard."""

    text: Text
    label: Literal[LABELS + CUES + PHRASES + ("unsure",)]  # type: ignore[valid-type]


class Tests(Strict):
    """Texts the rule must fire on, must not fire on; what all rules together make of a text; and known misses."""

    match: Annotated[list[Text], Field(min_length=1, description="The rule must fire on each.")]
    no_match: Annotated[list[Text], Field(min_length=1, description="Near misses: it must fire on none.")]
    wins: list[Win] = Field(default=[], description="What all rules together make of a text.")
    todo: list[Text] = Field(default=[], description="Known misses: reported, and an error once the rule fires on one.")


class Rule(Strict):
    """One opinion, with its reason and its tests."""

    id: Annotated[Ident, Field(description="pack/label.cue; the pack is the file's. Never used twice.")]
    label: Literal[LABELS + CUES + PHRASES] = Field(description="What the text is, a cue, or a phrase.")  # type: ignore[valid-type]
    why: Annotated[Text, Field(description="The reason, for whoever meets the rule in a year.")]
    status: Literal["experimental", "stable", "retired"] = Field(default="stable", description="retired: does not run.")
    weight: Annotated[Weight, Field(description="The heaviest vote wins, then the higher layer, then the longer cue.")]
    key: Text | None = Field(
        default=None, description="A newer unit with the same key takes the place of an older one."
    )
    force: bool = Field(default=False, description="A noise or process vote that may beat a constraint.")
    when: When = Field(description="On which texts it fires: all of these conditions hold.")
    tests: Tests = Field(description="What it must and must not fire on; write the near misses first.")

    @model_validator(mode="after")
    def _a_phrase_is_words(self) -> "Rule":
        if said := unfit(self):
            raise ValueError(said)
        return self


def unfit(rule: Rule) -> str:
    """What a phrase asks that no phrase may ask; empty where the rule is sound or no phrase."""
    when = rule.when
    if rule.label in PHRASES and any(each.text and idle(each.text) for each in (*when.all, *when.any)):
        return f"{rule.label} is a phrase, and one of its patterns fires on every text; write at least one character"
    tokens = any(pattern.tokens for pattern in (*when.all, *when.any, *when.unless))
    given = when.speaker or when.role or when.kind or when.tool or when.lang or when.max_chars or tokens
    if rule.label in PHRASES and given:
        return f"{rule.label} is a phrase, whoever says it: it has text:, words: and keywords: alone"
    return ""


class Disable(Strict):
    """A rule of a lower layer that is switched off."""

    id: Ident
    because: Text


class Setting(Strict):
    """Values of a rule that are replaced."""

    weight: Weight | None = None
    key: Text | None = None
    force: bool | None = None
    max_chars: Annotated[int, Field(gt=0)] | None = None
    status: Literal["experimental", "stable", "retired"] | None = None


class MoreTests(Strict):
    """Tests that an override brings. What it says of a text replaces what the rule said."""

    match: list[Text] = []
    no_match: list[Text] = []
    wins: list[Win] = []
    todo: list[Text] = []


class Addition(Strict):
    """Patterns and tests that are appended to a rule's own."""

    all: Patterns = []
    any: Patterns = []
    unless: Patterns = []
    tests: MoreTests = MoreTests()


class Override(Strict):
    """A rule of a lower layer with other values or more patterns."""

    id: Ident
    because: Text | None = None
    set: Setting = Setting()
    add: Addition = Addition()

    @model_validator(mode="after")
    def _changes_something(self) -> "Override":
        if self.set == Setting() and self.add == Addition():
            raise ValueError("an override changes something: set: or add:")
        return self


class Extend(Strict):
    """A pack of rules: a file, or the rule files of an installed package."""

    file: Text | None = Field(
        default=None, description="Relative to the file that names it, and inside the same project."
    )
    package: Text | None = Field(
        default=None, description="The name of an installed distribution; nothing of it is run."
    )
    version: Text | None = Field(default=None, description="The version the package must have.")
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None

    @model_validator(mode="after")
    def _one_source(self) -> "Extend":
        if (self.file is None) == (self.package is None):
            raise ValueError("extends: takes file: or package:")
        if self.package is not None and (self.version is None or self.sha256 is None):
            raise ValueError("a package is pinned: version: and sha256:")
        return self


class RuleFile(Strict):
    """A file of rules."""

    fastjev: Literal[1] = Field(description="The version of this format.")
    requires: Text | None = Field(
        default=None, description="Versions of fastjev that read this file, such as '>=0.1,<1'."
    )
    pack: Annotated[Pack, Field(description="What the ids of the file's rules begin with.")]
    # Editors read YAML 1.2, in which on and off are words.
    core: Annotated[bool, WithJsonSchema({"enum": [True, False, "on", "off", "yes", "no"]})] = Field(
        default=True, description="off leaves the rules out that ship with fastjev."
    )
    extends: list[Extend] = Field(default=[], max_length=20, description="Packs of rules, below this file.")
    disable: list[Disable] = Field(
        default=[], max_length=500, description="Rules of lower layers that are switched off."
    )
    override: list[Override] = Field(
        max_length=500, default=[], description="Rules of lower layers with other values or more patterns."
    )
    macros: dict[str, Text] = Field(
        default={}, description="Named fragments; {name} in a text: pattern stands for one."
    )
    rules: list[Rule] = Field(default=[], max_length=1000, description="The file's own rules.")

    @model_validator(mode="after")
    def _says_something(self) -> "RuleFile":
        if not (self.rules or self.disable or self.override or self.extends or not self.core):
            raise ValueError("the file says nothing: it needs rules:, disable:, override: or extends:")
        return self


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a rule file, for editors.

    The loader asks for more: patterns in the dialect, ids that exist, packs that are theirs.
    """
    said = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Rules of fastjev"}
    return {**RuleFile.model_json_schema(), **said}
