"""`fastjev config`: which files and values are in force, and where each comes from."""

import os
from collections.abc import Iterator, Sized
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from fastjev.cli.options import rules_option
from fastjev.cli.paint import put
from fastjev.cli.rules.layers import headline
from fastjev.cli.tables import flat, heading, row
from fastjev.jsontext import dump
from fastjev.policy import DEFAULT, Policy
from fastjev.policy_file import policy_keys
from fastjev.rulebook import LAYERS, project_root
from fastjev.rulebook.load import cache_folder, merged
from fastjev.rulebook.merge import File, Merged
from fastjev.rulebook.places import user_folder
from fastjev.sessions import projects
from fastjev.store.place import data_home

VARIABLES = {
    "FASTJEV_CONFIG": "your own folder, with rules/ in it",
    "FASTJEV_CACHE": "where rules are kept ready to run",
    "FASTJEV_DATA": "where archives and journals are kept, a folder for each project",
    "FASTJEV_DEBUG": "1: a bug shows where it is",
    "CLAUDE_CONFIG_DIR": "Claude Code's folder, with projects/ in it",
    "XDG_DATA_HOME": "the folder of which FASTJEV_DATA is a part by default",
    "CLAUDE_PROJECT_DIR": "the project, where Claude Code calls",
    "CLAUDE_CODE_SESSION_ID": "the session, where Claude Code calls",
    "CLAUDE_CODE_PROJECT_DIR_NAME": "the project whose sessions `last` means",
    "HERMES_HOME": "Hermes's folder, with config.yaml and plugins/ in it",
    "HERMES_SESSION_ID": "the session, where Hermes calls",
    "TERMINAL_CWD": "the project, where Hermes calls",
    "PYTHONPATH": "handed on to what learns beside the labeler",
    "NO_COLOR": "any word: no colour",
    "FORCE_COLOR": "any word: colour also without a terminal",
}
"""Environment variables that fastjev or what draws for it listens to."""


@click.group()
def config() -> None:
    """Show which files and values are in force."""


@config.command()
@click.option("--origin", is_flag=True, help="Where each value comes from.")
@click.option("--json", "as_json", is_flag=True, help="Everything, origins included, as one line of JSON.")
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), metavar="FILE", help="Constants to change.")
@rules_option
def show(origin: bool, as_json: bool, policy_file: Path | None, rules: tuple[Path, ...]) -> None:
    """Show every file and value in force: folders, layers of rules, policy, environment.

    Examples: fastjev config show --origin (每个值来自哪里), fastjev config show --policy strict.yaml --json.
    """
    project = project_root(Path.cwd())
    layers = merged(project, rules)
    said = policy_keys(policy_file) if policy_file else {}
    if as_json:
        click.echo(dump(_tree(project, layers, said, policy_file)).encode())
    else:
        put(_lines(project, layers, said, policy_file, origin=origin))
    refused = "fastjev rules lint" if layers.refusals else "fastjev rules list"
    click.echo(f"next: {refused}", err=True)


def _folders(project: Path | None) -> list[tuple[str, str, str]]:
    """Name, path and how it was found."""

    def by(variable: str) -> str:
        return f"${variable}" if os.environ.get(variable) else "default"

    mark = next((mark for mark in (".fastjev", ".git") if project and os.path.lexists(project / mark)), "")
    root = (
        (str(project), f"the nearest folder with {mark}") if project else ("none", "no .fastjev or .git from here up")
    )
    return [
        ("project", *root),
        ("user", str(user_folder()), by("FASTJEV_CONFIG")),
        ("cache", str(cache_folder()), by("FASTJEV_CACHE")),
        ("data", str(data_home()), by("FASTJEV_DATA")),
        ("sessions", str(projects()), by("CLAUDE_CONFIG_DIR")),
    ]


def _weights(project: Path | None) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """What each model decides, its version, its origin, and why the project's own was left out."""
    from fastjev import model

    found = model.of(project)
    held = found or model.shipped()
    own = str(project / model.OWN) if project and found and not found.refused else "default"
    assert held.labels and held.opens
    yield "exchanges", held.asks.version, "default", ()
    yield "words", held.needs.version, "default", ()
    yield "links", held.ends.version, "default", ()
    yield "choices", held.stands.version, "default", ()
    yield "labels", held.labels.weights.version, own, held.refused
    yield "seams", held.opens.weights.version, "default", ()


def _policy(said: dict[str, Any], policy_file: Path | None) -> Iterator[tuple[str, Any, str]]:
    """Name, value and origin."""
    for name, value in asdict(Policy(**said)).items():
        yield name, value, str(policy_file) if name in said else "default"


def _lines(
    project: Path | None, layers: Merged, said: dict[str, Any], policy_file: Path | None, *, origin: bool
) -> Iterator[Text]:
    yield heading("folders")
    for name, path, how in _folders(project):
        yield row(name, Text.assemble(flat(path), (f"  {how}", "dim") if origin else ""))
    yield heading("rules")
    yield from headline(layers)
    for file in layers.files:
        path = f"  {flat(str(file.source.path))}" if origin else ""
        yield row(LAYERS[file.source.layer], Text.assemble(flat(file.source.name), f"  {_says(file)}", (path, "dim")))
    for refusal, line in zip(layers.refusals, layers.refused, strict=True):
        yield row(LAYERS[refusal.source.layer], Text.assemble(("refused  ", "bold red"), flat(line)))
    yield heading("weights")
    for name, version, source, refused in _weights(project):
        come = f"  {flat(source)}" if origin else ""
        yield row(name, Text.assemble(flat(version), (come, "dim")))
        yield from (row(name, Text.assemble(("refused  ", "bold red"), flat(line))) for line in refused)
    changed = f"{len(said)} of them from {policy_file}" if policy_file else "all by default"
    yield heading("policy", changed)
    for name, value, where in _policy(said, policy_file):
        style = "" if where == "default" else "bold"
        shown = f"  default {getattr(DEFAULT, name)}" if style else ""
        come = f"  {flat(where)}" if origin else ""
        yield Text.assemble((f"{name:<22}{value!s:>12}", style), (f"{shown}{come}", "dim"))
    yield heading("environment")
    for name, about in VARIABLES.items():
        told = os.environ.get(name)
        yield Text.assemble(f"{name:<30}", flat(told) if told else ("not set", "dim"), (f"  {about}", "dim"))


def _says(file: File) -> str:
    said = file.said
    parts: dict[str, Sized] = {
        "rule": said.rules,
        "disable": said.disable,
        "override": said.override,
        "extends": said.extends,
    }
    return ", ".join(f"{len(entries)} {name}{'s' * (len(entries) != 1 and name != 'extends')}"
                     for name, entries in parts.items() if entries) or "core: off"  # fmt: skip


def _tree(project: Path | None, layers: Merged, said: dict[str, Any], policy_file: Path | None) -> dict[str, Any]:
    folders = {name: {"path": path, "origin": how} for name, path, how in _folders(project)}
    if project is None:
        folders["project"]["path"] = ""
    return {
        "schema": "fastjev.config/1",
        "folders": folders,
        "core_off": layers.core_off,
        "files": [
            {
                "layer": LAYERS[file.source.layer],
                "name": file.source.name,
                "path": str(file.source.path),
                "sha256": file.source.sha256,
                "pack": file.said.pack,
                "rules": len(file.said.rules),
                "disable": len(file.said.disable),
                "override": len(file.said.override),
            }
            for file in layers.files
        ],
        "refused": [
            {"layer": LAYERS[source.layer], "name": source.name, "path": str(source.path), "said": text.splitlines()}
            for source, text in layers.refusals
        ],
        "weights": {
            name: {"version": version, "origin": source, "refused": list(refused)}
            for name, version, source, refused in _weights(project)
        },
        "policy": {name: {"value": value, "origin": where} for name, value, where in _policy(said, policy_file)},
        "environment": {name: os.environ.get(name) for name in VARIABLES},
    }
