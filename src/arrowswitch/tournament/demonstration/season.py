"""The season of the demonstration: a published event of every form, and the weekly games that its ladder counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial

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
from arrowswitch.tournament.demonstration.events import SECTION, DemoClub, DemoEvent
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.model.forms import Arrangement, EventForm, PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.entries import SetHandicap
from arrowswitch.tournament.model.slices.instant import GiveTables
from arrowswitch.tournament.model.slices.knockout import DecideMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.swiss.rounds import next_round

WEEKLY_GAMES = 6
SWISS_ROUNDS, BOARDS_OF_A_MATCH = 4, 4
_SIZES = {ContestantKind.PLAYER: 12, ContestantKind.PAIR: 12, ContestantKind.TEAM: 6}
_SIZES_OF_FORMS = {"team-of-pairs": 4, "team-match": 2, "even-chance-teams": 8, "knockout-teams": 8}
_SCALES = {ScaleUnit.IMPS: "wbf-continuous", ScaleUnit.POINTS: "bam-vp"}
DemoMaker = Callable[[], DemoEvent]
"""A function that makes one event."""


def season(club: DemoClub, now: datetime) -> Iterator[DemoMaker]:
    """Yields the makers of the events before today, the newest first: the weekly games in turn with the other forms."""
    others = [form for form in EventForm if form is not EventForm.MATCHPOINT_PAIRS]
    for week in range(1, max(len(others), WEEKLY_GAMES) + 1):
        begins = (now - timedelta(weeks=week)).replace(hour=19, minute=0)
        if week <= WEEKLY_GAMES:
            yield partial(past_event, club, EventForm.MATCHPOINT_PAIRS, begins, now, week)
        if week <= len(others):
            yield partial(past_event, club, others[week - 1], begins + timedelta(days=3), now, week)


def past_event(club: DemoClub, form: EventForm, begins: datetime, now: datetime, seed: int) -> DemoEvent:
    """Returns an event of a form that was played to its end; it is final if the time of its
    corrections is over."""
    event = club.start(_settings(club, form, begins), begins, seed)
    places = club.members[seed % 12 :] + club.members[: seed % 12]
    event.enter(places, _SIZES_OF_FORMS.get(form.value, _SIZES[form.kind]), club.words.teams)
    _prepare(event, form)
    match form.arrangement:
        case Arrangement.DRAW:
            _play_draw(event)
        case Arrangement.BRACKET:
            _play_bracket(event, club.words.by_lot)
        case Arrangement.SCHEDULE:
            event.do(SeedNumbers(SECTION))
            event.draw_round(1)
            event.fill_round()
        case _:
            _play_sheets(event, form)
    event.do(Publish())
    deadline = event.state.publication.versions[-1].deadline
    if deadline is not None and deadline < now:
        event.clock.moment = deadline + timedelta(minutes=1)
        event.do(Finalise())
    return event


def _settings(club: DemoClub, form: EventForm, begins: datetime) -> Settings:
    method = form.methods[0]
    unit = form.scale_unit(method)
    has_boards = form.arrangement in (Arrangement.DRAW, Arrangement.BRACKET, Arrangement.SCHEDULE)
    rules = SwissConditions(
        rounds=SWISS_ROUNDS if form.is_drawn else None,
        rematch=Rematch.NOT_CONSECUTIVE,
        rank_base=RankBase.PREVIOUS,
        last_round=LastRound.AS_OTHERS,
        triangle=Triangle.NONE,
        triangle_limit=3,
    )
    values: dict[str, object] = {
        "kind": form.kind,
        "form": form,
        "method": method,
        "scale": "" if unit is None else _SCALES[unit],
        "boards_per_round": BOARDS_OF_A_MATCH if has_boards else None,
        "minutes": 90,
        "sessions": 2 if form is EventForm.TEAMS_AND_PAIRS else 1,
        "conditions": rules,
        "venue": club.words.hall,
        "strata": (PointLimit("A"), PointLimit("B", 200)) if form is EventForm.STRATIFIED_PAIRS else (),
        "handicap_kind": HandicapKind.PERCENT if method is Method.MATCHPOINTS else HandicapKind.POINTS,
    }
    name = club.words.weekly if form is EventForm.MATCHPOINT_PAIRS else club.words.forms[form]
    return with_values(Settings(name, begins.date().isoformat()), values)


def _prepare(event: DemoEvent, form: EventForm) -> None:
    """Gives an event what its form needs before play."""
    if event.state.settings.scoring.method is Method.INSTANT:
        tables = {BoardNumber(board): ((-100, 3), (100, 4), (140, 2)) for board in range(1, 61)}
        event.do(GiveTables(1, BoardTables("", tables)))
    if form is EventForm.HANDICAP_PAIRS:
        event.do(*(SetHandicap(entry, Fraction(place, 2)) for place, entry in enumerate(event.state.entries)))
    if form is EventForm.EVEN_CHANCE_TEAMS:
        event.do(FormTeams(None))


def _play_sheets(event: DemoEvent, form: EventForm) -> None:
    sheets = _sheets(event, form)
    for session, movement in enumerate(sheets, start=1):
        event.do(ChooseMovement(Place(session, "A"), movement, fits_scale=True))
    for session in range(1, len(sheets) + 1):
        if not event.state.section(Place(session, "A")).numbers:
            event.do(DrawNumbers(Place(session, "A"), event.seed))
        event.do(StartPlay(session))
        event.fill_round(session=session)


def _sheets(event: DemoEvent, form: EventForm) -> tuple[Movement, ...]:
    """Returns the sheet of each session: the first that the program proposes."""
    if form is not EventForm.TEAMS_AND_PAIRS:
        return (movement_choices(event.state)[0].movement,)
    teams = len(event.state.entries)
    plan = next(plan for plan in team_plans(teams) if plan.form is TeamForm.TEAMS_AND_PAIRS)
    return tuple(plan.make_session(session, 1) for session in range(1, len(plan.sheets) + 1))


def _play_draw(event: DemoEvent) -> None:
    event.do(DrawNumbers(SECTION, event.seed))
    while (round_number := next_round(event.state, SECTION)) is not None:
        event.draw_round(round_number)
        event.do(StartRound(1, round_number))
        event.fill_round(round_number)


def _play_bracket(event: DemoEvent, by_lot: str) -> None:
    event.do(SeedNumbers(SECTION))
    round_number = 0
    while round_number == 0 or _bracket(event).winner is None:
        round_number += 1
        event.draw_round(round_number)
        event.fill_round(round_number)
        for match in _bracket(event).matches:
            if match.state is MatchState.LEVEL and match.teams[0] is not None:
                event.do(DecideMatch(SECTION.at(round_number), match.teams[0]), reason=by_lot)


def _bracket(event: DemoEvent) -> Knockout:
    bracket = knockout(event.state, SECTION.section)
    if bracket is None:
        raise LookupError(event.event_id)
    return bracket
