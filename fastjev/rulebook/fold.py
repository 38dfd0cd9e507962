"""The copy of a text that patterns see: one character for each character, so that offsets hold."""

from functools import cache

_STRAIGHT = {
    0x3000: " ", 0xA0: " ", 0x0B: " ", 0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-",
    0x212A: "k", 0x17F: "s",
}  # fmt: skip
"""The last two and the vertical tab are those that RE2 and `re` see with different eyes."""
_FULL_WIDTH = {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
"""A lone one has no UTF-8, which is what RE2 reads."""
_ADORNED = dict.fromkeys((*range(0x1F3FB, 0x1F400), 0xFE0E, 0xFE0F, 0x200D), " ")
"""The tone of a thumb's skin, and what joins signs: the sign says the same without."""


_CASED = (range(ord("A"), ord("Z") + 1), range(0xC0, 0x530), range(0x1E00, 0x1F00))
"""Latin, Greek and Cyrillic with their accents."""


@cache
def _small() -> dict[int, str]:
    """Letters to their small ones: RE2 sees both cases of É as one, `re` with ASCII classes does not."""
    small = {code: chr(code).lower() for block in _CASED for code in block}
    return {code: low for code, low in small.items() if len(low) == 1 and ord(low) != code}


class Fold:
    """Full-width to ASCII, curly quotes to straight, odd blanks to spaces, small letters, traditional to simplified."""

    def __init__(self, variants: str | bytes = "") -> None:
        """`variants`: pairs of a traditional and a simplified character, written together, separated by spaces.

        As text or as its UTF-8, which is read when a text needs it.
        """
        self._variants = variants
        self._table: dict[int, str] | None = None

    def __call__(self, text: str) -> str:
        """The folded copy, of the same length."""
        if text.isascii():
            return text.lower().replace("\v", " ")
        if self._table is None:
            variants = self._variants.decode() if isinstance(self._variants, bytes) else self._variants
            han = {ord(pair[0]): pair[1] for pair in variants.split()}
            self._table = {**_small(), **_STRAIGHT, **_FULL_WIDTH, **_SURROGATES, **_ADORNED, **han}
        return text.translate(self._table)
