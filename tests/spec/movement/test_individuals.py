"""Movements for single players (manual, lines 1576-1614 and 3070-3080)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, NotFound, Refused
from arrowswitch.core.movements.checking.left_right import SidesReport, sides_report
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.individual import PLAYERS, individual_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.searched.individual_starters import player_library
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.totals.pair_matches import pair_scale
from tests.movements import vector
from tests.tables import for_each
from tests.travellers import JCBL, SESSION_METHODS
from tools.searches.individuals import PlayerSize, find_player_starter
from tools.searches.libraries import format_player_starters, parse_player_starters

LIST: list[dict[str, Any]] = vector("individual")["entries"]


RESULTS = (420, -50, 110, -620, 140, 450, -100, 300, 620, -420, 90)


def event(movement: Movement, method: Method) -> Standings:
    """Returns the standings of single players, with a result from `RESULTS` at every table."""
    lines = []
    for meeting in movement.meetings:
        for board in movement.boards_of(meeting):
            result = TableScore(RESULTS[(3 * board + 5 * meeting.table + meeting.round) % len(RESULTS)])
            lines.append(Line(board, meeting.ns, meeting.ew, result, result))
    return score(ScoringInput(tuple(lines), movement.contestants), JCBL, method)


ADDING = (Method.MATCHPOINTS, Method.IMPS, Method.BUTLER, Method.TOTAL_POINTS, Method.BOARD_A_MATCH)
"""The methods whose totals are sums of boards, not of rounds."""


class TestScores:
    """Scores as in a pairs game, only that every player has a total (lines 1578-1584)."""

    @for_each("method", SESSION_METHODS)
    def test_eight_players(self, method: Method) -> None:
        """R-281: 7 rounds of 8 boards at two tables, by matchpoints, IMPs, Houston trial and the others.

        Partners score alike, and on every board the four players of a table have together what a table has to give: by
        matchpoints 2 x 1 (top 1), by board-a-match 2 x 2, by IMPs and points nothing, for what one side wins the other
        loses.
        """
        standings = event(make("individual", players=8, boards_per_round=8), method)
        assert {standing.number for standing in standings.ranking} == {Number(str(n)) for n in range(1, 9)}
        tops = {Method.MATCHPOINTS: 2, Method.SWISS_MATCHPOINTS: 2, Method.BOARD_A_MATCH: 4}
        at_a_table = tops.get(method, 0)
        for board in standings.boards.values():
            assert len(board.rows) == 2
            for row in board.rows:
                assert row.ns.exact is not None
                assert row.ew.exact is not None
                assert 2 * row.ns.exact + 2 * row.ew.exact == at_a_table

    @for_each("method", ADDING)
    @for_each("players", [8, 12])
    def test_a_total_is_the_sum_of_the_own_boards(self, players: int, method: Method) -> None:
        """R-281: with any partner; all totals together are four times the points of a table's side.

        8 players, 21 boards, two results each: 21 x 2 x 1 x 2 players a side = 84 matchpoints. 12 players, 22 boards,
        three results with top 2: 22 x 3 x 2 x 2 = 264. By board-a-match the top is 2 on both: 168 and 264.
        """
        standings = event(make("individual", players=players), method)
        totals: dict[Number, Fraction] = dict.fromkeys((s.number for s in standings.ranking), Fraction(0))
        for board in standings.boards.values():
            for row in board.rows:
                for numbers, points in ((row.line.ns, row.ns.points), (row.line.ew, row.ew.points)):
                    assert points is not None
                    for number in numbers:
                        totals[number] += points
        assert {standing.number: standing.raw for standing in standings.ranking} == totals
        sums = {Method.MATCHPOINTS: {8: 84, 12: 264}, Method.BOARD_A_MATCH: {8: 168, 12: 264}}
        everything = sums.get(method, {}).get(players, 0)
        assert sum(totals.values()) == everything

    def test_houston_trial(self) -> None:
        """R-281: a round's IMPs against the datum, over its 8 boards, become the victory points of both partners."""
        movement = make("individual", players=8, boards_per_round=8)
        standings = event(movement, Method.HOUSTON)
        scale = pair_scale(JCBL, Method.HOUSTON)
        totals: dict[Number, Fraction] = dict.fromkeys(movement.contestants, Fraction(0))
        for meeting in movement.meetings:
            rows = [
                row
                for b in movement.boards_of(meeting)
                for row in standings.boards[b].rows
                if row.line.ns == meeting.ns
            ]
            assert len(rows) == 8
            imps = sum((row.ns.exact for row in rows if row.ns.exact is not None), Fraction(0))
            for numbers, won in ((meeting.ns, imps), (meeting.ew, -imps)):
                for number in numbers:
                    totals[number] += scale.points(won, 8)[0]
        assert {standing.number: standing.total for standing in standings.ranking} == totals

    @for_each("row", LIST, ids=lambda row: f"{row['players']}x{row['rounds']}")
    def test_partners_change_every_round(self, row: dict[str, Any]) -> None:
        """R-281: no two play a second round together."""
        movement = make("individual", players=row["players"], rounds=row["rounds"])
        sides = [frozenset(side) for meeting in movement.meetings for side in (meeting.ns, meeting.ew)]
        assert len(sides) == len(set(sides)) == 2 * movement.tables * movement.rounds


class TestFigure20:
    def test_every_seat(self) -> None:
        """R-283, R-285: 8 players, 7 rounds: "8-1-6-2" is North 8, South 1, East 6, West 2; both tables share a set."""
        movement = make("individual", players=8)
        ours = {(m.round, m.board_set, m.table, *m.ns, *m.ew) for m in movement.meetings}
        cells = vector("fig20_individual_8")["encounters"]
        assert ours == {(c["round"], c["set"], c["table"], *(str(c[seat]) for seat in "nsew")) for c in cells}
        assert all(movement.sharing(r) == {r: (1, 2)} for r in range(1, 8))
        assert movement.stationary == ("8",)

    def test_report(self) -> None:
        """R-283, R-284: all 28 twos partners once and opponents twice; 14 of them always on the same side."""
        report = sides_report(make("individual", players=8))
        assert (report.partners, report.opponents) == ({1: 28}, {2: 28})
        assert len(report.one_side) == 14


class TestList:
    @for_each("row", LIST, ids=lambda row: f"{row['players']}x{row['rounds']}")
    def test_every_row(self, row: dict[str, Any]) -> None:
        """R-282: players, tables, rounds and boards as listed; partners once at most, opponents twice at most."""
        movement = make(
            "individual", players=row["players"], rounds=row["rounds"], boards_per_round=row["boards_per_round"]
        )
        assert is_sound(movement)
        assert (movement.tables, movement.boards_total) == (row["tables"], row["total_boards"])
        report = sides_report(movement)
        assert max(report.partners) == 1
        assert max(report.opponents) <= 2
        if row["players"] - 1 <= row["rounds"] - row["rounds_each_player_sits_out"]:
            assert set(report.partners) == {1}

    @pytest.mark.parametrize("players", [11, 15])
    def test_eleven_and_fifteen(self, players: int) -> None:
        """R-282: not in the list, for three players sit out in every round; made all the same (line 3453)."""
        report = sides_report(make("individual", players=players))
        assert set(report.sit_outs.values()) == {3}

    @for_each("players", PLAYERS)
    def test_five_to_eighty_players(self, players: int) -> None:
        """R-282: up to 28 (line 1590) and on to 80, also sizes that are not listed: all rules hold.

        Partners once at most and opponents twice at most; the players who move sit out as often as the others, or once
        more, and those who stay never.
        """
        for rounds in individual_rounds(players):
            movement = make("individual", players=players, rounds=rounds)
            report = sides_report(movement)
            assert is_sound(movement)
            assert (movement.tables, movement.rounds) == (players // 4, rounds)
            assert max(report.partners) == 1
            assert max(report.opponents) <= 2
            assert all(not report.sit_outs[number] for number in movement.stationary)
            outs = [out for number, out in report.sit_outs.items() if number not in movement.stationary]
            assert max(outs) - min(outs) <= 1
            assert sum(report.sit_outs.values()) == rounds * (players % 4)

    @for_each("players, rounds, boards", [(14, 14, 2), (17, 15, 2), (22, 17, 2), (23, 18, 1), (28, 15, 2)])
    def test_the_usual_length(self, players: int, rounds: int, boards: int) -> None:
        """R-282: the most rounds up to 15, of two boards; 23 players have none: 18 rounds of 1 board, not 36 boards."""
        movement = make("individual", players=players)
        assert (movement.rounds, movement.boards_per_round) == (rounds, boards)

    @pytest.mark.parametrize("players", [4, 81])
    def test_others_are_refused(self, players: int) -> None:
        """R-282: with what there is instead."""
        with pytest.raises(Refused) as refused:
            make("individual", players=players)
        assert refused.value.problems[0].code == "individual.players"

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"players": 8, "rounds": 8}, "individual.rounds"),
            ({"players": 8, "tables": 3}, "individual.tables"),
        ],
    )
    def test_wrong_rounds_and_tables(self, options: dict[str, int | str], code: str) -> None:
        with pytest.raises(Refused) as refused:
            make("individual", **options)
        assert [problem.code for problem in refused.value.problems] == [code]

    def test_tables_alone_are_full_tables(self) -> None:
        assert len(make("individual", tables=4).contestants) == 16
        assert len(make("individual", tables=1).contestants) == 5


class TestSittingOut:
    def test_nine_players(self) -> None:
        """R-286: each sits out one of 9 rounds and so plays 16 of 18 boards."""
        movement = make("individual", players=9, boards_per_round=2)
        assert set(sides_report(movement).sit_outs.values()) == {1}
        assert 2 * (movement.rounds - 1) == 16
        assert movement.boards_total == 18

    def test_seventeen_players(self) -> None:
        """R-286: 13 rounds: 13 players sit out once, factor 13/12; the 4 who stay never, factor 1."""
        out = sides_report(make("individual", players=17, rounds=13)).sit_outs
        factors = sorted(Fraction(13, 13 - rounds) for rounds in out.values())
        assert factors == [Fraction(1)] * 4 + [Fraction(13, 12)] * 13


class TestSides:
    @for_each("players, rounds", [s for s, p in player_library().items() if "once left" in p.origin])
    def test_every_opponent_once_left_and_once_right(self, players: int, rounds: int) -> None:
        """R-284: line 1586: better than figure 20 where a starter allows it."""
        assert sides_report(make("individual", players=players, rounds=rounds)).one_side == ()

    def test_report_of_one_round(self) -> None:
        """R-284: North's left-hand opponent is East."""
        movement = make("individual", players=8)
        one_round = replace(movement, rounds=1, meetings=movement.meetings[:1])
        report = sides_report(one_round)
        assert report.partners == {0: 26, 1: 2}
        assert report.opponents == {0: 24, 1: 4}
        assert isinstance(report, SidesReport)
        assert report.sit_outs[Number("3")] == 1


class TestStarters:
    def test_are_read_as_they_are_written(self) -> None:
        text = format_player_starters(player_library().values())
        assert {(s.players, s.rounds): s for s in parse_player_starters(text)} == player_library()

    @for_each("old, new", [("8-1-6-2", "8-1-6-5"), ("8-1-6-2", "3-1-6-2"), ("@1 ", "@8 ")])
    def test_one_that_is_none_is_refused(self, old: str, new: str) -> None:
        text = format_player_starters([player_library()[8, 7]])
        with pytest.raises(Impossible):
            parse_player_starters(text.replace(old, new))

    def test_two_of_a_size_are_refused(self) -> None:
        text = format_player_starters([player_library()[8, 7]])
        with pytest.raises(Impossible):
            parse_player_starters(text + text)

    @pytest.mark.slow
    def test_search_finds_nine_players_over_three_by_three(self) -> None:
        """Every opponent on either side; the tables share, for own sets are impossible over this group."""
        starter = find_player_starter(PlayerSize(9, (3, 3)))
        assert starter is not None
        assert starter.origin.startswith("search: every opponent once left, once right, all tables share")
        assert starter.proof == "better sides or sets are impossible over this group"

    def test_search_finds_none_where_partners_would_repeat(self) -> None:
        """Four players in four rounds: partners need two differences, and only 1 (or 3) will do."""
        assert find_player_starter(PlayerSize(4, (4,)), work=1) is None

    def test_rounds(self) -> None:
        assert individual_rounds(16) == (12, 15)
        assert individual_rounds(81) == ()

    def test_unknown_family_is_still_unknown(self) -> None:
        with pytest.raises(NotFound):
            make("individuals", players=8)
