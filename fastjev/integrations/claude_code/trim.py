"""A large result cut before it enters the history: archived first, then a pointer and its telling lines."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.jsontext import dump
from fastjev.policy import DEFAULT
from fastjev.tokens import estimate

if TYPE_CHECKING:
    from fastjev.datatypes import Run


def trim(call: Call) -> Answer:
    """The replacement of a shell's output, where it is large and the archive holds it; else silence."""
    output = call.given.get("tool_response")
    if call.options.mode == "shadow":
        return Answer("mode shadow changes nothing")
    if call.given.get("tool_name") != "Bash" or not isinstance(output, dict):
        return Answer("only the shell's output is trimmed")
    text = output.get("stdout")
    if not isinstance(text, str) or output.get("isImage") or (before := estimate(text)) < DEFAULT.trim_tokens:
        return Answer("small enough")
    cut = _cut(call, text)
    if cut is None:
        return Answer("nothing could be archived, so nothing is trimmed")
    said = {"hookEventName": "PostToolUse", "updatedToolOutput": {**output, "stdout": cut}}
    return Answer(f"{before:,} -> {estimate(cut):,} tokens", dump({"hookSpecificOutput": said}))


def _cut(call: Call, text: str) -> str | None:
    """The pointer to the whole, and the lines that stay; nothing where it is not archived."""
    # Most results are small, and the walk loads what they do not need.
    from fastjev.deliver import Source, deliver
    from fastjev.integrations.claude_code import handed
    from fastjev.pointers import form
    from fastjev.rulebook import load, project_root

    id = str(call.given.get("tool_use_id") or "call")
    made = {"tool_use_id": id, "tool": "Bash", "input": call.given.get("tool_input") or {}}
    messages = [
        {"role": "assistant", "text": "", "toolUses": [made]},
        {"role": "user", "text": "", "toolResults": [{"tool_use_id": id, "text": text}]},
    ]
    source = Source(Path(f"{call.session or 'session'}.jsonl"), handed.source(messages))
    rulebook = load(project_root(call.place.project))
    done = deliver(
        source, "text", rulebook=rulebook, policy=replace(DEFAULT, recent_turns=0), format="anthropic", place=call.place
    )
    pointer = next((form(each) for each in done.elided if each.pointer.startswith("r:")), None)
    if done.epoch is None or pointer is None:
        return None
    # Of what is still large the client shows only the beginning.
    return "\n".join([pointer, *_kept(done.run)])


def _kept(run: "Run") -> list[str]:
    """Of the one exchange, what its decision keeps."""
    from fastjev.labels import Action

    for unit, decision in zip(run.units, run.decisions, strict=True):
        if unit.kind == "call" and decision.action == Action.CAP:
            return [span.of(unit.text).strip("\n") for span in decision.kept]
    return []
