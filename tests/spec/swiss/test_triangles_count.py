"""A triangle within one round in the table of an event: victory points, wins, opponents, forfeits, removals.

JCBL director's manual 3.3, lines 2702-2706; regulations summary, lines 75 and 228-250. All expected numbers are worked
out by hand from the 20-0 scale of these tests: a point for each IMP, 10 for a draw.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Kept, Pairing
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Policy
from arrowswitch.core.scoring.team_rules import TieBreak
from arrowswitch.core.scoring.teams.event import TeamEvent, TeamMatchState, TeamStandings, score_teams
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.core.scoring.teams.results import TeamMatch
from arrowswitch.core.scoring.teams.triangles import TeamTriangle
from arrowswitch.tournament.matches.views import cross_table
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.scored.slots import missing_slots, sides_of
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.swiss.cross import rows_by_round
from tests.early_states import Quick, enter_event, with_ends
from tests.scripted_events import play_swiss
from tests.spec.swiss.test_events import conditions, swiss_teams
from tests.tables import for_each
from tests.team_events import JCBL, event, imp_rules, match, only, rules_of, totals, with_teams, won_by


def triangle(*halves: TeamMatch, place: int = 1) -> TeamTriangle:
    return TeamTriangle(place, halves)


def score(matches: list[TeamMatch], *triangles: TeamTriangle, **more: object) -> TeamStandings:
    """Returns the standings of an event of matches of two boards and triangles of two boards, one against each."""
    whole = event([*matches, *(half for three in triangles for half in three.halves)], imp_rules(boards=2), **more)
    return score_teams(replace(whole, matches=whole.matches[: len(matches)], triangles=triangles))


def half(first: int, second: int, imps: int, **more: object) -> TeamMatch:
    return won_by(first, second, imps, boards=1, **more)


def two(first: int, second: int, imps: int) -> TeamMatch:
    return won_by(first, second, imps, boards=1)


ONE = triangle(half(1, 2, 6), half(2, 3, 3), half(3, 1, 2))
"""Team 1 wins 6 IMPs and loses 2, team 2 loses 6 and wins 3, team 3 loses 3 and wins 2."""


class TestTable:
    def test_both_halves_become_victory_points_once(self) -> None:
        """Margins +4, -3 and -1 are 14, 7 and 9 victory points of 20."""
        assert totals(score([], ONE)) == {"1": 14, "2": 7, "3": 9}

    def test_it_is_one_match_against_two_opponents(self) -> None:
        table = score([], ONE)
        rows = {row.number: row.row for row in table.ranking}
        assert {number: (row.matches, row.won, row.tied, row.lost) for number, row in rows.items()} == {
            "1": (1, 1, 0, 0),
            "2": (1, 0, 0, 1),
            "3": (1, 0, 0, 1),
        }
        assert {number: set(row.opponents) for number, row in rows.items()} == {
            "1": {"2", "3"},
            "2": {"1", "3"},
            "3": {"1", "2"},
        }
        assert (rows[Number("1")].points_won, rows[Number("1")].points_lost) == (Fraction(6), Fraction(2))

    def test_a_level_triangle_is_a_tie(self) -> None:
        """Each wins 4 IMPs and loses 4: 10 victory points, a tied match."""
        level = triangle(half(1, 2, 4), half(2, 3, 4), half(3, 1, 4))
        table = score([], level)
        assert [(row.row.total, row.row.tied, row.rank) for row in table.ranking] == [(Fraction(10), 1, 1)] * 3

    @for_each(
        "method, scale, wanted",
        [
            (TeamMethod.BOARD_A_MATCH_VP, "bam-vp", ("5", "3", "6")),
            (TeamMethod.PATTON, "bam-vp", ("4", "2.33", "5")),
            (TeamMethod.PACHABO, "wbf-continuous", ("4.17", "2.52", "5.33")),
        ],
    )
    def test_board_points_are_added(self, method: TeamMethod, scale: str, wanted: tuple[str, ...]) -> None:
        """Two boards each: team 1 wins by 100 and loses by 50, the third board is level: 2, 1 and 3 board points, net
        +50, -100 and +50, IMPs +1, -3 and +2. Board-a-match adds 3, 2 and 3; Patton two thirds of that, for a draw is
        worth two points; Pachabo a fifth of 10.86, 7.58 and 11.67."""
        three = triangle(match(1, 2, 100, boards=1), match(2, 3, 0, boards=1), match(3, 1, 50, boards=1))
        numbers = tuple(map(Number, "123"))
        table = score_teams(TeamEvent(numbers, (), rules_of(method, 2, scale), JCBL.teams, triangles=(three,)))
        assert totals(table) == dict(zip("123", map(Fraction, wanted), strict=True))

    def test_an_open_half_keeps_it_out_of_the_table(self) -> None:
        waiting = triangle(half(1, 2, 6), half(2, 3, 3), TeamMatch(Number("3"), Number("1"), boards=1))
        table = score([], waiting)
        rows = {row.number: row.row for row in table.ranking}
        assert table.is_provisional
        assert (rows[Number("1")].matches, str(rows[Number("2")].total), len(rows[Number("3")].opponents)) == (
            0,
            "7",
            0,
        )

    def test_opponents_break_ties_with_those_of_triangles(self) -> None:
        """Teams 4 and 1 have 14 victory points. Team 1 met 2 and 3 in the triangle, who have 7 + 16 and 9: 32. Team 4
        met 5, who has 6."""
        matches = [two(4, 5, 4), two(2, 6, 6)]
        table = score(matches, ONE, team_rules=with_teams(tie_breaks=(TieBreak.OPPONENTS,)))
        assert totals(table) == {"1": 14, "2": 23, "3": 9, "4": 14, "5": 6, "6": 4}
        assert [(row.number, row.rank) for row in table.ranking][:3] == [("2", 1), ("1", 2), ("4", 3)]

    def test_the_direct_match_can_be_half_a_triangle(self) -> None:
        """Teams 1 and 2 end with 24 each. They met in the triangle alone, where 1 won their half."""
        matches = [two(1, 4, 0), two(2, 5, 7)]
        table = score(matches, ONE, team_rules=with_teams(tie_breaks=(TieBreak.DIRECT_MATCH,)))
        first, second = table.ranking[:2]
        assert [(str(row.number), str(row.row.total), row.rank) for row in (first, second)] == [
            ("1", "24", 1),
            ("2", "24", 2),
        ]
        assert first.separated_by is second.separated_by is TieBreak.DIRECT_MATCH


class TestForfeits:
    def test_the_mean_of_the_winner_has_its_triangles(self) -> None:
        """Team 1 won 14 in the triangle and 12 against 4, a mean of 13; 1.2 x 10 is 12: the forfeit brings 13."""
        lost = TeamMatch(Number("1"), Number("5"), boards=1, forfeited_by=(Number("5"),))
        table = score([two(1, 4, 2), lost], ONE)
        forfeit = only(table, 1, 5).forfeit
        assert (forfeit.own_mean, forfeit.own_matches, forfeit.most) == (13, 2, 13)
        assert totals(table)["1"] == 14 + 12 + 13

    def test_a_team_that_leaves_in_a_triangle_forfeits_its_open_half(self) -> None:
        """Team 3 leaves before it plays 1. It gets the least; 1 has +6 from the other half: 16; 2 is complete."""
        broken = triangle(half(1, 2, 6), half(2, 3, 3), TeamMatch(Number("3"), Number("1"), boards=1))
        more = [two(3, 4, 1), two(3, 5, 1)]
        table = score(more, broken, withdrawn=frozenset({Number("3")}))
        assert not table.is_provisional
        assert totals(table) == {"1": 16, "2": 7, "3": 22, "4": 9, "5": 9}
        row = table.of(Number("3"))
        assert row is not None
        assert (row.row.forfeits, row.row.lost) == (1, 1)

    def test_the_winner_gets_the_share_of_a_forfeit_if_that_is_more(self) -> None:
        """Team 1 lost its other half by 6, which alone would bring 4; a forfeit brings 1.2 x 10 at the least."""
        broken = triangle(half(2, 1, 6), half(2, 3, 3), TeamMatch(Number("3"), Number("1"), boards=1))
        table = score([two(3, 4, 1), two(3, 5, 1)], broken, withdrawn=frozenset({Number("3")}))
        assert totals(table)["1"] == 12

    def test_the_loser_may_have_been_removed(self) -> None:
        """Team 3 lost to 4 by 9 and leaves in the triangle: one of six rounds was held, and it is removed. Its
        opponents have won 19 on average, more than 1.2 x 10 and than the 16 of the other half of team 1."""
        broken = triangle(half(1, 2, 6), half(2, 3, 3), TeamMatch(Number("3"), Number("1"), boards=1))
        table = score([two(4, 3, 9)], broken, withdrawn=frozenset({Number("3")}), rounds=6, is_swiss=True)
        assert table.removed == ("3",)
        assert totals(table) == {"1": 19, "2": 7, "4": 19}


class TestRemoval:
    def test_triangles_count_as_played(self) -> None:
        """Four of five rounds played, three of them in triangles: the team keeps its place."""
        threes = tuple(
            triangle(half(1, a, 1), half(a, b, 1), half(b, 1, 1), place=at)
            for at, (a, b) in enumerate(((2, 3), (4, 5), (6, 7)), start=1)
        )
        table = score([two(1, 8, 1)], *threes, withdrawn=frozenset({Number("1")}), rounds=5, is_swiss=True)
        assert table.removed == ()
        fewer = score([two(1, 8, 1)], threes[0], withdrawn=frozenset({Number("1")}), rounds=5, is_swiss=True)
        assert fewer.removed == ("1",)

    def test_a_swiss_cross_table_shows_what_opponents_keep(self) -> None:
        """A team leaves after one of six rounds and is removed; its opponent keeps the match, in the total and in the
        table by rounds."""
        evening = swiss_teams(8, conditions(6))
        play_swiss(evening, 1)
        drawn = evening.state.section(Place(1, "A")).draws[0].matches[0]
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[drawn.home]))
        (table,) = cross_table(evening.state)
        assert drawn.home not in {row.number for row in table.rows}
        (row,) = [row for row in table.rows if row.number == drawn.away]
        (cell,) = row.cells[table.numbers.index(drawn.home)]
        assert cell.points == row.row.standing.total
        by_round = {row.number: cells for row, cells in rows_by_round(evening.state, table, (1,))}
        assert by_round[drawn.away][0].matches == (cell,)

    def test_a_triangle_that_brings_nothing_is_ranked(self) -> None:
        """Team 9 loses every board of its triangle by a grand slam redoubled: 0 victory points, and a rank."""
        evening = swiss_teams(9, conditions(4, triangle=Triangle.ONE_ROUND, triangle_limit=2))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        for slot in missing_slots(evening.state, 1):
            ns, ew = sides_of(evening.state, slot)
            text = "7NXX-13 N" if "9" in ns else "7NXX-13 E" if "9" in ew else "P"
            evening.do(EnterResult(slot, text))
        (row,) = [row for row in standings(evening.state).ranking if row.number == "9"]
        assert (str(row.total), row.rank, row.boards > 0) == ("0", 9, True)
        (table,) = cross_table(evening.state)
        assert [cells[0].rank for row, cells in rows_by_round(evening.state, table, (1,)) if row.number == "9"] == [9]


def test_board_a_match_with_victory_points() -> None:
    """Its halves bring boards and a net score, whose victory points come once for both; they were refused for want of a
    scale. All boards are passed out: four boards tied, and 3 VP of 3-3."""
    event = Quick(enter_event("board-a-match-vp", 7, Rematch.NEVER, Triangle.ONE_ROUND))
    event.do(DrawNumbers(Place(1, "A"), 1))
    event.do(DrawRound(Place(1, "A").at(1)))
    event.do(StartPlay(1))
    level = dict.fromkeys(missing_slots(event.state, 1), ("P", None, None))
    ranking = standings(with_ends(event.state, level, event.state.seq + 1)).ranking
    assert [row.total for row in ranking] == [Fraction(7)] * 7


def test_settings_can_be_changed_after_a_triangle() -> None:
    """A printed scale begins at eight boards; the halves of four are converted together."""
    evening = swiss_teams(9, conditions(4, triangle=Triangle.ONE_ROUND, triangle_limit=2))
    play_swiss(evening, 1)
    evening.do(
        ChangeSettings(
            replace(evening.state.settings, name="Autumn Teams", play=replace(evening.state.settings.play, minutes=120))
        )
    )
    assert (evening.state.settings.name, evening.state.settings.play.minutes) == ("Autumn Teams", 120)


def test_play_starts_after_a_triangle_is_drawn() -> None:
    """The draw comes first: a round with a triangle does not keep play from starting."""
    evening = swiss_teams(9, conditions(4, triangle=Triangle.ONE_ROUND, triangle_limit=2))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    assert evening.state.is_started


def policy(*encounters: Encounter, rematch: Rematch = Rematch.NOT_CONSECUTIVE, round_number: int = 3) -> Policy:
    wanted = SwissConditions(
        6,
        rematch=rematch,
        rank_base=RankBase.PREVIOUS,
        last_round=LastRound.AS_OTHERS,
        triangle=Triangle.TWO_ROUNDS,
        triangle_limit=3,
    )
    return Policy.of(wanted, round_number, History(encounters))


THREE = tuple(map(Number, "123"))
OVER_TWO_ROUNDS = (Encounter(1, THREE), Encounter(2, THREE, is_second_half=True))


class TestRematch:
    def test_a_triangle_over_two_rounds_was_played_in_the_later_round(self) -> None:
        """Rounds 1 and 2 are a triangle of 1, 2 and 3: in round 3 none of them may meet another of them, in round 4
        they may."""
        for first, second in combinations(THREE, 2):
            objection = policy(*OVER_TWO_ROUNDS).objection(first, second)
            assert objection is not None
            assert (objection.code, objection.params["round"], objection.params["times"]) == ("draw.why.met-last", 2, 1)
            assert policy(*OVER_TWO_ROUNDS, round_number=4).allows(first, second)

    def test_it_counts_as_one_meeting(self) -> None:
        assert History(OVER_TWO_ROUNDS).rounds_met(*THREE[:2]) == (2,)

    def test_the_judge_sees_the_second_half(self) -> None:
        draw_input = DrawInput(tuple(map(Number, "1234")), policy(*OVER_TWO_ROUNDS))
        pairs = (Pairing(Number("1"), Number("2")), Pairing(Number("3"), Number("4")))
        assert [fault.code for fault in draw_faults(draw_input, Draw(3, pairs))] == ["draw.fault.rule"]
        legal = draw_faults(DrawInput(draw_input.order, policy(*OVER_TWO_ROUNDS, round_number=4)), Draw(4, pairs))
        assert legal == ()


def test_one_contestant_left_over_is_refused_in_words() -> None:
    """All others are kept together; the one who is left can play no triangle, even if the rule may be broken."""
    numbers = tuple(map(Number, "12345"))
    pairings = (Kept(numbers[0], numbers[1]), Kept(numbers[2], numbers[3]))
    draw_input = DrawInput(numbers, policy(), fixed=pairings, may_break_rule=True)
    with pytest.raises(Refused, match=r"draw\.no-triangle"):
        draw_round(draw_input)


def test_states_are_those_of_matches() -> None:
    """A triangle is no match of two: the list of matches has those of two alone."""
    table = score([two(4, 5, 4)], ONE)
    assert [one.state for one in table.matches] == [TeamMatchState.PLAYED]
    assert {share.number: share.brings for share in table.triangles} == {
        "1": Fraction(14),
        "2": Fraction(7),
        "3": Fraction(9),
    }
