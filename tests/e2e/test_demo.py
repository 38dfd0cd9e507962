"""What `make demo` shows: the session that stands in the repository, compacted."""

import json
from pathlib import Path

import pytest

from fastjev.datatypes import Item, Run
from fastjev.labels import Speaker, Status, Zone
from fastjev.pipeline import run
from fastjev.rulebook import load_core

SESSION = Path(__file__).resolve().parents[2] / "demo/session.jsonl"


@pytest.fixture(scope="module")
def demo() -> Run:
    return run(SESSION.read_bytes(), str(SESSION), rulebook=load_core())


def items(demo: Run, zone: Zone) -> list[Item]:
    return [item for item in demo.skeleton.items if item.zone is zone]


def test_session_is_one_that_the_host_could_have_written() -> None:
    rows = [json.loads(line) for line in SESSION.read_bytes().split(b"\n") if line]
    contents = [row.get("message", {}).get("content") for row in rows]
    blocks = [block for content in contents if isinstance(content, list) for block in content]
    calls = {block["id"] for block in blocks if block["type"] == "tool_use"}
    assert {row["parentUuid"] for row in rows if row.get("parentUuid")} <= {row.get("uuid") for row in rows}
    assert calls
    assert calls == {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}
    assert sum(row.get("subtype") == "compact_boundary" for row in rows) == 1


def test_production_schema_binds(demo: Run) -> None:
    assert any(item.text.startswith("不要动production库的schema") for item in items(demo, Zone.CONSTRAINTS))


def test_bundler_ends_as_vite(demo: Run) -> None:
    final = [item.text for item in items(demo, Zone.DECISIONS) if item.status is Status.FINAL]
    assert any("Vite" in text for text in final)
    assert not any("Next.js" in text for text in final)


def test_timeout_of_45_seconds_replaced_the_two_before(demo: Run) -> None:
    active = [item.text for item in items(demo, Zone.CONSTRAINTS)]
    deprecated = [item.text for item in items(demo, Zone.DEPRECATED_CONSTRAINTS)]
    assert any("45 秒" in text for text in active)
    assert not any("60 秒" in text or "30 秒" in text for text in active)
    assert any("30 秒" in text for text in deprecated)
    assert any("60 秒" in text for text in deprecated)


def test_reason_of_a_rejected_edit_and_a_queued_prompt_bind(demo: Run) -> None:
    active = "\n".join(item.text for item in items(demo, Zone.CONSTRAINTS))
    assert "schema 不要直接改" in active
    assert "commit message 一律用英文写" in active


def test_no_page_reminder_or_summary_binds(demo: Run) -> None:
    binding = items(demo, Zone.CONSTRAINTS) + items(demo, Zone.DECISIONS) + items(demo, Zone.DEPRECATED_CONSTRAINTS)
    assert {item.speaker for item in binding} <= {Speaker.HUMAN, Speaker.ASSISTANT}
    active = "\n".join(item.text for item in items(demo, Zone.CONSTRAINTS))
    for words in ("npm audit", "mention this", "Never add indexes", "always ask before editing"):
        assert words not in active
