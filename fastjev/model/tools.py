"""What a tool call does: its kind, what it touches, and whether the same call would bring the same text again."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fastjev.datatypes import ToolCall

KINDS = ("read", "search", "list", "run", "write", "ask", "web", "other")

_NAME_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[\u4e00-\u9fff]{2}")
_KIND_OF_WORD = {
    word: kind
    for kind, words in {
        "ask": "ask question exit 询问 提问",
        "write": "write edit create patch replace insert update delete remove move todo 写入 修改 编辑 创建 删除 更新",
        "web": "web fetch browser browse http url navigate 网页 联网",
        "run": "bash shell exec run execute terminal command powershell 执行 运行 终端",
        "search": "grep search find glob 搜索 查找 检索",
        "list": "ls list tree dir directory 列出 目录",
        "read": "read view open cat get show 读取 查看 打开",
    }.items()
    for word in words.split()
}
"""In the order of precedence: `exit_plan_mode` asks, `web_search` is the web, `search_files` searches."""
_ORDER = {kind: rank for rank, kind in enumerate(dict.fromkeys(_KIND_OF_WORD.values()))}

_PATHS = ("file_path", "path", "notebook_path", "target_file", "filename", "file", "filePath", "absolute_path")
_COMMANDS = ("command", "cmd", "script", "input")
_RANGES = ("offset", "limit", "view_range", "start_line", "end_line", "pages")

_STAGES = re.compile(r"\s*(?:\|\||&&|[;|\n])\s*")
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")
_WORDS = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|\S+")
_KIND_OF_PROGRAM = {
    program: kind
    for kind, programs in {
        "read": "cat head tail sed awk bat less more nl jq strings xxd",
        "search": "grep rg ag find fd egrep which",
        "list": "ls tree",
    }.items()
    for program in programs.split()
}
_FILTERS = frozenset(
    [
        "sort",
        "uniq",
        "cut",
        "tr",
        "tee",
        "column",
        "xargs",
        "nl",
        "head",
        "tail",
        "sed",
        "awk",
        "grep",
        "egrep",
        "rg",
        "cat",
        "jq",
        "wc",
    ]
)
_SILENT = frozenset(["cd", "export", "set", "true", "pushd", "popd", "echo"])
_STEADY_GIT = frozenset(["log", "show", "blame", "grep", "cat-file", "ls-files", "ls-tree", "rev-parse"])
_METADATA = frozenset(
    ["wc", "stat", "du", "df", "ps", "date", "uptime", "free", "top", "journalctl", "dmesg", "lsof", "netstat", "ss"]
)
_MOVING = re.compile(
    r"\.(?:log|jsonl|ndjson|out)\b|(?:^|[\s/])logs?/|/var/log\b|\btail\s+(?:-\S+\s+)*-\w*[fF]|--follow\b"
)
_LONG_LIST = re.compile(r"\bls\s+(?:\S+\s+)*?-\w*l")
_CHANGES = re.compile(
    r"(?<![0-9&>])>>?(?!\s*(?:/dev/null|&))|\bsed\s+(?:-\S+\s+)*-\w*i|\bfind\b.*\s-(?:delete|exec)\b"
    r"|\btee\s+(?!/dev/null)"
)


class Act(NamedTuple):
    """What one call does."""

    kind: str
    """One of `KINDS`; a command of the shell that only reads is a read."""
    path: str
    """The file that a read or write touches; empty where none or several are named."""
    whole: bool
    """A read of all of the file, not of a range."""
    same: str
    """Two calls with the same words here are the same call."""
    again: bool
    """Whether calling again gives the same text, as long as nobody changes what it reads."""


NOTHING = Act("other", "", False, "", False)
"""The act of a result without a call."""


def act(call: ToolCall) -> Act:
    """What the call does, by the words of its name and of its input."""
    kind = _kind(call.name)
    same = f"{call.name} {_flat(call.input)}"
    command = _first(call.input, _COMMANDS)
    if kind in ("run", "other") and command:
        return _of_command(command, same, kind)
    path = plain(_first(call.input, _PATHS)) if kind in ("read", "write") else ""
    whole = kind == "read" and not any(call.input.get(key) for key in _RANGES)
    steady = kind in ("read", "search", "list") and not _MOVING.search(_first(call.input, _PATHS))
    return Act(kind, path, whole, same, steady)


def plain(path: str) -> str:
    """The path without what does not tell it apart."""
    return path.strip().strip("'\"").replace("\\", "/").removeprefix("./")


def leaves(value: Any) -> Iterator[str]:
    """The strings of an input, at any depth, in order."""
    ahead = [value]
    while ahead:
        found = ahead.pop()
        if isinstance(found, str):
            yield found
        elif isinstance(found, Mapping):
            ahead.extend(reversed(list(found.values())))
        elif isinstance(found, list | tuple):
            ahead.extend(reversed(found))


def _kind(name: str) -> str:
    words = _NAME_WORDS.findall(name.rpartition("__")[2])
    kinds = {_KIND_OF_WORD[word.lower()] for word in words if word.lower() in _KIND_OF_WORD}
    return min(kinds, key=_ORDER.__getitem__, default="other")


def _of_command(command: str, same: str, kind: str) -> Act:
    """Of a command line: what its stages do, if they all only read; else a run."""
    bare = _QUOTED.sub(lambda quoted: " " if set(quoted[0]) & set("|;&><\n") else quoted[0], command)
    stages = [stage for stage in _STAGES.split(bare) if stage]
    heads = [(program, stage) for stage in stages if (program := _program(stage)) not in _SILENT]
    if not heads or _CHANGES.search(bare) or not all(_only_reads(program, stage) for program, stage in heads):
        return Act("run" if heads or kind == "run" else kind, "", False, same, False)
    first, stage = heads[0]
    kind = _KIND_OF_PROGRAM.get(first, "read")
    again = not (_MOVING.search(bare) or _LONG_LIST.search(bare) or any(each in _METADATA for each, _ in heads[:1]))
    files = [plain(word) for word in _WORDS.findall(stage)[1:] if "/" in word or "." in word] if kind == "read" else []
    alone = len(files) == 1 and first != "git"
    return Act(kind, files[0] if alone else "", alone and first == "cat" and len(heads) == 1, same, again)


def _program(stage: str) -> str:
    """The program of one stage: without variables before it and the folder it lies in."""
    for word in stage.split():
        if "=" not in word.partition("/")[0] and word not in ("sudo", "time", "command", "nohup"):
            return word.rpartition("/")[2]
    return "true"


def _only_reads(program: str, stage: str) -> bool:
    if program == "git":
        words = [word for word in stage.split()[1:] if not word.startswith("-")]
        return bool(words) and words[0] in _STEADY_GIT
    return program in _KIND_OF_PROGRAM or program in _FILTERS or program in _METADATA


def _first(found: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((value for key in keys if isinstance(value := found.get(key), str) and value), "")


def _flat(found: Mapping[str, Any]) -> str:
    """An input as one string; of a shell's call the command, whatever it is described as."""
    return _first(found, _COMMANDS) or "\0".join(f"{key}\0{value}" for key, value in sorted(found.items()))
