"""Events in which commands are refused, and for every command of the program one that is refused in one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from arrowswitch.core.awards.prizes import PrizeOf, PrizePlan, PrizeRule
from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices import (
    advance,
    deals,
    devices,
    entries,
    finals,
    knockout,
    league,
    lists,
    matches,
    play,
    prizes,
    publication,
    records,
    reporting,
    results,
    review,
    rulings,
    seating,
    swiss,
)
from arrowswitch.tournament.model.slices import division as dividing
from arrowswitch.tournament.model.slices import movement as moving
from arrowswitch.tournament.model.slices.instant import GiveDatums, GiveTables
from arrowswitch.tournament.model.slices.plans import CarryNumbers, ChoosePlan, DrawSeats, SeatAnew
from arrowswitch.tournament.model.slices.settings import ChangeSettings, RenewRules
from arrowswitch.tournament.model.values.advance import AdvanceTerms, PaidBy
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.model.values.league import LeagueConditions, LeagueMatch
from arrowswitch.tournament.model.values.lists import BoardCondition
from arrowswitch.tournament.model.values.rulings import Blame, CallEnd
from arrowswitch.tournament.model.values.seating import DeviceKey, SeatTrouble
from tests.builders import Evening, mitchell_evening, new_evening, person
from tests.filled import fill_fields
from tests.form_events import Case, play_case
from tests.scripted_events import new_event


def numbered_teams() -> Evening:
    """A knockout whose teams are seeded and whose first round is not drawn."""
    form = EventForm.KNOCKOUT_TEAMS
    evening = new_event(4, 4, kind=form.kind, form=form, boards_per_round=8)
    evening.do(moving.ChooseMovement(Place(1, "A"), None))
    evening.do(moving.SeedNumbers(Place(1, "A")))
    return evening


def unnumbered_pairs() -> Evening:
    evening = new_evening(8)
    evening.do(moving.ChooseMovement(Place(1, "A"), make("howell", tables=4)))
    return evening


def published_pairs() -> Evening:
    evening = mitchell_evening()
    evening.play_all()
    evening.do(publication.Publish())
    return evening


def final_pairs() -> Evening:
    """Returns an evening of pairs with a final ranking."""
    evening = published_pairs()
    evening.clock.forward(24 * 60)
    evening.do(publication.Finalise(), "agreed")
    return evening


STATES: Mapping[str, Callable[[], Evening]] = {
    "nobody": new_evening,
    "unnumbered pairs": unnumbered_pairs,
    "numbered teams": numbered_teams,
    "play has begun": mitchell_evening,
    "published pairs": published_pairs,
    "published teams": lambda: play_case(
        Case(EventForm.SWISS_TEAMS, EventForm.SWISS_TEAMS.methods[0], 6, "wbf-continuous")
    ),
    "final pairs": final_pairs,
}


@dataclass(frozen=True, slots=True)
class RefusedCommand:
    """A command, an event in which it is refused, and the code of the refusal; no code for a command that is never
    refused and changes nothing there."""

    command: Command
    state: str
    code: str


NOBODY, NUMBERED, TEAMS, BEGUN, FINAL = (
    "nobody",
    "unnumbered pairs",
    "numbered teams",
    "play has begun",
    "final pairs",
)
HERE, STRANGER, LINK = Place(1, "A"), EntryId("nobody"), "0" * 64
ONE = Number("1")
SLOT, NO_SLOT = Slot(1, "A", 1, 1, BoardNumber(1)), Slot(1, "A", 1, 1, BoardNumber(99))
PAIR = (person("春川 一葉"), person("夏山 二葉"))
DAY = date(2026, 11, 28)

REFUSED = (
    RefusedCommand(ChangeSettings(Settings("", "2026-11-21")), NOBODY, "settings.no-name"),
    RefusedCommand(RenewRules(regulations="no-such-rules"), NOBODY, "rulebook.unknown"),
    RefusedCommand(entries.AddEntry(()), NOBODY, "entry.no-people"),
    RefusedCommand(
        entries.AddEntries((entries.AddEntry((person("Alder"), person("Elm"))), entries.AddEntry(()))),
        NOBODY,
        "entry.no-people",
    ),
    RefusedCommand(entries.ChangeEntry(STRANGER, PAIR), NUMBERED, "entry.unknown"),
    RefusedCommand(entries.RemoveEntry(STRANGER), NUMBERED, "entry.unknown"),
    RefusedCommand(entries.JoinSingles(STRANGER, STRANGER), NUMBERED, "entry.unknown"),
    RefusedCommand(entries.DrawPartners(), NUMBERED, "entry.nobody-to-draw"),
    RefusedCommand(entries.WithdrawEntry(STRANGER), BEGUN, "entry.unknown"),
    RefusedCommand(entries.SetHandicap(STRANGER, Fraction(3)), NUMBERED, "entry.unknown"),
    RefusedCommand(advance.SetAdvanceTerms(AdvanceTerms(most=0)), NOBODY, "settings.range"),
    RefusedCommand(advance.EnterInAdvance(LINK, PAIR), NOBODY, "advance.not-announced"),
    RefusedCommand(advance.ChangeAdvanceEntry(LINK, PAIR), NOBODY, "advance.unknown"),
    RefusedCommand(advance.WithdrawAdvanceEntry(LINK), NOBODY, "advance.unknown"),
    RefusedCommand(advance.AskPartner(LINK, None), NOBODY, "advance.unknown"),
    RefusedCommand(advance.AcceptPartner(LINK, STRANGER), NOBODY, "advance.unknown"),
    RefusedCommand(advance.GivePlace(LINK), NOBODY, "advance.unknown"),
    RefusedCommand(advance.NotePayment(STRANGER, Fraction(1000), PaidBy.CASH), NUMBERED, "entry.unknown"),
    RefusedCommand(advance.AdmitEntry(STRANGER), NUMBERED, "entry.unknown"),
    RefusedCommand(moving.ChooseMovement(HERE, make("howell", tables=4)), FINAL, "movement.contradicts-result"),
    RefusedCommand(moving.ChangeMovement(HERE, make("howell", tables=3)), NUMBERED, "start.not-yet"),
    RefusedCommand(moving.ChooseNumbering(HERE, "upside-down"), NUMBERED, "numbering.one-field"),
    RefusedCommand(moving.DrawNumbers(HERE), FINAL, "numbers.fixed-for-session"),
    RefusedCommand(moving.AssignNumbers(HERE, {ONE: STRANGER}), NUMBERED, "entry.unknown"),
    RefusedCommand(moving.SeatLatePair(HERE, STRANGER), BEGUN, "entry.unknown"),
    RefusedCommand(moving.SeedNumbers(HERE), FINAL, "numbers.fixed-for-session"),
    RefusedCommand(play.StartPlay(1), NUMBERED, "start.no-number"),
    RefusedCommand(play.StartRound(1, 99), BEGUN, "clock.no-such-round"),
    RefusedCommand(play.PauseClock(1), NUMBERED, "start.not-yet"),
    RefusedCommand(play.ResumeClock(1), NUMBERED, "start.not-yet"),
    RefusedCommand(play.ExtendClock(1, 60), NUMBERED, "start.not-yet"),
    RefusedCommand(play.PostStart(7, None), BEGUN, "event.no-session"),
    RefusedCommand(results.EnterResult(SLOT, "8C="), BEGUN, "result.level"),
    RefusedCommand(results.RemoveResult(SLOT), BEGUN, "result.none"),
    RefusedCommand(results.AcceptOdd(SLOT), BEGUN, "result.none"),
    RefusedCommand(results.PutOffBoard(NO_SLOT), BEGUN, "result.no-such-slot"),
    RefusedCommand(rulings.GiveAward(SLOT, "A+", "A-"), BEGUN, "award.needs-reason"),
    RefusedCommand(rulings.SetNote(NO_SLOT, "hesitation"), BEGUN, "result.no-such-slot"),
    RefusedCommand(
        rulings.GivePenalty(HERE, Number("99"), Fraction(1), PenaltyUnit.BOARDS), BEGUN, "result.unknown-number"
    ),
    RefusedCommand(fill_fields(rulings.NoteOffence, place=HERE, number=Number("99")), BEGUN, "result.unknown-number"),
    RefusedCommand(rulings.ExpelPlayer(HERE, ONE, "Nobody"), BEGUN, "result.unknown-number"),
    RefusedCommand(rulings.FoulBoard(1, BoardNumber(99), ()), BEGUN, "board.none"),
    RefusedCommand(rulings.SettleWithdrawal(HERE, ONE), BEGUN, "numbers.none"),
    RefusedCommand(rulings.AwardUnplayed((NO_SLOT,), Blame.NONE, Blame.NONE), BEGUN, "award.needs-reason"),
    RefusedCommand(rulings.NoteCall(HERE, 99), BEGUN, "call.no-table"),
    RefusedCommand(rulings.AnswerCall(HERE, 7), BEGUN, "call.none"),
    RefusedCommand(rulings.EndCall(HERE, 7, CallEnd.ADVISED, "Play on"), BEGUN, "call.none"),
    RefusedCommand(fill_fields(rulings.KeepCase, place=HERE), BEGUN, "case.none"),
    RefusedCommand(fill_fields(rulings.KeepRuling, place=HERE, slot=NO_SLOT), BEGUN, "result.no-such-slot"),
    RefusedCommand(lists.TickItem("no-such-item", "青木"), NOBODY, "list.unknown-item"),
    RefusedCommand(lists.MarkBoards(HERE, BoardCondition.MADE), TEAMS, "boards.no-sheet"),
    RefusedCommand(lists.AnnounceDeadline(1, 1, 99), BEGUN, "clock.no-such-round"),
    RefusedCommand(swiss.DrawRound(HERE.at(1)), BEGUN, "team-event.not-drawn"),
    RefusedCommand(swiss.ChooseStandby(STRANGER), BEGUN, "team-event.standby-unused"),
    RefusedCommand(devices.AllowDevices(DeviceUse.OFF), BEGUN, ""),
    RefusedCommand(devices.ReportResult(SLOT, Side.NS, "4S= N"), BEGUN, "device.off"),
    RefusedCommand(devices.SettleDifference(SLOT), BEGUN, "device.not-settled"),
    RefusedCommand(seating.SetSeatCheck(is_on=False), BEGUN, ""),
    RefusedCommand(seating.ConfirmSeats(HERE.at(1), 1, (Side.NS,)), BEGUN, "device.off"),
    RefusedCommand(seating.QuestionSeats(HERE.at(1), 1, SeatTrouble.TABLE), BEGUN, "device.off"),
    RefusedCommand(seating.HoldDevice(DeviceKey(HERE, 1), "device"), BEGUN, ""),
    RefusedCommand(seating.AnswerTakeover(DeviceKey(HERE, 1), "device", is_allowed=True), BEGUN, "takeover.gone"),
    RefusedCommand(seating.FreeDevice(DeviceKey(HERE, 1)), BEGUN, ""),
    RefusedCommand(seating.BeginRound(DeviceKey(HERE, 1), 2), BEGUN, "device.off"),
    RefusedCommand(review.SetReviewOptions(frozenset()), BEGUN, ""),
    RefusedCommand(review.ReportHands(SLOT, "N:- - - -"), BEGUN, "device.off"),
    RefusedCommand(review.ReportLead(SLOT, "SA"), BEGUN, "device.off"),
    RefusedCommand(review.SettleHands(SLOT), BEGUN, "device.no-question"),
    RefusedCommand(devices.ReportUnitResult(SLOT, "4S= N"), NUMBERED, "start.not-yet"),
    RefusedCommand(matches.EnterLineup(HERE.at(1), ONE, ("Alder", "Elm"), ("Oak", "Ash")), TEAMS, "match.none"),
    RefusedCommand(matches.ForfeitMatch(HERE.at(1), ONE), TEAMS, "start.not-yet"),
    RefusedCommand(matches.ShortenMatch(HERE.at(1), ONE), TEAMS, "match.none"),
    RefusedCommand(matches.RemoveMatchResults(HERE.at(1), ONE), TEAMS, "match.none"),
    RefusedCommand(matches.EnterMatchSlip(HERE.at(1), ONE, "15-5"), TEAMS, "match.none"),
    RefusedCommand(matches.RemoveMatchSlip(HERE.at(1), ONE), TEAMS, "match.none"),
    RefusedCommand(knockout.DecideMatch(HERE.at(1), ONE), TEAMS, "team-event.not-level"),
    RefusedCommand(knockout.AddExtraBoards(HERE.at(1), ONE, 4), TEAMS, "team-event.not-level"),
    RefusedCommand(knockout.CarryImps(HERE, 99, ONE, Fraction(3)), TEAMS, "knockout.no-match"),
    RefusedCommand(knockout.RedrawMatch(HERE, 1), TEAMS, "bracket.not-overtaken"),
    RefusedCommand(league.SetLeague(HERE, LeagueConditions((DAY,))), BEGUN, "league-event.other-form"),
    RefusedCommand(league.TakeSchedule(HERE, (LeagueMatch(DAY, ONE, Number("2")),)), BEGUN, "league-event.other-form"),
    RefusedCommand(league.PostponeMatch(HERE.at(1), ONE, Number("2"), None), BEGUN, "league-event.other-form"),
    RefusedCommand(finals.PlanFinal(0), BEGUN, "final.count"),
    RefusedCommand(finals.DeclineFinal(STRANGER), BEGUN, "entry.unknown"),
    RefusedCommand(finals.NoteFinal(EventId("final")), BEGUN, "final.no-plan"),
    RefusedCommand(finals.NoteConsolation(EventId("consolation")), BEGUN, "final.no-plan"),
    RefusedCommand(fill_fields(finals.SetCarryOver), BEGUN, "entry.unknown"),
    RefusedCommand(GiveTables(7, BoardTables("東", {BoardNumber(1): ((100, 3),)})), BEGUN, "event.no-session"),
    RefusedCommand(GiveDatums(1, {BoardNumber(1): Fraction(100)}), BEGUN, "datum.method"),
    RefusedCommand(ChoosePlan(((make("howell", tables=4),),)), BEGUN, "plan.started"),
    RefusedCommand(DrawSeats(1), BEGUN, "numbers.fixed-for-session"),
    RefusedCommand(CarryNumbers(1), BEGUN, "numbers.fixed-for-session"),
    RefusedCommand(SeatAnew(1, "howell"), BEGUN, "numbers.fixed-for-session"),
    RefusedCommand(dividing.SplitFlights(()), NUMBERED, "team-flights.other-form"),
    RefusedCommand(dividing.SpreadPairs(1), BEGUN, "numbers.fixed-for-session"),
    RefusedCommand(dividing.FormTeams(), NUMBERED, "team-event.not-even-chance"),
    RefusedCommand(prizes.SetPrizes(PrizePlan((PrizeRule(PrizeOf.OVERALL, 0),))), NOBODY, "prizes.places-most"),
    RefusedCommand(deals.PlaceDeals(1, PlacedDeals({BoardNumber(1): "no deal"})), BEGUN, "deal.form"),
    RefusedCommand(deals.ReleaseDeals(1), BEGUN, "deals.none-placed"),
    RefusedCommand(deals.LookAtDeals(1), BEGUN, "deals.none-placed"),
    RefusedCommand(deals.TypeHands(1, 999, None), BEGUN, "deals.board"),
    RefusedCommand(fill_fields(deals.KeepAnalysis, session=1), BEGUN, ""),
    RefusedCommand(records.KeepRecords(((SLOT, None), (NO_SLOT, None))), BEGUN, "result.no-such-slot"),
    RefusedCommand(publication.Publish(), FINAL, "publish.final"),
    RefusedCommand(publication.Finalise(), BEGUN, "final.not-published"),
    RefusedCommand(publication.Announce(" "), NOBODY, "announce.empty"),
    RefusedCommand(publication.EndAnnouncement(99), NOBODY, "announce.none"),
    RefusedCommand(publication.ReleaseTravellers(), NUMBERED, "start.not-yet"),
    RefusedCommand(fill_fields(reporting.NoteReportSent), NOBODY, "prizes.no-results"),
    RefusedCommand(reporting.NoteReceipt(7, "A-1"), BEGUN, "reporting.not-sent"),
    RefusedCommand(Undo(999), BEGUN, "undo.unknown"),
)


def stored_rows(store: Store) -> Mapping[str, object]:
    """Returns everything that a store in memory holds, by table, as values that later changes leave alone."""
    assert isinstance(store, MemoryStore)
    tables = {name: value for name, value in vars(store).items() if name != "_lock"}
    return {name: dict(value) if isinstance(value, dict) else value for name, value in tables.items()}
