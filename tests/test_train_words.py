"""What training learns about words of results, on conversations with known answers."""

import json
from pathlib import Path

import pytest
from talks import assistant, call, core, neutral, tool, user

from fastjev.ask import load
from fastjev.deliver import Source
from fastjev.errors import UsageError
from fastjev.model.needed import TRAITS, check
from fastjev.policy import DEFAULT
from fastjev.train.words import Rows, read, weights


def session(number: int, taken_up: str = "", calls: int = 12) -> bytes:
    """Twelve calls; what the last prompt takes up stood in the last result before any cut."""
    talk = [user("查一下 slow_query_7，看看为什么慢")]
    for n in range(calls):
        talk += [assistant("", call(f"t{n}", "Bash", command=f"step_{n}.sh"))]
        talk += [tool(f"t{n}", f"slow_query_7 row_{number}_{n} 端口port_{number}_{n}改了 99{n}")]
    return neutral([*talk, user(f"那 {taken_up or 'nothing'} 呢")], id=f"s{number}")


def rows(*raws: bytes) -> list[Rows]:
    return read([Source(None, raw) for raw in raws], core(), DEFAULT)


def test_a_word_that_the_session_used_again_was_needed() -> None:
    (found,) = rows(session(1, "port_1_0"))
    # It stood before all eight cuts, and only it was used.
    assert found.needed.sum() == len({tuple(row) for row in found.traits[found.needed == 1]}) == 6
    assert found.traits.shape[1] == len(TRAITS)


def test_what_a_person_had_said_before_is_no_row() -> None:
    (one,), (other,) = rows(session(1, "slow_query_7")), rows(session(1))
    assert one.needed.sum() == other.needed.sum() == 0
    assert (one.traits == other.traits).all()


def test_traits_at_a_cut_do_not_depend_on_what_follows() -> None:
    (one,), (other,) = rows(session(1, "port_1_0")), rows(session(1, "row_1_3 和 991"))
    assert (one.traits == other.traits).all()
    assert one.needed.tolist() != other.needed.tolist()


def test_the_same_sessions_give_the_same_weights_that_load(tmp_path: Path) -> None:
    held = rows(*(session(n, f"port_{n}_0 row_{n}_1") for n in range(4)))
    found = weights(held)
    assert found == weights(held)
    path = tmp_path / "words.json"
    path.write_text(json.dumps(found))
    check(load(path), path)


@pytest.mark.parametrize(
    ("raws", "why"),
    [
        ([session(1, "port_1_0")], "1 of 3 sessions"),
        ([session(n) for n in range(3)], "no word was used again"),
        ([session(n, f"port_{n}_0", calls=2) for n in range(3)], "0 of 3 sessions"),
    ],
    ids=["too few sessions", "no answers", "too few calls"],
)
def test_thin_data_is_refused_with_a_reason(raws: list[bytes], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        weights(rows(*raws))
