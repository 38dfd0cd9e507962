"""The copy of a text that patterns see: one character for each character, so that offsets hold."""

_STRAIGHT = {
    0x3000: " ", 0xA0: " ", 0x0B: " ", 0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-",
    0x212A: "k", 0x17F: "s",
}  # fmt: skip
"""The last two and the vertical tab are those that RE2 and `re` see with different eyes."""
_FULL_WIDTH = {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
"""A lone one has no UTF-8, which is what RE2 reads."""
_LOWER = {code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}


class Fold:
    """Full-width to ASCII, curly quotes to straight, odd blanks to spaces, A-Z to a-z, traditional to simplified."""

    def __init__(self, variants: str = "") -> None:
        """`variants`: pairs of a traditional and a simplified character, written together, separated by spaces."""
        han = {ord(pair[0]): pair[1] for pair in variants.split()}
        self._table = {**_STRAIGHT, **_FULL_WIDTH, **_LOWER, **_SURROGATES, **han}

    def __call__(self, text: str) -> str:
        """The folded copy, of the same length."""
        if text.isascii():
            return text.lower().replace("\v", " ")
        return text.translate(self._table)
