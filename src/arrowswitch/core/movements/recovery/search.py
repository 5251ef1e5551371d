"""Asks CP-SAT for the rest of a session: the boards and the contestants of each table.

Hard: nobody plays a set twice, everybody sits at one table at a time, and two halves of a match play the same set.
Losses are minimised in the order of `Price`: first the meetings not played, then second meetings, then all the rest
(unequal plays of the boards, contestants sent elsewhere, boards moved and shared). For each of the first two it is
asked whether none need be lost before as few as possible are looked for: the plain question is answered much faster.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from math import ceil, isqrt
from typing import TYPE_CHECKING

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber
from arrowswitch.core.movements.recovery.situation import Seat, Situation, Spot, Tie, Unit, away, plays, spot, ties
from arrowswitch.core.solving import SolverAnswer, new_model, solve

if TYPE_CHECKING:
    from arrowswitch.core import cp_model

_UNEVEN, _TOLD, _STATIONARY, _BOARDS, _SHARED = 500, 20, 60, 1, 5
"""The weights: a play too many or too few of a set, a seat elsewhere (and in addition of a stationary contestant),
other boards at a table, a table that newly shares."""
_NONE, _FEWEST, _ANY, _HALF = 0.25, 0.4, 0.4, 0.25
"""The part of the remaining time for each question: can all be saved, how few are lost, any answer at all, and one at
half the cost. The last question uses the remaining time."""
_CLOSE = 3
"""From so near to what is possible on, the best is looked for itself."""
_EPSILON = 1e-6
_SHORTEST = 0.02
_MOST_CHOICES = 6_000
"""This many choices can be searched in time; if there are more, only contestants affected by the mistake may move."""
_MOVED_AT_A_TABLE = {ContestantKind.PAIR: 2, ContestantKind.TEAM: 1, ContestantKind.PLAYER: 4}
"""The number of seats of a table that may be filled by others."""


@dataclass(frozen=True, slots=True)
class Found:
    """The meetings to come as a plan has them, those that are not played among them, and what is proven."""

    meetings: tuple[Meeting, ...]
    neutral: frozenset[Spot]
    at_least: int = 0
    is_proven: bool = False

    @property
    def played_meetings(self) -> tuple[Meeting, ...]:
        return tuple(m for m in self.meetings if spot(m) not in self.neutral)

    @classmethod
    def of_plan(cls, meetings: Iterable[Meeting], neutral: Iterable[Meeting]) -> Found:
        """Returns meetings of which some are not played."""
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

    `hint` is the start of the search, and the answer if nothing is found in time; `left` returns the seconds that
    remain.
    """
    movers = _movers(situation) if moves else _Movers({}, are_all=True)
    choices = _with_moves(situation, movers) if moves else _list_seatings(situation)
    model = new_model()
    chosen = [(one, model.new_bool_var("")) for one in choices]
    _fill_once(model, chosen)
    if moves:
        _sit_once(model, situation, chosen)
    _play_once(model, situation, chosen)
    neutral = [len(one.meetings) * variable for one, variable in chosen if not one.is_played]
    second = _second_meetings(model, situation, chosen) if moves else []
    rest = [one.cost * variable for one, variable in chosen if one.cost]
    rest += _uneven(model, situation, chosen) + _relay_costs(model, situation, chosen)
    questions = _Asked(model, chosen, hint, work, left, running)
    least = questions.least(neutral, len(hint.neutral))
    questions.least(second, sum(situation.excess(questions.answer.played_meetings).values()))
    is_proven = questions.best(rest)
    return replace(questions.answer, at_least=least if movers.are_all else 0, is_proven=is_proven and movers.are_all)


class _Asked:
    """Questions to the solver one after another, each beginning with the best `answer` so far."""

    def __init__(
        self,
        model: cp_model.CpModel,
        chosen: _Chosen,
        hint: Found,
        work: float,
        left: Callable[[], float] | None,
        running: Callable[[Callable[[], None] | None], None] | None,
    ) -> None:
        self.answer = hint
        self._model, self._chosen, self._work, self._running = model, chosen, work, running
        self._left = left
        self._is_proven = True

    def least(self, lost: list[cp_model.LinearExpr], bound: int) -> int:
        """Minimises a sum, at most `most`, and limits it to the minimum from now on. Returns its proven lower bound."""
        if not lost:
            return 0
        none = self._model.clone()
        none.add(sum(lost) == 0)
        answer = self._ask(none, _NONE)
        at_least = 1 if answer.is_impossible else 0
        if answer.is_found:
            bound = 0
        else:
            fewest = self._model.clone()
            fewest.minimize(sum(lost))
            answer = self._ask(fewest, _FEWEST)
            if answer.is_found:
                bound = answer.sum_of(lost)
                at_least = max(at_least, ceil(answer.bound() - _EPSILON))
            self._is_proven = self._is_proven and answer.is_proven
        self._model.add(sum(lost) <= bound)
        return at_least

    def best(self, rest: list[cp_model.LinearExpr]) -> bool:
        """Minimises the cost of the rest, halving the allowed cost as long as an answer is found quickly. Returns True
        if all answers are proven."""
        answer = self._ask(self._model.clone(), _ANY)
        if not answer.is_found:
            return False
        cost, least = answer.sum_of(rest), 0
        while cost - least > _CLOSE:
            aim = (cost + least) // 2
            fewer = self._model.clone()
            fewer.add(sum(rest) <= aim)
            answer = self._ask(fewer, _HALF)
            if answer.is_found:
                cost = answer.sum_of(rest)
            elif answer.is_impossible:
                least = aim + 1
            else:
                break
        self._model.add(sum(rest) <= cost)
        self._model.minimize(sum(rest))
        return self._ask(self._model, 1.0).is_proven and self._is_proven

    def _ask(self, model: cp_model.CpModel, share: float) -> SolverAnswer:
        left = None if self._left is None else max(_SHORTEST, self._left() * share)
        _hint(model, self.answer, self._chosen)
        answer = solve(model, self._work * share, seconds=left, running=self._running)
        if answer.is_found:
            choices = [one for one, variable in self._chosen if answer.holds(variable)]
            self.answer = Found(
                meetings=tuple(sorted((m for one in choices for m in one.meetings), key=spot)),
                neutral=frozenset(spot(m) for one in choices if not one.is_played for m in one.meetings),
            )
        return answer


_Chosen = list[tuple[_Choice, "cp_model.IntVar"]]


def _list_seatings(situation: Situation) -> list[_Choice]:
    return [
        one for unit in situation.units for way in situation.ways(unit) for one in _boards_for(situation, unit, way)
    ]


def _boards_for(situation: Situation, planned: Unit, unit: Unit) -> Iterator[_Choice]:
    """Yields the sets that a unit can play, and last not to play; `planned` is what the sheet has at its tables.

    At a table with a sit-out that is the only choice; so is the planned set where contestants already play it.
    """
    cost = sum(_cost(situation, before, after) for before, after in zip(planned, unit, strict=True))
    if not situation.sheet.is_played(unit[0]):
        yield _Choice(unit, is_played=True, cost=cost)
        return
    if situation.is_held(planned):
        yield _Choice(planned, is_played=True, cost=0)
        return
    for board_set in situation.new_to(unit):
        moved = _BOARDS * sum(1 for meeting in planned if meeting.board_set != board_set)
        yield _Choice(tuple(replace(m, board_set=board_set) for m in unit), is_played=True, cost=cost + moved)
    yield _Choice(unit, is_played=False, cost=cost)


def _cost(situation: Situation, before: Meeting, after: Meeting) -> int:
    still = situation.sheet.stationary
    return sum(_TOLD + (_STATIONARY if n in still else 0) for n in away(before, after))


def _with_moves(situation: Situation, movers: _Movers) -> list[_Choice]:
    """Returns the ways to fill each table when contestants may change places with one another within a round.

    A table where one sits out is filled as well: another contestant can sit out there.
    """
    if situation.sheet.kind is ContestantKind.TEAM:
        return list(_matches(situation, movers))
    return [
        one
        for planned in _tables(situation)
        for meeting in _seatings(situation.sheet, planned, movers.in_round.get(planned.round, ()))
        for one in _boards_for(situation, (planned,), (meeting,))
    ]


def _seatings(sheet: Movement, planned: Meeting, movers: Collection[Number]) -> Iterator[Meeting]:
    """Yields the possible meetings at a table: as planned; single players in the three ways in which two of four are
    partners; and with one in whose seat another sits.

    Nobody changes the field in which they are ranked.
    """
    yield planned
    if movers and sheet.kind is ContestantKind.PLAYER:
        (first, other), (left, right) = planned.ns, planned.ew
        yield replace(planned, ns=(first, left), ew=(other, right))
        yield replace(planned, ns=(first, right), ew=(left, other))
    field_of = {number: place for place, group in enumerate(sheet.fields) for number in group}
    for number in planned.contestants:
        for guest in movers if number in movers else ():
            if guest not in planned.contestants and field_of.get(guest) == field_of.get(number):
                ns, ew = (tuple(guest if n == number else n for n in side) for side in (planned.ns, planned.ew))
                yield replace(planned, ns=ns, ew=ew)


def _matches(situation: Situation, movers: _Movers) -> Iterator[_Choice]:
    """Yields the matches that teams may play: North-South of both stay at their tables, and East-West visit.

    Both halves of a match are played, in two rounds in which the sheet has the halves of a match, or halves that lost
    the other half; half a match that was played waits for its other half, in any round. A half that is not played has
    its visitors nevertheless.
    """
    homes = {(m.round, m.ns[0]): m for m in _tables(situation)}
    for unit in situation.units:
        for way in situation.ways(unit) if len(unit) == 1 else (unit,):
            yield from _list_played(situation, unit, way)
    for home in homes.values():
        for visitor in _visitors(home, movers):
            half = replace(home, ew=(visitor,))
            [*_, idle] = _boards_for(situation, (home,), (half,))
            yield idle
            if any((m.ns, m.ew) == (half.ew, half.ns) for m in situation.waiting):
                yield from _list_played(situation, (home,), (half,))
    rounds = {(m.round, other.round) for unit in situation.units if len(unit) > 1 for m, other in permutations(unit, 2)}
    rounds |= set(permutations({unit[0].round for unit in situation.units if not situation.new_to(unit)}, 2))
    for (round_number, team), home in homes.items():
        for second in (
            then for first, then in rounds if first == round_number and min(first, then) >= situation.seats_from
        ):
            for visitor in _visitors(home, movers)[1:]:
                other = homes.get((second, visitor))
                if other is not None and team < visitor and team in _visitors(other, movers):
                    yield from _list_played(
                        situation, (home, other), (replace(home, ew=(visitor,)), replace(other, ew=(team,)))
                    )


def _visitors(home: Meeting, movers: _Movers) -> list[Number]:
    """Returns the contestants that may sit East-West at a table of teams, first those that the sheet sends there."""
    here = movers.in_round.get(home.round, ())
    return [*home.ew, *(n for n in here if n not in home.contestants and home.ew[0] in here)]


def _list_played(situation: Situation, planned: Unit, unit: Unit) -> Iterator[_Choice]:
    if situation.sheet.is_played(unit[0]):
        yield from (one for one in _boards_for(situation, planned, unit) if one.is_played)


def _tables(situation: Situation) -> list[Meeting]:
    """Returns the meetings to come, those of the phantom among them in the rounds in which people may be moved."""
    idle = (
        m
        for m in situation.sheet.meetings
        if not situation.sheet.is_played(m) and m.round >= situation.seats_from and m.round > situation.last
    )
    return sorted([*situation.to_come, *idle], key=spot)


@dataclass(frozen=True, slots=True)
class _Movers:
    """The contestants that may change places in each round; `are_all` is True if all may."""

    in_round: Mapping[RoundNumber, tuple[Number, ...]]
    are_all: bool


def _movers(situation: Situation) -> _Movers:
    """Returns everybody where that can be searched, else those whom the mistake touched most."""
    sheet = situation.sheet
    tables = [m for m in _tables(situation) if m.round >= situation.seats_from]
    seated: dict[RoundNumber, set[Number]] = defaultdict(set)
    for meeting in tables:
        seated[meeting.round].update(meeting.contestants)
    if sheet.kind is not ContestantKind.TEAM:
        seated = {number: here - {sheet.phantom} for number, here in seated.items()}
    sets = max(1, len(sheet.board_sets) - situation.last)
    guests = len(sheet.contestants) // max(1, len(sheet.fields))
    if len(tables) * _MOVED_AT_A_TABLE[sheet.kind] * guests * sets <= _MOST_CHOICES:
        wanted, are_all = sheet.contestants, True
    else:
        many = max(4, isqrt(_MOST_CHOICES // max(1, len(seated) * sets)))
        wanted, are_all = _list_affected(situation)[:many], False
    return _Movers({number: tuple(n for n in wanted if n in here) for number, here in seated.items()}, are_all)


def _list_affected(situation: Situation) -> tuple[Number, ...]:
    """Returns the contestants affected by the mistake, those affected in most rounds first."""
    counts: Counter[Number] = Counter()
    excess = situation.excess(situation.to_come)
    for unit in situation.units:
        suffers = unit[0].board_set not in situation.new_to(unit) or any(excess[tie] for m in unit for tie in ties(m))
        counts.update(n for m in unit for n in m.contestants if suffers)
    counts.update({n for m in situation.played_meetings if m not in situation.planned.meetings for n in m.contestants})
    return tuple(number for number, _ in counts.most_common())


def _fill_once(model: cp_model.CpModel, chosen: _Chosen) -> None:
    filling: dict[Spot, list[cp_model.IntVar]] = defaultdict(list)
    for choice, variable in chosen:
        for meeting in choice.meetings:
            filling[spot(meeting)].append(variable)
    for variables in filling.values():
        model.add_exactly_one(variables)


def _sit_once(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> None:
    """Everybody sits at one table in a round, and nobody sits out more often than on the sheet."""
    phantom = situation.sheet.phantom
    sitting: dict[tuple[RoundNumber, Seat], list[cp_model.IntVar]] = defaultdict(list)
    out: dict[Number, list[cp_model.IntVar]] = defaultdict(list)
    for choice, variable in chosen:
        for meeting in choice.meetings:
            for seat in situation.seats(meeting):
                sitting[meeting.round, seat].append(variable)
            if not situation.sheet.is_played(meeting):
                for number in meeting.contestants:
                    out[number].append(variable)
    for (_, (number, _)), variables in sitting.items():
        if number != phantom:
            model.add_exactly_one(variables)
    sits_out = Counter(n for m in situation.sheet.meetings if not situation.sheet.is_played(m) for n in m.contestants)
    to_come = Counter(n for m in _tables(situation) if not situation.sheet.is_played(m) for n in m.contestants)
    most = max((count for number, count in sits_out.items() if number != phantom), default=0)
    for number, variables in out.items():
        if number != phantom:
            model.add(sum(variables) <= max(to_come[number], most - (sits_out[number] - to_come[number])))


def _play_once(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> None:
    playing: dict[tuple[Seat, SetNumber], list[cp_model.IntVar]] = defaultdict(list)
    for choice, variable in _boards_played(situation, chosen):
        for meeting in choice.meetings:
            for seat in situation.seats(meeting):
                playing[seat, meeting.board_set].append(variable)
    for variables in playing.values():
        if len(variables) > 1:
            model.add_at_most_one(variables)


def _second_meetings(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> list[cp_model.LinearExpr]:
    meeting_of: dict[Tie, list[cp_model.IntVar]] = defaultdict(list)
    for choice, variable in _boards_played(situation, chosen):
        for meeting in choice.meetings:
            for tie in ties(meeting):
                meeting_of[tie].append(variable)
    terms: list[cp_model.LinearExpr] = []
    for tie, variables in meeting_of.items():
        allowed = situation.times_allowed(tie)
        if len(variables) > allowed:
            excess = model.new_int_var(0, len(variables), "")
            model.add(excess >= sum(variables) - allowed)
            terms.append(excess)
    return terms


def _uneven(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> list[cp_model.LinearExpr]:
    playing: dict[SetNumber, list[cp_model.LinearExpr]] = defaultdict(list)
    for choice, variable in _boards_played(situation, chosen):
        playing[choice.meetings[0].board_set].append(len(choice.meetings) * variable)
    done = plays(situation.played_meetings, situation.sheet)
    costs: list[cp_model.LinearExpr] = []
    for board_set, terms in playing.items():
        least, most = situation.plays_wanted[board_set]
        off = model.new_int_var(0, len(terms) * 2 + len(situation.played_meetings) + least, "")
        model.add(off >= sum(terms) + done[board_set] - most)
        model.add(off >= least - done[board_set] - sum(terms))
        costs.append(_UNEVEN * off)
    return costs


def _relay_costs(model: cp_model.CpModel, situation: Situation, chosen: _Chosen) -> list[cp_model.LinearExpr]:
    """A set at several tables in a round is a relay: it counts if the sheet plans fewer tables."""
    lying: dict[tuple[RoundNumber, SetNumber, int], list[cp_model.IntVar]] = defaultdict(list)
    for choice, variable in _boards_played(situation, chosen):
        for meeting in choice.meetings:
            copy = situation.sheet.copy_of(meeting.table)
            lying[meeting.round, meeting.board_set, copy].append(variable)
    planned: Counter[tuple[RoundNumber, SetNumber, int]] = Counter(
        (meeting.round, meeting.board_set, situation.planned.copy_of(meeting.table))
        for meeting in situation.planned.meetings
        if situation.planned.is_played(meeting)
    )
    terms: list[cp_model.LinearExpr] = []
    for key, variables in lying.items():
        room = max(1, planned[key])
        if len(variables) > room:
            over = model.new_int_var(0, len(variables), "")
            model.add(over >= sum(variables) - room)
            terms.append(_SHARED * over)
    return terms


def _boards_played(situation: Situation, chosen: _Chosen) -> Iterator[tuple[_Choice, cp_model.IntVar]]:
    """Yields the choices in which boards are played, with their variables."""
    for choice, variable in chosen:
        if choice.is_played and situation.sheet.is_played(choice.meetings[0]):
            yield choice, variable


def _hint(model: cp_model.CpModel, hint: Found, chosen: _Chosen) -> None:
    hinted = {(m, spot(m) not in hint.neutral) for m in hint.meetings}
    for choice, variable in chosen:
        model.add_hint(variable, all((m, choice.is_played) in hinted for m in choice.meetings))
