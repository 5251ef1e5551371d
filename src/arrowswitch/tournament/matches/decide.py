"""Decides on line-ups and forfeited matches of teams, and on results of a whole match: its slip, taking all away.

JCBL director's manual 3.3, lines 1630-1634 (four to six players) and 1682-1686 (who may be replaced at half time);
regulations summary, lines 228-250 (forfeits: of the losers nobody is noted as having played).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue, Problem, Refused
from arrowswitch.core.movements.families.team_match import MOST_SEGMENTS
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.forfeits import most_of
from arrowswitch.core.scoring.teams.match import Both, TeamMethod
from arrowswitch.core.scoring.teams.slip import parse_match_slip
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.bracket.progress import drawn_match
from arrowswitch.tournament.matches.bounds import MOST_IMPS
from arrowswitch.tournament.matches.finding import command_match
from arrowswitch.tournament.matches.lineups import lineup, lineup_problems, substitution_of
from arrowswitch.tournament.matches.segments import at_first_segment
from arrowswitch.tournament.matches.slips import standing_slip
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, need_approver, need_reason, need_start, refuse_unseen
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.matches import (
    EnterLineup,
    EnterMatchSlip,
    ForfeitMatch,
    LineupSet,
    MatchForfeited,
    MatchSlipRemoved,
    MatchSlipSet,
    RemoveMatchResults,
    RemoveMatchSlip,
)
from arrowswitch.tournament.model.slices.results import LatePlaySet, ResultRemoved
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import Lineup, MatchSlip, SlipUnit
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import PenaltyGiven
from arrowswitch.tournament.scored.match_rules import match_rules
from arrowswitch.tournament.scored.match_slips import boards_in_order, slip_points, slip_units
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches

HALVES = range(1, MOST_SEGMENTS + 1)


def enter_lineup(state: EventState, command: EnterLineup, context: Context) -> tuple[Fact, ...]:
    """Decides on who of a team plays a half of its match."""
    _opponents(state, command)
    command = at_first_segment(state, command)
    entry = state.entry_at(command.at.place, command.number)
    if entry is None:
        raise Refused.of("result.unknown-number", number=command.number, section=command.at.place.section)
    if command.half not in HALVES:
        raise Refused.of("team-event.lineup-half", half=command.half, most=HALVES[-1])
    if _has_forfeited(state, command):
        raise Refused.of("team-event.lineup-forfeited", number=command.number, round=command.at.round)
    ns, ew = tuple(map(str.strip, command.ns)), tuple(map(str.strip, command.ew))
    wanted = made_like(Lineup, command, ns=ns, ew=ew)
    Refused.check(_lineup_problems(entry, wanted, state.settings.matches.tables))
    before = lineup(state, command.at, command.number, command.half - 1)
    Refused.check(lineup_problems(before, wanted, substitution_of(state.settings)))
    if lineup(state, command.at, command.number, command.half) == wanted:
        return ()
    return (made_like(LineupSet, wanted),)


def forfeit(state: EventState, command: ForfeitMatch, context: Context) -> tuple[Fact, ...]:
    """Decides on a match that a team has lost without playing it."""
    need_start(state, command.at.place.session)
    others = _opponents(state, command)
    need_reason(context, "team-event.forfeit-needs-reason")
    need_approver(state, command.approver, context.now, command.at.place.session)
    drawn = drawn_match(state, command.at, command.number)
    if drawn is not None and drawn.third is not None:
        return _forfeits(state, command, tuple(number for number in drawn.teams if number != command.number))
    if command.opponent is None and len(others) > 1:
        raise Refused.of("team-event.forfeit-which", number=command.number, others=", ".join(others))
    opponent = others[0] if command.opponent is None else command.opponent
    if opponent not in others:
        raise NotFound.of("match.none", number=opponent, round=command.at.round)
    return _forfeits(state, command, (opponent,))


def remove_results(state: EventState, command: RemoveMatchResults, context: Context) -> tuple[Fact, ...]:
    """Decides on emptying all boards of a match; line-ups, penalties and forfeits stay."""
    match = command_match(state, command)
    slots = match.slots
    entered = [slot for slot in slots if slot in state.results]
    waiting = [state.rulings.put_off[slot] for slot in slots if slot in state.rulings.put_off]
    slip = slip_in(state, match)
    if not entered and not waiting and slip is None:
        raise Refused.of("match.nothing-entered", home=match.home, away=match.away)
    if _is_agreed(state, match):
        need_reason(context, "match.remove-needs-reason")
    for session in {slot.session for slot in slots}:
        need_approver(state, command.approver, context.now, session)
    return (
        *(ResultRemoved(slot, command.approver.strip()) for slot in entered),
        *(LatePlaySet(late.slot, late.ns, late.ew, is_put_off=False) for late in waiting),
        *(() if slip is None else (made_like(MatchSlipRemoved, slip, approver=command.approver.strip()),)),
    )


def enter_slip(state: EventState, command: EnterMatchSlip, context: Context) -> tuple[Fact, ...]:
    """Decides on the result of a whole match by its slip, new or corrected."""
    match = command_match(state, command)
    need_start(state, match.place.session)
    reported = parse_match_slip(command.text)
    unit = SlipUnit.VP if reported.is_vp else SlipUnit.POINTS
    points = reported.points if command.number == match.home else reported.points[::-1]
    Refused.check(slip_problems(state, match, points, unit))
    slip = slip_in(state, match)
    boards = len(boards_in_order(match))
    fact = MatchSlipSet(
        at=match.place.at(match.rounds[0]),
        home=match.home,
        away=match.away,
        home_points=points[0],
        away_points=points[1],
        unit=unit,
        boards=boards,
        approver=command.approver.strip(),
    )
    if slip is not None and (slip_points(slip, match), slip.unit, slip.boards) == (points, unit, boards):
        return ()
    _refuse_unseen_slip(slip, command.seen, context)
    if slip is not None and _is_agreed(state, match):
        need_reason(context, "match-slip.needs-reason")
    if unit is SlipUnit.VP and not _is_on_scale(state, match, points):
        need_reason(context, "match-slip.vp-needs-reason")
    need_approver(state, command.approver, context.now, match.place.session)
    return (fact,)


def remove_slip(state: EventState, command: RemoveMatchSlip, context: Context) -> tuple[Fact, ...]:
    """Decides on removing the slip of a match."""
    match = command_match(state, command)
    slip = slip_in(state, match)
    if slip is None:
        raise Refused.of("match-slip.none", home=match.home, away=match.away)
    _refuse_unseen_slip(slip, command.seen, context)
    if _is_agreed(state, match):
        need_reason(context, "match-slip.needs-reason")
    need_approver(state, command.approver, context.now, match.place.session)
    return (made_like(MatchSlipRemoved, slip, approver=command.approver.strip()),)


def slip_problems(state: EventState, match: PlannedMatch, points: Both, unit: SlipUnit) -> Iterator[Problem]:
    """Yields why a slip cannot be the result of a match."""
    teams: dict[str, ParamValue] = {"home": match.home, "away": match.away}
    units = slip_units(state, match)
    rules = match_rules(state, match.length)
    boards = len(boards_in_order(match))
    if not units:
        yield Problem("match-slip.needs-boards")
    elif unit not in units:
        yield Problem("match-slip.no-vp", teams)
    elif any(match.concerns(one.at, one.number, one.opponent) for one in state.matches.forfeits):
        yield Problem("match-slip.forfeited", teams)
    elif unit is SlipUnit.VP and any(p.unit is PenaltyUnit.IMPS for p in _penalties_of(state, match)):
        yield Problem("match-slip.vp-with-penalty", teams)
    elif unit is SlipUnit.VP:
        most = most_of(rules)
        if max(points) > most:
            yield Problem("match-slip.too-much-vp", {**teams, "most": plain_string(most)})
    elif rules.method.is_board_a_match:
        whole = rules.bam.win * boards * match.comparisons_each * rules.share
        if sum(points) != whole:
            yield Problem(
                "match-slip.boards-won", {**teams, "sum": plain_string(sum(points, Fraction(0))), "boards": boards}
            )
    elif rules.method is TeamMethod.IMPS:
        most = rules.share * MOST_IMPS * boards * match.comparisons_each
        if sum(points) > most:
            yield Problem("match-slip.too-many-imps", {**teams, "boards": boards, "most": plain_string(most)})
    elif any(amount.denominator > 1 for amount in points):
        yield Problem("match-slip.whole-points", teams)


def _refuse_unseen_slip(slip: MatchSlip | None, seen: int | None, context: Context) -> None:
    """Raises Refused (`match-slip.meanwhile`) if another computer entered the slip after the sender had opened it."""
    if slip is None or seen is None:
        return
    refuse_unseen(context, slip.seq, was_seen=slip.seq <= seen, problem=standing_slip(slip))


def slip_in(state: EventState, match: PlannedMatch) -> MatchSlip | None:
    """Returns the slip that was entered for a match, also one that the present scoring cannot use."""
    here = match.place.at(match.rounds[0])
    return next(
        (one for one in state.matches.slips if one.at == here and {one.home, one.away} == set(match.teams)), None
    )


def _is_on_scale(state: EventState, match: PlannedMatch, points: Both) -> bool:
    """True if some margin gives these victory points; after rulings and penalties others can be right."""
    rules = match_rules(state, match.length)
    margins = range(MOST_IMPS * rules.worth + 1)
    return any(rules.vp((Fraction(sign * at), Fraction(-sign * at))) == points for at in margins for sign in (1, -1))


def _is_agreed(state: EventState, match: PlannedMatch) -> bool:
    """True if a match was published, or a round of it is over."""
    slots = match.slots
    is_over = any(slot.round in state.session(slot.session).closed_rounds for slot in slots)
    return is_over or bool(state.publication.versions)


def _penalties_of(state: EventState, match: PlannedMatch) -> Iterator[PenaltyGiven]:
    return (
        one
        for one in state.rulings.penalties
        if one.round is not None and match.concerns(one.place.at(one.round), one.number)
    )


def _forfeits(state: EventState, command: ForfeitMatch, opponents: tuple[Number, ...]) -> tuple[Fact, ...]:
    """Returns the forfeit against an opponent, or of a three-way match of a knockout against both."""
    present = {(forfeit.at, forfeit.number, forfeit.opponent) for forfeit in state.matches.forfeits}
    return tuple(
        made_like(MatchForfeited, command, opponent=opponent, approver=command.approver.strip())
        for opponent in opponents
        if ((command.at, command.number, opponent) in present) != command.is_forfeited
    )


def _opponents(state: EventState, command: EnterLineup | ForfeitMatch) -> tuple[Number, ...]:
    """Returns the opponents of a team in a round. Raises NotFound (`match.none`) if it has none."""
    movement = state.section(command.at.place).movement
    meetings = () if movement is None else movement.in_round(command.at.round)
    teams = [tuple(team_number(movement, number) for number in meeting.contestants) for meeting in meetings]
    teams_met = tuple(dict.fromkeys(other for two in teams if command.number in two for other in two))
    others = tuple(other for other in teams_met if other != command.number)
    if not others:
        raise NotFound.of("match.none", number=command.number, round=command.at.round)
    return others


def _has_forfeited(state: EventState, command: EnterLineup) -> bool:
    """True if a team has forfeited all its matches in a round: none of its players counts as having played."""
    own = [match for match in planned_matches(state) if match.concerns(command.at, command.number)]
    lost = [one for one in state.matches.forfeits if one.number == command.number]
    return bool(own) and all(any(match.concerns(one.at, one.number, one.opponent) for one in lost) for match in own)


def _lineup_problems(entry: Entry, wanted: Lineup, each: int) -> Iterator[Problem]:
    names = wanted.ns + wanted.ew
    if len(wanted.ns) != each or len(wanted.ew) != each or not all(names):
        yield Problem("team-event.lineup-size", {"number": wanted.number, "n": each})
    for name in dict.fromkeys(filter(None, names)):
        if name not in entry.names:
            yield Problem("team-event.lineup-stranger", {"number": wanted.number, "name": name})
        if names.count(name) > 1:
            yield Problem("team-event.lineup-twice", {"number": wanted.number, "name": name})


RULES: Rules = {
    EnterLineup: enter_lineup,
    ForfeitMatch: forfeit,
    RemoveMatchResults: remove_results,
    EnterMatchSlip: enter_slip,
    RemoveMatchSlip: remove_slip,
}
