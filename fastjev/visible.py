"""Text of strangers, made safe to show: what a terminal would obey or an eye would miss becomes an escape."""

import re

_EMOJI = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # C0 and C1 controls but tab and line feed; \r has its own line
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, joiners and fillers without ink
    "\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f"  # zero width, line separators, bidi marks and overrides
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\ud800-\udfff"  # a lone surrogate cannot be written as UTF-8
    "\U000e0000-\U000e0fff]"  # tag characters and the variation selectors that can smuggle text
    "|\r(?!\n)"  # alone it would overwrite the line; before \n it is a file's own line end
    f"|(?<![{_EMOJI}])\u200d|\u200d(?![{_EMOJI}])"  # the joiner stays where it builds one emoji of several
)


def visible(text: str) -> str:
    r"""`text` with each such character as `\x1b`, `\u202e` or `\U000e0041`; all others as they are.

    One way only: a backslash is not doubled, so that code reads as it was written.
    """
    return _UNSEEN.sub(_escape, text)


def visible_json(text: str) -> str:
    """JSON on one line with each such character in JSON's own escape, so that it reads back as it was."""
    return _UNSEEN.sub(_json_escape, text)


def _json_escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
