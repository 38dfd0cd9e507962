"""Phrases: asked by name, found by nobody else, changed by a project as any rule is."""

from pathlib import Path

import pytest
from rows import rule
from talks import core

from fastjev.errors import RuleError
from fastjev.rulebook import Rulebook
from fastjev.rulebook.load import made
from fastjev.rulebook.places import LAYERS, Source, core_sources

FILE = """fastjev: 1
pack: shop
override:
  - id: core/held.any
    add:
      any: [{{text: '^老样子$'}}]
rules:
  - id: shop/stays.ours
    label: stays
    why: So we say it.
    weight: 1.0
    when:
      {when}any: [{{text: '{text}'}}]
    tests: {{match: [原汤], no_match: [原来]}}
"""


def with_file(when: str = "", text: str = "原汤") -> Rulebook:
    """Core and a file that was asked for."""
    raw = FILE.format(when=when, text=text).encode()
    return made(core_sources(), [Source(LAYERS.index("asked"), "shop.yaml", Path("shop.yaml"), raw)])


@pytest.mark.parametrize(
    ("name", "text", "holds"),
    [
        ("held", "让我先看看", True),
        ("held", "let me know", False),
        ("heard", "好\n", True),
        ("heard", "好\n\n", False),
        ("held", "好", False),
        ("unheard_of", "好", False),
    ],
)
def test_a_phrase_holds_where_one_of_its_rules_fires(name: str, text: str, holds: bool) -> None:
    """A line's end is no part of a clause; a name without rules holds nowhere."""
    assert core().phrases.holds(name, text) is holds


@pytest.mark.parametrize(
    ("name", "text", "groups"),
    [
        ("denied", "不用改了", [("改",)]),
        ("denied", "no", [(None,)]),
        ("kind_number", "step 2, then room b", [("step", "2"), ("room", "b")]),
        ("number_kind", "第三章和二号机房", [("三", "章"), ("二", "机房")]),
        ("kind_number", "the second step", []),
    ],
)
def test_every_match_comes_with_its_parentheses(name: str, text: str, groups: list[tuple[str | None, ...]]) -> None:
    assert [found.groups() for found in core().phrases.found(name, text)] == groups


@pytest.mark.parametrize("slowly", [False, True])
def test_nobody_finds_a_phrase_unasked(slowly: bool) -> None:
    match = core().match_slowly if slowly else core().match
    hits = match("让我先看看", speaker="human", kind="prose")
    assert [hit.rule.id for hit in hits if not hit.rule.speakers] == []


def test_a_project_teaches_a_phrase_words() -> None:
    phrases = with_file().phrases
    assert (phrases.holds("held", "老样子"), phrases.holds("held", "让我先看看")) == (True, True)
    assert (phrases.holds("stays", "原汤"), phrases.holds("stays", "原来")) == (True, False)
    assert not core().phrases.holds("stays", "原汤")


@pytest.mark.parametrize("when", ["speaker: [human]\n      ", "max_chars: 9\n      ", "lang: [zh]\n      "])
def test_a_phrase_has_no_other_condition(when: str) -> None:
    with pytest.raises(RuleError, match=r"shop.yaml:8.*stays is a phrase"):
        with_file(when)


@pytest.mark.parametrize(
    "change",
    [
        "set: {max_chars: 5}",
        "add: {any: [{tokens: [{LOWER: stay}]}]}",
        "add: {unless: [{tokens: [{LOWER: x}]}]}",
        "add: {any: [{text: 'x*'}]}",
        "add: {any: [{text: '^'}]}",
        "add: {any: [{text: '.*'}]}",
    ],
)
def test_an_override_gives_a_phrase_no_other_condition(change: str) -> None:
    raw = f"fastjev: 1\npack: shop\noverride:\n  - id: core/held.any\n    {change}\n".encode()
    with pytest.raises(RuleError, match=r"^shop.yaml:4:5: rule core/held.any: held is a phrase"):
        made(core_sources(), [Source(LAYERS.index("asked"), "shop.yaml", Path("shop.yaml"), raw)])


def test_a_strangers_phrase_stops_where_his_rules_do() -> None:
    book = Rulebook(
        [rule("stays.a", "原汤", speakers=(), layer=1), rule("stays.b", "原味", speakers=())],
        variants="",
        lexicon={},
        digest="",
    )
    book.start(1)
    assert [book.phrases.holds("stays", text) for text in ("原汤", "原汤", "原味")] == [True, False, True]
