"""Compacts the history of an AI coding session by deciding, never by writing.

`compact_messages` does it to the message list of a program of your own; the command line does all else.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastjev.integrations.messages import Compacted, compact_messages

__all__ = ["Compacted", "__version__", "compact_messages"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    # Every start of the command line imports this module, and hooks have no time for the walk.
    if name in ("Compacted", "compact_messages"):
        from fastjev.integrations import messages

        return getattr(messages, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
