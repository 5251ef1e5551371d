"""Decides on advance entry: conditions, entries by people's own links, partners who find each other, fees.

JCBL director's manual 3.3, lines 770-774, 3803-3805 and 4238. Nobody is entered twice, whether they have a place or
wait for one. After the end of entry a link enters and changes nothing more, but an entry can be withdrawn until play
begins. A link changes only the entry that was made by it; for a pair of two single players, only the player's own half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.amounts import money_string
from arrowswitch.tournament.advance.links import advance_entry, is_correction
from arrowswitch.tournament.advance.places import closed_problem, entry_of, has_room, standing_of
from arrowswitch.tournament.entries.copies import correction_of, left_behind
from arrowswitch.tournament.entries.decide import (
    change,
    flight_problems,
    is_same,
    join,
    name_problems,
    people_problems,
    plain,
    remove,
    trim_names,
)
from arrowswitch.tournament.entries.entrants import half_teams
from arrowswitch.tournament.model.club_values.club import LONGEST_CURRENCY
from arrowswitch.tournament.model.context import Context, Rules, need_reason
from arrowswitch.tournament.model.eligibility import admission_of, misfits, open_misfits
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.advance import (
    AcceptPartner,
    AdmitEntry,
    AdvanceEntrySet,
    AdvanceTermsSet,
    AskPartner,
    ChangeAdvanceEntry,
    EnterInAdvance,
    EntryAdmitted,
    FeePaid,
    GivePlace,
    NotePayment,
    SetAdvanceTerms,
    WithdrawAdvanceEntry,
)
from arrowswitch.tournament.model.slices.entries import EntrySet, JoinSingles, RemoveEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceStanding, AdvanceTerms
from arrowswitch.tournament.model.values.people import AdvanceEntry, Entry, Person
from arrowswitch.tournament.register.search import fold_spelling

MOST_ENTRIES = 600
"""The largest number of links in an event. A longer list is no field of players, but a prank."""
MOST_PLACES = 999
MOST_FEE = 10_000_000
LONGEST_TEXT = 1000
LONGEST_NOTE = 200
LONGEST_NUMBER = 20


def set_terms(state: EventState, command: SetAdvanceTerms, context: Context) -> tuple[Fact, ...]:
    """Decides on the conditions of advance entry."""
    if command.terms == state.advance.terms:
        return ()
    Refused.check(_terms_problems(command.terms))
    return (AdvanceTermsSet(command.terms),)


def enter(state: EventState, command: EnterInAdvance, context: Context) -> tuple[Fact, ...]:
    """Decides on an entry from outside: it gets a place, or waits for one."""
    closed = closed_problem(state, context.now)
    Refused.check(() if closed is None else (closed,))
    if command.link in state.advance.entries:
        raise Refused.of("advance.sent-already")
    if len(state.advance.entries) >= MOST_ENTRIES:
        raise Refused.of("advance.too-many", most=MOST_ENTRIES)
    entry = Entry(
        entry_id=EntryId(context.chance.new_id()),
        people=trim_names(command.people),
        note=command.note.strip(),
        name=plain(command.name),
        flight=command.flight.strip(),
    )
    Refused.check(_entry_problems(state, entry, None))
    if has_room(state, entry):
        return EntrySet(entry), AdvanceEntrySet(AdvanceEntry(command.link, entry.entry_id, at=context.now))
    return (AdvanceEntrySet(AdvanceEntry(command.link, entry.entry_id, at=context.now, waiting=entry)),)


def change_entry(state: EventState, command: ChangeAdvanceEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on the changes that players make to their own entry."""
    advance = advance_entry(state, command.link)
    entry = _open_entry(state, advance, context)
    people, note, name = trim_names(command.people), command.note.strip(), plain(command.name)
    if advance.own is not None and len(entry.people) > 1:
        return _own_name(state, advance, entry, people, context)
    flight = command.flight.strip()
    changed = replace(entry, people=people, note=note, name=name, flight=flight)
    Refused.check(_entry_problems(state, changed, entry.entry_id))
    if changed == entry:
        return ()
    if advance.waiting is not None:
        return (AdvanceEntrySet(replace(advance, waiting=changed)),)
    if len(people) > len(entry.people) and not has_room(state, changed):
        raise Refused.of("advance.no-room")
    asks = AdvanceEntrySet(replace(advance, asks=None))
    wish = replace(correction_of(entry), people=people, note=note, name=name, flight=flight)
    facts = change(state, wish, context)
    return (*facts, asks) if advance.asks is not None and len(people) > 1 else facts


def withdraw(state: EventState, command: WithdrawAdvanceEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on removing an entry from the list. The partner in a pair of two single players is looking for a partner
    again, with the wishes of the single entry. Even-chance teams stay as drawn: the director splits them and draws
    again."""
    advance = advance_entry(state, command.link)
    entry = entry_of(state, advance)
    if entry is None or standing_of(state, advance) is AdvanceStanding.GONE:
        return ()
    if state.is_started:
        raise Refused.of("advance.started")
    if advance.waiting is not None:
        return (AdvanceEntrySet(replace(advance, waiting=None)),)
    if state.settings.event_form.joins_pairs and not half_teams(state, (entry,)):
        raise Refused.of("advance.teams-drawn")
    gone = remove(state, RemoveEntry(entry.entry_id), context)
    if advance.own is None or len(entry.people) < 2:
        return gone
    left = left_behind(entry, advance.own, EntryId(context.chance.new_id()), (is_same, is_correction))
    return gone if left is None else (*gone, EntrySet(left))


def ask_partner(state: EventState, command: AskPartner, context: Context) -> tuple[Fact, ...]:
    """Decides on a question of one single player to another."""
    advance = advance_entry(state, command.link)
    _need_single(state, advance, context)
    if command.entry_id is not None:
        _need_other(state, command.entry_id, advance)
    changed = replace(advance, asks=command.entry_id)
    return () if changed == advance else (AdvanceEntrySet(changed),)


def accept_partner(state: EventState, command: AcceptPartner, context: Context) -> tuple[Fact, ...]:
    """Decides on the answer: the two are a pair. Both links lead to it (`following`)."""
    advance = advance_entry(state, command.link)
    _need_single(state, advance, context)
    _need_other(state, command.entry_id, advance)
    has_asked = any(
        one.entry_id == command.entry_id and one.asks == advance.entry_id for one in state.advance.entries.values()
    )
    if not has_asked:
        raise Refused.of("advance.not-asked")
    return join(state, JoinSingles(command.entry_id, advance.entry_id), context)


def give_place(state: EventState, command: GivePlace, context: Context) -> tuple[Fact, ...]:
    """Decides on a place that the director gives."""
    advance = advance_entry(state, command.link)
    if advance.waiting is None:
        return ()
    return moved_up(advance)


def note_payment(state: EventState, command: NotePayment, context: Context) -> tuple[Fact, ...]:
    """Decides on a payment. It may be noted at any time: it changes no score."""
    is_waiting = any(one.entry_id == command.entry_id for one in state.advance.entries.values())
    if not is_waiting and command.entry_id not in state.advance.gone:
        state.entry(command.entry_id)
    if not command.amount or not _is_amount(command.amount):
        raise Refused.of("advance.amount", "amount", amount=money_string(command.amount)[:20], most=MOST_FEE)
    note = command.note.strip()
    if len(note) > LONGEST_NOTE:
        raise Refused.of("advance.long", "note", most=LONGEST_NOTE, length=len(note))
    return (FeePaid(command.entry_id, command.amount, command.by, note),)


def admit(state: EventState, command: AdmitEntry, context: Context) -> tuple[Fact, ...]:
    """Decides on admitting an entry that the rules of the event exclude. An earlier admission is not replaced."""
    entry = state.entry(command.entry_id)
    if not open_misfits(state, entry):
        admission = admission_of(state, entry)
        if admission is not None:
            raise Refused.of("advance.admitted", names=entry.display_names, who=admission.who or "–")
        raise Refused.of("advance.fits", names=entry.display_names)
    need_reason(context, "advance.admit-reason")
    return (EntryAdmitted(entry.entry_id),)


def moved_up(advance: AdvanceEntry) -> tuple[Fact, ...]:
    """Returns the facts that move an entry up from the waiting list."""
    if advance.waiting is None:
        return ()
    return EntrySet(advance.waiting), AdvanceEntrySet(replace(advance, waiting=None))


def _own_name(
    state: EventState, advance: AdvanceEntry, entry: Entry, people: tuple[Person, ...], context: Context
) -> tuple[Fact, ...]:
    """Returns the facts by which a player of a joined pair corrects their own name."""
    own = advance.own
    if own is None or len(people) != 1:
        raise Refused.of("advance.own-only")
    whole = tuple(people[0] if is_same(one, own) else one for one in entry.people)
    changed = replace(entry, people=whole)
    Refused.check(_entry_problems(state, changed, entry.entry_id))
    if changed == entry:
        return ()
    return EntrySet(changed), AdvanceEntrySet(replace(advance, own=people[0]))


def _open_entry(state: EventState, advance: AdvanceEntry, context: Context) -> Entry:
    """Returns the entry of a link that can still be changed by it."""
    closed = closed_problem(state, context.now)
    Refused.check(() if closed is None else (closed,))
    entry = entry_of(state, advance)
    if entry is None or entry.is_withdrawn:
        raise Refused.of("advance.gone")
    return entry


def _need_single(state: EventState, advance: AdvanceEntry, context: Context) -> None:
    _open_entry(state, advance, context)
    if not state.settings.event_form.entry.takes_singles or standing_of(state, advance) is not AdvanceStanding.SINGLE:
        raise Refused.of("advance.not-single")


def _need_other(state: EventState, entry_id: EntryId, advance: AdvanceEntry) -> None:
    other = state.entries.get(entry_id)
    if other is None or other.is_withdrawn or len(other.people) != 1 or entry_id == advance.entry_id:
        raise Refused.of("advance.partner-gone")


def _entry_problems(state: EventState, entry: Entry, but: EntryId | None) -> Iterator[Problem]:
    """Yields the problems of an entry that a player typed. The problem of a number that belongs to another name does
    not reveal that name."""
    problems = (*people_problems(state, entry.people, but), *name_problems(state, entry.name, but))
    yield from (problem for problem in problems if problem.code != "entry.twice")
    if len(entry.note) > LONGEST_NOTE:
        yield Problem("advance.long", {"most": LONGEST_NOTE, "length": len(entry.note)}, "note")
    yield from flight_problems(state, entry.flight)
    yield from (one.refused for one in misfits(state, entry))
    for place, person in enumerate(entry.people, start=1):
        where = f"people[{place}]"
        if len(person.number) > LONGEST_NUMBER:
            yield Problem("advance.number-long", {"most": LONGEST_NUMBER}, where)
        yield from _twice(person, _all_entries(state, but), where)


def _all_entries(state: EventState, but: EntryId | None) -> Iterator[Entry]:
    waits = (one.waiting for one in state.advance.entries.values() if one.waiting is not None)
    return (entry for entry in (*state.entries.values(), *waits) if entry.entry_id != but)


def _twice(person: Person, entries: Iterable[Entry], where: str) -> Iterator[Problem]:
    for entry in entries:
        for other in entry.people:
            is_named = _has_alike(person, other)
            if is_same(person, other) or (is_named and not (person.number or other.number)):
                if is_named:
                    yield Problem("advance.twice", {"name": person.name, "names": entry.display_names}, where)
                else:
                    yield Problem("advance.number-taken", {"name": person.name}, where)


def _has_alike(person: Person, other: Person) -> bool:
    return fold_spelling(person.name) == fold_spelling(other.name) != ""


def _is_amount(amount: Fraction) -> bool:
    """True if an amount can be paid: it is not too large and has at most two decimals."""
    return abs(amount) <= MOST_FEE and (amount * 100).denominator == 1


def _terms_problems(terms: AdvanceTerms) -> Iterator[Problem]:
    if terms.most is not None and not 1 <= terms.most <= MOST_PLACES:
        yield Problem("settings.range", {"value": terms.most, "least": 1, "most": MOST_PLACES}, "most")
    if terms.fee is not None and (terms.fee < 0 or not _is_amount(terms.fee)):
        yield Problem("advance.amount", {"amount": money_string(terms.fee)[:20], "most": MOST_FEE}, "fee")
    if terms.most_points is not None and not 0 <= terms.most_points <= 1_000_000:
        yield Problem("settings.range", {"value": terms.most_points, "least": 0, "most": 1_000_000}, "most_points")
    texts = (("bank", terms.bank, LONGEST_TEXT), ("remark", terms.remark, LONGEST_TEXT))
    for field, text, most in (*texts, ("currency", terms.currency, LONGEST_CURRENCY)):
        if len(text) > most:
            yield Problem("advance.long", {"most": most, "length": len(text)}, field)


RULES: Rules = {
    SetAdvanceTerms: set_terms,
    EnterInAdvance: enter,
    ChangeAdvanceEntry: change_entry,
    WithdrawAdvanceEntry: withdraw,
    AskPartner: ask_partner,
    AcceptPartner: accept_partner,
    GivePlace: give_place,
    NotePayment: note_payment,
    AdmitEntry: admit,
}
