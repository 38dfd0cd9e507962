"""Large old results cut where they stand, and nothing else: what newer hosts ask for before it is time to compact."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fastjev import model, pipeline
from fastjev.carried import carried
from fastjev.collector import at_rest
from fastjev.datatypes import ToolCall
from fastjev.deliver import put_aside
from fastjev.integrations.hermes import rows as history
from fastjev.integrations.hermes.compaction import Compacted, sizes_of, source_of
from fastjev.integrations.hermes.cuts import cut
from fastjev.integrations.hermes.plan import Plan, Wanted, plan
from fastjev.labels import Outcome
from fastjev.model.tools import act
from fastjev.readers import blocks, flat
from fastjev.renderers.provenance import provenance
from fastjev.rulebook import load, project_root
from fastjev.tokens import estimate


def trim(given: list[Any], wanted: Wanted) -> Compacted:
    """As many rows as came in. The very list where too little is gained, or nothing could be archived.

    Cut are results over `trim_tokens`, each to its first and last `result_chars`, that stand neither in the head nor
    among the newest rows, and that the same call would bring again. Raises: FastjevError, where core rules or the walk
    fail.
    """
    with at_rest():
        return _trim(given, wanted)


def _trim(given: list[Any], wanted: Wanted) -> Compacted:
    chosen = plan(given, wanted)
    session = wanted.session
    before = sizes_of(chosen.known, chosen.known)
    same = Compacted(rows=given, outcome=Outcome.NOTHING_LEFT, sizes=before, session=session)
    most = dict(_large(chosen, wanted))
    freed = sum(history.tokens(chosen.known[at]) - tokens for at, tokens in most.items())
    least = before.tokens_before * wanted.policy.least_gain
    if wanted.place is None or not most or freed < least:
        return same
    source, root = source_of(chosen, session), project_root(wanted.place.project)
    rulebook, models = load(root), model.of(root)
    run = pipeline.run(source.raw, source.name, rulebook=rulebook, policy=wanted.policy, models=models, format="hermes")
    record = {at: n for n, at in enumerate(chosen.walked)}
    found = {at: cut(run, record[at], chosen.known[at], tokens) for at, tokens in most.items()}
    made = {at: each for at, each in found.items() if each}
    # The skeleton that would be is journalled, and nothing is taken out for it.
    stay = tuple(message for message in run.conversation.messages if not carried(message.via))
    run = replace(run, skeleton=replace(run.skeleton, recent=stay))
    instead = {id(chosen.rows[at]): history.cut(chosen.rows[at], each.content) for at, each in made.items()}
    rows = [instead.get(id(row), row) for row in given]
    after = [history.read(instead.get(id(row), row)) for row in chosen.rows]
    sizes = sizes_of(chosen.known, after)
    if sizes.tokens_before - sizes.tokens_after < least:
        return same
    about = provenance(rules=rulebook.digest, policy=wanted.policy, model=models.version if models else None)
    more = [each.elision for each in made.values()]
    done = put_aside(run, source, wanted.place, wanted.policy, about, more, sizes=sizes, outcome=Outcome.TRIMMED)
    if done.trouble:
        return replace(same, trouble=done.trouble)
    return Compacted(rows=rows, outcome=Outcome.TRIMMED, sizes=sizes, session=session, epoch=done.epoch)


def _large(chosen: Plan, wanted: Wanted) -> Iterator[tuple[int, int]]:
    """Places of the results that go, with the tokens that each may have."""
    gone = set(chosen.gone)
    calls: dict[str, ToolCall] = {}
    for at, row in enumerate(chosen.known):
        if row is None:
            continue
        # Some models count their calls anew in each turn, so the newest one of an id is meant.
        calls |= {call.id: ToolCall(call.id, call.name, blocks.mapping(call.input)) for call in flat.calls(dict(row))}
        if at in gone and row["role"] == "tool":
            call = calls.get(str(row.get("tool_call_id")))
            if call and act(call).again and history.tokens(row) > wanted.policy.trim_tokens:
                yield at, estimate(blocks.joined(row.get("content"))[: wanted.policy.result_chars])
