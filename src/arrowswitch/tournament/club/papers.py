"""What a club or a federation keeps beside its events: values of one kind, each under an id and with a version.

Events have their ledgers; what belongs to no event alone (what clubs send, points that others award, the rules of a
season) is kept here. Who stores says which version was changed, so that nobody's change is lost unseen.
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
        """Returns one; raises NotFound (`paper.unknown`)."""
        found = self.find(paper_id)
        if found is None:
            raise NotFound.of("paper.unknown", paper=paper_id)
        return found

    def save(self, paper_id: str, value: _Value, expected: int = 0) -> Paper[_Value]:
        """Stores a value in place of version `expected` (0: it is new) and returns it as it is kept.

        Raises Refused (`store.conflict`) when somebody else stored one meanwhile.
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
        """Stores what a change makes of a value (None: there is none yet) and returns it as it is kept. The change is
        made anew where somebody else stored one meanwhile.

        Raises what the change raises, and Refused (`store.conflict`) where others are first again and again.
        """

        def changed() -> Paper[_Value]:
            found = self.find(paper_id)
            return self.save(paper_id, change(found), 0 if found is None else found.version)

        return retried(changed)

    def delete(self, paper_id: str) -> None:
        """Removes one; nothing happens where there is none."""
        self._store.delete_paper(self._kind, paper_id)

    def _read(self, row: PaperRow) -> Paper[_Value]:
        return Paper(row.paper_id, row.version, self._form.load(row.text, row.form))


def retried(action: Callable[[], _Made]) -> _Made:
    """Returns what is made by reading and storing, made anew as often as somebody else stored meanwhile; raises Refused
    (`store.conflict`) where others are first again and again."""
    for _ in range(_MOST_TRIES):
        try:
            return action()
        except Refused as refused:
            if all(problem.code != "store.conflict" for problem in refused.problems):
                raise
    raise Refused.of("store.conflict")
