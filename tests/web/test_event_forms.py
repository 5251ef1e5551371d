"""The part of the settings page about the form of an event, its conditions, and what its grade asks for."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.openings import Opening
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import DirectorGrade, EventForm, PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, list_codes_shown

SWISS = {
    "form": "swiss-teams",
    "scale": "wbf-25",
    "boards_per_round": "8",
    "rounds": "6",
    "rematch": "at-most",
    "rematch_number": "2",
    "rank_base": "before-previous",
    "last_round": "latest-rank",
    "triangle": "one-round",
    "triangle_limit": "2",
    "director_grade": "sectional",
    "eligibility": "連盟会員",
    "flights": "A, B ５００",
}


def settings_page(evening: Evening) -> str:
    return f"/events/{evening.event_id}/settings"


def test_a_swiss_is_set_up_on_the_page(desk: Desk, evening: Evening) -> None:
    """R-033, R-058, R-059: form, scale, every condition, flights and the limits of entry are stored and shown again."""
    path = settings_page(evening)
    desk.send(path, path, 200, **SWISS)
    settings = evening.state.settings
    assert (settings.form, settings.kind, settings.scoring.scale) == (
        EventForm.SWISS_TEAMS,
        ContestantKind.TEAM,
        "wbf-25",
    )
    assert settings.conditions == SwissConditions(
        6, Rematch.AT_MOST, 2, RankBase.BEFORE_PREVIOUS, LastRound.LATEST_RANK, Triangle.ONE_ROUND, 2
    )
    assert settings.division.flights == (PointLimit("A"), PointLimit("B", 500))
    assert (settings.announcement.eligibility, settings.announcement.director_grade) == (
        "連盟会員",
        DirectorGrade.SECTIONAL,
    )
    form = desk.page(path).form(path)
    assert {name: form[name] for name in SWISS} == {**SWISS, "flights": "A, B 500"}
    desk.send(path, path)
    assert evening.state.settings == settings


@rotate("locale", Locale)
def test_further_conditions_of_a_swiss(desk: Desk, evening: Evening, locale: Locale) -> None:
    """R-260: 1-2, 3-4 in round 1 and 1-9, 2-10 in round 2, as the third way of the manual (lines 1785-1787) has it, and
    the points of missed rounds. The announcement names both, and another setting leaves them."""
    path = settings_page(evening)
    desk.send(path, path, 200, **SWISS, first_rounds="by-numbers", missed="percent-45")
    assert evening.state.settings.conditions.missed is MissedRounds.PERCENT_45
    assert evening.state.settings.conditions.openings == (Opening.IN_ORDER, Opening.HALVES)
    desk.send(path, path, 200, eligibility="会員")
    assert evening.state.settings.conditions.openings == (Opening.IN_ORDER, Opening.HALVES)
    assert list_codes_shown(desk.page(path, locale)) == []
    text = print_paper("announcement", job_of(evening), locale).text
    assert {Locale.EN: "By number: 1-2, 3-4", Locale.JA: "番号順（1-2、3-4"}[locale] in text
    assert {Locale.EN: "45 % of the most", Locale.JA: "9VP"}[locale] in text
    desk.send(path, path, 200, first_rounds="by-seeds")
    assert not evening.tournament.state(evening.event_id).settings.conditions.openings


def test_a_pairs_game_stays_without_a_form(desk: Desk, evening: Evening) -> None:
    """R-179: its method can be changed at any time, so it has no separate form."""
    path = settings_page(evening)
    desk.send(path, path, method="total-points")
    assert evening.state.settings.form is None
    assert evening.state.settings.event_form is EventForm.TOTAL_POINT_PAIRS
    for typed, kind in (("individual", ContestantKind.PLAYER), ("pairs", ContestantKind.PAIR)):
        desk.send(path, path, form=typed)
        form = evening.state.settings.form
        assert ("pairs" if form is None else form.value, evening.state.settings.kind) == (typed, kind)


@for_each(
    "field, typed, more",
    [
        ("form", "moon-landing", {}),
        ("scale", "moon", {}),
        ("scale", "wbf-25", {"form": "swiss-teams", "boards_per_round": "11"}),
        ("strata", "300", {}),
        ("strata", "A, B 100, C 300", {}),
        ("rematch", "sometimes", {}),
        ("first_rounds", "by-moon", {}),
        ("missed", "all", {}),
        ("rounds", "many", {}),
        ("triangle_limit", "0", {}),
        ("triangle", "two-rounds", {"rounds": "7"}),
        ("director_grade", "king", {}),
        ("eligibility", "x" * 201, {}),
    ],
)
def test_a_wrong_field_says_so_beside_it(
    desk: Desk, evening: Evening, field: str, typed: str, more: dict[str, str]
) -> None:
    """R-057, R-058, R-059: nothing is changed, and the part of the form is open."""
    path = settings_page(evening)
    before = evening.state.settings
    answer = desk.send(path, path, 422, **more, **{field: typed})
    assert f'id="{field}-error"' in answer.text
    assert evening.state.settings == before


@rotate("locale", Locale)
def test_names_of_scales_without_a_table_are_marked(desk: Desk, evening: Evening, locale: Locale) -> None:
    """R-057: a club that plays by one of them types its table."""
    path = settings_page(evening)
    texts = [" ".join(text.split()) for text in desk.page(path, locale).texts]
    mark = translate("desk.form.scale-no-table", {}, locale)
    assert sum(text.endswith(mark) for text in texts) == 5
    swiss = {**SWISS, "scale": "20-0"}
    assert 'id="scale-error"' in desk.send(path, path, 422, **swiss).text
    desk.send(path, path, 200, **swiss, scale_table="10-10 11-9 12-8\n8: 0 3 7")
    assert evening.state.settings.scoring.scale == "20-0"


def test_a_club_saves_its_table_of_a_scale(desk: Desk, evening: Evening) -> None:
    """R-057: an event that chooses the scale by its name plays by the club's table, and keeps it."""
    answer = desk.send("/club", "/club", 422, **{"scale_table_20-0": "ten-ten"})
    assert 'id="scale_table_20-0-error"' in answer.text
    desk.send("/club", "/club", 200, **{"scale_table_20-0": "10-10 11-9 12-8\n8: 0 3 7"})
    path = settings_page(evening)
    mark = translate("desk.form.scale-club-table", {}, Locale.EN)
    assert sum(" ".join(text.split()).endswith(mark) for text in desk.page(path, Locale.EN).texts) == 1
    desk.send(path, path, 200, **{**SWISS, "scale": "20-0"})
    settings = evening.state.settings
    assert (settings.scoring.scale, settings.scoring.scale_table) == ("20-0", "10-10 11-9 12-8\n8: 0 3 7")
    desk.send(path, path, 422, scale="30-0", scale_table="")


@rotate("locale", Locale)
def test_the_page_tells_what_the_event_asks_for(desk: Desk, evening: Evening, locale: Locale) -> None:
    """R-058, R-060: the grade's boards and director, and each condition that is still to be fixed."""
    path = settings_page(evening)
    desk.send(path, path, form="swiss-pairs", event_class="national", boards_wanted="18")
    page = desk.page(path, locale)
    assert list_codes_shown(page) == []
    text = page.text
    for part in {
        Locale.EN: ("At least 21 boards", "national director", "18 boards in a session are fewer", "may meet again"),
        Locale.JA: ("21ボード以上", "ナショナル・ディレクター", "18ボードは", "再戦の規定"),
    }[locale]:
        assert part in text


def test_the_start_button_is_blocked_until_all_is_fixed(desk: Desk, evening: Evening) -> None:
    """R-058: each open condition is listed, and play has not begun."""
    path = settings_page(evening)
    desk.send(path, path, form="swiss-pairs", boards_per_round="8")
    evening.do(ChooseMovement(Place(1, "A"), None))
    answer = desk.post(f"/events/{evening.event_id}/movement/start", {}, headers={"accept": "application/json"})
    assert answer.status_code == 409
    codes = {error["code"] for error in answer.json()["errors"]}
    assert {f"form.unsettled-{name}" for name in ("rounds", "rematch", "rank-base", "last-round", "triangle")} <= codes
    assert not evening.state.is_started
