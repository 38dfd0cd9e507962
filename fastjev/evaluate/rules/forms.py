"""Other forms of one sentence: said in other words, asked, and reported. They test a rule drafted from it."""

import re
from typing import NamedTuple

_SWAPS = {
    "不要": "别", "别": "不要", "不准": "禁止", "禁止": "不准", "不许": "不准", "不得": "不准", "严禁": "不准",
    "不能": "不可以", "必须": "务必", "务必": "必须", "一定要": "必须", "一律": "必须", "只能": "只准",
    "don't": "do not", "dont": "do not", "do not": "don't", "never": "do not", "must": "have to", "have to": "must",
}  # fmt: skip
"""What says the same of an order."""
_FORBID = (
    "不要", "不准", "不许", "禁止", "严禁", "不得", "不能", "不可以", "切勿",
    r"(?:^|[^特分区级类个识判差性])别", r"\b(?:don'?t|do not|never|must not|no)\b",
)  # fmt: skip
_OBLIGE = ("必须", "务必", "一定要", "一律", "只能", "只准", r"\b(?:must|always|only|have to|has to|need to)\b")
ORDERS = tuple(f"(?:{'|'.join(words)})" for words in (_FORBID, _OBLIGE))
"""Patterns for the words that make an order, each for a family of one meaning; they begin no later than the word."""
_AT = [re.compile(order.replace("(?:^|[^特分区级类个识判差性])", "(?<![特分区级类个识判差性])")) for order in ORDERS]
_HAN = re.compile("[\u4e00-\u9fff]")
_LATIN = re.compile("[a-z]{2}", re.IGNORECASE)
_END = re.compile(r"[\s。.!！?？,，;；~～]+$")
_NUMBER = re.compile(r"[0-9]+")


class Order(NamedTuple):
    """The word that makes a sentence an order."""

    pattern: str
    """For its whole family."""
    start: int
    end: int


def order(folded: str) -> Order | None:
    """The first word in folded text that forbids or obliges."""
    found = [
        Order(pattern, *match.span()) for pattern, at in zip(ORDERS, _AT, strict=True) if (match := at.search(folded))
    ]
    return min(found, key=lambda each: each.start, default=None)


def said_otherwise(text: str, made: Order | None) -> str:
    """The sentence with another word of the same order, other numbers, and a word of the other language before it."""
    if made:
        word = text[made.start : made.end]
        text = f"{text[: made.start]}{_SWAPS.get(word.lower().replace('’', chr(39)), word)}{text[made.end :]}"
    text = _NUMBER.sub(lambda number: str(int(number[0]) + 1), text)
    if not _HAN.search(text):
        return f"注意：{text}"
    return f"另外，{text}" if _LATIN.search(text) else f"BTW {text}"


def asked(text: str, made: Order | None) -> str:
    """The sentence as a question."""
    bare = _END.sub("", text)
    if _HAN.search(text):
        return f"{bare[: made.start]}要不要{bare[made.end :]}？" if made else f"要不要{bare}？"
    if made and made.start:
        return f"do {' '.join((bare[: made.start] + bare[made.end :]).split())}?"
    verb = "have " if made and bare[made.start : made.end].lower() == "no" else ""
    return f"should we {verb}{bare[made.end if made else 0 :].strip()}?"


def reported(text: str) -> str:
    """The sentence as somebody else's, in the past."""
    bare = _END.sub("", text)
    return f"他们上次说{bare}" if _HAN.search(text) else f"they said last week: {bare}"


def with_more(text: str) -> str:
    """The sentence and something that matters."""
    bare = _END.sub("", text)
    return f"{bare}，端口改成 8080" if _HAN.search(text) else f"{bare}, set the port to 8080"


UNLESS = (
    r"[?]\s*$|(?:吗|呢|么)[。!~\s]*$|要不要|能不能|是不是|是否|^(?:should|shall|could|can|do|does|is|are) ",
    r"(?:他|她|他们|她们|有人|文档里?|客户)[^,。]{0,6}(?:说|提到|写着)|上次|昨天"
    r"|\b(?:he|she|they|someone|the docs?) (?:said|says|wrote|mentioned)\b|\byesterday\b|\blast (?:week|time|month)\b",
)
"""Patterns of questions and of reports, which order nothing."""
