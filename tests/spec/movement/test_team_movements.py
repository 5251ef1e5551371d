"""The sheets of team movements (manual, lines 1874-1971, 2621-2631 and 3676-3737)."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.cuts import cut
from arrowswitch.core.movements.families.awl import corresponding, corresponding_rounds
from arrowswitch.core.movements.families.howell import howell
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.boards import BoardsKind, initial_boards, relays
from arrowswitch.core.movements.model import Movement
from tests.movements import (
    board_places,
    encounters,
    meetings_of,
    printed_tokens,
    registered_sizes,
    seats,
    vector,
    written_tokens,
)
from tests.rotation import rotate
from tests.tables import for_each
from tests.team_games import all_pairs, complete_after, count_matches, every_pair, everybody


def codes(movement: Movement) -> set[str]:
    """Returns the codes of the faults of `movement` (notices left out)."""
    return {fault.code for fault in faults(movement) if fault.severity is Severity.FAULT}


class TestAwlOdd:
    """East-West skip down two, boards down one; rounds r and n - r belong together (lines 1880-1910)."""

    @pytest.mark.parametrize(("name", "teams"), [("fig21_awl_9", 9), ("fig23_awl_15", 15)])
    def test_figures_21_and_23(self, name: str, teams: int) -> None:
        """R-241: 9 and 15 teams: every printed cell in its set and round."""
        movement = make("awl", teams=teams)
        assert meetings_of(movement) == encounters(name)
        assert board_places(movement) == seats(name)
        assert written_tokens(movement) == printed_tokens(name)

    def test_boards_lie_one_table_lower(self) -> None:
        """R-256: 9 teams: set 1 at table 9, set 2 at table 1, ... before round 1 (lines 1890, 1894)."""
        lying = {place.board_set: place.place.tables for place in initial_boards(make("awl", teams=9))}
        assert lying == {1: (9,), **{s: (s - 1,) for s in range(2, 10)}}
        assert {place.place.kind for place in initial_boards(make("awl", teams=9))} == {BoardsKind.TABLE}

    def test_matches_are_complete_from_half_way_on(self) -> None:
        """R-242: 9 teams: none after round 4, those of rounds 4 and 5 after round 5, all 36 after round 8."""
        movement = make("awl", teams=9)
        counts = [len(complete_after(movement, r)) for r in range(1, 9)]
        assert counts == [0, 0, 0, 0, 9, 18, 27, 36]
        fourth = {frozenset(m.contestants) for m in movement.in_round(4)}
        assert complete_after(movement, 5) == fourth

    def test_it_ends_two_tables_before_home(self) -> None:
        """R-242: line 1898: in the last round East-West sit two tables higher than home, where the next move leads."""
        movement = make("awl", teams=9)
        assert {(int(m.table) - int(m.ew[0])) % 9 for m in movement.in_round(8)} == {2}


class TestAwlEven:
    """Crossover after the even offsets, boards laid again, a relay round at the end (lines 1912-1935)."""

    def test_figure_22(self) -> None:
        """R-241: 10 teams: rounds 1 to 8 cell by cell; round 9 with its encounters and tables, on boards of its own.

        As printed teams 6 to 10 would play sets 1 to 5 again in round 9.
        """
        movement = make("awl", teams=10)
        name = "fig22_awl_10"
        assert {c for c in meetings_of(movement) if c[0] <= 8} == encounters(name, rounds=8)
        assert written_tokens(movement) == printed_tokens(name)
        fresh = vector(name)["fresh_sets_round9"]
        last = {(m.ns[0], m.ew[0]): m.board_set for m in movement.in_round(9)}
        assert last == {(n, e): fresh[str(s)] for r, s, n, e in encounters(name) if r == 9}
        assert [relay.tables for relay in relays(movement)] == [(t, t + 5) for t in range(1, 6)]

    def test_the_printed_relay_round_cannot_be(self) -> None:
        """R-241: after round 8 team t has two sets left, t and t - 3; those of t and t + 5 have none in common."""
        left = {}
        movement = make("awl", teams=10, rounds=8)
        for team in movement.contestants:
            left[int(team)] = set(range(1, 11)) - {m.board_set for m in movement.meetings if team in m.contestants}
        assert left == {t: {t, (t - 4) % 10 + 1} for t in range(1, 11)}
        assert all(not left[t] & left[t + 5] for t in range(1, 6))

    def test_the_crossover(self) -> None:
        """R-241: line 1920: after round 2 East-West take the boards just played to their home table."""
        movement = make("awl", teams=10)
        before = {m.ew[0]: m.board_set for m in movement.in_round(2)}
        assert all(before[m.ns[0]] == m.board_set for m in movement.in_round(3))
        assert complete_after(movement, 4) == {frozenset(m.contestants) for r in (1, 2) for m in movement.in_round(r)}

    def test_the_relay_round_alone_may_be_left_out(self) -> None:
        """R-243: line 1943: 10 teams, 8 rounds: everybody but the team half the field away, 20 boards of 2."""
        movement = make("awl", teams=10, rounds=8)
        assert meetings_of(movement) == encounters("fig22_awl_10", rounds=8)
        missing = everybody(movement) - count_matches(movement)
        assert set(missing) == {frozenset((str(t), str(t + 5))) for t in range(1, 6)}
        assert cut(make("awl", teams=10), 8).rounds == 8


class TestAwlSizes:
    """TFAWL (line 3459), and the small even numbers of which only ten is printed."""

    @rotate("teams", sorted({*registered_sizes("TFAWL"), *range(3, 61)}), by=lambda teams: (teams // 6, teams % 4))
    def test_every_size(self, teams: int) -> None:
        """R-241, R-086: 3 to 60 teams: everybody meets everybody, both halves of a match on one set.

        n - 1 rounds and n sets; with an even number half as many more for the relay round.
        """
        movement = make("awl", teams=teams)
        assert (movement.tables, movement.rounds) == (teams, teams - 1)
        assert len(movement.board_sets) == (teams if teams % 2 else teams + teams // 2)
        assert codes(movement) == set()
        assert count_matches(movement) == everybody(movement)


class TestAwlCut:
    """Corresponding rounds are left out together (lines 1937-1943), and sessions are such parts (1945-1953)."""

    def test_round_1_needs_round_8(self) -> None:
        """R-243: 9 teams without round 1: refused, round 8 would be left alone."""
        with pytest.raises(Refused) as caught:
            make("awl", teams=9, play="2-8")
        [problem] = caught.value.problems
        assert (problem.code, problem.params) == ("families.awl-halves", {"round": 8, "other": 1})

    def test_a_cut_leaves_out_both(self) -> None:
        """R-243: 9 teams in 6 rounds: rounds 2 to 7 of figure 21."""
        movement = make("awl", teams=9, rounds=6)
        figure = {(r - 1, s, ns, ew) for r, s, ns, ew in encounters("fig21_awl_9") if 2 <= r <= 7}
        assert meetings_of(movement) == figure
        assert codes(movement) == set()

    @for_each("options", [{"rounds": 7}, {"rounds": 10}, {"play": "9"}, {"play": "1,1"}, {"play": "x"}])
    def test_other_cuts_are_refused(self, options: dict[str, int | str]) -> None:
        """R-243: 9 teams: an odd number of rounds, too many, and rounds that cannot be read."""
        with pytest.raises(Refused):
            make("awl", teams=9, **options)

    @for_each("teams", [9, 10, 15, 16])
    def test_corresponding_rounds_hold_the_same_matches(self, teams: int) -> None:
        """R-243: in every sheet the matches of a round and of its corresponding one are the same."""
        movement = make("awl", teams=teams)
        for r in range(1, teams):
            matches, others = (
                {frozenset(m.contestants) for m in movement.in_round(x)} for x in (r, corresponding(teams, r))
            )
            assert matches == others

    def test_play_cannot_stop_in_the_middle(self) -> None:
        """R-243: 9 teams after round 7: nine matches are half played."""
        with pytest.raises(Refused) as caught:
            cut(make("awl", teams=9), 7)
        assert caught.value.problems[0].code == "movement.cut.matches"
        assert make("awl", teams=9).rounds_free_to_cut == ()
        assert make("awl", teams=10).rounds_free_to_cut == (4, 8)

    @pytest.mark.parametrize(("first", "second"), [("1-4,11-14", "5-10"), ("1-3,12-14", "4-11")])
    def test_two_sessions_of_fifteen_teams(self, first: str, second: str) -> None:
        """R-244: both divisions of lines 1945-1953: every comparison complete within its session."""
        first_session, two = make("awl", teams=15, play=first), make("awl", teams=15, play=second)
        assert codes(first_session) == codes(two) == set()
        assert len(complete_after(first_session, first_session.rounds)) == 15 * first_session.rounds // 2
        assert count_matches(first_session, two) == everybody(first_session)

    def test_the_documents_own_division(self) -> None:
        """R-244: as data of the figure: rounds 1-4, 11-14 and 5-10; 1-3, 12-14 and 4-11."""
        figure = vector("fig23_awl_15")
        twos = corresponding_rounds(15)
        for count, name in ((4, "sessions"), (3, "sessions_alt")):
            parts = twos[:count], twos[count:]
            assert [sorted({r for two in part for r in two}) for part in parts] == [s["rounds"] for s in figure[name]]

    @pytest.mark.parametrize(("leave", "up"), [(4, 1), (3, 12)])
    def test_the_crossover_between_the_parts(self, leave: int, up: int) -> None:
        """R-244: line 1949: after round k East-West carry the set to their home table and go 4k tables up, of 15."""
        play = f"1-{leave},{15 - leave}-14"
        movement = make("awl", teams=15, play=play)
        before = {m.ew[0]: m for m in movement.in_round(leave)}
        for after in movement.in_round(leave + 1):
            assert before[after.ns[0]].board_set == after.board_set
            assert (after.table - before[after.ew[0]].table) % 15 == up == 4 * leave % 15


class TestMirrorMitchell:
    """Two halves exchange East-West (lines 3676-3703)."""

    def test_the_printed_sheet(self) -> None:
        """R-245: 14 teams: every cell of lines 3697-3703, with table and copy of the boards."""
        movement = make("mirror-mitchell", teams=14)
        name = "app3_mirror_mitchell_14"
        assert meetings_of(movement) == encounters(name)
        assert board_places(movement) == seats(name)
        assert written_tokens(movement) == printed_tokens(name)
        assert {movement.copy_of(c["table"]) == c["copy"] for c in vector(name)["encounters"]} == {True}
        assert all(movement.sharing(r) == {} for r in range(1, 8))

    def test_round_1_makes_the_twins(self) -> None:
        """R-245: line 3684: in round 1 both halves of every match are played at once; 2/7, 3/6, 4/5 are halves."""
        movement = make("mirror-mitchell", teams=14)
        assert complete_after(movement, 1) == {frozenset(m.contestants) for m in movement.in_round(1)}
        matches = {r: {frozenset(m.contestants) for m in movement.in_round(r)} for r in range(1, 8)}
        assert [matches[a] == matches[b] for a, b in ((2, 7), (3, 6), (4, 5))] == [True] * 3

    @for_each("teams", [*registered_sizes("TFMM"), 6, 8, 16, 20, 24, 34])
    def test_every_size(self, teams: int) -> None:
        """R-245, R-086: TFMM, 10 to 30 teams (line 3460), and multiples of 4: everybody meets the other half once."""
        movement = make("mirror-mitchell", teams=teams)
        half = teams // 2
        assert (movement.tables, movement.rounds, len(movement.board_sets)) == (teams, half, half)
        assert codes(movement) == set()
        assert set(count_matches(movement)) == {
            frozenset((str(a), str(b))) for a in range(1, half + 1) for b in range(half + 1, teams + 1)
        }

    @for_each("teams", [10, 14, 30])
    def test_the_second_session(self, teams: int) -> None:
        """R-245: line 3692: each half plays an AWL of its own: over both sessions everybody meets everybody."""
        half = teams // 2
        first = make("mirror-mitchell", teams=teams)
        second = [make("awl", teams=half), make("awl", teams=half, first_team=half + 1)]
        assert count_matches(first, *second) == everybody(first)

    def test_boxes_change_places_instead_of_twins(self) -> None:
        """R-245: line 3690: rounds 2 to 7, each section with its own box, exchanged after the sheet's round 4."""
        movement = make("mirror-mitchell", teams=14, twins="no")
        cells = [c for c in vector("app3_mirror_mitchell_14")["encounters"] if c["round"] > 1]
        assert {(m.round + 1, m.ns[0], m.ew[0]) for m in movement.meetings} == {
            (c["round"], str(c["ns"]), str(c["ew"])) for c in cells
        }
        for m in movement.meetings:
            assert (m.board_set > 7) is ((m.table > 7) is (m.round + 1 <= 4))
        assert codes(movement) == set()
        assert len(count_matches(movement)) == 7 * 6

    @for_each(
        "options, code",
        [
            ({"teams": 12}, "families.mirror-impossible"),
            ({"teams": 28}, "families.mirror-squares"),
            ({"teams": 15}, "families.even-teams"),
            ({"teams": 16, "twins": "no"}, "families.mirror-twins"),
            ({"teams": 14, "rounds": 6}, "families.team-rounds"),
        ],
    )
    def test_what_cannot_be_is_refused(self, options: dict[str, int | str], code: str) -> None:
        """R-245: 12 teams are impossible (two orthogonal squares of side 6), for 28 there is no sheet here."""
        with pytest.raises(Refused) as caught:
            make("mirror-mitchell", **options)
        assert [problem.code for problem in caught.value.problems] == [code]


class TestStagger:
    """Session 1 odd with odd and even with even, session 2 odd with even (lines 3705-3737)."""

    @for_each("teams", registered_sizes("TF2S", "スタガー"))
    def test_the_registered_sizes(self, teams: int) -> None:
        """R-246, R-086: TF2S, 6, 8, 10, 12 teams: the sheets worked out from the text, with tables and relays."""
        name = f"app3_stagger_{teams}"
        for session in (1, 2):
            movement = make("stagger", teams=teams, session=session)
            cells = [c for c in vector(name)["encounters"] if c["session"] == session]
            assert {(m.round, m.board_set, m.table, m.ns[0], m.ew[0]) for m in movement.meetings} == {
                (c["round"], c["set"], c["table"], str(c["ns"]), str(c["ew"])) for c in cells
            }
            assert movement.rounds == vector(name)["rounds_per_session"][session - 1]
            assert [relay.tables for relay in relays(movement)] == [
                tuple(relay["tables"]) for relay in vector(name)["relay"]
            ]

    @for_each("teams", range(4, 31, 2))
    def test_all_meet_once_over_both_sessions(self, teams: int) -> None:
        """R-246: n/2 - 1 and n/2 rounds (6 teams: 2 + 3): odd and even in session 2 only."""
        first, second = make("stagger", teams=teams), make("stagger", teams=teams, session=2)
        assert (first.rounds, second.rounds) == (teams // 2 - 1, teams // 2)
        assert codes(first) == codes(second) == set()
        assert {(int(m.ns[0]) - int(m.ew[0])) % 2 for m in first.meetings} == {0}
        assert {(int(m.ns[0]) - int(m.ew[0])) % 2 for m in second.meetings} == {1}
        assert count_matches(first, second) == everybody(first)


class TestNewEngland:
    """Named in lines 1878 and 2630: relays of tables half the field apart, with bye stands between."""

    @for_each("teams", range(4, 31, 2))
    def test_all_meet_once(self, teams: int) -> None:
        """R-247: n - 1 rounds on n sets, both halves of every match on one of them."""
        movement = make("new-england", teams=teams)
        half = teams // 2
        assert (movement.rounds, len(movement.board_sets)) == (teams - 1, teams)
        assert codes(movement) == set()
        assert count_matches(movement) == everybody(movement)
        assert [relay.tables for relay in relays(movement)] == [(t, t + half) for t in range(1, half + 1)]

    def test_boards_go_over_the_stands(self) -> None:
        """R-247: 8 teams: half of the sets rest, one behind each of tables 1 to 4."""
        movement = make("new-england", teams=8)
        resting = [place for place in initial_boards(movement) if place.place.kind is BoardsKind.STAND]
        assert [(place.board_set, place.place.behind) for place in resting] == [(2, 1), (4, 2), (6, 3), (8, 4)]


class TestRoundRobinByTeams:
    """Everybody meets everybody in n - 1 rounds, in one to four sessions (lines 2621-2631, 3462-3473)."""

    @for_each(
        "teams, sessions",
        [
            *((n, 1) for n in registered_sizes("TF1S")),
            *((n, 1) for n in registered_sizes("TSIMPL")),
            *((n, 1) for n in registered_sizes("TSRR")),
            *((n, 2) for n in registered_sizes("TF2S", "チーム")),
            *((n, 3) for n in registered_sizes("TF3S")),
            *((n, 4) for n in registered_sizes("TF4S")),
            *((n, 1) for n in range(3, 21)),
        ],
    )
    def test_every_registered_size(self, teams: int, sessions: int) -> None:
        """R-086, R-234: TF1S, TF2S, TF3S, TF4S, TSIMPL, TSRR and TSSR: nobody sits out, every session is complete."""
        parts = [make("round-robin", teams=teams, sessions=sessions, session=s) for s in range(1, sessions + 1)]
        assert sum(part.rounds for part in parts) == teams - 1
        for part in parts:
            assert part.tables == teams
            assert codes(part) == set()
            assert all(part.sit_outs(r) == () for r in range(1, part.rounds + 1))
        assert count_matches(*parts) == everybody(parts[0])

    def test_the_parts_are_even_with_the_longer_last(self) -> None:
        """R-234: as listed (lines 3404-3417): 7 teams 2 + 4, 8 teams 3 + 4, 11 teams 4 + 6, 13 teams 4 + 4 + 4."""
        lengths = {
            n: [make("round-robin", teams=n, sessions=s, session=i).rounds for i in range(1, s + 1)]
            for n, s in ((7, 2), (8, 2), (9, 2), (10, 2), (11, 2), (12, 2), (13, 3))
        }
        assert lengths == {7: [2, 4], 8: [3, 4], 9: [4, 4], 10: [4, 5], 11: [4, 6], 12: [5, 6], 13: [4, 4, 4]}

    def test_a_howell_of_eight_pairs_for_eight_teams(self) -> None:
        """R-247: line 2630: 8 pairs, 7 rounds: each of its tables becomes two, at the homes of both teams."""
        pairs, teams = howell(4, 7, cards="still"), make("round-robin", teams=8)
        assert {(m.round, m.board_set, frozenset(m.contestants)) for m in teams.meetings} == {
            (m.round, m.board_set, frozenset(m.contestants)) for m in pairs.meetings
        }
        assert all(m.table == int(m.ns[0]) for m in teams.meetings)

    @for_each(
        "options, code",
        [
            ({"teams": 21}, "movement.refused.teams"),
            ({"teams": 5, "sessions": 3}, "families.round-robin-sessions"),
            ({"teams": 8, "sessions": 2, "session": 3}, "families.round-robin-session"),
            ({"teams": 8, "rounds": 6}, "families.team-rounds"),
        ],
    )
    def test_what_cannot_be_is_refused(self, options: dict[str, int | str], code: str) -> None:
        """R-234: too many teams, a division that would part a match, a session that is not there, a cut."""
        with pytest.raises(Refused) as caught:
            make("round-robin", **options)
        assert [problem.code for problem in caught.value.problems] == [code]


class TestRoundRobinByPairs:
    """Every pair meets both pairs of every other team in 2n - 2 rounds (lines 2631, 3084-3087, 3397-3411)."""

    @for_each(
        "teams, sessions",
        [
            *((n, 1) for n in registered_sizes("TP1S")),
            *((n, 2) for n in registered_sizes("TP2S") if n != 3),
            *((n, 4) for n in registered_sizes("TP4S")),
            *((n, 1) for n in range(3, 21)),
        ],
    )
    def test_every_registered_size(self, teams: int, sessions: int) -> None:
        """R-086, R-234, R-236: TP1S, TP2S, TP4S: every pair plays in every round, and all comparisons are complete."""
        parts = [
            make("round-robin", teams=teams, form="pair", sessions=sessions, session=s) for s in range(1, sessions + 1)
        ]
        assert sum(part.rounds for part in parts) == 2 * teams - 2
        for part in parts:
            assert part.tables == teams
            assert codes(part) == set()
            assert all(part.sit_outs(r) == () for r in range(1, part.rounds + 1))
        assert all_pairs(*parts) == every_pair(parts[0])

    def test_odd_numbers_need_no_relay(self) -> None:
        """R-236: 5 teams: 8 rounds, 10 sets of 3 boards (line 3087: 24 boards of 30 made), no table shares."""
        movement = make("round-robin", teams=5, form="pair", boards_per_round=3)
        assert (movement.rounds, movement.boards_total) == (8, 30)
        assert all(movement.sharing(r) == {} for r in range(1, 9))

    def test_three_teams_play_it_in_each_session(self) -> None:
        """R-234: lines 3085 and 3398: 3 teams, 4 rounds, 6 sets; in two sessions twice."""
        whole = make("round-robin", teams=3, form="pair", boards_per_round=6)
        assert (whole.rounds, whole.boards_total) == (4, 36)
        again = make("round-robin", teams=3, form="pair", sessions=2, session=2, boards_per_round=6)
        assert again.meetings == whole.meetings

    def test_four_teams_share_all_boards(self) -> None:
        """R-234: line 3086: 4 teams, 6 rounds of 4 boards, 24 boards used, relay."""
        movement = make("round-robin", teams=4, form="pair", boards_per_round=4)
        assert (movement.rounds, movement.boards_total) == (6, 24)
        assert all(movement.sharing(r) for r in range(1, 7))
