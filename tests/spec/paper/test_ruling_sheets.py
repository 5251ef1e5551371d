"""Ruling sheets, the form of an appeal and the list of cases (R-029, R-346 to R-348, R-358)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.auction import parse_auction
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.play import RANKS, play_of
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat
from arrowswitch.documents import PrintJob, render
from arrowswitch.documents.rulings.ruling_sheets import NAMES
from arrowswitch.i18n import Locale, translate
from arrowswitch.regulations.guides import guide_names, load_guide
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.deals import PlaceDeals, ReleaseDeals
from arrowswitch.tournament.model.slices.records import KeepRecords
from arrowswitch.tournament.model.slices.rulings import KeepCase, KeepRuling
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.rulings import AppealBody
from tests.builders import Evening
from tests.measured_paper import faults
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.web.playing import howell_evening, slot

AT = slot(1, 3, 5)
TO_B2 = ("meant", "in-turn", "done", "not-accepted", "other-call", "different")


@pytest.fixture(scope="module")
def job() -> PrintJob:
    """Returns a print of an event with a case that was ruled by a guide, and that is appealed."""
    evening = howell_evening()
    walked = KeepRuling(
        place=Place(1, "A"),
        slot=AT,
        guide="insufficient-bid",
        edition=2007,
        answers=TO_B2,
        title="Insufficient bid",
        steps=("✓ LHO asked",),
        ruling="Partner passes",
        law="Law 27B2",
        explanation="All the options",
        facts="1H over 1S",
        case=0,
    )
    evening.do(walked)
    case = evening.state.rulings.cases[0]
    appealed = KeepCase(
        case=1,
        place=case.place,
        slot=AT,
        title=case.title,
        law=case.law,
        ruling=case.ruling,
        found=case.found,
        says_ns="did not look",
        appeal_by="North-South",
        appeal_body=AppealBody.COMPETITION,
        grounds="not told",
        deposit="30",
    )
    evening.do(appealed)
    return job_of(evening)


def with_options(job: PrintJob, **options: str) -> PrintJob:
    """Returns a print with options."""
    return replace(job, options=options)


class TestRulingSheet:
    """R-029: manual, lines 2811-2813."""

    def test_every_irregularity_has_a_sheet(self) -> None:
        assert guide_names() == NAMES
        for name in NAMES:
            for locale in Locale:
                title = translate(f"sheet.option.guide.{name}", {}, locale)
                assert title == load_guide(name).title[locale.value]

    @rotate("locale", Locale)
    def test_that_of_law_27_has_its_six_steps(self, job: PrintJob, locale: Locale) -> None:
        """Guidance, lines 143-148: the steps that are ticked, numbered 1 to 6, and the options with where they lead."""
        text = print_paper("ruling-sheet", with_options(job, guide="insufficient-bid"), locale).unspaced_text
        assert [f"({stage})" in text for stage in range(1, 7)] == [True] * 6
        law = load_guide("insufficient-bid")
        for step in law.steps.values():
            is_asked = "".join(step.ask[locale.value].split()) in text
            assert is_asked is (step.name not in ("denominations", "comparable", "double-comparable")), step.name

    def test_a_case_fills_it_in(self, job: PrintJob) -> None:
        """Facts, what a side says, options told, ruling and law, and the answers that were given on the way."""
        paper = print_paper("ruling-sheet", with_options(job, case="1"), Locale.EN)
        assert len(paper.pages) >= 2
        for text in ("1Hover1S", "didnotlook", "Partnerpasses", "Law27B2"):
            assert text in paper.unspaced_text
        blank = print_paper("ruling-sheet", with_options(job, guide="insufficient-bid"), Locale.EN)
        assert paper.unspaced_text.count("×") == len(TO_B2) + 2
        assert blank.unspaced_text.count("×") == 0

    def test_a_blank_one_is_a_single_page(self, job: PrintJob) -> None:
        assert len(print_paper("ruling-sheet", with_options(job), Locale.JA).pages) == 1

    def test_the_longest_of_them_can_be_read(self, job: PrintJob) -> None:
        sheet = render("ruling-sheet", with_options(job, guide="call-out-of-turn"), Locale.JA)
        assert [str(one) for one in faults(sheet)] == []


class TestRecord:
    """The auction and the play at the table of the case, if they are stored with the result."""

    @pytest.fixture
    def evening_with_case(self) -> Evening:
        evening = howell_evening()
        dealt = dict(deal_boards(Seed("fixed", "1"), range(1, 25)))
        evening.do(PlaceDeals(1, PlacedDeals({board: deal.pbn for board, deal in dealt.items()})))
        evening.do(KeepCase(case=0, place=Place(1, "A"), slot=AT, title="Revoke", found="in trick 3"))
        auction = parse_auction("1NT p 2C(asks for a four-card major) p 2S p 4S ap", Seat.NORTH)
        cards = [f"{suit}{rank}" for suit in "SHDC" for rank in RANKS]
        play = play_of(cards, Seat.EAST, Denomination.SPADES)
        evening.do(KeepRecords(((AT, TableRecord(auction, play)),)))
        return evening

    @rotate("locale", Locale)
    @pytest.mark.parametrize("sheet", ["ruling-sheet", "appeal-form"])
    def test_it_stands_on_the_sheet_and_cards_only_once_they_are_no_secret(
        self, evening_with_case: Evening, sheet: str, locale: Locale
    ) -> None:
        sealed = print_paper(sheet, with_options(job_of(evening_with_case), case="1"), locale).unspaced_text
        assert "2♣1)" in sealed
        assert "asksforafour-cardmajor" in sealed
        play = "".join(translate("sheet.ruling-sheet.play", {}, locale).split())
        assert play + "1E:" not in sealed
        evening_with_case.do(ReleaseDeals(1), reason="for the ruling")
        open_now = print_paper(sheet, with_options(job_of(evening_with_case), case="1"), locale)
        assert play + "1E:" in open_now.unspaced_text
        assert "13" in open_now.unspaced_text
        assert len(open_now.pages) == 1
        assert [
            str(one) for one in faults(render(sheet, with_options(job_of(evening_with_case), case="1"), locale))
        ] == []


class TestAppealForm:
    @pytest.mark.parametrize("options", [{}, {"case": "1"}], ids=["blank", "filled"])
    @rotate("locale", Locale)
    def test_it_is_one_page(self, job: PrintJob, locale: Locale, options: dict[str, str]) -> None:
        """R-347, R-358: every body that an appeal can go to, the deposit, every outcome."""
        paper = print_paper("appeal-form", with_options(job, **options), locale)
        assert len(paper.pages) == 1
        bodies = ("director", "appeals-committee", "competition-committee", "laws-committee")
        for body in bodies:
            assert "".join(translate(f"desk.cases.body.{body}", {}, locale).split()) in paper.unspaced_text
        assert paper.unspaced_text.count("×") == len(options)
        assert ("nottold" in paper.unspaced_text) is bool(options)

    def test_a_case_that_is_not_there(self, job: PrintJob) -> None:
        for sheet in ("appeal-form", "ruling-sheet"):
            with pytest.raises(Mistake, match=r"case\.none"):
                render(sheet, with_options(job, case="7"), Locale.JA)


def test_the_list_tells_what_is_open(job: PrintJob) -> None:
    text = print_paper("case-list", with_options(job), Locale.EN).unspaced_text
    assert "Insufficientbid" in text
    assert "Appealpending" in text
