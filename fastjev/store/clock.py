"""How old something is, where the machine's clock may jump: nothing is purged on the word of one strange day."""

from typing import NamedTuple

DAY = 86400.0
"""Seconds."""
_CREDIBLE = 7 * DAY
"""From one use to the next; a longer step forward, and any step back beyond `_DRIFT`, must first hold for a day."""
_DRIFT = 3600.0
"""Seconds that a clock may be set back without remark."""


class Clock(NamedTuple):
    """The time a store believes in, and one that it was told and does not believe yet. Seconds since 1970."""

    believed: float
    since: float | None = None
    """When the other time was first told; nothing where there is none."""
    told: float | None = None
    """The other time when it was last told."""


def tick(clock: Clock | None, now: float) -> Clock:
    """The clock after it was told that it is `now`.

    A long step forward, or one back, is believed when the time told has gone on for a day from there, without another
    step. Until then nothing grows older; a clock that comes back meanwhile was right all along.
    """
    if clock is None or 0 <= now - clock.believed <= _CREDIBLE:
        return Clock(now)
    if -_DRIFT <= now - clock.believed < 0:
        return Clock(clock.believed)
    if clock.since is None or clock.told is None or not -_DRIFT <= now - clock.told <= _CREDIBLE:
        return Clock(clock.believed, now, now)
    if now - clock.since >= DAY:
        return Clock(now)
    return Clock(clock.believed, clock.since, max(now, clock.told))
