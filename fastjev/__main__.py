"""`fastjev` and `python -m fastjev`."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # A host calls `hook` on every event and waits for it: it will be answered here, before click is imported.
    from fastjev.cli import main as command_line

    sys.exit(command_line())


if __name__ == "__main__":
    main()
