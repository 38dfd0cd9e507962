"""The fold template: the only sentence of ours in a skeleton."""

import json
from collections import Counter
from collections.abc import Sequence

from fastjev.datatypes import Unit
from fastjev.secrets import mask
from fastjev.stages.value import is_error_line, is_tag

_INPUT_CHARS = 64
_TAIL_PARTS = 3
_ERROR_CHARS = 160
_MASKED_CHARS = 1000
"""Looked through for secrets: more than is shown, and no megabyte."""
_PATH_CHARS = 4096
"""What is longer is no path: Linux opens none."""


def fold_exchange(unit: Unit, lang: str, words: Sequence[str] = ()) -> str:
    """One line for an exchange: tool, input, outcome, size, and the first error line where it failed.

    `words`: of the input, named behind the part of it that is shown.
    """
    call = unit.call
    name = call.title if call else "?"
    argument = shown(dict(call.input)) if call else ""
    size = f"{len(unit.text):,} {'字符' if lang == 'zh' else 'chars'}"
    outcome = ("出错" if lang == "zh" else "error") if unit.is_error else "ok"
    if not unit.text and not unit.is_error and unit.speaker != "tool":
        outcome = "无结果" if lang == "zh" else "no result"
    line = f"{name} {argument}".rstrip() + _named(words) + f" → {outcome}, {size}"
    if unit.is_error and (first := _first_error(unit.text)):
        line += f": {mask(first[:_MASKED_CHARS])[:_ERROR_CHARS].rstrip()}"
    return line


def _named(words: Sequence[str]) -> str:
    return " {" + " ".join(words) + "}" if words else ""


def _first_error(text: str) -> str:
    """The first line that names an error, else the first that tells anything."""
    held = [line.strip() for line in text.splitlines() if line.strip() and not is_tag(line)]
    return next((line for line in held if is_error_line(line)), held[0] if held else "")


def fold_turn(units: Sequence[Unit], lang: str, words: Sequence[str] = ()) -> str:
    """One line for the assistant's passages of a turn that are not kept, and its exchanges without a line.

    `words`: of the inputs of those calls.
    """
    passages = [unit for unit in units if unit.kind != "call"]
    calls = [unit for unit in units if unit.kind == "call"]
    parts = []
    if passages:
        chars = sum(len(unit.text) for unit in passages)
        if lang == "zh":
            parts.append(f"助手叙述 {len(passages)} 段，{chars:,} 字符")
        else:
            parts.append(
                f"{len(passages)} {'passage' if len(passages) == 1 else 'passages'} of the assistant, {chars:,} chars"
            )
    if calls:
        counts = Counter(unit.call.title if unit.call else "?" for unit in calls)
        failed = sum(unit.is_error for unit in calls)
        times = [f"{name} ×{count}" for name, count in counts.items()]
        if failed:
            times.append(f"{failed} 次出错" if lang == "zh" else f"{failed} failed")
        parts.append(("，" if lang == "zh" else ", ").join(times) + _named(words))
    return ("；" if lang == "zh" else "; ").join(parts)


def fold_budget(lines: int, lang: str) -> str:
    """One line for the lines that did not fit into a budget."""
    if lang == "zh":
        return f"预算之外 {lines} 行"
    return f"{lines} {'line' if lines == 1 else 'lines'} beyond the budget"


def shown(arguments: dict[str, object]) -> str:
    """The argument that says most: the first string value, on one line, its secrets masked."""
    for key in ("command", "file_path", "path", "pattern", "query", "url", "description", "prompt"):
        if isinstance(value := arguments.get(key), str):
            return _cut(_tail(mask(value)) if _is_path(key, value) else _masked(key, value))
    first = next(((key, value) for key, value in arguments.items() if isinstance(value, str) and value), None)
    if first:
        return _cut(_masked(*first))
    return _cut(mask(json.dumps(arguments, ensure_ascii=False, sort_keys=True)) if arguments else "")


def _masked(key: str, value: str) -> str:
    """The beginning of a value, masked as what stands behind its key, and before it is cut: half a secret is one."""
    said = f"{key}: "
    return mask(said + value[:_MASKED_CHARS]).removeprefix(said)


def _is_path(key: str, value: str) -> bool:
    return key in ("file_path", "path") and len(value) <= _PATH_CHARS


def _tail(path: str) -> str:
    """The end of a path, which tells files apart; the beginning is the same for a whole session.

    Masked before, as a whole: what names a secret may stand in a part that is not shown.
    """
    parts = path.replace("\\", "/").split("/")
    return path if len(parts) <= _TAIL_PARTS + 1 else "…/" + "/".join(parts[-_TAIL_PARTS:])


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _INPUT_CHARS else line[: _INPUT_CHARS - 1] + "…"
