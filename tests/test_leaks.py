"""A secret stands where people wrote it and in the archive, and in no line of ours: fold, journal, table, message."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from click.testing import CliRunner, Result
from talks import assistant, call, claude_code, neutral, tool, user
from test_secrets import PLANTED

from fastjev.cli import cli

FORMS = {"neutral": neutral, "claude-code": claude_code}
SAID = {name: around.replace("@", value, 1).replace("\x00", "@") for name, (around, value) in PLANTED.items()}
VALUES = {name: value for name, (_, value) in PLANTED.items()}


def talk() -> Iterator[dict[str, Any]]:
    """Every planted secret as a human says it, as narration, as input, as result, and as the error of a failure."""
    for n, said in enumerate(SAID.values()):
        yield user(f"第 {n} 个 / number {n}:\n{said}")
        inputs = {"command": said}, {"note": "x", "given": {"deep": [said]}}, {"file_path": f"/srv/{said}/a.py"}
        names = "Bash", "Edit", "Read"
        calls = [call(f"t{n}.{k}", name, **each) for k, (name, each) in enumerate(zip(names, inputs, strict=True))]
        yield assistant(f"I will try it. 试一下：{said}", *calls)
        yield tool(f"t{n}.0", f"error: refused\nfatal: {said}", is_error=True)
        yield tool(f"t{n}.1", said)
        yield tool(f"t{n}.2", f"fatal: {said}", is_error=True)


FIRST = [said for said in SAID.values() if said.endswith("then run it")]
COMMANDS = [
    ["log"],
    ["log", "--json"],
    *(["why", words, "--limit", "999"] for words in ("number 1", "refused", "fatal", "试一下")),
    *(["log", "--unit", f"u1.{n}"] for n in range(1, 5)),
    ["archive", "list"],
    ["archive", "list", "--json"],
    ["archive", "stats"],
    ["archive", "verify"],
]


@dataclass(frozen=True)
class Told:
    """A compaction of `talk`, and what the commands say of it."""

    session: bytes
    human: str
    """Of the skeleton: what people said."""
    ours: str
    """Of the skeleton: lines that stand for exchanges and turns, and lines of results."""
    said: str
    """Output and talk of the commands."""
    raw: bytes
    """Expanded."""


def invoke(*words: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, words)
    assert ran.exit_code == code, ran.output
    return ran


@pytest.fixture(scope="module", params=FORMS)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("leaks")
    session = FORMS[request.param](list(talk()))
    (folder / "talk.json").write_bytes(session)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("FASTJEV_DATA", str(folder / "data"))
        ran = invoke("compact", "talk.json", "--format", "json", "--recent", "0")
        said = [ran.stderr, *(invoke(*words).output for words in COMMANDS)]
        raw = invoke("expand", "e1", "--raw").stdout_bytes
        said += [invoke("expand", "e1", "--grep", f"{text}!", code=3).output for text in FIRST]
    lines = [item for zone in json.loads(ran.stdout)["zones"].values() for item in zone]
    folds = [item["text"] for item in lines if item["covers"]]
    facts = [item["text"] for item in lines if item["speaker"] == "tool" and not item["covers"]]
    assert len(folds) > 2 * len(SAID)
    human = "\n".join(item["text"] for item in lines if item["speaker"] == "human")
    yield Told(session, human, "\n".join([*folds, *facts]), "\n".join(said), raw)


@pytest.mark.parametrize("name", PLANTED)
def test_a_secret_stands_in_no_line_of_ours(told: Told, name: str) -> None:
    value = VALUES[name]
    # Nor does a part of it, but for what a password of a few characters shares with any text.
    parts = {value, *(value[at : at + 9] for at in range(len(value) - 8))}
    assert [part for part in parts if part in told.ours] == []
    assert [part for part in parts if part in told.said] == []


@pytest.mark.parametrize("name", PLANTED)
def test_what_people_say_stays_as_they_said_it(told: Told, name: str) -> None:
    assert [line for line in VALUES[name].split("\n") if line not in told.human] == []


def test_the_archive_is_exact(told: Told) -> None:
    assert told.raw == told.session


def test_there_was_something_to_mask(told: Told) -> None:
    """Or the tests above would prove nothing."""
    assert told.ours.count("‹masked ") > len(SAID)
    assert told.said.count("‹masked ") > len(SAID)
