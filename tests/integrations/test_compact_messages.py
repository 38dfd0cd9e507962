"""`compact_messages`: what comes out of a message list, what stays the very object it was, and what is refused."""

import copy
import importlib.util
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talks import ROOT, core

import fastjev
from fastjev import Compacted, compact_messages
from fastjev.errors import FastjevError, ReadError, StoreError, UsageError
from fastjev.integrations.message_list import paired
from fastjev.labels import Zone
from fastjev.policy import DEFAULT

Dict = dict[str, Any]
RULE = "不要动production库的schema"
SYSTEM = {"role": "system", "content": "be brief"}
PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}


def anthropic(turn: int, said: str, *, printed: str = "ok\n" * 400, **block: Any) -> list[Dict]:
    return [
        {"role": "user", "content": [{"type": "text", "text": said, **block}]},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm", "signature": "s"},
                {"type": "text", "text": f"On it, {turn}."},
                {"type": "tool_use", "id": f"t{turn}", "name": "Bash", "input": {"command": f"make {turn}"}},
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": f"t{turn}", "content": f"{turn}\n{printed}"}],
        },
        {"role": "assistant", "content": f"Step {turn} is done."},
    ]


def openai(turn: int, said: str, *, printed: str = "ok\n" * 400, **_: Any) -> list[Dict]:
    function = {"name": "bash", "arguments": json.dumps({"command": f"make {turn}"})}
    call = {"id": f"t{turn}", "type": "function", "function": function}
    return [
        {"role": "user", "content": said},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"t{turn}", "content": f"{turn}\n{printed}"},
        {"role": "assistant", "content": f"Step {turn} is done."},
    ]  # fmt: skip


FORMS = {"anthropic": anthropic, "openai": openai}


def talk(form: str, turns: int, first: int = 1) -> list[Dict]:
    said = {1: RULE, 2: "the payment timeout is 30 s", 3: "the payment timeout is 45 s, not 30"}
    found = [each for turn in range(first, first + turns) for each in FORMS[form](turn, said.get(turn, f"run {turn}"))]
    return [SYSTEM, *found] if form == "openai" and first == 1 else found


def text_of(message: Dict) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def skeleton(done: Compacted) -> str:
    return next(text for each in done.messages if each["content"] and "[fastjev " in (text := text_of(each)))


def ids(messages: list[Dict]) -> tuple[list[str], list[str]]:
    """Of calls and of results, in order."""
    blocks = [each for m in messages if isinstance(m["content"], list) for each in m["content"]]
    made = [each["id"] for each in blocks if each["type"] == "tool_use"]
    made += [call["id"] for m in messages for call in m.get("tool_calls") or ()]
    given = [each["tool_use_id"] for each in blocks if each["type"] == "tool_result"]
    return made, given + [m["tool_call_id"] for m in messages if m["role"] == "tool"]


@pytest.mark.parametrize("form", FORMS)
def test_the_skeleton_first_and_then_the_very_same_messages(form: str) -> None:
    messages = talk(form, 8)
    before = copy.deepcopy(messages)
    done = compact_messages(messages, recent=2)
    front = 1 if form == "openai" else 0
    assert messages == before
    assert done.messages[:front] == messages[:front]
    assert done.messages[front] == {"role": "user", "content": skeleton(done)}
    assert [id(each) for each in done.messages[front + 1 :]] == [id(each) for each in messages[-8:]]
    assert skeleton(done).endswith("[last 2 turns, verbatim]\n") or skeleton(done).endswith("[最近2轮原文]\n")
    assert RULE in skeleton(done) and "run 8" not in skeleton(done).replace("run 8 ⟨", "")
    assert done.run.conversation.format == form
    assert done.sizes.tokens_after < done.sizes.tokens_before / 2
    assert "[[elided" not in skeleton(done)
    made = next(each for each in done.elided if each.id == "u1.3" or each.text == "1\n" + "ok\n" * 400)
    assert done.expand(made.id) == done.expand(made.pointer) == "1\n" + "ok\n" * 400


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("recent", [0, 1, 3])
def test_its_own_output_is_left_alone(form: str, recent: int) -> None:
    done = compact_messages(talk(form, 7), recent=recent)
    again = compact_messages(done.messages, recent=recent)
    assert (again.messages, again.session, again.elided) == (done.messages, done.session, ())
    assert [id(each) for each in again.messages] == [id(each) for each in done.messages]


@pytest.mark.parametrize("form", FORMS)
def test_over_many_rounds_turns_go_on_counting_and_nothing_settled_changes(form: str, project: Path) -> None:
    messages: list[Dict] = []
    for turn in range(1, 13):
        messages = compact_messages([*messages, *talk(form, 1, turn)], recent=2, project=project).messages
        again = compact_messages(messages, recent=2, project=project)
        assert again.messages == messages
        made, given = ids(messages)
        assert made == given
    done = again
    assert done.run.conversation.turns == 12
    rules = [(item.turn, item.text) for item in done.run.skeleton.items if item.zone == Zone.CONSTRAINTS]
    assert (1, RULE) in rules and (3, "the payment timeout is 45 s, not 30") in rules
    void = [item.text for item in done.run.skeleton.items if item.zone == Zone.DEPRECATED_CONSTRAINTS]
    assert void == ["the payment timeout is 30 s"]
    shown = [line for line in skeleton(done).splitlines() if "[[elided id=" in line]
    for turn in range(1, 11):
        line = next(line for line in shown if line.startswith(f"- turn {turn} "))
        assert f"{turn}\n" + "ok\n" * 400 in done.expand("[[" + line.partition("[[")[2])


def test_carried_lines_keep_the_time_they_were_said(project: Path) -> None:
    messages = [{**each, "timestamp": f"2026-05-03T09:{at:02}:00Z"} for at, each in enumerate(talk("openai", 4)[1:])]
    done = compact_messages(messages, recent=1)
    more = compact_messages([*done.messages, *talk("openai", 2, 5)], recent=1)
    for told in (done, more):
        rule = next(line for line in skeleton(told).splitlines() if RULE in line)
        assert rule.startswith("- turn 1 ") and rule.endswith(", 2026-05-03 09:00⟩")


def test_a_cache_mark_stays_where_it_was() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    messages = [*talk("anthropic", 3), *anthropic(4, "run 4", **mark)]
    done = compact_messages(messages, recent=1)
    assert done.messages[1] is messages[-4] and done.messages[1]["content"][0]["cache_control"]
    first = {"role": "user", "content": [{"type": "text", "text": skeleton(done), **mark}], "name": "record"}
    more = compact_messages([first, *done.messages[1:], *anthropic(5, "run 5")], recent=1)
    assert more.messages[0] == {**first, "content": [{**first["content"][0], "text": skeleton(more)}]}
    assert "turns 1–5" in skeleton(more) and "turns 1–4" in skeleton(done)


def test_a_prompt_in_one_message_with_results_brings_the_calls_along() -> None:
    messages = talk("anthropic", 3)
    del messages[-1]
    messages[-1]["content"].append({"type": "text", "text": "and never push on a Friday"})
    messages.append({"role": "assistant", "content": "Noted."})
    done = compact_messages(messages, recent=1)
    assert done.messages[1:] == messages[-3:]
    assert ids(done.messages) == (["t3"], ["t3"])
    assert compact_messages(done.messages, recent=1).run.conversation.turns == done.run.conversation.turns == 4


def test_parallel_calls_stay_with_all_their_results() -> None:
    calls = [{"type": "tool_use", "id": f"p{n}", "name": "Read", "input": {"path": f"{n}"}} for n in range(10)]
    given = [{"type": "tool_result", "tool_use_id": f"p{n}", "content": "x"} for n in range(10)]
    parallel = [{"role": "user", "content": "read all"}, {"role": "assistant", "content": calls}]
    messages = [*talk("anthropic", 3), *parallel, {"role": "user", "content": given}]
    done = compact_messages(messages, recent=1)
    assert done.messages[1:] == messages[-3:]


def test_an_open_call_at_the_end_stays_open_and_an_orphan_goes() -> None:
    orphan = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "gone", "content": "x"}]}
    messages = [*talk("anthropic", 3), *anthropic(4, "run 4")[:1], orphan, *anthropic(5, "run 5")[:2]]
    done = compact_messages(messages, recent=2)
    assert done.messages[1:] == [messages[-4], *messages[-2:]]
    assert ids(done.messages) == (["t5"], [])


def test_a_picture_is_a_prompt_and_stays_with_its_answer() -> None:
    messages = [
        *talk("anthropic", 3),
        {"role": "user", "content": [PICTURE]},
        {"role": "assistant", "content": "A cat."},
    ]
    done = compact_messages(messages, recent=1)
    assert done.messages[1:] == messages[-2:]
    assert compact_messages(messages[-2:-1]).messages == messages[-2:-1]


DOCUMENT = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "use port 8123"}}
URL = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
SHOWN: list[tuple[Dict, str]] = [
    (PICTURE, "aGk="),
    (DOCUMENT, "use port 8123"),
    (URL, '{"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}'),
    ({"type": "tool_result", "tool_use_id": "t1", "content": [PICTURE]}, "aGk="),
]


@pytest.mark.parametrize("archived", [True, False])
@pytest.mark.parametrize(("block", "data"), SHOWN, ids=lambda value: str(value)[:30])
def test_a_picture_that_goes_out_is_had_by_its_pointer(block: Dict, data: str, archived: bool, project: Path) -> None:
    messages = talk("anthropic", 6)
    messages[2]["content"].append(block)
    done = compact_messages(messages, recent=1, project=project if archived else None)
    (pointer,) = {each.pointer for each in done.elided if each.pointer.startswith("i:")}
    assert done.notes == (f"pictures or documents went out; expand gives their data: {pointer}",)
    assert done.expand(pointer) == data
    if archived:
        more = compact_messages([*done.messages, *talk("anthropic", 2, 7)], recent=1, project=project)
        assert (more.expand(pointer), more.notes) == (data, ())


def test_a_block_of_a_kind_that_is_not_read_is_named() -> None:
    messages = talk("anthropic", 6)
    messages[1]["content"].append({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}})
    done = compact_messages(messages, recent=1)
    assert done.notes == ("messages[1]['content'][3]: a block of the type 'server_tool_use' went out unread",)


@pytest.mark.parametrize("kind", [{}, {"type": "input_text"}])
def test_a_block_with_a_text_is_read_whatever_its_type_is_called(kind: Dict) -> None:
    done = compact_messages([{"role": "user", "content": [{**kind, "text": RULE}]}, *talk("openai", 4, 4)], recent=1)
    assert RULE in skeleton(done)


@pytest.mark.parametrize("form", FORMS)
def test_sizes_are_those_of_the_list_in_every_round(form: str, project: Path) -> None:
    said = [{"role": "user", "content": f"look {n}"} for n in range(9)]
    lists = [[SYSTEM, *said], [*talk(form, 9, 20)]]
    messages: list[Dict] = []
    for more in lists:
        handed = [*messages, *more]
        done = compact_messages(handed, recent=1, project=project)
        for count, which in ((done.sizes.chars_before, handed), (done.sizes.chars_after, done.messages)):
            assert count == sum(len(text) for text in _read(which))
        messages = done.messages
    again = compact_messages(messages, recent=1, project=project)
    assert (again.sizes.chars_before, again.sizes.chars_after) == (done.sizes.chars_after,) * 2


def _read(messages: list[Dict]) -> list[str]:
    """Texts, results, names and inputs of calls."""
    found: list[str] = []
    for each in messages:
        content = each["content"] or []
        for block in [{"text": content}] if isinstance(content, str) else content:
            found += [block.get("text", ""), block.get("name", ""), block.get("content", "")]
            found += block.get("input", {}).values()
        for call in each.get("tool_calls", ()):
            found += [call["function"]["name"], *json.loads(call["function"]["arguments"]).values()]
    return found


def test_what_the_operator_says_is_never_taken_out() -> None:
    late = {"role": "developer", "content": "from now on, answer in English"}
    messages = [*talk("openai", 3), late, *talk("openai", 3, 4)]
    done = compact_messages(messages, recent=1)
    assert done.messages[:2] == [SYSTEM, late] and skeleton(done) == done.messages[2]["content"]
    assert "answer in English" not in skeleton(done) and "be brief" not in skeleton(done)


def test_words_beneath_a_skeleton_are_the_person_s() -> None:
    done = compact_messages(talk("openai", 4), recent=0)
    first = {"role": "user", "content": skeleton(done) + "\nand never push on a Friday"}
    again = compact_messages([first], recent=1)
    assert again.messages == [first]
    more = compact_messages([first, *talk("openai", 1, 6)], recent=2, budget=1)
    assert more.messages[0]["content"] == skeleton(more) != skeleton(done)
    assert more.messages[1] == {"role": "user", "content": "and never push on a Friday"}
    assert more.run.conversation.turns == 6
    mixed = {"role": "user", "content": [{"type": "text", "text": skeleton(done)}, {"type": "text", "text": "run 5"}]}
    more = compact_messages([mixed, *talk("anthropic", 1, 6)[1:]], recent=1, budget=1)
    assert more.messages[1] == {"role": "user", "content": [{"type": "text", "text": "run 5"}]}


@dataclass
class Block:
    """As an SDK returns it."""

    type: str
    text: str
    citations: None = None

    def model_dump(self, *, mode: str, exclude_unset: bool) -> Dict:
        return {"type": self.type, "text": self.text}


def test_objects_of_an_sdk_are_read_and_come_back() -> None:
    messages = [*talk("anthropic", 3), {"role": "user", "content": "run 4"}]
    messages.append({"role": "assistant", "content": [Block("text", "Step 4.")]})
    done = compact_messages(messages, recent=1)
    assert done.messages[-1] is messages[-1] and isinstance(messages[-1]["content"][0], Block)
    assert done.run.conversation.messages[-1].text == "Step 4."


def test_short_lists_come_back_as_they_are(project: Path) -> None:
    for messages in ([], [SYSTEM], talk("openai", 5), talk("anthropic", 2), [{"role": "user", "content": "hi"}]):
        done = compact_messages(messages, project=project)
        assert done.messages == messages and done.elided == ()
        assert done.sizes.chars_before == done.sizes.chars_after == sum(map(len, _read(messages)))
    with pytest.raises(StoreError, match="nothing is archived"):
        done.expand("u1.1")
    for wrong in (None, 5, b"u1.1"):
        with pytest.raises(TypeError, match="id: is of the type"):
            done.expand(wrong)  # type: ignore[arg-type]


def test_a_session_and_a_project_are_asked_for_by_name(project: Path) -> None:
    (project / ".fastjev" / "rules" / "bad.yaml").write_text("fastjev: 1\npack: ???\n")
    done = compact_messages(talk("openai", 7), project=str(project), session="run-7", recent=1)
    assert (done.session == "run-7" and "session run-7 " in skeleton(done)) or "会话 run-7 " in skeleton(done)
    assert "[[elided id=" in skeleton(done) and "bad.yaml" in done.notes[0]
    more = compact_messages([*done.messages, *talk("openai", 2, 8)], project=project, recent=1)
    assert more.session == "run-7"
    assert more.expand("u1.2.call") == '{"command": "make 1"}'


def test_weights_of_the_project_that_cannot_be_used_are_named(project: Path) -> None:
    (project / ".fastjev" / "labels.json").write_text("{}")
    done = compact_messages(talk("openai", 7), project=project, recent=1)
    assert "[[elided id=" in skeleton(done) and "labels.json" in done.notes[0]


def test_a_uuid_is_found_again_by_its_beginning(project: Path) -> None:
    uuid = "5c0375b4-1111-4222-8333-444455556666"
    done = compact_messages(talk("openai", 7), project=project, session=uuid, recent=1)
    assert compact_messages([*done.messages, *talk("openai", 2, 8)], project=project, recent=1).session == uuid


def test_where_nothing_can_be_archived_it_goes_on_and_says_so(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FASTJEV_DATA", str(project / "talk.json"))
    done = compact_messages(talk("openai", 7), project=project, recent=1)
    assert done.notes and "[[elided" not in skeleton(done)
    assert done.expand("u1.2") == "1\n" + "ok\n" * 400


def test_budget_and_policy(project: Path) -> None:
    messages = talk("openai", 30)
    free = compact_messages(messages, recent=1)
    tight = compact_messages(messages, recent=1, budget=900)
    assert tight.sizes.tokens_after < free.sizes.tokens_after and RULE in skeleton(tight)
    from dataclasses import replace

    assert compact_messages(messages, policy=replace(DEFAULT, recent_turns=1)).messages == free.messages
    assert "[constraints]" in skeleton(compact_messages(messages, recent=1, lang="en"))


OK = {"role": "user", "content": "a"}
WRONG: list[tuple[object, type[Exception], str]] = [
    ({"messages": [OK]}, TypeError, r"messages: is of the type dict.*request\['messages'\]"),
    ("hi", TypeError, "messages: is of the type str"),
    (None, TypeError, "messages: is of the type NoneType"),
    ([{"role": "user", "content": " "}], ReadError, "messages: no text, call or result"),
    ([OK, "hi"], TypeError, r"messages\[1\]: is of the type str, not a mapping"),
    ([OK, {"content": "a"}], ReadError, r"messages\[1\]\['role'\]: is missing"),
    ([OK, {"role": "usr", "content": "a"}], ReadError, r"\[1\]\['role'\]: 'usr' is no role; did you mean 'user'\?"),
    ([OK, {"role": 5, "content": "a"}], ReadError, r"messages\[1\]\['role'\]: 5 is no role"),
    ([{"role": "user", "text": "a"}], ReadError, r"messages\[0\]: has no 'content'"),
    ([{"role": "user", "content": 5}], ReadError, r"messages\[0\]\['content'\]: is of the type int"),
    ([{"role": "user", "content": [5]}], ReadError, r"\[0\]\['content'\]\[0\]: is of the type int, not a block"),
    ([{"role": "assistant", "parts": [{"text": "a"}]}], ReadError, r"messages\[0\]: has no 'content'"),
    ([{"role": "user", "content": [{"txt": "a"}]}], ReadError, r"\[0\]\['content'\]\[0\]: is a block without a 'type'"),
    ([{"role": "user", "content": [{"text": 5}]}], ReadError, r"\[0\]\['content'\]\[0\]: is a block without a 'type'"),
    ([{"role": "user", "content": [{"type": "text"}]}], ReadError, r"\['content'\]\[0\]\['text'\]: is no text"),
    ([{"role": "user", "content": [{"type": 5}]}], ReadError, r"\['content'\]\[0\]\['type'\]: is of the type int"),
    (
        [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [{}]}]}],
        ReadError,
        r"messages\[0\]\['content'\]\[0\]\['content'\]\[0\]: is a block without a 'type'",
    ),
    ([{"role": "tool", "content": "a"}], ReadError, r"messages\[0\]\['tool_call_id'\]: is missing"),
    (
        [{"role": "user", "content": [{"type": "tool_result", "content": "a"}]}],
        ReadError,
        r"messages\[0\]\['content'\]\[0\]\['tool_use_id'\]: is missing",
    ),
    ([{"role": "assistant", "tool_calls": {}}], ReadError, r"messages\[0\]\['tool_calls'\]: is of the type dict"),
    ([{"role": "assistant", "tool_calls": [{}]}], ReadError, r"messages\[0\]\['tool_calls'\]\[0\]\['id'\]: is missing"),
    (
        [{"role": "user", "content": [{"type": "image", "source": {"data": b"x"}}]}],
        TypeError,
        r"messages\[0\]\['content'\]\[0\]\['source'\]\['data'\]: cannot be written as JSON: bytes",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("messages", "error", "said"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_no_message_list_is_named(messages: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        compact_messages(messages)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"recent": -1}, "recent: takes a whole number"),
        ({"budget": 1.5}, "budget: takes a whole number"),
        ({"lang": "fr"}, "lang: takes zh or en, not 'fr'"),
        ({"session": "a/b"}, "session: takes 1 to 40"),
        ({"session": ""}, "session: takes 1 to 40"),
        ({"project": "/nowhere/at/all"}, "is no folder"),
    ],
)
def test_options_that_are_none(more: Dict, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        compact_messages([OK], **more)


def test_lists_that_hold_themselves_or_go_too_deep_are_refused() -> None:
    ring: list[Any] = []
    ring.append(ring)
    deep: Any = "a"
    for _ in range(100_000):
        deep = [deep]
    for content in (ring, deep):
        with pytest.raises((TypeError, FastjevError), match=r"messages\[0\]"):
            compact_messages([{"role": "user", "content": [{"type": "x", "x": content}]}])


words = st.sampled_from(["run it", RULE, "ok", "use port 8080", "", "改成 45 秒"])
names = st.sampled_from(["a", "b", "c"])
block = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, words),
    st.builds(lambda id: {"type": "tool_use", "id": id, "name": "Bash", "input": {}}, names),
    st.builds(lambda id, text: {"type": "tool_result", "tool_use_id": id, "content": text}, names, words),
    st.just(PICTURE),
)
roles = st.sampled_from(["user", "assistant"])
message = st.one_of(
    st.builds(lambda role, content: {"role": role, "content": content}, roles, st.one_of(words, st.lists(block))),
    st.builds(lambda id, text: {"role": "tool", "tool_call_id": id, "content": text}, names, words),
    st.just(SYSTEM),
)  # fmt: skip


@given(messages=st.lists(message, min_size=1, max_size=12), recent=st.integers(0, 3))
def test_of_any_list_no_result_is_without_its_call_and_nothing_is_touched(messages: list[Dict], recent: int) -> None:
    messages = [OK, *messages]
    before = copy.deepcopy(messages)
    done = compact_messages(messages, recent=recent)
    assert messages == before
    known = {id(each) for each in messages}
    assert sum(id(each) not in known for each in done.messages) <= 1
    if done.messages != messages:
        made, given = ids(done.messages)
        assert set(given) <= set(made)
    again = compact_messages(done.messages, recent=recent)
    assert again.messages == done.messages
    assert again.run.conversation.turns == done.run.conversation.turns


def test_a_pair_is_never_parted() -> None:
    messages = talk("openai", 3)
    assert (paired(messages, {3, 5}), paired(messages, {2, 5})) == ({2, 3, 5}, {2, 3, 4, 5})


def test_the_example_keeps_its_history_within_its_window(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("api_loop", ROOT / "examples" / "api_loop.py")
    assert spec and spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    api = example.API()
    messages = example.main(api, str(project))
    assert RULE in messages[0]["content"] and "compacted: about" in capsys.readouterr().out
    expanded = [block["content"] for block in messages[-2]["content"] if block["type"] == "tool_result"]
    assert len(expanded) == 1 and expanded[0].endswith("payment 299 took 2093 ms\n")
    for request in api.requests:
        made, given = ids(request)
        assert made == given


def test_importing_fastjev_loads_nothing_of_it() -> None:
    code = "import fastjev, sys; print(fastjev.__version__, sorted(n for n in sys.modules if n.startswith('fastjev')))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert ran.stdout == f"{fastjev.__version__} ['fastjev']\n", ran.stderr
    with pytest.raises(AttributeError, match="no attribute 'compact'"):
        fastjev.compact  # noqa: B018
    assert core().digest
