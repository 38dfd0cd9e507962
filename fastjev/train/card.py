"""The card beside a file of weights: data, scores, limits. No date and no path: the same training, the same card."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from fastjev.train.exchanges import OPTIONS
from fastjev.train.judge import CAP, Judged
from fastjev.train.markdown import bins, number, origins, rankings, table
from fastjev.train.read import Origin
from fastjev.train.table import CUTS

PUBLISHED = 0.789
"""AUC of AxeForging/kompact with one session left out, over 41 sessions of one person; size alone had .878 on another
split. Other data and another label: a mark to look at, no contest."""

_CARD = """\
# {name}

Answers about a tool exchange from what is known at the end of a conversation. A linear model: plain numbers, and no
text of any session. Weights: `{digest}`.
Written by `fastjev train exchanges`.

| question | asks | came true, in rows |
| --- | --- | --- |
{answers}

## Scores

AUC: how often an exchange that was needed ranks above one that was not. *Pooled*: over all rows; *within*: the mean of
the sessions' own, where a session has both answers. *Session left out*: by a model trained and calibrated on the
others. Cap-only ranks by the share of a result that a cap of {cap:,} characters leaves.

| question | ranked by | pooled | within | sessions |
| --- | --- | ---: | ---: | ---: |
{rankings}

{published}

Calibration, session left out; expected error {errors}:

| question | said | rows | mean said | came true |
| --- | --- | ---: | ---: | ---: |
{bins}

## Data

{sessions} sessions, {exchanges:,} exchanges, {rows:,} rows. Each session is cut at up to {cuts} places; each exchange
before a cut is a row, and what the session did after the cut is its label. Nobody annotated. Files by hash:

| sha256 | format | exchanges | rows |
| --- | --- | ---: | ---: |
{origins}

fastjev {fastjev}, scikit-learn {sklearn}, numpy {numpy}, Python {python}, seed {seed}. The same files, versions and
seed give the same bytes.

## Limits

- Use is counted by words. What a result taught without being quoted counts as unused; a word that turns up again by
  chance counts as used. Bare numbers of fewer than four digits do not count.
- The session had every result before it when it went on. What it would have done without, nobody saw.
- Rows of one session resemble each other: the sample is the sessions, which are few, of few people and projects.
- Penalty and traits were chosen by the same leaving out of sessions that is reported here, which flatters a little.
"""
_ASKS = {
    "result": "is the text of the result needed later: quoted, or read again unchanged",
    "call": "is it needed that the call was made: its input taken up, the call repeated, its file touched again",
    "fate": "what becomes of it: unused, quoted, or the call run again",
    "use": "how many of its telling words are used later that stand nowhere else",
}


def card(
    weights: Mapping[str, Any],
    digest: str,
    judged: Sequence[Judged],
    balance: Mapping[str, Mapping[str, int]],
    files: Iterable[Origin],
) -> str:
    """Markdown. `digest`: of the file of weights."""
    trained = weights["trained"]
    return _CARD.format(
        name=weights["name"],
        digest=digest,
        answers=table([f"`{each}`", _ASKS[each], _counts(balance[each])] for each in OPTIONS),
        cap=CAP,
        rankings=rankings(judged),
        published=_published(judged),
        errors=", ".join(f"{number(each.error)} for `{each.question}`" for each in judged),
        bins=bins(judged),
        cuts=CUTS,
        origins=origins(files),
        sklearn=trained["scikit-learn"],
        numpy=np.__version__,
        python=platform.python_version(),
        **{name: trained[name] for name in ("sessions", "exchanges", "rows", "fastjev", "seed")},
    )


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{option}: {count:,}" for option, count in counts.items())


def _published(judged: Iterable[Judged]) -> str:
    own = next(each for each in judged if each.question == "result").rankings[0].pooled
    if own is None:
        return "The published .789 of AxeForging/kompact is not compared: there is nothing to rank."
    word = "above" if own > PUBLISHED else "not above"
    return (
        f"`result` with its session left out is {word} the published .789 (AxeForging/kompact, 41 sessions of one\n"
        "person; size alone .878 on another split). Those are other sessions and another label: compare with size here."
    )
