"""`instructions`: what binds, word for word, for the host's own summary."""

from pathlib import Path

import pytest
from homes import call
from talks import assistant, neutral, user


def test_what_binds_is_told_word_for_word_most_binding_first(project: Path) -> None:
    Path("t.json").write_bytes(neutral([user("不要动production库的schema"), user("用Vite"), user("算了，用Next.js")]))
    text = call("instructions", "t.json").stdout
    assert text.startswith("请在摘要中逐字保留")
    assert "不要动production库的schema ⟨u1.1⟩" in text
    assert text.index("[约束区]") < text.index("算了，用Next.js")


def test_nothing_binds(project: Path) -> None:
    Path("t.json").write_bytes(neutral([user("what is this?"), assistant("A shop.")]))
    ran = call("instructions", "t.json")
    assert ran.stdout == "" and "needs no text" in ran.stderr


@pytest.mark.parametrize(("lang", "head"), [("zh", "请在摘要"), ("en", "Keep these")])
def test_never_more_than_the_host_takes(project: Path, lang: str, head: str) -> None:
    Path("t.json").write_bytes(
        neutral([user(f"never touch table_{n} of the production 库，{'很' * 90}") for n in range(200)])
    )
    text = call("instructions", "t.json", "--lang", lang).stdout
    assert text.startswith(head) and 9_000 < len(text) <= 9_501
    assert "table_199" in text and "table_0 " not in text
