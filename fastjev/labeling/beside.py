"""What goes on beside the keys: the rest of a session comes into the set, and then a model learns."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from fastjev.errors import FastjevError
from fastjev.labeling.growing import grown
from fastjev.labeling.items import Item
from fastjev.labeling.state import Session

if TYPE_CHECKING:
    from fastjev.labeling.following import Following

_MANY = 2000
"""Units that are shown as more at once: each time all of them are numbered anew, some ms for a large set."""


class Beside:
    """Each look does a little, so that no key waits."""

    def __init__(
        self, steps: Iterator[tuple[Item, ...]] | None, learner: "Callable[[Sequence[Item]], Following | None]"
    ) -> None:
        """`steps`: what is still to be added to the set. `learner`: for all units, once they are there."""
        self._steps = steps
        self._learner = learner
        self._added: list[Item] = []
        self._following: Following | None = None

    @property
    def busy(self) -> bool:
        """Whether units are still to come."""
        return self._steps is not None

    def begun(self, session: Session) -> Session:
        """At the first unit."""
        return session._replace(growing=True) if self.busy else self._learning(session)

    def told(self, session: Session) -> Session:
        """After an answer."""
        return self._following.told(session) if self._following else session

    def looked(self, session: Session, at: float) -> Session:
        """After a while, `at` seconds since 1970."""
        if not self.busy:
            return self._following.looked(session) if self._following else session
        said = self._step()
        if not self.busy or len(self._added) >= _MANY or session.unit is None:
            session, self._added = grown(session, self._added, at, growing=self.busy), []
        session = session._replace(said=said) if said else session
        return session if self.busy else self._learning(session)

    def finished(self, session: Session, at: float) -> Session:
        """With all units, however long that takes."""
        while self.busy:
            self._step()
        return grown(session, self._added, at, growing=False) if session.growing else session

    def close(self) -> None:
        """Ends the learner."""
        if self._following:
            self._following.close()

    def _learning(self, session: Session) -> Session:
        self._following = self._learner(session.sheet.items)
        return self.told(session)

    def _step(self) -> str:
        """What went wrong, if anything did."""
        assert self._steps, "there is nothing to add"
        try:
            self._added += next(self._steps)
        except StopIteration:
            self._steps = None
        except (FastjevError, OSError) as error:
            self._steps = None
            return f"the rest is not in the set: {error}"
        return ""
