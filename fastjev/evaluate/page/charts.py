"""Pictures of probabilities, drawn as SVG: how right they are, and what precision recall costs."""

from collections.abc import Iterator, Mapping, Sequence

from fastjev.evaluate.page.markup import element
from fastjev.evaluate.probabilities import Bin, Point

_SIDE, _LEFT, _TOP, _BELOW = 320, 56, 16, 44
_TICKS = 5
_LEAST_RADIUS, _MOST_RADIUS = 3, 12


def reliability(found: Mapping[str, Sequence[Bin]]) -> str:
    """By who decided, a dot for each tenth of probability, larger for more verdicts; on the diagonal they are right."""
    most = max((bin.there for bins in found.values() for bin in bins), default=1)
    dots = []
    for row, (by, bins) in enumerate(found.items()):
        for bin in bins:
            share = bin.right / bin.there
            x, y = _at(bin.p, share)
            radius = _LEAST_RADIUS + (_MOST_RADIUS - _LEAST_RADIUS) * (bin.there / most) ** 0.5
            told = f"{by}: {bin.p:.2f} on average, {share:.2f} right ({bin.right:,} of {bin.there:,})"
            dots.append(element("circle", element("title", told), class_=f"dot {by}", cx=x, cy=y, r=radius))
        x, y = _LEFT + 20, _TOP + 14 + 20 * row
        dots.append(element("circle", class_=f"dot {by}", cx=x, cy=y, r=_LEAST_RADIUS + 2))
        dots.append(_text(x + 14, y + 4, by, "start"))
    start, end = _at(0, 0), _at(1, 1)
    diagonal = element("path", d=_path([start, end]), class_="guide")
    return _picture("probability of the verdict", "share that is right", [diagonal, *dots])


def curves(found: Mapping[str, Sequence[Point]]) -> str:
    """A line for each language that has a curve, named beside its end."""
    lines = []
    for row, (lang, points) in enumerate((lang, points) for lang, points in found.items() if points):
        path = _path([_at(point.recall, point.precision) for point in points])
        lines.append(element("path", element("title", lang), d=path, class_=f"curve {lang}"))
        y = _TOP + _SIDE - 70 + 16 * row
        lines.append(element("path", d=_path([(_LEFT + 12, y), (_LEFT + 44, y)]), class_=f"curve {lang}"))
        lines.append(_text(_LEFT + 52, y + 4, lang, "start"))
    return _picture("recall of constraints", "precision", lines)


def _picture(across: str, up: str, drawn: Sequence[str]) -> str:
    width, height = _LEFT + _SIDE + 20, _TOP + _SIDE + _BELOW
    return element(
        "svg",
        *_axes(across, up),
        *drawn,
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=f"{up} by {across}",
    )


def _axes(across: str, up: str) -> Iterator[str]:
    corner = [_at(0, 1), _at(0, 0), _at(1, 0)]
    yield element("path", d=_path(corner), class_="axis")
    for tick in range(_TICKS + 1):
        x, y = _at(tick / _TICKS, tick / _TICKS)
        yield _text(x, _TOP + _SIDE + 16, f"{tick / _TICKS:.1f}", "middle")
        yield _text(_LEFT - 8, y + 4, f"{tick / _TICKS:.1f}", "end")
    yield _text(_LEFT + _SIDE / 2, _TOP + _SIDE + 36, across, "middle")
    middle = _TOP + _SIDE / 2
    yield element("text", up, x=14, y=middle, text_anchor="middle", transform=f"rotate(-90 14 {middle:.0f})")


def _at(across: float, up: float) -> tuple[float, float]:
    return _LEFT + across * _SIDE, _TOP + (1 - up) * _SIDE


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return element("text", text, x=x, y=y, text_anchor=anchor)
