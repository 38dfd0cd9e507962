"""What a journal proves, what other settings would have come to, and when it is too little to say."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from talks import assistant, call, neutral, tool, user

from fastjev.cli import cli
from fastjev.datatypes import Provenance
from fastjev.evaluate.tune.again import Choice, Walked, choices, chosen, together
from fastjev.evaluate.tune.evidence import Decided, Evidence, cuts, evidence
from fastjev.evaluate.tune.plot import svg
from fastjev.evaluate.tune.proposal import LEAST_SESSIONS, snippet, tune
from fastjev.evaluate.tune.settings import Setting, front, grid, outcome
from fastjev.policy import DEFAULT
from fastjev.policy_file import load_policy
from fastjev.store.database import change, create
from fastjev.store.events import Event, note
from fastjev.store.journal import Compaction
from fastjev.store.place import Place, place_of

Dict = dict[str, Any]
MADE = Provenance(fastjev="0.1.0", rules="sha256:00", model=None, policy="sha256:00")


def line(id: str = "u1.1", **more: Any) -> Dict:
    """A result of 1,000 characters of which nothing stayed."""
    told = {"id": id, "message": 2, "turn": 1, "span": [0, 1000], "speaker": "tool", "kind": "call", "label": "process"}
    told |= {"p": 0.9, "status": "active", "action": "fold", "because": [], "votes": [], "superseded_by": None}
    told |= {"zone": "process", "answers": [["call", 0.4], ["result", 0.3]], "reused": 0, "chars": 1000, "kept": 0}
    return told | {"tokens": 250, "pointer": "r:00000000", "text": "输出 output"} | more


def said(message: int) -> Dict:
    return line(f"u9.{message}", message=message, kind="prose", speaker="human", answers=[], tokens=0)


def compaction(time: float, *lines: Dict, session: str = "会话-1", epoch: int = 1) -> Compaction:
    packed = zlib.compress("\n".join(map(json.dumps, lines)).encode())
    return Compaction(
        session=session, epoch=epoch, time=time, source="-", format="neutral", outcome="done", provenance=MADE,
        size=None, elided=1, packed=packed,
    )  # fmt: skip


def expand(time: float, name: str = "u1.1", session: str = "会话-1", kind: str = "expand") -> Event:
    return Event(session=session, epoch=1, time=time, kind=kind, name=name, lines=None)


def proved(first: Dict, later: Dict, *events: Event) -> list[Decided]:
    """What is known of the first line, when the session was compacted again after two more messages."""
    found = evidence([compaction(20.0, later, said(8), epoch=2), compaction(10.0, first, said(6))], events)
    return list(found.decided)


# What a journal proves


def test_what_the_talk_took_up_by_the_next_compaction_was_needed() -> None:
    (found,) = proved(line(reused=1), line(reused=3))
    assert (found.reused, found.expanded, found.needed) == (True, False, True)
    assert (found.call, found.result, found.chars, found.kept, found.tokens) == (0.4, 0.3, 1000, 0, 250)


@pytest.mark.parametrize(
    "event",
    [
        expand(9.0),
        expand(15.0, "u1.1.call"),
        expand(15.0, "f1"),
        expand(15.0, "u1.11"),
        expand(15.0, session="会话-2"),
        expand(15.0, kind="other"),
    ],
    ids=["before", "the input", "a fold", "another unit", "another session", "not an expand"],
)
def test_what_proves_nothing_of_a_result(event: Event) -> None:
    (found,) = proved(line(), line(), event)
    assert not found.needed


def test_an_expand_proves_that_a_result_was_needed() -> None:
    (found,) = proved(line(), line(), expand(15.0), expand(9.0))
    assert (found.expanded, found.reused) == (True, False)


@pytest.mark.parametrize(
    "later", [line(reused=3, chars=999), line("u1.2", reused=3)], ids=["another text", "another unit"]
)
def test_another_branch_proves_nothing(later: Dict) -> None:
    (found,) = proved(line(), later)
    assert not found.needed


@pytest.mark.parametrize(
    "first",
    [line(tokens=0, kept=300), line(chars=0), line(answers=[]), line(kind="prose")],
    ids=["stood whole among recent turns", "no result", "no answers", "no exchange"],
)
def test_what_was_not_decided_is_not_judged(first: Dict) -> None:
    assert proved(first, line(reused=3)) == []


def test_results_kept_whole_count_with_the_tokens_of_their_like() -> None:
    found = evidence(
        [compaction(1.0, line(), line("u1.2", kept=500, chars=500, tokens=0), said(5)), compaction(2.0, said(7))], []
    )
    assert [(each.unit, each.kept, each.tokens) for each in found.decided] == [("u1.1", 0, 250), ("u1.2", 500, 125)]


def test_a_compaction_behind_which_nothing_came_waits() -> None:
    """The same session compacted twice as it is was decided once."""
    found = evidence([compaction(time, line(), said(6)) for time in (1.0, 2.0)], [expand(3.0)])
    assert (found.decided, found.waiting) == ((), 1)


# Other settings


def decided(unit: str = "u1.1", **more: Any) -> Decided:
    values: Dict = {"session": "s", "call": 0.4, "result": 0.3, "chars": 1000, "kept": 0, "tokens": 200}
    return Decided(**values | {"unit": unit, "expanded": False, "reused": False} | more)


@pytest.mark.parametrize(
    ("setting", "kept"),
    [
        (Setting(0.3, 0, 300), 1000),
        (Setting(0.31, 0, 300), 300),
        (Setting(0.41, 0, 300), 0),
        (Setting(0.41, 999, 300), 0),
        (Setting(0.41, 1000, 300), 1000),
        (Setting(0.4, 0, 4000), 1000),
    ],
)
def test_a_setting_keeps_what_classic_would(setting: Setting, kept: int) -> None:
    assert setting.kept(decided()) == kept


def test_an_outcome_by_hand() -> None:
    all_of_them = [
        decided("u1.1", reused=True),
        decided("u1.2", reused=True, kept=250),
        decided("u1.3", expanded=True, kept=250),
        decided("u1.4", reused=True, expanded=True, kept=1000),
        decided("u1.5"),
    ]
    found = outcome(all_of_them, None)
    assert (found.results, found.elided, found.chars_kept, found.tokens, found.needed) == (5, 4, 1500, 1000, 4)
    assert (found.tokens_saved, found.saved) == (700.0, 0.7)
    assert (found.misjudged, found.in_part, found.lost, found.wrong) == (2, 0.75, 2.75 / 4, 2.75 / 4)


def test_nothing_of_nothing_is_undefined() -> None:
    found = outcome([], None)
    assert (found.saved, found.lost, found.wrong) == (None, None, None)


def test_the_front_saves_more_only_by_losing_more() -> None:
    every = [outcome(many(), setting) for setting in grid()]
    shown = front(every)
    assert len(shown) > 2
    pairs = [(each.tokens_saved, each.wrong_at_most) for each in shown]
    assert pairs == sorted(pairs)
    assert len({wrong for _, wrong in pairs}) == len(pairs)
    for each in every:
        assert any(s.tokens_saved >= each.tokens_saved and s.wrong_at_most <= each.wrong_at_most for s in shown)


def many(sessions: int = LEAST_SESSIONS, each: int = 20) -> list[Decided]:
    """Half of the results needed; the model knows most of them."""
    found = []
    for number in range(sessions):
        for n in range(each):
            needed = n % 2 == 0
            surely = 0.8 if needed != (n % 10 == 0) else 0.1
            values: Dict = {"session": f"s{number}", "result": surely, "call": 0.0, "reused": needed}
            found.append(decided(f"u1.{n}", chars=500 + 300 * n, **values))
    return found


NOW, LARGER, CLASSIC = (Choice((("fact_share", 0.015), ("fact_floor_chars", 4500))),
    Choice((("fact_share", 0.03), ("fact_floor_chars", 9000))), Choice((("exchanges", "classic"),)))  # fmt: skip


def rows(now: int, larger: int, classic: int, classic_kept: int = 500) -> tuple[Walked, ...]:
    """Of 1,000 tokens and 20 needed words: how many of these stand in each."""
    return (
        Walked(NOW, 1000, 100, 20, now),
        Walked(LARGER, 1000, 200, 20, larger),
        Walked(CLASSIC, 1000, classic_kept, 20, classic),
    )


@pytest.mark.parametrize(
    ("found", "most", "expected"),
    [
        (rows(19, 20, 20), 0.1, NOW),
        (rows(17, 19, 20), 0.1, LARGER),
        (rows(17, 19, 20), 0.2, NOW),
        (rows(10, 15, 20), 0.1, None),  # classic alone is nothing to propose: budgets beyond were not tried
        (rows(19, 20, 20, 50), 0.1, CLASSIC),
        (rows(19, 20, 18, 50), 0.1, NOW),
    ],
)
def test_what_saves_most_and_loses_little_enough_is_chosen(
    found: tuple[Walked, ...], most: float, expected: Choice | None
) -> None:
    best_of = chosen(found, most)
    assert (best_of.choice if best_of else None) == expected


def test_a_proposal_holds_in_sessions_left_out_as_in_all() -> None:
    held = Evidence(decided=tuple(many()), waiting=0)
    found = tune(held, {f"s{n}": rows(17, 19 + n % 2, 20) for n in range(6)}, DEFAULT, 0.1)
    assert found.missing == ()
    assert found.now is not None
    assert (found.now.choice, found.now.saved, found.now.lost) == (NOW, 0.9, pytest.approx(0.15))
    assert found.proposed == Walked(LARGER, 6000, 1200, 120, 117)
    assert found.left_out is not None
    assert found.left_out[1:] == found.proposed[1:]


def test_sessions_add_up() -> None:
    assert together({"a": rows(1, 2, 3), "b": rows(10, 11, 12)})[1] == Walked(LARGER, 2000, 400, 40, 13)
    assert together({"a": rows(1, 2, 3), "b": rows(10, 11, 12)}, without="a") == rows(10, 11, 12)
    assert together({}) == ()


def test_what_is_missing_is_counted() -> None:
    few = [replace(each, reused=each.reused and each.session == "s0") for each in many(2, 10)]
    found = tune(Evidence(decided=tuple(few), waiting=7), {"s0": rows(1, 2, 3)}, DEFAULT, 0.1)
    assert found.proposed is None
    assert [text.split(" more ")[0] for text in found.missing] == ["3", "4", "10"]
    assert "2 of 5" in found.missing[0]


@pytest.mark.parametrize("choice", choices(DEFAULT, Setting(0.05, 1500, 300)))
def test_every_choice_is_a_policy_file(tmp_path: Path, choice: Choice) -> None:
    row = Walked(choice, 1000, 100, 20, 20)
    held = tune(Evidence(decided=tuple(many()), waiting=0), {f"s{n}": rows(20, 20, 20) for n in range(6)}, DEFAULT, 0.3)
    file = tmp_path / "policy.yaml"
    file.write_text(snippet(replace(held, proposed=row)), "utf-8")
    assert load_policy(file) == choice.of(DEFAULT)


def test_the_policy_in_force_is_one_of_the_choices() -> None:
    assert [each for each in choices(DEFAULT, None) if each.of(DEFAULT) == DEFAULT] == [NOW]


def test_cuts_are_the_ends_of_all_compactions_but_the_last() -> None:
    found = [compaction(n, said(end), epoch=n) for n, end in enumerate((6, 8, 6, 12), 1)]
    assert cuts([*found, compaction(9.0, said(3), session="b")]) == {"会话-1": (7, 9), "b": ()}


def test_the_picture_is_well_formed_and_names_all(tmp_path: Path) -> None:
    held = Evidence(decided=tuple(many()), waiting=0)
    root = ElementTree.fromstring(svg(tune(held, {f"s{n}": rows(17, 19, 20) for n in range(6)}, DEFAULT, 0.1)))
    texts = "".join(root.itertext())
    assert "proposed 建议: fact_share 0.03" in texts
    assert "as it is 现在的策略" in texts
    assert len(root.findall(".//{*}circle")) >= 5
    assert not root.findall(".//{*}script")


# The command

HOSTILE = "\x1b[31m会话"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    project = tmp_path / "project"
    (project / ".fastjev").mkdir(parents=True)
    monkeypatch.chdir(project)
    return place_of(project)


def journal(place: Place, found: Sequence[Compaction]) -> None:
    about = {"source": "-", "format": "neutral", "outcome": "done", "size": None, "elided": 1}
    about["provenance"] = {"fastjev": "0.1.0", "rules": "sha256:00", "model": None, "policy": "sha256:00"}
    with create(place) as store, change(store) as connection:
        for each in found:
            sql = "INSERT INTO compaction (session, epoch, time, day, about, units) VALUES (?, ?, ?, ?, ?, ?)"
            values = (each.session.encode(), each.epoch, each.time, each.time, json.dumps(about).encode(), each.packed)
            connection.execute(sql, values)


def two_compactions(session: str, each: int) -> list[Compaction]:
    """Half of the results taken up between them, most of those that were thought to be needed."""
    lines = [line(f"u1.{n}", answers=[["call", 0.0], ["result", 0.8 if n % 2 else 0.1]]) for n in range(each)]
    later = [{**old, "reused": n % 2} for n, old in enumerate(lines)]
    first = compaction(10.0, *lines, said(6), session=session)
    return [first, compaction(20.0, *later, said(8), session=session, epoch=2)]


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["tune", *args])


def worked(number: int, until: int) -> bytes:
    """A session in which results bring names, and each is used some turns later."""
    names = [f"order_{number}_{n}_ref" for n in range(16)]
    talk = [user("看一下订单")]
    for n, name in enumerate(names):
        filler = "\n".join(f"row {n}.{k} of plain output, nothing in it that anybody asks for again" for k in range(60))
        talk += [
            assistant(f"第 {n} 步", call(f"t{n}", "Bash", command=f"step {n}")),
            tool(f"t{n}", f"{filler}\nid: {name}"),
        ]
        talk += [assistant(f"现在用 {names[n - 6]}"), user("继续")] if n >= 6 else [user("继续")]
    return neutral(talk[:until], f"{HOSTILE}{number}")


def test_the_command_proposes_a_budget_and_draws(place: Place, tmp_path: Path) -> None:
    for number in range(LEAST_SESSIONS):
        for until in (30, 99):
            Path("talk.json").write_bytes(worked(number, until))
            assert CliRunner().invoke(cli, ["compact", "talk.json", "--recent", "0", "-q"]).exit_code == 0
    picture = tmp_path / "权衡.svg"
    ran = invoke("--svg", str(picture), "--most", "30%")
    assert "\x1b" not in ran.output
    assert ran.exit_code == 0, ran.output
    assert "→ proposed" in ran.stdout
    assert "fact_share: " in ran.stdout
    assert "exchanges: classic" not in ran.stdout
    assert "next: " in ran.stderr
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    found = json.loads(invoke("--json", "--most", "30%").stdout)
    assert found["proposed"]["lost"] <= 0.3
    assert found["now"]["needed"] == found["proposed"]["needed"] >= 10
    fitting = [row for row in found["walked"] if row["lost"] <= 0.3 and "exchanges" not in row["choice"]]
    assert found["proposed"]["kept"] == min(row["kept"] for row in fitting)


def test_the_command_refuses_and_says_how_much_is_missing(place: Place) -> None:
    journal(place, two_compactions("会话", 20))
    ran = invoke()
    assert ran.exit_code == 1
    assert "4 more sessions" in ran.stderr
    assert "5 more of them, archived," in ran.stderr
    assert "30 more words of results that proved to be needed (0 of 30)" in ran.stderr
    assert "exchanges:" not in ran.stdout
    found = json.loads(invoke("--json").stdout)
    assert (found["proposed"], found["policy"], len(found["missing"])) == (None, None, 3)


def test_expands_of_the_journal_count(place: Place) -> None:
    first, second = two_compactions("会话", 4)
    journal(place, [first, second])
    with create(place) as store:
        note(store, "会话", 1, "expand", "u1.0", now=15.0)
    assert json.loads(invoke("--json").stdout)["evidence"]["needed"] == 3


def test_a_share_that_is_none_is_a_wrong_call(place: Place) -> None:
    ran = invoke("--most", "60")
    assert ran.exit_code == 2
    assert "write 0.6 or 60%" in ran.stderr


def test_nothing_is_made_where_nothing_is_kept(place: Place) -> None:
    ran = invoke()
    assert ran.exit_code == 3
    assert not place.home.exists()
