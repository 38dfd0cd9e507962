"""The word to begin: it ends what held all work back until then ("no code yet", "先别动手")."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from fastjev.labels import Action, Label, Speaker, Status
from fastjev.rulebook import Hit
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_AGREED = (Status.FINAL, Status.ACTIVE)
_YES, _PLAN = frozenset({"confirm", "assent"}), frozenset({"assent"})
_WORK = frozenset({"propose", "intend", "prefer", "bare_ask"})
_OFFERS = _WORK | {"ask"}
_SENTENCE, _CLAUSE = re.compile(r"[.?!。\n]"), re.compile(r"[,;]")
_TAIL = re.compile(r"[^,;.?!。\n]*(?:[,;]\s*(?:outside|every|ever|always|on|in|for|under|the|每次|永远)[^,;.?!。\n]*)?")
"""The rest of a clause, and the next where that goes on with a place or a time."""
_VOID = (Status.OVERRIDDEN, Status.DEPRECATED)


def withhold(scene: Scene, decisions: Decisions) -> Decisions:
    """What holds back the work as a whole binds until the word to begin, whatever label it has."""
    changes = {}
    for position, decision in enumerate(decisions):
        if scene.human(position) and scene.cued(position, "await") and decision.label != Label.CONSTRAINT:
            changes[position] = change(
                decision, "withhold", label=Label.CONSTRAINT, status=Status.ACTIVE, action=Action.KEEP
            )
    return changed(decisions, changes)


def begin(scene: Scene, decisions: Decisions) -> Decisions:
    """Deprecates rules that hold back the work as a whole, once the human gives the word in a later message.

    A word is one to begin ("please implement"), or a yes to what was proposed, where that is more than to look.
    """
    awaiting = [p for p in range(len(decisions)) if _awaits(scene, decisions, p)]
    words = [*_words(scene, decisions)] if awaiting else []
    given_in = [scene.units[word].message for word in words]
    changes = {}
    for position in awaiting:
        later = bisect_right(given_in, scene.units[position].message)
        if later == len(words):
            continue
        word = words[later]
        by, before = scene.units[word].id, decisions[position]
        choice = Status.OVERRIDDEN if before.choice else None
        changes[position] = change(
            before,
            "begin",
            status=Status.DEPRECATED,
            superseded_by=by,
            choice=choice,
            chosen_over_by=by if choice else None,
        )
        given = changes.get(word, decisions[word])
        changes[word] = change(given, "begin", supersedes=(*given.supersedes, scene.units[position].id))
    return changed(decisions, changes)


def _awaits(scene: Scene, decisions: Decisions, position: int) -> bool:
    binds = decisions[position].label == Label.CONSTRAINT and decisions[position].status not in _VOID
    return binds and scene.human(position) and scene.cued(position, "await") and _holds_all(scene, position)


def _holds_all(scene: Scene, position: int) -> bool:
    """Whether the unit holds back all work, for now, and says nothing else that binds.

    "On prod, do not change anything" and "支付那块先别写代码" have a place of their own; "别用 lodash 先别动手" is two.
    """
    unit, rulebook, near = scene.units[position], scene.rulebook, scene.policy.answer_chars
    said = unit.text.strip()[: scene.policy.match_chars]
    waits = [hit.cue for hit in _hits(scene, position, said) if hit.rule.label == "await"]
    if not waits:
        return False
    begins = unit.span.start + len(unit.text) - len(unit.text.lstrip())
    window = max(0, begins - near)
    text = rulebook.fold(scene.conversation.messages[unit.message].text[window : begins + len(said) + near])
    first, last = (begins - window + each for each in (min(w.start for w in waits), max(w.end for w in waits)))
    led, tail = _SENTENCE.split(text[:first])[-1], _TAIL.match(text, last)
    held = _CLAUSE.split(led)[-1] + text[first : tail.end() if tail else last]
    if rulebook.phrases.holds("placed", held.strip()) or (led.strip() and not rulebook.phrases.holds("led_in", led)):
        return False
    rest = said
    for wait in waits:
        rest = rest.replace(wait.of(said), " ")
    others = (hit.rule for hit in _hits(scene, position, rest) if hit.rule.label == Label.CONSTRAINT)
    return not any(rule.weight >= scene.policy.settle_weight for rule in others)


def _hits(scene: Scene, position: int, text: str) -> tuple[Hit, ...]:
    unit = scene.units[position]
    return scene.rulebook.match(text, speaker=unit.speaker, kind=unit.kind)


def _words(scene: Scene, decisions: Decisions) -> Iterator[int]:
    """Positions of the words to begin, one of a message at most. Who waits for something else gives none."""
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        if any(scene.cued(p, "await") for p in positions):
            continue
        opening = [p for p in positions if scene.prose(p) and scene.units[p].text.strip()][: scene.policy.answer_units]
        given = [p for p in opening if scene.cued(p, "begin")]
        if not given and not any(_holds_off(scene, p) for p in opening):
            given = _yeses(scene, decisions, message, opening)
        yield from given[:1]


def _yeses(scene: Scene, decisions: Decisions, message: int, opening: list[int]) -> list[int]:
    """Those units that say yes to what the statement before them asks or proposes at last, if that is not to look.

    Where it asks and proposes nothing, only a yes to a plan ("go ahead") will do.
    """
    said = statement(scene, message)
    asked = [p for p in said if scene.verdicts[p].cues & _OFFERS]
    if any(_repeats(scene, p) for p in said) or (asked and not _offers(scene, asked[-1])):
        return []
    wanted = _YES if asked else _PLAN
    taken = any("confirm" in decisions[p].because and decisions[p].status in _AGREED for p in said)
    return [p for p in opening if scene.verdicts[p].cues & wanted] or (opening if taken else [])


def _offers(scene: Scene, position: int) -> bool:
    """Whether the assistant's unit offers work: no look at something, no question about how things are."""
    cues = scene.verdicts[position].cues
    return "looks" not in cues and bool(cues & _WORK)


def _repeats(scene: Scene, position: int) -> bool:
    """Whether the assistant says again that it will wait."""
    text = scene.units[position].text
    hits = scene.rulebook.match(text, speaker=Speaker.HUMAN, kind="prose")
    return any(hit.rule.label == "await" for hit in hits)


def _holds_off(scene: Scene, position: int) -> bool:
    return scene.rulebook.phrases.holds("begins_not", scene.rulebook.fold(scene.units[position].text.strip()))
