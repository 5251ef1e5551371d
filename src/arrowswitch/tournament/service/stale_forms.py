"""What a form would put in the place of something that was stored after its page was made.

Most commands add to the story, and none of them can take away what another added. Some say a whole anew: the plan of
the prizes, a line-up, what a final takes over. Who sends one of these from an older page is told, and nothing is
stored.
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
"""The commands that say a whole anew."""
_SUBJECT = ("place", "at", "number", "half", "session", "board", "slot", "case", "home")


def refuse_replacing(command: Command, facts: Sequence[Fact], ledger: Sequence[LedgerEntry], seen: int | None) -> None:
    """Raises Refused (`event.meanwhile`) where a command of a page that shows the event as it was after entry `seen`
    would replace something that was stored since; nothing for a page that does not say what it shows."""
    if seen is None or not isinstance(command, REPLACING):
        return
    about = _settled if isinstance(command, SettleWithdrawal) else subject_of
    mine = {command.place} if isinstance(command, SettleWithdrawal) else {subject_of(fact) for fact in facts}
    for entry in reversed(ledger[seen:]):
        if any(about(fact) in mine for fact in entry.facts):
            raise Refused.of("event.meanwhile", who=entry.stamp.author or entry.stamp.device)


def _settled(fact: Fact) -> object:
    """Returns where a fact settles boards of somebody who left: as awards, or by taking all scores away, and who does
    the one would undo the other."""
    match fact:
        case ScoresRemoved():
            return fact.place
        case AwardGiven():
            return fact.slot.place
    return None


def subject_of(fact: Fact) -> tuple[object, ...]:
    """Returns what a fact is about: its kind, and the place, slot, match, board, case or entry that it names.

    Who has lost a match is said by one of its teams, and the other team is the same match."""
    if isinstance(fact, MatchForfeited):
        return (fact.kind, fact.at, frozenset((fact.number, fact.opponent)))
    entry = getattr(fact, "entry", None) or getattr(fact, "advance", None)
    return (fact.kind, getattr(entry, "entry_id", None), *(getattr(fact, name, None) for name in _SUBJECT))
