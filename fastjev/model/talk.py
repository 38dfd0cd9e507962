"""The small words that people choose and change their minds with: traits of statements, by name."""

# fmt: off
HAN = (
    "等", "再", "再说", "先", "先不", "不做", "不加", "不要", "别", "免", "算了", "拿掉", "撤", "砍", "改",
    "改成", "换", "回", "还是", "那就", "那还", "那", "吧", "就", "用", "走", "做", "成", "行", "好了",
    "可以", "不", "了", "嫌", "刚", "下个", "以后", "回头", "要", "只", "如果", "吗", "呢", "怎么", "说",
    "够", "取消", "作废", "恢复", "放宽", "保留", "仍", "除了", "例外", "都", "一律", "现在", "希望", "去掉",
    "完", "降", "提", "也", "另外", "还有", "问", "我", "他", "给", "放", "加", "定", "按", "搞", "省", "是", "有",
    "觉得", "能不能", "一下", "帮",
)
LATIN = (
    "then", "no", "not", "when", "till", "until", "after", "later", "wait", "hold", "leave", "drop",
    "keep", "make", "let", "back", "instead", "again", "go", "use", "take", "fine", "ok", "yes", "this",
    "if", "shall", "still", "only", "is", "was", "next", "now", "quarter", "can", "could", "should", "we",
    "enough", "plenty", "actually", "too", "also", "except", "unless", "lifted", "gone", "finished", "done", "over",
    "forget", "ignore", "longer", "anymore", "with", "switch", "change", "may", "says", "want", "each",
    "they", "he", "i", "you", "the", "and", "but", "maybe", "today", "both", "put", "need",
)
STARTS = ("那", "改", "用", "别", "还", "好", "你", "no", "not", "so", "and", "but", "we", "the", "c", "a")
# fmt: on
"""Small words of talk, none of a subject: what people choose with. Simplified characters, lower case."""


def spelled(word: str) -> str:
    """A word as names of traits may hold it: Han characters by their numbers."""
    return "".join(char if char.isascii() else f"u{ord(char):x}" for char in word)
