"""A set goes to other tools and comes back as it was; what strangers send is said to be wrong where it is."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastjev.errors import ReadError, UsageError
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answer, answers
from fastjev.labeling.formats import FORMATS
from fastjev.labeling.formats.record import Record
from fastjev.labeling.ids import conv_id, text_sha
from fastjev.labeling.items import Item
from fastjev.labeling.lines import ANSWERS, REASONS
from fastjev.labeling.transfer import Lacking, lacking, records
from fastjev.labels import Speaker

NOW = "2026-11-30T12:00:00Z"
TEXTS = [
    "先别装新的三方库，用标准库写；port 统一 8080",
    "line one\nline two\r\nthree\rfour\tfive",
    '"quoted", \'single\', “弯引号”, a\\b \\n \\" |=|',
    "=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1", "'=x", "''=x", "＝1+1", "\t=1", "\r=1",
    "👨‍👩‍👧 ok 👍", "half \ud83d", "\\ud83d", "\\\\ud83d", "\\\ud83d", "\\\\\udc00", "_", "#", "# by = eva", "O", " ",
    "\u2028\x85\x0b\x0c", "\x00nul", "\ufeffbom", "[{]}", "1", "null", "", "x" * 200_000,
]  # fmt: skip


def item(n: int, text: str, *, kind: str = "prose", asked: bool = True, split: str = "") -> Item:
    return Item(
        id=f"u_{n:012x}",
        conv=conv_id("talk"),
        at=(n // 2, n % 2, n % 2 + len(text)),
        turn=n,
        speaker=Speaker.TOOL if kind == "call" else Speaker.HUMAN,
        kind=kind,
        time="2026-11-03T10:14:07Z" if n % 2 else None,
        text=text,
        sha=text_sha(text),
        asked=asked,
        split=split,
    )


ITEMS = tuple(
    item(n, text, kind="call" if n == 3 else "prose", asked=n % 5 != 4, split="holdout" if n % 3 == 0 else "")
    for n, text in enumerate(TEXTS)
)


def a_set(folder: Path, acts: list[Act], items: tuple[Item, ...] = ITEMS) -> sets.Set:
    made = sets.find(folder, "auth-2026")
    sets.put(made, items)
    sets.append(made, *acts)
    return made


def act(op: str, n: int, by: str = "lin", **more: object) -> Act:
    return Act(op=op, unit=ITEMS[n].id, by=by, t=f"2026-11-30T08:{n:02}:00Z", **more)  # type: ignore[arg-type]


def given_in(made: sets.Set) -> dict[str, dict[str, Answer]]:
    """Each person's answers, without those that say nothing."""
    found = {by: answers(sets.acts(made, by)).by_unit for by in sets.people(made)}
    said = {by: {unit: each for unit, each in own.items() if each != Answer()} for by, own in found.items()}
    return {by: own for by, own in said.items() if own}


def taken(made: sets.Set, raw: bytes, format: str, by: str | None = None) -> Lacking:
    found = lacking(made, FORMATS[format].parse(raw, "file"), "file", by, NOW)
    sets.put(made, found.items)
    sets.append(made, *found.acts)
    return found


EVERY = [
    *(act("set", n, label=ANSWERS[n % 5]) for n in range(len(ITEMS))),
    act("set", 3, label="whole"),
    act("skip", 1),
    act("skip", 2, "eva"),
    act("unfit", 4, "eva", reason="language"),
    act("unfit", 5, "eva", reason="garbled"),
    act("skip", 5, "eva"),
    *(act("note", n, "eva", note=text or "so") for n, text in enumerate(TEXTS)),
    act("boundary", 6, value=True),
    act("boundary", 7, value=False),
    act("merge", 8, value=True),
    act("supersedes", 9, old=ITEMS[0].id),
    act("supersedes", 9, old=ITEMS[2].id),
    act("supersedes", 12, old=""),
    act("set", 10, "林小姐", label="fact"),
    act("set", 11, "林小姐", label="fact"),
    act("undo", 11, "林小姐"),
]


@pytest.mark.parametrize("format", FORMATS)
def test_a_set_goes_out_and_comes_back_as_it_was(format: str, tmp_path: Path) -> None:
    here = a_set(tmp_path / "here", EVERY)
    raw = FORMATS[format].dump(records(here), here.name)
    assert taken(here, raw, format) == Lacking((), (), len([r for r in records(here) if r.by]), ())
    there = sets.find(tmp_path / "there", "other")
    taken(there, raw, format)
    assert given_in(there) == given_in(here)
    said = {unit for own in given_in(here).values() for unit in own}
    assert sets.items(there) == tuple(each for each in sets.items(here) if each.asked or each.id in said)


_TEXT = st.one_of(st.sampled_from(TEXTS[:-1]), st.text(st.characters(), max_size=20))
_TOLD: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "set": {"label": st.sampled_from(ANSWERS), "note": st.one_of(st.none(), _TEXT)},
    "skip": {},
    "unfit": {"reason": st.sampled_from(REASONS["unfit"])},
    "note": {"note": _TEXT},
    "boundary": {"value": st.booleans()},
    "merge": {"value": st.booleans()},
    "supersedes": {"old": st.sampled_from(["", *(each.id for each in ITEMS)])},
    "undo": {},
}
_ACT = st.one_of(
    [
        st.builds(act, st.just(op), st.integers(0, 3), st.sampled_from(["lin", "eva"]), **told)
        for op, told in _TOLD.items()
    ]
)


@pytest.mark.parametrize("format", FORMATS)
@given(texts=st.lists(_TEXT, min_size=4, max_size=4), acts=st.lists(_ACT, max_size=12))
def test_whatever_was_answered(
    format: str, texts: list[str], acts: list[Act], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("sets")
    here = a_set(folder / "here", acts, tuple(item(n, text) for n, text in enumerate(texts)))
    raw = FORMATS[format].dump(records(here), here.name)
    assert not taken(here, raw, format).acts
    there = sets.find(folder / "there", here.name)
    taken(there, raw, format)
    secret = {unit for own in given_in(here).values() for unit, each in own.items() if each.unfit == "secret"}
    assert [(each.id, each.text) for each in sets.items(there)] == [
        (each.id, "" if each.id in secret else each.text) for each in sets.items(here)
    ]
    assert plain(given_in(there)) == plain(given_in(here))


def plain(given: dict[str, dict[str, Answer]]) -> object:
    """An empty note says nothing."""
    return {
        (by, unit): (a.label, a.skipped, a.unfit, a.note or None, a.boundary, a.merged, a.supersedes)
        for by, own in given.items()
        for unit, a in own.items()
        if (a.label or a.skipped or a.unfit or a.note or a.boundary is not None or a.merged or a.supersedes)
    }


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    made = a_set(tmp_path, [act("note", 0, note="=HYPERLINK(1)")], ITEMS[:-1])
    raw = FORMATS["csv"].dump(records(made), made.name).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(raw, newline="")) for cell in row]
    assert "'=HYPERLINK(1)" in cells
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝"))] == []


SAID = "先别装新的三方库，用标准库写；port 统一 8080"
FOREIGN = {
    "prodigy": [
        {"text": SAID, "accept": ["fact"], "answer": "accept", "_session_id": "lin"},
        {"text": "_", "label": "noise", "answer": "accept", "_annotator_id": "lin"},
        {"text": "#", "label": "noise", "answer": "reject", "_annotator_id": "lin"},
    ],
    "doccano": [
        {"id": 7, "text": SAID, "label": ["Fact"], "by": "lin"},
        {"id": 8, "text": "_", "label": "noise", "by": "lin"},
        {"id": 9, "text": "#", "label": [], "by": "lin", "skipped": True},
    ],
    "labelstudio": [
        {
            "id": 1,
            "data": {"text": text},
            "annotations": [
                {
                    "completed_by": {"id": 3, "email": "lin"},
                    "was_cancelled": not label,
                    "result": [
                        {"from_name": "kind", "to_name": "t", "type": "choices", "value": {"choices": [each]}}
                        for each in label
                    ],
                }
            ],
        }
        for text, label in [(SAID, ["fact"]), ("_", ["noise"]), ("#", [])]
    ],
}
TABLES = {
    "csv": f'by;label;text;skipped\nlin;fact;"{SAID}";\nlin;noise;_;\nlin;;#;yes\n',
    "conll": f"# by = lin\n{SAID}\tB-fact\n\n\\u005f\tI-noise\n",
}


@pytest.mark.parametrize("format", FORMATS)
def test_what_other_tools_write_is_found_by_its_text(format: str, tmp_path: Path) -> None:
    made = a_set(tmp_path, [], tuple(item(n, text) for n, text in enumerate(TEXTS)))
    raw = TABLES[format] if format in TABLES else json.dumps(FOREIGN[format])
    taken(made, raw.encode(), format)
    given = given_in(made)["lin"]
    by_text = {each.text: given.get(each.id, Answer()) for each in sets.items(made)}
    assert (by_text[SAID].label, by_text["_"].label, by_text["#"].label) == ("fact", "noise", None)
    assert by_text["#"].skipped == (format != "conll")


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_of_its_own_makes_a_set(format: str, tmp_path: Path) -> None:
    raw = TABLES[format] if format in TABLES else json.dumps(FOREIGN[format])
    made = sets.find(tmp_path, "new")
    taken(made, raw.encode(), format)
    assert [(each.text, each.asked) for each in sets.items(made)][:2] == [(SAID, True), ("_", True)]
    assert not taken(made, raw.encode(), format).acts
    assert not taken(made, raw.encode(), format).items


@pytest.mark.parametrize(
    ("format", "raw", "said"),
    [
        ("prodigy", '{"text": "_", "accept": ["constrant"]}', "file:1: label: 'constrant' is none of"),
        ("prodigy", '{"text": "_", "accept": ["constrant"]}', "did you mean 'constraint'?"),
        ("prodigy", '{"text": "_", "accept": ["fact", "noise"]}', "are 2; a unit has one label"),
        ("prodigy", '{"text": 7}', "file:1: text: 7 is no text"),
        ("prodigy", '{"text": "_"}\n[1]', "file:2: [1] is no JSON object"),
        ("prodigy", '{"text": "_"}\n{"te', "file:2: is no JSON"),
        ("prodigy", "[" * 100_000, "file: is no JSON"),
        ("prodigy", '{"meta": "x"}', "file:1: meta: 'x' is no JSON object"),
        ("prodigy", '{"fastjev": 3}', "file:1: fastjev: 3 is no JSON object"),
        ("prodigy", '{"text": "_", "accept": ["fact"], "answer": "maybe"}', "file:1: answer: 'maybe' is none of"),
        ("prodigy", '{"text": "_", "accept": ["fact"], "answer": "acept"}', "did you mean 'accept'?"),
        ("prodigy", '{"text": "_", "accept": ["fact"], "fastjev": {"answered": "x"}}', "answered: 'x' is no time"),
        ("prodigy", '{"text": "_", "fastjev": {"unit": "u_1", "conv": "/x", "at": [0, 0, 1], "turn": 1, "speaker": '
         '"human", "kind": "prose", "sha": ""}}', "file:1: conv: '/x' is not c_ and"),
        ("labelstudio", '[{"annotations": [{"result": [{"type": "choices", "value": {"choices": ["a", "b"]}}]}]}]',
         "file: entry 1: choices: ['a', 'b'] are 2"),
        ("doccano", '[{"text": "_", "label": [["a", 1]]}]', "file: entry 1: label: ['a', 1] is none of"),
        ("doccano", '{"text": "_", "label": 3}', "file:1: label: 3 is no list"),
        ("doccano", '{"unit": "u_1", "conv": 3}', "file:1: conv: 3 is not of type str"),
        ("labelstudio", '[{"annotations": 3}]', "file: entry 1: annotations: 3 is no list"),
        ("labelstudio", '[{"annotations": [{"result": ["x"]}]}]', "file: entry 1: result: 'x' is no JSON object"),
        ("csv", "a,b\n1,2", "file:1: is no head of a table"),
        ("csv", "text,label\n_,fakt", "did you mean 'fact'?"),
        ("csv", "text,skipped\n_,maybe", "file:2: skipped: 'maybe' is neither yes nor no"),
        ("csv", "text,label\n\"_,fact\n\ud83d", "file:3: is not UTF-8"),
        ("csv", 'text,label\n_,fact\n"#,fact\n_,noise\n', "file:3: is no CSV from there on"),
        ("csv", 'text,label\n"a\nb",fact\n"#"x,fact\n', "file:4: is no CSV from there on"),
        ("csv", "text,label\n_,fact\nso, too,fact\n", "file:3: has 3 cells, and the head 2; quote those with ','"),
        ("conll", "one column", "file:1: has one column"),
        ("conll", "x\tB-decison", "did you mean 'decision'?"),
        ("conll", "x\tO\tu_1\tnote=[", "file:1: note: its value is no JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(format: str, raw: str, said: str, tmp_path: Path) -> None:
    made = a_set(tmp_path, [])
    with pytest.raises(ReadError) as caught:
        taken(made, raw.encode("utf-8", "surrogatepass"), format, "lin")
    assert said in str(caught.value)
    assert sets.people(made) == ()


def test_a_file_about_another_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="nothing in it is about the set auth-2026"):
        taken(a_set(tmp_path, []), b'{"text": "elsewhere", "accept": ["fact"]}', "prodigy", "lin")


@pytest.mark.parametrize(("by", "said"), [(None, "--by NAME says so"), ("gold", "nobody's"), ("../x", "1 to 64")])
def test_somebody_must_have_answered(by: str | None, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        taken(a_set(tmp_path, []), b'{"text": "_", "accept": ["fact"]}', "prodigy", by)


def test_a_note_is_written_without_its_secrets(tmp_path: Path) -> None:
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    made = a_set(tmp_path, [act("note", 0, note=f"the token is {token}"), act("set", 1, label="fact", note=token)])
    sets.append(made, act("set", 0, "eva", label="fact", note=token), gold=True)
    raw = json.dumps({"text": "_", "accept": ["fact"], "fastjev": {"note": f"with {token}"}}).encode()
    assert len(taken(made, raw, "prodigy", "mei").acts) == 2
    assert taken(made, raw, "prodigy", "mei").acts == ()
    for file in made.folder.iterdir():
        assert token not in file.read_text("utf-8")
    assert "‹masked github-token›" in (made.folder / "mei.jsonl").read_text("utf-8")


def test_a_secret_stays_here(tmp_path: Path) -> None:
    made = a_set(tmp_path, [act("unfit", 0, reason="secret")])
    assert [each.text for each in records(made) if isinstance(each, Record) and each.by] == [""]
    sets.forget(made, [ITEMS[0].id])
    raw = (made.folder / "units.jsonl").read_text("utf-8")
    assert TEXTS[0] not in raw
    assert [each.text for each in sets.items(made)][1:3] == TEXTS[1:3]
