"""Whether Hermes has fastjev as its context engine: what is installed where, whether it can run, and what it did."""

import platform
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from fastjev import __version__
from fastjev.errors import FastjevError, StoreError
from fastjev.integrations.checks import Check, archive, rules, weights
from fastjev.integrations.hermes import config, install
from fastjev.store.place import Place
from fastjev.store.room import obstacle

_SECONDS = 60
"""What Hermes's Python may take to load the engine; its first start compiles what it imports."""
_INSTALL = "fastjev install hermes"
_ASK = "import fastjev.integrations.hermes.plugin, fastjev; print(fastjev.__version__)"


def examine(place: Place) -> Iterator[Check]:
    """Everything, in the order in which one thing needs the other."""
    yield Check("fastjev", f"{__version__}, Python {platform.python_version()}")
    yield python()
    yield from _plugin(install.home())
    yield from rules(place)
    yield from weights(place)
    yield from archive(place, obstacle(place))
    yield from _compactions(place)


def python() -> Check:
    """Whether Hermes can load the engine: fastjev must be where Hermes is."""
    found = shutil.which("hermes")
    if found is None:
        return Check("hermes", "no hermes on the PATH", "install Hermes Agent, or put it on the PATH of this shell")
    own = interpreter(Path(found))
    if own is None:
        return Check("hermes", f"{found} names no Python; whether it can import fastjev is not known")
    try:
        ran = subprocess.run(
            [own, "-c", _ASK], capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL, cwd="/"
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Check("hermes", f"{own}: {error}", "see whether hermes itself runs")
    version = ran.stdout.decode("utf-8", "replace").strip()
    if ran.returncode:
        last = (ran.stderr.decode("utf-8", "replace").strip().splitlines() or ["says nothing"])[-1]
        return Check("hermes", f"{own}: {last}", f"{own} -m pip install fastjev")
    if version != __version__:
        said = f"{own} has fastjev {version}, and this is {__version__}"
        return Check("hermes", said, f"{own} -m pip install fastjev=={__version__}")
    return Check("hermes", f"{found} loads the engine")


def interpreter(program: Path) -> str | None:
    """The Python that a script names in its first line."""
    try:
        with program.open("rb") as file:
            first = file.readline(4096).decode("utf-8", "replace").strip()
    except OSError:
        return None
    found = first.removeprefix("#!").split()[:1] if first.startswith("#!") else []
    return found[0] if found and "python" in Path(found[0]).name else None


def _plugin(home: Path) -> Iterator[Check]:
    own, path = install.folder(home), install.settings(home)
    try:
        wrong = list(install.missing(home))
        text = install.text(home)
        engine, enabled = config.engine(text), config.NAME in config.plugins(text)
        disabled, compacts = config.NAME in config.plugins(text, "disabled"), config.compacts(text)
    except FastjevError as error:
        yield Check("settings", str(error), f"mend {path}; the host cannot read it either")
        return
    if wrong:
        yield Check("plugin", f"{wrong[0]} is not as this fastjev writes it", _INSTALL)
    else:
        yield Check("plugin", f"{own} is whole")
    if engine != config.NAME:
        yield Check("settings", f"{path}: context: engine: is {engine}", _INSTALL)
    elif disabled:
        yield Check("settings", f"{path}: plugins: disabled: names {config.NAME}", "take it out there")
    elif not enabled:
        yield Check("settings", f"{path}: plugins: enabled: does not name {config.NAME}", _INSTALL)
    else:
        yield Check("settings", f"{path} names the engine and enables the plugin")
    if not compacts:
        yield Check("settings", f"{path}: compression: enabled: is false, so nothing is compacted", "set it to true")


def _compactions(place: Place) -> Iterator[Check]:
    """The newest of Hermes's sessions in this project."""
    from fastjev.store.database import look
    from fastjev.store.journal import compactions

    newest = None
    if place.file.exists():
        try:
            with look(place) as store:
                found = compactions(store, None, lambda what: None)
                newest = next((each for each in found if each.format == "hermes"), None)
        except StoreError as error:
            yield Check("engine", str(error), "fastjev archive verify")
            return
    if newest is None:
        yield Check("engine", f"no session of Hermes was compacted in {place.project} yet")
        return
    when = datetime.fromtimestamp(newest.time, UTC).strftime("%Y-%m-%d %H:%MZ")
    yield Check("engine", f"last compacted {newest.session} at {when}: {newest.outcome}")
