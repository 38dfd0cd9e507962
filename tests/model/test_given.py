"""Weights of one's own, by `--model`: each kind once, strict JSON, told in the provenance."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from talks import assistant, call, neutral, tool, user

from fastjev import bundled, model
from fastjev.cli import cli
from fastjev.errors import ModelError
from fastjev.model import given

EXCHANGES, WORDS = bundled.models() / "exchanges.json", bundled.models() / "words.json"
LINKS, CHOICES = bundled.models() / "links.json", bundled.models() / "choices.json"
ROWS = "\n".join(f"row {n} of order_ref_{n}" for n in range(900))
TALK = [
    user("看日志"),
    assistant("", call("t1", "Bash", command="ls")),
    tool("t1", ROWS),
    user("用 order_ref_7"),
    user("好"),
]


def invoke(*words: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, words)
    assert ran.exit_code == code, ran.output
    return ran


def test_a_file_is_known_by_what_it_answers() -> None:
    assert given([]) == model.shipped()
    assert given([CHOICES, WORDS, LINKS, EXCHANGES]) == model.shipped()


@pytest.mark.parametrize("files", [(path, path) for path in (WORDS, EXCHANGES, LINKS, CHOICES)])
def test_two_of_a_kind_are_refused(files: tuple[Path, ...]) -> None:
    with pytest.raises(ModelError, match="one of each kind"):
        given(files)


def test_compact_says_which_weights_decided(project: Path) -> None:
    Path("talk.json").write_bytes(neutral(TALK))
    words = json.loads(WORDS.read_bytes())
    words["questions"]["needed"]["bias"] = 9.0
    Path("mine.json").write_text(json.dumps(words))
    plain, own = (
        json.loads(invoke("compact", "talk.json", "--recent", "0", "--format", "json", *more).stdout)
        for more in ((), ("--model", "mine.json"))
    )
    assert plain["provenance"]["model"] is None
    assert own["provenance"]["model"].startswith("exchanges@sha256:")
    assert " words@sha256:" in own["provenance"]["model"]


def test_a_pickle_and_a_device_are_no_weights(project: Path) -> None:
    Path("talk.json").write_bytes(neutral(TALK))
    Path("mine.json").write_bytes(b"\x80\x04K\x01.")
    assert "cannot be read as JSON" in invoke("compact", "talk.json", "--model", "mine.json", code=4).stderr
    invoke("compact", "talk.json", "--model", "/dev/zero", code=4)


def test_replay_takes_them_or_trains_its_own(project: Path) -> None:
    Path("talk.json").write_bytes(neutral(TALK))
    invoke("replay", "talk.json", "--model", str(EXCHANGES))
    assert "--left-out" in invoke("replay", "talk.json", "--model", str(EXCHANGES), "--left-out", code=2).stderr
