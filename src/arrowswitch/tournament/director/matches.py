"""Decides on line-ups and forfeited matches of teams.

JCBL director's manual 3.3, lines 1630-1634 (four to six players) and 1682-1686 (who may be replaced at half time);
regulations summary, lines 228-250 (forfeits).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.pairing.knockout_match import MatchState
from arrowswitch.tournament.commands import DecideMatch, EnterLineup, ForfeitMatch
from arrowswitch.tournament.director.context import Context, is_after_deadline, need_reason
from arrowswitch.tournament.forms import EventForm
from arrowswitch.tournament.ledger import Fact, LineupSet, MatchDecided, MatchForfeited
from arrowswitch.tournament.model import Entry, EventState, Lineup
from arrowswitch.tournament.queries.knockout import is_knockout, knockout
from arrowswitch.tournament.queries.lineups import lineup, partners
from arrowswitch.tournament.teams import team_number

HALVES = range(1, 5)
_PAIR = 2


def enter_lineup(state: EventState, command: EnterLineup, context: Context) -> tuple[Fact, ...]:
    """Decides on who of a team plays a half of its match."""
    _opponents(state, command)
    entry = state.entry_at(command.session, command.section, command.number)
    if entry is None:
        raise Refused.of("result.unknown-number", number=command.number, section=command.section)
    if command.half not in HALVES:
        raise Refused.of("team-event.lineup-half", half=command.half, most=HALVES[-1])
    ns, ew = tuple(map(str.strip, command.ns)), tuple(map(str.strip, command.ew))
    place = (command.session, command.section, command.round, command.number)
    wanted = Lineup(*place, command.half, ns, ew)
    Refused.check(_lineup_problems(entry, wanted))
    before = lineup(state, *place, command.half - 1)
    if state.settings.event_form is EventForm.LEAGUE and before is not None:
        Refused.check(_new_partners(before, wanted))
    if lineup(state, *place, command.half) == wanted:
        return ()
    return (LineupSet(*place, command.half, ns, ew),)


def forfeit(state: EventState, command: ForfeitMatch, context: Context) -> tuple[Fact, ...]:
    """Decides on a match that a team has lost without playing it."""
    if state.session(command.session).started_at is None:
        raise Refused.of("start.not-yet")
    others = _opponents(state, command)
    need_reason(context, "team-event.forfeit-needs-reason")
    if is_after_deadline(state, context.now, command.session):
        raise Refused.of("team-event.forfeit-late")
    if command.opponent is None and len(others) > 1:
        raise Refused.of("team-event.forfeit-which", number=command.number, others=", ".join(others))
    opponent = others[0] if command.opponent is None else command.opponent
    if opponent not in others:
        raise NotFound.of("match.none", number=opponent, round=command.round)
    place = (command.session, command.section, command.round, command.number, opponent)
    known = ((one.session, one.section, one.round, one.number, one.opponent) for one in state.forfeits)
    return () if (place in known) == command.is_forfeited else (MatchForfeited(*place, command.is_forfeited),)


def decide(state: EventState, command: DecideMatch, context: Context) -> tuple[Fact, ...]:
    """Decides on who goes on from a level match of a knockout."""
    _opponents(state, command)
    need_reason(context, "team-event.decision-needs-reason")
    stands = knockout(state, command.section) if is_knockout(state) else None
    drawn = next((d for d in state.section(command.session, command.section).draws if d.round == command.round), None)
    own = [m for m in drawn.matches if command.number in (m.home, m.away)] if drawn is not None else []
    if stands is None or not own or stands.match(own[0].bracket).state is not MatchState.LEVEL:
        raise Refused.of("team-event.not-level", number=command.number, round=command.round)
    return (MatchDecided(command.session, command.section, command.round, command.number),)


def _opponents(state: EventState, command: EnterLineup | ForfeitMatch | DecideMatch) -> tuple[Number, ...]:
    """Returns whom a team meets in a round; raises NotFound (`match.none`) when it meets nobody."""
    movement = state.section(command.session, command.section).movement
    meetings = () if movement is None else movement.in_round(command.round)
    teams = [tuple(team_number(movement, number) for number in meeting.contestants) for meeting in meetings]
    found = tuple(dict.fromkeys(other for two in teams if command.number in two for other in two))
    others = tuple(other for other in found if other != command.number)
    if not others:
        raise NotFound.of("match.none", number=command.number, round=command.round)
    return others


def _lineup_problems(entry: Entry, wanted: Lineup) -> Iterator[Problem]:
    names = wanted.ns + wanted.ew
    if len(wanted.ns) != _PAIR or len(wanted.ew) != _PAIR:
        yield Problem("team-event.lineup-size", {"number": wanted.number})
    for name in dict.fromkeys(names):
        if name not in entry.names:
            yield Problem("team-event.lineup-stranger", {"number": wanted.number, "name": name})
        if names.count(name) > 1:
            yield Problem("team-event.lineup-twice", {"number": wanted.number, "name": name})


def _new_partners(before: Lineup, wanted: Lineup) -> Iterator[Problem]:
    """Yields who of the four got another partner of the four: a substitute may come in, nobody may be paired anew."""
    old = {name: pair for pair in (before.ns, before.ew) for name in pair}
    for pair in (wanted.ns, wanted.ew):
        stay = [name for name in pair if name in old]
        if len(stay) == _PAIR and partners(before, stay[0]) != stay[1]:
            yield Problem("team-event.lineup-new-partners", {"first": stay[0], "second": stay[1]})
