"""The layout stays as CONTRIBUTING draws it, and the README names everything there is."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from fastjev.cli import COMMANDS
from fastjev.readers import READERS
from fastjev.renderers import RENDERERS

ROOT = Path(__file__).resolve().parent.parent
CHECKED = {"pydantic", "yaml"}
"""What checks the files that people edit: needed once for each state of the rules."""
HEAVY = {"jieba", "joblib", "numpy", "scipy", "sklearn", "spacy"}
COMPACT = """
import sys
from fastjev.cli import main
code = main(["compact", sys.argv[1], "--quiet", "-o", sys.argv[2]])
print(code, *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def modules_of_a_compaction(folder: Path) -> set[str]:
    """Top-level modules loaded in a fresh interpreter that has compacted the demo session."""
    run = subprocess.run(
        [sys.executable, "-c", COMPACT, str(ROOT / "demo/session.jsonl"), str(folder / "skeleton.txt")],
        env={
            **os.environ,
            "HOME": str(folder),
            "FASTJEV_CACHE": str(folder / "cache"),
            "FASTJEV_DATA": str(folder / "data"),
            "PYTHONPATH": str(ROOT),
        },
        cwd=folder,
        capture_output=True,
        text=True,
    )
    code, *modules = run.stdout.split()
    assert code == "0", run.stderr
    assert (folder / "skeleton.txt").stat().st_size > 0
    return set(modules)


def test_compaction_loads_no_heavy_library_and_checks_rules_once(tmp_path: Path) -> None:
    cold = modules_of_a_compaction(tmp_path)
    assert not cold & HEAVY
    assert cold >= CHECKED
    assert not modules_of_a_compaction(tmp_path) & (HEAVY | CHECKED)


def test_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    lint = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_no_module_is_longer_than_300_lines() -> None:
    modules = [*(ROOT / "fastjev").rglob("*.py"), *(ROOT / "bench").glob("*.py")]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in modules}
    assert len(lengths) > 30
    assert {path: length for path, length in lengths.items() if length > 300} == {}


def first_cells(readme: str, header: str) -> set[str]:
    """The code spans in the first column of the table that `header` heads."""
    table = re.search(rf"^\| *(?:{header}) *\|.*\n\|[-:| ]+\n((?:\|.*\n)+)", readme, re.MULTILINE)
    cells = [row.split("|")[1] for row in table[1].splitlines()] if table else []
    return {name for cell in cells for name in re.findall("`([^`]+)`", cell)}


@pytest.mark.parametrize("file", ["README.md", "README.zh-CN.md"])
@pytest.mark.parametrize(
    ("header", "table"),
    [("command|命令", COMMANDS), ("`--from`", READERS), ("`--format`", RENDERERS)],
    ids=["commands", "readers", "renderers"],
)
def test_readme_names_everything_there_is(file: str, header: str, table: Mapping[str, object]) -> None:
    assert first_cells((ROOT / file).read_text("utf-8"), header) == set(table)


def test_tree_in_contributing_exists() -> None:
    tree = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## The tree\n\n```\n")[2].partition("```")[0]
    rows = re.findall(r"^( *)((?:[\w.]+/? )*[\w.]+/?)(?:  |$)", tree, re.MULTILINE)
    paths = [ROOT / ("fastjev" if indent else "") / name for indent, names in rows for name in names.split()]
    assert len(paths) > 15
    assert [str(path) for path in paths if not path.exists()] == []
    drawn = {path.name for path in paths if path.parent == ROOT / "fastjev"}
    there = {path.name for path in (ROOT / "fastjev").iterdir() if not path.name.startswith(("_", "."))}
    assert there - drawn == {"py.typed"}
