"""What holds an answer back: a letter that is no pick, a yes with a turn behind it, a no that waves on.

The words are phrases; texts are folded clauses.
"""

import re

from fastjev.labels import Speaker
from fastjev.rulebook import Phrases
from fastjev.stages.resolve.scene import Scene

_LETTER = re.compile(r"(?<![a-z0-9.])(?:[a-e]|[1-9])(?![a-z0-9%]|\.[a-z0-9])|[甲乙丙丁]|前者|后者|[前后]一[个种]")
"""Marks of options. RE2 cannot look around, so that they stand here."""


def kept(phrases: Phrases, text: str) -> str:
    """What stands before an "over" or a "rather than"; all of it where no option does."""
    part = text[: min((found.span()[0] for found in phrases.found("over", text)), default=len(text))]
    return part if _LETTER.search(part) else text


def no_pick(phrases: Phrases, text: str) -> bool:
    """Whether a clause that holds a letter or a number of an option takes nothing by it.

    It asks about it, turns it down, says it of something else, or judges it.
    """
    found = _LETTER.search(text)
    if not found:
        return False
    return (
        _asks(phrases, text)
        or phrases.holds("spurned", text[: found.start()])
        or phrases.holds("of_else", text[found.start() :])
        or phrases.holds("judged", text)
    )


def no_yes(phrases: Phrases, text: str, following: str) -> bool:
    """Whether a clause that sounds like a yes is none: a doubt, praise, a question behind an "ok"."""
    return (
        phrases.holds("conceded", f"{text},{following}" if following else text)
        or phrases.holds("no_yes", text)
        or (_asks(phrases, text) and not text.endswith(("吗", "嘛", "么", "呢")))
    )


def _asks(phrases: Phrases, text: str) -> bool:
    return "?" in text or phrases.holds("for_words", text)


def held(phrases: Phrases, text: str, inside: bool) -> bool:
    """Whether a clause takes back a yes before it: "wait" inside a sentence, "let me read first"."""
    return phrases.holds("held", text) or phrases.holds("wait" if inside else "wait_told", text)


def denied(phrases: Phrases, text: str, assents: bool) -> bool:
    """Whether it takes back a yes to all before it: a bare no, or, but after an assent, what the human knows."""
    return phrases.holds("bare_no", text) or (not assents and phrases.holds("known", text))


def waves_on(phrases: Phrases, text: str, following: str, told: str) -> bool:
    """Whether a no before an order to go on ("no need to wait, do it") refuses nothing of what was told."""
    if phrases.holds("waved", text):
        return True
    found = next(phrases.found("denied", text), None)
    return bool(found and phrases.holds("goes_on", following) and not (found[1] and found[1] in told))


def only_heard(phrases: Phrases, texts: list[str]) -> bool:
    """Whether clauses are an "ok" and a question about what was done."""
    return len(texts) == 2 and phrases.holds("heard", texts[0]) and phrases.holds("of_done", texts[1])


def asks_fact(scene: Scene, said: tuple[int, ...]) -> bool:
    """Whether a statement ends with a question about how things are, which a plain yes answers."""
    last = next((p for p in reversed(said) if scene.units[p].text.strip()), None)
    if last is None or not scene.cued(last, "ask") or scene.units[last].speaker != Speaker.ASSISTANT:
        return False
    return scene.rulebook.phrases.holds("of_fact", scene.rulebook.fold(scene.units[last].text.strip()))
