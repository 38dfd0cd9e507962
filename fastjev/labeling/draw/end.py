"""The end of a set: what was answered, and what comes next."""

from collections import Counter
from collections.abc import Iterator

from fastjev.labeling.draw.pieces import Line, Piece, line
from fastjev.labeling.state import Session
from fastjev.labeling.tasks import CLASSES, answered


def counts(session: Session) -> Counter[str]:
    """How often each answer was given, in the order of its first."""
    given = (answered(session.sheet.task, session.answer(id)) for id in session.order if id not in session.again)
    return Counter(said for said in given if said)


def skipped(session: Session) -> int:
    """How many were put off and are not answered yet."""
    return sum(1 for id in session.order if session.is_open(id) and session.answer(id).skipped)


def end(session: Session) -> Iterator[Line]:
    """Counts, and the way on."""
    found = counts(session)
    yield ()
    so_far = (
        "all so far are answered; more is being read" if session.growing else f"all {len(session.order)} are answered"
    )
    yield line(Piece(f"   {so_far if session.order else 'nothing is asked'}", "strong"))
    yield ()
    for said, n in found.most_common():
        bar = "#" * (40 * n // max(found.values()))
        yield line("   ", Piece(f"{said:<20}", said if said in CLASSES else ""), f"{n:>6}  ", Piece(bar, "dim"))
    yield ()
    trains = session.order and session.sheet.task.name == "class" and not session.sheet.what
    train = "t trains the project's model on it, " if trains else ""
    yield line(Piece(f"   {train}k goes back, u takes back, q ends", "dim"))
