"""`make picture`: a compaction in the real client, recorded as an asciicast and drawn as it stood at the end."""

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyte
from rich.console import Console
from rich.text import Text

from tests.e2e.client import Client, call, last_user, text
from tests.e2e.standin import StandIn
from tests.e2e.terminal import Terminal

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "examples/claude-code/compaction"
PROMPTS = (
    "不要动production库的schema. look at the order list and tell me why it is slow",
    "use keyset pagination, page size 50",
    "also check the export job",
    "page size 改成 100",
    "now the mobile view",
    "write the migration for the replica only",
    "Postgres or Elasticsearch for the search? use Postgres",
    "the export times out, find out why",
    "不要改动 billing 目录，其它都可以",
    "run the tests again",
    "show me what is left",
)
COLUMNS, LINES = 120, 40


def answer(body: dict[str, Any]) -> list[dict[str, Any]]:
    """A look around at first, then a word."""
    asked = json.dumps(last_user(body), ensure_ascii=False)
    if "tool_result" in asked:
        return text("Done; the figures are above.")
    return [*text("Let me look."), call(f"toolu_{len(body['messages'])}", "seq 1 4000")]


def main() -> None:
    """Record, and say where it went."""
    program, bin = Path(sys.argv[1]), Path(sys.executable).parent / "fastjev"
    with tempfile.TemporaryDirectory() as home, StandIn(answer) as api:
        client = Client(program, Path(home) / "me", api, bin)
        with Terminal(client) as terminal:
            for prompt in PROMPTS:
                answered = len(api.bodies) + 2
                _command(terminal, prompt, 0)
                terminal.until(lambda: len(api.bodies) >= answered)  # noqa: B023
                time.sleep(3)
            _command(terminal, "/compact the pagination", 6)
            _command(terminal, "/fastjev", 4)
            written = list(terminal.written)
    start = written[0][0]
    head = {"version": 2, "width": COLUMNS, "height": LINES, "title": "fastjev in Claude Code"}
    lines = [json.dumps(head), *(json.dumps([round(at - start, 3), "o", said]) for at, said in written)]
    OUTPUT.with_suffix(".cast").write_text("\n".join(lines) + "\n")
    OUTPUT.with_suffix(".svg").write_text(drawn("".join(said for _, said in written)))
    print(f"written: {OUTPUT}.svg and {OUTPUT}.cast; next: asciinema play {OUTPUT}.cast")


def drawn(said: str) -> str:
    """The screen as it stood at the end, as SVG."""
    screen = pyte.Screen(COLUMNS, LINES)
    pyte.Stream(screen).feed(said)
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"))  # noqa: SIM115, PTH123
    for row in range(LINES):
        line = Text()
        for column in range(COLUMNS):
            char = screen.buffer[row][column]
            color = char.fg if char.fg == "default" else f"#{char.fg}" if len(char.fg) == 6 else char.fg
            line.append(char.data, style=f"{color}{' bold' if char.bold else ''}{' reverse' if char.reverse else ''}")
        console.print(line, soft_wrap=True)
    return console.export_svg(title="fastjev in Claude Code")


def _command(terminal: Terminal, typed: str, seconds: float) -> None:
    os.write(terminal._ours, typed.encode())
    time.sleep(1.5)  # together with the text, the key would be part of what is pasted
    os.write(terminal._ours, b"\r")
    time.sleep(seconds)


if __name__ == "__main__":
    main()
