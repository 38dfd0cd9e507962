"""cozempic, a neighbour that prunes sessions by rules, from PyPI and in a house of its own."""

import subprocess
import sys
from pathlib import Path

VERSION = "1.8.39"
# Its first call, whatever it asks for, writes hooks into the user's Claude Code settings; it also updates itself and
# has telemetry. So it gets these switches, a home folder that is thrown away, and only ever a dry run.
SWITCHES = {
    "COZEMPIC_NO_GLOBAL_INIT": "1",
    "COZEMPIC_NO_AUTO_INIT": "1",
    "COZEMPIC_NO_AUTO_UPDATE": "1",
    "COZEMPIC_NO_TELEMETRY": "1",
}


def install(folder: Path) -> Path | None:
    """The program in an environment of its own, made once; nothing where it cannot be had."""
    program = folder / "bin/cozempic"
    if not program.exists():
        pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
            subprocess.run([*pip, f"cozempic=={VERSION}"], check=True, capture_output=True, timeout=300)
        except (OSError, subprocess.SubprocessError):
            return None
    return program
