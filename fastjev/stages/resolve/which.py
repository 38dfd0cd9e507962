"""Which of several alike a text is about: svc1 and not svc2, step 2, 第三章, 一号机房."""

import re
from collections import defaultdict
from collections.abc import Iterator

_VERSIONED = frozenset(
    {"python", "py", "java", "jdk", "utf", "sha", "md", "es", "http", "tls", "ssl", "ipv", "php", "vue", "react"}
    | {"ios", "android", "base", "int", "uint", "float", "mp", "gpt"}
)
"""With a number behind them these are a choice and not one of several."""
_JOINED = re.compile(r"\b([a-z]{2,})[-_]?([0-9]{1,4})\b(?!\.[0-9])")
_NAMED = re.compile(
    r"\b(step|phase|level|service|server|stage|page|plan|chapter|team|group|zone|region|shard|part|tier|section|volume"
    r"|room|store|line|lane|job|worker|queue|node|replica|floor|batch|host|cluster|tenant) ([0-9]{1,3}|[a-d])\b"
)
_ORDINAL = re.compile(r"第\s*([0-9]{1,3}|[一二三四五六七八九十]+)\s*(章|节|步|页|期|阶段|级|组|台|层|批|号)")
_HOUSE = re.compile(r"([一二三四五六七八九十]|[0-9]{1,3})号(机房|机器|机|楼|库|仓|线|服务器|门|店)")
_PLACE = re.compile(
    r"(测试|生产|预发|线上|本地|开发|灰度|正式)(?:环境|库|服|机|站)"
    r"|\b(?:in|on|for) (?:the )?(staging|production|prod|dev|tests?|ci|local|qa)\b"
)
_PART = re.compile(r"([\u4e00-\u9fff]{2})(?:服务|接口|模块|页面|任务)的?")
_NO_PART = frozenset("说讲求要叫让把将改的这那该些个们我你他各每所有全部和跟对给是个再就")
"""Characters that no name of a part holds."""


def others(new: str, old: str) -> bool:
    """Whether the new text is about another one of a kind, or about one place or part where the old one names none.

    Lower case, simplified characters.
    """
    mine, theirs = _which(new), _which(old)
    if any(mine[kind].isdisjoint(theirs[kind]) for kind in mine.keys() & theirs.keys()):
        return True
    places = {each for found in _PLACE.findall(new) for each in found if each}
    return any(each not in old for each in places) or any(
        part not in old and _NO_PART.isdisjoint(part) for part in _PART.findall(new)
    )


def _which(text: str) -> dict[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for kind, which in _found(text):
        found[kind].add(which)
    return found


def _found(text: str) -> Iterator[tuple[str, str]]:
    yield from ((kind, which) for kind, which in _JOINED.findall(text) if kind not in _VERSIONED)
    yield from _NAMED.findall(text)
    yield from ((kind, which) for which, kind in (*_ORDINAL.findall(text), *_HOUSE.findall(text)))
