"""A learner beside a session: it is told each answer, and what it has found by then changes the order and the curve."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from fastjev.labeling.answers import Answers
from fastjev.labeling.learn import Learner
from fastjev.labeling.order import Shares
from fastjev.labeling.state import Session, reordered

Reorder = Callable[[Answers, Shares], tuple[str, ...]]
"""The units that are still to be asked about, by what the model says now."""
_Found = tuple[tuple[str, ...] | None, tuple[tuple[int, int, int], ...]]


class Following:
    """Nothing here waits: what takes time is worked out beside the keys, and used once it is there."""

    def __init__(self, learner: Learner, reorder: Reorder | None) -> None:
        """`reorder`: nothing where the order does not go by the model."""
        self._learner = learner
        self._reorder = reorder
        self._version = -1
        self._complained = False
        self._pool = ThreadPoolExecutor(1)
        self._pending: Future[_Found] | None = None

    def told(self, session: Session) -> Session:
        """After an answer."""
        self._learner.tell(session.answers)
        return self.looked(session)

    def looked(self, session: Session) -> Session:
        """With what was found since one looked last."""
        if self._learner.trouble and not self._complained:
            self._complained = True
            return session._replace(said=f"nothing is learned any more: {self._learner.trouble}")
        if self._pending and self._pending.done():
            order, curve = self._pending.result()
            self._pending = None
            session = (reordered(session, order) if order is not None else session)._replace(curve=curve)
        if self._pending is None and self._learner.version > self._version:
            self._version = self._learner.version
            self._pending = self._pool.submit(self._find, session.answers)
        return session

    def close(self) -> None:
        """Ends the learner."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._learner.close()

    def _find(self, answers: Answers) -> _Found:
        order = self._reorder(answers, self._learner.shares()) if self._reorder else None
        return order, tuple((point.answers, point.right, point.of) for point in self._learner.curve)
