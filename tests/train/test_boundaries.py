"""What training learns about boundaries, on conversations in which only one word tells them."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from talks import user

from fastjev import readers
from fastjev.cli import cli
from fastjev.evaluate.boundaries import before
from fastjev.evaluate.gold import load
from fastjev.model import boundaries
from fastjev.policy import DEFAULT
from fastjev.rulebook import load_core
from fastjev.stages.seams import opened
from fastjev.train.boundaries.fit import exported, fitted
from fastjev.train.boundaries.judge import judge
from fastjev.train.boundaries.seams import said

THINGS = ("封面", "页脚", "按钮", "表格", "图标", "标题", "菜单", "边框", "阴影", "间距")


def written(folder: Path, authors: str = "abc", each: int = 10) -> Path:
    """Conversations in which 「回头」 begins something new after a comma, and nothing else does."""
    folder.mkdir(exist_ok=True)
    for author in authors:
        for n in range(each):
            one, two, three = THINGS[n % 10], THINGS[(n + 3) % 10], THINGS[(n + 7) % 10]
            messages, gold = [], []
            for m in range(4):
                start = f"回头{two}{m}换色"
                messages.append(user(f"{one}{m}放大，{three}{m}也放大，{start}，{three}{m}照旧"))
                gold.append({"m": m, "starts": start})
            tree: dict[str, Any] = {"schema": "fastjev.conversation/1", "id": f"{author}{n}", "lang": "zh"}
            tree |= {"messages": messages, "gold": {"boundaries": gold}}
            (folder / f"{author}{n:02}-x.json").write_text(json.dumps(tree))
    return folder


def invoke(*words: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, ["train", "boundaries", *words])
    assert ran.exit_code == code, ran.output
    return ran


def test_what_tells_a_boundary_is_learned_and_exported(project: Path) -> None:
    written(project / "mine")
    ran = invoke("mine", "-o", "own.json", "--json")
    judged = json.loads(ran.stdout)["judged"]
    assert judged["languages"]["zh"]["boundary_recall"]["value"] == 1
    assert judged["languages"]["zh"]["boundary_precision"]["value"] == 1
    assert judged["languages"]["en"]["boundary_recall"]["value"] is None
    card = Path("own.md").read_text("utf-8")
    assert "30 labelled conversations by 3 authors: 120 messages of humans" in card
    assert "next: fastjev compact FILE --model own.json" in ran.stderr
    weights = boundaries.read(Path("own.json")).weights.sets["opens"].terms
    assert int(weights["begins"]["回"]) > 0


def test_the_export_says_what_the_regression_says(project: Path) -> None:
    corpora, _ = load([written(project / "mine")])
    messages = said(corpora, load_core(), DEFAULT)
    found = fitted(messages, 0)
    Path("own.json").write_text(json.dumps(exported(found, messages, 0)))
    weights = boundaries.read(Path("own.json")).weights.sets["opens"]
    for seam in (seam for message in messages for seam in message.seams):
        names = {f"{section} {term}": 1.0 for section, terms in seam.features.terms.items() for term in terms}
        names |= {f"named {name}": value for name, value in seam.features.numbers.items()}
        exact = found.bias + sum(value * found.weights.get(name, 0.0) for name, value in names.items())
        # Each weight is rounded to a thousandth.
        assert weights.odds(seam.features.terms, seam.features.numbers)[0] == pytest.approx(
            exact, abs=len(names) / 1000
        )


def test_training_is_the_same_bit_for_bit(project: Path) -> None:
    written(project / "mine")
    invoke("mine", "-o", "one.json")
    invoke("mine", "-o", "two.json")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
    assert Path("one.md").read_bytes() == Path("two.md").read_bytes()


def test_one_author_is_left_out_by_conversations(project: Path) -> None:
    corpora, _ = load([written(project / "mine", "a", 30)])
    messages = said(corpora, load_core(), DEFAULT)
    recall = judge(messages, fitted(messages, 0), DEFAULT.boundary_p).languages["zh"]["boundary_recall"]
    assert (recall.value, recall.m) == (1, 120)


def test_too_little_is_refused(project: Path) -> None:
    written(project / "mine", "a", 2)
    assert "too little to learn from: 8 boundaries at 24 seams; 100 are needed" in invoke("mine", code=2).stderr
    assert "give -o a name in .json" in invoke("mine", "-o", "own.txt", code=2).stderr


def test_a_doubtful_boundary_teaches_nothing(project: Path) -> None:
    path = sorted(written(project / "mine").iterdir())[0]
    tree = json.loads(path.read_text())
    tree["gold"]["boundaries"][0]["doubtful"] = True
    path.write_text(json.dumps(tree))
    corpora, _ = load([path])
    first, second, *_ = said(corpora, load_core(), DEFAULT)
    assert (len(first.gold), len(first.seams)) == (0, 2)
    assert (len(second.gold), len(second.seams)) == (1, 3)


def test_compaction_cuts_where_training_saw_a_boundary(project: Path) -> None:
    corpora, _ = load([written(project / "mine")])
    book = load_core()
    messages = said(corpora, book, DEFAULT)
    Path("own.json").write_text(json.dumps(exported(fitted(messages, 0), messages, 0)))
    (first, *_) = readers.read(corpora[0].raw, "talk.json", "neutral").messages
    begins = opened(first, book, DEFAULT, boundaries.read(Path("own.json")))
    assert {before(first.text, start) for start in begins} == {0, *messages[0].gold}
