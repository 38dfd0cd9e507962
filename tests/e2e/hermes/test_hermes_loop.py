"""Hermes's agent loop, with a model that only does what it is told last: many compactions, and nothing lost."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.e2e.hermes.api import Api, Body
from tests.e2e.hermes.conftest import SESSION, Hermes

RULES = {
    1: "不要动production库的schema",
    2: "don't touch payments/legacy.py",
    4: "所有接口都必须写单元测试",
    6: "never push to main without a review",
}
WINDOW = 64_000


class Reader:
    """Reads so many files for each prompt, one after the other, and then says that it is done."""

    def __init__(self, calls: int) -> None:
        self.calls, self.numbers = calls, count(1)

    def __call__(self, body: Body) -> Body:
        messages = body["messages"]
        asked = max(n for n, message in enumerate(messages) if message["role"] == "user")
        if sum(message["role"] == "tool" for message in messages[asked:]) >= self.left(messages[asked]):
            return {"content": f"Done: {messages[asked]['content'][:60]}"}
        number = next(self.numbers)
        return called(number, "read_file", path=f"f{number % 60}.log")

    def left(self, asked: Body) -> int:
        """What stands behind the prompt is less after a compaction, so the script counts by the files it has asked."""
        return self.calls


def called(number: int, name: str, **given: Any) -> Body:
    function = {"name": name, "arguments": json.dumps(given)}
    return {"tool_calls": [{"id": f"call_{number}", "type": "function", "function": function}]}


def fill(hermes: Hermes) -> None:
    """Logs to read: every line another one."""
    for n in range(60):
        lines = (
            f"INFO src/part{n}/mod{at}.py:{at} value={n * 7919 + at * 104729} took {at % 97} ms" for at in range(150)
        )
        (hermes.work / f"f{n}.log").write_text("\n".join(lines))


def wrong(body: Body) -> Iterator[str]:
    """What an API refuses, or a model would take for something else."""
    waiting: set[str] = set()
    before = ""
    for message in body["messages"]:
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"result {message['tool_call_id']} without its call"
            waiting.discard(message["tool_call_id"])
        else:
            yield from (f"call {id} without its result" for id in waiting)
            waiting = {call["id"] for call in message.get("tool_calls") or ()}
        if role == before == "user":
            yield "two rows of a user together"
        before = role
        yield from (f"a key of the host's own is sent: {key}" for key in message if key.startswith("_"))
    yield from (f"call {id} without its result" for id in waiting)


def skeletons(body: Body) -> list[str]:
    return [m["content"] for m in body["messages"] if str(m.get("content")).startswith("[fastjev")]


def asked(body: Body) -> list[str]:
    """What stands as a request, oldest first."""
    rows = [m["content"] for m in body["messages"] if m["role"] == "user"]
    return [row for row in rows if not row.startswith("[fastjev")]


@pytest.mark.parametrize(
    ("rounds", "most", "in_place", "resumed"),
    [
        pytest.param(28, 12, True, False, id="in one session"),
        pytest.param(12, 4, False, False, id="in a new session each time"),
        pytest.param(12, 4, True, True, id="in a new process each time"),
        pytest.param(12, 4, False, True, id="in a new process and session each time"),
    ],
)
def test_many_turns_with_many_compactions(
    hermes: Hermes, rounds: int, most: int, in_place: bool, resumed: bool
) -> None:
    fill(hermes)
    hermes.configure(compression={"in_place": in_place})
    hermes.fastjev("install", "hermes", "--yes")
    prompts = [f"{RULES.get(n, f'part {n}')}. Round {n}: read four files." for n in range(1, rounds + 1)]
    with Api(Reader(4), WINDOW) as api:
        ended = hermes.run(api.url, prompts, resumed=resumed)
    assert (ended["engine"], ended["window"], ended["trigger"]) == ("fastjev", WINDOW, 45_000)
    assert {"fastjev_expand", "fastjev_search", "fastjev_ledger"} < set(ended["tools"])
    assert [turn for turn in ended["turns"] if not turn["completed"]] == []
    assert ended["turns"][-1]["compactions"] >= most
    assert (len({turn["session"] for turn in ended["turns"]}) == 1) == in_place
    assert api.refused == []
    done = 0
    for number, body in enumerate(api.bodies):
        assert list(wrong(body)) == [], number
        # The newest request is the one that runs, and never a skeleton; what was done is never asked again.
        requests = asked(body)
        assert requests[-1] == prompts[done], number
        assert body["messages"][-1]["role"] in ("user", "tool")
        assert len(skeletons(body)) <= 1
        text = json.dumps(body["messages"], ensure_ascii=False)
        assert [rule for n, rule in RULES.items() if n <= done + 1 and rule not in text] == [], number
        told = "".join(skeletons(body))
        assert [prompt for prompt in requests if prompt in told] == [], number
        done += not (api.bodies[number + 1 :] and prompts[done] == asked(api.bodies[number + 1])[-1])
    assert done == len(prompts)
    sizes = [len(json.dumps(body["messages"])) for body in api.bodies]
    assert max(sizes[len(sizes) // 2 :]) < 1.1 * max(sizes[: len(sizes) // 2])
    # Whatever the host calls it by now, it is one session here.
    assert SESSION[:8] in hermes.fastjev("log")
    assert SESSION in ended["command"] and RULES[2] in ended["command"]
    last = skeletons(api.bodies[-1])[0]
    pointer = last.split("[[elided id=")[1].split(" ")[0]
    assert "src/part" in hermes.fastjev("expand", pointer, "--session", SESSION)


class Long(Reader):
    """One prompt that sets off so many calls, then a look into the archive."""

    def __call__(self, body: Body) -> Body:
        number = next(self.numbers)
        if number <= self.calls:
            return called(number, "read_file", path=f"f{number % 60}.log")
        if number == self.calls + 1:
            return called(number, "fastjev_search", query="part7 mod77")
        if number == self.calls + 2:
            return called(number, "fastjev_ledger")
        return {"content": "All read."}


def test_one_turn_of_a_hundred_calls_does_not_die_of_its_compactions(hermes: Hermes) -> None:
    fill(hermes)
    hermes.configure()
    hermes.fastjev("install", "hermes", "--yes")
    with Api(Long(110), WINDOW) as api:
        ended = hermes.run(api.url, [f"{RULES[1]}. Read all of them."])
    (turn,) = ended["turns"]
    assert turn["completed"] and turn["final_response"] == "All read."
    assert turn["compactions"] >= 12
    assert api.refused == []
    for body in api.bodies:
        assert list(wrong(body)) == []
        assert asked(body)[-1] == f"{RULES[1]}. Read all of them."
    results = [message["content"] for message in api.bodies[-1]["messages"] if message["role"] == "tool"]
    found, ledger = results[-2:]
    assert "src/part7/mod77.py" in found and RULES[1] in ledger
