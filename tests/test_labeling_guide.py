"""The guide is whole in both languages and fits a terminal; how often the shipped rules and weights agree with it."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unicodedata import east_asian_width

import pytest

from fastjev import bundled
from fastjev.errors import UsageError
from fastjev.labeling import guide
from fastjev.labels import Label
from tests.talks import assistant, user, walk

LABELS = [str(label) for label in Label if label != Label.UNSURE]
ANSWERS = {"boundary": {"yes", "no"}, "supersede": {"ends", "both"}, "exchange": {"whole", "call", "none"}}
LABELLED = [*LABELS, *ANSWERS]
CASES = 20
COLUMNS, LINES = 80, 60
_CASE = re.compile(r"^- (?P<head>.+?)\s+→ (?P<label>\w+)(?:: |：)(?P<why>.+?)\s*(?=^- |\Z)", re.MULTILINE | re.DOTALL)


class Case(NamedTuple):
    """One line of a page."""

    assistants: bool
    before: str
    """What was said before the sentence, or of an assistant's sentence the answer to it."""
    sentence: str
    label: str
    why: str


def cases(name: str, lang: str) -> list[Case]:
    return list(_cases(guide.page(name, lang)))


def _cases(page: str) -> Iterator[Case]:
    for found in _CASE.finditer(page):
        spans = re.findall("`([^`]+)`", found["head"])
        before = spans[0] if len(spans) > 1 else ""
        yield Case(found["head"].startswith(("assistant", "助手")), before, spans[-1], found["label"], found["why"])


@pytest.mark.parametrize("lang", guide.LANGS)
@pytest.mark.parametrize("name", LABELLED)
def test_a_page_has_questions_and_cases_and_fits_a_terminal(name: str, lang: str) -> None:
    page = guide.page(name, lang)
    lines = page.splitlines()
    assert len(re.findall(r"^\d\. ", page, re.MULTILINE)) == 3
    assert len(lines) <= LINES
    assert {line for line in lines if _columns(line) > COLUMNS} == set()
    assert "#" not in page, "a heading of another page stands in it"
    found = cases(name, lang)
    assert len(found) == len(re.findall("^- ", page, re.MULTILINE)), "a line is not a case: - `sentence` → label: why"
    assert len(found) == CASES if name in LABELS else len(found) >= 8
    assert {case.label for case in found} <= set(ANSWERS.get(name, LABELS))


@pytest.mark.parametrize("name", LABELLED)
def test_both_languages_have_the_same_cases(name: str) -> None:
    english, chinese = ([case._replace(why="") for case in cases(name, lang)] for lang in ("en", "zh"))
    assert english == chinese


def test_no_sentence_stands_twice() -> None:
    told = Counter((case.before, case.sentence) for name in LABELLED for case in cases(name, "en"))
    assert [sentence for sentence, times in told.items() if times > 1] == []


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_told_from_its_neighbours(label: str) -> None:
    found = Counter(case.label for case in cases(label, "en"))
    assert found.most_common(1)[0][0] == label
    assert len(found) > 1, "cases that only look like the label are missing"


@pytest.mark.parametrize(
    ("name", "lang", "said"),
    [
        ("constrant", "en", "did you mean 'constraint'"),
        ("unsure", "en", "there are constraint, decision, fact, process, noise, boundary, supersede, exchange"),
        ("fact", "fr", "there are en, zh"),
    ],
)
def test_a_page_that_is_not_there_is_named(name: str, lang: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        guide.page(name, lang)


def test_the_version_is_the_files() -> None:
    raw = (bundled.labeling() / "GUIDE.md").read_bytes()
    assert guide.version() == "g_" + hashlib.sha256(raw).hexdigest()[:12]
    assert bundled.labeling() == Path(__file__).resolve().parent.parent / "labeling"


def test_how_often_fastjev_says_what_the_guide_says(capsys: pytest.CaptureFixture[str]) -> None:
    """A measure, no bar: the cases are those that people argue about, each told alone."""
    said = [(case, decided(case)) for label in LABELS for case in cases(label, "en")]
    right = sum(case.label == label for case, label in said)
    with capsys.disabled():
        print(f"\nguide: fastjev says of {right} of {len(said)} borderline cases what the guide says")
        for case, label in said:
            if case.label != label:
                print(f"  {case.sentence}  guide {case.label}, fastjev {label}")
    assert {label for _, label in said} <= set(map(str, Label))
    assert len(said) == CASES * len(LABELS)


def decided(case: Case) -> str:
    """What the shipped rules and weights decide about the unit that has most of the sentence."""
    if case.assistants:
        messages = [user("Go on."), assistant(case.sentence), *([user(case.before)] if case.before else [])]
        at = 1
    else:
        messages = (
            [user("Go on."), assistant(case.before), user(case.sentence)] if case.before else [user(case.sentence)]
        )
        at = len(messages) - 1
    run = walk(messages)
    rows = zip(run.units, run.decisions, strict=True)
    here = [(len(unit.text), str(decision.label)) for unit, decision in rows if unit.message == at]
    return max(here, key=lambda row: row[0])[1]


def _columns(line: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in line)
