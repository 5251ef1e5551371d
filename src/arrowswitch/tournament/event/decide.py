"""The director moves the event on: from a state and a command to facts, or to a refusal that says what to do.

`decide` is the only way from commands to facts. It reads no clock and draws no lot by itself: `Context` brings both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament.division import decide_fields as fields
from arrowswitch.tournament.division import decide_seeds as seeds
from arrowswitch.tournament.division.commands import FormTeams, SeedNumbers, SplitFlights, SpreadPairs
from arrowswitch.tournament.entries import decide as entries
from arrowswitch.tournament.entries import decide_handicaps as handicaps
from arrowswitch.tournament.entries.commands import (
    AddEntries,
    AddEntry,
    ChangeEntry,
    DrawPartners,
    JoinSingles,
    RemoveEntry,
    SetHandicap,
    WithdrawEntry,
)
from arrowswitch.tournament.event import undo
from arrowswitch.tournament.event.commands import Command, Undo
from arrowswitch.tournament.event.context import Context
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.finals import commands as final_commands
from arrowswitch.tournament.finals import decide as finals
from arrowswitch.tournament.instant import decide as board_tables
from arrowswitch.tournament.instant import tables
from arrowswitch.tournament.knockout import decide as knockouts
from arrowswitch.tournament.knockout.commands import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.league import commands as league_commands
from arrowswitch.tournament.league import decide as leagues
from arrowswitch.tournament.lists import decide as lists
from arrowswitch.tournament.lists.commands import AnnounceDeadline, MarkBoards, TickItem
from arrowswitch.tournament.matches import decide as matches
from arrowswitch.tournament.matches.commands import EnterLineup, ForfeitMatch
from arrowswitch.tournament.movement import decide as movement
from arrowswitch.tournament.movement.commands import (
    AssignNumbers,
    ChangeMovement,
    ChooseMovement,
    DrawNumbers,
    SeatLatePair,
)
from arrowswitch.tournament.plans import decide as plans
from arrowswitch.tournament.plans.commands import CarryNumbers, ChoosePlan, DrawSeats
from arrowswitch.tournament.play import decide as play
from arrowswitch.tournament.play.commands import ExtendClock, PauseClock, ResumeClock, StartPlay, StartRound
from arrowswitch.tournament.publication import decide as publication
from arrowswitch.tournament.publication.commands import Finalise, Publish
from arrowswitch.tournament.results import decide as results
from arrowswitch.tournament.results import decide_late_plays as late_plays
from arrowswitch.tournament.results.commands import AcceptOdd, EnterResult, PutOffBoard, RemoveResult
from arrowswitch.tournament.rulings import decide as rulings
from arrowswitch.tournament.rulings import decide_fouling as fouling
from arrowswitch.tournament.rulings import decide_withdrawals as withdrawals
from arrowswitch.tournament.rulings.commands import (
    AwardUnplayed,
    ExpelPlayer,
    FoulBoard,
    GiveAward,
    GivePenalty,
    NoteOffence,
    SetNote,
    SettleWithdrawal,
)
from arrowswitch.tournament.settings import decide as settings
from arrowswitch.tournament.settings.commands import ChangeSettings, RenewRules
from arrowswitch.tournament.swiss import decide as draws
from arrowswitch.tournament.swiss.commands import DrawRound

_DECIDE: Mapping[type, Callable[[EventState, Any, Context], tuple[Fact, ...]]] = {
    ChangeSettings: settings.change_settings,
    RenewRules: settings.renew_rules,
    AddEntry: entries.add,
    AddEntries: entries.add_list,
    ChangeEntry: entries.change,
    SetHandicap: handicaps.set_handicap,
    RemoveEntry: entries.remove,
    JoinSingles: entries.join,
    DrawPartners: entries.draw_partners,
    WithdrawEntry: entries.withdraw,
    ChooseMovement: movement.choose,
    ChangeMovement: movement.change,
    DrawNumbers: movement.draw_numbers,
    AssignNumbers: movement.assign_numbers,
    SeatLatePair: movement.seat_late_pair,
    StartPlay: play.start_play,
    StartRound: play.start_round,
    PauseClock: play.pause,
    ResumeClock: play.resume,
    ExtendClock: play.extend,
    EnterResult: results.enter,
    RemoveResult: results.remove,
    PutOffBoard: late_plays.put_off,
    AcceptOdd: results.accept_odd,
    GiveAward: rulings.give_award,
    SetNote: rulings.set_note,
    GivePenalty: rulings.give_penalty,
    NoteOffence: rulings.note_offence,
    ExpelPlayer: rulings.expel,
    SettleWithdrawal: withdrawals.settle,
    AwardUnplayed: withdrawals.award_unplayed,
    FoulBoard: fouling.foul,
    TickItem: lists.tick,
    MarkBoards: lists.mark_boards,
    AnnounceDeadline: lists.announce_deadline,
    DrawRound: draws.draw,
    EnterLineup: matches.enter_lineup,
    ForfeitMatch: matches.forfeit,
    DecideMatch: knockouts.decide,
    AddExtraBoards: knockouts.add_extra_boards,
    CarryImps: knockouts.carry,
    RedrawMatch: knockouts.redraw,
    league_commands.SetLeague: leagues.settle,
    league_commands.TakeSchedule: leagues.take_schedule,
    league_commands.PostponeMatch: leagues.postpone,
    FormTeams: seeds.form_teams,
    SeedNumbers: seeds.seed_numbers,
    final_commands.PlanFinal: finals.plan,
    final_commands.DeclineFinal: finals.decline,
    final_commands.NoteFinal: finals.note,
    final_commands.SetCarryOver: finals.set_carry_over,
    tables.GiveTables: board_tables.give_tables,
    ChoosePlan: plans.choose_plan,
    DrawSeats: plans.draw_seats,
    CarryNumbers: plans.carry_numbers,
    SplitFlights: fields.split_flights,
    SpreadPairs: fields.spread_pairs,
    Publish: publication.publish,
    Finalise: publication.finalise,
    Undo: undo.take_back,
}


def decide(state: EventState, command: Command, context: Context) -> tuple[Fact, ...]:
    """Returns the facts that come of a command; none when it changes nothing. Raises Mistake when it cannot stand."""
    rule = _DECIDE.get(type(command))
    if rule is None:
        raise Impossible(f"no rule for the command {command!r}")
    return rule(state, command, context)
