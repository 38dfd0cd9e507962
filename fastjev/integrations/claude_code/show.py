"""What `/fastjev` shows: the ledger, the window, the last compaction."""

import time

from fastjev.integrations.claude_code import state
from fastjev.integrations.claude_code.due import decide
from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.integrations.claude_code.index import current
from fastjev.integrations.lines import told
from fastjev.secrets import mask


def show(call: Call) -> Answer:
    """A few lines of text, secrets masked: they stand on a screen that others may see."""
    known = current(call, state.load(call.place, call.session))
    masked = [line._replace(text=mask(line.text)) for line in known.ledger]
    lines = told(masked, known.lang) or "The ledger is empty: no constraint and no final decision was stated yet."
    parts = [lines, "", f"mode {call.options.mode}, trigger {call.options.trigger}"]
    tokens, window = call.given.get("tokens"), call.given.get("window")
    if isinstance(tokens, int) and isinstance(window, int) and window > 0:
        parts.append(f"window: {tokens:,} of {window:,} tokens ({tokens / window:.0%})")
    if known.after:
        parts.append(f"a compaction now would leave about {known.after:,} tokens; unasked: {decide(call, known)[1]}")
    if last := known.compaction:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(last.time))
        done = f"{last.before:,} -> {last.after:,} tokens in {last.milliseconds / 1000:.1f} s"
        parts.append(f"last compaction: turn {last.turn}, {when}, {done}")
    else:
        parts.append("last compaction: none by fastjev in this session")
    parts.append("next: fastjev log shows every decision, fastjev why TEXT what became of a statement")
    return Answer("shown", "\n".join(parts) + "\n")
