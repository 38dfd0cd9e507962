"""How full the host's window is, and whether that is reason to compact."""

from dataclasses import dataclass

from fastjev.integrations.hermes.told import number
from fastjev.policy import DEFAULT, Policy

_SCALES = (0.5, 4.0)
"""A host that counts four characters a token is off by so much: dense JSON, Chinese."""


@dataclass(slots=True, kw_only=True)
class Window:
    """What is known of one agent's window. All sizes are tokens.

    The host hands over two counts and does not say which: what the provider reported, and its own of four characters
    a token. The second is brought to the first by what both said of the last request.
    """

    policy: Policy = DEFAULT
    size: int = 0
    answer: int = 0
    """What the provider keeps free for an answer; 0: nothing is known of it."""
    rough: int = 0
    """The host's own count of the request that is on its way."""
    scale: float = 0.0
    """Tokens reported for each that the host counts; 0: nothing was reported yet."""
    overhead: int | None = None
    """Instructions and tools, which no compaction frees; nothing before the first report."""
    after: int = 0
    """Of the rows as the last compaction left them, until the provider reports on them."""
    held: int = 0
    """The prompt at which nothing was left to take out; 0: something may be."""
    looked: int = 0
    """The prompt at which too little was to be trimmed, or that failed; 0: enough may be."""

    @property
    def trigger(self) -> int:
        """From here on it is time."""
        free = self.size - self.answer if 0 < self.answer < self.size else self.size
        return int(free * self.policy.host_trigger)

    def counted(self, tokens: int, reported: int) -> int:
        """A count of the host's as the provider would count it. `reported`: of the last request."""
        tokens = number(tokens)
        if not tokens or tokens == reported:
            return tokens
        self.rough = tokens
        return int(tokens * (self.scale or 1.0))

    def is_due(self, tokens: int) -> bool:
        """Whether a prompt of so many tokens is to be compacted."""
        return self._is_over(tokens, self.trigger, self.held)

    def is_to_trim(self, tokens: int) -> bool:
        """Whether a prompt of so many tokens is to lose large old results."""
        return self._is_over(tokens, int(self.trigger * self.policy.host_trim), self.looked)

    def _is_over(self, tokens: int, trigger: int, before: int) -> bool:
        """`before`: the prompt at which that came to nothing."""
        return self.size > 0 and tokens >= trigger and tokens >= before * (1 + self.policy.host_gain)

    def reported(self, tokens: int, *, compacted: bool) -> None:
        """The provider counted the last request; `compacted`: the first after a compaction."""
        if tokens <= 0:
            return
        if self.rough:
            least, most = _SCALES
            self.scale = min(max(tokens / self.rough, least), most)
            self.rough = 0
        if compacted and self.after:
            self.overhead = max(0, tokens - self.after)
            self.held = tokens if tokens >= self.trigger else 0
        self.after = 0

    def room(self, tokens: int, rows: int) -> int:
        """Tokens that a compacted history may take, where the prompt has `tokens` and its rows `rows`.

        `tokens`: as reported, or brought to it; what else a host counts says nothing of what is fixed. That is never
        taken for more than half of the trigger: an estimate must not leave the talk nothing.
        """
        if self.overhead is None and tokens > 0:
            self.overhead = max(0, tokens - rows)
        fixed = self.policy.host_tokens if self.overhead is None else self.overhead
        return int((self.trigger - min(fixed, self.trigger // 2)) * self.policy.host_target)

    def copied(self) -> "Window":
        """For another agent: what is known of the model, nothing of the history."""
        return Window(policy=self.policy, size=self.size, answer=self.answer, scale=self.scale)
