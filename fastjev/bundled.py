"""Where the data folders are: inside the wheel, or beside the package in a checkout."""

from pathlib import Path

from fastjev.errors import FastjevError

_PACKAGE = Path(__file__).resolve().parent


def rules() -> Path:
    """The core rule packs, one YAML file a label. Raises: FastjevError where the installation lacks them."""
    return _folder("rules")


def models() -> Path:
    """Exported weights and their cards. Raises: FastjevError where the installation lacks them."""
    return _folder("models")


def labeling() -> Path:
    """GUIDE.md, which those who label read. Raises: FastjevError where the installation lacks it."""
    return _folder("labeling")


def _folder(name: str) -> Path:
    # The wheel comes first: what lies beside an installed package is site-packages, anybody's place.
    for place in (_PACKAGE / "_bundled" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FastjevError(f"the folder {name}/ is missing from the installation in {_PACKAGE}; install fastjev again")
