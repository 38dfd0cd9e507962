"""Neighbours from PyPI, each in an environment of its own."""

import subprocess
import sys
from pathlib import Path

VERSION = "1.8.39"
"""Of cozempic, which prunes sessions by rules."""
# Its first call, whatever it asks for, writes hooks into the user's Claude Code settings; it also updates itself and
# has telemetry. So it gets these switches, a home folder that is thrown away, and only ever a dry run.
SWITCHES = {
    "COZEMPIC_NO_GLOBAL_INIT": "1",
    "COZEMPIC_NO_AUTO_INIT": "1",
    "COZEMPIC_NO_AUTO_UPDATE": "1",
    "COZEMPIC_NO_TELEMETRY": "1",
}


def install(folder: Path, name: str = "cozempic", version: str = VERSION, program: str = "cozempic") -> Path | None:
    """A program of a package's environment, which is made once; nothing where it cannot be had."""
    found = folder / "bin" / program
    if not found.exists():
        pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
            subprocess.run([*pip, f"{name}=={version}"], check=True, capture_output=True, timeout=300)
        except (OSError, subprocess.SubprocessError):
            return None
    return found
