"""Decides on results: slips against the movement, and corrections of entered results.

Manual, lines 849, 882, 3485 (checks and forced entry); regulations summary, lines 125-159 (agreement, corrections,
deadline). A result that cannot be is refused; one that is only unlikely is marked by the queries and never refused.

None of the documents has a mark for a late play, a board that is postponed and played later at its table; other
programs distinguish it from "not played". Such a board has neither a result nor an average, and the ranking stays
provisional until it is played, or the director awards adjusted scores as for any board not played (regulations summary,
lines 77-95).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.possible import result_problems
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.outcomes import NotPlayed
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.tournament.entries.team_numbers import names_pairs, team_number
from arrowswitch.tournament.instant.decide import table_problems
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import (
    Context,
    Rules,
    is_after_deadline,
    need_approver,
    need_start,
    refuse_unseen,
)
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.results import (
    AcceptOdd,
    EnterResult,
    LatePlaySet,
    OddAccepted,
    PutOffBoard,
    RemoveResult,
    ResultEntered,
    ResultRemoved,
)
from arrowswitch.tournament.model.slices.rulings import NoteSet
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.by_board import others_on_board
from arrowswitch.tournament.scored.slots import cancelled_problems, plan_problems, seats_at, unplayed_sides


def enter(state: EventState, command: EnterResult, context: Context) -> tuple[Fact, ...]:
    """Decides on one result as typed, new or corrected."""
    slot = command.slot
    section = state.section(slot.place)
    need_start(state, slot.session)
    ns, ew = _sides(section, command)
    Refused.check(_number_problems(section, ns, ew, state.removed_numbers(slot.place)))
    forced = command.force.strip()
    departs = (*plan_problems(section, slot, ns, ew), *_seat_problems(state, section, slot, ns, ew))
    if departs and not forced:
        raise Refused(*departs)
    Refused.check(cancelled_problems(state, slot))
    entered = parse_entry(command.text, board=slot.board)
    is_teams = state.settings.event_form.compares_tables and not names_pairs(section.movement)
    tables = state.settings.matches.tables if is_teams else 1
    Refused.check(table_problems(state, slot.session, (slot.board,), state.settings.scoring.method))
    if entered.is_put_off:
        return _putting_off(state, slot, ns, ew)
    Refused.check(_twice_problems(state, slot, _scoring(entered, ns, ew), tables))
    if entered.is_pending:
        note = state.rulings.notes.get(slot)
        return (NoteSet(slot, note.text if note is not None else "", is_pending=True),)
    if entered.result is not None:
        Refused.check(result_problems(entered.result, slot.board))
    return _facts(state, command, context, entered, ns, ew, forced if departs else "")


def remove(state: EventState, command: RemoveResult, context: Context) -> tuple[Fact, ...]:
    """Decides on emptying a slot."""
    if command.slot in state.rulings.put_off:
        return _taken_back(state, command.slot)
    if command.slot not in state.results:
        raise NotFound.of("result.none", round=command.slot.round, table=command.slot.table, board=command.slot.board)
    refuse_unseen_result(state.results[command.slot], command.seen, context)
    need_approver(state, command.approver, context.now, command.slot.session)
    _check_correction(state, command, state.results[command.slot])
    return (ResultRemoved(command.slot, command.approver.strip(), command.correction),)


def accept_odd(state: EventState, command: AcceptOdd, context: Context) -> tuple[Fact, ...]:
    """Decides on accepting an unlikely result."""
    entered = state.results.get(command.slot)
    if entered is None:
        raise NotFound.of("result.none", round=command.slot.round, table=command.slot.table, board=command.slot.board)
    return () if entered.is_odd_accepted else (OddAccepted(command.slot),)


def put_off(state: EventState, command: PutOffBoard, context: Context) -> tuple[Fact, ...]:
    """Decides on putting a board off, or on waiting for it again."""
    slot = command.slot
    need_start(state, slot.session)
    if not command.is_put_off:
        return _taken_back(state, slot)
    return _putting_off(state, slot, *unplayed_sides(state, slot))


def _putting_off(
    state: EventState, slot: Slot, ns: tuple[Number, ...], ew: tuple[Number, ...]
) -> tuple[LatePlaySet, ...]:
    """Returns the facts that postpone a slot, for the numbers due there. Raises Refused (`late-play.has-result`) if it
    has an entry."""
    if slot in state.results:
        raise Refused.of("late-play.has-result", round=slot.round, table=slot.table, board=slot.board)
    late_play = state.rulings.put_off.get(slot)
    if late_play is not None and (late_play.ns, late_play.ew) == (ns, ew):
        return ()
    return (LatePlaySet(slot, ns, ew),)


def _taken_back(state: EventState, slot: Slot) -> tuple[LatePlaySet, ...]:
    """Returns the facts that end the postponement of a slot. Returns nothing if it was not postponed."""
    late_play = state.rulings.put_off.get(slot)
    return () if late_play is None else (LatePlaySet(slot, late_play.ns, late_play.ew, is_put_off=False),)


def _sides(section: Section, command: EnterResult) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    meeting = seats_at(section, command.slot)
    ns = command.ns or (meeting.ns if meeting is not None else ())
    ew = command.ew or (meeting.ew if meeting is not None else ())
    if not ns or not ew:
        raise Refused.of("result.no-pairs", round=command.slot.round, table=command.slot.table)
    return ns, ew


def _number_problems(
    section: Section, ns: tuple[Number, ...], ew: tuple[Number, ...], removed: frozenset[Number]
) -> Iterator[Problem]:
    """Yields the problems that even force does not accept: unknown or removed numbers, a pair against itself."""
    for number in (*ns, *ew):
        if number not in section.numbers:
            yield Problem("result.unknown-number", {"number": number, "section": section.letter})
        elif number in removed:
            yield Problem("result.removed", {"number": number})
    both = set(ns) & set(ew)
    if both:
        yield Problem("result.against-itself", {"number": min(both)})


def _seat_problems(
    state: EventState, section: Section, slot: Slot, ns: tuple[Number, ...], ew: tuple[Number, ...]
) -> Iterator[Problem]:
    """Yields that a team sits at both tables of a match in the same direction, so that the board cannot be compared
    (manual, lines 2607 and 2651-2652)."""
    if not state.settings.event_form.compares_tables or section.movement is None:
        return
    meeting = section.movement.at(slot.round, slot.table)
    if meeting is None or (ns, ew) != (meeting.ew, meeting.ns):
        return
    here = {team_number(section.movement, number) for number in meeting.contestants}
    for other in others_on_board(state, slot):
        entered = state.results[other]
        teams = {team_number(section.movement, number) for number in entered.ns + entered.ew}
        if teams == here:
            yield Problem("team-event.seats-played", {"board": slot.board, "table": slot.table})
            return
    yield Problem("team-event.seats-open", {"board": slot.board, "table": slot.table})


def _twice_problems(state: EventState, slot: Slot, numbers: frozenset[Number], tables: int) -> Iterator[Problem]:
    """Yields the `numbers` that already have a score on the board in as many other slots as allowed; undo helps, force
    does not (R-140). A team with one number plays every board of a match at two tables, a team of eight at four. After
    a mistake the sheet may seat a contestant at a board again, in addition to an adjusted score."""
    by_number: dict[Number, list[Slot]] = {}
    board = slot.board
    movement = state.section(slot.place).movement
    for other_slot in others_on_board(state, slot):
        other = state.results[other_slot]
        if numbers.isdisjoint(other.ns) and numbers.isdisjoint(other.ew):
            continue
        for number in numbers & _scoring(other, other.ns, other.ew):
            if not (_is_adjusted(other) and _times_planned(movement, number, board) > tables):
                by_number.setdefault(number, []).append(other_slot)
    for number, slots in by_number.items():
        if len(slots) >= tables:
            yield Problem(
                "result.board-twice",
                {"number": number, "board": slot.board, "round": slots[0].round, "table": slots[0].table},
            )


def _is_adjusted(entry: TableEntry) -> bool:
    """True if both sides have an adjusted score for a board that they did not play."""
    return entry.result is None and entry.ns_award is not None and entry.ew_award is not None


def _times_planned(movement: Movement | None, number: Number, board: BoardNumber) -> int:
    """Returns the number of tables at which a sheet seats a contestant for a board."""
    if movement is None:
        return 0
    own = (meeting for meeting in movement.meetings if number in meeting.contestants)
    return sum(board in movement.boards_of(meeting) for meeting in own)


def _scoring(entry: SlipEntry | TableEntry, ns: tuple[Number, ...], ew: tuple[Number, ...]) -> frozenset[Number]:
    """Returns the numbers that get a score from an entry: all except a side whose board counts as not played."""
    sides = ((ns, entry.ns_award), (ew, entry.ew_award))
    return frozenset(number for numbers, award in sides if not isinstance(award, NotPlayed) for number in numbers)


def _facts(
    state: EventState,
    command: EnterResult,
    context: Context,
    entered: SlipEntry,
    ns: tuple[Number, ...],
    ew: tuple[Number, ...],
    forced: str,
) -> tuple[Fact, ...]:
    present = state.results.get(command.slot)
    same = present is not None and (made_like(SlipEntry, present), present.ns, present.ew) == (entered, ns, ew)
    if same and present is not None and (present.is_confirmed or not command.is_confirmed):
        return ()
    if present is not None and not same:
        refuse_unseen_result(present, command.seen, context)
    need_approver(state, command.approver, context.now, command.slot.session)
    if present is not None and not same:
        _check_correction(state, command, present)
    fact = made_like(
        ResultEntered,
        entered,
        slot=command.slot,
        ns=ns,
        ew=ew,
        forced=forced,
        is_confirmed=command.is_confirmed,
        correction=command.correction if present is not None else None,
        approver=command.approver.strip() if is_after_deadline(state, context.now, command.slot.session) else "",
    )
    return fact, *no_more_pending(state, command.slot)


def no_more_pending(state: EventState, slot: Slot) -> tuple[Fact, ...]:
    """Returns the facts that end the pending note of a slot, after a result or a ruling."""
    note = state.rulings.notes.get(slot)
    return () if note is None or not note.is_pending else (NoteSet(slot, note.text, is_pending=False),)


def refuse_unseen_result(present: TableEntry, seen: int | None, context: Context) -> None:
    """Raises Refused (`result.meanwhile`) if the entry of a slot came from another computer after the sender had opened
    it; `seen` as for `EnterResult`."""
    slot = present.slot
    problem = Problem("result.meanwhile", {"round": slot.round, "table": slot.table, "board": slot.board})
    refuse_unseen(context, present.seq, was_seen=seen is None or seen == present.seq, problem=problem)


def _check_correction(state: EventState, command: EnterResult | RemoveResult, present: TableEntry) -> None:
    """Requires a listed reason if the result to be replaced or removed is agreed: its round is over, or it was
    published (R-160, R-306)."""
    is_agreed = present.slot.round in state.session(present.slot.session).closed_rounds or bool(
        state.publication.versions
    )
    if is_agreed and command.correction is None:
        raise Refused.of(
            "correction.needs-reason", round=present.slot.round, table=present.slot.table, board=present.slot.board
        )


RULES: Rules = {
    EnterResult: enter,
    RemoveResult: remove,
    AcceptOdd: accept_odd,
    PutOffBoard: put_off,
}
