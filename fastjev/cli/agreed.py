"""How far two people agree, as tables: in a terminal, and as the Markdown that `corpora/README.md` publishes."""

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.tables import put_table, table
from fastjev.evaluate.agree import ALL, NAMES, Agreement, Value

_LANGS = ("language", "conversations", "units", "per cent", "kappa", "alpha", "AC2", "boundary F1")
_LABELS = ("label", "first", "second", "per cent", "kappa", "alpha", "AC2", "F1")
_DOUBTED = "doubted"
_ABOUT = (
    "kappa is Cohen's, alpha Krippendorff's (nominal), AC2 Gwet's (all labels equally unlike), each label against the",
    "rest. In brackets the ends between which 95 of 100 draws lie. What either doubts is left out.",
)


def show(found: Mapping[str, Agreement]) -> None:
    """Print a line for each language, one for each label, and who called what what."""
    for title, (head, *rows) in _tables(found).items():
        put([Text.assemble("\n", (title, "bold"))])
        drawn = table(*head, right=tuple(head[1:]))
        for row in rows:
            drawn.add_row(*row)
        put_table(drawn)
    put(Text(line, "dim") for line in ("", *_ABOUT))


def markdown(found: Mapping[str, Agreement]) -> str:
    """The same tables as Markdown."""
    parts = []
    for title, (head, *rows) in _tables(found).items():
        lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
        parts.append(f"{title}:\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(parts) + "\n" + "\n".join(_ABOUT) + "\n"


def _tables(found: Mapping[str, Agreement]) -> dict[str, list[Sequence[str]]]:
    return {
        "All labels, by language": [_LANGS, *_by_lang(found)],
        "Each label, all languages": [_LABELS, *_by_label(found[ALL])],
        "Units by what the first called them (rows) and the second (columns)": [
            ("", *NAMES, _DOUBTED),
            *_confusion(found[ALL]),
        ],
    }


def _by_lang(found: Mapping[str, Agreement]) -> Iterator[Sequence[str]]:
    for lang, each in found.items():
        sure = sum(units for given, units in each.units.items() if None not in given)
        values = [percent(each.whole["percent"]), *(plain(each.whole[name]) for name in ("kappa", "alpha", "ac2"))]
        yield [lang, f"{each.conversations:,}", f"{sure:,}", *values, percent(each.boundaries)]


def _by_label(each: Agreement) -> Iterator[Sequence[str]]:
    sure = {given: units for given, units in each.units.items() if None not in given}
    for label, values in each.by_label.items():
        counts = [f"{sum(units for given, units in sure.items() if given[who] == label):,}" for who in (0, 1)]
        chance = [plain(values[name]) for name in ("kappa", "alpha", "ac2")]
        yield [label, *counts, percent(values["percent"]), *chance, percent(values["f1"])]


def _confusion(each: Agreement) -> Iterator[Sequence[str]]:
    places = (*NAMES, None)
    for one in places:
        yield [one or _DOUBTED, *(f"{each.units.get((one, other), 0):,}" for other in places)]


def percent(value: Value) -> str:
    """A share with its interval."""
    if value.value is None:
        return "undefined"
    ends = f" ({100 * value.interval[0]:.0f}–{100 * value.interval[1]:.0f})" if value.interval else ""
    return f"{value.value:.1%}{ends}"


def plain(value: Value) -> str:
    """A number with its interval."""
    if value.value is None:
        return "undefined"
    ends = f" ({_two(value.interval[0])}–{_two(value.interval[1])})" if value.interval else ""
    return f"{_two(value.value)}{ends}"


def _two(value: float) -> str:
    """With two decimals, and no sign before a zero."""
    return f"{round(value, 2) or 0.0:.2f}"
