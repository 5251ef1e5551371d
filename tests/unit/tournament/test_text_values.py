"""Awards as stored texts: exact round trips, and nothing else is read."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)
from arrowswitch.tournament.model.values.result_texts import format_award, parse_award
from tests.tables import for_each

averages = st.builds(Average, st.sampled_from(AverageKind))
percentages = st.builds(Percentage, st.fractions(0, 100, max_denominator=10**28))


@st.composite
def draw_weighted(draw: st.DrawFn) -> Weighted:
    shares = draw(st.lists(st.integers(1, 20), min_size=1, max_size=5))
    scores = draw(st.lists(st.integers(-7600, 7600), min_size=len(shares), max_size=len(shares)))
    total = sum(shares)
    return Weighted(tuple((s, Fraction(w, total)) for s, w in zip(scores, shares, strict=True)))


awards = st.one_of(
    averages,
    percentages,
    draw_weighted(),
    st.just(NotPlayed()),
    st.builds(Neutral, st.one_of(st.none(), averages, percentages)),
    st.builds(TableScore, st.integers(-7600, 7600)),
)


@given(awards)
def test_every_award_comes_back_from_its_text(award: SideOutcome) -> None:
    assert parse_award(format_award(award)) == award


DIGITS = "9" * 4301
"""More than Python turns into a number."""
LONG = (f"={DIGITS}", f"{DIGITS}@1", f"1@{DIGITS}", f"1/{DIGITS}%")


@for_each("text", ["", "B+", "101%", "N:NP", "420@1/2", "420@1/2,x", "=x", "A++", "50 %", "1/0%", "420@1/0", *LONG])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"award\.malformed"):
        parse_award(text)
