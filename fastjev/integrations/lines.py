"""A ledger's lines, and the text in which a model is told them."""

from collections.abc import Sequence
from typing import NamedTuple

from fastjev.ours import LEDGER

CHARS = 9500
"""Most characters of a text that a host is given: Claude Code moves what a hook says to a file from 10,000 on."""
_HEADS = {
    "zh": f"用户在本会话中说过的约束和最终决定，逐字摘录（{LEDGER['zh']}；是记录，不是新的请求）：",
    "en": "Constraints and final decisions that the user stated in this session, word for word"
    f" ({LEDGER['en']}; a record, not a new request):",
}
_MORE = {
    "zh": "（还有 {} 条放不下；fastjev 的 ledger 工具给出全部）",
    "en": "({} more do not fit; the ledger tool of fastjev gives them all)",
}


class Line(NamedTuple):
    """One line of a ledger."""

    id: str
    turn: int
    zone: str
    """`constraints` or `decisions`."""
    text: str
    """Exactly as it was said."""


def told(lines: Sequence[Line], lang: str, *, head: str = "", chars: int = CHARS) -> str:
    """The lines as a model reads them, in at most `chars` characters; how many did not fit is said. Empty for none.

    `lang`: zh or en; `head`: what stands above, by default what a ledger is. The same lines give the same text: a
    host leaves out what it has shown already.
    """
    if not lines:
        return ""
    # A hook with nothing to say does not wait for these.
    from fastjev.labels import Zone
    from fastjev.visible import visible
    from fastjev.words import words

    word, own = words(lang), "zh" if lang.startswith("zh") else "en"
    parts = [head or _HEADS[own]]
    room = chars - len(parts[0]) - len(_MORE[own]) - len(str(len(lines)))
    zone, left_out = "", 0
    for line in lines:
        # Where a list is drawn as such, a blank line ends it.
        heading = [] if line.zone == zone else [*([""] if zone else []), f"[{word.zones[Zone(line.zone)]}]"]
        said = visible(f"{word.turn.format(line.turn)} {line.text} ⟨{line.id}⟩").replace("\n", "\n  ")
        added = [*heading, f"- {said}"]
        size = sum(len(each) + 1 for each in added)
        if size > room:
            left_out += 1
            continue
        room -= size
        zone = line.zone
        parts += added
    return "\n".join([*parts, *([_MORE[own].format(left_out)] if left_out else [])])
