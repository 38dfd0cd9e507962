"""`fastjev` and `python -m fastjev`."""

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # A host calls these all the time and waits for them, so they are answered before click is imported.
    if sys.argv[1:2] == ["hook"] and sys.argv[2:3] not in (["--help"], ["-h"]):
        from fastjev.integrations.claude_code.hook import main as hook

        # All is written by then, and to take the interpreter down takes longer than a hook with nothing to say.
        os._exit(hook(sys.argv[2:]))
    if sys.argv[1:] == ["statusline"] and not sys.stdin.isatty():
        from fastjev.integrations.claude_code.statusline import line

        print(line(sys.stdin.buffer.read()))
        return
    if sys.argv[1:2] == ["label"]:
        # Nothing of a first frame is garbage before it is shown.
        gc.disable()
        from fastjev.labeling.first import show

        show(sys.argv[2:])
        gc.enable()
    from fastjev.cli import main as command_line

    sys.exit(command_line())


if __name__ == "__main__":
    main()
