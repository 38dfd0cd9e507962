"""How much content a run took in and left: what a model would read, never the JSON around it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fastjev.datatypes import Elision, Message, Run, Size
from fastjev.labels import Outcome
from fastjev.policy import Policy
from fastjev.renderers.text import zones
from fastjev.tokens import estimate


def size(run: Run, elided: Iterable[Elision] = ()) -> Size:
    """The whole conversation against the skeleton's text, headings and marks included, with its recent messages.

    `elided`: what the run takes out, most of the content; its tokens are known already.
    """
    return between(_content(run.conversation.messages), (zones(run), *_content(run.skeleton.recent)), elided)


def between(before: Iterable[str], after: Iterable[str], elided: Iterable[Elision] = ()) -> Size:
    """Of the texts before and those after. `elided`: as above."""
    known = {each.text: each.tokens for each in elided if each.text is not None}
    old, new = Counter(before), Counter(after)
    return Size(
        chars_before=_sum(old, len),
        chars_after=_sum(new, len),
        tokens_before=_sum(old, lambda text: known[text] if text in known else estimate(text)),
        tokens_after=_sum(new, estimate),
    )


def outcome(sizes: Size, elided: int, policy: Policy) -> Outcome:
    """What a run of these sizes came to, with so many elisions, under the policy's budget."""
    if policy.budget_tokens and sizes.tokens_after > policy.budget_tokens:
        return Outcome.OVER_BUDGET
    return Outcome.DONE if elided else Outcome.NOTHING_LEFT


def _sum(texts: Counter[str], measure: Callable[[str], int]) -> int:
    return sum(times * measure(text) for text, times in texts.items())


def _content(messages: Iterable[Message]) -> Iterator[str]:
    for message in messages:
        yield message.text
        for call in message.calls:
            yield call.name
            yield from values(call.input)


def values(value: Any) -> Iterator[str]:
    """The scalars of a JSON value, in no particular order."""
    # Depth is a stranger's: a stack of our own instead of the interpreter's.
    open_values = [value]
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict):
            open_values.extend(value.values())
        elif isinstance(value, list):
            open_values.extend(value)
        else:
            yield value if isinstance(value, str) else str(value)
