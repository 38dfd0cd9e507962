"""Archive first, journal second, render last; and without an archive no pointers."""

import itertools
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from talks import CORPORA, FORMS, assistant, call, core, corpus, neutral, tool, user

from fastjev.deliver import Delivery, Source, deliver
from fastjev.pointers import elisions
from fastjev.policy import DEFAULT
from fastjev.renderers import RENDERERS
from fastjev.store import entries, journal, upkeep
from fastjev.store.database import create, look
from fastjev.store.place import Place, place_of

LOG = "\n".join(f"row {n}: plain words and no more of them than that" for n in range(80))
TALK = [
    user("不要动production库的schema，端口用 8080"),
    assistant("先看日志。", call("t1", "Bash", command="npm test"), call("t2", "Edit", path="a.py", new="x\n" * 200)),
    tool("t1", f"error: order_ref_77 refused\n{LOG}", is_error=True),
    tool("t2", "ok"),
    assistant("改好了。"),
    user("谢谢"),
]
GROWN = [*TALK, user("超时改成 60 秒"), assistant("", call("t3", "Read", path="b.py")), tool("t3", LOG.upper())]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    (tmp_path / "project").mkdir()
    return place_of(tmp_path / "project")


def delivered(raw: bytes, place: Place | None, shape: str = "text", **policy: Any) -> Delivery:
    values = {"recent_turns": 0, **policy}
    return deliver(Source(None, raw), shape, rulebook=core(), policy=replace(DEFAULT, **values), place=place)


def pointers(text: str) -> list[str]:
    return re.findall(r"\[\[elided id=(\S+) ", text)


def given_back(place: Place, name: str) -> bytes:
    with look(place) as store:
        found = entries.find(store, name)
        return b"".join(body for _, body in entries.parts(store, found))


@pytest.mark.parametrize("form", FORMS)
def test_every_pointer_gives_back_what_it_stands_for(form: str, place: Place) -> None:
    done = delivered(FORMS[form](GROWN), place)
    names = pointers(done.text)
    assert done.epoch == 1
    assert len(names) >= 3
    bodies = [given_back(place, name) for name in names]
    assert f"error: order_ref_77 refused\n{LOG}".encode() in bodies
    assert LOG.upper().encode() in bodies


@pytest.mark.parametrize(
    ("path", "form"), [*zip(CORPORA[::3], itertools.cycle(FORMS))], ids=lambda each: getattr(each, "stem", each)
)
def test_every_pointer_of_a_corpus_gives_back_its_text(path: Path, form: str, place: Place) -> None:
    raw = FORMS[form](corpus(path))
    done = delivered(raw, place)
    known = {elision.pointer: elision for elision in elisions(delivered(raw, None).run)}
    texts = {elision.id: elision.text or "" for elision in known.values()}
    for name in (names := pointers(done.text)):
        parts = known[name].units or (known[name].id,)
        assert given_back(place, name) == "".join(texts[id] for id in parts).encode()
    assert names or not any(each.tokens >= DEFAULT.pointer_tokens for each in known.values())


@pytest.mark.parametrize("path", CORPORA[::9], ids=lambda path: path.stem)
def test_the_whole_source_comes_back(path: Path, place: Place) -> None:
    raw = path.read_bytes()
    delivered(raw, place)
    with look(place) as store:
        assert entries.raw(store, entries.find(store, "e1")) == raw


def test_a_render_that_fails_leaves_a_complete_archive(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> str:
        raise RuntimeError("no paper")

    monkeypatch.setattr(RENDERERS["text"], "render", fails)
    with pytest.raises(RuntimeError, match="no paper"):
        delivered(FORMS["neutral"](TALK), place)
    with look(place) as store:
        assert len(list(journal.compactions(store))) == 1
        assert entries.raw(store, entries.find(store, "e1")) == FORMS["neutral"](TALK)


def test_an_archive_that_fails_leaves_a_skeleton_without_pointers(tmp_path: Path, place: Place) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    done = delivered(FORMS["neutral"](TALK), place)
    assert done.epoch is None
    assert done.trouble
    assert done.text == delivered(FORMS["neutral"](TALK), None).text
    assert pointers(done.text) == []


def test_a_journal_that_fails_promises_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from fastjev.errors import StoreError

    def fails(*_: object, **__: object) -> int:
        raise StoreError("full")

    monkeypatch.setattr(journal, "record", fails)
    assert delivered(FORMS["neutral"](TALK), place).trouble == "full"


def test_the_same_again_is_the_same_compaction(place: Place) -> None:
    one, two = (delivered(FORMS["claude-code"](TALK), place) for _ in range(2))
    assert (one.text, one.epoch) == (two.text, two.epoch) == (one.text, 1)


def test_a_session_that_grew_is_the_next_and_old_pointers_live(place: Place) -> None:
    old = pointers(delivered(FORMS["claude-code"](TALK), place).text)
    assert delivered(FORMS["claude-code"](GROWN), place).epoch == 2
    assert old
    assert all(given_back(place, name) for name in old)


def test_epochs_begin_with_what_was_written_before(place: Place) -> None:
    texts = [
        delivered(FORMS["claude-code"](GROWN[:end]), place, layout="epochs", payback_turns=0).text
        for end in (2, 6, len(GROWN))
    ]
    for before, after in itertools.pairwise(texts):
        assert after.startswith(before)
        assert len(after) > len(before)


@pytest.mark.parametrize(("budget", "outcome"), [(1, "over budget"), (100_000, "done")])
def test_the_journal_knows_what_it_came_to(budget: int, outcome: str, place: Place) -> None:
    delivered(FORMS["neutral"](TALK), place, budget_tokens=budget)
    with look(place) as store:
        assert [found.outcome for found in journal.compactions(store)] == [outcome]


def test_a_skeleton_compacted_again_stays_with_its_session(place: Place) -> None:
    id = "11111111-2222-3333-4444-555555555555"
    once = delivered(neutral(TALK, id), place)
    twice = delivered(once.text.encode(), place)
    assert twice.run.conversation.id == id
    assert pointers(twice.text) == pointers(once.text) != []
    assert all(given_back(place, name) for name in pointers(twice.text))


def test_a_purge_leaves_nothing_of_a_session_in_any_table(place: Place) -> None:
    """Also in one that a later version adds: whatever names a session is looked through."""
    delivered(neutral(TALK, "gone"), place, layout="epochs")
    delivered(neutral(GROWN, "stays"), place, layout="epochs")
    with create(place) as store:
        upkeep.purge(store, "gone")
        tables = [row[0] for row in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        owners = {
            table: {row[0] for row in store.rows(f"SELECT session FROM {table}")}
            for table in tables
            if any(column[1] == "session" for column in store.rows(f"PRAGMA table_info({table})"))
        }
    assert {table for table, owned in owners.items() if owned == {b"stays"}} >= {"epoch", "compaction", "block"}
    assert all(b"gone" not in owned for owned in owners.values())
