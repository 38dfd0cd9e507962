"""Hosts of other releases: what their base class has, and what it has not."""

import inspect
from pathlib import Path
from typing import Any

import pytest
from integrations.hermes.host import ContextEngine, Host, NewerEngine, skeleton, talk

OPTIONAL = sorted(vars(NewerEngine).keys() - vars(ContextEngine).keys() - {"__module__", "__doc__"})
"""What only newer hosts have."""
OWN = {"prune_tool_results_only", "should_compress_info"}
"""Of these, what the engine answers itself."""


class Bare:
    """A base class that asks for nothing."""


def test_the_double_has_what_newer_hosts_have() -> None:
    assert {"on_turn_complete", "cache_plan", "get_automatic_compaction_status_message", *OWN} < set(OPTIONAL)


@pytest.mark.parametrize("base", [ContextEngine, NewerEngine, Bare])
def test_a_session_goes_through_on_each(base: type, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("integrations.hermes.host.Context.register_context_engine", taken)
    host = Host(monkeypatch, base=base)
    rows = host.compact(talk(16, {1: "不要动production库的schema"}))
    rows = host.compact([*rows, *talk(16)[1:]])
    assert "不要动production库的schema" in skeleton(rows)
    assert host.trim(rows) == rows
    assert host.engine.get_status()["compression_count"] == 2


def taken(context: Any, engine: Any) -> None:
    context.engine = engine


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_hook_of_a_newer_host_is_the_hosts_own_unless_the_engine_answers_it(
    name: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine with an `on_turn_complete` of its own is refused where the host only wants one that compacts."""
    newer, older = Host(monkeypatch, base=NewerEngine).engine, Host(monkeypatch).engine
    assert (getattr(type(newer), name) is vars(NewerEngine)[name]) == (name not in OWN)
    assert hasattr(older, name) == (name in OWN)


def test_hooks_take_what_newer_hosts_hand_over(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Host(monkeypatch, base=NewerEngine).engine
    engine.on_turn_complete(talk(1), usage=None, turn_id="t", interrupted=False, failed=False)
    assert engine.pending_compression_operation(talk(1)) is None
    said = engine.get_automatic_compaction_status_message(phase="compress", default_message="compacting")
    assert said == "compacting" and engine.cache_plan([], []) is None


@pytest.mark.parametrize("name", sorted({*OWN, *ContextEngine.__abstractmethods__} - {"name"}))
def test_what_the_engine_answers_takes_the_hosts_arguments(name: str, host: Host) -> None:
    asked = inspect.signature(vars(NewerEngine).get(name) or vars(ContextEngine)[name]).parameters
    assert list(inspect.signature(getattr(type(host.engine), name)).parameters)[: len(asked)] == list(asked)
