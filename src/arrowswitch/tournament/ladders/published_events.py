"""The results of the players in a published event: the place, percentage and total of each, and the boards they played.

It is the newest version that was published as a result and not as an interim one: what is corrected afterwards counts
when it is published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from arrowswitch.core.game.contracts import Denomination, Played
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.points.awarded import sent_out
from arrowswitch.tournament.ranking.result_lists import final_standing
from arrowswitch.tournament.results.tables import cells
from arrowswitch.tournament.scored.match_rules import scale_in_use


@dataclass(frozen=True, slots=True)
class EntryResult:
    """The result of an entry: all players who played for it, those of them who were sent out, the place among the
    `competitors` of its list and how many share it, the percentage if there is one, and victory points if the total is
    of those. `line_ups` are its people session by session, if they were not always the same."""

    entry_id: EntryId
    people: tuple[Person, ...]
    out: frozenset[str]
    place: int
    sharing: int
    competitors: int
    percent: Fraction | None
    victory_points: Fraction | None
    line_ups: tuple[tuple[Person, ...], ...] = ()

    @property
    def staying(self) -> tuple[Person, ...]:
        """Returns the people of the entry except those who were expelled."""
        return tuple(person for person in self.people if person.name not in self.out)


@dataclass(frozen=True, slots=True)
class BoardTally:
    """Boards of one kind: how many, of how many the contract was made, and the sum of their percentages with how many
    have one."""

    boards: int = 0
    made: int = 0
    percent: Fraction = Fraction(0)
    scored: int = 0

    def with_board(self, percent: Fraction | None, *, is_made: bool) -> BoardTally:
        """Returns it with one board more."""
        own = BoardTally(1, made=int(is_made), percent=percent or Fraction(0), scored=int(percent is not None))
        return self + own

    def __add__(self, other: BoardTally) -> BoardTally:
        return BoardTally(
            boards=self.boards + other.boards,
            made=self.made + other.made,
            percent=self.percent + other.percent,
            scored=self.scored + other.scored,
        )

    @property
    def mean(self) -> Fraction | None:
        """Returns the mean percentage; None if no board has one."""
        return self.percent / self.scored if self.scored else None


BoardKind = tuple[Denomination, bool]
"""The denomination of the contract, and whether one's own side declared."""
BoardTallies = dict[BoardKind, BoardTally]
_TalliesOf: TypeAlias = defaultdict[tuple[EntryId, str], BoardTallies]


@dataclass(frozen=True, slots=True)
class PlayerBoards:
    """The boards that a player of an entry played, by strain and by declarer."""

    entry_id: EntryId
    name: str
    tallies: tuple[tuple[BoardKind, BoardTally], ...]


@dataclass(frozen=True, slots=True)
class LadderEvent:
    """The result of an event, list by list. `is_told` is true if a result was published. `players` is how many people
    of an entry play at a time."""

    event_id: EventId
    name: str
    date: str
    event_class: EventClass
    players: int
    lists: tuple[tuple[EntryResult, ...], ...] = ()

    @property
    def is_told(self) -> bool:
        """True once a result has been published."""
        return bool(self.lists)

    @property
    def results(self) -> tuple[EntryResult, ...]:
        return tuple(one for results in self.lists for one in results)


def result_published(state: EventState) -> Publication | None:
    """Returns the newest version that was published as a result; None where there is none."""
    return next((one for one in reversed(state.publication.versions) if not one.is_interim), None)


def ladder_event(published: EventState, *, is_told: bool) -> LadderEvent:
    """Returns an event as published, without its players unless a result was published (`is_told`)."""
    settings = published.settings
    return LadderEvent(
        event_id=published.event_id,
        name=settings.name,
        date=settings.date,
        event_class=settings.event_class,
        players=settings.event_form.entry.players,
        lists=tuple(_lists(published)) if is_told and published.is_scored else (),
    )


def _lists(published: EventState) -> Iterator[tuple[EntryResult, ...]]:
    is_by_scale = scale_in_use(published) is not None
    out: defaultdict[str, set[str]] = defaultdict(set)
    for entry_id, name in sent_out(published):
        out[entry_id].add(name)
    for listed in final_standing(published):
        ranked = [row for row in listed.rows if row.standing.is_ranked]
        places = [row.standing.place for row in ranked]
        results = tuple(
            EntryResult(
                entry_id=row.entry.entry_id,
                people=row.entry.people,
                out=frozenset(out[row.entry.entry_id]),
                place=row.standing.place,
                sharing=places.count(row.standing.place),
                competitors=row.standing.after + len(listed.rows),
                percent=row.standing.percent,
                victory_points=row.standing.total if is_by_scale else None,
                line_ups=_line_ups(published, row.entry.entry_id),
            )
            for row in ranked
            if row.entry is not None
        )
        if results:
            yield results


def _line_ups(state: EventState, entry_id: EntryId) -> tuple[tuple[Person, ...], ...]:
    """Returns the people of an entry in each session that has begun; nothing where they were the same in all."""
    begun = (number for number, session in state.sessions.items() if session.is_started)
    playing = (state.entry_in(number, entry_id) for number in begun)
    people = tuple(dict.fromkeys(entry.people for entry in playing if entry is not None))
    return people if len(people) > 1 else ()


def boards_played(published: EventState) -> tuple[PlayerBoards, ...]:
    """Returns the boards that each player of an entry played in an event as published. Boards with an awarded score
    were not played."""
    tallies_of: _TalliesOf = defaultdict(dict)
    for session in published.sessions:
        for cell in cells(published, session):
            entry = cell.entry
            if entry is None or not isinstance(entry.result, Played) or entry.ns_award or entry.ew_award:
                continue
            for side in Side:
                _count(tallies_of, cell, entry.result, side)
    return tuple(PlayerBoards(*player, tuple(tallies.items())) for player, tallies in tallies_of.items())


def _count(tallies_of: _TalliesOf, cell: CellView, result: Played, side: Side) -> None:
    seats, points = (cell.ns, cell.ns_points) if side is Side.NS else (cell.ew, cell.ew_points)
    kind = (result.contract.denomination, result.contract.declarer.side is side)
    percent = None if points is None else points.percent
    playing = [(entry.entry_id, person) for entry in seats.entries if entry is not None for person in entry.people]
    for entry_id, person in playing:
        tallies = tallies_of[entry_id, person.name]
        tallies[kind] = tallies.get(kind, BoardTally()).with_board(percent, is_made=result.beyond >= 0)
