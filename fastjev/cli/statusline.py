"""`fastjev statusline`: one line for the client's status bar."""

import sys

import click


@click.command()
def statusline() -> None:
    """Print one line for Claude Code's status bar.

    Made of the JSON on standard input: how full the window is, what binds, the last compaction.
    `fastjev install claude-code --statusline` sets it.
    """
    from fastjev.integrations.claude_code.statusline import line

    click.echo(line(sys.stdin.buffer.read()))
