"""A simultaneous field is scored from the columns of its clubs as it is scored with a line for each result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring import sessions
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.outcomes import LatePlay, SideOutcome, TableScore, Weighted
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.regulations import to_plain
from arrowswitch.tournament.model.club_values.simultaneous import (
    ClubPair,
    ClubPenalty,
    ClubResults,
    FieldClub,
    SimultaneousField,
)
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.simultaneous import scored as scored_fields
from arrowswitch.tournament.simultaneous.column_scores import ColumnScores
from arrowswitch.tournament.simultaneous.rows import FieldScores, Sent
from arrowswitch.tournament.simultaneous.scored import (
    ScoredSimultaneous,
    scored_field,
    scored_in_columns,
    scored_in_lines,
)
from tests.fields import artificial, regulations, scores, unusual
from tests.rotation import examples
from tests.travellers import JCBL

NUMBERS = tuple(Number(text) for text in ("10", "9", "NS2", "EW2", "A5", "a", "(1", "1234567890123"))
METHODS = (Method.MATCHPOINTS, Method.IMPS)
WEIGHTED = Weighted(((620, Fraction(1, 2)), (-100, Fraction(1, 2))))


@st.composite
def outcomes(draw: st.DrawFn) -> tuple[SideOutcome, SideOutcome]:
    """The outcomes of a result without one score for both sides: adjusted, split, put off, or not played."""
    either = st.one_of(unusual, scores.map(TableScore))
    choice = draw(st.integers(0, 5))
    if choice == 0:
        return LatePlay(), LatePlay() if draw(st.booleans()) else TableScore(50)
    return (draw(either), draw(either)) if choice < 4 else (draw(artificial), draw(artificial))


@st.composite
def club_results(draw: st.DrawFn, method: Method) -> ClubResults:
    """The results of a club of an odd size, whose pairs are listed in any order and some of which play nothing."""
    numbers = draw(st.lists(st.sampled_from(NUMBERS), min_size=2, unique=True))
    pair = st.integers(0, len(numbers) - 1)
    row = st.tuples(st.sampled_from([1, 2, 3, 7, 40]), pair, pair, scores)
    rows = draw(st.lists(row, max_size=12))
    place = st.integers(0, max(len(rows) - 1, 0))
    penalty = st.builds(
        ClubPenalty, pair, st.fractions(-1, 2, max_denominator=12), st.sampled_from(penalty_units(method))
    )
    has_rows = st.just(bool(rows))
    return ClubResults(
        pairs=tuple(ClubPair(number, (Person(f"P{number}"),), at % 2) for at, number in enumerate(numbers)),
        boards=tuple(board for board, *_ in rows),
        ns=tuple(ns for _, ns, _, _ in rows),
        ew=tuple(ew for _, _, ew, _ in rows),
        scores=tuple(score for *_, score in rows),
        others=draw(has_rows.flatmap(lambda some: st.dictionaries(place, outcomes(), max_size=4 * some))),
        groups=draw(st.dictionaries(place, st.integers(0, 2), max_size=3)),
        penalties=tuple(draw(st.lists(penalty, max_size=1))),
        fouled=tuple(draw(st.sets(st.sampled_from([1, 2]), max_size=1))),
        awaited=draw(st.sampled_from([0, 0, 3])),
    )


@st.composite
def fields(draw: st.DrawFn, method: Method) -> tuple[SimultaneousField, dict[int, ClubResults]]:
    """A field of clubs in any order, some of which are out or have sent nothing."""
    numbers = draw(st.lists(st.integers(1, 12), min_size=1, max_size=5, unique=True))
    clubs = tuple(
        FieldClub(
            number,
            f"Club {number}",
            fouled=tuple(draw(st.sets(st.sampled_from([1, 7]), max_size=1))),
            is_out=draw(st.integers(0, 6)) == 0,
        )
        for number in numbers
    )
    field = SimultaneousField(
        "Field",
        "2026-11-29",
        40,
        method=method,
        rules=to_plain(JCBL),
        event_class=draw(st.sampled_from(EventClass)),
        clubs=clubs,
        game_class=draw(st.sampled_from([None, 1])),
    )
    sent = draw(st.sets(st.sampled_from(numbers), min_size=1))
    return field, {number: draw(club_results(method)) for number in sorted(sent)}


def sent_of(field: SimultaneousField, uploads: dict[int, ClubResults]) -> Sent:
    return [(club, uploads[club.number]) for club in field.clubs if not club.is_out and club.number in uploads]


def outcome_of(score: Callable[[], FieldScores | None]) -> FieldScores | tuple[object, ...] | None:
    """Returns the scores, or the problems that are refused."""
    try:
        return score()
    except Mistake as mistake:
        return mistake.problems


def view(field: SimultaneousField, sent: Sent, scores: FieldScores) -> tuple[object, ...]:
    """Returns everything that pages, papers and files show of a field."""
    scored = ScoredSimultaneous(field, scores, 0, tuple(club.number for club, _ in sent))
    of_clubs = [scored.of_club(club.number) for club in field.clubs]
    return tuple(scored.rows), of_clubs, list(scored.counts()), scored.results, scored.is_provisional


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(150), deadline=None)
@given(data=st.data(), rules=regulations(), is_provisional=st.booleans())
def test_columns_and_lines_are_the_same_field(
    method: Method, data: st.DataObject, rules: Regulations, is_provisional: bool
) -> None:
    """Every row with its rank, total, percentage, exact sum and masterpoints, the pairs of each club, and how often
    each score of a board was obtained. A field that is refused line by line is left to the lines."""
    field, uploads = data.draw(fields(method))
    sent = sent_of(field, uploads)
    with patch.object(scored_fields, "rules_of_field", lambda _: rules):
        lines = outcome_of(lambda: scored_in_lines(field, sent, is_provisional=is_provisional))
        columns = scored_in_columns(field, sent, is_provisional=is_provisional)
        if lines is None or isinstance(lines, tuple) or not lines.results:
            assert columns is None
            return
        assert columns is not None
        assert view(field, sent, columns) == view(field, sent, lines)
        assert columns.standings == lines.standings


def small() -> ClubResults:
    """Two boards of two tables."""
    return ClubResults(
        pairs=tuple(ClubPair(Number(text)) for text in ("1", "2", "3", "4")),
        boards=(1, 1, 2, 2),
        ns=(0, 2, 0, 2),
        ew=(1, 3, 3, 1),
        scores=(420, -50, 110, 110),
    )


def field_of(*clubs: FieldClub) -> SimultaneousField:
    return SimultaneousField("Field", "2026-11-29", 2, rules=to_plain(JCBL), clubs=clubs)


UNUSUAL: dict[str, ClubResults] = {
    "a short column": replace(small(), scores=(420, -50, 110)),
    "a pair that is not listed": replace(small(), ew=(1, 4, 3, 1)),
    "a pair below the first": replace(small(), ns=(-1, 2, 0, 2)),
    "a number listed twice": replace(small(), pairs=tuple(ClubPair(Number(text)) for text in ("1", "2", "3", "1"))),
    "a weighted score": replace(small(), others={1: (WEIGHTED, WEIGHTED)}),
    "a score of many digits": replace(small(), scores=(420, -50, 110, 2**40)),
    "a score above a million": replace(small(), scores=(420, -50, 110, 2_000_000)),
    "a penalty of a pair that is not listed": replace(
        small(), penalties=(ClubPenalty(4, Fraction(1), PenaltyUnit.BOARDS),)
    ),
    "a penalty of a pair without results": replace(
        small(),
        pairs=(*small().pairs, ClubPair(Number("5"))),
        penalties=(ClubPenalty(4, Fraction(1), PenaltyUnit.BOARDS),),
    ),
    "a penalty in another unit": replace(small(), penalties=(ClubPenalty(0, Fraction(1), PenaltyUnit.VP),)),
}


@pytest.mark.parametrize("results", UNUSUAL.values(), ids=UNUSUAL)
def test_what_columns_cannot_hold_is_left_to_the_lines(results: ClubResults) -> None:
    sent = [(FieldClub(1, "A"), small()), (FieldClub(2, "B"), results)]
    assert scored_in_columns(field_of(*(club for club, _ in sent)), sent, is_provisional=False) is None


def test_a_club_listed_twice_is_left_to_the_lines() -> None:
    sent = [(FieldClub(1, "A"), small()), (FieldClub(1, "B"), small())]
    assert scored_in_columns(field_of(*(club for club, _ in sent)), sent, is_provisional=False) is None


def test_instant_matchpoints_are_scored_line_by_line() -> None:
    field = replace(field_of(FieldClub(1, "A")), method=Method.INSTANT)
    assert scored_in_columns(field, [(FieldClub(1, "A"), small())], is_provisional=False) is None


def test_a_large_field_is_scored_from_its_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is made until boards are requested; then all are made once."""
    field, uploads = field_of(FieldClub(1, "A"), FieldClub(2, "B")), {1: small(), 2: small()}
    plain = scored_field(field, uploads)
    made: list[int] = []

    def count(score: Callable[..., Standings], *args: object) -> Standings:
        made.append(1)
        return score(*args)

    score_session = sessions.score_session
    monkeypatch.setattr(scored_fields, "LARGE", 8)
    monkeypatch.setattr(scored_fields, "score_session", lambda *args: count(score_session, *args))
    scored = scored_field(field, uploads)
    assert isinstance(scored.scores, ColumnScores)
    assert (tuple(scored.rows), list(scored.counts()), made) == (tuple(plain.rows), list(plain.counts()), [])
    assert scored.standings == plain.standings == scored.standings
    assert made == [1]
    monkeypatch.setattr(scored_fields, "LARGE", 9)
    assert not isinstance(scored_field(field, uploads).scores, ColumnScores)


def test_rows_are_made_when_they_are_requested() -> None:
    field = field_of(FieldClub(1, "A"), FieldClub(2, "B"))
    scored = scored_field(field, {1: small(), 2: small()})
    rows = scored.rows
    assert len(rows) == 8
    assert rows[-1] is rows[7]
    assert rows[2:4] == (rows[2], rows[3])
    with pytest.raises(IndexError):
        rows[8]
