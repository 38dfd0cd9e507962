"""What asking a model can come to."""

from collections.abc import Callable
from dataclasses import dataclass

ANSWER_CHARS = 200_000
"""No answer is read beyond this; a runaway is cut."""


class ModelFailed(Exception):
    """No answer: the model, its program or the way to it failed. Says how; holds no secret."""


@dataclass(frozen=True, slots=True)
class Model:
    """Something that answers prompts."""

    name: str
    """Names its answers in a file of results: the same name and prompt are asked once."""
    ask: Callable[[str], str]
    """From a prompt to an answer, never an empty one. Raises: ModelFailed."""
