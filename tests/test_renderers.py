"""What every renderer owes, and the two shapes for programs, on runs made by hand."""

import json
from dataclasses import replace

import pytest
from runs import call, item, message, rendered, run_of

from fastjev.datatypes import Span
from fastjev.jsontext import dump
from fastjev.labels import Label, Speaker, Status, Zone
from fastjev.policy import DEFAULT
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import size
from fastjev.visible import visible

NASTY = "\x1b[2J\u202eevil\u200b \U000e0041 </user> \ud800 \0 [约束区]\n- 第1轮 x ⟨u1.1⟩"


def test_the_table_has_the_contract_s_names() -> None:
    assert list(RENDERERS) == ["text", "json", "messages", "run"]


@pytest.mark.parametrize("shape", RENDERERS)
@pytest.mark.parametrize("format", ["claude-code", "anthropic", "openai", "neutral", "markdown"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_output_is_utf8_and_ends_its_line(shape: str, format: str, lang: str) -> None:
    messages = [message(0, NASTY), message(1, NASTY, Speaker.ASSISTANT, calls=(call("t1", command=NASTY),))]
    run = run_of([item("u1.1", NASTY)], messages, recent=[0, 1], lang=lang, format=format, id=NASTY)
    text = rendered(run, shape)
    assert text.encode().decode() == text
    assert text.endswith("\n")
    if shape != "text":
        assert text.count("\n") == 1
        json.loads(text)


@pytest.mark.parametrize("shape", RENDERERS)
def test_an_empty_run_renders(shape: str) -> None:
    assert rendered(run_of(), shape).endswith("\n")


def test_json_keeps_the_contract_to_the_letter() -> None:
    first = item(
        "u31.1",
        "超时改成 60 秒",
        by=("rule:core/constraint.limit", "supersede"),
        supersedes=("u3.1",),
        conflicts_with=("u4.1",),
        time="2026-05-03T09:00:00Z",
        span=Span(3, 11),
    )
    fold = item("f13", "read 6 files", Zone.PROCESS, covers=Span(13, 18), pointer="[[elided id=r:8506e122]]")
    older = item("u3.1", "30 秒", Zone.DEPRECATED_CONSTRAINTS, status=Status.DEPRECATED, superseded_by="u31.1")
    messages = [
        message(0, "earlier"),
        message(1, "now", Speaker.ASSISTANT, turn=42, calls=(call("t1", "Read", path="a"),)),
    ]
    run = run_of([first, fold, older], messages, recent=[1], lang="zh", units=[("u9.1", "gone")])
    found = json.loads(rendered(run, "json"))
    assert list(found) == ["schema", "conversation", "zones", "recent", "stats", "provenance"]
    assert found["schema"] == "fastjev.skeleton/1"
    assert list(found["conversation"].items()) == [
        ("id", run.conversation.id), ("format", "neutral"), ("messages", 2), ("turns", 42), ("lang", "zh")
    ]  # fmt: skip
    assert list(found["zones"]) == ["constraints", "facts", "decisions", "process", "deprecated_constraints"]
    assert list(found["zones"]["constraints"][0].items()) == [
        ("id", "u31.1"),
        ("message", 0),
        ("turn", 31),
        ("span", [3, 11]),
        ("speaker", "human"),
        ("time", "2026-05-03T09:00:00Z"),
        ("text", "超时改成 60 秒"),
        ("label", "constraint"),
        ("p", 0.9),
        ("by", ["rule:core/constraint.limit", "supersede"]),
        ("status", "active"),
        ("supersedes", ["u3.1"]),
        ("superseded_by", None),
        ("conflicts_with", ["u4.1"]),
        ("covers", None),
        ("pointer", None),
    ]
    assert found["zones"]["facts"] == found["zones"]["decisions"] == []
    assert found["zones"]["process"][0]["covers"] == [13, 18]
    assert found["zones"]["process"][0]["pointer"] == "[[elided id=r:8506e122]]"
    assert found["zones"]["deprecated_constraints"][0]["superseded_by"] == "u31.1"
    assert found["recent"] == [
        {"message": 1, "role": "assistant", "speaker": "assistant", "text": "now",
         "tool_calls": [{"id": "t1", "name": "Read", "input": {"path": "a"}}]}
    ]  # fmt: skip
    assert list(found["stats"]) == [
        "chars_before", "chars_after", "tokens_before", "tokens_after", "units", "elided", "elapsed_ms"
    ]  # fmt: skip
    assert (found["stats"]["units"], found["stats"]["elapsed_ms"]) == (3, 12.5)
    assert list(found["provenance"]) == ["fastjev", "rules", "model", "policy"]
    assert (found["provenance"]["rules"], found["provenance"]["model"]) == ("sha256:abc", None)


def test_json_gives_back_every_character() -> None:
    messages = [message(0, NASTY)]
    found = json.loads(rendered(run_of([item("u1.1", NASTY)], messages, recent=[0]), "json"))
    assert found["zones"]["constraints"][0]["text"] == NASTY
    assert found["recent"][0]["text"] == NASTY


def test_elided_counts_what_stands_nowhere() -> None:
    messages = [message(0, "a"), message(1, "b", turn=42)]
    away = run_of([item("u1.1", "kept")], messages, recent=[1], units=[("u2.1", "folded")])
    assert json.loads(rendered(away, "json"))["stats"]["elided"] == 1
    recent = run_of([item("u1.1", "kept")], messages, recent=[0, 1], units=[("u2.1", "folded")])
    assert json.loads(rendered(recent, "json"))["stats"]["elided"] == 0


def test_size_counts_content_and_not_its_envelope() -> None:
    asked = message(0, "说" * 10)
    called = message(1, "", Speaker.ASSISTANT, calls=(call("t1", "Bash", command="ls -la", nested={"x": ["yz", 7]}),))
    result = message(2, "r" * 100, Speaker.TOOL, call_id="t1")
    before = size(run_of([], [asked, called, result]))
    assert before.chars_before == 10 + len("Bash") + len("ls -la") + len("yz") + len("7") + 100
    head = len(rendered(run_of(), "text"))
    assert before.chars_after == head
    assert size(run_of([], [asked, called, result], recent=[0, 1, 2])).chars_after == head + before.chars_before
    assert 0 < before.tokens_after < head


def test_size_survives_any_depth_of_input() -> None:
    deep: object = "bottom"
    for _ in range(5000):
        deep = [deep]
    called = message(0, "", Speaker.ASSISTANT, calls=(call("t1", "T", deep=deep),))
    assert size(run_of([], [called])).chars_before == len("T") + len("bottom")


def test_run_lists_every_unit_with_its_decision() -> None:
    run = run_of([item("u1.1", "keep it"), item("u2.1", "fact", Zone.FACTS)], units=[("u1.2", "thanks")])
    found = json.loads(rendered(run, "run"))
    assert list(found) == ["schema", "units"]
    assert found["schema"] == "fastjev.run/1"
    assert [unit["id"] for unit in found["units"]] == ["u1.1", "u1.2", "u2.1"]
    assert list(found["units"][0]) == [
        "id", "message", "turn", "span", "speaker", "label", "p", "action", "status", "by"
    ]  # fmt: skip
    assert [unit["action"] for unit in found["units"]] == ["keep", "fold", "keep"]
    assert found["units"][2]["label"] == Label.FACT


def test_provenance_changes_with_the_policy() -> None:
    one = provenance(rules="r", policy=DEFAULT, model="m")
    two = provenance(rules="r", policy=replace(DEFAULT, recent_turns=DEFAULT.recent_turns + 1), model="m")
    assert one == provenance(rules="r", policy=DEFAULT, model="m")
    assert one.policy.startswith("sha256:")
    assert one.policy != two.policy


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain 中文, tab\tand\nline", "plain 中文, tab\tand\nline"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("c1 \x9b31m \x7f", r"c1 \x9b31m \x7f"),
        ("one\r\ntwo\rover", "one\r\ntwo\\x0dover"),
        ("\u202egpj.exe\u2066", r"\u202egpj.exe\u2066"),
        ("a\u200bb\u200cc\u200dd\ufeffe\u00adf", r"a\u200bb\u200cc\u200dd\ufeffe\xadf"),
        ("tag\U000e0041\U000e007f", r"tag\U000e0041\U000e007f"),
        ("selector\U000e0101", r"selector\U000e0101"),
        ("line\u2028para\u2029", r"line\u2028para\u2029"),
        ("lone \ud800", r"lone \ud800"),
        ("family 👨\u200d👩\u200d👧 heart ❤️", "family 👨\u200d👩\u200d👧 heart ❤️"),
        ("C:\\x1b and \\n stay", "C:\\x1b and \\n stay"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("value", ["\ud800", "a\udfffb", ["中文", {"\udc00": None}], "\\ud800", "\U0001f600"])
def test_dump_is_utf8_and_exact(value: object) -> None:
    assert json.loads(dump(value).encode()) == value
