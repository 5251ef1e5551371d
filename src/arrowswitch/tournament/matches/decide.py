"""Decides on line-ups and forfeited matches of teams, and on taking away the results of a whole match.

JCBL director's manual 3.3, lines 1630-1634 (four to six players) and 1682-1686 (who may be replaced at half time);
regulations summary, lines 228-250 (forfeits).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.context import Context, Rules, need_approver, need_reason, need_start
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.matches.commands import EnterLineup, ForfeitMatch, RemoveMatchResults
from arrowswitch.tournament.matches.facts import LineupSet, MatchForfeited
from arrowswitch.tournament.matches.lineups import lineup, lineup_problems, substitution_of
from arrowswitch.tournament.matches.values import Lineup
from arrowswitch.tournament.results.facts import LatePlaySet, ResultRemoved
from arrowswitch.tournament.scored.bracket import drawn_match
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches

HALVES = range(1, 5)


def enter_lineup(state: EventState, command: EnterLineup, context: Context) -> tuple[Fact, ...]:
    """Decides on who of a team plays a half of its match."""
    _opponents(state, command)
    entry = state.entry_at(command.at.place, command.number)
    if entry is None:
        raise Refused.of("result.unknown-number", number=command.number, section=command.at.place.section)
    if command.half not in HALVES:
        raise Refused.of("team-event.lineup-half", half=command.half, most=HALVES[-1])
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
    match = _match(state, command)
    slots = match.open + match.closed
    entered = [slot for slot in slots if slot in state.results]
    waiting = [state.put_off[slot] for slot in slots if slot in state.put_off]
    if not entered and not waiting:
        raise Refused.of("match.nothing-entered", home=match.home, away=match.away)
    if bool(state.publications) or any(slot.round in state.session(slot.session).closed_rounds for slot in entered):
        need_reason(context, "match.remove-needs-reason")
    for session in {slot.session for slot in slots}:
        need_approver(state, command.approver, context.now, session)
    return (
        *(ResultRemoved(slot, command.approver.strip()) for slot in entered),
        *(LatePlaySet(late.slot, late.ns, late.ew, is_put_off=False) for late in waiting),
    )


def _match(state: EventState, command: RemoveMatchResults) -> PlannedMatch:
    """Returns the match of a contestant in a round; raises NotFound (`match.none`), or Refused where there are several
    and none is named."""
    place, number, opponent = command.at.place, command.number, command.opponent
    found = [
        match
        for match in planned_matches(state)
        if match.place.section == place.section
        and any((slot.session, slot.round) == (place.session, command.at.round) for slot in match.open + match.closed)
        and match.has(number)
        and (opponent is None or match.has(opponent))
    ]
    if not found:
        raise NotFound.of("match.none", number=number, round=command.at.round)
    if len(found) > 1:
        others = ", ".join(team for match in found for team in match.teams if team != number)
        raise Refused.of("team-event.forfeit-which", number=number, others=others)
    return found[0]


def _forfeits(state: EventState, command: ForfeitMatch, opponents: tuple[Number, ...]) -> tuple[Fact, ...]:
    """Returns the forfeit against an opponent, or of a three-way match of a knockout against both."""
    known = {(forfeit.at, forfeit.number, forfeit.opponent) for forfeit in state.forfeits}
    return tuple(
        made_like(MatchForfeited, command, opponent=opponent, approver=command.approver.strip())
        for opponent in opponents
        if ((command.at, command.number, opponent) in known) != command.is_forfeited
    )


def _opponents(state: EventState, command: EnterLineup | ForfeitMatch) -> tuple[Number, ...]:
    """Returns whom a team meets in a round; raises NotFound (`match.none`) when it meets nobody."""
    movement = state.section(command.at.place).movement
    meetings = () if movement is None else movement.in_round(command.at.round)
    teams = [tuple(team_number(movement, number) for number in meeting.contestants) for meeting in meetings]
    found = tuple(dict.fromkeys(other for two in teams if command.number in two for other in two))
    others = tuple(other for other in found if other != command.number)
    if not others:
        raise NotFound.of("match.none", number=command.number, round=command.at.round)
    return others


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
}
