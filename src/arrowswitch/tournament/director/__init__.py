"""The director moves the event on: from a state and a command to facts, or to a refusal that says what to do.

`decide` is the only way from commands to facts. It reads no clock and draws no lot by itself: `Context` brings both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament import board_tables as tables
from arrowswitch.tournament import commands, final_commands, league_commands
from arrowswitch.tournament.commands import Command
from arrowswitch.tournament.director import (
    board_tables,
    draws,
    entries,
    fields,
    finals,
    fouling,
    handicaps,
    knockouts,
    late_plays,
    leagues,
    lists,
    matches,
    movement,
    plans,
    play,
    publication,
    results,
    rulings,
    seeds,
    settings,
    undo,
    withdrawals,
)
from arrowswitch.tournament.director.context import Context
from arrowswitch.tournament.field_commands import SplitFlights, SpreadPairs
from arrowswitch.tournament.knockout_commands import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.ledger import Fact
from arrowswitch.tournament.model import EventState
from arrowswitch.tournament.plan_commands import CarryNumbers, ChoosePlan, DrawSeats

_DECIDE: Mapping[type, Callable[[EventState, Any, Context], tuple[Fact, ...]]] = {
    commands.ChangeSettings: settings.change_settings,
    commands.RenewRules: settings.renew_rules,
    commands.AddEntry: entries.add,
    commands.AddEntries: entries.add_list,
    commands.ChangeEntry: entries.change,
    commands.SetHandicap: handicaps.set_handicap,
    commands.RemoveEntry: entries.remove,
    commands.JoinSingles: entries.join,
    commands.DrawPartners: entries.draw_partners,
    commands.WithdrawEntry: entries.withdraw,
    commands.ChooseMovement: movement.choose,
    commands.ChangeMovement: movement.change,
    commands.DrawNumbers: movement.draw_numbers,
    commands.AssignNumbers: movement.assign_numbers,
    commands.SeatLatePair: movement.seat_late_pair,
    commands.StartPlay: play.start_play,
    commands.StartRound: play.start_round,
    commands.PauseClock: play.pause,
    commands.ResumeClock: play.resume,
    commands.ExtendClock: play.extend,
    commands.EnterResult: results.enter,
    commands.RemoveResult: results.remove,
    commands.PutOffBoard: late_plays.put_off,
    commands.AcceptOdd: results.accept_odd,
    commands.GiveAward: rulings.give_award,
    commands.SetNote: rulings.set_note,
    commands.GivePenalty: rulings.give_penalty,
    commands.NoteOffence: rulings.note_offence,
    commands.ExpelPlayer: rulings.expel,
    commands.SettleWithdrawal: withdrawals.settle,
    commands.AwardUnplayed: withdrawals.award_unplayed,
    commands.FoulBoard: fouling.foul,
    commands.TickItem: lists.tick,
    commands.MarkBoards: lists.mark_boards,
    commands.AnnounceDeadline: lists.announce_deadline,
    commands.DrawRound: draws.draw,
    commands.EnterLineup: matches.enter_lineup,
    commands.ForfeitMatch: matches.forfeit,
    DecideMatch: knockouts.decide,
    AddExtraBoards: knockouts.add_extra_boards,
    CarryImps: knockouts.carry,
    RedrawMatch: knockouts.redraw,
    league_commands.SetLeague: leagues.settle,
    league_commands.TakeSchedule: leagues.take_schedule,
    league_commands.PostponeMatch: leagues.postpone,
    commands.FormTeams: seeds.form_teams,
    commands.SeedNumbers: seeds.seed_numbers,
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
    commands.Publish: publication.publish,
    commands.Finalise: publication.finalise,
    commands.Undo: undo.take_back,
}


def decide(state: EventState, command: Command, context: Context) -> tuple[Fact, ...]:
    """Returns the facts that come of a command; none when it changes nothing. Raises Mistake when it cannot stand."""
    rule = _DECIDE.get(type(command))
    if rule is None:
        raise Impossible(f"no rule for the command {command!r}")
    return rule(state, command, context)
