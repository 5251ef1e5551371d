"""Everything that the software does automatically according to the manual: R-373.

One scripted event for each item of lines 1106, 2587, 2601, 2615, 2631, 2717, 2728 and 3658: nothing is reckoned, drawn
or written by hand, and every event ends with its published ranking, which its file reproduces."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.division.groups import field_balance
from arrowswitch.tournament.matches.views import MatchStatus, matches
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams, SpreadPairs
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import FoulBoard
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.ranking.rankings import ranking, traveller
from arrowswitch.tournament.rulings.fouled import proposed_forms
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening
from tests.paper import job_of, model, open_part, print_paper
from tests.scripted_events import assert_replays, new_event, play_round, play_sheet, play_swiss

TEAMS = {"kind": ContestantKind.TEAM, "form": EventForm.SHORT_ROUND_ROBIN_TEAMS}


def test_rover_slips() -> None:
    """R-373, line 1106: 15 pairs at seven tables: the slip of the rover says where it goes in every round (out, 2, 4,
    6, 1, 3, 5) and whom it displaces, and what it says is where its results are entered."""
    evening = new_event(15, 2)
    play_sheet(evening, make("rover-mitchell", tables=7))
    (slip,) = open_part(model("rover-slips", job_of(evening)).sheet)
    assert [row.table for row in slip.rows if row.is_played] == ["2", "4", "6", "1", "3", "5"]
    rover = Number(slip.number)
    tables = {
        (entry.slot.round, str(entry.slot.table)) for entry in evening.state.results.values() if rover in entry.ns
    }
    assert tables == {(row.round, row.table) for row in slip.rows if row.is_played}
    assert print_paper("rover-slips", job_of(evening)).pages
    assert_replays(evening)


def test_flights_over_the_groups() -> None:
    """R-373, line 2587: 16 pairs of three flights at eight tables: every group gets its share of each flight."""
    limits = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))
    evening = new_event(0, 2, flights=limits)
    for at in range(16):
        points = 400 if at < 8 else 200 if at < 12 else 50
        evening.do(AddEntry((Person(f"Oak {at}", master_points=100 * points), Person(f"Elm {at}"))))
    evening.do(ChooseMovement(Place(1, "A"), make("skip-mitchell", tables=8, rounds=7)))
    evening.do(SpreadPairs(1, seed=3))
    balance = field_balance(evening.state, 1)
    assert balance.counts == balance.wanted == ((4, 2, 2), (4, 2, 2))
    evening.do(StartPlay(1))
    play_round(evening)
    assert_replays(evening)


def test_houston_trial() -> None:
    """R-373, line 2601: datum, IMPs, and the victory points of every round: in a round without rulings both pairs share
    30, 29 or less of them (25-0 scale), and all rounds of all pairs add up to the ranking."""
    evening = new_event(8, 2, form=EventForm.HOUSTON_PAIRS, method=Method.HOUSTON, minutes=200)
    movement = movement_choices(evening.state)[0].movement
    assert movement.boards_per_round == 8
    play_sheet(evening, movement)
    table = standings(evening.state).ranking
    meetings = sum(movement.is_played(meeting) for meeting in movement.meetings)
    assert 25 * meetings <= sum(row.total for row in table) <= 30 * meetings
    assert_replays(evening)


def test_mccallan() -> None:
    """R-373, line 2615: stake 40 of eight-board matches: both teams of every match share 80, with any margin."""
    evening = new_event(6, 4, **TEAMS, scale="mccallan-40")
    play_sheet(evening, make("round-robin", tables=6, form="team", boards_per_round=8))
    points = [one.brings for one in matches(evening.state)]
    assert {sum(two) for two in points if two is not None} == {Fraction(80)}
    assert len(points) == 15
    assert_replays(evening)


def test_movements_of_odd_numbers_of_teams() -> None:
    """R-373, line 2631: seven teams: in the proposed game nobody waits in a round, and all matches are complete."""
    evening = new_event(7, 4, **TEAMS, scale="wbf-continuous", minutes=200)
    movement = movement_choices(evening.state)[0].movement
    play_sheet(evening, movement)
    assert not any(movement.sit_outs(number) for number in range(1, movement.rounds + 1))
    assert {one.status for one in matches(evening.state)} == {MatchStatus.COMPLETE}
    assert_replays(evening)


def test_swiss_draws() -> None:
    """R-373, line 2717: eleven teams, four rounds with triangles: every round is drawn from the results alone."""
    rules = SwissConditions(4, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.ONE_ROUND, 2)
    settings = {"kind": ContestantKind.TEAM, "form": EventForm.SWISS_TEAMS, "scale": "wbf-25", "boards_per_round": 8}
    evening = new_event(11, 4, **settings, conditions=rules)
    play_swiss(evening, 4)
    draws = evening.state.section(Place(1, "A")).draws
    assert [drawn.after_round for drawn in draws] == [0, 1, 2, 3]
    assert all(len(drawn.triangle) == 3 for drawn in draws)
    assert_replays(evening)


def test_even_chance_teams() -> None:
    """R-373, line 2728: nine pairs, one standing by: four teams of best and worst, drawn and played as a Swiss."""
    rules = SwissConditions(3, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.NONE)
    settings = {"form": EventForm.EVEN_CHANCE_TEAMS, "scale": "wbf-continuous", "boards_per_round": 4}
    evening = new_event(9, 2, **settings, conditions=rules)
    evening.do(FormTeams(list(evening.state.entries)[-1]))
    evening.do(SeedNumbers(Place(1, "A")))
    play_swiss(evening, 3)
    rows = ranking(evening.state).groups[0][1]
    assert [len(row.names) for row in rows] == [4] * 4
    assert_replays(evening)


def test_fouled_boards() -> None:
    """R-373, line 3658: the hands of board 1 were changed on the way: the program finds from the results between which
    tables, and match-points both groups by the formula: each shares its own top, and the mean of the board is kept."""
    evening = new_event(20, 2, event_class=EventClass.SECTIONAL)
    evening.do(ChooseMovement(Place(1, "A"), make("skip-mitchell", tables=10, rounds=9)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    _played_with_two_hands(evening)
    forms = proposed_forms(evening.state, 1, 1)
    groups = tuple(tuple(slot for slot, form in forms if form == wanted) for wanted in (0, 1))
    assert [len(group) for group in groups] == [5, 4]
    plain = traveller(evening.state, 1, 1)
    evening.do(FoulBoard(1, 1, groups), reason="two hands exchanged")
    board = traveller(evening.state, 1, 1)
    assert board.is_adjusted
    assert abs(board.ns_sum - plain.ns_sum) <= Fraction(1, 10)
    assert board.cells != plain.cells
    assert_replays(evening)


def _played_with_two_hands(evening: Evening) -> None:
    """Enters everything; on board 1 the first five tables made game, the later ones went down."""
    play_on_board = ["420", "450", "420", "400", "430", "-50", "-100", "-50", "-150"]
    first = sorted((s for s in missing_slots(evening.state, 1) if s.board == 1), key=lambda s: (s.round, s.table))
    for slot, text in zip(first, play_on_board, strict=True):
        evening.do(EnterResult(slot, text))
    play_round(evening)
