"""A fastjev that does not do what it should: the client goes on by itself."""

from pathlib import Path

import pytest

from tests.e2e.claude_code.bodies import pairs_are_whole, skeleton, spoken
from tests.e2e.claude_code.worker import OPENING, steps
from tests.e2e.client import FASTJEV, Begin, Client, is_summary, toasts
from tests.e2e.standin import said

WRONG = {
    "exits with 3": "exit 3",
    "dies": "kill -9 $$",
    "prints garbage": "echo 'Traceback (most recent call last):'",
    "prints other JSON": "echo '[1, 2]'",
    "has no messages": """echo '{"ok": true, "messages": []}'""",
    "has messages that are none": """echo '{"ok": true, "messages": "all of them"}'""",
}


def program(folder: Path, does: str, events: str = "*") -> Path:
    """A program in fastjev's place that does this on these events, and is fastjev on all others."""
    file = folder / "fastjev"
    file.write_text(f'#!/bin/sh\ncase "$2" in\n{events}) {does};;\n*) exec {FASTJEV} "$@";;\nesac\n', "utf-8")
    file.chmod(0o755)
    return file


def goes_on(client: Client) -> list[str]:
    """Works, compacts by the client's own summary, and answers on; what the person was told in passing."""
    events = client.talk(OPENING, *steps(2, 2), "/compact", "接着做")
    last = client.api.bodies[-1]
    assert sum(map(is_summary, client.api.bodies)) == 1
    assert "The work went on." in said(last)
    assert spoken(last)[-1][2] == "接着做"
    assert pairs_are_whole(last)
    return toasts(events)


@pytest.mark.parametrize("does", WRONG.values(), ids=WRONG)
def test_wrong_answers(begin: Begin, tmp_path: Path, does: str) -> None:
    told = goes_on(begin(bin=program(tmp_path, does, "compact")))
    assert [toast for toast in told if "fastjev" in toast and "doctor" in toast]


def test_missing(begin: Begin, tmp_path: Path) -> None:
    told = goes_on(begin(bin=tmp_path / "nowhere" / "fastjev"))
    assert [toast for toast in told if f"{tmp_path}/nowhere/fastjev" in toast and "doctor" in toast]


def test_failing_on_every_event(begin: Begin, tmp_path: Path) -> None:
    goes_on(begin(bin=program(tmp_path, "cat > /dev/null; echo '{{{'; exit 3")))


def test_a_slow_hook_is_left_behind(begin: Begin, tmp_path: Path) -> None:
    client = begin(bin=program(tmp_path, "sleep 100", "prompt"))
    client.talk("先看看", "接着做")
    assert spoken(client.api.bodies[-1])[-1][2] == "接着做"


def test_a_slow_compaction_is_waited_for(begin: Begin, tmp_path: Path) -> None:
    client = begin(bin=program(tmp_path, f'sleep 11; exec {FASTJEV} "$@"', "compact"))
    client.talk(OPENING, *steps(2, 7), "/compact", "接着做")
    assert not any(map(is_summary, client.api.bodies))
    assert skeleton(client.api.bodies[-1])
