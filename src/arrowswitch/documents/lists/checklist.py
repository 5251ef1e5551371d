"""The check list of what to bring and to print, with quantities computed from the movements (R-025).

JCBL director's manual 3.3, lines 714-778 (the list is made beforehand and ticked each time), 3840 (slips and cards
for each table). Lines of one's own are given as the option `extra`, separated by semicolons; some are left blank for
the pen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.drawn import FAMILY as SWISS
from arrowswitch.core.movements.families.drawn import LEAGUE, is_drawn, tables_needed
from arrowswitch.core.movements.guide.board_supply import board_supply
from arrowswitch.core.movements.model import Movement
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.words import Words, board_ranges, one_line
from arrowswitch.tournament.entries.team_numbers import team_numbers

EXTRA = SheetOption("extra")
INFO = SheetInfo("checklist", (EXTRA,), needs=PrintJob.planned)
SEATS = 4
BLANK_LINES = 4


@dataclass(frozen=True, slots=True)
class Needs:
    """What the movements of a session need."""

    tables: int
    rounds: int
    pairs: int
    slips: int
    drawn_slips: int
    boards: tuple[int, ...]
    sets: int
    copies: int
    forms: int
    players: int
    bye_stands: int
    relays: int
    has_arrows: bool
    sections: int


def document(job: PrintJob, words: Words) -> Document:
    """Returns the check list; raises Refused (`print.no-movement`) while there is nothing to count."""
    needs = needs_of([movement for _, movement in job.planned()], job.state.settings.kind)
    groups: tuple[Model, ...] = (
        _group("room", _room(needs, words), words),
        _group("boards", _boards(needs, words), words),
        _group("sheets", _sheets(needs, words), words),
        _group("desk", [_item(name, words) for name in _DESK], words),
        {"title": words("check.own"), "items": _own(job)},
    )
    return Document(frame(INFO, job, words), {}, groups)


def needs_of(plans: Sequence[Movement], kind: ContestantKind = ContestantKind.PAIR) -> Needs:
    """Returns what the movements of a session's sections need together; every section has its own boards.

    Where all tables play the same boards in a round, `sets` are the fewest that they can share, and `copies` one for
    each table. A league needs the boards of a match for each match of a date.
    """
    used = [_boards_of(plan) for plan in plans]
    boards = sorted({board for one in used for board in one})
    entered = sum(len(team_numbers(plan)) - (plan.phantom is not None) for plan in plans)
    return Needs(
        copies=sum(_sets(plan, is_least=False) for plan in plans),
        forms=entered if kind is ContestantKind.TEAM else sum(map(tables_needed, plans)),
        players=entered * {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 4}[kind],
        tables=sum(map(tables_needed, plans)),
        rounds=max((plan.rounds for plan in plans), default=0),
        pairs=entered,
        slips=sum(sum(_slips(plan)) for plan in plans),
        drawn_slips=max((max(_slips(plan)) for plan in plans if plan.family == SWISS), default=0),
        boards=tuple(boards),
        sets=sum(_sets(plan, is_least=True) for plan in plans),
        bye_stands=sum(len(plan.bye_stands) for plan in plans),
        relays=sum(max(len(plan.sharing(number)) for number in range(1, plan.rounds + 1)) for plan in plans),
        has_arrows=any(plan.arrow_switched for plan in plans),
        sections=len(plans),
    )


def _slips(plan: Movement) -> tuple[int, ...]:
    """Returns how many pick-up slips each round needs; a round of a Swiss that is not drawn yet as many as the one that
    took the most so far, or one for each table."""
    played = Counter(meeting.round for meeting in plan.meetings if plan.is_played(meeting))
    to_come = max(played.values(), default=tables_needed(plan)) if plan.family == SWISS else 0
    return tuple(played.get(number, to_come) for number in range(1, plan.rounds + 1))


def _boards_of(plan: Movement) -> tuple[int, ...]:
    """Returns the boards that lie in the room: all of them, of a league those of one match."""
    if plan.family == LEAGUE:
        return plan.board_sets[0][: int(plan.options["boards_per_round"])]
    return tuple(board for boards in plan.board_sets for board in boards)


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
    return [*items, _item("table-numbers", words, needs.tables), _item("wall", words)]


def _boards(needs: Needs, words: Words) -> list[Model]:
    remark = words("check.boards-remark", boards=board_ranges(needs.boards), n=needs.sets)
    if needs.copies > needs.sets:
        remark = words("check.boards-shared", remark=remark, copies=needs.copies)
    return [
        _item("boards", words, len(needs.boards) * needs.sets, remark),
        _item("cards", words, len(needs.boards) * needs.sets),
        _item("bidding-boxes", words, needs.tables * SEATS),
    ]


def _sheets(needs: Needs, words: Words) -> list[Model]:
    each = needs.drawn_slips
    if each:
        slips = words("check.slips-drawn", each=each, rounds=needs.rounds)
    else:
        slips = words("check.slips-remark", tables=needs.tables, rounds=needs.rounds)
    items = [
        _item("guide-cards", words, needs.tables),
        _item("guide-slips", words, needs.pairs),
        _item("slips", words, needs.slips, slips),
        _item("entry-forms", words, needs.forms),
        _item("travellers", words, len(needs.boards) * needs.sets),
        _item("private-scores", words, needs.players),
        _item("master-sheets", words, needs.sections),
    ]
    return [*items, _item("arrow-cards", words, needs.tables)] if needs.has_arrows else items


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
