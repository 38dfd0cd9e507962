"""A sign without a word answers what was just proposed: a thumb up or a tick is a yes, a thumb down or a cross a no."""

import pytest
from talks import assistant, texts, user, walk

from fastjev.labels import Zone

PROPOSAL = "建议给 orders 加一个组合索引。"


def status(answer: str) -> str:
    """What became of the proposal."""
    run = walk([user("慢"), assistant(f"{PROPOSAL}要加吗？"), user(answer)])
    found = zip(run.units, run.decisions, strict=True)
    return next(str(decision.status) for unit, decision in found if PROPOSAL in unit.text)


YES = ["👍", "👍🏽", "好👍", "👍好", "✅", "🆗", "OK👌", "好的👌🏻", "👍🏿!", "💯", "🙆\u200d♀️", "行✅", "✔️"]


@pytest.mark.parametrize("answer", [*YES, "ok 👍", "👍👍 ship it", "yes ☑️"])
def test_a_yes(answer: str) -> None:
    assert status(answer) == "final"


@pytest.mark.parametrize(
    "answer", ["❌", "👎", "👎🏽", "🙅", "🙅‍♂️", "🚫", "不👎", "no 👎", "✖️", "算了🙅🏻", "👎 too slow", "👎太慢了"]
)
def test_a_no(answer: str) -> None:
    assert status(answer) == "rejected"


@pytest.mark.parametrize("answer", ["👀", "🤔", "❤️", "👍？", "😂", "✅ 图标换成绿的", "❌ 按钮换成灰的"])
def test_neither(answer: str) -> None:
    assert status(answer) == "proposed"


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("好👍但是别动 users 表", "别动 users 表"),
        ("👍🏽 but don't touch users", "don't touch users"),
        ("可以👌，不要动线上", "不要动线上"),
        ("ok 👍别 push 到 main", "别 push 到 main"),
    ],
)
def test_a_yes_with_a_rule_behind_it(answer: str, rule: str) -> None:
    run = walk([user("慢"), assistant(f"{PROPOSAL}要加吗？"), user(answer)])
    assert any(rule in text for text in texts(run, Zone.CONSTRAINTS))
    assert status(answer) == "final"
