"""What `fastjev tune` found, in a terminal: the trade-off with bars, and the proposal as a policy file."""

from rich.table import Table
from rich.text import Text

from fastjev.cli.paint import put, share
from fastjev.cli.tables import heading, put_table, table
from fastjev.evaluate.tune.proposal import Tuning, snippet
from fastjev.evaluate.tune.settings import Outcome, Setting

_ROWS = 14
"""Settings of the front that are shown, evenly; all are in the JSON."""
_BAR = 20
"""Columns of a bar that stands for all."""
_LEGEND = (
    "walked again: each compaction behind which the session went on, at other budgets; exchanges by themselves",
    "saved      share of the results' estimated tokens that goes (bar █)",
    "lost       words that a result had held, that the session used next, and that stand in nothing that stays (bar ▒)",
)
_JOURNAL = (
    "settings of classic by the journal alone, to compare with; what lines hold it does not say, so lost is at most:",
    "threshold  from this probability on a result stays whole, and up to so many characters (floor) in any case;",
    "           from it on a call stays with so many characters of its result (cap); of others nothing stays",
    "misjudged  results that were expanded later, or taken up when nothing of them stayed; in part: those taken up",
    "           of which some stayed, each counted by the share that went",
)


def show(tuning: Tuning) -> None:
    """Print everything to standard output, the proposal last."""
    held = tuning.evidence
    told = f"{len(held.decided):,} judged decisions about {held.results:,} results of {len(held.sessions):,} sessions"
    put([Text(f"{told}, {held.needed:,} needed; {held.waiting:,} not judged yet")])
    if held.decided:
        put_table(_table(tuning))
        put(Text(line, "dim") for line in _JOURNAL)
    if tuning.walked:
        put_table(_walked(tuning))
        put(Text(line, "dim") for line in _LEGEND)
    if tuning.proposed:
        put([heading("proposed", _said(tuning)), *map(Text, snippet(tuning).splitlines())])


def _said(tuning: Tuning) -> str:
    said = f"saves {_share(tuning.proposed.saved if tuning.proposed else None).plain} of the tokens"
    if tuning.now:
        said += f", as it is {_share(tuning.now.saved).plain}"
    if tuning.left_out:
        said += f"; in sessions left out {_share(tuning.left_out.saved).plain}"
        said += f", with {_share(tuning.left_out.lost).plain} of what was needed lost"
    return said


def _walked(tuning: Tuning) -> Table:
    numbers = ("tokens", "stay", "saved", "needed", "lost")
    found = table("", "policy", *numbers[:3], " ", *numbers[3:], "  ", right=numbers)
    for each in tuning.walked:
        name = "→ proposed" if each == tuning.proposed else "as it is" if each == tuning.now else ""
        keys = ", ".join(f"{key} {value}" for key, value in each.choice.keys)
        found.add_row(
            Text(name, "bold"),
            Text(keys),
            Text(f"{each.tokens:,}"),
            Text(f"{each.kept:,}"),
            _share(each.saved),
            Text("█" * round((each.saved or 0) * _BAR), "cyan"),
            Text(f"{each.needed:,}"),
            _share(each.lost),
            Text("▒" * round((each.lost or 0) * _BAR), "magenta"),
        )
    return found


def _table(tuning: Tuning) -> Table:
    numbers = ("threshold", "floor", "cap", "elided", "saved", "misjudged", "in part", "lost")
    found = table("", *numbers[:5], " ", *numbers[5:], "  ", right=numbers)
    step = max(1.0, len(tuning.front) / _ROWS)
    for number in range(min(_ROWS, len(tuning.front))):
        found.add_row(*_cells(tuning.front[int(number * step)], ""))
    return found


def _cells(outcome: Outcome, name: str) -> list[Text]:
    settings = [Text(f"{value:,}") for value in outcome.setting or ()] or [Text("")] * len(Setting._fields)
    return [
        Text(name, "bold"),
        *settings,
        Text(f"{outcome.elided:,}/{outcome.results:,}"),
        _share(outcome.saved),
        Text("█" * round((outcome.saved or 0) * _BAR), "cyan"),
        Text(f"{outcome.misjudged:,}"),
        Text(f"{outcome.in_part:,.1f}"),
        _share(outcome.lost),
        Text("▒" * round((outcome.lost or 0) * _BAR), "magenta"),
    ]


def _share(value: float | None) -> Text:
    return Text("undefined", "dim") if value is None else Text(share(value))
