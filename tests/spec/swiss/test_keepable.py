"""The rounds of a small field: those that can be drawn with any results are proposed, and accepted with one press."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.swiss.conditions import Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.trial import fewer_rounds, rounds_drawn_always
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.swiss.conditions import as_round_robin, conditions_advice, conditions_broken, keepable
from arrowswitch.tournament.swiss.rounds import totals_after
from tests.builders import Evening
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, play_swiss
from tests.tables import for_each
from tests.web.client import list_codes_shown
from tests.web.test_draw_by_hand import swiss_pairs
from tests.web.test_matches import at, swiss

SIX = replace(PLAIN_SWISS, rounds=6)
A = Place(1, "A")


def with_conditions(evening: Evening, conditions: SwissConditions) -> Evening:
    evening.do(ChangeSettings(replace(evening.state.settings, conditions=conditions)))
    return evening


@for_each("entrants, rounds", [(4, 3), (5, 3), (6, 3), (7, 6), (8, 6), (12, 6), (60, 6)])
def test_how_far_everybody_can_go_without_a_rematch(entrants: int, rounds: int) -> None:
    """Five play three rounds: in the fourth, two who have met may be all that is left."""
    assert rounds_drawn_always(SIX, entrants) == rounds
    assert fewer_rounds(SIX, entrants, 4) == rounds


def test_no_rounds_no_question() -> None:
    assert fewer_rounds(replace(SIX, rounds=None), 5, 4) == 0


@rotate(entrants=range(3, 13), rounds=[3, 6], is_teams=[True, False])
def test_what_is_proposed_can_be_played(entrants: int, rounds: int, *, is_teams: bool) -> None:
    """Where nothing is said the event is drawn to its end; where something is, each proposal is."""
    fit = replace(SIX, rounds=rounds)
    evening = with_conditions(swiss(entrants, fit) if is_teams else swiss_pairs(entrants), fit)
    wanted = keepable(evening.state) or (() if conditions_broken(evening.state) else (fit,))
    assert wanted, "there is always something to play"
    for conditions in wanted:
        evening = with_conditions(swiss(entrants, conditions) if is_teams else swiss_pairs(entrants), conditions)
        assert conditions_broken(evening.state) == ()
        evening.do(DrawNumbers(A, 1))
        play_swiss(evening, conditions.rounds or 0)
        assert len(evening.state.section(A).draws) == conditions.rounds


@rotate("locale", Locale)
def test_three_teams_are_led_to_a_round_robin(locale: Locale) -> None:
    """A Swiss of three teams as it is proposed cannot be drawn to its end: they meet in one round, or in a round robin
    that fills the time; numbers given before do no harm."""
    evening = swiss(3, replace(PLAIN_SWISS, triangle=Triangle.ONE_ROUND, triangle_limit=2))
    assert [one.rounds for one in keepable(evening.state)] == [1]
    with at(evening) as (desk, base):
        assert desk.post(f"{base}/draw/numbers", {"by": "points", "command_id": "a"}).status_code == 200
        page = desk.page(f"{base}/draw", locale)
        assert list_codes_shown(page) == []
        assert {Locale.EN: "Three teams meet each other", Locale.JA: "3チームは同時に"}[locale] in page.text
        answer = desk.post(f"{base}/draw/round-robin", {"command_id": "b"})
        assert answer.url.path == f"{base}/movement"
        settings = evening.state.settings
        assert (settings.form, settings.conditions) == (EventForm.ROUND_ROBIN_TEAMS, SwissConditions())
        assert desk.post(f"{base}/draw/round-robin", {"command_id": "c"}).status_code == 404
    evening.start(movement_choices(evening.state)[0].movement)


@for_each("teams, warns", [(12, True), (13, True), (14, False)])
def test_fewer_than_twice_the_rounds_are_warned(teams: int, *, warns: bool) -> None:
    """R-263: 7 rounds without rematches want 14 teams (manual, line 2696). The draw is only warned of, not refused."""
    evening = swiss(teams, replace(PLAIN_SWISS, rounds=7))
    warnings = (*conditions_broken(evening.state), *conditions_advice(evening.state))
    assert bool(warnings) is warns
    looser = replace(PLAIN_SWISS, rounds=7, rematch=Rematch.NOT_CONSECUTIVE)
    assert conditions_advice(swiss(teams, looser).state) == ()


@rotate("locale", Locale)
def test_the_warning_is_on_both_pages(locale: Locale) -> None:
    evening = swiss(12, replace(PLAIN_SWISS, rounds=7))
    with at(evening) as (desk, base):
        for address in ("draw", "settings"):
            page = desk.page(f"{base}/{address}", locale)
            assert list_codes_shown(page) == []
            assert {Locale.EN: "at least 14 contestants", Locale.JA: "14以上の参加"}[locale] in page.text


def test_four_teams_are_not() -> None:
    assert as_round_robin(swiss(4, SIX).state) is None
    with at(swiss(4, SIX)) as (desk, base):
        assert desk.post(f"{base}/draw/round-robin", {"command_id": "a"}).status_code == 422


def test_one_triangle_of_all_is_a_round() -> None:
    """It leaves nobody to pair, in an opening as in a draw by the ranking."""
    triangles = replace(PLAIN_SWISS, rounds=3, triangle=Triangle.ONE_ROUND, triangle_limit=3, rematch=Rematch.FREE)
    evening = swiss(3, triangles)
    assert conditions_broken(evening.state) == ()
    evening.do(DrawNumbers(A, 1))
    play_swiss(evening, 3)
    draws = evening.state.section(A).draws
    assert [(one.matches, sorted(one.triangle)) for one in draws] == [((), ["1", "2", "3"])] * 3
    totals = totals_after(evening.state, SectionLetter("A"), 3)
    assert len(totals) == 3
    assert min(totals.values()) > 0


@rotate("locale", Locale)
def test_taken_with_one_press(locale: Locale) -> None:
    evening = with_conditions(swiss_pairs(5), SIX)
    with at(evening) as (desk, base):
        page = desk.page(f"{base}/draw", locale)
        assert list_codes_shown(page) == []
        assert {Locale.EN: "Play 3 rounds", Locale.JA: "3ラウンドにする"}[locale] in page.text
        assert desk.post(f"{base}/draw/conditions", {"proposal": "3", "command_id": "a"}).status_code == 422
        assert desk.post(f"{base}/draw/conditions", {"proposal": "1", "command_id": "b"}).status_code == 200
        assert evening.tournament.state(evening.event_id).settings.conditions.rounds == 3
        assert desk.post(f"{base}/draw/conditions", {"proposal": "1", "command_id": "c"}).status_code == 422
