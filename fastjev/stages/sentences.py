"""Sentences and clauses of prose, Chinese, English and both in one line."""

import re
from itertools import pairwise

from fastjev.datatypes import Span, Unit

_OPAQUE = re.compile(
    r"`[^`\n]+`|https?://[^\s\u4e00-\u9fff]+|「[^「」\n]*」|“[^“”\n]*”|\"[^\"\n]{1,200}\"|（[^（）\n]*）|\([^()\n]*\)"
)
"""Inside these nothing is cut."""
_END = re.compile(
    r"(?:[。！？!?]|…(?=\s*\n|\s*$|[\u4e00-\u9fff]))+[\"'”’」』)）]*(?=[\s\u4e00-\u9fff]|$)\s*"
    r"|[。！？]+[\"'”’」』)）]*\s*"
    r"|(?<!\.)\.[\"'”’)]*(?=\s|$)\s*|\.{2,}(?=\s*\n|\s*$)\s*"
    r"|\n+\s*"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|mr|mrs|dr|approx|incl|fig|resp|dept|esp|max|min|ref|nr|vol|ver|inc|corp|ltd|a\.k\.a)|(?<!\d\s)\b[a-z])$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[，；;]+\s*|,(?=\s|[\u4e00-\u9fff])\s*|(?<!\s)\s+(?:--?|—|–)\s+|——+\s*"
    r"|(?<=[\u4e00-\u9fff）」”])[ \u3000]+(?=[\u4e00-\u9fff「“])|(?<=[\u4e00-\u9fff])[~～]+\s*|[:：](?=\s)\s*"
    r"|(?<=^[好行对嗯不是成中妥])[ \u3000]+"
    r"|(?<=^(?:可以|不行|好的|不了|没错|对的|是的|行吧|好吧|算了|同意|行啊|好啊|没事|收到|嗯嗯"
    r"|另外|对了|还有|不对))[ \u3000]+"
    r"|^(?:[好行嗯成不]|好的|可以|不行|ok|yes|no)?\s*[👍👌🆗💯🙆👎🙅][👍👌🆗💯🙆👎🙅\U0001f3fb-\U0001f3ff\ufe0f\u200d♀♂]*\s*(?=\w)"
)
"""The last three: a yes, a no or an opening word at the start, set off by a blank, and a thumb with or without one.
Ticks and crosses open the lines of lists too."""
_BREATH = re.compile(
    r"\n\s*|(?<!\s)(?<!\band)(?<!\bso)(?<!\boh)(?<!\bum)(?<!\buh)(?<!\bok)\s+"
    r"(?=(?:and|oh|um+|uh|so|then|but|ok|okay|wait|also|second|third|now)(?![\w-]))",
    re.IGNORECASE,
)
"""Who dictates sets no commas: a line break that may only wrap, or a word that often begins what is said next."""
_STOPS = ("。", ".", "!", "！", "?", "？")
_LOOK_BACK = 12
"""Characters before a full stop that tell whether it ends a sentence: the longest abbreviation."""
_MARK = re.compile(r"(?:^|\n)[ \t]*[0-9]{1,3}$")
"""The number of a list item."""
_WRAPPED = re.compile(r"[a-z,(—–]")
_HAN = re.compile(r"[\u2e80-\u9fff\uf900-\uffef]")
"""A line that holds some is not broken between words; dashes, accents and curly quotes stand in Latin lines too."""
_WRAP_WIDTH = 55
"""Characters: a shorter line was ended by its writer."""
_OPENS = re.compile(
    r"(?:oh|also|and (?:also|the|no|don't|please)|btw|plus|ok(?:ay)?|please|pls|hm+|wait|don't|no|yes)\b"
)
"""Words that begin what a person says next, and seldom a line that an editor broke."""


def sentences(text: str, start: int, end: int) -> list[Span]:
    """Spans that tile `text[start:end]`, cut after sentence ends and at line ends."""
    masked = _mask(text[start:end])
    cuts: list[int] = []
    for found in _END.finditer(masked):
        before = masked[max(0, found.start() - _LOOK_BACK) : found.start()]
        if found[0][0] == "." and found[0][:2] != ".." and (_MARK.search(before) or _ABBREVIATION.search(before)):
            continue
        if found[0][0] == "\n" and _is_wrap(masked, found):
            continue
        cuts.append(start + found.end())
    return _tile(start, end, cuts)


def clauses(text: str, span: Span) -> list[Span]:
    """Spans that tile one sentence, cut after commas, dashes and the blanks that stand for them in Chinese."""
    masked = _mask(text[span.start : span.end])
    return _tile(span.start, span.end, [span.start + found.end() for found in _CLAUSE.finditer(masked)])


def breaths(text: str, span: Span) -> list[Span]:
    """Spans that tile one clause, cut wherever somebody who sets no commas might begin anew."""
    masked = _mask(text[span.start : span.end])
    return _tile(span.start, span.end, [span.start + found.end() for found in _BREATH.finditer(masked)])


def first_clause(text: str) -> str:
    """What stands up to the first of those cuts."""
    return next((span.of(text) for span in clauses(text, Span(0, len(text)))), "")


def one_sentence(first: Unit, second: Unit) -> bool:
    """Whether two units touch inside one sentence."""
    touching = first.message == second.message and first.span.end == second.span.start
    return touching and not first.text.endswith("\n") and not first.text.rstrip().endswith(_STOPS)


def _mask(text: str) -> str:
    return _OPAQUE.sub(lambda found: "x" * len(found[0]), text)


def _is_wrap(text: str, found: re.Match[str]) -> bool:
    """Whether a line break only wraps a long Latin line: an editor breaks where the next word would not fit."""
    if found[0].count("\n") > 1:
        return False
    start = text.rfind("\n", 0, found.start()) + 1
    line, rest = text[start : found.start()], text[found.end() :]
    if len(line) < _WRAP_WIDTH or _HAN.search(line) or not _WRAPPED.match(rest) or _OPENS.match(rest):
        return False
    paragraph = text[text.rfind("\n\n", 0, start) + 1 : found.end()] + rest.partition("\n\n")[0]
    width = max(map(len, paragraph.split("\n")))
    return len(line) + 1 + len(rest.split(maxsplit=1)[0]) > width


def _tile(start: int, end: int, cuts: list[int]) -> list[Span]:
    return [Span(a, b) for a, b in pairwise((start, *cuts, end)) if b > a]
