"""Swiss events from entry to ranking: R-033, R-254 to R-272 as far as the event is concerned.

The draw itself is proved in `swiss/test_draw`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.openings import FirstRounds, Opening
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.matches.views import MatchStatus, cross_table, matches, matches_of
from arrowswitch.tournament.matches.why import why_match
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.movement.late import LateSeatKind, late_seat
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.scored.session import match_ranking
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import phase, rounds_to_draw
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.swiss.cross import rows_by_round
from arrowswitch.tournament.swiss.rounds import (
    draw_view,
    early,
    history_of,
    next_round,
    proposed_draw,
    total_bounds,
    totals_after,
)
from tests.builders import Evening
from tests.scripted_events import assert_replays, new_event, play_round, play_swiss
from tests.tables import for_each

pytestmark = pytest.mark.slow

WBF: Scale = load_scale("wbf-25")


def conditions(rounds: int = 4, **changes: object) -> SwissConditions:
    """Returns the conditions of a Swiss without rematches, drawn by the ranking of the round before."""
    usual = {
        "rematch": Rematch.NEVER,
        "rank_base": RankBase.PREVIOUS,
        "last_round": LastRound.AS_OTHERS,
        "triangle": Triangle.NONE,
    }
    return SwissConditions(rounds, **{**usual, **changes})  # type: ignore[arg-type]  # passes the fields' own keywords on


def swiss_teams(teams: int, wanted: SwissConditions | None = None, sessions: int = 1) -> Evening:
    """Returns a Swiss of teams with their numbers given, eight boards a round."""
    evening = new_event(
        teams,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-25",
        boards_per_round=8,
        sessions=sessions,
        conditions=wanted or conditions(),
    )
    evening.do(DrawNumbers(Place(1, "A"), 1))
    return evening


def pairs_that_met(evening: Evening) -> list[frozenset[Number]]:
    """Returns the teams that have met, two by two, round after round, without triangles."""
    section = evening.state.section(Place(1, "A"))
    return [frozenset((one.home, one.away)) for drawn in section.draws for one in drawn.matches]


class TestSwissTeams:
    def test_from_entry_to_ranking(self) -> None:
        """R-033, R-259, R-272: 16 teams, four rounds: seeds 1-9 first, then by the ranking of the round before; nobody
        meets twice, every match is worth 30 (25-0 scale: 15-15 to 25-5), and the event file gives the same ranking."""
        evening = swiss_teams(16)
        play_swiss(evening, 4)
        first = evening.state.section(Place(1, "A")).draws[0]
        assert [{one.home, one.away} for one in first.matches] == [{str(n), str(n + 8)} for n in range(1, 9)]
        assert len(set(pairs_that_met(evening))) == len(pairs_that_met(evening)) == 32
        table = standings(evening.state).ranking
        assert sum(row.total for row in table) == sum(sum(one.brings or ()) for one in matches(evening.state))
        assert_replays(evening)

    def test_a_round_is_drawn_by_the_ranking(self) -> None:
        """R-259, R-261: with equal seeds aside, round 3 follows the totals after round 2: the first of the table meets
        the nearest that it has not met."""
        evening = swiss_teams(8)
        play_swiss(evening, 2)
        order = list(totals_after(evening.state, "A", 2))
        proposal = proposed_draw(evening.state, DrawRound(Place(1, "A").at(3)))
        assert (proposal.after_round, proposal.opening) == (2, Opening.RANKING)
        assert [one.number for one in proposal.order] == order
        assert proposal.faults == ()
        first = proposal.draw.pairings[0]
        assert first.first == order[0]
        history = history_of(evening.state, "A", 3)
        nearer = order[1 : order.index(first.other)]
        assert all(history.rounds_met(order[0], number) or "needed" in str(first.why) for number in nearer)

    def test_rank_of_two_rounds_before_needs_no_waiting(self) -> None:
        """R-258, R-260, R-261: drawn by the round before the previous one, round 3 can be drawn while round 2 is
        played, and goes by the totals after round 1; the last round by the latest."""
        wanted = conditions(4, rank_base=RankBase.BEFORE_PREVIOUS, last_round=LastRound.LATEST_RANK)
        evening = swiss_teams(8, wanted)
        play_swiss(evening, 1)
        evening.do(DrawRound(Place(1, "A").at(2)))
        evening.do(DrawRound(Place(1, "A").at(3)))
        assert evening.state.section(Place(1, "A")).draws[2].after_round == 1
        assert [drawn.after_round for drawn in evening.state.section(Place(1, "A")).draws] == [0, 0, 1]
        play_round(evening)
        evening.do(DrawRound(Place(1, "A").at(4)))
        assert evening.state.section(Place(1, "A")).draws[3].after_round == 3
        play_round(evening)
        assert_replays(evening)

    def test_numbers_by_lot_are_drawn_in_their_order_first(self) -> None:
        """R-260: 1-2, 3-4 in round 1 and 1-5, 2-6 of eight teams in round 2 (manual, lines 1785-1787)."""
        by_number = FirstRounds.BY_NUMBERS.openings
        wanted = conditions(4, rank_base=RankBase.BEFORE_PREVIOUS, last_round=LastRound.LATEST_RANK, openings=by_number)
        evening = swiss_teams(8, wanted)
        play_swiss(evening, 4)
        draws = evening.state.section(Place(1, "A")).draws
        first, second = ({tuple(sorted(match.teams)) for match in drawn.matches} for drawn in draws[:2])
        assert first == {("1", "2"), ("3", "4"), ("5", "6"), ("7", "8")}
        assert second == {("1", "5"), ("2", "6"), ("3", "7"), ("4", "8")}
        assert [drawn.after_round for drawn in draws] == [0, 0, 1, 3]
        assert_replays(evening)

    def test_the_conditions_come_first(self) -> None:
        """R-266: nothing is drawn before the limit of triangles and the rest is fixed."""
        evening = swiss_teams(9, SwissConditions(4))
        with pytest.raises(Refused, match=r"form\.unsettled-rematch"):
            evening.do(DrawRound(Place(1, "A").at(1)))

    def test_only_the_next_round(self) -> None:
        evening = swiss_teams(8)
        with pytest.raises(Refused, match=r"team-event\.draw-order"):
            evening.do(DrawRound(Place(1, "A").at(2)))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        with pytest.raises(Refused, match=r"team-event\.round-undrawn"):
            evening.do(StartRound(1, 2))
        assert next_round(evening.state, Place(1, "A")) == 2

    def test_not_complete_before_the_last_round(self) -> None:
        """A Swiss goes on while rounds are to be drawn: it is published as an interim ranking only."""
        evening = swiss_teams(8)
        play_swiss(evening, 2)
        assert phase(evening.state) is Phase.PLAYING
        with pytest.raises(Refused, match=r"team-event\.rounds-left\(n=2\)"):
            evening.do(Publish())
        evening.do(Publish(is_interim=True))

    def test_the_draw_sheet(self) -> None:
        """R-271: tables, home and away, boards and the reason of each match."""
        evening = swiss_teams(8)
        play_swiss(evening, 1)
        view = draw_view(evening.state, Place(1, "A").at(1))
        assert [row.tables for row in view.rows] == [("1", "2"), ("3", "4"), ("5", "6"), ("7", "8")]
        assert view.rows[0].boards == tuple(range(1, 9))
        assert all(row.why and row.home_entry and row.away_entry for row in view.rows)

    def test_home_as_often_as_can_be(self) -> None:
        """R-255: who has been at home less often is at home: over two rounds everybody once, unless both had been."""
        evening = swiss_teams(8)
        play_swiss(evening, 2)
        first, second = evening.state.section(Place(1, "A")).draws
        homes = {one.home for one in first.matches}
        assert all(one.home not in homes or one.away in homes for one in second.matches)

    def test_two_sessions(self) -> None:
        """R-033: six rounds over two sessions: the history and the totals go on."""
        evening = swiss_teams(8, conditions(6), sessions=2)
        play_swiss(evening, 3)
        evening.do(DrawRound(Place(2, "A").at(1)))
        evening.do(StartPlay(2))
        play_round(evening, 2)
        for number in (2, 3):
            evening.do(DrawRound(Place(2, "A").at(number)))
            play_round(evening, 2)
        sections = [evening.state.section(Place(session, "A")) for session in (1, 2)]
        pairs = [frozenset((m.home, m.away)) for section in sections for drawn in section.draws for m in drawn.matches]
        assert len(pairs) == len(set(pairs)) == 24
        assert sections[1].draws[0].after_round == 3
        assert sum(row.total for row in standings(evening.state, 2).ranking) == sum(
            sum(one.brings or ()) for one in matches(evening.state)
        )
        assert_replays(evening, 2)


class TestDirectorsWishes:
    def test_kept_and_barred(self) -> None:
        """R-262: a kept pairing stands with its reason, a ban keeps two apart, and both need a reason."""
        evening = swiss_teams(8)
        wishes = (Kept(Number("1"), Number("2"), "guests"),)
        ban = (Ban(Number("3"), Number("6")),)
        with pytest.raises(Refused, match=r"team-event\.draw-needs-reason"):
            evening.do(DrawRound(Place(1, "A").at(1), wishes, ban))
        evening.do(DrawRound(Place(1, "A").at(1), wishes, ban), reason="guests from abroad")
        drawn = evening.state.section(Place(1, "A")).draws[0]
        assert drawn.reason == "guests from abroad"
        assert {one.is_kept for one in drawn.matches if {one.home, one.away} == {"1", "2"}} == {True}
        assert frozenset(("3", "6")) not in pairs_that_met(evening)

    def test_no_legal_draw_is_told_and_can_be_forced(self) -> None:
        """R-262, R-263: four teams have met all others after three rounds; the fourth is refused, and drawn with as few
        rematches as there must be when the director says so."""
        evening = swiss_teams(4)
        play_swiss(evening, 3)
        with pytest.raises(Refused, match=r"draw\.no-legal"):
            evening.do(DrawRound(Place(1, "A").at(4)))
        evening.do(DrawRound(Place(1, "A").at(4), may_break_rule=True), reason="everybody agrees")
        assert all(one.is_against_rule for one in evening.state.section(Place(1, "A")).draws[3].matches)
        play_round(evening)
        assert_replays(evening)

    def test_undo_before_the_first_result(self) -> None:
        """A draw is taken back until a result rests on it."""
        evening = swiss_teams(8)
        play_swiss(evening, 1)
        evening.do(DrawRound(Place(1, "A").at(2)))
        evening.do(Undo())
        assert len(evening.state.section(Place(1, "A")).draws) == 1
        assert next_round(evening.state, Place(1, "A")) == 2
        evening.do(DrawRound(Place(1, "A").at(2)))
        slot = missing_slots(evening.state, 1)[0]
        seq = evening.state.seq
        evening.do(EnterResult(slot, "P"))
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(seq))


class TestOddNumbers:
    @pytest.mark.parametrize("triangle", [Triangle.ONE_ROUND, Triangle.TWO_ROUNDS])
    def test_triangles(self, triangle: Triangle) -> None:
        """R-264, R-265, R-266: nine teams: three play the triangle in one round or over two; nobody more than twice."""
        evening = swiss_teams(9, conditions(4, triangle=triangle, triangle_limit=2))
        play_swiss(evening, 4)
        draws = evening.state.section(Place(1, "A")).draws
        assert set(draws[0].triangle) == {"7", "8", "9"}
        assert [drawn.goes_on for drawn in draws] == (
            [False] * 4 if triangle is Triangle.ONE_ROUND else [False, True, False, True]
        )
        history = history_of(evening.state, "A", 5)
        assert all(history.triangles(Number(str(n))) <= 2 for n in range(1, 10))
        assert_replays(evening)

    def test_a_triangle_over_two_rounds_is_three_matches_of_both(self) -> None:
        """R-264: each of the three plays one of the others at one table in round 1 and at the other in round 2."""
        evening = swiss_teams(9, conditions(4, triangle=Triangle.TWO_ROUNDS, triangle_limit=2))
        play_swiss(evening, 2)
        three = {"7", "8", "9"}
        rounds = {frozenset(one.teams): one.rounds for one in matches(evening.state) if three.issuperset(one.teams)}
        assert rounds == {frozenset(two): (1, 2) for two in (("7", "8"), ("8", "9"), ("7", "9"))}

    def test_both_halves_of_a_triangle_become_victory_points_once(self) -> None:
        """R-264: 8 boards a round: four against each of two; the IMPs of both halves are added and converted once by
        the column of eight boards (line 2704)."""
        evening = swiss_teams(9, conditions(4, triangle=Triangle.ONE_ROUND, triangle_limit=2))
        play_swiss(evening, 1)
        halves = [one for one in matches_of(evening.state, Place(1, "A").at(1)) if one.in_triangle]
        assert len(halves) == 3
        assert all(one.brings is None and len(one.boards) == 4 for one in halves)
        for number in map(Number, "789"):
            margin = sum(
                (one.margins[one.teams.index(number)] for one in halves if number in one.teams), start=Fraction(0)
            )
            assert totals_after(evening.state, "A", 1)[number] == WBF.points(margin, 8)[0]
            rows = rows_by_round(evening.state, cross_table(evening.state)[0], (1,))
            (cell,) = next(cells for row, cells in rows if row.number == number)
            assert (cell.matches, cell.shared) == ((), WBF.points(margin, 8)[0])
            assert {number, *cell.triangle} == {*"789"}
            own = next(one for one in halves if number in one.teams)
            (other,) = {*own.teams} - {number}
            steps = why_match(evening.state, Place(1, "A").at(1), number, other)
            assert (steps[-1].code, steps[-1].value) == ("explain.match-result", own.points[own.teams.index(number)])

    def test_who_sits_out_in_turn(self) -> None:
        """R-267: without triangles one sits out, nobody twice, and gets 1.2 x 15 = 18 victory points."""
        evening = swiss_teams(9)
        play_swiss(evening, 4)
        out = [drawn.sit_out for drawn in evening.state.section(Place(1, "A")).draws]
        assert len(set(out)) == 4
        assert out[0] == "9"
        first = match_ranking(evening.state, 1, 1).of(Number("9"))
        assert first is not None
        assert first.total == 18
        rows = rows_by_round(evening.state, cross_table(evening.state)[0], (1, 2))
        assert [cells[0].shared for row, cells in rows if row.number == "9"] == [18]
        assert [cells[0].shared for row, cells in rows if row.number == "1"] == [None]


class TestComingAndGoing:
    def test_a_withdrawal_leaves_the_opponents_theirs(self) -> None:
        """R-268, R-117: a team leaves after round 2 of 4: its opponents keep theirs, it is not drawn or ranked."""
        evening = swiss_teams(8)
        play_swiss(evening, 2)
        before = {row.number: row.total for row in standings(evening.state).ranking}
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number("5")]))
        after = {row.number: row.total for row in standings(evening.state).ranking}
        assert after == {number: total for number, total in before.items() if number != "5"}
        for number in (3, 4):
            evening.do(DrawRound(Place(1, "A").at(number)))
            play_round(evening)
        assert all("5" not in pair for pair in pairs_that_met(evening)[8:])
        assert_replays(evening)

    def test_nothing_is_drawn_any_more_where_one_is_left(self) -> None:
        """The rounds that nobody could play do not keep the event from its end."""
        evening = swiss_teams(4)
        play_swiss(evening, 1)
        numbers = evening.state.section(Place(1, "A")).numbers
        for number, left in (("4", 3), ("3", 3), ("2", 0)):
            evening.do(WithdrawEntry(numbers[Number(number)]))
            assert rounds_to_draw(evening.state) == left
        evening.do(Publish())

    def test_a_penalty_before_the_first_draw(self) -> None:
        """The scale is that of the matches to come: a printed one has no column for a match of one board."""
        evening = swiss_teams(4)
        evening.do(GivePenalty(Place(1, "A"), Number("1"), Fraction(1), PenaltyUnit.VP), reason="late")
        (row,) = [row for row in cross_table(evening.state)[0].rows if row.number == "1"]
        assert row.row.standing.penalty == 1

    def test_late_joiners(self) -> None:
        """A team that comes after round 1 gets the next number and is drawn from the next round on."""
        evening = swiss_teams(7)
        play_swiss(evening, 1)
        late = invented_people(40)[-4:]
        evening.do(AddEntry(late))
        newest = list(evening.state.entries)[-1]
        seat = late_seat(evening.state, Place(1, "A"), evening.state.entry(newest))
        assert (seat.kind, seat.number, seat.from_round) == (LateSeatKind.NEXT_ROUND, "8", 2)
        evening.do(SeatLatePair(Place(1, "A"), newest))
        assert evening.state.entry_at(Place(1, "A"), Number("8")) is not None
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert any("8" in pair for pair in pairs_that_met(evening)[3:])
        assert evening.state.section(Place(1, "A")).draws[1].sit_out is None
        play_round(evening)
        for number in (3, 4):
            evening.do(DrawRound(Place(1, "A").at(number)))
            play_round(evening)
        assert_replays(evening)

    @pytest.mark.parametrize(("missed", "points"), [("nothing", 0), ("percent-45", "11.25"), ("draw", 15)])
    def test_missed_rounds_bring_what_the_conditions_give(self, missed: str, points: int | str) -> None:
        """A team that joins after two rounds has their points on the 25-0 scale, whose draw is 15: 45 % of 25 are
        11.25. They are in the total that it is drawn by, in the cross table and in the explanation of its score."""
        evening = swiss_teams(8, conditions(4, missed=MissedRounds(missed)))
        play_swiss(evening, 2)
        evening.do(AddEntry(invented_people(40)[-4:]))
        evening.do(SeatLatePair(Place(1, "A"), list(evening.state.entries)[-1]))
        assert totals_after(evening.state, "A", 2)[Number("9")] == 2 * Fraction(points)
        (table,) = cross_table(evening.state)
        cells = {row.number: cells for row, cells in rows_by_round(evening.state, table, (1, 2))}
        has_any = missed != "nothing"
        assert [(cell.is_missed, cell.shared) for cell in cells[Number("9")]] == [
            (has_any, Fraction(points) if has_any else None)
        ] * 2
        assert not any(cell.is_missed for number, own in cells.items() if number != "9" for cell in own)
        evening.do(DrawRound(Place(1, "A").at(3)))
        play_round(evening)
        evening.do(DrawRound(Place(1, "A").at(4)))
        play_round(evening)
        assert_replays(evening)

    def test_missed_rounds_of_pairs(self) -> None:
        """The pairs of the two Swiss methods have them as well, and no one else has."""
        evening = new_event(
            6,
            2,
            form=EventForm.SWISS_PAIRS,
            method=Method.SWISS_IMPS,
            boards_per_round=8,
            conditions=conditions(3, missed=MissedRounds.PERCENT_45),
        )
        play_swiss(evening, 1)
        evening.do(AddEntry(invented_people(40)[-2:]))
        evening.do(SeatLatePair(Place(1, "A"), list(evening.state.entries)[-1]))
        assert totals_after(evening.state, "A", 1)[Number("7")] == Fraction("11.25")
        assert sum(totals_after(evening.state, "A", 1).values()) == 90 + Fraction("11.25")

    def test_nobody_joins_when_every_round_is_drawn(self) -> None:
        """A team that would never be drawn gets no number; a later session still accepts it."""
        evening = swiss_teams(8, conditions(2))
        play_swiss(evening, 2)
        evening.do(AddEntry(invented_people(40)[-4:]))
        with pytest.raises(Refused, match=r"late\.all-drawn"):
            evening.do(SeatLatePair(Place(1, "A"), list(evening.state.entries)[-1]))
        longer = swiss_teams(8, conditions(4), sessions=2)
        play_swiss(longer, 2)
        longer.do(AddEntry(invented_people(40)[-4:]))
        longer.do(SeatLatePair(Place(1, "A"), list(longer.state.entries)[-1]))
        longer.do(DrawRound(Place(2, "A").at(1)))
        section = longer.state.section(Place(2, "A"))
        assert any("9" in drawn.teams for drawn in section.draws[0].matches) or section.draws[0].sit_out == "9"


class TestDrawnEarly:
    def _almost(self, teams: int, left: int) -> Evening:
        """Returns a Swiss whose second round misses the last `left` results."""
        evening = swiss_teams(teams)
        play_swiss(evening, 1)
        evening.do(DrawRound(Place(1, "A").at(2)))
        for slot in missing_slots(evening.state, 1)[:-left]:
            evening.do(EnterResult(slot, "P" if slot.table > 2 else "-400"))
        return evening

    def test_what_is_open_is_bounded(self) -> None:
        """R-261: one board is missing: both teams of its match end between -24 and +24 IMPs of where they stand."""
        evening = self._almost(8, 1)
        bounds = total_bounds(evening.state, "A", 2)
        still = [number for number, one in bounds.items() if one.is_open]
        assert set(still) == {n for one in matches_of(evening.state, Place(1, "A").at(2)) for n in one.teams
                              if one.status is not MatchStatus.COMPLETE}  # fmt: skip
        slot = missing_slots(evening.state, 1)[0]
        for text in ("7NXX-13 N", "7NXX-13 E", "P"):
            evening.do(EnterResult(slot, text))
            ends = totals_after(evening.state, "A", 2)
            assert all(bounds[number].least <= ends[number] <= bounds[number].most for number in bounds)
            evening.do(Undo())

    def test_certain_pairings_stay_whatever_comes(self) -> None:
        """R-261: the pairings proven early are in the draw after the worst and the best end of the open board."""
        evening = self._almost(10, 1)
        draw_now = early(evening.state, DrawRound(Place(1, "A").at(3)))
        slot = missing_slots(evening.state, 1)[0]
        certain = {frozenset(pairing.contestants) for pairing in draw_now.certain}
        for text in ("7NXX-13 N", "7NXX-13 E"):
            evening.do(EnterResult(slot, text))
            drawn = proposed_draw(evening.state, DrawRound(Place(1, "A").at(3))).draw
            assert certain <= {frozenset(pairing.contestants) for pairing in drawn.pairings}
            evening.do(Undo())

    def test_the_draw_waits_while_it_may_change(self) -> None:
        """A round is not drawn while open boards may change it, and says who waits."""
        evening = swiss_teams(8)
        play_swiss(evening, 1)
        evening.do(DrawRound(Place(1, "A").at(2)))
        with pytest.raises(Refused, match=r"team-event\.draw-waits"):
            evening.do(DrawRound(Place(1, "A").at(3)))


class TestSwissPairs:
    @for_each("pairs", [12, 13])
    @for_each(
        "method, scale",
        [
            (Method.MATCHPOINTS, ""),
            (Method.IMPS, "wbf-25"),
            (Method.BUTLER, "wbf-25"),
            (Method.SWISS_MATCHPOINTS, ""),
            (Method.SWISS_IMPS, ""),
        ],
    )
    def test_from_entry_to_ranking(self, pairs: int, method: Method, scale: str) -> None:
        """R-033, R-267: 12 and 13 pairs, three rounds of eight boards, the same for all; drawn by the ranking."""
        evening = new_event(
            pairs,
            2,
            form=EventForm.SWISS_PAIRS,
            method=method,
            scale=scale,
            boards_per_round=8,
            conditions=conditions(3),
        )
        play_swiss(evening, 3)
        assert len(set(pairs_that_met(evening))) == 3 * (pairs // 2)
        boards = {slot.board for slot in evening.state.results}
        assert boards == set(range(1, 25))
        assert_replays(evening)

    def test_the_margin_becomes_victory_points(self) -> None:
        """R-267, R-171: by IMPs against the datum: both pairs of a match share 30 by the column of eight boards."""
        evening = new_event(
            12,
            2,
            form=EventForm.SWISS_PAIRS,
            method=Method.BUTLER,
            scale="wbf-25",
            boards_per_round=8,
            conditions=conditions(3),
        )
        play_swiss(evening, 1)
        for match in matches(evening.state):
            assert match.brings == WBF.points(match.margins[0], 8)

    def test_a_scale_without_the_boards_is_refused(self) -> None:
        """R-171: no column for 7 boards, and nothing is interpolated."""
        evening = swiss_teams(8)
        seven = replace(evening.state.settings, play=replace(evening.state.settings.play, boards_per_round=7))
        with pytest.raises(Refused, match=r"form\.scale-boards"):
            evening.do(ChangeSettings(seven))
