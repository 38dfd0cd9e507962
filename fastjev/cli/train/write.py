"""A file of weights and the card beside it."""

import hashlib
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from fastjev.errors import UsageError
from fastjev.files import get, put
from fastjev.visible import visible

_HEAD_BYTES = 100
_TRY_IT = "fastjev replay FILE... {model}, and where that is better fastjev compact FILE {model}"


def refuse(output: Path | None) -> None:
    """Raises: UsageError where no card can stand beside the file; before the training, not after it."""
    if output and output.suffix != ".json":
        raise UsageError(f"{output}: weights are JSON and their card stands beside them; give -o a name in .json")
    if output and output.exists() and not _holds_weights(output):
        raise UsageError(f"{output}: holds something else than weights and is left as it is; give -o another name")


def _holds_weights(path: Path) -> bool:
    try:
        return b'"fastjev.' in get(path)[:_HEAD_BYTES]
    except OSError:
        return False


def write(output: Path, weights: Mapping[str, Any], card: Callable[[str], str]) -> None:
    """Both files. `card`: from the digest of the weights. Raises: UsageError."""
    raw = _raw(weights)
    _put(output, raw)
    _put(output.with_suffix(".md"), card(f"sha256:{hashlib.sha256(raw).hexdigest()}").encode())


def beside(output: Path, name: str, weights: Mapping[str, Any]) -> None:
    """A second file of weights, in the folder of the first. Raises: UsageError."""
    _put(output.with_name(name), _raw(weights))


def talk(notes: Sequence[str], output: Path | None, try_it: str = _TRY_IT) -> None:
    """On standard error: what was left out, what was written, what comes next. `try_it`: with `{model}`, an option."""
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    if output:
        click.echo(f"written: {visible(str(output))} and {visible(str(output.with_suffix('.md')))}", err=True)
        option = f"--model {shlex.quote(visible(str(output)))}"
        click.echo(f"next: {try_it.format(model=option)}", err=True)
    else:
        click.echo("next: the same with -o weights.json writes the weights and their card", err=True)


def _raw(weights: Mapping[str, Any]) -> bytes:
    return (json.dumps(weights, indent=1, ensure_ascii=False) + "\n").encode()


def _put(path: Path, raw: bytes) -> None:
    try:
        put(path, raw)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
