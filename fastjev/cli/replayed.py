"""What a replay found, in a terminal: policies side by side, sessions one by one, and the words that were lost."""

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from fastjev.cli.paint import put, share
from fastjev.cli.tables import flat, heading, put_table, table
from fastjev.evaluate.replay.arms import Arm
from fastjev.evaluate.replay.judgement import MEASURES, Count
from fastjev.evaluate.replay.needed import Needed
from fastjev.evaluate.replay.past import COMPACT, ZONES
from fastjev.evaluate.replay.report import Cut, Report, Session

_GONE = ("gone", "tokens", "+inputs")
_STAYS = ("of results", "of inputs", "expand", "false elisions")
_OURS = ("budget", COMPACT, ZONES)
_MOST = 40
"""Lost words of a session that are listed; all are in the JSON."""
_WORD_CHARS = 60
_LEGEND = (
    "needed      words (identifiers, paths, numbers) that people, the assistant or inputs of calls used after a cut,",
    "            and that stood in tool exchanges only before it; not where a later result brought them again first",
    "gone        characters of results; their estimated tokens; the same of results and inputs together",
    "in context  needed words that still stand there; 95 of 100 draws of as many sessions lie between those ends",
    "of results  of the needed words that a result held; of inputs: of those that inputs of calls alone held, whose",
    "            words only budget and compact name, so that the column before it compares the policies",
    "expand      needed words in the context or behind a pointer",
    "false       exchanges that alone held a needed word which is gone, of those with anything taken out",
    f"{COMPACT}     the whole skeleton, with the recent turns that are left verbatim by default, and without",
)


def show(report: Report, *, verbose: bool) -> None:
    """Print the table and its legend; verbose: a table for each session and the words that were lost, too."""
    if not report.sessions:
        put([Text("no session to measure; undefined")])
        return
    cuts = sum(len(session.cuts) for session in report.sessions)
    needed = sum(len(cut.needed) for session in report.sessions for cut in session.cuts)
    counts = f"{_many(len(report.sessions), 'session')}, {_many(cuts, 'cut')}, {_many(needed, 'needed word')}"
    put([Text(f"{counts}; each session left out of training" if report.left_out else counts)])
    put_table(_table(report))
    put(_ahead(report))
    put(Text(line, "dim") for line in _LEGEND)
    for session in report.sessions if verbose else ():
        put([heading(flat(session.name), _many(len(session.cuts), "cut"))])
        put_table(_of_session(report, session))
        put(_lost(session))


def _ahead(report: Report) -> Iterator[Text]:
    """Lines on how far `budget` is ahead or behind."""
    for each in report.ahead():
        how = "more" if each.points >= 0 else "less"
        said = f"at {each.reduction:.0%}, budget keeps {abs(each.points) * 100:.1f} points {how} than {each.rival}"
        said += " of the words that results held"
        if each.interval:
            said += f" ({each.interval[0] * 100:+.0f} to {each.interval[1] * 100:+.0f} in 95 of 100 draws of sessions)"
        yield Text(said)


def _table(report: Report) -> Table:
    columns = (*_GONE, "in context", "95 of 100", *_STAYS)
    found = table("policy", *columns, right=columns)
    last = None
    for row in report.rows():
        if last and row.arm.reduction != last.reduction:
            found.add_row()
        ends = "undefined" if row.interval is None else f"{row.interval[0]:.0%}–{row.interval[1]:.0%}"
        cells = _cells(row.arm, row.counts)
        found.add_row(*cells[:5], Text(ends, "dim"), *cells[5:])
        last = row.arm
    return found


def _of_session(report: Report, session: Session) -> Table:
    columns = (*_GONE, "in context", *_STAYS)
    found = table("policy", *columns, right=columns)
    for arm in report.arms:
        found.add_row(*_cells(arm, {name: session.counts(arm, name) for name in MEASURES}))
    return found


def _cells(arm: Arm, counts: Mapping[str, Count]) -> list[Text]:
    gone = [_gone(counts[name]) for name in ("chars_kept", "tokens_kept", "all_kept")]
    shares = [_of(counts[name]) for name in ("in_context", "of_results", "of_inputs")]
    reach = counts["with_expand"].share
    return [_name(arm), *gone, *shares, _share(reach), _of(counts["false_elisions"])]


def _name(arm: Arm) -> Text:
    size = "" if arm.reduction is None else f" {arm.reduction:.0%}"
    return Text(f"{arm.policy}{size}", "bold" if arm.policy in _OURS else "")


def _gone(count: Count) -> Text:
    return _share(None if count.share is None else 1 - count.share)


def _of(count: Count) -> Text:
    return Text.assemble(_share(count.share), (f" {count.n:,}/{count.m:,}" if count.m else "", "dim"))


def _share(value: float | None) -> Text:
    return Text("undefined", "dim") if value is None else Text(share(value))


def _lost(session: Session) -> Iterator[Text]:
    lines = [line for cut in session.cuts for line in _of_cut(cut)]
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield Text(f"… and {len(lines) - _MOST:,} more words; --json has them all", "dim")


def _of_cut(cut: Cut) -> Iterator[Text]:
    """Each word that some policy lost: by whom it was used, who held it, and which policies lost it."""
    losers: dict[Needed, dict[str, list[str]]] = {}
    for each in cut.judgements:
        for lost in each.lost:
            sizes = losers.setdefault(lost, {}).setdefault(each.arm.policy, [])
            sizes.append("" if each.arm.reduction is None else f" {each.arm.reduction:.0%}")
    for lost in sorted(losers, key=lambda each: (each.used, each.word)):
        word = flat(lost.word.decode("ascii"))
        holder = f"result of {lost.results[-1]}" if lost.results else f"input of {lost.inputs[-1]}"
        yield Text.assemble(
            (word if len(word) <= _WORD_CHARS else word[: _WORD_CHARS - 1] + "…", "bold"),
            f"  {holder}, used in message {lost.used} behind the cut at {cut.message}",
            (f"  lost by {', '.join(name + ''.join(sizes) for name, sizes in losers[lost].items())}", "dim"),
        )


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
