"""A stand-in for a model's API in OpenAI's form: answers from a script on loopback, and keeps every request."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fastjev.tokens import estimate

Body = dict[str, Any]


class Api:
    """Serves `POST …/chat/completions`; `answer` makes a message of a request's body.

    Used as a context: it listens from `with` on, on a port of its own. A request beyond `window` tokens is refused as
    a provider would.
    """

    def __init__(self, answer: Callable[[Body], Body], window: int) -> None:
        """`answer` is called from the server's threads, one request at a time."""
        self.answer, self.window = answer, window
        self.bodies: list[Body] = []
        """Of the requests that were answered, oldest first."""
        self.refused: list[int] = []
        """Tokens of those that were too large."""
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> "Api":
        """Listens."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()

    def reply(self, body: Body) -> tuple[int, Body]:
        """Status and document."""
        tokens = estimate(json.dumps([body["messages"], body.get("tools")], ensure_ascii=False))
        with self._lock:
            if tokens > self.window:
                self.refused.append(tokens)
                said = f"This model's maximum context length is {self.window} tokens, and you asked for {tokens}"
                return 400, {"error": {"message": said, "code": "context_length_exceeded"}}
            self.bodies.append(body)
            message = {"role": "assistant", "content": None, **self.answer(body)}
        usage = {"prompt_tokens": tokens, "completion_tokens": 20, "total_tokens": tokens + 20}
        end = "tool_calls" if message.get("tool_calls") else "stop"
        choice = {"index": 0, "message": message, "finish_reason": end}
        return 200, {**_HEAD, "object": "chat.completion", "choices": [choice], "usage": usage}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                """Completions; everything else is answered with an empty object."""
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
                if not self.path.endswith("/chat/completions"):
                    self._send(200, b"{}", "application/json")
                    return
                status, document = api.reply(body)
                if status == 200 and body.get("stream"):
                    self._send(200, _streamed(document), "text/event-stream")
                else:
                    self._send(status, json.dumps(document).encode(), "application/json")

            def do_GET(self) -> None:
                """Probes."""
                self._send(200, b'{"data": []}', "application/json")

            def _send(self, status: int, content: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Nothing: the tests look at the bodies."""

        return Handler


_HEAD: Body = {"id": "chatcmpl-1", "created": 1, "model": "stand-in"}


def _streamed(document: Body) -> bytes:
    choice = document["choices"][0]
    message = choice["message"]
    calls = [{**call, "index": n} for n, call in enumerate(message.get("tool_calls") or ())]
    delta = {"role": "assistant", "content": message["content"], **({"tool_calls": calls} if calls else {})}
    head = {**_HEAD, "object": "chat.completion.chunk"}
    chunks = [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
        {**head, "choices": [], "usage": document["usage"]},
    ]
    return b"".join(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks) + b"data: [DONE]\n\n"
