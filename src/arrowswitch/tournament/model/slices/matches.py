"""Team matches: commands, facts and fold of line-ups, forfeits and results of whole matches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, count_correction, stored_copy
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import RoundPlace, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import Forfeit, Lineup, MatchSlip, ShortenedMatch, SlipUnit


@dataclass(frozen=True, slots=True)
class LineupSet(Fact):
    """The line-up of a team for a half of its match was set."""

    at: RoundPlace
    number: Number
    half: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    kind: ClassVar[str] = "lineup-set"


@dataclass(frozen=True, slots=True)
class MatchForfeited(Fact):
    """A team has forfeited its match of a round; or (not `is_forfeited`) it has not after all. `approver` let it pass
    after the deadline."""

    at: RoundPlace
    number: Number
    opponent: Number
    is_forfeited: bool = True
    approver: str = ""
    kind: ClassVar[str] = "match-forfeited"


@dataclass(frozen=True, slots=True)
class MatchSlipSet(Fact):
    """The slip of a whole match reports this result; another one that it had was corrected. `at` is the first round of
    the match, `boards` how many of its boards the slip is of. `approver` let it pass after the deadline."""

    at: RoundPlace
    home: Number
    away: Number
    home_points: Fraction
    away_points: Fraction
    unit: SlipUnit
    boards: int
    approver: str = ""
    kind: ClassVar[str] = "match-slip-set"


@dataclass(frozen=True, slots=True)
class MatchSlipRemoved(Fact):
    """The slip of a match was removed: the results of its boards count."""

    at: RoundPlace
    home: Number
    away: Number
    approver: str = ""
    kind: ClassVar[str] = "match-slip-removed"


@dataclass(frozen=True, slots=True)
class MatchShortened(Fact):
    """A match is scored on the boards played: nothing at these slots counts, and nothing is awaited there. No slots:
    the match is scored on all of its boards. `at` is the first round of the match; `approver` let it pass after the
    deadline."""

    at: RoundPlace
    home: Number
    away: Number
    slots: tuple[Slot, ...] = ()
    approver: str = ""
    kind: ClassVar[str] = "match-shortened"


@dataclass(frozen=True, slots=True)
class EnterLineup(Command):
    """Say who of a team plays a half of its match in a round, by the names of the entry.

    A league lets nobody change partners among the four at half time (manual, lines 1682-1684).
    """

    at: RoundPlace
    number: Number
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    half: int = 1


@dataclass(frozen=True, slots=True)
class ForfeitMatch(Command):
    """Say that a team has lost its match of a round without playing it, or take that back. A reason is needed.

    `opponent` is needed where a team has two matches in a round (half of each); `approver` after the deadline.
    """

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    is_forfeited: bool = True
    approver: str = ""


@dataclass(frozen=True, slots=True)
class ShortenMatch(Command):
    """Score a match on the boards played, because the others were cancelled, or again on all of its boards. A reason is
    needed.

    `opponent` is needed where a team has two matches in a round; `approver` after the deadline.
    """

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    is_shortened: bool = True
    approver: str = ""


@dataclass(frozen=True, slots=True)
class RemoveMatchResults(Command):
    """Empty all boards of a match at once: what was entered or ruled there, late plays, and the slip of the match.

    `opponent` is needed for a contestant with two matches in a round; a reason once the round is over or anything was
    published, `approver` after the deadline.
    """

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class EnterMatchSlip(Command):
    """Enter or correct the result of a whole match as its slip has it: `45-32`, in victory points `12.5-7.5v`.

    `number` is whose points stand first; `opponent` is needed where it has two matches in the round. A reason is needed
    to correct what was agreed, and for victory points that do not add up; `approver` after the deadline. `seen` is the
    number of the newest entry of the ledger when it was typed: a slip that another computer has entered since is not
    replaced. None does not look.
    """

    at: RoundPlace
    number: Number
    text: str
    opponent: Number | None = None
    approver: str = ""
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveMatchSlip(Command):
    """Take the slip of a match away, so that its boards count. A reason is needed, and `seen` is, as for
    `EnterMatchSlip`."""

    at: RoundPlace
    number: Number
    opponent: Number | None = None
    approver: str = ""
    seen: int | None = None


def _lineup_set(state: EventState, fact: LineupSet, entry: LedgerEntry) -> EventState:
    lineup = made_like(Lineup, fact)
    others = (other for other in state.matches.lineups if _half_of(other) != _half_of(lineup))
    return replace(state, matches=replace(state.matches, lineups=(*others, lineup)))


def _set_forfeit(state: EventState, fact: MatchForfeited, entry: LedgerEntry) -> EventState:
    forfeit = stored_copy(Forfeit, fact, entry)
    others = tuple(other for other in state.matches.forfeits if _match_of(other) != _match_of(forfeit))
    return replace(
        count_correction(state),
        matches=replace(state.matches, forfeits=(*others, forfeit) if fact.is_forfeited else others),
    )


def _slip_set(state: EventState, fact: MatchSlipSet, entry: LedgerEntry) -> EventState:
    return replace(
        count_correction(state),
        matches=replace(state.matches, slips=(*_other_slips(state, fact), stored_copy(MatchSlip, fact, entry))),
    )


def _slip_removed(state: EventState, fact: MatchSlipRemoved, entry: LedgerEntry) -> EventState:
    return replace(count_correction(state), matches=replace(state.matches, slips=_other_slips(state, fact)))


def _other_slips(state: EventState, fact: MatchSlipSet | MatchSlipRemoved) -> tuple[MatchSlip, ...]:
    """Returns the slips of all other matches."""
    here = fact.at, {fact.home, fact.away}
    return tuple(slip for slip in state.matches.slips if (slip.at, {slip.home, slip.away}) != here)


def _set_shortened(state: EventState, fact: MatchShortened, entry: LedgerEntry) -> EventState:
    here = fact.at, {fact.home, fact.away}
    others = tuple(one for one in state.matches.shortened if (one.at, {one.home, one.away}) != here)
    now = (stored_copy(ShortenedMatch, fact, entry),) if fact.slots else ()
    return replace(count_correction(state), matches=replace(state.matches, shortened=(*others, *now)))


def _half_of(lineup: Lineup) -> tuple[RoundPlace, Number, int]:
    return lineup.at, lineup.number, lineup.half


def _match_of(forfeit: Forfeit) -> tuple[RoundPlace, Number, Number]:
    return forfeit.at, forfeit.number, forfeit.opponent


FOLDS: Folds = {
    LineupSet: _lineup_set,
    MatchForfeited: _set_forfeit,
    MatchSlipSet: _slip_set,
    MatchSlipRemoved: _slip_removed,
    MatchShortened: _set_shortened,
}
