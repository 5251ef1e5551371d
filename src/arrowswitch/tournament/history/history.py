"""The history of an event: every ledger entry as messages, who, when and why, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.changes import Changes
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.moments import Moment
from arrowswitch.core.naming import Names
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.slips import SlipEntry, format_award, format_entry
from arrowswitch.tournament.history.advance_words import AdvanceStory, advance_words, advance_words_variant
from arrowswitch.tournament.history.deals_words import deals_words
from arrowswitch.tournament.history.finals_words import final_words, final_words_variant
from arrowswitch.tournament.history.league_words import league_words, league_words_variant
from arrowswitch.tournament.history.review_words import review_words
from arrowswitch.tournament.history.seating_words import (
    SeatingFact,
    seating_place,
    seating_words,
    seating_words_variant,
)
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import CopyMerged, EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.setting_labels import setting_changes
from arrowswitch.tournament.model.slices.advance import (
    AdvanceEntrySet,
    AdvanceTermsSet,
    EntryAdmitted,
    FeePaid,
    FeesMoved,
)
from arrowswitch.tournament.model.slices.deals import DealsAnalysed, DealsPlaced, DealsReleased, DealsSeen, HandsTyped
from arrowswitch.tournament.model.slices.devices import DevicesAllowed, ResultReported
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet, NameRemoved
from arrowswitch.tournament.model.slices.finals import CarryOverSet, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.model.slices.instant import DatumsGiven, TablesGiven
from arrowswitch.tournament.model.slices.knockout import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.model.slices.league import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.model.slices.lists import BoardsMarked, DeadlineAnnounced, ItemTicked
from arrowswitch.tournament.model.slices.matches import (
    LineupSet,
    MatchForfeited,
    MatchShortened,
    MatchSlipRemoved,
    MatchSlipSet,
)
from arrowswitch.tournament.model.slices.movement import MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.plans import PlanSet
from arrowswitch.tournament.model.slices.play import ClockSet, RoundClosed, StartPosted
from arrowswitch.tournament.model.slices.prizes import PrizesSet
from arrowswitch.tournament.model.slices.publication import Announced, AnnouncementEnded, TravellersReleased
from arrowswitch.tournament.model.slices.records import RecordKept
from arrowswitch.tournament.model.slices.reporting import ReportReceived, ReportSent
from arrowswitch.tournament.model.slices.results import LatePlaySet, OddAccepted, ResultEntered, ResultRemoved
from arrowswitch.tournament.model.slices.review import HandsReported, LeadReported, ReviewOptionsSet
from arrowswitch.tournament.model.slices.rulings import (
    AwardGiven,
    BoardFouled,
    CallEnded,
    CallNoted,
    CaseKept,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    RulingKept,
    ScoresRemoved,
)
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.slices.swiss import RoundDrawn, StandbyChosen
from arrowswitch.tournament.model.undo import is_rested_on, newest_to_undo
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.views import HistoryRow

_SlotFact = ResultEntered | AwardGiven | ResultRemoved
"""The facts that change the result of a slot."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The context of the words of a step: the ledger, the steps undone in it, whether places must be named (if the
    event has several sessions or sections), the names of everybody ever entered, the day of the event, and the advance
    entries before each step.
    """

    ledger: tuple[LedgerEntry, ...]
    gone: frozenset[int]
    has_sessions: bool
    has_sections: bool
    people: Mapping[str, Person]
    day: str
    advance: AdvanceStory

    @classmethod
    def of(cls, ledger: tuple[LedgerEntry, ...]) -> Telling:
        """Returns the context of the steps of a ledger."""
        gone = taken_back(ledger)
        counted = (fact for entry in ledger if entry.seq not in gone for fact in entry.facts)
        places = {fact.place for fact in counted if isinstance(fact, MovementSet | NumbersSet)}
        sessions, sections = {place.session for place in places}, {place.section for place in places}
        entered = (fact.entry for entry in ledger for fact in entry.facts if isinstance(fact, EntrySet))
        people = {person.name: person for entry in entered for person in entry.people}
        return cls(
            ledger=ledger,
            gone=gone,
            has_sessions=len(sessions) > 1,
            has_sections=len(sections) > 1,
            people=people,
            day=_day_of(ledger, gone),
            advance=AdvanceStory.of(ledger, gone),
        )

    def display_names(self, *names: str) -> Names:
        """Returns people whom a fact has by name alone, so that every language writes them in its own form."""
        return Names(tuple(self.people.get(name) or Person(name) for name in names if name))

    def at(self, place: Place) -> str:
        """Returns a place to stand before a round or number: `B `, `2B `, nothing where there is one place."""
        if self.has_sessions:
            return f"{place.format()} "
        return f"{place.section} " if self.has_sections else ""

    def clock_before(self, entry: LedgerEntry, clock: ClockSet) -> ClockSet | None:
        """Returns how the clock of a session stood before a step."""
        for fact in self._before(entry):
            if isinstance(fact, ClockSet) and fact.session == clock.session:
                return fact
        return None

    def changes(self, entry: LedgerEntry, changed: SettingsChanged) -> Changes:
        """Returns the settings that a step changed, each with its old and new value."""
        for fact in self._before(entry):
            if isinstance(fact, EventCreated | SettingsChanged):
                return Changes(*setting_changes(fact.settings, changed.settings))
        return Changes()

    def called_before(self, entry: LedgerEntry, entry_id: EntryId) -> Names:
        """Returns the names of an entry before a step. Returns nothing for a new entry."""
        for fact in self._before(entry):
            if isinstance(fact, EntrySet) and fact.entry.entry_id == entry_id:
                return fact.entry.display_names
        return Names()

    def _before(self, entry: LedgerEntry) -> Iterator[Fact]:
        """Returns the facts that counted before a step, the newest first."""
        for place in range(entry.seq - 2, -1, -1):
            if self.ledger[place].seq not in self.gone:
                yield from reversed(self.ledger[place].facts)


def _day_of(ledger: tuple[LedgerEntry, ...], gone: frozenset[int]) -> str:
    """Returns the date that an event has by its settings."""
    for entry in reversed(ledger):
        for fact in reversed(entry.facts):
            if isinstance(fact, EventCreated | SettingsChanged) and entry.seq not in gone:
                return fact.settings.date
    return ""


def history(ledger: tuple[LedgerEntry, ...], newest: int | None = None) -> tuple[HistoryRow, ...]:
    """Returns the ledger in words, newest first: the whole, or only the `newest` steps."""
    telling = Telling.of(ledger)
    first = max(0, len(ledger) - newest) if newest is not None else 0
    held = _last_facts(telling, ledger[:first])
    rows: list[HistoryRow] = []
    for entry in ledger[first:]:
        slot, before = _of_slot(telling, entry, held)
        rows.append(replace(_row(telling, entry), slot=slot, before=before))
    return tuple(reversed(rows))


def _last_facts(telling: Telling, ledger: tuple[LedgerEntry, ...]) -> dict[Slot, _SlotFact]:
    """Returns the last fact about the result of each slot, without undone steps."""
    held: dict[Slot, _SlotFact] = {}
    for entry in ledger:
        if entry.seq not in telling.gone:
            held.update((fact.slot, fact) for fact in entry.facts if isinstance(fact, _SlotFact))
    return held


def _of_slot(telling: Telling, entry: LedgerEntry, held: dict[Slot, _SlotFact]) -> tuple[Slot | None, str]:
    """Returns the last slot of a step with the result that it held before, and notes in `held` what it holds now."""
    last, before = None, ""
    for fact in entry.facts:
        slot = getattr(fact, "slot", None)
        if not isinstance(slot, Slot):
            continue
        last, before = slot, ""
        if isinstance(fact, _SlotFact) and entry.seq not in telling.gone:
            earlier = held.get(slot)
            before = "" if earlier is None else str(_params(earlier).get("result", ""))
            held[slot] = fact
    return last, before


def slot_history(ledger: tuple[LedgerEntry, ...], slot: Slot) -> tuple[HistoryRow, ...]:
    """Returns the history of one slot, newest first."""
    telling = Telling.of(ledger)
    return tuple(
        _row(telling, entry)
        for entry in reversed(ledger)
        if any(getattr(fact, "slot", None) == slot for fact in entry.facts)
    )


def next_undo(ledger: tuple[LedgerEntry, ...]) -> HistoryRow | None:
    """Returns the step that a plain undo would revert, in words, or None."""
    entry = newest_to_undo(ledger)
    return None if entry is None else _row(Telling.of(ledger), entry)


def slip_errors(ledger: tuple[LedgerEntry, ...], place: Place | None = None) -> dict[str, tuple[Slot, ...]]:
    """Returns by number the slots of a section (none given: of all) whose result was corrected because the players had
    written it wrongly (R-152)."""
    gone = taken_back(ledger)
    corrected: dict[str, tuple[Slot, ...]] = {}
    for entry in ledger:
        for fact in entry.facts:
            if entry.seq in gone or not isinstance(fact, ResultEntered) or fact.correction is None:
                continue
            is_here = place in (None, fact.slot.place)
            if is_here and fact.correction.value in ("written-wrong", "tricks-proven", "wrong-pair"):
                for number in fact.ns + fact.ew:
                    corrected[number] = (*corrected.get(number, ()), fact.slot)
    return corrected


def words(fact: Fact, entry: LedgerEntry, telling: Telling) -> Problem:
    """Returns a fact of a step as a message code (`history.<kind>`) with its parameters."""
    if isinstance(fact, AdvanceTermsSet | AdvanceEntrySet | FeePaid | FeesMoved):
        variant = advance_words_variant(fact, entry, telling.advance)
        return Problem(".".join(("history", fact.kind, *variant)), advance_words(fact, entry, telling.advance))
    own = seating_words(fact) if isinstance(fact, SeatingFact) else _params(fact)
    params = {**own, **_told_with(fact, entry, telling)}
    variant = _clock_variant(fact, entry, telling) if isinstance(fact, ClockSet) else _variant(fact)
    return Problem(".".join(("history", fact.kind, *variant)), params)


def _told_with(fact: Fact, entry: LedgerEntry, telling: Telling) -> dict[str, ParamValue]:
    """Returns the parameters that a fact does not have itself: its place where there are several, who was removed."""
    if isinstance(fact, SettingsChanged):
        return {"changes": telling.changes(entry, fact)}
    if isinstance(fact, EntryRemoved | EntryAdmitted):
        return {"names": telling.called_before(entry, fact.entry_id)}
    if isinstance(fact, StandbyChosen):
        return {} if fact.entry_id is None else {"names": telling.called_before(entry, fact.entry_id)}
    if isinstance(fact, FinalDeclined):
        return {"names": telling.called_before(entry, fact.entry_id) or fact.names}
    if isinstance(fact, StartPosted) and fact.starts_at is not None:
        return {"time": Moment(fact.starts_at.isoformat(), telling.day)}
    if isinstance(fact, LineupSet):
        return {"ns": telling.display_names(*fact.ns), "ew": telling.display_names(*fact.ew)}
    if isinstance(fact, PenaltySet | OffenceNoted | PlayerExpelled):
        return {"at": telling.at(fact.place), "player": telling.display_names(fact.player)}
    if isinstance(fact, SeatingFact):
        place = seating_place(fact)
        return {} if place is None else {"at": telling.at(place)}
    if isinstance(fact, RulingKept | CaseKept | CallNoted | CallEnded):
        return {"at": telling.at(fact.place)}
    if isinstance(fact, MatchSlipSet | MatchSlipRemoved):
        return {"at": telling.at(fact.at.place)}
    slot = getattr(fact, "slot", None)
    return {"at": telling.at(slot.place)} if isinstance(slot, Slot) else {}


def _clock_variant(clock: ClockSet, entry: LedgerEntry, telling: Telling) -> tuple[str, ...]:
    """Returns the change of the clock: a round started, stopped, run on, made longer or shorter."""
    before = telling.clock_before(entry, clock)
    if before is None or before.round != clock.round or any(isinstance(fact, RoundClosed) for fact in entry.facts):
        return ()
    if (before.ends_at is None) != (clock.ends_at is None):
        return ("stopped",) if clock.ends_at is None else ("running",)
    if before.ends_at is None or clock.ends_at is None:
        return ("longer",) if clock.left_seconds >= before.left_seconds else ("shorter",)
    return ("longer",) if clock.ends_at >= before.ends_at else ("shorter",)


def _variant(fact: Fact) -> tuple[str, ...]:
    """Returns the endings of a fact's code, if its value has a name of its own in every language."""
    if isinstance(fact, SeatingFact):
        return seating_words_variant(fact)
    if _takes_back(fact):
        return ("none",)
    match fact:
        case OffenceNoted(offence=offence):
            return (offence.value,)
        case SettingsChanged(rules=rules) if rules is not None:
            return ("rules",)
        case PenaltySet(unit=unit):
            return (unit.value,)
        case LineupSet(half=1 | 2 as half):
            return (f"half-{half}",)
        case ResultEntered(correction=CorrectionReason() as correction):
            return (correction.value,)
        case ResultRemoved(correction=CorrectionReason() as correction):
            return (correction.value,)
        case EntrySet(entry=entry) if entry.is_withdrawn:
            return ("withdrawn",)
        case EntrySet(from_session=session) if session > 1:
            return ("substitute",)
        case BoardsMarked(condition=condition):
            return (condition.value,)
        case ItemTicked(item=item, choice=choice, is_done=is_done):
            return ("open" if not is_done else choice or "done", item)
        case MatchRedrawn(match=match) if match.extra:
            return ("extra",)
        case MatchDecided(order=order) if order:
            return ("order",)
        case MatchSlipSet(unit=unit):
            return (unit.value,)
        case RulingKept(slot=Slot()):
            return ("board",)
        case CaseKept():
            return _case_variant(fact)
        case CallEnded(end=end):
            return (end.value,)
        case ImpsCarried(imps=imps) if not imps:
            return ("none",)
        case DealsSeen(board=int()):
            return ("board",)
        case DevicesAllowed(use=use):
            return (use.value,)
        case ReportSent(channel=channel):
            return (channel.value,)
        case FinalPlanned() | FinalDeclined() | FinalMade() | CarryOverSet() | TablesGiven() | DatumsGiven():
            return final_words_variant(fact)
        case MatchPostponed():
            return league_words_variant(fact)
    return ()


def _takes_back(fact: Fact) -> bool:
    """True if a fact takes back what earlier facts of its kind set."""
    match fact:
        case DeadlineAnnounced(round=0) | MatchForfeited(is_forfeited=False) | BoardFouled(groups=()):
            return True
        case MatchShortened(slots=()) | StandbyChosen(entry_id=None) | StartPosted(starts_at=None):
            return True
        case LatePlaySet(is_put_off=False) | TravellersReleased(is_released=False) | PrizesSet(plan=None):
            return True
        case DealsPlaced(deals=None) | DealsReleased(is_released=False) | HandsTyped(deal=None):
            return True
        case RecordKept(record=None) | HandsReported(deal=None) | ReviewOptionsSet(options=()):
            return True
    return False


def _row(telling: Telling, entry: LedgerEntry) -> HistoryRow:
    is_gone = entry.seq in telling.gone
    return HistoryRow(
        seq=entry.seq,
        at=entry.at,
        author=entry.stamp.author,
        device=entry.stamp.device,
        reason=entry.stamp.reason,
        what=tuple(words(fact, entry, telling) for fact in entry.facts),
        is_undone=is_gone,
        can_undo=not is_gone and not is_rested_on(telling.ledger, telling.gone, entry),
        took_back=_taken_back_by(telling, entry),
        day=telling.day,
        approver=next((name for fact in entry.facts if (name := getattr(fact, "approver", ""))), ""),
    )


def _taken_back_by(telling: Telling, entry: LedgerEntry) -> tuple[Problem, ...]:
    """Returns the words of the step that an undo reverted. Returns nothing for any other step."""
    undone = [telling.ledger[fact.seq - 1] for fact in entry.facts if isinstance(fact, Undone)]
    return tuple(words(fact, one, telling) for one in undone for fact in one.facts)


def _of_entry(fact: EntrySet | NameRemoved) -> dict[str, ParamValue]:
    if isinstance(fact, NameRemoved):
        return {"entries": fact.entries}
    return {"names": fact.entry.display_names, "session": fact.from_session}


def _result(fact: ResultEntered | ResultReported) -> dict[str, ParamValue]:
    if isinstance(fact, ResultReported):
        typed = format_entry(made_like(SlipEntry, fact, is_pending=False))
        return {**_place(fact.slot), "side": fact.side.label, "result": typed}
    typed = format_result(fact.result) if fact.result is not None else _awards(fact.ns_award, fact.ew_award)
    return {**_place(fact.slot), **_pairs(fact.ns, fact.ew), "result": typed, "forced": fact.forced}


def _params(fact: Fact) -> dict[str, ParamValue]:
    match fact:
        case ResultEntered() | ResultReported():
            return _result(fact)
        case AwardGiven():
            awards = _awards(fact.ns_award, fact.ew_award)
            return {**_place(fact.slot), **_pairs(fact.ns, fact.ew), "result": awards, "law": fact.law}
        case ResultRemoved(slot) | OddAccepted(slot) | LatePlaySet(slot) | RecordKept(slot):
            return _place(slot)
        case FinalPlanned() | FinalDeclined() | FinalMade() | CarryOverSet() | TablesGiven() | DatumsGiven():
            return final_words(fact)
        case NoteSet(slot, text, is_pending):
            return {**_place(slot), "text": text, "pending": int(is_pending)}
        case RulingKept() | CaseKept() | CallNoted() | CallEnded():
            return _of_advice(fact)
        case PenaltySet():
            return _penalty(fact)
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
        case LineupSet(at, number, half):
            return {"round": at.round, "number": number, "half": half}
        case MatchDecided(at, number, order):
            return {"round": at.round, "number": number, "order": ", ".join(order)}
        case MatchRedrawn():
            now = fact.match
            return {"round": fact.at.round, "match": now.bracket, "teams": " – ".join(now.teams), "extra": now.extra}
        case ImpsCarried(_, match, number, imps):
            return {"match": match, "number": number, "imps": plain_string(imps)}
        case MatchForfeited() | MatchSlipSet() | MatchSlipRemoved() | MatchShortened():
            return _of_match(fact)
        case LeagueSet() | LeagueScheduled() | MatchPostponed():
            return league_words(fact)
        case DealsPlaced() | DealsReleased() | DealsSeen() | HandsTyped() | DealsAnalysed():
            return deals_words(fact)
        case HandsReported() | LeadReported() | ReviewOptionsSet():
            return review_words(fact)
        case Announced(text=text) | AnnouncementEnded(text=text):
            return {"text": text}
        case EntrySet() | NameRemoved():
            return _of_entry(fact)
        case MovementSet(place, movement):
            return {"section": place.section, "family": movement.family if movement is not None else ""}
        case NumbersSet(place, numbers, seed):
            return {"section": place.section, "n": len(numbers), "seed": "" if seed is None else str(seed)}
        case PlanSet(sections):
            return {"sessions": len(sections), "sections": max(map(len, sections))}
        case ClockSet() | RoundClosed():
            return {"round": fact.round}
    return _of_event(fact)


def _of_event(fact: Fact) -> dict[str, ParamValue]:
    """Returns the parameters of a fact about the event as a whole."""
    match fact:
        case Undone(seq):
            return {"seq": seq}
        case EventCreated(_, settings):
            return {"name": settings.name}
        case CopyMerged(seqs, names, conflicts):
            return {"n": len(seqs), "names": names, "conflicts": conflicts}
        case PrizesSet(plan) if plan is not None:
            return {"n": len(plan.rules)}
        case StartPosted(session=number):
            return {"session": number}
        case ReportSent(version=version, to=to):
            return {"version": version, "to": to}
        case ReportReceived(version=version, receipt=receipt):
            return {"version": version, "receipt": receipt}
    return {}


def _case_variant(fact: CaseKept) -> tuple[str, ...]:
    """Returns how far a case had come: nothing once opened, `ruled`, `appealed`, or what became of the appeal."""
    if fact.appeal_by:
        return ("appealed" if fact.outcome is None else fact.outcome.value,)
    return ("ruled",) if fact.ruling else ()


def _of_advice(fact: RulingKept | CaseKept | CallNoted | CallEnded) -> dict[str, ParamValue]:
    if isinstance(fact, CallEnded):
        return {"n": fact.call, "case": fact.case, "text": fact.advice}
    if isinstance(fact, CallNoted):
        return {"n": fact.call, "round": fact.round, "table": fact.table, "text": fact.text}
    if isinstance(fact, CaseKept):
        return {"n": fact.case, "title": fact.title, "ruling": fact.ruling, "by": fact.appeal_by}
    where = {} if fact.slot is None else _place(fact.slot)
    return {**where, "title": fact.title, "ruling": fact.ruling, "law": fact.law}


def _penalty(fact: PenaltySet) -> dict[str, ParamValue]:
    params: dict[str, ParamValue] = {"number": fact.number, "amount": plain_string(fact.amount)}
    params["n"] = 1 if fact.amount == 1 else 2
    offence = "" if fact.offence is None else fact.offence.value
    return {**params, "unit": fact.unit.value, "law": fact.law, "offence": offence}


def _who(fact: OffenceNoted | PlayerExpelled | ScoresRemoved) -> dict[str, ParamValue]:
    law = "" if isinstance(fact, OffenceNoted) else fact.law
    return {"section": fact.place.section, "number": fact.number, "law": law}


def _of_match(fact: MatchForfeited | MatchSlipSet | MatchSlipRemoved | MatchShortened) -> dict[str, ParamValue]:
    if isinstance(fact, MatchForfeited):
        return {"round": fact.at.round, "number": fact.number, "opponent": fact.opponent}
    params: dict[str, ParamValue] = {"round": fact.at.round, "home": fact.home, "away": fact.away}
    if isinstance(fact, MatchSlipSet):
        params["points"] = f"{plain_string(fact.home_points)}-{plain_string(fact.away_points)}"
    if isinstance(fact, MatchShortened):
        params["boards"] = ", ".join(str(board) for _, board in sorted({(s.session, s.board) for s in fact.slots}))
    return params


def _place(slot: Slot) -> dict[str, ParamValue]:
    return {"section": slot.section, "round": slot.round, "table": slot.table, "board": slot.board}


def _pairs(ns: tuple[str, ...], ew: tuple[str, ...]) -> dict[str, ParamValue]:
    return {"ns": "+".join(ns), "ew": "+".join(ew)}


def _awards(ns: SideOutcome | None, ew: SideOutcome | None) -> str:
    sides = ("" if award is None else format_award(award) for award in (ns, ew))
    return " / ".join(sides)
