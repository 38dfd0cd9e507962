"""The four questions that a set can be asked: what the digits mean, and which answers there are already."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fastjev.labels import Label

if TYPE_CHECKING:
    from fastjev.labeling.acts import Act
    from fastjev.labeling.answers import Answer
    from fastjev.labeling.items import Item

CLASSES = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
"""In the order of their digits, from 1."""
PAGES = (*map(str, CLASSES), "boundary", "supersede", "exchange")
"""Of the guide, in the order of their digits."""
EXCHANGES = ("whole", "call", "none")
UNFIT = ("garbled", "secret", "language")
"""Why nobody can label a unit, in the order of their digits."""
WHY = ("text", "guide", "slip", "edge")
"""Why people differed, in the order of their digits: the text is unclear, the guide leaves it open, a wrong key, or it
lies between two labels."""
NOTHING = "ends nothing"
"""The first choice where the older units stand as the others."""


class Task(NamedTuple):
    """One question."""

    name: str
    question: str
    choices: tuple[str, ...]
    """What the digits from 1 on say."""
    told: "Callable[[Answer], str]"
    """The choice that was made; empty while there is none."""
    act: Callable[[str], dict[str, Any]]
    """The fields of an act for a choice."""
    asks: "Callable[[Item, Item | None], bool]"
    """Whether it is asked about a unit; the second is the one before it in the set."""
    votes: bool = False
    """Whether rules and model have an opinion on it."""


def _label(choice: str) -> dict[str, Any]:
    return {"op": "set", "label": choice}


def _of_class(answer: "Answer") -> str:
    return answer.label if answer.label in CLASSES else ""


def _of_exchange(answer: "Answer") -> str:
    return answer.label if answer.label in EXCHANGES else ""


def _of_boundary(answer: "Answer") -> str:
    return "" if answer.boundary is None else "begins" if answer.boundary else "goes on"


def _of_supersede(answer: "Answer") -> str:
    ended = [old for old in answer.supersedes if old]
    return f"ends {len(ended)}" if ended else NOTHING if answer.supersedes else ""


def _asked(item: "Item", _: "Item | None") -> bool:
    return item.asked


def _goes_on(item: "Item", before: "Item | None") -> bool:
    """A unit that does not begin its message: the first of a message begins something anyway."""
    return item.asked and before is not None and (before.conv, before.at[0]) == (item.conv, item.at[0])


def _is_later(item: "Item", before: "Item | None") -> bool:
    return item.asked and before is not None and before.conv == item.conv


def _is_exchange(item: "Item", _: "Item | None") -> bool:
    return item.kind == "call"


TASKS = {
    task.name: task
    for task in (
        Task(
            name="class",
            question="What is it?",
            choices=tuple(map(str, CLASSES)),
            told=_of_class,
            act=_label,
            asks=_asked,
            votes=True,
        ),
        Task(
            name="boundary",
            question="Does something new begin here?",
            choices=("begins", "goes on"),
            told=_of_boundary,
            act=lambda choice: {"op": "boundary", "value": choice == "begins"},
            asks=_goes_on,
        ),
        Task(
            name="supersede",
            question="Which older one does it end?",
            choices=(NOTHING,),
            told=_of_supersede,
            act=lambda choice: {"op": "supersedes", "old": "" if choice == NOTHING else choice},
            asks=_is_later,
        ),
        Task(
            name="exchange",
            question="What of it will be needed?",
            choices=EXCHANGES,
            told=_of_exchange,
            act=_label,
            asks=_is_exchange,
        ),
    )
}


def answers(task: Task, act: "Act") -> bool:
    """Whether an act answers the task's question; that nobody can, answers each."""
    told = task.act(task.choices[0])["op"]
    return act.op == "unfit" or (act.op == told and (told != "set" or act.label in task.choices))


def answered(task: Task, answer: "Answer") -> str:
    """What was answered, unfitness included; empty while nothing was."""
    return f"unfit: {answer.unfit}" if answer.unfit else task.told(answer)


def asked(task: Task, items: "Sequence[Item]", before: "Item | None" = None) -> tuple[str, ...]:
    """The units that a task asks about, in reading order. `before`: the one before the first."""
    pairs = zip(items, (before, *items[:-1]), strict=True) if items else ()
    return tuple(item.id for item, before in pairs if task.asks(item, before))
