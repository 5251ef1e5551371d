"""Scripted events of teams, Swiss draws and single players: entered, drawn, played with results from a seed."""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, Evening, FixedClock

PLAIN_SWISS = SwissConditions(3, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.NONE)


def new_event(entries: int, people: int, **settings: object) -> Evening:
    """Returns an event with this many entries of this many invented people each."""
    clock = FixedClock()
    tournament = Tournament(MemoryStore(), clock, CountingChance())
    wanted = with_values(Settings("大会", "2026-11-21"), settings)
    evening = Evening(tournament, tournament.create(wanted, Stamp("create", "director")), clock)
    everybody = invented_people(entries * people)
    for at in range(entries):
        evening.do(AddEntry(everybody[at * people : (at + 1) * people]))
    return evening


def play_sheet(evening: Evening, *movements: Movement, seed: int = 1) -> None:
    """Plays a movement in each session to the end; numbers that are drawn for all sessions are drawn once."""
    for session, movement in enumerate(movements, start=1):
        evening.do(ChooseMovement(Place(session, "A"), movement, fits_scale=True))
    for session in range(1, len(movements) + 1):
        if not evening.state.section(Place(session, "A")).numbers:
            evening.do(DrawNumbers(Place(session, "A"), seed))
        evening.do(StartPlay(session))
        play_round(evening, session, None, seed)


def play_round(evening: Evening, session: int = 1, round_number: int | None = None, seed: int = 1) -> None:
    """Enters every missing result of a round (None: of the session)."""
    for slot in missing_slots(evening.state, session):
        if round_number in (None, slot.round):
            evening.do(EnterResult(slot, plausible_result_text(slot, seed)))


def play_swiss(evening: Evening, rounds: int, seed: int = 1, session: int = 1) -> None:
    """Draws and plays the rounds of a Swiss session."""
    if not evening.state.session(session).sections:
        evening.do(DrawNumbers(Place(session, "A"), seed))
    for round_number in range(1, rounds + 1):
        evening.do(DrawRound(Place(session, "A").at(round_number)))
        if round_number == 1:
            evening.do(StartPlay(session))
        evening.do(StartRound(session, round_number))
        play_round(evening, session, round_number, seed)


def ranks(evening: Evening, session: int = 1) -> list[tuple[int, Number, str]]:
    """Returns the ranking as rank, number and total."""
    view = ranking(evening.state, session)
    return [
        (row.standing.rank, row.standing.number, str(row.standing.total)) for _, rows in view.groups for row in rows
    ]


def assert_replays(evening: Evening, session: int = 1) -> None:
    """Publishes the ranking and makes sure that the event file alone brings it again."""
    evening.do(Publish())
    published = ranks(evening, session)
    again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
    view = ranking(again, session)
    assert published
    assert published == [
        (row.standing.rank, row.standing.number, str(row.standing.total)) for _, rows in view.groups for row in rows
    ]
    assert all(row.entry is not None for _, rows in view.groups for row in rows)
