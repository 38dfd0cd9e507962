"""The plugin's options, as the client hands them to a hook."""

import os
from collections.abc import Mapping
from typing import NamedTuple

MODES = ("front", "side", "both", "shadow")
TRIGGERS = ("off", "turns", "tokens", "idle")
_PREFIX = "CLAUDE_PLUGIN_OPTION_"


class Options(NamedTuple):
    """What a person set in the plugin; the defaults are those of `plugin.json`."""

    mode: str = "both"
    """front: rebuild the history when it is compacted. side: only tell the ledger. both. shadow: decide, log, change
    nothing."""
    trigger: str = "turns"
    """When to compact unasked: off, after so many turns, from a share of the window on, or once the prompt cache is
    cold. Whatever it says, only where the rewrite pays back."""
    every: int = 8
    """Turns."""
    percent: int = 60
    """Of the window."""

    @property
    def front(self) -> bool:
        """Is the history rebuilt?"""
        return self.mode in ("front", "both")

    @property
    def side(self) -> bool:
        """Is the ledger told?"""
        return self.mode in ("side", "both")


def options(told: object = None) -> Options:
    """From what a mod tells (names to values), else from `CLAUDE_PLUGIN_OPTION_*`.

    A value that is none of an option's is its default: a hook never fails for it.
    """
    found: Mapping[str, object] = told if isinstance(told, dict) else _environment()
    default = Options()
    mode, trigger = found.get("mode"), found.get("trigger")
    return Options(
        mode=mode if isinstance(mode, str) and mode in MODES else default.mode,
        trigger=trigger if isinstance(trigger, str) and trigger in TRIGGERS else default.trigger,
        every=_number(found.get("every"), default.every),
        percent=_number(found.get("percent"), default.percent),
    )


def _environment() -> dict[str, object]:
    named = {name: value for name, value in os.environ.items() if name.startswith(_PREFIX)}
    return {name.removeprefix(_PREFIX).lower(): value for name, value in named.items()}


def _number(found: object, default: int) -> int:
    text = str(found)
    return int(text) if text.isascii() and text.isdigit() and int(text[:7]) > 0 else default
