"""Paper of teams and Swiss events, read back from the PDFs: score sheets, report forms, cross tables, draws, guides.

JCBL director's manual 3.3, lines 1534-1566, 1640-1668, 1754-1760, 1833-1872, 2664-2670.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Mistake, NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.documents.matches.cross_table import cross_page
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.views import CrossCell, CrossRow, CrossTable, match_at, matches_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, new_evening
from tests.paper import job_of, open_part, print_paper
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.tables import for_each
from tests.web.client import visible
from tests.web.test_matches import at

TEAM = ContestantKind.TEAM


def swiss(teams: int = 4, boards: int = 8) -> Evening:
    """Returns a Swiss of teams whose first round is drawn and begun."""
    form, scale = EventForm.SWISS_TEAMS, "wbf-continuous"
    conditions = PLAIN_SWISS
    evening = new_event(teams, 4, kind=TEAM, form=form, scale=scale, conditions=conditions, boards_per_round=boards)
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    return evening


class TestTeamScoreSheet:
    """Comparing both tables of a match (lines 1640-1668)."""

    def fill_first_boards(self) -> Evening:
        """Fills the first four boards of the match of team 1 as the manual has them, from the side of team 1.

        Bd 1  +50 and -300 (4S doubled, two down not vulnerable)   -250 = -6
        Bd 8 +110 and  +50                                          +160 = +4
        Bd 3 +450 and -420                                           +30 = +1
        Bd 4 -620 and +620                                             0 =  0

        The manual's second board stands on board 8: one down costs 100 on a real board 2, where North-South are
        vulnerable, and not the printed 50.
        """
        evening = swiss()
        match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        assert match.home == "1"
        texts = {1: ("3NT-1 E", "4SX-2 E"), 8: ("2S= S", "3S-1 S"), 3: ("4S+1 N", "4H= N"), 4: ("4H= E", "4H= E")}
        for board in match.boards:
            if board.board in texts and board.open is not None and board.closed is not None:
                for cell, text in zip((board.open, board.closed), texts[board.board], strict=True):
                    evening.do(EnterResult(cell.slot, text, is_confirmed=True))
        return evening

    def test_the_manuals_four_boards(self) -> None:
        """R-020: +50 - 300 = -250: -6; +110 + 50: +4; +450 - 420: +1; -620 + 620: 0; the sum is -1."""
        paper = print_paper("team-score-sheet", job_of(self.fill_first_boards(), number="1"), Locale.EN)
        text = "".join(paper.text.split())
        for line in ("50−300−250−6", "811050+160+4", "450−420+30+1", "−62062000"):
            assert line in text
        assert "Total−60−1" in text  # -250 + 160 + 30 + 0 = -60; -6 + 4 + 1 = -1

    def test_the_opponents_have_the_opposite(self) -> None:
        """R-020: "the other team has the opposite of these scores" (line 1668); not played boards stay empty."""
        text = "".join(
            print_paper("team-score-sheet", job_of(self.fill_first_boards(), number="1"), Locale.EN).text.split()
        )
        for line in ("300−50+250+6", "8−50−110−160−4", "420−450−30−1"):
            assert line in text
        assert "Total+60+1" in text

    def test_two_matches_share_a_page_and_have_vp_when_they_are_over(self) -> None:
        """R-020: total and VP stand below a complete match; before play the sheet is empty for the pen."""
        evening = swiss()
        before = print_paper("team-score-sheet", job_of(evening))
        assert len(before.pages) == 1
        play_round(evening, 1, 1)
        match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        assert match.vp is not None
        text = "".join(print_paper("team-score-sheet", job_of(evening, number="1"), Locale.EN).text.split())
        assert f"VP{float(match.vp[0]):.2f}–{float(match.vp[1]):.2f}" in text
        assert f"VP{float(match.vp[1]):.2f}–{float(match.vp[0]):.2f}" in text

    def test_sheets_of_several_rounds_are_four_a_page(self) -> None:
        """R-020: two matches of four teams in each of two rounds are eight sheets: on two pages, as usual for eight
        boards, or on four if two a page are asked for; every sheet has its own round at its head."""
        evening = swiss()
        play_round(evening, 1, 1)
        evening.do(DrawRound(Place(1, "A").at(2)))
        usual, two, four = (
            print_paper("team-score-sheet", job_of(evening, round="1-2", **more), Locale.EN)
            for more in ({}, {"score-sheets": "two"}, {"score-sheets": "four"})
        )
        assert (len(usual.pages), len(two.pages), len(four.pages)) == (2, 4, 2)
        for paper in (usual, two, four):
            assert [paper.text.count(f"Round {number}, tables") for number in (1, 2)] == [4, 4]

    @for_each("options", [{"round": "9"}, {"number": "99"}, {"round": "x"}])
    def test_what_is_not_there_is_told(self, options: dict[str, str]) -> None:
        with pytest.raises(NotFound):
            print_paper("team-score-sheet", job_of(swiss(), **options))

    def test_pairs_have_none(self) -> None:
        for sheet in ("team-score-sheet", "cross-table", "draw-sheet", "pair-team-guide", "bam-report"):
            with pytest.raises(Mistake):
                print_paper(sheet, job_of(new_evening(4)))


class TestBamReport:
    """The B-a-M report form (lines 1833-1872)."""

    def event(self) -> Evening:
        evening = new_event(5, 4, kind=TEAM, form=EventForm.BAM_VP_TEAMS, scale="bam-vp")
        evening.start(make("awl", tables=5, boards_per_round=2, first_board=1))
        return evening

    def test_three_against_one(self) -> None:
        """R-019: 210 to team 3 on one board and 460 to team 1 on the other: 2 and 2 points; 250 net for team 1 in two
        boards are 5-1; so 3 and 7 (lines 1837-1864)."""
        evening = self.event()
        match = next(
            one
            for number in range(1, 5)
            for one in matches_of(evening.state, Place(1, "A").at(number))
            if set(one.teams) == {"1", "3"}
        )
        won = {True: (210, -460), False: (-210, 460)}[match.home == "3"]
        for board, difference in zip(match.boards, won, strict=True):
            assert board.open is not None
            assert board.closed is not None
            _enter(evening, board.open.slot, board.closed.slot, difference)
        done = match_at(evening.state, Place(1, "A").at(match.rounds[0]), Number("3"), Number("1"))
        assert done.brings is not None
        assert dict(zip(done.teams, done.brings, strict=True)) == {"3": 3, "1": 7}
        paper = print_paper("bam-report", job_of(evening, round=str(match.rounds[0]), number="3"), Locale.EN)
        text = "".join(paper.text.split())
        grand = "37" if done.home == "3" else "73"
        assert f"GRANDTOTAL{grand}" in text
        assert ("TotalPlus&VP15250" if done.home == "3" else "TotalPlus&VP25051") in text

    @for_each(
        "awards, nets, brings",
        [(("A+", "A-"), (100, -100), ("6.5", "3.5")), (("A+", "A+"), (100, 100), ("6.5", "6.5"))],
    )
    def test_an_average_plus_is_worth_a_hundred(
        self, awards: tuple[str, str], nets: tuple[int, int], brings: tuple[str, str]
    ) -> None:
        """R-184: 1.5 points and +100 for an average plus (regulations summary, lines 33-35): with a tied board
        100 net of two boards are 4-2, so 1.5 + 1 + 4 for the team and 0.5 + 1 + 2 for the other; both with an average
        plus get the 4. Report form and score sheets print the net scores of both."""
        evening = self.event()
        match = matches_of(evening.state, Place(1, "A").at(1))[0]
        first, second = match.boards
        assert first.open is not None
        assert second.open is not None
        assert second.closed is not None
        evening.do(GiveAward(first.open.slot, *awards, "Law 12C2"), reason="cards exchanged")
        _enter(evening, second.open.slot, second.closed.slot, 0)
        done = match_at(evening.state, Place(1, "A").at(1), match.home)
        assert done.boards[0].nets == done.nets == tuple(map(Fraction, nets))
        assert done.brings == tuple(map(Fraction, brings))
        paper = print_paper("bam-report", job_of(evening, round="1", number=match.home), Locale.EN)
        text = "".join(paper.text.split())
        assert text.count("100") == 2 * sum(net > 0 for net in nets)
        sheets = print_paper("team-score-sheet", job_of(evening, round="1", number=match.home), Locale.EN)
        assert sheets.text.count("+100") == 2 * sum(net > 0 for net in nets)
        with at(evening) as (desk, _):
            page = visible(desk.get(f"/events/{evening.event_id}/matches/1/{match.home}?lang=en").text)
        assert ("+100 / +100" in page) is (nets == (100, 100))
        assert "+100" in page

    def test_the_numbers_and_the_scale_are_printed_beforehand(self) -> None:
        """R-019: team and board numbers are filled in, and the scale stands below: 0-50 3-3, 60-220 4-2, 230-510 5-1,
        520 6-0 for two boards; 0-80, 90-320, 330-740, 750 for three and more."""
        text = "".join(print_paper("bam-report", job_of(self.event(), round="1"), Locale.EN).text.split())
        for row in ("520ormore750ormore6–0", "230–510330–7405–1", "60–22090–3204–2", "0–500–803–3"):
            assert row in text
        assert "won2,tied1,lost0" in text

    def test_only_board_a_match_has_it(self) -> None:
        with pytest.raises(Refused):
            print_paper("bam-report", job_of(swiss()))


def _enter(evening: Evening, at_open: Slot, at_closed: Slot, difference: int) -> None:
    """Enters two scores whose difference is given, of those that the board can bring."""
    scores = (
        100,
        110,
        -100,
        -110,
        120,
        140,
        150,
        170,
        50,
        -50,
        90,
        600,
        620,
        630,
        400,
        420,
        430,
        200,
        -200,
        -140,
        -150,
    )
    for own, other in product(scores, scores):
        if own - other == difference:
            try:
                for slot, score in ((at_open, own), (at_closed, other)):
                    evening.do(EnterResult(slot, str(score), is_confirmed=True))
            except Mistake:
                continue
            return
    raise AssertionError(difference)


class TestCrossTable:
    """Team by team (lines 1754-1760)."""

    POINTS = (
        (None, 19, 0, 8, 7, 20),
        (1, None, 10, 18, 15, 0),
        (20, 10, None, 4, 6, 17),
        (12, 2, 16, None, 7, 4),
        (13, 5, 14, 13, None, 11),
        (0, 20, 3, 16, 9, None),
    )
    RANKS = (3, 5, 1, 6, 2, 4)

    def table(self, **more: bool) -> CrossTable:
        numbers = tuple(Number(str(n)) for n in range(1, 7))
        rows_ = []
        for number, rank, points in zip(numbers, self.RANKS, self.POINTS, strict=True):
            total = Fraction(sum(one or 0 for one in points))
            standing = Standing(number, rank, False, 0, None, total, Fraction(0), total, None, 5, 5, False)
            cells = tuple(
                () if one is None else (_cell(other, one, **more),) for other, one in zip(numbers, points, strict=True)
            )
            rows_.append(CrossRow(number, RankRow(standing, "A", None), cells, Fraction(0)))
        return CrossTable("A", numbers, tuple(sorted(rows_, key=lambda row: row.row.standing.rank)), False)

    def test_the_manuals_six_teams(self) -> None:
        """R-022: totals 54, 44, 57, 41, 56, 48 and ranks 3, 5, 1, 6, 2, 4, in the order of numbers."""
        page = open_part(cross_page(self.table(), Words(Locale.EN, None)))
        assert [line.total for line in page.lines] == ["54", "44", "57", "41", "56", "48"]
        assert [line.rank for line in page.lines] == ["3", "5", "1", "6", "2", "4"]
        assert [cell.points for cell in page.lines[0].cells] == ["", "19", "0", "8", "7", "20"]
        assert [cell.is_self for cell in page.lines[3].cells] == [False, False, False, True, False, False]
        assert page.notes == ()

    def test_forfeits_and_provisional_points_are_marked(self) -> None:
        """R-257: a forfeit has its mark, what may change stands in brackets, and both are explained below."""
        page = open_part(cross_page(self.table(is_forfeit=True, is_provisional=True), Words(Locale.EN, None)))
        assert page.lines[0].cells[1].points == "(19 F)"
        assert len(page.notes) == 2

    def test_a_swiss_by_rounds(self) -> None:
        """R-272: a Swiss is printed round by round in the order of the ranking, with the opponents."""
        evening = swiss()
        play_round(evening, 1, 1)
        text = "".join(print_paper("cross-table", job_of(evening), Locale.EN).text.split())
        match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        assert match.vp is not None
        assert f"{float(match.vp[0]):.2f}({match.away})" in text

    def test_a_forfeited_match_on_paper(self) -> None:
        evening = swiss()
        match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        evening.do(ForfeitMatch(Place(1, "A").at(1), match.away), reason="absent")
        for slot in missing_slots(evening.state, 1):
            if slot.table not in match.tables:
                evening.do(EnterResult(slot, "P"))
        assert "forfeitedmatch" in "".join(print_paper("cross-table", job_of(evening), Locale.EN).text.split())


def _cell(opponent: Number, points: int, *, is_forfeit: bool = False, is_provisional: bool = False) -> CrossCell:
    return CrossCell(
        opponent=opponent,
        points=Fraction(points),
        margin=None,
        session=1,
        round=1,
        is_forfeit=is_forfeit,
        is_provisional=is_provisional,
    )


class TestDrawSheet:
    """The draw for the wall (lines 2664-2670)."""

    def test_tables_home_away_and_boards(self) -> None:
        """R-271: every match with its tables, who is at home and away, and its boards."""
        evening = swiss(8)
        paper = print_paper("draw-sheet", job_of(evening))
        (drawn,) = evening.state.session(1).sections["A"].draws
        text = "".join(paper.text.split())
        assert len(drawn.matches) == 4
        for match in drawn.matches:
            home, away = (evening.state.entry_at(Place(1, "A"), number) for number in (match.home, match.away))
            assert home is not None
            assert away is not None
            captain, other = ("".join(one.people[0].name.split()) for one in (home, away))
            tables = "・".join(map(str, match.tables))
            assert f"{tables}{match.home}{captain}チーム{match.away}{other}チーム1-8" in text

    def test_who_sits_out_is_told(self) -> None:
        """R-264: nine teams: the draw tells who sits out."""
        text = print_paper("draw-sheet", job_of(swiss(9)), Locale.EN).text
        assert "Sits out: 9" in text

    def test_an_undrawn_round_is_told(self) -> None:
        with pytest.raises(NotFound):
            print_paper("draw-sheet", job_of(swiss(), round="2"))


class TestTeamOfPairs:
    """The guide of four pairs, with the exchange of seats (lines 1550-1566)."""

    @pytest.mark.parametrize(("boards", "sets"), [(7, ("1-7", "8-14", "15-21")), (8, ("1-8", "9-16", "17-24"))])
    def test_both_tables_as_printed(self, boards: int, sets: tuple[str, ...]) -> None:
        """R-021: table 1 has 4-1, 4-2, 4-3, table 2 has 3-2, 1-3, 2-1, for 7 and for 8 boards a round."""
        evening = new_evening(4, form=EventForm.TEAM_OF_PAIRS)
        evening.start(make("team-of-pairs", tables=2, boards_per_round=boards))
        paper = print_paper("pair-team-guide", job_of(evening), Locale.EN)
        assert len(paper.pages) == 2
        meetings = (("41", "42", "43"), ("32", "13", "21"))
        for text, pairs in zip(paper.texts, meetings, strict=True):
            plain = "".join(text.split())
            for number, (two, board) in enumerate(zip(pairs, sets, strict=True), start=1):
                assert f"{number}{two}{board}" in plain
            assert "exchangeseats" in plain

    def test_five_pairs_are_told_where_to_go(self) -> None:
        """R-021: with five pairs nobody exchanges by rule: each pair's next seat is printed next to the round."""
        evening = new_evening(5, form=EventForm.TEAM_OF_PAIRS)
        evening.start(make("team-of-pairs", tables=2, waiting=1))
        plain = "".join(print_paper("pair-team-guide", job_of(evening), Locale.EN).text.split())
        assert "exchangeseats" not in plain
        assert "sitsout" in plain
