"""Movements for a number of teams, or single players.

Manual, lines 1799-1801, 2613-2657, 3070-3096, 3376-3431.
"""

from __future__ import annotations

from typing import Any

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.player_chooser import choose_players
from arrowswitch.core.movements.choosing.team_choices import TeamChoice, TeamWishes
from arrowswitch.core.movements.choosing.team_chooser import choose_teams
from arrowswitch.core.movements.families.individual import PLAYERS, individual_rounds
from arrowswitch.core.movements.listed.team_list import player_list, team_list
from arrowswitch.core.movements.sessions.team_plan import TeamForm
from arrowswitch.i18n import Locale, problem_text
from tests.movements import vector
from tests.tables import for_each

SHEETS = {
    "STAGGER": TeamForm.STAGGER,
    "MIRROR_MITCHELL": TeamForm.MIRROR,
    "AWL": TeamForm.AWL,
}


def kinds(entry: dict[str, Any]) -> int:
    """Returns how many sheets of teams and pairs a row names; "without and with relay" are two."""
    return max(int(entry["variants"]), 1 if isinstance(entry["relay"], bool) else 2)


def form_of(entry: dict[str, Any]) -> TeamForm:
    """Returns the form of a printed row; a round robin by teams without a sheet is a Howell in one session."""
    if entry["movement"] is not None:
        return SHEETS[entry["movement"]]
    if entry["format"] == "pairs_rr":
        return TeamForm.EVERY_PAIR
    return TeamForm.EVERY_TEAM if isinstance(entry["rounds"], list) else TeamForm.HOWELL


def words(choice: Any, locale: Locale = Locale.EN) -> str:
    """Returns everything a choice says."""
    return " ".join(problem_text(p, locale) for p in choice.why + choice.better + choice.worse + choice.warnings)


def warning_codes(choice: TeamChoice) -> set[str]:
    return {problem.code for problem in choice.warnings}


class TestAdvice:
    """Up to 7 teams by all pairs, from 8 by teams, from 13 a Swiss (lines 3427-3431)."""

    @for_each(
        "teams, forms",
        [
            (6, {TeamForm.EVERY_PAIR, TeamForm.TEAMS_AND_PAIRS}),
            (8, {TeamForm.EVERY_TEAM, TeamForm.STAGGER}),
            (13, {None}),
            (24, {None}),
        ],
    )
    def test_two_sessions(self, teams: int, forms: set[TeamForm | None]) -> None:
        """R-054: what is proposed first to 6, 8, 13 and 24 teams for a day of two sessions."""
        assert choose_teams(teams, 2)[0].form in forms

    @for_each(
        "teams, by_pairs, by_teams, swiss",
        [(6, True, True, False), (8, True, True, True), (24, False, True, True)],
    )
    def test_all_forms_are_among_the_choices(self, teams: int, by_pairs: bool, by_teams: bool, swiss: bool) -> None:
        """R-054: the others stand below, so that a director sees what they would be like."""
        forms = {choice.form for choice in choose_teams(teams, 2)}
        assert (TeamForm.EVERY_PAIR in forms) is by_pairs
        assert bool(forms & {TeamForm.EVERY_TEAM, TeamForm.AWL, TeamForm.STAGGER}) is by_teams
        assert (None in forms) is swiss

    def test_the_advice_is_told(self) -> None:
        """R-054: in words, in both languages."""
        for teams, english, japanese in (
            (6, "all pairs of both teams meet", "ペア総当り"),
            (8, "round robin by teams is advised", "チーム総当り"),
            (24, "a Swiss is advised", "スイス戦がお勧め"),
        ):
            first = choose_teams(teams, 2)[0]
            assert english in words(first)
            assert japanese in words(first, Locale.JA)

    def test_a_swiss_has_six_to_eight_rounds_of_four_to_seven_boards(self) -> None:
        """R-054: line 1801; it has no sheet, and its rounds are divided over the sessions."""
        choices = [choice for choice in choose_teams(24, 2, most=99) if choice.plan is None]
        assert {sum(choice.rounds) for choice in choices} == {6, 7, 8}
        assert {choice.boards_per_round for choice in choices} == {4, 5, 6, 7}
        assert {choice.rounds for choice in choices} == {(3, 3), (3, 4), (4, 4)}
        first = choices[0]
        assert (first.family, first.form, first.fairness) == ("swiss", None, ())
        assert first.boards == first.boards_used
        assert (first.opponents, first.missed_teams) == (sum(first.rounds), 23 - sum(first.rounds))
        assert "drawn by the ranking" in words(first)

    def test_too_many_rounds_for_so_few_teams(self) -> None:
        """R-054, line 2696: with fewer teams than twice the rounds rematches can hardly be avoided: 13 and 7, 8."""
        for choice in choose_teams(13, 1, most=99):
            if choice.plan is None:
                assert ("team-choice.rematches" in warning_codes(choice)) is (2 * sum(choice.rounds) > 13)

    def test_short_round_robins_suit_about_ten_teams(self) -> None:
        """R-054: line 2629: 9 teams are not warned, 12 are."""
        for teams, warns in ((9, False), (12, True)):
            full = [c for c in choose_teams(teams, 2) if c.plan is not None and not c.missed_teams]
            assert full
            assert {("team-choice.many-teams" in warning_codes(choice)) for choice in full} == {warns}

    def test_four_to_ten_boards_in_a_match(self) -> None:
        """R-054: 12 teams by teams in one session play 2 boards a match: told; 6 teams first play 4 to 10."""
        short = [choice for choice in choose_teams(12, 1, most=99) if choice.match_boards == 2]
        assert short
        assert all("team-choice.unusual-match" in warning_codes(choice) for choice in short)
        assert 4 <= choose_teams(6, 1)[0].match_boards <= 10

    def test_more_teams_than_there_are_sheets_for(self) -> None:
        """R-054: 62 teams play a Swiss."""
        assert {choice.form for choice in choose_teams(62, 1)} == {None}


class TestLists:
    """Every row of the documents' lists is offered."""

    @for_each("entry", vector("srr_team_weekly")["entries"], ids=lambda e: f"{e['teams']}T-{e['line']}")
    def test_one_session(self, entry: dict[str, Any]) -> None:
        """R-234: the rows of lines 3085-3096, with the line, sound, with the boards to make that the list prints.

        For 12 teams and 11 rounds, and in every row with "relay", the tables share boards; in a row with an AWL they do
        not."""
        self._check_offer(entry, (entry["rounds"],), (entry["boards_played"],), (entry["boards_used"],))

    @for_each("entry", vector("srr_team")["entries"], ids=lambda e: f"{e['teams']}T-{e['line']}")
    def test_two_and_three_sessions(self, entry: dict[str, Any]) -> None:
        """R-234: the rows of lines 3398-3425."""
        played, used = entry["boards_played_per_session"], entry["boards_used_per_session"]
        self._check_offer(entry, tuple(entry["rounds"]), tuple(played), tuple(used))

    def _check_offer(
        self, entry: dict[str, Any], rounds: tuple[int, ...], played: tuple[int, ...], used: tuple[int, ...]
    ) -> None:
        choices = [
            choice
            for choice in choose_teams(entry["teams"], len(rounds))
            if (choice.form, choice.rounds) == (form_of(entry), rounds)
            and choice.boards_per_round == entry["boards_per_round"]
        ]
        [choice] = choices
        assert choice.line == entry["line"]
        assert (choice.boards, choice.boards_used) == (played, used)
        assert choice.plan is not None
        movements = choice.plan.sessions
        assert all(is_sound(movement) for movement in movements)
        assert tuple(movement.boards_total for movement in movements) == used
        assert "It is in the list of the director’s manual (appendix 1)." in words(choice)

    @for_each("entry", vector("srr_team_pairs")["entries"], ids=lambda e: f"{e['teams']}T-{e['line']}")
    def test_teams_and_pairs(self, entry: dict[str, Any]) -> None:
        """R-237, R-409: the rows of lines 3380-3387, two sessions with a ranking of the pairs too, on as many sheets as
        are listed, with and without relay as it says."""
        choices = [
            choice
            for choice in choose_teams(entry["teams"], 2)
            if choice.form is TeamForm.TEAMS_AND_PAIRS and choice.boards_per_round == entry["boards_per_round"]
        ]
        variants = [choice.plan.variant for choice in choices if choice.plan is not None]
        assert sorted(variants) == list(range(1, kinds(entry) + 1))
        for choice in choices:
            assert (choice.rounds, choice.line) == (tuple(entry["rounds"]), entry["line"])
            assert choice.boards_used == (entry["boards_used_per_session"],) * 2
            assert "pairs are ranked too" in words(choice)
            assert (kinds(entry) > 1) is ("Sheet " in words(choice))
            is_relayed = "With relay" in words(choice)
            assert is_relayed is not ("Without relay" in words(choice))
            assert is_relayed is not ("リレイなし" in words(choice, Locale.JA))
            if isinstance(entry["relay"], bool):
                assert is_relayed is entry["relay"]
        if not isinstance(entry["relay"], bool):
            assert {"With relay" in words(choice) for choice in choices} == {True, False}

    @for_each("entry", vector("individual")["entries"], ids=lambda e: f"{e['players']}-{e['rounds']}")
    def test_individuals(self, entry: dict[str, Any]) -> None:
        """R-034: the rows of lines 3073-3080, sound, as many boards as printed; the first choice is one of them."""
        choices = choose_players(entry["players"])
        [choice] = [
            c
            for c in choices
            if (c.movement.rounds, c.movement.boards_per_round) == (entry["rounds"], entry["boards_per_round"])
            and "barometer" not in c.options
        ]
        assert (choice.line, choice.movement.boards_total) == (entry["line"], entry["total_boards"])
        assert is_sound(choice.movement)
        assert choices[0].line in {row.line for row in player_list() if row.players == entry["players"]}

    def test_the_rows_are_those_of_the_print(self) -> None:
        """R-234: nothing is in our list that is not in theirs."""
        theirs = {
            (entry["teams"], tuple(rounds), entry["boards_per_round"], entry["line"])
            for name in ("srr_team_weekly", "srr_team", "srr_team_pairs")
            for entry in vector(name)["entries"]
            for rounds in [entry["rounds"] if isinstance(entry["rounds"], list) else [entry["rounds"]]]
        }
        assert {(row.teams, row.rounds, row.boards_per_round, row.line) for row in team_list()} == theirs
        printed = vector("individual")["entries"]
        assert [(row.players, row.rounds, row.boards_per_round, row.line) for row in player_list()] == [
            (e["players"], e["rounds"], e["boards_per_round"], e["line"]) for e in printed
        ]


class TestWishes:
    """Time, boards, and the scale of victory points."""

    def test_what_does_not_fit_the_time_comes_last_and_says_so(self) -> None:
        """R-035: 8 teams, 7 rounds of 4 boards: 7 x (4 x 7 + 1) = 203 minutes, 3 more than 200; 3 boards take 154."""
        choices = choose_teams(8, 1, TeamWishes(minutes=200))
        howell = {c.boards_per_round: c for c in choices if c.form is TeamForm.HOWELL}
        assert (howell[4].minutes, howell[4].fits_time) == ((203,), False)
        assert "3 minutes more than the 200" in words(howell[4])
        assert (howell[3].minutes, howell[3].fits_time) == ((154,), True)
        assert "46 to spare" in words(howell[3])
        fits = [choice.fits_time for choice in choices]
        assert fits == sorted(fits, reverse=True)

    def test_boards_of_a_round_bind(self) -> None:
        """R-034: 10 teams with 3 boards a round."""
        assert {c.boards_per_round for c in choose_teams(10, 1, TeamWishes(boards_per_round=3))} == {3}
        assert {c.movement.boards_per_round for c in choose_players(16, TeamWishes(boards_per_round=2))} == {2}

    def test_boards_wanted(self) -> None:
        """R-034: 6 teams who want 40 boards in a session are offered 8 a round."""
        assert choose_teams(6, 1, TeamWishes(preferred_boards=40))[0].boards == (40,)

    def test_only_matches_that_have_victory_points(self) -> None:
        """R-057: by a scale for 6, 8, 10 and 12 boards, by all pairs 4 or 5 boards a round, two rounds make a match."""
        wishes = TeamWishes(match_boards=frozenset({6, 8, 10, 12}))
        for teams, sessions in ((5, 2), (6, 1), (9, 1), (24, 1)):
            try:
                choices = choose_teams(teams, sessions, wishes)
            except Refused:
                continue
            assert {choice.match_boards for choice in choices} <= {6, 8, 10, 12}
        offered = choose_teams(5, 2, wishes)
        assert {(c.boards_per_round, c.match_boards) for c in offered if c.form is TeamForm.EVERY_PAIR} >= {(6, 12)}

    def test_the_minimum_of_a_session_warns(self) -> None:
        """R-037: 8 teams, 3 + 4 rounds of 7 boards: 21 boards in session 1 are below 24, as the list itself has it."""
        choices = [c for c in choose_teams(8, 2) if (c.rounds, c.boards_per_round) == ((3, 4), 7)]
        assert choices
        assert all("team-choice.below-least" in warning_codes(choice) for choice in choices)
        quiet = choose_teams(8, 2, TeamWishes(least_boards=None))
        assert not any("team-choice.below-least" in warning_codes(choice) for choice in quiet)

    def test_a_long_session_warns(self) -> None:
        """R-036: 6 teams, 3 rounds of 11 boards are 33."""
        assert any("team-choice.above-most" in warning_codes(choice) for choice in choose_teams(6, 2))

    def test_each_says_what_is_better_and_worse(self) -> None:
        """R-396: against the first."""
        first, *others = choose_teams(10, 2)
        assert not first.better + first.worse
        assert all(choice.better or choice.worse or choice.boards == first.boards for choice in others)
        assert "more boards to play" in " ".join(map(words, others))

    @for_each(
        "teams, sessions, wishes, code",
        [
            (2, 1, TeamWishes(), "team-choice.teams"),
            (201, 1, TeamWishes(), "team-choice.teams"),
            (8, 5, TeamWishes(), "team-choice.sessions"),
            (8, 0, TeamWishes(), "team-choice.sessions"),
            (8, 1, TeamWishes(match_boards=frozenset({99})), "team-choice.none"),
            (3, 3, TeamWishes(match_boards=frozenset({1})), "team-choice.none"),
        ],
    )
    def test_what_cannot_be(self, teams: int, sessions: int, wishes: TeamWishes, code: str) -> None:
        """R-034: refused, with what could be changed."""
        with pytest.raises(Refused) as caught:
            choose_teams(teams, sessions, wishes)
        assert [problem.code for problem in caught.value.problems] == [code]

    @for_each("teams", [3, 7, 10, 13, 20, 51])
    def test_every_choice_can_be_played(self, teams: int) -> None:
        """R-034: its movements are sound, have as many teams as asked for, and as many rounds and boards as told."""
        for sessions in (1, 2):
            for choice in choose_teams(teams, sessions):
                if choice.plan is not None:
                    movements = choice.plan.sessions
                    assert all(is_sound(movement) for movement in movements)
                    assert tuple(movement.rounds for movement in movements) == choice.rounds
                    assert tuple(movement.boards_total for movement in movements) == choice.boards_used
                    assert len(choice.fairness) == sessions
                    assert {movement.tables for movement in movements} == {teams}


class TestPlayers:
    @for_each("players", PLAYERS)
    def test_every_number_of_players_has_one_or_is_refused(self, players: int) -> None:
        """R-034: from 5 to 28, those for which there is a sheet."""
        if not individual_rounds(players):
            with pytest.raises(Refused):
                choose_players(players)
            return
        for choice in choose_players(players):
            assert is_sound(choice.movement)
            assert len(choice.movement.contestants) == players

    def test_partners_and_sit_outs_are_told(self) -> None:
        """R-034: 16 players in 12 rounds miss 3 of 15 partners; 17 in 13 rounds sit out unequally; 9 once each."""
        assert "misses 3 partners" in words(next(c for c in choose_players(16) if c.movement.rounds == 12))
        assert "not everybody equally often" in words(choose_players(17)[0])
        assert "Everybody sits out 1 round." in words(choose_players(9)[0])

    def test_time(self) -> None:
        """R-035: 15 rounds of 2 boards take 225 minutes: behind those that fit into 200."""
        choices = choose_players(16, TeamWishes(minutes=200))
        assert [choice.fits_time for choice in choices] == sorted((c.fits_time for c in choices), reverse=True)
        over = next(c for c in choices if (c.movement.rounds, c.movement.boards_per_round) == (15, 2))
        assert "25 more than the 200" in words(over)
        assert "Does not fit into the time" in words(over)

    def test_many_boards_are_told(self) -> None:
        """R-036: 11 rounds of 3 boards are 33."""
        [choice] = [c for c in choose_players(12) if (c.movement.rounds, c.movement.boards_per_round) == (11, 3)]
        assert {problem.code for problem in choice.warnings} == {"choice.above-most"}

    def test_what_cannot_be(self) -> None:
        """R-034: 4 and 81 players; or boards of which none are left."""
        for players in (4, 81):
            with pytest.raises(Refused) as caught:
                choose_players(players)
            assert caught.value.problems[0].code == "player-choice.players"
