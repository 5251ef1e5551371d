"""The first choice fits the time there is, for every size of field, or says why it is late (manual, lines 802-808).

`make test` asks for a spread of sizes, and `make exhaustive` for every size of pairs, teams and single players.
"""

from __future__ import annotations

from itertools import product

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.balance import is_enough_of
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.left_right import sides_report
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.chooser import choose
from arrowswitch.core.movements.choosing.plan_chooser import PlanChoice, PlanWishes, choose_plans, is_large
from arrowswitch.core.movements.choosing.player_chooser import choose_players
from arrowswitch.core.movements.choosing.team_choices import TeamWishes
from arrowswitch.core.movements.choosing.team_chooser import choose_teams
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.cuts import plays_after
from arrowswitch.core.movements.families.individual import PLAYERS, individual_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, problem_text, problems_text
from tests.rotation import is_exhaustive, rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli

EVENINGS = (150, 180, 195, 210)
SPREAD = (5, 6, 8, 9, 10, 17, 19, 26, 38, 39, 45, 55, 57, 59, 60, 69, 77, 90, 105, 119, 120)
FIELDS = tuple(range(5, 121)) if is_exhaustive() else SPREAD
SIZES = {"pairs": range(5, 121), "teams": range(3, 41), "players": range(5, 29)}
ASKED = tuple((kind, size, minutes) for kind, sizes in SIZES.items() for size in sizes for minutes in EVENINGS)


def codes(choice: MovementChoice | PlanChoice) -> set[str]:
    """Returns the codes of why a choice is there."""
    return {problem.code for problem in choice.why}


def words(choice: MovementChoice, locale: Locale) -> str:
    """Returns why a choice is there."""
    return " ".join(problem_text(problem, locale) for problem in choice.why)


def one_session(pairs: int, minutes: int) -> PlanChoice:
    """Returns the first choice for an evening."""
    return choose_plans(pairs, PlanWishes(1, minutes=minutes), 2)[0]


class TestEverySize:
    @rotate(pairs=FIELDS, minutes=EVENINGS)
    def test_pairs(self, pairs: int, minutes: int) -> None:
        """R-035: in one section, from 20 tables on in sections; at most three minutes late, with the reason."""
        first = one_session(pairs, minutes)
        assert len(first.sections[0]) > 1 if is_large(pairs) else len(first.sections[0]) < 3
        if not first.fits_time:
            assert first.minutes[0] <= minutes + 3
            assert "choice.rather-late" in codes(first)

    @for_each("teams, minutes", product(range(3, 41), EVENINGS))
    def test_teams(self, teams: int, minutes: int) -> None:
        """R-035: every number of teams."""
        assert choose_teams(teams, 1, TeamWishes(minutes=minutes), 1)[0].fits_time

    @for_each("teams, minutes", product(range(8, 41, 8), EVENINGS))
    def test_nobody_deals_boards_by_the_hundred(self, teams: int, minutes: int) -> None:
        """At 150 minutes a Swiss of five rounds: a league of 40 teams would have needed 240 boards."""
        first = choose_teams(teams, 1, TeamWishes(minutes=minutes), 1)[0]
        assert first.boards_to_make <= 2 * sum(first.boards)

    @rotate(players=PLAYERS, minutes=EVENINGS)
    def test_players(self, players: int, minutes: int) -> None:
        """R-035: every number of players; up to 28 (line 1590) use three quarters of the time."""
        first = choose_players(players, TeamWishes(minutes=minutes, least_boards=None), 1)[0]
        assert first.fits_time
        assert 4 * first.minutes >= 3 * minutes or players > 28
        assert is_sound(first.movement)
        assert make(first.movement.family, **first.options) == first.movement


def test_all_tables_play_the_same_boards_where_that_compares_better() -> None:
    """14 of 17 rounds of two boards fit 210 minutes, and compare more evenly in the same rounds. Five tables play two
    boards at once on three copies."""
    first = choose_players(22, TeamWishes(minutes=210, least_boards=None), 1)[0]
    assert (first.movement.rounds, first.movement.boards_per_round) == (14, 2)
    assert first.options["barometer"] == "yes"
    assert "it takes 3 copies" in words(first, Locale.EN)
    assert "1ボードごとに回します（3組）" in words(first, Locale.JA)


class TestOneBoardARound:
    """Partners may change with every board (manual, line 1578)."""

    @for_each("players", [27])
    @for_each("minutes", [180, 195])
    def test_a_whole_sheet_that_every_table_plays(self, players: int, minutes: int) -> None:
        """R-282: 21 rounds of one board, each played at all tables, with any player sitting out; a reason excludes two
        boards."""
        first = choose_players(players, TeamWishes(minutes=minutes, least_boards=None))[0]
        assert (first.movement.rounds, first.movement.boards_per_round, first.relays) == (21, 1, 0)
        assert set(plays_after(first.movement, 21).values()) == {players // 4}
        fitting = minutes // 15
        assert f"Of two boards {fitting} rounds would fit" in words(first, Locale.EN)
        assert f"2ボードずつなら{fitting}ラウンド" in words(first, Locale.JA)

    @rotate(players=range(18, 29), minutes=EVENINGS)
    def test_only_where_no_two_boards_can_be_played(self, players: int, minutes: int) -> None:
        """R-282: the rounds of two boards that fill the time compare less evenly, in either form, or leave everybody
        too few of the boards."""
        wishes = TeamWishes(minutes=minutes, least_boards=None)
        first = choose_players(players, wishes, 1)[0]
        if first.movement.boards_per_round == 1:
            for rounds in range(6, individual_rounds(players)[-1] + 1):
                late = wishes.minutes_of(rounds, 2) > minutes
                short = wishes.is_short(wishes.minutes_of(rounds, 2))
                for barometer in (None, "yes") if not (late or short) else ():
                    other = make("individual", players=players, rounds=rounds, boards_per_round=2, barometer=barometer)
                    measures = fairness(other)
                    few = not is_enough_of(rounds - measures.sit_outs.most, len(other.board_sets))
                    assert few or (measures.balance or 0) > (first.fairness.balance or 0), (rounds, barometer)

    def test_who_asks_for_one_board_is_not_told(self) -> None:
        """R-034: and where two boards can be played, the choices of one say no more than what they are."""
        one_board = choose_players(28, TeamWishes(minutes=195, boards_per_round=1, least_boards=None))[0]
        assert not any(code.startswith("player-choice.one-board") for code in codes(one_board))
        others = choose_players(24, TeamWishes(minutes=195, least_boards=None))
        single_boards = [codes(choice) for choice in others if choice.movement.boards_per_round == 1]
        assert single_boards
        assert all(any(code.startswith("player-choice.one-board") for code in found) for found in single_boards)


class TestCommandLine:
    """The output of `arrowswitch movement list` for a director."""

    @pytest.mark.slow
    @rotate("kind, size, minutes", ASKED[::37], by=lambda row: (row[0], row[2]))
    def test_the_first_of_the_list(self, kind: str, size: int, minutes: int) -> None:
        """R-035: it fits, or is at most three minutes late and says why; or it is said why there is none."""
        output = cli("movement", "list", f"--{kind}", str(size), "--minutes", str(minutes), "--json")
        if kind == "players" and size < PLAYERS[0]:
            assert output.code == 1
            assert str(PLAYERS[0]) in output.err
            return
        first = output.json[0]
        assert first["minutes"] <= minutes + 3
        if first["minutes"] > minutes:
            assert "late is better than a table waiting" in first["why"]


class TestSections:
    """Manual, lines 2282-2285: from 20 tables on even 13 rounds of two boards are played in two sections."""

    @for_each("pairs", [55, 57, 59])
    def test_odd_fields_without_a_movement_of_their_own(self, pairs: int) -> None:
        """R-288: a half table would need 27 rounds of one board or more: two sections of 13 rounds of two instead."""
        first = one_session(pairs, 195)
        assert [(len(first.sections[0]), first.rounds, first.boards_per_round)] == [(2, (13,), 2)]
        assert sum(section.movement.phantom is not None for section in first.plan.sessions[0]) == 1

    def test_equal_sections_first(self) -> None:
        """R-288: 60 pairs: 15 + 15 tables before 19 + 11, and before one section of 30."""
        choices = choose_plans(60, PlanWishes(1, minutes=195), 99)
        sizes = [
            tuple(section.tables for section in choice.sections[0]) for choice in choices if choice.rounds == (13,)
        ]
        assert sizes[0] == (15, 15)
        assert sizes.index((15, 15)) < sizes.index((19, 11)) < sizes.index((30,))

    def test_a_few_copies_of_the_boards_are_enough_for_one_section(self) -> None:
        """R-288: with one copy of the boards 60 pairs play in one section."""
        assert choose_plans(60, PlanWishes(1, minutes=195, board_sets=1), 2)[0].single is not None

    def test_smaller_fields_stay_together(self) -> None:
        """R-034: 19 tables play one Mitchell; two sections of them stand behind."""
        choices = choose_plans(38, PlanWishes(1, minutes=195))
        assert choices[0].single is not None
        assert any(choice.single is None for choice in choices)


class TestRatherLate:
    """Three minutes more rather than a table that waits for boards in every round."""

    def test_nine_rounds_of_three_boards(self) -> None:
        """R-035: 9 x (3 x 7 + 1) = 198 minutes of 195; eight rounds would need a relay. It says so."""
        first, *others = choose(10, Wishes(minutes=195))
        assert (first.movement.family, first.movement.rounds, first.movement.boards_per_round, first.minutes) == (
            "howell",
            9,
            3,
            198,
        )
        assert not first.relays
        assert not first.fits_time
        assert "3 more than the 195" in words(first, Locale.EN)
        assert "Up to three minutes late is better" in words(first, Locale.EN)
        assert "ボード待ちより" in words(first, Locale.JA)
        assert all("choice.rather-late" not in codes(choice) for choice in others)

    def test_nine_pairs_wait_for_nobody(self) -> None:
        """R-035: without the phantom 9 the eight rounds need no relay."""
        first = choose(9, Wishes(minutes=195))[0]
        assert (first.movement.rounds, first.movement.boards_per_round, first.relays) == (8, 3, 0)
        assert first.fits_time

    @pytest.mark.parametrize("minutes", [194, 200])
    def test_not_later_than_that(self, minutes: int) -> None:
        """R-035: 198 minutes are four more than 194; they fit into 200."""
        assert choose(10, Wishes(minutes=minutes))[0].fits_time

    def test_a_relay_that_nothing_replaces_stays(self) -> None:
        """R-034: 16 pairs in 195 minutes: eight rounds of three with a relay; seven of four would miss opponents."""
        first = choose(16, Wishes(minutes=195))[0]
        assert (first.movement.family, first.movement.rounds, first.movement.boards_per_round) == (
            "relay-mitchell",
            8,
            3,
        )


class TestEndedIndividuals:
    """A sheet of single players that is too long for the time is ended where its boards can still be compared."""

    @for_each("players, minutes, rounds, boards", [(28, 150, 18, 1), (13, 180, 12, 2), (12, 150, 9, 2)])
    def test_close_to_the_time(self, players: int, minutes: int, rounds: int, boards: int) -> None:
        """R-282: 28 players in 150 minutes: 18 of 21 rounds, 144 minutes; 13 in 180: 12 of 13 rounds of two boards."""
        first = choose_players(players, TeamWishes(minutes=minutes, least_boards=None))[0]
        assert (first.movement.rounds, first.movement.boards_per_round) == (rounds, boards)
        assert all("{" not in words(first, locale) for locale in Locale)

    def test_the_boards_keep_their_places_where_they_can_be_compared(self) -> None:
        """R-282: 18 of 21 rounds: four to seven of the seven tables play a board, and the scores are factored."""
        movement = make("individual", players=28, rounds=18)
        plays = sorted(plays_after(movement, 18).values())
        assert (plays[0], plays[-1]) == (4, 7)
        assert movement.options["plays"] == "uneven"
        first = choose_players(28, TeamWishes(minutes=150, least_boards=None))[0]
        assert "a board is played at 4 to 7 tables" in words(first, Locale.EN)

    def test_else_all_tables_play_the_same_boards(self) -> None:
        """R-282: ten of 13 rounds: boards would be played at one to three tables."""
        movement = make("individual", players=13, rounds=10)
        assert set(plays_after(movement, 10).values()) == {3}
        first = choose_players(13, TeamWishes(minutes=150, least_boards=None))[0]
        assert "all tables play the same boards" in words(first, Locale.EN)
        assert first.relays == 2

    @for_each("players", PLAYERS)
    def test_every_number_of_rounds_is_sound(self, players: int) -> None:
        """R-282: from five rounds to the longest sheet; nobody has a partner twice."""
        for rounds in range(5, individual_rounds(players)[-1] + 1):
            movement = make("individual", players=players, rounds=rounds)
            assert is_sound(movement)
            assert movement.rounds == rounds
            assert max(sides_report(movement).partners) == 1

    @pytest.mark.parametrize("rounds", [4, 8])
    def test_others_are_refused(self, rounds: int) -> None:
        """R-282: eight players have seven rounds at the most, and less than five is no session."""
        with pytest.raises(Refused) as refused:
            make("individual", players=8, rounds=rounds)
        assert "5, 6, 7" in problems_text(refused.value, Locale.EN)[0]

    def test_boards_asked_for_bind(self) -> None:
        """R-034: who asks for 18 boards is not given more because there is time."""
        first = choose_players(9, TeamWishes(minutes=210, preferred_boards=18, least_boards=None))[0]
        assert (first.boards_planned, first.line) == (18, 3074)


def test_a_rover_of_one_round_is_refused_in_words() -> None:
    """R-052: it would sit out the only round it has."""
    with pytest.raises(Refused) as refused:
        make("rover-mitchell", pairs=11, rounds=1)
    assert "NS6 would not play at all" in problems_text(refused.value, Locale.EN)[0]
    assert "NS6が一度もプレイしません" in problems_text(refused.value, Locale.JA)[0]
    assert make("rover-mitchell", pairs=11, rounds=2).rounds == 2
