"""Teams of eight: four tables a match, as other programs have them in addition to the documents' two (manual, lines
1616-1668).

Movement, line-ups, scoring and the sheets that show four tables.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.eight import is_of_eight, of_eight
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.teams.explain_match import explain_match
from arrowswitch.core.scoring.teams.match import MatchRules, PlayedBoards, TeamMethod, TwoTables
from arrowswitch.core.scoring.teams.results import RuledBoard, TeamMatch, match_result
from arrowswitch.documents.lists.checklist import needs_of
from arrowswitch.i18n import Locale, translate
from arrowswitch.regulations import load, load_scale
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.matches.lineups import seats
from arrowswitch.tournament.matches.views import MatchStatus, match_at, matches
from arrowswitch.tournament.matches.why import why_match
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import EnterLineup
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward
from arrowswitch.tournament.model.values.matches import EightScoring, MatchSettings, TeamScoring
from arrowswitch.tournament.scored.slots import missing_slots, sides_of
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_round, play_sheet, play_swiss
from tests.tables import for_each
from tests.team_events import match_score

TEAM = ContestantKind.TEAM
HALF = Fraction(1, 2)
SHEET = make("round-robin", tables=4, form="team", boards_per_round=8)


def eight(
    how: EightScoring = EightScoring.CROSS, teams: int = 4, scoring: TeamScoring | None = None, **more: Any
) -> Evening:
    """Returns an entered round robin of teams of eight."""
    wanted = {"kind": TEAM, "form": EventForm.ROUND_ROBIN_TEAMS, "scale": "wbf-continuous", **more}
    return new_event(teams, 8, matches=MatchSettings(eight=how, scoring=scoring), **wanted)


def start_eight(how: EightScoring = EightScoring.CROSS) -> Evening:
    evening = eight(how)
    evening.do(ChooseMovement(Place(1, "A"), SHEET))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    return evening


def test_the_check_list_counts_eight_of_a_team() -> None:
    """R-025: two tables a team, and a scorecard for each of its eight."""
    needs = needs_of(job_of(start_eight()))
    assert (needs.pairs, needs.tables, needs.players) == (4, 8, 32)


def enter_board(evening: Evening, *texts: str) -> Any:
    """Enters the first board of team 1's first match: home North-South, East-West, and again; returns the match."""
    match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
    for cell, text in zip(match.boards[0].cells, texts, strict=False):
        evening.do(EnterResult(cell.slot, text))
    return match_at(evening.state, Place(1, "A").at(1), Number("1"))


class TestSheet:
    """Every match at four tables, the second two with their own copy of the boards."""

    @for_each("teams", [3, 4, 5, 6, 8, 9])
    def test_the_checker_finds_no_fault(self, teams: int) -> None:
        """R-234: the round robin of 3 to 9 teams with four tables a match is played without a fault."""
        sheet = of_eight(make("round-robin", tables=teams, form="team", boards_per_round=4))
        assert is_of_eight(sheet)
        assert [one.code for one in faults(sheet) if one.severity.value == "fault"] == []
        assert sheet.tables == 2 * teams
        for round_number in range(1, sheet.rounds + 1):
            sides = [m.ns[0] for m in sheet.in_round(round_number)], [m.ew[0] for m in sheet.in_round(round_number)]
            assert all(side.count(number) == 2 for side in sides for number in sheet.contestants)

    def test_a_third_table_the_same_way_is_a_fault(self) -> None:
        sheet = of_eight(SHEET)
        wrong = tuple(m for m in sheet.meetings if m.table != 1 or m.round != 1)
        extra = next(m for m in sheet.meetings if m.ns == ("2",) and m.round == 1)
        broken = replace(sheet, meetings=(*wrong, replace(extra, table=1)))
        assert "movement.pair-twice-in-round" in {one.code for one in faults(broken)}

    def test_it_stays_as_it_is_the_second_time(self) -> None:
        assert of_eight(of_eight(SHEET)) == of_eight(SHEET)

    def test_labels_copies_and_meetings_that_are_declared(self) -> None:
        labelled = replace(
            SHEET, table_labels={1: "A"}, options={**SHEET.options, "copies": "1-2 3-4", "meetings": "many"}
        )
        sheet = of_eight(labelled)
        assert (sheet.label(1), sheet.label(5), sheet.label(6)) == ("A", "Ab", "6")
        assert sheet.options["copies"] == "1-2 3-4 5-6 7-8"
        assert sheet.options["meetings"] == "many"

    def test_pairs_and_pairs_of_teams_are_refused(self) -> None:
        for sheet in (make("mitchell", tables=5), make("round-robin", tables=5, form="pair", sessions=2, session=1)):
            with pytest.raises(Refused, match=r"movement\.eight"):
                of_eight(sheet)

    def test_a_size_that_is_none_is_told(self) -> None:
        odd = replace(SHEET, options={**SHEET.options, "teams_of": 6})
        assert "movement.declaration-unreadable" in {one.code for one in faults(odd)}


class TestCore:
    """Four comparisons of a board, each counting one half: a board is worth two of teams of four."""

    def rules(self, method: TeamMethod = TeamMethod.IMPS, scale: str | None = "wbf-continuous") -> MatchRules:
        return MatchRules(method, 4, None if scale is None else load_scale(scale), share=HALF)

    def parts(self) -> tuple[PlayedBoards]:
        """Board 1: 420 and 450 North-South, 420 and 170 against: +0, +250, +30, +280 net."""
        nets = ((420, -420), (420, -170), (450, -420), (450, -170))
        return (PlayedBoards(tuple(TwoTables(at, ns, ew) for at, (ns, ew) in enumerate(nets, start=1))),)

    def test_imps_of_four_comparisons(self) -> None:
        """0 + 6 + 1 + 7 = 14 IMPs, one half of each: 7. The victory points are those of a match of two boards."""
        score = match_score(self.parts(), self.rules())
        assert score.points == (Fraction(7), Fraction(0))
        assert score.vp == load_scale("wbf-continuous").points(7, 2)
        steps = explain_match(self.parts(), self.rules())
        assert steps[-1].value == score.vp[0]
        cross = next(step for step in steps if step.code == "explain.match-cross-board" and step.value)
        assert "net score of 250" in translate(cross.code, cross.params, Locale.EN)
        assert "6 × 0.5 = 3 to you" in translate(cross.code, cross.params, Locale.EN)
        assert "6 × 0.5 = 3。相手は" in translate(cross.code, cross.params, Locale.JA)

    def test_boards_won(self) -> None:
        """Won three of four comparisons and tied one: (2 + 2 + 2 + 1) / 2 = 3.5 of 4 points."""
        assert match_score(self.parts(), self.rules(TeamMethod.BOARD_A_MATCH, None)).points == (Fraction(7, 2), HALF)

    def test_net_score_is_that_of_four_tables(self) -> None:
        """0 + 250 + 30 + 280 = 560, one half: 280 = 420 + 450 - 420 - 170; in two boards 5-1."""
        score = match_score(self.parts(), self.rules(TeamMethod.BOARD_A_MATCH_VP, "bam-vp"))
        assert score.vp == (Fraction(5), Fraction(1))

    def test_an_artificial_score_counts_one_half_a_comparison(self) -> None:
        ruled = (RuledBoard(1, AverageKind.PLUS, AverageKind.MINUS),)
        match = TeamMatch(Number("1"), Number("2"), self.parts(), boards=4, ruled=ruled)
        result = match_result(match, self.rules(), load("jcbl-2008").teams)
        assert result.points == (7 + Fraction(3, 2), Fraction(0))
        bam = match_result(match, self.rules(TeamMethod.BOARD_A_MATCH, None), load("jcbl-2008").teams)
        assert bam.points == (3 + Fraction(3, 4), Fraction(1, 4))


class TestEvent:
    @pytest.mark.parametrize("scoring", EightScoring)
    def test_played_to_the_ranking(self, scoring: EightScoring) -> None:
        """R-033, R-234: four teams of eight at eight tables; both sides' victory points of every match add up to 20."""
        evening = eight(scoring)
        play_sheet(evening, SHEET)
        assert len(evening.state.results) == 3 * 8 * 8
        played = matches(evening.state)
        assert {one.status for one in played} == {MatchStatus.COMPLETE}
        assert {sum(one.brings or ()) for one in played} == {20}
        assert all(len(one.tables) == 4 and all(len(board.cells) == 4 for board in one.boards) for one in played)
        assert_replays(evening)

    def test_each_score_with_each(self) -> None:
        """+420 and +450 North-South, -420 and -170 East-West: 0, 250, 30 and 280 are 0, 6, 1 and 7 IMPs; 7 together."""
        match = enter_board(start_eight(), "420", "420", "450", "170")
        board = match.boards[0]
        assert board.difference == 420 + 450 - 420 - 170
        assert board.points == (Fraction(0 + 6 + 1 + 7, 2), Fraction(0))

    def test_all_four_added(self) -> None:
        """870 - 590 = 280 are 7 IMPs of one comparison."""
        match = enter_board(start_eight(EightScoring.AGGREGATE), "420", "420", "450", "170")
        assert (match.boards[0].difference, match.boards[0].points) == (280, (Fraction(imps(280)), Fraction(0)))

    @pytest.mark.parametrize("scoring", EightScoring)
    def test_a_board_waits_for_its_fourth_table(self, scoring: EightScoring) -> None:
        match = enter_board(start_eight(scoring), "420", "420", "450")
        assert (match.boards[0].difference, match.boards[0].points) == (None, None)
        assert match.status is MatchStatus.RUNNING

    def test_each_of_four_tables_is_waited_for(self) -> None:
        """R-234: two tables have the same sides and boards; a result at one does not stand for the other."""
        evening = start_eight()
        slots = missing_slots(evening.state, 1)
        assert len(slots) == 3 * 2 * 4 * 8
        evening.do(EnterResult(slots[0], "P"))
        assert missing_slots(evening.state, 1) == slots[1:]
        for slot in slots[1:-1]:
            evening.do(EnterResult(slot, "P"))
        assert missing_slots(evening.state, 1) == slots[-1:]
        with pytest.raises(Refused) as refused:
            evening.do(Publish())
        assert refused.value.problems[0].code == "publish.missing"
        evening.do(EnterResult(slots[-1], "P"))
        assert not missing_slots(evening.state, 1)

    def test_a_result_where_others_should_sit_stands_for_one_table(self) -> None:
        """R-234: a forced slip of a match fills one of its two tables of the side, not both."""
        evening = start_eight()
        wanted = missing_slots(evening.state, 1)
        first = wanted[0]
        ns, ew = sides_of(evening.state, first)
        here = [slot for slot in wanted if slot.board == first.board and sides_of(evening.state, slot) == (ns, ew)]
        other = next(
            slot
            for slot in wanted
            if slot.board == first.board and not {*ns, *ew} & set(sum(sides_of(evening.state, slot), ()))
        )
        evening.do(EnterResult(other, "P", ns=ns, ew=ew, force="sat down at the wrong table"))
        left = missing_slots(evening.state, 1)
        assert len(here) == 2
        assert [slot in left for slot in here] == [False, True]

    def test_an_award_at_one_table_is_in_two_of_four_comparisons(self) -> None:
        """A+ for the home team at the first table: twice 3 IMPs; the second own score is compared as ever, 1 and 7."""
        evening = start_eight()
        match = enter_board(evening, "420", "420", "450", "170")
        evening.do(GiveAward(match.boards[0].open.slot, "A+", "A-", "Law 12C2"), reason="wrong board")
        board = match_at(evening.state, Place(1, "A").at(1), Number("1")).boards[0]
        assert board.is_ruled
        assert board.points == (Fraction(3 + 3 + 1 + 7, 2), Fraction(0))

    def test_an_award_where_scores_are_added_is_the_board(self) -> None:
        evening = start_eight(EightScoring.AGGREGATE)
        match = enter_board(evening, "420", "420", "450", "170")
        evening.do(GiveAward(match.boards[0].further[1].slot, "A-", "A+", "Law 12C2"), reason="wrong board")
        board = match_at(evening.state, Place(1, "A").at(1), Number("1")).boards[0]
        assert board.points == (Fraction(3), Fraction(0))

    def test_wrong_seats_leave_comparisons_out(self) -> None:
        """R-239: a table that sat the wrong way has nothing to be compared with."""
        evening = start_eight()
        match = enter_board(evening, "420", "420", "450")
        last = match.boards[0].further[1]
        evening.do(EnterResult(last.slot, "170", ns=last.ew.numbers, ew=last.ns.numbers, force="sat the wrong way"))
        assert match_at(evening.state, Place(1, "A").at(1), Number("1")).boards[0].is_left_out

    @for_each(
        "scoring, total",
        [(TeamScoring.IMPS, 0), (TeamScoring.TOTAL_POINTS, 0), (TeamScoring.BOARD_A_MATCH, 6 * 8 * 4)],
    )
    def test_other_methods(self, scoring: TeamScoring, total: int) -> None:
        """R-230: margins cancel out; a board of four tables has four board points."""
        evening = eight(scoring=scoring, scale="")
        play_sheet(evening, SHEET)
        assert sum(row.total for row in standings(evening.state, 1).ranking) == total

    def test_a_swiss(self) -> None:
        """R-033: each round is drawn with four tables a match."""
        evening = eight(teams=6, form=EventForm.SWISS_TEAMS, conditions=PLAIN_SWISS, boards_per_round=6)
        play_swiss(evening, 3)
        assert {len(one.tables) for one in matches(evening.state)} == {4}
        assert_replays(evening)

    def test_explained(self) -> None:
        """R-229: the steps of a match end with what it brings; boards are named by their numbers."""
        evening = eight()
        play_sheet(evening, SHEET)
        match = matches(evening.state)[0]
        steps = why_match(evening.state, Place(1, "A").at(match.rounds[0]), match.home)
        assert steps[-1].value == match.points_of(match.home)
        boards = {step.params["board"] for step in steps if "board" in step.params}
        assert boards == {board.board for board in match.boards}


class TestPeople:
    def test_seven_are_too_few(self) -> None:
        of_eight_people = MatchSettings(eight=EightScoring.CROSS)
        evening = new_event(
            4, 7, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous", matches=of_eight_people
        )
        assert complete_entries(evening.state) == ()

    @pytest.mark.parametrize(("how", "most"), [(EightScoring.CROSS, 12), (None, 8)])
    def test_four_substitutes_at_the_most(self, how: EightScoring | None, most: int) -> None:
        """Twelve people of a team of eight, eight of a team of four."""
        settings = {"kind": TEAM, "form": EventForm.ROUND_ROBIN_TEAMS, "scale": "wbf-continuous"}
        assert new_event(1, most, matches=MatchSettings(eight=how), **settings).state.entries
        with pytest.raises(Refused, match=r"entry\.too-many-people"):
            new_event(1, most + 1, matches=MatchSettings(eight=how), **settings)

    def test_line_ups_have_four_pairs(self) -> None:
        """R-232: four sit North-South at both home tables and four East-West at the other two."""
        evening = start_eight()
        match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        entry = evening.state.entry_at(Place(1, "A"), match.home)
        assert entry is not None
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=match.home, ns=entry.names[:4], ew=entry.names[4:]))
        (stored,) = evening.state.matches.lineups
        seating = seats(match, stored, None)
        assert [(one.table, one.ns_names or one.ew_names) for one in seating] == [
            (0, entry.names[:2]),
            (1, entry.names[4:6]),
            (2, entry.names[2:4]),
            (3, entry.names[6:]),
        ]
        with pytest.raises(Refused, match=r"team-event\.lineup-size"):
            evening.do(EnterLineup(at=Place(1, "A").at(1), number=match.home, ns=entry.names[:2], ew=entry.names[4:6]))


class TestSettings:
    @for_each(
        "form", [EventForm.KNOCKOUT_TEAMS, EventForm.LEAGUE, EventForm.TEAMS_AND_PAIRS, EventForm.MATCHPOINT_PAIRS]
    )
    def test_not_every_form(self, form: EventForm) -> None:
        with pytest.raises(Refused, match=r"form\.eight"):
            new_event(0, 8, kind=form.kind, form=form, scale="wbf-25", matches=MatchSettings(eight=EightScoring.CROSS))

    def test_no_triangles(self) -> None:
        three = replace(PLAIN_SWISS, triangle=Triangle.ONE_ROUND, triangle_limit=1)
        with pytest.raises(Refused, match=r"form\.eight-triangle"):
            eight(form=EventForm.SWISS_TEAMS, conditions=three, boards_per_round=6)


def test_the_score_sheet_has_both_tables_of_a_side() -> None:
    evening = start_eight()
    enter_board(evening, "420", "420", "450", "170")
    text = "".join(print_paper("team-score-sheet", job_of(evening, round="1", number="1"), Locale.EN).text.split())
    assert "1420/450−420/−170+280+7" in text


def test_a_round_of_play_is_entered_at_every_table() -> None:
    evening = start_eight()
    play_round(evening, 1, 1)
    assert {slot.table for slot in evening.state.results} == set(range(1, 9))
