"""What a rule's tests lack or contradict."""

import re
from collections.abc import Iterator

from fastjev.evaluate.rules.draft import NO_WHY
from fastjev.evaluate.rules.lint.desk import Desk, Finding
from fastjev.rulebook.schema import Rule

_HAN, _LATIN = re.compile("[\u4e00-\u9fff]"), re.compile("[a-z]{2}", re.IGNORECASE)
_MISSING = {
    "Chinese": "add one in English and one that mixes both, or say lang: [zh]",
    "English": "add one in Chinese and one that mixes both, or say lang: [en]",
    "mixed": "add one in Chinese and one in English",
}


def reasons(desk: Desk) -> Iterator[Finding]:
    """Drafts whose reason nobody has written yet."""
    for n, rule in enumerate(desk.file.said.rules):
        if rule.why == NO_WHY:
            said = "why: is as drafted; say why the rule is right, for whoever reads it later"
            yield desk.finding(["rules", n, "why"], said, rule=rule.id, error=True)


def keywords(desk: Desk) -> Iterator[Finding]:
    """Keywords that no text holds on which the rule is tried: each keeps the rule from texts that nobody tried."""
    fold = desk.rulebook.fold
    for n, rule in enumerate(desk.file.said.rules):
        texts = [fold(text) for text in _won(rule)]
        for k, word in enumerate(rule.when.keywords or ()):
            if not any(fold(word) in text for text in texts):
                said = f"keywords: {word!r} stands in no match text; add one with it, or drop the word"
                yield desk.finding(["rules", n, "when", "keywords", k], said, rule=rule.id, error=True)


def both(desk: Desk) -> Iterator[Finding]:
    """Texts of which the tests say two things."""
    for n, rule in enumerate(desk.file.said.rules):
        tests = rule.tests
        for one, texts in (("no_match", tests.no_match), ("todo", tests.todo)):
            for k, text in enumerate(texts):
                if text in tests.match:
                    said = f"tests: {text!r} stands in match and in {one}; keep one of them"
                    yield desk.finding(["rules", n, "tests", one, k], said, rule=rule.id, error=True)


def languages(desk: Desk) -> Iterator[Finding]:
    """Rules for any language whose tests speak one only."""
    for n, rule in enumerate(desk.file.said.rules):
        spoken = {spoken for text in _won(rule) if (spoken := language(text))}
        if not rule.when.lang and len(spoken) == 1:
            (only,) = spoken
            yield desk.finding(
                ["rules", n, "tests", "match"], f"all match texts are {only}; {_MISSING[only]}", rule=rule.id
            )


def _won(rule: Rule) -> list[str]:
    return [*rule.tests.match, *(win.text for win in rule.tests.wins if win.label == rule.label)]


def language(text: str) -> str:
    """Chinese, English or mixed; empty for a text without words."""
    han, latin = bool(_HAN.search(text)), bool(_LATIN.search(text))
    return {(True, True): "mixed", (True, False): "Chinese", (False, True): "English"}.get((han, latin), "")
