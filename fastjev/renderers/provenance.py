"""What made a skeleton: enough to make it again."""

import hashlib
import json
from dataclasses import asdict

from fastjev import __version__
from fastjev.datatypes import Provenance
from fastjev.policy import Policy


def provenance(*, rules: str, policy: Policy, model: str | None = None) -> Provenance:
    """The provenance of a run by the rulebook with digest `rules`, under `policy`."""
    values = json.dumps(asdict(policy), sort_keys=True)
    digest = f"sha256:{hashlib.sha256(values.encode()).hexdigest()}"
    return Provenance(fastjev=__version__, rules=rules, model=model, policy=digest)
