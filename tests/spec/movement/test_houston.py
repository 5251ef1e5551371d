"""Houston pairs, barometer form, and teams with pairs (manual, lines 3365-3391, 3449)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.fairness import Span, fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.houston import TABLES
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from tests.movements import vector
from tests.tables import for_each
from tools.searches.team_pairs import find_team_pairs

HOUSTON: list[dict[str, Any]] = vector("houston")["entries"]
TEAMS: list[dict[str, Any]] = vector("srr_team_pairs")["entries"]
SIZES = [(tables, sessions) for sessions, sizes in TABLES.items() for tables in sizes]


def team_of(number: Number) -> int:
    """Returns the team of a pair: 10 of `10B`."""
    return int(number[:-1])


def met(movements: list[Movement]) -> Counter[frozenset[Number]]:
    """Returns how often two meet over several sessions."""
    return Counter(frozenset(m.contestants) for movement in movements for m in movement.meetings)


class TestHouston:
    @for_each("tables, sessions", SIZES)
    def test_everybody_meets_everybody_once(self, tables: int, sessions: int) -> None:
        """R-083: 2T pairs: T x (2T - 1) meetings over all sessions, each of two once, sides in balance."""
        played = [make("houston", tables=tables, sessions=sessions, session=s) for s in range(1, sessions + 1)]
        assert len(met(played)) == tables * (2 * tables - 1)
        assert set(met(played).values()) == {1}
        north = Counter(m.ns[0] for movement in played for m in movement.meetings)
        assert set(north.values()) <= {tables - 1, tables}

    @for_each("row", HOUSTON, ids=lambda row: str(row["tables"]))
    def test_list(self, row: dict[str, Any]) -> None:
        """R-083: lines 3372-3374: rounds and boards of both sessions, all tables on the same boards."""
        played = [make("houston", tables=row["tables"], session=s) for s in (1, 2)]
        assert [movement.rounds for movement in played] == row["rounds"]
        assert [movement.boards_total for movement in played] == row["boards_used"]
        assert sum(m.rounds * m.boards_per_round for m in played) == row["boards_played"]
        for movement in played:
            every = tuple(range(1, row["tables"] + 1))
            assert all(movement.sharing(r) == {r: every} for r in range(1, movement.rounds + 1))

    def test_odd_number_of_pairs(self) -> None:
        """R-083: 13 pairs: the last number of 14 is missing; over both sessions each of the others sits out once."""
        played = [make("houston", pairs=13, session=s) for s in (1, 2)]
        out = Counter(n for movement in played for r in range(1, movement.rounds + 1) for n in movement.sit_outs(r))
        assert len(out) == 13
        assert set(out.values()) == {1}

    @for_each(
        "options, code",
        [
            ({"tables": 8, "sessions": 2}, "houston.tables"),
            ({"tables": 8, "sessions": 3}, "houston.sessions"),
            ({"tables": 5, "session": 3}, "houston.session"),
            ({"tables": 5, "phantom": "11"}, "houston.phantom"),
        ],
    )
    def test_refusals(self, options: dict[str, int | str], code: str) -> None:
        with pytest.raises(Refused) as refused:
            make("houston", **options)
        assert [problem.code for problem in refused.value.problems] == [code]

    def test_a_number_can_be_the_phantom(self) -> None:
        assert make("houston", tables=5, phantom="3").phantom == "3"


class TestBarometer:
    @for_each("family, tables", [("howell", 6), ("scrambled-mitchell", 7), ("interwoven-howell", 9), ("mitchell", 8)])
    def test_all_tables_play_the_same_boards(self, family: str, tables: int) -> None:
        """R-082: line 1519: after each round its boards are complete, whatever the movement."""
        rounds = 4 if family == "mitchell" else None
        plain = make(family, tables=tables, rounds=rounds, first_board=9)
        movement = as_barometer(plain)
        assert is_sound(movement)
        assert met([movement]) == met([plain])
        assert fairness(movement).plays == Span(tables, tables)
        assert all(set(movement.sharing(r)) == {r} for r in range(1, movement.rounds + 1))
        assert movement.board_sets[0][0] == 9


class TestTeamsAndPairs:
    @for_each("row", TEAMS, ids=lambda row: f"{row['teams']}x{row['boards_per_round']}")
    def test_list(self, row: dict[str, Any]) -> None:
        """R-237: lines 3380-3387, 4 to 11 teams: rounds and boards of both sessions."""
        for session in (1, 2):
            movement = make(
                "team-pairs", tables=row["teams"], session=session, boards_per_round=row["boards_per_round"]
            )
            assert movement.rounds == row["rounds"][session - 1]
            assert movement.boards_total == row["boards_used_per_session"]

    @for_each("teams", range(4, 12))
    def test_every_pair_meets_every_pair_of_the_other_teams(self, teams: int) -> None:
        """R-237: 2n pairs of n teams: n(n - 1) / 2 x 4 meetings, each once; never a team-mate."""
        both = met([make("team-pairs", tables=teams, session=s) for s in (1, 2)])
        assert len(both) == 2 * teams * (teams - 1)
        assert set(both.values()) == {1}
        assert all(len({team_of(number) for number in two}) == 2 for two in both)

    @for_each("teams", range(4, 12))
    @for_each("session", [1, 2])
    def test_every_match_can_be_compared(self, teams: int, session: int) -> None:
        """In a session every two teams meet once, at two tables on the same set with sides exchanged."""
        matches: dict[frozenset[int], list[tuple[int, int, int, int]]] = {}
        for m in make("team-pairs", tables=teams, session=session).meetings:
            ns, ew = team_of(m.ns[0]), team_of(m.ew[0])
            matches.setdefault(frozenset((ns, ew)), []).append((m.round, m.board_set, ns, ew))
        assert len(matches) == teams * (teams - 1) // 2
        for one, other in matches.values():
            assert one[1] == other[1]
            assert one[0] == other[0] or teams % 2
            assert one[2:] == other[:1:-1]

    @for_each("teams", [5, 7, 9, 11])
    def test_no_relays(self, teams: int) -> None:
        """R-237: lines 3381-3387: 5, 7, 9 and 11 teams: no two tables on the same set in a round."""
        assert {make("team-pairs", tables=teams, session=s).options["relays"] for s in (1, 2)} == {"none"}

    @pytest.mark.parametrize("teams", [5, 11])
    def test_pairs_sit_both_ways(self, teams: int) -> None:
        """R-237: as the results are a pairs game too: in no session does a pair sit only one way (10 rounds: 11 teams,
        from 3 to 7 times North-South)."""
        spread = {5: range(1, 4), 11: range(3, 8)}[teams]
        for session in (1, 2):
            north = Counter(m.ns[0] for m in make("team-pairs", tables=teams, session=session).meetings)
            assert len(north) == 2 * teams
            assert set(north.values()) <= set(spread)

    def test_the_boards_of_five_teams_stay(self) -> None:
        """R-237: line 3381: the boards stay at their tables in both sessions."""
        for session in (1, 2):
            assert all(m.board_set == m.table for m in make("team-pairs", tables=5, session=session).meetings)

    def test_search(self) -> None:
        """Five teams, every match on the set half-way between its teams: without relays there is no such sheet."""
        found = find_team_pairs(5, work=2)
        assert found is not None
        rows = [row for session in found[0] for row in session]
        assert len(rows) == 8
        assert all(len([word for word in row.replace("/", " ").split() if word != "-"]) == 5 for row in rows)
        assert any("/" in row for row in rows)

    @pytest.mark.parametrize(
        ("options", "code"),
        [({"tables": 12}, "movement.refused.tables"), ({"tables": 4, "session": 3}, "movement.option-most")],
    )
    def test_refusals(self, options: dict[str, int | str], code: str) -> None:
        with pytest.raises(Refused) as refused:
            make("team-pairs", **options)
        assert [problem.code for problem in refused.value.problems] == [code]
