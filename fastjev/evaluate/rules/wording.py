"""The words of a text: Han cut by jieba, Latin as written; numbers, paths and long identifiers as what they are."""

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from fastjev.datatypes import Span
from fastjev.rulebook.load import cache_folder

_WORD = re.compile(
    r"(?P<path>https?://\S+|[a-z0-9_.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:~|\.{0,2})/[a-z0-9_.@-]+(?:/[a-z0-9_.@-]*)*"
    r"|[a-z0-9_@-][a-z0-9_.@-]*(?:/[a-z0-9_.@-]+)*/[a-z0-9_@-]+(?:\.[a-z0-9]+)+|[a-z]:\\\S+)"
    r"|(?P<number>[0-9](?:[0-9.,:]*[0-9])?(?:ms|[smhkdgt]b?|%)?(?![a-z0-9_]))"
    r"|(?P<latin>[a-z0-9_](?:[a-z0-9_.+#'-]*[a-z0-9_+#])?)"
    r"|(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]+)"
)
_NAMED = re.compile(r"[`「『]([^`」』\n]{2,20})[`」』]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_LONGEST_NAME = 24
"""A longer Latin run is a key, a hash or generated."""
_LONGEST_MIXED = 12
"""The same for one with digits among its letters."""
_HASH = re.compile(r"(?=[a-f]*[0-9])[0-9a-f]{7,}|(?=.*[0-9])(?=.*[a-z])[a-z0-9_-]{12,}")
PLACEHOLDERS = {"number": "<n>", "path": "<path>", "id": "<id>"}
"""How what differs from sentence to sentence is shown."""


class Word(NamedTuple):
    """One word of a text."""

    text: str
    kind: str
    """han, latin, or what stands for a value: number, path, id."""
    span: Span

    @property
    def shown(self) -> str:
        """The word, or a placeholder for a value."""
        return PLACEHOLDERS.get(self.kind, self.text)


class Cutter:
    """Cuts folded texts into words. Loads jieba when the first Han character comes."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """`names`: words with Han characters that the project uses as one, such as 订单服务."""
        self._names = sorted(set(names))
        self._jieba: Any = None

    def __call__(self, folded: str) -> list[Word]:
        """The words in order. What is no word is left out."""
        found: list[Word] = []
        for match in _WORD.finditer(folded):
            kind, start = str(match.lastgroup), match.start()
            if kind == "han":
                for word in self._cut(match[0]):
                    found.append(Word(word, kind, Span(start, start + len(word))))
                    start += len(word)
            else:
                found.append(Word(match[0], _kind(kind, match[0]), Span(*match.span())))
        return found

    def frequency(self, word: str) -> int:
        """How often the word stands in the corpus that jieba was made from; 0: never."""
        cut = self._loaded()
        cut.initialize()
        return int(cut.FREQ.get(word) or 0)

    def _cut(self, han: str) -> list[str]:
        return [han] if len(han) == 1 else list(self._loaded().lcut(han))

    def _loaded(self) -> Any:
        if self._jieba is None:
            import jieba

            jieba.setLogLevel(logging.ERROR)
            self._jieba = jieba.Tokenizer()
            # By default its cache, which it reads with marshal, lies where anybody can put one: in /tmp.
            folder = cache_folder()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._jieba.tmp_dir = str(folder)
            for name in self._names:
                self._jieba.add_word(name)
        return self._jieba


def _kind(kind: str, word: str) -> str:
    mixed = any(map(str.isdigit, word)) and len(word) >= _LONGEST_MIXED
    if kind == "latin" and (len(word) >= _LONGEST_NAME or mixed or _HASH.fullmatch(word)):
        return "id"
    return "number" if kind == "latin" and word.isdigit() else kind


def names(texts: Iterable[str]) -> set[str]:
    """What texts put between back-ticks or corner quotes and that holds Han characters."""
    return {name for text in texts for name in _NAMED.findall(text) if _HAN.search(name)}


def joined(words: Sequence[str]) -> str:
    """Words as one phrase: a blank between two unless both are Han."""
    phrase = ""
    for word in words:
        apart = phrase and not (_HAN.match(word) and _HAN.match(phrase[-1]))
        phrase += f" {word}" if apart else word
    return phrase


class Common:
    """Words that tell nothing by themselves."""

    def __init__(self, lexicon: Mapping[str, Any]) -> None:
        """`lexicon`: the rulebook's, with `common` and `han_common`."""
        self._latin = frozenset(str(lexicon.get("common", "")).split())
        self._han = frozenset(str(lexicon.get("han_common", "")).split())

    def __contains__(self, word: str) -> bool:
        begins = word.partition("'")[0]  # that's, she'll
        return word in self._latin or begins in self._latin or all(char in self._han for char in word)
