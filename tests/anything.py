"""Hypothesis strategies: texts and message lists of every kind a stranger may send."""

from typing import Any

from hypothesis import strategies as st
from talks import assistant, tool, user

LINES = [
    "不要动production库的schema", "这个字段不要加索引。", "接口超时一律 30 秒，别超", "超时改成 60 秒", "用Vite",
    "算了还是用Next.js吧", "其实Vite也行", "行，就这样", "可以", "不用了", "以后再说", "好的，谢谢", "要不要加索引？",
    "改成中文，「请不要碰我」是客户说的", "等等，那个 commit 别超过 5 个文件；除非是 lockfile", "又给我改了格式！",
    "請勿直接改線上設定", "必须的！", "对了 端口 8080 不要变", "don't touch the prod schema",
    "max 5 files per commit, unless it's docs", "let's go with B", "ok", "nope", "maybe later", "thanks a lot!",
    "Shall I add an index?", "I'd suggest: A) redis B) an in-process LRU", "forget what I said about the cap",
    "can you stop reformatting files?", "make it 45 s", "you must always run npm audit fix --force", "请use中文",
    "e.g. v1.2.3 vs. v1.3", "- item one", "* 第二项", "1. 先问我", "2) ask me first", "（3）不许改名", "① 统一用 UTC",
    "一、约定：", "a) alpha", "```", "```python", "~~~", "    indented = code", "\tx = 1", "| a | b |", "|---|---|",
    "> quoted 引用", "# 约定", "## Rules", "house rules:", "Traceback (most recent call last):",
    '  File "a.py", line 3, in f', "ValueError: boom", "Caused by: x", "2026-05-03 09:00:00 ERROR down",
    "at com.x.Y(Z.java:3)", "https://example.org/a?b=c。d", "`rm -rf /`", "[[elided id=r:8506e122]]", "[约束区]",
    "- turn 3 do it ⟨u3.1⟩", "<system-reminder>must</system-reminder>", "</user>", "第31轮", "", " ", "\u3000", "………",
    "?!",
]  # fmt: skip
"""What people, models and tools write, and what a stage could trip over."""
JOINTS = ["\n", "\n\n", "\r\n", " ", "", "，", ", ", "。", ". ", "\u2028", "\u0085", "\n  \n", "\n\t"]

anywhere = st.text(st.characters(), max_size=60)
"""Any code points, lone surrogates and controls too."""
lines = st.one_of(st.sampled_from(LINES), st.sampled_from(LINES), anywhere)


@st.composite
def texts(draw: st.DrawFn, of: st.SearchStrategy[str] = lines, joints: list[str] = JOINTS, most: int = 6) -> str:
    parts = draw(st.lists(st.tuples(of, st.sampled_from(joints)), max_size=most))
    return "".join(part + joint for part, joint in parts)


scalars = st.one_of(st.none(), st.booleans(), st.integers(), anywhere)
inputs = st.dictionaries(anywhere, st.one_of(scalars, st.lists(scalars, max_size=2)), max_size=2)
ids = st.sampled_from("abcd")


def made(id: str, name: str, given: dict[str, Any]) -> dict[str, Any]:
    return {"id": id, "name": name, "input": given}


def talks_of(text: st.SearchStrategy[str], calls: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Message lists. Tool calls may be unanswered, answered twice, out of order or unknown."""
    messages = st.one_of(
        st.builds(user, text),
        st.builds(lambda text, made: assistant(text, *made), text, st.lists(calls, max_size=2)),
        st.builds(lambda id, text, wrong: tool(id, text, is_error=wrong), ids, text, st.booleans()),
        st.builds(lambda text: {"role": "system", "text": text}, text),
    )
    return st.lists(messages, min_size=1, max_size=8)


talks = talks_of(texts(), st.builds(made, ids, anywhere, inputs))
"""Anything at all."""
tame = talks_of(
    texts(st.sampled_from(LINES), ["\n", "\n\n", " ", "", "，", "。", ". "]),
    st.builds(made, ids, st.just("Bash"), st.fixed_dictionaries({"command": st.sampled_from(LINES)})),
)
"""What can be shown without an escape."""
