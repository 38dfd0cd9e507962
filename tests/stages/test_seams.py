"""Where in a message a new intent may begin. `|` stands at each seam."""

import pytest
from rows import book, rule
from talks import CORPORA, core, neutral, user

from fastjev.datatypes import Message
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.rulebook import Rulebook
from fastjev.stages.seams import Piece, pieces

BOOK = book(rule("boundary.x", "^(?:对了|also)"), rule("constraint.x", "不要|must"))


def held(text: str, rulebook: Rulebook = BOOK) -> list[Piece]:
    (message,) = read(neutral([user(text)]), "talk.json", "neutral").messages
    return pieces(message, rulebook, DEFAULT)


@pytest.mark.parametrize(
    ("marked", "places"),
    [
        ("看下日志，|再看下配置。|行吗", "block clause sentence"),
        ("规矩：\n|- 不要动表\n|- 别推", "block block block"),
        ("look at it |and then tell me |so I know", "block word word"),
        ("```\na, b. c\n```\n|ok", "block block"),
        # a line that may only be wrapped
        ("the quick brown fox jumps over the lazy dog which it does\n|sleeps", "block word"),
        # not inside words, quotation or code
        ("the band sounds `a and b` so-so", "block"),
    ],
)
def test_seams(marked: str, places: str) -> None:
    text = marked.replace("|", "")
    found = held(text)
    assert "|".join(piece.clause.span.of(text) for piece in found) == marked
    assert [piece.clause.place for piece in found] == places.split()


def test_the_rules_of_each_clause() -> None:
    assert [sorted(piece.clause.cues) for piece in held("看看，不要动表，对了跑一遍")] == [
        [],
        ["constraint"],
        ["boundary"],
    ]


@pytest.mark.parametrize("path", CORPORA[::20], ids=lambda path: path.stem)
def test_pieces_tile_every_message(path: object) -> None:
    def tiled(message: Message) -> str:
        return "".join(piece.clause.span.of(message.text) for piece in pieces(message, core(), DEFAULT))

    conversation = read(path.read_bytes(), "talk.json", "neutral")  # type: ignore[attr-defined]
    human = [message for message in conversation.messages if message.speaker == Speaker.HUMAN]
    assert [tiled(message) for message in human] == [message.text for message in human]
