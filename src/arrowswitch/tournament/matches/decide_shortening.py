"""Decides that a match is scored on the boards played: those without a result at every table are cancelled.

The regulations summary (line 230) makes a match of which half or more is not played a forfeit, for a team at fault, and
line 79 has averages for slow play. There is no rule for a match that the director broke off without fault; it is
scored as a shorter match (docs/decisions/0060).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.outcomes import NotPlayed
from arrowswitch.core.scoring.teams.match import PlayedBoards
from arrowswitch.tournament.matches.finding import command_match
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.context import Context, Rules, need_approver, need_reason, need_start
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.matches import MatchShortened, ShortenMatch
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.match_results import counted_boards, keys_of, team_parts
from arrowswitch.tournament.scored.match_rules import match_rules
from arrowswitch.tournament.scored.match_slips import BoardAt, slip_of
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches


def shorten(state: EventState, command: ShortenMatch, context: Context) -> tuple[Fact, ...]:
    """Decides that a match is scored on the boards played, or again on all of its boards."""
    match = command_match(state, command)
    need_start(state, match.place.session)
    fact = MatchShortened(
        at=match.place.at(match.rounds[0]),
        home=match.home,
        away=match.away,
        slots=match.cancelled + unplayed_slots(state, match) if command.is_shortened else (),
        approver=command.approver.strip(),
    )
    if not command.is_shortened and not match.cancelled:
        return ()
    if command.is_shortened:
        Refused.check(_state_problems(state, match))
        Refused.check(_scale_problems(state, len(played_boards(state, match))))
    need_reason(context, "match-shortened.needs-reason")
    need_approver(state, command.approver, context.now, match.place.session)
    return (fact,)


def played_boards(state: EventState, match: PlannedMatch) -> tuple[BoardAt, ...]:
    """Returns the boards of a match that count: those with a result at every table, and those with a ruling."""
    if not match.is_at_two_tables:
        return tuple((slot.session, slot.board) for slot in match.open if _is_played(state, slot))
    parts, ruled, left_out = team_parts(counted_boards(state, match))
    lines = (line for part in parts if isinstance(part, PlayedBoards) for line in part.boards)
    compared = {line.board for line in lines if line.difference is not None}
    counted = (compared | {board.board for board in ruled}) - left_out
    return tuple(at for at in match.boards_in_length if counted.issuperset(keys_of(match, *at)))


@dataclass(frozen=True, slots=True)
class Shortening:
    """The boards of a match that count if it is scored on the boards played now, and its other boards. `problems` are
    the reasons why the scale has no table for them."""

    played: int
    unplayed: tuple[BoardNumber, ...]
    problems: tuple[Problem, ...] = ()


def shortening_of(state: EventState, view: MatchView) -> Shortening:
    """Returns the boards that count if a match is scored on the boards played; no board is cancelled if that cannot be
    decided."""
    match = next(one for one in planned_matches(state) if (one.place, one.rounds, one.teams) == _key(view))
    if next(_state_problems(state, match), None) is not None or not state.session(match.place.session).is_started:
        return Shortening(match.length, ())
    played = len(played_boards(state, match))
    boards = sorted({(slot.session, slot.board) for slot in unplayed_slots(state, match)})
    return Shortening(played, tuple(board for _, board in boards), tuple(_scale_problems(state, played)))


def _key(view: MatchView) -> tuple[Place, tuple[RoundNumber, ...], tuple[Number, Number]]:
    return view.place, view.rounds, view.teams


def unplayed_slots(state: EventState, match: PlannedMatch) -> tuple[Slot, ...]:
    """Returns the slots of all other boards of a match."""
    played = set(played_boards(state, match))
    return tuple(slot for slot in match.slots if (slot.session, slot.board) not in played)


def _is_played(state: EventState, slot: Slot) -> bool:
    entry = state.results.get(slot)
    return entry is not None and not any(isinstance(one, NotPlayed) for one in (entry.ns_award, entry.ew_award))


def _state_problems(state: EventState, match: PlannedMatch) -> Iterator[Problem]:
    """Yields the reasons why a match cannot be scored on the boards played, on any scale."""
    teams: dict[str, ParamValue] = {"home": match.home, "away": match.away}
    played = len(played_boards(state, match))
    if match.in_triangle:
        yield Problem("match-shortened.triangle", teams)
    elif slip_of(state, match) is not None:
        yield Problem("match-shortened.slip", teams)
    elif any(match.concerns(one.at, one.number, one.opponent) for one in state.matches.forfeits):
        yield Problem("match-shortened.forfeited", teams)
    elif not played:
        yield Problem("match-shortened.nothing-played", teams)
    elif not unplayed_slots(state, match):
        yield Problem("match-shortened.complete", teams)


def _scale_problems(state: EventState, boards: int) -> Iterator[Problem]:
    """Yields that the scale has no table for a match of this many boards."""
    try:
        match_rules(state, boards).check()
    except Refused as refused:
        yield from refused.problems


RULES: Rules = {ShortenMatch: shorten}
