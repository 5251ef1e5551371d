"""Seats by name: each player with the table and side of the round, sorted as the language sorts names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.i18n.language import Language
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.hall.seats import HallSeat
from arrowswitch.web.hall.space import NAME_IN_HALF, NAME_IN_THIRD, Space, longest


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A player's seat; `table` is empty for a sit-out. `reading` sorts the players, `forms` are all
    forms of the name, by which a player is found."""

    name: str
    reading: str
    number: Number
    table: str
    side: Side | None
    forms: str = ""


@dataclass(frozen=True, slots=True)
class NamesPage:
    """A page of seats by name. `first` and `last` are the initials of its first and last player."""

    seats: tuple[NamedSeat, ...]
    first: str
    last: str
    columns: int

    @property
    def rows(self) -> int:
        """Returns the number of rows of its longest column."""
        return -(-len(self.seats) // self.columns)


def names_pages(seats: Sequence[HallSeat], language: Language, space: Space) -> tuple[NamesPage, ...]:
    """Returns the players of some seats in pages of about the same length, in fewer columns where names are long; none
    without seats."""
    players: dict[tuple[str, Number], NamedSeat] = {}
    for seat in seats:
        for person in () if seat.entry is None else seat.entry.people:
            name = language.person(person)
            player = NamedSeat(
                name=name,
                reading=language.reading(person),
                number=seat.number,
                table=seat.table,
                side=seat.side,
                forms=_forms(person),
            )
            before = players.get((name, seat.number))
            players[name, seat.number] = player if before is None else _join_tables(before, player)
    ordered = sorted(players.values(), key=lambda one: (one.reading.casefold(), one.name, one.number))
    names = [one.name for one in ordered]
    most_columns = 3 if longest(names) <= NAME_IN_THIRD else 2
    rows = space.rows(names, NAME_IN_HALF)
    pages = -(-len(ordered) // (most_columns * rows))
    size = -(-len(ordered) // pages) if pages else 1
    columns = min(most_columns, -(-size // rows))
    parts = (tuple(ordered[at : at + size]) for at in range(0, len(ordered), size))
    return tuple(NamesPage(part, part[0].reading[:1], part[-1].reading[:1], columns) for part in parts)


def _forms(person: Person) -> str:
    return " ".join(filter(None, (person.name, person.kana, person.roman)))


def _join_tables(seat: NamedSeat, other: NamedSeat) -> NamedSeat:
    """Returns the seat of a player whose team sits at two tables: both tables, no side."""
    if other.table in ("", seat.table):
        return seat
    return replace(seat, table=f"{seat.table}・{other.table}", side=None)
