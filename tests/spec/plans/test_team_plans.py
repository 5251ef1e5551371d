"""The lists of team games, and every plan for a number of teams (manual, 3082-3473)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.mirror_mitchell import sizes as mirror_sizes
from arrowswitch.core.movements.families.registry import FAMILIES, make
from arrowswitch.core.movements.families.round_robin import TEAMS, possible_sessions, session_rounds
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan
from tests.movements import registered_sizes, vector
from tests.rotation import choose, rotate
from tests.tables import for_each
from tests.team_games import all_pairs, count_matches, every_pair, everybody

PRINTED_FORMS = {"AWL": TeamForm.AWL, "STAGGER": TeamForm.STAGGER, "MIRROR_MITCHELL": TeamForm.MIRROR}
BY_PAIRS = {TeamForm.EVERY_PAIR, TeamForm.TEAMS_AND_PAIRS}


def rows(name: str) -> list[dict[str, Any]]:
    """Returns the rows of a list; rounds and boards made as one number for each session."""
    entries = []
    for row in vector(name)["entries"]:
        rounds = row["rounds"] if isinstance(row["rounds"], list) else [row["rounds"]]
        used = row.get("boards_used", row.get("boards_used_per_session"))
        used = used if isinstance(used, list) else [used] * len(rounds)
        entries.append(row | {"rounds": tuple(rounds), "used": tuple(used)})
    return entries


def forms_of(row: dict[str, Any]) -> set[TeamForm]:
    """Returns the forms a printed row may mean."""
    if "format" not in row:
        return {TeamForm.TEAMS_AND_PAIRS}
    if row["format"] == "pairs_rr":
        return {TeamForm.EVERY_PAIR}
    named = PRINTED_FORMS.get(row["movement"])
    return {TeamForm.EVERY_TEAM, TeamForm.HOWELL} if named is None else {named}


def title(row: dict[str, Any]) -> str:
    return f"{row['line']}-{row['teams']}x{row['boards_per_round']}"


def whole(plan: TeamPlan, sessions: Iterable[Movement]) -> None:
    """Makes sure that everybody meets everybody as often as the plan says."""
    if plan.form in BY_PAIRS:
        wanted = every_pair(plan.sessions[0])
        assert all_pairs(*sessions) == Counter(dict.fromkeys(wanted, plan.times))
    else:
        assert count_matches(*sessions) == everybody(plan.sessions[0])


class TestTheLists:
    """Each row of the lists for one session, two and three sessions, and teams that are pairs too."""

    @for_each("row", [*rows("srr_team_weekly"), *rows("srr_team"), *rows("srr_team_pairs")], ids=title)
    def test_every_row(self, row: dict[str, Any]) -> None:
        """R-234, R-236, R-237: lines 3085-3096, 3380-3387, 3398-3425: a plan has the row's rounds, boards to play and
        boards to make; everybody meets everybody; a row without a relay has none.

        For 8 teams in 3 + 4 rounds of 7: 21 and 28 boards are played, 3 and 4 sets of 7 are made. Misprints (lines
        3089, 3424, 3425) are corrected in the data: sets times boards of a round."""
        plans = [
            plan.with_boards(row["boards_per_round"])
            for plan in team_plans(row["teams"])
            if plan.form in forms_of(row) and plan.rounds == row["rounds"] and plan.meets_everybody
        ]
        fitting = [plan for plan in plans if plan.boards_used == row["used"]]
        assert fitting, [(plan.form, plan.boards_used) for plan in plans]
        plan = fitting[0]
        assert sum(plan.boards_played) == row["boards_played"]
        for session, rounds, used in zip(plan.sessions, row["rounds"], row["used"], strict=True):
            assert (session.tables, session.rounds, session.boards_total) == (row["teams"], rounds, used)
            assert is_sound(session)
        whole(plan, plan.sessions)
        if row["relay"] is False:
            assert plan.sharing == 1

    def test_the_printed_boards_that_cannot_be(self) -> None:
        """R-234: 7 teams by AWL need 7 x 4 = 28 boards (printed 27); 26 and 30 teams of the mirror Mitchell 13 x 2 and
        15 x 2 in each session (printed 39 and 45)."""
        lists = [*rows("srr_team_weekly"), *rows("srr_team")]
        wrong = [row for row in lists if row["boards_used_printed"] not in (list(row["used"]), row["used"][0])]
        assert [(row["line"], row["teams"], row["boards_used_printed"], row["used"]) for row in wrong] == [
            (3089, 7, 27, (28,)),
            (3424, 26, [39, 39], (26, 26)),
            (3425, 30, [45, 45], (30, 30)),
        ]


REGISTERED = [
    ("TFAWL", "", TeamForm.AWL, 1),
    ("TFMM", "", TeamForm.MIRROR, 2),
    ("TP1S", "", TeamForm.EVERY_PAIR, 1),
    ("TF1S", "", TeamForm.HOWELL, 1),
    ("TP2S", "", TeamForm.EVERY_PAIR, 2),
    ("TF2S", "チーム", TeamForm.EVERY_TEAM, 2),
    ("TF2S", "スタガー", TeamForm.STAGGER, 2),
    ("TF3S", "", TeamForm.EVERY_TEAM, 3),
    ("TP4S", "", TeamForm.EVERY_PAIR, 4),
    ("TF4S", "", TeamForm.EVERY_TEAM, 4),
    ("TSIMPL", "", TeamForm.HOWELL, 1),
    ("TSRR", "", TeamForm.HOWELL, 1),
    ("TSSR", "", TeamForm.HOWELL, 1),
    ("SRRP", "", TeamForm.TEAMS_AND_PAIRS, 2),
]


class TestTheRegisteredSheets:
    """The league's register of team sheets (lines 3456-3473)."""

    @pytest.mark.slow
    @for_each("code, word, form, sessions", lambda: choose(REGISTERED, "registered team sheets", cells=5))
    def test_every_size(self, code: str, word: str, form: TeamForm, sessions: int) -> None:
        """R-086: every size of the id has a plan of as many sessions, at as many tables as teams, that the checker
        passes and in which everybody meets everybody."""
        for teams in registered_sizes(code, word):
            plan = next(p for p in team_plans(teams) if p.form is form and len(p.sheets) == sessions)
            assert plan.meets_everybody
            assert all(movement.tables == teams and is_sound(movement) for movement in plan.sessions)
            whole(plan, plan.sessions)


class TestFewBoards:
    """A session of a round robin on as few boards as there can be (lines 3404-3417)."""

    def test_seven_teams(self) -> None:
        """R-234: line 3404: 2 + 4 rounds of 8 boards on 3 and 5 sets, 24 and 40 boards, the tables sharing.

        A team meets 2 others in session 1, on 2 sets; 7 matches on 2 sets would need 3.5 on each, so there are 3.
        """
        parts = [make("round-robin", teams=7, sessions=2, session=s, sets="few", boards_per_round=8) for s in (1, 2)]
        assert [(part.rounds, part.boards_total) for part in parts] == [(2, 24), (4, 40)]
        assert count_matches(*parts) == everybody(parts[0])
        assert all(part.sharing(1) for part in parts)

    @for_each("form", ["team", "pair"])
    @for_each("teams", TEAMS)
    def test_every_division(self, teams: int, form: str) -> None:
        """R-234: 3 to 20 teams over every number of sessions: nobody plays a set twice, all comparisons are complete,
        and a session by teams has as many sets as rounds, with an odd number of teams one more (10 teams in two
        sessions: line 3411 has 5 sets in both)."""
        for sessions in possible_sessions(teams, form):
            options: dict[str, int | str] = {"tables": teams, "form": form, "sessions": sessions, "sets": "few"}
            parts = [make("round-robin", **options, session=s) for s in range(1, sessions + 1)]
            assert [part.rounds for part in parts] == [len(r) for r in session_rounds(teams, form, sessions)]
            if form == "team":
                more = [len(part.board_sets) - part.rounds for part in parts]
                assert more == ([1, 0] if (teams, sessions) == (10, 2) else [teams % 2] * sessions)
                assert count_matches(*parts) == everybody(parts[0])
            else:
                times = sessions if teams == 3 else 1
                assert all_pairs(*parts) == Counter(dict.fromkeys(every_pair(parts[0]), times))

    @for_each("teams, sessions", [(7, 2), (9, 2), (12, 2), (13, 3), (16, 2)])
    def test_as_few_tables_share_as_can_be(self, teams: int, sessions: int) -> None:
        """R-234: the tables of a round over its sets, rounded up: 13 teams on 5 sets: 3 tables on one at the most. With
        an even number both tables of a match share: 12 teams on 5 sets: 6 matches, so 2 matches or 4 tables."""
        plan = next(p for p in team_plans(teams) if p.form is TeamForm.EVERY_TEAM and len(p.sheets) == sessions)
        together = 1 if teams % 2 else 2
        least = max(-(-teams // together // sheet.sets) * together for sheet in plan.sheets)
        assert plan.sharing == least


class TestMirrorOverTwoSessions:
    """The other session of a mirror Mitchell: each half plays a round robin of its own (lines 3692, 3421-3425)."""

    @for_each("teams, twins", [(n, t) for n in mirror_sizes() for t in ("yes", "no") if t == "yes" or n % 4])
    def test_each_half_for_itself(self, teams: int, twins: str) -> None:
        """R-245: over both sessions everybody meets everybody; without twins both boxes are in play."""
        half = teams // 2
        within = make("mirror-mitchell", tables=teams, session=2, twins=twins)
        assert within.rounds == half - 1
        assert {frozenset(m.contestants) for m in within.meetings} == {
            two for two in everybody(within) if len({int(team) > half for team in two}) == 1
        }
        assert count_matches(within) == Counter(dict.fromkeys(count_matches(within), 1))
        if twins == "yes":
            assert count_matches(within, make("mirror-mitchell", tables=teams)) == everybody(within)
        assert within.boards_total == (half - 1 + half % 2) * within.boards_per_round * (1 if twins == "yes" else 2)


class TestBarometerForm:
    """All tables on the same boards in a round (line 1519)."""

    @for_each("family", [family.name for family in FAMILIES if family.option("barometer")])
    def test_every_family(self, family: str) -> None:
        """R-082: as many sets as rounds, set r at all tables in round r, the same meetings; remade by its options."""
        tables = (
            6 if family in ("round-robin", "team-pairs") else next(f for f in FAMILIES if f.name == family).tables[0]
        )
        tables = 8 if family == "short-howell" else tables
        plain, movement = make(family, tables=tables), make(family, tables=tables, barometer="yes", first_board=5)
        assert is_sound(movement)
        assert [(m.round, m.table, m.ns, m.ew) for m in movement.meetings] == [
            (m.round, m.table, m.ns, m.ew) for m in plain.meetings
        ]
        assert all(m.board_set == m.round for m in movement.meetings)
        assert movement.boards_total == movement.rounds * movement.boards_per_round
        assert movement.board_sets[0][0] == 5
        assert make(movement.family, **movement.options) == movement

    def test_rounds_of_fewer_tables_are_declared(self) -> None:
        """R-082: a sheet with an empty table in round 1: its boards are played at fewer tables than the others."""
        full = make("howell", tables=4)
        movement = as_barometer(replace(full, meetings=full.meetings[1:]))
        assert movement.options["plays"] == "uneven"
        assert "plays" not in as_barometer(full).options

    @for_each(
        "options",
        [
            {"family": "round-robin", "tables": 7},
            {"family": "round-robin", "tables": 7, "form": "pair"},
            {"family": "team-pairs", "tables": 9},
        ],
    )
    def test_matches_in_two_rounds_cannot_be(self, options: dict[str, Any]) -> None:
        """R-082: an odd number of teams plays the halves of a match in different rounds, which would be on other
        boards."""
        with pytest.raises(Refused) as caught:
            make(options.pop("family"), **options, barometer="yes")
        assert [problem.code for problem in caught.value.problems] == ["movement.barometer-matches"]


class TestEveryPlan:
    """The catalogue's figures of a plan are true of its movements."""

    @rotate("teams", [*range(3, 27), 30, 35, 44, 51], by=lambda teams: (min(teams // 6, 4), teams % 4))
    def test_rounds_boards_and_meetings(self, teams: int) -> None:
        """R-034, R-234: 3 to 51 teams: rounds and board sets of each session are as told, all matches are complete
        within a session, and every team meets as many others as told."""
        plans = team_plans(teams)
        assert plans
        for plan in plans:
            made = plan.sessions
            assert tuple(movement.rounds for movement in made) == plan.rounds
            assert tuple(movement.boards_total for movement in made) == plan.boards_used
            assert sum(plan.rounds) * plan.boards_per_round == sum(plan.boards_played)
            if plan.meets_everybody:
                whole(plan, made)
            else:
                met = Counter(chain.from_iterable(count_matches(*made)))
                assert min(met.values()) == plan.opponents
            assert plan.copies == (2 if any("copies" in movement.options for movement in made) else 1)
            assert (plan.sharing > 1) is any(
                movement.sharing(r) for movement in made for r in range(1, movement.rounds + 1)
            )

    def test_which_forms_there_are(self) -> None:
        """R-034, R-234: 10 teams: all forms, over one to four sessions; 21 teams AWL only; 2 and 62 teams none."""
        assert {plan.form for plan in team_plans(10)} == set(TeamForm)
        assert {len(plan.sheets) for plan in team_plans(10)} == {1, 2, 3, 4}
        assert {plan.form for plan in team_plans(21)} == {TeamForm.AWL}
        assert team_plans(2) == team_plans(62) == ()

    def test_the_awl_is_cut_by_both_halves(self) -> None:
        """R-243: 9 teams in one session: 8, 6 and 4 rounds, 9 sets each; a team meets one other for each round."""
        cuts = [plan for plan in team_plans(9) if plan.form is TeamForm.AWL and len(plan.sheets) == 1]
        assert [(plan.rounds, plan.sheets[0].sets, plan.opponents) for plan in cuts] == [
            ((8,), 9, 8),
            ((6,), 9, 6),
            ((4,), 9, 4),
        ]

    def test_fifteen_teams_in_two_sessions(self) -> None:
        """R-244: lines 1945-1953: 1-4 and 11-14 then 5-10, or 1-3 and 12-14 then 4-11."""
        plays = [
            tuple(sheet.options["play"] for sheet in plan.sheets)
            for plan in team_plans(15)
            if plan.form is TeamForm.AWL and len(plan.sheets) == 2
        ]
        assert plays == [
            ("1,2,3,12,13,14", "4,5,6,7,8,9,10,11"),
            ("1,2,3,4,11,12,13,14", "5,6,7,8,9,10"),
        ]

    def test_boards_may_be_numbered_on(self) -> None:
        """R-234: session 2 of 8 teams with boards from 22 on: 4 sets of 7."""
        plan = next(p for p in team_plans(8) if p.form is TeamForm.EVERY_TEAM and len(p.sheets) == 2).with_boards(7)
        boards = [board for group in plan.make_session(2, 22).board_sets for board in group]
        assert boards == list(range(22, 50))

    def test_forms_have_names(self) -> None:
        """R-086: every form is named in the catalogue of words."""
        assert {form.name_code for form in TeamForm} == {f"team-plan.form.{form.value}" for form in TeamForm}
