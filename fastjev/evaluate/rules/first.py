"""The first rule file of a project: a few rules that work, to be changed."""

import json
import re
from importlib.resources import files
from pathlib import Path

from fastjev.rulebook.schema import json_schema

SCHEMA = "rules.schema.json"
"""What the schema is called, beside the folder of rules."""


def pack_of(folder: Path) -> str:
    """A pack's name made from a folder's; `project` where nothing of it can be used."""
    name = re.sub(r"[^a-z0-9_-]+", "-", folder.name.lower()).strip("-_")
    name = re.sub(r"^[^a-z]+", "", name)
    return name if name and name != "core" else "project"


def first_text(pack: str) -> str:
    """The rule file with its rules in a pack's name, its tickets in the pack's letters."""
    template = files("fastjev.evaluate.rules").joinpath("first.yaml").read_text("utf-8")
    return template.replace("PACK", pack).replace("KEY", re.sub("[^a-z]", "", pack)[:8].upper())


def schema_text() -> str:
    """The JSON Schema that the rule file names in its first line."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"
