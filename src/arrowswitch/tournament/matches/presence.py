"""The players of a team who count as having played its matches: by the line-ups, and after a forfeit by the
regulations.

Regulations summary, lines 248-250: the winners noted by the director count as having played the forfeited match, and
none of the losers. A team with only as many players as play at once needs no line-up. A match of a larger team without
a line-up is listed and counts for none of its players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.matches.views import MatchStatus, MatchView
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry, Person

_OVER = (MatchStatus.RUNNING, MatchStatus.COMPLETE, MatchStatus.UNDECIDED, MatchStatus.FORFEITED)


@dataclass(frozen=True, slots=True)
class PlayerPresence:
    """A player of a team, and the first round of each match that counts as played by that player."""

    person: Person
    rounds: tuple[RoundNumber, ...]


@dataclass(frozen=True, slots=True)
class TeamPresence:
    """The matches of a team's players. `forfeited` are the rounds of matches that count for none of them, `untold`
    those without a line-up."""

    players: tuple[PlayerPresence, ...]
    forfeited: tuple[RoundNumber, ...]
    untold: tuple[RoundNumber, ...]

    @property
    def is_told(self) -> bool:
        """True if there is anything to show yet."""
        return bool(self.forfeited or self.untold or any(one.rounds for one in self.players))


def team_presence(state: EventState, entry: Entry, number: Number, matches: Sequence[MatchView]) -> TeamPresence:
    """Returns the players of a team who count as having played its matches, in the order of the entry. The matches of a
    triangle within one round are one match."""
    over = [one for one in matches if one.status in _OVER]
    played = {_begins(one): one for one in over if number not in one.losers}
    forfeited = {_begins(one): one for one in over if number in one.losers}
    names = {begins: frozenset(_names(state, entry, number, one)) for begins, one in played.items()}
    return TeamPresence(
        players=tuple(
            PlayerPresence(person, tuple(begins[1] for begins, who in names.items() if person.name in who))
            for person in entry.people
        ),
        forfeited=tuple(begins[1] for begins in forfeited if begins not in played),
        untold=tuple(begins[1] for begins, who in names.items() if not who),
    )


def _begins(match: MatchView) -> tuple[SessionNumber, RoundNumber]:
    return match.place.session, match.rounds[0]


def _is_of_match(match: MatchView, at: RoundPlace) -> bool:
    """True if a line-up of a round is that of a match, which may go on in another session."""
    is_there = at.place == match.place or any(board.session == at.place.session for board in match.boards)
    return is_there and at.place.section == match.place.section and at.round in match.rounds


def _names(state: EventState, entry: Entry, number: Number, match: MatchView) -> Iterator[str]:
    """Yields the players who sat in a match: by its line-ups of all halves, else all players of a team without
    substitutes."""
    lineups = [lineup for lineup in state.matches.lineups if _is_of_match(match, lineup.at) and lineup.number == number]
    for lineup in lineups:
        yield from (*lineup.ns, *lineup.ew)
    if not lineups and len(entry.people) <= state.settings.matches.people:
        yield from entry.names
