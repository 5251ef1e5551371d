"""Area U at the desk: the ways to play on are shown with reasons and costs, and one press takes one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.recovery.repairs import Mishap, play_repairs, suffering
from arrowswitch.web.desk.recovery import routes
from tests.builders import Evening, new_evening, person
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, slot
from tests.web.repairing import plan_forms, take_plan
from tests.web.test_draw_by_hand import swiss_pairs
from tests.web.test_matches import play_one

HOWELL = make("howell", tables=7, rounds=13, boards_per_round=2)


def evening_of(movement: Movement) -> Evening:
    evening = new_evening(len(movement.contestants) - (movement.phantom is not None))
    evening.start(movement)
    return evening


def movement(playing: Playing) -> Movement:
    sheet = playing.state.section(Place(1, "A")).movement
    assert sheet is not None
    return sheet


@pytest.fixture
def wrong() -> Iterator[Playing]:
    """Seven tables of a Howell after round 3, in which pairs 2 and 7 sat in each other's place; the slips were let
    stand."""
    evening = evening_of(HOWELL)
    with at_desk(evening) as playing:
        for number in (1, 2):
            playing.fill_round(number)
        swapped = apply(HOWELL, SwapNumbers(Number("2"), Number("7"), (3,)))
        for meeting in (m for m in swapped.in_round(3) if m not in HOWELL.meetings):
            for board in HOWELL.boards_of(meeting):
                entry = EnterResult(slot(3, meeting.table, board), "P", ns=meeting.ns, ew=meeting.ew, force="sat so")
                evening.do(entry)
        playing.fill_round(3)
        evening.do(StartRound(1, 4))
        yield playing


@pytest.fixture
def relay() -> Iterator[Playing]:
    """Eight tables of a relay Mitchell in round 1."""
    with at_desk(evening_of(make("relay-mitchell", tables=8, boards_per_round=3))) as playing:
        yield playing


@pytest.mark.slow
@rotate("locale", Locale)
@for_each(
    "path",
    [
        "/recovery",
        "/recovery?mishap=seats&round=4&one=1&other=5",
        "/recovery?mishap=seats&round=99&one=1&other=1",
        "/recovery?mishap=boards&round=4&table=2&set=9",
        "/recovery?mishap=boards&round=4&table=&set=x",
        "/recovery?mishap=row&round=4&table=1&to=7&by=1&what=seats,3,2,7",
        "/recovery?mishap=visitors&round=4&table=5&to=2&by=-1",
        "/recovery?mishap=absent&round=4&one=",
        "/recovery?mishap=relay&round=4&table=1&to=2&what=skip,2,3,1;end,9",
        "/recovery?mishap=relay&round=4&table=1&to=1",
        "/recovery?mishap=skip&round=3&last=2&by=-1",
        "/recovery?mishap=bye&round=3&by=1",
        "/recovery?mishap=late&round=5",
        "/recovery?mishap=table&round=5",
        "/recovery?mishap=table&round=5&what=table,5",
        "/recovery?mishap=end&round=2&what=seats,3,2,7",
        "/recovery?mishap=end&round=13",
        "/recovery?mishap=absent&round=4&one=5&what=direction,4,1",
        "/recovery?what=seats,9,1,2",
        "/recovery?what=comet",
        "/recovery?mishap=comet",
        "/rulings",
        "/movement",
    ],
)
def test_every_text_is_in_the_page_s_language(wrong: Playing, path: str, locale: Locale) -> None:
    page = wrong.page(path, locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, wrong.own_words) == []


class TestWrongSeats:
    """R-336, R-342: what was entered otherwise is found, and becomes the sheet with one press."""

    def test_every_page_tells_of_the_entries(self, wrong: Playing) -> None:
        """R-342: four entries of round 3 depart from the sheet; the head of every page shows it and links here."""
        html = wrong.html("/scores", Locale.EN)
        assert "4 entries depart from the sheet" in html
        assert f'href="{wrong.base}/recovery"' in html

    def test_the_proposals_in_the_order_of_the_principles(self, wrong: Playing) -> None:
        """R-335: both results stand, two second meetings, two meetings neutral."""
        html = wrong.html("/recovery", Locale.EN)
        places = [html.index(f'<li class="{word}"') for word in ("keep", "second-meeting", "neutral")]
        assert places == sorted(places)
        assert [html.count(f'<li class="{word}"') for word in ("keep", "second-meeting", "neutral")] == [2, 2, 2]
        assert "2 second meetings: 2–4, 6–7." in html
        assert "2 meetings (4 boards) are not played" in html

    def test_one_press_takes_it(self, wrong: Playing) -> None:
        """R-336, R-343: the sheet holds what was played; 9 is blameless for set 5 in round 4, 2 is not."""
        html = wrong.html("/recovery", Locale.EN)
        assert take_plan(wrong, html, 1, reason="round 3", awards="yes").status_code == 200
        take_plan(wrong, html, 1, reason="round 3", awards="yes")
        played = {tuple(sorted(m.contestants)) for m in movement(wrong).in_round(3)}
        assert {("2", "4"), ("6", "7")} <= played
        table = next(m.table for m in HOWELL.in_round(4) if "9" in m.contestants)
        results = [wrong.state.results[slot(4, table, board)] for board in (9, 10)]
        assert {(one.ns_award, one.ew_award) for one in results} == {
            (Average(AverageKind.PLUS), Average(AverageKind.MINUS))
        }
        assert "depart from the sheet" not in wrong.html("/scores", Locale.EN)
        assert "All entries up to round 4 agree" in wrong.html("/recovery", Locale.EN)

    def test_without_awards_the_meetings_wait_for_a_ruling(self, wrong: Playing) -> None:
        take_plan(wrong, wrong.html("/recovery"), 1, reason="round 3")
        assert len(wrong.state.results) == 42
        left = [p.meeting.round for p in suffering(wrong.state, Place(1, "A")) if p.remedy == "neutral"]
        assert left == [4, 11]
        assert f'href="{wrong.base}/rulings/unplayed?round=4&amp;table=' in wrong.html("/recovery", Locale.EN)

    def test_a_reason_is_asked_for(self, wrong: Playing) -> None:
        answer = take_plan(wrong, wrong.html("/recovery"), 1, reason="")
        assert (answer.status_code, codes(answer)) == (409, ["movement.change-needs-reason"])
        assert movement(wrong) == HOWELL


class TestTold:
    """R-336: the director reports a mistake that no entry shows."""

    def test_two_in_each_others_place(self, relay: Playing) -> None:
        """R-336: E-W 1 and E-W 2 change places in round 1: both results stand, and as each plays its own set of round 2
        at the other's table, they are the two who cannot play then."""
        page = relay.html("/recovery?mishap=seats&round=1&one=EW1&other=EW2", Locale.EN)
        assert page.count('<li class="keep"') == 2
        assert re.findall(r'<li class="(keep|second-meeting|neutral)"', page)[:2] == ["keep", "keep"]
        assert take_plan(relay, page, 1, reason="they told me").status_code == 200
        first = movement(relay).at(1, 1)
        assert first is not None
        assert first.ew == ("EW2",)

    def test_other_boards_are_played_instead(self) -> None:
        """R-336: table 1 of four rounds of a Mitchell of 7 tables played set 2 in round 1, which its N-S pair should
        play in round 2. Sets 1 and 5 are new to everybody there and stay so: the first plan plays one of them, and no
        adjusted score is given."""
        short = make("mitchell", tables=7, rounds=4, boards_per_round=2)
        with at_desk(evening_of(short)) as playing:
            page = playing.html("/recovery?mishap=boards&round=1&table=1&set=2", Locale.EN)
            assert take_plan(playing, page, 1, reason="wrong boards", awards="yes").status_code == 200
            mended = movement(playing).at(2, 1)
            assert mended is not None
            assert mended.board_set in (1, 5)
            assert dict(playing.state.results) == {}

    def test_several_are_told_one_after_another(self, relay: Playing) -> None:
        """Two mistakes of round 1 stand on the page, each can be taken away, and the plans take them together."""
        page = relay.html("/recovery?mishap=direction&round=1&table=4&what=seats,1,EW1,EW2", Locale.EN)
        assert "Round 1: EW1 and EW2 changed places." in page
        assert "Round 1: table 4 sat the wrong way round." in page
        assert f'href="{relay.base}/recovery?what=direction%2C1%2C4"' in page
        [plan] = plan_forms(page)
        assert plan["what"] == "seats,1,EW1,EW2;direction,1,4"
        assert take_plan(relay, page, 1, reason="both").status_code == 200
        turned = movement(relay).at(1, 4)
        assert turned is not None
        assert (turned.ns, turned.ew) == (("EW4",), ("NS4",))

    def test_who_was_missing_gets_less_than_who_waited(self, relay: Playing) -> None:
        """R-343: E-W 3 came in round 2 only: the boards of round 1 at table 3 are awarded, by responsibility."""
        page = relay.html("/recovery?mishap=absent&round=1&one=EW3", Locale.EN)
        assert take_plan(relay, page, 1, reason="late", awards="yes").status_code == 200
        results = [relay.state.results[slot(1, 3, board)] for board in (7, 8, 9)]
        assert {(one.ns_award, one.ew_award) for one in results} == {
            (Average(AverageKind.PLUS), Average(AverageKind.MINUS))
        }

    @for_each(
        "accident, problem",
        [
            ("mishap=boards&round=1&table=1&set=1", "this changes nothing"),
            ("mishap=seats&round=1&one=NS1&other=NS1", "Choose two different numbers"),
            ("mishap=seats&round=2&one=NS1&other=NS2", "Round 2 has not begun"),
            ("mishap=row&round=1&table=5&to=5&by=1", "The first table has to come before the last"),
            ("mishap=absent&round=1&one=", "Choose who was missing"),
            ("what=comet,1", "This cannot be read as a mistake: comet,1"),
        ],
    )
    def test_what_cannot_have_happened(self, relay: Playing, accident: str, problem: str) -> None:
        page = relay.html(f"/recovery?{accident}", Locale.EN)
        assert problem in page
        assert plan_forms(page) == []

    def test_a_plan_that_play_has_overtaken_is_not_taken(self, relay: Playing) -> None:
        """Since the page was shown, a table that the plan changes was played; and a plan of another making is none."""
        sent = {"what": "seats,1,EW1,EW2", "neutral": "", "reason": "x"}
        assert codes(relay.post("/recovery/plan", cells="1.1.NS1.EW2.5", **sent)) == ["plans.old"]
        for cells in ("2.1.NS1", "2.1.NS1.EW99.5", "2.1.NS1.EW2.99", "a.b.c.d.e"):
            assert codes(relay.post("/recovery/plan", cells=cells, **sent)) == ["plans.unreadable"]
        assert codes(relay.post("/recovery/plan", what="", cells="", reason="x")) == ["mending.nobody-moved"]


class TestInOneList:
    """Other accidents than wrong seats and boards are reported in the same list, several at once."""

    def test_a_bye_stand_and_an_early_end(self, relay: Playing) -> None:
        for number in (2, 3):
            relay.fill_round(number - 1)
            relay.evening.do(StartRound(1, number))
        page = relay.html("/recovery?mishap=end&round=7&what=bye,3,-1", Locale.EN)
        assert "Up to round 3: the bye stand was one place too near table 1." in page
        assert "Play ends after round 7." in page
        assert "One round fewer" in page

    def test_boards_that_were_not_exchanged_are_seen_in_the_entries(self, relay: Playing) -> None:
        """Tables 1 and 8 share boards 1 to 3: the one has entered 1, the other 2 and 3, and round 2 is on. The other
        boards get an average at both tables."""
        for table, boards in ((1, (1,)), (8, (2, 3))):
            for board in boards:
                relay.evening.enter(1, table, board, "P")
        relay.evening.do(StartRound(1, 2))
        page = relay.html("/recovery", Locale.EN)
        assert "tables 1 and 8 did not exchange their boards" in page
        take_plan(relay, relay.html("/recovery?what=relay,1,1,8"), 1, awards="yes", reason="relay")
        open_boards = [slot(1, 1, 2), slot(1, 1, 3), slot(1, 8, 1)]
        assert [relay.state.results[one].ns_award for one in open_boards] == [Average(AverageKind.AVERAGE)] * 3

    def test_a_table_without_a_slip_gets_no_adjusted_scores(self, relay: Playing) -> None:
        """Tables 1 and 8 have not exchanged their boards and no slip is in: which half they played is not known yet."""
        take_plan(relay, relay.html("/recovery?mishap=relay&round=1&table=1&to=8"), 1, awards="yes", reason="relay")
        assert dict(relay.state.results) == {}
        for board in (1, 2, 3):
            relay.evening.enter(1, 1, board, "P")

    def test_two_late_pairs_at_a_new_table(self, wrong: Playing) -> None:
        """From round 5 on the plan gives the sheet an eighth table; the pairs get their numbers with a press each."""
        take_plan(wrong, wrong.html("/recovery?mishap=table&round=5"), 1, awards="yes", reason="two more")
        assert movement(wrong).tables == 8
        for names in (("Umber Slate", "Ochre Sienna"), ("Teal Mauve", "Coral Plum")):
            newest = list(wrong.evening.do(AddEntry(tuple(map(person, names)))).entries)[-1]
            wrong.post(f"/entries/{newest}/seat")
        numbers = wrong.state.section(Place(1, "A")).numbers
        assert {"15", "16"} <= set(numbers)
        for path in ("/movement", "/hall", "/ranking", "/scores", "/recovery"):
            assert list_codes_shown(wrong.page(path, Locale.EN)) == []

    def test_a_late_pair_where_one_sits_out(self) -> None:
        """Before round 3 nobody sat there; from round 3 on number 14 plays."""
        with at_desk(evening_of(HOWELL.with_phantom(Number("14")))) as playing:
            playing.fill_round(1)
            take_plan(playing, playing.html("/recovery?mishap=late&round=3"), 1, reason="late")
            rounds = [m.round for m in movement(playing).meetings if "14" in m.contestants]
            assert (movement(playing).phantom, rounds) == (None, list(range(3, 14)))


class TestPlans:
    """R-336: better plans are looked for behind the first, and each can be taken."""

    def test_a_longer_search_is_offered_once(self, relay: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
        """A search that ended before it was through can be made longer; the longer one is the last."""
        monkeypatch.setattr(routes, "SECONDS", None)
        monkeypatch.setattr(routes, "WORK", 0.001)
        address = "/recovery/plans?what=row,1,1,8,1"
        assert "longer=yes" in relay.html(address, Locale.EN)
        assert "longer=yes" not in relay.html(f"{address}&longer=yes", Locale.EN)

    def test_who_is_sent_elsewhere_is_stationary_no_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-337, R-341: the bye stand was one place too near in rounds 1 and 2 of a relay Mitchell of 6 tables.

        A pair that leaves a stationary seat keeps its number, and the chosen sheet no longer lists it as stationary.
        """
        monkeypatch.setattr(routes, "SECONDS", None)
        monkeypatch.setattr(routes, "WORK", 0.3)
        with at_desk(evening_of(make("relay-mitchell", tables=6, boards_per_round=2))) as playing:
            playing.evening.do(StartRound(1, 2))
            accidents = "row,1,3,5,1;row,2,3,5,1"
            html = playing.html(f"/recovery/plans?what={accidents}", Locale.EN)
            places = len(plan_forms(html))
            assert take_plan(playing, html, places, reason="bye stand", awards="yes").status_code == 200
            mended = movement(playing)
        for number in mended.stationary:
            assert len({m.table for m in mended.meetings if number in m.contestants}) == 1
        assert not {fault.code for fault in faults(mended)} & {"movement.not-stationary", "movement.bye-stand"}

    def test_boards_brought_elsewhere_leave_nothing_neutral(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Pairs 1 and 4 of a 13-pair Howell sat in each other's place in round 8. As the sheet goes on a meeting is
        neutral; with boards brought elsewhere all is played, and nobody plays a board twice."""
        monkeypatch.setattr(routes, "SECONDS", None)
        monkeypatch.setattr(routes, "WORK", 0.3)
        howell = make("howell", tables=7, rounds=13, boards_per_round=1).with_phantom(Number("14"))
        with at_desk(evening_of(howell)) as playing:
            playing.evening.do(StartRound(1, 8))
            accident = "seats,8,1,4"
            [first] = plan_forms(playing.html(f"/recovery?what={accident}", Locale.EN))
            assert first["neutral"]
            html = playing.html(f"/recovery/plans?what={accident}", Locale.EN)
            plans = plan_forms(html)
            place = next(at for at, plan in enumerate(plans, start=1) if not plan["neutral"])
            assert take_plan(playing, html, place, reason="repaired").status_code == 200
            mended = movement(playing)
        for number in mended.contestants:
            mine = [m for m in mended.meetings if number in m.contestants and mended.is_played(m)]
            sets = {m.board_set for m in mine if m.round <= 8}
            rest = [m.board_set for m in mine if m.round > 8]
            assert len(set(rest) - sets) == len(rest)


class TestMitchell:
    """R-337, R-338, R-339: a bye stand in the wrong place, a skip in another round."""

    @pytest.mark.parametrize(("mishap", "twos"), [("bye-near", 2), ("bye-far", 2)])
    def test_a_misplaced_bye_stand(self, relay: Playing, mishap: str, twos: int) -> None:
        """R-337, R-338, R-341: two second meetings, the movers keep their numbers, nobody plays a board twice."""
        [way] = [one for one in play_repairs(relay.state, Place(1, "A")) if one.happened.mishap == mishap]
        costs = {one.code: one.params for one in way.costs}
        assert costs["mending.cost.second"]["n"] == twos
        assert "mending.cost.movers" in costs
        assert not any(code.startswith("movement.") for code in costs)
        assert relay.post("/recovery/take", mishap=mishap, reason="bye stand").status_code == 200
        assert movement(relay).meetings == way.sheet.meetings

    def test_too_late_for_a_bye_stand(self, relay: Playing) -> None:
        """R-337: the repair begins after the half; in round 5 of 8 it is not offered any more."""
        relay.evening.do(StartRound(1, 5))
        assert not [one for one in play_repairs(relay.state, Place(1, "A")) if one.happened.mishap == "bye-near"]

    def test_the_skip_in_another_round(self) -> None:
        """R-339: 10 tables, 9 rounds, planned after round 5: after 4 is offered, after 6 is refused."""
        planned = make("skip-mitchell", tables=10, rounds=9, boards_per_round=2, skip_after=5)
        with at_desk(evening_of(planned)) as playing:
            offered = [
                w.happened.round for w in play_repairs(playing.state, Place(1, "A")) if w.happened.mishap is Mishap.SKIP
            ]
            assert offered == [4]
            late = playing.post("/recovery/take", mishap="skip", round="6", reason="forgotten")
            assert codes(late) == ["movement.refused.skip-round"]
            assert playing.post("/recovery/take", mishap="skip", round="4", reason="too early").status_code == 200
            html = playing.html("/recovery", Locale.EN)
            assert "Skip after round 5" in html


class TestEarlyEnd:
    """R-340: which rounds can be cut, and boards played unequally are factored."""

    def test_after_six_of_seven_rounds_the_result_stands(self) -> None:
        """R-340: 7 tables: after 6 rounds every board was played 6 times."""
        with at_desk(evening_of(make("mitchell", tables=7, boards_per_round=3))) as playing:
            playing.evening.do(StartRound(1, 6))
            html = playing.html("/recovery", Locale.EN)
            assert "the result stands as it is" in html
            assert "One round fewer: everybody plays up to 3 boards fewer." in html
            assert playing.post("/recovery/take", mishap="end", round="6", reason="the hall closes").status_code == 200
            assert movement(playing).rounds == 6

    def test_a_relay_mitchell_has_to_be_factored(self, relay: Playing) -> None:
        """R-340: after 6 of 8 rounds of 8 tables the sets were played 5 to 7 times: told, and declared on the sheet."""
        relay.evening.do(StartRound(1, 6))
        [way] = [
            one
            for one in play_repairs(relay.state, Place(1, "A"))
            if (one.happened.mishap, one.happened.round) == ("end", 6)
        ]
        assert "mending.cost.uneven" in {one.code for one in way.costs}
        assert not way.is_even
        relay.post("/recovery/take", mishap="end", round="6", reason="the hall closes")
        assert movement(relay).options["plays"] == "uneven"
        assert relay.desk.get(f"{relay.base}/ranking").status_code == 200


class TestWithoutSheet:
    def test_not_before_play_and_not_without_a_sheet(self) -> None:
        with at_desk(new_evening(8)) as playing:
            assert "Show what can be done" not in playing.html("/recovery", Locale.EN)
            assert play_repairs(playing.state, Place(1, "A")) == () == suffering(playing.state, Place(1, "A"))
        evening = new_evening(4)
        evening.start(None)
        with at_desk(evening) as playing:
            assert "without a master sheet" in playing.html("/recovery", Locale.EN)
            assert codes(playing.post("/recovery/take", mishap="end", round="1", reason="x")) == ["mending.no-sheet"]

    def test_rounds_that_are_drawn_one_after_another(self) -> None:
        """A Swiss has no later rounds to replan: the page explains how its mistakes are corrected."""
        evening = swiss_pairs()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        with at_desk(evening) as playing:
            page = playing.html("/recovery?mishap=absent&round=1&one=1", Locale.EN)
            assert "the next draw takes it into account" in page
            assert plan_forms(page) == []

    def test_results_that_do_not_fit_are_told_and_kept_only_when_said_so(self, relay: Playing) -> None:
        """The bye stand really stood wrongly, but the slips were entered as planned: nothing is thrown away."""
        relay.fill_round(1)
        way = next(one for one in play_repairs(relay.state, Place(1, "A")) if one.happened.mishap is Mishap.BYE_NEAR)
        assert way.contradictions > 0
        answer = relay.post("/recovery/take", mishap="bye-near", reason="bye stand")
        assert set(codes(answer)) == {"movement.contradicts-result"}
        assert relay.post("/recovery/take", mishap="bye-near", reason="bye stand", keeps="yes").status_code == 200
