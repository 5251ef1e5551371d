"""What a club hands in, whatever kind of file it was: its results in columns, and by what they are known.

Pairs only: a simultaneous event compares pairs. Of an event with several sessions that one is taken whose deals are the
field's, else the only one with results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.scoring.foreign import ForeignResults, ForeignScore, SeatElsewhere
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.core.untrusted import reading
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.club_values.simultaneous import ClubPair, ClubPenalty, ClubResults, SimultaneousField
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.lines import scored_numbers
from arrowswitch.tournament.scored.session import scoring_input
from arrowswitch.tournament.scored.slots import late_plays, open_slots

Reader = Callable[[bytes, str], ForeignResults]
"""Reads a file of results of any format (`formats`), and raises what a person can mend."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What was read of a file: the results, the day that it names (ISO, or empty), the deals that it holds and their
    fingerprint. `event` and `length` are the id and the length of the ledger of an event file, `last_at` the time of
    its last entry. `notes` are what was assumed or is not taken along."""

    results: ClubResults
    day: str = ""
    deals: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    fingerprint: str = ""
    event: str = ""
    length: int = 0
    last_at: datetime | None = None
    notes: tuple[Problem, ...] = ()


def handed_in(data: bytes, name: str, to: SimultaneousField, read: Reader) -> HandedIn:
    """Returns what a file holds for a field: an event file, or results of any format that `read` knows.

    Raises the errors of the readers, and Refused: `simultaneous.empty`, `simultaneous.not-pairs`,
    `simultaneous.sessions`.
    """
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{") and event_file.FORMAT.encode() in head:
        with reading(name):
            return of_event(data.decode("utf-8", errors="replace"), to)
    return of_file(read(data, name), to)


def of_event(text: str, to: SimultaneousField) -> HandedIn:
    """Returns what an event file holds for a field; raises as `handed_in`."""
    ledger = event_file.load(text)
    state = state_of(ledger)
    session = _session(state, to)
    if not state.settings.event_form.joins_fields:
        raise Refused.of("simultaneous.not-pairs")
    given = scoring_input(state, session)
    numbers = scored_numbers(state.session(session))
    entries = {number: state.entry_in(session, entry) for number, entry in numbers.items()}
    people = {number: () if entry is None else entry.people for number, entry in entries.items()}
    lines = [line for line in given.lines if given.is_in_field(line)]
    fields = given.places_of_fields()
    results = in_columns(lines, people, lambda number: fields.get(number, 0))
    penalties, notes = _penalties(given, results, to.method)
    placed = state.deals.placed.get(session)
    return HandedIn(
        results=replace(
            results,
            penalties=penalties,
            awaited=len({*open_slots(state, session), *late_plays(state, session)}),
        ),
        day=state.settings.date,
        deals={} if placed is None else placed.deals,
        fingerprint="" if placed is None else placed.fingerprint,
        event=str(state.event_id),
        length=len(ledger),
        last_at=ledger[-1].at,
        notes=(*event_file.changes_outside(text), *notes),
    )


def _session(state: EventState, to: SimultaneousField) -> int:
    with_results = sorted({slot.session for slot in state.results})
    if not with_results:
        raise Refused.of("simultaneous.empty")
    same = [
        n for n in with_results if n in state.deals.placed and state.deals.placed[n].fingerprint == to.fingerprint != ""
    ]
    found = same if len(same) == 1 else with_results
    if len(found) > 1:
        raise Refused.of("simultaneous.sessions", n=len(found))
    return found[0]


def of_file(told: ForeignResults, to: SimultaneousField) -> HandedIn:
    """Returns what a file of results holds for a field; raises as `handed_in`, and what cannot be read of a result."""
    if told.kind is not ContestantKind.PAIR or told.matches:
        raise Refused.of("simultaneous.not-pairs")
    idle = {(section, number) for section, number in told.phantoms.items()}
    lines = [line for line in (_line(one, told) for one in told.played if idle.isdisjoint(_seats(one))) if line]
    if not lines:
        raise Refused.of("simultaneous.empty")
    people = {
        called: tuple(Person(name, number) for name, number in told.people.get(seat, ()))
        for seat, called in told.numbers.items()
    }
    sides = {line.ns[0] for line in lines}
    results = in_columns(lines, people, lambda number: int(told.is_two_fields and number not in sides))
    places = {pair.number: at for at, pair in enumerate(results.pairs)}
    known = {seat: places[called] for seat, called in told.numbers.items() if called in places}
    unit = to.method.unit
    penalties = tuple(
        ClubPenalty(known[seat], amount, unit) for seat, amount in told.deductions.items() if seat in known
    )
    is_other = told.method.unit is not unit
    notes = (Problem("simultaneous.penalties-left", {"n": len(penalties)}),) if penalties and is_other else ()
    return HandedIn(
        results=replace(results, penalties=() if is_other else penalties),
        day=told.day,
        deals=told.deals,
        notes=(*told.notes, *notes),
    )


def _seats(one: ForeignScore) -> tuple[SeatElsewhere, ...]:
    return tuple((one.section, number) for number in one.contestants)


def _line(one: ForeignScore, told: ForeignResults) -> Line | None:
    """Returns a result under the numbers that the file calls everybody by; None where it was put off."""
    entry = parse_entry(one.text, board=one.board)
    if entry.is_pending or entry.is_put_off:
        return None
    score = None if entry.result is None else TableScore(ns_score(entry.result, one.board))
    ns, ew = entry.ns_award or score, entry.ew_award or score
    if ns is None or ew is None:
        return None
    ns_number, ew_number = (told.numbers.get((one.section, side[0]), side[0]) for side in (one.ns, one.ew))
    return Line(board=one.board, ns=(ns_number,), ew=(ew_number,), ns_outcome=ns, ew_outcome=ew)


def in_columns(
    lines: Sequence[Line], people: Mapping[Number, tuple[Person, ...]], field_of: Callable[[Number], int]
) -> ClubResults:
    """Returns lines in columns, by board and then by pair."""
    numbers = sorted({number for line in lines for number in (*line.ns, *line.ew)}, key=number_order)
    places = {number: at for at, number in enumerate(numbers)}
    ordered = sorted(lines, key=lambda line: (line.board, places[line.ns[0]], places[line.ew[0]]))
    return ClubResults(
        pairs=tuple(ClubPair(number, people.get(number, ()), field_of(number)) for number in numbers),
        boards=tuple(line.board for line in ordered),
        ns=tuple(places[line.ns[0]] for line in ordered),
        ew=tuple(places[line.ew[0]] for line in ordered),
        scores=tuple(_score(line) or 0 for line in ordered),
        others={at: (line.ns_outcome, line.ew_outcome) for at, line in enumerate(ordered) if _score(line) is None},
        groups={at: line.group for at, line in enumerate(ordered) if line.group},
    )


def lines_of(results: ClubResults, called: Callable[[Number], Number] = lambda number: number) -> Iterator[Line]:
    """Yields the results of a club as lines; `called` is what its pairs are called there."""
    numbers = [(called(pair.number),) for pair in results.pairs]
    scores: dict[int, SideOutcome] = {score: TableScore(score) for score in set(results.scores)}
    columns = zip(results.boards, results.ns, results.ew, results.scores, strict=True)
    for at, (board, ns, ew, score) in enumerate(columns):
        first, second = results.others.get(at) or (scores[score], scores[score])
        yield Line(
            board=board,
            ns=numbers[ns],
            ew=numbers[ew],
            ns_outcome=first,
            ew_outcome=second,
            group=results.groups.get(at, 0),
        )


def _score(line: Line) -> int | None:
    """Returns the score that both sides have, None where they have none or two."""
    outcome = line.ns_outcome
    return outcome.ns if isinstance(outcome, TableScore) and outcome == line.ew_outcome else None


def _penalties(
    given: ScoringInput, results: ClubResults, method: Method
) -> tuple[tuple[ClubPenalty, ...], Iterable[Problem]]:
    """Returns the penalties that count by the field's method, and that others are left out."""
    places = {pair.number: at for at, pair in enumerate(results.pairs)}
    known = [one for one in given.penalties if one.number in places]
    units: tuple[PenaltyUnit, ...] = penalty_units(method)
    kept = tuple(
        ClubPenalty(pair=places[one.number], amount=one.amount, unit=one.unit, reason=one.reason)
        for one in known
        if one.unit in units
    )
    left = len(known) - len(kept)
    return kept, (Problem("simultaneous.penalties-left", {"n": left}),) if left else ()
