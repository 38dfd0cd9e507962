"""Who wrote a conversation decides what it is for."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from desks import CORPORA, labelled

from fastjev.cli import cli
from fastjev.errors import SplitError, UsageError
from fastjev.evaluate.gold import load
from fastjev.evaluate.split import NAME, SPLITS, author, chosen, read, splits

DEALT = "train: [gold, a]\ndev: [b]\ntest: [c]\n"


def laid(folder: Path, names: tuple[str, ...], split: str = DEALT) -> Path:
    """A folder with a split and a conversation for each name."""
    (folder / "en").mkdir()
    (folder / NAME).write_text(split, "utf-8")
    for name in names:
        (folder / "en" / name).write_text(json.dumps(labelled(["U: Never touch the vendored folder."])), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "writer"),
    [
        ("a01-x.json", "a"),
        ("ab12-x.json", "ab"),
        ("zh-01-order.json", "gold"),
        ("en-24-mixed.json", "gold"),
        ("plain.json", None),
        ("fr-01-x.json", None),
    ],
)
def test_a_name_tells_its_author(name: str, writer: str | None) -> None:
    assert author(Path("corpora") / "zh" / name) == writer


@pytest.mark.parametrize(
    ("split", "names"), [("train", ["a01-x.json", "zh-01-x.json"]), ("dev", ["b01-x.json"]), ("test", ["c01-x.json"])]
)
def test_each_conversation_is_in_the_split_of_its_author(tmp_path: Path, split: str, names: list[str]) -> None:
    folder = laid(tmp_path, ("a01-x.json", "b01-x.json", "c01-x.json", "zh-01-x.json"))
    assert [corpus.path.name for corpus in chosen(load([folder])[0], split)] == names
    assert [corpus.path.name for corpus in chosen(load([folder / "en" / names[0]])[0], split)] == names[:1]


@pytest.mark.parametrize(
    ("dealt", "names", "said"),
    [
        (DEALT, ("d01-x.json",), "its author 'd' is in no split; add it to one in "),
        (DEALT, ("plain.json",), "its name tells no author"),
        ("train: [a]\ndev: [a]\ntest: []\n", ("a01-x.json",), "author 'a' is in train and in dev"),
        ("train: [a, a]\ndev: []\ntest: []\n", ("a01-x.json",), "author 'a' is in train and in train"),
        ("train: [a]\ndev: []\n", ("a01-x.json",), "test: Field required"),
        (DEALT + "held: [d]\n", ("a01-x.json",), "held: Extra inputs are not permitted"),
        ("train: a\ndev: []\ntest: []\n", ("a01-x.json",), "train: Input should be a valid list"),
        ("train: [\n", ("a01-x.json",), "not a YAML document"),
        ("", ("a01-x.json",), "there are train, dev, test"),
    ],
)
def test_whoever_is_in_no_split_or_in_two_is_an_error(
    tmp_path: Path, dealt: str, names: tuple[str, ...], said: str
) -> None:
    corpora = load([laid(tmp_path, names, dealt)])[0]
    with pytest.raises(SplitError) as error:
        chosen(corpora, "train")
    assert said in str(error.value)


def test_without_a_split_there_is_none_to_choose(tmp_path: Path) -> None:
    (tmp_path / "a01-x.json").write_text(json.dumps(labelled(["U: Never touch the vendored folder."])), "utf-8")
    with pytest.raises(UsageError, match=r"no split\.yaml in a folder above it"):
        chosen(load([tmp_path])[0], "dev")
    (tmp_path / NAME).write_text(DEALT, "utf-8")
    with pytest.raises(UsageError, match="no conversation is in the split 'dev'"):
        chosen(load([tmp_path])[0], "dev")
    with pytest.raises(UsageError, match="no split is called 'tests'"):
        chosen(load([tmp_path])[0], "tests")


def test_the_command_measures_one_split(tmp_path: Path) -> None:
    folder = str(laid(tmp_path, ("a01-x.json", "b01-x.json")))
    ran = CliRunner().invoke(cli, ["eval", folder, "--split", "dev", "--json"])
    assert [Path(each["file"]).name for each in json.loads(ran.stdout)["files"]] == ["b01-x.json"]
    assert CliRunner().invoke(cli, ["eval", folder, "--split", "test"]).exit_code == UsageError.exit_code
    (tmp_path / NAME).write_text("train: [a]\ndev: []\ntest: []\n", "utf-8")
    assert CliRunner().invoke(cli, ["eval", folder, "--split", "train"]).exit_code == SplitError.exit_code


# The corpora


def test_every_conversation_of_the_corpora_is_in_one_split() -> None:
    files = sorted(CORPORA.rglob("*.json"))
    assert set(read(CORPORA / NAME).authors.values()) == set(SPLITS)
    assert len(splits(files)) == len(files)


def test_authors_and_domains_do_not_cross() -> None:
    files = sorted(CORPORA.rglob("*.json"))
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for path, split in zip(files, splits(files), strict=True):
        tree: dict[str, Any] = json.loads(path.read_text("utf-8"))
        split = "train" if split == "ends" else split  # both are learned from
        found["author", str(author(path))].add(split)
        found["domain", " ".join(tree["domain"].casefold().split())].add(split)
    assert {what: sorted(where) for what, where in found.items() if len(where) > 1} == {}
