"""The ledger beside the history: told when a session begins, and when it changed or a summary left something out."""

from collections.abc import Sequence

from fastjev.integrations.claude_code import state
from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.integrations.lines import Line, told
from fastjev.jsontext import dump
from fastjev.ours import LEDGER

_CHANGED = {
    "zh": f"用户的约束或决定有变化，以下为逐字摘录（{LEDGER['zh']}）：",
    "en": f"Constraints or decisions that the user stated since the last list, word for word ({LEDGER['en']}):",
}
_LIFTED = {"zh": "不再有效：", "en": "no longer in force:"}
_MISSING = {
    "zh": f"上面的压缩摘要没有逐字保留用户的这些约束和决定（{LEDGER['zh']}）：",
    "en": "The compaction summary above does not hold these constraints and decisions of the user word for word"
    f" ({LEDGER['en']}):",
}
_INSTRUCTIONS = {
    "zh": "请在摘要中逐字保留用户的以下约束和决定，连同编号：",
    "en": "Keep these statements of the user word for word in the summary, with their ids:",
}


def session_start(call: Call) -> Answer:
    """The whole ledger, unless the history is new or its skeleton tells it already."""
    from fastjev.integrations.claude_code.index import current
    from fastjev.policy import DEFAULT

    if not call.options.side:
        return _quiet(call)
    known = current(call, state.load(call.place, call.session), most=DEFAULT.hook_bytes)
    if known.skeleton and known.told == _texts(known.ledger):
        return Answer("the skeleton tells the ledger")
    text = told(known.ledger, known.lang)
    if not text:
        return Answer("no ledger yet")
    state.change(call.place, call.session, told=_texts(known.ledger))
    return _context("SessionStart", text, f"told {_lines(known.ledger)}")


def prompt(call: Call) -> Answer:
    """Lines that changed since the model was told last, and those that a summary left out; else silence."""
    known = state.load(call.place, call.session)
    if not call.options.side:
        return _quiet(call)
    lang = "zh" if known.lang.startswith("zh") else "en"
    missing = [line for line in known.ledger if line.text in known.missing]
    new = [line for line in known.ledger if line.text not in known.told and line not in missing]
    gone = [text for text in known.told if text not in _texts(known.ledger)]
    parts = [told(missing, lang, head=_MISSING[lang]), told(new, lang, head=_CHANGED[lang]), _gone(gone, lang)]
    text = "\n\n".join(part for part in parts if part)
    if not text:
        return Answer("nothing to say")
    state.change(call.place, call.session, told=_texts(known.ledger), missing=())
    return _context("UserPromptSubmit", text, f"told {len(missing)} missing, {len(new)} new, {len(gone)} lifted")


def pre_compact(call: Call) -> Answer:
    """For the client's own summary: what it must keep word for word. The same each time it is asked.

    What the summary will leave out is archived first.
    """
    from fastjev.integrations.claude_code.index import archived, current
    from fastjev.policy import DEFAULT

    if call.options.mode == "shadow":
        return _quiet(call)
    known = current(call, archived(call, state.load(call.place, call.session)), most=DEFAULT.hook_bytes)
    text = instructions(known.ledger, known.lang)
    return Answer(f"{_lines(known.ledger)} as instructions", text)


def instructions(lines: Sequence[Line], lang: str) -> str:
    """The lines as instructions for a summary; empty for none."""
    return told(lines, lang, head=_INSTRUCTIONS["zh" if lang.startswith("zh") else "en"])


def post_compact(call: Call) -> Answer:
    """Which lines the summary lacks; they are told with the next prompt.

    An empty summary means that the history was rebuilt: the person is told what was kept.
    """
    summary = call.given.get("compact_summary")
    known = state.load(call.place, call.session)
    if not isinstance(summary, str) or not summary.strip():
        if known.said:
            state.change(call.place, call.session, said="")
        return Answer("no summary to check", f"fastjev {known.said}" if known.said else "")
    held = _plain(summary)
    missing = tuple(line.text for line in known.ledger if _plain(line.text) not in held)
    state.change(call.place, call.session, missing=missing, told=_texts(known.ledger), skeleton=False)
    return Answer(f"the summary lacks {len(missing)} of {_lines(known.ledger)}")


def _gone(texts: Sequence[str], lang: str) -> str:
    if not texts:
        return ""
    from fastjev.visible import visible

    return "\n".join([_LIFTED[lang], *(f"- {visible(text)}" for text in texts)])


def _plain(text: str) -> str:
    """Without what a summary changes in a quote: case, spaces, emphasis and quotation marks."""
    return "".join(char for char in text.casefold() if char not in " \t\r\n*_`\"'“”‘’「」")


def _texts(lines: Sequence[Line]) -> tuple[str, ...]:
    return tuple(line.text for line in lines)


def _lines(lines: Sequence[Line]) -> str:
    return f"{len(lines)} line{'s' * (len(lines) != 1)}"


def _quiet(call: Call) -> Answer:
    return Answer(f"silent in mode {call.options.mode}")


def _context(event: str, text: str, outcome: str) -> Answer:
    return Answer(outcome, dump({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}))
