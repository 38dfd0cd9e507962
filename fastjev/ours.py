"""How what fastjev wrote into a session is known again."""

SKELETON = ("[fastjev skeleton", "[fastjev 骨架")
"""How the text of a skeleton begins."""
LEDGER = {"zh": "fastjev 账本", "en": "fastjev ledger"}
"""What a ledger told beside a history calls itself, in its first line."""

_HEAD = 300
"""Characters in which a ledger names itself."""


def is_skeleton(text: str) -> bool:
    """Whether a text is a skeleton's."""
    return text.startswith(SKELETON)


def is_ledger(text: str) -> bool:
    """Whether a host's hook told a ledger with it, whatever the host put before."""
    head = text[:_HEAD]
    return any(f"({name}" in head or f"（{name}" in head for name in LEDGER.values())
