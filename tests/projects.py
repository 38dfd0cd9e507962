"""Rule files in a few words."""

import textwrap
from pathlib import Path

NAME = ".fastjev/rules/acme.yaml"
"""The rule file of a project."""


def rule(id: str = "acme/fact.port", **changed: str) -> str:
    """A rule as YAML; `changed` are lines by key, nothing for a key that is left out."""
    lines: dict[str, str] = {
        "id": id,
        "label": id.partition("/")[2].partition(".")[0],
        "why": "'a reason 理由'",
        "weight": "0.9",
        "when": "{any: [{words: [端口]}]}",
        "tests": "{match: [端口改成 8080], no_match: [a port 港口]}",
    }
    lines |= changed
    said = [f"{key}: {value}" for key, value in lines.items() if value]
    return "  - " + "\n    ".join(said) + "\n"


def file(*rules: str, head: str = "", pack: str = "acme") -> str:
    body = "rules:\n" + "".join(rules) if rules else ""
    return f"fastjev: 1\npack: {pack}\n{textwrap.dedent(head)}{body}"


def put(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path
