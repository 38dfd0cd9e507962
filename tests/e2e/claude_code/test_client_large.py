"""A session of 50 MB: whatever a hook cannot do in its time, the client is never held up beyond it."""

import json
import re

from bench.generate import write
from tests.e2e.claude_code.bodies import spoken
from tests.e2e.claude_code.worker import RULE
from tests.e2e.client import Begin, Client, is_summary

BYTES = 50_000_000


def resumed(client: Client) -> None:
    """Puts the session where the client finds it."""
    folder = client.home / ".claude" / "projects" / re.sub("[^A-Za-z0-9]", "-", str(client.project))
    file = write(folder / "session.jsonl", BYTES)
    with file.open("rb") as rows:
        client.session = json.loads(rows.readline())["sessionId"]
    file.rename(folder / f"{client.session}.jsonl")


def test_hooks_of_a_large_session_stay_within_their_limits(begin: Begin) -> None:
    client = begin(mode="both")
    resumed(client)
    events = client.talk("接着做", "好的", session=client.session)
    hooks = [event for event in events if event.get("subtype") == "hook_response"]
    assert [event["outcome"] for event in hooks] == ["success"], "cancelled: it took longer than the client waits"
    assert [text for _, _, text in spoken(client.api.bodies[-1])][-1] == "好的"


def test_a_large_session_is_compacted(begin: Begin) -> None:
    client = begin(mode="front")
    resumed(client)
    client.talk("/compact", "接着做", session=client.session)
    assert not any(map(is_summary, client.api.bodies))
    assert RULE in spoken(client.api.bodies[-1])[0][2]
