"""Tasks: a rule of a labelled conversation, other work behind it, a question that needs it, and how to tell.

People write them, in YAML; each brings an answer that must pass and a near miss that must not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, StrictInt, ValidationError

from fastjev.errors import ReadError, UsageError
from fastjev.evaluate.memtest.history import History, history, place
from fastjev.evaluate.shown import ink
from fastjev.files import get
from fastjev.rulebook.pattern import compiled

TURNS = 20
"""Turns that lie between the rule and the question, at least: what is fresh needs no memory."""
_SHOWN = 10
"""Errors of one file that are told at once."""


def _pattern(text: str) -> str:
    compiled(text)
    return text


Pattern = Annotated[str, AfterValidator(_pattern)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Rule(_Model):
    """What must be remembered: `quote` stands in message `m` of the first conversation."""

    m: StrictInt
    quote: str


class Written(_Model):
    """A task as it stands in a file."""

    id: str
    lang: Literal["zh", "en"]
    conversation: str
    """Where the rule stands; a path from the file's folder."""
    then: tuple[str, ...]
    """What was talked about after it, in order; paths as above."""
    rule: Rule
    question: str
    must_contain: tuple[Pattern, ...] = ()
    """Patterns (RE2, case ignored) that an answer must hold, each of them."""
    must_not_contain: tuple[Pattern, ...] = ()
    """Patterns of which an answer must hold none."""
    good: str
    near_miss: str


class _File(_Model):
    memtest: Literal[1]
    tasks: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A task and its history."""

    path: Path
    written: Written
    history: History

    @property
    def id(self) -> str:
        """Its name, unique among those that are run together."""
        return self.written.id

    def told(self, text: str) -> bool:
        """Does the rule stand in a text word for word, white space aside?"""
        return ink(self.written.rule.quote) in ink(text)

    def amiss(self, answer: str) -> str | None:
        """Why an answer does not pass; nothing where it does."""
        for source in self.written.must_contain:
            if not compiled(source).search(answer):
                return f"lacks /{source}/"
        for source in self.written.must_not_contain:
            if compiled(source).search(answer):
                return f"has /{source}/"
        return None


def load(paths: Iterable[Path]) -> list[Task]:
    """The tasks of files and folders (`memtest/*.yaml` below a folder), one of each file in turn.

    Raises: UsageError where there is none; ReadError, with file and field, for the first file that is not in order.
    """
    looked = list(paths)
    found = [_read(path) for path in _files(looked)]
    tasks = [task for row in zip_longest(*found) for task in row if task]
    if not tasks:
        places = ", ".join(map(str, looked))
        raise UsageError(f"{places}: no task is there; a folder has them in memtest/*.yaml, corpora/README.md says how")
    seen: dict[str, Path] = {}
    for task in tasks:
        if task.id in seen:
            raise ReadError(f"{task.path}: the id {task.id!r} stands in {seen[task.id]}, too; ids name answers")
        seen[task.id] = task.path
    return tasks


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    found: dict[Path, Path] = {}
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
        below = path.glob("*.yaml" if path.name == "memtest" else "memtest/*.yaml") if path.is_dir() else [path]
        for file in sorted(below):
            found.setdefault(file.resolve(), file)
    yield from found.values()


def _read(path: Path) -> list[Task]:
    import yaml

    try:
        tree: Any = yaml.safe_load(get(path).decode("utf-8"))
        written = _File.model_validate(tree).tasks
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        problems = [f"{_field(each['loc'])}: {each['msg']}" for each in error.errors(include_url=False)]
        raise ReadError(_told(path, problems)) from error
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise ReadError(f"{path}: cannot be read as YAML: {error}") from error
    tasks, problems = [], []
    for n, task in enumerate(written):
        made = history([path.parent / name for name in (task.conversation, *task.then)])
        tasks.append(Task(path, task, made))
        problems += [f"tasks[{n}] ({task.id}): {problem}" for problem in _wrong(tasks[-1])]
    if problems:
        raise ReadError(_told(path, problems))
    return tasks


def _wrong(task: Task) -> Iterator[str]:
    """What would make an outcome say nothing."""
    rule, written = task.written.rule, task.written
    turn = place(task.history, rule.m, rule.quote)
    if turn is None:
        yield f"rule.quote: does not stand in message {rule.m} of {written.conversation}"
    elif (after := task.history.turns - turn) < TURNS:
        yield f"rule: {after} turns lie behind it, and it takes {TURNS}; add a conversation to `then`"
    if not written.must_contain and not written.must_not_contain:
        yield "must_contain: there is no pattern, so every answer passes"
    if why := task.amiss(written.good):
        yield f"good: must pass and {why}"
    if task.amiss(written.near_miss) is None:
        yield "near_miss: must not pass and does"


def _field(loc: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).lstrip(".")


def _told(path: Path, problems: list[str]) -> str:
    more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
    return f"{path}: " + "\n  ".join([*problems[:_SHOWN], *more])
