"""The result package (R-312; manual, lines 1503 and 3852): pages that open without the program and without a network,
with what was published and nothing else, and what each version changed (R-308)."""

from __future__ import annotations

import io
import os
import re
import zipfile
from functools import cache

import pytest

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.game.auction import parse_auction
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat
from arrowswitch.documents.publication.package import ResultPackage, package_view, result_package
from arrowswitch.documents.slices import slices_for
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.deals import KeepAnalysis, ReleaseDeals
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.records import KeepRecords
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.deals import DealAnalysis
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening
from tests.form_events import cases, play_case
from tests.packages import PageReader, faults, pages
from tests.paper import job_of, with_deals
from tests.tables import for_each
from tests.upgrade_events import club_evening, two_sessions_two_sections

SOME_FORMS = (EventForm.SWISS_TEAMS, EventForm.KNOCKOUT_TEAMS, EventForm.INDIVIDUAL)
FORMS = tuple(EventForm) if os.environ.get("ARROWSWITCH_FORMS") == "all" else SOME_FORMS
"""One of each way in which people meet; `tools/try-packages` takes every form."""


def package_of(evening: Evening, **options: str) -> ResultPackage:
    return result_package(job_of(evening, **options))


def read(evening: Evening, **options: str) -> dict[str, PageReader]:
    return pages(package_of(evening, **options).files)


def slots_of(evening: Evening, round_number: int, table: int) -> list[Slot]:
    """The slots of a table in a round, by board, filled or not."""
    planned = {*evening.state.results, *missing_slots(evening.state, 1)}
    there = [slot for slot in planned if (slot.round, slot.table) == (round_number, table)]
    return sorted(there, key=lambda slot: slot.board)


def published_mitchell() -> Evening:
    """A Mitchell of three tables, played and published."""
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    return evening


@cache
def lively() -> Evening:
    """A two-winner Mitchell with rulings, notes, penalties, a late pair and corrections, published."""
    return club_evening()


@cache
def two_days() -> ResultPackage:
    """The package of two sections that change rooms between two sessions; three boards have hands."""
    return package_of(two_sessions_two_sections())


@for_each("form", FORMS)
def test_every_page_is_sound_and_every_link_leads_somewhere(form: EventForm) -> None:
    case = next(case for case in cases() if case.form is form)
    files = package_of(with_deals(play_case(case))).files
    assert faults(files) == []
    for locale in Locale:
        assert {f"{locale.value}/{name}.html" for name in ("index", "ranking-1", "versions", "board-1-1")} <= set(files)


class TestTwoSessionsAndTwoSections:
    """Two sections change rooms between two sessions, everybody with one page for both."""

    def test_pages_are_sound(self) -> None:
        package = two_days()
        assert faults(package.files) == []

    def test_the_font_of_paper_is_in_it_as_far_as_its_pages_need_it(self) -> None:
        files = two_days().files
        text = {one for name, data in files.items() if name.endswith(".html") for one in data.decode()}
        style = files["fonts.css"].decode()
        assert {f"fonts/{one.name}" for one in slices_for(text)} == {one for one in files if one.endswith(".woff2")}
        assert set(re.findall(r'url\("([^"]+)"\)', style)) == {one for one in files if one.endswith(".woff2")}
        assert sum(len(data) for name, data in files.items() if name.startswith("fonts/")) < 1_000_000
        assert files["package.css"].decode().split("1.5 ")[1].startswith('"Noto Sans JP"')

    def test_the_total_leads_to_a_page_with_both_sessions(self) -> None:
        package = two_days()
        read = pages(package.files)
        (card,) = {link for link in read["en/total.html"].links if link == "card-1-A-1.html"}
        assert "Session 1" in read[f"en/{card}"].text
        assert "Session 2" in read[f"en/{card}"].text
        assert {"ranking-1.html", "ranking-2.html", "total.html"} <= set(read["en/index.html"].links)
        assert read[f"en/{card}"].text.count("A1 ") >= 1

    def test_the_first_page_is_the_standings(self) -> None:
        """The places come first, then everybody by name and the other pages."""
        files = two_days().files
        first, total = (files[f"en/{name}.html"].decode() for name in ("index", "total"))
        standings = total[total.index("<table") : total.rindex("</table>")].split()
        assert " ".join(standings) in " ".join(first.split())
        assert first.index("<table") < first.index('id="people-title"') < first.index('id="contents-title"')

    def test_hands_stand_with_their_boards_only(self) -> None:
        """Some boards of the first session have hands, dealt or typed in."""
        deals = two_sessions_two_sections().state.deals.placed
        read = pages(two_days().files)
        with_hands = {name for name in read if name.startswith("en/board-") and "♥" in read[name].text[:200]}
        assert list(deals) == [1]
        assert 0 < len(with_hands) < len([name for name in read if name.startswith("en/board-")])
        assert with_hands == {f"en/board-1-{board}.html" for board in deals[1].deal_set.boards} & set(read)

    def test_a_zip_file_unpacks_into_one_folder(self) -> None:
        package = two_days()
        evening_at = job_of(mitchell_evening()).printed_at
        with zipfile.ZipFile(io.BytesIO(package.to_zip(evening_at))) as archive:
            assert {name.split("/")[0] for name in archive.namelist()} == {package.folder} == {"results-2026-11-21-v1"}
            assert len(archive.namelist()) == len(package.files)


class TestWhatIsLeftOut:
    """Only what was published goes out: no typed reason, no note, no membership number, no sealed hand."""

    def test_reasons_and_numbers_of_people(self) -> None:
        evening = lively()
        ledger = evening.tournament.ledger(evening.event_id)
        typed = {entry.stamp.reason for entry in ledger if len(entry.stamp.reason) > 4}
        typed |= {note.text for note in evening.state.rulings.notes.values() if note.text}
        typed |= {given.reason for given in evening.state.rulings.penalties if given.reason}
        typed |= {entry.note for entry in evening.state.entries.values() if entry.note}
        numbers = {
            person.number for entry in evening.state.entries.values() for person in entry.people if person.number
        }
        assert len(typed) > 10
        assert numbers
        files = package_of(evening).files
        text = " ".join(page.text for page in pages(files).values())
        assert sorted(one for one in typed if one in text) == []
        assert not [number for number in numbers for data in files.values() if number.encode() in data]

    def test_hands_that_are_sealed_again(self) -> None:
        evening = with_deals(published_mitchell(), 12)
        files = package_of(evening).files
        assert faults(files) == [], "boards that were dealt and not played have hands and no page"
        assert pages(files)["en/hands-1.html"].text.count("♥") == 4 * 12
        evening.do(ReleaseDeals(1, is_released=False))
        assert package_view(job_of(evening)).sealed == (1,)
        files = package_of(evening).files
        assert not [name for name in files if "hands" in name]
        assert not [name for name, data in files.items() if "♥ A" in data.decode("utf-8", "ignore")]

    def test_boards_that_somebody_has_still_to_play(self) -> None:
        """R-388: published after a round, with one table still playing board 2."""
        evening = mitchell_evening()
        for table in (1, 2, 3):
            for slot in slots_of(evening, 1, table)[: 1 if table == 1 else 2]:
                evening.do(EnterResult(slot, "140"))
        evening.do(Publish(is_interim=True), reason="dinner")
        pages_ = read(evening)
        assert package_view(job_of(evening)).is_interim
        assert not [name for name in pages_ if "/board-" in name]
        assert "140" not in pages_["en/card-1-A-NS1.html"].text


class TestVersions:
    def test_nothing_before_it_is_published(self) -> None:
        with pytest.raises(Refused) as refusal:
            package_of(mitchell_evening())
        assert refusal.value.problems[0].code == "package.not-published"

    def test_a_correction_makes_a_version_that_tells_it(self) -> None:
        evening = published_mitchell()
        slot = slots_of(evening, 1, 1)[0]
        before = package_of(evening)
        evening.do(EnterResult(slot, "-800", correction=CorrectionReason.TYPING_ERROR))
        assert package_view(job_of(evening)).is_behind
        assert package_of(evening).files == before.files, "what is not published is not in it"
        evening.do(Publish())
        assert not package_view(job_of(evening)).is_behind
        after = package_of(evening)
        pages_ = pages(after.files)
        assert faults(after.files) == []
        assert after.folder == "results-2026-11-21-v2"
        assert f"board {slot.board} " in pages_["en/versions.html"].text
        assert "→ E-W 800" in pages_["en/versions.html"].text
        assert "800" in pages_[f"en/board-1-{slot.board}.html"].text
        old = pages_["en/version-1.html"].text
        assert [one for one in pages(before.files)["en/ranking-1.html"].text.split() if "%" in one] == [
            one for one in old.split() if "%" in one
        ]
        assert package_of(evening, version="1").files["en/ranking-1.html"] == before.files["en/ranking-1.html"]

    def test_what_came_with_the_hands(self) -> None:
        """The analysis and the auctions that were kept after the version was published; of a result that is not the
        published one any more there is none. While the deals are sealed nothing is shown."""
        evening = with_deals(published_mitchell())
        slots = slots_of(evening, 1, 1)
        texts = evening.state.deals.placed[1].texts
        analyses = {board: DealAnalysis(text, "7676" * 4 + "8585", "SA HK") for board, text in texts.items()}
        evening.do(KeepAnalysis(1, analyses))
        record = TableRecord(parse_auction("1N p 2C(Stayman) p 2S ap", Seat.NORTH))
        evening.do(KeepRecords(tuple((slot, record) for slot in slots)))
        evening.do(EnterResult(slots[1], "-800", correction=CorrectionReason.TYPING_ERROR))
        files = package_of(evening).files
        assert faults(files) == []
        both = pages(files)
        assert "Par +120" in both["en/hands-1.html"].text
        assert "Lead ♠ A" in both["en/hands-1.html"].text
        boards = [both[f"en/board-1-{slot.board}.html"].text for slot in slots]
        assert ["Stayman" in text for text in boards] == [True, False]
        assert "オークション" in both[f"ja/board-1-{slots[0].board}.html"].text
        evening.do(ReleaseDeals(1, is_released=False))
        assert b"Stayman" not in b"".join(package_of(evening).files.values())

    def test_a_version_that_there_is_not(self) -> None:
        with pytest.raises(NotFound) as refusal:
            package_of(published_mitchell(), version="7")
        assert refusal.value.problems[0].code == "print.no-version"


def test_both_sides_of_a_mitchell_have_their_own_page() -> None:
    """A traveller writes pairs without their side: the 2 that sat East-West is not the 2 that sat North-South."""
    pages_ = read(lively())
    links = pages_["en/board-1-1.html"].links
    assert {"card-1-A-NS1.html", "card-1-A-EW1.html"} & set(links)
    assert [link for link in pages_["en/card-1-A-NS1.html"].links if link.startswith("card-1-A-EW")]
    assert not [
        link for link in pages_["en/card-1-A-NS1.html"].links if link.startswith("card-1-A-NS") and "2" not in link
    ]
