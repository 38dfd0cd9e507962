"""What holds all work back ends with the word to begin, and with nothing less."""

import pytest
from talks import assistant, core, neutral, user

from fastjev import pipeline
from fastjev.labels import Label, Status
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.stages.classify import classify
from fastjev.stages.resolve import PASSES, through
from fastjev.stages.resolve.begin import begin
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.segment import segment

HELD = "Read the importer first, no changes yet."
PLAN = "The importer opens each file twice. I would read it once and keep the header. Shall I?"


def status_of_first(*talk: object) -> tuple[str, str | None]:
    """The standing of what binds in the talk's first message, and the text that is told to have ended it."""
    run = pipeline.run(neutral(talk), "talk", rulebook=core(), policy=DEFAULT, format="neutral")
    units = {unit.id: unit for unit in run.units}
    binding = [each for each in run.decisions if each.label == Label.CONSTRAINT and units[each.unit].turn == 1]
    first = next((each for each in binding if each.status == Status.DEPRECATED), binding[0])
    by = units[first.superseded_by].text.strip() if first.superseded_by else None
    return str(first.status), by


@pytest.mark.parametrize(
    ("held", "plan", "word", "by"),
    [
        (HELD, PLAN, "Sounds right, please implement.", "please implement."),
        (HELD, PLAN, "Build it.", "Build it."),
        (HELD, PLAN, "Yes.", "Yes."),
        (HELD, "Two of the three checks are slow.", "You can start changing things.", "You can start changing things."),
        ("Analysis only.", "The cache is never emptied.", "All three, go ahead.", "All three, go ahead."),
        ("先看看导入那块，别改。", "每个文件读了两遍，我想改成读一遍。可以动手吗？", "动手吧", "动手吧"),
        ("先别急着写代码。", "建议按批次拆开，每批 50 条。这样行吗？", "行，就这样", "行，"),
        ("唔好改嘢住，睇咗先。", "可以改成分兩批送。可以嗎？", "得", "得"),
        ("先看 importer，no changes yet", "建议只读一遍。OK？", "ok 动手吧", "ok 动手吧"),
        ("为什么慢？先别动手。", "建议只读一遍。可以动手吗？", "动吧", "动吧"),
        ("Nothing gets written until I give the word.", PLAN, "ok do it", "ok do it"),
        ("我同意之前什么都别改。", "建议按批次拆开。可以动手吗？", "行，写吧", "写吧"),
        ("Just planning for now, no edits.", PLAN, "now make the change", "now make the change"),
        ("等我点头再改。", "建议按批次拆开。行吗？", "可以，开始改吧", "开始改吧"),
    ],
)
def test_the_word_to_begin_ends_it(held: str, plan: str, word: str, by: str) -> None:
    assert status_of_first(user(held), assistant(plan), user(word)) == (str(Status.DEPRECATED), by)


@pytest.mark.parametrize(
    ("held", "plan", "word"),
    [
        (HELD, "Shall I look at the exporter as well?", "yes"),
        (HELD, PLAN, "Not yet, no changes until I have asked Ola."),
        (HELD, PLAN, "What does the header hold?"),
        (HELD, PLAN, "When I say go ahead, not before."),
        ("Don't touch the release branch yet.", PLAN, "Build it."),
        ("先看看导入那块，别改。", "要不要我再查一下导出？", "可以"),
        ("先看看导入那块，别改。", "每个文件读了两遍。", "等我看完再动手"),
        ("先别动 orders 表。", "建议按批次拆开。可以动手吗？", "动手吧"),
        ("断线重连后只读不写。", "建议按批次拆开。可以动手吗？", "动手吧"),
        (HELD, "One file per call. Want me to profile it?", "do it"),
        (HELD, "One file per call. Should I read the code that makes the PDF?", "go ahead"),
        (HELD, "Is it slow on every file?", "yes"),
        (HELD, "Understood: no code yet, analysis first. Right?", "yes"),
        (HELD, PLAN, "I'll tell you when to go ahead."),
        (HELD, PLAN, "Tom said go ahead with the office move"),
        (HELD, PLAN, "go ahead and explain"),
        (HELD, PLAN, "ok, and what about the header?"),
        ("先看看导入那块，别改。", "每个文件读了两遍。可以动手吗？", "明天再动手吧"),
        ("先看看导入那块，别改。", "每个文件读了两遍。", "老板让隔壁组动手了"),
        ("On prod, do not change anything.", PLAN, "build it"),
        ("Don't modify any files, outside src.", PLAN, "go ahead"),
        ("No code changes yet in the release branch.", PLAN, "build it"),
        ("支付那块先别写代码", "建议按批次拆开。可以动手吗？", "动手吧"),
        ("老接口那边 先别改代码", "建议按批次拆开。可以动手吗？", "动手吧"),
        ("每次我同意之前不要动手。", "建议按批次拆开。可以动手吗？", "动手吧"),
        ("别用 lodash 先别动手。", "建议按批次拆开。可以动手吗？", "动手吧"),
    ],
)
def test_less_than_that_does_not(held: str, plan: str, word: str) -> None:
    assert status_of_first(user(held), assistant(plan), user(word))[0] != Status.DEPRECATED


@pytest.mark.parametrize("parts", [20, 40])
def test_each_hold_is_read_by_itself_and_not_its_whole_message(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"Look at part {n} first.\n\nno changes yet.\n\n" for n in range(parts))
    conversation = read(neutral([user(text), assistant(PLAN), user("build it")]), "talk", "neutral")
    units = segment(conversation, core(), DEFAULT)
    scene = Scene(conversation, units, classify(units, core(), DEFAULT), core(), DEFAULT)
    decisions = through(scene, PASSES[: PASSES.index(begin)])
    read_of: list[int] = []
    fold = core().fold
    monkeypatch.setattr(scene.rulebook, "fold", lambda text: read_of.append(len(text)) or fold(text))
    ended = [each for each in begin(scene, decisions) if each.status == Status.DEPRECATED]
    assert len(ended) == parts
    assert max(read_of) < 3 * DEFAULT.answer_chars < len(text)
