"""Walks that a person can read: a small conversation, and beside it the skeleton as the design wants it.

Each `tests/golden/NAME.json` has its `NAME.txt`, rendered without recent turns. After a change that is meant,

    .venv/bin/python tests/test_golden.py [NAME...]

writes the texts anew. Read the difference before you commit it: what a person said must stand where it binds.
"""

import sys
from pathlib import Path

import pytest
from talks import ROOT, compact, rendered

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def shown(name: str) -> str:
    return rendered(compact((GOLDEN / f"{name}.json").read_bytes(), name=name), "text")


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    assert shown(name).split("\n") == (GOLDEN / f"{name}.txt").read_text("utf-8").split("\n")


@pytest.mark.parametrize(("readme", "lang"), [("README.md", "en"), ("README.zh-CN.md", "zh")])
def test_the_readmes_show_what_the_sample_becomes(readme: str, lang: str) -> None:
    run = compact((GOLDEN / "sample.json").read_bytes(), name="sample", lang=lang)
    assert f"-q\n{rendered(run, 'text')}```" in (ROOT / readme).read_text("utf-8")


def test_every_text_has_its_conversation() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == CASES


if __name__ == "__main__":
    for case in sys.argv[1:] or CASES:
        (GOLDEN / f"{case}.txt").write_text(shown(case), "utf-8")
