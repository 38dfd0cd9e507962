"""One compaction of the host's history: its head, the skeleton of what lies between, and its newest rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from fastjev import model, pipeline
from fastjev.carried import carried
from fastjev.collector import at_rest
from fastjev.datatypes import Run, Size
from fastjev.deliver import Source, put_aside
from fastjev.errors import ReadError
from fastjev.integrations.hermes import rows as history
from fastjev.integrations.hermes.cuts import Cut, cut
from fastjev.integrations.hermes.plan import Plan, Wanted, plan
from fastjev.integrations.hermes.rows import Row
from fastjev.integrations.message_list import SYSTEM, spoken
from fastjev.integrations.pictures import pictures
from fastjev.jsontext import dump
from fastjev.labels import Outcome, Speaker, Zone
from fastjev.model import Models
from fastjev.pointers import elisions, point
from fastjev.policy import Policy
from fastjev.renderers.provenance import provenance
from fastjev.renderers.text import opening
from fastjev.rulebook import Rulebook, load, project_root

_STORED = "_db_persisted"
"""The host's mark of a row that its database has. After a compaction it writes all rows anew, and skips those."""
_GOES = 3
"""Walks for one compaction at most: by then what is over the room is what must stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """What came of a compaction."""

    rows: list[Any]
    """The very list that came in, where nothing was left to take out."""
    outcome: Outcome
    sizes: Size
    """Of what a model reads of the rows, without the host's tools."""
    session: str
    """The id that the archive knows."""
    epoch: int | None = None
    trouble: str = ""
    """Why nothing was archived."""


def compact(given: list[Any], wanted: Wanted) -> Compacted:
    """The rows that stay are those that came in, but for `_db_persisted` and for results too large to stay whole.

    Never larger than what came in. Raises: FastjevError, where core rules or the walk fail.
    """
    with at_rest():
        return _compact(given, wanted)


def _compact(given: list[Any], wanted: Wanted) -> Compacted:
    chosen = plan(given, wanted)
    session = wanted.session
    size = sizes_of(chosen.known, chosen.known)
    full = Outcome.OVER_BUDGET if size.tokens_after > wanted.room else Outcome.NOTHING_LEFT
    same = Compacted(rows=given, outcome=full, sizes=size, session=session)
    if not chosen.gone and not chosen.large:
        return same
    source = source_of(chosen, session)
    root = project_root(wanted.place.project) if wanted.place else None
    rulebook, models = load(root), model.of(root)
    try:
        draft = _fitted(chosen, source, wanted, rulebook, models)
    except ReadError:  # no row says anything
        return same
    sizes = draft.sizes
    if sizes.tokens_after >= sizes.tokens_before * (1 - wanted.policy.host_gain):
        return same
    outcome = Outcome.OVER_BUDGET if sizes.tokens_after > wanted.room else Outcome.DONE
    if wanted.place is None:
        return Compacted(rows=draft.rows, outcome=outcome, sizes=sizes, session=session)
    pictured = pictures(draft.run.conversation, [chosen.walked.index(at) for at in chosen.gone])
    more = [*(each.elision for each in draft.made.values()), *(each for own in pictured.values() for each in own)]
    about = provenance(rules=rulebook.digest, policy=draft.policy, model=models.version if models else None)
    done = put_aside(draft.run, source, wanted.place, draft.policy, about, more, sizes=sizes, outcome=outcome)
    if done.trouble:
        # Nobody could follow a pointer, so results stay whole.
        rows = _built(chosen, done.run, {})
        sizes = sizes_of(chosen.known, [history.read(row) for row in rows])
        if sizes.tokens_after >= sizes.tokens_before * (1 - wanted.policy.host_gain):
            return replace(same, trouble=done.trouble)
        return Compacted(rows=rows, outcome=outcome, sizes=sizes, session=session, trouble=done.trouble)
    rows = _built(chosen, done.run, draft.made)
    return Compacted(rows=rows, outcome=outcome, sizes=sizes, session=session, epoch=done.epoch)


def source_of(chosen: Plan, session: str) -> Source:
    """The rows that the walk reads; no file has its name."""
    raw = "".join(f"{dump(chosen.known[at])}\n" for at in chosen.walked).encode()
    return Source(Path("hermes") / f"{session}.jsonl", raw)


class _Draft(NamedTuple):
    """What a compaction would come to."""

    run: Run
    policy: Policy
    made: Mapping[int, Cut]
    rows: list[Any]
    """With all pointers that there may be."""
    sizes: Size


def _fitted(chosen: Plan, source: Source, wanted: Wanted, rulebook: Rulebook, models: Models | None) -> _Draft:
    """Each go is smaller by twice what the one before was too large: how long marks are shows when all is written."""
    budget, before = wanted.room - chosen.tokens, 0
    for _ in range(_GOES):
        policy = replace(wanted.policy, budget_tokens=max(1, budget))
        draft = _draft(chosen, source, wanted, policy, rulebook, models)
        over = draft.sizes.tokens_after - wanted.room
        if over <= 0 or over == before:
            break
        budget, before = budget - 2 * over, over
    return draft


def _draft(
    chosen: Plan, source: Source, wanted: Wanted, policy: Policy, rulebook: Rulebook, models: Models | None
) -> _Draft:
    """Raises: ReadError."""
    run = pipeline.run(source.raw, source.name, rulebook=rulebook, policy=policy, models=models, format="hermes")
    record = {at: n for n, at in enumerate(chosen.walked)}
    run = _left(run, {record[at] for at in chosen.stay & record.keys()}, {record[at] for at in chosen.large})
    cuts = {at: cut(run, record[at], chosen.known[at], most) for at, most in chosen.large.items()}
    made = {at: found for at, found in cuts.items() if found}
    pointed = run
    if wanted.place:
        found = elisions(run)
        pointed = point(run, {each.id for each in found}, found, policy)
    rows = _built(chosen, pointed, made)
    return _Draft(run, policy, made, rows, sizes_of(chosen.known, [history.read(row) for row in rows]))


def sizes_of(before: Sequence[Row | None], after: Sequence[Row | None]) -> Size:
    """Of what a model reads; pictures, too, since they take room."""
    return Size(
        chars_before=_chars(before),
        chars_after=_chars(after),
        tokens_before=sum(map(history.tokens, before)),
        tokens_after=sum(map(history.tokens, after)),
    )


def _chars(rows: Sequence[Row | None]) -> int:
    return sum(map(len, spoken(row for row in rows if row)))


def _left(run: Run, stay: set[int], large: set[int]) -> Run:
    """The run with the records that stay as its recent messages, and without lines that stand in them already.

    `large`: those that do not stay whole; what they tell stays beside them.
    """
    messages = run.conversation.messages
    recent = [message for message in messages if not carried(message.via) and stay.intersection(message.records)]
    own = {message.index for message in recent}
    cut = {message.index for message in recent if large.intersection(message.records)}
    said = {unit.text.strip() for unit in run.units if unit.message in own and unit.speaker == Speaker.HUMAN}
    items = tuple(
        item
        for item in run.skeleton.items
        if not (item.message in own and not (item.message in cut and item.zone == Zone.FACTS))
        and not (item.speaker == Speaker.HUMAN and item.text.strip() in said)
    )
    return replace(run, skeleton=replace(run.skeleton, items=items, recent=tuple(recent)))


def _built(chosen: Plan, run: Run, made: Mapping[int, Cut]) -> list[Any]:
    """What the system says and the head, the skeleton, then the rest of what stays."""
    text = opening(_behind(run, {n for n, at in enumerate(chosen.walked) if at in chosen.first}))
    # Nothing of an earlier skeleton's row: the host may have noted what it sent for that.
    skeleton = [{"role": "user", "content": text, history.OURS: True}] if run.skeleton.items else []
    known = chosen.known
    talk = next((at for at, row in enumerate(known) if row is None or row["role"] not in SYSTEM), len(known))
    end = max(chosen.first, default=talk - 1)
    kept = [(at, _row(chosen.rows[at], made.get(at))) for at in sorted(chosen.stay)]
    front = [row for at, row in kept if at <= end]
    return history.repaired([*front, *skeleton, *(row for at, row in kept if at > end)])


def _behind(run: Run, first: set[int]) -> Run:
    """The run with those recent messages that follow the skeleton: the head stands before it."""
    recent = (message for message in run.skeleton.recent if not first.intersection(message.records))
    return replace(run, skeleton=replace(run.skeleton, recent=tuple(recent)))


def _row(row: Any, made: Cut | None) -> Any:
    """A row of its own, since the host goes on writing into its rows."""
    if not isinstance(row, dict):
        return row
    kept = {key: value for key, value in row.items() if key != _STORED}
    return history.cut(kept, made.content) if made else kept
