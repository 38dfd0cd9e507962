"""The made-up sessions that `make bench` measures on."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bench.generate import generate

SIZE = 3_000_000


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return list(generate(SIZE, seed=1))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)
    else:
        yield str(value)


def contents(lines: list[bytes]) -> Iterator[tuple[str, str]]:
    for line in lines:
        content = json.loads(line).get("message", {}).get("content", [])
        for block in [{"type": "typed", "content": content}] if isinstance(content, str) else content:
            yield block["type"], "".join(strings(block.get("content", block.get("text", block.get("input", "")))))


def test_same_seed_same_bytes(lines: list[bytes]) -> None:
    digests = {hashlib.sha256(b"".join(generate(SIZE, seed))).hexdigest() for seed in (1, 1, 2)}
    assert len(digests) == 2
    assert hashlib.sha256(b"".join(lines)).hexdigest() in digests


def test_size_is_about_what_was_asked_for(lines: list[bytes]) -> None:
    assert SIZE <= sum(map(len, lines)) < SIZE * 1.1


def test_content_weighs_what_it_does_in_real_sessions(lines: list[bytes]) -> None:
    weights: Counter[str] = Counter()
    for kind, text in contents(lines):
        weights[kind] += len(text.encode())
    content = weights.total()
    assert content / sum(map(len, lines)) == pytest.approx(0.27, abs=0.03)
    shares = {kind: weight / content for kind, weight in weights.items() if kind != "thinking"}
    expected = {"typed": 0.05, "tool_result": 0.54, "text": 0.07, "tool_use": 0.34}
    assert shares == pytest.approx(expected, abs=0.03)


def test_every_call_has_its_result(lines: list[bytes]) -> None:
    rows = [json.loads(line) for line in lines]
    blocks = [block for row in rows for block in row.get("message", {}).get("content", []) if isinstance(block, dict)]
    calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
    assert calls == [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
    assert len(calls) > 100
