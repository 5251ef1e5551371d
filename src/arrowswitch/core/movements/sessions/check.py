"""The independent checker of plans of several sessions: it replays every session and lists all faults.

JCBL director's manual 3.3, lines 2375-2380: nobody meets anybody again, an odd pair sits out once at most, stationary
seats are considered; lines 2097-2105 and 2307-2313: everybody plays every board, all sections the same number of
rounds; line 2539: no Howell group goes to a Howell. It reads the meetings only and knows no proposal. Every fault whose
code is in `SessionPlan.allowed` is a notice. Contestants are named by their place in session 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.movements.sessions.plan import (
    GroupKind,
    PlannedSection,
    SectionPlace,
    SessionPlan,
    groups,
)

_Start = SectionPlace


def plan_faults(plan: SessionPlan) -> tuple[Fault, ...]:
    """Returns every fault of `plan`, then every notice."""
    all_faults = [*_movement_faults(plan), *_move_faults(plan)]
    starts = _starts(plan)
    all_faults += [*_meetings_faults(plan, starts), *_board_faults(plan), *_seat_faults(plan), *_howell_faults(plan)]
    judged = [_allow(plan, fault) for fault in all_faults]
    return tuple(sorted(judged, key=lambda fault: fault.severity is Severity.NOTICE))


def is_sound_plan(plan: SessionPlan) -> bool:
    """True if `plan` can be played: the checker finds no fault (notices do not count)."""
    return all(fault.severity is Severity.NOTICE for fault in plan_faults(plan))


def _fault(code: str, severity: Severity = Severity.FAULT, **params: ParamValue) -> Fault:
    return Fault(code, severity, params=params)


def _allow(plan: SessionPlan, fault: Fault) -> Fault:
    if fault.code not in plan.allowed:
        return fault
    return Fault(fault.code, Severity.NOTICE, params=fault.params)


def _movement_faults(plan: SessionPlan) -> Iterator[Fault]:
    for number, sections in enumerate(plan.sessions, start=1):
        for section in sections:
            if not is_sound(section.movement):
                yield _fault("sessions.movement-faulty", session=number, section=section.name)
        for name, count in Counter(section.name for section in sections).items():
            if count > 1:
                yield _fault("sessions.section-twice", session=number, section=name)
        rounds = {section.movement.rounds for section in sections}
        if len(rounds) > 1:
            written = ", ".join(map(str, sorted(rounds)))
            yield _fault("sessions.rounds-differ", session=number, rounds=written)


def _move_faults(plan: SessionPlan) -> Iterator[Fault]:
    """Every place of a session goes to exactly one of the next, a phantom's to a phantom's."""
    if len(plan.moves) != len(plan.sessions) - 1:
        yield _fault("sessions.moves-missing", needed=len(plan.sessions) - 1, given=len(plan.moves))
    for number, (before, after) in enumerate(pairwise(plan.sessions), start=1):
        move = plan.moves[number - 1] if number <= len(plan.moves) else {}
        here = {place for section in before for place in section.places}
        there = {place for section in after for place in section.places}
        yield from (_fault("sessions.place-lost", session=number, place=str(p)) for p in sorted(here - set(move)))
        for place in sorted({*(set(move) - here), *(set(move.values()) - there)}):
            yield _fault("sessions.place-unknown", session=number, place=str(place))
        for place, count in sorted(Counter(move.values()).items()):
            if count > 1:
                yield _fault("sessions.place-twice", session=number + 1, place=str(place), count=count)
        yield from (
            _fault("sessions.place-empty", session=number + 1, place=str(p)) for p in sorted(there - set(move.values()))
        )
        phantoms = [_phantoms(sections) for sections in (before, after)]
        for place in sorted(here & set(move)):
            if (place in phantoms[0]) != (move[place] in phantoms[1]):
                yield _fault("sessions.phantom-moved", session=number, place=str(place), target=str(move[place]))


def _phantoms(sections: tuple[PlannedSection, ...]) -> set[SectionPlace]:
    return {SectionPlace(s.name, s.movement.phantom) for s in sections if s.movement.phantom is not None}


def _starts(plan: SessionPlan) -> list[dict[SectionPlace, _Start]]:
    """Returns for every session who sits at each place, by the place in session 1."""
    starts = [{place: place for section in plan.sessions[0] for place in section.places}]
    for move in plan.moves:
        starts.append({after: starts[-1][before] for before, after in move.items() if before in starts[-1]})
    return starts


def _meetings_faults(plan: SessionPlan, starts: list[dict[SectionPlace, _Start]]) -> Iterator[Fault]:
    """Two contestants that meet more than once, and those that sit out more than once over all sessions."""
    places = sorted({start for places in starts for start in places.values()})
    order = {start: at for at, start in enumerate(places)}
    met: dict[tuple[int, int], list[SessionNumber]] = defaultdict(list)
    out: Counter[_Start] = Counter()
    for (number, sections), here in zip(enumerate(plan.sessions, start=1), starts, strict=False):
        for section in sections:
            seated = {place.number: start for place, start in here.items() if place.section == section.name}
            for meeting in section.movement.meetings:
                ns, ew = ([seated[n] for n in side if n in seated] for side in (meeting.ns, meeting.ew))
                if not section.movement.is_played(meeting):
                    out.update(s for s in (*ns, *ew) if not _is_phantom(section, s, here))
                    continue
                for home in ns:
                    for other in ew:
                        first, second = order[home], order[other]
                        met[(first, second) if first < second else (second, first)].append(number)
    for (first, second), when in sorted(home for home in met.items() if len(home[1]) > 1):
        written = ", ".join(map(str, when))
        named, also = str(places[first]), str(places[second])
        yield _fault("sessions.met-again", first=named, second=also, count=len(when), sessions=written)
    for start, count in sorted(out.items()):
        if count > 1:
            yield _fault("sessions.sits-out-again", place=str(start), count=count)


def _is_phantom(section: PlannedSection, start: _Start, starts: dict[SectionPlace, _Start]) -> bool:
    phantom = section.movement.phantom
    return phantom is not None and starts.get(SectionPlace(section.name, phantom)) == start


def _board_faults(plan: SessionPlan) -> Iterator[Fault]:
    """Contestants that do not play every board of a session; sitting out counts as play."""
    for number, sections in enumerate(plan.sessions, start=1):
        boards = {b for section in sections for group in section.movement.board_sets for b in group}
        missing = 0
        for section in sections:
            played: dict[Number, set[int]] = {n: set() for n in section.movement.contestants}
            for meeting in section.movement.meetings:
                for contestant in meeting.contestants:
                    played[contestant].update(section.movement.boards_of(meeting))
            missing += sum(1 for own in played.values() if own != boards)
        if missing:
            yield _fault("sessions.boards-missed", session=number, n=missing)


def _seat_faults(plan: SessionPlan) -> Iterator[Fault]:
    """Contestants with stationary seats in several sessions without a request, and requests without a seat."""
    again = []
    still = [_stationary(sections) for sections in plan.sessions]
    for start in plan.contestants:
        count = sum(place in places for place, places in zip(plan.route(start), still, strict=False))
        if start in plan.keep_stationary and count < len(plan.sessions):
            yield _fault("sessions.not-stationary", place=str(start), count=count, sessions=len(plan.sessions))
        elif start not in plan.keep_stationary and count > 1:
            again.append(start)
    if again:
        places = ", ".join(map(str, again))
        yield _fault("sessions.stationary-again", Severity.NOTICE, places=places, n=len(again))


def _stationary(sections: tuple[PlannedSection, ...]) -> set[SectionPlace]:
    """Returns the places of a session that are stationary; of two sections of one name those of the first."""
    named = {section.name: section for section in reversed(sections)}
    return {place for one in named.values() for group in groups(one) if group.is_stationary for place in group.places}


def _howell_faults(plan: SessionPlan) -> Iterator[Fault]:
    """Two or more who met in a Howell go to a Howell where they meet again (line 2539)."""
    for number, (before, after) in enumerate(pairwise(plan.sessions), start=1):
        if number > len(plan.moves):
            return
        targets = {place: group for section in after for group in groups(section) for place in group.places}
        for section in before:
            for group in groups(section):
                if group.kind is not GroupKind.WITHIN:
                    continue
                into: Counter[str] = Counter()
                for place in group.places:
                    target = targets.get(plan.moves[number - 1].get(place, place))
                    into[target.section if target is not None and target.kind is GroupKind.WITHIN else ""] += 1
                for name, count in sorted(into.items()):
                    if name and count > 1:
                        code = "sessions.howell-to-howell"
                        yield _fault(code, session=number, section=group.section, target=name, n=count)
