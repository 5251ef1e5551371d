"""R-032, R-057, R-268: an event of every form can be made and begun with what the program proposes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.regulations import load, to_plain
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.forms.choices import with_choice, with_form
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.values.matches import EightScoring, MatchSettings, TeamScoring
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulebooks.scale_choice import needs_scale, scale_chosen, usual_scale
from arrowswitch.tournament.settings.decide import settings_problems
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.tournament.settings.decide_method import round_problems
from arrowswitch.tournament.settings.proposals import complete_settings, fitting, without_others
from tests.scripted_events import new_event
from tests.tables import for_each

FORMS = [(form, method) for form in EventForm for method in form.methods]


def plain(form: EventForm, **fixed: object) -> Settings:
    return with_values(Settings("例会", "2026-11-21", form=form, kind=form.kind), fixed)


@for_each("form, method", FORMS)
def test_nothing_is_left_open(form: EventForm, method: Method) -> None:
    for boards, minutes, sessions in product((None, 2, 5, 7, 8), (90, 200), (1, 2)):
        wanted = complete_settings(
            plain(form, method=method, boards_per_round=boards, minutes=minutes, sessions=sessions), "wbf-25"
        )
        assert [problem.code for problem in (*settings_problems(wanted), *missing_settings(wanted))] == []
        assert complete_settings(wanted) == wanted


def test_teams_and_pairs_have_two_sessions() -> None:
    """R-232: there are sheets for two sessions only (lines 2629-2657); a number of sessions that was fixed stays."""
    assert complete_settings(plain(EventForm.TEAMS_AND_PAIRS)).sessions == 2
    assert complete_settings(plain(EventForm.TEAMS_AND_PAIRS, sessions=4)).sessions == 4


@for_each("teams, minutes", [(6, 200), (7, 200), (9, 180)])
def test_matches_without_a_table_in_the_scale_are_proposed_with_another(teams: int, minutes: int) -> None:
    """Short matches (lines 3380-3387) have no table in the scale of the regulations: it goes, not the form."""
    form = EventForm.TEAMS_AND_PAIRS
    settings = complete_settings(plain(form, minutes=minutes), "wbf-25")
    evening = new_event(teams, 4, kind=form.kind, form=form, sessions=2, scale=settings.scoring.scale, minutes=minutes)
    best = movement_choices(evening.state)[0]
    assert best.fits_time
    evening.do(ChooseMovement(Place(1, "A"), best.movement, fits_scale=True))
    chosen = load_scale(evening.state.settings.scoring.scale)
    assert chosen.has_table(best.movement.boards_per_round)


def test_no_scale_goes_where_the_table_is_the_organisers_own() -> None:
    """A typed value is never replaced: then there is no game, and a message gives the reason."""
    form = EventForm.TEAMS_AND_PAIRS
    table = "10-10 11-9 20-0\n8: 0 3 9"
    evening = new_event(7, 4, kind=form.kind, form=form, sessions=2, scale=OWN, scale_table=table)
    with pytest.raises(Refused) as refused:
        movement_choices(evening.state)
    assert refused.value.problems[0].code == "team-choice.none"


@for_each("form", [EventForm.HOUSTON_PAIRS, EventForm.TEAM_OF_PAIRS])
@for_each("boards", [3, 5, 6, 7, 8])
@for_each("rules", ["jcbl-2008", "wbf-2017", "ebu", "acbl"])
def test_rounds_of_pairs_have_a_scale_for_their_boards(rules: str, boards: int, form: EventForm) -> None:
    """R-168: a Houston trial of 7, 6 or 5 boards a round (manual, lines 3369-3374), typed beforehand: the scale of the
    regulations begins with eight boards, so that the continuous one is taken."""
    read = load(rules)
    for method in {Method.HOUSTON, Method.ROUND_IMPS} & set(form.methods):
        settings = plain(form, method=method, boards_per_round=boards, regulations=rules)
        wanted = complete_settings(settings, usual_scale(read, settings))
        assert list(round_problems(wanted, to_plain(read))) == []
        assert load_scale(wanted.scoring.scale or read.scoring.houston.scale).has_table(boards)
        assert bool(wanted.scoring.scale) is (boards != 8 or needs_scale(wanted))


def test_the_usual_scale_is_that_of_the_form() -> None:
    """R-057: of teams, of rounds of pairs, of Swiss pairs by IMPs, as the regulations name each."""
    read = load("acbl")
    assert usual_scale(read, plain(EventForm.SWISS_TEAMS)) == read.teams.scale == "acbl-20"
    assert usual_scale(read, plain(EventForm.HOUSTON_PAIRS, method=Method.HOUSTON)) == read.scoring.houston.scale
    assert usual_scale(read, plain(EventForm.SWISS_PAIRS, method=Method.SWISS_IMPS)) == read.swiss_pairs.imps_scale


def test_what_was_fixed_stays() -> None:
    fixed = plain(
        EventForm.SWISS_TEAMS,
        boards_per_round=14,
        scale="wbf-continuous",
        conditions=SwissConditions(rounds=9, rematch=Rematch.FREE, triangle=Triangle.NONE),
    )
    wanted = complete_settings(fixed, "wbf-25")
    assert (wanted.play.boards_per_round, wanted.scoring.scale) == (14, "wbf-continuous")
    assert (wanted.conditions.rounds, wanted.conditions.rematch) == (9, Rematch.FREE)
    assert (wanted.conditions.triangle, wanted.conditions.triangle_limit) == (Triangle.NONE, None)


@for_each(
    "boards, usual, scale",
    [(8, "wbf-25", "wbf-25"), (7, "wbf-25", "wbf-continuous"), (7, "acbl-20", "acbl-20"), (2, "", "wbf-continuous")],
)
def test_the_scale_has_a_table_for_the_boards(boards: int, usual: str, scale: str) -> None:
    wanted = complete_settings(plain(EventForm.SWISS_TEAMS, boards_per_round=boards), usual)
    assert wanted.scoring.scale == scale
    assert load_scale(scale).has_table(boards)


def test_boards_won_take_a_scale_of_points() -> None:
    assert complete_settings(plain(EventForm.BAM_VP_TEAMS), "wbf-25").scoring.scale == "bam-vp"


def test_swiss_imps_take_another_scale_where_the_regulations_have_no_table() -> None:
    short = plain(EventForm.SWISS_PAIRS, method=Method.SWISS_IMPS, boards_per_round=4)
    assert complete_settings(short, "wbf-25").scoring.scale == "wbf-continuous"
    assert complete_settings(replace(short, play=replace(short.play, boards_per_round=8)), "wbf-25").scoring.scale == ""
    assert (
        complete_settings(
            replace(short, scoring=replace(short.scoring, method=Method.SWISS_MATCHPOINTS)), "wbf-25"
        ).scoring.scale
        == ""
    )


@for_each(
    "boards, rounds, eight, triangle",
    [
        (8, 3, None, Triangle.ONE_ROUND),
        (7, 4, None, Triangle.TWO_ROUNDS),
        (7, 3, None, Triangle.NONE),
        (8, 3, EightScoring.CROSS, Triangle.NONE),
    ],
)
def test_an_odd_number_of_teams(boards: int, rounds: int, eight: EightScoring | None, triangle: Triangle) -> None:
    wanted = complete_settings(
        plain(
            EventForm.SWISS_TEAMS,
            boards_per_round=boards,
            conditions=SwissConditions(rounds=rounds),
            matches=MatchSettings(eight=eight),
        )
    )
    assert wanted.conditions.triangle is triangle
    limit = wanted.conditions.triangle_limit
    assert limit is None if triangle is Triangle.NONE else limit is not None and 5 * limit >= 3 * rounds


@for_each(
    "form, sessions, minutes, rounds, boards",
    [
        (EventForm.SWISS_TEAMS, 1, 200, 6, 4),
        (EventForm.SWISS_TEAMS, 1, 240, 7, 4),
        (EventForm.SWISS_TEAMS, 1, 120, 4, 4),
        (EventForm.SWISS_TEAMS, 2, 200, 8, 6),
        (EventForm.SWISS_TEAMS, 3, 200, 12, 6),
        (EventForm.EVEN_CHANCE_TEAMS, 1, 200, 6, 4),
        (EventForm.SWISS_PAIRS, 1, 200, 4, 6),
        (EventForm.SWISS_PAIRS, 2, 180, 8, 6),
        (EventForm.SWISS_PAIRS, 1, 90, 2, 6),
    ],
)
def test_a_swiss_has_the_rounds_and_boards_of_the_manual(
    form: EventForm, sessions: int, minutes: int, rounds: int, boards: int
) -> None:
    """R-054, line 1801: teams play six to eight rounds of four to seven boards, fewer rounds where the time is short;
    line 2594: pairs play six boards or more against one opponent."""
    wanted = complete_settings(plain(form, sessions=sessions, minutes=minutes), "wbf-25")
    assert (wanted.conditions.rounds, wanted.play.boards_per_round) == (rounds, boards)


def test_boards_that_are_fixed_decide_on_the_rounds() -> None:
    """8 boards of 7 minutes and a minute: 57 minutes, three times in 200; three rounds that are fixed get 8 boards."""
    boards = complete_settings(plain(EventForm.SWISS_TEAMS, boards_per_round=8, sessions=2))
    rounds = complete_settings(plain(EventForm.SWISS_TEAMS, conditions=SwissConditions(rounds=3)))
    assert (boards.conditions.rounds, rounds.play.boards_per_round) == (6, 8)


def test_triangles_over_two_rounds_end_in_their_session() -> None:
    """Line 2710: every session needs an even number of rounds; three rounds in each of two sessions have none."""
    seven = plain(EventForm.SWISS_TEAMS, boards_per_round=7, sessions=2)
    for rounds, triangle in ((6, Triangle.NONE), (8, Triangle.TWO_ROUNDS)):
        assert (
            complete_settings(replace(seven, conditions=SwissConditions(rounds=rounds))).conditions.triangle is triangle
        )


@for_each(
    "form, method",
    [
        (EventForm.SWISS_PAIRS, Method.SWISS_MATCHPOINTS),
        (EventForm.TEAM_OF_PAIRS, Method.IMPS),
        (EventForm.TEAMS_AND_PAIRS, Method.HOUSTON),
        (EventForm.STRATIFIED_PAIRS, Method.MATCHPOINTS),
    ],
)
def test_a_form_takes_its_usual_method(form: EventForm, method: Method) -> None:
    """Lines 2595 (Swiss pairs: victory points), 1538 (team of pairs: IMPs) and 1809 (short round robin with pairs: IMPs
    to victory points). A method that was chosen stays."""
    evening = Settings("例会", "2026-11-21")
    assert with_choice(evening, form.value).scoring.method is method
    assert without_others(with_form(evening, form), evening).scoring.method is method
    chosen = with_values(evening, {"method": Method.BUTLER})
    assert with_choice(chosen, form.value).scoring.method is Method.BUTLER


def test_a_match_of_a_bracket_fills_the_session() -> None:
    assert complete_settings(plain(EventForm.KNOCKOUT_TEAMS, minutes=200)).play.boards_per_round == 28
    assert complete_settings(plain(EventForm.LEAGUE, minutes=240)).play.boards_per_round == 32
    assert complete_settings(plain(EventForm.KNOCKOUT_TEAMS, minutes=30)).play.boards_per_round == 8


def test_handicaps_without_a_top_are_points() -> None:
    assert (
        complete_settings(plain(EventForm.HANDICAP_PAIRS, method=Method.IMPS)).scoring.handicap_kind
        is HandicapKind.POINTS
    )
    assert complete_settings(plain(EventForm.HANDICAP_PAIRS)).scoring.handicap_kind is HandicapKind.PERCENT


class TestFittingScale:
    """R-057: six teams, five matches of five boards (manual, line 1750): the scale of the manual begins with eight."""

    FIVE = make("round-robin", tables=6, form="team", boards_per_round=5)

    def test_the_event_takes_a_scale_with_a_table(self) -> None:
        evening = new_event(
            6, 4, form=EventForm.ROUND_ROBIN_TEAMS, kind=EventForm.ROUND_ROBIN_TEAMS.kind, scale="wbf-25"
        )
        evening.do(ChooseMovement(Place(1, "A"), self.FIVE, fits_scale=True))
        assert evening.state.settings.scoring.scale == "wbf-continuous"
        evening.do(ChooseMovement(Place(1, "A"), self.FIVE, fits_scale=True))
        assert evening.state.settings.scoring.scale == "wbf-continuous"

    def test_an_own_table_is_never_replaced(self) -> None:
        own = plain(EventForm.ROUND_ROBIN_TEAMS, scale="own", scale_table="10-10 11-9 12-8\n8: 0 3 7")
        assert fitting(own, [self.FIVE]) == own

    @for_each("name", ["10-0", "12-0", "20-0", "30-0", "40-0"])
    def test_a_name_without_a_printed_table_needs_a_typed_one(self, name: str) -> None:
        """R-057, lines 1732-1738: the name alone is refused before it is stored, and stays with the typed table."""
        bare = plain(EventForm.ROUND_ROBIN_TEAMS, scale=name)
        assert [problem.code for problem in settings_problems(bare)] == ["form.scale-no-table"]
        typed = replace(bare, scoring=replace(bare.scoring, scale_table="10-10 11-9 12-8\n5: 0 3 7"))
        assert list(settings_problems(typed)) == []
        scale = scale_chosen(typed)
        assert scale is not None
        assert scale.name == name
        assert [*map(int, scale.points(3, 5))] == [11, 9]
        assert fitting(typed, [self.FIVE]) == typed

    def test_matches_without_victory_points_need_none(self) -> None:
        imps = plain(EventForm.ROUND_ROBIN_TEAMS, matches=MatchSettings(scoring=TeamScoring.IMPS))
        assert fitting(imps, [self.FIVE]) == imps


@pytest.mark.parametrize("pairs", [9, 14])
def test_houston_pairs_who_fix_no_boards_play_in_the_time_there_is(pairs: int) -> None:
    """R-268: the regulations' scale begins with eight boards a round, too many for an evening: fewer boards are
    proposed, and the event uses a scale that has a table for them. It is scored by that scale."""
    evening = new_event(pairs, 2, form=EventForm.HOUSTON_PAIRS, method=Method.HOUSTON)
    first = movement_choices(evening.state)[0]
    assert first.fits_time
    evening.do(ChooseMovement(Place(1, "A"), first.movement, fits_scale=True))
    assert evening.state.settings.scoring.scale == "wbf-continuous"
    assert rules_of(evening.state).scoring.houston.scale == "wbf-continuous"


@for_each("pairs, minutes, boards", [(10, 460, 7), (12, 480, 6), (14, 250, 5), (18, 200, 5), (9, 200, 5), (12, 200, 5)])
def test_houston_pairs_play_the_boards_of_a_round_that_the_manual_lists(pairs: int, minutes: int, boards: int) -> None:
    """R-032, manual, lines 3369-3374: 7 boards a round at five tables, 6 at six, 5 at seven and more, fewer where the
    time is short; with a scale of the organiser's choice only what that has a table for."""
    evening = new_event(pairs, 2, form=EventForm.HOUSTON_PAIRS, method=Method.HOUSTON, minutes=minutes)
    first = movement_choices(evening.state)[0]
    assert (first.movement.boards_per_round, first.fits_time) == (boards, True)
    fixed = new_event(pairs, 2, form=EventForm.HOUSTON_PAIRS, method=Method.HOUSTON, scale="wbf-25", minutes=800)
    assert movement_choices(fixed.state)[0].movement.boards_per_round == 8
