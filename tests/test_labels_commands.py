"""`fastjev labels` and `fastjev agree SET`, as a person runs them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fastjev.cli import cli
from fastjev.evaluate.agreement import ac2, alpha, kappa, percent, tally
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
from fastjev.labeling.agree import CLAIM, agreement, short_of
from fastjev.labeling.answers import answers
from fastjev.labeling.formats import FORMATS
from fastjev.labeling.ids import conv_id, text_sha
from fastjev.labeling.items import Item
from fastjev.labels import Speaker

LIN = ["constraint", "constraint", "fact", "noise", "process", "fact", None, "noise"]
EVA = ["constraint", "fact", "fact", "noise", "process", None, "fact", "process"]
PAIR = [(one, other) for one, other in zip(LIN, EVA, strict=True) if one or other]


def items(many: int, kind: str = "prose") -> list[Item]:
    return [
        Item(
            id=f"u_{n}",
            conv=conv_id("talk"),
            at=(n, 0, 1),
            turn=n // 2,
            speaker=Speaker.HUMAN,
            kind=kind,
            time=None,
            text=f"unit {n}\x1b[31m",
            sha=text_sha(str(n)),
            asked=True,
            split="holdout" if n == 1 else "",
        )
        for n in range(many)
    ]


def labelled(by: str, labels: list[str | None], **more: object) -> list[Act]:
    acts = [(f"u_{n}", label) for n, label in enumerate(labels) if label]
    return [
        Act(op="set", unit=unit, by=by, t="2026-11-30T08:00:00Z", label=label, **more)  # type: ignore[arg-type]
        for unit, label in acts
    ]


@pytest.fixture
def auth(project: Path) -> sets.Set:
    found = sets.find(project, "auth-2026")
    sets.put(found, items(8))
    sets.append(found, *labelled("lin", LIN, ms=4100, mode="blind", guide="g7"))
    sets.append(found, *labelled("eva", EVA, saw={"label": "fact", "by": "rule:core/x", "weight": 0.4}))
    return found


def invoke(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, args)
    assert result.exit_code == code, result.output
    return result


def test_agreement_is_that_of_the_formulas() -> None:
    given = {"lin": answers(labelled("lin", LIN)), "eva": answers(labelled("eva", EVA))}
    found = agreement(items(8), given).tasks["class"]
    whole = tally(LIN, EVA)
    assert {name: value.value for name, value in found.whole.items()} == pytest.approx(
        {"percent": percent(whole), "kappa": kappa(whole), "alpha": alpha(whole), "ac2": ac2(whole)}
    )
    assert (found.units, found.turns) == (6, 4)
    assert found.counts == {"constraint": (2, 1), "fact": (1, 2), "process": (1, 2), "noise": (2, 1)}
    assert found.by_label["constraint"]["f1"].value == pytest.approx(2 / 3)
    assert found.pairs[0].confusion["constraint", "fact"] == 1
    assert all(value.interval and value.interval[0] <= value.interval[1] for value in found.whole.values())


def test_exchanges_and_boundaries_are_tasks_of_their_own() -> None:
    given = {}
    for by, labels, begins in [("lin", ["whole", "none"], [True, False]), ("eva", ["whole", "call"], [True, True])]:
        said = [Act(op="boundary", unit=f"u_{n}", by=by, t="t", value=value) for n, value in enumerate(begins)]
        given[by] = answers([*labelled(by, [*labels]), *said])
    found = agreement(items(2, "call"), given)
    assert list(found.tasks) == ["exchange"]
    assert found.tasks["exchange"].counts == {"whole": (1, 1), "call": (0, 1), "none": (1, 0)}
    assert found.boundaries.value == pytest.approx(2 / 3)


def test_skipped_and_unfit_units_are_gaps() -> None:
    skip = Act(op="skip", unit="u_0", by="lin", t="t")
    unfit = Act(op="unfit", unit="u_1", by="lin", t="t", reason="garbled")
    given = {"lin": answers([*labelled("lin", LIN), skip, unfit]), "eva": answers(labelled("eva", EVA))}
    assert agreement(items(8), given).tasks["class"].units == 4


def test_three_people_have_the_mean_of_the_pairs() -> None:
    given = {by: answers(labelled(by, labels)) for by, labels in [("a", LIN), ("b", EVA), ("c", LIN)]}
    found = agreement(items(8), given).tasks["class"]
    one = kappa(tally(LIN, EVA))
    assert one is not None
    assert found.whole["kappa"].value == pytest.approx((2 * one + 1) / 3)
    assert [(pair.one, pair.other) for pair in found.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(
    ("one", "other", "short"),
    [
        (["fact", "noise"] * CLAIM, ["fact", "noise"] * CLAIM, []),
        (["fact", "noise"] * CLAIM, ["noise", "fact"] * CLAIM, ["class: all labels", "class: fact", "class: noise"]),
        (["fact"] * 50 + ["noise"] * 9, ["fact"] * 50 + ["process"] * 9, ["class: all labels"]),
        (["fact"] * 50, ["fact"] * 50, ["class: all labels", "class: fact"]),
        (["fact", None], [None, "fact"], ["no unit has answers of two people"]),
    ],
)
def test_the_floor_is_for_the_lower_end(one: list[str | None], other: list[str | None], short: list[str]) -> None:
    given = {"a": answers(labelled("a", one)), "b": answers(labelled("b", other))}
    assert short_of(agreement(items(len(one)), given), 0.9) == short


def test_agree_takes_a_set(auth: sets.Set) -> None:
    shown = invoke("agree", "auth-2026")
    row = next(line.split() for line in shown.stdout.splitlines() if line.startswith("all "))
    assert row[:4] == ["all", "6", "6", "66.7%"]
    assert "7 answers were given with votes in sight" in shown.stderr
    told = json.loads(invoke("agree", str(auth.folder), "--json", "--seed", "3").stdout)
    assert (told["schema"], told["set"], told["people"]) == ("fastjev.set-agreement/1", "auth-2026", ["eva", "lin"])
    assert told["tasks"]["class"]["labels"]["percent"]["value"] == pytest.approx(4 / 6)
    failed = invoke("agree", "auth-2026", "--floor", "0.9", code=1)
    assert "below 0.9, by the lower end of alpha's interval: class: all labels" in failed.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["agree", "auth"], "did you mean 'auth-2026'"),
        (["agree", "auth-2026", "--markdown"], "are about corpora"),
        (["agree", "auth-2026", "auth-2026", "--floor", "0.7"], "is about a set"),
        (["labels", "export", "auth-2026", "--as", "csv", "--by", "eve"], "did you mean 'eva'"),
        (["labels", "export", "auth-2026"], "--as"),
        (["labels", "stats", "outh-2026"], "did you mean 'auth-2026'"),
        (["labels", "import", "a/b", "talk.json", "--as", "csv"], "1 to 64 letters"),
    ],
)
def test_what_is_off_is_said(auth: sets.Set, args: list[str], said: str) -> None:
    assert said in invoke(*args, code=2).stderr


def test_one_person_has_nobody_to_agree_with(project: Path) -> None:
    found = sets.find(project, "auth-2026")
    sets.put(found, items(2))
    assert "nobody has labelled" in invoke("agree", "auth-2026", code=2).stderr
    sets.append(found, *labelled("lin", LIN))
    assert "only lin has labelled" in invoke("agree", "auth-2026", code=2).stderr


@pytest.mark.parametrize("format", FORMATS)
def test_out_and_in_again_adds_nothing(auth: sets.Set, format: str) -> None:
    told = invoke("labels", "export", "auth-2026", "--as", format, "-o", "out.file")
    assert "14 answers and 0 units without one: out.file\nnext: fastjev labels import auth-2026 out.file" in told.stderr
    assert Path("out.file").stat().st_mode & 0o777 == 0o600
    back = invoke("labels", "import", "auth-2026", "out.file", "--as", format)
    assert back.stdout == "0 answers and 0 units added to auth-2026, 14 were there already\n"
    tried = invoke("labels", "import", "new", "out.file", "--as", format, "--dry-run")
    assert tried.stdout == "14 answers of eva, lin and 8 units would be added to new, 0 were there already\n"
    assert sets.names(Path()) == ("auth-2026",)
    invoke("labels", "import", "new", "out.file", "--as", format)
    assert sets.items(sets.find(Path(), "new")) == sets.items(auth)


def test_export_to_standard_output_is_the_file_alone(auth: sets.Set) -> None:
    shown = invoke("labels", "export", "auth-2026", "--as", "prodigy", "--by", "lin").stdout
    assert [json.loads(line)["_session_id"] for line in shown.splitlines() if "_session_id" in line] == [
        "auth-2026-lin"
    ] * 7
    assert "\x1b" not in shown


def test_entries_without_a_unit_are_told(auth: sets.Set) -> None:
    tasks = [{"text": f"nowhere {n}", "accept": ["fact"]} for n in range(9)]
    tasks.append({"text": "unit 0\x1b[31m", "accept": ["noise"]})
    Path("in.jsonl").write_text("\n".join(map(json.dumps, tasks)), "utf-8")
    told = invoke("labels", "import", "auth-2026", "in.jsonl", "--as", "prodigy", "--by", "new")
    assert told.stdout == "1 answers of new and 0 units added to auth-2026, 0 were there already\n"
    assert told.stderr.count("is no unit of the set; left out") == 5
    assert "and 4 more entries" in told.stderr
    assert invoke("labels", "import", "auth-2026", "none.jsonl", "--as", "prodigy", code=3).stderr.startswith(
        "fastjev:"
    )


@pytest.mark.parametrize(("format", "raw"), [("prodigy", ""), ("csv", "text,label\n"), ("prodigy", '{"text": " "}')])
def test_an_import_of_nothing_makes_no_set(auth: sets.Set, format: str, raw: str) -> None:
    Path("in.file").write_text(raw, "utf-8")
    said = invoke("labels", "import", "new", "in.file", "--as", format, "--by", "lin", code=3).stderr
    assert "in.file: holds no text to be labelled, and there is no set new" in said
    assert not (auth.folder.parent / "new").exists()


def test_stats_of_a_set(auth: sets.Set) -> None:
    sets.append(auth, Act(op="undo", unit="u_0", by="lin", t="2026-11-30T09:00:00Z"))
    sets.append(auth, Act(op="skip", unit="u_6", by="lin", t="2026-11-30T09:00:00Z"))
    with (auth.folder / "eva.jsonl").open("ab") as file:
        file.write(b'{"v":1,"op":"se')
    shown = invoke("labels", "stats")
    rows = {line.split()[0]: line.split() for line in shown.stdout.splitlines() if line.strip()}
    assert "auth-2026  8 units of 1 session, 8 to be labelled, 1 of them held out" in shown.stdout
    assert rows["lin"] == ["lin", "6", "8", "1", "0", "0", "0", "0", "0", "4.1", "2026-11-30T09:00:00Z"]
    assert rows["constraint"] == ["constraint", "1", "1"]
    assert "eva.jsonl:8: ends too early" in shown.stderr
    told = json.loads(invoke("labels", "stats", "auth-2026", "--json").stdout)
    assert (told["schema"], told["set"], told["holdout"]) == ("fastjev.label-stats/1", "auth-2026", 1)
    assert [(each["by"], each["seen"], each["guides"]) for each in told["people"]] == [
        ("eva", 7, {}),
        ("lin", 0, {"g7": 6}),
    ]


def test_stats_count_what_the_set_asks(project: Path) -> None:
    found = sets.find(project, "auth-2026")
    calls = [replace(each, id=f"u_call{n}", asked=False) for n, each in enumerate(items(2, "call"))]
    sets.put(found, [*items(2), replace(items(3)[2], asked=False), *calls])
    sets.append(found, *labelled("lin", ["fact", None, "noise", "noise", "fact"], ms=1000))
    sets.append(found, replace(labelled("lin", ["whole"])[0], unit="u_call1"))
    told = json.loads(invoke("labels", "stats", "auth-2026", "--json").stdout)
    (lin,) = told["people"]
    assert (told["asked"], lin["labels"], lin["exchanges"], lin["elsewhere"]) == (2, {"fact": 1}, {"whole": 1}, 2)
    shown = invoke("labels", "stats")
    assert [line.split()[:3] for line in shown.stdout.splitlines() if line.startswith("lin")] == [["lin", "1", "2"]]
    assert "lin: 2 answers are about units that the set does not hold" in shown.stderr


def test_stats_where_there_is_no_set(project: Path) -> None:
    assert "no sets here\nnext: fastjev label SESSION" in invoke("labels", "stats").stderr
