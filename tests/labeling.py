"""A small set, and somebody at work on it, for tests of the labeler."""

from collections.abc import Sequence
from typing import Any

from fastjev.labeling.acts import Act
from fastjev.labeling.answers import answers
from fastjev.labeling.desk import Desk
from fastjev.labeling.items import Item
from fastjev.labeling.opened import opened
from fastjev.labeling.session import Key, Opinion, Session, step
from fastjev.labeling.tasks import TASKS
from fastjev.labels import Speaker

NOW = 1_793_700_000.0
"""2026-11-03, in the morning."""
_SAID = (
    ("human", 0, "先别装新的三方库，用标准库写；"),
    ("human", 0, "port 统一 8080。"),
    ("assistant", 1, "好的，我会用 urllib。I'll read the settings module first."),
    ("tool", 2, "Read src/settings.py → ok, 214 lines"),
    ("human", 3, "用 SQLite 吧，别的都太重了。"),
    ("human", 4, "port 改成 9090。"),
    ("human", 4, "Thanks!"),
)


def item(n: int, speaker: str, message: int, text: str, conv: str = "c_1") -> Item:
    return Item(
        id=f"u_{n}",
        conv=conv,
        at=(message, 100 * n, 100 * n + len(text)),
        turn=message // 3 + 1,
        speaker=Speaker(speaker),
        kind="call" if speaker == "tool" else "prose",
        time=f"2026-11-03T10:{n:02}:07Z",
        text=text,
        sha=f"{n:064}",
        asked=speaker == "human",
    )


ITEMS = tuple(item(n, speaker, message, text) for n, (speaker, message, text) in enumerate(_SAID, 1))
"""u_1 to u_7, of which u_1, u_2, u_5, u_6 and u_7 are asked about."""


def sat(task: str = "class", acts: Sequence[Act] = (), items: tuple[Item, ...] = ITEMS, **more: Any) -> Session:
    """Somebody who has just sat down."""
    given = answers(acts)
    return opened(name="auth-2026", by="lin", task=TASKS[task], items=items, answers=given, at=NOW, guide="g_7", **more)


def pressed(session: Session, *keys: str, seconds: float = 3.0) -> Session:
    """After these keys, one every three seconds."""
    for n, key in enumerate(keys, 1):
        session = step(session, Key(key, NOW + seconds * n))
    return session


def desk(saved: list[Act] | None = None, **more: Any) -> Desk:
    """A world in which fastjev says of everything that it is a fact."""
    told: dict[str, Any] = {
        "save": (saved if saved is not None else []).append,
        "opinion": lambda item, near: Opinion(
            "fact", 0.85, "rule:core/fact.port", ("0.85 fact  rule:core/fact.port",), (0, 4)
        ),
        "draft": lambda item, label: (f"- id: demo/{label}.drafted", f"  # {item.text}", "all 1 tests pass"),
        "write": lambda item, label, why: f"written: demo/{label}.drafted, since {why}",
        "page": lambda name: "\n".join([f"The page on {name}.", *(f"- case {n} 例" for n in range(30))]),
    }
    return Desk(**{**told, **more})
