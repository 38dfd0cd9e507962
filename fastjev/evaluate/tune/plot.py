"""The trade-off as a small picture: no script, nothing fetched, every text escaped."""

from collections.abc import Iterator
from html import escape

from fastjev.evaluate.tune.again import Walked
from fastjev.evaluate.tune.proposal import Tuning

_WIDTH, _HEIGHT, _EDGE = 640, 400, 56
_TICKS = 4


def svg(tuning: Tuning) -> str:
    """Tokens saved against needed words lost: budgets, classic, the policy in force, what is proposed."""
    budgets = [each for each in tuning.walked if each.choice.exchanges == "budget"]
    parts = [*_axes(), *(_dot(each, 4, "#999") for each in tuning.walked if each not in budgets)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_at, budgets))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0a7" stroke-width="2"/>')
    parts += [_dot(each, 4, "#0a7") for each in budgets]
    if tuning.now:
        parts.append(_dot(tuning.now, 6, "#d60"))
    if tuning.proposed:
        parts.append(_dot(tuning.proposed, 9, "none", "#06c"))
    parts += _legend(tuning)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="12">\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def described(walked: Walked) -> str:
    """A choice in words."""
    return ", ".join(f"{key} {value}" for key, value in walked.choice.keys)


def _axes() -> Iterator[str]:
    left, bottom = _EDGE, _HEIGHT - _EDGE
    yield f'<path d="M{left} {_EDGE / 2} V{bottom} H{_WIDTH - _EDGE / 2}" fill="none" stroke="#333"/>'
    for tick in range(_TICKS + 1):
        x, y = _place(tick / _TICKS, tick / _TICKS)
        yield _text(x, bottom + 18, f"{tick / _TICKS:.0%}", "middle")
        yield _text(left - 8, y + 4, f"{tick / _TICKS:.0%}", "end")
    yield _text(_WIDTH / 2, _HEIGHT - 14, "tokens of results saved 省下的 token", "middle")
    yield _text(left, _EDGE / 2 - 10, "needed words lost 丢掉的要用的词", "start")


def _legend(tuning: Tuning) -> Iterator[str]:
    told = [
        ("#d60", "as it is 现在的策略"),
        ("#0a7", "budgets 预算"),
        ("#999", "classic"),
    ]
    if tuning.proposed:
        told.append(("#06c", f"proposed 建议: {described(tuning.proposed)}"))
    for number, (colour, text) in enumerate(told):
        y = _EDGE / 2 + 14 + 18 * number
        yield f'<circle cx="{_EDGE + 16}" cy="{y - 4}" r="4" fill="{colour}"/>'
        yield _text(_EDGE + 26, y, text, "start")


def _dot(outcome: Walked, radius: int, fill: str, stroke: str = "none") -> str:
    x, y = _at(outcome)
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="2">'
    return f"{circle}<title>{escape(described(outcome))}</title></circle>"


def _at(outcome: Walked) -> tuple[float, float]:
    return _place(outcome.saved or 0.0, outcome.lost or 0.0)


def _place(saved: float, lost: float) -> tuple[float, float]:
    wide, high = _WIDTH - 1.5 * _EDGE, _HEIGHT - 1.5 * _EDGE
    return _EDGE + saved * wide, _HEIGHT - _EDGE - lost * high


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#333">{escape(text)}</text>'
