"""The question about words of results, learned from what sessions used after a cut."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import log1p
from typing import Any, NamedTuple

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from fastjev import __version__, model, readers
from fastjev.ask import SCHEMA
from fastjev.datatypes import Conversation, Message, Unit
from fastjev.deliver import Source
from fastjev.errors import UsageError
from fastjev.labels import Speaker
from fastjev.model.needed import TRAITS
from fastjev.model.tools import leaves
from fastjev.model.traits import traits
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.segment import segment
from fastjev.telling import telling
from fastjev.train.fit import Floats, Ints, single_thread
from fastjev.train.scores import Ranking, ranking

POINTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Shares of a session's exchanges before the cuts that rows come from."""
LEAST = 3
"""Sessions with rows, below which nothing can be left out and learned from."""
_STRENGTH = 1.0
"""Inverse of the penalty: seven traits and some hundred thousand rows need none to speak of."""


class Rows(NamedTuple):
    """Of one session: traits by word and cut, and whether the session used the word afterwards."""

    traits: Floats
    needed: Ints


def read(sources: Iterable[Source], rulebook: Rulebook, policy: Policy) -> list[Rows]:
    """Rows of each session that has any. Raises: ReadError."""
    found = []
    for source in sources:
        conversation = readers.read(source.raw, source.name, None)
        rows = [*_rows(conversation, segment(conversation, rulebook, policy))]
        if rows:
            found.append(Rows(np.array([row for row, _ in rows]), np.array([int(used) for _, used in rows])))
    return found


def weights(sessions: Sequence[Rows]) -> dict[str, Any]:
    """What a file of weights holds; same sessions in the same order, same numbers. Raises: UsageError on thin data."""
    if len(sessions) < LEAST:
        raise UsageError(
            f"too little to learn from: {len(sessions)} of {LEAST} sessions with enough tool calls; add more"
        )
    held, needed = _together(sessions)
    with single_thread():
        scaler, fitted = _fit(held, needed)
    return {
        "schema": SCHEMA,
        "name": "words",
        "trained": {
            "fastjev": __version__,
            "scikit-learn": sklearn.__version__,
            "sessions": len(sessions),
            "rows": len(needed),
            "needed": int(needed.sum()),
        },
        "traits": list(TRAITS),
        "mean": scaler.mean_.tolist(),
        "scale": scaler.scale_.tolist(),
        "questions": {
            "needed": {
                "kind": "noul",
                "weights": fitted.coef_[0].tolist(),
                "bias": float(fitted.intercept_[0]),
                "calibration": [1.0, 0.0],
            }
        },
    }


def judge(sessions: Sequence[Rows], each: Iterable[int]) -> list[Ranking]:
    """AUC of each session by weights that never saw it, beside age and size alone. `each`: positions, for a bar."""
    told = []
    with single_thread():
        for left_out in each:
            scaler, fitted = _fit(*_together([rows for n, rows in enumerate(sessions) if n != left_out]))
            told.append(fitted.decision_function(scaler.transform(sessions[left_out].traits)))
    held, needed = _together(sessions)
    owners = np.concatenate([np.full(len(rows.needed), n) for n, rows in enumerate(sessions)])
    alone = {
        "word model, session left out": np.concatenate(told),
        "recency alone": -held[:, TRAITS.index("age")],
        "smallness alone": -held[:, TRAITS.index("size")],
    }
    return [ranking(name, scores, needed, owners) for name, scores in alone.items()]


def _together(sessions: Sequence[Rows]) -> tuple[Floats, Ints]:
    return np.concatenate([rows.traits for rows in sessions]), np.concatenate([rows.needed for rows in sessions])


def _fit(held: Floats, needed: Ints) -> tuple[StandardScaler, LogisticRegression]:
    if len(np.unique(needed)) < 2:
        raise UsageError("too little to learn from: no word was used again, or all were; add sessions")
    scaler = StandardScaler().fit(held)
    return scaler, LogisticRegression(C=_STRENGTH, max_iter=1000).fit(scaler.transform(held), needed)


def _rows(conversation: Conversation, units: Sequence[Unit]) -> Iterator[tuple[tuple[float, ...], bool]]:
    """For each cut, the words that results brought and no person had said."""
    calls = [unit for unit in units if unit.kind == "call"]
    for point in POINTS:
        number = int(len(calls) * point)
        if LEAST <= number < len(calls) - LEAST + 1:
            cut = calls[number].message + 1
            used = _used(conversation.messages[cut:])
            # Traits see the messages before the cut and no others.
            past = replace(conversation, messages=conversation.messages[:cut])
            for word, row in _words(past, [unit for unit in units if unit.message < cut]).items():
                yield row, word in used


def _words(past: Conversation, units: Sequence[Unit]) -> dict[bytes, tuple[float, ...]]:
    """Traits of each word, by the last exchange that brought it."""
    said = {speaker: telling("\n".join(m.text for m in past.messages if m.speaker == speaker)) for speaker in Speaker}
    calls = [position for position, unit in enumerate(units) if unit.kind == "call"]
    inputs = telling("\n".join(text for p in calls if (call := units[p].call) for text in leaves(call.input)))
    values = traits(past, units)
    found: dict[bytes, tuple[float, ...]] = {}
    for later, position in enumerate(reversed(calls)):
        text = units[position].text
        result = model.default().noul("result", values[position])
        for word in sorted(telling(text) - said[Speaker.HUMAN] - found.keys()):
            digits = any(48 <= byte < 58 for byte in word)
            kind = (float(word.isdigit()), float(digits), log1p(later), float(word in inputs), result, log1p(len(text)))
            found[word] = (*kind, float(word in said[Speaker.ASSISTANT]))
    return found


def _used(messages: Sequence[Message]) -> set[bytes]:
    """Words that people, the assistant and inputs of calls used before a result brought them again."""
    used: set[bytes] = set()
    brought: set[bytes] = set()
    for message in messages:
        if message.role == "tool":
            brought |= telling(message.text)
            continue
        spoken = message.text if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT) else ""
        given = "\n".join(text for call in message.calls for text in leaves(call.input))
        used |= telling(f"{spoken}\n{given}") - brought
    return used
