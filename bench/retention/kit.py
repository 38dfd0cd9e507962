"""compaction-conformance-kit (jurayh, MIT): typed canaries through five rounds within a fixed size.

fastjev stands beside the best of the kit's own compactors. `make retention` installs it: the extra `retention`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bench.retention.scores import Tally, table
from fastjev import pipeline
from fastjev.datatypes import Run
from fastjev.labels import Status, Zone
from fastjev.policy import DEFAULT
from fastjev.renderers.text import zones
from fastjev.rulebook import Rulebook, load_core
from fastjev.tokens import estimate

BUDGETS = (0.10, 0.20, 0.30, 1.0)
"""Characters of a round, as a share of the transcript's; the last is none."""
SEEDS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """fastjev as the kit calls a compactor: turns in, text out, the text of a round into the next.

    A size in characters becomes the largest `budget_tokens` whose skeleton fits, found by halving; where none fits, the
    smallest that there is, since fastjev takes out nothing that binds. Nothing is cut to make it fit.
    """

    name: str
    core: Rulebook
    deprecated: bool = True
    """Whether replaced constraints are shown. The kit calls a replaced value stale wherever it stands."""

    def compact(self, turns: Sequence[Any], round_num: int = 1, budget_chars: int | None = None) -> Any:
        """The kit's `CompactedContext`."""
        from compaction_kit import CompactedContext

        raw, form = _source(turns)
        text = self._within(raw, form, budget_chars)
        return CompactedContext(text=text, compactor_name=self.name, round_num=round_num)

    def _within(self, raw: bytes, form: str, chars: int | None) -> str:
        whole = self._text(raw, form, 0)
        if chars is None or len(whole) <= chars:
            return whole
        best = self._text(raw, form, 1)
        low, high = 1, estimate(whole)
        while len(best) <= chars and low < high:
            tokens = (low + high + 1) // 2
            text = self._text(raw, form, tokens)
            if len(text) <= chars:
                low, best = tokens, text
            else:
                high = tokens - 1
        return best

    def _text(self, raw: bytes, form: str, tokens: int) -> str:
        policy = replace(DEFAULT, recent_turns=0, budget_tokens=tokens)
        run = pipeline.run(raw, "kit", rulebook=self.core, policy=policy, format=form, lang="en")
        return zones(run if self.deprecated else _without_deprecated(run))


def benchmark(seeds: Sequence[int] = SEEDS, rounds: int = 5) -> dict[str, Any]:
    """The kit's own benchmark at its budgets, fastjev among its built-in compactors."""
    import compaction_kit as kit

    core = load_core()
    own = [Adapter(name="fastjev", core=core), Adapter(name="fastjev, without replaced", core=core, deprecated=False)]
    builtin = (
        kit.SemanticChecklistCompactor,
        kit.UpdateAwareChecklistCompactor,
        kit.ChecklistCompactor,
        kit.PinnedRulesCompactor,
        kit.ProgressiveSummaryCompactor,
        kit.SummaryTailCompactor,
        kit.NaiveSummaryCompactor,
        kit.LossyTruncationCompactor,
    )
    factories = {each.name: each for each in builtin} | {each.name: (lambda each=each: each) for each in own}
    found: dict[str, Any] = kit.run_budget_benchmark(factories, budgets=BUDGETS, seeds=seeds, rounds=rounds)
    return found


def told(found: dict[str, Any]) -> str:
    """Ours beside the best of its own at each budget, by the kit's ranking."""
    rows = []
    for budget in found["budgets"]:
        group = sorted((e for e in found["entries"] if e["budget_fraction"] == budget), key=lambda e: e["rank"])
        ours = [entry for entry in group if entry["compactor"].startswith("fastjev")]
        rows += [_row(budget, entry) for entry in [next(e for e in group if e not in ours), *ours]]
    head = ["budget", "compactor", "size", "fits", "survive 5 rounds", "updates resolved", "stale shown", "pairs kept"]
    return table(head, rows)


def updates(seeds: Sequence[int] = SEEDS) -> str:
    """What one compaction makes of an earlier value that a later sentence replaces in other words, and of one restated.

    The kit counts a stale value wherever it stands; here it counts where it stands as if it still held.
    """
    import compaction_kit as kit

    core, found = load_core(), Tally()
    sessions = [(f"reworded, {which}", build(seed)[:2]) for which, build in _builders(kit) for seed in seeds]
    sessions += [("restated", kit.build_random_session(seed)) for seed in seeds]
    for name, (session, canaries) in sessions:
        raw, form = _source(session.transcript())
        run = pipeline.run(raw, "kit", rulebook=core, policy=replace(DEFAULT, recent_turns=0), format=form, lang="en")
        for canary in canaries:
            if canary.superseded_tokens:
                old = [item for item in run.skeleton.items if _holds(item.text, canary.superseded_tokens)]
                gone = all(item.status in (Status.DEPRECATED, Status.OVERRIDDEN) for item in old)
                found.add(f"{name} kept", _holds(zones(run), canary.required_tokens))
                found.add(f"{name} replaced", gone)
                found.add(f"{name} marked", gone or all(item.conflicts_with or item.superseded_by for item in old))
    names = dict.fromkeys(name for name, _ in sessions)
    rows = [[name, *(found.share(f"{name} {what}") for what in ("kept", "replaced", "marked"))] for name in names]
    return table(["updates", "new value kept", "old value replaced", "replaced or marked"], rows)


def _builders(kit: Any) -> tuple[tuple[str, Any], ...]:
    return ("first set", kit.build_semantic_session), ("held-out set", kit.build_semantic_heldout_session)


def _holds(text: str, tokens: Sequence[str]) -> bool:
    return all(token.lower() in text.lower() for token in tokens)


def _row(budget: float, entry: dict[str, Any]) -> list[str]:
    updates = entry["semantic"]["conflicts"]
    return [
        f"{budget:.0%}",
        entry["compactor"],
        f"{entry['mean_final_output_ratio']:.0%}",
        "yes" if entry["budget_compliant"] else f"no, {entry['max_output_to_budget']:.1f} ×",
        f"{entry['randomized']['overall_final_survival']:.1%}",
        f"{updates['resolved']}/{updates['n']}",
        f"{updates['stale']}/{updates['n']}",
        f"{updates['pairs_both_held']}/{updates['pairs']}",
    ]


def source(messages: Sequence[Mapping[str, str]]) -> bytes:
    """A conversation in the neutral form; each message has `role` and `text`."""
    return json.dumps({"schema": "fastjev.conversation/1", "id": "made", "messages": messages}).encode()


def _source(turns: Sequence[Any]) -> tuple[bytes, str]:
    if len(turns) == 1:
        return turns[0].text.encode("utf-8", "surrogatepass"), "skeleton"
    return source([{"role": turn.role, "text": turn.text} for turn in turns]), "neutral"


def _without_deprecated(run: Run) -> Run:
    items = tuple(item for item in run.skeleton.items if item.zone != Zone.DEPRECATED_CONSTRAINTS)
    return replace(run, skeleton=replace(run.skeleton, items=items))
