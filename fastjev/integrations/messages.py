"""Message lists of an API or SDK, compacted in one's own program: the skeleton first, the recent messages untouched."""

import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastjev import model, pipeline
from fastjev.carried import carried
from fastjev.datatypes import Conversation, Elision, Run, Size, Skeleton
from fastjev.deliver import Delivery, Source, put_aside
from fastjev.errors import ReadError, StoreError, UsageError
from fastjev.integrations.message_list import SYSTEM, paired, plain, replaced, rest, skeleton_of, spoken, unread
from fastjev.integrations.pictures import pictures
from fastjev.jsontext import dump
from fastjev.labels import Zone
from fastjev.pointers import elisions
from fastjev.policy import DEFAULT, Policy
from fastjev.readers import HEAD, flat
from fastjev.readers.skeleton import head_of
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import between, outcome, size
from fastjev.renderers.text import opening
from fastjev.rulebook import load, project_root

if TYPE_CHECKING:
    from fastjev.store.place import Place

_TWICE = (Zone.FACTS, Zone.PROCESS)
"""What binds stands in its zone also where it was said just now."""
_SESSION = re.compile(r"[\w.:@-]{1,40}")
"""What a head line shows as it is, and reads back."""
_LANGS = ("zh", "en")
_NAMED = 5
"""Pointers that a note names; `elided` has them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """A message list after compaction, and what it took."""

    messages: list[Any]
    """As the input has them: what the operator says, the skeleton as a user message, the recent messages. All but the
    skeleton are the very objects that came in."""
    run: Run
    sizes: Size
    """Of the list as it came in and as it is now, what the operator says included; a picture counts nothing."""
    elided: tuple[Elision, ...]
    """What the list holds no more, pictures and documents too; empty where nothing had to go, and the list is as it
    was."""
    session: str
    """The id under which it is archived; the skeleton names it, so that the next compaction goes on with it."""
    notes: tuple[str, ...] = ()
    """What went otherwise than asked, and what went out that no line shows: a rule file left out, an archive that
    could not be written, pictures, blocks of a kind that is not read."""
    place: "Place | None" = None

    def expand(self, id: str) -> str:
        """What was taken out, exactly: by the id of a pointer, by a whole pointer, or by a unit's id.

        What this compaction took out is at hand; what earlier ones did is in the project's archive. Raises: TypeError
        for what is no text, StoreError for an id that stands for nothing there.
        """
        if not isinstance(id, str):
            raise TypeError(f"id: is of the type {type(id).__name__}, not the text of a pointer or an id")
        from fastjev.store.excerpt import named

        name = named(id)
        known = {key: each for each in self.elided for key in (each.id, each.pointer)}
        if name in known:
            by_id = {each.id: each for each in self.elided}
            return "".join(by_id[unit].text or "" for unit in known[name].units) or known[name].text or ""
        if self.place is None:
            raise StoreError(f"{name:.80}: this compaction took nothing out by this id, and no project was given")
        return _archived(self.place, self.session, name)


def compact_messages(
    messages: Sequence[Any],
    *,
    recent: int | None = None,
    budget: int | None = None,
    policy: Policy = DEFAULT,
    lang: str | None = None,
    project: str | Path | None = None,
    session: str | None = None,
) -> Compacted:
    """The list with everything before its last turns as one skeleton: no model, no network, the input untouched.

    `messages`: dicts as the APIs of Anthropic or OpenAI take them, or objects of their SDKs. `recent`: turns left as
    they are, by default 5; `budget`: estimated tokens that the result should fit in; both beside the `policy`. `lang`:
    zh or en, of headings. `project`: a folder whose rules count and whose archive takes what goes out, so that
    pointers stand in the skeleton; without one nothing is written anywhere. `session`: its id there; by default the
    one that a skeleton in the list names, else one made of the list.

    Calls and results stay together: a turn that answers a call brings the call along. Where nothing is left to take
    out the same list comes back, and so does one in which only the operator speaks.
    Raises: TypeError, ReadError for a list of another shape; UsageError; RuleError for core rules.
    """
    known = plain(messages)
    policy = _policy(policy, recent, budget)
    if lang not in (None, *_LANGS):
        raise UsageError(f"lang: takes {' or '.join(_LANGS)}, not {lang!r:.80}")
    walked = [at for at, message in enumerate(known) if message["role"] not in SYSTEM]
    before = next((at for at in walked if skeleton_of(known[at])), None)
    named = _session(session, skeleton_of(known[before]) if before is not None else "", known)
    root, place = _project(project)
    if place and session is None:
        named = _whole(place, named)
    rulebook, models = load(root), model.of(root)
    notes = (*rulebook.refused, *(models.refused if models else ()))
    if not walked:
        return _as_it_was(messages, known, _silent(named, lang), named, notes, place)
    raw = "".join(dump(known[at]) + "\n" for at in walked).encode()
    source = Source(Path(f"{named}.jsonl"), raw)
    try:
        run = pipeline.run(
            raw, source.name, rulebook=rulebook, policy=policy, models=models, format=_format(raw), lang=lang
        )
    except ReadError as error:
        raise ReadError("messages: no text, call or result in any of them but what the operator says") from error
    left = paired([known[at] for at in walked], _recent(run, len(walked)))
    run = _left(run, left, policy)
    stays = {walked[at] for at in left}
    if _settled(run, policy, set(walked) - stays, before):
        return _as_it_was(messages, known, run, named, notes, place)
    shown = pictures(run.conversation, set(range(len(walked))) - left)
    seen = [each for own in shown.values() for each in own]
    elided = (*elisions(run), *seen)
    done = Delivery(run=run, text="")
    if place:
        made = provenance(rules=rulebook.digest, policy=policy, model=models.version if models else None)
        bare = between(spoken(known), spoken(_list(known, known, stays, before, opening(run))), elided)
        came_to = outcome(size(run, elided), len(elided), policy)
        done = put_aside(run, source, place, policy, made, seen, sizes=bare, outcome=came_to)
        notes += (done.trouble,) if done.trouble else ()
    notes += (*_unshown(seen), *unread(known, set(walked) - stays))
    text = opening(done.run)
    return Compacted(
        messages=_list(messages, known, stays, before, text),
        run=done.run,
        sizes=between(spoken(known), spoken(_list(known, known, stays, before, text)), elided),
        elided=elided,
        session=named,
        notes=notes,
        place=place,
    )


def _as_it_was(
    messages: Sequence[Any],
    known: Sequence[Mapping[str, Any]],
    run: Run,
    session: str,
    notes: tuple[str, ...],
    place: "Place | None",
) -> Compacted:
    sizes = between(spoken(known), spoken(known))
    return Compacted(
        messages=list(messages), run=run, sizes=sizes, elided=(), session=session, notes=notes, place=place
    )


def _silent(session: str, lang: str | None) -> Run:
    """The run over a list in which nobody but the operator speaks."""
    nobody = Conversation(id=session, format="openai", raw=b"", records=(), messages=())
    skeleton = Skeleton(items=(), recent=(), lang=lang or "en", first_turn=0, last_turn=0)
    return Run(conversation=nobody, units=(), verdicts=(), decisions=(), skeleton=skeleton)


def _unshown(seen: Sequence[Elision]) -> Iterator[str]:
    pointers = list(dict.fromkeys(each.pointer for each in seen))
    if pointers:
        more = ", …" if len(pointers) > _NAMED else ""
        yield f"pictures or documents went out; expand gives their data: {', '.join(pointers[:_NAMED])}{more}"


def _format(raw: bytes) -> str:
    """What readers call it; they differ in nothing but the name."""
    return "anthropic" if flat.dialect(raw[:HEAD]) == "anthropic" else "openai"


def _policy(policy: Policy, recent: int | None, budget: int | None) -> Policy:
    for name, value in (("recent", recent), ("budget", budget)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise UsageError(f"{name}: takes a whole number from 0 on, not {value!r:.80}")
    policy = policy if recent is None else replace(policy, recent_turns=recent)
    return policy if budget is None else replace(policy, budget_tokens=budget)


def _project(project: str | Path | None) -> "tuple[Path | None, Place | None]":
    if project is None:
        return None, None
    from fastjev.store.place import place_of

    folder = Path(project)
    if not folder.is_dir():
        raise UsageError(f"project: {folder} is no folder; give the one that the talk is about")
    return project_root(folder), place_of(folder)


def _session(session: str | None, text: str, known: Sequence[Mapping[str, Any]]) -> str:
    if session is not None:
        if not _SESSION.fullmatch(session):
            raise UsageError(f"session: takes 1 to 40 letters, digits and _ . : @ -, not {session!r:.80}")
        return session
    told = head_of(text).session if text else ""
    return told or "list-" + hashlib.sha256(dump(known).encode()).hexdigest()[:12]


def _whole(place: "Place", session: str) -> str:
    """A skeleton names a session by the beginning of its id."""
    from fastjev.store.database import look
    from fastjev.store.entries import session_of

    try:
        with look(place) as store:
            return session_of(store, session)
    except StoreError:  # nothing is archived yet, or not under this id
        return session


def _recent(run: Run, count: int) -> set[int]:
    """Places of the messages left verbatim. One in which nothing can be read goes with the next that can."""
    recent = {at for message in run.skeleton.recent for at in message.records}
    read = {at for message in run.conversation.messages for at in message.records}
    found, stays = set(), True
    for at in range(count - 1, -1, -1):
        stays = at in recent if at in read else stays
        if stays:
            found.add(at)
    return found


def _left(run: Run, left: set[int], policy: Policy) -> Run:
    """The run with exactly the messages at these places as its recent ones; their facts and process are not told twice.

    A block of `layout: epochs` tells all it knows, since a later one tells only what is new.
    """
    recent = [m for m in run.conversation.messages if not carried(m.via) and left.intersection(m.records)]
    own = {message.index for message in recent} if policy.layout == "consolidated" else set()
    items = (each for each in run.skeleton.items if each.zone not in _TWICE or each.message not in own)
    return replace(run, skeleton=replace(run.skeleton, items=tuple(items), recent=tuple(recent)))


def _settled(run: Run, policy: Policy, gone: set[int], before: int | None) -> bool:
    """Whether nothing has to go: a skeleton in the list is then left as it is, its links too."""
    fits = not policy.budget_tokens or size(run).tokens_before <= policy.budget_tokens
    return gone <= {before} and fits


def _list(
    messages: Sequence[Any], known: Sequence[Mapping[str, Any]], stays: set[int], before: int | None, text: str
) -> list[Any]:
    old = known[before] if before is not None else None
    skeleton = replaced(old, text) if old else {"role": "user", "content": text}
    left = rest(old) if old and before in stays else None
    first = min(stays, default=len(messages))
    front = [message for message, each in zip(messages[:first], known, strict=False) if each["role"] in SYSTEM]
    behind = [
        message
        for at, message in enumerate(messages)
        if at >= first and at != before and (at in stays or known[at]["role"] in SYSTEM)
    ]
    return [*front, skeleton, *([left] if left else []), *behind]


def _archived(place: "Place", session: str, name: str) -> str:
    from fastjev.store.archive import as_text
    from fastjev.store.database import look
    from fastjev.store.entries import find
    from fastjev.store.entries import text as stored
    from fastjev.store.excerpt import asked

    with look(place) as store:
        entry = find(store, name, session)
        found = stored(store, entry)
    asked(place, entry, now=time.time())
    return as_text(found)
