"""A loop over a messages API whose history never outgrows its window.

Run it as it is: a stand-in answers instead of a model, and nothing leaves the machine. With a real client,
`API.create` is `client.messages.create(model=..., max_tokens=..., tools=[...], messages=messages)`.
"""

from typing import Any

from fastjev import compact_messages

Message = dict[str, Any]
LIMIT = 3_000
"""Tokens from which on the history is compacted. Of a window of 200,000, take 100,000."""
PROMPTS = [
    "不要动production库的schema",
    "Look at the payment log.",
    "let's go with Vite",
    "Look at the payment log again.",
    "算了还是用Next.js吧",
    "What did the first log say?",
]


class API:
    """Calls a tool when it is told to look, asks for what was taken out when it needs it, and else says yes."""

    def __init__(self) -> None:
        self.requests: list[list[Message]] = []

    def create(self, messages: list[Message]) -> Message:
        """An answer as the API gives it."""
        self.requests.append([*messages])
        last, number = messages[-1]["content"], len(self.requests)
        call: Message | None = None
        if isinstance(last, str) and "Look" in last:
            call = {"name": "read_log", "input": {"path": "pay.log"}}
        if isinstance(last, str) and "first log" in last:
            skeleton = str(messages[0]["content"])
            call = {"name": "expand", "input": {"id": skeleton.rpartition("[[elided id=")[2].partition(" ")[0]}}
        words = {"type": "text", "text": "Let me see." if call else "Done."}
        blocks = [words, {"type": "tool_use", "id": f"call_{number}", **call}] if call else [words]
        size = sum(len(str(message["content"])) for message in messages) // 4
        return {"role": "assistant", "content": blocks, "usage": {"input_tokens": size}}


def read_log(number: int) -> str:
    """What the tool prints."""
    return "".join(f"{number}: payment {n} took {n * 7} ms\n" for n in range(300))


def main(api: API, project: str = ".") -> list[Message]:
    """The history after all prompts. What is taken out of it is kept in the archive of `project`."""
    messages: list[Message] = []
    expand = None
    for prompt in PROMPTS:
        messages.append({"role": "user", "content": prompt})
        while True:
            answer = api.create(messages)
            messages.append({"role": "assistant", "content": answer["content"]})
            results = []
            for block in answer["content"]:
                if block["type"] == "tool_use":
                    known = block["name"] == "expand" and expand
                    text = expand(block["input"]["id"]) if known else read_log(len(messages))
                    results.append({"type": "tool_result", "tool_use_id": block["id"], "content": text})
            if not results:
                break
            messages.append({"role": "user", "content": results})
        if answer["usage"]["input_tokens"] > LIMIT:
            done = compact_messages(messages, recent=1, project=project)
            messages, expand = done.messages, done.expand
            print(f"compacted: about {done.sizes.tokens_before:,} -> {done.sizes.tokens_after:,} tokens")
    return messages


if __name__ == "__main__":
    print(main(API())[0]["content"])
