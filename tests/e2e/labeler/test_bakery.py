"""What `make story` types is an answer to each unit."""

from pathlib import Path

import pytest

from fastjev import pipeline
from fastjev.labels import Speaker
from fastjev.rulebook import load_core
from tests.e2e.labeler.bakery import LANGS, write
from tests.e2e.labeler.story import DIGITS


@pytest.mark.parametrize("lang", LANGS)
def test_each_word_of_a_human_has_a_prepared_label(lang: str, tmp_path: Path) -> None:
    sentences = write(lang, tmp_path)
    assert {label for each in sentences for label in (each.first, each.second)} == set(DIGITS)
    assert any(each.first != each.second for each in sentences)
    path = tmp_path / f"bakery-{lang}.json"
    units = pipeline.run(path.read_bytes(), str(path), rulebook=load_core()).units
    spans = [(unit.message, *unit.span) for unit in units if unit.speaker == Speaker.HUMAN]
    prepared = {(each.message, place) for each in sentences for place in range(each.start, each.end)}
    assert prepared <= {(message, place) for message, start, end in spans for place in range(start, end)}
    assert all(any((message, place) in prepared for place in range(start, end)) for message, start, end in spans)
