"""Further rankings in addition to the one of the session: over both fields, by section and side, by stratum, with
handicaps.

JCBL director's manual 3.3, lines 1315-1320 (one list of a percentage game), 1985 (by section and side), 1521-1532
(strata: each ranks itself and those below it) and 4205 (handicap games). All rank the same results; none changes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.awards.masterpoints import AwardsBy
from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.handicap import HandicapRules, with_handicaps
from arrowswitch.core.scoring.totals.ranking import ranked_among
from arrowswitch.core.scoring.totals.strata import stratum_of, stratum_rankings
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.entry_points import handicap_of, points_of, strata_of
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.award_rules import over_both
from arrowswitch.tournament.ranking.event_total import brought_amounts, brought_ranking, brought_together
from arrowswitch.tournament.ranking.pair_fields import pair_fields
from arrowswitch.tournament.ranking.rankings import rank_row, ranking
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_numbers, section_number
from arrowswitch.tournament.standings.session import standings


class FurtherKind(StrEnum):
    """The kind of a further ranking."""

    BROUGHT = "brought"
    OVERALL = "overall"
    SECTION = "section"
    STRATUM = "stratum"
    HANDICAP = "handicap"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class FurtherRanking:
    """One list: with the carry-over, of everybody, of a section (`name` is its letter), of a stratum (its name),
    or with handicaps; `side` where the two directions are ranked apart. `by_percent` tells what ranks it.

    A list of the pairs of teams (`name` are their sections, where there are several fields) is over all sessions.
    `notes` has the additions to a row's result: the carry-over or the handicap included in it, the stratum it belongs
    to, or the results of each session.
    """

    kind: FurtherKind
    rows: tuple[RankRow, ...]
    by_percent: bool
    name: str = ""
    side: Side | None = None
    notes: Mapping[Number, str | Fraction] = field(default_factory=dict)


@lru_cache(maxsize=16)
def further_rankings(state: EventState, session: SessionNumber = 1) -> tuple[FurtherRanking, ...]:
    """Returns every further list that the event has: those that would only say the same again are left out."""
    scored = standings(state, session)
    if not any(row.boards for row in scored.ranking):
        return ()
    rules = rules_of(state).scoring.ranking
    return (
        *_with_carry_over(state, session, scored),
        *_pairs(state, session),
        *_overall(state, session),
        *_sections(state, session, scored, rules),
        *_strata(state, session, scored, rules),
        *_handicap(state, session, scored),
    )


def _pairs(state: EventState, session: SessionNumber) -> Iterator[FurtherRanking]:
    """Yields the pairs of a game of teams and pairs, each field of flights by itself."""
    fields = [group for group in pair_fields(state, session) if group.rows]
    for group in fields:
        notes = {number: _by_session(parts) for number, parts in group.by_session.items() if len(parts) > 1}
        name = "・".join(group.sections) if len(fields) > 1 or len(group.sections) > 1 else ""
        yield FurtherRanking(
            kind=FurtherKind.PAIRS, rows=group.rows, by_percent=group.by_percent, name=name, notes=notes
        )


def _by_session(parts: Sequence[Fraction | None]) -> str:
    return " / ".join("–" if part is None else decimal_string(part).replace("-", "−") for part in parts)


def takes_handicaps(state: EventState) -> bool:
    """True if a list with handicaps can be made: of a field of pairs or players, never of matches."""
    return state.settings.can_take_handicaps and not form_of(state.settings).ranks_matches(state)


def _with_carry_over(state: EventState, session: SessionNumber, scored: Standings) -> Iterator[FurtherRanking]:
    """Yields the ranking with the carry-over of a qualifying, if there is one: over both fields first."""
    ranking = brought_ranking(state, session)
    notes = brought_amounts(state, session)
    together = brought_together(state, session)
    if together:
        rows = _rows(state, session, together)
        yield FurtherRanking(kind=FurtherKind.BROUGHT, rows=rows, by_percent=False, notes=notes)
    for side, group in _by_field(replace(scored, ranking=ranking)) if ranking else ():
        rows = _rows(state, session, group.ranking)
        yield FurtherRanking(kind=FurtherKind.BROUGHT, rows=rows, by_percent=False, side=side, notes=notes)


def _overall(state: EventState, session: SessionNumber) -> Iterator[FurtherRanking]:
    """Yields the percentage game over both fields, where there are two and everybody has a percentage."""
    together = over_both(state, session)
    if not together:
        return
    rows = _rows(state, session, together)
    if state.settings.awards.by is AwardsBy.OVERALL:
        earned = {row.standing.number: row.master_points for _, own in ranking(state, session).groups for row in own}
        rows = tuple(replace(row, master_points=earned.get(row.standing.number)) for row in rows)
    yield FurtherRanking(FurtherKind.OVERALL, rows, by_percent=True)


def _sections(
    state: EventState, session: SessionNumber, scored: Standings, rules: RankingRules
) -> Iterator[FurtherRanking]:
    """Yields each side of each section, where there are several sections."""
    played_session = state.session(session)
    if len(played_session.sections) < 2 or form_of(state.settings).ranks_matches(state):
        return
    for letter in played_session.sections:
        for side, group in _by_field(scored):
            numbers = {row.number for row in group.ranking if section_number(played_session, row.number)[0] == letter}
            rows = _rows(state, session, ranked_among(group, numbers, rules))
            if rows:
                by_percent = _is_by_percent(rows)
                yield FurtherRanking(kind=FurtherKind.SECTION, rows=rows, by_percent=by_percent, name=letter, side=side)


def _strata(
    state: EventState, session: SessionNumber, scored: Standings, rules: RankingRules
) -> Iterator[FurtherRanking]:
    """Yields the ranking of every stratum, the highest first; each stratum by its side where two fields are ranked."""
    strata = strata_of(state.settings.division.strata)
    if not strata:
        return
    points = {number: points_of(entry) for number, entry in _entries(state, session).items()}
    homes = {number: stratum_of(points.get(number, 0), strata).name for number in (r.number for r in scored.ranking)}
    lists = [(side, stratum_rankings(group, points, strata, rules)) for side, group in _by_field(scored)]
    for place, stratum in enumerate(strata):
        for side, by_stratum in lists:
            rows = _rows(state, session, by_stratum[place].ranking)
            if rows:
                yield FurtherRanking(
                    kind=FurtherKind.STRATUM,
                    rows=rows,
                    by_percent=_is_by_percent(rows),
                    name=stratum.name,
                    side=side,
                    notes=homes,
                )


def _handicap(state: EventState, session: SessionNumber, scored: Standings) -> Iterator[FurtherRanking]:
    """Yields the ranking after handicaps, if anybody has one and the method can be handicapped."""
    ranked = {row.number for row in scored.ranking}
    by = state.settings.scoring.handicap_of
    handicaps = {
        number: handicap_of(entry, by) for number, entry in _entries(state, session).items() if number in ranked
    }
    if not any(handicaps.values()) or not takes_handicaps(state):
        return
    after = with_handicaps(
        scored, handicaps, HandicapRules(state.settings.scoring.handicap_kind), rules_of(state).scoring
    )
    for side, _ in _by_field(scored):
        rows = _rows(state, session, tuple(row for row in after if row.direction is side))
        yield FurtherRanking(
            kind=FurtherKind.HANDICAP, rows=rows, by_percent=_is_by_percent(rows), side=side, notes=handicaps
        )


def _by_field(scored: Standings) -> list[tuple[Side | None, Standings]]:
    """Returns each field that is ranked apart, with its side."""
    fields = sorted({(row.field, row.direction) for row in scored.ranking}, key=lambda one: one[0])
    return [(side, replace(scored, ranking=scored.in_field(number))) for number, side in fields]


def _entries(state: EventState, session: SessionNumber) -> dict[Number, Entry]:
    """Returns the entry of each number of scoring."""
    numbers = scored_numbers(state.session(session))
    entries = {number: state.entry_in(session, who) for number, who in numbers.items()}
    return {number: entry for number, entry in entries.items() if entry is not None}


def _rows(state: EventState, session: SessionNumber, ranking: Sequence[Standing]) -> tuple[RankRow, ...]:
    return tuple(rank_row(state, session, standing) for standing in ranking)


def _is_by_percent(rows: Sequence[RankRow]) -> bool:
    return all(row.standing.percent is not None for row in rows)
