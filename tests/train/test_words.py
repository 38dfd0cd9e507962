"""What training learns about words of results, on conversations with known answers."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from sessions import write
from talks import NO_REAL, REAL, assistant, call, core, neutral, tool, user

from fastjev import model, readers
from fastjev.ask import load
from fastjev.cli import cli
from fastjev.labels import Speaker
from fastjev.model.needed import TRAITS, check
from fastjev.policy import DEFAULT
from fastjev.stages.segment import segment
from fastjev.train.word_rows import Words, words

Dict = dict[str, Any]
CALLS = 6
"""The cuts come behind the fifth and the sixth call."""


def learned(*after: Dict, before: tuple[Dict, ...] = (), results: tuple[str, ...] = ()) -> Words:
    """A session with six calls; `results` are what the first of them bring, the rest brings 完成."""
    talk = [user("查一下 slow_query_7，看看为什么慢")]
    for n, text in enumerate((*results, *["完成"] * (CALLS - len(results)))):
        talk += [assistant("", call(f"t{n}", "Bash", command="make")), tool(f"t{n}", text)]
    conversation = readers.read(neutral([*talk, *before, assistant("好了"), *after]), "talk.json", None)
    return words(conversation, segment(conversation, core(), DEFAULT))


def trait(found: Words, name: str) -> list[float]:
    return [float(value) for value in found.traits[:, TRAITS.index(name)]]


def needed(*after: Dict, result: str = "端口port_1改了") -> list[int]:
    return [int(value) for value in learned(*after, results=(result,)).needed]


USED = {
    "a person": ([user("那 port_1 呢")], 1),
    "人，句子当中": ([user("把port_1改掉")], 1),
    "the assistant": ([assistant("port_1 is open")], 1),
    "an input": ([assistant("", call("x", "Bash", command="curl :80/port_1"))], 0),
    "an input, the word by itself": ([assistant("", call("x", "Bash", command="echo port_1"))], 1),
    "nobody": ([user("好的 thanks")], 0),
    "a result only": ([assistant("", call("x", "Bash", command="make")), tool("x", "port_1")], 0),
    "a result brought it first": (
        [assistant("", call("x", "Bash", command="make")), tool("x", "port_1"), user("port_1 在哪")],
        0,
    ),
    "a result brings it afterwards": (
        [user("port_1 在哪"), assistant("", call("x", "Bash", command="make")), tool("x", "port_1")],
        1,
    ),
    "the harness brought it first": ([{"role": "system", "text": "port_1"}, user("port_1 在哪")], 0),
}


@pytest.mark.parametrize(("after", "answer"), USED.values(), ids=USED)
def test_a_word_is_needed_where_somebody_uses_it_before_anything_brings_it_again(
    after: list[Dict], answer: int
) -> None:
    found = needed(*after)
    assert found[0] == found[1] == answer


def test_what_a_person_had_said_is_no_row() -> None:
    assert needed(user("slow_query_7 怎么样"), result="slow_query_7 端口port_1") == [0, 0]
    assert len(learned(results=("slow_query_7",))) == 0


def test_the_last_exchange_that_brought_a_word_gives_its_age_and_size() -> None:
    found = learned(results=("row_1 " * 9, "row_1", "row_2" * 3))
    # Behind the fifth call three follow the second, behind the sixth four.
    ages, sizes = trait(found, "age"), trait(found, "size")
    assert ages == pytest.approx(np.log1p([2, 3, 3, 4]))
    assert sizes == pytest.approx(np.log1p([15, 5, 15, 5]))


def test_traits_tell_numbers_inputs_and_what_the_assistant_said() -> None:
    said = (assistant("看 row_1 和991", call("y", "Bash", command="grep row_3")), tool("y", "完成"))
    found = learned(before=said, results=("row_1 row_3 991 x9y8z7_",))
    last = found.traits[-4:]
    # In the order of bytes: 991, row_1, row_3, x9y8z7_.
    assert last[:, TRAITS.index("number")].tolist() == [1, 0, 0, 0]
    assert last[:, TRAITS.index("digits")].tolist() == [1, 1, 1, 1]
    assert last[:, TRAITS.index("said")].tolist() == [1, 1, 0, 0]
    assert last[:, TRAITS.index("in_inputs")].tolist() == [0, 0, 1, 0]


def test_the_answer_about_its_result_is_the_models() -> None:
    found = learned(results=("port_1 端口", "row_1 行"))
    asks = model.default()
    own = [asks.noul("result", values) for values in found.exchanges]
    assert trait(found, "result") == [0.0] * len(found)
    assert found.under(asks)[:, TRAITS.index("result")].tolist() == [own[owner] for owner in found.owner]
    assert len(set(found.owner.tolist())) == len(found)


def test_traits_at_a_cut_do_not_depend_on_what_follows() -> None:
    results = ("port_1 row_1", "991 端口port_2")
    one = learned(user("port_1"), results=results)
    other = learned(user("row_1 不对"), assistant("991", call("x", "Edit", file_path="port_2")), results=results)
    assert (one.traits == other.traits).all()
    assert (one.exchanges == other.exchanges).all()
    assert one.needed.tolist() != other.needed.tolist()


def test_a_session_without_tools_has_no_rows() -> None:
    conversation = readers.read(neutral([user("你好"), assistant("hi")]), "talk.json", None)
    assert Counter(message.speaker for message in conversation.messages)[Speaker.TOOL] == 0
    found = words(conversation, segment(conversation, core(), DEFAULT))
    assert (len(found), found.under(model.default()).shape) == (0, (0, len(TRAITS)))


# The command


def train(*args: str) -> Result:
    return CliRunner().invoke(cli, ["train", "words", *args])


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path, Result]:
    folder = tmp_path_factory.mktemp("words")
    paths = write(folder, 8)
    run = train(*paths, "-o", str(folder / "权重.json"))
    assert run.exit_code == 0, run.stderr
    return paths, folder / "权重.json", run


def test_the_same_sessions_give_the_same_bytes(trained: tuple[list[str], Path, Result], tmp_path: Path) -> None:
    paths, first, _ = trained
    second = tmp_path / "again.json"
    assert train(*reversed(paths), "-o", str(second)).exit_code == 0
    assert second.read_bytes() == first.read_bytes()
    assert second.with_suffix(".md").read_bytes() == first.with_suffix(".md").read_bytes()


def test_weights_load_and_hold_no_text(trained: tuple[list[str], Path, Result]) -> None:
    paths, weights, _ = trained
    found = load(weights)
    check(found, weights)
    card = weights.with_suffix(".md").read_text("utf-8")
    assert found.trained["sessions"] == len(paths)
    assert found.digest in card
    assert model.default().version in card
    held = weights.read_text("utf-8") + card
    assert [word for word in ("var_", "模块", "登录", "会话", str(weights.parent)) if word in held] == []


def test_the_report_stands_beside_what_needs_no_model(trained: tuple[list[str], Path, Result]) -> None:
    _, _, run = trained
    for expected in ("session left out", "recency alone", "smallness alone", "calibration error", "in_inputs"):
        assert expected in run.stdout
    assert "written: " in run.stderr


def test_json_is_the_same_report_and_nothing_is_written_unasked(
    trained: tuple[list[str], Path, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = train(*trained[0], "--json")
    tree = json.loads(run.stdout)
    (judged,) = tree["judged"]
    assert (judged["rows"], judged["yes"]) == (tree["trained"]["rows"], tree["trained"]["needed"])
    assert judged["rows"] == sum(one["rows"] for one in judged["bins"])
    assert 0 < judged["yes"] < judged["rows"]
    left_out, _, recency, _ = judged["rankings"]
    # A name that is used again is used within eight calls, so that age tells; it is not all that does.
    assert left_out["pooled"] > recency["pooled"] > 0.5
    assert "next: " in run.stderr
    assert [*tmp_path.iterdir()] == []


def test_thin_data_is_refused_with_what_is_missing(trained: tuple[list[str], Path, Result], tmp_path: Path) -> None:
    few = train(*trained[0][:3])
    assert (few.exit_code, few.stdout) == (2, "")
    assert "3 of 6 sessions" in few.stderr
    idle = []
    for number in range(6):
        talk = [user("查")]
        for n in range(8):
            talk += [assistant("", call(f"t{n}", "Read", file_path="a.py")), tool(f"t{n}", f"row_{number}_{n}")]
        idle.append(tmp_path / f"{number}.json")
        idle[-1].write_bytes(neutral([*talk, user("好")], f"s{number}"))
    never = train(*map(str, idle))
    assert (never.exit_code, never.stdout) == (2, "")
    assert "result = yes needs 20 more rows" in never.stderr


def test_a_name_for_which_no_card_can_be_named_is_refused(trained: tuple[list[str], Path, Result]) -> None:
    run = train(*trained[0], "-o", "mine.md")
    assert run.exit_code == 2
    assert "give -o a name in .json" in run.stderr


@pytest.mark.skipif(not REAL.exists(), reason=NO_REAL)
def test_the_shipped_weights_are_what_training_gives() -> None:
    run = train(*(str(path) for path in sorted((REAL / "claude-code").glob("*.jsonl"))), "--json")
    assert run.exit_code == 0, run.stderr
    tree = json.loads(run.stdout)
    (judged,) = tree["judged"]
    own, _, *others = judged["rankings"]
    assert own["pooled"] > max(other["pooled"] for other in others)
    assert own["within"] > max(other["within"] for other in others)
    assert judged["error"] < 0.01
    counts = ("sessions", "rows", "needed", "seed")
    shipped = load(Path(model.__file__).parents[2] / "models" / "words.json").trained
    assert {name: shipped[name] for name in counts} == {name: tree["trained"][name] for name in counts}
