"""Compaction that nobody typed: by the client when its window is full, by the plugin's triggers."""

import pytest

from tests.e2e.claude_code.bodies import pairs_are_whole, size, skeleton, spoken
from tests.e2e.claude_code.worker import OPENING, RULE, Worker, results, steps
from tests.e2e.client import Begin, Client, is_summary
from tests.e2e.standin import said
from tests.e2e.terminal import Terminal


def compactions(client: Client) -> int:
    """How often the history was rebuilt."""
    return sum(ran["event"] == "compact" and ran["outcome"].startswith("kept ") for ran in client.hooks())


def test_a_full_window_in_the_midst_of_a_turn(begin: Begin) -> None:
    client = begin(Worker(rounds=20))
    client.api.tokens = size
    client.env["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] = "100000"
    client.talk(f"先做订单列表页，{RULE}。", "把表名列出来", "看一下所有的表，端口用 8080", "接着做")

    assert not any(map(is_summary, client.api.bodies))
    assert 1 <= compactions(client) <= 5, "not again after every request"
    first = next(body for body in client.api.bodies if spoken(body)[0][2].startswith("[fastjev "))
    assert RULE in skeleton(first)
    prompt = [text for role, kind, text in spoken(first) if role == "user" and kind == "text"][1:]
    assert prompt == ["看一下所有的表，端口用 8080"]
    number = max(int(id[6:10]) for _, id, _ in spoken(first) if id != "text")
    assert all(result in said(first) for n in (number - 1, number) for result in results(n))
    for body in client.api.bodies:
        assert pairs_are_whole(body)
        assert RULE in said(body)
    assert spoken(client.api.bodies[-1])[-1][2] == "接着做"


def due(client: Client) -> list[str]:
    """What was decided after each turn."""
    return [ran["outcome"] for ran in client.hooks() if ran["event"] == "due"]


def turns(terminal: Terminal, *prompts: str) -> None:
    """Prompts, each when the turn before is over."""
    for prompt in prompts:
        before = len(due(terminal.client))
        terminal.type(prompt)
        terminal.until(lambda before=before: len(due(terminal.client)) > before)


@pytest.mark.parametrize("options", [{"trigger": "turns", "every": 2}, {"trigger": "tokens", "percent": 5}])
def test_the_plugin_compacts_by_itself(begin: Begin, options: dict[str, object]) -> None:
    """In a terminal: with `-p` no plugin may ask for a compaction."""
    client = begin(Worker(rounds=5), **options)
    client.api.tokens = size
    with Terminal(client) as terminal:
        turns(terminal, OPENING, *steps(2, 3), "好的", "继续", "嗯", "好", "行", "可以")
        terminal.until(lambda: compactions(client))
        turns(terminal, "接着做")
    last = client.api.bodies[-1]
    assert not any(map(is_summary, client.api.bodies))
    assert RULE in skeleton(last)
    assert pairs_are_whole(last)
    assert spoken(last)[-1][2] == "接着做"


def test_too_little_to_gain_is_no_reason_for_a_summary(begin: Begin) -> None:
    client = begin(trigger="turns", every=1)
    client.api.tokens = lambda body: 500_000
    with Terminal(client) as terminal:
        turns(terminal, OPENING, *steps(2, 4))
        terminal.until(lambda: [ran for ran in client.hooks() if ran["event"] == "compact"])
        turns(terminal, "接着做")
    assert not any(map(is_summary, client.api.bodies))
    assert spoken(client.api.bodies[-1])[0][2] == OPENING


def test_below_the_share_of_the_window_nothing_is_done(begin: Begin) -> None:
    client = begin(Worker(rounds=5), trigger="tokens", percent=60)
    client.api.tokens = size
    client.talk(OPENING, "好的")
    assert due(client)[-1].endswith("of 60 per cent of the window")
    assert compactions(client) == 0
