"""Training the classifier: what is exported says what scikit-learn says, the same examples give the same bytes, and a
project's labels move what they are about.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import joblib
import pytest
from click.testing import CliRunner, Result
from talks import ROOT, core

from fastjev.cli import cli
from fastjev.evaluate.gold import load
from fastjev.evaluate.measures import LABELS
from fastjev.labels import Label, Speaker
from fastjev.model import OWN, classifier
from fastjev.policy import DEFAULT
from fastjev.train.classifier.examples import Example, examples
from fastjev.train.classifier.fit import WORTH, fitted, flat, regressions, weights
from fastjev.train.classifier.fit import exported as exported_of
from fastjev.train.classifier.project import gains
from fastjev.train.classifier.scores import RECALLS, left_out, scored

TRAINED = sorted((ROOT / "corpora").glob("*/[abc][0-9]*.json"))
OTHERS = sorted((ROOT / "corpora").glob("*/d[0-9]*.json"))
PROJECT = sorted((ROOT / "corpora").glob("zh/t[0-9]*.json"))


@cache
def taught(paths: tuple[Path, ...]) -> list[Example]:
    return examples(load(paths)[0], core(), DEFAULT)


def exported(tmp_path: Path) -> classifier.Classifier:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(weights(fitted(taught(tuple(TRAINED)), 0), 0)))
    return classifier.read(path)


def invoke(*words: str | Path, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, [*map(str, words)])
    assert ran.exit_code == code, ran.output
    return ran


def test_what_is_exported_says_what_scikit_learn_says(tmp_path: Path) -> None:
    fits = fitted(taught(tuple(TRAINED)), 0)
    sets = exported(tmp_path).weights.sets
    same = rows = 0
    for speaker, each in fits.items():
        told = each.pipeline.predict_proba([flat(example.features) for example in each.examples])
        for example, shares in zip(each.examples, told.tolist(), strict=True):
            own = sets[speaker].shares(example.features.terms, example.features.numbers)
            assert [own[label] for label in each.labels] == pytest.approx(shares, abs=0.02)
            same += max(own, key=own.__getitem__) == each.labels[shares.index(max(shares))]
            rows += 1
    assert rows > 1000
    assert same / rows >= 0.999


def test_the_same_conversations_give_the_same_bytes(tmp_path: Path) -> None:
    """In other processes, with other hash seeds."""
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "fastjev", "train", "classifier", *map(str, TRAINED[:8]), "-o", f"{seed}.json"]
        subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        )
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    assert (tmp_path / "1.md").read_bytes() == (tmp_path / "2.md").read_bytes()


def test_scores_are_of_authors_that_were_not_learned_from() -> None:
    found = scored(left_out(fitted(taught(tuple(TRAINED)), 0)))
    everything = found[-1]
    assert everything.examples == sum(each.examples for each in found[:-1])
    assert everything.examples == sum(everything.confusion.values())
    precision = [everything.precision[recall] for recall in RECALLS]
    assert precision == sorted(precision, key=lambda value: -(value or 0))
    macro = [everything.f1[label] for label in LABELS]
    assert everything.f1["macro"] == pytest.approx(sum(value or 0 for value in macro) / len(LABELS))
    assert scored([])[-1].average_precision is None


def test_units_of_a_human_without_a_label_are_process_and_of_an_assistant_nothing() -> None:
    held = taught(tuple(TRAINED))
    human = [example for example in held if example.speaker == Speaker.HUMAN]
    assert {example.label for example in held} == {label for label in Label if label != Label.UNSURE}
    assert sum(example.label == Label.PROCESS for example in human) > len(human) / 10


def test_a_project_s_labels_are_learned_and_what_was_known_holds(tmp_path: Path) -> None:
    project, others = gains(exported(tmp_path), taught(tuple(PROJECT)), taught(tuple(OTHERS)), 0)
    assert project.after > project.before
    assert others.after >= others.before - 0.01 * others.examples


def test_training_for_a_project_is_what_its_compactions_read(project: Path) -> None:
    told = invoke("train", "classifier", *PROJECT, "--project", "--core", OTHERS[0], "--json")
    found = json.loads(told.stdout)
    assert [each["name"] for each in found["gains"]] == ["project, conversation left out", "other conversations"]
    made = classifier.read(project / OWN)
    assert made.weights.trained["on_top_of"] == classifier.default().weights.digest
    plain, own = (json.loads(invoke("compact", OTHERS[0], "--format", "json", *more).stdout) for more in ((), ()))
    assert plain["provenance"]["model"] == own["provenance"]["model"]
    assert made.weights.version in own["provenance"]["model"]


def test_a_project_s_file_that_cannot_be_used_runs_nothing_and_stops_nothing(project: Path) -> None:
    (project / ".fastjev").mkdir(exist_ok=True)
    (project / OWN).write_bytes(b"\x80\x04cos\nsystem\n(S'touch ran'\ntR.")
    ran = invoke("compact", OTHERS[0], "--format", "json")
    assert "labels.json" in ran.stderr and "it is left out" in ran.stderr
    made = json.loads(ran.stdout)["provenance"]["model"]
    assert classifier.default().weights.version in made and made.endswith("without .fastjev/labels.json")
    assert made in invoke("log", "--json").stdout
    assert not (project / "ran").exists()
    shown = json.loads(invoke("config", "show", "--json").stdout)["weights"]["labels"]
    assert shown["origin"] == "default" and "labels.json" in shown["refused"][0]
    assert "refused" in invoke("config", "show").stdout


def test_weights_that_others_lose_by_are_not_written_unasked(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastjev.train.classifier.project.STAY", 0.01)
    core = [word for path in sorted(OTHERS[0].parent.glob("*.json"))[::8] for word in ("--core", path)]
    words = ("train", "classifier", *PROJECT, "--project", *core, "--json")
    refused = invoke(*words, code=1)
    others = json.loads(refused.stdout)["gains"][-1]
    assert others["after"] < others["before"]
    assert f"{others['after']:,} of {others['examples']:,} right, {others['before']:,} before" in refused.stderr
    assert json.loads(refused.stdout)["written"] is None and not (project / OWN).exists()
    assert json.loads(invoke(*words, "--force").stdout)["written"] == str(project / OWN)
    assert (project / OWN).exists()


def test_the_command_writes_weights_card_and_pipelines(tmp_path: Path) -> None:
    output = tmp_path / "mine.json"
    ran = invoke("train", "classifier", *TRAINED, "-o", output)
    assert "next: fastjev compact FILE --model" in ran.output
    card = output.with_suffix(".md").read_text("utf-8")
    assert "left out" in card and str(tmp_path) not in card
    assert set(joblib.load(output.with_suffix(".joblib"))) == {"human", "assistant"}
    assert classifier.read(output).weights.trained["conversations"] == len(TRAINED)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((str(TRAINED[0]),), "1 of 5 conversations"),
        ((str(TRAINED[0]), "--core", str(OTHERS[0])), "--core and --force take --project"),
        ((str(TRAINED[0]), "--project", "-o", "mine.json"), "drop -o, --compare"),
        ((str(TRAINED[0]), "-o", "mine.txt"), "give -o a name in .json"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_work(project: Path, words: tuple[str, ...], says: str) -> None:
    assert says in " ".join(invoke("train", "classifier", *words, code=2).output.split())


def test_a_neighbours_words_teach_less_than_ones_own() -> None:
    """The two tell the same; the weights of what is worth less come out smaller."""
    rows = [{"own never": 1.0, "before never": 1.0}, {"own maybe": 1.0, "before maybe": 1.0}] * 5
    terms = exported_of(regressions(rows, [Label.CONSTRAINT, Label.PROCESS] * 5))["terms"]
    own, before = (abs(int(terms[section]["never"].split()[0])) for section in ("own", "before"))
    assert own * WORTH["before"] ** 2 == pytest.approx(before, abs=2)
