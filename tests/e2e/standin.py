"""A stand-in for the API: answers from a script on loopback, and keeps every request that the client sent."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Blocks = list[dict[str, Any]]
_USAGE = {"input_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 5}


class StandIn:
    """Serves `POST /v1/messages`; `answer` makes of a request's body the content blocks of the reply.

    Used as a context: it listens from `with` on, on a port of its own.
    """

    def __init__(self, answer: Callable[[Body], Blocks]) -> None:
        """`answer` is called from the server's threads, one request at a time."""
        self.answer = answer
        self.bodies: list[Body] = []
        """Of all message requests, oldest first."""
        self.usage: dict[str, int] = dict(_USAGE)
        """What every reply says it used; a test raises it to make the client compact by itself."""
        self.tokens: Callable[[Body], int] | None = None
        """Input tokens by request, instead of those of `usage`."""
        self.failed: Exception | None = None
        """What `answer` raised first; raised at the end."""
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    @property
    def url(self) -> str:
        """For `ANTHROPIC_BASE_URL`."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "StandIn":
        """Listens."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops listening. Raises: what `answer` raised."""
        self._server.shutdown()
        self._server.server_close()
        if self.failed:
            raise self.failed

    def reply(self, body: Body) -> tuple[int, Blocks]:
        """The number of the message, and its blocks."""
        with self._lock:
            self.bodies.append(body)
            try:
                return len(self.bodies), self.answer(body)
            except Exception as error:  # or the client would ask again and again
                self.failed = self.failed or error
                return len(self.bodies), [{"type": "text", "text": f"{error!r}"}]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                """Messages; everything else is answered with an empty object."""
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
                if not self.path.startswith("/v1/messages") or "count_tokens" in self.path:
                    self._send(b"{}", "application/json")
                    return
                number, blocks = stand_in.reply(body)
                usage = dict(stand_in.usage)
                if stand_in.tokens:
                    usage["input_tokens"] = stand_in.tokens(body)
                message = _message(number, body, blocks, usage)
                if body.get("stream"):
                    self._send(b"".join(_events(message)), "text/event-stream")
                else:
                    self._send(json.dumps(message).encode(), "application/json")

            def do_GET(self) -> None:
                """Probes."""
                self._send(b"{}", "application/json")

            do_HEAD = do_GET

            def _send(self, content: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Nothing: the tests look at the bodies."""

        return Handler


def said(body: Body) -> str:
    """All that the conversation of a request holds, as one text: messages and tool blocks, without the system part."""
    return "\n".join(text for message in body["messages"] for text in texts(message["content"]))


def texts(content: Any) -> Iterator[str]:
    """The texts of a content, those of tool inputs and results too."""
    if isinstance(content, str):
        yield content
    for block in content if isinstance(content, list) else ():
        if block.get("type") == "text":
            yield block["text"]
        elif block.get("type") == "tool_use":
            yield json.dumps(block["input"], ensure_ascii=False)
        elif block.get("type") == "tool_result":
            yield from texts(block.get("content"))


def _message(number: int, body: Body, blocks: Blocks, usage: dict[str, int]) -> Body:
    calls = any(block["type"] == "tool_use" for block in blocks)
    return {
        "id": f"msg_{number:06}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "stand-in"),
        "content": blocks,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": usage,
    }


def _events(message: Body) -> Iterator[bytes]:
    yield _event({"type": "message_start", "message": {**message, "content": [], "stop_reason": None}})
    for index, block in enumerate(message["content"]):
        if block["type"] == "tool_use":
            start: Body = {**block, "input": {}}
            delta: Body = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        else:
            start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        yield _event({"type": "content_block_start", "index": index, "content_block": start})
        yield _event({"type": "content_block_delta", "index": index, "delta": delta})
        yield _event({"type": "content_block_stop", "index": index})
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield _event({"type": "message_delta", "delta": ended, "usage": message["usage"]})
    yield _event({"type": "message_stop"})


def _event(event: Body) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
