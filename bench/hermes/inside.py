"""Runs in Hermes's own environment: its compressor on each history of standard input, a line of JSON each.

No model answers: what is measured is the summary that it then makes by itself.
"""

import importlib
import json
import sys
import time


def main(window: int) -> None:
    """A line of JSON for each: its rows, and the milliseconds that it took."""
    compressor = importlib.import_module("agent.context_compressor").ContextCompressor
    for line in sys.stdin:
        asked = json.loads(line)
        own = compressor(model="none", quiet_mode=True, config_context_length=window)
        # Without credentials it would give the history back, and with some it would call a model.
        own._generate_summary = lambda *_, **__: None
        began = time.perf_counter()
        rows = own.compress(asked["rows"], current_tokens=asked["tokens"], force=True)
        taken = (time.perf_counter() - began) * 1000
        print(json.dumps({"rows": rows, "ms": taken, "fell_back": own._last_summary_fallback_used}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
