"""The guide for those who label: a page for each label and each other task, in English and in Chinese."""

import difflib
import hashlib
import re
from collections.abc import Mapping
from functools import cache

from fastjev import bundled
from fastjev.errors import UsageError

LANGS = {"en": "English", "zh": "中文"}
"""What a page's heading says for each language."""


def page(label: str, lang: str) -> str:
    """The text of one page, as it stands in GUIDE.md without its headings: lines of 80 columns at most.

    `label` is a label or a task (boundary, supersede, exchange). Raises: UsageError, where there is no such page;
    FastjevError, where the installation lacks the guide.
    """
    pages = _pages()
    if label not in pages:
        raise UsageError(f"guide: there is no page {label!r}{_near(label, pages)}; there are {', '.join(pages)}")
    if lang not in pages[label]:
        raise UsageError(f"guide: {label}: is not written in {lang!r}; there are {', '.join(pages[label])}")
    return pages[label][lang]


def version() -> str:
    """`g_` and 12 hex digits of the SHA-256 of GUIDE.md: it changes with every byte. Raises: FastjevError."""
    return "g_" + hashlib.sha256(_guide()).hexdigest()[:12]


@cache
def _guide() -> bytes:
    return (bundled.labeling() / "GUIDE.md").read_bytes()


@cache
def _pages() -> Mapping[str, Mapping[str, str]]:
    _, *sections = re.split(r"^## (\w+).*\n", _guide().decode(), flags=re.MULTILINE)
    return {name: _languages(text) for name, text in zip(sections[::2], sections[1::2], strict=True)}


def _languages(section: str) -> Mapping[str, str]:
    _, *parts = re.split(r"^### (.+)\n", section, flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    return {lang: texts[heading].strip("\n") + "\n" for lang, heading in LANGS.items() if heading in texts}


def _near(label: str, pages: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(label, pages, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
