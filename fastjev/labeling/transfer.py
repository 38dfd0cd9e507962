"""A set as records of another tool's file, and such records as what a set lacks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from fastjev.errors import ReadError, UsageError
from fastjev.labeling import lines, sets
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answer, Answers, answers
from fastjev.labeling.formats.record import Record, record_of, short
from fastjev.labeling.ids import conv_id, item_id, text_sha
from fastjev.labeling.items import Item
from fastjev.labels import Speaker
from fastjev.secrets import mask

_EMPTY = Answer()


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a file says and a set does not."""

    items: tuple[Item, ...]
    acts: tuple[Act, ...]
    same: int
    """Answers that the set has already."""
    notes: tuple[str, ...]
    """What was left out, and why."""


def records(set: sets.Set, people: Sequence[str] = ()) -> list[Record]:
    """Each answer, unit by unit in reading order, and each unit to be labelled that has none.

    `people`: whose answers, by default everybody's. What holds a secret goes without its text. Raises: ReadError.
    """
    acts = {by: sets.acts(set, by) for by in people or sets.people(set)}
    given = {by: answers(own).by_unit for by, own in acts.items()}
    times = {by: {act.unit: act.t for act in own} for by, own in acts.items()}
    found: list[Record] = []
    for item in sets.items(set):
        told = [(by, own[item.id]) for by, own in given.items() if own.get(item.id, _EMPTY) != _EMPTY]
        is_secret = any(answer.unfit == "secret" for _, answer in told)
        each = [record_of(item, by, answer, times[by][item.id]) for by, answer in told]
        if not each and item.asked:
            each = [record_of(item, None, _EMPTY, None)]
        found += [record._replace(text="") if is_secret else record for record in each]
    return found


def lacking(set: sets.Set, told: Iterable[Record], name: str, by: str | None, now: str) -> Lacking:
    """What the file `name` says and the set does not; the same file again says nothing new.

    `by`: whose answers they are where the file does not say; `now`: ISO 8601, where it does not say when.
    Raises: ReadError, UsageError, where nobody is named, and where nothing in the file is about the set.
    """
    there = sets.items(set)
    place = _Place(there, name)
    held: dict[str, dict[str, Answer]] = {}
    acts: list[Act] = []
    notes: list[str] = []
    same = found = 0
    for record in told:
        if (unit := place.unit(record)) is None:
            notes.append(f"{record.where}: is no unit of the set; left out")
            continue
        found += 1
        if record.answer == _EMPTY:
            continue
        who = _who(record, by)
        if who not in held:
            held[who] = dict(answers(sets.acts(set, who)).by_unit)
        own = held[who]
        more = [*_acts(own.get(unit, _EMPTY), record.answer, unit, who, _time(record) or now)]
        one = Answers((), {unit: own.get(unit, _EMPTY)})
        for act in more:
            one = one.after(act)
        own[unit] = one.of(unit)
        acts += more
        same += not more
    if there and notes and not found:
        raise ReadError(f"{name}: nothing in it is about the set {set.name}, which has {len(there)} units")
    if not there and not place.added:
        raise ReadError(f"{name}: holds no text to be labelled, and there is no set {set.name} that it could be about")
    return Lacking(tuple(place.added), tuple(acts), same, tuple(notes))


class _Place:
    """Finds the unit of a record by its id, else by its text; of equal texts one after the other."""

    def __init__(self, items: Sequence[Item], name: str) -> None:
        self.items = items
        self.conv = conv_id(PurePath(name).stem)
        self.known = {item.id for item in items}
        self.added: list[Item] = []
        self.times: Counter[tuple[str | None, str]] = Counter()
        self.by_text: Mapping[str, list[str]] = defaultdict(list)
        for item in items:
            if item.asked:
                self.by_text[item.text].append(item.id)

    def unit(self, record: Record) -> str | None:
        """Its id; nothing where the set has no such unit. Where there is no set yet, each record is one."""
        id = record.unit.get("unit")
        if isinstance(id, str) and id in self.known:
            return id
        if len(record.unit) > 1:
            item = lines.item(lines.Row(record.where, {**record.unit, "text": mask(record.text)}))
            self.known.add(item.id)
            self.added.append(item)
            return item.id
        text = mask(record.text)
        nth = self.times[record.by, text]
        self.times[record.by, text] += 1
        if self.items:
            same = self.by_text.get(text, [])
            return same[nth] if nth < len(same) else None
        return self._strange(record.text, text, nth) if text.strip() else None

    def _strange(self, said: str, text: str, nth: int) -> str:
        sha = text_sha(said)
        id = item_id(self.conv, Speaker.HUMAN, sha, nth, 0, len(said))
        if id not in self.known:
            at = len(self.added)
            self.known.add(id)
            self.added.append(
                Item(
                    id=id,
                    conv=self.conv,
                    at=(at, 0, len(said)),
                    turn=at + 1,
                    speaker=Speaker.HUMAN,
                    kind="prose",
                    time=None,
                    text=text,
                    sha=sha,
                    asked=True,
                )
            )
        return id


def _time(record: Record) -> str | None:
    if record.t and not lines.is_time(record.t):
        raise ReadError(f"{record.where}: answered: {short(record.t)} is no time like 2026-11-30T08:00:00Z")
    return record.t


def _who(record: Record, by: str | None) -> str:
    name = record.by or by
    if name is None:
        raise UsageError(f"{record.where}: does not say whose answer it is; --by NAME says so")
    try:
        return sets.person(name)
    except UsageError as error:
        if by is None:
            raise UsageError(f"{record.where}: {error}; --by NAME names another") from error
        return sets.person(by)


def _acts(held: Answer, told: Answer, unit: str, by: str, t: str) -> Iterator[Act]:
    """What leads from one answer to another; what the other does not say stays."""
    skipped = held.skipped
    if told.unfit and (told.unfit != held.unfit or (skipped and not told.skipped)):
        yield Act(op="unfit", unit=unit, by=by, t=t, reason=told.unfit)
        skipped = False
    elif told.label and (told.label != held.label or (skipped and not told.skipped)):
        yield Act(op="set", unit=unit, by=by, t=t, label=told.label)
        skipped = False
    if told.skipped and not skipped:
        yield Act(op="skip", unit=unit, by=by, t=t)
    if told.note and mask(told.note) != held.note:
        yield Act(op="note", unit=unit, by=by, t=t, note=mask(told.note))
    if told.boundary is not None and told.boundary != held.boundary:
        yield Act(op="boundary", unit=unit, by=by, t=t, value=told.boundary)
    if told.merged and not held.merged:
        yield Act(op="merge", unit=unit, by=by, t=t, value=True)
    for old in told.supersedes:
        if old not in held.supersedes:
            yield Act(op="supersedes", unit=unit, by=by, t=t, old=old)
