"""Reseating a session whose players are not those of the plan: the proposals, and their price.

JCBL director's manual 3.3, lines 2375-2417 (nobody meets again, nobody sits out twice, stationary seats), 2549 and
3311-3315 (the phantom). A pair has withdrawn, came late, or plays in this session only; or the sections are different.
The sheets stay if possible, each with one phantom at most; else there are sections of other sizes with as many rounds,
or with one or two fewer to avoid rematches. Everybody keeps the planned seat, as far as this causes no rematch. A
seating is one proposal among several: the director compares the prices and chooses one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

import numpy as np

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.choosing.plan_candidates import MOST_SECTIONS, section_kind, splits
from arrowswitch.core.movements.cuts import played_without
from arrowswitch.core.movements.families.howell import interwoven_rounds
from arrowswitch.core.movements.model import Movement, RoundNumber, SessionNumber
from arrowswitch.core.movements.sessions.maker import section_movement
from arrowswitch.core.movements.sessions.plan import NAMES, SectionPlace, parse_moves
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan
from arrowswitch.core.movements.sessions.seating import Matrix, seat
from arrowswitch.core.naming import Names
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState, Session

MOST_PROPOSALS = 3
_MET, _WISH, _OUT, _CHANGE, _NEVER = 1000, 700, 600, 1, 1_000_000
"""The prices of the search: a second meeting, a missed wish for a stationary seat, a second sit-out, another seat."""
_INTERWOVEN = "interwoven-howell"

Sheets = Mapping[str, Movement]
Seats = Mapping[SectionPlace, EntryId]


@dataclass(frozen=True, slots=True)
class Reseating:
    """One proposal, by its name: the sheets of all sections, with their phantoms, who sits where, and what it costs.

    `moved` have another seat than the plan gave them, `newly` are not in the plan; `met` meet once more, `out` sit out
    once more, `wishes` asked for a stationary seat and have none. `sitting` is how many sit out in each round.
    """

    name: str
    sheets: Sheets
    seats: Seats
    moved: int
    newly: int
    met: tuple[tuple[EntryId, EntryId], ...]
    out: tuple[EntryId, ...]
    wishes: tuple[EntryId, ...]
    sitting: int

    @property
    def order(self) -> tuple[int, ...]:
        """Returns the sort key of proposals, smallest first: fewest rematches, then the least change."""
        return (len(self.met), len(self.out), len(self.wishes), self.moved, self.sitting)


def planned_seats(state: EventState, session: SessionNumber) -> dict[SectionPlace, EntryId]:
    """Returns the planned seats of the entries of the session before that still play."""
    before = state.sessions.get(session - 1)
    if before is None:
        return {}
    written = state.moves[before.number - 1] if len(state.moves) >= before.number else ""
    moves = parse_moves(written) if written else None
    seats = {}
    for section in before.sections.values():
        for number, who in section.numbers.items():
            place = SectionPlace(section.letter, number)
            target = place if moves is None else moves.get(place)
            if target is not None and not state.entries[who].is_withdrawn:
                seats[target] = who
    return seats


def fits_plan(state: EventState, session: SessionNumber) -> bool:
    """True if the players are those of the plan, each with a seat, and at most one pair is missing.

    A plan with rematches fits as long as the same players played the sessions before as planned.
    """
    planned = planned_seats(state, session)
    sheets = _sheets(state.session(session))
    every = _places(sheets)
    playing = {entry.entry_id for entry in complete_entries(state)}
    if not set(planned) <= set(every) or set(planned.values()) != playing or len(every) - len(planned) > 1:
        return False
    seating = _with_price(
        state, sheets, planned, {who: place for place, who in planned.items()}, _history(state, session)
    )
    if not seating.met and not seating.out:
        return True
    before = [one for one in state.sessions if one < session]
    played = [{who for one in state.sessions[n].sections.values() for who in one.numbers.values()} for n in before]
    return all(follows_plan(state, one) for one in before) and all(people == playing for people in played)


def follows_plan(state: EventState, session: SessionNumber) -> bool:
    """True if a session is seated according to the plan, or not seated yet."""
    seated = {
        SectionPlace(section.letter, number): who
        for section in state.sessions[session].sections.values()
        for number, who in section.numbers.items()
    }
    if not seated or session - 1 not in state.sessions:
        return True
    planned = planned_seats(state, session)
    return all(planned.get(place, who) == who for place, who in seated.items()) and set(planned) <= set(seated)


@lru_cache(maxsize=8)
def ways_to_reseat(state: EventState, session: SessionNumber) -> tuple[Reseating, ...]:
    """Returns the possible seatings of a session for the present players, best first; one has as many rounds as
    planned.

    Raises Refused (`plan.anew-none`) if there are no sheets for this number.
    """
    playing = [entry.entry_id for entry in complete_entries(state)]
    before = _history(state, session)
    planned = planned_seats(state, session)
    now = _sheets(state.session(session))
    proposed: list[Reseating] = []
    for choices in _sheet_choices(now, len(playing)):
        proposals = (_find_seating(state, sheets, playing, planned, before) for sheets in choices)
        proposed += [replace(one, name=_name(one.sheets, now)) for one in proposals]
        if any(not one.met and not one.out for one in proposed):
            break
    if not proposed:
        raise Refused.of("plan.anew-none", pairs=len(playing))
    best = sorted(proposed, key=lambda one: one.order)
    shortlist = best[:MOST_PROPOSALS]
    if all(_rounds(one.sheets) != _rounds(now) for one in shortlist):
        shortlist[-1:] = [one for one in best if _rounds(one.sheets) == _rounds(now)][:1] or shortlist[-1:]
    return tuple(shortlist)


def met_again(state: EventState) -> dict[frozenset[EntryId], int]:
    """Returns the pairs of entries that meet more than once over all numbered sessions, with the number of meetings."""
    met = Counter(both for both, _ in _meetings(state, state.sessions) if len(both) == 2)
    return {both: times for both, times in met.items() if times > 1}


def out_again(state: EventState) -> dict[EntryId, int]:
    """Returns the entries that sit out in more than one round over all numbered sessions, with the number of rounds."""
    out = Counter(who for both, _ in _meetings(state, state.sessions) if len(both) == 1 for who in both)
    return {who: times for who, times in out.items() if times > 1}


def price_of(state: EventState, session: SessionNumber, proposal: Reseating) -> Iterator[Problem]:
    """Yields in words what a proposal changes and what it costs."""

    def names(entries: Iterable[EntryId]) -> Names:
        return Names.of([state.entries[who].display_names for who in entries])

    now, then = _sheets(state.session(session)), proposal.sheets
    if _sizes(now) != _sizes(then):
        yield Problem("plan.anew-sections", {"now": _sizes(then), "before": _sizes(now)})
    if {sheet.rounds for sheet in now.values()} != {sheet.rounds for sheet in then.values()}:
        yield Problem("plan.anew-rounds", {"n": next(iter(then.values())).rounds})
    yield Problem("plan.anew-moved", {"n": proposal.moved}) if proposal.moved else Problem("plan.anew-unmoved")
    if proposal.newly:
        yield Problem("plan.anew-newly", {"n": proposal.newly})
    if proposal.met:
        both = "; ".join(names(two) for two in proposal.met[:6])
        yield Problem("plan.anew-met", {"n": len(proposal.met), "names": both})
    else:
        yield Problem("plans.meets-nobody-again")
    if proposal.out:
        yield Problem("plan.anew-out", {"n": len(proposal.out), "names": names(proposal.out[:6])})
    if proposal.wishes:
        yield Problem("plan.anew-wishes", {"n": len(proposal.wishes), "names": names(proposal.wishes)})
    if proposal.sitting:
        yield Problem("plan.anew-sitting", {"n": proposal.sitting})


def _name(sheets: Sheets, now: Sheets) -> str:
    """Returns a proposal in one word: `13+12`, and `13+12x11` where the rounds are others than those planned."""
    name = "+".join(str(sheet.tables) for sheet in sheets.values())
    return name if _rounds(sheets) == _rounds(now) else f"{name}x{_rounds(sheets)}"


def _sizes(sheets: Sheets) -> str:
    return " + ".join(str(sheet.tables) for sheet in sheets.values())


def _sheets(session: Session) -> dict[str, Movement]:
    sections = (session.sections[letter] for letter in sorted(session.sections))
    return {section.letter: section.movement for section in sections if section.movement is not None}


def _places(sheets: Sheets) -> list[SectionPlace]:
    return [SectionPlace(letter, number) for letter, sheet in sheets.items() for number in sheet.contestants]


def _meetings(
    state: EventState, sessions: Iterable[SessionNumber]
) -> Iterator[tuple[frozenset[EntryId], SessionNumber]]:
    """Yields the entries of each meeting of sessions, a single one if the other seat is empty."""
    for number in sorted(sessions):
        for section in state.sessions[number].sections.values():
            if section.movement is None:
                continue
            for meeting in section.movement.meetings:
                both = frozenset(section.numbers[one] for one in meeting.contestants if one in section.numbers)
                if both:
                    yield both, number


def _history(state: EventState, session: SessionNumber) -> tuple[set[frozenset[EntryId]], set[EntryId]]:
    """Returns the entries that met before the session, and those that sat out."""
    earlier = [both for both, _ in _meetings(state, [one for one in state.sessions if one < session])]
    met = {both for both in earlier if len(both) == 2}
    return met, {who for both in earlier if len(both) == 1 for who in both}


def _sheet_choices(now: Sheets, pairs: int) -> Iterator[list[Sheets]]:
    """Yields the sheets that could be played: the present ones and sections of the nearest other sizes; then, as long
    as there are rematches, those with fewer rounds; those with more rounds only if there are no others."""
    free = len(_places(now)) - pairs
    if 0 <= free <= len(now):
        yield [now]
    rounds = _rounds(now)
    is_none = True
    for step in (0, -1, -2, 1, 2):
        if step > 0 and not is_none:
            return
        splits = sorted(_splits(now, (pairs + 1) // 2, rounds + step), key=lambda split: _distance(now, split))
        choices = [_resize_sections(now, split) for split in splits[: MOST_PROPOSALS - 1]]
        if choices:
            is_none = False
            yield [one for one in choices if one != now]


def _rounds(sheets: Sheets) -> RoundNumber:
    return next(iter(sheets.values())).rounds


def _splits(now: Sheets, tables: int, rounds: RoundNumber) -> Iterator[tuple[SectionPlan, ...]]:
    sections = len(now)
    for number in {sections, sections + 1, max(1, sections - 1)}:
        if number > MOST_SECTIONS:
            continue
        if number > 1:
            yield from splits(tables, number, rounds)
        elif all(sheet.family == _INTERWOVEN for sheet in now.values()) and rounds in interwoven_rounds(tables):
            yield (SectionPlan(kind=SectionKind.INTERWOVEN, tables=tables, rounds=rounds),)
        elif (kind := section_kind(tables, rounds)) is not None:
            yield (SectionPlan(kind=kind, tables=tables, rounds=rounds),)


def _distance(now: Sheets, split: Sequence[SectionPlan]) -> tuple[int, int]:
    """Returns how many sections change, and by how many tables."""
    sizes = Counter(sheet.tables for sheet in now.values())
    planned = Counter(section.tables for section in split)
    return (planned - sizes).total() + (sizes - planned).total(), max(planned) - min(planned)


def _resize_sections(now: Sheets, split: Sequence[SectionPlan]) -> dict[str, Movement]:
    """Returns the sheets of a split: those of the same size stay in their sections, the others fill the rest."""
    boards = next(iter(now.values())).boards_per_round
    left = list(split)
    resized: dict[str, Movement] = {}
    for letter, sheet in now.items():
        same = next((one for one in left if (one.tables, one.rounds) == (sheet.tables, sheet.rounds)), None)
        if same is not None:
            left.remove(same)
            resized[letter] = sheet
    letters = (letter for letter in NAMES if letter not in resized)
    resized.update((letter, section_movement(one, boards)) for letter, one in zip(letters, left, strict=False))
    return dict(sorted(resized.items()))


def _find_seating(
    state: EventState,
    sheets: Sheets,
    playing: Sequence[EntryId],
    planned: Seats,
    before: tuple[set[frozenset[EntryId]], set[EntryId]],
) -> Reseating:
    places = _places(sheets)
    empty = len(places) - len(playing)
    phantoms = _phantom_sections(sheets, empty)
    target = {who: place for place, who in planned.items()}
    met, out = before
    price = _prices(playing, empty, met, out)
    cost = np.array([[_cost(state, who, place, sheets, target) for place in places] for who in playing])
    away = [[0 if place.section == letter else _NEVER for place in places] for letter in phantoms]
    index = {place: at for at, place in enumerate(places)}
    seating = seat(
        [
            (index[SectionPlace(letter, one)], index[SectionPlace(letter, other)])
            for letter, sheet in sheets.items()
            for meeting in sheet.meetings
            for one in meeting.ns
            for other in meeting.ew
        ],
        price,
        np.array([*cost.tolist(), *away], dtype=np.int64),
        _beginning(places, playing, target, phantoms),
    )
    seats = {place: playing[who] for place, who in zip(places, seating.who, strict=True) if who < len(playing)}
    return _with_price(state, sheets, seats, target, before)


def _prices(playing: Sequence[EntryId], empty: int, met: set[frozenset[EntryId]], out: set[EntryId]) -> Matrix:
    """Returns the price of each meeting. The phantoms are last; an entry that meets one sits out."""
    size = len(playing) + empty
    price = np.zeros((size, size), dtype=np.int64)
    index = {who: at for at, who in enumerate(playing)}
    for both in met:
        if all(who in index for who in both):
            first, second = (index[who] for who in both)
            price[first, second] = price[second, first] = _MET
    for who in out & set(index):
        price[index[who], len(playing) :] = price[len(playing) :, index[who]] = _OUT
    return price


def _cost(
    state: EventState, who: EntryId, place: SectionPlace, sheets: Sheets, target: Mapping[EntryId, SectionPlace]
) -> int:
    lost = state.entries[who].wants_stationary and place.number not in sheets[place.section].stationary
    changed = _CHANGE * (who in target and target[who] != place)
    return _WISH * lost + changed


def _phantom_sections(sheets: Sheets, empty: int) -> list[str]:
    """Returns the sections of the phantoms: those that have one already, then Howells, then others from the last."""

    def order(letter: str) -> tuple[bool, bool, int]:
        sheet = sheets[letter]
        return (sheet.phantom is None, "howell" not in sheet.family, -NAMES.index(letter))

    return sorted(sheets, key=order)[:empty]


def _beginning(
    places: Sequence[SectionPlace],
    playing: Sequence[EntryId],
    target: Mapping[EntryId, SectionPlace],
    phantoms: Sequence[str],
) -> list[int]:
    """Returns the seating before any exchange: as planned, the others in the free seats."""
    at = {place: number for number, place in enumerate(places)}
    seating: dict[int, int] = {}
    for number, who in enumerate(playing):
        place = target.get(who)
        if place in at and at[place] not in seating:
            seating[at[place]] = number
    seated = set(seating.values())
    waiting = [number for number in range(len(playing)) if number not in seated]
    for number, letter in zip(count(len(playing)), phantoms, strict=False):
        free = [place for place in range(len(places)) if place not in seating and places[place].section == letter]
        if free:
            seating[free[0]] = number
        else:
            waiting.append(number)
    left = (place for place in range(len(places)) if place not in seating)
    seating.update(zip(left, waiting, strict=True))
    return [seating[place] for place in range(len(places))]


def _with_price(
    state: EventState,
    sheets: Sheets,
    seats: Seats,
    target: Mapping[EntryId, SectionPlace],
    before: tuple[set[frozenset[EntryId]], set[EntryId]],
) -> Reseating:
    """Returns the proposal with its price, recomputed from the sheets."""
    met, out = before
    fitted, again, sits = {}, [], Counter[EntryId]()
    empty = [place for place in _places(sheets) if place not in seats]
    for letter, sheet in sheets.items():
        phantom = next((place.number for place in empty if place.section == letter), None)
        fitted[letter] = sheet if phantom == sheet.phantom else played_without(sheet, phantom)
        for meeting in sheet.meetings:
            here = [SectionPlace(letter, one) for one in meeting.contestants]
            both = [seats[place] for place in here if place in seats]
            if len(both) == 1:
                sits.update(both)
            elif len(both) == 2 and frozenset(both) in met:
                again.append((both[0], both[1]))
    still = {SectionPlace(letter, number) for letter, sheet in sheets.items() for number in sheet.stationary}
    return Reseating(
        name="",
        sheets=fitted,
        seats=seats,
        moved=sum(who in target and target[who] != place for place, who in seats.items()),
        newly=sum(who not in target for who in seats.values()),
        met=tuple(again),
        out=tuple(who for who, times in sits.items() if who in out or times > 1),
        wishes=tuple(who for place, who in seats.items() if state.entries[who].wants_stationary and place not in still),
        sitting=len(empty),
    )
