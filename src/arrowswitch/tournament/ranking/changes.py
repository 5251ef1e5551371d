"""Changes of an event since its publication (R-225, R-299; regulations summary, lines 137-159).

Corrections are not limited to results: a handicap, a penalty, a name, the method or the masterpoints of a class also
change the list on the wall. So the two rankings are compared, not the steps between them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.further import further_rankings
from arrowswitch.tournament.ranking.rankings import ranking


def is_outdated(publication: Publication, published: EventState, now: EventState) -> bool:
    """True if a result was corrected, or a list has changed, since a version was published.

    Args:
        publication: the version.
        published: the event as it was then.
        now: the event.
    """
    return now.publication.corrections > publication.corrections or _is_ranked_anew(published, now)


class PublishedMemory(Latest[tuple[LedgerEntry, tuple[Hashable, ...]]]):
    """The lists of the newest version, with the ledger entry that they are of."""


def version_in_force(state: EventState, ledger: tuple[LedgerEntry, ...]) -> Publication | None:
    """Returns the newest version if the results of the event are still those that it shows, else None. The lists of the
    version are made once for all sheets of an event."""
    if not state.publication.versions:
        return None
    newest, memory = state.publication.versions[-1], state.memory.part(PublishedMemory)
    if state.publication.corrections > newest.corrections:
        return None
    entry, published = ledger[newest.seq - 1], memory.value
    if published is None or published[0] is not entry:
        published = memory.value = entry, tuple(_lines(state_of(ledger[: newest.seq])))
    return None if published[1] != tuple(_lines(state)) else newest


def _is_ranked_anew(published: EventState, now: EventState) -> bool:
    """True if a list of the event has changed since it was published."""
    return tuple(_lines(published)) != tuple(_lines(now))


def _lines(state: EventState) -> Iterator[Hashable]:
    for number, session in state.sessions.items():
        if session.is_started:
            for side, rows in ranking(state, number).groups:
                yield number, side, _rows(rows)
            for further in further_rankings(state, number):
                yield number, further.kind, further.name, further.side, _rows(further.rows)


def _rows(rows: Iterable[RankRow]) -> tuple[Hashable, ...]:
    return tuple((row.standing, row.names, row.master_points) for row in rows)
