"""Printed papers are compared with the current event, and only changed ones are printed again (lived at the desk)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.stored.kinds import PRINTED
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.prints.memory import Prints
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, Evening, mitchell_evening, new_evening
from tests.web.client import Desk, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

SLIPS, CARDS, RANKING = "guide-slips.pdf?sheet_lang=en", "guide-cards.pdf?sheet_lang=en", "ranking.pdf?sheet_lang=en"


def path_of(evening: Evening) -> str:
    return f"/events/{evening.event_id}/print"


@contextmanager
def desk_of(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        yield desk


def print_sheet(desk: Desk, evening: Evening, sheet: str) -> str:
    """Opens a sheet and returns what is read on it."""
    answer = desk.get(f"{path_of(evening)}/{sheet}")
    assert answer.headers["content-type"] == "application/pdf", sheet
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def page_text(desk: Desk, evening: Evening, locale: Locale = Locale.EN) -> str:
    """Returns the text of the print page."""
    page = desk.page(path_of(evening), locale)
    assert list_codes_shown(page) == []
    return page.text


def list_outdated(desk: Desk, evening: Evening) -> list[str]:
    """Returns the lists of outdated prints on the page."""
    return sorted(name for name in desk.page(path_of(evening)).ids if name.startswith("again-"))


def rename_player(evening: Evening, number: str, name: str) -> str:
    """Corrects the name of the first of a pair; returns the name before."""
    entry = evening.state.entries[evening.state.session(1).sections["A"].numbers[Number(number)]]
    evening.do(ChangeEntry(entry.entry_id, (Person(name), entry.people[1])))
    return entry.people[0].name


def test_a_corrected_name_asks_for_the_one_slip_that_has_it(tmp_path: Path) -> None:
    """A name on one guide slip of six and on no guide card: one slip is printed again, also after a restart; then
    nothing is asked for."""
    database = f"sqlite:///{tmp_path / 'club.db'}"
    with closing(SqlStore(database)) as store:
        evening = new_evening(6, store)
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        with desk_of(evening) as desk:
            whole = print_sheet(desk, evening, SLIPS)
            print_sheet(desk, evening, CARDS)
            assert list_outdated(desk, evening) == []
            before = rename_player(evening, "NS2", "新井 正")
    with closing(SqlStore(database)) as store:
        evening = Evening(Tournament(store, evening.clock, CountingChance(500)), evening.event_id, evening.clock, 90)
        with desk_of(evening) as desk:
            assert list_outdated(desk, evening) == ["again-paper"]
            for locale in Locale:
                text = page_text(desk, evening, locale)
                parts = {"what": translate("sheet.option.number", {}, locale), "parts": "NS2"}
                assert translate("desk.print.again-paper", {"n": 1}, locale) in text
                assert translate("desk.print.again-parts", parts, locale) in text
                assert f"{before} –" in text
                assert "新井 正 –" in text
            again = print_sheet(desk, evening, "again/paper.pdf")
            assert len(whole) > 3 * len(again)
            assert "新井" in again
            assert before.split()[1] in whole
            assert before not in again
            assert list_outdated(desk, evening) == []
            assert desk.get(f"{path_of(evening)}/again/paper.pdf").status_code == 404


def test_scores_make_results_old_and_an_undo_makes_paper_true_again() -> None:
    """Papers with results have a list of their own; papers no longer in use are not listed."""
    evening = mitchell_evening(3)
    prints = Prints(evening.tournament.store)
    with desk_of(evening) as desk:
        evening.enter(1, 1, 1, "140")
        print_sheet(desk, evening, RANKING)
        print_sheet(desk, evening, SLIPS)
        evening.enter(1, 2, 3, "140")
        assert list_outdated(desk, evening) == ["again-results"]
        rename_player(evening, "EW1", "新井 正")
        assert list_outdated(desk, evening) == ["again-paper", "again-results"]
        desk.send(path_of(evening), f"/events/{evening.event_id}/undo")
        assert list_outdated(desk, evening) == ["again-results"]
        form = desk.page(path_of(evening)).form(f"{path_of(evening)}/again/drop")
        desk.post(f"{path_of(evening)}/again/drop", {**form, "mark": prints.of_event(evening.event_id)[0].mark})
        assert list_outdated(desk, evening) == []
        assert [one.sheet for one in prints.of_event(evening.event_id)] == ["guide-slips"]


def test_what_was_printed_goes_with_its_event_and_holds_no_name() -> None:
    evening = mitchell_evening(3)
    store = evening.tournament.store
    with desk_of(evening) as desk:
        desk.get(f"{path_of(evening)}/kit/start.pdf")
    row = store.paper(PRINTED, evening.event_id)
    assert row is not None
    assert "guide-cards" in row.text
    assert all(part not in row.text for entry in evening.state.entries.values() for part in entry.names)
    evening.tournament.delete(EventId(evening.event_id))
    assert store.papers(PRINTED) == ()
