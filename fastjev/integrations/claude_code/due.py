"""Whether to compact now, unasked: when the trigger says so, and the cost model that it pays back."""

from fastjev.integrations.claude_code import state
from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.integrations.claude_code.state import State
from fastjev.jsontext import dump
from fastjev.policy import DEFAULT


def due(call: Call) -> Answer:
    """`{"compact": bool, "because": str}`, from what the client says of its window and the last index."""
    yes, because = decide(call, state.load(call.place, call.session))
    return Answer(because, dump({"compact": yes, "because": because}))


def decide(call: Call, known: State) -> tuple[bool, str]:
    """Whether, and why."""
    if not call.options.front:
        return False, f"mode {call.options.mode} leaves the history to the client"
    why = _triggered(call, known)
    if why:
        return False, why
    before = _number(call, "tokens") - DEFAULT.host_tokens
    if known.after <= 0 or before <= 0:
        return False, "nothing is known of the session yet"
    gain = 1 - known.after / before
    if gain < DEFAULT.least_gain:
        return False, f"{before:,} -> {known.after:,} tokens is too little (least_gain {DEFAULT.least_gain})"
    if _number(call, "idle_seconds") >= DEFAULT.cold_seconds:
        return True, f"the cache is cold: {before:,} -> {known.after:,} tokens"
    turns = payback(before, known.after)
    said = f"{before:,} -> {known.after:,} tokens pays back after {turns:.1f} turns"
    return turns <= DEFAULT.payback_turns, f"{said} (payback_turns {DEFAULT.payback_turns})"


def payback(before: int, after: int) -> float:
    """Turns until a rewrite of a warm history has paid: what is written once, by what each turn then reads less."""
    return DEFAULT.cache_write * after / (DEFAULT.cache_read * (before - after))


def _triggered(call: Call, known: State) -> str:
    """Empty when the trigger says now, else why not."""
    told = call.options
    since = known.turns - (known.compaction.turn if known.compaction else 0)
    idle, percent = _number(call, "idle_seconds"), _number(call, "percent")
    if told.trigger == "turns" and since < told.every:
        return f"{since} of {told.every} turns"
    if told.trigger == "tokens" and percent < told.percent:
        return f"{percent} of {told.percent} per cent of the window"
    if told.trigger == "idle" and idle < DEFAULT.cold_seconds:
        return "the cache is warm"
    return "trigger off" if told.trigger == "off" else ""


def _number(call: Call, name: str) -> int:
    found = call.given.get(name)
    return round(found) if isinstance(found, int | float) and abs(found) < 10**12 else 0
