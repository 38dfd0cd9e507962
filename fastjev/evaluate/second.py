"""Labels of a second person, who saw the conversation and not the first one's labels (`fastjev.second/1`)."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastjev.errors import ReadError, UsageError
from fastjev.evaluate.gold import Corpus, checked, document, files

SCHEMA = "fastjev.second/1"
_KEYS = ("schema", "id", "gold")


@dataclass(frozen=True, slots=True)
class Pair:
    """One conversation as two people labelled it."""

    first: Corpus
    second: Corpus


def pairs(corpora: Sequence[Corpus], paths: Iterable[Path]) -> list[Pair]:
    """The conversations that both labelled; the second labels lie in files and folders (all `*.json` below).

    Raises: UsageError, where there is no such file; ReadError, with file and field, for the first one that is not in
    order, names no conversation of the first person's, or one that another file has labelled.
    """
    known = {corpus.labelled.id: corpus for corpus in corpora}
    looked = list(paths)
    found: dict[str, Pair] = {}
    for path in files(looked):
        pair = _pair(path, known)
        name = pair.first.labelled.id
        if name in found:
            raise ReadError(f"{path}: id: {name!r} is labelled in {found[name].second.path} too; leave one of them")
        found[name] = pair
    if not found:
        raise UsageError(f"{', '.join(map(str, looked))}: no second labels (*.json of {SCHEMA}) are there")
    return list(found.values())


def _pair(path: Path, known: dict[str, Corpus]) -> Pair:
    _, tree = document(path)
    if not isinstance(tree, dict) or tree.get("schema") != SCHEMA:
        raise ReadError(f"{path}: schema: second labels are a JSON object with schema {SCHEMA!r}, id and gold")
    for key in tree:
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, n=1)
            raise ReadError(f"{path}: {key}: no such key" + (f"; did you mean {near[0]!r}?" if near else ""))
    if (first := known.get(str(tree.get("id")))) is None:
        near = difflib.get_close_matches(str(tree.get("id")), known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ReadError(f"{path}: id: no conversation of the first person's is called {tree.get('id')!r}{hint}")
    conversation: Any = document(first.path)[1]
    return Pair(first, checked(path, first.raw, {**conversation, "gold": tree.get("gold")}))
