"""What a clause of an answer takes up of the statement it answers: by its words, by an echo, as a side of an "or"."""

import re
from collections.abc import Iterable, Mapping

from fastjev.labels import Label, Speaker, Status
from fastjev.model.tools import act
from fastjev.rulebook import Phrases
from fastjev.stages.resolve.dialogue import picked
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.slots import lexicon

_TWICE = re.compile(r"^(.{1,6}?)[,\s]*\1+$")
"""RE2 has no back reference; it knows no words either."""
_OR = re.compile(r"\bor\b|或[者是]?|要么|要不(?!要)|还是")
"""Where sides part. What is split stands here, and "要不要" is found by looking ahead."""
_LISTED = re.compile(
    r"(?:^|[^a-z0-9])(?:a[) .:、]?.*b[) .:、]|甲.*乙)|一[、是].*二[、是]|[两二三](?:条|种|个)(?:路|办法|选|处理)"
)
_ALTERNATIVE = re.compile(rf"{_OR.pattern}|\beither\b|{_LISTED.pattern}")
_WORD = re.compile(r"[0-9]+(?:\.[0-9]+)+|[a-z0-9_]+|[\u4e00-\u9fff]")
_POINTS = frozenset({"it", "that", "this", "them", "so"})
"""Words that name nothing; they stand in any statement."""
_LEADS = (":", "：")


def offered(scene: Scene, decisions: Decisions, said: tuple[int, ...]) -> list[int]:
    """Positions of what the end of a statement proposes without asking: a step it states, or a choice to a model.

    Nothing where the assistant has just written something or says that it heard: there it reports or repeats.
    """
    if not said or scene.rulebook.phrases.holds("got_it", scene.rulebook.fold(scene.units[said[0]].text)):
        return []
    return [
        p
        for p in said[-scene.policy.stated_units :]
        if scene.prose(p)
        and scene.units[p].text.strip()
        and not scene.units[p].text.rstrip().endswith(_LEADS)
        and not (scene.cued(p, "bare_ask") or scene.cued(p, "wh"))
        and (scene.cued(p, "intend") or _proposed(decisions, p))
        and not _reports(scene, p)
    ]


def _reports(scene: Scene, position: int) -> bool:
    """Whether a call wrote something between the human's last words and the unit."""
    for earlier in range(position - 1, -1, -1):
        unit = scene.units[earlier]
        if unit.speaker == Speaker.HUMAN:
            return False
        if unit.call is not None and act(unit.call).kind == "write":
            return True
    return False


def single(scene: Scene, positions: list[int]) -> list[int]:
    """Those that state something: who repeats one side of a question or of a list of options has said the choice
    himself."""
    found = []
    for p in positions:
        text = scene.rulebook.fold(scene.units[p].text)
        if not (_LISTED.search(text) or (_OR.search(text) and scene.cued(p, "ask"))):
            found.append(p)
    return found


def _proposed(decisions: Decisions, position: int) -> bool:
    return decisions[position].label == Label.DECISION and decisions[position].status == Status.PROPOSED


def echoed(scene: Scene, text: str, among: list[int]) -> list[int]:
    """The last of the units that holds all that a clause says, in its order: "the batches" of "send it in batches".

    Of a unit with an "or" one side alone must hold it, and more than one word: a bare name is the choice itself.
    """
    wanted = _echo(scene, text)
    for words in wanted:
        sides = {p: _sides(scene, p) for p in among}
        held = {p: sum(_holds(side, words) for side in each) for p, each in sides.items()}
        if found := [p for p in among if held[p] == 1 and (len(words) > 1 or len(sides[p]) == 1)]:
            return found[-1:]
    return []


def _echo(scene: Scene, text: str) -> list[list[str]]:
    """The words of a clause that may be an echo; at last those without the verb that ends it."""
    folded, phrases = scene.rulebook.fold(text), scene.rulebook.phrases
    if "?" in folded or phrases.holds("turned", folded):
        return []
    said = _bare(phrases, _TWICE.sub(r"\1", folded.strip(" ,.!。，！\n")))
    doing = next(phrases.found("doing", said), None)
    found = [
        _WORD.findall(each) for each in dict.fromkeys((said, said.removesuffix(doing[1] or "") if doing else said))
    ]
    return [words for words in found if 0 < len(words) <= scene.policy.echoed_words and not _POINTS.issuperset(words)]


def _bare(phrases: Phrases, said: str) -> str:
    """A folded clause without a yes or a word of choosing before it and particles behind it."""
    opens = next(phrases.found("echo_opens", said), None)
    said = said.removeprefix(opens[1] or "") if opens else said
    closes = next(phrases.found("echo_closes", said), None)
    return said.removesuffix(closes[0] or "") if closes else said


def _sides(scene: Scene, position: int) -> list[list[str]]:
    """The words on either side of an "or" of a unit; all its words where it has none."""
    return [_WORD.findall(side) for side in _OR.split(scene.rulebook.fold(scene.units[position].text))]


def _holds(words: list[str], wanted: list[str]) -> bool:
    """Whether the wanted words stand among the others in their order."""
    rest = iter(words)
    return all(word in rest for word in wanted)


def sided(scene: Scene, text: str, said: tuple[int, ...], marked: Mapping[str, int]) -> list[int]:
    """The side of an "or" behind the marked options, if any, that a clause takes by "the former" or "the latter"."""
    if not scene.rulebook.phrases.holds("side", scene.rulebook.fold(text)):
        return []
    for p in reversed([p for p in said if p > max(marked.values(), default=-1)]):
        found = _ALTERNATIVE.search(scene.rulebook.fold(scene.units[p].text)) if scene.prose(p) else None
        if found:
            opens = not scene.units[p].text[: found.start()].strip(" ,，")
            before = p - 1 if opens and p - 1 in said else p
            return picked(scene, text, {"1": before, "2": p})
    return []


def named(scene: Scene, text: str, among: Iterable[int]) -> dict[int, int]:
    """How many names a clause ("the index, yes") shares with units, for those with which it shares any.

    Of an "or" one side must share more than the others.
    """
    words = lexicon(scene.rulebook)
    names = words.slots(text).names
    found = {}
    for p in among:
        sides = _OR.split(scene.rulebook.fold(scene.units[p].text))
        most, *less = sorted((len(names & words.slots(side).names) for side in sides), reverse=True)
        if most and most not in less:
            found[p] = most
    return found
