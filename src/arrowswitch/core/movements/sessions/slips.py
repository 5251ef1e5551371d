"""What a plan of several sessions is used for: the slips of a later session, and totals of contestants over sessions.

JCBL director's manual 3.3, lines 2304 and 3888-3890 (slips of session 2 with the new numbers are printed after the
change) and 2375-2380, 2413 and 3321 (a pair keeps its name and score, whatever its number). A contestant is known by
its place in session 1, as in `sessions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.movements.guide.cards import SlipLine, guide_slip
from arrowswitch.core.movements.sessions.plan import Place, SessionNumber, SessionPlan


@dataclass(frozen=True, slots=True)
class PlanSlip:
    """The guide slip of one contestant in a session.

    `start` is its place in session 1, `before` that of the session before (None in session 1), `place` that of this
    session; `lines` are its rounds. `changes` tells that section or number are new, `has_new_section` that it goes to
    another section.
    """

    start: Place
    before: Place | None
    place: Place
    lines: tuple[SlipLine, ...]

    @property
    def changes(self) -> bool:
        """Tells whether the contestant has another number or section than before."""
        return self.before is not None and self.before != self.place

    @property
    def has_new_section(self) -> bool:
        """Tells whether the contestant goes to another section."""
        return self.before is not None and self.before.section != self.place.section


def plan_slips(plan: SessionPlan, session: SessionNumber) -> tuple[PlanSlip, ...]:
    """Returns the slips of everybody in a session, by the places in session 1.

    Raises NotFound (`sessions.no-session`) for no such session, and Refused (`sessions.place-lost`) when the moves lose
    somebody on the way.
    """
    _check_session(plan, session)
    routes = {start: plan.route(start)[:session] for start in plan.contestants}
    Refused.check(_lost(routes))
    slips = []
    for start, route in routes.items():
        place = route[-1]
        section = None if place is None else plan.section(session, place.section)
        if place is not None and section is not None:
            before = route[-2] if session > 1 else None
            slips.append(PlanSlip(start, before, place, guide_slip(section.movement, place.number)))
    return tuple(slips)


def joined_totals(plan: SessionPlan, totals: Sequence[Mapping[Place, int | Fraction]]) -> dict[Place, Fraction]:
    """Returns the sum over sessions of what each contestant has scored under its numbers, by the place in session 1.

    `totals[i]` are those of session i + 1 by place; sessions that have not been played are left out at the end. Who has
    no total in a session scored nothing there. Raises Refused (`sessions.totals-many` for more totals than sessions,
    `sessions.totals-unknown` for a place that nobody has, `sessions.place-lost`).
    """
    if len(totals) > len(plan.sessions):
        raise Refused.of("sessions.totals-many", given=len(totals), sessions=len(plan.sessions))
    routes = {start: plan.route(start)[: len(totals)] for start in plan.contestants}
    Refused.check([*_lost(routes), *_unknown(routes, totals)])
    return {start: sum(map(_scored, route, totals), Fraction()) for start, route in routes.items()}


def _scored(place: Place | None, totals: Mapping[Place, int | Fraction]) -> Fraction:
    return Fraction(0 if place is None else totals.get(place, 0))


def _check_session(plan: SessionPlan, session: SessionNumber) -> None:
    if not 1 <= session <= len(plan.sessions):
        raise NotFound.of("sessions.no-session", session=session, most=len(plan.sessions))


def _lost(routes: Mapping[Place, Sequence[Place | None]]) -> Iterator[Problem]:
    for route in routes.values():
        for number, (place, after) in enumerate(pairwise(route), start=1):
            if place is not None and after is None:
                yield Problem("sessions.place-lost", {"session": number, "place": str(place)})


def _unknown(
    routes: Mapping[Place, Sequence[Place | None]], totals: Sequence[Mapping[Place, int | Fraction]]
) -> Iterator[Problem]:
    for number, scored in enumerate(totals, start=1):
        known = {route[number - 1] for route in routes.values()}
        for place in sorted(set(scored) - known):
            yield Problem("sessions.totals-unknown", {"session": number, "place": str(place)})
