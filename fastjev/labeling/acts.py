"""What one person did, one line each, in the order it was done."""

from dataclasses import dataclass
from typing import Any, Literal

Op = Literal["set", "skip", "unfit", "note", "boundary", "merge", "supersedes", "undo"]
Mode = Literal["blind", "suggest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act. What an op does not use is None."""

    op: Op
    unit: str
    by: str
    """A person's name, which is the file's name too."""
    t: str
    """ISO 8601, UTC, seconds."""
    ms: int | None = None
    """Milliseconds from when the unit was shown."""
    mode: Mode | None = None
    guide: str | None = None
    """Hash of the guide in force: old answers can be found after it changes."""
    label: str | None = None
    """Of `set`: a label, or for exchanges `whole`, `call` (its line without the result) or `none`."""
    value: bool | None = None
    """Of `boundary`: whether a new intent begins with the unit; of `merge`: whether it goes on the unit before it."""
    old: str | None = None
    """Of `supersedes`: the unit that it ends."""
    undone: str | None = None
    """Of `undo`: the `t` of the act that it takes back. Nothing in older lines: the newest on the unit."""
    note: str | None = None
    reason: str | None = None
    """Of `unfit`: garbled, secret or language. Of an adjudication: text, guide, slip or edge."""
    saw: Any = None
    """The vote that was shown: label, by, weight. Nothing for a blind answer."""
    of: tuple[str, ...] = ()
    """Of an adjudication: whose answers it was made from."""
