"""Published sessions through the archive and back: results to the byte, pairs whole, nothing settled undone."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from talks import NO_REAL, REAL, core, rendered
from test_laws import lines, pairs_are_whole

from fastjev.deliver import Delivery, Source, deliver
from fastjev.labels import Zone
from fastjev.pointers import elisions
from fastjev.policy import DEFAULT
from fastjev.store import entries
from fastjev.store.database import look
from fastjev.store.place import Place
from fastjev.visible import visible

SESSIONS = sorted((REAL / "claude-code").glob("*.jsonl"))

pytestmark = pytest.mark.skipif(not SESSIONS, reason=NO_REAL)


@dataclass(frozen=True)
class Delivered:
    """A session compacted with two recent turns, and its place."""

    path: Path
    place: Place
    once: Delivery


def delivered(raw: bytes, place: Place, recent: int) -> Delivery:
    policy = replace(DEFAULT, recent_turns=recent)
    return deliver(Source(None, raw), "text", rulebook=core(), policy=policy, place=place)


@pytest.fixture(scope="module", params=SESSIONS, ids=lambda path: path.stem)
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Delivered]:
    folder = tmp_path_factory.mktemp("real")
    place = Place(folder / "project", folder / "data")
    yield Delivered(request.param, place, delivered(request.param.read_bytes(), place, 2))


def pointers(text: str) -> set[str]:
    """Names of the pointers that stand where fastjev places them."""
    return set(re.findall(r"⟩ \[\[elided id=(\S+) lines=[0-9-]+ tokens=[0-9]+\]\]$", text, re.MULTILINE))


def test_every_result_that_is_not_shown_whole_comes_back(session: Delivered) -> None:
    run = session.once.run
    recent = {message.index for message in run.skeleton.recent}
    whole = {
        unit.id
        for unit, decision in zip(run.units, run.decisions, strict=True)
        if [span.of(unit.text).strip() for span in decision.kept] == [unit.text.strip()]
    }
    results = [unit for unit in run.units if unit.kind == "call" and unit.text and unit.message not in recent]
    with look(session.place) as store:
        for unit in results:
            if unit.id not in whole:
                found = entries.find(store, unit.id, run.conversation.id)
                assert entries.text(store, found) == unit.text.encode("utf-8", "surrogatepass")
                assert unit.text in run.conversation.messages[unit.message].text


def test_every_pointer_leads_to_what_it_stands_for(session: Delivered) -> None:
    run = session.once.run
    texts = {elision.id: elision.text for elision in elisions(run)}
    known = {elision.pointer: elision.units or (elision.id,) for elision in elisions(run)}
    with look(session.place) as store:
        for name in pointers(session.once.text):
            text = "".join(texts[id] or "" for id in known[name])
            assert entries.text(store, entries.find(store, name)) == text.encode("utf-8", "surrogatepass")
        assert entries.raw(store, entries.find(store, "e1")) == session.path.read_bytes()


def test_pairs_are_whole(session: Delivered) -> None:
    pairs_are_whole("claude-code", json.loads(rendered(session.once.run, "messages")))


def test_compacted_again_nothing_settled_changes_and_every_pointer_lives(session: Delivered) -> None:
    twice = delivered(session.once.text.encode(), session.place, 2)
    assert twice.run.conversation.id == session.once.run.conversation.id
    before, again = lines(session.once.run), lines(twice.run)
    # What is verbatim is decided anew each time; all that binds there binds again, if in a line with its neighbour, and
    # whether it may be in conflict with an older one is weighed anew by what is left around it.
    recent = {message.turn for message in session.once.run.skeleton.recent}
    fresh = {" ".join(visible(item.text).split()) for item in session.once.run.skeleton.items if item.turn in recent}
    assert [line for line in before if line not in again and line[2] not in fresh] == []
    bound = [line for line in before if line[0] == Zone.CONSTRAINTS]
    assert [line for line in bound if not any(line[0] == new[0] and line[2] in new[2] for new in again)] == []
    assert pointers(twice.text) >= pointers(session.once.text)
    with look(session.place) as store:
        assert all(entries.text(store, entries.find(store, name)) for name in pointers(twice.text))
