"""The card beside the weights about words. No date and no path: the same training, the same card."""

import platform
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from fastjev.train.judge import Judged
from fastjev.train.markdown import bins, number, origins, rankings, table
from fastjev.train.read import Origin
from fastjev.train.table import CUTS
from fastjev.train.words import QUESTION

_CARD = """\
# {name}

Will the work need this name, path or number that only a tool's result brought? A linear model of {traits} traits: plain
numbers, and no text of any session. Weights: `{digest}`.
Written by `fastjev train words`. Who answers its trait `result`:
`{asks}`.

## Scores

AUC: how often a word that was needed ranks above one that was not. *Pooled*: over all rows; *within*: the mean of the
sessions' own, where a session has both answers. *Session left out*: by a model trained and calibrated on the others,
and so is the one that answers `result`. Age: exchanges since the last that brought the word; size: of its result.

| question | ranked by | pooled | within | sessions |
| --- | --- | ---: | ---: | ---: |
{rankings}

Calibration, session left out; expected error {error}. Few words are needed, so most of it is the first row:

| question | said | rows | mean said | came true |
| --- | --- | ---: | ---: | ---: |
{bins}

## Weights

Per standard deviation of a trait; above 0 speaks for being needed.

| trait | weight |
| --- | ---: |
{weights}

## Data

{sessions} sessions, {rows:,} words, of which {needed:,} were needed. Each session is cut at up to {cuts} places. A row
is a telling word (`fastjev.telling`) of a result before a cut that no person had said; it was needed where a person,
the assistant or the input of a call used it after the cut, before anything brought it again. Nobody annotated. Files by
hash:

| sha256 | format | exchanges | rows |
| --- | --- | ---: | ---: |
{origins}

fastjev {fastjev}, scikit-learn {sklearn}, numpy {numpy}, Python {python}, seed {seed}. The same files, versions and
seed give the same bytes.

## Limits

- A word that turns up again by chance counts as needed; what a result taught without a word of it does not.
- Words of one result share all but four traits, and rows of one session resemble each other: the sample is the
  sessions, which are few, of few people and projects.
- The weights learned from answers about results by a model that may have seen the same sessions; scores did not.
- Traits and penalty were chosen on these sessions, which flatters a little.
"""


def word_card(weights: Mapping[str, Any], digest: str, asks: str, judged: Judged, files: Iterable[Origin]) -> str:
    """Markdown. `digest`: of the file of weights; `asks`: the version of the model that answered about results."""
    trained = weights["trained"]
    held = zip(weights["traits"], weights["questions"][QUESTION]["weights"], strict=True)
    return _CARD.format(
        name=weights["name"],
        traits=len(weights["traits"]),
        digest=digest,
        asks=asks,
        rankings=rankings([judged]),
        error=number(judged.error),
        bins=bins([judged]),
        weights=table(
            (f"`{trait}`", f"{weight:+.3f}")
            for trait, weight in sorted(held, key=lambda each: (-abs(each[1]), each[0]))
        ),
        cuts=CUTS,
        origins=origins(files),
        sklearn=trained["scikit-learn"],
        numpy=np.__version__,
        python=platform.python_version(),
        **{name: trained[name] for name in ("sessions", "rows", "needed", "fastjev", "seed")},
    )
