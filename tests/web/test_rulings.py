"""Rulings, penalties, and how often a pair's slips were wrong."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from arrowswitch.core.errors import Problem
from arrowswitch.i18n import Locale
from arrowswitch.tournament.commands import StartRound
from arrowswitch.web.desk.rulings import parse_amount
from tests.web.client import foreign, untranslated
from tests.web.playing import Playing, at_desk, codes, howell_evening


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@pytest.mark.parametrize("locale", Locale)
def test_the_page_in_both_languages(playing: Playing, locale: Locale) -> None:
    playing.fill_round(1)
    playing.post("/rulings/penalty", number="3", amount="1/2", unit="boards", reason="late", law="")
    playing.post("/slots/A-1-3-5/award", ns_text="A", ew_text="A", reason="accident", law="12C2")
    playing.post("/slots/A-1-4-7/note", note="hesitation", is_pending="true")
    page = playing.page("/rulings", locale)
    assert untranslated(page) == []
    assert foreign(page, locale, playing.known) == []
    assert "hesitation" in page.text


class TestPenalties:
    @pytest.mark.parametrize(
        ("typed", "amount"),
        [("1", "1"), ("1/2", "1/2"), ("0.5", "1/2"), ("½", "1/2"), ("２", "2"), ("1,5", "3/2")],
    )
    def test_amounts_as_people_write_them(self, typed: str, amount: str) -> None:
        problems: list[Problem] = []
        assert parse_amount(typed, problems) == Fraction(amount)
        assert problems == []

    def test_a_penalty_is_given_and_taken_back(self, playing: Playing) -> None:
        """R-187: half a board from pair 5, with its reason, in the list and in a column of the ranking."""
        playing.fill_round(1)
        answer = playing.post("/rulings/penalty", number="5", amount="1/2", unit="boards", reason="遅刻", law="90条")
        assert answer.status_code == 200
        given = playing.state.penalties[0]
        assert (given.number, given.amount, given.reason, given.law) == ("5", Fraction(1, 2), "遅刻", "90条")
        assert "遅刻" in playing.page("/rulings").text
        assert "ペナルティ" in playing.page("/ranking").texts
        playing.post("/scores/undo", seq=str(given.seq))
        assert playing.state.penalties == ()

    @pytest.mark.parametrize(
        ("fields", "code", "where"),
        [
            ({"number": "5", "amount": "much", "reason": "遅刻"}, "desk.rulings.amount", "amount"),
            ({"number": "5", "amount": "1/0", "reason": "遅刻"}, "desk.rulings.amount", "amount"),
            ({"number": "5", "amount": "1"}, "desk.field.missing", "reason"),
            ({"number": "", "amount": "1", "reason": "遅刻"}, "desk.field.missing", "number"),
            ({"number": "99", "amount": "1", "reason": "遅刻"}, "result.unknown-number", ""),
            ({"number": "5", "amount": "-1", "reason": "遅刻"}, "penalty.amount", ""),
        ],
    )
    def test_what_is_wrong_is_said_beside_its_field(
        self, playing: Playing, fields: dict[str, str], code: str, where: str
    ) -> None:
        answer = playing.post("/rulings/penalty", unit="boards", **fields)
        assert codes(answer) == [code]
        assert answer.json()["errors"][0]["where"] == where
        assert playing.state.penalties == ()

    def test_an_unknown_unit_is_refused(self, playing: Playing) -> None:
        assert playing.post("/rulings/penalty", number="5", amount="1", unit="beers", reason="遅刻").status_code == 422


class TestSlips:
    def test_corrected_slips_are_counted_for_each_pair(self, playing: Playing) -> None:
        """R-152: three corrected slips of one pair show as three, with their boards; typing errors do not count."""
        for number in (1, 2, 3):
            playing.fill_round(number)
            playing.evening.do(StartRound(1, number + 1))
        movement = playing.state.section(1, "A").movement
        assert movement is not None
        boards = []
        for number in (1, 2, 3):
            meeting = next(m for m in movement.in_round(number) if "5" in m.contestants)
            board = movement.boards_of(meeting)[0]
            reason = "written-wrong" if number < 3 else "tricks-proven"
            answer = playing.enter(
                f"A-{number}-{meeting.table}-{board}", "1NT+3 E" if board % 2 else "P", correction=reason
            )
            assert answer.status_code == 200
            boards.append(board)
        other = next(m for m in movement.in_round(1) if "5" not in m.contestants and movement.is_played(m))
        playing.enter(f"A-1-{other.table}-{movement.boards_of(other)[0]}", "1NT= S", correction="typing-error")
        html = playing.html("/rulings").split('id="slips"')[1].split("</section>")[0]
        row = next(row for row in html.split("<tr>") if "<b>5</b>" in row)
        assert "3回" in row
        assert [f"ボード{board}" in row for board in boards] == [True] * 3
        assert html.index("<b>5</b>") < html.index("1回")
