"""Which words of a call's input its line goes on to name, since nothing else in the context says them."""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from fastjev.model.tools import leaves
from fastjev.secrets import mask
from fastjev.stages.fold import shown
from fastjev.stages.resolve.fate import Fate
from fastjev.stages.resolve.scene import Scene
from fastjev.telling import in_order, telling

_MASKED = re.compile("‹masked [^›]*›")


def named(scene: Scene, fates: Mapping[int, Fate], held: AbstractSet[bytes], chars: int) -> dict[int, Fate]:
    """The fates with those words, the newest call's first, up to the call with one that finds no room in the budget.

    Of a hundred telling words that only inputs brought a session uses thirteen again, of a hundred that results brought
    one or two; and by themselves, without the text around them, they are few. `chars`: what lines of results may have.
    """
    policy, units = scene.policy, scene.units
    content = sum(len(message.text) for message in scene.conversation.messages)
    content += sum(len(text) for p in fates if (call := units[p].call) for text in leaves(call.input))
    left = max(policy.input_floor_chars, int(content * policy.input_share), int(chars * policy.input_beside))
    have = set(held) | telling("\n".join(span.of(units[p].text) for p, fate in fates.items() for span in fate.kept))
    found = dict(fates)
    for position in sorted(fates, reverse=True):
        call = units[position].call
        if call is None:
            continue
        have |= telling(shown(dict(call.input)))
        words, spent = [], False
        for word in in_order("\n".join(_plain(call.input))):
            if word in have or len(word) >= policy.input_word_chars:
                continue
            if len(word) < left:
                words.append(word.decode("ascii"))
                left -= len(word) + 1
                have.add(word)
            else:
                spent = True
        found[position] = fates[position]._replace(words=tuple(words))
        # What is left then is less than a word. To read all older inputs for it would take as long as all the rest.
        if spent:
            break
    return found


def _plain(value: Any) -> Iterator[str]:
    """The strings of an input without its secrets; what stands behind the key `password` is one."""
    ahead: list[tuple[str, Any]] = [("", value)]
    while ahead:
        key, each = ahead.pop()
        if isinstance(each, str):
            said = f"{key}: " if key else ""
            yield _MASKED.sub(" ", mask(said + each).removeprefix(said))
        elif isinstance(each, Mapping):
            ahead.extend((str(name), held) for name, held in reversed(list(each.items())))
        elif isinstance(each, list | tuple):
            ahead.extend((key, held) for held in reversed(each))
