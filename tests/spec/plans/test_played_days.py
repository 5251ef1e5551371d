"""Whole days played at random: planned and seated by the program, scored again by the small form of `tests.big_events`.

JCBL director's manual 3.3, part 3, chapters 2 and 3 (several sessions and sections) and its list of two-session games.
The whole sweep is made by `tools/try-days`; here a sample stands for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from arrowswitch.core.movements.choosing.plan_chooser import PlanChoice, PlanWishes, choose_plans
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.maker import section_movement
from arrowswitch.core.movements.sessions.plan import PlannedSection, format_moves, stationary_throughout
from arrowswitch.core.movements.sessions.plan_list import SectionPlan, parse_sections
from arrowswitch.core.movements.sessions.propose import propose_more, propose_second
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.finals import PlanFinal
from arrowswitch.tournament.model.slices.plans import CarryNumbers, ChoosePlan, DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.movement.stationary import stationary_shortage
from arrowswitch.tournament.plans.choices import plan_named, plan_options
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.total_lists import total_lists
from tests.big_events import fill_day, masterpoints_of, prizes_of, ranks_of, reckon_event
from tests.builders import Evening
from tests.movements import vector
from tests.scripted_events import new_event
from tests.whole_days import needs_nobody_again, seated_day, sizes, still

ASKED = os.environ.get("ARROWSWITCH_DAYS", "1")
ROWS: list[dict[str, Any]] = vector("two_session")["entries"]
NONE_KEPT = next(row for row in ROWS if row["lines"] == [3162])
"""Nine tables: no seat stays stationary in both sessions, which is reported before the draw."""
PLAYED = ROWS if ASKED == "all" else [NONE_KEPT, *Random(3148).sample(ROWS, int(ASKED))]
GAME_CLASS = 2
STRATA = (PointLimit("A", None), PointLimit("B", 300), PointLimit("C", 100))
POINTS = (50, 1000, 200, 90, 299, 301, 100)


def enter_day(pairs: int, sessions: int, wishes: int) -> Evening:
    """Returns an event with strata, masterpoints and this many pairs that cannot walk."""
    evening = new_event(pairs, 2, sessions=sessions, minutes=200, strata=STRATA, master_point_class=GAME_CLASS)
    for at, entry in enumerate(list(evening.state.entries.values())):
        people = tuple(
            replace(one, master_points=POINTS[(at + partner) % 7] * 100) for partner, one in enumerate(entry.people)
        )
        evening.do(ChangeEntry(entry.entry_id, people, wants_stationary=at % 5 == 0 and at < 5 * wishes))
    return evening


def play_plan(evening: Evening, plan: ChoosePlan, seed: int) -> None:
    """Plays all sessions of a plan: seats by lot, numbers by its moves, results at random."""
    evening.do(plan)
    evening.do(DrawSeats(1, seed))
    evening.do(StartPlay(1))
    for session in range(2, len(plan.sessions) + 1):
        evening.do(CarryNumbers(session))
        evening.do(StartPlay(session))
    fill_day(evening, seed)


def sheet(section: SectionPlan) -> Movement:
    """Returns the movement of a section with three boards a round."""
    return section_movement(section, 3)


def command(choice: PlanChoice) -> ChoosePlan:
    """Returns the command that plays a proposed plan."""
    sheets = tuple(tuple(section.movement for section in session) for session in choice.plan.sessions)
    return ChoosePlan(sheets, tuple(map(format_moves, choice.plan.moves)), choice.plan.allowed)


def plan_of(row: Mapping[str, Any], pairs: int) -> PlanChoice:
    """Returns the proposal for a row of the list of two-session games: its rounds, sections and boards."""
    if not isinstance(row["movements"], list):
        wishes = PlanWishes(2, 1, boards_per_round=row["boards_per_round"][0])
        return choose_plans(pairs, wishes)[0]
    halves = [
        ["{tables}{kind}{rounds}".format(tables=one["tables"], **one[half]) for one in row["movements"]]
        for half in ("first", "second")
    ]
    rounds = tuple(row["movements"][0][half]["rounds"] for half in ("first", "second"))
    wishes = PlanWishes(2, row["n_sections"], rounds=rounds, boards_per_round=row["boards_per_round"])
    wanted = [[name.replace("?", unknown) for name in half] for half, unknown in zip(halves, "AI", strict=True)]
    return next(
        choice
        for choice in choose_plans(pairs, wishes)
        if [list(map(str, session)) for session in choice.sections] == wanted
    )


def is_scored_right(evening: Evening) -> None:
    """Makes sure that totals, ranks, strata, finalists, masterpoints and prizes are those of the small form."""
    state = evening.state
    own = reckon_event(state)
    ranks = ranks_of(own.totals)
    rows = {row.entry.entry_id: row for row in event_total(state).rows if row.entry is not None}
    assert {who: row.standing.total for who, row in rows.items()} == own.totals
    for at, session in enumerate(own.sessions, start=1):
        assert {
            who: one.standing.total for who, row in rows.items() for one in row.sessions if one.session == at
        } == session
    assert {who: row.standing.rank for who, row in rows.items()} == ranks
    assert {who: row.master_points for who, row in rows.items()} == masterpoints_of(ranks, GAME_CLASS)
    strata = {name: _within(state, most) for name, most in (("B", 300), ("C", 100))}
    below = list(total_lists(state, event_total(state)))
    assert [one.name for one in below] == [name for name, within in strata.items() if within]
    for stratum in below:
        among = {who: own.totals[who] for who in strata[stratum.name]}
        assert {row.entry.entry_id: row.standing.rank for row in stratum.rows if row.entry} == ranks_of(among)
    _prizes_are_right(state, own.totals, list(strata.values()))
    count = next(one for one in range(len(ranks) // 3, len(ranks) + 1) if own.is_clear(one, own.totals))
    evening.do(PlanFinal(count))
    going = [row.entry.entry_id for row in qualifiers(evening.state).qualified_rows if row.entry]
    assert set(going) == set(own.best(count))
    assert [own.totals[who] for who in going] == sorted((own.totals[who] for who in going), reverse=True)


def _within(state: EventState, most: int) -> list[EntryId]:
    entries = state.entries.values()
    return [one.entry_id for one in entries if max(who.master_points for who in one.people) <= most * 100]


def _prizes_are_right(
    state: EventState,
    totals: Mapping[EntryId, Fraction],
    strata: list[list[EntryId]],
) -> None:
    """The proposed table: three of all, the best of each lower stratum and section; nobody two."""
    lists: list[tuple[int, Mapping[EntryId, Fraction]]] = [(min(3, -(-35 * len(totals) // 100)), totals)]
    lists += [(1, {who: totals[who] for who in one}) for one in strata if one]
    if any(len(one.sections) > 1 for one in state.sessions.values()):
        last = state.session(max(state.sessions)).sections
        lists += [(1, {who: totals[who] for who in last[letter].numbers.values()}) for letter in sorted(last)]
    wanted = [got for got in prizes_of(lists) if got]
    assert [{line.entry.entry_id for line in group.lines if line.entry} for group in prizes(state).groups] == wanted


def is_seated_right(evening: Evening, *, meets_nobody: bool, out_most: int) -> None:
    """Makes sure by the sheets and numbers alone: nobody meets again where that is promised, nobody sits out too often,
    nobody has a board twice (`seated_day`), and a pair that asked for it sits still in all sessions; fewer only if the
    desk had announced it before the draw."""
    again, out = seated_day(evening.state)
    assert not (meets_nobody and again)
    assert max(out.values(), default=0) <= out_most
    wishes = {one.entry_id for one in evening.state.entries.values() if one.wants_stationary}
    seated_still = wishes.intersection(*(still(evening.state, session) for session in evening.state.sessions))
    shortage = stationary_shortage(evening.state, 1)
    assert len(seated_still) == (len(wishes) if shortage is None else shortage.params["kept"])


def test_wishes_are_kept_where_the_search_begins_anew() -> None:
    """R-295: 46 pairs in four sessions of 9 + 8 + 6 tables, two of whom cannot walk: the first search ends without
    seats for them, and the plan proposed first could not be taken."""
    sections = [PlannedSection(*made) for made in zip("ABC", map(sheet, parse_sections("9A7+8A7+6H7")), strict=True)]
    plan = propose_more(propose_second(sections), 4, keep=2)
    assert len(plan.sessions) == 4
    assert len(stationary_throughout(plan)) >= 2
    assert {fault.code for fault in plan_faults(plan)} <= {"sessions.stationary-again"}


@pytest.mark.parametrize(("pairs", "sessions"), sizes(ASKED))
def test_a_day_of_so_many(pairs: int, sessions: int) -> None:
    """R-080, R-099, R-106, R-216, R-226, R-295, R-299: the plan proposed first, with up to three who cannot walk."""
    evening = enter_day(pairs, sessions, wishes=(pairs + sessions) % 4)
    option = plan_options(evening.state)[0]
    play_plan(evening, plan_named(evening.state, option.name), seed=pairs * sessions)
    meets_nobody = needs_nobody_again(pairs, option.choice.rounds)
    is_seated_right(evening, meets_nobody=meets_nobody, out_most=1 if meets_nobody else 2)
    is_scored_right(evening)


@pytest.mark.parametrize("row", PLAYED, ids=lambda row: "+".join(row["sections"]) + f"-{row['lines'][0]}")
def test_every_row_of_the_list(row: dict[str, Any]) -> None:
    """R-041, R-288, R-299, R-302: as printed, both sessions; every other row with one pair less."""
    missing = row["lines"][0] % 2
    choice = plan_of(row, 2 * row["tables"] - missing)
    evening = enter_day(2 * row["tables"] - missing, 2, wishes=1)
    play_plan(evening, command(choice), seed=row["lines"][0])
    meets_nobody = not choice.outline.meetings_again
    is_seated_right(evening, meets_nobody=meets_nobody, out_most=missing * (1 if meets_nobody else 2))
    is_scored_right(evening)
