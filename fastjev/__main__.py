"""`fastjev` and `python -m fastjev`."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # A host calls `hook` on every event and waits for it, so it is answered before click is imported.
    if sys.argv[1:2] == ["hook"] and sys.argv[2:3] not in ([], ["--help"], ["-h"]):
        from fastjev.integrations.claude_code.hook import main as hook

        sys.exit(hook(sys.argv[2:]))
    from fastjev.cli import main as command_line

    sys.exit(command_line())


if __name__ == "__main__":
    main()
