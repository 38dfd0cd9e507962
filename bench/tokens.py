"""The error of the token estimate on texts at hand, beside four characters a token: `python -m bench.tokens`.

Counts with the PyPI package `ctok` (pinned below), an offline reconstruction; it asks for Python 3.12 or newer.
"""

import importlib.util
import json
import random
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from bench.__main__ import REAL, ROOT
from bench.generate import generate
from fastjev.tokens import estimate

FAMILY = "4.8"
TEXTS = 60
"""Of each kind at the most."""
CHARS = 2000


def pieces(paths: list[Path]) -> Iterator[str]:
    """One window of each file, from the start of a line."""
    chance = random.Random(1)
    for path in chance.sample(paths, min(TEXTS, len(paths))):
        text = path.read_text("utf-8", "replace")
        start = text.find("\n", chance.randrange(max(1, len(text) - CHARS))) + 1
        yield text[start : start + CHARS]


def talk(path: Path) -> Iterator[str]:
    """What is said in a labelled conversation, cut to windows."""
    said = "\n\n".join(message["text"] for message in json.loads(path.read_text("utf-8"))["messages"])
    yield from (said[start : start + CHARS] for start in range(0, len(said), CHARS))


def results(path: Path) -> Iterator[str]:
    """Tool results of a real session."""
    for line in path.read_bytes().split(b"\n"):
        content = line and json.loads(line).get("message", {}).get("content")
        for block in content if isinstance(content, list) else ():
            if block["type"] == "tool_result" and isinstance(block["content"], str):
                yield block["content"][:CHARS]


def kinds() -> dict[str, list[str]]:
    """Texts by kind; none of a kind that is not at hand."""
    packages = Path(sysconfig.get_path("purelib"))
    labelled = {lang: sorted((ROOT / "corpora" / lang).glob("*.json")) for lang in ("en", "zh")}
    return {
        "English talk": [text for path in labelled["en"] for text in talk(path)],
        "Chinese talk": [text for path in labelled["zh"] for text in talk(path)],
        "README files": list(pieces(sorted(packages.glob("*.dist-info/METADATA")))),
        "Python": list(pieces(sorted(packages.glob("*/*.py")))),
        "JSON": [b"".join(generate(CHARS, seed)).decode()[:CHARS] for seed in range(TEXTS)],
        "real tool results": [text for path in sorted(REAL.glob("*.jsonl")) for text in results(path)],
    }


def main() -> None:
    if not importlib.util.find_spec("ctok"):
        raise SystemExit("nothing to compare with: pip install ctok==1.3.0 (Python 3.12 or newer)")
    from ctok import token_count

    frame = token_count("a", FAMILY) - 1
    print(f"{'mean error in per cent':24}{'texts':>8}{'estimate':>10}{'chars/4':>10}")
    for kind, found in kinds().items():
        texts = [text for text in found if len(text) > CHARS // 10]
        texts = random.Random(1).sample(texts, min(TEXTS, len(texts)))
        counts = [token_count(text, FAMILY) - frame for text in texts]
        ours = [abs(estimate(text) / count - 1) for text, count in zip(texts, counts, strict=True)]
        quarter = [abs(len(text) / 4 / count - 1) for text, count in zip(texts, counts, strict=True)]
        if texts:
            print(
                f"{kind:24}{len(texts):8}{100 * sum(ours) / len(ours):10.1f}{100 * sum(quarter) / len(quarter):10.1f}"
            )


if __name__ == "__main__":
    main()
