"""The history rebuilt by the mod: what the next requests hold."""

import re
import subprocess

from fastjev.labels import Zone
from tests.e2e.claude_code.bodies import lines, pairs_are_whole, skeleton, spoken
from tests.e2e.claude_code.worker import OPENING, RULE, results, steps
from tests.e2e.client import FASTJEV, Begin, Client, is_summary, toasts
from tests.e2e.standin import said

POINTER = re.compile(r"\[\[elided id=(\S+) lines=(\S+) tokens=\d+\]\]")


def grown(client: Client) -> None:
    """Seven turns, each with two calls at once."""
    client.talk(OPENING, *steps(2, 7))


def test_next_request_is_the_skeleton_and_five_turns_verbatim(begin: Begin) -> None:
    client = begin()
    grown(client)
    before = spoken(client.api.bodies[-1])
    client.compact()
    client.say("接着做")
    after = client.api.bodies[-1]

    assert not any(map(is_summary, client.api.bodies))
    assert any(RULE in line for line in lines(skeleton(after), Zone.CONSTRAINTS))
    recent = before[next(at for at, one in enumerate(before) if one[2] == steps(3, 3)[0]) :]
    assert spoken(after)[1 : 1 + len(recent)] == recent
    assert [one[2] for one in spoken(after)[1 + len(recent) :]] == ["Part 14 is done.", "接着做"]
    assert pairs_are_whole(after)
    for number in (1, 3):  # of the turns that are not shown
        assert not any(result in said(after) for result in results(number))
    for number in (5, 7, 9, 11, 13):
        assert all(result in said(after) for result in results(number))


def test_a_new_process_doubles_nothing_and_restores_nothing(begin: Begin) -> None:
    client = begin()
    grown(client)
    events = client.talk("/compact", "接着做")
    same = spoken(client.api.bodies[-1])
    client.say("再接着做")
    client.say("好的")
    later = client.api.bodies[-1]

    assert any("kept" in toast for toast in toasts(events))
    assert spoken(later)[: len(same)] == same
    assert [one[2] for one in spoken(later)[len(same) :]] == [
        "Part 15 is done.",
        "再接着做",
        "Part 16 is done.",
        "好的",
    ]
    assert pairs_are_whole(later)


def test_what_was_taken_out_comes_back_to_the_byte(begin: Begin) -> None:
    client = begin()
    grown(client)
    client.talk("/compact", "接着做")
    shown = skeleton(client.api.bodies[-1])
    names = {name for name, _ in POINTER.findall(shown)}

    back = [output(client, "expand", name) for name in names]
    for number in (1, 3):
        for result in results(number):
            assert result in back or result + "\n" in back, (number, names)


def output(client: Client, *args: str) -> str:
    """What the command line says in the project's folder."""
    return subprocess.run(
        [FASTJEV, *args], cwd=client.project, env=client.env, capture_output=True, text=True, check=True
    ).stdout
