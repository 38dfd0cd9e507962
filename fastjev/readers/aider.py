"""Aider's chat history: `#### ` lines are the person, `> ` lines the tool, the rest is the model."""

from collections.abc import Sequence

from fastjev.readers.marks import Section

_CHAT = "# aider chat started at "
_PREFIX = {"user": "####", "tool": ">"}


def written(lines: Sequence[str]) -> bool:
    """Does a line say that aider started a chat? `#### ` alone is any heading."""
    return any(line.startswith(_CHAT) for line in lines)


def sections(lines: Sequence[str]) -> list[Section]:
    """Runs of lines by one speaker. A blank line ends the person's (inside it stands `####`) and no other's; a new chat
    is the client's own line."""
    found: list[Section] = []
    run: list[str] = []
    role, start = "", 0
    for at, line in enumerate([*lines, _CHAT]):
        bare = line.rstrip()
        speaker = role or "assistant"
        if line.startswith(_CHAT):
            speaker = "preamble"
        elif bare == "####" or bare.startswith("#### "):
            speaker = "user"
        elif bare == ">" or bare.startswith("> "):
            speaker = "tool"
        elif bare:
            speaker = "assistant"
        again = speaker == "user" and bool(run) and not run[-1] and not lines[at - 1].strip()
        if speaker != role or again or line.startswith(_CHAT):
            if role:
                found.append(Section(role, start if found else 0, "\n".join(run)))
            run, role, start = [], speaker, at
        prefix = _PREFIX.get(speaker, "")
        run.append(bare.removeprefix(prefix).removeprefix(" ") if prefix else bare)
    return found
