"""A ranking divided: the lists of sections, sides and strata, each ranked among itself, of the event or of a session.

Sections and sides of the event are those of the last session that was played (manual, lines 1983-1987); a stratum ranks
itself and those below it (lines 1521-1532).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.ranking import ranked_among
from arrowswitch.core.scoring.totals.strata import stratum_rankings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.entry_points import points_of, strata_of
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.award_rules import over_both
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_numbers, section_number
from arrowswitch.tournament.standings.session import has_result, standings
from arrowswitch.tournament.standings.totals import TotalView


@dataclass(frozen=True, slots=True)
class Contestant:
    """A ranked contestant: the entry, the number at the table, the section and the side."""

    entry: Entry | None
    number: Number
    section: SectionLetter
    side: Side | None


@dataclass(frozen=True, slots=True)
class DividedList:
    """A list of a divided ranking: `name` is the section's letter or the stratum's name, empty for everybody."""

    name: str
    side: Side | None
    ranking: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody who is ranked, by the numbers of the standings. `together` is one list over both sides, where there
    is one; with `has_carry` it goes by the total, else by percentage."""

    standings: Standings
    together: tuple[Standing, ...]
    contestants: Mapping[Number, Contestant]
    has_carry: bool = False

    @property
    def sections(self) -> tuple[SectionLetter, ...]:
        """Returns the sections that have ranked contestants."""
        return tuple(sorted({one.section for one in self.contestants.values()}))

    @property
    def sides(self) -> tuple[Side | None, ...]:
        """Returns the sides that are ranked separately; a single None if everybody is ranked together."""
        directions = {row.direction for row in self.standings.ranking if row.number in self.contestants}
        return tuple(side for side in (None, Side.NS, Side.EW) if side in directions)


def field_of_event(state: EventState, view: TotalView | None = None) -> Field:
    """Returns everybody who has a result in the event, by the event's result."""
    view = event_total(state) if view is None else view
    contestants = {}
    for row in view.rows:
        if row.sessions and has_result(state, row.standing):
            newest = row.sessions[-1]
            letter, _ = section_number(state.session(newest.session), newest.number)
            contestants[row.standing.number] = Contestant(row.entry, newest.number, letter, newest.standing.direction)
    return Field(view.standings, tuple(row.standing for row in view.together), contestants, view.has_carry)


def field_of_session(state: EventState, session: SessionNumber) -> Field:
    """Returns everybody who has a result in a session, by its ranking."""
    scored, played = standings(state, session), state.session(session)
    who = {number: state.entry_in(session, entry_id) for number, entry_id in scored_numbers(played).items()}
    contestants = {
        row.number: Contestant(who.get(row.number), row.number, section_number(played, row.number)[0], row.direction)
        for row in scored.ranking
        if has_result(state, row)
    }
    return Field(scored, over_both(state, session), contestants)


def overall(field: Field) -> Iterator[DividedList]:
    """Yields the ranking of everybody; of each side where no list has both."""
    if field.together:
        yield DividedList("", None, _of(field, field.together))
        return
    yield from by_side(field)


def by_side(field: Field) -> Iterator[DividedList]:
    """Yields the ranking of each side; of everybody where there is one field."""
    for side in field.sides:
        yield DividedList("", side, _of(field, tuple(row for row in field.standings.ranking if row.direction is side)))


def by_section(state: EventState, field: Field, *, has_sides: bool) -> Iterator[DividedList]:
    """Yields the ranking of each section, or of each section's sides."""
    homes: dict[tuple[SectionLetter, Side | None], set[Number]] = {}
    for number, contestant in field.contestants.items():
        homes.setdefault((contestant.section, contestant.side if has_sides else None), set()).add(number)
    rules = rules_of(state).scoring.ranking
    fields = {row.number: row.field for row in field.standings.ranking}
    for letter, side in sorted(homes, key=lambda key: (key[0], key[1] is Side.EW)):
        numbers = homes[letter, side]
        has_both = len({fields[number] for number in numbers}) > 1
        basis = rules.by_percent if has_both and field.together and not field.has_carry else None
        yield DividedList(letter, side, ranked_among(field.standings, numbers, rules, basis))


def by_stratum(state: EventState, field: Field) -> Iterator[DividedList]:
    """Yields the ranking of each stratum below the first, which is the ranking of everybody; of each side if no list
    has both."""
    strata = strata_of(state.settings.division.strata)
    if not strata:
        return
    points = {
        number: 0 if contestant.entry is None else points_of(contestant.entry)
        for number, contestant in field.contestants.items()
    }
    rules = rules_of(state).scoring.ranking
    basis = rules.by_percent if field.together and not field.has_carry else None
    rankings = stratum_rankings(field.standings, points, strata, rules, basis)
    for stratum_ranking in rankings[1:]:
        for side in (None,) if field.together else field.sides:
            rows = (row for row in stratum_ranking.ranking if side is None or row.direction is side)
            numbers = {row.number for row in rows if row.number in field.contestants}
            ranking = ranked_among(field.standings, numbers, rules, basis)
            yield DividedList(stratum_ranking.stratum.name, side, ranking)


def _of(field: Field, ranking: tuple[Standing, ...]) -> tuple[Standing, ...]:
    return tuple(row for row in ranking if row.number in field.contestants)
