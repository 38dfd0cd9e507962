"""Units, verdicts and decisions made by hand: a stage is tested on labels, not on what rules make of prose."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from fastjev.datatypes import Conversation, Decision, Message, Span, ToolCall, Unit, Verdict, Vote
from fastjev.labels import Action, Label, Speaker, Status
from fastjev.policy import DEFAULT, Policy
from fastjev.rulebook import Rule, Rulebook, load_core
from fastjev.stages.resolve.scene import Pass, Scene

SPEAKERS = {
    "human": Speaker.HUMAN,
    "assistant": Speaker.ASSISTANT,
    "tool": Speaker.TOOL,
    "harness": Speaker.HARNESS,
}
ROLES = {Speaker.HUMAN: "user", Speaker.ASSISTANT: "assistant", Speaker.TOOL: "tool", Speaker.HARNESS: "user"}


def rule(id: str, pattern: str, weight: float = 0.9, **more: Any) -> Rule:
    """A rule of one pattern; its label is what stands before the dot of its id."""
    values: dict[str, Any] = {"key": None, "force": False, "speakers": ("human", "assistant"), "kinds": (), "langs": ()}
    values |= {"max_chars": 0, "all": (), "any": (pattern,), "unless": (), "literals": ()}
    return Rule(id=f"test/{id}", label=id.partition(".")[0], weight=weight, **(values | more))


def book(*rules: Rule, **lexicon: Any) -> Rulebook:
    """A rulebook of these rules, core's phrases, and these keys of a lexicon."""
    words = {"alternatives": {}, "common": "", "han_common": "", **lexicon}
    return Rulebook([*rules, *_phrases()], variants="", lexicon=words, digest="")


@cache
def _phrases() -> tuple[Rule, ...]:
    return tuple(rule for rule in load_core().rules if not rule.speakers)


class Row:
    """One unit, its verdict and what was decided of it so far."""

    def __init__(
        self,
        text: str,
        label: str = "unsure",
        *cues: str,
        speaker: str = "human",
        p: float = 0.6,
        kind: str = "prose",
        opens: bool = True,
        joined: bool = False,
        via: str = "text",
        votes: Mapping[str, float] | None = None,
        call: ToolCall | None = None,
        is_error: bool = False,
        **decided: Any,
    ) -> None:
        """`joined`: in the message of the row before. `votes`: weights by label. `decided`: the decision's fields."""
        self.text, self.label, self.cues, self.p, self.kind, self.opens = text, Label(label), cues, p, kind, opens
        self.speaker, self.joined, self.via = SPEAKERS[speaker], joined, via
        self.votes = votes if votes is not None else ({label: p} if label != "unsure" else {})
        self.call, self.is_error, self.decided = call, is_error, decided


def human(text: str, label: str = "unsure", *cues: str, **more: Any) -> Row:
    return Row(text, label, *cues, **more)


def assistant(text: str, label: str = "unsure", *cues: str, **more: Any) -> Row:
    return Row(text, label, *cues, speaker="assistant", **more)


def result(text: str, **more: Any) -> Row:
    """A tool exchange: a call and what came back."""
    called = ToolCall("c", more.pop("name", "Bash"), more.pop("input", {"command": "x"}))
    return Row(text, "process", speaker="tool", kind="call", call=called, **more)


def scene_of(
    rows: Sequence[Row], rulebook: Rulebook | None = None, policy: Policy = DEFAULT
) -> tuple[Scene, tuple[Decision, ...]]:
    """The scene that these rows make, and their decisions. Units are `u<message from 1>.<ordinal>`."""
    messages: list[Message] = []
    units: list[Unit] = []
    turn = ordinal = 0
    for row in rows:
        if not row.joined or not messages:
            turn += row.speaker == Speaker.HUMAN
            calls = (row.call,) if row.call else ()
            role = ROLES[row.speaker]
            messages.append(
                Message(
                    index=len(messages), role=role, speaker=row.speaker, text="", turn=turn, via=row.via, calls=calls
                )
            )
            ordinal = 0
        ordinal += 1
        before = messages[-1].text
        messages[-1] = replace(messages[-1], text=before + row.text)
        units.append(
            Unit(
                id=f"u{len(messages)}.{ordinal}",
                message=len(messages) - 1,
                turn=turn,
                span=Span(len(before), len(before) + len(row.text)),
                speaker=row.speaker,
                text=row.text,
                kind=row.kind,
                opens=row.opens,
                call=row.call,
                is_error=row.is_error,
            )
        )
    conversation = Conversation(id="rows", format="neutral", raw=b"", records=(), messages=tuple(messages))
    verdicts = tuple(_verdict(unit, row) for unit, row in zip(units, rows, strict=True))
    scene = Scene(conversation, tuple(units), verdicts, rulebook or book(), policy)
    return scene, tuple(_decision(unit, row) for unit, row in zip(units, rows, strict=True))


def _verdict(unit: Unit, row: Row) -> Verdict:
    votes = tuple(Vote(label, weight, f"rule:test/{label}.x", Span(0, 1)) for label, weight in row.votes.items())
    return Verdict(unit.id, row.label, row.p if row.label != Label.UNSURE else 0.0, votes, frozenset(row.cues))


def _decision(unit: Unit, row: Row) -> Decision:
    status = Status.ACTIVE
    if row.label == Label.DECISION:
        status = Status.FINAL if row.speaker == Speaker.HUMAN else Status.PROPOSED
    values: dict[str, Any] = {"status": status, "action": Action.KEEP, "p": row.p if row.label != Label.UNSURE else 0.0}
    return Decision(unit=unit.id, label=row.label, **(values | row.decided))


def after(pass_: Pass, *rows: Row, rulebook: Rulebook | None = None, policy: Policy = DEFAULT) -> tuple[Decision, ...]:
    """What a pass makes of the rows. Whatever it changes, it must sign."""
    scene, before = scene_of(rows, rulebook, policy)
    found = pass_(scene, before)
    assert [decision.unit for decision in found] == [decision.unit for decision in before]
    for old, new in zip(before, found, strict=True):
        assert new == old or (new.because[: len(old.because)] == old.because and len(new.because) > len(old.because))
    return found
