"""The words of a text that tell something apart: identifiers, paths, numbers of two digits or more.

Bytes throughout: to cut a megabyte into words takes milliseconds that way, and an identifier between Han characters,
which have no blanks around them, comes out like any other.
"""

import re

_OF_WORDS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%-"
_BLANKED = bytes(byte if byte in _OF_WORDS else ord(" ") for byte in range(256))
_LINES = bytes(byte if byte == 10 else blanked for byte, blanked in enumerate(_BLANKED))
_PARTED = _BLANKED.translate(bytes(ord(" ") if byte in b"/:@%" else byte for byte in range(256)))
_AHEAD, _BEHIND = b"./:@%-", b"./:@-"
_TELLING = re.compile(rb"[0-9]{2}|[_./:@-]|[a-z][A-Z]")


def parts(raw: bytes) -> list[bytes]:
    """Names and numbers in UTF-8, telling or not, in order: of `src/app.py:12` src, app.py and 12.

    A full stop that ends a sentence stays on its word; results have few, and to look for them takes as long as the cut.
    """
    return raw.translate(_PARTED).split()


def prose_parts(raw: bytes) -> list[bytes]:
    """The same of running text, where sentences end in full stops."""
    return (raw.translate(_PARTED) + b" ").replace(b". ", b" ").split()


def encoded(text: str) -> bytes:
    """UTF-8, lone surrogates passed through."""
    return text.encode("utf-8", "surrogatepass")


def bare(word: bytes) -> bytes:
    """The word without the marks that begin or end it: `/etc/hosts` and `etc/hosts:` are one."""
    return word.lstrip(_AHEAD).rstrip(_BEHIND)


def tells(word: bytes) -> bool:
    """Whether a bare word tells something apart, and is not just language."""
    return len(word) > 1 and _TELLING.search(word) is not None


def telling(text: str) -> set[bytes]:
    """The bare words of a text that tell something apart."""
    return set(filter(tells, map(bare, set(encoded(text).translate(_BLANKED).split()))))


def in_order(text: str) -> list[bytes]:
    """The same words as `telling`, each once, as they come."""
    # Most words come more than once: to cut and test each time takes three times as long.
    words = dict.fromkeys(encoded(text).translate(_BLANKED).split())
    return list(dict.fromkeys(filter(tells, map(bare, words))))


def by_line(text: str, known: dict[bytes, bytes]) -> list[set[bytes]]:
    """The same for each line of the text: as many as `text.split("\\n")` has.

    `known` says for raw words what they are when bare, or nothing if they do not tell; those that are not in it are put
    in, so that a word is looked at once for all texts of a session, which takes a fifth of the time.
    """
    rows = [row.split() for row in encoded(text).translate(_LINES).split(b"\n")]
    for raw in set().union(*rows) - known.keys():
        word = bare(raw)
        known[raw] = word if tells(word) else b""
    found = [set(map(known.__getitem__, row)) for row in rows]
    for words in found:
        words.discard(b"")
    return found


def tokens(text: str) -> set[str]:
    """The same as strings."""
    return {word.decode("ascii") for word in telling(text)}
