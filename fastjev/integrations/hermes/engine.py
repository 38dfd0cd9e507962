"""The context engine: what Hermes calls, and the attributes that it reads."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastjev.integrations.hermes import names
from fastjev.integrations.hermes.config import NAME
from fastjev.integrations.hermes.latch import latch
from fastjev.integrations.hermes.settings import answer_tokens, folder, protected
from fastjev.integrations.hermes.told import count, digest, number, session_id
from fastjev.integrations.hermes.window import Window
from fastjev.labels import Outcome
from fastjev.policy import DEFAULT

if TYPE_CHECKING:
    from fastjev.datatypes import Size
    from fastjev.integrations.hermes.compaction import Compacted
    from fastjev.integrations.hermes.plan import Wanted
    from fastjev.store.place import Place

_HEAD_ROWS = 3
"""Rows after the system's that the host protects where its settings say nothing."""
_TAIL_ROWS = 6
"""The same for the newest ones. The host looks at both before it counts a history at all."""

logger = logging.getLogger(__name__)


class Engine:
    """Hermes's `ContextEngine` but for the base class, which `plugin` adds: fastjev is imported without Hermes too.

    Fails open: whatever goes wrong, the host has its history back as it was. An agent's thread may be given up and its
    result thrown away; all that such a run leaves behind is in the archive, by content.
    """

    name = NAME
    threshold_percent = DEFAULT.host_trigger
    emit_automatic_compaction_status = True

    def __init__(self) -> None:
        self.window = Window()
        self.protect_first_n = _HEAD_ROWS
        self.protect_last_n = _TAIL_ROWS
        self.context_length = 0
        self.threshold_tokens = 0
        self.session = ""
        self.project = folder()
        self._forget()

    def __deepcopy__(self, memo: object) -> "Engine":
        """For another agent: settings and the model's window, nothing of a session."""
        copied = type(self)()
        copied.window = self.window.copied()
        copied.protect_first_n, copied.protect_last_n = self.protect_first_n, self.protect_last_n
        copied.context_length, copied.threshold_tokens = self.context_length, self.threshold_tokens
        return copied

    def _forget(self) -> None:
        self.last_prompt_tokens = self.last_completion_tokens = self.last_total_tokens = 0
        self.last_real_prompt_tokens = self.last_compression_rough_tokens = 0
        self.compression_count = 0
        self.awaiting_real_usage_after_compression = False
        self.window = replace(self.window, rough=0, overhead=None, after=0, held=0, looked=0)
        self.last: Compacted | None = None
        self.milliseconds = 0
        self._settled = b""
        latch(self, progress=False)

    # What the host tells.

    def update_model(
        self,
        model: str,
        context_length: int,
        base_url: str = "",
        api_key: str = "",
        provider: str = "",
        api_mode: str = "",
    ) -> None:
        """The window of the model in use, from 64K on. The host tells it again at each turn, too."""
        size, answer = number(context_length), answer_tokens()
        self.protect_first_n = protected(_HEAD_ROWS)
        if (size, answer) != (self.window.size, self.window.answer):
            self.window = replace(self.window, size=size, answer=answer, held=0, looked=0, overhead=None)
            self._settled = b""
        self.context_length, self.threshold_tokens = size, self.window.trigger

    def update_from_response(self, usage: Mapping[str, Any]) -> None:
        """What the provider counted; nothing where it did not."""
        self.last_prompt_tokens = count(usage, "prompt_tokens")
        self.last_completion_tokens = count(usage, "completion_tokens")
        both = self.last_prompt_tokens + self.last_completion_tokens
        self.last_total_tokens = count(usage, "total_tokens") or both
        self.last_real_prompt_tokens = self.last_prompt_tokens or self.last_real_prompt_tokens
        # The host says so where it took the compacted history, and did not throw it away.
        self.window.reported(self.last_prompt_tokens, compacted=self.awaiting_real_usage_after_compression)
        self.awaiting_real_usage_after_compression = False

    def on_session_start(self, session_id: str, **told: Any) -> None:
        """A session begins, or goes on behind a compaction: then what is known of it holds."""
        session_id = str(session_id or "")
        compacted = told.get("boundary_reason") == "compression"
        goes_on, before = compacted or session_id == self.session, str(told.get("old_session_id") or self.session)
        self.session = session_id
        self.project = folder()
        if compacted:
            names.goes_on(self.project, before, self.session)
        if not goes_on:
            self._forget()

    def on_session_end(self, session_id: str, messages: Sequence[Any]) -> None:
        """Nothing is open: each compaction closes what it opened."""

    def on_session_reset(self) -> None:
        """Another talk in the same agent."""
        self._forget()

    # What the host asks.

    def should_compress(self, prompt_tokens: int | None = None) -> bool:
        """Whether the prompt is over the trigger and something may be left to take out."""
        tokens = self.last_prompt_tokens if prompt_tokens is None else prompt_tokens
        return self.window.is_due(self.window.counted(tokens, self.last_prompt_tokens))

    def should_compress_info(self, prompt_tokens: int | None = None) -> tuple[bool, str | None]:
        """The same, with the reason against it."""
        due = self.should_compress(prompt_tokens)
        held = self.window.held and not due
        return due, f"nothing was left to take out at {self.window.held:,} tokens" if held else None

    def should_compress_preflight(self, messages: Sequence[Any]) -> bool:
        """The host asks with a count right after; that one is answered."""
        return False

    def should_defer_preflight_to_real_usage(self, rough_tokens: int) -> bool:
        """Right after a compaction only the provider knows what the prompt has become."""
        self.window.counted(rough_tokens, 0)
        return self.awaiting_real_usage_after_compression

    def has_content_to_compress(self, messages: Sequence[Any]) -> bool:
        """Whether anything stands between the head and the newest rows, or is too large among these."""
        try:
            from fastjev.integrations.hermes.plan import plan

            chosen = plan(messages, self._wanted(messages, asked=True))
            return bool(chosen.gone or chosen.large)
        except Exception:
            logger.exception("fastjev: has_content_to_compress")
            return True

    def select_context(self, request_messages: Any, **_: Any) -> Any:
        """The very same object: a request that changes each time is never in the provider's cache."""
        return request_messages

    def compress(
        self,
        messages: list[Any],
        current_tokens: int | None = None,
        focus_topic: str | None = None,
        force: bool = False,
        memory_context: str = "",
    ) -> list[Any]:
        """The history with all between its head and its newest rows as one skeleton; the very list where none is due.

        `focus_topic`: words whose lines stay first. `memory_context` is for engines that write; what a memory knows it
        tells itself. `force`: a person asks, so what was found settled before is looked at again.
        """
        latch(self, progress=False)
        started, prompt = time.perf_counter(), 0
        focus_topic = focus_topic if isinstance(focus_topic, str) else None
        try:
            now = digest(messages, focus_topic)
            if now == self._settled and not force:
                return messages
            from fastjev.integrations.hermes.compaction import compact

            self._settled = now
            prompt = self.window.counted(current_tokens or 0, self.last_prompt_tokens)
            known = prompt if self.window.scale or prompt == self.last_prompt_tokens else 0
            done = compact(messages, self._wanted(messages, known, focus_topic or "", asked=force))
        except Exception as error:
            self._failed(error, prompt, started)
            return messages
        self._ended(done, started)
        if done.rows is messages:
            self.window.held = max(prompt, self.last_prompt_tokens)
            self._journal(done.session, done.outcome, self.window.held, done.sizes, done.trouble)
            return messages
        self._settled = b""
        self.compression_count += 1
        before, after = done.sizes.tokens_before, done.sizes.tokens_after
        latch(self, progress=True, saved=100 * (1 - after / before))
        self.window.after, self.window.held, self.window.looked = after, 0, 0
        if done.outcome == Outcome.OVER_BUDGET:
            logger.warning("fastjev: what must stay is more than is to be left free (%s tokens)", f"{after:,}")
        return done.rows

    def prune_tool_results_only(self, messages: list[Any], current_tokens: int | None = None) -> tuple[list[Any], int]:
        """The history with large old results cut where they stand, and how many; the very list and 0 where none is.

        Newer hosts ask whenever it is not time to compact.
        """
        started = time.perf_counter()
        prompt = self.window.counted(current_tokens or self.last_prompt_tokens, self.last_prompt_tokens)
        if self.awaiting_real_usage_after_compression or not self.window.is_to_trim(prompt):
            return messages, 0
        self.window.looked = prompt
        try:
            from fastjev.integrations.hermes.trim import trim

            done = trim(messages, self._wanted(messages, asked=False))
        except Exception as error:
            self._failed(error, prompt, started)
            return messages, 0
        if done.rows is messages:
            return messages, 0
        self._ended(done, started)
        # What the host counted is no longer what it sends.
        self.window.rough = self.window.looked = 0
        return done.rows, sum(row is not was for row, was in zip(done.rows, messages, strict=True))

    def _ended(self, done: "Compacted", started: float) -> None:
        self.last, self.milliseconds = done, _since(started)

    def _failed(self, error: Exception, prompt: int, started: float) -> None:
        logger.error("fastjev: the history stays as it is", exc_info=error)
        self.milliseconds, self.window.held = _since(started), max(prompt, self.last_prompt_tokens)
        latch(self, progress=False, trouble=f"fastjev: {type(error).__name__}: {error}"[:200])
        self._journal(self._own(()), Outcome.FAILED, prompt, None, error)

    def _journal(self, session: str, outcome: Outcome, tokens: int, size: "Size | None", why: object) -> None:
        from fastjev.integrations.hermes.attempts import nothing_done

        nothing_done(self.project, session, outcome, tokens, self.milliseconds, size=size, error=why)

    def _wanted(self, messages: Sequence[Any], tokens: int = 0, focus: str = "", *, asked: bool) -> "Wanted":
        """`asked`: by a person, who wants a small history smaller: then the newest rows are a share of it."""
        from fastjev.integrations.hermes import rows
        from fastjev.integrations.hermes.plan import Wanted

        policy = replace(self.window.policy, focus=focus)
        own = sum(rows.tokens(rows.read(row)) for row in messages)
        most = min(self.window.trigger, own) if asked else self.window.trigger
        return Wanted(
            session=self._own(messages),
            room=self.window.room(tokens, own),
            recent=int(most * policy.recent_share),
            head=self.protect_first_n,
            policy=policy,
            place=self._place(),
        )

    def _own(self, messages: object) -> str:
        """The id that the archive knows. Where the host gives none, one by its first row, for as long as this lasts."""
        known = self.last.session if self.last else session_id("", messages)
        return names.name(self._place(), self.session) if self.session else known

    def _place(self) -> "Place":
        from fastjev.store.place import place_of

        return place_of(self.project)

    # What the agent and the person ask.

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """`fastjev_expand`, `fastjev_search`, `fastjev_ledger`."""
        from fastjev.integrations.hermes.tools import schemas

        return schemas()

    def handle_tool_call(self, name: str, args: Mapping[str, Any] | None, **told: Any) -> str:
        """JSON, never longer than a part of the window. `messages` in `told`: the history of who asks."""
        from fastjev.integrations.hermes.tools import answer, scope

        own = self._own(told.get("messages"))
        return answer(scope(self._place(), own, self.context_length), name, args)

    def get_status(self) -> dict[str, Any]:
        """What the host's status line shows, and what came of the last pass."""
        prompt = max(self.last_prompt_tokens, 0)
        told = {
            "engine": NAME,
            "last_prompt_tokens": prompt,
            "threshold_tokens": self.threshold_tokens,
            "context_length": self.context_length,
            "usage_percent": min(100, prompt / self.context_length * 100) if self.context_length else 0,
            "compression_count": self.compression_count,
        }
        if self.last is None:
            return told
        from fastjev.integrations.hermes.attempts import figures

        return told | figures(self.last, self.milliseconds)


def _since(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)
