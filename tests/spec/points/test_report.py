"""The report of masterpoints by player over a period (R-399)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer, OtherAward
from arrowswitch.tournament.model.club_values.register import MergedPlayer
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import AwardSettings, Settings, with_values
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.rulings import ExpelPlayer
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.points.awarded import EventAwards, WithoutPoints, awards_of_players
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.points.report import PointsReport
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.service.service import Tournament
from tests.builders import PAIRS, START, CountingChance, Evening, FixedClock
from tests.scripted_events import play_sheet

TODAY = date(2026, 12, 31)
SIX = [(Person(first, str(100 + at)), Person(second, str(200 + at))) for at, (first, second) in enumerate(PAIRS[:6])]


def services() -> Tournament:
    return Tournament(MemoryStore(), FixedClock(), CountingChance())


def game(
    tournament: Tournament, day: str, seed: int = 1, pairs: list[tuple[Person, Person]] = SIX, **more: object
) -> Evening:
    """Plays a Howell of class 5 on a day."""
    wanted = Settings(f"game {day}", day, awards=AwardSettings(master_point_class=5))
    wanted = with_values(wanted, more)
    evening = Evening(tournament, tournament.create(wanted, Stamp(f"create-{day}", "director")), FixedClock())
    evening.commands = 1000 * len(tournament.events())
    for pair in pairs:
        evening.do(AddEntry(pair))
    play_sheet(evening, make("howell", pairs=len(pairs), boards_per_round=2), seed=seed)
    return evening


def points_by_name(state: EventState) -> dict[str, Fraction]:
    """Returns the points of each player in the ranking, by name."""
    rows = [row for _, group in ranking(state).groups for row in group]
    return {name: row.master_points for row in rows for name in row.names if row.master_points}


def totals(report: PointsReport) -> dict[str, Fraction]:
    return {line.who.person.name: line.total for line in report.lines}


def test_two_events_of_one_player_add_up() -> None:
    """R-399: what the rankings of both events show, player by player."""
    tournament = services()
    first, second = game(tournament, "2026-04-10", 3), game(tournament, "2026-05-10", 4)
    report = Points(tournament).report(Period(), TODAY)
    wanted: dict[str, Fraction] = {}
    for evening in (first, second):
        for name, amount in points_by_name(evening.state).items():
            wanted[name] = wanted.get(name, Fraction(0)) + amount
    assert totals(report) == wanted
    assert any(len(line.items) == 2 for line in report.lines)
    assert report.events == 2
    assert [line.total for line in report.lines] == sorted(wanted.values(), reverse=True)
    assert report.total == sum(wanted.values())


def test_the_first_pair_of_six_in_class_five() -> None:
    """0.05 x 6 = 0.30 for the first, each of both partners."""
    tournament = services()
    game(tournament, "2026-04-10")
    report = Points(tournament).report(Period(), TODAY)
    assert [str(line.total) for line in report.lines[:2]] == ["3/10", "3/10"]
    assert [line.rank for line in report.lines[:3]] == [1, 1, 3]
    assert len(report.lines) < 2 * 6


def test_only_the_period_counts() -> None:
    tournament = services()
    inside, _ = game(tournament, "2026-04-01"), game(tournament, "2026-05-01")
    points = Points(tournament)
    assert totals(points.report(Period("2026-04-01", "2026-04-30"), TODAY)) == points_by_name(inside.state)
    assert points.report(Period("2026-06-01"), TODAY).lines == ()


def test_a_player_is_the_same_under_id_number_and_name() -> None:
    """Entered from the register, by the number under another name, and by the name alone: one line."""
    tournament = services()
    ida = Player(PlayerId("p1"), Person("春川 一葉", "100", player_id=PlayerId("p1")), "club")
    tournament.store.save_players([ida])
    ways = [ida.person, Person("Haru K.", "100"), Person("春川　一葉")]
    for at, way in enumerate(ways):
        game(tournament, f"2026-04-1{at}", 2 + at, [(way, SIX[0][1]), *SIX[1:]])
    points = Points(tournament)
    names = {way.name for way in ways}
    lines = [line for line in points.report(Period(), TODAY).lines if line.who.player == ida]
    assert len(lines) == 1
    events = [awards_of_players(tournament.state(row.event_id)) for row in tournament.events()]
    assert lines[0].total == sum(
        award.amount for event in events for award in event.awards if award.person.name in names
    )
    assert len(lines[0].items) == 3


def test_a_namesake_with_another_number_is_somebody_else() -> None:
    tournament = services()
    ida = Player(PlayerId("p1"), Person("春川 一葉", "999", player_id=PlayerId("p1")), "club")
    tournament.store.save_players([ida])
    game(tournament, "2026-04-10")
    assert [line for line in Points(tournament).report(Period(), TODAY).lines if line.who.player == ida] == []


def test_rows_of_the_register_that_were_made_one_add_up() -> None:
    tournament = services()
    twice = [Player(PlayerId(one), Person("Hana", "100", player_id=PlayerId(one)), "club") for one in ("p1", "p2")]
    for at, player in enumerate(twice):
        game(tournament, f"2026-04-1{at}", 2 + at, [(replace(player.person, number=""), SIX[0][1]), *SIX[1:]])
    tournament.store.save_players(twice[:1])
    points = Points(tournament)
    points.merged.save("p2", MergedPlayer(PlayerId("p2"), PlayerId("p1"), START))
    line = next(line for line in points.report(Period(), TODAY).lines if line.who.player == twice[0])
    assert len(line.items) == 2


def test_who_was_sent_out_has_nothing_and_the_partner_has() -> None:
    """R-321: the award of the event is withheld from the one and told; the partner keeps it."""
    tournament = services()
    evening = game(tournament, "2026-04-10")
    row = next(row for _, rows in ranking(evening.state).groups for row in rows if row.standing.rank == 1)
    out, partner = row.names
    evening.do(ExpelPlayer(Place(1, "A"), row.standing.number, out, "regulations 256"), "third offence")
    report = Points(tournament).report(Period(), TODAY)
    assert totals(report)[partner] == Fraction(3, 10)
    line = next(line for line in report.lines if line.who.person.name == out)
    assert (line.total, line.items[0].is_withheld) == (Fraction(0), True)


def test_an_expelled_player_is_left_out_of_the_list() -> None:
    tournament = services()
    game(tournament, "2026-04-10")
    points = Points(tournament)
    everybody = totals(points.report(Period(), TODAY))
    gone = next(line.who.person for line in points.report(Period(), TODAY).lines)
    points.expelled.save("x", ExpelledPlayer(gone, "2026-06-01"))
    report = points.report(Period(), TODAY)
    assert set(everybody) - set(totals(report)) == {gone.name}
    assert [who.person.name for who in report.expelled] == [gone.name]
    assert totals(points.report(Period("", "2026-05-31"), TODAY)) == everybody


def test_what_other_bodies_gave_counts_beside() -> None:
    tournament = services()
    game(tournament, "2026-04-10")
    points = Points(tournament)
    before = totals(points.report(Period(), TODAY)).get(SIX[5][0].name, Fraction(0))
    points.others.save("a", OtherAward(Person("", "105"), "2026-04-20", "Another League", "Open pairs", 125))
    line = next(line for line in points.report(Period(), TODAY).lines if line.who.person.number == "105")
    assert (line.others, line.total) == (Fraction(5, 4), before + Fraction(5, 4))
    assert points.report(Period("2026-05-01"), TODAY).lines == ()


def test_what_brings_nothing_is_told() -> None:
    tournament = services()
    game(tournament, "2026-04-10", event_class=EventClass.CCG, master_point_class=None)
    game(tournament, "2026-04-11", master_point_class=None)
    empty = Settings("empty", "2026-04-12", awards=AwardSettings(master_point_class=5))
    tournament.create(empty, Stamp("create-empty", "director"))
    report = Points(tournament).report(Period(), TODAY)
    assert [one.why for one in report.without] == [
        WithoutPoints.OFFICE,
        WithoutPoints.NO_CLASS,
        WithoutPoints.NOT_PLAYED,
    ]
    assert report.lines == ()


def test_an_event_that_changes_is_told_anew() -> None:
    """A claimed cache: each event is reckoned once for each of its states."""
    tournament = services()
    evening, _ = game(tournament, "2026-04-10"), game(tournament, "2026-04-11")
    points = Points(tournament)
    made: list[str] = []
    make_one = points._events._make

    def note_event(state: EventState) -> EventAwards:
        made.append(state.event_id)
        return make_one(state)

    points._events._make = note_event
    points.report(Period(), TODAY)
    points.report(Period(), TODAY)
    assert len(made) == 2
    row = next(row for _, rows in ranking(evening.state).groups for row in rows)
    evening.do(ExpelPlayer(Place(1, "A"), row.standing.number, row.names[0], "law"), "third offence")
    points.report(Period(), TODAY)
    assert made[2:] == [evening.event_id]
