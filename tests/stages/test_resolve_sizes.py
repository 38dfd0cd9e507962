"""The passes that shrink: exchanges to their telling lines, the assistant's prose to what tells something."""

from dataclasses import replace

import pytest
from rows import Row, after, assistant, human, result, scene_of

from fastjev.datatypes import Decision
from fastjev.policy import DEFAULT
from fastjev.stages.resolve.exchanges import exchanges
from fastjev.stages.resolve.passages import passages

FILLER = "plain words of no use\n" * 60


def kept(*rows: Row, **policy: object) -> list[str]:
    """What the first exchange among the rows keeps."""
    scene, _ = scene_of(rows)
    found = after(exchanges, *rows, policy=replace(DEFAULT, **policy))  # type: ignore[arg-type]
    at = next(at for at, unit in enumerate(scene.units) if unit.kind == "call")
    return [span.of(scene.units[at].text) for span in found[at].kept]


@pytest.mark.parametrize(
    "line",
    [
        "FAILED tests/test_a.py::test_prorate - AssertionError: 199.9 != 200",
        'ERROR: relation "t_refund" does not exist',
        "p99 latency: 512.38ms",
        "12 passed, 3 failed in 4.21s",
        "错误：找不到模块 billing",
        "max_connections = 100",
    ],
)
def test_telling_lines_stay(line: str) -> None:
    assert kept(human("跑测试"), result(FILLER + line + "\n" + FILLER)) == [line]


def test_what_the_talk_took_up_stays() -> None:
    listing = "".join(f"src/{a}{b}/index.ts\n" for a in "jklmn" for b in "opqrs")
    rows = [human("列一下文件"), result(listing), assistant("改 src/lq/index.ts 就行。", "fact")]
    assert kept(*rows, fact_floor_chars=20, fact_share=0.0) == ["src/lq/index.ts"]


def test_the_best_lines_of_a_small_budget() -> None:
    text = FILLER + "see docs/readme.md\n" + FILLER + "ERROR 1045: access denied for app_rw\n"
    assert kept(human("跑"), result(text), fact_floor_chars=45, fact_share=0.0) == [
        "ERROR 1045: access denied for app_rw"
    ]


def test_kept_spans_stand_in_order_and_inside_the_budget() -> None:
    text = "".join(f"value_{n} = {n}.5 ms of request_{n}\nfiller\n" for n in range(200))
    scene, _ = scene_of([human("量一下"), result(text)])
    found = after(exchanges, human("量一下"), result(text))[1]
    assert list(found.kept) == sorted(found.kept)
    assert (
        0
        < sum(span.end - span.start for span in found.kept)
        <= max(DEFAULT.result_chars, DEFAULT.result_share * DEFAULT.fact_floor_chars)
    )
    assert all("value_" in span.of(scene.units[1].text) for span in found.kept)


@pytest.mark.parametrize("text", ["", "\n \n", FILLER])
def test_a_result_that_tells_nothing_folds(text: str) -> None:
    found = after(exchanges, human("跑"), result(text))[1]
    assert (found.label, found.action, found.kept) == ("process", "fold", ())


def test_neighbouring_lines_are_one_span() -> None:
    text = FILLER + "p50 latency 61.02 ms\np90 latency 176.93 ms\n" + FILLER
    assert kept(human("压测"), result(text)) == ["p50 latency 61.02 ms\np90 latency 176.93 ms"]


def test_a_line_too_long_to_be_a_statement_stays_out() -> None:
    data = "x1 = 7;" * DEFAULT.line_chars
    assert kept(human("看"), result(f"{data}\nerror: port 8080 taken\n")) == ["error: port 8080 taken"]


def actions(*rows: Row, **policy: object) -> list[tuple[str, str]]:
    found: tuple[Decision, ...] = after(passages, *rows, policy=replace(DEFAULT, **policy))  # type: ignore[arg-type]
    return [(str(decision.label), str(decision.action)) for decision in found]


def test_all_that_an_assistant_tells_stays_while_there_is_room() -> None:
    rows = [human("看下"), assistant("根因是 callTimeout 没设。", "fact"), assistant("大致如此。", joined=True)]
    assert actions(*rows)[1:] == [("fact", "keep"), ("unsure", "keep")]


def test_facts_go_before_the_unplaced() -> None:
    rows = [
        human("看下"),
        assistant("我觉得大致上就是这么一回事。"),
        assistant("`timeout` 在 src/a.py 第 30 行。", "fact", joined=True),
    ]
    assert actions(*rows, passage_floor_chars=70, passage_share=0.0)[1:] == [("process", "fold"), ("fact", "keep")]


def test_what_was_settled_or_said_by_a_human_is_not_weighed() -> None:
    rows = [
        human("不要动表", "constraint"),
        human("随便聊聊的话", joined=True),
        assistant("加联合索引。", "decision", status="final"),
        result("ok"),
    ]
    before = [(str(row.label), "keep") for row in rows]
    assert actions(*rows, passage_floor_chars=0, passage_share=0.0) == before


def test_a_model_s_word_alone_takes_its_place_among_the_unplaced() -> None:
    """A proposal that only a model finds waits for a yes; one by a rule or a pass stays."""
    rows = [
        human("看下"),
        assistant("也许可以加索引。", "decision", status="proposed", because=("model:labels",)),
        assistant(
            "我建议加索引。", "decision", status="proposed", because=("rule:core/decision.propose",), joined=True
        ),
        assistant("那就加。", "decision", status="final", because=("model:labels", "confirm"), joined=True),
    ]
    found = actions(*rows, passage_floor_chars=0, passage_share=0.0)[1:]
    assert found == [("process", "fold"), ("decision", "keep"), ("decision", "keep")]
    assert actions(*rows)[1:] == [("decision", "keep")] * 3


def test_nothing_of_the_assistant_is_dropped() -> None:
    """What does not fit folds into the line of its turn."""
    rows = [human("看下"), *[assistant(f"事实 {n} 在 f{n}.py 里。", "fact", joined=n > 0) for n in range(50)]]
    found = actions(*rows, passage_floor_chars=100, passage_share=0.0)[1:]
    assert set(found) == {("fact", "keep"), ("process", "fold")}
