"""Pk and WindowDiff against lines that others published, where their dialogues are."""

from pathlib import Path

import pytest
from talks import REAL

from fastjev.evaluate.boundaries import pk, window_diff

FOLDER = REAL / "segmentation"
NOT_HERE = "no dialogues of DialSeg711 and ZYS: neither ../shared/real beside the repository nor $FASTJEV_REAL has them"


def dialogues(path: Path) -> list[list[str]]:
    """For each dialogue the segments of its utterances, in order."""
    found: list[list[str]] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("call_id_"):
            found.append([])
        elif line.strip():
            found[-1].append(line.split(maxsplit=1)[0])
    return found


@pytest.mark.skipif(not FOLDER.is_dir(), reason=NOT_HERE)
@pytest.mark.parametrize(
    ("name", "count", "published"),
    [("dialseg711-reference.txt", 711, 42.5), ("zys-reference-subset.txt", 46, 27.9)],
)
def test_the_line_without_a_boundary(name: str, count: int, published: float) -> None:
    held = dialogues(FOLDER / name)
    assert len(held) == count
    gold = [{n for n in range(1, len(each)) if each[n] != each[n - 1]} for each in held]
    for measure in (pk, window_diff):
        values = [measure(cuts, set(), len(each)) for cuts, each in zip(gold, held, strict=True)]
        known = [value for value in values if value is not None]
        assert round(100 * sum(known) / len(known), 1) == published
        # The gold itself is always right.
        assert not any(measure(cuts, cuts, len(each)) for cuts, each in zip(gold, held, strict=True))
