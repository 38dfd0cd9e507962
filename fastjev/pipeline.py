"""The walk: read, segment, classify, resolve, reassemble."""

from fastjev.datatypes import Run
from fastjev.model import Models, shipped
from fastjev.policy import DEFAULT, Policy
from fastjev.readers import read
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import classify
from fastjev.stages.reassemble import reassemble
from fastjev.stages.resolve import resolve
from fastjev.stages.segment import segment


def run(
    raw: bytes,
    source: str,
    *,
    rulebook: Rulebook,
    policy: Policy = DEFAULT,
    models: Models | None = None,
    voters: Rulebook | None = None,
    format: str | None = None,
    lang: str | None = None,
) -> Run:
    """One walk over one conversation, with every intermediate value.

    `models`: those that are asked where rules leave off, by default the shipped ones. `voters`: the rules that vote on
    labels, by default all of the rulebook.
    `source` is the name `raw` came by, `format` a reader's name, `lang` (zh, en) the language of headings.
    Same input, same output. Raises: ReadError, UsageError.
    """
    rulebook.start(policy.stranger_chars)
    models = models or shipped()
    conversation = read(raw, source, format)
    units = segment(conversation, rulebook, policy, models.opens)
    verdicts = classify(units, voters or rulebook, policy, models.labels)
    decisions = resolve(conversation, units, verdicts, rulebook, policy, models)
    skeleton = reassemble(conversation, units, decisions, policy, lang)
    return Run(conversation=conversation, units=units, verdicts=verdicts, decisions=decisions, skeleton=skeleton)
