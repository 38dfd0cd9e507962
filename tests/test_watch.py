"""Rules that are read again when a file changes, and a session that is shown again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from talks import neutral, user

from fastjev.cli.watch import follow
from fastjev.errors import ReadError, RuleError
from fastjev.rulebook import Rulebook
from fastjev.rulebook.watch import Watched

BAD = "fastjev: 1\npack: acme\nrulez: []\n"


def rules(word: str, pack: str = "acme") -> str:
    rule = f"{{id: {pack}/fact.word, label: fact, why: x, weight: 0.9, when: {{any: [{{words: ['{word}']}}]}}, "
    return f"fastjev: 1\npack: {pack}\nrules:\n  - {rule}tests: {{match: ['{word}'], no_match: ['-']}}}}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "project/.fastjev/rules").mkdir(parents=True)
    (tmp_path / "config/rules").mkdir(parents=True)
    monkeypatch.setenv("FASTJEV_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("FASTJEV_CACHE", str(tmp_path / "cache"))
    return tmp_path / "project"


class Watching:
    """A watched rulebook and what it said."""

    def __init__(self, project: Path, *asked: Path) -> None:
        self.said: list[str] = []
        self.rules = Watched(project, asked, say=self.said.append)

    def hears(self, text: str, pack: str = "acme") -> bool:
        """Whether the rule of a pack fires on a text now."""
        hits = self.rules.current().match(text, speaker="human", kind="prose")
        return any(hit.rule.id == f"{pack}/fact.word" for hit in hits)


PLACES = ["project/.fastjev/rules/acme.yaml", "project/.fastjev/rules.local.yaml", "config/rules/mine.yml"]


@pytest.mark.parametrize("place", [*PLACES, "asked.yaml"])
def test_a_file_that_changes_comes_and_goes_is_read_again(project: Path, place: str) -> None:
    file = project.parent / place
    asked = [file] if place == "asked.yaml" else []
    if asked:
        file.write_text(rules("起初"), "utf-8")
    watching = Watching(project, *asked)
    before = watching.rules.current()
    assert watching.rules.current() is before
    file.write_text(rules("库存"), "utf-8")
    assert watching.hears("查一下库存")
    assert watching.rules.current() is watching.rules.current()
    file.write_text(rules("端口 port"), "utf-8")
    assert watching.hears("the 端口 port")
    assert not watching.hears("查一下库存")
    file.unlink()
    # What was asked for by name cannot be gone: the rules stand as they were.
    assert watching.hears("the 端口 port") == bool(asked)
    assert len(watching.said) == len(asked)


def test_a_new_name_in_the_folder_is_seen(project: Path) -> None:
    watching = Watching(project)
    watching.rules.current()
    for n, word in enumerate(["订单", "order", "mixed 订单"]):
        (project / f".fastjev/rules/p{n}.yaml").write_text(rules(word, f"p{n}"), "utf-8")
        assert watching.hears(f"看 {word}", f"p{n}")
    (project / ".fastjev/rules/p0.yaml").rename(project / ".fastjev/rules/p0.txt")
    assert not watching.hears("看 订单", "p0")


def test_a_pack_that_was_missing_is_read_when_it_comes_and_when_it_changes(project: Path) -> None:
    pack = project / "packs/shared.yaml"
    says = "fastjev: 1\npack: acme\nextends: [{file: ../../packs/shared.yaml}]\n"
    (project / ".fastjev/rules/acme.yaml").write_text(says, "utf-8")
    watching = Watching(project)
    assert not watching.hears("查库存", "shared")
    assert len(watching.said) == 1
    assert "shared.yaml: cannot be read" in watching.said[0]
    pack.parent.mkdir()
    pack.write_text(rules("库存", "shared"), "utf-8")
    assert watching.hears("查库存", "shared")
    pack.write_text(rules("stock", "shared"), "utf-8")
    assert watching.hears("查 stock", "shared")
    assert not watching.hears("查库存", "shared")
    assert len(watching.said) == 1


def test_the_last_good_rules_stand_while_a_file_is_bad_which_is_said_once(project: Path) -> None:
    file = project / ".fastjev/rules/acme.yaml"
    file.write_text(rules("库存"), "utf-8")
    watching = Watching(project)
    assert watching.hears("库存")
    file.write_text(BAD, "utf-8")
    for _ in range(3):
        assert watching.hears("库存")
    os.utime(file, ns=(1, 1))
    assert watching.hears("库存")
    assert watching.said == [".fastjev/rules/acme.yaml:3:1: unknown key 'rulez'; did you mean rules?"]
    file.write_text(rules("stock 仓"), "utf-8")
    assert watching.hears("stock 仓")
    assert not watching.hears("库存")
    file.write_text(BAD, "utf-8")
    assert watching.hears("stock 仓")
    assert len(watching.said) == 2


def test_a_file_that_was_bad_from_the_start_is_left_out_and_one_asked_for_is_an_error(project: Path) -> None:
    file = project / ".fastjev/rules/acme.yaml"
    file.write_text(BAD, "utf-8")
    watching = Watching(project)
    assert not watching.hears("库存")
    assert len(watching.said) == 1
    with pytest.raises(RuleError, match="rulez"):
        Watching(project, file).rules.current()


def session(text: str) -> bytes:
    return neutral([user(text)])


def test_a_session_is_shown_again_when_it_or_a_rule_changes_and_only_then(project: Path) -> None:
    talk, file = project / "talk.json", project / ".fastjev/rules/acme.yaml"
    talk.write_bytes(session("端口 8080"))
    shown: list[str] = []

    def edits() -> Iterator[None]:
        yield
        shown.append("session")
        talk.write_bytes(session("端口 9090"))
        yield
        yield
        shown.append("rule")
        file.write_text(rules("端口"), "utf-8")
        yield
        shown.append("bad rule")
        file.write_text(BAD, "utf-8")
        yield
        shown.append("touched")
        os.utime(file, ns=(1, 1))
        yield

    follow(talk, Watching(project).rules, lambda _: shown.append("shown"), edits())
    assert shown == ["shown", "session", "shown", "rule", "shown", "bad rule", "touched"]


def test_a_torn_session_is_said_and_waited_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk = project / "talk.json"
    talk.write_bytes(session("first"))
    calls = 0

    def show(_: Rulebook) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ReadError("talk.json: torn \x1b[2J")

    def edits() -> Iterator[None]:
        for text in ("第二", "third 三"):
            talk.write_bytes(session(text))
            yield

    follow(talk, Watching(project).rules, show, edits())
    assert calls == 3
    assert capsys.readouterr().err == "note: talk.json: torn \\x1b[2J; waiting for the next change\n"
    calls = 1
    with pytest.raises(ReadError):
        follow(talk, Watching(project).rules, show, ())


def test_stages_watch_ends_with_ctrl_c(project: Path) -> None:
    (project / "talk.json").write_bytes(session("端口改成 8080"))
    command = [sys.executable, "-m", "fastjev", "stages", "talk.json", "--watch"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command,
        cwd=project,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whoever runs the tests in the background hands on that the signal is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        assert running.stderr
        assert b"Ctrl-C ends" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        shown, said = running.communicate()
    assert running.returncode == 130
    assert "4 reassemble" in shown.decode()
    assert b"Traceback" not in said


def test_standard_input_cannot_be_watched(project: Path) -> None:
    command = [sys.executable, "-m", "fastjev", "stages", "-", "--watch"]
    ran = subprocess.run(command, cwd=project, input=b"", capture_output=True, check=False)
    assert ran.returncode == 2
    assert b"--watch: standard input is read once" in ran.stderr
