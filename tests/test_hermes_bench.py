"""`make hermes`: histories made long keep what their labels name, and each compactor is counted alike."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from talks import DEMO, ROOT

from bench.hermes import arms
from bench.hermes.__main__ import rows
from bench.hermes.arms import Left, as_large, builtin, engine
from bench.hermes.talks import FULL, OTHER_ROWS, Talk, halves, labelled
from bench.retention.scores import verbatim
from fastjev.integrations.message_list import spoken

RULE = "never touch the production schema"
SHORT = Talk(
    rows=(
        {"role": "user", "content": f"fix the login. {RULE}"},
        {"role": "assistant", "content": "Looking.", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "Bash", "arguments": '{"command": "npm test"}'}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "\n".join(f"row {n} of the log" for n in range(9000))},
        {"role": "assistant", "content": "Port 8123 is taken."},
        *({"role": role, "content": f"{role} {n}"} for n in range(12) for role in ("user", "assistant")),
    ),
    constraints=(RULE,),
    facts=("Port 8123 is taken",),
)  # fmt: skip
FAKE = """
class ContextCompressor:
    def __init__(self, model, quiet_mode, config_context_length):
        self._last_summary_fallback_used = False

    def compress(self, rows, current_tokens, force):
        assert self._generate_summary(rows) is None
        return rows[-2:]
"""


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """One in whose environment a stand-in for Hermes's compressor is."""
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent/context_compressor.py").write_text(FAKE)
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    program.chmod(0o700)
    return program


@pytest.fixture(scope="module")
def few() -> Iterator[list[Talk]]:
    found = [next(labelled(ROOT / "corpora", behind=behind)) for behind in (False, True)]
    assert found[0].constraints
    assert found[0].facts
    yield found


def test_a_history_made_long_holds_what_it_held(few: list[Talk]) -> None:
    for talk in few:
        text = "\n".join(spoken(talk.rows))
        assert all(verbatim(quote, text) for quote in (*talk.constraints, *talk.facts))
        assert 0.9 * FULL < talk.tokens <= 1.05 * FULL
        calls = [call["id"] for row in talk.rows for call in row.get("tool_calls", ())]
        results = [row["tool_call_id"] for row in talk.rows if row["role"] == "tool"]
        assert set(results) <= set(calls)
    assert len(few[1].rows) == len(few[0].rows) + OTHER_ROWS


def test_half_of_a_session_and_what_its_other_half_used() -> None:
    (talk,) = halves([DEMO])
    assert talk.words
    assert talk.rows[-1] != talk.rows[0]


def test_the_engine_leaves_what_binds_and_is_as_large_as_told() -> None:
    (own,) = engine([SHORT])
    assert own.tokens < SHORT.tokens / 2
    assert verbatim(RULE, "\n".join(spoken(own.rows)))
    (sized,) = as_large([SHORT], [Left(SHORT.rows[:3], 0.0)])
    assert own.tokens <= sized.tokens <= SHORT.tokens


def test_each_is_counted_alike(python: Path) -> None:
    assert [left.rows for left in builtin(python, [SHORT])] == [list(SHORT.rows[-2:])]
    told = {row[0]: row[1:3] for row in rows([SHORT], python)}
    assert told.pop(f"Hermes {arms.VERSION}, no model") == ["0.0% (0/1)", "0.0% (0/1)"]
    assert told["nothing compacted"] == ["100.0% (1/1)", "100.0% (1/1)"]
    assert {name: shares[0] for name, shares in told.items()} == dict.fromkeys(
        ["nothing compacted", "fastjev", "fastjev, as large as Hermes", "policy classic"], "100.0% (1/1)"
    )


def test_without_hermes_the_others_are_counted() -> None:
    assert [row[0] for row in rows([SHORT], None)] == ["nothing compacted", "fastjev", "policy classic"]
