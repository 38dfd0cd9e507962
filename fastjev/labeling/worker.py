"""The process that learns while somebody labels: JSON lines in, a line of shares for each that asks.

A thread beside the keys made one wait 12 ms in the median and 220 at most, a process 4 and 16 (1,000 units, two busy
cores). And a process ends when its input does, so that nothing is left behind by a labeler that was killed.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from fastjev.errors import FastjevError
from fastjev.jsontext import dump
from fastjev.labeling import lines
from fastjev.labeling.learned import held_out, known, shares
from fastjev.policy import DEFAULT
from fastjev.rulebook import load

_DIGITS = 4
"""Of a share."""
_NICE = 10
"""How far it stands back: a key comes first."""


def served(given: Iterable[str]) -> Iterator[str]:
    """One line for each that asks. First comes a line with `root`, `rules` and how many `items` follow; after these,
    lines with `answers`, `labels` and `all`; what is said of each has `answers` and `shares`, of the holdout alone
    unless `all` were asked for.
    """
    told = iter(given)
    head = json.loads(next(told))
    rows = lines.rows("".join(islice(told, head["items"])).encode(), "items", [])
    items = tuple(map(lines.item, rows))
    root = Path(head["root"]) if head["root"] else None
    units, holdout = known(items, load(root, tuple(map(Path, head["rules"]))), DEFAULT), held_out(items)
    for line in told:
        asked = json.loads(line)
        found = shares(units, asked["labels"], holdout, None if asked["all"] else holdout)
        short = {unit: {label: round(share, _DIGITS) for label, share in each.items()} for unit, each in found.items()}
        yield dump({"answers": asked["answers"], "shares": short}) + "\n"


def main() -> None:
    """Serves standard input; what went wrong is the last line."""
    os.nice(_NICE)
    try:
        for line in served(sys.stdin):
            sys.stdout.write(line)
            sys.stdout.flush()
    except FastjevError as error:
        print(dump({"trouble": str(error)}))


if __name__ == "__main__":
    main()
