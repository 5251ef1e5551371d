"""Boards not played, by responsibility; pairs that came late or left; offences: what the regulations propose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.values.table_entry import TableEntry
from tests.builders import mitchell_evening, new_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, slot

PLUS, AVERAGE, MINUS = (Average(kind) for kind in (AverageKind.PLUS, AverageKind.AVERAGE, AverageKind.MINUS))


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Three tables of a Mitchell, three rounds of two boards; round 1 is over, and table 3 played board 5 only."""
    evening = mitchell_evening()
    for table, board in ((1, 1), (1, 2), (2, 3), (2, 4), (3, 5)):
        evening.enter(1, table, board, "P")
    evening.do(StartRound(1, 2))
    with at_desk(evening) as opened:
        yield opened


def ja(code: str, **params: str | int) -> str:
    return translate(code, params, Locale.JA)


def entry_id(playing: Playing, number: str) -> EntryId:
    return playing.state.section(Place(1, "A")).numbers[Number(number)]


def entry_at(playing: Playing, *place: int) -> TableEntry | None:
    return playing.state.results.get(slot(*place))


BLAME = {"ns_blame": "none", "ew_blame": "at-fault", "reason": "スロープレイ"}


@rotate("locale", Locale)
@for_each(
    "path",
    [
        "/rulings",
        "/rulings/unplayed",
        "/rulings/unplayed?round=1&table=3",
        "/rulings/unplayed?round=1&table=1",
        "/rulings/unplayed?round=1&table=99",
        "/rulings/unplayed?round=one&table=x",
        "/rulings/withdrawal",
        "/rulings/withdrawal?number=EW2",
        "/rulings/withdrawal?number=NS1",
        "/rulings/withdrawal?number=77",
        "/rulings/withdrawal?number=NS1&through=x",
    ],
)
def test_every_page_in_both_languages(playing: Playing, path: str, locale: Locale) -> None:
    playing.evening.do(WithdrawEntry(entry_id(playing, "EW2")))
    page = playing.page(path, locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []


class TestUnplayed:
    """R-126."""

    def test_late_play_sets_both_adjustments(self, playing: Playing) -> None:
        """R-126: EW3 is to blame that board 6 was not played: A- for EW3, A+ for NS3, with reason and clause."""
        page = playing.page("/rulings/unplayed?round=1&table=3")
        form = page.form(f"{playing.base}/rulings/unplayed")
        assert [name for name in form if name.startswith("board-")] == ["board-6"]
        answer = playing.post("/rulings/unplayed", **{**form, **BLAME})
        assert answer.status_code == 200
        cells = entry_at(playing, 1, 3, 6)
        assert cells is not None
        assert (cells.ns_award, cells.ew_award, cells.result) == (PLUS, MINUS, None)
        assert entry_at(playing, 1, 3, 5) is not None
        assert ja("desk.procedure.all-played") in playing.page("/rulings/unplayed?round=1&table=3").texts

    def test_only_the_ticked_boards(self, playing: Playing) -> None:
        fields = {"round": "2", "table": "1", **BLAME, "ew_blame": "partly", "law": "第90条"}
        assert playing.post("/rulings/unplayed", **{**fields, "board-4": "yes"}).status_code == 200
        cells = entry_at(playing, 2, 1, 4)
        assert cells is not None
        assert (cells.ns_award, cells.ew_award) == (PLUS, AVERAGE)
        assert entry_at(playing, 2, 1, 3) is None

    def test_it_says_which_award_follows_and_points_to_the_laws_for_many(self, playing: Playing) -> None:
        """R-126: two boards lost: the page points to Laws 90 and 91; one board: it does not."""
        two = playing.page("/rulings/unplayed?round=2&table=1").texts
        assert ja("desk.procedure.blame-award", blame=ja("blame.at-fault"), award="A-") in two
        assert ja("desk.procedure.blame-award", blame=ja("blame.partly"), award="A") in two
        assert ja("desk.procedure.many") in two
        assert ja("desk.procedure.many") not in playing.page("/rulings/unplayed?round=1&table=3").texts

    def test_the_tables_that_lack_results_are_listed(self, playing: Playing) -> None:
        links = playing.page("/rulings/unplayed").links
        assert f"{playing.base}/rulings/unplayed?round=1&table=3" in links
        assert f"{playing.base}/rulings/unplayed?round=1&table=1" not in links

    @for_each(
        "fields, code, where",
        [
            ({"ns_blame": ""}, "desk.procedure.blame-missing", "ns_blame"),
            ({"ew_blame": "very"}, "desk.procedure.blame-missing", "ew_blame"),
            ({"reason": " "}, "desk.field.missing", "reason"),
            ({"law": "x" * 121}, "desk.field.long", "law"),
            ({"round": "x"}, "desk.field.number", ""),
            ({"board-6": "", "board-x": "yes"}, "desk.field.number", ""),
            ({"table": "77"}, "result.no-such-slot", ""),
        ],
    )
    def test_what_is_wrong_is_said_beside_its_field(
        self, playing: Playing, fields: dict[str, str], code: str, where: str
    ) -> None:
        sound = {"round": "1", "table": "3", "board-6": "yes", **BLAME}
        answer = playing.post("/rulings/unplayed", **{**sound, **fields})
        assert codes(answer) == [code]
        assert answer.json()["errors"][0]["where"] == where
        assert entry_at(playing, 1, 3, 6) is None

    def test_no_board_and_played_boards_are_refused(self, playing: Playing) -> None:
        place = {"round": "1", "table": "3", **BLAME}
        assert codes(playing.post("/rulings/unplayed", **place)) == ["unplayed.no-boards"]
        assert codes(playing.post("/rulings/unplayed", **{**place, "board-5": "yes"})) == ["unplayed.was-played"]

    @for_each("round_text, table", [("1", "99"), ("9", "1"), ("x", "1"), ("1", "x")])
    def test_a_place_that_is_none_is_told_and_stays(self, playing: Playing, round_text: str, table: str) -> None:
        page = playing.page(f"/rulings/unplayed?round={round_text}&table={table}")
        assert "unplayed-problem" in page.ids
        form = page.form(f"{playing.base}/rulings/unplayed")
        assert (form["round"], form["table"]) == (round_text, table)

    def test_it_is_undone_in_one_step(self, playing: Playing) -> None:
        form = {"round": "2", "table": "1", "board-3": "yes", "board-4": "yes", **BLAME}
        playing.post("/rulings/unplayed", **form)
        assert entry_at(playing, 2, 1, 4) is not None
        playing.desk.post(f"{playing.base}/undo", playing.page("/rulings").form(f"{playing.base}/undo"))
        assert entry_at(playing, 2, 1, 3) is None
        assert entry_at(playing, 2, 1, 4) is None

    def test_before_a_movement(self) -> None:
        with at_desk(new_evening(6)) as bare:
            assert bare.get("/rulings/unplayed").status_code == 422
            assert bare.get("/rulings/withdrawal").status_code == 422
            assert codes(bare.post("/rulings/unplayed", round="1", table="1", **BLAME)) == ["start.no-movement"]


class TestWithdrawals:
    """R-114 and R-116."""

    def test_a_late_pair_gets_awards(self, playing: Playing) -> None:
        """R-114: EW3 missed board 6 of round 1, one of six: awards are proposed; A- for EW3 and A+ for NS3."""
        page = playing.page("/rulings/withdrawal?number=EW3&through=1")
        assert ja("withdrawal.rule.awards") in page.texts
        assert ja("desk.procedure.lost-of", lost=1, due=6) in page.text
        form = page.form(f"{playing.base}/rulings/settle")
        assert form["reason"] == ja("desk.procedure.because-late")
        assert playing.post("/rulings/settle", **{**form, "rule": "awards"}).status_code == 200
        cells = entry_at(playing, 1, 3, 6)
        assert cells is not None
        assert (cells.ns_award, cells.ew_award) == (PLUS, MINUS)

    def test_half_of_the_session_removes_the_scores(self, playing: Playing) -> None:
        """R-116: EW2 leaves with four of six boards unplayed: removal is proposed, and one click settles it."""
        playing.evening.do(WithdrawEntry(entry_id(playing, "EW2")))
        html = playing.html("/rulings").split('id="withdrawals"')[1].split("</article>")[0]
        assert ja("withdrawal.rule.removal") in html
        assert ja("desk.procedure.lost-of", lost=4, due=6) in html
        main = html.split('class="main"')[1].split(">")[0]
        assert 'name="rule" value="removal"' in main
        form = playing.page("/rulings").form(f"{playing.base}/rulings/settle")
        assert form["reason"] == ja("desk.procedure.because-left")
        playing.post("/rulings/settle", **{**form, "rule": "removal"})
        assert playing.state.removed_numbers(Place(1, "A")) == {"EW2"}
        assert "<article>" not in playing.html("/rulings").split('id="withdrawals"')[1].split("</section>")[0]
        assert ja("desk.procedure.is-removed") in playing.page("/rulings/withdrawal?number=EW2").texts

    def test_the_other_way(self, playing: Playing) -> None:
        """R-116: the director may give averages instead."""
        playing.evening.do(WithdrawEntry(entry_id(playing, "EW2")))
        page = playing.page("/rulings/withdrawal?number=EW2")
        assert ja("desk.procedure.instead-awards") in page.texts
        form = page.form(f"{playing.base}/rulings/settle")
        playing.post("/rulings/settle", **{**form, "rule": "awards"})
        assert playing.state.rulings.removed == ()
        awards = [one for one in playing.state.results.values() if "EW2" in one.ew and one.ew_award == MINUS]
        assert len(awards) == 4

    @for_each("query", ["number=77", "number=NS1&through=x", "number=NS1&through=0"])
    def test_what_cannot_be_read_is_told_and_stays(self, playing: Playing, query: str) -> None:
        page = playing.page(f"/rulings/withdrawal?{query}")
        assert "late-problem" in page.ids
        assert f"{playing.base}/rulings/settle" not in page.forms

    def test_after_the_deadline_an_approver_is_asked_for(self, playing: Playing) -> None:
        assert 'name="approver"' not in playing.html("/rulings/unplayed?round=1&table=3")
        playing.evening.play_all()
        playing.evening.do(Publish())
        board = next(one.board for one in playing.state.results if (one.round, one.table) == (3, 3))
        playing.evening.clock.forward(60 * 24 * 30)
        answer = playing.post("/scores/remove", key=f"A-3-3-{board}", approver="春川", correction="typing-error")
        assert answer.status_code == 200
        assert 'name="approver"' in playing.html("/rulings/unplayed?round=3&table=3")
        fields = {"round": "3", "table": "3", f"board-{board}": "yes", **BLAME}
        assert codes(playing.post("/rulings/unplayed", **fields)) == ["correction.needs-approver"]
        assert playing.post("/rulings/unplayed", **fields, approver="春川").status_code == 200


class TestOffences:
    """The proposals of the rulings page for offences; asking imposes nothing."""

    def test_the_pair_that_sat_wrongly_is_named(self, playing: Playing) -> None:
        """R-190: in round 2 EW1 stayed at table 1, where EW3 was due: EW1 is named, NS1 is not."""
        playing.evening.enter(2, 1, 3, "100", ew=playing.evening.pair("EW1"), force="移動しなかった")
        html = playing.html("/rulings?offence=wrong-opponents&round=2&table=1&board=3")
        proposals = html.split('id="proposals"')[1].split("</section>")[0]
        assert "<b>EW1</b>" in proposals
        assert "<b>NS1</b>" not in proposals
        assert ja("proposal.none-at-first") in proposals

    def test_two_players_of_a_pair_cost_it_twice(self, playing: Playing) -> None:
        """R-193: half a board for each partner of NS1: each is a first offence, and the pair loses one board."""
        entry = playing.state.entry_at(Place(1, "A"), Number("NS1"))
        assert entry is not None
        for name in entry.names:
            page = playing.page(f"/rulings?offence=conduct&offender=NS1|{name}")
            form = page.form(f"{playing.base}/rulings/penalty")
            assert (form["player"], form["amount"]) == (name, "0.5")
            assert playing.post("/rulings/penalty", **form).status_code == 200
        assert sum(given.amount for given in playing.state.rulings.penalties if given.number == "NS1") == 1
