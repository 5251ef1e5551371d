"""The movement's page: ranked choices, numbers by lot and by hand, room, sheet, what is printed again, the start."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.room import lay_lines, room_plan
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.web.app import create_app
from tests.builders import Evening, new_evening
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE


def movement_path(evening: Evening) -> str:
    return f"/events/{evening.event_id}/movement"


def shown_names(evening: Evening) -> str:
    return " ".join(" – ".join(entry.names) for entry in evening.state.entries.values()) + " 水曜例会"


@pytest.fixture
def thirteen() -> Iterator[tuple[Desk, Evening]]:
    made = new_evening(13)
    with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as opened:
        yield opened, made


@pytest.fixture
def chosen_sheet(thirteen: tuple[Desk, Evening]) -> tuple[Desk, Evening]:
    desk, evening = thirteen
    path = movement_path(evening)
    form = {**desk.page(path).form(f"{path}/choose"), "family": "howell", "options": '{"tables": 7, "phantom": "last"}'}
    desk.post(f"{path}/choose", form)
    return desk, evening


def movement_of(evening: Evening) -> Movement:
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    return movement


class TestChoices:
    """R-034, R-040: movements for the pairs that came, in the time there is, best first, the weekly list among them."""

    @rotate("locale", Locale)
    def test_ranked_choices_say_why(self, thirteen: tuple[Desk, Evening], locale: Locale) -> None:
        """R-396: proposals are explained; the list's line is named."""
        desk, evening = thirteen
        page = desk.page(movement_path(evening), locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, shown_names(evening)) == []
        assert page.texts.count({Locale.JA: "なぜこの案？", Locale.EN: "Why this one?"}[locale]) >= 5
        assert "13 × 2" in page.text
        assert {Locale.JA: "マニュアル", Locale.EN: "director’s manual, appendix 1"}[locale] in page.text

    @for_each("pairs", [4, 7, 10, 16, 27, 32, 45])
    def test_any_number_of_pairs_can_be_looked_at_before_anybody_came(
        self, desk: Desk, evening: Evening, pairs: int
    ) -> None:
        """R-034."""
        page = Page.read(desk.get(f"{movement_path(evening)}?choose=1&pairs={pairs}&lang=en").text)
        assert f"Movements for {pairs} pairs" in page.text
        assert "Choose this" in page.texts

    @pytest.mark.parametrize(
        ("family", "options", "follows_cards"),
        [
            ("rover-mitchell", '{"pairs": 45, "rounds": 13}', False),
            ("appendix-mitchell", '{"pairs": 30, "rounds": 13}', True),
        ],
    )
    def test_the_room_says_how_pairs_move(
        self, desk: Desk, evening: Evening, family: str, options: str, follows_cards: bool
    ) -> None:
        """R-034: in an appendix Mitchell both sides move, each its own way, so that only the guide cards show it."""
        answer = desk.get(movement_path(evening), params={"family": family, "options": options, "lang": "en"})
        text = visible(answer.text)
        assert ("Pairs follow the guide cards." in text) is follows_cards
        assert ("E-W pairs go to the next higher one." in text) is not follows_cards

    @for_each("pairs, status", [("0", 422), ("9999", 422), ("many", 422), ("3", 200)])
    def test_a_number_that_cannot_be_is_said(self, desk: Desk, evening: Evening, pairs: str, status: int) -> None:
        answer = desk.get(f"{movement_path(evening)}?pairs={pairs}&lang=en")
        assert answer.status_code == status
        assert list_codes_shown(Page.read(answer.text)) == []

    def test_the_best_is_chosen_by_its_button(self, thirteen: tuple[Desk, Evening]) -> None:
        desk, evening = thirteen
        path = movement_path(evening)
        answer = desk.send(path, f"{path}/choose")
        movement = movement_of(evening)
        assert (movement.family, movement.tables, movement.rounds, movement.boards_total) == ("howell", 7, 13, 26)
        assert "ムーブメントを決めました。" in visible(answer.text)

    def test_the_phantom_is_the_stationary_last_number(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        """R-042, R-100: 13 pairs on the sheet for 14; number 14 has nobody, and is shown so."""
        desk, evening = chosen_sheet
        assert movement_of(evening).phantom == "14"
        assert "Nobody: the opponents sit out" in desk.page(movement_path(evening), Locale.EN).text

    @for_each(
        "family, options",
        [("howell", "{"), ("howell", "[1]"), ("howell", '{"tables": 0}'), ("waltz", "{}"),
         ("howell", '{"tables": [7]}'), ("mitchell", '{"tables": 7, "colour": 3}')],
    )  # fmt: skip
    def test_a_choice_that_nobody_offered_changes_nothing(
        self, thirteen: tuple[Desk, Evening], family: str, options: str
    ) -> None:
        desk, evening = thirteen
        answer = desk.post(f"{movement_path(evening)}/choose?lang=en", {"family": family, "options": options})
        assert 400 <= answer.status_code < 500
        assert list_codes_shown(Page.read(answer.text)) == []
        assert "A" not in evening.state.session(1).sections

    @rotate("locale", Locale)
    def test_another_movement_is_looked_at_without_choosing_it(
        self, chosen_sheet: tuple[Desk, Evening], locale: Locale
    ) -> None:
        desk, evening = chosen_sheet
        look = f"{movement_path(evening)}?family=scrambled-mitchell&options=%7B%22tables%22%3A%207%7D"
        page = Page.read(desk.get(f"{look}&lang={locale.value}").text)
        assert list_codes_shown(page) == []
        assert {Locale.JA: "表示中の案：", Locale.EN: "Viewing:"}[locale] in page.text
        assert movement_of(evening).family == "howell"

    def test_play_without_a_master_sheet_can_be_chosen(self, thirteen: tuple[Desk, Evening]) -> None:
        desk, evening = thirteen
        desk.post(f"{movement_path(evening)}/choose", {"command_id": "no-sheet"})
        assert evening.state.section(Place(1, "A")).movement is None
        assert desk.get(movement_path(evening)).status_code == 200

    @rotate("locale", Locale)
    def test_play_without_a_movement_leads_on_to_the_scores(
        self, thirteen: tuple[Desk, Evening], locale: Locale
    ) -> None:
        """Numbers by lot, the start and a result: the page proposes no movement again."""
        desk, evening = thirteen
        path = movement_path(evening)
        desk.send(path, f"{path}/choose", family="", options="")
        page = desk.page(path, locale)
        assert "without-movement" in page.ids
        assert "choices" not in page.ids
        assert list_codes_shown(page) == []
        assert {f"number-{number}" for number in range(1, 14)} <= page.form(f"{path}/numbers").keys()
        desk.send(path, f"{path}/draw")
        assert translate("desk.ready.no", {}, locale) not in desk.page(path, locale).texts
        desk.send(path, f"{path}/start")
        assert evening.state.is_started
        answer = desk.get(f"/events/{evening.event_id}/scores")
        assert answer.status_code == 200
        evening.do(EnterResult(Slot(1, "A", 1, 1, 1), "140", ns=evening.pair("1"), ew=evening.pair("2")))
        assert evening.state.is_scored

    @for_each("form", [EventForm.ROUND_ROBIN_TEAMS, EventForm.BAM_TEAMS, EventForm.TEAMS_AND_PAIRS])
    def test_teams_cannot_go_without_a_movement(self, form: EventForm) -> None:
        """Nothing would say which tables are compared: neither offered nor stored."""
        scale = "" if form is EventForm.BAM_TEAMS else "wbf-continuous"
        made = new_event(6, 4, kind=form.kind, form=form, scale=scale)
        before = made.tournament.version(made.event_id)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as opened:
            path = movement_path(made)
            assert translate("desk.movement.no-sheet", {}, Locale.EN) not in opened.page(path, Locale.EN).texts
            assert opened.post(f"{path}/choose", {}, headers={"accept": "application/json"}).status_code == 409
        assert made.tournament.version(made.event_id) == before


class TestNumbers:
    def test_the_draw_shows_its_seed_and_can_be_repeated(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        """R-092: numbers by lot, reproducible by the stored seed, which is shown."""
        desk, evening = chosen_sheet
        path = movement_path(evening)
        desk.send(path, f"{path}/draw", seed="")
        first = dict(evening.state.section(Place(1, "A")).numbers)
        seed = evening.state.section(Place(1, "A")).draw_seed
        assert str(seed) in desk.page(path).text
        desk.post(f"{path}/draw", {"seed": "4711"})
        assert dict(evening.state.section(Place(1, "A")).numbers) != first
        desk.post(f"{path}/draw", {"seed": str(seed)})
        assert dict(evening.state.section(Place(1, "A")).numbers) == first

    @for_each("seed", ["-1", "x", "99999999999999"])
    def test_a_seed_is_a_number(self, chosen_sheet: tuple[Desk, Evening], seed: str) -> None:
        desk, evening = chosen_sheet
        assert desk.post(f"{movement_path(evening)}/draw?lang=en", {"seed": seed}).status_code == 422

    def test_numbers_are_given_by_hand(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        desk, evening = chosen_sheet
        ids = list(evening.state.entries)
        fields = {f"number-{place}": entry_id for place, entry_id in enumerate(ids, start=1)}
        desk.post(f"{movement_path(evening)}/numbers", fields)
        assert evening.state.section(Place(1, "A")).numbers == {str(place): ids[place - 1] for place in range(1, 14)}

    @rotate("locale", Locale)
    def test_a_pair_cannot_have_two_numbers(self, chosen_sheet: tuple[Desk, Evening], locale: Locale) -> None:
        desk, evening = chosen_sheet
        entry_id = next(iter(evening.state.entries))
        answer = desk.post(
            f"{movement_path(evening)}/numbers?lang={locale.value}",
            {"number-1": entry_id, "number-2": entry_id, "number-99": entry_id},
        )
        assert answer.status_code == 422
        assert list_codes_shown(Page.read(answer.text)) == []
        assert evening.state.section(Place(1, "A")).numbers == {}

    def test_somebody_who_cannot_walk_is_offered_the_seat_that_stays(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        """R-099: the only stationary seat (14) is the phantom's: 13 sits out instead, and the wish draws number 14."""
        desk, evening = chosen_sheet
        path = movement_path(evening)
        wishing = next(iter(evening.state.entries.values()))
        evening.do(ChangeEntry(wishing.entry_id, wishing.people, wants_stationary=True))
        page = desk.page(path, Locale.EN)
        assert "the stationary seat, number 14, is the sit-out" in page.text
        desk.send(path, f"{path}/phantom")
        desk.send(path, f"{path}/draw", seed="")
        assert movement_of(evening).phantom == "13"
        assert evening.state.section(Place(1, "A")).numbers[Number("14")] == wishing.entry_id
        assert desk.page(path).text.count("ステイショナリの席") == 0

    def test_the_sit_out_cannot_move_to_a_number_that_is_not_there(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        desk, evening = chosen_sheet
        assert desk.post(f"{movement_path(evening)}/phantom", {"number": "99"}).status_code == 409
        assert movement_of(evening).phantom == "14"


class TestSheetAndRoom:
    @rotate("locale", Locale)
    def test_the_sheet_shows_who_sits_out_in_each_round(
        self, chosen_sheet: tuple[Desk, Evening], locale: Locale
    ) -> None:
        """R-118: 13 pairs on the sheet for 14: at table 1 number r has no opponents in round r."""
        desk, evening = chosen_sheet
        page = desk.page(movement_path(evening), locale)
        assert list_codes_shown(page) == []
        assert {"room", "sheet", "numbers"} <= page.ids
        rows = [f"14–{number}" for number in range(1, 14)]
        assert all(row in page.texts for row in rows)

    def test_each_round_has_its_pairs_and_boards(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        """R-112: the row of round 4 on the page is row 4 of the sheet."""
        desk, evening = chosen_sheet
        texts = desk.page(movement_path(evening)).texts
        start = texts.index("4", texts.index("マスターシート"))
        movement = movement_of(evening)
        for meeting in movement.in_round(4):
            boards = movement.boards_of(meeting)
            assert f"{meeting.ns[0]}–{meeting.ew[0]}" in texts[start:]
            assert f"{boards[0]}-{boards[-1]}" in texts[start:]

    def test_boards_at_the_start_of_a_relay(self) -> None:
        """R-121: eight tables with relay: tables 1 and 8 share boards 1-3, 13-15 lie on the stand between 4 and 5."""
        lines = lay_lines(make("relay-mitchell", tables=8, boards_per_round=3))
        copies = [(line.params.get("tables"), line.params["boards"]) for line in lines]
        assert copies[0] == ("1, 8", "1–3")
        assert ("2", "4–6") in copies
        (stand,) = [line for line in lines if "stand" in line.code]
        assert (stand.params["lower"], stand.params["upper"], stand.params["boards"]) == ("4", "5", "13–15")

    def test_the_plan_is_a_ring_with_its_stand_and_its_relay(self) -> None:
        """R-121: clockwise 1 2 3 4 (stand) 5 6 7 8; the two tables that share are linked."""
        plan = room_plan(make("relay-mitchell", tables=8, boards_per_round=3))
        assert [place.label for place in plan.places] == ["1", "2", "3", "4", "", "5", "6", "7", "8"]
        assert [place.boards for place in plan.places if place.is_stand] == [(13, 14, 15)]
        assert [(first.label, second.label) for first, second in plan.links] == [("1", "8")]

    @for_each("tables", [3, 4, 7, 8, 13, 20, 45])
    @for_each("columns", [None, 3])
    def test_no_two_things_stand_in_the_same_place(self, tables: int, columns: int | None) -> None:
        plan = room_plan(
            make("mitchell", tables=tables) if tables % 2 else make("skip-mitchell", tables=tables), columns
        )
        spots = {(place.column, place.row) for place in plan.places}
        assert len(spots) == len(plan.places) == tables + len([p for p in plan.places if p.is_stand])
        assert all(0 <= column < plan.columns and 0 <= row < plan.rows for column, row in spots)

    def test_a_table_that_rests_says_who_sits_out(self) -> None:
        plan = room_plan(make("howell", pairs=13))
        assert [(p.label, p.resting) for p in plan.places if p.resting] == [("1", ("1",))]


class TestReprints:
    def test_what_was_printed_is_asked_for_on_the_page_until_it_is_true_again(
        self, chosen_sheet: tuple[Desk, Evening]
    ) -> None:
        """The list is that of the print page: nothing before anything was printed, and nothing after an undo."""
        desk, evening = chosen_sheet
        path = movement_path(evening)
        sheets = path.replace("/movement", "/print")
        desk.send(path, f"{path}/draw", seed="")
        desk.post(f"{path}/draw", {"seed": "98"})
        assert "again-paper" not in desk.page(path).ids
        assert desk.get(f"{sheets}/guide-slips.pdf").status_code == 200
        assert "again-paper" not in desk.page(path).ids
        desk.post(f"{path}/draw", {"seed": "99"})
        for page in (path, sheets):
            assert "again-paper" in desk.page(page).ids
        assert f"{sheets}/again/paper.pdf" in desk.get(path).text
        desk.send(path, f"/events/{evening.event_id}/undo")
        assert "again-paper" not in desk.page(path).ids


class TestStart:
    def test_the_start_is_one_click_and_the_clock_runs(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        desk, evening = chosen_sheet
        path = movement_path(evening)
        desk.send(path, f"{path}/draw", seed="")
        form = desk.page(path).form(f"{path}/start")
        answer = desk.post(f"{path}/start", form, follow_redirects=False)
        assert answer.headers["location"] == f"/events/{evening.event_id}/scores"
        session = evening.state.session(1)
        assert session.started_at == evening.clock.time
        assert session.clock is not None
        assert session.clock.round == 1

    @rotate("locale", Locale)
    def test_what_is_not_ready_is_told_and_stops_it(self, thirteen: tuple[Desk, Evening], locale: Locale) -> None:
        """R-396: each refusal names what is wrong."""
        desk, evening = thirteen
        answer = desk.post(f"{movement_path(evening)}/start?lang={locale.value}", {"command_id": "early"})
        assert answer.status_code == 409
        assert list_codes_shown(Page.read(answer.text)) == []
        assert not evening.state.is_started

    @rotate("locale", Locale)
    def test_the_page_during_play(self, chosen_sheet: tuple[Desk, Evening], locale: Locale) -> None:
        desk, evening = chosen_sheet
        evening.start(movement_of(evening))
        page = desk.page(movement_path(evening), locale)
        assert list_codes_shown(page) == []
        assert f"{movement_path(evening)}/draw" not in page.forms
        assert f"{movement_path(evening)}/start" not in page.forms

    def test_numbers_during_play_need_a_reason(self, chosen_sheet: tuple[Desk, Evening]) -> None:
        """R-095: a number is fixed for the session; a change needs a reason and is logged."""
        desk, evening = chosen_sheet
        evening.start(movement_of(evening))
        numbers = dict(evening.state.section(Place(1, "A")).numbers)
        entry_number, two = Number("1"), Number("2")
        swapped = {**numbers, entry_number: numbers[two], two: numbers[entry_number]}
        fields = {f"number-{number}": entry_id for number, entry_id in swapped.items()}
        path = f"{movement_path(evening)}/numbers"
        assert desk.post(path, fields).status_code == 422
        assert dict(evening.state.section(Place(1, "A")).numbers) == numbers
        assert desk.post(path, {**fields, "reason": "二組が席を間違えた"}).status_code == 200
        assert evening.tournament.ledger(evening.event_id)[-1].stamp.reason == "二組が席を間違えた"


def test_long_numbers_stay_inside_their_table(thirteen: tuple[Desk, Evening]) -> None:
    """The plan of the room squeezes a meeting that is wider than its table, and no other."""
    desk, evening = thirteen
    evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=11)))
    html = desk.get(movement_path(evening)).text
    meetings = re.findall(r'class="meet"( textLength="96" lengthAdjust="spacingAndGlyphs")?>([^<]+)</text>', html)
    assert {bool(squeezed) for squeezed, text in meetings if len(text) > 9} == {True}
    assert {bool(squeezed) for squeezed, text in meetings if len(text) <= 9} == {False}
