"""`make story`: two people label a set in a terminal and train on it. Their answers were prepared.

Types their keys, prints each command with what it said; with a folder as argument, writes pictures of screens there.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fastjev.labeling import sets
from fastjev.labeling.items import Item
from tests.e2e.labeler import bakery
from tests.e2e.labeler.seats import Tmux, until
from tests.talks import ROOT

COLUMNS, LINES = 100, 30
HOLDOUT = 30
FIRST, UNDONE, SECOND = 50, 3, 40
"""Units that the first person answers before a break, and of these takes back; units that the second one answers."""
PICTURED = 18
"""Units that are answered when the first picture is taken."""
DIGITS = {"constraint": "1", "decision": "2", "fact": "3", "process": "4", "noise": "5"}
SET = ("--set", "mine", "--by")


class Desk:
    """The bakery's project, and what its people are going to say of each unit."""

    def __init__(self, home: Path, pictures: Path | None) -> None:
        self.pictures, self.project = pictures, home / "bakery"
        for folder in (self.project, home / "elsewhere"):
            (folder / ".git").mkdir(parents=True)
        (self.project / "corpora").symlink_to(ROOT / "corpora")
        names = ("HOME", "FASTJEV_DATA", "FASTJEV_CACHE", "FASTJEV_CONFIG", "CLAUDE_CONFIG_DIR")
        self.env = {name: str(home / name.lower()) for name in names}
        self.env |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.sentences = [each for lang in bakery.LANGS for each in bakery.write(lang, self.project)]

    @cached_property
    def asked(self) -> list[Item]:
        """Units to be labelled, once the set is made."""
        return self._asked()

    def is_made(self) -> bool:
        """Whether the set holds all that a human said."""
        said = {(each.conv, each.message) for each in self.sentences}
        return said == {(item.conv, item.at[0]) for item in self._asked()}

    def answer(self, item: Item) -> tuple[str, str]:
        """The first person's and the second one's."""
        told = bakery.sentence(item, self.sentences)
        return told.first, told.second

    def sit(self, *args: str) -> Tmux:
        """A terminal, in which fastjev shows a unit."""
        print(f"\n$ fastjev {' '.join(args)}", flush=True)
        seat = Tmux((sys.executable, "-m", "fastjev", *args), self.project, self.env, (COLUMNS, LINES))
        until(seat, lambda rows: any(row.startswith("> ") for row in rows))
        return seat

    def type(self, seat: Tmux, keys: str, by: str) -> None:
        """Keys that put one line into the person's file, which is waited for."""
        before = self._acts(by)
        seat.type(keys)
        until(seat, lambda rows: self._acts(by) > before)

    def rise(self, seat: Tmux) -> None:
        """End, and say what then stands in the terminal."""
        seat.type("q")
        rows = until(seat, lambda rows: any(row.startswith("ended: ") for row in rows))
        print("\n".join(row for row in rows if row and row != "ended: 0"), flush=True)
        seat.close()

    def draw(self, seat: Tmux, name: str, shows: str) -> None:
        """The screen as a picture, once it shows some words; as text where no pictures are wanted."""
        rows = until(seat, lambda rows: shows in "\n".join(rows))
        if self.pictures is None:
            print("\n".join(row for row in rows if row), flush=True)
            return
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123
            console = Console(record=True, width=COLUMNS, file=nowhere, color_system="truecolor", force_terminal=True)
            console.print(Text.from_ansi(seat.painted()), soft_wrap=True)
        path = self.pictures / f"{name}.svg"
        path.write_text(console.export_svg(title="fastjev", unique_id=name), "utf-8")
        print(f"picture: {path}", flush=True)

    def run(self, *args: str, folder: Path | None = None) -> None:
        """A command, and what it says."""
        print(f"\n$ fastjev {' '.join(args)}", flush=True)
        command = (sys.executable, "-m", "fastjev", *args)
        env = {**os.environ, **self.env, "COLUMNS": str(COLUMNS)}
        done = subprocess.run(command, cwd=folder or self.project, env=env, capture_output=True, text=True)
        print(f"{done.stdout}{done.stderr}".replace(f"{self.project}/", "").strip(), flush=True)
        if done.returncode:
            print(f"exit code {done.returncode}", flush=True)

    def _asked(self) -> list[Item]:
        return [item for item in sets.items(sets.find(self.project, "mine")) if item.asked]

    def _acts(self, by: str) -> int:
        path = self.project / f".fastjev/labels/mine/{by}.jsonl"
        return len(path.read_bytes().splitlines()) if path.exists() else 0


def first(desk: Desk) -> None:
    """Fifty answers, three of them taken back, a break, and the rest."""
    files = [f"bakery-{lang}.json" for lang in bakery.LANGS]
    seat = desk.sit("label", *files, *SET, "lin", "--holdout", str(HOLDOUT))
    until(seat, lambda rows: desk.is_made())
    for place, item in enumerate(desk.asked[:FIRST]):
        if place == PICTURED:
            seat.type("]]]]")
            desk.draw(seat, "unit", "6 units on each side")
            seat.type("[[[[")
        desk.type(seat, DIGITS[desk.answer(item)[0]], "lin")
    count = Counter(desk.answer(item)[0] for item in desk.asked[:FIRST])
    print(f"{FIRST} answers:", ", ".join(f"{count[label]} {label}" for label in DIGITS))
    for _ in range(UNDONE):
        desk.type(seat, "u", "lin")
    print(f"{UNDONE} undone")
    desk.rise(seat)
    seat = desk.sit("label", *SET, "lin")
    number = next(row.split()[1] for row in seat.screen() if row.startswith("> "))
    print(f"goes on at unit {number}")
    for item in desk.asked[FIRST - UNDONE :]:
        desk.type(seat, DIGITS[desk.answer(item)[0]], "lin")
    desk.rise(seat)


def second(desk: Desk) -> None:
    """Some of the same units, without a look at the first answers; one skip and one note, which travel with them."""
    seat = desk.sit("label", *SET, "ana")
    seat.type("ia task or a greeting?")
    until(seat, lambda rows: "greeting?_" in "\n".join(rows))
    desk.type(seat, "\r", "ana")
    for item in desk.asked[:SECOND]:
        desk.type(seat, DIGITS[desk.answer(item)[1]], "ana")
    desk.type(seat, "0", "ana")
    desk.rise(seat)
    desk.run("agree", "mine")


def review(desk: Desk) -> None:
    """Where they differ the first answer is taken, for the reason that the sentence lies between two labels."""
    seat = desk.sit("review", "mine", "--by", "lin", "--people")
    differing = [item for item in desk.asked[:SECOND] if len(set(desk.answer(item))) > 1]
    for place, item in enumerate(differing):
        if place == 1:
            desk.draw(seat, "review", item.text[:6])
        seat.type(DIGITS[desk.answer(item)[0]])
        until(seat, lambda rows: "edge" in "\n".join(rows))
        desk.type(seat, "4", "gold")
    desk.rise(seat)
    desk.run("labels", "stats", "mine")


def travel(desk: Desk) -> None:
    """To Prodigy's form, and into a set of that name in another project."""
    other = desk.project.with_name("elsewhere")
    desk.run("labels", "export", "mine", "--as", "prodigy", "-o", "mine.jsonl")
    desk.run("labels", "import", "mine", "../bakery/mine.jsonl", "--as", "prodigy", folder=other)
    desk.run("labels", "export", "mine", "--as", "prodigy", "-o", "mine.jsonl", folder=other)
    same = (desk.project / "mine.jsonl").read_bytes() == (other / "mine.jsonl").read_bytes()
    print("\n$ cmp mine.jsonl ../bakery/mine.jsonl\nno difference" if same else "\nthe two files differ", flush=True)


def main(args: Sequence[str]) -> None:
    """The story, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as home:
        desk = Desk(Path(home), Path(args[0]).resolve() if args else None)
        first(desk)
        second(desk)
        review(desk)
        travel(desk)
        desk.run("train", "classifier", "mine", "--project", "--core", "corpora")


if __name__ == "__main__":
    main(sys.argv[1:])
