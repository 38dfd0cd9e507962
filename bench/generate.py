"""Made-up Claude Code sessions of a wanted size, the same for the same seed.

Shapes follow what real sessions weigh: content is 27 % of a file's bytes, the rest is envelope, copies of tool results
for the screen, signatures and state. Of the content 5 % is typed by a person, 54 % are tool results, 7 % the
assistant's prose, the rest tool inputs.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TYPED = (
    "不要动production库的schema，那边是 DBA 在管。先看看 {file}。",
    "接口超时一律 {n} 秒，另外 {word} 这个字段不要加索引。",
    "超时改成 {n} 秒。",
    "只改 {file}，别的不要动。",
    "用Vite吧，算了还是用Next.js",
    "其实Vite也行，{word} 那边先不管",
    "看一下 {file} 里 {word} 为什么是空的，昨天还好好的",
    "Only touch {file}. Tests stay green or it doesn't ship.",
    "Why does {word} come back as null on page {n}?",
    "Rename {word} everywhere, but never in the database, and keep the old name in the API for {n} days.",
    "ok, go with B",
    "好的，谢谢",
    "以后提交信息一律用英文写",
    "Actually make that {n} retries instead.",
)
PROSE = (
    "`{file}` reads {word} before it is set; moving the call down fixes it.",
    "根因是 `{file}` 里的 {word} 没有初始化，已经改好，{n} 个测试全过。",
    "I suggest two ways: A keeps {word} in memory, B writes it to disk every {n} seconds. B is simpler.",
    "Next I will look at {file} and run the tests.",
)
OUTPUT = (
    "{n:5d}\texport async function {word}(input: {Word}Input): Promise<{Word}> {{",
    "{n:5d}\t  const {word} = await db.{word}.findMany({{ where: {{ id: {{ in: ids }} }}, take: {n} }});",
    "{n:5d}\t    if (!{word}) throw new NotFound(`{word} ${{id}} is gone`);",
    "{file}:{n}:    return {{ {word}: row.{word}, updatedAt: row.updated_at.toISOString() }};",
    " ✓ test/{word}.test.ts  ({n} tests) {n}ms",
    "-rw-r--r-- 1 dev dev {n:6d} May 12 10:{m:02d} {file}",
    "2026-05-12T10:{m:02d}:07.{n:03d}Z INFO [http] GET /api/{word} status=200 took={n}ms req={hex}",
    "+  {word}: z.string().max({n}), // 长度由后端校验",
)
WORDS = (
    "order",
    "refund",
    "user",
    "session",
    "invoice",
    "export",
    "batch",
    "retry",
    "cursor",
    "tenant",
    "webhook",
    "ledger",
    "price",
    "stock",
    "cart",
)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Session:
    """Rows of one session, in the order a client would write them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.id = self.uuid()
        self.parent: str | None = None
        self.second = 0
        # Filling a template takes longer than writing a row: lines are drawn from a stock.
        self.stock = {
            kind: [self.fill(template) for template in templates for _ in range(200)]
            for kind, templates in {"typed": TYPED, "prose": PROSE, "output": OUTPUT}.items()
        }

    def uuid(self) -> str:
        h = f"{self.random.getrandbits(128):032x}"
        return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"

    def fill(self, template: str) -> str:
        word = self.random.choice(WORDS)
        file = f"src/{self.random.choice(WORDS)}/{word}.ts"
        n, m = self.random.randrange(1, 999), self.random.randrange(60)
        return template.format(
            file=file, word=word, Word=word.title(), n=n, m=m, hex=f"{self.random.getrandbits(32):x}"
        )

    def lines(self, kind: str, low: int, high: int) -> str:
        return "\n".join(self.random.choices(self.stock[kind], k=self.random.randint(low, high)))

    def row(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.second += self.random.randint(1, 40)
        day, rest = divmod(self.second, 86400)
        row = {
            "parentUuid": self.parent,
            "isSidechain": False,
            "type": kind,
            **fields,
            "uuid": self.uuid(),
            "timestamp": f"2026-05-{1 + day % 28:02d}T{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}.000Z",
            "userType": "external",
            "entrypoint": "cli",
            "cwd": "/home/dev/orderdesk",
            "sessionId": self.id,
            "version": "2.1.112",
            "gitBranch": "main",
        }
        self.parent = row["uuid"]
        return row

    def assistant(self, *blocks: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """One message, one row a block, as the client writes it."""
        message = {
            "model": "claude-opus-4-7",
            "id": f"msg_{self.random.getrandbits(96):024x}",
            "type": "message",
            "role": "assistant",
            "stop_reason": None,
            "usage": {"input_tokens": 6, "cache_read_input_tokens": self.second, "output_tokens": 99},
        }
        for block in blocks:
            yield self.row("assistant", message={**message, "content": [block]}, requestId=f"req_{self.second}")

    def exchange(self) -> Iterator[dict[str, Any]]:
        call = f"toolu_{self.random.getrandbits(96):024x}"
        name = self.random.choice(("Bash", "Read", "Grep", "Edit", "Edit"))
        file = f"src/{self.random.choice(WORDS)}.ts"
        inputs: dict[str, Any] = {
            "Bash": {"command": f"npm test -- {file}", "description": "Run the tests"},
            "Read": {"file_path": file},
            "Grep": {"pattern": self.random.choice(WORDS), "path": "src"},
            "Edit": {
                "file_path": file,
                "old_string": self.lines("output", 4, 20),
                "new_string": self.lines("output", 4, 20),
            },
        }
        thinking = {
            "type": "thinking",
            "thinking": "",
            "signature": "".join(self.random.choices(ALPHABET, k=400)) * self.random.randint(1, 2),
        }
        blocks = [thinking, {"type": "tool_use", "id": call, "name": name, "input": inputs[name]}]
        if self.random.random() < 0.4:
            blocks.insert(1, {"type": "text", "text": self.lines("prose", 1, 4)})
        yield from self.assistant(*blocks)
        result = self.lines("output", 1, 50) if name != "Edit" else f"The file {file} has been updated successfully."
        # The client keeps a second copy for the screen; of an edit the whole file as it was.
        shown = result if name != "Edit" else self.lines("output", 20, 90)
        block = {"tool_use_id": call, "type": "tool_result", "content": result}
        yield self.row(
            "user", message={"role": "user", "content": [block]}, toolUseResult={"stdout": shown, "stderr": ""}
        )

    def turn(self) -> Iterator[dict[str, Any]]:
        yield self.row("user", message={"role": "user", "content": self.lines("typed", 6, 22)}, promptId=self.uuid())
        files = {f"src/{word}.ts": {"backupFileName": self.uuid(), "version": 1} for word in WORDS}
        yield {"type": "file-history-snapshot", "messageId": self.parent, "snapshot": {"trackedFileBackups": files}}
        for _ in range(self.random.randint(2, 12)):
            yield from self.exchange()
        yield from self.assistant({"type": "text", "text": self.lines("prose", 2, 8)})


def generate(size: int, seed: int = 1) -> Iterator[bytes]:
    """Lines of a session of about `size` bytes: it ends with the turn that reaches it."""
    session = Session(seed)
    written = 0
    while written < size:
        for row in session.turn():
            line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            written += len(line)
            yield line


def write(path: Path, size: int, seed: int = 1) -> Path:
    """A session of about `size` bytes in a file, unless the file is there already."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            file.writelines(generate(size, seed))
        unfinished.rename(path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    sys.stdout.buffer.writelines(generate(int(told.megabytes * 1e6), told.seed))


if __name__ == "__main__":
    main()
