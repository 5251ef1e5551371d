"""The facts of the ledger as they stand in the file: one class for each `kind`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from arrowswitch.tournament.entries.facts import EntryRemoved, EntrySet
from arrowswitch.tournament.event.ledger import EventCreated, LedgerEntry, Stamp, Undone
from arrowswitch.tournament.event.stored.mapping import stored
from arrowswitch.tournament.event.stored.movements import (
    StoredDrawnMatch,
    StoredDrawnRound,
    StoredMeeting,
    StoredMovement,
)
from arrowswitch.tournament.event.stored.settings import StoredSettings
from arrowswitch.tournament.event.stored.texts import AwardText, ResultText
from arrowswitch.tournament.event.stored.values import (
    StoredBoardTables,
    StoredBrought,
    StoredEntry,
    StoredLeagueConditions,
    StoredSlot,
)
from arrowswitch.tournament.event.stored.words import (
    BoardConditionWord,
    CorrectionReasonWord,
    OffenceWord,
    PenaltyUnitWord,
    QualifyByWord,
)
from arrowswitch.tournament.finals.facts import CarryOverSet, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.instant.facts import TablesGiven
from arrowswitch.tournament.knockout.facts import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.league.facts import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.lists.facts import BoardsMarked, DeadlineAnnounced, ItemTicked
from arrowswitch.tournament.matches.facts import LineupSet, MatchForfeited
from arrowswitch.tournament.movement.facts import MovementSet, NumbersSet
from arrowswitch.tournament.plans.facts import PlanSet
from arrowswitch.tournament.play.facts import ClockSet, PlayStarted, RoundClosed
from arrowswitch.tournament.publication.facts import Finalised, Published
from arrowswitch.tournament.results.facts import LatePlaySet, OddAccepted, ResultEntered, ResultRemoved
from arrowswitch.tournament.rulings.facts import (
    AwardGiven,
    BoardFouled,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    ScoresRemoved,
)
from arrowswitch.tournament.settings.facts import SettingsChanged
from arrowswitch.tournament.swiss.facts import RoundDrawn


@stored(EventCreated)
class StoredEventCreated:
    event_id: str
    settings: StoredSettings
    rules: Mapping[str, object]
    kind: Literal["event-created"] = "event-created"


@stored(SettingsChanged)
class StoredSettingsChanged:
    settings: StoredSettings
    rules: Mapping[str, object] | None = None
    kind: Literal["settings-changed"] = "settings-changed"


@stored(EntrySet)
class StoredEntrySet:
    entry: StoredEntry
    kind: Literal["entry-set"] = "entry-set"


@stored(EntryRemoved)
class StoredEntryRemoved:
    entry_id: str
    kind: Literal["entry-removed"] = "entry-removed"


@stored(MovementSet)
class StoredMovementSet:
    session: int
    section: str
    movement: StoredMovement | None
    kind: Literal["movement-set"] = "movement-set"


@stored(NumbersSet)
class StoredNumbersSet:
    session: int
    section: str
    numbers: Mapping[str, str]
    seed: int | None = None
    kind: Literal["numbers-set"] = "numbers-set"


@stored(PlayStarted)
class StoredPlayStarted:
    session: int
    at: datetime
    kind: Literal["play-started"] = "play-started"


@stored(ClockSet)
class StoredClockSet:
    session: int
    round: int
    ends_at: datetime | None
    left_seconds: int
    kind: Literal["clock-set"] = "clock-set"


@stored(RoundClosed)
class StoredRoundClosed:
    session: int
    round: int
    kind: Literal["round-closed"] = "round-closed"


@stored(ResultEntered)
class StoredResultEntered:
    slot: StoredSlot
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    result: ResultText | None
    ns_award: AwardText | None = None
    ew_award: AwardText | None = None
    forced: str = ""
    is_confirmed: bool = False
    correction: CorrectionReasonWord | None = None
    approver: str = ""
    kind: Literal["result-entered"] = "result-entered"


@stored(ResultRemoved)
class StoredResultRemoved:
    slot: StoredSlot
    approver: str = ""
    kind: Literal["result-removed"] = "result-removed"


@stored(LatePlaySet)
class StoredLatePlaySet:
    slot: StoredSlot
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    is_put_off: bool = True
    kind: Literal["late-play-set"] = "late-play-set"


@stored(OddAccepted)
class StoredOddAccepted:
    slot: StoredSlot
    kind: Literal["odd-accepted"] = "odd-accepted"


@stored(AwardGiven)
class StoredAwardGiven:
    slot: StoredSlot
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    ns_award: AwardText | None
    ew_award: AwardText | None
    law: str = ""
    approver: str = ""
    kind: Literal["award-given"] = "award-given"


@stored(NoteSet)
class StoredNoteSet:
    slot: StoredSlot
    text: str
    is_pending: bool = False
    kind: Literal["note-set"] = "note-set"


@stored(PenaltySet)
class StoredPenaltySet:
    session: int
    section: str
    number: str
    amount: Fraction
    unit: PenaltyUnitWord
    law: str = ""
    offence: OffenceWord | None = None
    player: str = ""
    round: int | None = None
    kind: Literal["penalty-set"] = "penalty-set"


@stored(OffenceNoted)
class StoredOffenceNoted:
    session: int
    section: str
    number: str
    offence: OffenceWord
    player: str = ""
    kind: Literal["offence-noted"] = "offence-noted"


@stored(PlayerExpelled)
class StoredPlayerExpelled:
    session: int
    section: str
    number: str
    player: str
    law: str = ""
    kind: Literal["player-expelled"] = "player-expelled"


@stored(ScoresRemoved)
class StoredScoresRemoved:
    session: int
    section: str
    number: str
    law: str = ""
    approver: str = ""
    kind: Literal["scores-removed"] = "scores-removed"


@stored(BoardFouled)
class StoredBoardFouled:
    session: int
    board: int
    groups: tuple[tuple[StoredSlot, ...], ...] = ()
    approver: str = ""
    kind: Literal["board-fouled"] = "board-fouled"


@stored(ItemTicked)
class StoredItemTicked:
    session: int
    item: str
    name: str
    choice: str = ""
    is_done: bool = True
    kind: Literal["item-ticked"] = "item-ticked"


@stored(BoardsMarked)
class StoredBoardsMarked:
    session: int
    section: str
    boards: tuple[int, ...]
    condition: BoardConditionWord
    kind: Literal["boards-marked"] = "boards-marked"


@stored(DeadlineAnnounced)
class StoredDeadlineAnnounced:
    session: int
    in_session: int
    round: int
    kind: Literal["deadline-announced"] = "deadline-announced"


@stored(RoundDrawn)
class StoredRoundDrawn:
    session: int
    section: str
    drawn: StoredDrawnRound
    meetings: tuple[StoredMeeting, ...]
    board_sets: tuple[tuple[int, ...], ...]
    kind: Literal["round-drawn"] = "round-drawn"


@stored(LineupSet)
class StoredLineupSet:
    session: int
    section: str
    round: int
    number: str
    half: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    kind: Literal["lineup-set"] = "lineup-set"


@stored(MatchForfeited)
class StoredMatchForfeited:
    session: int
    section: str
    round: int
    number: str
    opponent: str
    is_forfeited: bool = True
    approver: str = ""
    kind: Literal["match-forfeited"] = "match-forfeited"


@stored(MatchDecided)
class StoredMatchDecided:
    session: int
    section: str
    round: int
    number: str
    order: tuple[str, ...] = ()
    kind: Literal["match-decided"] = "match-decided"


@stored(FinalPlanned)
class StoredFinalPlanned:
    count: int
    by: QualifyByWord
    kind: Literal["final-planned"] = "final-planned"


@stored(FinalDeclined)
class StoredFinalDeclined:
    entry_id: str
    is_declined: bool = True
    names: str = ""
    kind: Literal["final-declined"] = "final-declined"


@stored(FinalMade)
class StoredFinalMade:
    final: str
    kind: Literal["final-made"] = "final-made"


@stored(CarryOverSet)
class StoredCarryOverSet:
    brought: StoredBrought | None
    kind: Literal["carry-over-set"] = "carry-over-set"


@stored(TablesGiven)
class StoredTablesGiven:
    session: int
    tables: StoredBoardTables | None
    kind: Literal["tables-given"] = "tables-given"


@stored(MatchRedrawn)
class StoredMatchRedrawn:
    session: int
    section: str
    round: int
    match: StoredDrawnMatch
    meetings: tuple[StoredMeeting, ...]
    board_sets: tuple[tuple[int, ...], ...]
    tables: tuple[int, ...]
    labels: Mapping[int, str] = field(default_factory=dict)
    kind: Literal["match-redrawn"] = "match-redrawn"


@stored(ImpsCarried)
class StoredImpsCarried:
    session: int
    section: str
    match: int
    number: str
    imps: Fraction
    kind: Literal["imps-carried"] = "imps-carried"


@stored(LeagueSet)
class StoredLeagueSet:
    session: int
    section: str
    conditions: StoredLeagueConditions
    kind: Literal["league-set"] = "league-set"


@stored(LeagueScheduled)
class StoredLeagueScheduled:
    session: int
    section: str
    movement: StoredMovement
    draws: tuple[StoredDrawnRound, ...]
    days: Mapping[int, date]
    has_fewest_breaks: bool = False
    kind: Literal["league-scheduled"] = "league-scheduled"


@stored(MatchPostponed)
class StoredMatchPostponed:
    session: int
    section: str
    round: int
    home: str
    away: str
    day: date | None
    venue: str
    is_postponed: bool = True
    kind: Literal["match-postponed"] = "match-postponed"


@stored(PlanSet)
class StoredPlanSet:
    sections: tuple[str, ...]
    moves: tuple[str, ...] = ()
    kind: Literal["plan-set"] = "plan-set"


@stored(Published)
class StoredPublished:
    at: datetime
    deadline: datetime | None
    is_interim: bool = False
    kind: Literal["published"] = "published"


@stored(Finalised)
class StoredFinalised:
    at: datetime
    kind: Literal["finalised"] = "finalised"


@stored(Undone)
class StoredUndone:
    seq: int
    kind: Literal["undone"] = "undone"


StoredFact = Annotated[
    StoredEventCreated
    | StoredSettingsChanged
    | StoredEntrySet
    | StoredEntryRemoved
    | StoredMovementSet
    | StoredNumbersSet
    | StoredPlayStarted
    | StoredClockSet
    | StoredRoundClosed
    | StoredResultEntered
    | StoredResultRemoved
    | StoredLatePlaySet
    | StoredOddAccepted
    | StoredAwardGiven
    | StoredNoteSet
    | StoredPenaltySet
    | StoredOffenceNoted
    | StoredPlayerExpelled
    | StoredScoresRemoved
    | StoredBoardFouled
    | StoredItemTicked
    | StoredBoardsMarked
    | StoredDeadlineAnnounced
    | StoredRoundDrawn
    | StoredLineupSet
    | StoredMatchForfeited
    | StoredMatchDecided
    | StoredFinalPlanned
    | StoredFinalDeclined
    | StoredFinalMade
    | StoredCarryOverSet
    | StoredTablesGiven
    | StoredMatchRedrawn
    | StoredImpsCarried
    | StoredLeagueSet
    | StoredLeagueScheduled
    | StoredMatchPostponed
    | StoredPlanSet
    | StoredPublished
    | StoredFinalised
    | StoredUndone,
    Field(discriminator="kind"),
]
"""Any fact, by its `kind`."""


@stored(Stamp)
class StoredStamp:
    command_id: str
    author: str = ""
    device: str = ""
    reason: str = ""


@stored(LedgerEntry)
class StoredLedgerEntry:
    seq: int
    at: datetime
    stamp: StoredStamp
    facts: tuple[StoredFact, ...]
