"""Commands: what a director (later also a player) asks of an event. `director` decides; the ledger keeps what came of
it.

Every command is a plain value. Texts a person typed (a result, an award) are passed on as typed, so that the refusal
can repeat them.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.division.commands import FormTeams, SeedNumbers, SplitFlights, SpreadPairs
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
from arrowswitch.tournament.finals.commands import DeclineFinal, NoteFinal, PlanFinal, SetCarryOver
from arrowswitch.tournament.instant.commands import GiveTables
from arrowswitch.tournament.knockout.commands import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.league.commands import PostponeMatch, SetLeague, TakeSchedule
from arrowswitch.tournament.lists.commands import AnnounceDeadline, MarkBoards, TickItem
from arrowswitch.tournament.matches.commands import EnterLineup, ForfeitMatch
from arrowswitch.tournament.movement.commands import (
    AssignNumbers,
    ChangeMovement,
    ChooseMovement,
    DrawNumbers,
    SeatLatePair,
)
from arrowswitch.tournament.plans.commands import CarryNumbers, ChoosePlan, DrawSeats
from arrowswitch.tournament.play.commands import ExtendClock, PauseClock, ResumeClock, StartPlay, StartRound
from arrowswitch.tournament.publication.commands import Finalise, Publish
from arrowswitch.tournament.results.commands import AcceptOdd, EnterResult, PutOffBoard, RemoveResult
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
from arrowswitch.tournament.settings.commands import ChangeSettings, RenewRules
from arrowswitch.tournament.swiss.commands import DrawRound


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the ledger entry `seq`; None is the newest one that can be taken back."""

    seq: int | None = None


Command = (
    ChangeSettings
    | RenewRules
    | AddEntry
    | AddEntries
    | ChangeEntry
    | SetHandicap
    | RemoveEntry
    | JoinSingles
    | DrawPartners
    | WithdrawEntry
    | ChooseMovement
    | ChangeMovement
    | DrawNumbers
    | AssignNumbers
    | StartPlay
    | StartRound
    | PauseClock
    | ResumeClock
    | ExtendClock
    | SeatLatePair
    | EnterResult
    | RemoveResult
    | PutOffBoard
    | AcceptOdd
    | GiveAward
    | SetNote
    | GivePenalty
    | NoteOffence
    | ExpelPlayer
    | SettleWithdrawal
    | AwardUnplayed
    | FoulBoard
    | TickItem
    | MarkBoards
    | AnnounceDeadline
    | DrawRound
    | EnterLineup
    | ForfeitMatch
    | DecideMatch
    | AddExtraBoards
    | CarryImps
    | RedrawMatch
    | SetLeague
    | TakeSchedule
    | PostponeMatch
    | FormTeams
    | SeedNumbers
    | PlanFinal
    | DeclineFinal
    | NoteFinal
    | SetCarryOver
    | GiveTables
    | ChoosePlan
    | DrawSeats
    | CarryNumbers
    | SplitFlights
    | SpreadPairs
    | Publish
    | Finalise
    | Undo
)
