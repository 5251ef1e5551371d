"""Further rankings beside the one of the session: over both fields, by section and side, by stratum, with handicaps.

JCBL director's manual 3.3, lines 1315-1320 (one list of a percentage game), 1985 (by section and side), 1521-1532
(strata: each ranks itself and those below it) and 4205 (handicap games). All rank the same results; none changes one.

The manual does not say whose points place a pair in a stratum. The partner with more decides, so that nobody is ranked
below his own stratum. An entry's own handicap counts, else the mean of its people's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.handicap import HandicapRules, with_handicaps
from arrowswitch.core.scoring.totals.ranking import percentage_game, ranked_among
from arrowswitch.core.scoring.totals.strata import Stratum, stratum_of, stratum_rankings
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.event.views import RankRow
from arrowswitch.tournament.ranking.carried import brought_amounts, brought_ranking
from arrowswitch.tournament.ranking.pair_fields import pair_fields
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_number, section_number
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.session import standings


class FurtherKind(StrEnum):
    """What a further ranking is about."""

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
    `notes` has what a row carries beside its result: the carry-over or the handicap that are in it, the stratum it
    belongs to, or what each session brought.
    """

    kind: FurtherKind
    name: str
    side: Side | None
    rows: tuple[RankRow, ...]
    by_percent: bool
    notes: Mapping[Number, str | Fraction]


@lru_cache(maxsize=16)
def further_rankings(state: EventState, session: SessionNumber = 1) -> tuple[FurtherRanking, ...]:
    """Returns every further list that the event has: those that would only say the same again are left out."""
    scored = standings(state, session)
    if not any(row.boards for row in scored.ranking):
        return ()
    rules = rules_of(state).scoring.ranking
    return (
        *_brought(state, session, scored),
        *_pairs(state, session),
        *_overall(state, session, scored, rules),
        *_sections(state, session, scored, rules),
        *_strata(state, session, scored, rules),
        *_handicap(state, session, scored, rules),
    )


def _pairs(state: EventState, session: SessionNumber) -> Iterator[FurtherRanking]:
    """Yields the pairs of a game of teams and pairs, each field of flights by itself."""
    fields = [field for field in pair_fields(state, session) if field.rows]
    for field in fields:
        notes = {number: _by_session(parts) for number, parts in field.by_session.items() if len(parts) > 1}
        name = "・".join(field.sections) if len(fields) > 1 or len(field.sections) > 1 else ""
        yield FurtherRanking(
            kind=FurtherKind.PAIRS, name=name, side=None, rows=field.rows, by_percent=field.by_percent, notes=notes
        )


def _by_session(parts: Sequence[Fraction | None]) -> str:
    return " / ".join("–" if part is None else decimal_string(part).replace("-", "−") for part in parts)


def points_of(entry: Entry) -> int:
    """Returns the master points that place an entry in a stratum, in hundredths: those of the one who has most."""
    return max((person.master_points for person in entry.people), default=0)


def handicap_of(entry: Entry) -> Fraction:
    """Returns the handicap of an entry: its own, else the mean of its people's."""
    if entry.handicap is not None:
        return entry.handicap
    total = sum((person.handicap for person in entry.people), Fraction(0))
    return total / max(len(entry.people), 1)


def _brought(state: EventState, session: SessionNumber, scored: Standings) -> Iterator[FurtherRanking]:
    """Yields the ranking with what is carried over of a qualifying, where anything is."""
    rows = brought_ranking(state, session)
    notes = brought_amounts(state, session)
    for side, field in _by_field(replace(scored, ranking=rows)) if rows else ():
        yield FurtherRanking(
            kind=FurtherKind.BROUGHT,
            name="",
            side=side,
            rows=_rows(state, session, field.ranking),
            by_percent=False,
            notes=notes,
        )


def _overall(
    state: EventState, session: SessionNumber, scored: Standings, rules: RankingRules
) -> Iterator[FurtherRanking]:
    """Yields the percentage game over both fields, where there are two and everybody has a percentage."""
    if len({row.field for row in scored.ranking}) < 2 or any(row.percent is None for row in scored.ranking):
        return
    rows = _rows(state, session, percentage_game((scored,), rules))
    yield FurtherRanking(kind=FurtherKind.OVERALL, name="", side=None, rows=rows, by_percent=True, notes={})


def _sections(
    state: EventState, session: SessionNumber, scored: Standings, rules: RankingRules
) -> Iterator[FurtherRanking]:
    """Yields each side of each section, where there are several sections."""
    found = state.session(session)
    if len(found.sections) < 2 or is_of_matches(state):
        return
    for letter in found.sections:
        for side, field in _by_field(scored):
            numbers = {row.number for row in field.ranking if section_number(found, row.number)[0] == letter}
            rows = _rows(state, session, ranked_among(field, numbers, rules))
            if rows:
                yield FurtherRanking(
                    kind=FurtherKind.SECTION,
                    name=letter,
                    side=side,
                    rows=rows,
                    by_percent=_is_by_percent(rows),
                    notes={},
                )


def _strata(
    state: EventState, session: SessionNumber, scored: Standings, rules: RankingRules
) -> Iterator[FurtherRanking]:
    """Yields the ranking of every stratum, the highest first; each stratum by its side where two fields are ranked."""
    strata = tuple(Stratum(one.name, None if one.most is None else one.most * 100) for one in state.settings.strata)
    if not strata:
        return
    points = {number: points_of(entry) for number, entry in _entries(state, session).items()}
    homes = {number: stratum_of(points.get(number, 0), strata).name for number in (r.number for r in scored.ranking)}
    lists = [(side, stratum_rankings(field, points, strata, rules)) for side, field in _by_field(scored)]
    for place, stratum in enumerate(strata):
        for side, found in lists:
            rows = _rows(state, session, found[place].ranking)
            if rows:
                yield FurtherRanking(
                    kind=FurtherKind.STRATUM,
                    name=stratum.name,
                    side=side,
                    rows=rows,
                    by_percent=_is_by_percent(rows),
                    notes=homes,
                )


def _handicap(
    state: EventState, session: SessionNumber, scored: Standings, rules: RankingRules
) -> Iterator[FurtherRanking]:
    """Yields the ranking after handicaps, where anybody has one and the method can take it."""
    ranked = {row.number for row in scored.ranking}
    given = {number: handicap_of(entry) for number, entry in _entries(state, session).items() if number in ranked}
    if not any(given.values()) or not state.settings.can_take_handicaps:
        return
    after = with_handicaps(scored, given, HandicapRules(state.settings.handicap_kind), rules)
    for side, _ in _by_field(scored):
        rows = _rows(state, session, tuple(row for row in after if row.direction is side))
        yield FurtherRanking(
            kind=FurtherKind.HANDICAP, name="", side=side, rows=rows, by_percent=_is_by_percent(rows), notes=given
        )


def _by_field(scored: Standings) -> list[tuple[Side | None, Standings]]:
    """Returns each field that is ranked apart, with its side."""
    fields = sorted({(row.field, row.direction) for row in scored.ranking}, key=lambda one: one[0])
    return [(side, replace(scored, ranking=scored.in_field(field))) for field, side in fields]


def _entries(state: EventState, session: SessionNumber) -> dict[Number, Entry]:
    """Returns who has which number of scoring."""
    found = state.session(session)
    return {
        scored_number(found, section.letter, number): state.entries[entry_id]
        for section in found.sections.values()
        for number, entry_id in section.numbers.items()
        if entry_id in state.entries
    }


def _rows(state: EventState, session: SessionNumber, ranking: Sequence[Standing]) -> tuple[RankRow, ...]:
    found = []
    for standing in ranking:
        letter, number = section_number(state.session(session), standing.number)
        found.append(RankRow(standing, letter, state.entry_at(Place(session, letter), number)))
    return tuple(found)


def _is_by_percent(rows: Sequence[RankRow]) -> bool:
    return all(row.standing.percent is not None for row in rows)
