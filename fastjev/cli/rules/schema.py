"""`fastjev rules schema`: the JSON Schema of rule files, for editors."""

from pathlib import Path

import click


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there instead.")
def schema(output: Path | None) -> None:
    """Print the JSON Schema of rule files, for editors.

    An editor with a YAML language server reads it where a rule file begins with
    "# yaml-language-server: $schema=PATH"; then it completes keys (补全键名) and marks wrong ones.
    """
    from fastjev.evaluate.rules.first import schema_text
    from fastjev.evaluate.rules.writing import put_file

    if output is None or str(output) == "-":
        click.echo(schema_text().encode(), nl=False)
        return
    put_file(output, schema_text(), replace=True)
    click.echo(
        f"next: # yaml-language-server: $schema={output.name} as the first line of a rule file beside it", err=True
    )
