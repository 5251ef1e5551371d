"""Events of every form at the start of play, with the accidents that can happen in them: for tests of repairs.

Each event is built new for every call, because a repair changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.recovery.accidents import AccidentKind
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.model.values.matches import EightScoring, MatchSettings
from tests.builders import Evening
from tests.form_events import PEOPLE
from tests.scripted_events import new_event

FIRST = Place(1, "A")
_VP = "wbf-continuous"


def accidents_of(movement: Movement) -> Mapping[AccidentKind, str]:
    """Returns one accident of each kind in the first round, as the page of recovery sends it."""
    first, *others = movement.in_round(1)
    stranger = next((n for m in others for n in m.contestants if n not in first.contestants), first.ew[0])
    board_set = first.board_set % len(movement.board_sets) + 1
    row = f"round=1&table=1&to={movement.tables}&by=1"
    return {
        AccidentKind.SEATS: f"round=1&one={first.ns[0]}&other={stranger}",
        AccidentKind.BOARDS: f"round=1&table={first.table}&set={board_set}",
        AccidentKind.ROW: row,
        AccidentKind.VISITORS: row,
        AccidentKind.SKIP: "round=1&last=1&by=1",
        AccidentKind.RELAY: f"round=1&table={first.table}&to={others[0].table if others else 1}",
        AccidentKind.BYE: "round=1&by=1",
        AccidentKind.DIRECTION: f"round=1&table={first.table}",
        AccidentKind.ABSENT: f"round=1&one={first.ns[0]}",
        AccidentKind.LATE: "round=2",
        AccidentKind.TABLE: "round=2",
        AccidentKind.END: f"round={max(1, movement.rounds - 1)}",
    }


def _with_entries(form: EventForm, entries: int, **settings: object) -> Evening:
    wanted = {"method": form.methods[0], "minutes": 90, **settings}
    matches = wanted.get("matches")
    is_of_eight = isinstance(matches, MatchSettings) and matches.eight is not None
    people = PEOPLE[form.kind] * (2 if is_of_eight else 1)
    return new_event(entries, people, kind=form.kind, form=form, **wanted)


def _on_sheet(form: EventForm, entries: int, *sheets: Movement, **settings: object) -> Evening:
    evening = _with_entries(form, entries, sessions=len(sheets), **settings)
    for session, movement in enumerate(sheets, start=1):
        evening.do(ChooseMovement(Place(session, "A"), movement, fits_scale=True))
    evening.do(DrawNumbers(FIRST, 1))
    evening.do(StartPlay(1))
    return evening


def _with_first_draw(
    form: EventForm, entries: int, *, seeded: bool = False, triangle: Triangle = Triangle.ONE_ROUND, **settings: object
) -> Evening:
    if form.is_drawn:
        in_threes = triangle if form is EventForm.SWISS_TEAMS else Triangle.NONE
        rules = SwissConditions(4, Rematch.NOT_CONSECUTIVE, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, in_threes, 3)
        settings["conditions"] = rules
    evening = _with_entries(form, entries, boards_per_round=4, **settings)
    if form is EventForm.EVEN_CHANCE_TEAMS:
        evening.do(FormTeams(None))
    evening.do(SeedNumbers(FIRST) if seeded else DrawNumbers(FIRST, 1))
    evening.do(DrawRound(FIRST.at(1)))
    evening.do(StartPlay(1))
    if form.is_drawn:
        evening.do(StartRound(1, 1))
    return evening


def _teams_and_pairs() -> Evening:
    plan = next(plan for plan in team_plans(5) if plan.form is TeamForm.TEAMS_AND_PAIRS)
    return _on_sheet(EventForm.TEAMS_AND_PAIRS, 5, plan.make_session(1, 1), plan.make_session(2, 1), scale=_VP)


def _round_robin(form: EventForm, teams: int, **settings: object) -> Evening:
    """Returns a round robin whose matches have both tables in one round."""
    return _on_sheet(form, teams, make("round-robin", tables=teams, form="team", boards_per_round=3), **settings)


def _every_pair() -> Evening:
    movement = make("round-robin", tables=4, form="pair", boards_per_round=2, sets="few")
    return _on_sheet(EventForm.ROUND_ROBIN_TEAMS, 4, movement, scale=_VP)


def _howell() -> Evening:
    movement = make("howell", tables=5, rounds=9, boards_per_round=2).with_phantom(Number("10"))
    return _on_sheet(EventForm.MATCHPOINT_PAIRS, 9, movement)


EVENTS: Mapping[str, Callable[[], Evening]] = {
    "round-robin": lambda: _round_robin(EventForm.ROUND_ROBIN_TEAMS, 6, scale=_VP),
    "teams-of-eight": lambda: _round_robin(
        EventForm.ROUND_ROBIN_TEAMS, 4, scale=_VP, matches=MatchSettings(eight=EightScoring.CROSS)
    ),
    "every-pair": _every_pair,
    "new-england": lambda: _on_sheet(
        EventForm.SHORT_ROUND_ROBIN_TEAMS, 6, make("new-england", teams=6, boards_per_round=3), scale=_VP
    ),
    "awl": lambda: _on_sheet(EventForm.SHORT_ROUND_ROBIN_TEAMS, 5, make("awl", teams=5, boards_per_round=3), scale=_VP),
    "teams-and-pairs": _teams_and_pairs,
    "board-a-match": lambda: _on_sheet(EventForm.BAM_TEAMS, 7, make("awl", teams=7, boards_per_round=2)),
    "board-a-match-vp": lambda: _round_robin(EventForm.BAM_VP_TEAMS, 4, scale="bam-vp"),
    "swiss-teams": lambda: _with_first_draw(EventForm.SWISS_TEAMS, 6, scale=_VP),
    "triangle": lambda: _with_first_draw(EventForm.SWISS_TEAMS, 5, scale=_VP),
    "triangle-of-two-rounds": lambda: _with_first_draw(
        EventForm.SWISS_TEAMS, 5, triangle=Triangle.TWO_ROUNDS, scale=_VP
    ),
    "swiss-pairs": lambda: _with_first_draw(EventForm.SWISS_PAIRS, 8),
    "even-chance": lambda: _with_first_draw(EventForm.EVEN_CHANCE_TEAMS, 8, scale=_VP),
    "knockout": lambda: _with_first_draw(EventForm.KNOCKOUT_TEAMS, 5, seeded=True),
    "knockout-threes": lambda: _with_first_draw(
        EventForm.KNOCKOUT_TEAMS, 7, seeded=True, knockout=KnockoutSettings(has_third_place=True, has_threes=True)
    ),
    "double-knockout": lambda: _with_first_draw(EventForm.DOUBLE_KNOCKOUT_TEAMS, 5, seeded=True),
    "league": lambda: _with_first_draw(EventForm.LEAGUE, 4, seeded=True, scale=_VP),
    "individual": lambda: _on_sheet(EventForm.INDIVIDUAL, 8, make("individual", players=8, boards_per_round=2)),
    "mitchell": lambda: _on_sheet(
        EventForm.MATCHPOINT_PAIRS, 12, make("relay-mitchell", tables=6, boards_per_round=2), method=Method.MATCHPOINTS
    ),
    "howell": _howell,
}
"""An event of every form by the name of its sheet or draw, in round 1 and without results."""
