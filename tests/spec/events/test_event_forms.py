"""The forms of events, and what must be settled and published before one begins.

Manual, lines 770-774, 1164-1173, 1525-1530, 2035-2061, 2455-2459, 2613-2615, 2685-2715, 2993-2997, 3918-3919, 4199-4215
and 4307-4319.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, has_code, problems_text, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.forms import Arrangement, DirectorGrade, EventForm, PointLimit
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import ScoringSettings, Settings, with_values
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.rulebooks.event_rules import least_boards
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.settings.decide_forms import match_boards
from arrowswitch.tournament.settings.grade import grade_view
from arrowswitch.tournament.standings.session import standings
from tests.builders import CountingChance, Evening, FixedClock, new_evening, person
from tests.paper import job_of, print_paper
from tests.tables import for_each

FIXED = SwissConditions(6, Rematch.NEVER, None, RankBase.BEFORE_PREVIOUS, LastRound.LATEST_RANK, Triangle.ONE_ROUND, 2)
STRATA = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))

DOCUMENTS = {
    "match-point pairs": EventForm.MATCHPOINT_PAIRS,
    "IMP pairs": EventForm.IMP_PAIRS,
    "total-point pairs": EventForm.TOTAL_POINT_PAIRS,
    "Houston": EventForm.HOUSTON_PAIRS,
    "Swiss pairs": EventForm.SWISS_PAIRS,
    "stratified pairs": EventForm.STRATIFIED_PAIRS,
    "handicap pairs": EventForm.HANDICAP_PAIRS,
    "round-robin teams": EventForm.ROUND_ROBIN_TEAMS,
    "SRR teams": EventForm.SHORT_ROUND_ROBIN_TEAMS,
    "Swiss teams": EventForm.SWISS_TEAMS,
    "B-a-M teams": EventForm.BAM_TEAMS,
    "B-a-M+VP teams": EventForm.BAM_VP_TEAMS,
    "SKO teams": EventForm.KNOCKOUT_TEAMS,
    "DKO teams": EventForm.DOUBLE_KNOCKOUT_TEAMS,
    "SRR teams + pairs": EventForm.TEAMS_AND_PAIRS,
    "individual": EventForm.INDIVIDUAL,
    "even-chance teams": EventForm.EVEN_CHANCE_TEAMS,
    "league matches": EventForm.LEAGUE,
}
"""The event types that R-033 lists, and their forms here."""


def settings_of(form: EventForm, **more: object) -> Settings:
    """Returns settings with which an event of the form is accepted."""
    unit = form.scale_unit(form.methods[0])
    scale = {None: "", "imps": "wbf-25", "points": "bam-vp"}[unit if unit is None else unit.value]
    plain: dict[str, object] = {"kind": form.kind, "method": form.methods[0], "form": form, "scale": scale}
    return with_values(Settings("春の大会", "2026-11-21"), {**plain, "boards_per_round": 8, **more})


def event_of(form: EventForm, **more: object) -> Evening:
    clock = FixedClock()
    tournament = Tournament(MemoryStore(), clock, CountingChance())
    return Evening(tournament, tournament.create(settings_of(form, **more), Stamp("create", "director")), clock)


def refusal_codes(form: EventForm, **more: object) -> list[str]:
    """Returns the codes with which the settings are refused; nothing when they are accepted."""
    try:
        event_of(form, **more)
    except Refused as mistake:
        return [problem.code for problem in mistake.problems]
    return []


class TestForms:
    """The forms of events (lines 1164-1173, 2035-2061, 4199-4215)."""

    @for_each("name", DOCUMENTS)
    def test_each_can_be_set_up_saved_and_opened_again(self, name: str) -> None:
        """R-033: as far as this goes: settings of each type are accepted, stand in the event file and come back equal.

        One event of each from entry to ranking is not proven here.
        """
        evening = event_of(DOCUMENTS[name])
        text = evening.tournament.export(evening.event_id)
        elsewhere = Tournament(MemoryStore(), FixedClock(), CountingChance())
        copied = elsewhere.import_file(text, Stamp("import", "director"))
        assert elsewhere.state(copied).settings == evening.state.settings == settings_of(DOCUMENTS[name])
        assert elsewhere.state(copied).settings.event_form is DOCUMENTS[name]

    def test_no_form_is_forgotten(self) -> None:
        """R-033: the types of the list, and simultaneous events (line 4206), the team of pairs (1534) and the match of
        two teams (1618)."""
        others = {EventForm.SIMULTANEOUS_PAIRS, EventForm.TEAM_OF_PAIRS, EventForm("team-match")}
        assert set(DOCUMENTS.values()) | others == set(EventForm)
        assert len(set(DOCUMENTS.values())) == len(DOCUMENTS)

    @for_each("form", EventForm)
    def test_each_says_in_words_what_it_is_and_how_opponents_meet(self, form: EventForm) -> None:
        """R-033: its name, and the movement, draw, bracket or schedule that it takes, in both languages."""
        assert has_code(f"form.name.{form.value}")
        for locale in Locale:
            assert translate(f"form.arrangement.{form.arrangement.value}", {}, locale)

    def test_how_opponents_meet(self) -> None:
        """R-033: Swiss and even-chance events are drawn, knockouts have a bracket, leagues a schedule, others a
        movement of those who enter."""
        arrangements = {form: form.arrangement for form in EventForm}
        assert {form for form in EventForm if arrangements[form] is Arrangement.DRAW} == {
            EventForm.SWISS_PAIRS,
            EventForm.SWISS_TEAMS,
            EventForm.EVEN_CHANCE_TEAMS,
        }
        assert (
            arrangements[EventForm.KNOCKOUT_TEAMS]
            is arrangements[EventForm.DOUBLE_KNOCKOUT_TEAMS]
            is Arrangement.BRACKET
        )
        assert arrangements[EventForm.LEAGUE] is Arrangement.SCHEDULE
        assert arrangements[EventForm.TEAMS_AND_PAIRS] is arrangements[EventForm.BAM_TEAMS] is Arrangement.TEAM_MOVEMENT
        assert arrangements[EventForm.INDIVIDUAL] is arrangements[EventForm.STRATIFIED_PAIRS] is Arrangement.MOVEMENT

    def test_who_enters(self) -> None:
        """R-033: pairs enter even-chance teams, players an individual; a form for others is refused."""
        assert EventForm.EVEN_CHANCE_TEAMS.kind is ContestantKind.PAIR
        assert refusal_codes(EventForm.INDIVIDUAL, kind=ContestantKind.PAIR) == ["form.kind"]
        assert refusal_codes(EventForm.SWISS_TEAMS, kind=ContestantKind.PAIR) == ["form.kind"]

    def test_a_form_that_is_a_method_has_no_other(self) -> None:
        """R-033: total-point pairs are not scored by matchpoints; IMP pairs by either kind of IMPs."""
        assert refusal_codes(EventForm.TOTAL_POINT_PAIRS, method=Method.MATCHPOINTS) == ["form.method"]
        assert refusal_codes(EventForm.IMP_PAIRS, method=Method.BUTLER) == []

    @for_each(
        "kind, method, form",
        [
            (ContestantKind.PAIR, Method.MATCHPOINTS, EventForm.MATCHPOINT_PAIRS),
            (ContestantKind.PAIR, Method.HOUSTON, EventForm.HOUSTON_PAIRS),
            (ContestantKind.PLAYER, Method.MATCHPOINTS, EventForm.INDIVIDUAL),
            (ContestantKind.TEAM, Method.IMPS, EventForm.SHORT_ROUND_ROBIN_TEAMS),
        ],
    )
    def test_settings_without_a_form_follow_from_the_method(
        self, kind: ContestantKind, method: Method, form: EventForm
    ) -> None:
        """R-033: an event of a file that is older than the forms."""
        assert Settings("例会", "2026-11-21", kind=kind, scoring=ScoringSettings(method=method)).event_form is form

    def test_an_older_event_file_opens(self) -> None:
        """R-033: without the fields of the form, scale, conditions, eligibility, strata and flights."""
        evening = new_evening(2)
        plain = json.loads(evening.tournament.export(evening.event_id))
        settings = plain["ledger"][0]["facts"][0]["settings"]
        for name in ("form", "scale", "conditions", "eligibility", "strata", "flights", "director_grade"):
            del settings[name]
        created, *_ = event_file.load(json.dumps(plain))[0].facts
        assert created == evening.tournament.ledger(evening.event_id)[0].facts[0]


class TestScale:
    """Every number of boards of a match has its own table of victory points (lines 2613, 2615)."""

    def test_eleven_boards_have_no_table(self) -> None:
        """R-057: the WBF scale has 10 and 12; the refusal names the nearest and the scales that have 11."""
        with pytest.raises(Refused) as caught:
            event_of(EventForm.SWISS_TEAMS, boards_per_round=11)
        [problem] = caught.value.problems
        assert (problem.code, problem.where) == ("form.scale-boards", "scale")
        assert problem.params["nearest"] in ("10", "12")
        assert "acbl-20" in str(problem.params["others"])
        assert "wbf-continuous" in str(problem.params["others"])
        [text] = problems_text(caught.value, Locale.EN)
        assert "no table for matches of 11 boards" in text
        assert f"nearest is for {problem.params['nearest']} boards" in text

    @for_each("scale, boards", [("wbf-25", 12), ("acbl-20", 11), ("wbf-continuous", 11)])
    def test_a_scale_with_such_a_table_is_accepted(self, scale: str, boards: int) -> None:
        """R-057: 11 boards by a scale for 9 to 11, or by a formula for any number."""
        assert refusal_codes(EventForm.SWISS_TEAMS, scale=scale, boards_per_round=boards) == []

    def test_no_scale_at_all(self) -> None:
        """R-057: the refusal names the scales for these boards."""
        with pytest.raises(Refused) as caught:
            event_of(EventForm.SHORT_ROUND_ROBIN_TEAMS, scale="", boards_per_round=8)
        [problem] = caught.value.problems
        assert problem.code == "form.scale-missing"
        assert "wbf-25" in str(problem.params["known"])

    @for_each(
        "form, scale, code",
        [
            (EventForm.SWISS_TEAMS, "moon", "form.scale-unknown"),
            (EventForm.SWISS_TEAMS, "20-0", "form.scale-no-table"),
            (EventForm.SWISS_TEAMS, "bam-vp", "form.scale-of-imps"),
            (EventForm.BAM_VP_TEAMS, "wbf-25", "form.scale-of-points"),
        ],
    )
    def test_scales_that_are_of_no_use(self, form: EventForm, scale: str, code: str) -> None:
        """R-057: unknown, without a printed table, or for another kind of score."""
        assert refusal_codes(form, scale=scale) == [code]

    def test_forms_without_victory_points_need_none(self) -> None:
        """R-057: a knockout is decided by IMPs; Swiss pairs by matchpoints are ranked by them."""
        assert refusal_codes(EventForm.KNOCKOUT_TEAMS, boards_per_round=11) == []
        assert refusal_codes(EventForm.SWISS_PAIRS, boards_per_round=11) == []
        assert refusal_codes(EventForm.SWISS_PAIRS, method=Method.IMPS, boards_per_round=11) == ["form.scale-missing"]

    def test_the_matches_of_the_movement_are_asked_too(self) -> None:
        """R-057: boards left open, the movement of 7 teams with 4 boards a match is refused, that with 8 kept."""
        evening = event_of(EventForm.SHORT_ROUND_ROBIN_TEAMS, boards_per_round=None)
        with pytest.raises(Refused) as caught:
            evening.do(ChooseMovement(Place(1, "A"), make("awl", teams=7, boards_per_round=4)))
        assert [problem.code for problem in caught.value.problems] == ["form.scale-boards"]
        evening.do(ChooseMovement(Place(1, "A"), make("awl", teams=7, boards_per_round=8)))
        assert evening.state.section(Place(1, "A")).movement is not None

    def test_how_many_boards_a_match_has(self) -> None:
        """R-057: AWL, 4 boards in both halves: 4. By pairs all match is both legs: 4 teams 4 + 4 = 8 (line 3086); over
        two sessions 8 + 8 = 16 (line 3399). Teams and pairs: each session is a match of its own (line 3380)."""
        assert match_boards(make("awl", teams=7, boards_per_round=4)) == {4}
        assert match_boards(make("round-robin", teams=4, form="pair", boards_per_round=4)) == {8}
        halves = make("round-robin", teams=4, form="pair", sessions=2, session=1, boards_per_round=8)
        assert match_boards(halves) == {16}
        assert match_boards(make("team-pairs", tables=4)) == {8}


class TestConditions:
    """The conditions that must be fixed and published before a Swiss (lines 2685-2696, 2715)."""

    def test_the_start_is_blocked_until_all_is_set(self) -> None:
        """R-058: number of rounds, rematches, ranking, last round, triangles: each named; all fixed, it can start."""
        evening = event_of(EventForm.SWISS_PAIRS, method=Method.MATCHPOINTS, boards_per_round=8)
        for player, other in (("松 一", "竹 二"), ("梅 三", "桜 四"), ("藤 五", "菊 六"), ("萩 七", "桐 八")):
            evening.do(AddEntry((person(player), person(other))))
        evening.do(ChooseMovement(Place(1, "A"), None))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        with pytest.raises(Refused) as caught:
            evening.do(StartPlay(1))
        assert [problem.code for problem in caught.value.problems] == [
            f"form.unsettled-{name}" for name in ("rounds", "rematch", "rank-base", "last-round", "triangle")
        ]
        assert "再戦の規定" in " ".join(problems_text(caught.value, Locale.JA))
        settled = replace(FIXED, triangle=Triangle.NONE, triangle_limit=None)
        evening.do(ChangeSettings(replace(evening.state.settings, conditions=settled)))
        evening.do(StartPlay(1))
        assert evening.state.is_started

    def test_they_do_not_change_after_the_start(self) -> None:
        """R-058: what was published holds."""
        evening = event_of(EventForm.MATCHPOINT_PAIRS)
        for player, other in (("松 一", "竹 二"), ("梅 三", "桜 四")):
            evening.do(AddEntry((person(player), person(other))))
        evening.do(ChooseMovement(Place(1, "A"), None))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(StartPlay(1))
        with pytest.raises(Refused) as caught:
            evening.do(
                ChangeSettings(
                    replace(
                        evening.state.settings,
                        conditions=FIXED,
                        division=replace(evening.state.settings.division, strata=STRATA),
                    )
                )
            )
        assert [(problem.code, problem.where) for problem in caught.value.problems] == [
            ("settings.fixed-after-start", "conditions"),
            ("settings.fixed-after-start", "strata"),
        ]

    def test_the_boards_of_a_round_are_fixed_too(self) -> None:
        """R-058: without them no boards can be laid out and no scale chosen."""
        evening = event_of(EventForm.SWISS_TEAMS, boards_per_round=None, conditions=FIXED)
        evening.do(ChooseMovement(Place(1, "A"), None))
        with pytest.raises(Refused) as caught:
            evening.do(StartPlay(1))
        assert "form.unsettled-boards" in {problem.code for problem in caught.value.problems}

    @for_each(
        "conditions, code",
        [
            (replace(FIXED, rounds=0), "settings.range"),
            (replace(FIXED, triangle_limit=100), "settings.range"),
            (replace(FIXED, rounds=7, triangle=Triangle.TWO_ROUNDS), "swiss.triangle-rounds"),
        ],
    )
    def test_conditions_that_cannot_be(self, conditions: SwissConditions, code: str) -> None:
        """R-058: told when they are set, not when the round is to be drawn."""
        assert refusal_codes(EventForm.SWISS_TEAMS, conditions=conditions) == [code]

    def test_three_pairs_make_no_triangle(self) -> None:
        """R-058: a triangle compares teams; an odd pair sits out, or a standby plays (line 2596)."""
        assert refusal_codes(EventForm.SWISS_PAIRS, conditions=FIXED) == ["form.triangle-of-pairs"]

    def test_they_are_published(self) -> None:
        """R-058: the announcement of a Swiss has each condition; what is not fixed is marked."""
        text = print_paper("announcement", job_of(event_of(EventForm.SWISS_TEAMS, conditions=FIXED))).unspaced_text
        for part in (
            "スイスチーム",
            "再戦なし",
            "前々ラウンドの順位",
            "直前のラウンドの順位で組み合わせる",
            "ボードを半分ずつ",
        ):
            assert part in text
        open_text = print_paper("announcement", job_of(event_of(EventForm.SWISS_TEAMS))).unspaced_text
        # Venue, eligibility, fee, entry; home, seats; rounds, rematches, ranking, last round, odd number.
        assert open_text.count("ご記入ください") == 11

    def test_a_rule_with_its_number(self) -> None:
        """R-058: no rematches before round 4."""
        conditions = replace(FIXED, rematch=Rematch.NOT_BEFORE, rematch_number=4)
        text = print_paper("announcement", job_of(event_of(EventForm.SWISS_TEAMS, conditions=conditions))).unspaced_text
        assert "指定のラウンドまで再戦なし：4" in text


class TestAnnouncement:
    """Eligibility, limits and the correction time are published before the event (lines 772-774, 1527)."""

    def test_the_limits_of_the_event_stand_on_it(self) -> None:
        """R-059: strata A, B up to 300, C up to 100 points, flights, who may take part, and 40 minutes."""
        flights = (PointLimit("X"), PointLimit("Y", 500))
        evening = event_of(
            EventForm.STRATIFIED_PAIRS,
            strata=STRATA,
            flights=flights,
            eligibility="連盟会員",
            correction_minutes=40,
        )
        text = print_paper("announcement", job_of(evening)).unspaced_text
        for part in (
            "A：制限なし、B：300点以下、C：100点以下",
            "Y：500点以下",
            "連盟会員",
            "40分以内",
            "ストラティファイド・ペア",
        ):
            assert part in text

    def test_strata_that_are_missing_are_marked_and_block_the_start(self) -> None:
        """R-059: a stratified event without its limits cannot begin."""
        evening = event_of(EventForm.STRATIFIED_PAIRS)
        assert print_paper("announcement", job_of(evening)).unspaced_text.count("ご記入ください") == 5
        evening.do(ChooseMovement(Place(1, "A"), None))
        with pytest.raises(Refused) as caught:
            evening.do(StartPlay(1))
        assert "form.unsettled-strata" in {problem.code for problem in caught.value.problems}

    @for_each(
        "strata, codes",
        [
            ((PointLimit("A"),), ["form.limits-one"]),
            ((PointLimit("A"), PointLimit("A", 100)), ["form.limits-names"]),
            ((PointLimit("A", 500), PointLimit("B", 100)), ["form.limits-open"]),
            ((PointLimit("A"), PointLimit("B")), ["form.limits-open"]),
            ((PointLimit("A"), PointLimit("B", 100), PointLimit("C", 300)), ["form.limits-order"]),
            (STRATA, []),
        ],
    )
    def test_limits_must_make_sense(self, strata: tuple[PointLimit, ...], codes: list[str]) -> None:
        """R-059: the first is open, the others go down."""
        assert refusal_codes(EventForm.STRATIFIED_PAIRS, strata=strata) == codes

    def test_a_long_text_is_refused(self) -> None:
        """R-059: it would be cut on the sheet."""
        assert refusal_codes(EventForm.STRATIFIED_PAIRS, eligibility="あ" * 201) == ["form.eligibility-too-long"]


class TestGrade:
    """The effects of the grade of an event (lines 1568-1574, 2455-2459, 2993-2997, 3918-3919, 4307-4319)."""

    @for_each(
        "grade, pairs, teams, director, has_office_points",
        [
            (EventClass.WEEKLY, None, None, DirectorGrade.NONE, False),
            (EventClass.LOCAL, None, None, DirectorGrade.CLUB, False),
            (EventClass.CCG, None, None, DirectorGrade.SECTIONAL, True),
            (EventClass.SECTIONAL, 21, 24, DirectorGrade.SECTIONAL, True),
            (EventClass.REGIONAL, 21, 24, DirectorGrade.SECTIONAL, True),
            (EventClass.NATIONAL, 21, 24, DirectorGrade.NATIONAL, True),
        ],
    )
    def test_each_grade(
        self, grade: EventClass, pairs: int | None, teams: int | None, director: DirectorGrade, has_office_points: bool
    ) -> None:
        """R-060: minimum boards of pairs and teams, the chief director's qualification, who reckons masterpoints."""
        view = grade_view(event_of(EventForm.MATCHPOINT_PAIRS, event_class=grade).state)
        assert (view.least_boards, view.director, view.has_office_points) == (pairs, director, has_office_points)
        assert grade_view(event_of(EventForm.KNOCKOUT_TEAMS, event_class=grade).state).least_boards == teams

    @for_each("game_class, director", [(3, DirectorGrade.NONE), (4, DirectorGrade.CLUB), (5, DirectorGrade.CLUB)])
    def test_weekly_games_up_to_class_3_need_no_qualified_director(
        self, game_class: int, director: DirectorGrade
    ) -> None:
        """R-060: line 4311."""
        evening = event_of(EventForm.MATCHPOINT_PAIRS, master_point_class=game_class)
        assert grade_view(evening.state).director is director

    def test_too_few_boards_for_the_grade(self) -> None:
        """R-060: 10 rounds of 2 boards are 20, fewer than 21; as a local game nothing is said."""
        for grade, codes in (
            (EventClass.SECTIONAL, ["grade.boards", "grade.needs-sectional"]),
            (EventClass.WEEKLY, []),
        ):
            evening = event_of(EventForm.MATCHPOINT_PAIRS, event_class=grade)
            evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=11, rounds=10, boards_per_round=2)))
            assert [problem.code for problem in grade_view(evening.state).advice] == codes

    def test_boards_wanted_count_while_there_is_no_movement(self) -> None:
        """R-060: 18 boards are wanted."""
        more = {"event_class": EventClass.SECTIONAL, "boards_wanted": 18, "director_grade": DirectorGrade.SECTIONAL}
        assert [p.code for p in grade_view(event_of(EventForm.MATCHPOINT_PAIRS, **more).state).advice] == [
            "grade.boards"
        ]

    @for_each(
        "sessions, minutes, warns", [(2, 45, False), (2, 30, False), (2, 29, True), (2, 61, True), (1, 20, False)]
    )
    def test_an_unusual_break_is_pointed_out(self, sessions: int, minutes: int, warns: bool) -> None:
        """R-038: 30 to 60 minutes between two sessions pass; the settings point out any other break as soon as it is
        typed."""
        evening = event_of(EventForm.MATCHPOINT_PAIRS, sessions=sessions, break_minutes=minutes)
        assert [p.code for p in grade_view(evening.state).advice] == ["day.break"] * warns

    def test_the_director_is_checked(self) -> None:
        """R-060: a club director leads no sectional, a sectional director does; the class of weekly games is of no use
        there."""
        more = {"event_class": EventClass.SECTIONAL, "director": "青木", "master_point_class": 2}
        below = event_of(EventForm.MATCHPOINT_PAIRS, director_grade=DirectorGrade.CLUB, **more)
        assert [p.code for p in grade_view(below.state).advice] == [
            "grade.office-points",
            "grade.director-below-sectional",
        ]
        enough = event_of(EventForm.MATCHPOINT_PAIRS, director_grade=DirectorGrade.SECTIONAL, **more)
        assert [p.code for p in grade_view(enough.state).advice] == ["grade.office-points"]

    def test_the_minimum_warns_where_movements_are_proposed(self) -> None:
        """R-060: the chooser of a sectional warns of 20 boards, that of a weekly game does not."""
        for grade, warns in ((EventClass.SECTIONAL, True), (EventClass.LOCAL, False)):
            evening = event_of(EventForm.MATCHPOINT_PAIRS, event_class=grade, boards_per_round=2, boards_wanted=20)
            short = [c for c in movement_choices(evening.state, 22) if c.boards_planned == 20]
            assert short
            codes = {problem.code for choice in short for problem in choice.warnings}
            assert ("choice.below-least" in codes) is warns

    @for_each("level, boards", [(500, (13, 2)), (120, (12, 2)), (20, (9, 2)), (None, (13, 2))])
    def test_the_level_of_the_players_changes_what_is_proposed(
        self, level: int | None, boards: tuple[int, int]
    ) -> None:
        """R-036, R-037: 28 pairs of a sectional: 26 boards from 300 masterpoints on, 24 below, 18 up to 20. The fewest
        boards are 18 for the last of them, 21 for all others; a number that is wanted goes before the level."""
        more = {"event_class": EventClass.SECTIONAL, "minutes": 200, "boards_per_round": 2}
        evening = event_of(EventForm.MATCHPOINT_PAIRS, **more, level=level)
        first = movement_choices(evening.state, 28)[0]
        assert (first.movement.rounds, first.movement.boards_per_round) == boards
        assert "choice.below-least" not in {problem.code for problem in first.warnings}
        assert least_boards(evening.state) == (18 if level == 20 else 21)
        wanted = event_of(EventForm.MATCHPOINT_PAIRS, **more, level=level, boards_wanted=22)
        assert movement_choices(wanted.state, 28)[0].boards_planned == 22

    def test_other_bodies_ask_for_nothing(self) -> None:
        """R-060: the numbers are the regulations' own; the WBF's documents name none."""
        evening = event_of(EventForm.MATCHPOINT_PAIRS, event_class=EventClass.SECTIONAL, regulations="wbf-2017")
        view = grade_view(evening.state)
        assert view.least_boards is None
        assert view.director is DirectorGrade.CLUB


class TestSimultaneous:
    """Correspondence and world-wide simultaneous events (line 4206)."""

    def test_the_club_sends_its_scores_and_another_installation_reads_them(self) -> None:
        """R-061: exported and imported on a second installation: totals, percentages and ranks are equal."""
        evening = new_evening(8, form=EventForm.SIMULTANEOUS_PAIRS)
        evening.start(make("howell", tables=4, boards_per_round=2))
        evening.play_all()
        elsewhere = Tournament(MemoryStore(), FixedClock(), CountingChance())
        copied = elsewhere.import_file(evening.tournament.export(evening.event_id), Stamp("import", "director"))
        mine, theirs = standings(evening.state), standings(elsewhere.state(copied))
        assert mine == theirs
        assert len({standing.total for standing in mine.ranking}) > 1


def test_words_of_limits_are_in_both_languages() -> None:
    """R-059: on an English sheet as well."""
    assert Words(Locale.EN, None)("notice.limit", name="B", most=300) == "B: up to 300 masterpoints"


def test_a_mistake_in_the_form_is_told_with_the_others() -> None:
    """R-033: all at once."""
    with pytest.raises(Mistake) as caught:
        event_of(EventForm.SWISS_TEAMS, kind=ContestantKind.PAIR, scale="moon", first_board=0)
    assert {p.code for p in caught.value.problems} == {"form.kind", "form.scale-unknown", "settings.range"}
