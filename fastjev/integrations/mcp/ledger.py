"""`ledger`: the constraints and final decisions that are in force."""

from collections.abc import Iterator, Mapping
from typing import Any

from fastjev.integrations.claude_code import state
from fastjev.integrations.lines import Line, told
from fastjev.integrations.mcp.answer import Answer, fitting, sendable
from fastjev.integrations.mcp.scope import Scope, opened
from fastjev.integrations.mcp.search import say
from fastjev.labels import Action, Label, Status, Zone
from fastjev.secrets import mask
from fastjev.store.journal import Compaction, compactions

_STANDS = {
    Label.CONSTRAINT: {Status.ACTIVE, Status.CONFLICT, Status.POSSIBLE_CONFLICT},
    Label.DECISION: {Status.FINAL},
}
_ZONES = {Label.CONSTRAINT: Zone.CONSTRAINTS, Label.DECISION: Zone.DECISIONS}
_EMPTY = "no constraint and no final decision of the user is known in this session"


def ledger(scope: Scope, given: Mapping[str, Any]) -> Answer:
    """As the hooks know it, else as the newest compaction left it. Raises: StoreError."""
    known = state.load(scope.place, scope.session) if scope.session else state.State()
    lines, lang = known.ledger, known.lang
    if not lines:
        with opened(scope) as (store, session):
            newest = next(compactions(store, session, say), None)
        lines = tuple(_lines(newest)) if newest else ()
        lang = "zh" if any("\u4e00" <= char <= "\u9fff" for line in lines for char in line.text) else "en"
    masked = [line._replace(text=mask(line.text)) for line in lines]
    return Answer(fitting(sendable(told(masked, lang, chars=scope.tokens * 4)), scope.tokens) or _EMPTY)


def _lines(newest: Compaction) -> Iterator[Line]:
    """From the journal, which has the beginning of each unit; constraints first, the newest first in each."""
    units = newest.lines
    for label, standing in _STANDS.items():
        for line in sorted(units, key=lambda line: (-line.turn, -line.message, -line.span.start)):
            if line.label == label and line.status in standing and line.action == Action.KEEP:
                text = line.text.strip() + ("…" if line.chars > len(line.text) else "")
                yield Line(line.id, line.turn, _ZONES[label].value, text)
