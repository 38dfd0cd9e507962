"""Where the project begins that a folder belongs to."""

import os
from pathlib import Path


def project_root(start: Path) -> Path | None:
    """The nearest folder from `start` up that has `.fastjev/`, else the nearest with `.git`, else nothing."""
    above = [start.absolute(), *start.absolute().parents]
    for mark in (".fastjev", ".git"):
        if found := next((folder for folder in above if os.path.lexists(folder / mark)), None):
            return found
    return None
