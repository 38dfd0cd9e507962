"""Labelled conversations of a few words, and runs over them made by hand."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastjev.datatypes import Decision, Item, Run, Skeleton, Span, Unit, Verdict
from fastjev.evaluate import zones
from fastjev.evaluate.gold import Corpus, read
from fastjev.evaluate.measures import scores
from fastjev.evaluate.shown import Shown, beside
from fastjev.labels import Action, Label, Status, Zone
from fastjev.readers import neutral

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT / "corpora"
ZONES = {Label.CONSTRAINT: Zone.CONSTRAINTS, Label.DECISION: Zone.DECISIONS, Label.FACT: Zone.FACTS}
ROLES = {"U": "user", "A": "assistant", "T": "tool"}


@dataclass(frozen=True)
class Piece:
    """A unit of a run made by hand, and the item that shows it."""

    text: str
    label: Label = Label.CONSTRAINT
    status: Status = Status.ACTIVE
    zone: Zone | None = None
    """By default the label's."""
    m: int = 0
    shown: bool = True
    opens: bool = False
    kind: str = "prose"


def labelled(talk: Sequence[str], lang: str = "en", **gold: Any) -> dict[str, Any]:
    """A corpus file; `talk` are messages like `U: text`, without times."""
    messages = [{"role": ROLES[said[0]], "text": said[3:]} for said in talk]
    return {"schema": "fastjev.conversation/1", "id": "tiny", "lang": lang, "messages": messages, "gold": gold}


@dataclass(frozen=True)
class Desk:
    """Writes corpus files and makes runs over them."""

    folder: Path

    def file(self, talk: Sequence[str], name: str = "tiny.json", lang: str = "en", **gold: Any) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(labelled(talk, lang, **gold)), "utf-8")
        return path

    def shown(self, talk: Sequence[str], pieces: Sequence[Piece], recent: Sequence[int] = (), **gold: Any) -> Shown:
        corpus = read(self.file(talk, **gold))
        assert corpus is not None
        return beside(corpus, run_of(corpus, pieces, recent))

    def scores(self, talk: Sequence[str], pieces: Sequence[Piece], **gold: Any) -> dict[str, str]:
        """`n/m` of every measure of the zones that has one."""
        return told(zones.outcomes(self.shown(talk, pieces, **gold)))


def run_of(corpus: Corpus, pieces: Sequence[Piece], recent: Sequence[int] = ()) -> Run:
    conversation = neutral.read(corpus.raw, str(corpus.path))
    made, items = [], []
    for n, piece in enumerate(pieces, 1):
        message = conversation.messages[piece.m]
        start = message.text.index(piece.text)
        span = Span(start, start + len(piece.text))
        place: dict[str, Any] = {"message": piece.m, "turn": 1, "span": span, "speaker": message.speaker}
        made.append(Unit(id=f"u1.{n}", text=piece.text, kind=piece.kind, opens=piece.opens, **place))
        zone = piece.zone or ZONES.get(piece.label, Zone.PROCESS)
        if piece.shown:
            fate: dict[str, Any] = {"label": piece.label, "p": 0.9, "by": (), "status": piece.status}
            items.append(Item(id=f"u1.{n}", zone=zone, text=piece.text, time=None, **place, **fate))
    return Run(
        conversation=conversation,
        units=tuple(made),
        verdicts=tuple(Verdict(unit.id, piece.label, 0.9) for unit, piece in zip(made, pieces, strict=True)),
        decisions=tuple(
            Decision(unit=unit.id, label=piece.label, p=0.9, status=piece.status, action=Action.KEEP)
            for unit, piece in zip(made, pieces, strict=True)
        ),
        skeleton=Skeleton(
            items=tuple(items),
            recent=tuple(conversation.messages[index] for index in recent),
            lang="en",
            first_turn=1,
            last_turn=1,
        ),
    )


def told(outcomes: Any) -> dict[str, str]:
    return {name: f"{score.n:g}/{score.m:g}" for name, score in scores(outcomes).items() if score.m}


def active(quote: str, m: int = 0, **more: Any) -> dict[str, Any]:
    return {"m": m, "quote": quote, "status": "active", **more}


def deprecated(quote: str, m: int = 0, **more: Any) -> dict[str, Any]:
    return {"m": m, "quote": quote, "status": "deprecated", **more}


def choice(quote: str, status: str, m: int = 0, **more: Any) -> dict[str, Any]:
    return {"m": m, "quote": quote, "status": status, "topic": "t", **more}
