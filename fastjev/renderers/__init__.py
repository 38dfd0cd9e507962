"""From a run to a string. A renderer is a module with one function, `render`; the table is the whole registry."""

from typing import Protocol

from fastjev.datatypes import Provenance, Run
from fastjev.renderers import json, messages, run, text


class Renderer(Protocol):
    """What a module must offer to stand in `RENDERERS`. It has no clock: the time is told."""

    def render(self, run: Run, provenance: Provenance, elapsed_ms: float) -> str:
        """The run as one string that ends with a line break; `elapsed_ms` in milliseconds."""
        ...


RENDERERS: dict[str, Renderer] = {"text": text, "json": json, "messages": messages, "run": run}
