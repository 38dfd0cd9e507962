"""A short yes, no or later settles the proposal just before it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from fastjev.datatypes import Decision, Span
from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.dialogue import all_of, counted, options, picked, proposals, statement
from fastjev.stages.resolve.held import (
    asks_fact,
    denied,
    held,
    kept,
    no_pick,
    no_yes,
    only_heard,
    waves_on,
)
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.slots import lexicon
from fastjev.stages.resolve.taken import echoed, named, offered, sided, single
from fastjev.stages.sentences import clauses


def confirm(scene: Scene, decisions: Decisions) -> Decisions:
    """Turns what a yes answers into a decision (or an agreed constraint), a no into rejected, a later into deferred.

    A pick ("B", "1 and 2 yes, 3 later") or a name ("the column no") settles what it names; a bare yes all the rest.
    """
    changes: dict[int, Decision] = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        said = statement(scene, message)
        if not said:
            continue
        for position, status in _answers(scene, decisions, positions, said).items():
            changes[position] = _settled(scene, decisions[position], position, status)
    return changed(decisions, changes)


def _answers(
    scene: Scene, decisions: Decisions, positions: tuple[int, ...], said: tuple[int, ...]
) -> dict[int, Status]:
    """The statuses that the opening of a human message gives to units of the statement before it."""
    marked, proposed = options(scene, said), proposals(scene, said)
    stated = offered(scene, decisions, said)
    among = sorted({*proposed, *stated})
    found: dict[int, Status] = {}
    general: Status | None = None
    assents = narrowed = False
    before, waved, conditional, inside = "", False, False, False
    opening = [*_opening(scene, positions)]
    spoken = [scene.rulebook.fold(text) for text, _ in opening]
    phrases = scene.rulebook.phrases
    if not spoken or only_heard(phrases, spoken):
        return {}
    of_fact = asks_fact(scene, said)
    told = scene.rulebook.fold("".join(scene.units[p].text for p in said))
    for (text, more), clause, following in zip(opening, spoken, [*spoken[1:], ""], strict=True):
        cues = _cues(scene, text)
        status = _polarity(scene, text, cues, said)
        if status == Status.REJECTED and waves_on(phrases, clause, following, told):
            status, waved, cues = None, True, cues - {"refuse"}
        if waved and not status and phrases.holds("goes_on", clause):
            status = Status.FINAL
        holds = held(phrases, clause, inside)
        inside = more
        if holds:
            found = {p: each for p, each in found.items() if each != Status.FINAL}
        if general == Status.FINAL and (holds or denied(phrases, clause, assents)):
            general = None
        conditional = conditional or phrases.holds("supposed", clause)
        asked = more and phrases.holds("for_words", following)
        vain = conditional or holds or no_pick(phrases, clause) or no_yes(phrases, clause, following) or asked
        conditional = conditional and more
        if vain and status in (None, Status.FINAL) and not (status and asked):
            continue
        assents = assents or "assent" in cues
        picks = _all(scene, proposed, marked) if all_of(scene, text) else sided(scene, text, said, marked)
        picks = picks or picked(scene, kept(phrases, clause), marked)
        picks = picks or (counted(scene, text, proposed) if not marked else [])
        marks = bool(picks)
        if not (picks or of_fact) and status != Status.DEFERRED and not cues & {"refuse", "defer"}:
            picks = echoed(scene, text, single(scene, among))
        if not picks and not status and "takes" in cues:
            picks = [*named(scene, text, single(scene, among))]
        if not picks and status:
            picks = _named(scene, text, proposed, said)
            if not picks and not _names(scene, text):
                picks = _named(scene, before, proposed, said)
            if status == Status.REJECTED and not picks and _binds(scene, text):
                status = None
        before = "" if status or not more else text
        narrowed = narrowed or (marks and status in (None, Status.FINAL)) or bool(picks and status == Status.FINAL)
        for position in picks:
            found.setdefault(position, status or Status.FINAL)
        if status and not picks and general is None:
            general = status
    if general == Status.FINAL:
        proposed = sorted({*proposed, *(p for p in stated if scene.cued(p, "intend"))})
    if general == Status.FINAL and not proposed and assents:
        proposed = [p for p in said if scene.units[p].text.strip() and scene.prose(p)][-1:]
    if general == Status.FINAL and of_fact:
        general = None
    if general is None or (found and general != Status.FINAL):
        return found
    preferred = [
        option for p in said if scene.cued(p, "prefer") for option in picked(scene, _after_cue(scene, p), marked)
    ]
    plan = preferred or _plan(scene, proposed) if general == Status.FINAL else proposed
    return dict.fromkeys(() if narrowed else plan, general) | found


def _plan(scene: Scene, proposed: list[int]) -> list[int]:
    """What a bare yes takes: all that is proposed but what is suggested beside it, if that is not all there is."""
    return [p for p in proposed if not scene.cued(p, "besides")] or proposed


def _all(scene: Scene, proposed: list[int], marked: Mapping[str, int]) -> list[int]:
    """What "both" takes: the marked steps, where each is one, else all that is proposed."""
    steps = [*marked.values()]
    return steps if steps and all(scene.cued(p, "intend") for p in steps) else proposed


def _named(scene: Scene, text: str, proposed: list[int], said: tuple[int, ...]) -> list[int]:
    """What a yes or a no names: among the proposals, else the one unit that shares most with it."""
    if found := [*named(scene, text, proposed)]:
        return found
    shared = named(scene, text, (p for p in said if scene.units[p].text.strip() and not scene.cued(p, "bare_ask")))
    return [p for p, count in shared.items() if count == max(shared.values())][:1]


def _names(scene: Scene, text: str) -> bool:
    """Whether a clause says what it is about; else it is about the clause before it."""
    return bool(lexicon(scene.rulebook).slots(text).names)


def _binds(scene: Scene, text: str) -> bool:
    """A prohibition that names nothing of the statement is a rule of its own and answers nothing."""
    hits = scene.rulebook.match(text, speaker=Speaker.HUMAN, kind="prose")
    return any(hit.rule.label == Label.CONSTRAINT and hit.rule.weight >= scene.policy.settle_weight for hit in hits)


def _opening(scene: Scene, positions: tuple[int, ...]) -> Iterator[tuple[str, bool]]:
    """The clauses at the start of a message in which an answer is looked for, and whether the sentence goes on."""
    for position in positions[: scene.policy.answer_units]:
        unit = scene.units[position]
        if unit.kind not in ("prose", "item"):
            return
        for span in clauses(unit.text, Span(0, len(unit.text))):
            clause = span.of(unit.text)
            text = clause.strip(" \r\n\t,，。.!！;；")
            if text and len(text) <= scene.policy.answer_chars:
                yield text, clause.rstrip(" ").endswith((",", "，"))


def _polarity(scene: Scene, text: str, cues: set[str], said: tuple[int, ...]) -> Status | None:
    """What a clause does to what it answers, if anything.

    A "right" agrees with what was said and settles something only where the assistant asked; a short echo of its
    words is a yes.
    """
    if "defer" in cues:
        return Status.DEFERRED
    if "refuse" in cues:
        return Status.REJECTED
    asked = [p for p in said if scene.cued(p, "ask") or scene.cued(p, "bare_ask")]
    if "confirm" in cues or ("right" in cues and asked):
        return Status.FINAL
    fold = scene.rulebook.fold
    tail = fold("".join(scene.units[p].text for p in said[-scene.policy.echo_units :]))
    limit = scene.policy.echo_words if text.isascii() else scene.policy.echo_chars
    several_words = " " in text or not text.isascii()
    return Status.FINAL if several_words and len(text) <= limit and fold(text) in tail else None


def _cues(scene: Scene, text: str) -> set[str]:
    return {hit.rule.label for hit in scene.rulebook.match(text, speaker=Speaker.HUMAN, kind="prose")}


def _after_cue(scene: Scene, position: int) -> str:
    """The words of a preference, from its cue on, so that the options it repeats before it do not count."""
    text = scene.units[position].text.strip()
    hits = scene.rulebook.match(text, speaker=Speaker.ASSISTANT, kind="prose")
    return text[min((hit.cue.start for hit in hits if hit.rule.label == "prefer"), default=0) :]


def _settled(scene: Scene, decision: Decision, position: int, status: Status) -> Decision:
    label = Label.DECISION
    if status == Status.FINAL and scene.cued(position, "lasting"):
        label, status = Label.CONSTRAINT, Status.ACTIVE
    settled = change(decision, "confirm", label=label, status=status, action=Action.KEEP)
    return replace(settled, p=max(decision.p, scene.policy.confirmed_p))
