"""The page of a Swiss match says what the regulations propose for wrong opponents and for a match cut short."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.swiss.rounds import totals_after
from arrowswitch.tournament.swiss.rulings import cut_short, wrong_opponents
from tests.builders import Evening
from tests.scripted_events import PLAIN_SWISS, new_event
from tests.web.client import visible
from tests.web.test_matches import TEAM, assert_reads, at, play_one


def second_round(regulations: str = "ebu") -> Evening:
    """Eight teams after two rounds of six boards, seeds drawn by lot."""
    evening = new_event(
        8,
        4,
        kind=TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-continuous",
        conditions=replace(PLAIN_SWISS, rounds=3),
        boards_per_round=6,
        regulations=regulations,
    )
    evening.do(DrawNumbers(Place(1, "A"), 1))
    play_one(evening, 1)
    play_one(evening, 2)
    return evening


def test_the_rules_are_read_from_the_totals_before_the_round() -> None:
    """White Book 3.5.2: more than 5 of 20 VP apart: 5 + 3/4 of the score, or the score less 1/4 of all above 5."""
    evening = second_round()
    totals = totals_after(evening.state, "A", 1)
    home, away = (
        evening.state.section(Place(1, "A")).draws[1].matches[0].home,
        evening.state.section(Place(1, "A")).draws[1].matches[0].away,
    )
    weakest = min((n for n in totals if n not in (home, away)), key=lambda number: totals[number])
    ruling = wrong_opponents(evening.state, Place(1, "A").at(2), (home, away), weakest, Fraction(12), 6)
    assert ruling is not None
    assert (ruling.met, ruling.due) == (totals[away], totals[weakest])
    assert ruling.is_mismatch == (abs(totals[away] - totals[weakest]) > 5)
    assert ruling.is_mismatch
    assert (ruling.without_fault, ruling.at_fault) == (Fraction(14), Fraction(12))
    back = wrong_opponents(evening.state, Place(1, "A").at(2), (weakest, weakest), away, Fraction(13), 6)
    assert back is not None
    assert (back.without_fault, back.at_fault) == (Fraction(13), Fraction(11))
    same = wrong_opponents(evening.state, Place(1, "A").at(2), (home, away), away, Fraction(12), 6)
    assert same is not None
    assert (same.is_mismatch, same.without_fault, same.at_fault) == (False, Fraction(12), Fraction(12))
    first = wrong_opponents(evening.state, Place(1, "A").at(1), (home, away), weakest, Fraction(12), 6)
    assert first is not None
    assert (first.met, first.due, first.is_mismatch) == (Fraction(0), Fraction(0), False)


def test_a_match_cut_short() -> None:
    """White Book 3.3.7 and 3.3.9: of six boards, four playable leave two to award; two playable make the match void."""
    state = second_round().state
    four, two = cut_short(state, 6, 4), cut_short(state, 6, 2)
    assert (four.is_void, four.awarded, four.averages) == (False, 2, 0)
    assert (two.is_void, two.awarded, two.averages) == (True, 3, 3)


def test_the_page_of_a_match() -> None:
    evening = second_round()
    totals = totals_after(evening.state, "A", 1)
    drawn = evening.state.section(Place(1, "A")).draws[1].matches[0]
    weakest = min((n for n in totals if n not in (drawn.home, drawn.away)), key=lambda number: totals[number])
    won = match_at(evening.state, Place(1, "A").at(2), drawn.home).points_of(drawn.home)
    assert won is not None
    path = f"/matches/2/{drawn.home}"
    address = f"{path}?right_home={weakest}&right_away={Number('nobody')}&playable=2"
    with at(evening) as (desk, base):
        assert_reads(desk, evening, path, address)
        english = visible(desk.get(f"{base}{address}&lang={Locale.EN.value}").text)
        assert f"should have met {weakest} with" in english
        assert "average plus and minus by fault on 3 boards, average on 3." in english
        japanese = visible(desk.get(f"{base}{address}&lang={Locale.JA.value}").text)
        assert f"VPの{weakest}番でした" in japanese
        assert "3ボードは責任に応じて" in japanese
        assert "should have met" not in visible(desk.get(f"{base}{path}?playable=x&lang=en").text).split("as drawn")[-1]


def test_regulations_without_these_rules_propose_nothing() -> None:
    evening = second_round("jcbl-2008")
    home = evening.state.section(Place(1, "A")).draws[1].matches[0].home
    with at(evening) as (desk, base):
        assert "swiss-rulings" not in desk.get(f"{base}/matches/2/{home}?playable=2").text
