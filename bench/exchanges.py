"""A hundred tool calls of 650 kB, decided in a process that has everything loaded, beside a loop that parses them."""

import json
from itertools import islice
from typing import Any

from bench.generate import generate
from bench.warm import median

CALLS = 100
CHARS = 650_000
"""Characters of results, all calls together; DESIGN section 8."""


def exchanges() -> bytes:
    """A conversation with that many calls, whose results are those of a made-up session, several to one."""
    messages: list[dict[str, Any]] = [{"role": "user", "text": "看看哪里慢，不要动production库的schema。"}]
    results = _results()
    for n in range(CALLS):
        text = ""
        while len(text) < CHARS // CALLS:
            text += next(results)
        call = {"id": f"t{n}", "name": "Bash" if n % 3 else "Read", "input": {"command": f"step {n}"}}
        messages.append({"role": "assistant", "text": f"接下来看第 {n} 步。", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"t{n}", "text": text[: CHARS // CALLS]})
        if n % 10 == 9:
            words = " ".join(islice((word for word in text.split() if "." in word), 5))
            messages.append({"role": "user", "text": f"再看看 {words}"})
    return json.dumps({"schema": "fastjev.conversation/1", "id": "bench", "messages": messages}).encode()


def _results() -> Any:
    for line in generate(60_000_000, seed=11):
        if b'"type":"tool_result"' in line:
            for block in json.loads(line)["message"]["content"]:
                if block.get("type") == "tool_result":
                    yield block["content"] if isinstance(block["content"], str) else json.dumps(block["content"])


def main() -> None:
    from fastjev.policy import DEFAULT
    from fastjev.readers import read
    from fastjev.rulebook import load_core
    from fastjev.stages.classify import classify
    from fastjev.stages.resolve import resolve
    from fastjev.stages.resolve.exchanges import exchanges as decide
    from fastjev.stages.resolve.scene import Scene
    from fastjev.stages.segment import segment

    raw, rulebook = exchanges(), load_core()
    conversation = read(raw, "bench.json")
    units = segment(conversation, rulebook, DEFAULT)
    verdicts = classify(units, rulebook, DEFAULT, None)
    decisions = resolve(conversation, units, verdicts, rulebook, DEFAULT)
    # A scene remembers what its passes asked for: each time a fresh one.
    decided = median(lambda: decide(Scene(conversation, units, verdicts, rulebook, DEFAULT), decisions))
    calls = [unit for unit in units if unit.kind == "call"]
    told = {
        "calls": len(calls),
        "chars": sum(len(unit.text) for unit in calls),
        "decide": decided,
        "loop": median(lambda: json.loads(raw)),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
