"""The table of an event of matches: what each match brings, and the ranking, cumulative over sessions and rounds.

JCBL director's manual 3.3, lines 1746-1760 (victory points are added), 2675 (equal ones share the rank), 2698-2713 (a
triangle within one round: the IMPs of both halves become victory points once), 3427 (victory points after the last
session); regulations summary, lines 75 and 228-250. A team that sits out gets the share of a draw, the least that a
forfeit scores (decision: the documents are silent).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.movements.families.drawn import FAMILY
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.standings import ScoredLine
from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.core.scoring.teams.event import EventMatch, TeamEvent, TeamStandings, score_teams
from arrowswitch.core.scoring.teams.forfeits import draw_of, most_of
from arrowswitch.core.scoring.teams.match import MatchRules
from arrowswitch.core.scoring.teams.results import MatchResult, TeamMatch, TeamPenalty, match_result
from arrowswitch.core.scoring.teams.triangles import TeamTriangle, half_rules
from arrowswitch.tournament.entries.entrants import numbered_section
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import TeamScoring
from arrowswitch.tournament.model.values.rulings import PenaltyGiven
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_results import counted_boards, pair_parts, team_parts
from arrowswitch.tournament.scored.match_rules import match_rules, team_method, team_scoring
from arrowswitch.tournament.scored.match_slips import BoardAt, boards_on, slip_of, slip_parts
from arrowswitch.tournament.scored.missed import missed_rounds
from arrowswitch.tournament.scored.planned_matches import MatchKey, PlannedMatch, planned_matches

_NEVER = Fraction(2)
"""A share of the matches that cannot be missed."""
Rows = Mapping[Slot, ScoredLine]
"""The scored rows of pairs, for matches of pairs."""


@dataclass(frozen=True, slots=True)
class MatchTable:
    """The matches of a section and its table; `by_key` are those of two, scored, and `event` is what was scored.

    `shared` are the victory points of triangles within a round, of rounds sat out and of those that a late entry has
    missed, which belong to no match of two: by round and contestant.
    """

    section: SectionLetter
    planned: tuple[PlannedMatch, ...]
    scored: TeamStandings
    by_key: Mapping[MatchKey, EventMatch]
    shared: Mapping[tuple[SessionNumber, RoundNumber, Number], Fraction]
    rules: MatchRules
    is_provisional: bool
    event: TeamEvent

    def of(self, match: PlannedMatch) -> EventMatch:
        """Returns a match scored."""
        return self.by_key[match.key]


def match_tables(
    state: EventState, session: SessionNumber, rows: Rows, through: RoundNumber | None = None
) -> tuple[MatchTable, ...]:
    """Returns the tables of all sections of a session, with the matches of the sessions before it; `through` is the
    last round of the session that counts."""
    return tuple(_table(state, Place(session, letter), rows, through) for letter in state.session(session).sections)


def _table(state: EventState, place: Place, rows: Rows, through: RoundNumber | None) -> MatchTable:
    """Returns the table of a section; before the numbers are drawn nobody plays the matches of its movement yet."""
    section = state.section(place)
    seated = numbered_section(state, place) or section
    planned = tuple(
        match
        for match in planned_matches(state)
        if seated.numbers and match.place.section == place.section and _counts(state, match, place.session, through)
    )
    two = tuple(match for match in planned if not match.in_triangle)
    teams = dict.fromkeys(sorted((team_number(seated.movement, number) for number in seated.numbers), key=number_order))
    own = 1 if section.movement is None else section.movement.boards_per_round
    rules = match_rules(state, _usual_length(planned, state.settings.play.boards_per_round or own))
    threes = _triangles(state, planned)
    sat_out = _sat_out(state, place, through, rules)
    is_swiss = section.movement is not None and section.movement.family == FAMILY
    carried: dict[Number, Fraction] = {}
    missed = _score_missed(state, place, teams, through, rules) if is_swiss else {}
    for (_, _, number), points in (sat_out | missed).items():
        carried[number] = carried.get(number, Fraction(0)) + points
    event = TeamEvent(
        teams=tuple(teams),
        matches=tuple(team_match(state, match, at, rows) for at, match in enumerate(two, start=1)),
        rules=rules,
        team_rules=_team_rules(state),
        worth=rules_of(state).scoring.worth,
        penalties=tuple(_penalties(state, place, two)),
        withdrawn=frozenset(n for n in teams if _has_left(state, place, n)),
        rounds=state.settings.conditions.rounds if is_swiss and through is None else None,
        is_swiss=is_swiss,
        carried=carried,
        ties=rules_of(state).scoring.ranking.ties,
        triangles=tuple(threes.values()),
        rested=Counter(number for _, _, number in sat_out),
    )
    scored = score_teams(event)
    rounds_of = {triangle.place: at for at, triangle in threes.items()}
    shared = (
        sat_out
        | missed
        | {
            (*rounds_of[share.triangle.place], share.number): share.brings
            for share in scored.triangles
            if share.brings is not None
        }
    )
    undrawn = is_swiss and section.movement is not None and section.rounds_drawn < section.movement.rounds
    return MatchTable(
        section=place.section,
        planned=two,
        scored=scored,
        by_key={match.key: one for match, one in zip(two, scored.matches, strict=True)},
        shared=shared,
        rules=rules,
        is_provisional=scored.is_provisional or undrawn,
        event=event,
    )


def _team_rules(state: EventState) -> TeamRules:
    """Returns the rules for teams. In a knockout, and in an event of one match, no match of a team that leaves is
    removed: those that are open are forfeited."""
    rules = rules_of(state).teams
    return rules if state.settings.event_form.removes_matches else replace(rules, removed_from=_NEVER)


def _counts(state: EventState, match: PlannedMatch, session: SessionNumber, through: RoundNumber | None) -> bool:
    """True if a match counts in the table after a round. A match of a triangle over two rounds that was forfeited in
    the first round counts, before and after its second half is drawn."""
    if match.place.session != session or through is None:
        return match.place.session <= session
    return match.rounds[-1] <= through or any(
        one.at.round <= through and match.concerns(one.at, one.number, one.opponent) for one in state.matches.forfeits
    )


def _usual_length(planned: Iterable[PlannedMatch], to_come: int) -> int:
    """Returns how many boards the matches have, the most where they differ; where there are none, those of a match to
    come."""
    return max((2 * match.length if match.in_triangle else match.length for match in planned), default=to_come)


def team_match(state: EventState, match: PlannedMatch, place: int, rows: Rows | None = None) -> TeamMatch:
    """Returns a match for scoring, by its slip if it has one; `place` is its key in the event."""
    slip = slip_of(state, match)
    by_boards = match_by_boards(state, match, place, rows, frozenset() if slip is None else boards_on(slip, match))
    if slip is None:
        return by_boards
    totals, given_vp = slip_parts(slip, match, team_method(state.settings))
    return replace(by_boards, parts=(totals, *by_boards.parts), given_vp=given_vp)


def match_by_boards(
    state: EventState,
    match: PlannedMatch,
    place: int,
    rows: Rows | None = None,
    without: frozenset[BoardAt] = frozenset(),
) -> TeamMatch:
    """Returns a match for scoring by the results of its boards, without some of them (`without`)."""
    noted = (one.number for one in state.matches.forfeits if match.concerns(one.at, one.number, one.opponent))
    losers = tuple(dict.fromkeys(noted))
    if not match.is_at_two_tables:
        parts = pair_parts(state, match, rows or {})
        return TeamMatch(
            first=match.home, second=match.away, parts=parts, round=place, boards=match.length, forfeited_by=losers
        )
    played, ruled, left_out = team_parts(counted_boards(state, match, without))
    return TeamMatch(
        first=match.home,
        second=match.away,
        parts=played,
        round=place,
        boards=match.comparisons,
        ruled=ruled,
        left_out=left_out,
        forfeited_by=losers,
    )


def _penalties(state: EventState, place: Place, planned: tuple[PlannedMatch, ...]) -> Iterable[TeamPenalty]:
    for penalty in state.rulings.penalties:
        if penalty.place.session > place.session or penalty.place.section != place.section:
            continue
        section = state.section(penalty.place)
        is_seat = penalty.number in section.numbers
        number = team_number(section.movement, penalty.number) if is_seat else penalty.number
        concerned = next(
            (
                at
                for at, match in enumerate(planned, start=1)
                if penalty.round is not None and match.concerns(penalty.place.at(penalty.round), number)
            ),
            None,
        )
        is_later = penalty.round is not None and concerned is None and penalty.unit is PenaltyUnit.IMPS
        if not is_later:
            amount, unit = _in_match(state, penalty)
            yield TeamPenalty(number=number, amount=amount, unit=unit, round=concerned, reason=penalty.reason)


def _in_match(state: EventState, penalty: PenaltyGiven) -> tuple[Fraction, PenaltyUnit]:
    """Returns the amount and the unit of a penalty as scoring takes it. If the event is one match by IMPs, a board
    costs IMPs of that match (regulations summary, line 59) and not points of a total."""
    is_of_match = state.settings.event_form.is_one_match and penalty.unit is PenaltyUnit.BOARDS
    if is_of_match and team_scoring(state.settings) is TeamScoring.IMPS:
        return penalty.amount * rules_of(state).scoring.worth.imps, PenaltyUnit.IMPS
    return penalty.amount, penalty.unit


def _has_left(state: EventState, place: Place, number: Number) -> bool:
    entry = state.entry_at(place, number)
    return entry is not None and entry.is_withdrawn


def half_result(state: EventState, match: PlannedMatch) -> MatchResult:
    """Returns one match of a triangle within a round: its IMPs, which bring nothing by themselves."""
    rules = half_rules(match_rules(state, match.length))
    return match_result(team_match(state, match, 0), rules, rules_of(state).teams)


def _triangles(
    state: EventState, planned: tuple[PlannedMatch, ...]
) -> dict[tuple[SessionNumber, RoundNumber], TeamTriangle]:
    """Returns the triangles within a round, by session and round."""
    halves: dict[tuple[SessionNumber, RoundNumber], list[TeamMatch]] = {}
    for match in planned:
        if match.in_triangle:
            halves.setdefault((match.place.session, match.rounds[0]), []).append(team_match(state, match, 0))
    return {at: TeamTriangle(place, tuple(parts)) for place, (at, parts) in enumerate(halves.items(), start=1)}


def _score_missed(
    state: EventState, place: Place, numbers: Iterable[Number], through: RoundNumber | None, rules: MatchRules
) -> dict[tuple[SessionNumber, RoundNumber, Number], Fraction]:
    """Returns the points of late entries for the rounds that they have missed, if the conditions give any."""
    missed = state.settings.conditions.missed
    if missed is MissedRounds.NOTHING:
        return {}
    points = missed.points(most_of(rules), draw_of(rules))
    return dict.fromkeys(missed_rounds(state, place, numbers, through), points)


def _sat_out(
    state: EventState,
    place: Place,
    through: RoundNumber | None,
    rules: MatchRules,
) -> dict[tuple[SessionNumber, RoundNumber, Number], Fraction]:
    out = []
    for number in range(1, place.session + 1):
        section = state.session(number).sections.get(place.section)
        for drawn in section.draws if section is not None else ():
            is_over = number < place.session or through is None or drawn.round <= through
            if drawn.sit_out is not None and is_over:
                out.append((number, drawn.round, drawn.sit_out))
    return dict.fromkeys(out, rules_of(state).teams.draw_share * draw_of(rules)) if out else {}
