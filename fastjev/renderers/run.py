"""Every unit with its decision (`fastjev.run/1`), for programs that check the stages."""

from fastjev.datatypes import Provenance, Run
from fastjev.jsontext import dump


def render(run: Run, provenance: Provenance, elapsed_ms: float) -> str:
    """One line of JSON. Spans are characters of the message's text; `by` names rules and passes in order."""
    decisions = {decision.unit: decision for decision in run.decisions}
    units = [
        {
            "id": unit.id,
            "message": unit.message,
            "turn": unit.turn,
            "span": list(unit.span),
            "speaker": unit.speaker,
            "label": decisions[unit.id].label,
            "p": decisions[unit.id].p,
            "action": decisions[unit.id].action,
            "status": decisions[unit.id].status,
            "by": list(decisions[unit.id].because),
        }
        for unit in run.units
    ]
    return dump({"schema": "fastjev.run/1", "units": units}) + "\n"
