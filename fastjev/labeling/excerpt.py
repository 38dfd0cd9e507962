"""What a set keeps of a tool's result: enough to judge by, and no more of a file than that."""

from fastjev.secrets import mask

_HEAD, _TAIL = 300, 150
"""Characters: a few lines of each end. What a command came to stands at its end."""
_MASKED = 8000
"""Characters of each end that are looked through for secrets: a private key is shorter, and no key of the labeler waits
for a megabyte."""


def excerpt(result: str) -> str:
    """The beginning and the end of a result, without secrets; all of it where that is as short."""
    text = result.strip()
    if len(text) <= 2 * _MASKED:
        return _ends(mask(text), 0)
    return _ends(mask(text[:_MASKED]) + mask(text[-_MASKED:]), len(text) - 2 * _MASKED)


def _ends(text: str, between: int) -> str:
    """`between`: characters that are missing in the middle of the text."""
    left = len(text) + between - _HEAD - _TAIL
    if left <= 0:
        return text
    return f"{text[:_HEAD].rstrip()}\n(... {left:,} characters ...)\n{text[-_TAIL:].lstrip()}"
