"""`fastjev rules init`: a first rule file with working rules, and the schema beside it."""

import os
import shlex
from pathlib import Path

import click

from fastjev.cli.tables import flat
from fastjev.errors import UsageError
from fastjev.rulebook import project_root
from fastjev.rulebook.places import user_folder


@click.command()
@click.option("--pack", metavar="NAME", help="What ids begin with; by default the folder's name.")
@click.option("--user", is_flag=True, help="In your own folder, for every project.")
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
def init(pack: str | None, user: bool, force: bool) -> None:
    """Write a first rule file for this project, with its tests.

    It holds three rules that work, in Chinese, English and both in one sentence (中英混写): change them or drop
    them. Nothing that is there already is replaced.
    """
    from fastjev.evaluate.rules.first import SCHEMA, first_text, pack_of, schema_text
    from fastjev.evaluate.rules.writing import put_file

    root = None if user else project_root(Path.cwd()) or Path.cwd()
    name = pack or ("mine" if root is None else pack_of(root))
    if pack_of(Path(name)) != name:
        raise UsageError(f"--pack {name}: is a name in small letters, such as {pack_of(Path(name))}; core is taken")
    home = root / ".fastjev" / "rules" if root else user_folder()
    path, beside = home / f"{name}.yaml", home.parent / SCHEMA
    put_file(path, first_text(name), replace=force, within=root)
    if force or not os.path.lexists(beside):
        put_file(beside, schema_text(), replace=force, within=root)
    elif beside.read_bytes() != schema_text().encode():
        line = f"fastjev rules schema -o {shlex.quote(str(beside))}"
        click.echo(f"note: {flat(str(beside))} is of another version and stays; {flat(line)} renews it", err=True)
    click.echo(flat(str(path)))
    if root:
        click.echo("note: .fastjev/rules.local.yaml is for your own changes; name it in .gitignore", err=True)
    click.echo("next: fastjev rules test", err=True)
