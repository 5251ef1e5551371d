"""The segments of a match: the rounds of a session in each of which both tables play boards of their own.

JCBL director's manual 3.3, lines 1670-1688: a match has two halves, each with a line-up. In a match of several rounds
the halves are its segments, and all line-ups are those of its first round; the half of a line-up is the segment.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.entries.team_numbers import names_pairs
from arrowswitch.tournament.matches.views import MatchView, matches_of
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.slices.matches import EnterLineup
from arrowswitch.tournament.model.state import EventState

_HALVES = 2


def segment_rounds(state: EventState, match: MatchView, session: SessionNumber) -> tuple[RoundNumber, ...]:
    """Returns the rounds of a session that are segments of a match; none if the match has one round there, its tables
    play the same boards in different rounds, or the sheet names the pairs that meet."""
    section = state.find_section(Place(session, match.place.section))
    if section is None or names_pairs(section.movement):
        return ()
    sides = [
        (board.open.slot.round, board.closed.slot.round)
        for board in match.boards
        if board.session == session and board.open is not None and board.closed is not None
    ]
    rounds = {one for two in sides for one in two}
    return tuple(sorted(rounds)) if len(rounds) > 1 and all(one == other for one, other in sides) else ()


def lineup_halves(state: EventState, match: MatchView, session: SessionNumber) -> range:
    """Returns the numbers of the halves or segments that have a line-up in a session."""
    return range(1, max(_HALVES, len(segment_rounds(state, match, session))) + 1)


def lineup_place(state: EventState, at: RoundPlace, match: MatchView) -> RoundPlace:
    """Returns the round that the line-ups of a match belong to: of several segments the first."""
    rounds = segment_rounds(state, match, at.place.session)
    return at.place.at(rounds[0]) if at.round in rounds else at


def at_first_segment(state: EventState, command: EnterLineup) -> EnterLineup:
    """Returns a line-up that was entered for a later round of a match as that of a segment of the match."""
    for match in matches_of(state, command.at):
        rounds = segment_rounds(state, match, command.at.place.session)
        if command.number in match.teams and command.at.round in rounds[1:] and command.half == 1:
            half = rounds.index(command.at.round) + 1
            return replace(command, at=command.at.place.at(rounds[0]), half=half)
    return command
