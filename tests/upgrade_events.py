"""Events of pairs for the upgrade corpus: everything that can happen to them is in one of their ledgers.

Each function plays one event. Teams are in `tests.upgrade_matches`; which of them all a corpus holds is in
`tests.upgrade_corpus`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from arrowswitch.core.awards.prizes import PrizeOf, PrizePlan, PrizeRule
from arrowswitch.core.contestants import Number
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.game.auction import parse_auction
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.play import play_of
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.finals.making import make_consolation, make_final
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import DirectorGrade, PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.settings import ScoringSettings, Settings
from arrowswitch.tournament.model.slices.advance import (
    AcceptPartner,
    AdmitEntry,
    AskPartner,
    EnterInAdvance,
    NotePayment,
    SetAdvanceTerms,
)
from arrowswitch.tournament.model.slices.deals import KeepAnalysis, LookAtDeals, PlaceDeals, ReleaseDeals, TypeHands
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult, SettleDifference
from arrowswitch.tournament.model.slices.division import SpreadPairs
from arrowswitch.tournament.model.slices.entries import (
    AddEntries,
    AddEntry,
    ChangeEntry,
    DrawPartners,
    JoinSingles,
    RemoveEntry,
    SetHandicap,
    WithdrawEntry,
)
from arrowswitch.tournament.model.slices.finals import DeclineFinal, PlanFinal
from arrowswitch.tournament.model.slices.instant import GiveDatums
from arrowswitch.tournament.model.slices.lists import AnnounceDeadline, MarkBoards, TickItem
from arrowswitch.tournament.model.slices.movement import (
    AssignNumbers,
    ChangeMovement,
    ChooseMovement,
    DrawNumbers,
    SeatLatePair,
)
from arrowswitch.tournament.model.slices.plans import CarryBy, CarryNumbers, ChoosePlan, DrawSeats
from arrowswitch.tournament.model.slices.play import (
    ExtendClock,
    PauseClock,
    PostStart,
    ResumeClock,
    StartPlay,
    StartRound,
)
from arrowswitch.tournament.model.slices.prizes import SetPrizes
from arrowswitch.tournament.model.slices.publication import (
    Announce,
    EndAnnouncement,
    Finalise,
    Publish,
    ReleaseTravellers,
)
from arrowswitch.tournament.model.slices.records import KeepRecords
from arrowswitch.tournament.model.slices.reporting import NoteReceipt, NoteReportSent
from arrowswitch.tournament.model.slices.results import AcceptOdd, EnterResult, PutOffBoard, RemoveResult
from arrowswitch.tournament.model.slices.review import ReportHands, ReportLead, SetReviewOptions
from arrowswitch.tournament.model.slices.rulings import (
    AnswerCall,
    AwardUnplayed,
    EndCall,
    ExpelPlayer,
    FoulBoard,
    GiveAward,
    GivePenalty,
    KeepCase,
    KeepRuling,
    NoteCall,
    NoteOffence,
    SetNote,
    SettleWithdrawal,
)
from arrowswitch.tournament.model.slices.seating import (
    AnswerTakeover,
    BeginRound,
    ConfirmSeats,
    HoldDevice,
    QuestionSeats,
    SetSeatCheck,
)
from arrowswitch.tournament.model.slices.settings import ChangeSettings, RenewRules
from arrowswitch.tournament.model.values.advance import AdvanceTerms, PaidBy
from arrowswitch.tournament.model.values.deals import DealAnalysis, PlacedDeals
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.finals import QualifyBy
from arrowswitch.tournament.model.values.lists import BoardCondition
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.model.values.rulings import AppealBody, AppealOutcome, Blame, CallEnd, WithdrawalRule
from arrowswitch.tournament.model.values.seating import DeviceKey, SeatTrouble
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.rulings.fouled import order_of_play
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from tests.builders import (
    PAIRS,
    START,
    CountingChance,
    Evening,
    FixedClock,
    entry_ids,
    mitchell_evening,
    new_evening,
    person,
)
from tests.scripted_events import new_event, play_round

CLAUSE = "invented club, general meeting"


def newest_entry(evening: Evening) -> EntryId:
    """Returns the id of the entry that came last."""
    return tuple(evening.state.entries)[-1]


def club_evening() -> Evening:
    """A two-winner Mitchell of a club with everything that a director enters on a lively evening, up to the end."""
    evening = _entered_club()
    evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=5, boards_per_round=2, phantom="ns")))
    evening.do(MarkBoards(Place(1, "A"), BoardCondition.MACHINE_DEALT))
    evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE, (2,), force="the record was lost"))
    evening.do(TickItem("tables-laid", "Clover Vetch"))
    evening.do(TickItem("boards-placed", "Clover Vetch"))
    evening.do(TickItem("boards-placed", "Clover Vetch", is_done=False))
    evening.do(DrawNumbers(Place(1, "A"), 11))
    evening.do(StartPlay(1))
    _first_round(evening)
    evening.do(StartRound(1, 2))
    evening.do(AddEntry((person("Umber Slate"), person("Ochre Sienna"))))
    late = newest_entry(evening)
    evening.do(SeatLatePair(Place(1, "A"), late))
    evening.do(SettleWithdrawal(Place(1, "A"), _number_of(evening, late)), reason="the train was late")
    _rulings(evening)
    for number in range(2, 6):
        evening.do(StartRound(1, number))
        play_round(evening, 1, number, seed=5)
    _after_play(evening)
    return evening


def _entered_club() -> Evening:
    evening = new_evening(
        7,
        venue="Clubhouse",
        starts_at="18:30",
        event_class=EventClass.LOCAL,
        correction_minutes=30,
        is_director_playing=True,
        half_point_as_x=True,
        director="Robin Wren",
        director_grade=DirectorGrade.CLUB,
        eligibility="members",
        laws=2017,
        first_board=1,
        handicap_kind=HandicapKind.PERCENT,
    )
    evening.do(AddEntries((AddEntry((person("Alder Oak"), person("Willow Elm")), wants_stationary=True),)))
    evening.do(AddEntry((person("Robin Wren", "90101"),)))
    first = newest_entry(evening)
    evening.do(AddEntry((person("Linnet Finch"),), note="first time"))
    evening.do(JoinSingles(first, newest_entry(evening)))
    evening.do(AddEntry((person("Amber Jade"), person("Opal Pearl"))))
    evening.do(RemoveEntry(newest_entry(evening)))
    entry_id = entry_ids(evening)[0]
    people = (Person("春川 一葉", "90001", "はるかわ かずは", "Kazuha Harukawa", 12345), person("Fennel Sage"))
    evening.do(ChangeEntry(entry_id, people, note="substitute for the first half"))
    evening.do(SetHandicap(entry_id, Fraction(3, 2)))
    evening.do(
        ChangeSettings(
            replace(
                evening.state.settings,
                play=replace(evening.state.settings.play, warning_seconds=90),
                announcement=replace(evening.state.settings.announcement, venue="Clubhouse, upstairs"),
            )
        )
    )
    return evening


def _first_round(evening: Evening) -> None:
    """Plays a round in which everything is typed in another way, and the clock is stopped and lengthened."""
    evening.do(StartRound(1, 1))
    evening.do(PauseClock(1))
    evening.clock.forward(2)
    evening.do(ResumeClock(1))
    evening.do(ExtendClock(1, 120))
    slots = [slot for slot in missing_slots(evening.state, 1) if slot.round == 1]
    texts = ("4SX-1 N", "170", "P", "3NT+1 E", "-100", "2DXX= W")
    for slot, text in zip(slots, texts, strict=False):
        evening.do(EnterResult(slot, text, is_confirmed=slot.board == 1))
    evening.do(RemoveResult(slots[0]))
    evening.do(Undo())
    undone = evening.state.seq
    evening.do(Undo(undone))
    evening.do(EnterResult(slots[0], "4SX-2 N"))
    evening.do(EnterResult(slots[1], "6SX-5 N"))
    evening.do(AcceptOdd(slots[1]))
    evening.do(PutOffBoard(slots[-1]), reason="slow play")
    evening.do(SetNote(slots[2], "hesitation", is_pending=True))
    evening.do(SetNote(slots[3], "claim"))
    evening.do(SetNote(slots[3], ""))
    play_round(evening, 1, 1, seed=5)


def _number_of(evening: Evening, entry_id: EntryId) -> Number:
    numbers = evening.state.section(Place(1, "A")).numbers
    return next(number for number, seated in numbers.items() if seated == entry_id)


def _rulings(evening: Evening) -> None:
    """Rules on the first round: awards of every kind, penalties in several units, a warning, a player sent out."""
    slots = sorted(
        (slot for slot in evening.state.results if slot.round == 1), key=lambda slot: (slot.table, slot.board)
    )
    texts = (("A+", "A-"), ("60%", "40%"), ("60% 420, 40% 170", ""), ("N", "A+"), ("NP", "NP"))
    for slot, (ns, ew) in zip(slots, texts, strict=False):
        evening.do(GiveAward(slot, ns, ew, "12C"), reason="ruling")
    evening.do(GiveAward(slots[0], "", "", "81C"), reason="the table score stands")
    waiting = next((slot for slot in missing_slots(evening.state, 1) if slot.round == 2), None)
    if waiting is not None:
        evening.do(AwardUnplayed((waiting,), Blame.NONE, Blame.AT_FAULT), reason="slow play")
    number, other, third = list(evening.state.section(Place(1, "A")).numbers)[:3]
    entry = evening.state.entry_at(Place(1, "A"), number)
    player = entry.names[0] if entry is not None else ""
    evening.do(NoteOffence(Place(1, "A"), number, Offence.CONDUCT, player), reason="language")
    guided = KeepRuling(
        place=Place(1, "A"),
        slot=slots[1],
        guide="insufficient-bid",
        edition=2017,
        answers=("accepted",),
        title="Insufficient bid",
        steps=("The next player accepts the bid.",),
        ruling="The auction goes on.",
        law="27A1",
        facts="1 over 1",
        is_pending=True,
    )
    evening.do(guided, reason="ruling")
    for table in (1, 2, 3):
        evening.do(NoteCall(Place(1, "A"), table, "revoke" if table == 1 else ""))
    evening.do(EndCall(place=Place(1, "A"), call=1, end=CallEnd.ADVISED, advice="64A"))
    evening.do(EndCall(place=Place(1, "A"), call=2, end=CallEnd.CASE, title="Director call"))
    case = KeepCase(
        case=0,
        place=Place(1, "A"),
        slot=slots[0],
        title="Hesitation",
        says_ns="slow",
        says_ew="as always",
        found="1S - pass",
        law="16B3",
        options="16B",
        ruling="no bid",
        is_carried_out=True,
        is_appeal_told=True,
        appeal_by="EW",
        appeal_body=AppealBody.APPEALS,
        deposit="3000",
        grounds="it was normal",
        outcome=AppealOutcome.UPHELD,
        decision="as ruled",
    )
    evening.do(case, reason="appeal")
    half = GivePenalty(
        place=Place(1, "A"),
        number=number,
        amount=Fraction(1, 2),
        unit=PenaltyUnit.BOARDS,
        law="91",
        offence=Offence.CONDUCT,
        player=player,
    )
    evening.do(half, reason="language again")
    evening.do(
        GivePenalty(place=Place(1, "A"), number=other, amount=Fraction(2), unit=PenaltyUnit.PERCENT), reason="late slip"
    )
    evening.do(
        GivePenalty(place=Place(1, "A"), number=third, amount=Fraction(3, 2), unit=PenaltyUnit.MATCHPOINTS),
        reason="telephone",
    )
    evening.do(ExpelPlayer(Place(1, "A"), number, player, "91"), reason="third time")


def _after_play(evening: Evening) -> None:
    """Fouls a board, publishes, corrects with an approver after the deadline, and closes the event."""
    for slot in evening.state.rulings.put_off:
        evening.do(EnterResult(slot, "-50"))
    places = order_of_play(evening.state, 1, 6)
    evening.do(FoulBoard(1, 6, (places[:2], places[2:])), reason="two hands were exchanged")
    noted = [note.slot for note in evening.state.rulings.notes.values() if note.is_pending]
    evening.do(Publish(is_interim=True))
    evening.clock.forward(5)
    for slot in noted:
        evening.do(SetNote(slot, "result stands"))
    evening.do(Publish())
    played = sorted((s for s in evening.state.results if s.round == 3), key=lambda slot: (slot.table, slot.board))
    evening.do(EnterResult(played[0], "150", correction=CorrectionReason.WRITTEN_WRONG))
    evening.clock.forward(31)
    late = EnterResult(played[1], "110", correction=CorrectionReason.TYPING_ERROR, approver="the organiser")
    evening.do(late, reason="read wrongly")
    evening.do(Publish())
    evening.do(TickItem("equipment", "Clover Vetch"))
    evening.do(TickItem("report", "Clover Vetch", "postponed"))
    evening.do(Finalise(), reason="everybody has checked")


def two_sessions_two_sections() -> Evening:
    """Two sections change rooms between two sessions; a pair leaves and its scores are removed; corrections of the
    first session end with a round of the second."""
    evening = new_event(12, 2, sessions=2, sections=2, minutes=240, master_point_class=2)
    sheet = make("howell", pairs=6, boards_per_round=2)
    exchanged = ("A1-6>B1-6, B1-6>A1-6",)
    allowed = frozenset(("sessions.met-again", "sessions.boards-missed", "sessions.howell-to-howell"))
    evening.do(ChoosePlan(((sheet, sheet), (sheet, sheet)), exchanged, allowed))
    evening.do(DrawSeats(1, 7))
    evening.do(AnnounceDeadline(1, 2, 1))
    evening.do(Announce("駐車券は受付に Parking tickets at the desk"))
    evening.do(StartPlay(1))
    evening.do(PostStart(2, evening.clock.now() + timedelta(hours=4)))
    copy = Tournament(MemoryStore(), evening.clock, CountingChance(9000))
    copy.import_file(evening.tournament.export(evening.event_id), Stamp("copy"))
    copy.execute(evening.event_id, Announce("Hall 2"), Stamp("hall-2", "director", "hall 2"))
    evening.tournament.merge(evening.event_id, copy.ledger(evening.event_id), {}, Stamp("merge", "director"))
    evening.do(EndAnnouncement(evening.state.publication.announcements[0].seq))
    evening.do(Announce("Tea"))
    evening.do(ReleaseTravellers())
    dealt = {board: deal.pbn for board, deal in deal_boards(Seed("fixed", "1"), range(1, 4))}
    evening.do(PlaceDeals(1, PlacedDeals(dealt, "fixed", "1", "手入力.pbn")), "from the club's computer")
    evening.do(LookAtDeals(1))
    evening.do(KeepAnalysis(1, {2: DealAnalysis(dealt[2], "67676767676767676767", "SA HT")}))
    evening.do(TypeHands(1, 4, "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.8765.87.876 2.432.65432.5432"))
    evening.do(_kept_record())
    evening.do(ReleaseDeals(1), "a lesson")
    evening.do(SetPrizes(PrizePlan((PrizeRule(PrizeOf.OVERALL, 35, is_percent=True, prizes=("優勝杯", "Book")),))))
    for number in range(1, 6):
        evening.do(StartRound(1, number))
        play_round(evening, 1, number, seed=3)
    evening.do(CarryNumbers(2))
    evening.do(StartPlay(2))
    evening.do(StartRound(2, 1))
    play_round(evening, 2, 1, seed=4)
    gone = Number("5")
    evening.do(WithdrawEntry(evening.state.section(Place(2, "B")).numbers[gone]))
    removal = SettleWithdrawal(place=Place(2, "B"), number=gone, rule=WithdrawalRule.REMOVAL, approver="the organiser")
    evening.do(removal, reason="went home ill")
    play_round(evening, 2, None, seed=4)
    evening.do(Publish())
    return evening


def _kept_record() -> KeepRecords:
    """Returns an auction with an explanation and the first tricks of a board, to be kept."""
    auction = parse_auction("1S p 2NT(forcing) p 4S ap", Seat.NORTH)
    play = play_of(["CA", "C2", "C5", "C7", "CK", "C3", "C6", "D9"], Seat.EAST, Denomination.SPADES)
    slot = Slot(session=1, section="A", round=1, table=1, board=1)
    return KeepRecords(((slot, TableRecord(auction, play)),))


def flights_by_rank() -> Evening:
    """Three flights spread over two sections, whose second session is seated by rank; scored in IMPs."""
    limits = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))
    evening = new_event(13, 2, sessions=2, sections=2, flights=limits, method=Method.IMPS, minutes=240)
    sheet = make("howell", pairs=6, boards_per_round=2)
    odd = make("howell", tables=4, boards_per_round=2, phantom="8")
    for session in (1, 2):
        evening.do(ChooseMovement(Place(session, "A"), sheet))
        evening.do(ChooseMovement(Place(session, "B"), odd))
    evening.do(SpreadPairs(1, by_points=True, seed=3))
    evening.do(StartPlay(1))
    play_round(evening, 1, None, seed=6)
    evening.do(CarryNumbers(2, CarryBy.RANK))
    evening.do(StartPlay(2))
    play_round(evening, 2, None, seed=7)
    evening.do(Publish())
    return evening


def qualifying_and_final() -> tuple[Evening, Evening]:
    """The best two of each side go on; one declines and the next moves up; the final takes half of the totals over."""
    evening = new_evening(10)
    evening.start(make("mitchell", tables=5, boards_per_round=2))
    play_round(evening, 1, None, seed=8)
    evening.do(PlanFinal(2, QualifyBy.SIDES))
    ranked = evening.state.section(Place(1, "A")).numbers
    evening.do(DeclineFinal(ranked[Number("NS1")]))
    evening.do(DeclineFinal(ranked[Number("NS1")], is_declined=False))
    evening.do(DeclineFinal(_leader(evening)))
    evening.do(Publish())
    rules = CarryRules(CarryKind.PART, Fraction(1, 2))
    settings = Settings("水曜例会　決勝", "2026-11-28")
    fresh = make_final(evening.tournament, evening.event_id, settings, rules, Stamp("final", "director"))
    final = Evening(evening.tournament, fresh, evening.clock, 1000)
    final.start(make("howell", tables=2, boards_per_round=2))
    play_round(final, 1, None, seed=9)
    final.do(Publish())
    second = replace(settings, name="水曜例会　コンソレーション")
    make_consolation(evening.tournament, evening.event_id, second, CarryRules(), Stamp("consolation", "director"))
    return evening, final


def _leader(evening: Evening) -> EntryId:
    first = qualifiers(evening.state).groups[0].rows[0].entry
    if first is None:
        raise AssertionError("the leader of a ranking has entered")
    return first.entry_id


def own_rulebook() -> Evening:
    """Played by the club's own regulations, which were changed while play was under way and taken over."""
    clock = FixedClock()
    tournament = Tournament(MemoryStore(), clock, CountingChance())
    tournament.rulebooks.copy("jcbl-2008", "our-club", "Our club", Stamp("copy"))
    tournament.rulebooks.change("our-club", {"averages.plus": ("65", CLAUSE)}, "Our club", 1, Stamp("change-1"))
    settings = Settings("クラブ杯", "2026-11-21", scoring=ScoringSettings(regulations="our-club"))
    evening = Evening(tournament, tournament.create(settings, Stamp("create", "director")), clock)
    people = invented_people(12)
    for at in range(0, 12, 2):
        evening.do(AddEntry(people[at : at + 2]))
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    play_round(evening, 1, 1, seed=2)
    evening.do(GiveAward(Slot(1, "A", 1, 1, 1), "A+", "A-", "12C2"), reason="ruling")
    tournament.rulebooks.change("our-club", {"averages.plus": ("70", CLAUSE)}, "Our club", 2, Stamp("change-2"))
    evening.do(RenewRules(), reason="decided before the event, typed in late")
    play_round(evening, 1, None, seed=2)
    evening.do(Publish())
    return evening


def by_regulations(name: str) -> Evening:
    """Played by the regulations of a body, of which an event has a copy each, with a ruling and a penalty."""
    evening = new_evening(6, regulations=name, master_point_class=1)
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    play_round(evening, 1, None, seed=14)
    evening.do(GiveAward(Slot(1, "A", 1, 1, 1), "A+", "A-", "12C2"), reason="ruling")
    evening.do(
        GivePenalty(
            place=Place(1, "A"), number=Number("NS2"), amount=Fraction(1, 2), unit=PenaltyUnit.BOARDS, law="90"
        ),
        reason="slow play",
    )
    evening.do(Publish())
    return evening


def slips_only() -> Evening:
    """A section without a master sheet: pairs and boards are those of the slips; numbers were given by hand."""
    evening = new_evening(4)
    evening.do(ChooseMovement(Place(1, "A"), None))
    evening.do(
        AssignNumbers(Place(1, "A"), {Number(str(at)): who for at, who in enumerate(entry_ids(evening), start=1)})
    )
    evening.do(StartPlay(1))
    meetings = ((1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3))
    for round_number, (first, second, third, fourth) in enumerate(meetings, start=1):
        for table, (ns, ew) in enumerate(((first, second), (third, fourth)), start=1):
            for board in (2 * round_number - 1, 2 * round_number):
                slot = Slot(1, "A", round_number, table, board)
                text = plausible_result_text(slot, 10)
                evening.do(EnterResult(slot, text, ns=(Number(str(ns)),), ew=(Number(str(ew)),)))
    evening.do(Publish())
    return evening


def sheet_changed_in_play() -> Evening:
    """The sheet of a Howell was changed under way and a result that it does not plan stands with its reason; scored by
    the Butler method in a sectional, one board against a datum that was given."""
    evening = new_event(8, 2, method=Method.BUTLER, event_class=EventClass.SECTIONAL)
    sheet = make("howell", pairs=8, boards_per_round=2)
    evening.do(ChooseMovement(Place(1, "A"), sheet))
    evening.do(DrawNumbers(Place(1, "A"), 12))
    evening.do(StartPlay(1))
    play_round(evening, 1, 1, seed=12)
    turned = tuple(
        replace(one, ns=one.ew, ew=one.ns) if (one.round, one.table) == (2, 2) else one for one in sheet.meetings
    )
    evening.do(ChangeMovement(Place(1, "A"), replace(sheet, meetings=turned)), reason="round 2 was played so")
    slot = next(slot for slot in missing_slots(evening.state, 1) if slot.round == 3)
    meeting = sheet.at(slot.round, slot.table)
    if meeting is None:
        raise AssertionError("the sheet plans every slot that it waits for")
    evening.do(EnterResult(slot, "140", ns=meeting.ew, ew=meeting.ns, force="they sat the other way"))
    play_round(evening, 1, None, seed=12)
    evening.do(GiveDatums(1, {slot.board: Fraction(110), sheet.board_sets[0][0]: Fraction(-50)}))
    evening.do(GiveDatums(1, {slot.board: None}))
    evening.do(Publish())
    return evening


def under_way() -> Evening:
    """An event in the middle: single players joined by lot, boards put off, a ruling to come, nothing published, a
    forgotten person."""
    evening = new_evening(3)
    for name in ("Heron Crane", "Swift Martin", "Basil Thyme"):
        evening.do(AddEntry((person(name),)))
    evening.do(DrawPartners(4))
    evening.do(RemoveEntry(next(one.entry_id for one in evening.state.entries.values() if len(one.people) == 1)))
    evening.start(make("howell", pairs=4, boards_per_round=3))
    slots = [slot for slot in missing_slots(evening.state, 1) if slot.round == 1]
    enter_all(evening, slots[:3], seed=13)
    evening.do(EnterResult(slots[3], "LP"), reason="the room was needed")
    evening.do(AllowDevices(DeviceUse.TABLE))
    evening.do(ReportResult(slots[5], Side.NS, "3NT+1 E"))
    evening.do(PutOffBoard(slots[4]))
    evening.do(PutOffBoard(slots[4], is_put_off=False))
    evening.do(SetNote(slots[0], "adjustment to come", is_pending=True))
    wish = ForgetWish(person("Swift Martin"), None, "(氏名削除)", "(name removed)")
    evening.tournament.forget(wish, Stamp("forget", "director"))
    return evening


def on_devices() -> Evening:
    """A Mitchell whose tables score on devices: seats confirmed and questioned, a takeover denied, two results of one
    board, hands and a lead typed, a call answered, a round begun ahead of the clock."""
    evening = mitchell_evening()
    here, key = Place(1, "A"), DeviceKey(Place(1, "A"), 1)
    evening.do(AllowDevices(DeviceUse.TABLE))
    evening.do(SetSeatCheck(is_on=True))
    evening.do(SetReviewOptions(frozenset(ReviewOption)))
    evening.do(ConfirmSeats(here.at(1), 1, tuple(Side)))
    evening.do(QuestionSeats(here.at(1), 2, SeatTrouble.TABLE))
    for device in ("first000device", "second00device"):
        evening.do(HoldDevice(key, device))
    evening.do(AnswerTakeover(key, "second00device", is_allowed=False))
    slots = [slot for slot in missing_slots(evening.state, 1) if slot.round == 1]
    for slot in slots:
        evening.do(ReportResult(slot, Side.NS, "3NT= N", is_agreed=True))
    evening.do(ReportLead(slots[0], "HA"))
    evening.do(ReportHands(slots[0], "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"))
    evening.do(ReportResult(slots[0], Side.NS, "3NT-1 N", is_agreed=True, is_other=True))
    evening.do(SettleDifference(slots[0]))
    evening.do(NoteCall(here, 2))
    evening.do(AnswerCall(here, evening.state.rulings.calls[0].call))
    evening.do(BeginRound(key, 2))
    return evening


def entries_only() -> Evening:
    """An event before its evening: entries and nothing else."""
    return new_evening(4, starts_at="13:00", boards_wanted=24)


def entered_in_advance() -> Evening:
    """An event with advance entry: two players who found each other, a pair that waits, a fee."""
    evening = new_evening()
    terms = AdvanceTerms(
        closes_at=START + timedelta(days=1), most=2, fee=Fraction(1500), currency="円", bank="ことり銀行"
    )
    evening.do(SetAdvanceTerms(terms))
    for sign, names in (("a", PAIRS[0][:1]), ("b", PAIRS[1][:1]), ("c", PAIRS[2]), ("d", PAIRS[3])):
        evening.do(EnterInAdvance(sign * 64, tuple(map(person, names))))
    first, second = (evening.state.advance.entries[sign * 64].entry_id for sign in "ab")
    evening.do(NotePayment(first, Fraction(1500), PaidBy.BANK, "A1"))
    evening.do(SetAdvanceTerms(replace(terms, needs_number=True)))
    evening.do(AdmitEntry(first), reason="a guest")
    evening.do(SetAdvanceTerms(terms))
    evening.do(AskPartner("b" * 64, first))
    evening.do(AcceptPartner("a" * 64, second))
    return evening


def report_event() -> Evening:
    """A small event that was reported to the federation, which answered."""
    evening = mitchell_evening()
    evening.play_all()
    evening.do(NoteReportSent(evening.state.seq, Channel.HAND, "office"))
    evening.do(NoteReceipt(1, "No. 17"))
    return evening


def enter_all(evening: Evening, slots: Iterable[Slot], seed: int) -> None:
    """Enters a likely result in each slot."""
    for slot in slots:
        evening.do(EnterResult(slot, plausible_result_text(slot, seed)))


EVENTS = (
    "club_evening",
    "two_sessions_two_sections",
    "flights_by_rank",
    "own_rulebook",
    "slips_only",
    "sheet_changed_in_play",
    "under_way",
    "on_devices",
    "entries_only",
    "entered_in_advance",
    "report_event",
)
"""The names of the functions that play one event each."""
