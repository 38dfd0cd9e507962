"""A model behind HTTP, spoken to as OpenAI's chat completions or Anthropic's messages are."""

import http.client
import ipaddress
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from fastjev.errors import UsageError
from fastjev.evaluate.memtest.asked import ANSWER_CHARS, Model, ModelFailed
from fastjev.secrets import mask

_MOST_BYTES = 8_000_000
"""More than this is no answer."""
_TOKENS = 4096
"""Tokens that an answer may have: a summary is the longest of them."""
_TOLD = 300
"""Characters of what a server says of its failure that are told."""


class Api(NamedTuple):
    """How a kind of endpoint is spoken to."""

    path: str
    """Behind the URL, if it is not there yet."""
    variable: str
    """That holds the key, unless another one is named."""
    headers: Callable[[str], dict[str, str]]
    """From the key, which may be empty."""
    body: Callable[[str, str], dict[str, Any]]
    """From the model's name and a prompt."""
    text: Callable[[Any], str]
    """The answer in what came back."""


def _openai(tree: Any) -> str:
    return str(tree["choices"][0]["message"]["content"] or "")


def _anthropic(tree: Any) -> str:
    return "".join(block["text"] for block in tree["content"] if block["type"] == "text")


def _said(prompt: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": prompt}]


APIS: Mapping[str, Api] = {
    "openai": Api(
        "/chat/completions",
        "OPENAI_API_KEY",
        lambda key: {"authorization": f"Bearer {key}"} if key else {},
        lambda model, prompt: {"model": model, "messages": _said(prompt)},
        _openai,
    ),
    "anthropic": Api(
        "/v1/messages",
        "ANTHROPIC_API_KEY",
        lambda key: {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {}),
        lambda model, prompt: {"model": model, "max_tokens": _TOKENS, "messages": _said(prompt)},
        _anthropic,
    ),
}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key goes to the host that was named and to no other."""

    def redirect_request(self, *_: Any) -> None:
        """None: the answer stands as the failure it is."""


def endpoint(url: str, api: str, model: str, variable: str | None, seconds: float) -> Model:
    """The model of that name at a URL, its key in an environment variable, so many seconds for each answer.

    A machine's own servers need no key. Raises: UsageError for a URL that is none, a key that is not there, and a key
    that would travel in the clear.
    """
    spoken = APIS[api]
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        named = False
    if not named:
        raise UsageError(
            f"--endpoint {mask(url)}: not a URL; write https://api.example.com or http://localhost:11434/v1"
        )
    name, here = variable or spoken.variable, _here(parts)
    key = os.environ.get(name, "").strip()
    if not key and (variable or not here):
        raise UsageError(f"--endpoint: the key is read from ${name}, which is not set; --key-env names another")
    if not key.isascii() or not key.isprintable():
        raise UsageError(f"--endpoint: ${name} holds no key: keys are printable ASCII")
    if key and parts.scheme == "http" and not here:
        raise UsageError(f"--endpoint {mask(url)}: a key never travels over http; use https")
    path = url.rstrip("/")
    full = path if path.endswith(("/chat/completions", "/messages")) else path + spoken.path
    headers = {"content-type": "application/json", "user-agent": "fastjev", **spoken.headers(key)}
    handlers: list[Any] = [_NoRedirect(), *([urllib.request.ProxyHandler({})] if here else [])]
    opener = urllib.request.build_opener(*handlers)

    def ask(prompt: str) -> str:
        body = json.dumps(spoken.body(model, prompt)).encode()
        request = urllib.request.Request(full, body, headers)
        try:
            with opener.open(request, timeout=seconds) as reply:
                raw = _read(reply, time.monotonic() + seconds)
        except urllib.error.HTTPError as error:
            raise ModelFailed(f"{parts.hostname}: HTTP {error.code}{_why(error, key)}") from None
        except TimeoutError:
            raise ModelFailed(f"{parts.hostname}: no answer within {seconds:g} s") from None
        except (OSError, http.client.HTTPException) as error:
            raise ModelFailed(f"{parts.hostname}: {getattr(error, 'reason', None) or error}") from None
        return _answer(raw, spoken, parts)

    return Model(f"{api} {model} at {parts.hostname}", ask)


def _read(reply: Any, until: float) -> bytes:
    """All that comes before a moment of the monotonic clock. Raises: TimeoutError, however little comes at a time."""
    raw = bytearray()
    while len(raw) < _MOST_BYTES and (piece := reply.read1(1 << 16)):
        raw += piece
        if time.monotonic() > until:
            raise TimeoutError
    return bytes(raw)


def _answer(raw: bytes, spoken: Api, parts: SplitResult) -> str:
    try:
        answer = spoken.text(json.loads(raw)).strip()[:ANSWER_CHARS]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise ModelFailed(f"{parts.hostname}: an answer of another shape ({type(error).__name__}: {error})") from None
    if not answer:
        raise ModelFailed(f"{parts.hostname}: an empty answer")
    return answer


def _why(error: urllib.error.HTTPError, key: str) -> str:
    """What the server says, on one line, without the key if it repeats it."""
    try:
        said = error.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    shown = mask(said.replace(key, "‹key›") if key else said)
    return f": {' '.join(shown.split())[:_TOLD]}" if shown.strip() else ""


def _here(parts: SplitResult) -> bool:
    """Whether it is this machine."""
    if parts.hostname == "localhost":
        return True
    try:
        return ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
