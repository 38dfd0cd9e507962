"""The ledger beside the history: what the summariser is asked, and what the model is told after it."""

from tests.e2e.claude_code.bodies import contexts
from tests.e2e.claude_code.worker import OPENING, RULE, Worker, steps
from tests.e2e.client import Begin, is_summary, last_user
from tests.e2e.standin import said, texts


def test_a_summary_that_drops_the_rule_is_set_right(begin: Begin) -> None:
    client = begin(mode="side")
    client.talk(OPENING, *steps(2, 3), "/compact", "接着做", "好的", "再接着做")
    (summary,) = filter(is_summary, client.api.bodies)
    first, second, third = client.api.bodies[-3:]

    instructions = "\n".join(texts(last_user(summary)["content"]))
    assert RULE in instructions.partition("请在摘要中逐字保留")[2]
    assert OPENING not in said(first)
    assert [RULE in told for told in contexts(first, "SessionStart")] == [True]
    assert [RULE in told for told in contexts(first, "UserPromptSubmit")] == [True]
    for later in (second, third):  # it stays where it was told, and is not told again
        assert contexts(later, "UserPromptSubmit") == contexts(first, "UserPromptSubmit")
        assert contexts(later, "SessionStart") == contexts(first, "SessionStart")


def test_a_summary_that_keeps_the_rule_is_left_alone(begin: Begin) -> None:
    client = begin(Worker(summary=f"The user said: **{OPENING}**"), mode="side")
    client.talk(OPENING, *steps(2, 3), "/compact", "接着做", "好的")
    assert sum(map(is_summary, client.api.bodies)) == 1
    for body in client.api.bodies[-2:]:
        assert contexts(body, "UserPromptSubmit") == []
        assert [RULE in told for told in contexts(body, "SessionStart")] == [True]


def test_a_session_without_rules_is_told_nothing(begin: Begin) -> None:
    client = begin(mode="side")
    client.talk("hello", "/compact", "what was the name again?")
    client.say("and now?")
    for body in client.api.bodies:
        assert contexts(body, "SessionStart") == contexts(body, "UserPromptSubmit") == []


def test_who_comes_back_is_told_the_ledger_once(begin: Begin) -> None:
    client = begin(mode="side")
    client.say(OPENING)
    for prompt in ("接着做", "好的", "再接着做"):
        client.say(prompt)
    assert [RULE in told for told in contexts(client.api.bodies[-1], "SessionStart")] == [True]


def test_a_rule_given_later_is_told_and_one_that_is_lifted_too(begin: Begin) -> None:
    client = begin(mode="side")
    client.say(OPENING)
    client.say("接口超时一律 30 秒。")
    client.say("接口超时改成 45 秒。")
    client.say("接着做")
    last = contexts(client.api.bodies[-1], "SessionStart", "UserPromptSubmit")[-1]
    assert "45 秒" in last
    assert "30 秒" not in last
