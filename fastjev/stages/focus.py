"""What a person asked a compaction to be about, found again in a text."""

import re

_NAME = re.compile(r"[a-z0-9_][a-z0-9_./-]+[a-z0-9_]")
_HAN = re.compile("[\u4e00-\u9fff]{2,}")
# fmt: off
_ASKING = frozenset({
    "about", "all", "also", "and", "any", "are", "but", "can", "compact", "concentrate", "detail", "details", "discard",
    "drop", "especially", "everything", "focus", "for", "from", "history", "important", "into", "keep", "let", "make",
    "mostly", "must", "not", "only", "our", "out", "please", "preserve", "remember", "retain", "should", "summarise",
    "summarize", "summary", "sure", "that", "the", "them", "these", "this", "those", "throw", "want", "was", "were",
    "what", "when", "where", "which", "with", "you",
})
# fmt: on
"""Words with which one asks, and which say nothing of what."""
_ASKED = re.compile(
    "保留|关于|重点|请|压缩|摘要|总结|详细|细节|内容|记住|不要|所有|相关|部分|历史|注意|关注|聚焦|保存|忘记"
)


def names(focus: str) -> frozenset[str]:
    """What it names: Latin words of three letters or more, in lower case, and pairs of neighbouring Han characters."""
    text = focus.casefold()
    latin = {word for word in _NAME.findall(text) if word not in _ASKING}
    han = (run for run in _HAN.findall(_ASKED.sub(" ", text)))
    return frozenset(latin | {run[at : at + 2] for run in han for at in range(len(run) - 1)})


def hits(text: str, named: frozenset[str]) -> int:
    """How many of them stand in the text."""
    low = text.casefold()
    return sum(name in low for name in named)
