"""The score pages: rounds, tables, the slip or the traveller being typed, the next one, and the running ranking.

Values only, made from the queries; nothing here scores. Each page is one section's; the ranking is its session's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.errors import Impossible, Malformed, Problem
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.scoring.outcomes import LatePlay
from arrowswitch.core.scoring.rounding import round_half_up_0
from arrowswitch.core.scoring.slips import SlipEntry, format_award, format_entry
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.tournament.matches.slips import SlipConflict, slip_conflicts
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.model.views import CellView, Flag, RankingView, RoundView, TableView
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.results.tables import cells, odd_results, round_view
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.slot_keys import slot_key

LATE_PLAY = format_award(LatePlay())
"""The text in the field of a board that is put off."""


class TypingOrder(StrEnum):
    """In which order results are typed."""

    SLIPS = "slips"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The next slip to type: a table in a round, or a board. None is not chosen yet."""

    order: TypingOrder
    round: int
    table: int | None = None
    board: int | None = None


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One slot as a line to type in. `text` is the content of the field; `is_hidden` when the result must not be seen
    here.

    `percent` and `points` are those of North-South, None before the board is scored or while the ranking is hidden.
    `is_ruled` lines have a ruling in addition to the table's result and are changed in the slot's own form only.
    """

    cell: CellView
    text: str
    is_hidden: bool
    has_award: bool
    ns: str
    ew: str
    percent: int | None
    points: Fraction | None

    @property
    def key(self) -> str:
        """Returns the slot's name in addresses and page ids."""
        return slot_key(self.cell.slot)

    @property
    def entry_number(self) -> int:
        """Returns the number of the entry in the slot, 0 if it is empty."""
        return 0 if self.cell.entry is None else self.cell.entry.seq

    @property
    def is_ruled(self) -> bool:
        """True if there is a ruling in addition to the result of the table."""
        return self.has_award and self.cell.entry is not None and self.cell.entry.result is not None


@dataclass(frozen=True, slots=True)
class OddNote:
    """An unlikely result with its text and the reason why it was noticed."""

    cell: CellView
    key: str
    text: str
    why: Problem


@dataclass(frozen=True, slots=True)
class Target:
    """The slip or traveller that is likely to come next."""

    round: int
    table: int | None
    label: str
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """The card being typed: a table's slip (`table` is set) or a board's traveller, line by line.

    `is_open_sheet` when there is no master sheet: pairs and boards are typed with each line.
    """

    state: EventState
    choice: CardChoice
    lines: tuple[TypedLine, ...]
    table: TableView | None
    next: Target | None
    is_open_sheet: bool


@dataclass(frozen=True, slots=True)
class TableMark:
    """A table of the round at a glance: a dot per board, and whether its slip is late."""

    view: TableView
    is_late: bool

    @property
    def dots(self) -> tuple[str, ...]:
        return tuple(dot(cell) for cell in self.view.cells)


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round at a glance."""

    round: int
    missing: int
    is_late: bool


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A board at a glance: how many results it lacks so far."""

    board: int
    missing: int
    is_odd: bool


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """Everything the score page shows; `conflicts` are matches of the section whose boards contradict their slip."""

    state: EventState
    section: SectionLetter
    choice: CardChoice
    rounds: tuple[RoundMark, ...]
    view: RoundView | None
    tables: tuple[TableMark, ...]
    boards: tuple[BoardMark, ...]
    card: Card | None
    next: Target | None
    odd: tuple[OddNote, ...]
    conflicts: tuple[SlipConflict, ...]
    ranking: RankingView
    blind: Blind
    current: int

    @property
    def missing(self) -> int:
        """Returns the number of results missing in all rounds that have begun."""
        return sum(mark.missing for mark in self.rounds if mark.round <= self.current)


def entry_text(entry: TableEntry | None) -> str:
    """Returns the text of a slot's entry, as it can be typed again; an empty text without an entry."""
    if entry is None:
        return ""
    try:
        return format_entry(SlipEntry(entry.result, entry.ns_award, entry.ew_award))
    except Impossible:
        return format_result(entry.result) if entry.result is not None else awards_text(entry)


def awards_text(entry: TableEntry) -> str:
    """Returns the awards of an entry, North-South first; `·` where the table's score stays."""
    sides = (entry.ns_award, entry.ew_award)
    return " ".join("·" if award is None else format_award(award) for award in sides)


def line_of(cell: CellView, hidden: Blind) -> TypedLine:
    """Returns a slot as a line."""
    entry = cell.entry
    text = LATE_PLAY if cell.is_put_off else entry_text(entry)
    has_award = entry is not None and (entry.ns_award is not None or entry.ew_award is not None)
    ns, ew = cell.columns
    points = None if hidden.is_ranking_hidden else cell.ns_points
    return TypedLine(
        cell,
        text,
        is_hidden=cell.slot.board in hidden.boards and entry is not None,
        has_award=has_award,
        ns=ns,
        ew=ew,
        percent=whole_percent(points),
        points=None if points is None else points.points,
    )


def whole_percent(points: SidePoints | None) -> int | None:
    """Returns the percentage of the top as a whole number (half up), for a quick look; None without a score."""
    exact = points.percent if points is not None else None
    return None if exact is None else int(round_half_up_0(exact))


def scores_page(state: EventState, place: Place, choice: CardChoice, hidden: Blind, now: datetime) -> ScoresPage:
    """Returns the whole page for what was chosen."""
    section = state.find_section(place)
    if section is None:
        raise Malformed.of("start.no-movement")
    current = current_round(state, place.session)
    marks = round_marks(state, place, section, now)
    has_round = section.movement is not None and 1 <= choice.round <= section.movement.rounds
    view = None
    if has_round or section.movement is None:
        view = round_view(state, place, choice.round)
    late = {mark.round for mark in marks if mark.is_late}
    return ScoresPage(
        state=state,
        section=section.letter,
        choice=choice,
        rounds=marks,
        view=view,
        tables=tuple(table_mark(table, choice.round in late) for table in (view.tables if view is not None else ())),
        boards=board_marks(state, place.session, place.section),
        card=card(state, place, choice, hidden),
        next=next_target(state, place, choice),
        odd=odd_notes(state, place, hidden),
        conflicts=() if hidden.is_ranking_hidden else tuple(c for c in slip_conflicts(state) if c.at.place == place),
        ranking=ranking(state, place.session),
        blind=hidden,
        current=current,
    )


def odd_notes(state: EventState, place: Place, hidden: Blind) -> tuple[OddNote, ...]:
    """Returns the unlikely results of a section that may be seen, the oddest first."""
    return tuple(
        OddNote(odd.cell, slot_key(odd.cell.slot), entry_text(odd.cell.entry), odd.why)
        for odd in odd_results(state, place.session)
        if odd.cell.slot.section == place.section and odd.cell.slot.board not in hidden.boards
    )


def card(state: EventState, place: Place, choice: CardChoice, hidden: Blind) -> Card | None:
    """Returns the slip or traveller that was chosen, or None when nothing (or nothing that exists) was chosen."""
    section = state.section(place)
    is_open = section.movement is None
    following = next_target(state, place, choice)
    if choice.order is TypingOrder.BOARDS:
        if choice.board is None:
            return None
        lines = tuple(line_of(c, hidden) for c in _of_board(state, place, choice.board))
        return (
            Card(state=state, choice=choice, lines=lines, table=None, next=following, is_open_sheet=is_open)
            if lines or is_open
            else None
        )
    if choice.table is None:
        return None
    tables = round_view(state, place, choice.round).tables
    table = next((one for one in tables if one.table == choice.table), None)
    if table is None and not is_open:
        return None
    lines = tuple(line_of(c, hidden) for c in (table.cells if table is not None else ()))
    return Card(state=state, choice=choice, lines=lines, table=table, next=following, is_open_sheet=is_open)


def next_target(state: EventState, place: Place, choice: CardChoice) -> Target | None:
    """Returns the card that is likely to be typed next: the next table of the round that lacks results, then of earlier
    rounds, then of later ones."""
    section = state.section(place)
    waiting = [slot for slot in missing_slots(state, place.session) if slot.section == section.letter]
    if choice.order is TypingOrder.BOARDS:
        boards = sorted({slot.board for slot in waiting if slot.board != choice.board})
        later = [board for board in boards if board > (choice.board or 0)]
        next_board = next(iter([*later, *boards]), None)
        return None if next_board is None else Target(choice.round, None, str(next_board), next_board)
    here = (choice.round, choice.table or 0)
    places = sorted({(slot.round, slot.table) for slot in waiting} - {here}, key=lambda one: _turn(one, here))
    if not places or section.movement is None:
        return None
    number, table = places[0]
    return Target(number, table, section.movement.label(table))


def round_marks(state: EventState, place: Place, section: Section, now: datetime) -> tuple[RoundMark, ...]:
    """Returns every round of a section with what it lacks; a round is late when it is over and lacks results."""
    session = state.session(place.session)
    here = (place.session, section.letter)
    typed = (slot.round for slot in state.results if (slot.session, slot.section) == here)
    rounds = section.movement.rounds if section.movement is not None else max(typed, default=1)
    counts = Counter(slot.round for slot in missing_slots(state, place.session) if slot.section == section.letter)
    clock = session.clock
    is_over = clock is not None and clock.ends_at is not None and clock.ends_at < now
    over = set(session.closed_rounds) | ({clock.round} if clock is not None and is_over else set())
    return tuple(
        RoundMark(number, counts[number], number in over and bool(counts[number])) for number in range(1, rounds + 1)
    )


def board_marks(
    state: EventState, session: SessionNumber, letter: SectionLetter | None = None
) -> tuple[BoardMark, ...]:
    """Returns every board with what it lacks, in a section or (none given) in all of the session."""
    cells_by_board: dict[int, list[CellView]] = {}
    for cell in cells(state, session):
        if letter in (None, cell.slot.section) and (cell.is_due or cell.entry is not None):
            cells_by_board.setdefault(cell.slot.board, []).append(cell)
    waiting = set(missing_slots(state, session))
    return tuple(
        BoardMark(board, sum(c.slot in waiting for c in group), any(Flag.ODD in c.flags for c in group))
        for board, group in sorted(cells_by_board.items())
    )


def dot(cell: CellView) -> str:
    """Returns the kind of a slot's dot: `y` filled, `o` odd, `p` ruling pending, `l` late play, `x` not to be played,
    or nothing when missing."""
    if Flag.PENDING in cell.flags:
        return "p"
    if Flag.ODD in cell.flags:
        return "o"
    if cell.entry is not None:
        return "y"
    if cell.is_put_off:
        return "l"
    return "" if cell.is_due else "x"


def sides() -> Iterable[Side]:
    """Returns both sides in the order in which they are written."""
    return (Side.NS, Side.EW)


def _of_board(state: EventState, place: Place, board: int) -> list[CellView]:
    return [
        cell
        for cell in cells(state, place.session)
        if cell.slot.section == place.section and cell.slot.board == board and (cell.is_due or cell.entry is not None)
    ]


def table_mark(table: TableView, is_round_late: bool) -> TableMark:
    """Returns a table at a glance."""
    return TableMark(table, is_round_late and bool(table.missing))


def _turn(place: tuple[int, int], here: tuple[int, int]) -> tuple[int, int, int]:
    """Orders places to type next: the rest of this round from here on, its beginning, earlier rounds, later rounds."""
    number, table = place
    if number == here[0]:
        return (0, 0 if table > here[1] else 1, table)
    return (1 if number < here[0] else 2, number, table)
