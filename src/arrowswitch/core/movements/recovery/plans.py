"""Plans for the rest of a session in which something went wrong, the one with the least change first.

JCBL director's manual 3.3, lines 1148-1158 and 3477-3529. Every plan keeps what was played and lets nobody play a board
twice. Its cost is its price, and a later plan is offered only if it saves something that an earlier one loses:

1. the sheet as it is, the meetings that cannot be played on other boards or neutral (found at once, no search);
2. everybody sits as on the guide cards, and boards are moved (CP-SAT);
3. some contestants change places too (CP-SAT); of teams those who visit, so that a match keeps its two tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.movements.editing.apply import what_breaks
from arrowswitch.core.movements.editing.settle import settle_sheet
from arrowswitch.core.movements.model import Meeting, Movement, SetNumber
from arrowswitch.core.movements.recovery.newcomers import seat_newcomers
from arrowswitch.core.movements.recovery.search import Found, search
from arrowswitch.core.movements.recovery.situation import Seat, Situation, away, plays, spot, with_meetings

_OF_STANDS = frozenset({"movement.bye-stand", "movement.bye-stand-place"})
WORK = 2.0
"""How much the solver works at the most for plans of a kind, in its own units (about seconds)."""


class PlanKind(StrEnum):
    """The changes of a plan, the least first."""

    CARDS = "cards"
    """Nothing but the meetings that cannot be played."""
    BOARDS = "boards"
    """Boards are brought elsewhere; everybody sits as on the guide cards."""
    SEATS = "seats"
    """Some contestants change places as well."""


@dataclass(frozen=True, slots=True, order=True)
class Price:
    """The cost of a plan, the weightiest first: two prices compare as plans do.

    Meetings not played; second meetings, and partners once more than planned; the number of plays by which the sets
    differ from the sheet; contestants sent elsewhere than on their cards; tables with other boards than planned; tables
    that newly share boards with another.
    """

    neutral: int
    second: int
    uneven: int
    moved: int
    boards: int
    sharing: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to play the rest: the sheet, the meetings that are not played, and the price.

    `moved` are the contestants at another table or side than on their cards; `again` those who meet a second time;
    `partners` the single players who are partners once more than planned. Every plan of this kind has `at_least` this
    many neutral meetings; `is_proven` is True if no plan of this kind is better.
    """

    kind: PlanKind
    sheet: Movement
    neutral: tuple[Meeting, ...]
    changed: tuple[Meeting, ...]
    price: Price
    moved: tuple[Number, ...]
    again: tuple[tuple[Number, Number], ...]
    partners: tuple[tuple[Number, Number], ...]
    at_least: int
    is_proven: bool


def first_plan(situation: Situation) -> Plan:
    """Returns the plan that needs no search: if a contestant has played the boards, other boards, else neutral.

    Two newcomers at a new table meet the others if that loses less.
    """
    meetings: list[Meeting] = []
    neutral: list[Meeting] = []
    chosen: dict[Seat, set[SetNumber]] = defaultdict(set)
    planned = {seat: {m.board_set for m in situation.to_come if seat in situation.seats(m)} for seat in _all(situation)}
    for unit in situation.units:
        seats = [seat for meeting in unit for seat in situation.seats(meeting)]
        own = unit[0].board_set
        for way in situation.ways(unit):
            possible = [s for s in situation.new_to(way) if not any(s in chosen[seat] for seat in seats)]
            is_bound = situation.is_reopened(way)
            spare = [s for s in possible if is_bound or not any(s in planned[seat] for seat in seats)]
            board_set = own if own in possible else min(spare, key=lambda s: _lying(situation, way, s), default=0)
            if board_set:
                break
        if board_set:
            for seat in seats:
                chosen[seat].add(board_set)
            meetings += (replace(meeting, board_set=board_set) for meeting in way)
        else:
            meetings += unit
            neutral += unit
    plan = _plan(situation, PlanKind.CARDS, Found.of_plan(meetings, neutral))
    return _join_newcomers(situation, plan)


def better_plans(
    situation: Situation,
    first: Plan,
    *,
    work: float = WORK,
    left: Callable[[], float] | None = None,
    running: Callable[[Callable[[], None] | None], None] | None = None,
) -> Iterator[Plan]:
    """Yields the plans that save something, each as soon as it is found; each is the best known when time is up.

    `work` limits the solver's work, so that the answer is always the same; `left` returns the seconds that remain.
    `running` receives a function that stops the search at any time; the plans found until then are yielded.
    """
    best = first
    if is_free(best):
        return
    kinds = (PlanKind.BOARDS, PlanKind.SEATS) if situation.may_reseat else (PlanKind.BOARDS,)
    for kind in kinds:
        joined = _join_newcomers(situation, best)
        if kind is PlanKind.SEATS and joined is not best:
            yield joined
            best = joined
            if is_free(best):
                return
        part = _first_half(left) if kind is not kinds[-1] else left
        rest = [m for m in best.sheet.meetings if not situation.is_past(m)]
        hint = Found.of_plan(rest, best.neutral)
        answer = search(situation, hint, moves=kind is PlanKind.SEATS, work=work, left=part, running=running)
        plan = _plan(situation, kind, answer)
        if plan.price < best.price:
            yield plan
            best = plan
        if is_free(best):
            return


def select_offers(plans: Sequence[Plan]) -> tuple[Plan, ...]:
    """Returns the plans worth offering, the least change first: each is cheaper than all those before it.

    A plan that changes no more than the one before and costs less replaces it.
    """
    worthwhile: list[Plan] = []
    for plan in plans:
        while worthwhile and worthwhile[-1].price >= plan.price and _change(worthwhile[-1]) >= _change(plan):
            worthwhile.pop()
        worthwhile.append(plan)
    return tuple(worthwhile)


def changed_sheet(situation: Situation, changed: Sequence[Meeting]) -> Movement:
    """Returns the sheet with some tables changed.

    Contestants sent elsewhere are no longer stationary, and if boards no longer rest on their stands there are none.
    """
    if not changed:
        return situation.sheet
    sent = _list_moved(situation, changed)
    sheet = settle_sheet(with_meetings(situation.sheet, changed))
    sheet = replace(sheet, stationary=tuple(n for n in sheet.stationary if n not in sent))
    broken = what_breaks(situation.sheet, sheet) if sheet.bye_stands else ()
    return replace(sheet, bye_stands={}) if any(fault.code in _OF_STANDS for fault in broken) else sheet


def is_free(plan: Plan) -> bool:
    """True if a plan loses nothing: everything is played, nobody meets twice and every board is played as planned."""
    return not (plan.price.neutral or plan.price.second or plan.price.uneven)


def _join_newcomers(situation: Situation, plan: Plan) -> Plan:
    """Returns a plan in which those at a new table meet the others, where that loses less than the plan."""
    if not situation.newcomers:
        return plan
    rest = [m for m in plan.sheet.meetings if not situation.is_past(m)]
    changed = {spot(m): m for m in seat_newcomers(situation, [m for m in rest if m not in plan.neutral])}
    joined = Found.of_plan((changed.get(spot(m), m) for m in rest), plan.neutral)
    return min(plan, _plan(situation, PlanKind.SEATS, joined), key=lambda one: one.price)


def _first_half(left: Callable[[], float] | None) -> Callable[[], float] | None:
    """Returns how many seconds the first of two searches may still take."""
    if left is None:
        return None
    reserve = left() / 2
    return lambda: left() - reserve


def _all(situation: Situation) -> set[Seat]:
    return {seat for meeting in situation.to_come for seat in situation.seats(meeting)}


def _lying(situation: Situation, unit: Iterable[Meeting], board_set: SetNumber) -> tuple[int, int, SetNumber]:
    """Returns how many tables play a set in the rounds of a unit, how often it is played, and its number."""
    rounds = {meeting.round for meeting in unit}
    here = sum(1 for m in situation.to_come if m.round in rounds and m.board_set == board_set)
    return here, sum(1 for m in situation.sheet.meetings if m.board_set == board_set), board_set


def _change(plan: Plan) -> tuple[int, int]:
    return plan.price.moved, plan.price.boards


def _plan(situation: Situation, kind: PlanKind, answer: Found) -> Plan:
    before = {spot(meeting): meeting for meeting in situation.sheet.meetings}
    changed = tuple(m for m in answer.meetings if m != before[spot(m)])
    touched = {spot(m) for m in answer.meetings}
    neutral = tuple(m for m in answer.meetings if spot(m) in answer.neutral)
    unchanged = [m for m in situation.sheet.meetings if spot(m) not in touched]
    sent = _list_moved(situation, changed)
    sheet = changed_sheet(situation, changed)
    again = situation.excess(answer.played_meetings)
    fixed = [m for m in unchanged if spot(m) not in situation.missed and situation.sheet.is_played(m)]
    # Those with whom nobody plays are in `unchanged` as well: they play no boards.
    count = plays([*fixed, *answer.played_meetings], situation.sheet)
    return Plan(
        kind=kind,
        sheet=sheet,
        neutral=neutral,
        changed=changed,
        price=Price(
            neutral=len(neutral),
            second=sum(again.values()),
            uneven=situation.uneven(count),
            moved=len(sent),
            boards=sum(1 for m in changed if before[spot(m)].board_set != m.board_set),
            sharing=_sharing(situation, answer.played_meetings),
        ),
        moved=sent,
        again=_twos(two for two, are_partners in again if not are_partners),
        partners=_twos(two for two, are_partners in again if are_partners),
        at_least=answer.at_least,
        is_proven=answer.is_proven,
    )


def _twos(pairs: Iterable[frozenset[Number]]) -> tuple[tuple[Number, Number], ...]:
    ordered = [sorted(two, key=number_order) for two in pairs]
    return tuple((one, other) for one, other in sorted(ordered, key=lambda two: [number_order(n) for n in two]))


def _list_moved(situation: Situation, changed: Iterable[Meeting]) -> tuple[Number, ...]:
    """Returns the contestants at another table than before, or on another side of it."""
    before = {spot(m): m for m in situation.sheet.meetings}
    numbers = {n for m in changed for n in away(before[spot(m)], m)}
    return tuple(sorted(numbers - {situation.sheet.phantom}, key=number_order))


def _sharing(situation: Situation, played: Sequence[Meeting]) -> int:
    newly_shared = 0
    for round_number in {m.round for m in played}:
        before = plays((m for m in situation.planned.in_round(round_number)), situation.planned)
        after = plays((m for m in played if m.round == round_number), situation.sheet)
        newly_shared += sum(max(0, n - max(1, before[s])) for s, n in after.items())
    return newly_shared
