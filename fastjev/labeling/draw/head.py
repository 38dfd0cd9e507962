"""The top of the screen: whose work it is, how far it is, how long it will take."""

from fastjev.labeling.cells import width
from fastjev.labeling.draw.pieces import Line, Piece, line, rule
from fastjev.labeling.state import Session
from fastjev.labeling.tasks import answers
from fastjev.visible import visible

_LAST = 30
"""Answers whose median is the pace: enough to be steady, few enough to follow a person who warms up."""
_PAUSE_MS = 120_000
"""Somebody who took longer was away."""
_BARS = "▁▂▃▄▅▆▇█"
_BAR, _WIDE_BAR = 20, 50


def head(session: Session, columns: int) -> list[Line]:
    """Two lines and a rule."""
    return [_whose(session, columns), _progress(session, columns), rule(columns)]


def _whose(session: Session, columns: int) -> Line:
    sheet = session.sheet
    mode = "votes shown" if sheet.suggest and sheet.task.votes else "blind"
    left = [
        Piece(f" {visible(sheet.name)}", "strong"),
        Piece(f"  by {visible(sheet.by)}  {sheet.what or f'{sheet.task.name}, {mode}'}"),
    ]
    today = f"today {_today(session)} "
    room = columns - sum(width(each.text) for each in left) - len(today)
    return line(*left, " " * max(1, room), Piece(today, "dim"))


def _progress(session: Session, columns: int) -> Line:
    if session.screen == "reading":
        return ()
    total, done = len(session.order), session.done
    bars = _BAR if columns < 120 else _WIDE_BAR
    full = bars * done // total if total else bars
    share = f"{done * 100 // total} %" if total else "nothing to ask"
    counted = Piece(f"  {done}/{total}{'+' * session.growing}  {share}")
    parts = [Piece(" "), Piece("#" * full, "strong"), Piece("-" * (bars - full), "dim"), counted]
    if said := _time(session, total - done):
        parts.append(Piece(f"   {said}", "dim"))
    if session.curve:
        parts.append(Piece(f"   {_curve(session.curve, columns)}", "dim"))
    return tuple(parts)


def _time(session: Session, left: int) -> str:
    """How long an answer takes, and all that are left."""
    taken: list[int] = []
    for act in reversed(session.answers.acts):
        if not answers(session.sheet.task, act):
            continue
        if act.ms is not None and act.ms < _PAUSE_MS:
            taken.append(act.ms)
        if len(taken) == _LAST:
            break
    if not taken:
        return ""
    each = sorted(taken)[len(taken) // 2] / 1000
    return f"{each:.1f} s each, {_minutes(each * left)} left"


def _minutes(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _today(session: Session) -> int:
    """Units that were answered today, of this task."""
    sheet = session.sheet
    return len({act.unit for act in session.answers.acts if act.t >= sheet.day and answers(sheet.task, act)})


def _curve(curve: tuple[tuple[int, int, int], ...], columns: int) -> str:
    """The share that is right on the holdout after each training, the last in figures."""
    shares = [right / of for _, right, of in curve if of]
    low, high = min(shares, default=0.0), max(shares, default=1.0)
    steps = [int((share - low) / ((high - low) or 1) * (len(_BARS) - 1)) for share in shares]
    drawn = "".join(_BARS[step] for step in steps[-(8 if columns < 120 else 40) :])
    _, right, of = curve[-1]
    return f"holdout {right}/{of} {drawn}"
