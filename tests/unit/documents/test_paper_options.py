"""The options of a sheet, and every refusal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.errors import Mistake, NotFound, Problem, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import PrintJob, SheetInfo, obstacles, offers, render, sheets
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.i18n import Locale, has_code
from arrowswitch.tournament.model.fold import state_of
from tests.builders import entry_ids, mitchell_evening, new_evening
from tests.form_events import Case, cases, play_case
from tests.paper import OF_MATCHES, job_of, planned_job, print_paper, with_deals, with_options
from tests.tables import for_each

INFOS = sheets()
FIRST = {(case.form.arrangement, case.form.kind): case for case in reversed(cases())}
"""An event of each way in which opponents meet, of players, pairs and teams."""
EMPTY = ("announcement", "opening-words", "playing-notes", "leaflet", "ruling-sheet", "appeal-form", "test-page")
NEED_RESULTS = ("travellers", "board-record", "ranking", "total", "recap", "private-scores", "record", "certificates")


OWN_REASONS = {
    "case-list": "print.no-cases",
    "prize-list": "prizes.no-results",
    "hand-records": "deals.none-placed",
    "seating": "print.no-numbers",
    "advance-list": "print.no-entries",
    "entry-list": "print.no-entries",
    "bracket": "print.no-bracket",
    "league": "print.no-league",
    "lineup-slips": "print.no-lineups",
    "qualifiers": "final.no-plan",
    "team-result": "print.no-matches",
}
"""Why sheets that need more than a movement cannot be printed of an empty event."""


def codes_of(sheet: str, job: PrintJob) -> list[str]:
    """Returns the codes of the problems that a print is refused with."""
    with pytest.raises(Mistake) as caught:
        render(sheet, job, Locale.JA)
    return [problem.code for problem in caught.value.problems]


class TestTheList:
    def test_names_are_unique_and_in_order_of_need(self) -> None:
        names = [info.name for info in INFOS]
        assert len(set(names)) == len(names)
        assert names.index("guide-cards") < names.index("ranking") < names.index("private-scores")

    @for_each("info", INFOS, ids=lambda info: info.name)
    def test_titles_options_and_values_have_words(self, info: SheetInfo) -> None:
        codes = [info.title, info.about]
        for option in info.options:
            codes += [option.title, *(option.value_title(value) for value in option.values)]
        assert [code for code in codes if not has_code(code)] == []

    @for_each("info", INFOS, ids=lambda info: info.name)
    def test_the_first_value_is_the_default(self, info: SheetInfo) -> None:
        assert all(option.default == (option.values or ("",))[0] for option in info.options)


class TestRefusals:
    def test_an_unknown_sheet_names_those_there_are(self) -> None:
        with pytest.raises(NotFound) as caught:
            render("poster", job_of(new_evening()), Locale.JA)
        problem = caught.value.problems[0]
        assert problem.code == "print.no-sheet"
        assert "guide-cards" in str(problem.params["known"])

    def test_all_wrong_options_are_told_at_once(self) -> None:
        job = planned_job(make("mitchell", tables=3), options={"paper": "a3", "layout": "a6", "table": "2"})
        assert codes_of("guide-cards", job) == ["print.option-unknown", "print.option-value"]

    @for_each("name", [i.name for i in INFOS if i.name not in {*EMPTY, *NEED_RESULTS, *OF_MATCHES}])
    def test_without_a_movement_there_is_nothing_to_print(self, name: str) -> None:
        wanted = OWN_REASONS.get(name, "print.no-movement")
        assert codes_of(name, job_of(new_evening())) == [wanted]

    @for_each("name", NEED_RESULTS)
    def test_without_results_there_is_nothing_to_print(self, name: str) -> None:
        assert codes_of(name, job_of(mitchell_evening())) == ["print.no-results"]

    def test_without_numbers_there_is_no_seating(self) -> None:
        assert codes_of("seating", job_of(new_evening(4))) == ["print.no-numbers"]

    @for_each("name", EMPTY)
    def test_some_sheets_need_nothing(self, name: str) -> None:
        assert len(print_paper(name, job_of(new_evening())).pages) == 1

    @for_each(
        "sheet, option, value, code",
        [
            ("guide-cards", "table", "4", "print.no-table"),
            ("guide-cards", "section", "B", "event.no-section"),
            ("pickup-slips", "round", "9", "print.no-round"),
            ("guide-slips", "number", "NS4", "print.no-number"),
        ],
    )
    def test_what_is_not_there_cannot_be_printed(self, sheet: str, option: str, value: str, code: str) -> None:
        job = planned_job(make("mitchell", tables=3))
        assert codes_of(sheet, with_options(job, **{option: value})) == [code]

    @pytest.mark.parametrize("layout", ["filled", "blank-18"])
    def test_a_board_that_is_not_in_play(self, layout: str) -> None:
        evening = mitchell_evening()
        evening.play_all()
        assert codes_of("travellers", job_of(evening, board="99", layout=layout)) == ["print.no-board"]

    def test_a_session_that_is_not_there(self) -> None:
        job = replace(planned_job(make("mitchell", tables=3)), session=2)
        assert codes_of("guide-cards", job) == ["event.no-session"]

    def test_every_refusal_has_words(self) -> None:
        codes = ("no-sheet", "option-unknown", "option-value", "no-movement", "no-numbers", "no-results")
        places = ("no-table", "no-round", "no-number", "no-board", "no-version")
        assert all(has_code(f"print.{code}") for code in (*codes, *places))

    def test_a_refusal_is_a_refusal(self) -> None:
        with pytest.raises(Refused):
            render("ranking", job_of(new_evening()), Locale.EN)


def find_refusals(sheet: str, job: PrintJob) -> tuple[Problem, ...]:
    """Returns the problems with which a sheet is refused."""
    try:
        page_model(sheet_named(sheet), job, Locale.JA)
    except Mistake as mistake:
        return mistake.problems
    return ()


class TestObstacles:
    def test_they_are_told_without_printing(self) -> None:
        assert [problem.code for problem in obstacles("ranking", job_of(mitchell_evening()))] == ["print.no-results"]

    @for_each("case", FIRST.values(), ids=str)
    def test_what_a_sheet_needs_is_what_a_print_is_refused_for(self, case: Case) -> None:
        """The problems listed beforehand, without making the sheet, are those of making it: on the way of an event
        from its first entry to its published ranking."""
        evening = play_case(case)
        ledger = evening.tournament.ledger(evening.event_id)
        usual = job_of(evening)
        for steps in (1, case.entries + 1, case.entries + 2, len(ledger) // 2, len(ledger)):
            state = state_of(ledger[:steps])
            for session in state.sessions:
                job = replace(usual, state=state, ledger=ledger[:steps], session=session)
                for info in sheets(state):
                    assert obstacles(info.name, job) == find_refusals(info.name, job), (steps, session, info.name)

    def test_what_a_movement_has_not_is_what_a_print_is_refused_for(self) -> None:
        """A sheet of a movement needs the movement alone, or what not every movement has: stands, relays, rovers."""
        with_relay = replace(make("howell", pairs=6), bye_stands={})
        for movement in (make("mitchell", tables=3), make("rover-mitchell", tables=7), with_relay):
            job = planned_job(movement)
            for sheet in ("stand-signs", "rover-slips", "guide-cards", "seating"):
                assert obstacles(sheet, job) == find_refusals(sheet, job), sheet

    def test_there_are_none_when_it_can_be_printed(self) -> None:
        assert obstacles("guide-cards", planned_job(make("mitchell", tables=3))) == ()


class TestOffers:
    def test_a_sheet_that_can_be_blank_is_offered_blank(self) -> None:
        """Travellers and scorecards have nothing to fill in before the first result, a ranking not even a form."""
        offer_of = {offer.info.name: offer for offer in offers(job_of(mitchell_evening()))}
        assert offer_of["travellers"].instead == {"layout": "blank-18"}
        assert [problem.code for problem in offer_of["travellers"].why] == ["print.no-results"]
        assert offer_of["travellers"].is_possible
        assert not offer_of["ranking"].is_possible
        assert offer_of["guide-cards"].is_possible
        assert not offer_of["guide-cards"].why

    def test_all_is_offered_when_all_is_in(self) -> None:
        evening = mitchell_evening()
        evening.play_all()
        with_deals(evening)
        missing = [offer.info.name for offer in offers(job_of(evening)) if not offer.is_possible]
        assert missing == ["stand-signs", "rover-slips"]


class TestChoices:
    def test_an_empty_value_is_the_default(self) -> None:
        job = planned_job(make("mitchell", tables=3))
        whole = print_paper("guide-cards", job).texts
        assert print_paper("guide-cards", with_options(job, layout="", table="")).texts == whole

    def test_one_section_of_several(self) -> None:
        job = planned_job(make("mitchell", tables=3), make("mitchell", tables=5), options={"section": "B"})
        assert len(print_paper("table-numbers", job).pages) == 5

    def test_a_pair_is_asked_for_in_any_case(self) -> None:
        text = print_paper("guide-slips", planned_job(make("mitchell", tables=3), options={"number": "ns2"})).text
        assert "A NS2" in text
        assert "A NS1" not in text

    def test_the_master_sheet_by_tables_shows_the_boards(self) -> None:
        text = print_paper(
            "master-sheet", planned_job(make("mitchell", tables=5, boards_per_round=3), options={"by": "tables"})
        ).text
        assert "1 2 3 4 5" in text
        assert text.count("13-15") == 5

    def test_numbers_without_a_movement_are_listed(self) -> None:
        evening = new_evening(4)
        evening.start(None)
        text = print_paper("seating", job_of(evening)).text
        assert len(entry_ids(evening)) == 4
        assert [line.split()[0] for line in text.split("\n") if "・" in line] == ["1", "2", "3", "4"]


def test_a_result_that_is_to_come_is_named_on_the_traveller() -> None:
    evening = mitchell_evening(tables=3)
    evening.enter(1, 1, 1, "140")
    text = print_paper("travellers", job_of(evening, board="1"), Locale.EN).text
    assert text.count("to come") == 2 + 1  # two tables, and the state at the foot of the page
