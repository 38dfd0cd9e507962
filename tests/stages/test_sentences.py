"""Where a sentence ends, where a clause ends, and where neither does. `|` stands at each cut."""

import pytest
from anything import texts
from hypothesis import given

from fastjev.datatypes import Span
from fastjev.stages.sentences import clauses, sentences

SENTENCES = [
    # Chinese and Latin stops, full and half width
    "不要动那张表。|端口改成 8080。",
    "别动！|真的？|嗯",
    "行不行?|不行!|好",
    "这样？！|不行",
    "等等……|改成 30 秒",
    "Keep it.| Ship it!| OK?| yes",
    "用pnpm.| 别用npm。|ok",
    "别动（先问我）。|再动手",
    "他说「不行」。|我同意",
    "He said \"stop\".| Then left.",
    "wait...\n|use vite",
    # no stop at all
    "不要动那张表\n|端口改成 8080\n\n|完",
    "one thing\n|another thing",
    "a\r\n|b\r\n",
    # what holds a stop and is no end
    "v1.2.3 是最低版本，3.8 不行",
    "open src/app.ts and go.mod",
    "see https://example.org/a?b=c.d for more.| Done",
    "用 `a. b? c` 就行。|好",
    "e.g. the cap, i.e. 30 s, vs. 45 ms.| Next",
    "Dr. Li said no.| Right",
    "at most 3.5 s of it.| no more",
    "max. 3 retries.| ok",
    "no.| don't touch it",
    "The answer is no.| Use pnpm",
    "Timeout 30 s.| Never retry",
    "Files stay under 5 MB.| Never more",
    "他说「别动。我不管！」我同意。|好",
    "1. 先问我。|再动手",
    "a（b。c）d。|e",
    "第一行\u2028还是第一行。|第二句",
    "等...等一下再说",
    # a line that an editor wrapped
    "this line is long enough to have been wrapped by the editor at\nthe margin, and it goes on here.| next",
    # long lines that people ended themselves: the next word would have fitted, or opens something new
    "the banner is too loud on the phone, it looks like an ad\n"
    "|the footer link goes nowhere, since somebody moved its page away",
    "twenty gigabytes at most, the archive is on that disk and so on\n|oh and the live feed beats everything",
    "the staging box is full again and the nightly job dies at 3 am\n|别动 prod 那台",
    "short line\n|the next one is another thought",
]  # fmt: skip
CLAUSES = [
    "行，|但是别动 schema；|改完叫我",
    "ok, |but not the schema; |ping me",
    "1,000 rows, |not more",
    "先问我 —— |别自己改",
    "use pnpm - |not npm",
    "别加索引 |先跑一遍",
    "端口用 8080 就行",
    "这里改 (a, b) 两处，|别的不动",
    "「好，行」是他说的，|不是我说的",
    "注意: |别动",
    "http://a.b:80 不变",
    "嗯 |那就改",
]


@pytest.mark.parametrize("marked", SENTENCES)
def test_sentences(marked: str) -> None:
    text = marked.replace("|", "")
    assert [span.of(text) for span in sentences(text, 0, len(text))] == _parts(marked)


@pytest.mark.parametrize("marked", CLAUSES)
def test_clauses(marked: str) -> None:
    text = marked.replace("|", "")
    assert [span.of(text) for span in clauses(text, Span(0, len(text)))] == marked.split("|")


def _parts(marked: str) -> list[str]:
    """The text between the cuts; blanks at a cut belong to the sentence before it."""
    parts = marked.split("|")
    for at in range(1, len(parts)):
        bare = parts[at].lstrip(" ")
        parts[at - 1] += parts[at][: len(parts[at]) - len(bare)]
        parts[at] = bare
    return [part for part in parts if part]


@given(texts())
def test_sentences_and_clauses_tile(text: str) -> None:
    found = sentences(text, 0, len(text))
    assert "".join(span.of(text) for span in found) == text
    for span in found:
        assert "".join(part.of(text) for part in clauses(text, span)) == span.of(text)


def test_a_part_of_a_text_is_cut_by_itself() -> None:
    text = "别动。别动。别动。"
    assert sentences(text, 3, 6) == [Span(3, 6)]
