"""Who answers for the model: works when the prompt says so, and says when it is done."""

from collections.abc import Callable
from itertools import count

from tests.e2e.claude_code.bodies import spoken
from tests.e2e.client import call, is_summary, text
from tests.e2e.standin import Blocks, Body

Answer = Callable[[Body], Blocks]
RULE = "不要动production库的schema"
LINES = 600
"""Of a result."""
OPENING = f"先做订单列表页，{RULE}。看一下现在有什么"


class Worker:
    """To a prompt with 看一下 two calls at once, `rounds` times over; else a sentence.

    Every call's result is one of its own, of `LINES` lines. `summary` is what it answers to the client's own request
    for one.
    """

    def __init__(self, summary: str = "The work went on.", rounds: int = 1) -> None:
        self.summary, self.rounds = summary, rounds
        self._numbers = count(1)
        self._looked = 0

    def __call__(self, body: Body) -> Blocks:
        if is_summary(body):
            return text(f"<summary>{self.summary}</summary>")
        number = next(self._numbers)
        if self._looked < self.rounds and "看一下" in _asked(body):
            self._looked += 1
            return [*text(f"Looking at part {number}."), *calls(number)]
        self._looked = 0
        return text(f"Part {number} is done.")


def calls(number: int) -> Blocks:
    """The two calls of an answer."""
    start = number * 10_000
    return [
        call(f"toolu_{number:04}a", f"seq {start + 1} {start + LINES}"),
        call(f"toolu_{number:04}b", f"echo 表 user_{number} 🙂; seq {start + 5001} {start + 5000 + LINES}"),
    ]


def results(number: int) -> tuple[str, str]:
    """What the two calls give."""
    start = number * 10_000
    first = range(start + 1, start + LINES + 1)
    second = range(start + 5001, start + 5001 + LINES)
    return "\n".join(map(str, first)), "\n".join([f"表 user_{number} 🙂", *map(str, second)])


def steps(first: int, last: int) -> list[str]:
    """Prompts that have work done."""
    return [f"看一下 user_{number} 表现在是什么样" for number in range(first, last + 1)]


def _asked(body: Body) -> str:
    """The newest prompt."""
    prompts = [text for role, kind, text in spoken(body) if (role, kind) == ("user", "text")]
    return prompts[-1]
