"""The trade-off as a small picture: no script, nothing fetched, every text escaped."""

from collections.abc import Iterator
from html import escape

from fastjev.evaluate.tune.proposal import Tuning
from fastjev.evaluate.tune.settings import Outcome

_WIDTH, _HEIGHT, _EDGE = 640, 400, 56
_TICKS = 4


def svg(tuning: Tuning) -> str:
    """Tokens saved against needed results lost: all settings, the front, what was decided, what is proposed."""
    parts = [*_axes(), *(_dot(each, 2, "#bbb") for each in tuning.outcomes)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_at, tuning.front))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0a7" stroke-width="2"/>')
    parts += [_dot(each, 4, "#0a7") for each in tuning.front]
    parts.append(_dot(tuning.journalled, 6, "#d60"))
    if tuning.proposed:
        parts.append(_dot(tuning.proposed, 9, "none", "#06c"))
    parts += _legend(tuning)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="12">\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def described(outcome: Outcome) -> str:
    """A setting in words."""
    if outcome.setting is None:
        return "as journalled 实际决定"
    threshold, floor, cap = outcome.setting
    return f"threshold 阈值 {threshold}, floor 下限 {floor}, cap 上限 {cap}"


def _axes() -> Iterator[str]:
    left, bottom = _EDGE, _HEIGHT - _EDGE
    yield f'<path d="M{left} {_EDGE / 2} V{bottom} H{_WIDTH - _EDGE / 2}" fill="none" stroke="#333"/>'
    for tick in range(_TICKS + 1):
        x, y = _place(tick / _TICKS, tick / _TICKS)
        yield _text(x, bottom + 18, f"{tick / _TICKS:.0%}", "middle")
        yield _text(left - 8, y + 4, f"{tick / _TICKS:.0%}", "end")
    yield _text(_WIDTH / 2, _HEIGHT - 14, "tokens of results saved 省下的 token", "middle")
    yield _text(left, _EDGE / 2 - 10, "needed results lost, at most 误删的结果（至多）", "start")


def _legend(tuning: Tuning) -> Iterator[str]:
    told = [
        ("#d60", described(tuning.journalled)),
        ("#0a7", "best settings 最优设置"),
        ("#bbb", "other settings 其他设置"),
    ]
    if tuning.proposed:
        told.append(("#06c", f"proposed 建议: {described(tuning.proposed)}"))
    for number, (colour, text) in enumerate(told):
        y = _EDGE / 2 + 14 + 18 * number
        yield f'<circle cx="{_EDGE + 16}" cy="{y - 4}" r="4" fill="{colour}"/>'
        yield _text(_EDGE + 26, y, text, "start")


def _dot(outcome: Outcome, radius: int, fill: str, stroke: str = "none") -> str:
    x, y = _at(outcome)
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="2">'
    return f"{circle}<title>{escape(described(outcome))}</title></circle>"


def _at(outcome: Outcome) -> tuple[float, float]:
    return _place(outcome.saved or 0.0, outcome.lost or 0.0)


def _place(saved: float, lost: float) -> tuple[float, float]:
    wide, high = _WIDTH - 1.5 * _EDGE, _HEIGHT - 1.5 * _EDGE
    return _EDGE + saved * wide, _HEIGHT - _EDGE - lost * high


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#333">{escape(text)}</text>'
