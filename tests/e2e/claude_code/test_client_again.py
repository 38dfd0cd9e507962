"""Compacted again and again, and in a fork: what was said in the first turn still stands."""

from fastjev.labels import Zone
from tests.e2e.claude_code.bodies import contexts, lines, pairs_are_whole, skeleton, spoken
from tests.e2e.claude_code.worker import OPENING, RULE, steps
from tests.e2e.client import Begin, Client, is_summary
from tests.e2e.standin import Body, said

FORK = "22222222-3333-4444-8555-666666666666"


def compacted(client: Client, first: int, last: int) -> Body:
    """Works, compacts, and asks on in a process of its own; the request of that."""
    client.talk(*steps(first, last), "/compact")
    client.say("接着做")
    return client.api.bodies[-1]


def rule(body: Body) -> str:
    """The line of the rule in a skeleton."""
    (line,) = [line for line in lines(skeleton(body), Zone.CONSTRAINTS) if RULE in line]
    return line


def test_five_times_in_mode_front(begin: Begin) -> None:
    client = begin(mode="front")
    client.talk(OPENING, *steps(2, 5))
    bodies = [compacted(client, first, first + 2) for first in range(6, 21, 3)]

    assert not any(map(is_summary, client.api.bodies))
    assert len({rule(body) for body in bodies}) == 1, "number or time of the line changed"
    assert rule(bodies[0]).startswith("第1轮 ")
    for body, last in zip(bodies, range(8, 23, 3), strict=True):
        assert pairs_are_whole(body)
        assert said(body).count("[fastjev ") == 1, "one skeleton, not one in the other"
        assert skeleton(body).count(RULE) == 1
        asked = [text for role, kind, text in spoken(body) if role == "user" and kind == "text"][1:]
        assert asked[-4:-1] == steps(last - 2, last)


def test_five_times_in_mode_side(begin: Begin) -> None:
    client = begin(mode="side")
    client.talk(OPENING, *steps(2, 7))
    for first in range(8, 18, 2):
        body = compacted(client, first, first + 1)
        assert OPENING not in [text for _, _, text in spoken(body)]
        assert any(RULE in told for told in contexts(body, "SessionStart", "UserPromptSubmit"))
    assert sum(map(is_summary, client.api.bodies)) == 5


def test_a_fork_keeps_the_rule_and_so_does_its_own_compaction(begin: Begin) -> None:
    client = begin(mode="front")
    client.talk(OPENING, *steps(2, 7), "/compact")
    client.run("-p", "分头做", "--resume", client.session, "--fork-session", "--session-id", FORK)
    forked = client.api.bodies[-1]
    client.talk(*steps(8, 10), "/compact", "接着做", session=FORK)
    again = client.api.bodies[-1]
    client.say("在原来的会话里接着做")
    parent = client.api.bodies[-1]

    for body in (forked, again, parent):
        assert pairs_are_whole(body)
        assert said(body).count("[fastjev ") == 1
    assert rule(forked) == rule(again) == rule(parent)
    assert "分头做" not in said(parent)
