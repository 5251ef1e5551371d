"""Big events for tests: planned over sections and sessions, filled at random in one ledger entry a session, and scored
by a small form of its own that shares nothing with the program but the table of who met whom.

The form counts one for every result beaten and half for every equal one, brings boards with fewer results to the full
top and sessions to the most boards, rounds a session's total half up to two places, factors a session of a smaller top
to the largest one, and adds the sessions (JCBL director's manual 3.3, lines 1179, 1285-1305, 1328-1330, 2219, 2276).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random

from arrowswitch.core.game.contracts import RawScore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.plans import CarryNumbers, DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.plans.choices import plan_named, plan_options
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening
from tests.scripted_events import new_event

SCORES = (-620, -500, -430, -400, -170, -140, -110, -100, -50, 50, 90, 100, 110, 140, 170, 400, 420, 450, 600, 620)


def planned_event(pairs: int, sessions: int = 2, choice: int = 0, **settings: object) -> Evening:
    """Returns an event of this many pairs with one of its proposed plans, seats drawn and the first session begun."""
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
    _enter(evening, _at_random(evening.state, session, seed, sections), f"{session}-{seed}{sections}")


def fill_day(evening: Evening, seed: int) -> None:
    """Enters a result at random in every missing slot of all sessions, in one entry of the ledger."""
    state = evening.state
    _enter(evening, [fact for number in state.sessions for fact in _at_random(state, number, seed + number)], "day")


def _at_random(state: EventState, session: int, seed: int, sections: str = "") -> list[ResultEntered]:
    chance = Random(seed)
    met = {
        (letter, one.round, one.table, board): one
        for letter, section in state.session(session).sections.items()
        if section.movement is not None
        for one in section.movement.meetings
        for board in section.movement.boards_of(one)
    }
    facts = []
    for slot in missing_slots(state, session):
        if not sections or slot.section in sections:
            first = met[slot.section, slot.round, slot.table, slot.board]
            facts.append(ResultEntered(slot, first.ns, first.ew, RawScore(chance.choice(SCORES))))
    return facts


def _enter(evening: Evening, facts: Sequence[ResultEntered], name: str) -> None:
    ledger = evening.tournament.ledger(evening.event_id)
    entry = LedgerEntry(len(ledger) + 1, evening.clock.now(), Stamp(f"fill-{name}", "director"), tuple(facts))
    evening.tournament.import_file(event_file.dump((*ledger, entry)), Stamp(f"import-{name}", "director"))


@dataclass(frozen=True)
class Reckoned:
    """The results of the small form: each session's total of everybody, and the total of all; `top` is the largest."""

    sessions: tuple[Mapping[EntryId, Fraction], ...]
    totals: Mapping[EntryId, Fraction]
    boards: int
    top: int

    def best(self, count: int, among: Iterable[EntryId] | None = None) -> list[EntryId]:
        """Returns the best entries, this many; a tie at the cut is a mistake of the test."""
        totals = self.totals if among is None else {one: self.totals[one] for one in among}
        ordered = sorted(totals, key=lambda one: -totals[one])
        assert self.is_clear(count, totals)
        return ordered[:count]

    def is_clear(self, count: int, among: Iterable[EntryId]) -> bool:
        """True if nobody shares the rank at a cut."""
        amounts = sorted((self.totals[one] for one in among), reverse=True)
        return count >= len(amounts) or amounts[count - 1] != amounts[count]


def ranks_of(amounts: Mapping[EntryId, Fraction]) -> dict[EntryId, int]:
    """Returns the rank of everybody, the highest first; those who are equal share it."""
    return {who: 1 + sum(other > amount for other in amounts.values()) for who, amount in amounts.items()}


def masterpoints_of(ranks: Mapping[EntryId, int], game_class: int) -> dict[EntryId, Fraction]:
    """Returns the awards of a weekly game to its field of C: the winner 0.01 × class × C, 1.00 at the most, each place
    after it seven tenths of the one before, down to 35 % of the field, rounded up; a shared rank gets the mean (manual,
    part 2 chapter 4, "to reckon and to rank", and its table of masterpoints)."""
    first = min(Fraction(game_class * len(ranks), 100), Fraction(1))
    paid = -(-len(ranks) * 35 // 100)
    often = Counter(ranks.values())
    awards = {}
    for who, rank in ranks.items():
        places = [first * Fraction(7, 10) ** (one - 1) for one in range(rank, rank + often[rank]) if one <= paid]
        awards[who] = half_up(sum(places, Fraction(0)) / often[rank])
    return awards


def prizes_of(lists: Sequence[tuple[int, Mapping[EntryId, Fraction]]]) -> list[set[EntryId]]:
    """Returns the entries with a prize of each list, given as its number of prizes and the amounts that rank it: the
    best of those without a prize so far, and all that equal the last of them."""
    have: set[EntryId] = set()
    winners = []
    for count, amounts in lists:
        free = sorted((amount for who, amount in amounts.items() if who not in have), reverse=True)
        got = {who for who, amount in amounts.items() if who not in have and free and amount >= free[:count][-1]}
        have |= got
        winners.append(got)
    return winners


def half_up(value: Fraction) -> Fraction:
    """Returns an amount in two places, the third rounded half up."""
    places = Decimal(value.numerator) / Decimal(value.denominator)
    return Fraction(places.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


def reckon_event(state: EventState) -> Reckoned:
    """Returns the totals of an event by the small form."""
    sessions = [_session(state, number) for number in sorted(state.sessions)]
    top = max(one for _, one, _ in sessions)
    totals: dict[EntryId, Fraction] = defaultdict(Fraction)
    for points, own, _ in sessions:
        for who, amount in points.items():
            totals[who] += amount if own == top else half_up(amount * Fraction(top, own))
    return Reckoned(
        tuple(points for points, _, _ in sessions), dict(totals), sum(boards for _, _, boards in sessions), top
    )


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
    totals_by_number: dict[int, Fraction] = {}
    for row in rows.values():
        times = Counter(score for *_, score in row)
        for score, often in times.items():
            beaten = sum(times[other] for other in times if other < score)
            won = beaten + Fraction(often - 1, 2)
            totals_by_number[score] = won * Fraction(most - 1, len(row) - 1)
        for ns, ew, score in row:
            points[ns] += totals_by_number[score]
            points[ew] += most - 1 - totals_by_number[score]
            boards[ns] += 1
            boards[ew] += 1
    due = max(boards.values())
    return {who: half_up(amount * Fraction(due, boards[who])) for who, amount in points.items()}, most - 1, due
