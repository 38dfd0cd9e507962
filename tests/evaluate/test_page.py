"""The page of an evaluation: whole, safe to open, and with what was measured in it."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from desks import Desk, active

from fastjev.cli import cli

SECRET = "sk-ant-api03-" + "Zq8f3kL0pW" * 9
HOSTILE = "<script>alert(1)</script> \"must\" & 'always' <img src=x onerror=alert(2)>"
TALK = [
    "U: Never touch the vendored folder. The cache port is 6379.",
    f"A: Dates must be UTC, {HOSTILE}, {SECRET}.",
    "U: Never touch <b>anything</b> else. Show me src/app.py first.",
]
GOLD: dict[str, Any] = {
    "constraints": [active("Never touch the vendored folder"), active(TALK[1][3:], 1)],
    "facts": [{"m": 0, "quote": "The cache port is 6379"}],
    "traps": [{"m": 2, "quote": "Never touch <b>anything</b> else", "why": "for this test"}],
}
VOID = {"meta", "img", "br", "link", "input", "hr"}


class Tags(HTMLParser):
    """Checks that what is opened is closed, and remembers what there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["eval", *args])


@pytest.fixture
def page(tmp_path: Path) -> str:
    desk = Desk(tmp_path)
    desk.file(TALK, "a01-<i>x&.json", **GOLD)
    desk.file(TALK, "a02-x.json", lang="zh", **GOLD)
    target = tmp_path / "out.html"
    ran = invoke(str(tmp_path), "--report", str(target), "--rounds", "2", "--seed", "5", "--decide", "rules")
    assert ran.exit_code == 0, ran.output
    assert ran.stderr == f"next: open {target} in a browser\n"
    return target.read_text("utf-8")


def test_nothing_runs_and_nothing_is_fetched(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert not tags.seen & {"script", "img", "link", "iframe", "object", "form", "i", "b"}
    assert not {name for name in tags.attributes if name.startswith("on")} | tags.attributes & {"src", "href", "style"}
    assert "url(" not in page and "@import" not in page
    assert "default-src &#x27;none&#x27;; style-src &#x27;sha256-" in page
    assert "prefers-color-scheme:dark" in page


def test_what_people_wrote_is_text_and_secrets_are_masked(page: str) -> None:
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "a01-&lt;i&gt;x&amp;.json" in page
    assert SECRET not in page and "‹masked " in page


def test_it_says_what_was_measured_and_what_went_wrong(page: str) -> None:
    for title in (
        "By language",
        "Compacted again and again",
        "Are probabilities what they say?",
        "What is taken for what",
        "constraints missed (2)",
        "traps let in (2)",
    ):
        assert title in page, title
    for name in ("corpora", "rules", "models", "policy"):
        assert re.search(rf">{name}</th><td><code>[^<]*sha256:[0-9a-f]{{64}}", page), name
    assert re.search(r"seed</th><td><code>5<", page)
    assert re.search(r"<code>fastjev explain \S*a02-x\.json u1\.\d</code>", page)
    assert "votes: constraint 0." in page and "rule:core/constraint." in page
    assert "no classifier voted" in page
    assert page.count("<svg") == 1


def test_a_classifier_has_a_curve(tmp_path: Path) -> None:
    target = tmp_path / "out.html"
    assert invoke(str(Desk(tmp_path).file(TALK, **GOLD)), "--decide", "model", "--report", str(target)).exit_code == 0
    page = target.read_text("utf-8")
    assert page.count("<svg") == 2
    assert re.search(r"Average precision: en \d+\.\d%, all \d+\.\d%", page)


def test_the_same_page_for_the_same_measures(page: str, tmp_path: Path) -> None:
    again = tmp_path / "again.html"
    invoke(str(tmp_path), "--report", str(again), "--rounds", "2", "--seed", "5", "--decide", "rules", "-q")
    assert again.read_text("utf-8") == page


def test_a_page_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ran = invoke(str(Desk(tmp_path).file(TALK, **GOLD)), "--report", str(tmp_path / "none" / "out.html"), "-q")
    assert ran.exit_code == 2
    assert f"out.html: cannot be written: {tmp_path / 'none'} is no folder" in ran.stderr
    (tmp_path / "out.html").mkdir()
    ran = invoke(str(tmp_path / "tiny.json"), "--report", str(tmp_path / "out.html"), "-q")
    assert ran.exit_code == 2
    assert "out.html: cannot be written: Is a directory" in ran.stderr
