"""What `doctor` looks at whatever the host is."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from fastjev.errors import FastjevError, StoreError
from fastjev.store.place import Place
from fastjev.store.room import Obstacle


class Check(NamedTuple):
    """One thing that was looked at."""

    subject: str
    said: str
    todo: str = ""
    """What to do; empty where it is in order."""


def rules(place: Place) -> Iterator[Check]:
    """Those of the project: which are in force, and which files are left out."""
    from fastjev.rulebook import load, project_root

    try:
        rulebook = load(project_root(place.project))
    except FastjevError as error:
        yield Check("rules", str(error), "fastjev rules lint")
        return
    counts = " + ".join(f"{layer} {count}" for layer, count in rulebook.counts.items())
    yield Check("rules", f"{counts} in force")
    for line in rulebook.refused:
        yield Check("rules", f"{line}; the file is left out", "fastjev rules lint")


def weights(place: Place) -> Iterator[Check]:
    """Whether the project has labels of its own, and whether they can be read."""
    from fastjev import model
    from fastjev.project import project_root

    try:
        found = model.of(project_root(place.project))
    except FastjevError as error:
        yield Check("weights", str(error), "install fastjev again: its files are damaged")
        return
    if found is None:
        yield Check("weights", "the shipped ones")
        return
    for line in found.refused:
        yield Check("weights", f"{line}; the file is left out", "fastjev train classifier --project")
    if not found.refused:
        yield Check("weights", f"labels of the project's own, {model.OWN}")


def archive(place: Place, wrong: Obstacle | None) -> Iterator[Check]:
    """Whether it can be written, and what is in it is sound."""
    from fastjev.store.database import look
    from fastjev.store.soundness import verify

    if wrong:
        yield Check("archive", wrong.said, wrong.todo)
    if not os.path.lexists(place.file):
        if not wrong:
            yield Check("archive", "nothing is archived for this project yet")
        return
    try:
        with look(place) as store:
            damaged = list(verify(store))
    except StoreError as error:
        yield Check("archive", str(error), "fastjev archive verify")
        return
    for line in damaged:
        yield Check("archive", line, "compact the session again while its file is there")
    if not damaged:
        yield Check("archive", f"{place.file} is sound")
