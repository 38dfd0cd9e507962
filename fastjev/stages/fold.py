"""The fold template: the only sentence of ours in a skeleton."""

import json

from fastjev.datatypes import Unit

_INPUT_CHARS = 80
_ERROR_CHARS = 200


def fold_exchange(unit: Unit, lang: str) -> str:
    """One line for an exchange: tool, input, outcome, size, and the first error line where it failed."""
    call = unit.call
    name = call.name if call else "?"
    shown = _shown(dict(call.input)) if call else ""
    size = f"{len(unit.text):,} {'字符' if lang == 'zh' else 'chars'}"
    outcome = ("出错" if lang == "zh" else "error") if unit.is_error else "ok"
    if not unit.text and not unit.is_error and unit.speaker != "tool":
        outcome = "无结果" if lang == "zh" else "no result"
    line = f"{name} {shown}".rstrip() + f" → {outcome}, {size}"
    if unit.is_error and (first := next((line.strip() for line in unit.text.splitlines() if line.strip()), "")):
        line += f": {first[:_ERROR_CHARS]}"
    return line


def _shown(arguments: dict[str, object]) -> str:
    """The argument that says most: the first string value, on one line."""
    for key in ("command", "file_path", "path", "pattern", "query", "url", "description", "prompt"):
        if isinstance(arguments.get(key), str):
            return _cut(str(arguments[key]))
    first = next((value for value in arguments.values() if isinstance(value, str)), "")
    return _cut(first or (json.dumps(arguments, ensure_ascii=False, sort_keys=True) if arguments else ""))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _INPUT_CHARS else line[: _INPUT_CHARS - 1] + "…"
