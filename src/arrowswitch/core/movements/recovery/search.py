"""Asks CP-SAT for the rest of a session: which table plays which boards, and who sits there.

Hard: nobody plays a set twice, everybody sits at one table at a time, and two halves of a match play the same set. What
is lost is made least in the order of `Price`: first the meetings not played, then second meetings, then all the rest
(unequal plays of the boards, people sent elsewhere, boards brought elsewhere and shared). For each of the first two it
is asked whether none need be lost before as few as possible are looked for: the plain question is answered much faster.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import TYPE_CHECKING

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Meeting, RoundNumber, SetNumber
from arrowswitch.core.movements.recovery.situation import Situation, Spot, Unit, spot, twos
from arrowswitch.core.solving import SolverAnswer, new_model, solve

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_UNEVEN, _TOLD, _STATIONARY, _BOARDS, _SHARED = 500, 20, 60, 1, 5
"""What weighs: a play too many or too few of a set, a seat elsewhere (and by somebody who is stationary besides), other
boards at a table, a table that newly shares."""
_SHARES = (0.2, 0.4, 0.3, 0.4, 0.4)
"""Which part of the time that is left each question may take; an aim at half the cost takes `_SHARE_OF_AIM`."""
_SHARE_OF_AIM = 0.25
_CLOSE = 3
"""From so near to what is possible on, the best is looked for itself."""
_EPSILON = 1e-6
_SHORTEST = 0.02
_MOST_CHOICES = 6_000
"""So many choices of a table are searched through in time; beyond it only those whom the mistake touched may move."""


@dataclass(frozen=True, slots=True)
class Found:
    """The meetings to come as a plan has them, those that are not played among them, and what is proven."""

    meetings: tuple[Meeting, ...]
    neutral: frozenset[Spot]
    at_least: int = 0
    is_proven: bool = False

    @classmethod
    def of_sets(cls, meetings: Iterable[Meeting], chosen: Mapping[Spot, SetNumber]) -> Found:
        """Returns meetings with the sets chosen for them, 0 for those that are not played."""
        made = tuple(replace(m, board_set=chosen[spot(m)] or m.board_set) for m in meetings)
        return cls(made, frozenset(at for at, board_set in chosen.items() if not board_set))

    @classmethod
    def of_plan(cls, meetings: Iterable[Meeting], neutral: Iterable[Meeting]) -> Found:
        """Returns what another plan has, to begin a search with."""
        return cls(tuple(meetings), frozenset(spot(m) for m in neutral))


@dataclass(frozen=True, slots=True)
class _Choice:
    """A way to fill a unit: its meetings with a set, or not played (`is_played`); what it costs in itself."""

    meetings: Unit
    is_played: bool
    cost: int


def search(
    situation: Situation,
    hint: Found,
    *,
    moves: bool,
    work: float,
    left: Callable[[], float] | None,
    running: Callable[[Callable[[], None] | None], None] | None = None,
) -> Found:
    """Returns the best rest of a session that is found; with `moves` contestants may change places.

    `hint` is what the search begins with, and what comes back when nothing is found in time; `left` tells how many
    seconds it may still take.
    """
    choices = _with_moves(situation) if moves else _seated(situation)
    model = new_model()
    chosen = [(one, model.new_bool_var("")) for unit in choices for one in unit]
    at = 0
    for unit in choices:
        model.add_exactly_one(variable for _, variable in chosen[at : at + len(unit)])
        at += len(unit)
    if moves:
        _sit_once(model, situation, chosen)
    _play_once(model, situation, chosen)
    neutral = [len(one.meetings) * variable for one, variable in chosen if not one.is_played]
    second = _second_meetings(model, situation, chosen) if moves else []
    rest = [one.cost * variable for one, variable in chosen if one.cost]
    rest += _uneven(model, situation, chosen) + _shared(model, situation, chosen)
    asked = _Asked(model, chosen, hint, work, left, running)
    least = asked.least(neutral, len(hint.neutral))
    asked.least(second, None)
    is_proven = asked.best(rest)
    return replace(asked.found, at_least=least, is_proven=is_proven)


class _Asked:
    """Questions to the solver one after another, each beginning with the best answer so far (`found`)."""

    def __init__(
        self,
        model: cp_model.CpModel,
        chosen: _Chosen,
        hint: Found,
        work: float,
        left: Callable[[], float] | None,
        running: Callable[[Callable[[], None] | None], None] | None,
    ) -> None:
        self.found = hint
        self._model, self._chosen, self._work, self._running = model, chosen, work, running
        self._left = left
        self._shares = iter(_SHARES)
        self._is_proven = True

    def least(self, lost: list[cp_model.LinearExpr], known: int | None) -> int:
        """Makes a sum as small as can be, from now on no larger; returns what it cannot be smaller than."""
        if not lost:
            return 0
        none = self._model.clone()
        none.add(sum(lost) == 0)
        answer = self._ask(none)
        at_least = 1 if answer.is_impossible else 0
        if answer.is_found:
            known = 0
        else:
            fewest = self._model.clone()
            fewest.minimize(sum(lost))
            answer = self._ask(fewest)
            if answer.is_found:
                known = answer.sum_of(lost)
                at_least = max(at_least, ceil(answer.bound() - _EPSILON))
            self._is_proven = self._is_proven and answer.is_proven
        if known is not None:
            self._model.add(sum(lost) <= known)
        return at_least

    def best(self, rest: list[cp_model.LinearExpr]) -> bool:
        """Makes the rest as cheap as can be, halving what it may cost as long as that is found quickly; returns whether
        all that was asked is proven."""
        answer = self._ask(self._model.clone())
        if not answer.is_found:
            return False
        known, least = answer.sum_of(rest), 0
        while known - least > _CLOSE:
            aim = (known + least) // 2
            fewer = self._model.clone()
            fewer.add(sum(rest) <= aim)
            answer = self._ask(fewer, _SHARE_OF_AIM)
            if answer.is_found:
                known = answer.sum_of(rest)
            elif answer.is_impossible:
                least = aim + 1
            else:
                break
        self._model.add(sum(rest) <= known)
        self._model.minimize(sum(rest))
        return self._ask(self._model, 1.0).is_proven and self._is_proven

    def _ask(self, model: cp_model.CpModel, share: float = 0.0) -> SolverAnswer:
        share = share or next(self._shares, 1.0)
        left = None if self._left is None else max(_SHORTEST, self._left() * share)
        _hint(model, self.found, self._chosen)
        answer = solve(model, self._work * share, seconds=left, running=self._running)
        if answer.is_found:
            taken = [one for one, variable in self._chosen if answer.holds(variable)]
            self.found = Found(
                meetings=tuple(sorted((m for one in taken for m in one.meetings), key=spot)),
                neutral=frozenset(spot(m) for one in taken if not one.is_played for m in one.meetings),
            )
        return answer


_Chosen = list[tuple[_Choice, "cp_model.IntVar"]]


def _seated(situation: Situation) -> list[list[_Choice]]:
    return [list(_boards_for(situation, unit, unit, 0)) for unit in situation.units]


def _boards_for(situation: Situation, planned: Unit, unit: Unit, cost: int) -> Iterator[_Choice]:
    """Yields the sets that a unit can play, and last not to play."""
    if situation.is_held(planned):
        yield _Choice(planned, is_played=True, cost=0)
        return
    for board_set in situation.new_to(unit):
        brought = 0 if board_set == planned[0].board_set else _BOARDS * len(unit)
        yield _Choice(tuple(replace(m, board_set=board_set) for m in unit), is_played=True, cost=cost + brought)
    yield _Choice(unit, is_played=False, cost=cost)


def _with_moves(situation: Situation) -> list[list[_Choice]]:
    """Returns the ways to fill each table when contestants may change places with one another within a round.

    One of the two at a table always stays, and nobody changes the field in which they are ranked. A table where one
    sits out is filled as well: somebody else can sit out there.
    """
    movers = _movers(situation)
    field_of = {number: place for place, group in enumerate(situation.sheet.fields) for number in group}
    filled: list[list[_Choice]] = []
    for planned in _tables(situation):
        guests: list[list[Number]] = []
        for side in (planned.ns, planned.ew):
            others = movers[planned.round] if side[0] in movers[planned.round] else ()
            field = field_of.get(side[0])
            guests.append([side[0], *(n for n in others if n != side[0] and field_of.get(n) == field)])
        unit: list[_Choice] = []
        for ns, ew in product(*guests):
            away = [n for n, side in ((ns, planned.ns), (ew, planned.ew)) if n != side[0]]
            if ns == ew or len(away) == len((ns, ew)):
                continue
            cost = sum(_TOLD + (_STATIONARY if n in situation.sheet.stationary else 0) for n in away)
            meeting = replace(planned, ns=(ns,), ew=(ew,))
            if not situation.sheet.is_played(meeting):
                unit.append(_Choice((meeting,), is_played=True, cost=cost))
            else:
                unit += _boards_for(situation, (planned,), (meeting,), cost)
        filled.append(unit)
    return filled


def _tables(situation: Situation) -> list[Meeting]:
    """Returns the meetings to come, those of the phantom among them in the rounds in which people may be moved."""
    idle = (
        m
        for m in situation.sheet.meetings
        if not situation.sheet.is_played(m) and m.round >= situation.seats_from and m.round > situation.last
    )
    return sorted([*situation.to_come, *idle], key=spot)


def _movers(situation: Situation) -> Mapping[RoundNumber, tuple[Number, ...]]:
    """Returns who may change places in each round: everybody where that can be searched, else whom it touched."""
    rounds = {m.round for m in situation.to_come}
    free = [r for r in rounds if r >= situation.seats_from]
    sheet = situation.sheet
    everybody = tuple(n for n in sheet.contestants if n != sheet.phantom)
    left = max(1, len(sheet.board_sets) - situation.last)
    if len(free) * sheet.tables * 2 * len(everybody) * left // max(1, len(sheet.fields)) <= _MOST_CHOICES:
        return {r: everybody if r in free else () for r in rounds}
    counts: dict[Number, int] = defaultdict(int)
    excess = situation.excess(situation.to_come)
    for meeting in situation.to_come:
        suffers = meeting.board_set not in situation.new_to((meeting,))
        suffers = suffers or any(excess[two] for two in twos(meeting))
        for number in meeting.contestants:
            counts[number] += suffers
    wrong = {n for m in situation.done if m not in situation.planned.meetings for n in m.contestants}
    for number in wrong:
        counts[number] += 1
    touched = sorted((n for n in counts if counts[n] and n != sheet.phantom), key=lambda n: -counts[n])
    many = max(4, _MOST_CHOICES // max(1, 2 * len(free) * left * 8))
    focus = tuple(touched[:many])
    return {r: focus if r in free else () for r in rounds}


def _sit_once(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> None:
    sitting: dict[tuple[RoundNumber, Number], list[cp_model.IntVar]] = defaultdict(list)
    for one, variable in chosen:
        for meeting in one.meetings:
            for number in meeting.contestants:
                sitting[meeting.round, number].append(variable)
    for (_, number), variables in sitting.items():
        if number != situation.sheet.phantom:
            model.add_exactly_one(variables)


def _play_once(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> None:
    playing: dict[tuple[object, SetNumber], list[cp_model.IntVar]] = defaultdict(list)
    for one, variable in _boards_played(situation, chosen):
        for meeting in one.meetings:
            for seat in situation.seats(meeting):
                playing[seat, meeting.board_set].append(variable)
    for variables in playing.values():
        if len(variables) > 1:
            model.add_at_most_one(variables)


def _second_meetings(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> list[cp_model.LinearExpr]:
    meeting_of: dict[frozenset[Number], list[cp_model.IntVar]] = defaultdict(list)
    for one, variable in chosen:
        if one.is_played:
            for two in twos(one.meetings[0]):
                meeting_of[two].append(variable)
    found: list[cp_model.LinearExpr] = []
    for two, variables in meeting_of.items():
        allowed = max(0, situation.declared.meetings_of(*sorted(two)) - situation.met[two])
        if len(variables) > allowed:
            excess = model.new_int_var(0, len(variables), "")
            model.add(excess >= sum(variables) - allowed)
            found.append(excess)
    return found


def _uneven(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> list[cp_model.LinearExpr]:
    playing: dict[SetNumber, list[cp_model.LinearExpr]] = defaultdict(list)
    for one, variable in _boards_played(situation, chosen):
        playing[one.meetings[0].board_set].append(len(one.meetings) * variable)
    done: dict[SetNumber, int] = defaultdict(int)
    for meeting in situation.done:
        done[meeting.board_set] += 1
    found: list[cp_model.LinearExpr] = []
    for board_set, terms in playing.items():
        off = model.new_int_var(0, len(terms) * 2 + len(situation.done), "")
        lacking = situation.wanted[board_set] - done[board_set]
        model.add(off >= sum(terms) - lacking)
        model.add(off >= lacking - sum(terms))
        found.append(_UNEVEN * off)
    return found


def _shared(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> list[cp_model.LinearExpr]:
    """A set at several tables in a round is a relay: weighed where the sheet does not plan so many."""
    lying: dict[tuple[RoundNumber, SetNumber, int], list[cp_model.IntVar]] = defaultdict(list)
    for one, variable in _boards_played(situation, chosen):
        for meeting in one.meetings:
            copy = situation.sheet.copy_of(meeting.table)
            lying[meeting.round, meeting.board_set, copy].append(variable)
    planned: dict[tuple[RoundNumber, SetNumber, int], int] = defaultdict(int)
    for meeting in situation.planned.meetings:
        if situation.planned.is_played(meeting):
            planned[meeting.round, meeting.board_set, situation.planned.copy_of(meeting.table)] += 1
    found: list[cp_model.LinearExpr] = []
    for key, variables in lying.items():
        room = max(1, planned[key])
        if len(variables) > room:
            over = model.new_int_var(0, len(variables), "")
            model.add(over >= sum(variables) - room)
            found.append(_SHARED * over)
    return found


def _boards_played(situation: Situation, chosen: _Chosen) -> Iterator[tuple[_Choice, cp_model.IntVar]]:
    """Yields the choices in which boards are played, with their variables."""
    for one, variable in chosen:
        if one.is_played and situation.sheet.is_played(one.meetings[0]):
            yield one, variable


def _hint(model: cp_model.CpModel, hint: Found, chosen: _Chosen) -> None:
    known = {(m, spot(m) not in hint.neutral) for m in hint.meetings}
    for one, variable in chosen:
        model.add_hint(variable, all((m, one.is_played) in known for m in one.meetings))
