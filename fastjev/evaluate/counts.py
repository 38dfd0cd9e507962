"""How many labels a corpus holds, as the table that its README shows."""

from collections import Counter
from collections.abc import Iterable, Sequence

from fastjev.evaluate.gold import LANGS, Corpus, Gold

_SECTIONS = tuple(section for section in Gold.model_fields if section != "constraints")
_COLUMNS = ("conversations", "messages", "of users", "active", "deprecated", *_SECTIONS, "doubtful")
_ABOUT = "`active` and `deprecated` are constraints. `doubtful` labels are among the others; no score counts them."


def counts(corpora: Sequence[Corpus]) -> dict[str, dict[str, int]]:
    """For each language and for all: conversations, messages and labels by section."""
    found = {lang: _counted([corpus for corpus in corpora if corpus.labelled.lang == lang]) for lang in LANGS}
    return {**found, "all": _counted(corpora)}


def markdown(corpora: Sequence[Corpus]) -> str:
    """The counts as a Markdown table."""
    rows = [[lang, *(f"{row[column]:,}" for column in _COLUMNS)] for lang, row in counts(corpora).items()]
    lines = [["language", *_COLUMNS], ["---", *["--:"] * len(_COLUMNS)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + f"\n{_ABOUT}\n"


def _counted(corpora: Iterable[Corpus]) -> dict[str, int]:
    row = Counter(dict.fromkeys(_COLUMNS, 0))
    for corpus in corpora:
        row["conversations"] += 1
        row["messages"] += len(corpus.labelled.messages)
        row["of users"] += sum(said.role == "user" for said in corpus.labelled.messages)
        for constraint in corpus.gold.constraints:
            row[constraint.status] += 1
        for section in Gold.model_fields:
            entries = getattr(corpus.gold, section)
            row["doubtful"] += sum(entry.doubtful for entry in entries)
            if section != "constraints":
                row[section] += len(entries)
    return dict(row)
