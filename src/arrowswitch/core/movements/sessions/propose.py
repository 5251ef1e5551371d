"""Proposes the moves between two sessions of several sections, so that no two contestants meet again.

JCBL director's manual 3.3, lines 2375-2451 and 2507-2549: the second session has the same movements; contestants are
exchanged between groups that do not meet (`sessions.groups`). How many of each group go to each group of the next
session is settled by CP-SAT over whole groups; then the contestants keep their numbers as far as they can. The proposal
is a plan like any other and is judged by `sessions_check`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.plan import (
    GroupKind,
    OpponentGroup,
    PlannedSection,
    SectionPlace,
    SessionPlan,
    groups,
    second_session,
    stationary_places,
    stationary_throughout,
)
from arrowswitch.core.movements.sessions.seating import Matrix, seat
from arrowswitch.core.solving import new_model, solve

_WORK = 1.0
_STARTS, _APART = 6, 1000
"""The number of starts of the search for seats, and the distance between their seeds."""
_Flow = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The wishes for a proposal, besides that no two meet again (lines 2380, 2413-2417).

    - `keep_numbers`: as many as possible keep their number.
    - `exchange_stationary`: as few as possible have a stationary seat again.
    - `vary_field`: as many as possible change their section, so that they are compared with others.
    """

    keep_numbers: bool = True
    exchange_stationary: bool = False
    vary_field: bool = False


def propose_second(first: Sequence[PlannedSection], wishes: Exchange | None = None) -> SessionPlan:
    """Returns a plan of two sessions with the same movements, the second with new places.

    Raises Refused: `sessions.no-exchange` when whole groups cannot be exchanged without a second meeting, or the faults
    of the sections themselves (different numbers of rounds, a faulty movement, several phantoms that make a contestant
    sit out twice).
    """
    Refused.check(faults_of(SessionPlan((tuple(first),), ())))
    listed = tuple(group for section in first for group in groups(section))
    flow = exchange_flow(listed, wishes or Exchange())
    if flow is None:
        names = " + ".join(f"{section.movement.tables}T" for section in first)
        raise Refused.of("sessions.no-exchange", sections=names)
    moves = _moves(listed, flow)
    plan = SessionPlan((tuple(first), second_session(first, moves)), (moves,))
    Refused.check(faults_of(plan))
    return plan


def propose_more(plan: SessionPlan, sessions: int, keep: int = 0) -> SessionPlan:
    """Returns the plan with further sessions of the sections of its last, with new seats found by search.

    No two contestants meet again; the first `keep` contestants with stationary seats so far have one again, or as many
    of them as the search finds seats for. The phantom is met as anybody is, so that nobody sits out twice. Raises
    Refused (`sessions.no-exchange`) where the search finds no such seats.
    """
    for still in range(keep, -1, -1):
        for start in range(_STARTS):
            longer = _reseated_plan(plan, sessions, stationary_throughout(plan)[:still], start)
            if longer is not None:
                Refused.check(faults_of(longer))
                return longer
    names = " + ".join(f"{section.movement.tables}T" for section in plan.sessions[-1])
    raise Refused.of("sessions.no-exchange", sections=names)


def _reseated_plan(
    plan: SessionPlan, sessions: int, still_places: Sequence[SectionPlace], start: int
) -> SessionPlan | None:
    """Returns the plan with further sessions in which these are stationary again; None where the search, which begins
    elsewhere with each `start`, ends without seats for one of them."""
    starts = [place for section in plan.sessions[0] for place in section.places]
    index_of = {place: at for at, place in enumerate(starts)}
    met = np.zeros((len(starts),) * 2, dtype=np.int64)
    seats = [{place: index_of[place] for place in starts}]
    for move in plan.moves:
        seats.append({move[place]: who for place, who in seats[-1].items()})
    for seated, session in zip(seats, plan.sessions, strict=True):
        _note_met(met, seated, session)
    played, moves = list(plan.sessions), list(plan.moves)
    for number in range(len(played) + 1, sessions + 1):
        places = [place for section in played[-1] for place in section.places]
        index = {place: at for at, place in enumerate(places)}
        still = [place in stationary_places(played[-1]) for place in places]
        cost = np.zeros_like(met)
        for still_place in still_places:
            cost[index_of[still_place]] = [0 if is_still else len(starts) for is_still in still]
        seating = seat(
            [(index[one], index[other]) for one, other in meetings_of(played[-1])],
            met,
            cost,
            [seats[-1][place] for place in places],
            seed=number + start * _APART,
        )
        if seating.price:
            return None
        now = dict(zip(places, seating.who, strict=True))
        there = {who: place for place, who in now.items()}
        moves.append({place: there[who] for place, who in seats[-1].items()})
        played.append(second_session(played[-1], moves[-1]))
        seats.append(now)
        _note_met(met, now, played[-1])
    return SessionPlan(tuple(played), tuple(moves), plan.allowed | {"sessions.howell-to-howell"})


def meetings_of(sections: Sequence[PlannedSection]) -> Iterator[tuple[SectionPlace, SectionPlace]]:
    """Yields the two places of every meeting of a session, those of the phantom too."""
    for section in sections:
        for meeting in section.movement.meetings:
            for home in meeting.ns:
                for other in meeting.ew:
                    yield SectionPlace(section.name, home), SectionPlace(section.name, other)


def _note_met(met: Matrix, seated: Mapping[SectionPlace, int], sections: Sequence[PlannedSection]) -> None:
    for place, other in meetings_of(sections):
        met[seated[place], seated[other]] = met[seated[other], seated[place]] = 1


def faults_of(plan: SessionPlan) -> Iterator[Problem]:
    """Yields the faults of `plan` by the checker, without notices."""
    return (fault.problem for fault in plan_faults(plan) if fault.severity is Severity.FAULT)


@lru_cache(maxsize=512)
def exchange_flow(listed: tuple[OpponentGroup, ...], wishes: Exchange) -> _Flow | None:
    """Returns how many of each group go to each, by their places in `listed`, or nothing where it cannot be.

    Nobody who met, as far as whole groups can tell, meets again.
    """
    model = new_model()
    size = range(len(listed))
    count, some = {}, {}
    for g in size:
        for s in size:
            most = min(len(listed[g].numbers), len(listed[s].numbers))
            if _is_within(listed[g]) and _is_within(listed[s]):
                most = min(most, 1)
            count[g, s] = model.new_int_var(0, most, f"count{g},{s}")
            some[g, s] = model.new_bool_var(f"some{g},{s}")
            model.add(count[g, s] <= most * some[g, s])
    for g in size:
        model.add(sum(count[g, s] for s in size) == len(listed[g].numbers))
        model.add(sum(count[s, g] for s in size) == len(listed[g].numbers))
    met = [(g, h) for g in size for h in size if listed[g].meets(listed[h])]
    for g, h in met:
        for s, t in met:
            if (g, s) < (h, t):
                model.add_bool_or(~some[g, s], ~some[h, t])
    cost = sum(_weight(listed[g], listed[s], wishes) * count[g, s] for g in size for s in size)
    model.minimize(4 * cost + sum(some.values()))
    answer = solve(model, _WORK)
    if not answer.is_found:
        return None
    return {key: answer.value(variable) for key, variable in count.items() if answer.value(variable)}


def _is_within(group: OpponentGroup) -> bool:
    return group.kind is GroupKind.WITHIN


def _weight(group: OpponentGroup, target: OpponentGroup, wishes: Exchange) -> int:
    """Returns the cost of moving a contestant of `group` to `target`."""
    weight = 0
    if wishes.exchange_stationary and group.is_stationary and target.is_stationary:
        weight += 20
    if wishes.vary_field and group.section == target.section:
        weight += 5
    if wishes.keep_numbers and not set(group.numbers) & set(target.numbers):
        weight += 2
    return weight


def _moves(listed: Sequence[OpponentGroup], flow: _Flow) -> dict[SectionPlace, SectionPlace]:
    """Returns the moves of a flow: first those who can keep their number, then the others in order."""
    waiting = {g: list(group.places) for g, group in enumerate(listed)}
    free = {s: list(group.places) for s, group in enumerate(listed)}
    left = dict(flow)
    moves: dict[SectionPlace, SectionPlace] = {}
    by_group: Mapping[int, list[int]] = _targets(flow)
    for g, targets in by_group.items():
        for s in targets:
            for place in tuple(waiting[g]):
                same = SectionPlace(listed[s].section, place.number)
                if left[g, s] and same in free[s]:
                    moves[place] = same
                    waiting[g].remove(place)
                    free[s].remove(same)
                    left[g, s] -= 1
    for (g, s), number in left.items():
        for _ in range(number):
            moves[waiting[g].pop(0)] = free[s].pop(0)
    order = {place: number for number, place in enumerate(p for group in listed for p in group.places)}
    return dict(sorted(moves.items(), key=lambda move: order[move[0]]))


def _targets(flow: _Flow) -> dict[int, list[int]]:
    targets: dict[int, list[int]] = defaultdict(list)
    for g, s in flow:
        targets[g].append(s)
    return targets
