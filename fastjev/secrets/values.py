"""Whether what stands in a secret's place is one, or a stand-in, a word or code."""

import re

_PLACEHOLDER = re.compile(
    r"[$<{%*#@\[(]|~/|.*(?:x{4}|\*{4})|(?:x+|\.+|-+|_+|0+)$|(?:your|my|the|some|example|dummy|changeme|redacted|process\.env|os\.environ)"
    r"(?![a-z0-9]*\d)",
    re.IGNORECASE,
)
"""What stands where a secret will: `$TOKEN`, `<token>`, `xxxx`, `your-key`."""
_WORDS = frozenset(
    """any bool boolean bytes char default empty expired false hidden id int integer invalid key missing name nil none
    not null number object optional password pwd required secret self str string text token true type undefined unknown
    user username valid value varchar void wrong""".split()  # noqa: SIM905
)
"""What code and prose say of a secret."""
_BASE64 = re.compile(r"[A-Za-z0-9+/=]{24}")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,19}(?:(?:\.|::|->|\?\.)[A-Za-z_][A-Za-z0-9_]{0,19})*")


def anything(value: str, after: bytes, group: int) -> bool:
    """Its shape says enough."""
    return True


def mixed(value: str, after: bytes, group: int) -> bool:
    """Letters alone are a name."""
    return any(map(str.isdigit, value))


def encoded(value: str, after: bytes, group: int) -> bool:
    """The body of a key has long lines of Base64; prose about one has not."""
    return _BASE64.search(value) is not None


def credential(value: str, after: bytes, group: int) -> bool:
    """With a digit, and not the name of a scheme that has one."""
    return mixed(value, after, group) and not value.upper().startswith("AWS4-HMAC")


def given(value: str, after: bytes, group: int) -> bool:
    """Not a stand-in: `$TOKEN`, `<token>`, `xxxx`."""
    return not _PLACEHOLDER.match(value) and value.lower() not in _WORDS


def said(value: str, after: bytes, group: int) -> bool:
    """In running text only what no word is."""
    bare = value.rstrip(".!?:)")
    return given(bare, after, group) and not bare.isalpha() and not (bare.replace("-", "").isalpha() and len(bare) < 12)


def spoken(value: str, after: bytes, group: int) -> bool:
    """As said, and with a digit: keys have one."""
    return said(value, after, group) and mixed(value, after, group)


_QUOTED = 4
"""Groups of `_VALUE` from the first that stand between quotes."""


def assigned(value: str, after: bytes, group: int) -> bool:
    """Between quotes anything given; bare, nothing that is code."""
    if not given(value, after, group):
        return False
    return group <= _QUOTED or (
        after not in (b"(", b"[", b".") and not (_IDENTIFIER.fullmatch(value) and not re.search(r"\d", value))
        and not (_IDENTIFIER.fullmatch(value) and "." in value)
    )  # fmt: skip


def keyed(value: str, after: bytes, group: int) -> bool:
    """As assigned, and long enough for a key: `token: 42` counts something, `"token": "next"` is a word."""
    long_enough = len(value) >= 8 and " " not in value and not value.isdigit()
    told = mixed(value, after, group) or len(value) >= 16 or not value.replace("_", "").isalpha()
    return long_enough and told and assigned(value, after, group)
