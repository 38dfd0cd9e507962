"""What labelled conversations teach: the seams of a human's messages, and whether a new intent begins there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fastjev import readers
from fastjev.datatypes import Message
from fastjev.evaluate.boundaries import before, starts
from fastjev.evaluate.gold import Corpus
from fastjev.evaluate.shown import ink, places
from fastjev.evaluate.split import author
from fastjev.labels import Speaker
from fastjev.model.classifier.features import Features
from fastjev.model.seams import features
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.seams import is_told, pieces


@dataclass(frozen=True, slots=True)
class Seam:
    """One place where a new intent may begin."""

    at: int
    """Characters before it that are no white space, as `fastjev.evaluate.boundaries` counts."""
    features: Features
    told: bool
    """A rule is sure of a boundary, and the model is not asked."""
    opens: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A human's message."""

    author: str
    """Whose conversation it is; nobody's messages stand on both sides of a comparison."""
    file: str
    lang: str
    length: int
    """Characters that are no white space."""
    gold: frozenset[int]
    """Where a new intent begins by the labels, also where there is no seam."""
    seams: tuple[Seam, ...]
    """But those that a doubtful label names."""


def said(corpora: Iterable[Corpus], rulebook: Rulebook, policy: Policy) -> list[Said]:
    """The messages of all conversations, in order. Raises: ReadError."""
    return [each for corpus in corpora for each in _of(corpus, rulebook, policy)]


def _of(corpus: Corpus, rulebook: Rulebook, policy: Policy) -> Iterator[Said]:
    rulebook.start(policy.stranger_chars)
    conversation = readers.read(corpus.raw, str(corpus.path), "neutral")
    for m, index in enumerate(places(corpus, conversation)):
        message = conversation.messages[index]
        if message.speaker != Speaker.HUMAN:
            continue
        gold, doubted = starts(corpus, m)
        yield Said(
            author=author(corpus.path) or corpus.labelled.id,
            file=corpus.path.name,
            lang=corpus.labelled.lang,
            length=len(ink(message.text)),
            gold=gold,
            seams=tuple(_seams(message, gold, doubted, rulebook, policy)),
        )


def _seams(
    message: Message, gold: frozenset[int], doubted: frozenset[int], rulebook: Rulebook, policy: Policy
) -> Iterator[Seam]:
    found = pieces(message, rulebook, policy)
    known = features(rulebook.fold(message.text), [piece.clause for piece in found])
    for piece, held in zip(found[1:], known, strict=True):
        at = before(message.text, piece.clause.span.start)
        if at not in doubted:
            yield Seam(at, held, is_told(piece, policy), at in gold)
