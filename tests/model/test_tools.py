"""What a call does by its name and input: kinds, reads that a re-run gives back, and their near misses."""

from typing import Any

import pytest

from fastjev.datatypes import ToolCall
from fastjev.model.complaint import complains
from fastjev.model.tools import Act, act, leaves


def of(name: str, **input: Any) -> Act:
    return act(ToolCall("c1", name, input))


def run(command: object) -> Act:
    return of("Bash", command=command)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Read", "read"),
        ("NotebookRead", "read"),
        ("read_file", "read"),
        ("读取文件", "read"),
        ("Grep", "search"),
        ("search_files", "search"),
        ("ToolSearch", "search"),
        ("搜索代码", "search"),
        ("Glob", "search"),
        ("LS", "list"),
        ("list_dir", "list"),
        ("Edit", "write"),
        ("MultiEdit", "write"),
        ("str_replace_editor", "write"),
        ("TodoWrite", "write"),
        ("apply_patch", "write"),
        ("写入文件", "write"),
        ("AskUserQuestion", "ask"),
        ("ExitPlanMode", "ask"),
        ("WebSearch", "web"),
        ("web_fetch", "web"),
        ("mcp__github__create_issue", "write"),
        ("BashOutput", "run"),
        ("Task", "other"),
        ("concatenate", "other"),
        ("spread", "other"),
        ("", "other"),
    ],
)
def test_kind_of_a_tool(name: str, kind: str) -> None:
    assert of(name).kind == kind


STEADY = [
    "cat src/app.py",
    "cd web && cat src/登录.py",
    "sed -n '1,80p' src/app.py",
    "head -50 README.md | grep 端口",
    "grep -rn '超时|timeout' src",
    "rg 'a > b' src 2>/dev/null",
    "find . -name '*.py' | sort | head",
    "ls src",
    "git log --oneline -5",
    "git -C web show HEAD:src/app.py",
    "cat src/app.py | wc -l",
    "LANG=C grep -c x src/a.py",
    "cat docs/catalog/index.md",
    "cat src/logs.py",
]
MOVING = [
    "cat build/server.log",
    "tail -f out.txt",
    "tail -n 5 -f out.txt",
    "cat events.jsonl",
    "head logs/昨天.txt",
    "grep ERROR /var/log/syslog",
    "docker logs web",
    "journalctl -u web",
    "wc -l src/app.py",
    "stat src/app.py",
    "ls -la src",
    "ls src -l",
    "df -h",
    "git status",
    "git diff",
    "date; cat src/app.py",
]
RUNS = [
    "npm test",
    "python -m pytest",
    "cat a.py > b.py",
    "cat a.py >> 备份.py",
    "sed -i 's/60/30/' src/app.py",
    "find . -name '*.pyc' -delete",
    "find . -name '*.py' | xargs rm",
    "cat $(git ls-files)",
    "cat `which app`",
    "cat a.py && npm test",
    "cat <<'EOF' > a.py\nprint(1)\nEOF",
    "sort -o a.txt a.txt",
    "echo 好了",
    "git checkout main",
    "cat " + "x" * 1000,
    "",
]


@pytest.mark.parametrize("command", STEADY)
def test_a_read_that_a_rerun_gives_back(command: str) -> None:
    found = run(command)
    assert found.again
    assert found.kind in ("read", "search", "list")


@pytest.mark.parametrize("command", [*MOVING, *RUNS])
def test_what_a_rerun_would_not_give_back(command: str) -> None:
    assert not run(command).again


@pytest.mark.parametrize("command", RUNS)
def test_what_may_change_something_is_a_run(command: str) -> None:
    assert run(command).kind == "run"


@pytest.mark.parametrize(
    ("found", "again"),
    [
        (of("Read", file_path="/w/src/app.py"), True),
        (of("Read", file_path="/w/日志/build.log"), False),
        (of("Grep", pattern="超时", path="src"), True),
        (of("Grep", pattern="x", path="events.jsonl"), False),
        (of("Glob", pattern="*.py"), True),
        (of("mcp__linear__list_issues", query="x"), False),
        (of("WebFetch", url="https://example.com"), False),
        (of("Write", file_path="a.py", content="x"), False),
    ],
)
def test_reads_by_tools(found: Act, again: bool) -> None:
    assert found.again == again


def test_paths_and_ranges() -> None:
    assert of("Read", file_path="./src/登录.py")[1:3] == ("src/登录.py", True)
    assert of("Read", file_path="src/a.py", offset=10)[1:3] == ("src/a.py", False)
    assert of("str_replace_editor", command="view", path="a.py")[:3] == ("read", "a.py", True)
    assert of("str_replace_editor", command="create", path="a.py")[:3] == ("write", "a.py", False)
    assert run("cat src/a.py")[:3] == ("read", "src/a.py", True)
    assert run("sed -n '1,5p' src/a.py")[1:3] == ("src/a.py", False)
    assert run("cat a.py b.py").path == ""


def test_the_same_call_is_the_same_command_however_it_is_described() -> None:
    assert of("Bash", command="npm test", description="跑测试").same == of("Bash", command="npm test", timeout=5).same
    assert of("Bash", command="npm test").same != of("Bash", command="npm test -- a").same
    assert of("Read", file_path="a.py", limit=5).same != of("Read", file_path="a.py", limit=6).same
    assert run(["bash", "-lc", "cat a.py"]).kind == "read"


def test_leaves_are_all_strings_in_order() -> None:
    assert [*leaves({"a": "1", "b": [{"c": "二"}, 3, None], "d": ("4",)})] == ["1", "二", "4"]


@pytest.mark.parametrize(
    "prompt",
    [
        "不对，端口还是 8080",
        "还是报错 TypeError",
        "没生效",
        "That's not what I asked",
        "It still fails",
        "you broke the login",
        "改完之后 build failed",
    ],
)
def test_a_complaint(prompt: str) -> None:
    assert complains(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "没问题，继续",
        "现在不报错了",
        "没有问题，下一步",
        "加上失败重试",
        "报错信息要用中文",
        "no problem, go on",
        "Handle it when login fails",
        "nothing wrong, next",
        "继续",
        "x" * 300 + " this is wrong",
    ],
)
def test_what_only_looks_like_one(prompt: str) -> None:
    assert not complains(prompt)
