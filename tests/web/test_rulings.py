"""Rulings, penalties, and how often a pair's slips were wrong."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.web.desk.rulings.routes import parse_amount
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import JSON, Playing, at_desk, codes, howell_evening, slot


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@rotate("locale", Locale)
def test_the_page_in_both_languages(playing: Playing, locale: Locale) -> None:
    playing.fill_round(1)
    playing.post("/rulings/penalty", number="3", amount="1/2", unit="boards", reason="late", law="")
    playing.post("/slots/A-1-3-5/award", ns_text="A", ew_text="A", reason="accident", law="12C2")
    playing.post("/slots/A-1-4-7/note", note="hesitation", is_pending="true")
    page = playing.page("/rulings", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []
    assert "hesitation" in page.text


class TestPenalties:
    @for_each(
        "typed, amount",
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
        penalty = playing.state.rulings.penalties[0]
        assert (penalty.number, penalty.amount, penalty.reason, penalty.law) == ("5", Fraction(1, 2), "遅刻", "90条")
        assert "遅刻" in playing.page("/rulings").text
        assert "ペナルティ" in playing.page("/ranking").texts
        playing.post("/scores/undo", seq=str(penalty.seq))
        assert playing.state.rulings.penalties == ()

    @for_each(
        "fields, code, where",
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
        assert playing.state.rulings.penalties == ()

    def test_an_unknown_unit_is_refused(self, playing: Playing) -> None:
        assert playing.post("/rulings/penalty", number="5", amount="1", unit="beers", reason="遅刻").status_code == 422


class TestSlips:
    def test_corrected_slips_are_counted_for_each_pair(self, playing: Playing) -> None:
        """R-152: three corrected slips of one pair show as three, with their boards; typing errors do not count."""
        for number in (1, 2, 3):
            playing.fill_round(number)
            playing.evening.do(StartRound(1, number + 1))
        movement = playing.state.section(Place(1, "A")).movement
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


class TestProposals:
    """R-188 to R-193: the regulations' proposals; nothing is given by itself."""

    @rotate("locale", Locale)
    @for_each(
        "query",
        [
            "offence=scoring-mistake&round=1&table=2&board=3",
            "offence=wrong-board&round=1&table=2&board=3&is_serious=true",
            "offence=hands-misplaced&round=1&table=2&board=3&keeper=NS",
            "offence=conduct&offender=3|{player}",
            "offence=conduct&offender=3",
            "offence=barred-system",
            "offence=conduct&round=&table=&board=&offender=",
        ],
    )
    def test_what_is_foreseen_is_said_in_words(self, playing: Playing, locale: Locale, query: str) -> None:
        entry = playing.state.entry_at(Place(1, "A"), Number("3"))
        assert entry is not None
        page = playing.page(f"/rulings?{query.format(player=entry.names[0])}", locale)
        assert list_codes_shown(page) == []
        assert "proposals" in page.ids
        assert playing.state.rulings.penalties == ()

    def test_the_second_offence_of_a_player_costs_more(self, playing: Playing) -> None:
        """R-193: half a board at first, a board the second time, then out; each is counted for the player."""
        entry = playing.state.entry_at(Place(1, "A"), Number("3"))
        assert entry is not None
        path = f"/rulings?offence=conduct&offender=3|{entry.names[0]}"
        action = f"{playing.base}/rulings/penalty"
        assert "最大" in playing.page(path).text or "1/2" in playing.page(path).text or "0.5" in playing.page(path).text
        amounts = []
        for _ in range(2):
            form = playing.html(path).split('class="proposal-form"')[1].split("</form>")[0]
            amounts.append(form.split('name="amount"')[1].split('value="')[1].split('"')[0])
            fields = {"number": "3", "player": entry.names[0], "offence": "conduct", "unit": "boards"}
            sent = playing.desk.post(action, {**fields, "amount": amounts[-1], "reason": "暴言"}, headers=JSON)
            assert sent.status_code == 200
        assert amounts == ["0.5", "1"]
        assert f'formaction="{playing.base}/rulings/expel"' in playing.html(path)
        assert playing.post("/rulings/expel", number="3", player=entry.names[0], reason="三度目").status_code == 200
        assert "退場" in playing.page("/rulings").texts

    def test_a_warning_makes_the_next_one_a_repeated_one(self, playing: Playing) -> None:
        """R-188."""
        path = "/rulings?offence=scoring-mistake&round=1&table=2&board=3"
        assert 'name="amount"' not in playing.html(path).split('id="proposals"')[1].split("</section>")[0]
        numbers = ("12", "6") if "<b>12</b>" in playing.html(path) else ("6", "12")
        answer = playing.post("/rulings/warn", number=numbers[0], offence="scoring-mistake")
        assert answer.status_code == 200
        assert "注意" in playing.page("/rulings").texts
        assert 'name="amount"' in playing.html(path).split('id="proposals"')[1].split("</section>")[0]

    @for_each(
        "path, fields, code",
        [
            ("/rulings/warn", {"number": "99", "offence": "conduct", "player": "x"}, "result.unknown-number"),
            ("/rulings/warn", {"number": "3", "offence": "conduct"}, "offence.needs-player"),
            ("/rulings/warn", {"number": "3", "offence": "sneezing"}, "desk.error.field"),
            ("/rulings/expel", {"number": "3", "player": "だれか", "reason": "暴言"}, "offence.unknown-player"),
        ],
    )
    def test_what_is_wrong_is_said(self, playing: Playing, path: str, fields: dict[str, str], code: str) -> None:
        assert codes(playing.post(path, **fields)) == [code]


class TestUnplayedBoards:
    def test_awards_by_who_is_to_blame(self, playing: Playing) -> None:
        """R-189, R-207: blameless average plus, at fault average minus; the clause is the regulations' own."""
        path = "/slots/A-1-2-3/unplayed"
        refused = playing.post(path, ns_blame="none", ew_blame="at-fault")
        assert codes(refused) == ["award.needs-reason"]
        answer = playing.post(path, ns_blame="none", ew_blame="at-fault", reason="遅刻", is_whole_table="true")
        assert answer.status_code == 200
        results = [playing.state.results[slot(1, 2, board)] for board in (3, 4)]
        assert [(one.ns_award, one.ew_award) for one in results] == [
            (Average(AverageKind.PLUS), Average(AverageKind.MINUS))
        ] * 2
        assert codes(playing.post(path, ns_blame="mine", ew_blame="none", reason="x")) == ["desk.error.field"]

    def test_the_form_stands_where_nothing_was_played(self, playing: Playing) -> None:
        for locale in Locale:
            page = playing.page("/slots/A-1-2-3", locale)
            assert list_codes_shown(page) == []
            assert f"{playing.base}/slots/A-1-2-3/unplayed" in page.forms
        playing.enter("A-1-2-3", "100")
        assert f"{playing.base}/slots/A-1-2-3/unplayed" not in playing.page("/slots/A-1-2-3").forms

    def test_a_board_played_elsewhere_is_listed(self, playing: Playing) -> None:
        """R-189: the forced entry of a wrong pair leaves boards that can no longer be played."""
        numbers = playing.state.section(Place(1, "A")).numbers
        movement = playing.state.section(Place(1, "A")).movement
        assert movement is not None
        meeting = movement.at(1, 2)
        assert meeting is not None
        other = next(n for n in numbers if n not in meeting.contestants)
        playing.enter("A-1-2-3", "100", ns=meeting.ns[0], ew=other, force="席の間違い")
        assert "unplayable" in playing.page("/rulings").ids

    def test_a_late_pair_is_settled(self, playing: Playing) -> None:
        """R-114: pair 5 missed round 1; each of its boards is average minus, its opponents' average plus."""
        playing.evening.do(StartRound(1, 2))
        answer = playing.post("/rulings/settle", number="5", through_round="1", reason="20分の遅刻", rule="awards")
        assert answer.status_code == 200
        assert len(playing.state.results) == 2
        awards = {a for e in playing.state.results.values() for a in (e.ns_award, e.ew_award)}
        assert awards == {Average(AverageKind.PLUS), Average(AverageKind.MINUS)}

    @for_each(
        "fields, code",
        [
            ({"number": "", "reason": "x"}, "desk.field.missing"),
            ({"number": "5", "rule": "mercy", "reason": "x"}, "desk.field.missing"),
            ({"number": "5", "through_round": "-1", "reason": "x"}, "desk.field.number"),
            ({"number": "5", "through_round": "1"}, "withdrawal.needs-reason"),
            ({"number": "99", "reason": "x"}, "numbers.none"),
        ],
    )
    def test_what_is_missing_is_said(self, playing: Playing, fields: dict[str, str], code: str) -> None:
        assert codes(playing.post("/rulings/settle", **fields)) == [code]
