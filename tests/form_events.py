"""One event of any form, from entry to its published ranking, with random results from a seed.

Each event is played once per process; each call of `played` returns a copy of its own.

A form needs only the facts that its settings need: the entrants, the way opponents meet and the unit of scoring follow
from the form itself, and the movement is the first that the program proposes. A form that is added later is played too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.model.forms import Arrangement, EventForm, PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.entries import SetHandicap
from arrowswitch.tournament.model.slices.instant import GiveTables
from arrowswitch.tournament.model.slices.knockout import DecideMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.swiss.rounds import next_round
from tests.builders import Evening, copy_evening
from tests.scripted_events import new_event, play_round, play_sheet

PEOPLE = {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 4}
SIZES = {ContestantKind.PLAYER: (8, 9, 12), ContestantKind.PAIR: (8, 9, 12), ContestantKind.TEAM: (4, 5, 6)}
"""How many enter: an even number, an odd one and another even one."""

TEAM_MATCH = EventForm("team-match")
"""A match of two teams."""
_SCALES = {ScaleUnit.IMPS: "wbf-continuous", ScaleUnit.POINTS: "bam-vp"}
_ROUNDS = 3
_BOARDS, _BOARDS_OF_PRINTED_SCALES = 4, 8


@dataclass(frozen=True, slots=True)
class Case:
    """An event to play: its form, what its boards are scored by, how many enter, and the boards of a drawn round (0: as
    usual)."""

    form: EventForm
    method: Method
    entries: int
    scale: str = ""
    boards: int = 0

    @property
    def axes(self) -> tuple[EventForm, Method, str, int]:
        """The form, the method, the scale and the number of entries, as the axes of a matrix that rotates."""
        return self.form, self.method, self.scale, self.entries

    def __str__(self) -> str:
        size = f"{self.entries}x{self.boards}" if self.boards else str(self.entries)
        return "-".join((self.form, self.method, *((self.scale,) if self.scale else ()), size))


def cases() -> tuple[Case, ...]:
    """Returns every form in three sizes by its first method, and in the odd size by each other one."""
    return tuple(case for form in EventForm for case in _cases_of(form))


def _cases_of(form: EventForm) -> list[Case]:
    cases = []
    for at, method in enumerate(form.methods):
        unit = form.scale_unit(method)
        scale = "" if unit is None else _SCALES[unit]
        sizes = _sizes(form)
        if at and form.is_of_teams and (scale or method is not Method.TOTAL_POINTS):
            continue  # The unit of a board of a match follows from the form; total points are the other way.
        cases += [Case(form, method, entries, scale) for entries in (sizes if at == 0 else sizes[1:2] or sizes)]
    return cases


def _sizes(form: EventForm) -> tuple[int, ...]:
    if form is EventForm.TEAM_OF_PAIRS:
        return (4, 5)
    if form is EventForm.EVEN_CHANCE_TEAMS:
        return (8, 9, 12)
    if form is EventForm.SWISS_TEAMS:
        return (6, 7, 8)
    if form is TEAM_MATCH:
        return (2,)
    return SIZES[form.kind]


def play_case(case: Case, seed: int = 1) -> Evening:
    """Returns the event of a case, played to the end with results from the seed and published.

    The caller may change the event: every call returns a new copy.
    """
    return copy_evening(_play(case, seed))


@cache
def _play(case: Case, seed: int) -> Evening:
    evening = _with_entries(case)
    match case.form.arrangement:
        case Arrangement.DRAW:
            _play_drawn(evening, seed)
        case Arrangement.BRACKET:
            _play_bracket(evening, seed)
        case Arrangement.SCHEDULE:
            _play_schedule(evening, seed)
        case Arrangement.TEAM_MOVEMENT:
            play_sheet(evening, *_team_sheets(evening, case), seed=seed)
        case _:
            play_sheet(evening, movement_choices(evening.state)[0].movement, seed=seed)
    evening.do(Publish())
    return evening


def _with_entries(case: Case) -> Evening:
    form = case.form
    drawn = form.arrangement in (Arrangement.DRAW, Arrangement.BRACKET, Arrangement.SCHEDULE)
    is_percent = case.method is Method.MATCHPOINTS
    boards = case.boards or (_BOARDS_OF_PRINTED_SCALES if case.method is Method.SWISS_IMPS else _BOARDS)
    evening = new_event(
        case.entries,
        PEOPLE[form.kind],
        kind=form.kind,
        form=form,
        method=case.method,
        scale=case.scale,
        boards_per_round=boards if drawn else None,
        minutes=90,
        sessions=2 if form is EventForm.TEAMS_AND_PAIRS else 1,
        conditions=_conditions(form),
        strata=(PointLimit("A"), PointLimit("B", 200)) if form is EventForm.STRATIFIED_PAIRS else (),
        handicap_kind=HandicapKind.PERCENT if is_percent else HandicapKind.POINTS,
    )
    if case.method is Method.INSTANT:
        tables = {BoardNumber(board): ((-100, 3), (100, 4), (140, 2)) for board in range(1, 61)}
        evening.do(GiveTables(1, BoardTables("another field", tables)))
    if form is EventForm.HANDICAP_PAIRS:
        for place, entry_id in enumerate(evening.state.entries):
            evening.do(SetHandicap(entry_id, Fraction(place, 2)))
    if form is EventForm.EVEN_CHANCE_TEAMS:
        standby = list(evening.state.entries)[-1]
        evening.do(FormTeams(standby if case.entries % 2 else None))
    return evening


def _conditions(form: EventForm) -> SwissConditions:
    triangle = Triangle.ONE_ROUND if form is EventForm.SWISS_TEAMS else Triangle.NONE
    rules = SwissConditions(_ROUNDS, Rematch.NOT_CONSECUTIVE, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, triangle, 3)
    return rules if form.is_drawn else replace(rules, rounds=None)


def _team_sheets(evening: Evening, case: Case) -> tuple[Movement, ...]:
    """Returns the sheets of all sessions: the first game that the program proposes. Teams and pairs need two sessions,
    of which the proposal is the first."""
    if case.form is not EventForm.TEAMS_AND_PAIRS:
        return (movement_choices(evening.state)[0].movement,)
    plan = next(plan for plan in team_plans(case.entries) if plan.form is TeamForm.TEAMS_AND_PAIRS)
    return tuple(plan.make_session(session, 1) for session in range(1, len(plan.sheets) + 1))


def _play_drawn(evening: Evening, seed: int) -> None:
    evening.do(DrawNumbers(Place(1, "A"), seed))
    while (round_number := next_round(evening.state, Place(1, "A"))) is not None:
        evening.do(DrawRound(Place(1, "A").at(round_number)))
        if round_number == 1:
            evening.do(StartPlay(1))
        evening.do(StartRound(1, round_number))
        play_round(evening, 1, round_number, seed)


def _play_schedule(evening: Evening, seed: int) -> None:
    evening.do(SeedNumbers(Place(1, "A")))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    play_round(evening, 1, None, seed)


def _play_bracket(evening: Evening, seed: int) -> None:
    evening.do(SeedNumbers(Place(1, "A")))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    round_number = 1
    while True:
        play_round(evening, 1, round_number, seed)
        for match in _bracket(evening).matches:
            if match.state is MatchState.LEVEL and match.teams[0] is not None:
                evening.do(DecideMatch(Place(1, "A").at(round_number), match.teams[0]), reason="by lot")
        if _bracket(evening).winner is not None:
            return
        round_number += 1
        evening.do(DrawRound(Place(1, "A").at(round_number)))


def _bracket(evening: Evening) -> Knockout:
    bracket = knockout(evening.state, "A")
    assert bracket is not None
    return bracket
