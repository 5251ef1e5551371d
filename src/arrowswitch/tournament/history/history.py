"""The history of an event: every ledger entry as messages, who, when and why, and what can be taken back."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.tournament.entries.facts import EntrySet
from arrowswitch.tournament.event.fold import taken_back
from arrowswitch.tournament.event.ledger import EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.event.undo import is_rested_on, newest_to_undo
from arrowswitch.tournament.event.views import HistoryRow
from arrowswitch.tournament.finals.facts import CarryOverSet, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.finals.words import final_words, final_words_variant
from arrowswitch.tournament.instant.facts import TablesGiven
from arrowswitch.tournament.knockout.facts import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.league.facts import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.league.words import league_words, league_words_variant
from arrowswitch.tournament.lists.facts import BoardsMarked, DeadlineAnnounced, ItemTicked
from arrowswitch.tournament.matches.facts import LineupSet, MatchForfeited
from arrowswitch.tournament.movement.facts import MovementSet, NumbersSet
from arrowswitch.tournament.plans.facts import PlanSet
from arrowswitch.tournament.play.facts import ClockSet, RoundClosed
from arrowswitch.tournament.results.facts import LatePlaySet, OddAccepted, ResultEntered, ResultRemoved
from arrowswitch.tournament.results.text_values import format_award
from arrowswitch.tournament.rulings.facts import (
    AwardGiven,
    BoardFouled,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    ScoresRemoved,
)
from arrowswitch.tournament.swiss.facts import RoundDrawn


def history(ledger: tuple[LedgerEntry, ...]) -> tuple[HistoryRow, ...]:
    """Returns the whole ledger in words, newest first."""
    gone = taken_back(ledger)
    return tuple(_row(ledger, entry, gone) for entry in reversed(ledger))


def slot_history(ledger: tuple[LedgerEntry, ...], slot: Slot) -> tuple[HistoryRow, ...]:
    """Returns what happened to one slot, newest first."""
    gone = taken_back(ledger)
    return tuple(
        _row(ledger, entry, gone)
        for entry in reversed(ledger)
        if any(getattr(fact, "slot", None) == slot for fact in entry.facts)
    )


def next_undo(ledger: tuple[LedgerEntry, ...]) -> HistoryRow | None:
    """Returns what a plain undo would take back, in words, or None."""
    entry = newest_to_undo(ledger)
    return None if entry is None else _row(ledger, entry, frozenset())


def slip_errors(ledger: tuple[LedgerEntry, ...], place: Place | None = None) -> dict[str, tuple[Slot, ...]]:
    """Returns by number the slots of a section (none given: of all) whose result the players had written wrongly, so
    that it was corrected (R-152)."""
    gone = taken_back(ledger)
    found: dict[str, tuple[Slot, ...]] = {}
    for entry in ledger:
        for fact in entry.facts:
            if entry.seq in gone or not isinstance(fact, ResultEntered) or fact.correction is None:
                continue
            is_here = place in (None, fact.slot.place)
            if is_here and fact.correction.value in ("written-wrong", "tricks-proven", "wrong-pair"):
                for number in fact.ns + fact.ew:
                    found[number] = (*found.get(number, ()), fact.slot)
    return found


def words(fact: Fact) -> Problem:
    """Returns what a fact says, as a message code (`history.<kind>`) with its parameters."""
    return Problem(".".join(("history", fact.kind, *_variant(fact))), _params(fact))


def _variant(fact: Fact) -> tuple[str, ...]:
    """Returns what the code of a fact ends with, where its value has a name of its own in every language."""
    match fact:
        case OffenceNoted(offence=offence):
            return (offence.value,)
        case BoardsMarked(condition=condition):
            return (condition.value,)
        case ItemTicked(item=item, choice=choice, is_done=is_done):
            return ("open" if not is_done else choice or "done", item)
        case MatchRedrawn(match=match) if match.extra:
            return ("extra",)
        case MatchDecided(order=order) if order:
            return ("order",)
        case ImpsCarried(imps=imps) if not imps:
            return ("none",)
        case DeadlineAnnounced(round=0) | MatchForfeited(is_forfeited=False) | BoardFouled(groups=()):
            return ("none",)
        case LatePlaySet(is_put_off=False):
            return ("none",)
        case FinalPlanned() | FinalDeclined() | FinalMade() | CarryOverSet() | TablesGiven():
            return final_words_variant(fact)
        case MatchPostponed():
            return league_words_variant(fact)
    return ()


def _row(ledger: tuple[LedgerEntry, ...], entry: LedgerEntry, gone: frozenset[int]) -> HistoryRow:
    is_gone = entry.seq in gone
    return HistoryRow(
        seq=entry.seq,
        at=entry.at,
        author=entry.stamp.author,
        device=entry.stamp.device,
        reason=entry.stamp.reason,
        what=tuple(words(fact) for fact in entry.facts),
        is_undone=is_gone,
        can_undo=not is_gone and not is_rested_on(ledger, entry),
    )


def _params(fact: Fact) -> dict[str, ParamValue]:
    match fact:
        case ResultEntered():
            typed = format_result(fact.result) if fact.result is not None else _awards(fact.ns_award, fact.ew_award)
            return {**_place(fact.slot), **_pairs(fact.ns, fact.ew), "result": typed, "forced": fact.forced}
        case AwardGiven():
            awards = _awards(fact.ns_award, fact.ew_award)
            return {**_place(fact.slot), **_pairs(fact.ns, fact.ew), "result": awards, "law": fact.law}
        case ResultRemoved(slot) | OddAccepted(slot) | LatePlaySet(slot):
            return _place(slot)
        case FinalPlanned() | FinalDeclined() | FinalMade() | CarryOverSet() | TablesGiven():
            return final_words(fact)
        case NoteSet(slot, text, is_pending):
            return {**_place(slot), "text": text, "pending": int(is_pending)}
        case PenaltySet():
            params: dict[str, ParamValue] = {"number": fact.number, "amount": plain_string(fact.amount)}
            offence = "" if fact.offence is None else fact.offence.value
            return {**params, "unit": fact.unit.value, "law": fact.law, "offence": offence, "player": fact.player}
        case OffenceNoted() | PlayerExpelled() | ScoresRemoved():
            return _who(fact)
        case BoardFouled(_, board, groups):
            return {"board": board, "n": len(groups), "sizes": " + ".join(str(len(slots)) for slots in groups)}
        case ItemTicked(item=item, name=name):
            return {"item": item, "name": name}
        case BoardsMarked(place, boards):
            return {"section": place.section, "n": len(boards), "first": min(boards), "last": max(boards)}
        case DeadlineAnnounced(number, in_session, round_number):
            return {"session": number, "in_session": in_session, "round": round_number}
        case RoundDrawn(place, drawn):
            return {"section": place.section, "round": drawn.round, "n": len(drawn.matches)}
        case LineupSet():
            players = {"ns": " - ".join(fact.ns), "ew": " - ".join(fact.ew)}
            return {"round": fact.at.round, "number": fact.number, "half": fact.half, **players}
        case MatchDecided(at, number, order):
            return {"round": at.round, "number": number, "order": ", ".join(order)}
        case MatchRedrawn():
            now = fact.match
            return {"round": fact.at.round, "match": now.bracket, "teams": " - ".join(now.teams), "extra": now.extra}
        case ImpsCarried(_, match, number, imps):
            return {"match": match, "number": number, "imps": plain_string(imps)}
        case MatchForfeited():
            return {"round": fact.at.round, "number": fact.number, "opponent": fact.opponent}
        case LeagueSet() | LeagueScheduled() | MatchPostponed():
            return league_words(fact)
        case EntrySet(entry):
            return {"names": entry.called, "withdrawn": int(entry.is_withdrawn)}
        case MovementSet(place, movement):
            return {"section": place.section, "family": movement.family if movement is not None else ""}
        case NumbersSet(place, numbers, seed):
            return {"section": place.section, "n": len(numbers), "seed": "" if seed is None else str(seed)}
        case PlanSet(sections):
            return {"sessions": len(sections), "sections": max(map(len, sections))}
        case ClockSet() | RoundClosed():
            return {"round": fact.round}
        case Undone(seq):
            return {"seq": seq}
        case EventCreated(_, settings):
            return {"name": settings.name}
    return {}


def _who(fact: OffenceNoted | PlayerExpelled | ScoresRemoved) -> dict[str, ParamValue]:
    law = "" if isinstance(fact, OffenceNoted) else fact.law
    player = "" if isinstance(fact, ScoresRemoved) else fact.player
    return {"section": fact.place.section, "number": fact.number, "player": player, "law": law}


def _place(slot: Slot) -> dict[str, ParamValue]:
    return {"section": slot.section, "round": slot.round, "table": slot.table, "board": slot.board}


def _pairs(ns: tuple[str, ...], ew: tuple[str, ...]) -> dict[str, ParamValue]:
    return {"ns": "+".join(ns), "ew": "+".join(ew)}


def _awards(ns: SideOutcome | None, ew: SideOutcome | None) -> str:
    sides = ("" if award is None else format_award(award) for award in (ns, ew))
    return " / ".join(sides)
