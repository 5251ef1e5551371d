"""The library of movements: every sheet that can be played, by the number of contestants, before any is made.

The families declare their sizes and rounds, and the list of registered sheets its ids (JCBL director's manual 3.3,
lines 3433-3475). An entry contains what makes its movement; `library_movement` makes and remembers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.board_sets import usual_boards_per_round
from arrowswitch.core.movements.checking.fairness import Fairness, fairness
from arrowswitch.core.movements.families.family import OptionValue
from arrowswitch.core.movements.families.registry import FAMILIES, Family, family_named, make
from arrowswitch.core.movements.listed.registered import entries, make_registered
from arrowswitch.core.movements.listed.registered_list import RegisteredSheet, Unit
from arrowswitch.core.movements.model import Movement, RoundNumber

FEWEST, MOST = 3, 130
"""The numbers of contestants that the library lists."""
_REMEMBERED = 1_024
_WORDS = {ContestantKind.PAIR: "pairs", ContestantKind.TEAM: "teams", ContestantKind.PLAYER: "players"}
_AT_A_TABLE = {ContestantKind.PAIR: 2, ContestantKind.TEAM: 1, ContestantKind.PLAYER: 4}


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A sheet of the library: a family with its size, or a registered sheet (`written`: `PHW 6 11R`).

    `rounds` is None if the family decides them. `contestants` counts without a phantom.
    """

    kind: ContestantKind
    contestants: int
    family: str = ""
    rounds: RoundNumber | None = None
    written: str = ""
    name_code: str = ""

    @property
    def sheet_id(self) -> str:
        """Returns the JCBL id of a registered sheet, empty for others."""
        return self.written.partition(" ")[0]


def library_entries(
    kind: ContestantKind, contestants: int, rounds: RoundNumber | None = None, family: str = "", sheet_id: str = ""
) -> tuple[LibraryEntry, ...]:
    """Returns the entries for a number of contestants, registered sheets first; the other arguments keep those of a
    number of rounds, a family or a JCBL id.

    An entry without a number of rounds is kept for any: its family decides them when the movement is made.
    """
    wanted = sheet_id.strip().upper()
    listed = [*_registered_entries(kind, contestants), *_family_entries(kind, contestants)]
    return tuple(
        entry
        for entry in listed
        if (rounds is None or entry.rounds in (None, rounds))
        and (not family or entry.family == family)
        and (not wanted or entry.sheet_id == wanted)
    )


@lru_cache(maxsize=_REMEMBERED)
def library_movement(
    entry: LibraryEntry, boards_per_round: int | None = None, rounds: RoundNumber | None = None
) -> Movement | None:
    """Returns the movement of an entry, of a registered sheet the one of its first session; None if there is none.

    `rounds` count if the entry has no rounds; `boards_per_round` None are the usual ones.
    """
    try:
        if entry.written:
            movement = make_registered(entry.written).movements[0]
            if boards_per_round is None or boards_per_round == movement.boards_per_round:
                return movement
            return make(movement.family, **{**movement.options, "boards_per_round": boards_per_round})
        return make(entry.family, **entry_options(entry, boards_per_round, rounds))
    except Mistake:
        return None


@lru_cache(maxsize=_REMEMBERED)
def library_fairness(movement: Movement) -> Fairness:
    """Returns the measures of a movement, which are remembered for the next page."""
    return fairness(movement)


def entry_options(
    entry: LibraryEntry, boards_per_round: int | None = None, rounds: RoundNumber | None = None
) -> dict[str, OptionValue | None]:
    """Returns the options that make the movement of a family's entry.

    >>> entry_options(LibraryEntry(kind=ContestantKind.PAIR, contestants=14, family="howell", rounds=13))
    {'pairs': 14, 'rounds': 13, 'boards_per_round': 2}
    """
    has_rounds = family_named(entry.family).option("rounds") is not None
    played = (entry.rounds or rounds) if has_rounds else None
    usual = None if played is None else usual_boards_per_round(played)
    options: dict[str, OptionValue | None] = {_WORDS[entry.kind]: entry.contestants, "rounds": played}
    options["boards_per_round"] = boards_per_round or usual
    return {name: value for name, value in options.items() if value is not None}


def _registered_entries(kind: ContestantKind, contestants: int) -> Iterator[LibraryEntry]:
    units = {ContestantKind.PAIR: Unit.TABLES, ContestantKind.TEAM: Unit.TEAMS, ContestantKind.PLAYER: Unit.PLAYERS}
    size = (contestants + 1) // 2 if kind is ContestantKind.PAIR else contestants
    for sheet in entries():
        if sheet.size == size and sheet.unit is units[kind]:
            yield _of_registered(sheet, kind, contestants)


def _of_registered(sheet: RegisteredSheet, kind: ContestantKind, contestants: int) -> LibraryEntry:
    count = contestants + contestants % 2 if kind is ContestantKind.PAIR else contestants
    return LibraryEntry(
        kind=kind, contestants=count, rounds=sheet.rounds, written=sheet.label, name_code=sheet.name_code
    )


def _family_entries(kind: ContestantKind, contestants: int) -> Iterator[LibraryEntry]:
    for family in FAMILIES:
        tables = _tables(family, contestants) if family.kind is kind else None
        if tables is None or tables not in family.tables:
            continue
        for rounds in sorted(family.rounds(tables), reverse=True) if family.rounds is not None else (None,):
            yield LibraryEntry(
                kind=kind, contestants=contestants, family=family.name, rounds=rounds, name_code=family.name_code
            )


def _tables(family: Family, contestants: int) -> int | None:
    """Returns the tables at which a family seats this many contestants, None if it does not."""
    at_a_table = _AT_A_TABLE[family.kind]
    whole, left = divmod(contestants, at_a_table)
    if family.kind is not ContestantKind.PAIR:
        return whole
    if family.odd_only and not left:
        return None
    if left and not family.odd and not family.odd_only:
        return None
    return whole + (1 if left and not family.waits else 0)
