"""Commands: what a director (later also a player) asks of an event. `director` decides; the ledger keeps what came of
it.

Every command is a plain value. Texts a person typed (a result, an award) are passed on as typed, so that the refusal
can repeat them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber
from arrowswitch.core.pairing.draw import Kept
from arrowswitch.core.pairing.policy import Ban
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.board_tables import GiveTables
from arrowswitch.tournament.field_commands import SplitFlights, SpreadPairs
from arrowswitch.tournament.final_commands import DeclineFinal, NoteFinal, PlanFinal, SetCarryOver
from arrowswitch.tournament.knockout_commands import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.league_commands import PostponeMatch, SetLeague, TakeSchedule
from arrowswitch.tournament.model import (
    Blame,
    BoardCondition,
    CorrectionReason,
    EntryId,
    Person,
    SectionLetter,
    SessionNumber,
    Settings,
    Slot,
    WithdrawalRule,
)
from arrowswitch.tournament.plan_commands import CarryNumbers, ChoosePlan, DrawSeats


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Replace the settings. Before play everything may change; during play only what the past does not rest on."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class RenewRules:
    """Take over the present edition of the event's regulations in place of the copy it keeps (R-211).

    Once play has begun a reason is needed in the stamp; `approver` after the deadline.
    """

    approver: str = ""


@dataclass(frozen=True, slots=True)
class AddEntry:
    """Enter a pair, a single player who looks for a partner, or a team, which may have a name of its own."""

    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class AddEntries:
    """Enter a whole list, all of it or nothing; what is wrong is told by its line, counted from 1."""

    entries: tuple[AddEntry, ...]


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """Correct names and numbers, change the wish for a stationary seat, or note a substitute.

    `name` is a team's own; None leaves it, an empty one takes it away.
    """

    entry_id: EntryId
    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    name: str | None = None


@dataclass(frozen=True, slots=True)
class SetHandicap:
    """Give an entry a handicap of its own; None: the mean of its people's."""

    entry_id: EntryId
    handicap: Fraction | None


@dataclass(frozen=True, slots=True)
class RemoveEntry:
    """Take an entry off the list (before play)."""

    entry_id: EntryId


@dataclass(frozen=True, slots=True)
class JoinSingles:
    """Make one pair of two single players."""

    first: EntryId
    second: EntryId


@dataclass(frozen=True, slots=True)
class DrawPartners:
    """Make pairs of the single players by lot; an odd one stays single."""

    seed: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawEntry:
    """An entry leaves during play; what it played stays until the director rules on it."""

    entry_id: EntryId


@dataclass(frozen=True, slots=True)
class ChooseMovement:
    """A section plays this movement (None: no master sheet)."""

    session: SessionNumber
    section: SectionLetter
    movement: Movement | None


@dataclass(frozen=True, slots=True)
class ChangeMovement:
    """Change the sheet of a section under way, so that what was really played is what it schedules (manual, line 3485).

    Its faults are told and do not stop it. Results that stand and that the new sheet does not plan are refused unless
    `keeps_results`; they stay as they were entered. A reason is needed in the stamp.
    """

    session: SessionNumber
    section: SectionLetter
    movement: Movement
    keeps_results: bool = False


@dataclass(frozen=True, slots=True)
class DrawNumbers:
    """Draw the numbers of a section by lot: stationary wishes first, the phantom left free. Without a seed a fresh
    one is taken.
    """

    session: SessionNumber
    section: SectionLetter
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class AssignNumbers:
    """Give numbers by hand. Those left out keep none."""

    session: SessionNumber
    section: SectionLetter
    numbers: Mapping[Number, EntryId]


@dataclass(frozen=True, slots=True)
class StartPlay:
    """Play begins. What is not ready (no movement, pairs without a number) is told and stops it."""

    session: SessionNumber


@dataclass(frozen=True, slots=True)
class StartRound:
    """The clock starts for a round; earlier rounds are closed."""

    session: SessionNumber
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class PauseClock:
    """The clock stands still."""

    session: SessionNumber


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """The clock runs on."""

    session: SessionNumber


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """The round lasts longer (or, negative, shorter)."""

    session: SessionNumber
    seconds: int


@dataclass(frozen=True, slots=True)
class SeatLatePair:
    """A pair that came late gets the phantom's number, or an A/B table before round 2 (manual, lines 890-898)."""

    session: SessionNumber
    section: SectionLetter
    entry_id: EntryId


@dataclass(frozen=True, slots=True)
class EnterResult:
    """Enter or correct the result of a slot, as typed (`4SX-1 N`, `420`, `A+ A-`, `NP`; `LP` puts the board off).

    `ns` and `ew` are given when the slip says other pairs than the movement; then `force` says why it stands (empty:
    it is refused, with the three ways on). `correction` is asked for when a result is replaced after its round;
    `approver` after the deadline.
    """

    slot: Slot
    text: str
    ns: tuple[Number, ...] | None = None
    ew: tuple[Number, ...] | None = None
    force: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class RemoveResult:
    """Empty a slot that was filled by mistake, or take a late play back."""

    slot: Slot
    approver: str = ""


@dataclass(frozen=True, slots=True)
class PutOffBoard:
    """Put a board off to be played later at its table (late play), or (not `is_put_off`) wait for it again."""

    slot: Slot
    is_put_off: bool = True


@dataclass(frozen=True, slots=True)
class AcceptOdd:
    """Let an unlikely result stand; it is not asked about again."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class GiveAward:
    """Rule on a slot: awards as typed for each side (`A+`, `A-`, `55%`, `NP`, `N`); an empty text leaves the table
    score.

    A reason is needed in the stamp, and `law` names the law or regulation (R-208).
    """

    slot: Slot
    ns_text: str
    ew_text: str
    law: str = ""
    approver: str = ""


@dataclass(frozen=True, slots=True)
class SetNote:
    """Keep a note on a slot; `is_pending` marks a ruling that is still to come."""

    slot: Slot
    text: str
    is_pending: bool = False


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """Take points from a contestant; `amount` is positive.

    `offence` and `player` (one partner's name) let it count when the same happens again. `round` is that of the match
    whose IMPs it takes, for teams.
    """

    session: SessionNumber
    section: SectionLetter
    number: Number
    amount: Fraction
    unit: PenaltyUnit
    law: str = ""
    offence: Offence | None = None
    player: str = ""
    round: RoundNumber | None = None


@dataclass(frozen=True, slots=True)
class NoteOffence:
    """Warn a contestant, or one partner, without a penalty; the next offence of the kind is a repeated one."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    offence: Offence
    player: str = ""


@dataclass(frozen=True, slots=True)
class ExpelPlayer:
    """Send a player out of the session (regulations summary, line 256). A reason is needed in the stamp."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    player: str
    law: str = ""


@dataclass(frozen=True, slots=True)
class SettleWithdrawal:
    """Settle the unplayed boards of a contestant that came late or has withdrawn (regulations summary, lines 63-73).

    `rule` None is what the regulations say. `through_round` is the last round missed; None is every round for one that
    has withdrawn, the rounds that are over for one that came late. An empty `law` is the regulations' own clause. A
    reason is needed in the stamp.
    """

    session: SessionNumber
    section: SectionLetter
    number: Number
    rule: WithdrawalRule | None = None
    law: str = ""
    through_round: RoundNumber | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class AwardUnplayed:
    """Give awards by responsibility for boards that could not be played (regulations summary, lines 79, 89 and 95).

    Slow play, wrong boards and opponents, the director's own error (nobody to blame: both get average plus). An empty
    `law` is the regulations' own clause. A reason is needed in the stamp.
    """

    slots: tuple[Slot, ...]
    ns_blame: Blame
    ew_blame: Blame
    law: str = ""
    approver: str = ""


@dataclass(frozen=True, slots=True)
class FoulBoard:
    """Divide the results of a board whose hands were changed in play, by the form of the deal, the first as dealt.

    Every place where the board is played is named once; fewer than two groups: the hands were not changed after all.
    A reason is needed in the stamp.
    """

    session: SessionNumber
    board: BoardNumber
    groups: tuple[tuple[Slot, ...], ...]
    approver: str = ""


@dataclass(frozen=True, slots=True)
class TickItem:
    """Tick an item of a list with the name of who did it, or (not `is_done`) open it again."""

    item: str
    name: str
    choice: str = ""
    session: SessionNumber = 1
    is_done: bool = True


@dataclass(frozen=True, slots=True)
class MarkBoards:
    """Say in what condition board sets are (no sets: all of the section).

    Making boards that a machine dealt, that are made already or were played is refused unless `force` says why.
    """

    session: SessionNumber
    section: SectionLetter
    condition: BoardCondition
    sets: tuple[SetNumber, ...] = ()
    force: str = ""


@dataclass(frozen=True, slots=True)
class AnnounceDeadline:
    """Announce that corrections of a session end with a round of a session; round 0 takes it back."""

    session: SessionNumber
    in_session: SessionNumber
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class DrawRound:
    """Draw the next round of a Swiss: `kept` pairings stand, `bans` keep two apart.

    A section without a movement gets that of a Swiss for those who have a number; numbers are seeds. A reason is needed
    when a pairing is kept against the rule, and when `may_break_rule` lets as few as possible be against it.
    """

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    kept: tuple[Kept, ...] = ()
    bans: tuple[Ban, ...] = ()
    may_break_rule: bool = False


@dataclass(frozen=True, slots=True)
class EnterLineup:
    """Say who of a team plays a half of its match in a round, by the names of the entry.

    A league lets nobody change partners among the four at half time (manual, lines 1682-1684).
    """

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    number: Number
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    half: int = 1


@dataclass(frozen=True, slots=True)
class ForfeitMatch:
    """Say that a team has lost its match of a round without playing it, or take that back. A reason is needed.

    `opponent` is needed where a team has two matches in a round (half of each); `approver` after the deadline.
    """

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    number: Number
    opponent: Number | None = None
    is_forfeited: bool = True
    approver: str = ""


@dataclass(frozen=True, slots=True)
class FormTeams:
    """Make even-chance teams of the pairs: best with worst, second with second-worst (manual, lines 2725-2734).

    `standby` is the pair that fills in when the number is odd and steps out when it is even.
    """

    standby: EntryId | None = None


@dataclass(frozen=True, slots=True)
class SeedNumbers:
    """Give numbers by seed: by the points of the best four of a team, of all others by the sum (manual, line 2675)."""

    session: SessionNumber
    section: SectionLetter


@dataclass(frozen=True, slots=True)
class Publish:
    """Publish the ranking as it stands. Missing results stop it unless `is_interim`."""

    is_interim: bool = False


@dataclass(frozen=True, slots=True)
class Finalise:
    """Close the event: the correction period is over, nothing is missing or pending."""


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
