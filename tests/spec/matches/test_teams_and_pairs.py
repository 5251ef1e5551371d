"""Short round robins of teams and pairs: both rankings, flights, fields of the same boards (R-105, R-237 to R-239).

JCBL director's manual 3.3, lines 1801-1809, 2633-2652 and 3376-3393.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.pairing.division.team_flights import flight_plans
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.division.groups import SplitBy, split_teams
from arrowswitch.tournament.division.seeds import seed_points
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import SplitFlights
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.ranking.further import FurtherKind, further_rankings
from arrowswitch.tournament.ranking.pair_fields import fields_of_sections, pair_fields
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_results import boards_of
from arrowswitch.tournament.scored.planned_matches import planned_matches
from arrowswitch.tournament.service.decide import decide
from tests.builders import START, CountingChance, Evening
from tests.scripted_events import assert_replays, new_event, play_round
from tests.tables import for_each

SETTINGS = {
    "kind": ContestantKind.TEAM,
    "form": EventForm.TEAMS_AND_PAIRS,
    "scale": "wbf-continuous",
    "method": Method.IMPS,
    "sessions": 2,
}


def event(*sizes: int, **more: object) -> Evening:
    """Returns an event of flights of these sizes, with its numbers given."""
    evening = new_event(sum(sizes), 4, **{**SETTINGS, **more})
    flights = split_teams(complete_entries(evening.state), sizes, SplitBy.STRENGTH)
    evening.do(SplitFlights(tuple(tuple(team.entry_id for team in flight) for flight in flights)))
    return evening


def play_sizes(*sizes: int, **more: object) -> Evening:
    evening = event(*sizes, **more)
    for session in (1, 2):
        evening.do(StartPlay(session))
        play_round(evening, session, seed=session)
    return evening


def crosses(state: EventState, letters: str) -> dict[str, Fraction]:
    """Reckons every pair's IMPs against all other tables of its field from the results alone, both sessions."""
    margins: dict[str, Fraction] = defaultdict(Fraction)
    entries = [entry for entry in state.results.values() if entry.slot.section in letters]
    several = len(state.session(1).sections) > 1
    for entry in entries:
        assert entry.result is not None
        own = ns_score(entry.result, entry.slot.board)
        for other in entries:
            same = (other.slot.session, other.slot.board) == (entry.slot.session, entry.slot.board)
            if same and other is not entry:
                assert other.result is not None
                margin = imps(own - ns_score(other.result, other.slot.board))
                prefix = entry.slot.section if several else ""
                margins[prefix + entry.ns[0]] += margin
                margins[prefix + entry.ew[0]] -= margin
    return dict(margins)


class TestBothRankings:
    """One set of results gives both (line 1807)."""

    @pytest.mark.parametrize("teams", [4, 7])
    def test_pairs_over_both_sessions(self, teams: int) -> None:
        """R-237: a pair's total is the sum of its IMPs against every other table, in both sessions."""
        evening = play_sizes(teams)
        (field,) = pair_fields(evening.state)
        wanted = crosses(evening.state, "A")
        assert {row.standing.number: row.standing.total for row in field.rows} == wanted
        totals = [row.standing.total for row in field.rows]
        assert totals == sorted(totals, reverse=True)
        assert len(field.rows) == 2 * teams
        assert not field.is_provisional
        assert sum(totals) == 0

    def test_the_parts_of_the_total(self) -> None:
        """R-237: what each session brought adds up to the total."""
        (field,) = pair_fields(play_sizes(5).state)
        for row in field.rows:
            parts = [part for part in field.by_session[row.standing.number] if part is not None]
            assert len(parts) == 2
            assert sum(parts) == row.standing.total

    def test_a_pair_is_two_of_the_team(self) -> None:
        """R-237: 3A are the first two entered, 3B the others; a team of five has a substitute in neither."""
        evening = new_event(4, 4, **SETTINGS)
        first = complete_entries(evening.state)[0]
        evening.do(AddEntry(tuple(Person(f"Oak {n}") for n in range(5))))
        flights = split_teams(complete_entries(evening.state), (5,), SplitBy.LOT, 3)
        evening.do(SplitFlights(tuple(tuple(team.entry_id for team in flight) for flight in flights)))
        evening.do(StartPlay(1))
        play_round(evening)
        (field,) = pair_fields(evening.state)
        people = {row.entry.people for row in field.rows if row.entry is not None}
        assert first.people[:2] in people
        assert first.people[2:] in people
        assert {tuple(p.name for p in pair) for pair in people} >= {("Oak 0", "Oak 1"), ("Oak 2", "Oak 3")}

    def test_the_first_session_is_provisional(self) -> None:
        evening = event(4)
        evening.do(StartPlay(1))
        play_round(evening, 1, 1)
        (field,) = pair_fields(evening.state)
        assert field.is_provisional
        (first,) = pair_fields(evening.state, 1)
        assert first.is_provisional
        play_round(evening, 1)
        (whole,) = pair_fields(evening.state, 1)
        assert not whole.is_provisional
        assert pair_fields(event(4).state)[0].rows == ()

    def test_by_matchpoints(self) -> None:
        """R-237: the percentage over both sessions is the mean over the boards; both sides of a board share 100."""
        (field,) = pair_fields(play_sizes(6, method=Method.MATCHPOINTS).state)
        percents = [row.standing.percent for row in field.rows]
        assert field.by_percent
        assert percents == sorted((p for p in percents if p is not None), reverse=True)
        assert abs(sum((p for p in percents if p is not None), Fraction(0)) / len(percents) - 50) < Fraction(1, 50)

    def test_imps_to_victory_points(self) -> None:
        """R-237: "IMP to VP" (line 1809): by the Houston trial every round brings points by the event's own scale."""
        evening = play_sizes(4, method=Method.HOUSTON)
        (field,) = pair_fields(evening.state)
        assert all(0 <= row.standing.total <= 2 * 3 * 20 for row in field.rows)
        # 8 boards a round, 3 rounds in 2 sessions: a draw each is 60 points; the datum is not of the pair's own score
        assert 50 < sum((row.standing.total for row in field.rows), Fraction(0)) / len(field.rows) < 70

    def test_a_method_that_is_none_of_pairs_counts_imps(self) -> None:
        evening = play_sizes(4)
        before = pair_fields(evening.state)
        settings = evening.state.settings
        evening.do(ChangeSettings(replace(settings, scoring=replace(settings.scoring, method=Method.TOTAL_POINTS))))
        assert pair_fields(evening.state) != before

    def test_a_penalty_of_a_team_is_not_its_pairs(self) -> None:
        evening = play_sizes(4)
        before = [row.standing.total for row in pair_fields(evening.state)[0].rows]
        evening.do(
            GivePenalty(place=Place(1, "A"), number=Number("2"), amount=Fraction(3), unit=PenaltyUnit.VP), reason="late"
        )
        assert [row.standing.total for row in pair_fields(evening.state)[0].rows] == before

    def test_a_penalty_of_a_pair_is_its_teams(self) -> None:
        """R-237: given to 2A, it is in the ranking of the teams as that of 2."""
        evening = event(4)
        evening.do(StartPlay(1))
        fine = GivePenalty(place=Place(1, "A"), number=Number("2A"), amount=Fraction(3), unit=PenaltyUnit.VP)
        assert [one.number for one in evening.do(fine, reason="late").rulings.penalties] == ["2"]

    def test_other_forms_have_no_pairs(self) -> None:
        assert pair_fields(new_event(4, 4, kind=ContestantKind.TEAM).state) == ()


class TestFlights:
    """Flights with a sheet each, their pairs in as few fields as the boards allow."""

    def test_nineteen_teams_in_two_flights(self) -> None:
        """R-105: 19 teams as 10 + 9, each team in one flight, both sessions with its sheets; taken back in one step."""
        sizes = flight_plans(19)[0].sizes
        evening = event(*sizes)
        for session in (1, 2):
            sections = evening.state.session(session).sections
            assert [s.movement.tables for s in sections.values() if s.movement is not None] == [10, 9]
        numbers = [who for s in evening.state.session(1).sections.values() for who in s.numbers.values()]
        assert {who: numbers.count(who) for who in numbers} == dict.fromkeys(evening.state.entries, 2)
        assert evening.state.settings.division.sections == 2
        evening.do(Undo())
        assert evening.state.session(1).sections == {}
        assert evening.state.settings.division.sections == 1

    @for_each("sizes, fields", [((8, 7), ["AB"]), ((6, 5), ["AB"]), ((7, 6), ["A", "B"]), ((4, 4), ["AB"])])
    def test_fields_of_the_same_boards(self, sizes: tuple[int, ...], fields: list[str]) -> None:
        """R-238: 7 and 8 teams with 28 boards are one field, 5 and 6 too; 6 and 7 are two."""
        assert ["".join(letters) for letters in fields_of_sections(event(*sizes).state)] == fields

    def test_seven_and_eight_teams_are_one_field(self) -> None:
        """R-238: thirty pairs in one ranking; a pair is compared with all results of a board in both flights."""
        evening = play_sizes(8, 7)
        (field,) = pair_fields(evening.state)
        assert field.sections == ("A", "B")
        assert {row.standing.number: row.standing.total for row in field.rows} == crosses(evening.state, "AB")
        assert len(field.rows) == 30

    def test_teams_are_ranked_by_flight(self) -> None:
        """R-237: "the teams' scores are reckoned for each flight" (line 2649)."""
        view = ranking(play_sizes(5, 4).state, 2)
        assert [{row.section for row in rows} for _, rows in view.groups] == [{"A"}, {"B"}]
        assert [next(row.standing.rank for row in rows) for _, rows in view.groups] == [1, 1]

    def test_both_lists_stand_beside_the_ranking(self) -> None:
        """R-237, R-238: the further lists are the pairs' fields; teams of several sections are not listed twice."""
        evening = play_sizes(7, 6)
        further = further_rankings(evening.state, 2)
        assert [(one.kind, one.name) for one in further] == [(FurtherKind.PAIRS, "A"), (FurtherKind.PAIRS, "B")]
        assert all(" / " in str(note) for one in further for note in one.notes.values())
        assert_replays(evening, 2)

    @for_each("by", SplitBy)
    def test_teams_by_strength_evenly_or_by_lot(self, by: SplitBy) -> None:
        """R-105: nine teams of 9, 8, ... 1 points; together or spread, each flight in the order of its seeds."""
        evening = new_event(0, 4, **SETTINGS)
        for n in range(9):
            evening.do(AddEntry(tuple(Person(f"P{n}-{k}", master_points=25 * (9 - n)) for k in range(4))))
        first, second = split_teams(complete_entries(evening.state), (5, 4), by, 7)
        points = [[seed_points(team) // 100 for team in flight] for flight in (first, second)]
        assert sorted(points[0] + points[1]) == list(range(1, 10))
        if by is SplitBy.STRENGTH:
            assert points == [[9, 8, 7, 6, 5], [4, 3, 2, 1]]
        if by is SplitBy.EVEN:
            assert abs(Fraction(sum(points[0]), 5) - Fraction(sum(points[1]), 4)) <= Fraction(1, 4)

    def test_what_cannot_be_split(self) -> None:
        evening = event(5, 4)
        teams = tuple(evening.state.entries)
        for flights, code in (
            ((teams[:5],), "team-flights.everybody"),
            ((teams[:5], teams[4:]), "team-flights.everybody"),
            ((teams,), "team-flights.sections-left"),
            ((teams[:6], teams[6:]), "team-flights.size"),
        ):
            with pytest.raises(Refused, match=code.replace(".", r"\.")):
                evening.do(SplitFlights(flights))
        evening.do(StartPlay(1))
        with pytest.raises(Refused, match=r"team-flights\.started"):
            evening.do(SplitFlights((teams[:5], teams[5:])))
        other = new_event(8, 4, kind=ContestantKind.TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-25")
        with pytest.raises(Refused, match=r"team-flights\.other-form"):
            other.do(SplitFlights((tuple(other.state.entries),)))


class TestWrongSeats:
    """Boards that were played in the wrong direction (lines 2651-2652)."""

    def test_out_of_the_match_and_still_in_the_pairs(self) -> None:
        """R-239: one board with the seats exchanged: the match compares one board fewer, every pair is still scored on
        it, as what it really was."""
        evening = play_sizes(4)
        match = planned_matches(evening.state)[0]
        slot = next(one for one in match.open if one.session == 1)
        entry = evening.state.results[slot]
        before = pair_fields(evening.state)[0]
        compared = sum(not one.is_left_out for one in boards_of(evening.state, match))
        evening.do(EnterResult(slot, "110", ns=entry.ew, ew=entry.ns, force="wrong seats"), reason="wrong seats")
        assert sum(not one.is_left_out for one in boards_of(evening.state, match)) == compared - 1
        after = pair_fields(evening.state)[0]
        assert {row.standing.number: row.standing.total for row in after.rows} == crosses(evening.state, "A")
        assert {row.standing.number: row.standing.boards for row in after.rows} == {
            row.standing.number: row.standing.boards for row in before.rows
        }


class TestScale:
    """Manual, lines 2613-2615: each number of boards of a match has its own table of victory points."""

    def test_flights_whose_matches_the_scale_has_no_column_for_are_refused(self) -> None:
        """Two flights of six play matches of five boards; WBF 25-0 begins with eight. Nothing is stored."""
        evening = new_event(12, 4, **{**SETTINGS, "scale": "wbf-25"})
        teams = tuple(evening.state.entries)
        before = evening.state
        with pytest.raises(Refused, match=r"form\.scale-boards\(name='wbf-25', boards=5"):
            evening.do(SplitFlights((teams[:6], teams[6:])))
        assert evening.state == before

    def test_play_does_not_start_in_an_event_that_cannot_be_scored(self) -> None:
        """An event file of an earlier program can contain such flights."""
        evening = event(6, 6)
        wrong = replace(
            evening.state,
            settings=replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, scale="wbf-25")),
        )
        stamp = Stamp("start", "director")
        with pytest.raises(Refused, match=r"scale\.no-column"):
            decide(wrong, StartPlay(1), Context(START, CountingChance(), stamp, ()))
        decide(evening.state, StartPlay(1), Context(START, CountingChance(), stamp, ()))
