"""Who of a team plays: the line-up of each half of a match, and who sits where after half time.

JCBL director's manual 3.3, lines 1670-1686: in the league the winners of the first half keep their seats; of the losers
the North-South pair goes to the other table East-West, and East-West come home North-South. Level teams agree on it.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.tournament.model import EventState, Lineup, SectionLetter, SessionNumber


def lineup(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    half: int = 1,
) -> Lineup | None:
    """Returns the line-up of a team for a half of its match, None where none was given."""
    place = (session, section, round_number, number, half)
    return next((o for o in state.lineups if (o.session, o.section, o.round, o.number, o.half) == place), None)


def partners(known: Lineup, name: str) -> str | None:
    """Returns whose partner a player is in a line-up, None for somebody who is not in it."""
    for pair in (known.ns, known.ew):
        if name in pair:
            return next((other for other in pair if other != name), None)
    return None


def second_half(winner: Lineup, loser: Lineup) -> tuple[Lineup, Lineup]:
    """Returns the line-ups after half time by the league's rule, the winner's first: the winners stay, and the losers
    change their pairs, so that all pairs meet."""
    return _moved(winner, winner.ns, winner.ew), _moved(loser, loser.ew, loser.ns)


def _moved(known: Lineup, ns: tuple[str, ...], ew: tuple[str, ...]) -> Lineup:
    return Lineup(known.session, known.section, known.round, known.number, known.half + 1, ns, ew)
