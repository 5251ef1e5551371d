"""The pages of the library: the filters in the address, the rows of a list, and one movement with its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.movements.checking.evenness import ComparisonRow, comparison_rows, evenness
from arrowswitch.core.movements.checking.fairness import Fairness
from arrowswitch.core.movements.choosing.wishes import Pace
from arrowswitch.core.movements.families.family import Family
from arrowswitch.core.movements.families.registry import FAMILIES
from arrowswitch.core.movements.guide.walks import BoardStop, Stop, board_walk, walk_of
from arrowswitch.core.movements.listed.library import (
    FEWEST,
    MOST,
    LibraryEntry,
    entry_options,
    library_entries,
    library_fairness,
    library_movement,
)
from arrowswitch.core.movements.listed.registered_list import registered_ids
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.sheets.workbench import SheetId, SheetRow
from arrowswitch.web.desk.workbench.who_meets import WhoMeets

PER_PAGE = 24
_USUAL = {ContestantKind.PAIR: 14, ContestantKind.TEAM: 8, ContestantKind.PLAYER: 12}
_MOST_BOARDS = 40
_MOST_ROUNDS = 99
_MOST_MINUTES = 1_440
_LONGEST = 40
_TWO_DECIMALS = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the list, as they are in the address; None and empty texts keep everything."""

    kind: ContestantKind = ContestantKind.PAIR
    contestants: int = 14
    rounds: RoundNumber | None = None
    boards: int | None = None
    minutes: int | None = None
    family: str = ""
    sheet_id: str = ""
    page: int = 1

    def address(self, page: int) -> str:
        """Returns the address of a page of the same list."""
        numbers = {"rounds": self.rounds, "boards": self.boards, "minutes": self.minutes}
        fields: dict[str, object] = {"kind": self.kind.value, "n": self.contestants}
        fields |= {name: value for name, value in numbers.items() if value is not None}
        fields |= {name: value for name, value in (("family", self.family), ("id", self.sheet_id)) if value}
        return "/library?" + urlencode({**fields, "page": page} if page > 1 else fields)


def filters_of(query: Mapping[str, str]) -> Filters:
    """Returns the filters of an address; a value that is not possible counts as not given."""
    kind = query.get("kind", "")
    contestant_kind = ContestantKind(kind) if kind in set(ContestantKind) else ContestantKind.PAIR
    return Filters(
        kind=contestant_kind,
        contestants=_number(query, "n", MOST, FEWEST) or _USUAL[contestant_kind],
        rounds=_number(query, "rounds", _MOST_ROUNDS),
        boards=_number(query, "boards", _MOST_BOARDS),
        minutes=_number(query, "minutes", _MOST_MINUTES),
        family=query.get("family", "")[:_LONGEST],
        sheet_id=query.get("id", "").strip()[:_LONGEST],
        page=_number(query, "page", _MOST_ROUNDS) or 1,
    )


def _number(query: Mapping[str, str], name: str, most: int, least: int = 1) -> int | None:
    number = whole_of(query.get(name, "").strip())
    return number if number is not None and least <= number <= most else None


@dataclass(frozen=True, slots=True)
class LibraryRow:
    """A movement of the list with its time and its measures."""

    entry: LibraryEntry
    movement: Movement
    minutes: int
    fairness: Fairness
    shares: int
    address: str

    @property
    def balance(self) -> Decimal | None:
        """Returns the balance with two decimals, None where nobody is compared."""
        exact = self.fairness.balance
        return None if exact is None else exact.quantize(_TWO_DECIMALS)

    @property
    def evenness(self) -> str:
        """Returns the word for the balance, empty where nobody is compared."""
        return "" if self.fairness.balance is None else evenness(self.fairness.balance).value


@dataclass(frozen=True, slots=True)
class LibraryPage:
    """The list of movements for a number of contestants, and the club's own sheets of that size."""

    filters: Filters
    rows: tuple[LibraryRow, ...]
    count: int
    own: tuple[SheetRow, ...]

    @property
    def pages(self) -> int:
        """Returns the number of pages of the list, at least 1."""
        return max(1, -(-self.count // PER_PAGE))

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind.value for kind in ContestantKind)

    @property
    def families(self) -> tuple[Family, ...]:
        """Returns the families of the kind that is asked for."""
        return tuple(family for family in FAMILIES if family.kind is self.filters.kind)

    @property
    def ids(self) -> tuple[str, ...]:
        """Returns the JCBL ids."""
        return registered_ids()


def library_page(filters: Filters, own: tuple[SheetRow, ...]) -> LibraryPage:
    """Returns a page of the list. Only the movements of the page are made, unless the time filters them."""
    listed = library_entries(filters.kind, filters.contestants, filters.rounds, filters.family, filters.sheet_id)
    first = PER_PAGE * (filters.page - 1)
    is_made_whole = filters.minutes is not None or any(entry.rounds is None for entry in listed)
    chosen = listed if is_made_whole else listed[first : first + PER_PAGE]
    fitting = [pair for pair in ((entry, _fitting(entry, filters)) for entry in chosen) if pair[1] is not None]
    of_page = fitting[first : first + PER_PAGE] if is_made_whole else fitting
    rows = tuple(_row(entry, movement, filters) for entry, movement in of_page if movement is not None)
    same_size = tuple(row for row in own if row.kind is filters.kind and row.contestants == filters.contestants)
    return LibraryPage(filters, rows, len(fitting) if is_made_whole else len(listed), same_size)


def _fitting(entry: LibraryEntry, filters: Filters) -> Movement | None:
    """Returns the movement of an entry if the filters keep it."""
    movement = library_movement(entry, filters.boards, filters.rounds)
    if movement is None or (filters.rounds is not None and movement.rounds != filters.rounds):
        return None
    return None if filters.minutes is not None and _minutes(movement) > filters.minutes else movement


def _minutes(movement: Movement) -> int:
    return movement.rounds * Pace().round_minutes(movement.boards_per_round)


def _row(entry: LibraryEntry, movement: Movement, filters: Filters) -> LibraryRow:
    shares = max((len(movement.sharing(at)) for at in range(1, movement.rounds + 1)), default=0)
    return LibraryRow(
        entry=entry,
        movement=movement,
        minutes=_minutes(movement),
        fairness=library_fairness(movement),
        shares=shares,
        address=movement_address(entry, filters),
    )


def movement_address(entry: LibraryEntry, filters: Filters) -> str:
    """Returns the address of the page of a movement."""
    boards = {} if filters.boards is None else {"boards": filters.boards}
    if entry.written:
        return "/library/movement?" + urlencode({"sheet": entry.written, **boards})
    fields: dict[str, object] = {"family": entry.family, "kind": entry.kind.value, "n": entry.contestants}
    rounds = entry_options(entry, None, filters.rounds).get("rounds")
    return "/library/movement?" + urlencode({**fields, **({"rounds": rounds} if rounds else {}), **boards})


@dataclass(frozen=True, slots=True)
class PictureCell:
    """A cell of the picture: a table in a round."""

    table: int
    ns: tuple[Number, ...] = ()
    ew: tuple[Number, ...] = ()
    board_set: SetNumber = 0
    boards: str = ""
    is_on_path: bool = False
    has_set: bool = False
    is_ahead: bool = False


@dataclass(frozen=True, slots=True)
class Walk:
    """The way of one contestant up to a round, and that of a board set."""

    number: Number
    step: RoundNumber
    stops: tuple[Stop, ...]
    board_set: SetNumber
    board_stops: tuple[BoardStop, ...]


@dataclass(frozen=True, slots=True)
class PicturedMovement:
    """One movement: its picture with the way of a contestant, its measures and its comparisons."""

    title_code: str
    title: str
    movement: Movement
    minutes: int
    fairness: Fairness
    rounds: tuple[tuple[PictureCell, ...], ...]
    walk: Walk
    who: WhoMeets
    comparisons: tuple[ComparisonRow, ...]
    query: Mapping[str, str]
    opens: Mapping[str, str]
    events: tuple[EventRow, ...] = ()
    sheet_id: SheetId | None = None

    @property
    def evenness(self) -> str:
        """Returns the word for the balance, empty where nobody is compared."""
        return "" if self.fairness.balance is None else evenness(self.fairness.balance).value

    @property
    def balance(self) -> Decimal | None:
        """Returns the balance with two decimals, None where nobody is compared."""
        exact = self.fairness.balance
        return None if exact is None else exact.quantize(_TWO_DECIMALS)

    @property
    def base(self) -> str:
        """Returns the path of the page."""
        return f"/library/own/{self.sheet_id}" if self.sheet_id else "/library/movement"

    def address(self, **changes: object) -> str:
        """Returns the address of the page with other values."""
        fields = {**self.query, "pair": self.walk.number, "step": self.walk.step, "set": self.walk.board_set, **changes}
        return f"{self.base}?{urlencode(fields)}"

    def print_address(self, sheet: str) -> str:
        """Returns the address of a sheet on paper."""
        if self.sheet_id:
            return f"/workbench/{self.sheet_id}/print/{sheet}.pdf{'?by=tables' if sheet == 'master-sheet' else ''}"
        return f"/library/print/{sheet}.pdf?{urlencode(self.query)}"

    @property
    def new_event_address(self) -> str:
        """Returns the address of the form of a new event that plays this movement."""
        named = {"own": self.sheet_id} if self.sheet_id else self.query
        return f"/events/new?{urlencode({'play': urlencode(named)})}"

    @property
    def outliers(self) -> tuple[Number, ...]:
        """Returns the contestants whose comparisons are clearly less even than those of the others."""
        return tuple(row.number for row in self.comparisons if row.is_outlier)


def walk_from(movement: Movement, query: Mapping[str, str]) -> Walk:
    """Returns the way of the contestant, round and set in an address; the first ones where none are given."""
    real = [number for number in movement.contestants if number != movement.phantom]
    typed = query.get("pair", "").strip()
    number = Number(typed) if typed in real else (real[0] if real else Number("1"))
    stops = walk_of(movement, number)
    step = _number(query, "step", movement.rounds) or movement.rounds
    first = next((stop.board_set for stop in stops if stop.board_set), 1) or 1
    board_set = _number(query, "set", max(1, len(movement.board_sets))) or first
    return Walk(number, step, stops=stops, board_set=board_set, board_stops=board_walk(movement, board_set))


def picture(movement: Movement, walk: Walk) -> tuple[tuple[PictureCell, ...], ...]:
    """Returns the picture of a movement: for each round a cell for each table."""
    cells = {(meeting.round, meeting.table): meeting for meeting in movement.meetings}
    rows = []
    for at in range(1, movement.rounds + 1):
        row = []
        for table in range(1, movement.tables + 1):
            meeting = cells.get((at, table))
            if meeting is None:
                row.append(PictureCell(table))
                continue
            has_boards = 1 <= meeting.board_set <= len(movement.board_sets)
            boards = movement.boards_of(meeting) if has_boards else ()
            row.append(
                PictureCell(
                    table=table,
                    ns=meeting.ns,
                    ew=meeting.ew,
                    board_set=meeting.board_set,
                    boards=_span(boards),
                    is_on_path=walk.number in meeting.contestants and at <= walk.step,
                    has_set=meeting.board_set == walk.board_set and at <= walk.step,
                    is_ahead=at > walk.step,
                )
            )
        rows.append(tuple(row))
    return tuple(rows)


def _span(boards: tuple[int, ...]) -> str:
    """Returns boards as one reads them.

    >>> _span((3, 4, 5)), _span((7,)), _span((2, 5))
    ('3–5', '7', '2, 5')
    """
    if len(boards) > 1 and boards == tuple(range(boards[0], boards[0] + len(boards))):
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(map(str, boards))


def movement_page(
    movement: Movement,
    who: WhoMeets,
    query: Mapping[str, str],
    *,
    title_code: str = "",
    title: str = "",
    opens: Mapping[str, str] | None = None,
    events: tuple[EventRow, ...] = (),
    sheet_id: SheetId | None = None,
) -> PicturedMovement:
    """Returns the page of a movement; `opens` are the fields that make it in the workbench."""
    walk = walk_from(movement, query)
    own = {
        name: query[name] for name in ("sheet", "family", "options", "kind", "n", "rounds", "boards") if query.get(name)
    }
    return PicturedMovement(
        title_code=title_code,
        title=title,
        movement=movement,
        minutes=_minutes(movement),
        fairness=library_fairness(movement),
        rounds=picture(movement, walk),
        walk=walk,
        who=who,
        comparisons=comparison_rows(movement),
        query={} if sheet_id else own,
        opens=opens or {},
        events=events,
        sheet_id=sheet_id,
    )
