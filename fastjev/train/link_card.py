"""The card beside the weights of links and choices. No date and no path: the same training, the same card."""

import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from fastjev.evaluate.gold import LANGS
from fastjev.evaluate.measures import Score
from fastjev.model import choices, links
from fastjev.train.judge_links import ALL, MEASURED, MODELS, RULES, Judged
from fastjev.train.links import Both
from fastjev.train.markdown import number, table

_SPELLED = re.compile("u([4-9][0-9a-f]{3})")
_LARGEST = 15
"""Weights of each question that are shown."""
_CARD = """\
# links and choices

Does this later statement end that earlier one (`{ends}`)? And what became of a statement as a choice: final,
overridden, rejected, deferred, or none (`{standing}`)? Linear models of {link_traits} and {choice_traits} traits: plain
numbers. They hold no text of any conversation but small words of talk ("then", "算了"), which stand in the source.
Weights: `links.json`, `{digest}`, and beside it `choices.json`, which takes the answers of the former as traits.
Written by `fastjev train links`.

## Scores

Labelled conversations of {authors} authors, dealt to groups; each group is judged by models that learned from the other
groups alone. The rules, though, were written with some of these authors at hand (not i, k, l, m, n).

{pairs:,} pairs, of which in {yes:,} the later statement ends the earlier one. Average precision of `{ends}`:

| {langs} |
| {rule} |
| {precisions} |

| from this probability on | pairs | precision | recall |
| ---: | ---: | ---: | ---: |
{thresholds}

Average precision of each standing:

| standing | average precision |
| --- | ---: |
{standings}

What a compaction comes to, by rules alone and with models that never saw the author:

| measure | rules, all | models, all | {models_langs} |
| --- | ---: | ---: | {models_rule} |
{compacted}

## Weights

The largest, per standard deviation of a trait. For `{ends}`, above 0 speaks for an end; for `{standing}`, the weight of
the option that the trait speaks for or against most.

| trait | weight |
| --- | ---: |
{link_weights}

| trait | option | weight |
| --- | --- | ---: |
{choice_weights}

## Data

{conversations} conversations, {statements:,} statements. A pair is a human's statement with one of the earlier ones
most like it, or right before it. It is an end where a label of the older one names the newer one as what took its
place; pairs after that end, and doubtful labels, are left out. What ends a statement is told to the model of choices by
a model of links that saw nothing of the same authors.

fastjev {fastjev}, scikit-learn {sklearn}, numpy {numpy}, Python {python}, seed {seed}. The same files, versions and
seed give the same bytes.

## Limits

- The conversations were written for this project, with more changes of mind than sessions have.
- Words that two statements share are all that the model knows of a subject. "The other one then" is linked by what was
  said around it or not at all.
- Traits and penalty were chosen on these conversations, which flatters a little.
"""


def link_card(both: Both, digest: str, judged: Judged) -> str:
    """Markdown. `digest`: of the file of weights of links."""
    trained = both.links["trained"]
    return _CARD.format(
        ends=links.QUESTION,
        standing=choices.QUESTION,
        link_traits=len(links.TRAITS),
        choice_traits=len(choices.TRAITS),
        digest=digest,
        pairs=judged.pairs,
        yes=judged.ends,
        langs=" | ".join(judged.precision),
        rule=" | ".join("---:" for _ in judged.precision),
        precisions=" | ".join(map(number, judged.precision.values())),
        thresholds=table(
            (f"{t.p:.2f}", f"{t.said:,}", number(t.precision), number(t.recall)) for t in judged.thresholds
        ),
        standings=table((name, number(value)) for name, value in judged.standings.items()),
        models_langs=" | ".join(f"models, {lang}" for lang in LANGS),
        models_rule=" | ".join("---:" for _ in LANGS),
        compacted=table(_compacted(judged)),
        link_weights=table(_noul(both.links)),
        choice_weights=table(_choice(both.choices)),
        statements=both.choices["trained"]["statements"],
        sklearn=trained["scikit-learn"],
        numpy=np.__version__,
        python=platform.python_version(),
        **{name: trained[name] for name in ("authors", "conversations", "fastjev", "seed")},
    )


def _compacted(judged: Judged) -> Iterator[Sequence[object]]:
    rules, models = judged.compacted[RULES], judged.compacted[MODELS]
    for name in MEASURED:
        yield f"`{name}`", _share(rules[ALL][name]), *(_share(models[lang][name]) for lang in (ALL, *LANGS))


def _share(score: Score) -> str:
    return "undefined" if score.value is None else f"{score.value:.1%} ({score.n:g}/{score.m:g})"


def _noul(weights: Mapping[str, Any]) -> Iterator[Sequence[object]]:
    held = zip(weights["traits"], weights["questions"][links.QUESTION]["weights"], strict=True)
    for trait, weight in sorted(held, key=lambda each: (-abs(each[1]), each[0]))[:_LARGEST]:
        yield f"`{trait}`", f"{weight:+.3f}"


def _choice(weights: Mapping[str, Any]) -> Iterator[Sequence[object]]:
    question = weights["questions"][choices.QUESTION]
    found = []
    for at, trait in enumerate(weights["traits"]):
        weight, option = max(
            ((row[at], name) for row, name in zip(question["weights"], question["options"], strict=True)),
            key=lambda each: (abs(each[0]), each[1]),
        )
        found.append((trait, option, weight))
    for trait, option, weight in sorted(found, key=lambda each: (-abs(each[2]), each[0]))[:_LARGEST]:
        yield f"`{_read(trait)}`", option, f"{weight:+.3f}"


def _read(trait: str) -> str:
    """The name with the Han characters that it spells by their numbers."""
    return _SPELLED.sub(lambda found: chr(int(found[1], 16)), trait)
