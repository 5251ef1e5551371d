"""Offences in play and their penalties in the regulations. Nothing here is applied automatically.

| regulations summary | rule | here |
|---|---|---|
| lines 47-59 | what one board is worth when a penalty is counted in boards | `totals.accounts.worth_of` |
| lines 81-95 | scoring mistakes, wrong boards and opponents: none at first, limited if repeated | `liabilities_for` |
| lines 97-113 | hands misplaced: who is responsible, and upper limits | `liabilities_for` |
| lines 115-121 | barred systems and conventions: up to a limit on top of the adjusted score | `liabilities_for` |
| lines 252-258 | conduct: for each player, rising in a session, then out | `liabilities_for` |

The amounts and the clauses behind them are in the regulations (`PenaltyLimits`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Sanction(StrEnum):
    """The consequence of a third breach of conduct: the player leaves the session, or the match is forfeited."""

    EXPULSION = "expulsion"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class PenaltyLimits:
    """The usual penalties and upper limits, in boards; those of team matches for conduct in IMPs. The third breach of
    conduct has a sanction."""

    scoring_mistake: Fraction
    wrong_board: Fraction
    wrong_opponents: Fraction
    hands_misplaced_keeper: Fraction
    hands_misplaced_other: Fraction
    hands_misplaced_clear: Fraction
    system_violation: Fraction
    conduct_first: Fraction
    conduct_second: Fraction
    conduct_imps_first: Fraction = Fraction(3)
    conduct_imps_second: Fraction = Fraction(6)
    conduct_third: Sanction = Sanction.EXPULSION
    conduct_imps_third: Sanction = Sanction.FORFEIT


class Offence(StrEnum):
    """The offences with a penalty in the regulations."""

    SCORING_MISTAKE = "scoring-mistake"
    WRONG_BOARD = "wrong-board"
    WRONG_OPPONENTS = "wrong-opponents"
    HANDS_MISPLACED = "hands-misplaced"
    BARRED_SYSTEM = "barred-system"
    CONDUCT = "conduct"


class Contest(StrEnum):
    """How an event is won, as far as penalties tell events apart."""

    MATCHPOINTS = "matchpoints"
    IMP_PAIRS = "imp-pairs"
    TOTAL_POINTS = "total-points"
    HOUSTON = "houston"
    BOARD_A_MATCH = "board-a-match"
    VICTORY_POINTS = "victory-points"
    KNOCKOUT = "knockout"

    @property
    def is_imp_match(self) -> bool:
        """True for team matches in IMPs, in which conduct is penalised in IMPs."""
        return self in (Contest.VICTORY_POINTS, Contest.KNOCKOUT)

    @property
    def is_won_by_vp(self) -> bool:
        """True if rounds earn victory points (board-a-match and Houston are counted here, line 57)."""
        return self in (Contest.HOUSTON, Contest.BOARD_A_MATCH, Contest.VICTORY_POINTS)


class Role(StrEnum):
    """The side that is liable: the offender, the side in charge of the boards, the side opposite it, or North-South."""

    OFFENDER = "offender"
    KEEPER = "keeper"
    OTHER_SIDE = "other-side"
    NORTH_SOUTH = "north-south"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances of a penalty, in addition to the offence.

    `earlier` offences of the same kind in the session (of the same player for conduct); `is_serious` when it upset the
    progress of the game; `is_clear` when it is known who is responsible.
    """

    contest: Contest = Contest.MATCHPOINTS
    earlier: int = 0
    is_serious: bool = False
    is_clear: bool = False


@dataclass(frozen=True, slots=True)
class Liability:
    """A possible loss: `boards` or `imps`, an upper limit unless `is_fixed`.

    `is_out` when the player leaves the session and gets no master points; `is_forfeit` when the match is lost;
    `repairs_damage` when opponents who were damaged get an adjusted score. `key` names the amount in the regulations.
    """

    role: Role
    key: str
    boards: Fraction = Fraction(0)
    imps: Fraction = Fraction(0)
    is_fixed: bool = False
    is_out: bool = False
    is_forfeit: bool = False
    repairs_damage: bool = False

    @property
    def is_due(self) -> bool:
        """True if the regulations provide for a penalty so far; a first slip usually costs nothing."""
        return bool(self.boards or self.imps or self.is_out or self.is_forfeit or self.repairs_damage)


def liabilities_for(offence: Offence, limits: PenaltyLimits, circumstances: Circumstances) -> tuple[Liability, ...]:
    """Returns the penalties of the regulations for an offence, one liability for each role that has one."""
    match offence:
        case Offence.SCORING_MISTAKE:
            return (_when(circumstances.earlier > 0, "scoring-mistake", limits.scoring_mistake),)
        case Offence.WRONG_BOARD:
            return (_when(circumstances.earlier > 0 or circumstances.is_serious, "wrong-board", limits.wrong_board),)
        case Offence.WRONG_OPPONENTS:
            return (_when(circumstances.earlier > 0, "wrong-opponents", limits.wrong_opponents),)
        case Offence.BARRED_SYSTEM:
            return (Liability(role=Role.OFFENDER, key="penalties.system-violation", boards=limits.system_violation),)
        case Offence.HANDS_MISPLACED:
            return _misplaced_hands(limits, circumstances)
    return (_conduct(limits, circumstances),)


def _when(is_repeated: bool, key: str, limit: Fraction) -> Liability:
    return Liability(role=Role.OFFENDER, key=f"penalties.{key}", boards=limit if is_repeated else Fraction(0))


def _misplaced_hands(limits: PenaltyLimits, circumstances: Circumstances) -> tuple[Liability, ...]:
    clear = "penalties.hands-misplaced-clear"
    if circumstances.contest is Contest.KNOCKOUT or circumstances.contest.is_won_by_vp:
        role = Role.OFFENDER if circumstances.is_clear else Role.NORTH_SOUTH
        extra = limits.hands_misplaced_clear if circumstances.contest.is_won_by_vp else Fraction(0)
        return (Liability(role=role, key=clear, boards=extra, repairs_damage=True),)
    if circumstances.is_clear:
        return (Liability(role=Role.OFFENDER, key=clear, boards=limits.hands_misplaced_clear),)
    return (
        Liability(role=Role.KEEPER, key="penalties.hands-misplaced-keeper", boards=limits.hands_misplaced_keeper),
        Liability(role=Role.OTHER_SIDE, key="penalties.hands-misplaced-other", boards=limits.hands_misplaced_other),
    )


def _conduct(limits: PenaltyLimits, circumstances: Circumstances) -> Liability:
    is_imp_match = circumstances.contest.is_imp_match
    prefix = "penalties.conduct-imps" if is_imp_match else "penalties.conduct"
    if circumstances.earlier > 1:
        sanction = limits.conduct_imps_third if is_imp_match else limits.conduct_third
        return Liability(
            role=Role.OFFENDER,
            key=f"{prefix}-third",
            is_fixed=True,
            is_out=sanction is Sanction.EXPULSION,
            is_forfeit=sanction is Sanction.FORFEIT,
        )
    if is_imp_match:
        imps = limits.conduct_imps_second if circumstances.earlier else limits.conduct_imps_first
        return Liability(role=Role.OFFENDER, key=f"{prefix}-{_TIMES[circumstances.earlier]}", imps=imps, is_fixed=True)
    boards = limits.conduct_second if circumstances.earlier else limits.conduct_first
    return Liability(role=Role.OFFENDER, key=f"{prefix}-{_TIMES[circumstances.earlier]}", boards=boards, is_fixed=True)


_TIMES = ("first", "second")
