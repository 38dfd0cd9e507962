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
        "read": "read view open cat 读取 查看 打开",
    }.items()
    for word in words.split()
}
"""In the order of precedence: `exit_plan_mode` asks, `web_search` is the web, `search_files` searches."""
_ORDER = {kind: rank for rank, kind in enumerate(dict.fromkeys(_KIND_OF_WORD.values()))}

_PATHS = ("file_path", "path", "notebook_path", "target_file", "filename", "file", "filePath", "absolute_path")
_COMMANDS = ("command", "cmd", "script")
_RANGES = ("offset", "limit", "view_range", "start_line", "end_line", "pages")

_LONG = 1000
"""Characters of a command above which it is a run, unread: patterns that look ahead must not meet a megabyte."""
_APART = frozenset("|;&><\n")
_STAGES = re.compile(r"\|\||&&|[;|\n]")
_COUNTED = re.compile(r"\|\s*wc\b[^|;&\n]*")
"""A count of what is steady is steady; `wc FILE` by itself tells of a file as it is now."""
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")
_WORDS = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|\S+")
_PROGRAMS = {
    "read": "cat head tail sed awk bat less more nl jq strings xxd sort uniq cut tr column git",
    "search": "grep egrep rg ag find fd which",
    "list": "ls tree",
}
_KIND_OF_PROGRAM = {program: kind for kind, programs in _PROGRAMS.items() for program in programs.split()}
_METADATA = frozenset({"wc", "stat", "du", "df", "ps", "date", "uptime", "free", "dmesg", "lsof", "netstat", "ss"})
_STEADY_GIT = frozenset({"log", "show", "blame", "grep", "cat-file", "ls-files", "ls-tree", "rev-parse"})
_SILENT = frozenset({"cd", "export", "set", "true", "pushd", "popd", "echo"})
_BEFORE_PROGRAM = frozenset({"sudo", "time", "command", "nohup", "xargs"})
_MOVING = re.compile(r"\.(?:log|jsonl|ndjson|out)\b|(?:^|[\s/])logs/|/var/log\b|\btail\b[^|;&\n]*\s-\w*[fF]|--follow\b")
"""What grows while one looks: logs, JSON lines, what is followed."""
_LONG_LIST = re.compile(r"\bls\s+(?:\S+\s+)*?-\w*l")
_CHANGES = re.compile(
    r"(?<![0-9&>])>>?(?!\s*(?:/dev/null|&))|\bsed\s+(?:-\S+\s+)*-\w*i|\bsort\s.*-o\b|\$\(|`"
    r"|\bfind\b.*\s-(?:delete|exec|execdir|ok)\b"
)
"""Redirection into a file, editing in place, and commands inside commands, which could do anything."""


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
    command = _command(call.input)
    same = f"{call.name} {command or _flat(call.input)}"
    if command == "view":
        kind = "read"
    elif command and kind in ("run", "other"):
        return _of_command(command, same)
    path = plain(_first(call.input, _PATHS)) if kind in ("read", "write") else ""
    whole = kind == "read" and bool(path) and not any(call.input.get(key) for key in _RANGES)
    # What a server tells may be another thing the next time.
    local = kind in ("read", "search", "list") and not call.name.startswith("mcp__")
    return Act(kind, path, whole, same, local and not _MOVING.search(_first(call.input, _PATHS)[-_LONG:]))


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
    words = _NAME_WORDS.findall(name.rpartition("__")[2][:_LONG])
    kinds = {_KIND_OF_WORD[word.lower()] for word in words if word.lower() in _KIND_OF_WORD}
    return min(kinds, key=_ORDER.__getitem__, default="other")


def _of_command(command: str, same: str) -> Act:
    """Of a command line: what its first stage does, if all of them only read; else a run."""
    if len(command) > _LONG:
        return Act("run", "", False, same, False)
    bare = _COUNTED.sub("", _QUOTED.sub(lambda quoted: quoted[0] if _APART.isdisjoint(quoted[0]) else "''", command))
    stages = [(program, stage) for stage in _STAGES.split(bare) if (program := _program(stage)) not in _SILENT]
    programs = {program for program, _ in stages}
    if not stages or _CHANGES.search(bare) or not all(_only_reads(program, stage) for program, stage in stages):
        return Act("run", "", False, same, False)
    first, stage = stages[0]
    kind = _KIND_OF_PROGRAM.get(first, "read")
    steady = _METADATA.isdisjoint(programs) and not (_MOVING.search(bare) or _LONG_LIST.search(bare))
    files = [plain(word) for word in _WORDS.findall(stage)[1:] if "/" in word or "." in word]
    alone = kind == "read" and len(files) == 1 and first != "git"
    return Act(kind, files[0] if alone else "", alone and first == "cat" and len(stages) == 1, same, steady)


def _program(stage: str) -> str:
    """The program of one stage: without variables before it and the folder it lies in; of nothing, `true`."""
    words = (word for word in stage.split() if word not in _BEFORE_PROGRAM)
    return next((word.rpartition("/")[2] for word in words if "=" not in word.partition("/")[0]), "true")


def _only_reads(program: str, stage: str) -> bool:
    if program == "git":
        words = stage.split()[1:]
        if words[:1] == ["-C"]:
            words = words[2:]
        return next((word for word in words if not word.startswith("-")), "") in _STEADY_GIT
    return program in _KIND_OF_PROGRAM or program in _METADATA


def _first(found: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((value for key in keys if isinstance(value := found.get(key), str) and value), "")


def _command(found: Mapping[str, Any]) -> str:
    """The command line; some clients give it as a list (`["bash", "-lc", "ls"]`)."""
    for key in _COMMANDS:
        value = found.get(key)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            return str(value[-1]) if "-c" in value[1:2] or "-lc" in value[1:2] else " ".join(value)
    return ""


def _flat(found: Mapping[str, Any]) -> str:
    return "\0".join(f"{key}\0{value}" for key, value in sorted(found.items()))
