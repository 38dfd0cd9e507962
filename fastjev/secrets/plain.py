"""A text as people see it: colours and characters of no width taken out, wide letters made narrow."""

import re
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

_COLOUR = "\x1b\\[[0-9;:?]*[A-Za-z]"
_NO_WIDTH = "\xad\u200b-\u200f\u2060-\u2064\ufeff"
_UNSEEN = re.compile(f"{_COLOUR}|[{_NO_WIDTH}]")
_WIDE = {ord(wide): ord(wide) - 0xFEE0 for wide in map(chr, range(0xFF01, 0xFF5F)) if wide not in "，；！？（）"}
_ANY = re.compile(f"\x1b|[{_NO_WIDTH}\uff01-\uff5e]")


def plain(text: str) -> tuple[str, Callable[[int], int]]:
    """`text` as seen, and a function from an offset in it to the one in `text`, both in characters."""
    if "\x1b" not in text and (text.isascii() or not _ANY.search(text)):
        return text, lambda at: at
    unseen = [match.span() for match in _UNSEEN.finditer(text)]
    gone = list(accumulate((end - start for start, end in unseen), initial=0))
    before = [start - lost for (start, _), lost in zip(unseen, gone, strict=False)]
    return _UNSEEN.sub("", text).translate(_WIDE), lambda at: at + gone[bisect_right(before, at)]
