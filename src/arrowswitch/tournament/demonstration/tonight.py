"""Tonight in the demonstration: a pairs game in round 4, a Swiss in round 3 and a bracket in the quarter-finals."""

from __future__ import annotations

from datetime import datetime, timedelta

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.choosing.chooser import choose
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.demonstration.events import SECTION, DemoClub, DemoEvent
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.values.devices import DeviceUse

PAIRS, PAIRS_MINUTES, PAIRS_ROUND = 13, 200, 4
TEAMS, SWISS_ROUNDS, SWISS_ROUND, SWISS_BOARDS = 8, 5, 3, 6
CUP_TEAMS, CUP_BOARDS = 8, 8
RESULTS_OF_THE_ROUND = 5


def pairs_game(club: DemoClub, now: datetime, seed: int = 20261121) -> DemoEvent:
    """Returns a game of 13 pairs in round 4, scored on devices at the tables; some results of the round are in."""
    settings = _settings(club.words.weekly, club, now, minutes=PAIRS_MINUTES)
    event = club.start(settings, now - timedelta(minutes=85), seed)
    event.enter(club.members, PAIRS, ())
    event.begin(choose(PAIRS, Wishes(minutes=PAIRS_MINUTES))[0].movement)
    event.do(AllowDevices(DeviceUse.TABLE))
    for round_number in range(1, PAIRS_ROUND):
        _play_round(event, round_number, now - timedelta(minutes=(PAIRS_ROUND - round_number) * 25 - 15))
    event.do(StartRound(1, PAIRS_ROUND))
    event.fill_round(PAIRS_ROUND, most=RESULTS_OF_THE_ROUND)
    return event


def swiss_teams(club: DemoClub, now: datetime, seed: int = 31) -> DemoEvent:
    """Returns a Swiss of eight teams in round 3 of five, scored on devices at the tables."""
    rules = SwissConditions(
        rounds=SWISS_ROUNDS,
        rematch=Rematch.NEVER,
        rank_base=RankBase.PREVIOUS,
        last_round=LastRound.AS_OTHERS,
        triangle=Triangle.NONE,
    )
    settings = _settings(
        club.words.swiss,
        club,
        now,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        method=Method.IMPS,
        scale="wbf-continuous",
        boards_per_round=SWISS_BOARDS,
        conditions=rules,
    )
    event = club.start(settings, now - timedelta(minutes=100), seed)
    event.enter(club.members[26:] + club.members[:26], TEAMS, club.words.teams)
    event.do(DrawNumbers(SECTION, seed))
    for round_number in range(1, SWISS_ROUND + 1):
        event.draw_round(round_number)
        if round_number == 1:
            event.do(AllowDevices(DeviceUse.TABLE))
        if round_number < SWISS_ROUND:
            _play_round(event, round_number, now - timedelta(minutes=(SWISS_ROUND - round_number) * 45 - 35))
    event.do(StartRound(1, SWISS_ROUND))
    event.fill_round(SWISS_ROUND, most=RESULTS_OF_THE_ROUND)
    return event


def cup(club: DemoClub, now: datetime, seed: int = 47) -> DemoEvent:
    """Returns a knockout of eight teams whose quarter-finals are being played."""
    settings = _settings(
        club.words.bracket,
        club,
        now,
        kind=ContestantKind.TEAM,
        form=EventForm.KNOCKOUT_TEAMS,
        method=Method.IMPS,
        boards_per_round=CUP_BOARDS,
    )
    event = club.start(settings, now - timedelta(minutes=150), seed)
    event.enter(tuple(reversed(club.members)), CUP_TEAMS, club.words.teams)
    event.do(SeedNumbers(SECTION))
    event.draw_round(1)
    event.clock.moment = now - timedelta(minutes=30)
    event.do(StartRound(1, 1))
    event.fill_round(1, most=4 * CUP_BOARDS)
    return event


def _settings(name: str, club: DemoClub, now: datetime, **values: object) -> Settings:
    return with_values(Settings(name, now.date().isoformat()), {"venue": club.words.hall, **values})


def _play_round(event: DemoEvent, round_number: int, ends: datetime) -> None:
    """Plays a round to its end, at which the clock of the evening is set."""
    event.do(StartRound(1, round_number))
    event.fill_round(round_number)
    event.clock.moment = max(event.clock.moment, ends)
