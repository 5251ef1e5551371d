"""The pairs' ranking of a short round robin of teams and pairs, over all sessions (SRR teams and pairs).

JCBL director's manual 3.3, lines 1801-1809 and 2633-2652: one set of results gives the teams' table of each flight and
the ranking of the pairs. A field of pairs is the flights that play the same boards (lines 2650 and 3389-3391). A board
whose pairs sat wrongly is out of the teams' comparison and counts for the pairs (line 2652).

How the pairs are scored is not printed but for "IMP to VP" (line 1809). By the Houston trial (IMPs against the datum,
the IMPs of each round to victory points by the event's own scale) it is that; by the other methods of pairs it is what
they bring, and IMPs against every other table where the event names no method for pairs. Sessions are added;
percentages are the mean over the boards. Penalties of a team take nothing from its pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.accounts import ScoringMemory
from arrowswitch.core.scoring.totals.ranking import rank_standings, ranking_basis
from arrowswitch.tournament.entries.team_numbers import pair_of
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.rankings import rank_row
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_number
from arrowswitch.tournament.scored.match_rules import scale_in_use
from arrowswitch.tournament.scored.session import scoring_input

_METHODS = (Method.MATCHPOINTS, Method.IMPS, Method.BUTLER, Method.HOUSTON, Method.TOTAL_POINTS, Method.BOARD_A_MATCH)


@dataclass(frozen=True, slots=True)
class PairField:
    """A field of pairs: the flights that are in it, the ranking over all sessions, what each session brought a pair (in
    the order of the sessions, None where it has no score), and whether percentages rank it."""

    sections: tuple[SectionLetter, ...]
    rows: tuple[RankRow, ...]
    by_session: Mapping[Number, tuple[Fraction | None, ...]]
    by_percent: bool
    is_provisional: bool


def has_pair_fields(state: EventState) -> bool:
    """True if pairs are ranked in addition to the teams."""
    return state.settings.event_form.also_ranks_pairs


def pair_method(state: EventState) -> Method:
    """Returns the method for the pairs of a game of teams and pairs: the event's method, IMPs if it is not a method of
    pairs."""
    method = state.settings.scoring.method
    return method if method in _METHODS else Method.IMPS


@lru_cache(maxsize=16)
def pair_fields(state: EventState, through: SessionNumber | None = None) -> tuple[PairField, ...]:
    """Returns the fields of pairs, ranked over the sessions up to `through` (None: all); none for other forms."""
    if not has_pair_fields(state):
        return ()
    sessions = [number for number in sorted(state.sessions) if through is None or number <= through]
    return tuple(_field(state, sessions, letters) for letters in fields_of_sections(state))


def fields_of_sections(state: EventState) -> tuple[tuple[SectionLetter, ...], ...]:
    """Returns the sections whose pairs are one field: those that play the same boards in every session."""
    by_boards: dict[tuple[frozenset[int], ...], list[SectionLetter]] = {}
    letters = sorted({letter for session in state.sessions.values() for letter in session.sections})
    for letter in letters:
        sheets = [session.sections.get(letter) for session in state.sessions.values()]
        boards = tuple(_boards(section) for section in sheets)
        if any(boards):
            by_boards.setdefault(boards, []).append(letter)
    return tuple(tuple(letters) for letters in by_boards.values())


def _boards(section: Section | None) -> frozenset[int]:
    movement = None if section is None else section.movement
    return frozenset() if movement is None else frozenset(b for boards in movement.board_sets for b in boards)


def _field(state: EventState, sessions: Sequence[SessionNumber], letters: tuple[SectionLetter, ...]) -> PairField:
    rules = pair_rules(state)
    scored = [(number, session_standings(state, number, letters, rules)) for number in sessions]
    played = [
        (number, standings_of_session)
        for number, standings_of_session in scored
        if standings_of_session is not None and standings_of_session.ranking
    ]
    by_number: dict[Number, dict[SessionNumber, Standing]] = {}
    for number, standings_of_session in played:
        for standing in standings_of_session.ranking:
            by_number.setdefault(standing.number, {})[number] = standing
    if not played:
        return PairField(sections=letters, rows=(), by_session={}, by_percent=False, is_provisional=True)
    by = ranking_basis(played[0][1], rules.scoring.ranking)
    ranking = rank_standings((_add_sessions(own) for own in by_number.values()), rules.scoring.ranking, by)
    return PairField(
        sections=letters,
        rows=tuple(_row(state, standing, played[0][0]) for standing in ranking),
        by_session={
            pair: tuple(own[number].total if number in own else None for number in sessions)
            for pair, own in by_number.items()
        },
        by_percent=all(standing.percent is not None for standing in ranking),
        is_provisional=len(played) < len(sessions)
        or any(standings_of_session.is_provisional for _, standings_of_session in played),
    )


def pair_rules(state: EventState) -> Regulations:
    """Returns the regulations that the pairs are scored by; in a Houston trial with the event's own scale."""
    rules, scale = rules_of(state), scale_in_use(state)
    if pair_method(state) is not Method.HOUSTON or scale is None:
        return rules
    houston = replace(rules.scoring.houston, scale=scale.name)
    others = tuple(one for one in rules.scales if one.name != scale.name)
    return replace(rules, scoring=replace(rules.scoring, houston=houston), scales=(*others, scale))


def session_standings(
    state: EventState, session: SessionNumber, letters: tuple[SectionLetter, ...], rules: Regulations
) -> Standings | None:
    """Returns a field's standings in a session, None before anything is entered there."""
    field = field_input(state, session, letters)
    if field is None:
        return None
    return score(field, rules, pair_method(state), state.memory.part(ScoringMemory, session, letters))


def field_input(state: EventState, session: SessionNumber, letters: tuple[SectionLetter, ...]) -> ScoringInput | None:
    """Returns the lines and contestants of a field in a session, None before anything is entered there."""
    played_session = state.session(session)
    own = {
        scored_number(played_session, letter, number)
        for letter in letters
        if letter in played_session.sections
        for number in played_session.sections[letter].numbers
    }
    whole = scoring_input(state, session)
    lines = tuple(line for line in whole.lines if own.issuperset(line.ns + line.ew))
    if not lines:
        return None
    played = {
        number
        for letter in letters
        if letter in played_session.sections
        for number in _boards(played_session.sections[letter])
    }
    full = _full_results(played_session.sections, letters)
    due = {number: count for number, count in whole.boards_due.items() if number in own}
    return replace(
        whole,
        lines=lines,
        contestants=tuple(number for number in whole.contestants if number in own),
        fields=(),
        directions={},
        boards_due=due,
        full_results={board: count for board, count in full.items() if board in played},
        penalties=tuple(penalty for penalty in whole.penalties if penalty.number in own),
        is_provisional=len(lines) < sum(full.values()),
    )


def _full_results(sections: Mapping[SectionLetter, Section], letters: tuple[SectionLetter, ...]) -> dict[int, int]:
    full: dict[int, int] = {}
    for letter in letters:
        movement = sections[letter].movement if letter in sections else None
        for meeting in movement.meetings if movement is not None else ():
            for board in movement.boards_of(meeting) if movement is not None else ():
                full[board] = full.get(board, 0) + 1
    return full


def _add_sessions(own: Mapping[SessionNumber, Standing]) -> Standing:
    """Returns the sessions of a pair as one standing."""
    first, *others = own.values()
    if not others:
        return first
    rows = (first, *others)
    boards = sum(row.boards for row in rows)
    percents = [row.percent for row in rows if row.percent is not None]
    mean = sum((row.percent * row.boards for row in rows if row.percent is not None), Fraction(0)) / max(boards, 1)
    return replace(
        first,
        raw=sum((row.raw for row in rows), Fraction(0)),
        penalty=sum((row.penalty for row in rows), Fraction(0)),
        total=sum((row.total for row in rows), Fraction(0)),
        percent=round_half_up_2(mean) if len(percents) == len(rows) else None,
        boards=boards,
        boards_due=sum(row.boards_due for row in rows),
    )


def _row(state: EventState, standing: Standing, session: SessionNumber) -> RankRow:
    """Returns a pair's row, with the two people of the team who are the pair."""
    row = rank_row(state, session, standing)
    pair = None if row.entry is None else replace(row.entry, people=pair_of(row.entry, standing.number), name="")
    return replace(row, entry=pair)
