"""Which rules a later statement of the human ends, by the core rules alone: short talks, near misses first."""

import pytest
from talks import items, walk
from test_changed_minds import talk

from fastjev.labels import Zone


def zone(said: tuple[str, ...], name: Zone) -> str:
    """The lines of a zone as one text."""
    return "\n".join(item.text.strip() for item in items(walk(talk(*said), settling="rules"), name))


def ended(*said: str) -> str:
    return zone(said, Zone.DEPRECATED_CONSTRAINTS)


def binding(*said: str) -> str:
    return zone(said, Zone.CONSTRAINTS)


OTHER_THINGS = {
    "other thing": ("上传超时 30 秒以内。", "A: 好。", "下载超时 60 秒以内。"),
    "one more thing": ("the bark timer stays under 40 seconds", "A: ok.", "the bark camera sleeps after 90 seconds"),
    "a value of its own": ("the gate timeout is at most 12 s", "A: ok.", "gate timeout 20 s for the ferry"),
    "far off": ("打印服务端口一律 3000，别改", "A: 好。", "打印服务一页最多 20 行"),
    "a question": ("录像保留不超过 30 天", "A: 好。", "录像保留 60 天会不会太久？"),
    "an exception": ("录像保留不超过 30 天", "A: 好。", "录像保留单独放宽到 90 天，只有金库那台"),
    "side by side": ("南门限速 20，这个跟北门不打架", "A: 好。", "北门限速 40"),
    "another number that will not do": ("a crate holds at most 8 jars", "A: ok.", "8 in the morning is too early, 9"),
    "what else the rule says": ("湿度超过 60 必须报警，风机不许停", "A: 好。", "湿度改成 70"),
}


@pytest.mark.parametrize("said", OTHER_THINGS.values(), ids=OTHER_THINGS)
def test_another_value_of_another_thing_ends_nothing(said: tuple[str, ...]) -> None:
    assert ended(*said) == ""


SAME_THING = {
    "told again": ("录像保留不超过 30 天。", "A: 好。", "录像 30 天不够查，保留 60 天", "不超过 30 天"),
    "nothing else": ("录像保留不超过 30 天。", "A: 好。", "录像保留 60 天", "30 天"),
    "topic first": ("录像保留不超过 30 天。", "A: 好。", "录像那个，物业说要查旧账，60 天", "30 天"),
    "no cue": ("the bark timer must stay under 40 seconds", "A: ok.", "bark timer 50 seconds", "40 seconds"),
    "too few": ("至少备 5 把钥匙。", "A: 好。", "5 把钥匙太少，备 7 把", "至少备 5 把"),
    "not that": ("a crate holds at most 8 jars", "A: ok.", "jars: it's 6, not 8", "at most 8"),
    "from one to the other": ("合格率必须到 90%。", "A: 好。", "合格率由 90% 提高至 95%", "必须到 90%"),
    "points at it": ("the kiln cools at least 40 minutes", "A: ok.", "the 40 minutes can be 25", "at least 40"),
    "bare": ("the kiln port must be 9100, always", "A: ok.", "kiln port 9200", "9100"),
}


@pytest.mark.parametrize("said", SAME_THING.values(), ids=SAME_THING)
def test_another_value_of_the_same_thing_ends_the_rule(said: tuple[str, ...]) -> None:
    *talked, old = said
    assert old in ended(*talked)
    assert old not in binding(*talked)
