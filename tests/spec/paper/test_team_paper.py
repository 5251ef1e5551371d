"""Paper of teams and single players, and of events whose rounds are drawn one by one: made for them, and true (areas J
and Z)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.documents.lists.checklist import needs_of
from arrowswitch.documents.results.travellers import filled_traveller
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.ranking.rankings import recap, travellers
from tests.builders import Evening, mitchell_evening, new_evening
from tests.form_events import Case, play_case
from tests.knockout_events import knockout_event, win
from tests.league_events import dated_league
from tests.paper import job_of, model, open_part, planned_job
from tests.scripted_events import PLAIN_SWISS, new_event
from tests.tables import for_each

EN = Locale.EN


def words(code: str) -> str:
    return translate(f"sheet.{code}", {}, EN)


def slips(evening: Evening, **options: str) -> list[Any]:
    """Returns the guide slips of an evening in the order of their numbers."""
    sheet = open_part(model("guide-slips", job_of(evening, **options), EN).sheet)
    slips_ = [slip for page in sheet.pages for slip in page if slip is not None]
    return sorted(slips_, key=lambda slip: int(slip.number))


@pytest.fixture(scope="module")
def swiss() -> Evening:
    """Returns a Swiss of seven teams whose first round is drawn: two matches and a triangle within the round."""
    conditions = replace(PLAIN_SWISS, triangle=Triangle.ONE_ROUND, triangle_limit=3)
    evening = new_event(
        7, 4, kind=ContestantKind.TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-continuous", conditions=conditions,
        boards_per_round=8,
    )  # fmt: skip
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    return evening


class TestRoundsToBeDrawn:
    """Nobody reads that the play is over while rounds are still to be drawn (R-005, R-003)."""

    def test_slips_of_a_swiss(self, swiss: Evening) -> None:
        for slip in slips(swiss):
            assert [row.instead for row in slip.rows if row.round in ("2", "3")] == [words("slip.drawn-later")] * 2

    def test_cards_of_a_swiss(self, swiss: Evening) -> None:
        sheet = open_part(model("guide-cards", job_of(swiss, table="1"), EN).sheet)
        card = sheet.pages[0][0]
        later = translate("guide.drawn-later", {}, EN)
        assert {getattr(card.seats, seat) for seat in "NSEW"} == {later}
        assert card.boards == ""

    def test_a_knockout(self) -> None:
        evening = knockout_event(6)
        sat_out = [slip for slip in slips(evening) if slip.rows[0].table == ""]
        assert [slip.rows[0].instead for slip in sat_out] == [words("slip.sit-out")] * 2
        assert {slip.rows[-1].instead for slip in slips(evening)} == {words("slip.drawn-later")}


class TestTeamSlips:
    """A team's slip has one line for each opponent, by name, with all its tables (R-005)."""

    def test_a_match(self, swiss: Evening) -> None:
        drawn = swiss.state.section(Place(1, "A")).draws[0].matches[0]
        home = slips(swiss, number=drawn.home)[0]
        tables = [f"N-S {drawn.tables[0]}", f"E-W {drawn.tables[1]}"]
        assert [home.rows[0].table, home.rows[0].seat] == tables
        entry = swiss.state.entry_at(Place(1, "A"), drawn.away)
        assert entry is not None
        assert home.rows[0].opponents.startswith(f"{drawn.away} ")
        assert len(home.people) == 4

    def test_a_triangle_stands_at_its_three_tables(self, swiss: Evening) -> None:
        """The second half has table numbers of its own for its slips; on paper stand those of the room."""
        three = swiss.state.section(Place(1, "A")).draws[0].triangle
        for number in three:
            rows = slips(swiss, number=number)[0].rows[:4]
            assert [row.round for row in rows] == ["1a", "1a", "1b", "1b"]
            assert {row.table.split()[1] for row in rows} <= {"5", "6", "7"}
            assert len({(row.opponents, row.table.split()[0]) for row in rows}) == 4


class TestSeating:
    """R-394: everybody finds the seat: a team both tables, a player the line with the own name."""

    def test_a_team_sits_at_two_tables(self, swiss: Evening) -> None:
        lines = open_part(model("seating", job_of(swiss), EN).sheet).lines
        drawn = swiss.state.section(Place(1, "A")).draws[0].matches[0]
        home = next(line for line in lines if line.number == drawn.home)
        assert (home.table, home.seat) == (f"{drawn.tables[0]}, {drawn.tables[1]}", "N-S, E-W")
        assert all(line.table and len(line.people) == 4 for line in lines)

    def test_by_name_each_player_has_a_line(self, swiss: Evening) -> None:
        sheet = model("seating", job_of(swiss, order="name"), EN)
        lines = open_part(sheet.sheet).lines
        assert len(lines) == 28
        assert all(line.note and not line.people for line in lines)
        assert sheet.labels["number"] == words("slip.team")

    def test_a_single_player_has_a_seat(self) -> None:
        job = planned_job(make("individual", players=8), kind=ContestantKind.PLAYER)
        lines = open_part(model("seating", job, EN).sheet).lines
        assert sorted(line.seat for line in lines) == sorted("NSEW" * 2)


def test_the_slip_of_a_single_player_names_the_partner() -> None:
    """R-005: who the partner is in each round, by number and name."""
    job = planned_job(make("individual", players=8), kind=ContestantKind.PLAYER)
    sheet = open_part(model("guide-slips", job, EN).sheet)
    assert sheet.kind == "player"
    rows = sheet.pages[0][0].rows
    assert all(row.partner.split()[0].isdigit() and len(row.partner.split()) > 1 for row in rows if row.table)


class TestEntryForms:
    """R-016: a team has one form with all its players."""

    def test_one_for_each_team(self, swiss: Evening) -> None:
        sheet = open_part(model("entry-forms", job_of(swiss), EN).sheet)
        forms = [form for page in sheet for form in page if form is not None]
        assert sorted(form.sides[0].number for form in forms) == list("1234567")
        assert {sum(bool(person.name) for person in form.sides[0].people) for form in forms} == {4}
        assert all(len(form.sides) == 1 and form.table for form in forms)

    def test_one_where_both_pairs_of_a_team_have_a_number(self, teams_and_pairs: Evening) -> None:
        sheet = open_part(model("entry-forms", job_of(teams_and_pairs), EN).sheet)
        assert [form.sides[0].number for page in sheet for form in page] == ["1", "3", "2", "4"]


@pytest.fixture(scope="module")
def teams_and_pairs() -> Evening:
    """Returns a game of four teams whose pairs are ranked as well, played."""
    return play_case(Case(EventForm.TEAMS_AND_PAIRS, Method.MATCHPOINTS, 4, "wbf-continuous"))


@pytest.fixture(scope="module")
def matches() -> Evening:
    """Returns a board-a-match of four teams, played."""
    return play_case(Case(EventForm.BAM_TEAMS, Method.MATCHPOINTS, 4))


class TestRecap:
    """R-011: points add up, and the average is what half of the points on one's own boards are."""

    def test_a_team_has_a_board_once(self, matches: Evening) -> None:
        """It stands at both of its tables; the columns add up to the total."""
        (_, rows), *_ = recap(matches.state, 1, is_by_round=False).groups
        assert [sum(filter(None, row.points)) for row in rows] == [row.rank.standing.total for row in rows]

    def test_numbers_of_pairs_belong_to_their_team(self, teams_and_pairs: Evening) -> None:
        (_, rows), *_ = recap(teams_and_pairs.state, 1, is_by_round=False).groups
        assert any(points for row in rows for points in row.points)

    def test_teams_have_no_average(self, matches: Evening) -> None:
        sheet = model("recap", job_of(matches), EN)
        assert "Average" not in open_part(sheet.sheet).heading
        assert sheet.labels["number"] == words("ranking.number-team")

    def test_pairs_that_sit_out(self) -> None:
        """Nine pairs on five tables: of 18 boards with a top of 3 everybody plays 16, so that 24 is half."""
        evening = new_evening(9)
        evening.start(make("howell", tables=5, boards_per_round=2, phantom="10"))
        evening.play_all()
        assert recap(evening.state, 1, is_by_round=True).average == 24


class TestTravellers:
    """R-008: points under their name; a sum that is only rounded is right."""

    def test_imps_are_called_so(self, teams_and_pairs: Evening) -> None:
        assert model("travellers", job_of(teams_and_pairs, board="1"), EN).labels["points"] == "IMP"

    @for_each("points, is_right", [("31.99", True), ("32.01", True), ("30", False)])
    def test_rounded_sums(self, points: str, is_right: bool) -> None:
        evening = mitchell_evening(3)
        evening.play_all()
        view = travellers(evening.state, 1)[0]
        cells = tuple(
            replace(cell, ns_points=replace(cell.ns_points, points=Fraction(1, 100)))
            for cell in view.cells
            if cell.ns_points is not None
        )
        odd = replace(view, cells=cells, ns_sum=Fraction(points), ew_sum=Fraction(32), expected_sum=Fraction(32))
        assert open_part(filled_traveller(job_of(evening), odd, Words(EN, None))).is_right is is_right


class TestCheckList:
    """R-025: what a league and a Swiss need."""

    def test_a_league_needs_boards_for_a_date(self) -> None:
        """Six teams with matches of eight boards: three sets of boards 1 to 8, six tables."""
        needs = needs_of(job_of(dated_league()))
        assert (len(needs.boards), needs.sets, needs.tables, needs.forms) == (8, 3, 6, 6)

    def test_a_swiss_shares_boards_or_has_copies(self, swiss: Evening) -> None:
        """Two matches play boards 1 to 8 at four tables; three more tables are the triangle's."""
        needs = needs_of(job_of(swiss))
        assert (needs.sets, needs.copies, needs.tables, needs.forms, needs.players) == (1, 4, 7, 7, 28)
        assert needs.numbers == 10


class TestPointsByName:
    """Victory points, IMPs and matches won stand where they belong (R-014, R-017, R-020)."""

    def test_a_knockout_has_no_victory_points(self, swiss: Evening) -> None:
        evening = knockout_event(4)
        assert open_part(model("team-score-sheet", job_of(evening), EN).sheet).has_vp is False
        assert open_part(model("team-score-sheet", job_of(swiss), EN).sheet).has_vp is True

    def test_the_ranking_of_a_knockout_counts_matches(self, matches: Evening) -> None:
        evening = knockout_event(4)
        win(evening, 1, "4")
        assert model("ranking", job_of(evening), EN).labels["total"] == words("ranking.won")
        assert model("ranking", job_of(matches), EN).labels["total"] == words("ranking.total")

    def test_private_scores_of_teams(self, teams_and_pairs: Evening) -> None:
        sheet = model("private-scores", job_of(teams_and_pairs), EN)
        assert sheet.labels["points"] == "IMP"
        assert {card.percent for page in open_part(sheet.sheet).pages for card in page if card} == {""}

    def test_opponents_are_called_by_their_team(self, teams_and_pairs: Evening) -> None:
        """On slips and scorecards a team has its name, not all its players."""
        slips_of_all = open_part(model("pickup-slips", job_of(teams_and_pairs), EN).sheet)
        assert all("–" not in slip.ns.names for page in slips_of_all.pages for slip in page if slip is not None)
        card = open_part(model("private-scores", job_of(teams_and_pairs, number="1A"), EN).sheet).pages[0][0]
        assert all(line.names.startswith("Team ") for line in card.lines if line.names)

    def test_a_pair_with_a_number_of_its_own_is_told_by_its_two(self, teams_and_pairs: Evening) -> None:
        """On the seating list and on slips; by name everybody has one line, with the partner."""
        entry = teams_and_pairs.state.entry_at(Place(1, "A"), Number("1B"))
        assert entry is not None
        third, fourth = (person.roman or person.name for person in entry.people[2:4])
        by_number = open_part(model("seating", job_of(teams_and_pairs), EN).sheet).lines
        assert next(line.people for line in by_number if line.number == "1B") == (third, fourth)
        slips = open_part(model("guide-slips", job_of(teams_and_pairs, number="1B"), EN).sheet)
        assert slips.pages[0][0].people == (third, fourth)
        by_name = open_part(model("seating", job_of(teams_and_pairs, order="name"), EN).sheet).lines
        assert [(line.number, line.note) for line in by_name if line.names == third] == [("1B", fourth)]
