"""IMPs while no match is over: after the first session of a round robin in which the pairs of both teams meet, matches
go on in the next one, and the list has IMPs and no victory points (manual, line 3427; R-235)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.scoring.amounts import written_rank
from arrowswitch.tournament.entries.team_numbers import goes_on
from arrowswitch.tournament.matches.views import MatchView, matches
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry


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

    @property
    def written_rank(self) -> str:
        """Returns the rank, with `=` for a tie."""
        return written_rank(self.rank, is_tied=self.is_tied)


def imps_so_far(state: EventState, session: SessionNumber) -> tuple[HalfRow, ...]:
    """Returns the teams by their IMPs after a session whose matches all go on; nothing where some match has its victory
    points, or where matches end with the session."""
    sections = state.session(session).sections.values()
    if not sections or any(one.movement is None or not goes_on(one.movement) for one in sections):
        return ()
    begun = [match for match in matches(state) if match.place.session <= session]
    if any(match.brings is not None for match in begun):
        return ()
    played: dict[tuple[SectionLetter, Number], list[MatchView]] = {}
    for match in begun:
        for number in match.teams:
            played.setdefault((match.place.section, number), []).append(match)
    rows = [_row(letter, number, own) for (letter, number), own in played.items()]
    nets = [row.net for row in rows]
    ranked = (
        replace(row, rank=1 + sum(net > row.net for net in nets), is_tied=nets.count(row.net) > 1) for row in rows
    )
    return tuple(sorted(ranked, key=lambda row: (row.rank, row.section, number_order(row.number))))


def _row(letter: SectionLetter, number: Number, own: list[MatchView]) -> HalfRow:
    """Returns a team's score in its matches so far; the rank is set with the other teams'."""
    sides = [(match, match.teams.index(number)) for match in own]
    return HalfRow(
        rank=0,
        is_tied=False,
        section=letter,
        number=number,
        entry=own[0].home_entry if number == own[0].home else own[0].away_entry,
        won=sum((match.points[at] for match, at in sides), Fraction(0)),
        lost=sum((match.points[1 - at] for match, at in sides), Fraction(0)),
        net=sum((match.margins[at] for match, at in sides), Fraction(0)),
        boards=sum(match.score.compared for match in own if match.score is not None),
    )
