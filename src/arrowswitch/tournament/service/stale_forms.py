"""Stale forms: a form that would replace values stored after its page was made.

Most commands only add to the history. Some replace a whole value: the plan of the prizes, a line-up, the carry-over of
a final. Such a command from an older page is refused with a message, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.slices.advance import ChangeAdvanceEntry, SetAdvanceTerms
from arrowswitch.tournament.model.slices.deals import TypeHands
from arrowswitch.tournament.model.slices.division import SplitFlights, SpreadPairs
from arrowswitch.tournament.model.slices.entries import SetHandicap
from arrowswitch.tournament.model.slices.finals import PlanFinal, SetCarryOver
from arrowswitch.tournament.model.slices.instant import GiveDatums, GiveTables
from arrowswitch.tournament.model.slices.league import PostponeMatch, SetLeague, TakeSchedule
from arrowswitch.tournament.model.slices.lists import AnnounceDeadline
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch, MatchForfeited, ShortenMatch
from arrowswitch.tournament.model.slices.play import PostStart
from arrowswitch.tournament.model.slices.prizes import SetPrizes
from arrowswitch.tournament.model.slices.rulings import (
    AwardGiven,
    AwardUnplayed,
    FoulBoard,
    KeepCase,
    ScoresRemoved,
    SetNote,
    SettleWithdrawal,
)
from arrowswitch.tournament.model.slices.swiss import ChooseStandby, DrawRound

REPLACING: tuple[type[Command], ...] = (
    *(FoulBoard, PlanFinal, TakeSchedule, SetCarryOver, SetHandicap, SetNote, KeepCase, GiveTables, GiveDatums),
    *(SetLeague, EnterLineup, SetPrizes, TypeHands, SetAdvanceTerms, ChangeAdvanceEntry, AnnounceDeadline),
    *(PostponeMatch, SpreadPairs, SplitFlights, DrawRound, ChooseStandby, AwardUnplayed, SettleWithdrawal),
    *(ForfeitMatch, ShortenMatch, PostStart),
)
"""The commands that replace a whole value."""
_SUBJECT = ("place", "at", "number", "half", "session", "board", "slot", "case", "home")


def refuse_replacing(command: Command, facts: Sequence[Fact], ledger: Sequence[LedgerEntry], seen: int | None) -> None:
    """Raises Refused (`event.meanwhile`) where a command of a page that shows the event as it was after entry `seen`
    would replace something that was stored since; nothing for a page that does not say what it shows."""
    if seen is None or not isinstance(command, REPLACING):
        return
    about = _settled_boards if isinstance(command, SettleWithdrawal) else subject_of
    mine = {command.place} if isinstance(command, SettleWithdrawal) else {subject_of(fact) for fact in facts}
    for entry in reversed(ledger[seen:]):
        if any(about(fact) in mine for fact in entry.facts):
            raise Refused.of("event.meanwhile", who=entry.stamp.author or entry.stamp.device)


def _settled_boards(fact: Fact) -> object:
    """Returns the place for which a fact settles the boards of a contestant who left: by awards, or by removing all
    scores. Each would undo the other."""
    match fact:
        case ScoresRemoved():
            return fact.place
        case AwardGiven():
            return fact.slot.place
    return None


def subject_of(fact: Fact) -> tuple[object, ...]:
    """Returns the subject of a fact: its kind, and the place, slot, match, board, case or entry that it names.

    The loser of a match is recorded with one of its teams, and the other team belongs to the same match."""
    if isinstance(fact, MatchForfeited):
        return (fact.kind, fact.at, frozenset((fact.number, fact.opponent)))
    entry = getattr(fact, "entry", None) or getattr(fact, "advance", None)
    return (fact.kind, getattr(entry, "entry_id", None), *(getattr(fact, name, None) for name in _SUBJECT))
