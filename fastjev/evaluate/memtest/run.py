"""Asks each question three times: with the full history, with the model's own summary, with the skeleton."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fastjev.evaluate.memtest import prompts
from fastjev.evaluate.memtest.asked import Model, ModelFailed
from fastjev.evaluate.memtest.history import History, full, skeleton
from fastjev.evaluate.memtest.results import Answer, Results, digest
from fastjev.evaluate.memtest.tasks import Task
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.tokens import estimate

CONTEXTS = ("full history", "native summary", "skeleton")
SUMMARY_TOKENS = 1500
"""What a summary is taken to have before it is written; those of clients have 1,000 to 3,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One question in one context."""

    task: str
    lang: str
    context: str
    passed: bool
    failed: str | None
    """Why there is no answer to judge."""
    amiss: str | None
    """Which check an answer did not pass."""
    told: bool
    """Whether the rule stood word for word in what was given."""
    tokens: int
    """Of the history as it was given, estimated."""
    seconds: float
    answer: str | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will ask of a model, at most."""

    calls: int
    tokens: int
    """Of all prompts together, estimated."""
    by_context: dict[str, int]
    """Tokens of the questions in each; of the summaries under `summaries`."""
    told: int
    """Tasks whose rule stands word for word in the skeleton."""


class Texts:
    """Histories as text, each made once."""

    def __init__(self, rulebook: Rulebook, policy: Policy) -> None:
        """`policy`: of the skeletons."""
        self._rulebook, self._policy = rulebook, policy
        self._made: dict[tuple[str, str], str] = {}

    def full(self, held: History) -> str:
        """All of it."""
        key = "full", held.name
        if key not in self._made:
            self._made[key] = full(held)
        return self._made[key]

    def skeleton(self, held: History) -> str:
        """What a compaction makes of it."""
        key = "skeleton", held.name
        if key not in self._made:
            self._made[key] = skeleton(held, self._rulebook, self._policy)
        return self._made[key]


def plan(tasks: Sequence[Task], texts: Texts) -> Plan:
    """Calls and tokens, without asking anybody."""
    held = _histories(tasks)
    sums = dict.fromkeys((*CONTEXTS, "summaries"), 0)
    for task in tasks:
        asked = task.written.question
        sums["full history"] += estimate(prompts.question(texts.full(task.history), asked))
        sums["skeleton"] += estimate(prompts.question(texts.skeleton(task.history), asked))
        sums["native summary"] += estimate(prompts.question("", asked)) + SUMMARY_TOKENS
    for each in held:
        sums["summaries"] += estimate(prompts.summary(texts.full(each)))
    told = sum(task.told(texts.skeleton(task.history)) for task in tasks)
    return Plan(len(tasks) * len(CONTEXTS) + len(held), sum(sums.values()), sums, told)


def run(tasks: Iterable[Task], model: Model, texts: Texts, results: Results) -> Iterator[list[Outcome]]:
    """The outcomes of a task, all contexts together; what the file of results has is not asked again."""
    for task in tasks:
        yield [_outcome(task, context, model, texts, results) for context in CONTEXTS]


def _outcome(task: Task, context: str, model: Model, texts: Texts, results: Results) -> Outcome:
    given, failed = _given(task.history, context, model, texts, results)
    answer = None
    if failed is None:
        prompt = prompts.question(given, task.written.question)
        answer = _answered(prompt, f"{task.id} {context}", model, results)
    text = answer.text if answer else None
    amiss = task.amiss(text) if text is not None else None
    return Outcome(
        task=task.id,
        lang=task.written.lang,
        context=context,
        passed=text is not None and amiss is None,
        failed=failed or (answer.failed if answer else None),
        amiss=amiss,
        told=task.told(given),
        tokens=estimate(given),
        seconds=answer.seconds if answer else 0.0,
        answer=text,
    )


def _given(held: History, context: str, model: Model, texts: Texts, results: Results) -> tuple[str, str | None]:
    """The history in a context, or why there is none."""
    if context == "full history":
        return texts.full(held), None
    if context == "skeleton":
        return texts.skeleton(held), None
    made = _answered(prompts.summary(texts.full(held)), f"summary {held.name}", model, results)
    return (made.text, None) if made.text is not None else ("", f"no summary: {made.failed}")


def _answered(prompt: str, what: str, model: Model, results: Results) -> Answer:
    if known := results.answered(model.name, prompt):
        return known
    began = time.monotonic()
    try:
        text, failed = model.ask(prompt), None
    except ModelFailed as error:
        text, failed = None, str(error)
    answer = Answer(
        model=model.name,
        prompt=digest(prompt),
        what=what,
        text=text,
        failed=failed,
        seconds=round(time.monotonic() - began, 3),
    )
    results.add(answer)
    return answer


def _histories(tasks: Iterable[Task]) -> list[History]:
    return list({task.history.name: task.history for task in tasks}.values())
