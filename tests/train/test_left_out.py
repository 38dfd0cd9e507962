"""Models for a session that they never saw, and replay with them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sessions import made, write
from talks import core

from fastjev.cli import cli
from fastjev.deliver import Source
from fastjev.errors import UsageError
from fastjev.model.needed import check
from fastjev.policy import DEFAULT
from fastjev.train.left_out import Both, both, refuse_thin, without
from fastjev.train.read import Files, read


def held(*raws: bytes) -> Files[Both]:
    return read([Source(None, raw) for raw in raws], core(), DEFAULT, both)


def digests(files: Files[Both], session: int) -> list[str]:
    return [model.digest for model in without(files, session, 0)[:2]]


@pytest.fixture(scope="module")
def eight() -> Files[Both]:
    return held(*(made(number) for number in range(8)))


def test_models_for_a_session_learn_from_all_others(eight: Files[Both]) -> None:
    asks, needs, *_ = without(eight, 3, 0)
    check(needs, Path("words.json"))
    rest = [file for file in eight.files if file.session != 3]
    assert needs.trained["rows"] == sum(len(file.rows.words) for file in rest)
    assert asks.trained["rows"] == sum(len(file.rows.exchanges) for file in rest)
    assert set(asks.questions) == {"result", "call"}


def test_nothing_of_the_session_itself_reaches_them(eight: Files[Both]) -> None:
    own = next(file for file in eight.files if file.session == 3)
    words = replace(own.rows.words, needed=1 - own.rows.words.needed, traits=own.rows.words.traits + 1)
    other = replace(own, rows=Both(own.rows.exchanges[:9], words))
    files = replace(eight, files=tuple(other if file is own else file for file in eight.files))
    assert digests(files, 3) == digests(eight, 3)
    assert digests(files, 4) != digests(eight, 4)


def test_files_of_one_conversation_are_left_out_together() -> None:
    longer = made(0, 72)
    found = held(*(made(number) for number in range(7)), longer)
    numbers = [file.session for file in found.files]
    (shared,) = {number for number in numbers if numbers.count(number) == 2}
    assert without(found, shared, 0).needs.trained["sessions"] == 6
    assert digests(found, shared) == digests(held(*(made(number) for number in range(1, 7))), -1)


def test_the_same_files_give_the_same_models(eight: Files[Both]) -> None:
    assert digests(eight, 2) == digests(eight, 2)


def test_too_few_sessions_are_refused() -> None:
    with pytest.raises(UsageError, match="2 of 6 sessions"):
        refuse_thin(held(made(1), made(2)))


# The command


def replay(*args: str) -> Result:
    return CliRunner().invoke(cli, ["replay", "--points", "50%", "--reduction", "60%", *args])


def test_replay_decides_each_session_by_models_that_never_saw_it(tmp_path: Path) -> None:
    paths = write(tmp_path, 8, 48)
    shipped, left_out = (json.loads(replay("--json", *paths, *more).stdout) for more in ((), ("--left-out",)))
    assert (shipped["left_out"], left_out["left_out"]) == (False, True)
    # The needed words are the session's, whoever decides.
    assert [each["name"] for each in left_out["sessions"]] == [each["name"] for each in shipped["sessions"]]
    assert left_out["policies"][0] == shipped["policies"][0]
    assert left_out["policies"] != shipped["policies"]
    assert "each session left out of training" in replay("--left-out", *paths).stdout.splitlines()[0]


def test_replay_refuses_to_leave_out_of_too_few(tmp_path: Path) -> None:
    run = replay("--left-out", *write(tmp_path, 2))
    assert (run.exit_code, run.stdout) == (2, "")
    assert "2 of 6 sessions" in run.stderr
