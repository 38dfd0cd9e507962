"""`fastjev hook`: what a host calls. The command itself is answered before the command line is loaded."""

import click

from fastjev.integrations.claude_code.hook import EVENTS, main


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("event", default="", metavar=f"[{'|'.join(EVENTS)}]")
def hook(event: str) -> None:
    """Answer an event of Claude Code.

    The plugin calls it with JSON on standard input; nobody types it. It always exits 0: what goes wrong is in fastjev
    doctor, and the client goes on untouched.

    Example: echo '{"session_id": "…", "cwd": "."}' | fastjev hook show (这个会话的账本).
    """
    main([event])
