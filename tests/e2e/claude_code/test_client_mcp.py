"""The tools that the plugin's server gives the model, asked in the client itself."""

import json
from typing import Any

from tests.e2e.claude_code.bodies import skeleton
from tests.e2e.claude_code.worker import OPENING, RULE, Worker, results, steps
from tests.e2e.client import Begin, text
from tests.e2e.standin import Blocks, Body, texts

SERVER = "mcp__plugin_fastjev_fastjev__"


class Asking(Worker):
    """Where the prompt is `ask {...}`, looks for the server's tools, calls them with these arguments, and is done."""

    def __call__(self, body: Body) -> Blocks:
        """As a model does that the client tells only the names of tools."""
        found = [said for message in body["messages"] for said in texts(message["content"]) if said.startswith("ask ")]
        if not found:
            return super().__call__(body)
        asked: dict[str, dict[str, Any]] = json.loads(found[-1].removeprefix("ask "))
        if "toolu_find" not in json.dumps(body["messages"]):
            names = ",".join(SERVER + name for name in asked)
            return [
                {"type": "tool_use", "id": "toolu_find", "name": "ToolSearch", "input": {"query": f"select:{names}"}}
            ]
        if "toolu_ask" not in json.dumps(body["messages"]):
            return [
                {"type": "tool_use", "id": f"toolu_ask_{name}", "name": SERVER + name, "input": given}
                for name, given in asked.items()
            ]
        return text("Done.")


def test_the_model_gets_back_what_was_taken_out(begin: Begin) -> None:
    client = begin(Asking())
    client.talk(OPENING, *steps(2, 7))
    client.talk("/compact", "接着做")
    line = next(line for line in skeleton(client.api.bodies[-1]).splitlines() if "[[elided id=" in line)
    asked = {
        "expand": {"id": line.partition("id=")[2].partition(" ")[0]},
        "search": {"query": "表 user_1"},
        "ledger": {},
        "why": {"text": RULE},
    }
    # The client does not wait for a server before the first prompt.
    allowed = ("--allowedTools", "ToolSearch", *(SERVER + name for name in asked))
    client.talk("好的", f"ask {json.dumps(asked, ensure_ascii=False)}", more=allowed)
    given = {
        block["tool_use_id"].removeprefix("toolu_ask_"): "\n".join(texts(block["content"]))
        for message in client.api.bodies[-1]["messages"]
        for block in (message["content"] if isinstance(message["content"], list) else ())
        if block["type"] == "tool_result" and block["tool_use_id"].startswith("toolu_ask_")
    }
    assert any(result in given["expand"] for number in range(1, 8) for result in results(number)), given
    assert "表 user_1" in given["search"]
    assert RULE in given["ledger"]
    assert "kept in constraints" in given["why"]
