"""Big events for tests: planned over sections and sessions, filled at random in one ledger entry a session, and scored
by a small form of its own that shares nothing with the program but the table of who met whom.

The form counts one for every result beaten and half for every equal one, brings boards with fewer results to the full
top and sessions to the most boards, rounds a session's total half up to two places, factors a session of a smaller top
to the largest one, and adds the sessions (JCBL director's manual 3.3, lines 1179, 1285-1305, 1328-1330, 2219, 2276).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random

from arrowswitch.core.game.contracts import RawScore
from arrowswitch.tournament.event import file as event_file
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.plans.choices import plan_named, plan_options
from arrowswitch.tournament.plans.commands import CarryNumbers, DrawSeats
from arrowswitch.tournament.play.commands import StartPlay
from arrowswitch.tournament.results.facts import ResultEntered
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening
from tests.scripted_events import new_event

SCORES = (-620, -500, -430, -400, -170, -140, -110, -100, -50, 50, 90, 100, 110, 140, 170, 400, 420, 450, 600, 620)


def planned(pairs: int, sessions: int = 2, choice: int = 0, **settings: object) -> Evening:
    """Returns an event of so many pairs with one of its proposed plans, seats drawn and the first session begun."""
    evening = new_event(pairs, 2, sessions=sessions, **{"minutes": 200, **settings})
    begin(evening, choice)
    return evening


def begin(evening: Evening, choice: int = 0) -> None:
    """Chooses one of the proposed plans, draws the seats and begins the first session."""
    evening.do(plan_named(evening.state, plan_options(evening.state)[choice].name))
    evening.do(DrawSeats(1, seed=len(evening.state.entries)))
    evening.do(StartPlay(1))


def go_on(evening: Evening, session: int) -> None:
    """Begins a further session with the numbers that the plan gives."""
    evening.do(CarryNumbers(session))
    evening.do(StartPlay(session))


def fill(evening: Evening, session: int, seed: int, sections: str = "") -> None:
    """Enters a result at random in every missing slot of a session (or of some sections), in one entry of the
    ledger."""
    chance, state = Random(seed), evening.state
    facts = []
    for slot in missing_slots(state, session):
        if sections and slot.section not in sections:
            continue
        movement = state.section(Place(session, slot.section)).movement
        assert movement is not None
        met = next(
            one
            for one in movement.meetings
            if (one.round, one.table) == (slot.round, slot.table) and slot.board in movement.boards_of(one)
        )
        facts.append(ResultEntered(slot, met.ns, met.ew, RawScore(chance.choice(SCORES))))
    ledger = evening.tournament.ledger(evening.event_id)
    stamp = Stamp(f"fill-{session}-{seed}{sections}", "director")
    entry = LedgerEntry(len(ledger) + 1, evening.clock.now(), stamp, tuple(facts))
    evening.tournament.import_file(event_file.dump((*ledger, entry)), Stamp(f"import-{session}", "director"))


@dataclass(frozen=True)
class Reckoned:
    """What the small form finds: each session's total of everybody, and the total of all; `top` is the largest."""

    sessions: tuple[Mapping[EntryId, Fraction], ...]
    totals: Mapping[EntryId, Fraction]
    boards: int
    top: int

    def best(self, count: int, among: Iterable[EntryId] | None = None) -> list[EntryId]:
        """Returns the best so many; a tie at the cut is a mistake of the test."""
        known = self.totals if among is None else {one: self.totals[one] for one in among}
        ordered = sorted(known, key=lambda one: -known[one])
        assert count == len(ordered) or known[ordered[count - 1]] != known[ordered[count]]
        return ordered[:count]


def half_up(value: Fraction) -> Fraction:
    """Returns an amount in two places, the third rounded half up."""
    places = Decimal(value.numerator) / Decimal(value.denominator)
    return Fraction(places.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


def reckon_event(state: EventState) -> Reckoned:
    """Returns the totals of an event by the small form."""
    found = [_session(state, number) for number in sorted(state.sessions)]
    top = max(one for _, one, _ in found)
    totals: dict[EntryId, Fraction] = defaultdict(Fraction)
    for points, own, _ in found:
        for who, amount in points.items():
            totals[who] += amount if own == top else half_up(amount * Fraction(top, own))
    return Reckoned(tuple(points for points, _, _ in found), dict(totals), sum(boards for _, _, boards in found), top)


def _session(state: EventState, session: int) -> tuple[dict[EntryId, Fraction], int, int]:
    """Returns the totals of a session, its top, and how many boards it has."""
    rows: dict[int, list[tuple[EntryId, EntryId, int]]] = defaultdict(list)
    for slot, entry in state.results.items():
        if slot.session == session and isinstance(entry.result, RawScore):
            numbers = state.section(Place(session, slot.section)).numbers
            rows[slot.board].append((numbers[entry.ns[0]], numbers[entry.ew[0]], entry.result.ns))
    most = max(len(row) for row in rows.values())
    points: dict[EntryId, Fraction] = defaultdict(Fraction)
    boards: dict[EntryId, int] = defaultdict(int)
    for row in rows.values():
        for ns, ew, score in row:
            won = sum(Fraction(score > other) + Fraction(score == other, 2) for *_, other in row) - Fraction(1, 2)
            brought = won * Fraction(most - 1, len(row) - 1)
            points[ns] += brought
            points[ew] += most - 1 - brought
            boards[ns] += 1
            boards[ew] += 1
    due = max(boards.values())
    return {who: half_up(amount * Fraction(due, boards[who])) for who, amount in points.items()}, most - 1, due
