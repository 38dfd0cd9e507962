"""Who answered what: the assistant's statement before a human message, and the options it holds."""

import re
from bisect import bisect_right

from fastjev.labels import Speaker
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.sentences import one_sentence

_OPTION = re.compile(
    r"\s*(?:[-*•]\s*)?(?:方案|option |plan )?[(（]?([a-eA-E1-9甲乙丙丁一二三四]|i{1,3}|iv)[)）.、:：]\s*|\s*([①-⑨])\s*",
    re.IGNORECASE,
)
_BARE = re.compile(r"\s*[-*•]\s+([A-E])\s+\S")
"""A lettered bullet without a stop behind its letter; "- A" alone may be an article."""
_FOR = re.compile(r"\s*for ([1-9]):")
"""What is proposed for a point of a list takes that point's number."""
_BULLET = re.compile(r"\s*[-*•·]\s+")
_INLINE = re.compile(r"[(（]([a-eA-E1-9]|i{1,3}|iv)[)）]|([①-⑨])")
_LETTERS = (
    dict(zip(("i", "ii", "iii", "iv"), "1234", strict=True))
    | dict(zip("甲乙丙丁", "abcd", strict=True))
    | dict(zip("一二三四", "1234", strict=True))
    | dict(zip("①②③④⑤⑥⑦⑧⑨", "123456789", strict=True))
)
_PICK = re.compile(
    r"(?<![a-z0-9.])([a-e]|[1-9])(?![a-z0-9%]|\.[a-z0-9]|\s*(?:ms|s|秒|分|个|条|台|%|times|days))"
    r"|第\s*([一二三四1-4])\s*[个条种项样点]"
    r"|(前者|前一[个种]|前头那[个种]|former|first (?:one|option))|(后者|后一[个种]|后头那[个种]|latter)"
    r"|\b(first|second|third)\b"
    r"|方案([一二三四甲乙丙丁])|([甲乙丙丁①-⑨])"
    r"|\((i{1,3}|iv)\)"
)
_ORDINAL = re.compile(r"第\s*[一二三四1-4]\s*[个条种项样点]|前者|后者|\b(?:former|latter|first|second|third)\b")
_ORDINALS = {"first": "1", "second": "2", "third": "3"}
_SPREAD = re.compile(r"(?:前|头|first )(两|二|2|two|三|3|three)(?:个|条|项|样|点|种)?")
_ALL = re.compile(
    r"都(?:行|要|可以|做|加|好|上|改|搞|弄|没问题)|全部?(?:都)?(?:要|做|加|行)"
    r"|\b(?:both|all of (?:them|it)|all (?:yes|three|two|four|good|fine))\b"
)
_LETTERED = re.compile(r"(?:^|[\s；;：:，,。])(?:方案)?(?:[A-E](?=[)）.、:：\s])|[1-9](?=[)）]))")
_BOTH = re.compile(
    r"[两二](?:个|种|条|套|项|边)|哪(?:个|种|边|套)|\bwhich (?:one|of)\b|\btwo (?:ways|options|choices)\b"
)
_AND = re.compile(r"和|跟|与|以及|\band\b")
_OR = re.compile(r"\bor\b|\beither\b|还是|或者?|要么|要不(?!要)")


def statement(scene: Scene, message: int) -> tuple[int, ...]:
    """Positions of the units of the assistant message that a human message answers; empty if a human came between."""
    for earlier in range(message - 1, -1, -1):
        said = scene.conversation.messages[earlier]
        if said.speaker == Speaker.HUMAN:
            return ()
        if said.speaker == Speaker.ASSISTANT and said.text.strip():
            return tuple(p for p in scene.of_message.get(earlier, ()) if scene.units[p].kind != "call")
    return ()


def proposals(scene: Scene, said: tuple[int, ...]) -> list[int]:
    """Positions of what the assistant offered: suggestions, listed steps of a plan, what its question asks about."""
    found = []
    listing = False
    for position in said:
        unit = scene.units[position]
        text = unit.text.strip()
        if not text or unit.kind in ("code", "table", "heading", "trace", "quote"):
            continue
        opening = text.endswith((":", "："))
        if unit.kind == "item":
            if listing or scene.cued(position, "propose") or scene.cued(position, "ask"):
                found.append(position)
        elif opening:
            listing = scene.cued(position, "plan") or scene.cued(position, "propose")
        else:
            listing = listing and not unit.opens
            if scene.cued(position, "propose") or scene.cued(position, "ask"):
                found.append(position)
    contents = [position for position in found if not (scene.cued(position, "bare_ask") or scene.cued(position, "wh"))]
    contents += [position for position in _before_bare(scene, said) if position not in contents]
    return sorted(contents)


def _before_bare(scene: Scene, said: tuple[int, ...]) -> list[int]:
    """What a bare "OK?" asks about: the units before it in its line, or else the last one before it."""
    for index, position in enumerate(said):
        if scene.cued(position, "bare_ask"):
            earlier = [p for p in said[:index] if scene.units[p].text.strip() and scene.prose(p)]
            beside = [p for p in earlier if _one_line(scene, p, position)]
            return beside or earlier[-1:]
    return []


def _one_line(scene: Scene, first: int, last: int) -> bool:
    """Whether no line ends between the beginnings of two units of a message."""
    units = scene.units
    text = scene.conversation.messages[units[first].message].text
    return "\n" not in text[units[first].span.start : units[last].span.start]


def options(scene: Scene, said: tuple[int, ...]) -> dict[str, int]:
    """Positions by letter or number, for statements that offer options or list steps ("A: ...", "(b) ...", bullets)."""
    found: dict[str, int] = {}
    bullets: list[int] = []
    bare = {mark[1].lower(): p for p in reversed(said) if (mark := _BARE.match(scene.units[p].text))}
    for position in said:
        text = scene.rulebook.fold(scene.units[position].text)
        if mark := _OPTION.match(text):
            name = mark[1] or mark[2]
            found.setdefault(_LETTERS.get(name, name), position)
        elif _BULLET.match(text):
            bullets.append(position)
        for letter, ring in _INLINE.findall(text):
            found.setdefault(_LETTERS.get(letter or ring, letter or ring), position)
        if point := _FOR.match(text):
            found[point[1]] = position
    found = bare | found if "b" in bare else found
    if len(found) > 1:
        return found
    return {str(number): position for number, position in enumerate(bullets, start=1)} if len(bullets) > 1 else {}


def offers(scene: Scene, said: tuple[int, ...], choices: dict[str, int]) -> list[list[str]]:
    """The words of the options of each question of a statement; `choices`: its `options`.

    Marked ones run each up to the next; without marks, each sentence that says "or", or letters its parts, is one.
    """
    marks = sorted(set(choices.values()))
    if marks:
        texts = [""] * len(marks)
        for p in said:
            if p >= marks[0]:
                texts[bisect_right(marks, p) - 1] += scene.units[p].text
        return [texts]
    return [sides for sentence in _sentences(scene, said) if len(sides := _sides(scene, sentence)) > 1]


def _sides(scene: Scene, sentence: str) -> list[str]:
    """The parts of a sentence that are lettered ("A Redis; B a table"), else those on either side of an "or".

    Without one, on either side of an "and" where the sentence says that it is about two.
    """
    lettered, folded = _LETTERED.split(sentence), scene.rulebook.fold(sentence)
    if len(lettered) > 2:
        return lettered[1:]
    sides = _OR.split(folded)
    return _AND.split(folded) if len(sides) < 2 and _BOTH.search(folded) else sides


def _sentences(scene: Scene, said: tuple[int, ...]) -> list[str]:
    """The units of a statement, those of one sentence together."""
    found: list[str] = []
    for before, position in zip((None, *said), said, strict=False):
        unit = scene.units[position]
        if before is not None and one_sentence(scene.units[before], unit):
            found[-1] += unit.text
        else:
            found.append(unit.text)
    return found


def picked(scene: Scene, text: str, offered: dict[str, int]) -> list[int]:
    """Positions of the options that a text names: by letter, number, ordinal, "both" or "the latter".

    A number counts where the text opens with it, or with words that choose; of options without marks of their own it
    must open the text, or be an ordinal.
    """
    if not offered:
        return []
    folded = scene.rulebook.fold(text)
    marked = any(_marked(scene.units[p].text) for p in offered.values())
    phrases = scene.rulebook.phrases
    counts = _ORDINAL.search(folded) or _SPREAD.search(folded) or phrases.holds("number_first", folded)
    if not (counts or (marked and phrases.holds("chooses", folded))):
        return []
    order = sorted(offered, key=lambda name: offered[name])
    if spread := _SPREAD.search(folded):
        return [offered[name] for name in order[: 3 if spread[1] in ("三", "3", "three") else 2]]
    names = []
    for found in _PICK.finditer(folded):
        letter, ordinal, former, latter, english, plan, stem, roman = found.groups()
        if former or latter:
            names.append(order[0] if former else order[-1])
        else:
            name = letter or ordinal or _ORDINALS.get(english or "") or plan or stem or roman or ""
            name = _LETTERS.get(name, name)
            if name.isdigit() and name not in offered and int(name) <= len(order):
                name = order[int(name) - 1]
            names.append(name)
    return list(dict.fromkeys(offered[name] for name in names if name in offered))


def _marked(text: str) -> bool:
    return bool(_OPTION.match(text) or _BARE.match(text) or _INLINE.search(text) or _FOR.match(text.lower()))


def counted(scene: Scene, text: str, proposed: list[int]) -> list[int]:
    """Positions of the proposals that a text counts off ("the first, yes"), where they bear no marks."""
    if len(proposed) < 2 or not _ORDINAL.search(scene.rulebook.fold(text)):
        return []
    return picked(scene, text, {str(number): position for number, position in enumerate(proposed, start=1)})


def all_of(scene: Scene, text: str) -> bool:
    """Whether the text takes everything that was offered."""
    return bool(_ALL.search(scene.rulebook.fold(text)))
