"""What Hermes looks at after each pass. A plugin that leaves it unset is stopped after a few good ones."""

from typing import Any


def latch(engine: Any, *, progress: bool, saved: float = 0.0, trouble: str | None = None) -> None:
    """Set it on the engine. `saved`: per cent of the history's tokens; `trouble`: what a person is told."""
    engine._last_compression_made_progress = progress
    engine._last_compression_savings_pct = saved
    engine._last_compress_aborted = False
    engine._last_compress_refused_would_grow = False
    engine._last_summary_error = trouble
    engine._last_summary_fallback_used = False
    engine._last_summary_dropped_count = 0
    engine._verify_compaction_cleared_threshold = False
