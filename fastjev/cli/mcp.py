"""`fastjev mcp`: the server that a host starts."""

import click


@click.command()
def mcp() -> None:
    """Serve expand, search, ledger and why over MCP.

    For a host such as Claude Code, which starts it and speaks to it over standard input and output. It reads the
    project of CLAUDE_PROJECT_DIR, else of this folder, and there the session of CLAUDE_CODE_SESSION_ID, else the one
    last compacted.

    Example: claude mcp add fastjev -- fastjev mcp.
    """
    from fastjev.integrations.mcp.server import serve

    serve()
