"""Elements of HTML and SVG. A text becomes markup here and nowhere else."""

from collections.abc import Sequence
from html import escape

from fastjev.evaluate.measures import Score
from fastjev.secrets import mask
from fastjev.visible import visible

_QUOTE_CHARS = 300
"""Characters of a stranger's text that are shown."""


def said(text: str) -> str:
    """A stranger's text: secrets masked, what an eye would miss made visible, escaped, cut where it is long."""
    masked = mask(text)
    cut = masked if len(masked) <= _QUOTE_CHARS else masked[: _QUOTE_CHARS - 1] + "…"
    return escape(visible(cut))


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element around markup; `class_` for `class`, other underscores for hyphens."""
    named = {key.rstrip("_").replace("_", "-"): escape(_number(value)) for key, value in attributes.items()}
    told = "".join(f' {key}="{value}"' for key, value in named.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], **attributes: str) -> str:
    """A table; the first entry of a row is markup that heads it, the others are its cells."""
    first = element("tr", *(element("th", cell, scope="col") for cell in head))
    body = [element("tr", element("th", name, scope="row"), *cells) for name, *cells in rows]
    return element("table", element("thead", first), element("tbody", *body), **attributes)


def percent(value: float | None) -> str:
    """A share in per cent, one that is not all or none never shown as such; nothing of nothing is undefined."""
    if value is None:
        return "undefined"
    shown = f"{value:.1%}"
    if shown == "100.0%" and value < 1:
        return "&gt;99.9%"
    return "&lt;0.1%" if shown == "0.0%" and value > 0 else shown


def cell(inside: str, **attributes: str) -> str:
    """A cell of a table."""
    return element("td", inside, **attributes)


def score(found: Score, of: str) -> str:
    """A cell with a value, its interval where draws differ, and its counts."""
    if found.value is None:
        return cell("undefined", class_="dim")
    counts = f"of {found.m:,.0f} {of}" if of else f"{found.n:,.0f}/{found.m:,.0f}"
    differ = found.interval and found.interval[0] < found.interval[1]
    ends = "–".join(f"{100 * end:.1f}" for end in found.interval or ()) if differ else ""
    return cell(percent(found.value) + element("small", " · ".join(filter(None, (ends, counts)))))


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
