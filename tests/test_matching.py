"""Three ways to ask which rules fire, one answer: behind the prefilter, without it, and by RE2."""

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import re2
from anything import LINES, texts
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from talks import NO_REAL, REAL, core, sayings

from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.rulebook import LAYERS, Hit, Rule, Rulebook, schema
from fastjev.rulebook.load import made as made_of
from fastjev.rulebook.places import Source, core_sources
from fastjev.rulebook.rule import language

WHO = [("human", "prose"), ("human", "item"), ("assistant", "prose"), ("assistant", "item")]
PIECES = re.compile(r"[\u4e00-\u9fff]{1,4}|[A-Za-z'_]+|[0-9]+|[^\w\s]")
ODD = [
    "\u212a",
    "\u017f",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\xa0",
    "\u2028",
    "\u3000",
    "İ",
    "ı",
    "ß",
    "é",
    "\n",
    "\r\n",
    "\0",
    "０",
    "Ｋ",
]
"""What regular expressions of different makes see as white space, as word characters or as another letter's case."""


@cache
def sentences() -> list[str]:
    """Every fifth sentence and every thirtieth whole message of the corpora, as classification cuts them."""
    said = [text for role, text in sayings() if role in ("user", "assistant")]
    parts = dict.fromkeys(part.strip() for text in said for part in re.split(r"(?<=[。！？.!?，,;；])|\n", text))
    found = [*list(parts)[::5], *said[::30]]
    assert len(found) > 1000
    return [text.strip()[: DEFAULT.match_chars] for text in found]


@cache
def pieces() -> list[str]:
    return sorted({piece for text in sentences() for piece in PIECES.findall(text)})


mixed = st.lists(
    st.one_of(st.deferred(lambda: st.sampled_from(pieces())), st.sampled_from(ODD), st.sampled_from(LINES)), max_size=12
).flatmap(lambda parts: st.lists(st.sampled_from(["", "", " "]), min_size=len(parts), max_size=len(parts)).map(
    lambda joints: "".join(part + joint for part, joint in zip(parts, joints, strict=True)))
)  # fmt: skip
"""Chinese and English words of the corpora glued to each other and to odd characters."""


@cache
def by_re2(source: str) -> re2._Regexp:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    return re2.compile(source, options)


@cache
def by_re(source: str) -> re.Pattern[str]:
    return re.compile(source, re.ASCII | re.IGNORECASE)


def patterns(rule: Rule) -> tuple[str, ...]:
    return rule.all + rule.any + rule.unless


@cache
def refused() -> dict[str, str]:
    """Patterns that RE2 does not take, with the rule's id."""
    found = {}
    for rule in core().rules:
        for source in patterns(rule):
            try:
                by_re2(source)
            except re2.error as error:
                found[source] = f"{rule.id}: {error}"
    return found


def differing(text: str) -> list[tuple[str, str]]:
    """The patterns that find something else in `text`, or elsewhere, when RE2 looks, each with its rule's id."""
    folded = core().fold(text)
    found = []
    for rule in core().rules:
        for source in patterns(rule):
            if source not in refused():
                ours, theirs = by_re(source).search(folded), core().pattern(source).search(folded)
                if (ours and ours.span()) != (theirs and theirs.span()):
                    found.append((rule.id, source))
    return found


def slow_and_fast(text: str) -> tuple[list[list[Hit]], list[list[Hit]]]:
    fast = [core().match(text, speaker=speaker, kind=kind) for speaker, kind in WHO]
    slow = [core().match_slowly(text, speaker=speaker, kind=kind) for speaker, kind in WHO]
    return fast, slow


def test_no_pattern_is_refused_by_re2() -> None:
    assert list(refused().values()) == []


def test_prefilter_hides_no_hit_in_the_corpora() -> None:
    hits = 0
    for text in sentences():
        fast, slow = slow_and_fast(text)
        assert fast == slow, text
        hits += sum(map(len, fast))
    assert hits > len(sentences())


@given(st.one_of(mixed, texts()))
def test_prefilter_hides_no_hit(text: str) -> None:
    fast, slow = slow_and_fast(text)
    assert fast == slow


def test_re2_and_re_answer_alike_on_the_corpora() -> None:
    assert {id: text for text in sentences() for id, _ in differing(text)} == {}


@given(st.one_of(mixed, texts()).map(lambda text: re.sub("[\ud800-\udfff]", "", text).strip()[: DEFAULT.match_chars]))
def test_re2_and_re_answer_alike(text: str) -> None:
    assert differing(text) == []


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: "-".join(f"u{ord(char):04x}" for char in odd))
def test_re2_and_re_answer_alike_around_odd_characters(odd: str) -> None:
    """The character at both ends of a sentence, and in the place of a blank or letter in it. Rule id to such a text."""
    places = [(" ", odd), ("k", odd), ("s", odd)]
    lines = [line for line in [*LINES, *sentences()[::80]] if line]
    ways = [text for line in lines for text in (odd + line, line + odd, *(line.replace(*place, 1) for place in places))]
    assert {id: text for text in ways for id, _ in differing(text.strip())} == {}


@cache
def real_sentences() -> list[str]:
    """Every twentieth sentence that people and assistants wrote in real sessions."""
    found: dict[str, None] = {}
    for path in sorted((REAL / "claude-code").glob("*.jsonl")):
        for message in read(path.read_bytes(), str(path)).messages:
            if message.speaker in ("human", "assistant"):
                found |= dict.fromkeys(part.strip() for part in re.split(r"(?<=[。！？.!?，,;；])|\n", message.text))
    return [text[: DEFAULT.match_chars] for text in found if text][::20]


@pytest.mark.skipif(not (REAL / "claude-code").is_dir(), reason=NO_REAL)
def test_three_ways_one_answer_on_real_sessions() -> None:
    assert len(real_sentences()) > 500
    for text in real_sentences():
        fast, slow = slow_and_fast(text)
        assert fast == slow, text
        assert differing(text) == []


ATOMS = [
    "不要",
    "別動",
    "schema",
    "API",
    "ｐｏｒｔ",
    "É",
    "ß",
    "don't",
    "８０８０",
    "。",
    "（",
    "\\d",
    "\\s",
    "\\w",
    "\\b",
    ".",
    "[a-z]",
    "[^,，]",
]
TAILS = ["", "", "", "?", "+", "{0,3}", "*"]
text_patterns = st.lists(st.tuples(st.sampled_from(ATOMS), st.sampled_from(TAILS)), min_size=1, max_size=4).map(
    lambda parts: {"text": "".join(f"(?:{atom}){tail}" if tail else atom for atom, tail in parts)}
)
word_patterns = st.lists(
    st.sampled_from(["no new deps", "別動", "don’t", "ＡＰＩ", "port", "口径 统一"]), min_size=1, max_size=3
).map(lambda words: {"words": words})
conditions = st.fixed_dictionaries(
    {"any": st.lists(st.one_of(text_patterns, word_patterns), min_size=1, max_size=3)},
    optional={
        "all": st.lists(text_patterns, max_size=2),
        "unless": st.lists(st.one_of(text_patterns, word_patterns), max_size=2),
        "keywords": st.lists(st.sampled_from(["别", "PORT", "schema", "８"]), min_size=1, max_size=2),
        "max_chars": st.integers(1, 60),
        "lang": st.sampled_from([["zh"], ["en"]]),
    },
)
SAID = ["请", " ", "no new deps", "port 8080", "’", "，", "口径  统一", "e", "SS"]
glued = st.lists(st.sampled_from([atom for atom in ATOMS if "\\" not in atom] + SAID), max_size=8).map("".join)


@given(st.lists(conditions, min_size=1, max_size=5), st.lists(glued, min_size=1, max_size=6))
def test_anybodys_rules_are_matched_alike(whens: list[dict[str, Any]], said: list[str]) -> None:
    """Rules of a project, made of what people write in patterns, against text glued of the same."""
    rulebook = project(whens)
    for text in said:
        fast = rulebook.match(text, speaker="human", kind="prose")
        assert fast == rulebook.match_slowly(text, speaker="human", kind="prose")
        folded = rulebook.fold(text)
        for rule in rulebook.rules:
            for source in patterns(rule):
                ours, theirs = by_re(source).search(folded), rulebook.pattern(source).search(folded)
                assert (ours and ours.span()) == (theirs and theirs.span()), (source, text)


def project(whens: list[dict[str, Any]]) -> Rulebook:
    """A rulebook of a project's rules alone, as its file would make them; those out of the dialect left out."""
    rules = []
    for n, when in enumerate(whens):
        tests = {"match": ["x"], "no_match": ["y"]}
        made = {"id": f"acme/fact.r{n}", "label": "fact", "why": "x", "weight": 0.5, "when": when, "tests": tests}
        with suppress(ValidationError):
            schema.Rule.model_validate(made)
            rules.append(made)
    if not rules:
        return Rulebook([], variants="", lexicon={}, digest="none")
    raw = json.dumps({"fastjev": 1, "pack": "acme", "core": False, "rules": rules}).encode()
    found = made_of(core_sources(), [Source(LAYERS.index("project"), "acme.yaml", Path("acme.yaml"), raw)])
    assert found.refused == ()
    return found


@given(texts())
def test_folding_keeps_every_place(text: str) -> None:
    folded = core().fold(text)
    assert len(folded) == len(text)
    assert core().fold(folded) == folded
    assert language(folded) == language(text)
