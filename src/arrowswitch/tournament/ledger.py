"""The ledger: the append-only list of what happened in an event.

A `LedgerEntry` is one command that was carried out: when, by whom, on which device, for which reason, and its facts.
Nothing is overwritten: a correction is a later fact, and undo is a fact that names the entry it takes back. Facts are
plain values with a `kind`; the event file and the store keep them as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.board_tables import TablesGiven
from arrowswitch.tournament.final_facts import CarryOverSet, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.league_facts import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.model import (
    BoardCondition,
    CorrectionReason,
    DrawnMatch,
    DrawnRound,
    Entry,
    EntryId,
    EventId,
    SectionLetter,
    SessionNumber,
    Settings,
    Slot,
)
from arrowswitch.tournament.plan_facts import PlanSet
from arrowswitch.tournament.text_values import AwardText, ResultText


@dataclass(frozen=True, slots=True)
class EventCreated:
    """The event exists, with its settings and its own copy of the rules it is scored with."""

    event_id: EventId
    settings: Settings
    rules: Mapping[str, object]
    kind: Literal["event-created"] = "event-created"


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings (and, when the regulations changed, the rules) are now these."""

    settings: Settings
    rules: Mapping[str, object] | None = None
    kind: Literal["settings-changed"] = "settings-changed"


@dataclass(frozen=True, slots=True)
class EntrySet:
    """An entry was added, or is now as given (names corrected, substitute, withdrawn)."""

    entry: Entry
    kind: Literal["entry-set"] = "entry-set"


@dataclass(frozen=True, slots=True)
class EntryRemoved:
    """An entry was taken off the list before play."""

    entry_id: EntryId
    kind: Literal["entry-removed"] = "entry-removed"


@dataclass(frozen=True, slots=True)
class MovementSet:
    """A section plays this movement; None is a section without a master sheet."""

    session: SessionNumber
    section: SectionLetter
    movement: Movement | None
    kind: Literal["movement-set"] = "movement-set"


@dataclass(frozen=True, slots=True)
class NumbersSet:
    """The numbers of a section belong to these entries; `seed` when they were drawn by lot."""

    session: SessionNumber
    section: SectionLetter
    numbers: Mapping[Number, EntryId]
    seed: int | None = None
    kind: Literal["numbers-set"] = "numbers-set"


@dataclass(frozen=True, slots=True)
class PlayStarted:
    """Play has begun in a session."""

    session: SessionNumber
    at: datetime
    kind: Literal["play-started"] = "play-started"


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The round clock is now so: running to `ends_at`, or standing with `left_seconds`."""

    session: SessionNumber
    round: RoundNumber
    ends_at: datetime | None
    left_seconds: int
    kind: Literal["clock-set"] = "clock-set"


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is over: unconfirmed results count as confirmed (regulations summary, lines 129-131)."""

    session: SessionNumber
    round: RoundNumber
    kind: Literal["round-closed"] = "round-closed"


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A slot holds this result; a slot that held another one was corrected (`correction` says why).

    `forced` is the reason for which an entry that the movement does not plan stands. `approver` let a correction pass
    after the deadline.
    """

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    result: ResultText | None
    ns_award: AwardText | None = None
    ew_award: AwardText | None = None
    forced: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""
    kind: Literal["result-entered"] = "result-entered"


@dataclass(frozen=True, slots=True)
class ResultRemoved:
    """A slot is empty again."""

    slot: Slot
    approver: str = ""
    kind: Literal["result-removed"] = "result-removed"


@dataclass(frozen=True, slots=True)
class LatePlaySet:
    """A board is to be played later at its table (late play); or (not `is_put_off`) it is not after all. A result or a
    ruling there ends it, too."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    is_put_off: bool = True
    kind: Literal["late-play-set"] = "late-play-set"


@dataclass(frozen=True, slots=True)
class OddAccepted:
    """The director looked at an unlikely result and lets it stand."""

    slot: Slot
    kind: Literal["odd-accepted"] = "odd-accepted"


@dataclass(frozen=True, slots=True)
class AwardGiven:
    """A ruling: the sides of a slot get these awards in place of the table score; None leaves the table score."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    ns_award: AwardText | None
    ew_award: AwardText | None
    law: str = ""
    approver: str = ""
    kind: Literal["award-given"] = "award-given"


@dataclass(frozen=True, slots=True)
class NoteSet:
    """The director's note on a slot; an empty text that is not pending removes it."""

    slot: Slot
    text: str
    is_pending: bool = False
    kind: Literal["note-set"] = "note-set"


@dataclass(frozen=True, slots=True)
class PenaltySet:
    """A penalty was given to a contestant; `offence` and `player` let it count when the same happens again, `round`
    tells whose match it belongs to."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    amount: Fraction
    unit: PenaltyUnit
    law: str = ""
    offence: Offence | None = None
    player: str = ""
    round: RoundNumber | None = None
    kind: Literal["penalty-set"] = "penalty-set"


@dataclass(frozen=True, slots=True)
class OffenceNoted:
    """An offence drew a warning, and no penalty."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    offence: Offence
    player: str = ""
    kind: Literal["offence-noted"] = "offence-noted"


@dataclass(frozen=True, slots=True)
class PlayerExpelled:
    """A player was sent out of the session."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    player: str
    law: str = ""
    kind: Literal["player-expelled"] = "player-expelled"


@dataclass(frozen=True, slots=True)
class ScoresRemoved:
    """A contestant's scores of a session do not count, nor do its opponents' on the same boards (regulations summary,
    line 73)."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    law: str = ""
    approver: str = ""
    kind: Literal["scores-removed"] = "scores-removed"


@dataclass(frozen=True, slots=True)
class BoardFouled:
    """The hands of a board were changed in play: where each form of the deal was played; no groups: they were not."""

    session: SessionNumber
    board: BoardNumber
    groups: tuple[tuple[Slot, ...], ...] = ()
    approver: str = ""
    kind: Literal["board-fouled"] = "board-fouled"


@dataclass(frozen=True, slots=True)
class ItemTicked:
    """An item of a session's lists was done by somebody, in one of its ways; or it is open again."""

    session: SessionNumber
    item: str
    name: str
    choice: str = ""
    is_done: bool = True
    kind: Literal["item-ticked"] = "item-ticked"


@dataclass(frozen=True, slots=True)
class BoardsMarked:
    """Boards of a section are now in this condition."""

    session: SessionNumber
    section: SectionLetter
    boards: tuple[BoardNumber, ...]
    condition: BoardCondition
    kind: Literal["boards-marked"] = "boards-marked"


@dataclass(frozen=True, slots=True)
class DeadlineAnnounced:
    """Corrections of a session end with a round of a session; round 0 takes the announcement back."""

    session: SessionNumber
    in_session: SessionNumber
    round: RoundNumber
    kind: Literal["deadline-announced"] = "deadline-announced"


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A round of a Swiss was drawn: who meets whom and why, the meetings, and the board sets that they are played
    with (those of all rounds so far)."""

    session: SessionNumber
    section: SectionLetter
    drawn: DrawnRound
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    kind: Literal["round-drawn"] = "round-drawn"


@dataclass(frozen=True, slots=True)
class LineupSet:
    """Who of a team plays a half of the match of a round."""

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    number: Number
    half: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    kind: Literal["lineup-set"] = "lineup-set"


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """A team has forfeited its match of a round; or (not `is_forfeited`) it has not after all. `approver` let it pass
    after the deadline."""

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    number: Number
    opponent: Number
    is_forfeited: bool = True
    approver: str = ""
    kind: Literal["match-forfeited"] = "match-forfeited"


@dataclass(frozen=True, slots=True)
class MatchDecided:
    """Of a match of a knockout this team goes on; of a three-way match the three came in this order."""

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    number: Number
    order: tuple[Number, ...] = ()
    kind: Literal["match-decided"] = "match-decided"


@dataclass(frozen=True, slots=True)
class MatchRedrawn:
    """A drawn match of a knockout is now this one: others play it, or boards were added. `meetings` are all that it
    has, `tables` those that are new, `labels` what is written on their cards."""

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    match: DrawnMatch
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    tables: tuple[TableNumber, ...]
    labels: Mapping[TableNumber, str] = field(default_factory=dict, hash=False)
    kind: Literal["match-redrawn"] = "match-redrawn"


@dataclass(frozen=True, slots=True)
class ImpsCarried:
    """A team brings IMPs into a match of the bracket of a knockout; 0 takes them away."""

    session: SessionNumber
    section: SectionLetter
    match: int
    number: Number
    imps: Fraction
    kind: Literal["imps-carried"] = "imps-carried"


@dataclass(frozen=True, slots=True)
class Published:
    """The ranking as it stands was published; corrections are possible until `deadline`. An interim one opens no
    period.
    """

    at: datetime
    deadline: datetime | None
    is_interim: bool = False
    kind: Literal["published"] = "published"


@dataclass(frozen=True, slots=True)
class Finalised:
    """The ranking is final."""

    at: datetime
    kind: Literal["finalised"] = "finalised"


@dataclass(frozen=True, slots=True)
class Undone:
    """The ledger entry `seq` is taken back, with all its facts."""

    seq: int
    kind: Literal["undone"] = "undone"


Fact = (
    EventCreated
    | SettingsChanged
    | EntrySet
    | EntryRemoved
    | MovementSet
    | NumbersSet
    | PlayStarted
    | ClockSet
    | RoundClosed
    | ResultEntered
    | ResultRemoved
    | LatePlaySet
    | OddAccepted
    | AwardGiven
    | NoteSet
    | PenaltySet
    | OffenceNoted
    | PlayerExpelled
    | ScoresRemoved
    | BoardFouled
    | ItemTicked
    | BoardsMarked
    | DeadlineAnnounced
    | RoundDrawn
    | LineupSet
    | MatchForfeited
    | MatchDecided
    | FinalPlanned
    | FinalDeclined
    | FinalMade
    | CarryOverSet
    | TablesGiven
    | MatchRedrawn
    | ImpsCarried
    | LeagueSet
    | LeagueScheduled
    | MatchPostponed
    | PlanSet
    | Published
    | Finalised
    | Undone
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who sent a command, from where and why. `command_id` is made by the sender: the same id is carried out once."""

    command_id: str
    author: str = ""
    device: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One carried-out command. `seq` counts from 1 without gaps; `at` is in UTC."""

    seq: int
    at: datetime
    stamp: Stamp
    facts: tuple[Annotated[Fact, Field(discriminator="kind")], ...]
