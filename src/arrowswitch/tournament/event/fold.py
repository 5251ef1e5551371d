"""The fold: an event's state is what its ledger, read from the start, makes of nothing.

Entries that were taken back are passed over, so undo needs no inverse facts: the state is folded again without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from arrowswitch.core.errors import Impossible, Malformed
from arrowswitch.core.movements.families.drawn import with_match, with_round
from arrowswitch.tournament.entries.facts import EntryRemoved, EntrySet
from arrowswitch.tournament.event.ledger import EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.event.model import (
    Clock,
    Decision,
    DrawnRound,
    EventState,
    Expulsion,
    Forfeit,
    FouledBoard,
    Lineup,
    Note,
    NotedOffence,
    PenaltyGiven,
    Publication,
    PutOff,
    Removal,
    RoundDeadline,
    Section,
    Session,
    SessionNumber,
    Slot,
    TableEntry,
    Tick,
)
from arrowswitch.tournament.finals.facts import CarryOverSet, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.finals.values import FinalPlan
from arrowswitch.tournament.instant.tables import TablesGiven
from arrowswitch.tournament.knockout.facts import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.knockout.values import CarriedIn
from arrowswitch.tournament.league.facts import LEAGUE_FACTS
from arrowswitch.tournament.league.fold import apply_league
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

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def taken_back(ledger: Iterable[LedgerEntry]) -> frozenset[int]:
    """Returns the `seq` of every ledger entry that does not count: undone, where the undoing was not itself undone."""
    undone: set[int] = set()
    for entry in reversed(tuple(ledger)):
        if entry.seq in undone:
            continue
        undone.update(fact.seq for fact in entry.facts if isinstance(fact, Undone))
    return frozenset(undone)


def state_of(ledger: tuple[LedgerEntry, ...]) -> EventState:
    """Returns the state of an event after its whole ledger.

    Raises Malformed (`ledger.start`) when it does not begin with the event's creation, (`ledger.gap`) when numbers
    are missing.
    """
    if not ledger or not ledger[0].facts or not isinstance(ledger[0].facts[0], EventCreated):
        raise Malformed.of("ledger.start")
    for place, entry in enumerate(ledger, start=1):
        if entry.seq != place:
            raise Malformed.of("ledger.gap", expected=place, found=entry.seq)
    created = ledger[0].facts[0]
    state = EventState(
        created.event_id,
        created.settings,
        created.rules,
        sessions={number: Session(number) for number in range(1, created.settings.sessions + 1)},
    )
    passed_over = taken_back(ledger)
    for entry in ledger:
        if entry.seq not in passed_over:
            state = advance(state, entry)
    return replace(state, seq=ledger[-1].seq)


def advance(state: EventState, entry: LedgerEntry) -> EventState:
    """Returns the state after one more ledger entry that takes nothing back."""
    for fact in entry.facts:
        state = _APPLY[type(fact)](state, fact, entry)
    return replace(state, seq=entry.seq)


def is_undoing(entry: LedgerEntry) -> bool:
    """Tells whether the entry takes another one back, so that the state must be folded anew."""
    return any(isinstance(fact, Undone) for fact in entry.facts)


_Apply = Callable[[EventState, Fact, LedgerEntry], EventState]


def _apply(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    match fact:
        case EventCreated() | Undone():
            return state
        case SettingsChanged(settings, rules):
            sessions = {n: state.sessions.get(n, Session(n)) for n in range(1, settings.sessions + 1)}
            return replace(state, settings=settings, rules=rules or state.rules, sessions=sessions)
        case EntrySet(who):
            return replace(state, entries=_put(state.entries, who.entry_id, who))
        case EntryRemoved(entry_id):
            return replace(state, entries=_without(state.entries, entry_id))
    raise Impossible(f"no rule folds {fact!r}")


def _apply_conduct(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    reason, seq = entry.stamp.reason, entry.seq
    match fact:
        case PenaltySet(session, letter, number, amount, unit, law, offence, player, in_round):
            given = PenaltyGiven(session, number, letter, amount, unit, reason, law, seq, offence, player, in_round)
            return replace(state, penalties=(*state.penalties, given))
        case OffenceNoted(session, letter, number, kind_of, player):
            noted = NotedOffence(session, letter, number, kind_of, player, reason, seq)
            return replace(state, noted_offences=(*state.noted_offences, noted))
        case PlayerExpelled(session, letter, number, player, law):
            expulsion = Expulsion(session, letter, number, player, reason, law, seq)
            return replace(state, expulsions=(*state.expulsions, expulsion))
        case ScoresRemoved(session, letter, number, law):
            removal = Removal(session, letter, number, reason, law, seq)
            corrected = state.corrections + bool(state.publications)
            return replace(state, removed=(*state.removed, removal), corrections=corrected)
        case BoardFouled(session, board, groups):
            others = tuple(one for one in state.fouled if (one.session, one.board) != (session, board))
            fouled = (*others, FouledBoard(session, board, groups, reason, seq)) if groups else others
            return replace(state, fouled=fouled, corrections=state.corrections + bool(state.publications))
    raise Impossible(f"no rule folds {fact!r}")


def _apply_lists(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    match fact:
        case ItemTicked(number, item, name, choice, is_done):
            session = state.session(number)
            tick = Tick(item, name, choice, entry.at, entry.seq)
            ticks = _put(session.ticks, item, tick) if is_done else _without(session.ticks, item)
            return _with_session(state, replace(session, ticks=ticks))
        case BoardsMarked(number, letter, boards, condition):
            session = state.session(number)
            section = state.section(number, letter)
            conditions = {**section.conditions, **dict.fromkeys(boards, condition)}
            marked = replace(section, conditions=conditions)
            return _with_session(state, replace(session, sections=_put(session.sections, letter, marked)))
        case DeadlineAnnounced(number, in_session, round_number):
            deadline = RoundDeadline(number, in_session, round_number) if round_number else None
            return _with_session(state, replace(state.session(number), deadline=deadline))
    raise Impossible(f"no rule folds {fact!r}")


def _apply_match(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    match fact:
        case RoundDrawn(number, letter, drawn, meetings, board_sets):
            section = state.section(number, letter)
            if section.movement is None:
                raise Malformed.of("draw.no-movement", round=drawn.round)
            movement = with_round(section.movement, drawn.round, meetings, board_sets)
            changed = replace(section, movement=movement, draws=(*section.draws, drawn))
            session = state.session(number)
            return _with_session(state, replace(session, sections=_put(session.sections, letter, changed)))
        case LineupSet(number, letter, in_round, team, half, ns, ew):
            lineup = Lineup(number, letter, in_round, team, half, ns, ew)
            place = (number, letter, in_round, team, half)
            others = (o for o in state.lineups if (o.session, o.section, o.round, o.number, o.half) != place)
            return replace(state, lineups=(*others, lineup))
        case MatchForfeited(number, letter, in_round, team, other, is_forfeited):
            forfeit = Forfeit(number, letter, in_round, team, other, entry.stamp.reason, entry.seq)
            left = tuple(one for one in state.forfeits if _place_of(one) != _place_of(forfeit))
            corrected = state.corrections + bool(state.publications)
            return replace(state, forfeits=(*left, forfeit) if is_forfeited else left, corrections=corrected)
    raise Impossible(f"no rule folds {fact!r}")


def _apply_knockout(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    corrected = state.corrections + bool(state.publications)
    match fact:
        case MatchDecided(number, letter, in_round, team, order):
            decision = Decision(number, letter, in_round, team, entry.stamp.reason, entry.seq, order)
            return replace(state, decisions=(*state.decisions, decision), corrections=corrected)
        case ImpsCarried(_, letter, match, team, imps):
            others = tuple(o for o in state.carried if (o.section, o.match, o.number) != (letter, match, team))
            carried = CarriedIn(letter, match, team, imps, entry.stamp.reason, entry.seq)
            kept = (*others, carried) if imps else others
            return replace(state, carried=kept, corrections=corrected)
        case MatchRedrawn(number, letter):
            return _redrawn(state, fact, state.section(number, letter))
    raise Impossible(f"no rule folds {fact!r}")


def _redrawn(state: EventState, fact: MatchRedrawn, section: Section) -> EventState:
    """Returns the state with a drawn match of a knockout as it is now."""
    drawn = next((one for one in section.draws if one.round == fact.round), DrawnRound(fact.round, ()))
    before = next((one for one in drawn.matches if one.bracket == fact.match.bracket), None)
    if section.movement is None or before is None:
        raise Malformed.of("bracket.not-drawn", match=fact.match.bracket)
    matches = tuple(fact.match if one == before else one for one in drawn.matches)
    draws = tuple(replace(one, matches=matches) if one == drawn else one for one in section.draws)
    movement = with_match(section.movement, fact.round, before.tables, fact.meetings, fact.board_sets, fact.labels)
    changed = replace(section, movement=movement, draws=draws)
    session = state.session(fact.session)
    return _with_session(state, replace(session, sections=_put(session.sections, section.letter, changed)))


def _place_of(forfeit: Forfeit) -> tuple[int, str, int, str, str]:
    return forfeit.session, forfeit.section, forfeit.round, forfeit.number, forfeit.opponent


def _planned(state: EventState, sections: tuple[str, ...], moves: tuple[str, ...]) -> EventState:
    """Returns the state with no other sections than the plan's in each session, and its changes of numbers."""
    sessions = {
        number: replace(session, sections={one: found for one, found in session.sections.items() if one in letters})
        for (number, session), letters in zip(sorted(state.sessions.items()), sections, strict=False)
    }
    return replace(state, sessions={**state.sessions, **sessions}, moves=moves)


def _apply_session(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    match fact:
        case MovementSet(number, letter, movement):
            session = state.session(number)
            section = replace(session.sections.get(letter, Section(letter)), movement=movement)
            return _with_session(state, replace(session, sections=_put(session.sections, letter, section)))
        case NumbersSet(number, letter, numbers, seed):
            session = state.session(number)
            section = session.sections.get(letter, Section(letter))
            seated = replace(section, numbers=dict(numbers), draw_seed=seed)
            return _with_session(state, replace(session, sections=_put(session.sections, letter, seated)))
        case PlanSet(sections, moves):
            return _planned(state, sections, moves)
        case PlayStarted(number, at):
            return _with_session(state, replace(state.session(number), started_at=at))
        case ClockSet(number, round_number, ends_at, left):
            clock = Clock(round_number, ends_at, left)
            return _with_session(state, replace(state.session(number), clock=clock))
        case RoundClosed(number, round_number):
            return _closed(state, number, round_number)
    raise Impossible(f"no rule folds {fact!r}")


def _apply_result(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    match fact:
        case ResultEntered(slot):
            return _entered(state, fact, entry)
        case ResultRemoved(slot):
            removed = replace(state, results=_without(state.results, slot))
            return replace(removed, corrections=removed.corrections + bool(state.publications))
        case LatePlaySet(slot, ns, ew, is_put_off):
            late = PutOff(slot, ns, ew, entry.stamp.reason, entry.seq)
            kept_off = _put(state.put_off, slot, late) if is_put_off else _without(state.put_off, slot)
            return replace(state, put_off=kept_off)
        case OddAccepted(slot):
            return _changed(state, slot, lambda known: replace(known, is_odd_accepted=True))
        case AwardGiven(slot):
            return _awarded(state, fact, entry)
        case NoteSet(slot, text, is_pending):
            kept = _put(state.notes, slot, Note(slot, text, is_pending))
            return replace(state, notes=kept if text or is_pending else _without(state.notes, slot))
        case Published(at, deadline, is_interim):
            version = len(state.publications) + 1
            publication = Publication(version, entry.seq, at, deadline, state.corrections, is_interim)
            return replace(state, publications=(*state.publications, publication))
        case Finalised(at):
            return replace(state, finalised_at=at)
    raise Impossible(f"no rule folds {fact!r}")


def _apply_final(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    plan = state.final_plan
    match fact:
        case FinalPlanned(count, by):
            return replace(state, final_plan=replace(plan or FinalPlan(count), count=count, by=by))
        case CarryOverSet(brought):
            return replace(state, brought=brought, corrections=state.corrections + bool(state.publications))
        case TablesGiven(session, tables):
            kept = _without(state.tables, session) if tables is None else _put(state.tables, session, tables)
            return replace(state, tables=kept, corrections=state.corrections + bool(state.publications))
        case FinalDeclined(entry_id, is_declined) if plan is not None:
            left = tuple(one for one in plan.declined if one != entry_id)
            return replace(state, final_plan=replace(plan, declined=(*left, entry_id) if is_declined else left))
        case FinalMade(final) if plan is not None:
            return replace(state, final_plan=replace(plan, final=final))
    return state


_APPLY: Mapping[type, _Apply] = {
    **dict.fromkeys((FinalPlanned, FinalDeclined, FinalMade, CarryOverSet, TablesGiven), _apply_final),
    **dict.fromkeys(LEAGUE_FACTS, apply_league),
    **dict.fromkeys(
        (
            EventCreated,
            Undone,
            SettingsChanged,
            EntrySet,
            EntryRemoved,
        ),
        _apply,
    ),
    **dict.fromkeys(
        (PenaltySet, OffenceNoted, PlayerExpelled, ScoresRemoved, BoardFouled),
        _apply_conduct,
    ),
    **dict.fromkeys((ItemTicked, BoardsMarked, DeadlineAnnounced), _apply_lists),
    **dict.fromkeys((RoundDrawn, LineupSet, MatchForfeited), _apply_match),
    **dict.fromkeys((MatchDecided, MatchRedrawn, ImpsCarried), _apply_knockout),
    **dict.fromkeys(
        (
            MovementSet,
            NumbersSet,
            PlanSet,
            PlayStarted,
            ClockSet,
            RoundClosed,
        ),
        _apply_session,
    ),
    **dict.fromkeys(
        (
            ResultEntered,
            ResultRemoved,
            LatePlaySet,
            OddAccepted,
            AwardGiven,
            NoteSet,
            Published,
            Finalised,
        ),
        _apply_result,
    ),
}


def _entered(state: EventState, fact: ResultEntered, entry: LedgerEntry) -> EventState:
    before = state.results.get(fact.slot)
    now = TableEntry(
        fact.slot,
        fact.ns,
        fact.ew,
        fact.result,
        fact.ns_award,
        fact.ew_award,
        forced=fact.forced,
        is_confirmed=fact.is_confirmed or fact.slot.round in state.session(fact.slot.session).closed_rounds,
        revision=0 if before is None else before.revision + 1,
        seq=entry.seq,
    )
    return _settled(state, now)


def _awarded(state: EventState, fact: AwardGiven, entry: LedgerEntry) -> EventState:
    before = state.results.get(fact.slot)
    base = before or TableEntry(fact.slot, fact.ns, fact.ew, None)
    return _settled(state, replace(base, ns_award=fact.ns_award, ew_award=fact.ew_award, seq=entry.seq))


def _settled(state: EventState, now: TableEntry) -> EventState:
    """Returns the state with what stands in a slot now, which is put off no more."""
    corrected = state.corrections + bool(state.publications)
    put_off = _without(state.put_off, now.slot) if now.slot in state.put_off else state.put_off
    return replace(state, results=_put(state.results, now.slot, now), put_off=put_off, corrections=corrected)


def _closed(state: EventState, number: SessionNumber, round_number: int) -> EventState:
    session = state.session(number)
    closed = tuple(sorted({*session.closed_rounds, round_number}))
    results = {
        slot: replace(known, is_confirmed=True) if (slot.session, slot.round) == (number, round_number) else known
        for slot, known in state.results.items()
    }
    return replace(_with_session(state, replace(session, closed_rounds=closed)), results=results)


def _changed(state: EventState, slot: Slot, change: Callable[[TableEntry], TableEntry]) -> EventState:
    known = state.results.get(slot)
    return state if known is None else replace(state, results=_put(state.results, slot, change(known)))


def _with_session(state: EventState, session: Session) -> EventState:
    return replace(state, sessions=_put(state.sessions, session.number, session))


def _put(values: Mapping[_Key, _Value], key: _Key, value: _Value) -> dict[_Key, _Value]:
    return {**values, key: value}


def _without(values: Mapping[_Key, _Value], key: _Key) -> dict[_Key, _Value]:
    return {known: value for known, value in values.items() if known != key}
