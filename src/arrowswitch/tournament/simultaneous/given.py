"""A club's results from a file of any kind: in columns, with the values that identify them.

Pairs only: a simultaneous event compares pairs. For an event with several sessions, the session is used whose deals are
the field's, else the only one with results.
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

_FORMS = 100
"""The number of forms of a board for each club: forms are distinguished by club, and within it by the club's own
key."""
_OTHER_CARDS = _FORMS - 1

Reader = Callable[[bytes, str], ForeignResults]
"""Reads a file of results of any format (`formats`), and raises what a person can mend."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The content of a file: the results, its day (ISO, or empty), its deals and their fingerprint. `event` and
    `length` are the id and the length of the ledger of an event file, `last_at` the time of its last entry. `notes` are
    assumptions and parts left out."""

    results: ClubResults
    day: str = ""
    deals: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    fingerprint: str = ""
    event: str = ""
    length: int = 0
    last_at: datetime | None = None
    notes: tuple[Problem, ...] = ()


def handed_in(data: bytes, name: str, to: SimultaneousField, read: Reader) -> HandedIn:
    """Returns the results of a file for a field: an event file, or results in any format of `read`.

    Raises the errors of the readers, and Refused: `simultaneous.empty`, `simultaneous.not-pairs`,
    `simultaneous.sessions`.
    """
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{") and event_file.FORMAT.encode() in head:
        with reading(name):
            return of_event(data.decode("utf-8", errors="replace"), to)
    return of_file(read(data, name), to)


def of_event(text: str, to: SimultaneousField) -> HandedIn:
    """Returns the results of an event file for a field; raises as `handed_in`."""
    ledger = event_file.load(text)
    state = state_of(ledger)
    session = _session(state, to)
    if not state.settings.event_form.joins_fields:
        raise Refused.of("simultaneous.not-pairs")
    scored_input = scoring_input(state, session)
    numbers = scored_numbers(state.session(session))
    entries = {number: state.entry_in(session, entry) for number, entry in numbers.items()}
    people = {number: () if entry is None else entry.people for number, entry in entries.items()}
    lines = [line for line in scored_input.lines if scored_input.is_in_field(line)]
    fields = scored_input.places_of_fields()
    results = in_columns(lines, people, lambda number: fields.get(number, 0))
    penalties, notes = _penalties(scored_input, results, to.method)
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
    candidates = same if len(same) == 1 else with_results
    if len(candidates) > 1:
        raise Refused.of("simultaneous.sessions", n=len(candidates))
    return candidates[0]


def of_file(foreign: ForeignResults, to: SimultaneousField) -> HandedIn:
    """Returns the results of a foreign file for a field; raises as `handed_in`, and Malformed for an unreadable
    result."""
    if foreign.kind is not ContestantKind.PAIR or foreign.matches:
        raise Refused.of("simultaneous.not-pairs")
    idle = {(section, number) for section, number in foreign.phantoms.items()}
    lines = [line for line in (_line(one, foreign) for one in foreign.played if idle.isdisjoint(_seats(one))) if line]
    if not lines:
        raise Refused.of("simultaneous.empty")
    people = {
        called: tuple(Person(name, number) for name, number in foreign.people.get(seat, ()))
        for seat, called in foreign.numbers.items()
    }
    sides = {line.ns[0] for line in lines}
    results = in_columns(lines, people, lambda number: int(foreign.is_two_fields and number not in sides))
    places = {pair.number: at for at, pair in enumerate(results.pairs)}
    pair_places = {seat: places[called] for seat, called in foreign.numbers.items() if called in places}
    unit = to.method.unit
    penalties = tuple(
        ClubPenalty(pair_places[seat], amount, unit)
        for seat, amount in foreign.deductions.items()
        if seat in pair_places
    )
    is_other = foreign.method.unit is not unit
    notes = (Problem("simultaneous.penalties-left", {"n": len(penalties)}),) if penalties and is_other else ()
    return HandedIn(
        results=replace(results, penalties=() if is_other else penalties),
        day=foreign.day,
        deals=foreign.deals,
        notes=(*foreign.notes, *notes),
    )


def _seats(score: ForeignScore) -> tuple[SeatElsewhere, ...]:
    return tuple((score.section, number) for number in score.contestants)


def _line(result: ForeignScore, foreign: ForeignResults) -> Line | None:
    """Returns a result under the numbers of the file. Returns None if it was postponed."""
    entry = parse_entry(result.text, board=result.board)
    if entry.is_pending or entry.is_put_off:
        return None
    score = None if entry.result is None else TableScore(ns_score(entry.result, result.board))
    ns, ew = entry.ns_award or score, entry.ew_award or score
    if ns is None or ew is None:
        return None
    ns_number, ew_number = (foreign.numbers.get((result.section, side[0]), side[0]) for side in (result.ns, result.ew))
    return Line(board=result.board, ns=(ns_number,), ew=(ew_number,), ns_outcome=ns, ew_outcome=ew)


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


def group_in_field(club: int, group: int, *, has_other_cards: bool) -> int:
    """Returns the form of a club's result in the whole field: the club's own form of a board that it fouled, that of
    other cards than the field's, or 0."""
    form = group or (_OTHER_CARDS if has_other_cards else 0)
    return club * _FORMS + form if form else 0


def _score(line: Line) -> int | None:
    """Returns the score that both sides have, None where they have none or two."""
    outcome = line.ns_outcome
    return outcome.ns if isinstance(outcome, TableScore) and outcome == line.ew_outcome else None


def _penalties(
    scored_input: ScoringInput, results: ClubResults, method: Method
) -> tuple[tuple[ClubPenalty, ...], Iterable[Problem]]:
    """Returns the penalties that count by the field's method, and a note on those left out."""
    places = {pair.number: at for at, pair in enumerate(results.pairs)}
    of_pairs = [one for one in scored_input.penalties if one.number in places]
    units: tuple[PenaltyUnit, ...] = penalty_units(method)
    converted = tuple(
        ClubPenalty(pair=places[one.number], amount=one.amount, unit=one.unit, reason=one.reason)
        for one in of_pairs
        if one.unit in units
    )
    left = len(of_pairs) - len(converted)
    return converted, (Problem("simultaneous.penalties-left", {"n": left}),) if left else ()
