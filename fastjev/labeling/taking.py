"""Sessions put into a set."""

from collections.abc import Iterable

from fastjev.deliver import fetch
from fastjev.labeling import sets
from fastjev.labeling.project import Project
from fastjev.labeling.sets import Set
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.stages.segment import segment


def take_in(
    set: Set,
    sessions: Iterable[str],
    project: Project,
    *,
    holdout: int,
    seed: int,
    assistant: bool,
) -> None:
    """Read sessions, cut them into units by the project's rules and models, and add what the set has not yet.

    Raises: ReadError, UsageError, RuleError, ModelError, OSError.
    """
    speakers = (Speaker.HUMAN, Speaker.ASSISTANT) if assistant else (Speaker.HUMAN,)
    rulebook, models = project.rulebook(), project.models()
    for session in sessions:
        source = fetch(session)
        conversation = read(source.raw, source.name)
        rulebook.start(DEFAULT.stranger_chars)
        units = segment(conversation, rulebook, DEFAULT, models.opens)
        sets.make(set, conversation, units, holdout=holdout, seed=seed, speakers=speakers)
