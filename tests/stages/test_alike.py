"""What a statement and a later one have in common down to single characters and amounts; traits of no weight yet."""

import pytest
from talks import assistant, core, user
from test_settle import scene_of

from fastjev.stages.resolve.alike import alike, nearness
from fastjev.stages.resolve.grains import grains
from fastjev.stages.resolve.sides import Sides
from fastjev.stages.resolve.slots import lexicon

ABOUT = {
    "打卡记录留 90 天": ({"打", "卡", "记", "录", "留", "天"}, set(), {"90"}, {"天"}, set()),
    "留一年就行": ({"留", "年"}, set(), {"一"}, {"年"}, set()),
    "log level stays INFO": ({"log", "level", "stay", "info"}, {"log", "level", "stay", "info"}, set(), set(), set()),
    "sign it “QA bot”, 3 retries": (
        {"sign", "qa", "bot", "retrie"},
        {"sign", "qa", "bot", "retrie"},
        {"3"},
        {"ret"},
        {"qa bot"},
    ),
    "簽名用「仁和醫院」": ({"签", "名", "仁", "医", "院"}, set(), set(), set(), {"仁和医院"}),
}


@pytest.mark.parametrize(("text", "held"), ABOUT.items(), ids=ABOUT)
def test_grains_of_a_text(text: str, held: tuple[set[str], ...]) -> None:
    assert tuple(map(set, grains(lexicon(core()), text))) == held


def sides_of(*said: str) -> tuple[Sides, int, int]:
    talk = [assistant(text[3:]) if text.startswith("A: ") else user(text) for text in said]
    scene, decisions = scene_of(talk)
    human = [position for position in range(len(scene.units)) if scene.human(position)]
    return Sides(scene, decisions), human[-1], human[0]


TRAITS = {
    "one character": (("打卡记录留 90 天", "A: 好。", "留一年"), {"grains": True, "amounts_fresh": True}),
    "another count": (("均分保留一位小数", "A: 好。", "两位小数"), {"amounts_counted": True, "amounts_again": False}),
    "the value again": (("top 100 就够", "A: 好。", "好友榜还是 100"), {"amounts_again": True, "amounts_fresh": False}),
    "told by the reply": (("留 90 天", "A: 好。", "留 365 天", "A: 改成 365 天。"), {"amounts_taken": True}),
    "heard": (("留 90 天", "A: 90 天清理。", "太短，留一年"), {"amounts_heard": True}),
    "another name": (
        ("派单结果推到 Slack", "A: 好。", "派单结果推 Teams"),
        {"latin_other": True, "latin_again": False},
    ),
    "another quote": (("签名用「仁和门诊」", "A: 好。", "签名换成「仁和医院」"), {"quotes_other": True}),
    "nothing": (("log level is INFO", "A: ok.", "prices in euro"), {"grains": False, "latin_again": False}),
}


@pytest.mark.parametrize(("said", "told"), TRAITS.values(), ids=TRAITS)
def test_traits_of_two_statements(said: tuple[str, ...], told: dict[str, bool]) -> None:
    sides, new, old = sides_of(*said)
    found = alike(sides, sides.at(new), sides.at(old))
    assert {name: bool(found.get(name)) for name in told} == told


def test_the_nearer_of_two_rules_shares_more() -> None:
    sides, new, first = sides_of("日志级别开 INFO\n地名用古名", "A: 好。", "日志开到 DEBUG吧")
    log, place = (nearness(sides, sides.at(new), sides.at(old)) for old in (first, first + 1))
    assert log > place
