"""IMPs while no match is over: after the first session of a round robin in which the pairs of both teams meet, matches
go on in the next one, and the list has IMPs and no victory points (manual, line 3427; R-235)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.tournament.entries.team_numbers import goes_on
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.matches.views import MatchView, matches

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class HalfRow:
    """A team's IMPs so far, won and lost, `net` with its penalties, and how many boards were compared."""

    rank: int
    is_tied: bool
    section: SectionLetter
    number: Number
    entry: Entry | None
    won: Fraction
    lost: Fraction
    net: Fraction
    boards: int


def imps_so_far(state: EventState, session: SessionNumber) -> tuple[HalfRow, ...]:
    """Returns the teams by their IMPs after a session whose matches all go on; nothing where some match has its victory
    points, or where matches end with the session."""
    sections = state.session(session).sections.values()
    if not sections or any(one.movement is None or not goes_on(one.movement) for one in sections):
        return ()
    begun = [match for match in matches(state) if match.place.session <= session]
    if any(match.brings is not None for match in begun):
        return ()
    rows: dict[tuple[SectionLetter, Number], HalfRow] = {}
    for match in begun:
        for at, (number, entry) in enumerate(((match.home, match.home_entry), (match.away, match.away_entry))):
            zero = HalfRow(
                rank=0,
                is_tied=False,
                section=match.place.section,
                number=number,
                entry=entry,
                won=_NOTHING,
                lost=_NOTHING,
                net=_NOTHING,
                boards=0,
            )
            before = rows.get((match.place.section, number), zero)
            rows[match.place.section, number] = replace(
                before,
                won=before.won + match.points[at],
                lost=before.lost + match.points[1 - at],
                net=before.net + match.margins[at],
                boards=before.boards + _compared(match),
            )
    nets = [row.net for row in rows.values()]
    ranked = (
        replace(row, rank=1 + sum(net > row.net for net in nets), is_tied=nets.count(row.net) > 1)
        for row in rows.values()
    )
    return tuple(sorted(ranked, key=lambda row: (row.rank, row.section, number_order(row.number))))


def _compared(match: MatchView) -> int:
    return 0 if match.score is None else match.score.compared
