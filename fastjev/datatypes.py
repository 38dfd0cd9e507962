"""The values that travel between the stages. All frozen; a stage cannot surprise the next one.

Sizes and offsets are characters of `Message.text` unless a field says bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastjev.labels import Action, Label, Speaker, Status, Zone


class Span(NamedTuple):
    """Half-open interval `[start, end)`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of `text` inside the interval."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Record:
    """One raw entry of the source, kept byte for byte. Records tile the source."""

    index: int
    span: Span
    """Bytes of `Conversation.raw`, line end included."""
    kind: str
    """What the entry calls itself (`user`, `system/compact_boundary`); `bad` where it cannot be parsed."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the assistant made it."""

    id: str
    name: str
    input: Mapping[str, Any]

    @property
    def title(self) -> str:
        """The name on one line: whoever wrote the session may have put anything into it."""
        return " ".join(self.name.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One contribution by one speaker. A raw entry in which two speak becomes two messages."""

    index: int
    """Counts from 0 in reading order."""
    role: str
    """user, assistant, tool or system, as the source has it."""
    speaker: Speaker
    text: str
    turn: int
    """The human prompt it belongs to, from 1; 0 before the first."""
    time: str | None = None
    """ISO 8601 as found. A hint: order never depends on it where the source has parents."""
    calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    """On a tool message: the call it answers."""
    is_error: bool = False
    via: str = "text"
    """How it came: text, prompt, queued, answer, rejection, command, summary, reminder, result, rebuilt."""
    records: tuple[int, ...] = ()
    """Indexes of the raw entries it was read from."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader saw and could not use; for stderr and the journal."""

    record: int
    """Index of the raw entry, counted from 0."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One session as read. `records` tile `raw`; `messages` stand in time order."""

    id: str
    format: str
    raw: bytes
    records: tuple[Record, ...]
    messages: tuple[Message, ...]
    boundaries: int = 0
    """Compactions that the host recorded in the source."""
    covered: int = 0
    """The last turn that a skeleton in it tells of; 0 without one."""
    typed: int = 0
    """Prompts a person typed in the whole source, abandoned branches included."""
    tool_calls: int = 0
    """Tool calls in the whole source, abandoned branches and sidechains included."""
    notes: tuple[Note, ...] = ()

    @property
    def turns(self) -> int:
        """The number of the last turn."""
        return max([self.covered, *(message.turn for message in self.messages)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What gets a label: a contiguous span of one message, or one tool exchange."""

    id: str
    """`u<turn>.<ordinal in the turn>`, from 1."""
    message: int
    turn: int
    span: Span
    speaker: Speaker
    text: str
    """Exactly the characters of the span; for an exchange, of the result."""
    kind: str
    """prose, item, heading, code, table, quote, trace, call (an exchange), or blank."""
    opens: bool = False
    """Whether a new intent begins here: by a cue, or as the first of a block."""
    time: str | None = None
    call: ToolCall | None = None
    """The call of an exchange."""
    caller: int | None = None
    """The message that made the call."""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """One opinion on a unit. No vote is an abstention."""

    label: str
    weight: float
    by: str
    """`rule:<id>`, `model:<name>` or `gate:<what>`."""
    cue: Span
    """The characters of `Unit.text` that triggered it."""
    key: str | None = None
    """A rule's slot: the newest unit of a key supersedes older ones."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The label from the unit alone (context-free), with every vote."""

    unit: str
    label: Label
    p: float
    votes: tuple[Vote, ...] = ()
    cues: frozenset[str] = frozenset()
    """Names of the non-label cues found: confirm, refuse, defer, propose, replace, revoke, ..."""


class Answer(NamedTuple):
    """What the decision model said to one question about an exchange."""

    question: str
    value: float
    """The probability of yes, or the expected level of a score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What happens to a unit after all the others were seen (context-sensitive)."""

    unit: str
    label: Label
    p: float
    status: Status
    action: Action
    because: tuple[str, ...] = ()
    """The rules and passes that brought it here, in order."""
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    choice: Status | None = None
    """Of a constraint that settles a choice too: its status as a decision."""
    chosen_over_by: str | None = None
    """The unit that overrode that choice."""
    kept: tuple[Span, ...] = ()
    """Of an exchange: the spans of the result that stay; the whole of it for `keep`."""
    words: tuple[str, ...] = ()
    """Of an exchange: words of the call's input that its line names, since nothing else does."""
    answers: tuple[Answer, ...] = ()
    """Of an exchange: what the decision model said."""
    reused: int = 0
    """Of an exchange: how many telling tokens of its result the talk took up after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line of the skeleton: a verbatim span, or a fold that covers turns."""

    id: str
    zone: Zone
    message: int
    turn: int
    span: Span
    speaker: Speaker
    time: str | None
    text: str
    label: Label
    p: float
    by: tuple[str, ...]
    status: Status
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    covers: Span | None = None
    """For a fold: first and last turn, both included."""
    pointer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Elision:
    """What a skeleton does not show as it was, under the names by which it can be asked for."""

    id: str
    """The unit's (`u31.1`), that of a call's input (`u31.1.call`), or that of a fold line (`f13`)."""
    pointer: str
    """Short name by content: `r:` result, `c:` input of a call, `u:` unit, `f:` fold, `i:` picture, then hex digits of
    SHA-256."""
    digest: str
    """SHA-256 of the text as UTF-8 (lone surrogates passed through), in hex; of a fold, of its units' digests."""
    text: str | None
    """Exactly the characters taken out; nothing for a fold, which is its units."""
    units: tuple[str, ...] = ()
    """For a fold: ids of the elisions that it covers, in order."""
    records: tuple[int, ...] = ()
    """Indexes of the raw entries that hold it."""
    turns: Span
    """First and last turn, both included."""
    lines: int
    tokens: int
    """Estimated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """The blocks that earlier compactions of a session wrote, which later ones never change."""

    text: str
    lines: frozenset[tuple[Zone | None, str]]
    """Items as they stand in it, with their marks, each in its zone: what is told in one may come to bind."""
    bare: frozenset[tuple[Zone | None, str]]
    """The same without their marks."""
    last_turn: int
    """The last turn that it tells of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skeleton:
    """The zones, newest first inside each, and the recent messages left verbatim."""

    items: tuple[Item, ...]
    recent: tuple[Message, ...]
    lang: str
    first_turn: int
    last_turn: int
    frozen: Frozen | None = None
    """Of `layout: epochs`: what was written before. Only what is new is written behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Every intermediate value of one walk. `explain`, `evaluate` and the journal read it and recompute nothing."""

    conversation: Conversation
    units: tuple[Unit, ...]
    verdicts: tuple[Verdict, ...]
    decisions: tuple[Decision, ...]
    skeleton: Skeleton


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much content a run took in and left: characters, and tokens as estimated offline."""

    chars_before: int
    chars_after: int
    tokens_before: int
    tokens_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Versions and digests (`sha256:<hex>`) of all that decides."""

    fastjev: str
    rules: str
    model: str | None
    """`<name>@sha256:<hex>`, or nothing where rules alone decided."""
    policy: str
