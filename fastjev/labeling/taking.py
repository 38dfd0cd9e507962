"""Sessions put into a set, little by little."""

from collections.abc import Callable, Iterable, Iterator

from fastjev.deliver import fetch
from fastjev.labeling import sets
from fastjev.labeling.items import Item
from fastjev.labeling.making import making
from fastjev.labeling.project import Project
from fastjev.labeling.sets import Set
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.stages.segment import cut


def taken(
    set: Set,
    sessions: Iterable[str],
    project: Project,
    *,
    holdout: int,
    seed: int,
    assistant: bool,
    note: Callable[[str], object] = str,
) -> Iterator[tuple[Item, ...]]:
    """Reads sessions, cuts them into units by the project's rules and models, and adds what the set has not yet.

    Each step is what was added, perhaps nothing; the files have it by then. `note` is told what a reader could not
    use. Raises: ReadError, UsageError, RuleError,
    ModelError, OSError.
    """
    speakers = (Speaker.HUMAN, Speaker.ASSISTANT) if assistant else (Speaker.HUMAN,)
    rulebook, models = project.rulebook(), project.models()
    held = [*sets.items(set)]
    for session in sessions:
        source = fetch(session)
        conversation = read(source.raw, source.name)
        for each in conversation.notes:
            note(f"{source.name}: record {each.record}: {each.text}")
        rulebook.start(DEFAULT.stranger_chars)
        units = cut(conversation, rulebook, DEFAULT, models.opens)
        for added in making(set, conversation, units, held, holdout=holdout, seed=seed, speakers=speakers):
            yield added
            held += added
