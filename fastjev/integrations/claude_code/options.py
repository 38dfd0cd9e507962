"""The plugin's options, as the client hands them to a hook."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

MODES = ("front", "side", "both", "shadow")
TRIGGERS = ("off", "turns", "tokens", "idle")
_PREFIX = "CLAUDE_PLUGIN_OPTION_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a person set in the plugin; the defaults are those of `plugin.json`."""

    mode: str = "both"
    """front: rebuild the history when it is compacted. side: only tell the ledger. both. shadow: decide, log, change
    nothing."""
    trigger: str = "turns"
    """When to compact unasked: off, every so many turns, from a share of the window on, or once the prompt cache is
    cold. Whatever it says, only where the rewrite pays back."""
    every: int = 8
    """Turns."""
    percent: int = 60
    """Of the window."""
    trim: bool = False
    """Cut large results before they enter the history."""

    @property
    def front(self) -> bool:
        """Is the history rebuilt?"""
        return self.mode in ("front", "both")

    @property
    def side(self) -> bool:
        """Is the ledger told?"""
        return self.mode in ("side", "both")


def options(env: Mapping[str, str] = os.environ) -> Options:
    """From `CLAUDE_PLUGIN_OPTION_*`. A value that is none of an option's is the default: a hook never fails for it."""
    default = Options()
    mode, trigger = env.get(f"{_PREFIX}MODE", ""), env.get(f"{_PREFIX}TRIGGER", "")
    return Options(
        mode=mode if mode in MODES else default.mode,
        trigger=trigger if trigger in TRIGGERS else default.trigger,
        every=_number(env.get(f"{_PREFIX}EVERY", ""), default.every),
        percent=_number(env.get(f"{_PREFIX}PERCENT", ""), default.percent),
        trim=env.get(f"{_PREFIX}TRIM", "").lower() in ("1", "true", "yes", "on"),
    )


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 1_000_000 else default
