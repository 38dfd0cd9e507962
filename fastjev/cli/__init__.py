"""The command line. Data goes to standard output, talk to standard error.

Exit codes: 0 ok, 1 findings, 2 usage, 3 unreadable input, 4 bad rule or config, 5 bug.
"""

import importlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import click

from fastjev import __version__
from fastjev.errors import FastjevError, UsageError

_PLACE = re.compile(r"([^\0\n]+?)(:\d+)(?=:)")
"""How a message begins that is about a line of a file."""


class Lazy(NamedTuple):
    """A command that is imported when it is called, and what `--help` says of it until then."""

    target: str
    """module:function"""
    summary: str


COMMANDS = {
    "compact": Lazy("fastjev.cli.compact:compact", "Turn a session into a zoned skeleton."),
    "stages": Lazy("fastjev.cli.stages:stages", "Show a session after each stage."),
    "explain": Lazy("fastjev.cli.explain:explain", "Show why a unit was decided as it was."),
    "eval": Lazy("fastjev.cli.evaluate:evaluate", "Measure against labelled conversations."),
    "label": Lazy("fastjev.cli.label:label", "Label units of your sessions, one key an answer."),
    "labels": Lazy("fastjev.cli.labels:labels", "Take labelled units to other tools and back."),
    "agree": Lazy("fastjev.cli.agree:agree", "Measure how far people's labels agree."),
    "replay": Lazy("fastjev.cli.replay:replay", "Measure what was taken out and needed later."),
    "memtest": Lazy("fastjev.cli.memtest:memtest", "Ask a model questions that need a rule given long before."),
    "review": Lazy("fastjev.cli.review:review", "Decide what people differ on in a set."),
    "doubt": Lazy("fastjev.cli.doubt:doubt", "Answer again what rules and a model doubt."),
    "misses": Lazy("fastjev.cli.misses:misses", "Collect units of your sessions that are worth a label."),
    "tune": Lazy("fastjev.cli.tune:tune", "Propose a setting from what the journal shows went wrong."),
    "rules": Lazy("fastjev.cli.rules:rules", "Add, change, switch off, test and understand rules."),
    "expand": Lazy("fastjev.cli.expand:expand", "Give back what was taken out, byte for byte."),
    "log": Lazy("fastjev.cli.log:log", "Show compactions, and what became of a unit in them."),
    "why": Lazy("fastjev.cli.why:why", "Show what became of a statement, and by what."),
    "archive": Lazy("fastjev.cli.archive:archive", "List, check, shrink and purge what is kept."),
    "install": Lazy("fastjev.cli.install:install", "Put fastjev into a host, after showing what changes."),
    "uninstall": Lazy("fastjev.cli.uninstall:uninstall", "Take fastjev out of a host: the settings as they were."),
    "doctor": Lazy("fastjev.cli.doctor:doctor", "Show whether a host calls fastjev, and what to do if not."),
    "rewrite": Lazy("fastjev.cli.rewrite:rewrite", "Write a compacted copy of a session to resume."),
    "instructions": Lazy("fastjev.cli.instructions:instructions", "Print what a host's own summary must keep."),
    "statusline": Lazy("fastjev.cli.statusline:statusline", "Print one line for Claude Code's status bar."),
    "hook": Lazy("fastjev.cli.hook:hook", "Answer an event of Claude Code."),
    "mcp": Lazy("fastjev.cli.mcp:mcp", "Serve expand, search, ledger and why over MCP."),
    "train": Lazy("fastjev.cli.train:train", "Train weights on sessions or labels that you name."),
    "config": Lazy("fastjev.cli.config:config", "Show which files and values are in force."),
}


class LazyGroup(click.Group):
    """Commands from a table, imported when they are called."""

    def __init__(self, *args: Any, table: Mapping[str, Lazy], **more: Any) -> None:
        """`table`: names of commands to what they are."""
        super().__init__(*args, **more)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Imported now. Nothing for an unknown name."""
        if name not in self.table:
            return None
        module, function = self.table[name].target.split(":")
        command = getattr(importlib.import_module(module), function)
        assert isinstance(command, click.Command), self.table[name].target
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the table: help imports no command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.summary) for name, lazy in self.table.items()])


class Root(LazyGroup):
    """All commands, and the one place where errors become exit codes."""

    def invoke(self, ctx: click.Context) -> object:
        """What the command returns. Raises: click's own exceptions only, each with its exit code."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            error.message = _masked(error.message)  # type: ignore[misc]
            raise
        except (click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            _hush()
            return None
        except KeyboardInterrupt:
            ctx.exit(130)
        except FastjevError as error:
            _end(ctx, str(error), error.exit_code)
        except OSError as error:
            _end(ctx, f"{error.filename or 'standard output'}: {error.strerror}", UsageError.exit_code)
        except Exception as error:
            if os.environ.get("FASTJEV_DEBUG") == "1":
                import traceback

                click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
            said = " ".join(f"{type(error).__name__}: {error}".split())
            _end(ctx, f"a bug, please report it: {said} (FASTJEV_DEBUG=1 shows where)", FastjevError.exit_code)


def _end(ctx: click.Context, message: str, code: int) -> NoReturn:
    from fastjev.visible import visible

    # A message may quote a stranger's text, and what was typed.
    click.echo(f"fastjev: {visible(_masked(message))}", err=True)
    ctx.exit(code)


def _masked(message: str) -> str:
    from fastjev.secrets import mask

    # Where it stands in a file is no secret, though the file be called passwd.
    place = _PLACE.match(message)
    if not place or not os.path.isfile(place[1]):  # noqa: PTH113 - pathlib raises for a name that is too long
        return mask(message)
    return mask(place[1]) + place[2] + mask(message[place.end() :])


def _hush() -> None:
    # Whoever read our output had enough; without this the interpreter complains as it closes the pipe.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    "fastjev",
    cls=Root,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Compact the history of an AI coding session by deciding, never by writing."""


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line (`sys.argv` by default) and return its exit code."""
    try:
        cli.main(args, prog_name="fastjev")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0
