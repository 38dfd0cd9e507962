"""Two hundred rules: loaded from the cache, tested, and matched behind the prefilter and without it."""

import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bench.warm import median

RULES = 200
SENTENCES = 3000
"""Sentences that every way of matching reads."""
THINGS = """
schema migration invoice payroll billing tenant webhook cron ledger refund coupon voucher cart checkout rollout canary
feature-flag dashboard widget tooltip sidebar locale currency timezone cursor bookmark thumbnail avatar playlist lyrics
sensor gateway firmware bootloader telemetry heartbeat quota throttle backoff shard replica snapshot vacuum index
表结构 迁移 发票 工资 账单 租户 回调 定时任务 账本 退款 优惠券 购物车 结算 灰度 看板 提示框 侧边栏 语言包 币种 时区 游标
书签 缩略图 头像 歌单 歌词 传感器 网关 固件 引导 遥测 心跳 配额 限流 退避 分片 副本 快照 索引
"""


def project_rules(count: int) -> dict[str, Any]:
    """A project's file with `count` rules about things that projects have, in both languages."""
    forms = (
        ("不要|别|禁止|不准", "动|改|删|碰", "don't touch the"),
        ("只能|必须|一律", "用|走|放", "always use the"),
        ("最多|不超过", "[0-9]+", "at most one"),
    )
    things = THINGS.split()
    rules = []
    for n in range(count):
        thing, (act, deed, said) = things[n % len(things)], forms[n // len(things) % len(forms)]
        text = rf"(?:{act}).{{0,8}}(?:{deed}).{{0,8}}{re.escape(thing)}"
        rules.append(
            {
                "id": f"shop/constraint.r{n}",
                "label": "constraint",
                "why": "made for the benchmark",
                "weight": 0.85,
                "when": {"any": [{"text": text}, {"words": [f"{said} {thing}"]}], "unless": [{"text": r"[?]\s*$"}]},
                "tests": {"match": [f"{said} {thing} 这边"], "no_match": [f"{said} {thing} ok?"]},
            }
        )
    return {"fastjev": 1, "pack": "shop", "rules": rules}


def sentences() -> tuple[str, list[str]]:
    """Where they come from, and what people and the assistant said: in real sessions, else in the labelled ones."""
    from fastjev.labels import Speaker
    from fastjev.readers import read

    root = Path(__file__).resolve().parent.parent
    real = Path(os.environ.get("FASTJEV_REAL", root.parent / "shared/real")) / "claude-code"
    found = sorted(real.glob("*.jsonl"))

    def said() -> Iterator[str]:
        for path in found or sorted((root / "corpora").rglob("*.json")):
            for message in read(path.read_bytes(), str(path)).messages:
                if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT):
                    yield from re.split(r"(?<=[。！？.!?，,;；\n])", message.text)

    texts = [text.strip()[:4000] for text in said() if text.strip()]
    return "real sessions" if found else "labelled conversations", texts[:: max(1, len(texts) // SENTENCES)]


def main() -> None:
    """Print the figures as JSON; times in seconds."""
    import yaml

    from fastjev.evaluate.rules.trials import trials
    from fastjev.rulebook import Rule, load, load_core
    from fastjev.rulebook.load import merged
    from fastjev.rulebook.rule import admits, language

    source, texts = sentences()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"FASTJEV_CACHE": f"{folder}/cache", "FASTJEV_CONFIG": f"{folder}/config"}
        project = Path(folder) / ".fastjev/rules"
        project.mkdir(parents=True)
        made = yaml.safe_dump(project_rules(RULES - len(load_core().rules)), allow_unicode=True)
        (project / "shop.yaml").write_text(made, "utf-8")
        start = time.perf_counter()
        layers = merged(Path(folder))
        outcomes = list(trials(layers.entries.values(), load(Path(folder))))
        tested = time.perf_counter() - start
        loaded = median(lambda: load(Path(folder)))
        book = load(Path(folder))

    def by_prefilter() -> list[list[str]]:
        # A fresh memory each time, so that nothing is remembered from the round before.
        book._matched.clear()
        return [[hit.rule.id for hit in book.match(text, speaker="human", kind="prose")] for text in texts]

    def by_each() -> list[list[str]]:
        return [[hit.rule.id for hit in book.match_slowly(text, speaker="human", kind="prose")] for text in texts]

    @cache
    def by_re(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.ASCII | re.IGNORECASE)

    def fires(rule: Rule, folded: str) -> bool:
        """What a rulebook does, by Python's `re` and on text."""
        return (
            admits(rule, len(folded), "human", "prose", language(folded))
            and all(by_re(pattern).search(folded) for pattern in rule.all)
            and (not rule.any or any(by_re(pattern).search(folded) for pattern in rule.any))
            and not any(by_re(pattern).search(folded) for pattern in rule.unless)
        )

    def by_python() -> list[list[str]]:
        return [[rule.id for rule in rules if fires(rule, folded)] for folded in map(book.fold, texts)]

    rules = book.rules
    fast, slow, python = by_prefilter(), by_each(), by_python()
    told: dict[str, Any] = {
        "rules": len(book.rules),
        "failed_tests": sum(not outcome.passed for outcome in outcomes),
        "texts": len(texts),
        "source": source,
        "load": loaded,
        "test": tested,
        "prefilter": once(by_prefilter),
        "each_re2": once(by_each),
        "each_re": once(by_python),
        "differing": sum(not a == b == c for a, b, c in zip(fast, slow, python, strict=True)),
    }
    json.dump(told, sys.stdout)


def once(work: Callable[[], object]) -> float:
    """Seconds, the median of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    main()
