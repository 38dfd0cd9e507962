"""One line per unit, secrets masked, kept for thirty days whatever the clock does; and found again."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talks import assistant, call, tool, user, walk

from fastjev.datatypes import Answer, Run, Size, Span
from fastjev.errors import StoreError
from fastjev.pointers import elisions
from fastjev.policy import DEFAULT
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import size
from fastjev.store import archive, events, journal, upkeep
from fastjev.store.clock import DAY, Clock, tick
from fastjev.store.database import Store, create
from fastjev.store.fates import fate, folded
from fastjev.store.place import Place
from fastjev.store.soundness import verify

NOW = 1_780_000_000.0
MADE = provenance(rules="sha256:00", policy=DEFAULT)
KEY = "hunter" + "2-Qx9"
SECRETS = [
    user(f"不要动 production 库，密码是 {KEY}"),
    assistant("好的，先看配置", call("1", "Bash", command=f"mysql --password {KEY} -e 'select 1'")),
    tool("1", f"DB_PASSWORD={KEY}\n" + "line\n" * 200),
    user("use port 8080"),
    assistant(f"ok, the password is {KEY}."),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with create(Place(tmp_path / "project", tmp_path / "data")) as store:
        yield store


def kept(store: Store, run: Run, now: float = NOW) -> int:
    found = elisions(run)
    archive.keep(store, run, found)
    return journal.record(store, run, MADE, found, now=now, source="talk.json", size=size(run))


def test_a_compaction_reads_back_as_it_was_decided(store: Store) -> None:
    run = walk([*SECRETS, user("不用了，改用 9090 端口")])
    first = run.decisions[0]
    told = replace(first, answers=(Answer("result", 0.25),), reused=3)
    run = replace(run, decisions=(told, *run.decisions[1:]))
    assert kept(store, run) == 1
    (found,) = journal.compactions(store)
    assert (found.session, found.epoch, found.time, found.source) == ("talk", 1, NOW, "talk.json")
    assert (found.provenance, found.size, found.outcome) == (MADE, size(run), "done")
    assert found.elided == len(elisions(run))
    assert [line.id for line in found.lines] == [unit.id for unit in run.units]
    zones = {item.id: item.zone for item in run.skeleton.items}
    gone = {each.id: each for each in elisions(run)}
    for line, unit, decision, verdict in zip(found.lines, run.units, run.decisions, run.verdicts, strict=True):
        assert (line.message, line.turn, line.span) == (unit.message, unit.turn, unit.span)
        assert (line.label, line.p, line.status, line.action) == (
            decision.label, decision.p, decision.status, decision.action
        )  # fmt: skip
        assert (line.because, line.superseded_by) == (decision.because, decision.superseded_by)
        assert line.votes == tuple((vote.label, vote.weight, vote.by) for vote in verdict.votes)
        assert (line.answers, line.reused) == (decision.answers, decision.reused)
        assert line.zone == zones.get(unit.id)
        assert line.chars == len(unit.text)
        assert line.pointer == (gone[unit.id].pointer if unit.id in gone else None)
        assert len(line.text) <= 240


def test_secrets_stand_in_no_line_and_whole_in_the_archive(store: Store) -> None:
    run = walk(SECRETS)
    found = elisions(run)
    archive.keep(store, run, found)
    journal.record(store, run, MADE, found, now=NOW, source=f"https://bob:{KEY}@host/talk.json")
    rows = store.rows("SELECT about, units FROM compaction")
    text = "".join(about.decode() + zlib.decompress(units).decode() for about, units in rows)
    assert text.count("‹masked ") >= 4
    assert KEY not in text
    assert KEY[:8] not in text
    assert any(KEY.encode() in body for (body,) in store.rows("SELECT body FROM blob"))


def test_a_key_that_a_cut_takes_from_its_name_is_masked(store: Store) -> None:
    """Units are masked as part of their message; and a key that begins before the preview ends goes whole."""
    pem = "-----BEGIN RSA PRIVATE KEY-----\n" + "\n".join(f"{n}MIIEpAIBAAKCAQEA{'q7Zx' * 12}" for n in range(9))
    run = walk([user(f"{'看' * 220} password=" + KEY * 9), user(f"私钥如下\n\n{pem}\n-----END RSA PRIVATE KEY-----")])
    kept(store, run)
    (found,) = journal.compactions(store)
    text = "".join(line.text for line in found.lines)
    assert KEY[:6] not in text
    assert "MIIEpAIBAAKCAQEA" not in text


def test_a_run_that_is_not_archived_has_no_epoch(store: Store) -> None:
    run = walk(SECRETS)
    assert journal.record(store, run, MADE, elisions(run), now=NOW) == 0


def test_events_are_kept_in_order(store: Store) -> None:
    events.note(store, "talk", 1, "expand", "u1.1", now=NOW)
    events.note(store, "会话", 2, "expand", "f3", now=NOW + 5, lines=Span(2, 9))
    assert [(each.name, each.lines) for each in events.events(store)] == [("u1.1", None), ("f3", Span(2, 9))]
    assert [each.epoch for each in events.events(store, "会话")] == [2]


def test_an_attempt_that_changed_nothing_is_an_event_too(store: Store) -> None:
    sizes = Size(chars_before=9, chars_after=9, tokens_before=3, tokens_after=3)
    events.attempted(store, "talk", "nothing left", "at 41,700 tokens", now=NOW, size=sizes, milliseconds=12)
    events.attempted(store, "talk", "failed", f"(RuntimeError: password={KEY})", now=NOW + 1)
    first, second = events.events(store, "talk")
    assert (first.kind, first.why, first.size, first.milliseconds) == ("nothing left", "at 41,700 tokens", sizes, 12)
    assert (first.epoch, first.name, first.lines, second.size) == (0, "", None, None)
    assert KEY not in second.why and "RuntimeError" in second.why


def count(store: Store) -> int:
    return len(list(journal.compactions(store)))


def test_entries_go_after_thirty_days_of_use(store: Store) -> None:
    run = walk(SECRETS)
    for day in range(0, 40, 5):
        kept(store, run, NOW + day * DAY)
    assert [round((each.time - NOW) / DAY) for each in journal.compactions(store)] == [35, 30, 25, 20, 15, 10, 5]


@pytest.mark.parametrize("jump", [400 * DAY, 10_000 * DAY, -400 * DAY])
def test_a_clock_that_jumps_and_comes_back_purges_nothing(store: Store, jump: float) -> None:
    run = walk(SECRETS)
    for now in (NOW, NOW + jump, NOW + jump + 3600, NOW + 2 * DAY):
        kept(store, run, now)
    assert count(store) == 4
    kept(store, run, NOW + 6 * DAY)
    assert count(store) == 5


def test_after_a_long_pause_the_old_goes_once_the_clock_has_run_for_a_day(store: Store) -> None:
    run = walk(SECRETS)
    kept(store, run, NOW)
    kept(store, run, NOW + 90 * DAY)
    assert count(store) == 2
    kept(store, run, NOW + 91 * DAY)
    assert count(store) == 2, "the first is gone, the two new ones are there"


def test_what_was_written_under_a_clock_ahead_does_not_outlive_the_rest(store: Store) -> None:
    run = walk(SECRETS)
    for now in (NOW + 400 * DAY, NOW, NOW + DAY):
        kept(store, run, now)
    for day in range(6, 43, 6):
        kept(store, run, NOW + day * DAY)
    assert all(each.time < NOW + 50 * DAY for each in journal.compactions(store))


@given(st.lists(st.floats(-5e9, 5e10), min_size=1, max_size=12))
def test_no_single_time_moves_the_clock_by_more_than_a_week(times: list[float]) -> None:
    clock: Clock | None = Clock(NOW)
    for now in times:
        before, clock = clock, tick(clock, now)
        assert before is not None
        held = before.since is not None and abs(now - before.since) >= DAY
        assert held or -3600 <= clock.believed - before.believed <= 7 * DAY


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE compaction SET units = x'00'",
        "UPDATE compaction SET about = '{}'",
        "UPDATE compaction SET session = x'ff'",
    ],
)
def test_a_damaged_journal_is_told(store: Store, sql: str) -> None:
    kept(store, walk(SECRETS))
    store.connection.execute(sql)
    with pytest.raises(StoreError, match="damaged"):
        [each.lines for each in journal.compactions(store)]
    assert len(list(verify(store))) == 1


def test_purging_a_session_takes_its_journal(store: Store) -> None:
    kept(store, walk(SECRETS))
    events.note(store, "talk", 1, "expand", "u1.1", now=NOW)
    upkeep.purge(store, "talk")
    assert (count(store), events.events(store)) == (0, [])


def test_a_fate_is_told_from_a_line(store: Store) -> None:
    run = walk([user("不要改 schema"), user("算了，schema 可以改了"), *SECRETS[1:]])
    kept(store, run)
    (found,) = journal.compactions(store)
    fates = {line.text[:12]: fate(line) for line in found.lines}
    assert fates["不要改 schema"].startswith("deprecated by u2."), fates
    assert fates["use port 808"].startswith("kept in "), fates
    assert any(told.startswith(("capped, ", "folded")) for told in fates.values())


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("不要动 production 库的schema", "不要动production库的 SCHEMA"),
        ("端口改成　８０８０", "端口改成8080"),
        ("Use\n  port 8080", "use port 8080"),
    ],
)
def test_case_width_and_space_do_not_matter(written: str, asked: str) -> None:
    assert folded(asked) in folded(written)
    assert json.dumps(folded(asked))
