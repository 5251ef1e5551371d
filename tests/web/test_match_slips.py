"""The desk's line for slips of whole matches, and the card on the page of a match."""

from __future__ import annotations

import pytest

from arrowswitch.documents.registry import obstacles
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.views import matches_of
from arrowswitch.tournament.model.slices.matches import EnterMatchSlip
from arrowswitch.tournament.model.slices.results import EnterResult
from tests.builders import Evening
from tests.paper import job_of
from tests.rotation import rotate
from tests.spec.matches.test_match_slips import A, both, first_match, swiss
from tests.tables import for_each
from tests.web.client import Page, list_codes_shown, visible
from tests.web.test_matches import assert_reads, at, round_robin


@pytest.fixture
def evening() -> Evening:
    return swiss(boards=2)


class TestLine:
    def test_one_line_stores_a_match(self, evening: Evening) -> None:
        """`3 45-32`: eight keys with the one that sends it."""
        with at(evening) as (desk, base):
            table = first_match(evening).tables[0]
            action = f"{base}/matches/1/slips"
            answer = desk.send(f"{base}/matches", action, line=f"{table} 15-32")
            text = visible(answer.text)
            assert "保存しました" in text
            assert "対戦スリップによる" in text
            assert first_match(evening).points == both(15, 32)
            desk.send(f"{base}/matches", action, line=f"{first_match(evening).tables[1]} 13-7v", reason="a ruling")
            assert_reads(desk, evening, "/matches", f"/matches/1/{first_match(evening).home}", "/cross", "/ranking")
        assert first_match(evening).brings == both(13, 7)

    @rotate("locale", Locale)
    @pytest.mark.parametrize("is_line", [True, False])
    def test_what_another_computer_entered_meanwhile_is_not_replaced_unseen(
        self, evening: Evening, locale: Locale, is_line: bool
    ) -> None:
        """The stored and the typed values are shown; a second press replaces the result, and removing works alike."""
        match = first_match(evening)
        with at(evening) as (desk, base):
            card = f"{base}/matches/1/{match.home}"
            page, action = (f"{base}/matches", f"{base}/matches/1/slips") if is_line else (card, f"{card}/slip")
            typed = {"line": f"{match.tables[0]} 15-32"} if is_line else {"text": "15-32"}
            form = desk.page(page, locale).form(action)
            evening.do(EnterMatchSlip(A.at(1), match.home, "20-13"), author="second desk")
            answer = desk.post(action, {**form, **typed})
            assert (answer.status_code, first_match(evening).points) == (200, both(20, 13))
            text = visible(answer.text)
            assert "second desk" in text
            assert "20 – 13" in text
            again = Page.read(answer.text).form(action)
            assert {name: again[name] for name in typed} == typed
            assert list_codes_shown(Page.read(answer.text)) == []
            desk.post(action, again)
            assert first_match(evening).points == both(15, 32)
            evening.do(EnterMatchSlip(A.at(1), match.home, "20-13"), author="second desk")
            removal = desk.post(f"{card}/slip/remove", {**form, "against": match.away})
            assert removal.status_code == 409
            assert first_match(evening).points == both(20, 13)

    @for_each(
        "line, status, text",
        [
            ("45-32", 422, "対戦スリップとして読めません"),
            ("99 45-32", 404, "テーブル99に対戦はありません"),
            ("1 45", 422, "対戦の結果として読めません"),
            ("1 145-2", 409, "超えることはありません"),
            ("", 422, "対戦スリップとして読めません"),
        ],
    )
    def test_what_it_cannot_read_is_said(self, evening: Evening, line: str, status: int, text: str) -> None:
        with at(evening) as (desk, base):
            answer = desk.send(f"{base}/matches", f"{base}/matches/1/slips", status=status, line=line)
        assert text in visible(answer.text)
        assert evening.state.matches.slips == ()

    def test_a_table_is_that_of_the_round(self) -> None:
        """Five teams: at table 4 plays 4 against 2 in round 1; its second tables other matches have there later."""
        evening = round_robin()
        with at(evening) as (desk, base):
            desk.send(f"{base}/matches", f"{base}/matches/1/slips", line="4 45-32")
        assert [(slip.home, slip.away) for slip in evening.state.matches.slips] == [("4", "2")]

    def test_without_boards_no_sheet_lists_any(self, evening: Evening) -> None:
        """The obstacles are listed on the page of prints; the kit at the end is printed without these papers."""
        for match in matches_of(evening.state, A.at(1)):
            evening.do(EnterMatchSlip(A.at(1), match.home, "20-13"))
        for sheet in ("recap", "travellers", "private-scores"):
            assert [one.code for one in obstacles(sheet, job_of(evening))] == ["print.no-boards"]
        assert obstacles("record", job_of(evening)) == ()

    def test_it_stands_where_slips_can_be_entered(self, evening: Evening) -> None:
        with at(evening) as (desk, base):
            assert f"{base}/matches/1/slips" in desk.page(f"{base}/matches").forms
            assert f"{base}/matches/2/slips" not in desk.page(f"{base}/matches?round=2").forms


class TestCard:
    def test_a_slip_is_corrected_and_taken_away(self, evening: Evening) -> None:
        home = first_match(evening).home
        with at(evening) as (desk, base):
            page = f"{base}/matches/1/{home}"
            desk.send(page, f"{page}/slip", text="15-32")
            assert desk.page(page).form(f"{page}/slip")["text"] == "15-32"
            desk.send(page, f"{page}/slip", text="23-15")
            assert first_match(evening).points == both(23, 15)
            desk.send(page, f"{page}/slip/remove")
        assert first_match(evening).slip is None

    def test_boards_that_contradict_it_are_told_everywhere(self, evening: Evening) -> None:
        view = first_match(evening)
        with at(evening) as (desk, base):
            page = f"{base}/matches/1/{view.home}"
            desk.send(page, f"{page}/slip", text="5-0")
            open_cell, closed_cell = view.boards[0].cells
            evening.do(EnterResult(open_cell.slot, "4S= N"))
            evening.do(EnterResult(closed_cell.slot, "P"))
            assert "スリップとボードが不一致" in desk.page(f"{base}/matches").text
            assert "入力済みのボードだけで" in desk.page(page).text
            assert "対戦スリップとボードの不一致1件" in desk.page(f"{base}/ranking").text
            assert_reads(desk, evening, "/matches", f"/matches/1/{view.home}", "/ranking", "/history")

    def test_papers_say_what_a_slip_reports(self, evening: Evening) -> None:
        view = first_match(evening)
        with at(evening) as (desk, base):
            page = f"{base}/matches/1/{view.home}"
            desk.send(page, f"{page}/slip", text="15-32")
            own = {"team-score-sheet": f"?round=1&number={view.home}", "team-result": f"?number={view.home}"}
            for sheet in ("team-score-sheet", "team-result", "cross-table", "ranking"):
                answer = desk.get(f"{base}/print/{sheet}.pdf{own.get(sheet, '')}")
                assert answer.status_code == 200, sheet
            why = desk.get(f"{page}/why?against={view.away}")
            assert "対戦スリップの報告" in why.text
            assert "対戦スリップによる" in desk.page(f"{base}/teams/{view.home}").text
        assert len(matches_of(evening.state, A.at(1))) == 2


@pytest.mark.parametrize(("locale", "word"), [(Locale.JA, "対戦スリップ"), (Locale.EN, "the match slip to")])
def test_the_score_page_tells_a_board_that_contradicts_the_slip(evening: Evening, locale: Locale, word: str) -> None:
    """With the way to the match, where the slip is corrected or taken away; nothing before, nothing afterwards."""
    with at(evening) as (desk, base):
        match = first_match(evening)
        desk.send(f"{base}/matches", f"{base}/matches/1/slips", line=f"{match.tables[0]} 15-32")
        way = f"{base}/matches/1/{match.home}?against={match.away}"
        page = desk.page(f"{base}/scores", locale)
        assert way not in page.links
        for table in match.tables:
            for board in (1, 2):
                evening.enter(1, table, board, "P")
        page = desk.page(f"{base}/scores", locale)
        assert way in page.links
        assert word in page.text
        desk.post(
            f"{base}/matches/1/{match.home}/slip/remove", {"against": match.away, "reason": "x", "command_id": "r"}
        )
        assert way not in desk.page(f"{base}/scores", locale).links
