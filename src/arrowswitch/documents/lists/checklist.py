"""The check list of what to bring and to print, with quantities computed from the movements (R-025).

JCBL director's manual 3.3, lines 714-778 (the list is made beforehand and ticked each time), 3840 (slips and cards
for each table). Lines of one's own are given as the option `extra`, separated by semicolons; some are left blank for
the pen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.drawn import FAMILY as SWISS
from arrowswitch.core.movements.families.drawn import KNOCKOUT, LEAGUE, is_drawn, tables_needed
from arrowswitch.core.movements.guide.board_supply import board_supply
from arrowswitch.core.movements.guide.sharing import tables_sharing
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.documents.entries.entry_forms import forms_needed
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.movement.room_needs import RoomNeeds, room_needs
from arrowswitch.documents.words import Words, board_ranges, one_line
from arrowswitch.tournament.entries.team_numbers import team_numbers

EXTRA = SheetOption("extra")
INFO = SheetInfo(
    "checklist", (EXTRA,), needs=PrintJob.sections_with_movement, moment=PrintMoment.BEFORE, shows_results=True
)
SEATS = 4
BLANK_LINES = 4


@dataclass(frozen=True, slots=True)
class Needs:
    """The material that the movements of a session need."""

    tables: int
    numbers: int
    rounds: int
    pairs: int
    slips: int
    drawn_slips: int
    boards: tuple[int, ...]
    sets: int
    packs: int
    copies: int
    forms: int
    players: int
    bye_stands: int
    relays: int
    has_arrows: bool
    sections: int
    coming: int


def document(job: PrintJob, words: Words) -> Document:
    """Returns the check list; raises Refused (`print.no-movement`) while there is nothing to count."""
    needs = needs_of(job)
    groups: tuple[Model, ...] = (
        _group("room", _room(needs, words), words),
        _group("boards", _boards(needs, words), words),
        _group("sheets", _sheets(needs, words), words),
        _group("desk", [_item(name, words) for name in _DESK], words),
        {"title": words("check.own"), "items": _own(job)},
    )
    return Document(frame(INFO, job, words), {}, groups)


def needs_of(job: PrintJob) -> Needs:
    """Returns the material for the movements of a session's sections together; every section has its own boards.

    If all tables play the same boards in a round, `sets` are the fewest that they can share, and `copies` one for each
    table. A league needs the boards of a match for each match of a date. `numbers` are on the tables: the halves of
    three teams' matches have their own. `coming` rounds of a knockout are not drawn yet, and counted in. `packs` are
    the boards of all sets; a later round of a knockout needs fewer.
    """
    planned = job.sections_with_movement()
    plans = [movement for _, movement in planned]
    rooms = [room_needs(job, section.letter, movement) for section, movement in planned]
    boards = {board for plan, room in zip(plans, rooms, strict=True) for board in _boards_of(job, plan, room)}
    entered = [len(team_numbers(plan)) - (plan.phantom is not None) for plan in plans]
    slips = [(*_slips(plan), *(one.numbers for one in room.coming)) for plan, room in zip(plans, rooms, strict=True)]
    sets = sum(_sets(plan, is_least=True) for plan in plans)
    families = {plan.family for plan in plans}
    return Needs(
        copies=sum(_sets(plan, is_least=False) for plan in plans),
        forms=sum(forms_needed(job, plan) for plan in plans),
        players=sum(n * _people(job, plan) for n, plan in zip(entered, plans, strict=True)),
        tables=sum(room.tables for room in rooms),
        numbers=sum(len(room.numbers) for room in rooms),
        rounds=max(map(len, slips), default=0),
        pairs=sum(entered),
        slips=sum(map(sum, slips)),
        drawn_slips=max(
            (max(each) for plan, each in zip(plans, slips, strict=True) if plan.family == SWISS), default=0
        ),
        boards=tuple(sorted(boards)),
        sets=sets,
        packs=len(boards) * sets if KNOCKOUT not in families else sum(map(_packs_of_knockout, plans, rooms)),
        bye_stands=sum(len(plan.bye_stands) for plan in plans),
        relays=sum(max(len(tables_sharing(plan, number)) for number in range(1, plan.rounds + 1)) for plan in plans),
        has_arrows=any(plan.arrow_switched for plan in plans),
        sections=len(plans),
        coming=max(len(room.coming) for room in rooms),
    )


def _people(job: PrintJob, plan: Movement) -> int:
    """Returns how many play under a number: four of a team, eight where a match has four tables."""
    if job.opponents.has_own_form:
        return job.state.settings.matches.people
    return 1 if plan.kind is ContestantKind.PLAYER else 2


def _slips(plan: Movement) -> tuple[int, ...]:
    """Returns how many pick-up slips each round needs; a round of a Swiss that is not drawn yet as many as the one that
    took the most so far, or one for each table."""
    played = Counter(meeting.round for meeting in plan.meetings if plan.is_played(meeting))
    to_come = max(played.values(), default=tables_needed(plan)) if plan.family == SWISS else 0
    return tuple(played.get(number, to_come) for number in range(1, plan.rounds + 1))


def _boards_of(job: PrintJob, plan: Movement, room: RoomNeeds) -> tuple[int, ...]:
    """Returns the boards in the playing room: all of them and those of rounds to come; for a league those of one
    match."""
    if not is_drawn(plan):
        return tuple(board for boards in plan.board_sets for board in boards)
    each = int(plan.options["boards_per_round"])
    if plan.family == LEAGUE:
        return plan.board_sets[0][:each]
    drawn_boards = {board for boards in plan.board_sets for board in boards}
    to_come = len(room.coming) * each + _boards_of_threes_to_come(job, plan, len(drawn_boards) - plan.rounds * each)
    return (*drawn_boards, *range(max(drawn_boards) + 1, max(drawn_boards) + 1 + to_come))


def _boards_of_threes_to_come(job: PrintJob, plan: Movement, used: int) -> int:
    """Returns the number of additional boards for three-team matches in rounds that are not drawn yet, from the number
    `used` in the drawn ones: half a round's each time, or a round's over two."""
    drawn = int(plan.options["rounds_drawn"])
    if plan.family != SWISS or used <= 0 or drawn == 0:
        return 0
    each = 2 if job.state.settings.conditions.triangle is Triangle.TWO_ROUNDS else 1
    return used * ceil(plan.rounds / each) // ceil(drawn / each) - used


def _packs_of_knockout(plan: Movement, room: RoomNeeds) -> int:
    """Returns how many boards a knockout needs: in every round as many sets as its tables cannot share."""
    each = int(plan.options["boards_per_round"])
    packs = 0
    for number in range(1, plan.rounds + 1):
        packs += sum(one.least * len(one.boards) for one in board_supply(plan, number))
    return packs + sum(ceil(one.tables / each) * each for one in room.coming)


def _sets(plan: Movement, *, is_least: bool) -> int:
    """Returns how many copies of its boards a sheet needs: as few as can be shared, or one for each table."""
    if plan.family == LEAGUE:
        return max(len(plan.in_round(number)) for number in range(1, plan.rounds + 1)) // 2 or 1
    if not is_drawn(plan):
        return 1
    supply = [one for number in range(1, plan.rounds + 1) for one in board_supply(plan, number)]
    return max((one.least if is_least else one.copies for one in supply), default=1)


_DESK = (
    "pencils",
    "change",
    "computer",
    "printer",
    "paper",
    "stick",
    "clock",
    "scissors",
    "laws",
    "register",
    "first-aid",
)


def _room(needs: Needs, words: Words) -> list[Model]:
    items = [_item("tables", words, needs.tables), _item("chairs", words, needs.tables * SEATS)]
    if needs.bye_stands:
        items.append(_item("bye-stands", words, needs.bye_stands))
    if needs.relays:
        items.append(_item("relay-stands", words, needs.relays))
    return [*items, _item("table-numbers", words, needs.numbers), _item("wall", words)]


def _boards(needs: Needs, words: Words) -> list[Model]:
    remark = words("check.boards-remark", boards=board_ranges(needs.boards), n=needs.sets)
    if needs.packs < len(needs.boards) * needs.sets:
        remark = words("check.boards-most", boards=board_ranges(needs.boards), n=needs.sets)
    if needs.copies > needs.sets:
        remark = words("check.boards-shared", remark=remark, copies=needs.copies)
    return [
        _item("boards", words, needs.packs, remark),
        _item("cards", words, needs.packs),
        _item("bidding-boxes", words, needs.tables * SEATS),
    ]


def _sheets(needs: Needs, words: Words) -> list[Model]:
    each = needs.drawn_slips
    if needs.coming:
        slips = words("check.slips-coming", rounds=needs.rounds, n=needs.coming)
    elif each:
        slips = words("check.slips-drawn", each=each, rounds=needs.rounds)
    else:
        slips = words("check.slips-remark", tables=needs.tables, rounds=needs.rounds)
    items = [
        _item("guide-cards", words, needs.numbers),
        _item("guide-slips", words, needs.pairs),
        _item("slips", words, needs.slips, slips),
        _item("entry-forms", words, needs.forms),
        _item("travellers", words, needs.packs),
        _item("private-scores", words, needs.players),
        _item("master-sheets", words, needs.sections),
    ]
    return [*items, _item("arrow-cards", words, needs.numbers)] if needs.has_arrows else items


def _group(name: str, items: Iterable[Model], words: Words) -> Model:
    return {"title": words(f"check.{name}"), "items": tuple(items)}


def _item(name: str, words: Words, quantity: int | None = None, remark: str = "") -> Model:
    """Returns a line to tick: how many of what; without a quantity where there is nothing to count."""
    return _line(words(f"check.{name}-item"), "" if quantity is None else str(quantity), remark)


def _own(job: PrintJob) -> tuple[Model, ...]:
    own = [one_line(text) for text in job.option(EXTRA).split(";") if text.strip()]
    return tuple(_line(text) for text in (*own, *("",) * BLANK_LINES))


def _line(name: str, quantity: str = "", remark: str = "") -> Model:
    return {"name": name, "quantity": quantity, "remark": remark}
