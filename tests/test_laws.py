"""What holds for every conversation, however it was written."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from anything import talks, tame, texts
from hypothesis import given
from hypothesis import strategies as st
from talks import CORPORA, DEMO, FORMS, ROOT, call, claude_code, compact, neutral, rendered, tool, user, walk
from talks import texts as texts_of

from fastjev.datatypes import Item, Run, Span
from fastjev.errors import ReadError
from fastjev.labels import Speaker, Status, Zone
from fastjev.renderers import RENDERERS
from fastjev.visible import visible

BINDING = (Zone.CONSTRAINTS, Zone.DEPRECATED_CONSTRAINTS)
TIMES = ("time", "elapsed_ms", "timestamp")


def holds(run: Run) -> None:
    """Units tile, ids are unique, and every text is where its span says."""
    messages = {message.index: message for message in run.conversation.messages}
    spans: dict[int, list[Span]] = {}
    for unit in run.units:
        assert unit.text == unit.span.of(messages[unit.message].text)
        if unit.kind != "call":
            spans.setdefault(unit.message, []).append(unit.span)
    assert len({unit.id for unit in run.units}) == len(run.units)
    for message in messages.values():
        if message.role != "tool" and message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT):
            found = spans.get(message.index, [])
            assert all(a.end == b.start and b.start < b.end for a, b in pairwise(found)), found
            assert (found[0].start, found[-1].end) == (0, len(message.text)) if found else not message.text
    for item in run.skeleton.items:
        assert item.covers or item.text == item.span.of(messages[item.message].text)
    assert [unit.id for unit in run.units] == [verdict.unit for verdict in run.verdicts]
    assert [unit.id for unit in run.units] == [decision.unit for decision in run.decisions]


@pytest.mark.parametrize("path", [*CORPORA, DEMO], ids=lambda path: path.stem)
def test_links_lead_to_a_line_that_leads_back(path: Path) -> None:
    """Who replaced or contradicts a line stands in the skeleton under that id, and says so too."""
    by_id: dict[str, list[Item]] = {}
    for item in compact(path.read_bytes(), name=path.name).skeleton.items:
        by_id.setdefault(item.id, []).append(item)
    dangling = []
    for item in (item for found in by_id.values() for item in found):
        winner = by_id.get(item.superseded_by or "", [])
        if item.superseded_by and not any(item.id in other.supersedes for other in winner):
            dangling.append((item.id, "superseded_by", item.superseded_by, item.text))
        for id in item.conflicts_with:
            if not any(item.id in other.conflicts_with for other in by_id.get(id, [])):
                dangling.append((item.id, "conflicts_with", id, item.text))
    assert dangling == []


def bare(value: Any) -> Any:
    """JSON without what tells the time."""
    if isinstance(value, dict):
        return {key: bare(inner) for key, inner in value.items() if key not in TIMES}
    return [bare(inner) for inner in value] if isinstance(value, list) else value


def as_json(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(rendered(run, "json"))
    return found


@given(talks, st.sampled_from([0, 1, 5]))
def test_units_tile_the_text_and_items_quote_it(messages: list[dict[str, Any]], recent: int) -> None:
    holds(walk(messages, recent=recent))


@pytest.mark.parametrize("path", [*CORPORA, DEMO], ids=lambda path: path.stem)
def test_units_tile_the_text_and_items_quote_it_in_the_corpora(path: Path) -> None:
    holds(compact(path.read_bytes(), name=path.name))


@pytest.mark.parametrize("form", FORMS)
@given(messages=talks, recent=st.sampled_from([0, 2, 9]))
def test_any_message_list_renders_in_every_shape(form: str, messages: list[dict[str, Any]], recent: int) -> None:
    try:
        run = compact(FORMS[form](messages), form, recent=recent)
    except ReadError:
        # Without a word or a call there is nothing to read. A neutral message is one even then.
        assert form != "neutral"
        assert not any(each["text"].strip() or "tool_calls" in each or each["role"] == "tool" for each in messages)
        return
    for shape in RENDERERS:
        assert rendered(run, shape).endswith("\n")


WHOLE = """
import json, sys
from fastjev import pipeline
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance
from fastjev.policy import DEFAULT
from fastjev.rulebook import load_core
core = load_core()
for path in sys.argv[1:]:
    run = pipeline.run(open(path, "rb").read(), path, rulebook=core)
    for shape in ("json", "text", "run"):
        print(json.dumps(RENDERERS[shape].render(run, provenance(rules=core.digest, policy=DEFAULT), 0.0)))
"""


def test_same_input_same_output_whatever_the_hash_seed() -> None:
    """Two fresh processes in which every set of strings is ordered another way."""
    paths = [*map(str, CORPORA[::3]), str(DEMO)]
    walks = [
        subprocess.Popen(
            [sys.executable, "-c", WHOLE, *paths],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    found = [process.communicate()[0].split(b"\n") for process in walks]
    assert [process.returncode for process in walks] == [0, 0]
    differing = [paths[n // 3] for n, (one, two) in enumerate(zip(*found, strict=True)) if one != two]
    assert len(found[0]) == 3 * len(paths) + 1
    assert differing == []


def pairs_are_whole(form: str, listed: list[dict[str, Any]]) -> None:
    """Every call is answered in the very next message, and nothing is answered that was not called."""
    open_ids: set[str] = set()
    for message in listed:
        content = message.get("content")
        blocks = content if isinstance(content, list) else []
        answers = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        answers += [message["tool_call_id"]] if message["role"] == "tool" else []
        assert set(answers) <= open_ids
        open_ids -= set(answers)
        made = [block["id"] for block in blocks if block["type"] == "tool_use"]
        made += [each["id"] for each in message.get("tool_calls", ())]
        if made or not answers:
            assert not open_ids, (form, message)
        open_ids |= set(made)
    assert not open_ids


@pytest.mark.parametrize("form", FORMS)
@given(messages=talks, recent=st.integers(0, 9))
def test_tool_pairs_stay_whole(form: str, messages: list[dict[str, Any]], recent: int) -> None:
    messages = [user("开始"), *messages]
    pairs_are_whole(form, json.loads(rendered(walk(messages, form=form, recent=recent), "messages")))


def timed(path: Path) -> list[dict[str, Any]]:
    """A corpus with times a minute apart, told from three zones in turn."""
    zones = [("Z", 0), ("+08:00", 8), ("-05:30", -5.5)]
    found = []
    for n, message in enumerate(json.loads(path.read_bytes())["messages"]):
        zone, hours = zones[n % 3]
        minutes = 24 * 60 + n + int(hours * 60)
        stamp = f"2026-05-{1 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:00{zone}"
        found.append({**message, "timestamp": stamp})
    return found


@given(path=st.sampled_from(CORPORA), random=st.randoms())
def test_a_flat_list_with_times_may_be_shuffled(path: Path, random: Any) -> None:
    messages = timed(path)
    shuffled = list(messages)
    random.shuffle(shuffled)
    assert as_json(compact(neutral(shuffled))) == as_json(compact(neutral(messages)))


def with_times_shuffled(raw: bytes, random: Any) -> bytes:
    rows = [json.loads(line) for line in raw.split(b"\n") if line]
    times = [row["timestamp"] for row in rows if "timestamp" in row]
    random.shuffle(times)
    for row in rows:
        if "timestamp" in row:
            row["timestamp"] = times.pop()
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


@given(path=st.sampled_from([DEMO, *CORPORA]), random=st.randoms())
def test_the_clocks_of_a_claude_code_session_decide_nothing(path: Path, random: Any) -> None:
    raw = path.read_bytes() if path == DEMO else claude_code(json.loads(path.read_bytes())["messages"])
    told, shuffled = (as_json(compact(each, "claude-code")) for each in (raw, with_times_shuffled(raw, random)))
    assert bare(shuffled) == bare(told)


@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.parametrize("path", [*CORPORA, DEMO], ids=lambda path: path.stem)
def test_compacting_a_skeleton_again_loses_no_constraint(path: Path, shape: str) -> None:
    survives(compact(path.read_bytes(), name=path.name), shape)


@pytest.mark.parametrize("shape", ["text", "json"])
@given(talk=st.one_of(st.tuples(talks, st.just(0)), st.tuples(tame, st.sampled_from([1, 2]))))
def test_any_skeleton_can_be_compacted_again(shape: str, talk: tuple[list[dict[str, Any]], int]) -> None:
    messages, recent = talk
    survives(walk([user("不要动production库的schema"), *messages], recent=recent), shape)


@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.parametrize("name", ["Bash", "a tool with blanks", "工具", "", ":"])
@pytest.mark.parametrize("given", [{}, {"command": "a {b} c"}, {"zero\u200bwidth": "\x7f"}, {"lone": "\ud800"}])
def test_a_skeleton_with_any_call_in_it_can_be_compacted_again(shape: str, name: str, given: dict[str, str]) -> None:
    asked = {"id": "c1", "name": name, "input": given}
    messages = [user("不要动production库的schema"), {"role": "assistant", "text": "", "tool_calls": [asked]}]
    survives(walk([*messages, tool("c1", "ok")], recent=1), shape)


def survives(run: Run, shape: str) -> None:
    """Three rounds: every line that binds still binds, worded alike; what no longer does is not back in force."""
    shown = visible if shape == "text" else str
    before = {
        zone: [line.strip() for text in texts_of(run, zone) for line in shown(text).split("\n")] for zone in BINDING
    }
    for _ in range(3):
        run = compact(rendered(run, shape).encode(), name="skeleton.txt" if shape == "text" else "skeleton.json")
        for zone, kept in before.items():
            found = "\n".join(texts_of(run, zone))
            assert [line for line in kept if line not in found] == []


@given(made=st.lists(texts(most=3), min_size=2, max_size=5), random=st.randoms())
def test_a_result_never_stands_before_its_call(made: list[str], random: Any) -> None:
    messages = [user("开始")]
    for n, text in enumerate(made):
        messages.append({"role": "assistant", "text": "", "tool_calls": [call(f"c{n}")]})
        messages.append(tool(f"c{n}", text))
    stamps = [f"2026-05-03T00:{n:02}:00Z" for n in range(len(messages))]
    random.shuffle(stamps)
    run = walk([{**message, "timestamp": stamp} for message, stamp in zip(messages, stamps, strict=True)])
    called: set[str] = set()
    for message in run.conversation.messages:
        called |= {made.id for made in message.calls}
        assert message.call_id is None or message.call_id in called


@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.parametrize("path", [*CORPORA, DEMO], ids=lambda path: path.stem)
def test_compacting_is_idempotent(path: Path, shape: str) -> None:
    """Every line keeps its zone, its status and its words; only links and ids are told anew."""
    run = compact(path.read_bytes(), name=path.name)
    again = compact(rendered(run, shape).encode(), name=f"skeleton.{'txt' if shape == 'text' else 'json'}")
    assert lines(again) == lines(run)


def lines(run: Run) -> list[tuple[Zone, Status, str]]:
    return sorted((item.zone, item.status, " ".join(visible(item.text).split())) for item in run.skeleton.items)
