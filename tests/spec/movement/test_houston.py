"""Houston pairs, barometer form, and teams with pairs (manual, lines 3365-3391, 3449)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.fairness import Span, fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.plan_chooser import PlanWishes, choose_plans
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.houston import TABLES
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.maker import Scheme
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.plans.choices import plan_named, plan_options
from tests.movements import vector
from tests.scripted_events import new_event
from tests.tables import for_each
from tools.searches.team_pairs import find_team_pairs

HOUSTON: list[dict[str, Any]] = vector("houston")["entries"]
TEAMS: list[dict[str, Any]] = vector("srr_team_pairs")["entries"]
SIZES = [(tables, sessions) for sessions, sizes in TABLES.items() for tables in sizes]


def team_of(number: Number) -> int:
    """Returns the team of a pair: 10 of `10B`."""
    return int(number[:-1])


def meeting_counts(movements: list[Movement]) -> Counter[frozenset[Number]]:
    """Returns how often two meet over several sessions."""
    return Counter(frozenset(m.contestants) for movement in movements for m in movement.meetings)


class TestHouston:
    @for_each("tables, sessions", SIZES)
    def test_everybody_meets_everybody_once(self, tables: int, sessions: int) -> None:
        """R-083: 2T pairs: T x (2T - 1) meetings over all sessions, each of two once, sides in balance."""
        played = [make("houston", tables=tables, sessions=sessions, session=s) for s in range(1, sessions + 1)]
        assert len(meeting_counts(played)) == tables * (2 * tables - 1)
        assert set(meeting_counts(played).values()) == {1}
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
        """R-082: line 1519: after each round its boards are complete, in any movement."""
        rounds = 4 if family == "mitchell" else None
        plain = make(family, tables=tables, rounds=rounds, first_board=9)
        movement = as_barometer(plain)
        assert is_sound(movement)
        assert meeting_counts([movement]) == meeting_counts([plain])
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
        both = meeting_counts([make("team-pairs", tables=teams, session=s) for s in (1, 2)])
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
        for table, other in matches.values():
            assert table[1] == other[1]
            assert table[0] == other[0] or teams % 2
            assert table[2:] == other[:1:-1]

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
        search = find_team_pairs(5, work=2)
        assert search is not None
        rows = [row for session in search[0] for row in session]
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


class TestProposals:
    """The plans of a Houston trial (R-055, R-083; lines 1444, 3369-3374 and 3449)."""

    @for_each(
        "pairs, minutes, rounds, boards",
        [
            (10, 260, (4, 5), 7),
            (12, 260, (5, 6), 6),
            (14, 260, (6, 7), 5),
            (10, 200, (4, 5), 5),
            (12, 200, (5, 6), 4),
            (13, 200, (6, 7), 4),
        ],
    )
    def test_the_list_of_two_sessions(self, pairs: int, minutes: int, rounds: tuple[int, ...], boards: int) -> None:
        """Lines 3372-3374: 7, 6 and 5 boards a round where there is time, else the most that fit, or three minutes
        more: 14 pairs play 4 boards in 174 and 203 minutes."""
        first = choose_plans(pairs, PlanWishes(2, minutes=minutes, is_houston=True))[0]
        assert (first.scheme, first.rounds, first.boards_per_round) == (Scheme.HOUSTON, rounds, boards)

    @for_each("tables", TABLES[4])
    def test_four_sessions(self, tables: int) -> None:
        """Line 3449: nobody meets anybody again, where the same Howell four times has 33 second meetings."""
        first = choose_plans(2 * tables, PlanWishes(4, minutes=200, is_houston=True))[0]
        assert (first.scheme, first.fits_time, first.outline.meetings_again) == (Scheme.HOUSTON, True, 0)

    @for_each("pairs, sessions, other", [(16, 2, 4), (10, 4, 2)])
    def test_another_number_of_sessions(self, pairs: int, sessions: int, other: int) -> None:
        """Line 3449: 8 tables have a sheet for four sessions only, 5 tables for two only; the choices say so."""
        for choice in choose_plans(pairs, PlanWishes(sessions, is_houston=True), 4):
            assert [w.params["n"] for w in choice.warnings if w.code == "plans.houston-sessions"] == [other]

    def test_other_games_are_proposed_as_before(self) -> None:
        """Decision 10: Houston pairs need a copy of the boards for every table, so other plans go before them."""
        assert choose_plans(14, PlanWishes(2, minutes=200))[0].scheme is not Scheme.HOUSTON

    def test_an_event(self) -> None:
        """R-268: the desk proposes the plan of the list first, and the event is set up by it."""
        form = EventForm.HOUSTON_PAIRS
        evening = new_event(12, 2, form=form, method=Method.HOUSTON, sessions=2, minutes=260, scale="wbf-continuous")
        first = plan_options(evening.state)[0]
        assert first.name == "6T5/6T6x5,6x6"
        evening.do(plan_named(evening.state, first.name))
        sheets = [evening.state.section(Place(session, "A")).movement for session in (1, 2)]
        assert [sheet is not None and (sheet.family, sheet.rounds) for sheet in sheets] == [
            ("houston", 5),
            ("houston", 6),
        ]
