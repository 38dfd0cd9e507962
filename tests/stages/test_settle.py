"""What passes make of the answers of models of links and choices, given by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from talks import Dict, assistant, core, neutral, user

from fastjev.ask import Model
from fastjev.labels import Label, Status
from fastjev.model import choices, links
from fastjev.policy import DEFAULT, Policy
from fastjev.readers import read
from fastjev.stages.classify import classify
from fastjev.stages.resolve import PASSES, through
from fastjev.stages.resolve.candidates import pairs
from fastjev.stages.resolve.pairs import traits
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.settle import CHOICES, LINKS, settle
from fastjev.stages.resolve.sides import Sides
from fastjev.stages.segment import segment

TALK = (
    user("The export job must run on the old cluster."),
    assistant("Noted."),
    user("The export job: on the new cluster."),
)


class Says:
    """A model that gives one answer to whatever it is asked."""

    def __init__(self, p: float = 0.0, **shares: float):
        self._p = p
        self._shares = {option: shares.get(str(option), 0.0) for option in choices.OPTIONS}

    def noul(self, question: str, traits: Mapping[str, float]) -> float:
        assert question == links.QUESTION and traits.keys() <= {*links.TRAITS}
        return self._p

    def choice(self, question: str, traits: Mapping[str, float]) -> Mapping[str, float]:
        assert question == choices.QUESTION and traits.keys() <= {*choices.TRAITS}
        return self._shares


def scene_of(talk: Sequence[Dict], policy: Policy = DEFAULT, **models: Any) -> tuple[Scene, Decisions]:
    conversation = read(neutral(talk), "talk", "neutral")
    units = segment(conversation, core(), policy)
    scene = Scene(conversation, units, classify(units, core(), policy), core(), policy, **models)
    return scene, through(scene, PASSES[: PASSES.index(settle)])


def settled(p: float, policy: Policy = DEFAULT, **shares: float) -> Decisions:
    said = cast(Model, Says(p, **shares))
    return settle(*scene_of(TALK, policy, ends=said, stands=said))


@pytest.mark.parametrize(("p", "status"), [(0.99, Status.DEPRECATED), (0.4, Status.ACTIVE)])
def test_only_a_sure_end_deprecates(p: float, status: Status) -> None:
    decisions = settled(p, replace(DEFAULT, link_deprecates=0.9), none=1.0)
    old, new = decisions[0], decisions[-1]
    assert (old.label, old.status) == (Label.CONSTRAINT, status)
    assert old.superseded_by == (new.unit if status == Status.DEPRECATED else None)
    assert new.supersedes == ((old.unit,) if status == Status.DEPRECATED else ())
    assert (LINKS in old.because) == (status == Status.DEPRECATED)


@pytest.mark.parametrize(
    "later", ["The nightly export job: on the new cluster.", "The export job: on the new one, except at night."]
)
def test_what_is_about_less_deprecates_nothing(later: str) -> None:
    said = cast(Model, Says(0.99, none=1.0))
    decisions = settle(*scene_of((TALK[0], TALK[1], user(later)), ends=said, stands=said))
    assert decisions[0].status != Status.DEPRECATED


@pytest.mark.parametrize(
    ("rule", "later", "ends"),
    [
        ("Backfill in batches of 1000.", "Make the batches 200.", True),
        ("转码任务最多占 32 台。", "谈妥了，转码提到 48 台。", True),
        ("转码的 worker 最多 4 个。", "转码降到 2 个。", True),
        ("Backfill in batches of 1000.", "The last run had 200 batches.", False),
        ("Backfill in batches of 1000, at most 4 at once.", "Make the batches 200.", False),
        ("转码任务最多占 32 台。", "谈妥了，转码放到 5 分钟。", False),
    ],
)
def test_another_value_of_its_kind_ends_it_earlier(rule: str, later: str, ends: bool) -> None:
    said = cast(Model, Says(DEFAULT.link_revalues + 0.01, none=1.0))
    talk = (user(rule), assistant("Noted."), user(later))
    scene, decisions = scene_of(talk, ends=said, stands=said)
    before = tuple(
        replace(each, label=Label.CONSTRAINT, status=Status.ACTIVE, superseded_by=None, choice=None)
        for each in decisions
    )
    assert (settle(scene, before)[0].status == Status.DEPRECATED) == ends


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("Cut files go to tmp, gone after 24 h, and never write to Photos.", "The 24 h of tmp: keep them 7 days."),
        ("断点文件放 tmp，24h 后清掉，不要写相册。", "tmp 那个 24h 留 7 天。"),
        ("端口 8080，只监听 localhost。", "端口换成 9090。"),
        ("失败重试 3 次，4xx 不重试。", "重试改 5 次。"),
        ("Timeout is 30 s, no retry after a timeout.", "Make the timeout 60 s."),
    ],
)
def test_a_rule_of_which_one_clause_stands_is_not_void(rule: str, later: str) -> None:
    said = cast(Model, Says(0.99, none=1.0))
    scene, decisions = scene_of((user(rule), assistant("Noted."), user(later)), ends=said, stands=said)
    before = tuple(replace(each, status=Status.ACTIVE, superseded_by=None) for each in decisions)
    assert settle(scene, before)[0].status != Status.DEPRECATED


@pytest.mark.parametrize(
    ("words", "shares", "standing"),
    [
        ("Never mind the lamps.", {"rejected": 0.9}, Status.REJECTED),
        ("Can you remove the old lamps?", {"rejected": 0.9}, None),
        ("把旧灯拆掉", {"rejected": 0.9}, None),
        ("As a separate ticket.", {"deferred": 0.9}, Status.DEFERRED),
        ("灯带那块等年底。", {"deferred": 0.9}, Status.DEFERRED),
        ("I feel like this lamp is limiting.", {"deferred": 0.9}, None),
        ("这灯 a bit 暗", {"deferred": 0.9}, None),
    ],
)
def test_words_bear_out_what_is_refused_or_put_off(
    words: str, shares: dict[str, float], standing: Status | None
) -> None:
    said = cast(Model, Says(0.0, none=0.1, **shares))
    scene, decisions = scene_of((user(words),), ends=said, stands=said)
    before = (replace(decisions[0], label=Label.UNSURE, status=Status.ACTIVE, choice=None),)
    found = settle(scene, before)[0]
    assert (found.status if found.label == Label.DECISION else None) == standing


def test_a_likely_end_is_a_possible_conflict() -> None:
    decisions = settled(DEFAULT.link_disputes, none=1.0)
    old, new = decisions[0], decisions[-1]
    assert [each.status for each in (old, new)] == [Status.POSSIBLE_CONFLICT] * 2
    assert (old.conflicts_with, new.conflicts_with) == ((new.unit,), (old.unit,))


@pytest.mark.parametrize("later", ["Thanks, the export job is fine!", "What did the export job do last night?"])
def test_only_rules_conflict(later: str) -> None:
    said = cast(Model, Says(0.99, none=1.0))
    decisions = settle(*scene_of((TALK[0], TALK[1], user(later)), ends=said, stands=said))
    assert {each.status for each in decisions} & {Status.POSSIBLE_CONFLICT} == set()


def test_a_rule_said_again_is_not_void() -> None:
    said = cast(Model, Says(0.99, none=1.0))
    policy = replace(DEFAULT, link_deprecates=0.9)
    decisions = settle(*scene_of((TALK[0], TALK[1], TALK[0]), policy, ends=said, stands=said))
    assert [each.status for each in (decisions[0], decisions[-1])] == [Status.ACTIVE, Status.ACTIVE]


@pytest.mark.parametrize(
    ("shares", "standing"),
    [
        ({"none": 0.95, "final": 0.05}, None),
        ({"none": 0.6, "final": 0.4}, Status.FINAL),
        ({"none": 0.3, "final": 0.3, "rejected": 0.4}, None),  # a rule that says no is not refused itself
        ({"none": 0.3, "final": 0.3, "deferred": 0.4}, None),
        ({"none": 0.3, "final": 0.3, "overridden": 0.4}, Status.OVERRIDDEN),
    ],
)
def test_the_likeliest_standing_is_the_choices(shares: dict[str, float], standing: Status | None) -> None:
    old = settled(0.3, **shares)[0]
    assert (old.label, old.choice) == (Label.CONSTRAINT, standing)
    assert (CHOICES in old.because) == (standing is not None)
    assert bool(old.chosen_over_by) == (standing == Status.OVERRIDDEN)


def test_what_nothing_follows_is_not_overridden() -> None:
    assert settled(0.3, none=0.3, final=0.3, overridden=0.4)[-1].choice == Status.FINAL


@pytest.mark.parametrize(
    ("plan", "later", "standing"),
    [
        ("I'd run the export job on the old cluster.", "The export job: on the new cluster instead.", "overridden"),
        ("I'd run the export job on the old cluster.", "The lamps must be at half the light instead.", "final"),
        ("I'd cap the queue, log the sender, and cache the badge.", "The badge must show the hall.", "final"),
        ("I'd cap the queue, log the sender, and cache the badge.", "Badge: use a printed one instead.", "overridden"),
    ],
    ids=["in its place", "nothing in common", "adds to a part", "in the place of a part"],
)
def test_a_taken_proposal_stands_but_for_what_takes_its_place(plan: str, later: str, standing: str) -> None:
    talk = (user("What next?"), assistant(plan), user("Sounds good."), assistant("Noted."), user(later))
    said = cast(Model, Says(0.3, none=0.1, final=0.3, overridden=0.6))
    decisions = settle(*scene_of(talk, ends=said, stands=said))
    assert [str(each.status) for each in decisions if "confirm" in each.because] == [standing]


def test_rules_alone_ask_no_model() -> None:
    scene, decisions = scene_of(TALK, replace(DEFAULT, settling="rules"))
    assert settle(scene, decisions) == decisions


def test_different_slots_are_no_pair() -> None:
    talk = (user("dashboard 用 Vite"), assistant("好"), user("状态管理改用 zustand 吧"))
    scene, decisions = scene_of(talk)
    assert [*pairs(scene, decisions, Sides(scene, decisions))] == []


def test_pairs_grow_with_the_talk_and_not_with_its_square() -> None:
    said = [user(f"the limit of service{n % 7} is {n} seconds") for n in range(120)]
    scene, decisions = scene_of(said)
    found = [*pairs(scene, decisions, Sides(scene, decisions))]
    assert 0 < len(found) <= len(scene.units) * (DEFAULT.link_best + DEFAULT.link_newest)
    assert all(pair.old < pair.new and pair.between >= 0 for pair in found)


def test_the_same_talk_has_the_same_traits() -> None:
    first, second = (scene_of(TALK) for _ in range(2))
    one, other = Sides(*first), Sides(*second)
    assert [traits(one, pair) for pair in pairs(*first, one)] == [traits(other, pair) for pair in pairs(*second, other)]
