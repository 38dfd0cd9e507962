"""`fastjev instructions`: what a host's own summary must keep word for word."""

import click

from fastjev.cli.options import Asked, session_options


@click.command()
@session_options
def instructions(session: str, asked: Asked) -> None:
    """Print what a host's own summary must keep.

    What binds and what was decided, word for word, to be pasted behind Claude Code's own `/compact`. For sessions in
    which fastjev is not installed; where it is, the client is told so by itself. Secrets stand in it as they were said,
    since a masked rule is not the rule.

    Examples: fastjev instructions last, fastjev instructions 5d0f6c1e --lang zh.
    """
    from fastjev.integrations.claude_code.side import instructions as text_for
    from fastjev.integrations.ledger import ledger

    run = asked.walk(session, asked.policy(), asked.rulebook())
    lines = ledger(run)
    text = text_for(lines, run.skeleton.lang)
    if not text:
        click.echo("nothing binds in this session and nothing was decided; /compact needs no text", err=True)
        return
    click.echo(text.encode())
    click.echo(f"next: type /compact and paste this behind it ({len(text):,} characters)", err=True)
