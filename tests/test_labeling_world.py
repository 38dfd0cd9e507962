"""The labeler with the real rules, models, guide and files of a project."""

from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

from fastjev.errors import UsageError
from fastjev.labeling import asking, guide, sets
from fastjev.labeling.answers import answers
from fastjev.labeling.desk import Desk, served
from fastjev.labeling.draw import draw
from fastjev.labeling.excerpt import excerpt
from fastjev.labeling.following import Following
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.moves import to
from fastjev.labeling.project import project as at_home
from fastjev.labeling.sets import Set
from fastjev.labeling.taking import taken as steps_of
from fastjev.labeling.talk import talks
from fastjev.labeling.tasks import TASKS, asked
from fastjev.labeling.world import desk
from fastjev.labels import Speaker
from fastjev.rulebook import load
from tests.labeling import ITEMS, NOW, item, pressed, sat
from tests.talks import DEMO


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "FASTJEV_DATA", "FASTJEV_CACHE", "FASTJEV_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    root = tmp_path / "orderdesk"
    (root / ".git").mkdir(parents=True)
    return root


def taken(project: Path, **more: Any) -> tuple[Set, tuple[Item, ...]]:
    found = sets.find(project, "mine")
    drawn = {"holdout": 30, "seed": 1, "assistant": False, **more}
    for _ in steps_of(found, [str(DEMO)], at_home(project, ()), **drawn):
        pass
    return found, sets.items(found)


def at(project: Path) -> Desk:
    return desk(sets.find(project, "mine"), at_home(project, ()), "en")


def test_a_session_is_taken_in_once_and_all_four_questions_can_be_asked_of_it(project: Path) -> None:
    _, items = taken(project)
    assert taken(project)[1] == items
    counts = {name: len(asked(task, items)) for name, task in TASKS.items()}
    assert all(count > 5 for count in counts.values()), counts
    assert {each.split for each in items if each.asked} == {"", HOLDOUT}
    more = taken(project, assistant=True)[1]
    assert [each.id for each in more] == [each.id for each in items]
    assert {each.speaker for each in more if each.asked} == {Speaker.HUMAN, Speaker.ASSISTANT}


def test_votes_are_those_of_rules_and_model_with_the_cue(project: Path) -> None:
    _, items = taken(project)
    ask = at(project).opinion
    found = {each.id: ask(each, items) for each in items if each.asked}
    banned = next(each for each in items if "不要动production库的schema" in each.text)
    seen = found[banned.id]
    assert (seen.label, seen.by.partition("/")[0]) == ("constraint", "rule:core")
    assert seen.lines[0].startswith("constraint ")
    assert "wins" in seen.lines[1] and ".yaml:" in seen.lines[1]
    assert banned.text[slice(*seen.cue)].strip()
    assert any(line.startswith("the model's likeliest") for each in found.values() for line in each.lines)
    assert ask(banned, ()) is seen


def test_the_guide_is_the_one_that_ships(project: Path) -> None:
    assert at(project).page("fact") == guide.page("fact", "en")


def test_a_rule_is_drafted_tried_and_written_and_then_it_counts(project: Path) -> None:
    told = item(1, "human", 0, "以后所有接口都要带 traceparent 头。")
    place = at(project)
    drafted = place.draft(told, "constraint")
    assert drafted[0].startswith("- id: orderdesk/constraint.")
    assert drafted[-1] == f"all {sum(line.startswith('ok') for line in drafted)} tests pass"
    assert not (project / ".fastjev" / "rules").exists()
    said = place.write(told, "constraint", "Tracing breaks without it.")
    assert said.startswith("written: orderdesk/constraint.")
    rulebook = load(project, ())
    assert any(rule.id.startswith("orderdesk/constraint.") for rule in rulebook.rules)
    assert "Tracing breaks without it." in (project / ".fastjev/rules/orderdesk.yaml").read_text("utf-8")


def test_no_rule_can_be_made_of_nothing_and_the_screen_says_so(project: Path) -> None:
    told = item(1, "human", 0, "。。。")
    session = served(pressed(sat(items=(told,)), "r", "1"), at(project))
    assert session.screen == "label"
    assert session.said


@pytest.mark.parametrize("how", ["random", "uncertain", "disagree", "doubt", "misses"])
def test_every_order_asks_about_each_unit_once(project: Path, how: str) -> None:
    _, items = taken(project)
    order = asking.order(how, "class", items, 1, at_home(project, ()))
    assert order
    found = order(answers(()), {})
    assert sorted(found) == sorted(asked(TASKS["class"], items))


def test_other_questions_are_asked_in_reading_order(project: Path) -> None:
    assert asking.order("file", "boundary", ITEMS, 0, at_home(project, ())) is None
    with pytest.raises(UsageError, match="--order random is for --task class; boundary is asked in reading order"):
        asking.order("random", "boundary", ITEMS, 0, at_home(project, ()))


class Pupil:
    """A learner that has learned when it is told to."""

    def __init__(self) -> None:
        self.version = -1
        self.curve: tuple[Any, ...] = ()
        self.heard: list[int] = []
        self.closed = False
        self.trouble = ""

    def tell(self, given: Any) -> None:
        self.heard.append(len(given.acts))

    def shares(self) -> dict[str, dict[str, float]]:
        return {"u_7": {"fact": 0.5}}

    def close(self) -> None:
        self.closed = True


def test_what_a_learner_finds_comes_between_keys() -> None:
    from fastjev.labeling.learn import Point

    pupil: Any = Pupil()
    seen: list[Any] = []

    def order(given: Any, shares: Any) -> tuple[str, ...]:
        seen.append(shares)
        return ("u_7", "u_6", "u_5")

    following = Following(pupil, order)
    session = following.told(pressed(sat(), "1"))
    assert (session.order, pupil.heard) == (sat().order, [1])
    pupil.version, pupil.curve = 0, (Point(0, 3, 9),)
    session = following.looked(session)
    assert following._pending
    wait([following._pending])
    session = following.looked(session)
    assert session.curve == ((0, 3, 9),)
    assert session.order == ("u_1", "u_2", "u_7", "u_6", "u_5")
    assert following.looked(session) is session
    assert seen == [{"u_7": {"fact": 0.5}}]
    pupil.trouble = "its process ended"
    assert following.looked(session).said == "nothing is learned any more: its process ended"
    assert following.looked(session) is session
    following.close()
    assert pupil.closed


def test_an_exchange_can_be_judged_by_what_it_brought(project: Path) -> None:
    _, items = taken(project)
    calls = [each for each in items if each.kind == "call"]
    assert calls and all(len(each.text) < 900 for each in calls)
    brought = [each for each in calls if "\n" in each.text]
    assert len(brought) > len(calls) / 2
    line, _, result = brought[0].text.partition("\n")
    session = sat("exchange", items=items)
    session = to(session, session.order.index(brought[0].id), NOW)
    shown = ["".join(piece.text for piece in row) for row in draw(session, 80, 40).lines]
    assert any(result.strip()[:20].split("\n")[0] in row for row in shown)
    (talk,) = talks(items)
    assert line in [each["text"] for each in talk.messages if each["role"] == "tool"]


KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEAx8Jd3kd93kdk3JDKEJ39dkfjeKDJE93jdkeJDK39dkjeKDJE\n" * 25
KEY += "-----END RSA PRIVATE KEY-----\n"


@pytest.mark.parametrize(
    ("result", "kept"),
    [
        ("", ""),
        ("  ok\n", "ok"),
        ("a" * 450, "a" * 450),
        ("a" * 300 + "-" * 551 + "b" * 150, "a" * 300 + "\n(... 551 characters ...)\n" + "b" * 150),
        ("a " * 500_000 + "b" * 150, "a " * 149 + "a\n(... 999,700 characters ...)\n" + "b" * 150),
    ],
    ids=["nothing", "a word", "just short", "just long", "a megabyte"],
)
def test_of_a_result_both_ends_are_kept(result: str, kept: str) -> None:
    assert excerpt(result) == kept


@pytest.mark.parametrize("filling", [0, 100, 5000, 100_000])
def test_no_end_of_a_result_holds_a_key(filling: int) -> None:
    for result in (KEY + "x\n" * filling, "x\n" * filling + KEY, KEY + "x\n" * filling + KEY):
        assert "MIIEowIB" not in excerpt(result) and "KDJE93jd" not in excerpt(result)
