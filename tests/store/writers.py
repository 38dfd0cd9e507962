"""Runs made by hand, and processes that store them until they are done or killed. Light: storms start hundreds."""

import hashlib
import json
import os
import random
import select
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

from fastjev.datatypes import Conversation, Elision, Record, Run, Skeleton, Span
from fastjev.errors import StoreError
from fastjev.store import archive, entries
from fastjev.store.database import create, look
from fastjev.store.place import Place
from fastjev.store.soundness import verify


def run_of(records: list[bytes], session: str = "talk") -> Run:
    """A run over a source of these records; nothing was decided."""
    found, at = [], 0
    for index, record in enumerate(records):
        found.append(Record(index, Span(at, at + len(record)), "user"))
        at += len(record)
    conversation = Conversation(id=session, format="neutral", raw=b"".join(records), records=tuple(found), messages=())
    skeleton = Skeleton(items=(), recent=(), lang="en", first_turn=0, last_turn=0)
    return Run(conversation=conversation, units=(), verdicts=(), decisions=(), skeleton=skeleton)


def elision(id: str, text: str, *, record: int = 0, pointer: str | None = None, turn: int = 1) -> Elision:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Elision(
        id=id,
        pointer=pointer or f"r:{digest[:8]}",
        digest=digest,
        text=text,
        records=(record,),
        turns=Span(turn, turn),
        lines=text.count("\n") + 1,
        tokens=len(text) // 4 + 1,
    )


def fold(id: str, own: list[Elision]) -> Elision:
    digest = hashlib.sha256("".join(each.digest for each in own).encode()).hexdigest()
    return Elision(
        id=id,
        pointer=f"f:{digest[:8]}",
        digest=digest,
        text=None,
        units=tuple(each.id for each in own),
        records=(0,),
        turns=Span(1, 1),
        lines=sum(each.lines for each in own),
        tokens=sum(each.tokens for each in own),
    )


class Written(NamedTuple):
    """What a writer stores in one go, told by a number."""

    run: Run
    found: list[Elision]


def written(session: str, number: int) -> Written:
    dice = random.Random(f"{session} {number}")
    texts = [f"{session} {number} 第{n}条 " + dice.randbytes(dice.randrange(20_000)).hex() for n in range(6)]
    found = [elision(f"u{n + 1}.1", text, record=n) for n, text in enumerate(texts)]
    return Written(run_of([text.encode() + b"\n" for text in texts], session), [*found, fold("f1", found[:3])])


def write(place: Place, session: str, acks: int, first: int, count: int | None) -> None:
    """Store runs and acknowledge each on `acks` by a line of JSON, once its pointers may be shown."""
    number = first
    while count is None or number < first + count:
        made = written(session, number)
        with create(place, seconds=30) as store:
            live = archive.keep(store, made.run, made.found)
        os.write(acks, json.dumps([session, number, sorted(live)]).encode() + b"\n")
        number += 1


def start(place: Place, session: str, first: int, count: int | None) -> tuple[int, int]:
    """A process that writes; its id, and where it acknowledges."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    try:
        os.close(reading)
        write(place, session, writing, first, count)
        os._exit(0)
    except BaseException as error:
        os.write(2, f"{session}: {error!r}\n".encode())
        os._exit(1)


def acknowledged(reading: int) -> list[tuple[str, int, list[str]]]:
    """All that was acknowledged until the writer ended; a torn last line was not."""
    with os.fdopen(reading, "rb") as pipe:
        lines = pipe.read().split(b"\n")[:-1]
    return [tuple(json.loads(line)) for line in lines]


def missing(place: Place, told: list[tuple[str, int, list[str]]]) -> list[str]:
    """What was acknowledged and is not there byte for byte."""
    lost = []
    with look(place) as store:
        for session, number, live in told:
            made = written(session, number)
            if sorted(each.id for each in made.found) != live:
                lost.append(f"{session} {number}: only {live} are live")
            for each in made.found:
                try:
                    entry = entries.find(store, each.pointer, session)
                    body = entries.text(store, entry)
                except StoreError as error:
                    lost.append(f"{session} {number} {each.id}: {error}")
                    continue
                if each.text is not None and body != each.text.encode():
                    lost.append(f"{session} {number} {each.id}: other bytes")
    return lost


def storm(place: Place, kills: int, writers: int, seed: int) -> dict[str, object]:
    """Kill writers at random moments; what was acknowledged, lost, and is wrong afterwards."""
    dice = random.Random(seed)
    told: list[tuple[str, int, list[str]]] = []
    killed = rounds = 0
    failed: list[str] = []
    while killed < kills:
        started = [start(place, f"会话-{n}", rounds * 1000, None) for n in range(writers)]
        for pid, reading in started:
            if dice.random() < 0.7:
                # However busy the machine: some must have acknowledged something, or nothing is at stake.
                select.select([reading], [], [], 10)
            time.sleep(dice.random() * 0.03)
            os.kill(pid, signal.SIGKILL)
        for pid, reading in started:
            told += acknowledged(reading)
            status = os.waitpid(pid, 0)[1]
            killed += os.WIFSIGNALED(status)
            failed += [] if os.WIFSIGNALED(status) else [f"writer ended by itself with {status}"]
        rounds += 1
        if failed:
            break
    with look(place) as store:
        wrong = list(verify(store))
    return {"kills": killed, "acknowledged": len(told), "lost": missing(place, told), "wrong": wrong, "failed": failed}


def crowd(place: Place, writers: int, each: int) -> dict[str, object]:
    """Writers at once, none killed."""
    started = [start(place, f"session-{n}", 0, each) for n in range(writers)]
    told = [line for _, reading in started for line in acknowledged(reading)]
    codes = [os.waitpid(pid, 0)[1] for pid, _ in started]
    with look(place) as store:
        wrong = list(verify(store))
    return {"codes": codes, "acknowledged": len(told), "lost": missing(place, told), "wrong": wrong}


def main(what: str, home: str, *numbers: str) -> None:
    place = Place(Path("/storm"), Path(home))
    found = {"storm": storm, "crowd": crowd}[what](place, *map(int, numbers))
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
