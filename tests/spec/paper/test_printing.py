"""Rules for every print: state, version and time, marks, both languages, paper sizes, large print (areas J and
Z)."""

from __future__ import annotations

import re

import pytest

from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import sheets
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.publication import Announce, Finalise, Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, SetNote, SettleWithdrawal
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.values.rulings import WithdrawalRule
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening, new_evening, person
from tests.paper import (
    A4,
    OF_MATCHES,
    OF_MOVEMENTS,
    job_of,
    model,
    of_its_movement,
    open_part,
    planned_job,
    print_paper,
    with_deals,
)
from tests.rotation import rotate
from tests.tables import for_each

pytestmark = pytest.mark.slow

NEXT_DAY = 24 * 60


def corrected_evening() -> Evening:
    """Returns an evening published, corrected once, and published again 18 minutes later."""
    evening = mitchell_evening(tables=3)
    evening.play_all(["140", "110", "-100", "100"])
    evening.do(Publish())
    evening.clock.forward(18)
    evening.enter(1, 1, 1, "450", correction=CorrectionReason.WRITTEN_WRONG)
    evening.do(Publish())
    return evening


WEIGHTS = {"NotoSansJP-Regular", "NotoSansJP-Bold"}
"""Latin quotation marks stand in a Latin font."""


class TestStates:
    """Provisional, after correction n, final, with version and time (lines 1501, 3866, 3908)."""

    def test_an_interim_print_says_what_is_missing(self) -> None:
        """R-228: 3 tables, 3 rounds of 2 boards: one result of 18 is in, 17 are to come."""
        evening = mitchell_evening(tables=3)
        evening.enter(1, 1, 1, "140")
        text = print_paper("ranking", job_of(evening), Locale.EN).text
        assert "Interim: 17 results to come" in text
        assert "Not published" in text

    def test_a_published_print_tells_time_and_deadline(self) -> None:
        """R-228: published at 19:00, corrections for 30 minutes: provisional until 19:30."""
        evening = new_evening(6, correction_minutes=30)
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all()
        evening.do(Publish())
        text = print_paper("ranking", job_of(evening), Locale.EN).text
        assert "Provisional Version 1, published 19:00. Corrections until Sat 21 Nov 2026 19:30" in text

    def test_a_version_of_another_day_has_its_day(self) -> None:
        """R-228: published on the next morning, it read as if it had been out before play began."""
        evening = new_evening(6, correction_minutes=30)
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all()
        evening.clock.forward(NEXT_DAY)
        evening.do(Publish())
        text = print_paper("ranking", job_of(evening), Locale.EN).text
        assert "Version 1, published Sun 22 Nov 2026 " in text

    def test_a_correction_shows_on_the_next_print(self) -> None:
        """R-228, R-378: version 2 carries "after correction 1" and its time, 19:18."""
        text = print_paper("ranking", job_of(corrected_evening()), Locale.EN).text
        assert "Provisional, after correction 1 Version 2, published 19:18" in text

    def test_the_final_print_says_so(self) -> None:
        """R-228: after the deadline the director closes the event; the print says final, in both languages."""
        evening = corrected_evening()
        evening.clock.forward(8 * NEXT_DAY)
        evening.do(Finalise())
        assert "Final" in print_paper("ranking", job_of(evening), Locale.EN).text
        assert "確定" in print_paper("ranking", job_of(evening)).text

    @for_each("sheet", ["ranking", "recap", "travellers"])
    def test_a_published_print_stays_published_until_a_list_changes(self, sheet: str) -> None:
        """R-228: travellers released, an announcement, the end of the event: version 1. A correction: not published."""
        evening = mitchell_evening(tables=3)
        evening.play_all(["140", "110", "-100", "100"])
        evening.do(Publish())
        evening.do(ReleaseTravellers())
        evening.do(Announce("Tea is served."))
        assert "Version 1, published 19:00" in print_paper(sheet, job_of(evening), Locale.EN).text
        evening.clock.forward(8 * NEXT_DAY)
        evening.do(Finalise())
        assert re.search("Final Version 1, published .*19:00", print_paper(sheet, job_of(evening), Locale.EN).text)
        corrected = mitchell_evening(tables=3)
        corrected.play_all(["140", "110", "-100", "100"])
        corrected.do(Publish())
        corrected.enter(1, 1, 1, "450", correction=CorrectionReason.WRITTEN_WRONG)
        assert "Not published" in print_paper(sheet, job_of(corrected), Locale.EN).text

    @for_each("sheet", ["ranking", "recap", "travellers", "private-scores", "record"])
    def test_version_1_prints_as_it_was_after_version_2(self, sheet: str) -> None:
        """R-378: the reprint of version 1 shows the score before the correction, version 2 the one after it."""
        evening = corrected_evening()
        old = print_paper(sheet, job_of(evening, version="1"), Locale.EN).text
        new = print_paper(sheet, job_of(evening, version="2"), Locale.EN).text
        assert "Version 1, published 19:00" in old
        assert "after correction" not in old
        assert "Version 2, published 19:18" in new
        assert "after correction 1" in new
        assert re.sub(r"(Provisional|Printed).*", "", old) != re.sub(r"(Provisional|Printed).*", "", new)

    def test_the_old_traveller_holds_the_old_score(self) -> None:
        """R-378: on board 1 North-South 1 has 140 in version 1 and 450 in version 2."""
        evening = corrected_evening()
        old = print_paper("travellers", job_of(evening, version="1", board="1")).text
        new = print_paper("travellers", job_of(evening, version="2", board="1")).text
        assert (" 140 " in old, " 450 " in old) == (True, False)
        assert (" 140 " in new, " 450 " in new) == (False, True)

    def test_a_version_that_never_was_is_refused(self) -> None:
        """R-378: there is no version 3."""
        with pytest.raises(NotFound) as caught:
            print_paper("ranking", job_of(corrected_evening(), version="3"))
        assert caught.value.problems[0].code == "print.no-version"


REASON = "席を間違えてプレイした"
RULING = "ブレイク・イン・テンポ、裁定待ち"


@pytest.fixture(scope="module")
def marked_evening() -> Evening:
    """Returns an evening with a forced entry on board 2, a pending ruling on board 1, an average and a correction."""
    evening = mitchell_evening(tables=3)
    wrong = {"ns": evening.pair("NS1"), "ew": evening.pair("EW2")}
    evening.enter(1, 1, 2, "140", **wrong, force=REASON)
    for place, slot in enumerate(missing_slots(evening.state, 1)):
        if slot.board != 2:
            evening.do(EnterResult(slot, ("110", "-100", "100", "P")[place % 4]))
    evening.do(SetNote(Slot(1, "A", 1, 1, 1), RULING, is_pending=True))
    evening.do(GiveAward(Slot(1, "A", 2, 2, 5), "A+", "A-", "12C2"), reason="ボードの入れ違い")
    evening.enter(1, 3, 5, "130", correction=CorrectionReason.TYPING_ERROR)
    return with_deals(evening)


class TestMarks:
    """Forced entries and pending rulings are marked on every print (line 3485)."""

    @pytest.mark.parametrize("sheet", ["ranking", "recap", "travellers", "private-scores", "record"])
    @pytest.mark.parametrize("locale", Locale)
    def test_every_print_of_results_names_them(self, marked_evening: Evening, sheet: str, locale: Locale) -> None:
        """R-387: the forced entry with its place and reason, and the ruling that is pending, stand on every sheet."""
        text = print_paper(sheet, job_of(marked_evening), locale).unspaced_text
        forced, pending = ("†強制入力", "?裁定待ち") if locale is Locale.JA else ("†Forcedentry", "?Rulingpending")
        assert forced in text
        assert pending in text
        assert REASON in text
        assert RULING in text

    def test_the_signs_stand_at_the_scores(self, marked_evening: Evening) -> None:
        """R-387: on the recap North-South 1 has `†` at board 2 and `?` at board 1, and the foot counts what is
        pending."""
        text = print_paper("recap", job_of(marked_evening)).texts[0]
        row = next(line for line in text.split("\n") if line.startswith("NS1 "))
        assert re.search(r"[\d.]+ ?\?", row)
        assert re.search(r"[\d.]+ ?†", row)
        assert "裁定待ち 1" in text

    def test_the_record_lists_each_forced_entry_with_its_reason(self, marked_evening: Evening) -> None:
        """R-387: the record lists forced, ruled and corrected results, with reason and author."""
        text = print_paper("record", job_of(marked_evening)).unspaced_text
        assert text.count(REASON) == 2
        assert "ボードの入れ違い" in text
        assert "director" in text

    def test_the_record_has_the_day_of_what_was_done_on_another(self, marked_evening: Evening) -> None:
        """R-387: a decision a week later, as in a league, was listed with its hour alone."""
        times = [line.at for line in open_part(model("record", job_of(marked_evening)).sheet).lines]
        assert {len(time) for time in times} == {len("19:30")}
        marked_evening.clock.forward(7 * 24 * 60)
        marked_evening.do(Publish(is_interim=True))
        sheet = open_part(model("record", job_of(marked_evening)).sheet)
        assert [line.at for line in sheet.lines[:-1]] == times
        assert sheet.lines[-1].at.startswith("2026年11月28日（土） ")
        assert sheet.has_days

    def test_the_record_names_who_left_and_whose_scores_went(self) -> None:
        """R-376: a withdrawal, what was settled for it, and a board whose hands were changed."""
        evening = mitchell_evening(tables=3)
        evening.enter(1, 1, 1, "P")
        before = len(open_part(model("record", job_of(evening)).sheet).lines)
        number, entry_id = next(iter(evening.state.section(Place(1, "A")).numbers.items()))
        evening.do(WithdrawEntry(entry_id))
        evening.do(SettleWithdrawal(Place(1, "A"), number, WithdrawalRule.REMOVAL), "went home")
        after = len(open_part(model("record", job_of(evening)).sheet).lines)
        assert (before, after) == (0, 2)

    def test_a_clean_evening_has_no_marks(self) -> None:
        """R-387: without anything to mark there is no legend."""
        evening = mitchell_evening(tables=3)
        evening.play_all()
        text = print_paper("ranking", job_of(evening)).text
        assert not set("†?*‡") & set(text)


class TestLanguages:
    """Japanese and English prints with embedded fonts; names in kanji and in roman letters, sorted by reading."""

    @rotate("locale", Locale)
    @pytest.mark.parametrize("sheet", [info.name for info in sheets() if info.name not in OF_MATCHES])
    def test_every_sheet_prints_in_both_languages(self, marked_evening: Evening, sheet: str, locale: Locale) -> None:
        """R-394: the title is there in the language asked for, and every font is inside the file."""
        job = of_its_movement(sheet) if sheet in OF_MOVEMENTS else job_of(marked_evening)
        paper = print_paper(sheet, job, locale)
        title = re.sub(r"\s", "", translate(f"sheet.{sheet}.title", {}, locale))
        untitled = {
            "announcement",
            "table-numbers",
            "stand-signs",
            "guide-cards",
            "guide-slips",
            "pickup-slips",
            "private-scores",
        }
        assert title in paper.unspaced_text or sheet in untitled
        assert set(paper.fonts()) <= WEIGHTS
        assert all(paper.fonts().values())
        assert paper.sizes <= {A4, A4[::-1]}

    def test_names_are_in_kanji_or_in_roman_letters(self) -> None:
        """R-394: the same pair is 春川 一葉 on a Japanese sheet and Haruna Ichiyo on an English one."""
        people = [(Person("春川 一葉", "", "はるかわ いちよう", "Haruna Ichiyo"), Person("夏山 二葉"))]
        job = planned_job(make("mitchell", tables=3), people=people, options={"number": "NS1"})
        assert "春川 一葉・夏山 二葉" in print_paper("guide-slips", job).text
        assert "Haruna Ichiyo – 夏山 二葉" in print_paper("guide-slips", job, Locale.EN).text

    def test_the_wall_list_is_sorted_by_reading(self) -> None:
        """R-394: あおい, しろいし, はるかわ: by their reading, not by their characters (春, 白, 青)."""
        readings = [("春川", "はるかわ"), ("白石", "しろいし"), ("青井", "あおい")]
        people = [(Person(f"{name} 一葉", "", kana), Person("見本 二葉")) for name, kana in readings]
        job = planned_job(make("mitchell", tables=3), people=people * 2, options={"order": "name"})
        rows = re.findall(r"^(?:NS|EW)\d+ (\S+) 一葉", print_paper("seating", job).text, re.MULTILINE)
        assert rows == ["青井", "青井", "白石", "白石", "春川", "春川"]


class TestPaperSizes:
    """A4 throughout, several slips to a sheet, and a test page (lines 736-746)."""

    @pytest.mark.parametrize("name", ["pickup-slips", "guide-slips"])
    def test_four_slips_to_an_a4_page(self, name: str) -> None:
        """R-395: 49 pick-up slips need 13 pages and 14 guide slips 4, all of them A4."""
        paper = print_paper(name, planned_job(make("mitchell", tables=7)))
        assert len(paper.pages) == {"pickup-slips": 13, "guide-slips": 4}[name]
        assert paper.sizes <= {A4, A4[::-1]}

    def test_piles_are_in_order_after_one_cut(self) -> None:
        """R-395: the first slips of all pages come first, then all second ones: cut once and laid on each other."""
        text = print_paper("pickup-slips", planned_job(make("mitchell", tables=7)))
        slips = [re.findall(r"テーブル (\d+) ラウンド (\d+)", page) for page in text.texts]
        piles = [[page[place] for page in slips if len(page) > place] for place in range(4)]
        dealt = [(int(table), int(round_number)) for pile in piles for table, round_number in pile]
        assert dealt == sorted(dealt)
        assert len(dealt) == 49

    def test_the_test_page_can_always_be_printed(self) -> None:
        """R-395: the test page has a ruler of 10 cm and both scripts, before there is any movement."""
        paper = print_paper("test-page", job_of(new_evening()))
        assert paper.sizes == {A4}
        assert "10 cm" in paper.text
        assert "春川・夏山" in paper.text
        assert "Alder – Birch" in paper.text

    @pytest.mark.parametrize("name", ["table-numbers", "guide-cards"])
    def test_a5_sheets_lie_two_to_a_page(self, name: str) -> None:
        """R-395: seven tables in A5 take four pages of A4."""
        paper = print_paper(name, planned_job(make("mitchell", tables=7), options={"layout": "a5"}))
        assert len(paper.pages) == 4
        assert paper.sizes <= {A4, A4[::-1]}


class TestLargePrint:
    """Sheets for players with poor sight (line 3842)."""

    def test_a_slip_in_16_points_or_more(self) -> None:
        """R-400: in large print a guide slip's table, seat, opponents and boards are set in 16 points, or larger where
        they leave room."""
        job = planned_job(make("mitchell", tables=7), options={"size": "large", "number": "EW2"})
        words = print_paper("guide-slips", job).words()
        row = [word for word in words if word.text in ("N-S", "E-W", "10-12")]
        assert len(row) == 8
        assert {word.size for word in row} == {22.0}

    def test_many_rounds_in_16_points_or_more(self) -> None:
        """R-400: thirteen rounds take a page, so that their lines are no smaller."""
        job = planned_job(make("howell", tables=7), options={"size": "large", "number": "1"})
        words = print_paper("guide-slips", job).words()
        assert {word.size for word in words if word.text in ("N-S", "E-W")} == {22.0}

    @pytest.mark.parametrize("name", ["ranking", "guide-slips"])
    def test_long_names_in_16_points(self, name: str) -> None:
        """R-400: partners of forty letters each take as many lines as they need, and stay as large."""
        evening = new_evening()
        for place in range(4):
            people = (person(f"Alexandria Featherstonehaugh-Cholmond{letter}{place}") for letter in "ae")
            evening.do(AddEntry(tuple(people)))
        evening.start(make("howell", tables=2, boards_per_round=2, rounds=3))
        evening.play_all()
        words = [word for word in print_paper(name, job_of(evening, size="large")).words() if "Feather" in word.text]
        assert words
        assert {word.size for word in words} == {16.0}

    @pytest.mark.parametrize("name", ["ranking", "private-scores"])
    def test_results_in_16_points(self, name: str) -> None:
        """R-400: the ranking and the scorecard exist in 16 points too."""
        evening = mitchell_evening(tables=3)
        evening.play_all()
        assert 16.0 in {word.size for word in print_paper(name, job_of(evening, size="large")).words()}

    def test_sections_differ_in_grey(self) -> None:
        """R-400: without colour the bars of A, B, C and D differ by their number of blocks, and bear the letter."""
        sheets = open_part(model("table-numbers", planned_job(*(make("mitchell", tables=3) for _ in "ABCD"))).sheet)
        cards = [page[0] for page in sheets.pages]
        assert {(card.section.letter, card.section.blocks) for card in cards} == {
            ("A", 1),
            ("B", 2),
            ("C", 3),
            ("D", 4),
        }
