"""The values that a club or a federation stores in addition to its events: all of one kind, each with an id and a
version.

Events have their ledgers. Values that belong to no single event (reports of clubs, points awarded elsewhere, the rules
of a season) are stored here. A save names the version that it replaces, so that no change is lost unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.tournament.model.ports import PaperRow, Store
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.kinds import KINDS

_MOST_TRIES = 50
_Value = TypeVar("_Value")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Paper(Generic[_Value]):
    """A value that is kept, its id, and how often it was changed (1: it is new)."""

    paper_id: str
    version: int
    value: _Value


class Papers(Generic[_Value]):
    """All values of a kind in a store, and the way to change them. `kind` is a name of `stored.kinds`."""

    def __init__(self, store: Store, kind: str) -> None:
        self._store = store
        self._kind = kind
        self._form: StoredForm[_Value] = KINDS[kind]

    def __iter__(self) -> Iterator[Paper[_Value]]:
        """Yields all of them, by id, without those that cannot be read (`Store.unread` tells them)."""
        for row in self._store.papers(self._kind):
            try:
                yield self._read(row)
            except Malformed:
                continue

    def find(self, paper_id: str) -> Paper[_Value] | None:
        """Returns one, or None; raises Malformed where it cannot be read."""
        row = self._store.paper(self._kind, paper_id)
        return None if row is None else self._read(row)

    def get(self, paper_id: str) -> Paper[_Value]:
        """Returns a value with its version. Raises NotFound (`paper.unknown`)."""
        paper = self.find(paper_id)
        if paper is None:
            raise NotFound.of("paper.unknown", paper=paper_id)
        return paper

    def save(self, paper_id: str, value: _Value, expected: int = 0) -> Paper[_Value]:
        """Stores a value in place of version `expected` (0: it is new) and returns it as saved.

        Raises Refused (`store.conflict`) if another writer stored one meanwhile.
        """
        row = PaperRow(
            kind=self._kind,
            paper_id=paper_id,
            version=expected + 1,
            form=self._form.version,
            text=self._form.dump(value),
        )
        self._store.save_paper(row, expected)
        return Paper(paper_id, row.version, value)

    def change(self, paper_id: str, change: Callable[[Paper[_Value] | None], _Value]) -> Paper[_Value]:
        """Stores the value that a change makes of the present one (None: there is none yet) and returns it as saved.
        The change is repeated if another writer stored one meanwhile.

        Raises the errors of the change, and Refused (`store.conflict`) after too many attempts.
        """

        def save_change() -> Paper[_Value]:
            paper = self.find(paper_id)
            return self.save(paper_id, change(paper), 0 if paper is None else paper.version)

        return retry_on_conflict(save_change)

    def delete(self, paper_id: str) -> None:
        """Removes one; nothing happens where there is none."""
        self._store.delete_paper(self._kind, paper_id)

    def _read(self, row: PaperRow) -> Paper[_Value]:
        return Paper(row.paper_id, row.version, self._form.load(row.text, row.form))


def retry_on_conflict(action: Callable[[], _Made]) -> _Made:
    """Returns the value of an action that reads and stores. The action is repeated while other writers win. Raises
    Refused (`store.conflict`) after too many attempts."""
    for _ in range(_MOST_TRIES):
        try:
            return action()
        except Refused as refused:
            if all(problem.code != "store.conflict" for problem in refused.problems):
                raise
    raise Refused.of("store.conflict")
