"""How far the people of a set agree, as tables in a terminal."""

from collections.abc import Sequence

from rich.text import Text

from fastjev.cli.agreed import percent, plain
from fastjev.cli.paint import put
from fastjev.cli.tables import flat, put_table, table
from fastjev.labeling.agree import Agreed, SetAgreement

_STATISTICS = ("per cent", "kappa", "alpha", "AC2", "F1")
_ABOUT = (
    "kappa is Cohen's, of more than two people the mean of the pairs, alpha Krippendorff's (nominal), AC2 Gwet's; each",
    "label against the rest. In brackets the ends between which 95 of 100 draws of turns lie.",
)


def show(found: SetAgreement) -> None:
    """Print a line for all labels and for each, a line for each pair, and who called what what."""
    for task, each in found.tasks.items():
        units = f"{each.units:,} unit{'s' * (each.units != 1)} with two answers or more"
        _title(f"{task}: {units}, of {each.turns:,} turn{'s' * (each.turns != 1)}")
        _labels(found.people, each)
        _pairs(each)
        if len(each.pairs) == 1:
            _confusion(each)
    if found.boundaries.value is not None:
        put([Text.assemble("\n", ("boundary F1", "bold"), f"  {percent(found.boundaries)}")])
    put(Text(line, "dim") for line in ("", *_ABOUT))


def _title(text: str) -> None:
    put([Text.assemble("\n", (text, "bold"))])


def _labels(people: Sequence[str], each: Agreed) -> None:
    names = [flat(by) for by in people]
    drawn = table("label", *names, *_STATISTICS, right=(*names, *_STATISTICS))
    rows = [("all", tuple(map(sum, zip(*each.counts.values(), strict=True))), each.whole)]
    rows += [(label, counts, each.by_label[label]) for label, counts in each.counts.items()]
    for label, counts, values in rows:
        chance = [plain(values[name]) for name in ("kappa", "alpha", "ac2")]
        f1 = percent(values["f1"]) if "f1" in values else ""
        drawn.add_row(label, *(f"{count:,}" for count in counts), percent(values["percent"]), *chance, f1)
    put_table(drawn)


def _pairs(each: Agreed) -> None:
    if len(each.pairs) < 2:
        return
    _title("Two by two")
    drawn = table("one", "other", "units", "per cent", "kappa", right=("units", "per cent", "kappa"))
    for pair in each.pairs:
        values = ("undefined" if pair.percent is None else f"{pair.percent:.1%}", _two(pair.kappa))
        drawn.add_row(flat(pair.one), flat(pair.other), f"{pair.units:,}", *values)
    put_table(drawn)


def _confusion(each: Agreed) -> None:
    (pair,) = each.pairs
    _title(f"Units by what {flat(pair.one)} called them (rows) and {flat(pair.other)} (columns)")
    drawn = table("", *each.counts, right=tuple(each.counts))
    for one in each.counts:
        drawn.add_row(one, *(f"{pair.confusion.get((one, other), 0):,}" for other in each.counts))
    put_table(drawn)


def _two(value: float | None) -> str:
    return "undefined" if value is None else f"{round(value, 2) or 0.0:.2f}"
