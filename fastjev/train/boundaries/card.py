"""The card beside the weights about boundaries. No date and no path: the same training, the same card."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from fastjev.evaluate.measures import Score
from fastjev.model.boundaries import OPTION
from fastjev.terms import THOUSANDTHS
from fastjev.train.boundaries.fit import LEAST
from fastjev.train.boundaries.judge import MEASURES, Judged
from fastjev.train.markdown import number, table

_SHOWN = 15
"""Terms shown for and against."""

_CARD = """\
# {name}

Does a new intent begin here, inside a message that a human typed? A regression over what stands around a seam (a place
where a clause begins): words, marks, lengths, the rules that fire on both sides. Plain numbers and the terms they
belong to; a term is one to three words that stood at {least} seams or more. Weights: `{digest}`.
Written by `fastjev train boundaries`.

## Scores

Authors left out: what is said of a seam comes from a regression, and a calibration, that saw nothing of its author. A
new intent begins from a probability of {threshold} on (`boundary_p`), which was chosen on these scores. Pk and
WindowDiff (lower is better) stand beside those of a cutter that never cuts. Measured in messages with a labelled
boundary, as `fastjev eval` measures; *reach* is the share of labelled boundaries at which there is a seam.

| language | precision | recall | F1 | Pk | no cut | WindowDiff | no cut | reach |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{scores}

Calibration, authors left out; expected error {error}:

| said | rows | mean said | came true |
| --- | ---: | ---: | ---: |
{bins}

## Heaviest terms

Sections: `begins` and `holds`, words behind the seam; `ends`, words before it, backwards; `is`, marks, shape, rules;
`named`, amounts.

| speaks for a boundary | weight | speaks against | weight |
| --- | ---: | --- | ---: |
{terms}

## Data

{conversations} labelled conversations by {authors} authors: {messages:,} messages of humans, {seams:,} seams, at
{boundaries:,} of which a new intent begins. Seams that a doubtful label names are left out.

fastjev {fastjev}, scikit-learn {sklearn}, numpy {numpy}, Python {python}, seed {seed}. The same files, versions and
seed give the same bytes.

## Limits

- Authors differ in how finely they cut: at one threshold some have half as many boundaries as cuts, others miss a
  third. Two who labelled the same text would not agree fully either.
- People dictate without marks; English of that kind is where most is missed.
- Rules are among the features: who changes the rules of core trains again.
- Features, penalty and threshold were chosen on these authors, left out in turn, which flatters a little.
"""


def card(weights: Mapping[str, Any], digest: str, judged: Judged) -> str:
    """Markdown. `digest`: of the file of weights."""
    trained = weights["trained"]
    return _CARD.format(
        digest=digest,
        least=LEAST,
        threshold=judged.threshold,
        scores=table(_scores(judged)),
        error=number(judged.error),
        bins=table(
            (f"{one.low:.1f}–{one.high:.1f}", one.rows, f"{one.said:.3f}", f"{one.came:.3f}") for one in judged.bins
        ),
        terms=table(_heaviest(weights["sets"][OPTION]["terms"])),
        sklearn=trained["scikit-learn"],
        numpy=np.__version__,
        python=platform.python_version(),
        name=weights["name"],
        **{name: each for name, each in trained.items() if name != "scikit-learn"},
    )


def _scores(judged: Judged) -> Iterator[Sequence[object]]:
    for lang, held in judged.languages.items():
        yield lang, *(number(held[name].value) for name in MEASURES), _share(judged.reach[lang])


def _share(score: Score) -> str:
    return f"{number(score.value)} ({score.n:,.0f}/{score.m:,.0f})"


def _heaviest(terms: Mapping[str, Mapping[str, str]]) -> Iterator[Sequence[object]]:
    every = sorted(
        (int(weight) / THOUSANDTHS, f"{section} {term}")
        for section, held in terms.items()
        for term, weight in held.items()
    )
    for (most, one), (least, other) in zip(every[::-1][:_SHOWN], every[:_SHOWN], strict=False):
        yield _code(one), f"{most:+.2f}", _code(other), f"{least:+.2f}"


def _code(term: str) -> str:
    """As code in a cell of a table, which a bar would end."""
    return f"`{term}`".replace("|", "\\|")
