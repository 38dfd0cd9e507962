"""A value that goes back: what stood before the change is in force again, and the change is not."""

import pytest
from talks import Dict, assistant, texts, user, walk

from fastjev.datatypes import Item
from fastjev.labels import Status, Zone

BACK = [
    ("头像最多 200 KB", "头像最多改成 500 KB", "跑下测试", "头像还是按原来的"),
    ("每页最多 20 条", "每页最多 50 条", "太长了，改回去吧"),
    ("payments time out after at most 30 s", "make that 45 s at most", "no, put it back"),
    ("keep the log for at most 7 days", "keep the log for at most 30 days", "on second thought, back to what it was"),
    ("头像最多 200 KB", "头像最多改成 500 KB", "算了 revert 吧"),
    ("the margin must be 12 px", "make the margin 16 px", "back to the previous margin"),
    ("预算不超过 300 元", "预算改成不超过 500 元", "变回去"),
    ("max 3 retries per job", "max 5 retries per job", "undo that please"),
    ("缓存最多 60 秒", "缓存改成最多 90 秒", "恢复 60 秒"),
    ("首屏最多 2 秒", "首屏改成最多 3 秒", "还原"),
    ("port 最多 8080", "port 改成 9090", "改回去"),
    ("每批最多 500 条", "每批改成最多 800 条", "退回去吧"),
    ("max 5 files per commit", "make it at most 8 files", "put it back to what it was"),
    ("接口超时一律 30 秒", "接口超时改成 60 秒", "算了，恢复 30 秒"),
    ("接口超时一律 30 秒", "接口超时改成 60 秒。算了，改回去"),
]
NOT_BACK = [
    ("上传最多 10MB", "上传改成最多 20MB", "跑下测试", "改回去"),
    ("上传最多 10MB", "上传改成最多 20MB", "登录页改回去"),
    ("上传最多 10MB", "上传改成最多 20MB", "别改回去"),
    ("上传最多 10MB", "上传改成最多 20MB", "怎么改回去？"),
    ("at most 3 retries per job", "the export writes at most 500 rows", "revert that"),
    ("the margin must be 12 px", "make the margin 16 px", "back to the old logo"),
    ("the cancel button must go back to the previous page", "keep the log for at most 7 days"),
    ("上传最多 10MB", "上传改成最多 20MB", "原来的接口别动"),
    ("每批最多 500 条，超时最多 30 秒", "每批改成最多 800 条，超时改成最多 60 秒", "改回去"),
    ("keep the log for at most 7 days", "keep the log for at most 30 days", "if it fills up, revert that"),
]


def talk(said: tuple[str, ...]) -> list[Dict]:
    return [message for text in said for message in (user(text), assistant("Done."))]


def zone(said: tuple[str, ...], zone: Zone) -> str:
    return "\n".join(texts(walk(talk(said), settling="rules"), zone))


@pytest.mark.parametrize("said", BACK)
def test_the_old_value_is_back(said: tuple[str, ...]) -> None:
    old, new = said[0], said[1].partition("。")[0]
    assert old in zone(said, Zone.CONSTRAINTS)
    assert new in zone(said, Zone.DEPRECATED_CONSTRAINTS)


@pytest.mark.parametrize("said", NOT_BACK)
def test_the_change_stands(said: tuple[str, ...]) -> None:
    change = said[1].split("，")[0]
    assert change in zone(said, Zone.CONSTRAINTS)
    assert change not in zone(said, Zone.DEPRECATED_CONSTRAINTS)


@pytest.mark.parametrize("said", BACK)
def test_nothing_says_both(said: tuple[str, ...]) -> None:
    """No words bind and are overridden as a choice."""
    items = walk(talk(said)).skeleton.items

    def said_by(zone: Zone, *statuses: Status) -> set[str]:
        return {each.text.strip() for each in items if each.zone == zone and each.status in statuses}

    assert not said_by(Zone.CONSTRAINTS, Status.ACTIVE) & said_by(Zone.DECISIONS, Status.OVERRIDDEN)


def test_what_takes_a_change_back_names_it() -> None:
    items: dict[str, Item] = {each.id: each for each in walk(talk(BACK[1]), settling="rules").skeleton.items}
    assert items["u2.1"].superseded_by == "u3.1"
    assert items["u3.1"].supersedes == ("u2.1",)
    assert items["u1.1"].superseded_by is None
