"""R-390: boards after play on the devices of the tables. Nothing is shown early, and no lead shows where a card is."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, NotFound, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.deals import PlaceDeals, TypeHands
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.plans import DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.review import ReportHands, ReportLead, SetReviewOptions, SettleHands
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.review.boards import board_after_play, doubtful_leads, hand_questions, is_lead_doubtful
from arrowswitch.tournament.review.own_slots import is_played_at
from arrowswitch.tournament.review.scorecards import own_scorecards
from arrowswitch.tournament.scored.slots import meeting_at, missing_slots
from tests.builders import Evening, mitchell_evening
from tests.form_events import Case, cases, play_case
from tests.rotation import is_exhaustive, rotate
from tests.scripted_events import new_event
from tests.spec.devices.test_evenings import owners
from tests.tables import for_each

HERE = Place(1, "A")
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""North has all spades, East all hearts, South all diamonds, West all clubs."""
TURNED = "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"


def slot(table: int = 1, board: int = 1, number: int = 1) -> Slot:
    return Slot(1, "A", number, table, board)


def evening_with(*options: ReviewOption, use: DeviceUse = DeviceUse.TABLE) -> Evening:
    evening = mitchell_evening()
    evening.do(AllowDevices(use))
    evening.do(SetReviewOptions(frozenset(options)))
    return evening


def table(evening: Evening, number: int = 1) -> DeviceOwner:
    return DeviceOwner(evening.event_id, HERE, number)


def numbers_at(evening: Evening, at: Slot) -> tuple[Number, Number]:
    """Returns the first number of each side at a table."""
    meeting = meeting_at(evening.state.section(at.place), at)
    assert meeting is not None
    return meeting.ns[0], meeting.ew[0]


def two_sections() -> Evening:
    """Returns two sections of three tables that play the same boards."""
    evening = new_event(12, 2, sections=2)
    sheet = make("mitchell", tables=3, boards_per_round=2)
    for place in (HERE, Place(1, "B")):
        evening.do(ChooseMovement(place, sheet))
    evening.do(DrawSeats(1, 3))
    evening.do(SetReviewOptions(frozenset(ReviewOption)))
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    return evening


def agree(evening: Evening, at: Slot, text: str = "4S= N") -> None:
    evening.do(ReportResult(at, Side.NS, text, is_agreed=True))


def code_of(evening: Evening, command: object) -> str:
    """Returns the code with which a command is refused; it must change nothing."""
    before = evening.tournament.ledger(evening.event_id)
    with pytest.raises(Mistake) as caught:
        evening.do(command)  # type: ignore[arg-type]  # every case is a command
    assert evening.tournament.ledger(evening.event_id) == before
    return caught.value.problems[0].code


class TestAfterTheBoard:
    def test_nothing_before_the_result_of_the_table(self) -> None:
        """One side alone, a board that was not played, and other tables' results show nothing."""
        evening = evening_with(ReviewOption.TRAVELLERS)
        evening.do(EnterResult(slot(2, 3), "4S= N"))
        evening.do(ReportResult(slot(), Side.NS, "4S= N"))
        agree(evening, slot(board=2), "NP")
        for board in (1, 2):
            with pytest.raises(Refused) as caught:
                board_after_play(evening.state, table(evening), slot(board=board))
            assert caught.value.problems[0].code == "device.not-played-yet"

    def test_the_traveller_once_both_sides_agree(self) -> None:
        evening = evening_with(ReviewOption.TRAVELLERS)
        agree(evening, slot())
        after = board_after_play(evening.state, table(evening), slot())
        assert after.traveller is not None
        assert [cell.slot for cell in after.traveller.cells if cell.entry] == [slot()]

    def test_nothing_without_the_option(self) -> None:
        evening = evening_with()
        agree(evening, slot())
        after = board_after_play(evening.state, table(evening), slot())
        assert (after.traveller, after.deal, after.asks_hands) == (None, None, False)

    def test_no_board_of_another_table(self) -> None:
        evening = evening_with(ReviewOption.TRAVELLERS)
        agree(evening, slot(2, 3), "P")
        with pytest.raises(Refused) as caught:
            board_after_play(evening.state, table(evening, 1), slot(2, 3))
        assert caught.value.problems[0].code == "device.other-table"

    def test_the_next_pairs_do_not_read_the_boards_of_the_earlier_ones(self) -> None:
        evening = evening_with(ReviewOption.TRAVELLERS)
        agree(evening, slot())
        agree(evening, slot(board=2), "P")
        evening.do(StartRound(1, 2))
        with pytest.raises(Refused) as caught:
            board_after_play(evening.state, table(evening), slot())
        assert caught.value.problems[0].code == "device.other-pairs"

    def test_a_pair_reads_all_boards_that_it_has_played(self) -> None:
        evening = evening_with(ReviewOption.TRAVELLERS, use=DeviceUse.OWN)
        agree(evening, slot())
        evening.do(StartRound(1, 2))
        own = DeviceOwner(evening.event_id, HERE, number=numbers_at(evening, slot())[1])
        assert board_after_play(evening.state, own, slot()).side is Side.EW
        other = DeviceOwner(evening.event_id, HERE, number=numbers_at(evening, slot(2, 3))[0])
        with pytest.raises(Refused):
            board_after_play(evening.state, other, slot())

    def test_hands_once_all_tables_have_played_the_board(self) -> None:
        """Also the late play of the last table has to be over."""
        evening = evening_with(ReviewOption.TRAVELLERS, use=DeviceUse.OWN)
        evening.do(PlaceDeals(1, PlacedDeals({1: SUITS})), reason="dealt by hand")
        slots = [one for one in missing_slots(evening.state, 1) if one.board == 1]
        assert len(slots) == 3
        first = DeviceOwner(evening.event_id, HERE, number=numbers_at(evening, slots[0])[0])
        for number in range(1, 4):
            if number > 1:
                evening.do(StartRound(1, number))
            here = next(one for one in slots if one.round == number)
            agree(evening, here, "LP" if number == 3 else "P")
            assert board_after_play(evening.state, first, slots[0]).deal is None
        evening.do(EnterResult(slots[2], "P"))
        after = board_after_play(evening.state, first, slots[0])
        assert after.deal is not None
        assert after.deal.hands["N"].points == 10

    def test_two_sections_share_the_deals(self) -> None:
        """Section B has still to play board 1 when section A has played it."""
        evening = two_sections()
        evening.do(PlaceDeals(1, PlacedDeals({1: SUITS})), reason="dealt by hand")
        waiting = [one for one in missing_slots(evening.state, 1) if one.board == 1]
        assert {one.section for one in waiting} == {"A", "B"}
        own = DeviceOwner(evening.event_id, HERE, number=numbers_at(evening, slot())[0])
        evening.do(AllowDevices(DeviceUse.OWN))
        *others, last = sorted(waiting, key=lambda one: one.section)
        for other in others:
            evening.do(EnterResult(other, "P"))
        assert last.section == "B"
        assert board_after_play(evening.state, own, slot()).deal is None
        evening.do(EnterResult(last, "P"))
        assert board_after_play(evening.state, own, slot()).deal is not None


class TestHands:
    def test_they_become_the_deal_of_the_board(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        agree(evening, slot())
        assert board_after_play(evening.state, table(evening), slot()).asks_hands
        evening.do(ReportHands(slot(), f"{SUITS.rpartition(' ')[0]} -"))
        assert evening.state.deals.placed[1].typed == {1: SUITS}

    def test_the_table_corrects_its_own_hands_until_the_round_is_closed(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        agree(evening, slot())
        evening.do(ReportHands(slot(), SUITS))
        evening.do(ReportHands(slot(), TURNED))
        assert evening.state.deals.placed[1].typed == {1: TURNED}
        evening.do(StartRound(1, 2))
        evening.do(ReportHands(slot(), SUITS))
        assert evening.state.deals.placed[1].typed == {1: TURNED}
        assert [one.slot for one in hand_questions(evening.state, 1)] == [slot()]

    def test_a_deal_from_a_file_is_never_replaced(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        evening.do(PlaceDeals(1, PlacedDeals({1: TURNED}, source="a.pbn")), reason="a file")
        agree(evening, slot())
        assert not board_after_play(evening.state, table(evening), slot()).asks_hands
        evening.do(ReportHands(slot(), SUITS))
        assert evening.state.deals.placed[1].texts == {1: TURNED}
        assert [one.slot for one in hand_questions(evening.state, 1)] == [slot()]

    def test_hands_typed_at_the_desk_are_never_replaced(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        agree(evening, slot())
        evening.do(TypeHands(1, 1, TURNED))
        evening.do(ReportHands(slot(), SUITS))
        assert evening.state.deals.placed[1].texts == {1: TURNED}

    def test_two_tables_that_differ_are_a_question_until_it_is_settled(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        [first, second, _] = [one for one in missing_slots(evening.state, 1) if one.board == 1]
        agree(evening, first)
        evening.do(ReportHands(first, SUITS))
        evening.do(StartRound(1, 2))
        agree(evening, second)
        evening.do(ReportHands(second, TURNED))
        assert [one.slot for one in hand_questions(evening.state, 1)] == [second]
        evening.do(SettleHands(second))
        assert hand_questions(evening.state, 1) == ()
        assert evening.state.deals.placed[1].typed == {1: SUITS}
        with pytest.raises(NotFound):
            evening.do(SettleHands(second))
        evening.do(ReportHands(second, TURNED))
        evening.do(TypeHands(1, 1, TURNED))
        assert hand_questions(evening.state, 1) == ()

    def test_undo_takes_back_the_report_and_the_deal(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        agree(evening, slot())
        evening.do(ReportHands(slot(), SUITS))
        newest = evening.tournament.ledger(evening.event_id)[-1]
        assert [fact.kind for fact in newest.facts] == ["hands-reported", "hands-typed"]

    @for_each(
        "deal, code",
        [
            ("N:AKQJT98765432... AKQJT98765432... ..AKQJT98765432. -", "deal.card-twice"),
            ("N:AKQJT9876543... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", "deal.hand-size"),
            ("N:AKQJT98765432... - - -", "deal.hand-size"),
            ("no deal", "deal.form"),
        ],
    )
    def test_wrong_hands_store_nothing(self, deal: str, code: str) -> None:
        evening = evening_with(ReviewOption.HANDS)
        agree(evening, slot())
        assert code_of(evening, ReportHands(slot(), deal)) == code

    def test_when_they_are_refused(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        assert code_of(evening, ReportHands(slot(), SUITS)) == "device.not-played-yet"
        assert code_of(evening, ReportHands(slot(board=3, number=2), SUITS)) == "device.round-ahead"
        agree(evening, slot())
        evening.do(SetReviewOptions(frozenset()))
        assert code_of(evening, ReportHands(slot(), SUITS)) == "device.no-hands"
        evening.do(AllowDevices(DeviceUse.OFF))
        assert code_of(evening, ReportHands(slot(), SUITS)) == "device.off"

    def test_the_cards_of_another_board_are_refused(self) -> None:
        evening = evening_with(ReviewOption.HANDS)
        for board in (1, 2):
            agree(evening, slot(board=board))
        evening.do(ReportHands(slot(), SUITS))
        assert code_of(evening, ReportHands(slot(board=2), SUITS)) == "deals.same-cards"


class TestLeads:
    """East is to the left of North, and has all hearts."""

    def test_a_lead_is_doubtful_only_after_the_board(self) -> None:
        evening = evening_with(ReviewOption.LEADS)
        evening.do(PlaceDeals(1, PlacedDeals({1: SUITS}, source="a.pbn")), reason="a file")
        evening.do(ReportResult(slot(), Side.NS, "4S= N"))
        evening.do(ReportLead(slot(), "SA"))
        assert not is_lead_doubtful(evening.state, slot())
        evening.do(ReportResult(slot(), Side.EW, "4S= N"))
        assert is_lead_doubtful(evening.state, slot())
        assert doubtful_leads(evening.state, 1) == (slot(),)
        evening.do(ReportLead(slot(), "h2"))
        assert doubtful_leads(evening.state, 1) == ()

    def test_the_answer_to_a_lead_is_the_same_wherever_the_card_is(self) -> None:
        """Before the board is over, a wrong lead and a right one change the event in the same way."""
        for card in ("SA", "HA"):
            evening = evening_with(ReviewOption.LEADS)
            evening.do(PlaceDeals(1, PlacedDeals({1: SUITS}, source="a.pbn")), reason="a file")
            evening.do(ReportLead(slot(), card))
            assert evening.state.devices.review.leads == {slot(): card}
            assert doubtful_leads(evening.state, 1) == ()

    def test_what_is_refused(self) -> None:
        evening = evening_with(ReviewOption.LEADS)
        for text in ("", "S1", "XA", "SAA", "A"):
            with pytest.raises(Malformed):
                evening.do(ReportLead(slot(), text))
        agree(evening, slot())
        evening.do(ReportLead(slot(), "SA"))
        evening.do(StartRound(1, 2))
        assert code_of(evening, ReportLead(slot(), "SK")) == "device.round-closed"
        evening.do(SetReviewOptions(frozenset()))
        assert code_of(evening, ReportLead(slot(), "SK")) == "device.no-leads"


class TestScorecards:
    def test_the_own_card_has_every_own_board(self) -> None:
        evening = evening_with(use=DeviceUse.OWN)
        agree(evening, slot())
        agree(evening, slot(2, 3), "P")
        owner = DeviceOwner(evening.event_id, HERE, number=numbers_at(evening, slot())[0])
        [card] = own_scorecards(evening.state, owner)
        assert [(one.line.cell.slot, one.is_shown, one.has_points) for one in card.lines] == [(slot(), True, False)]

    def test_the_card_of_a_table_hides_boards_that_one_pair_has_still_to_play(self) -> None:
        evening = evening_with(ReviewOption.TRAVELLERS)
        for waiting in missing_slots(evening.state, 1):
            if waiting.round == 1:
                evening.do(EnterResult(waiting, "P"))
        evening.do(StartRound(1, 2))
        ns, ew = own_scorecards(evening.state, table(evening))
        assert [line.is_shown for line in (*ns.lines, *ew.lines)] == [False] * 4
        assert ns.has_hidden
        agree(evening, next(one for one in missing_slots(evening.state, 1) if one.round == 2 and one.table == 1), "P")
        ns, ew = own_scorecards(evening.state, table(evening))
        assert [line.is_shown for line in ns.lines] == [False, False, True]
        assert ns.lines[-1].has_points


@rotate("case", cases(), by=lambda case: case.axes if is_exhaustive() else (case.form.arrangement,), ids=str)
def test_every_form(case: Case) -> None:
    """A device shows every board of its owner, and of no one else; the two pairs of a team have a card each."""
    evening = play_case(case)
    evening.do(AllowDevices(DeviceUse.OWN))
    evening.do(SetReviewOptions(frozenset(ReviewOption)))
    state = evening.state
    slots = [one for one in state.results if one.session == 1 and is_played_at(state, one)]
    for played_slot in slots[:3]:
        for side, owner in owners(evening, played_slot).items():
            [card] = own_scorecards(state, owner)
            assert played_slot in [line.line.cell.slot for line in card.lines if line.is_shown]
            assert owner.side is None or {line.line.side for line in card.lines} == {side}
            assert board_after_play(state, owner, played_slot).side is side
            seen = {line.line.cell.slot for line in card.lines}
            foreign = next(other for other in slots if other not in seen)
            with pytest.raises(Refused):
                board_after_play(state, owner, foreign)


def test_files_and_history() -> None:
    evening = evening_with(*ReviewOption)
    agree(evening, slot())
    evening.do(ReportLead(slot(), "HT"))
    evening.do(ReportHands(slot(), SUITS))
    evening.do(SettleHands(slot()))
    evening.do(SetReviewOptions(frozenset()))
    ledger = evening.tournament.ledger(evening.event_id)
    assert event_file.load(event_file.dump(ledger)) == ledger
    words = [problem_text(what, Locale.EN) for row in history(ledger) for what in row.what]
    for text in (
        "Lead of R1 T1 board 1: ♥10",
        "Hands of R1 T1 board 1 typed at the table",
        "Deal of board 1 kept after the hands from R1 T1 were checked",
        "Table devices offer 3 more functions",
        "Table devices report results only",
    ):
        assert text in words
