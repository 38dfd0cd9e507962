"""Where in a human's message a new intent begins: cues that are sure say it, then the model of boundaries."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from fastjev.datatypes import Message, Span
from fastjev.model.seams import Clause
from fastjev.policy import Policy
from fastjev.rulebook import Hit, Rulebook
from fastjev.stages.blocks import WHOLE, blocks
from fastjev.stages.sentences import breaths, clauses, sentences


class Model(Protocol):
    """A trained finder of boundaries."""

    def over(self, text: str, clauses: Sequence[Clause]) -> Iterator[float]:
        """For each clause of a message but the first, the probability that a new intent begins with it."""


class Piece(NamedTuple):
    """What stands between two seams of a message, and the rules that fire on it."""

    clause: Clause
    hits: tuple[Hit, ...]


def opened(message: Message, rulebook: Rulebook, policy: Policy, model: Model) -> frozenset[int]:
    """Offsets in the message's text where a new intent begins; where the text begins is one of them.

    A cue of `settle_weight`, or of a rule that is not our own, says so whatever the model says; other cues are
    something that it weighs.
    """
    found = pieces(message, rulebook, policy)
    said = model.over(rulebook.fold(message.text), [piece.clause for piece in found])
    begins = {
        piece.clause.span.start
        for piece, p in zip(found[1:], said, strict=True)
        if p >= policy.boundary_p or is_told(piece, policy)
    }
    return frozenset(begins | {0})


def is_told(piece: Piece, policy: Policy) -> bool:
    """Whether a rule is sure that a new intent begins with it."""
    return piece.clause.place != "word" and any(
        is_cue(hit) and (hit.rule.layer or hit.rule.weight >= policy.settle_weight) for hit in piece.hits
    )


def is_cue(hit: Hit) -> bool:
    """Whether a rule says that a new unit begins where the text does."""
    return hit.rule.label == "boundary" and hit.cue.start == 0


def pieces(message: Message, rulebook: Rulebook, policy: Policy) -> list[Piece]:
    """What tiles the message's text between the places where a new intent may begin."""
    found: list[Piece] = []
    for block, kind in blocks(message.text):
        if kind in WHOLE or len(block.of(message.text)) > policy.block_chars:
            found.append(Piece(Clause(block, kind, "block", frozenset()), ()))
            continue
        for number, sentence in enumerate(sentences(message.text, block.start, block.end)):
            for place, span in _placed(message.text, sentence, "sentence" if number else "block"):
                text = span.of(message.text).strip()[: policy.match_chars]
                hits = rulebook.match(text, speaker=message.speaker, kind=kind)
                found.append(Piece(Clause(span, kind, place, frozenset(hit.rule.label for hit in hits)), hits))
    return found


def _placed(text: str, sentence: Span, place: str) -> Iterator[tuple[str, Span]]:
    for clause in clauses(text, sentence):
        for span in breaths(text, clause):
            yield place, span
            place = "word"
        place = "clause"
