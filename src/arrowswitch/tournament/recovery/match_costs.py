"""The price of a plan after a mistake in matches of teams: those with fewer boards to compare, or none.

JCBL director's manual 3.3, lines 2607 and 2651-2652: boards that both teams played the same way round at both tables,
or at one table only, are left out of the comparison of the teams; where pairs are ranked too, they count for these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import number_order
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.recovery.situation import Spot, spot
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.sheet_matches import Teams, compared_sets, is_of_two_tables, usual_sets


@dataclass(frozen=True, slots=True)
class _Two:
    """Two teams: how many sets they could compare before and can now, how many of theirs get adjusted scores, whether
    they meet, and whether they do once more than before."""

    before: int
    after: int
    awarded: int
    meets: bool
    is_again: bool


def match_costs(state: EventState, place: Place, sheet: Movement, awarded: Iterable[Meeting]) -> tuple[Problem, ...]:
    """Returns the price of a sheet in matches of a section, the weightiest first; nothing where no matches of teams are
    played. `awarded` are the meetings on it that get adjusted scores."""
    movement = state.section(place).movement
    if movement is None or not ranks_matches(state.settings) or not is_of_two_tables(movement):
        return ()
    twos = _twos(movement, sheet, {spot(meeting) for meeting in awarded})
    return tuple(_costs(state, sheet, twos))


def apart_spots(state: EventState, place: Place, sheet: Movement) -> frozenset[Spot]:
    """Returns the tables of a sheet whose boards the teams cannot compare."""
    movement = state.section(place).movement
    if movement is None or not ranks_matches(state.settings) or not is_of_two_tables(movement):
        return frozenset()
    sets = compared_sets(sheet)
    played = (meeting for meeting in sheet.meetings if sheet.is_played(meeting))
    return frozenset(spot(m) for m in played if m.board_set not in sets.get(_teams(sheet, m), ()))


def _costs(state: EventState, sheet: Movement, twos: dict[Teams, _Two]) -> Iterator[Problem]:
    none = [teams for teams, two in twos.items() if two.meets and not two.after and not two.awarded]
    lost = [teams for teams, two in twos.items() if two.before and not two.meets]
    unplayed = [teams for teams, two in twos.items() if two.meets and two.awarded]
    again = [teams for teams, two in twos.items() if two.is_again]
    for code, listed in (
        ("mending.match.none", none),
        ("mending.match.lost", lost),
        ("mending.match.unplayed", unplayed),
        ("mending.match.again", again),
    ):
        if listed:
            yield Problem(code, {"n": len(listed), "twos": ", ".join(map(_name, sorted(listed, key=_order)))})
    partly = [teams for teams, two in twos.items() if not two.awarded and 0 < two.after < two.before]
    size = sheet.boards_per_round
    for teams in sorted(partly, key=_order):
        two = twos[teams]
        left = (two.before - two.after) * size
        yield Problem("mending.match.partly", {"two": _name(teams), "n": left, "most": two.before * size})
    if (none or partly) and state.settings.event_form.also_ranks_pairs:
        yield Problem("mending.match.pairs")


def _twos(before: Movement, after: Movement, awarded: set[Spot]) -> dict[Teams, _Two]:
    planned, now, usual = compared_sets(before), compared_sets(after), usual_sets(before)
    unplayed = Counter(
        teams for teams, _ in {(_teams(after, m), m.board_set) for m in after.meetings if spot(m) in awarded}
    )
    return {
        teams: _Two(
            before=len(planned.get(teams, ())),
            after=max(0, len(now.get(teams, ())) - unplayed[teams]),
            awarded=unplayed[teams],
            meets=teams in now,
            is_again=len(now.get(teams, ())) >= 2 * usual > len(planned.get(teams, ())),
        )
        for teams in {*planned, *now}
    }


def _teams(movement: Movement, meeting: Meeting) -> Teams:
    return frozenset(team_number(movement, number) for number in meeting.contestants)


def _name(teams: Teams) -> str:
    return "–".join(sorted(teams, key=number_order))


def _order(teams: Teams) -> list[tuple[tuple[int, int | str], ...]]:
    return sorted(map(number_order, teams))
