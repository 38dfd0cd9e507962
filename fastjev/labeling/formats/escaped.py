r"""Half a character in UTF-8: a lone surrogate stands as `\ud83d`, and what looked so before has its `\` doubled."""

import re

_LONE = re.compile(r"(\\*)([\ud800-\udfff]|u[dD][89a-fA-F][0-9a-fA-F]{2})")
_SHOWN = re.compile(r"(\\+)u([dD][89a-fA-F][0-9a-fA-F]{2})")


def shown(text: str) -> str:
    """`text` as UTF-8 can carry it."""
    return _LONE.sub(_double, text)


def plain(text: str) -> str:
    """What `shown` was given."""
    return _SHOWN.sub(_halve, text)


def _double(found: re.Match[str]) -> str:
    slashes, what = found.groups()
    if len(what) > 1:
        return slashes * 2 + what
    return f"{slashes * 2}\\u{ord(what):04x}"


def _halve(found: re.Match[str]) -> str:
    slashes, code = found.groups()
    half = "\\" * (len(slashes) // 2)
    return half + chr(int(code, 16)) if len(slashes) % 2 else f"{half}u{code}"
