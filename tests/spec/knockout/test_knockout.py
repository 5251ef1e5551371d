"""Knockouts: R-248 to R-250 (manual, lines 1762-1772 and 2719-2723; regulations summary, lines 59 and 258)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.pairing.knockout.bracket import BracketForm, BracketSlot
from arrowswitch.core.pairing.knockout.check import knockout_faults
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, KnockoutResult, MatchSide, MatchState
from arrowswitch.core.pairing.knockout.progress import FinalPlace, Knockout, stand
from arrowswitch.core.pairing.knockout.words import slot_name
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.match import PlayedBoards, TwoTables
from arrowswitch.core.scoring.teams.results import RuledBoard, TeamMatch, TeamPenalty
from tests.rotation import examples
from tests.tables import for_each
from tests.unit.core.pairing.knockouts import (
    DOUBLE,
    RULES,
    THIRD,
    THREES,
    beats,
    bracket,
    by_chance,
    favourite,
    play,
    result,
)

ONE, TWO, THREE = Number("1"), Number("2"), Number("3")


def places(knockout: Knockout) -> list[tuple[str, int, int]]:
    return [(place.number, place.first, place.last) for place in knockout.places]


def two(*results: KnockoutResult) -> KnockoutMatch:
    """Returns the only match of a knockout of two teams."""
    return stand(bracket(2), results, RULES).match(1)


def lead(match: KnockoutMatch, number: Number = ONE) -> object:
    return next(side.lead for side in match.sides if side.number == number)


class TestSingle:
    """R-248: the loser is out (lines 1764 and 2721)."""

    @pytest.mark.parametrize(("count", "byes"), [(8, 0), (13, 3)])
    def test_one_winner(self, count: int, byes: int) -> None:
        """R-248: 8 and 13 teams (3 byes): each bracket ends with one winner, every other team lost once."""
        rounds = play(bracket(count))
        assert sum(len(match.teams) for match in rounds[0].next_matches if match.bracket.round == 1) == count - byes
        assert rounds[-1].winner == "1"
        assert [rounds[-1].losses(number) for number in rounds[-1].bracket.teams] == [0, *[1] * (count - 1)]

    def test_places(self) -> None:
        """Teams that are out in the same round share the places; these are known as soon as one is out."""
        rounds = play(bracket(8))
        assert places(rounds[1]) == [("8", 5, 8), ("5", 5, 8), ("7", 5, 8), ("6", 5, 8)]
        assert [place[1:] for place in places(rounds[-1])][:4] == [(1, 1), (2, 2), (3, 4), (3, 4)]
        assert rounds[1].still_in == ("1", "2", "3", "4")

    def test_third_place(self) -> None:
        assert places(play(bracket(4, THIRD))[-1]) == [("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4)]

    @pytest.mark.slow
    @given(st.integers(2, 128), st.sampled_from([BracketForm(), DOUBLE, THREES, THIRD]), st.integers(0, 10**6))
    @settings(max_examples=examples(25), deadline=None)
    def test_any_number_with_chance_results(self, count: int, form: BracketForm, seed: int) -> None:
        """R-248, R-249: 2 to 128 teams: after every round the checker finds nothing, at the end all have a place."""
        rounds = play(bracket(count, form), by_chance(seed))
        assert all(knockout_faults(knockout) == () for knockout in rounds)
        last = rounds[-1]
        assert last.winner is not None
        assert sorted(place.number for place in last.places) == sorted(last.bracket.teams)
        assert last.still_in == ()
        if form.is_double:
            played = [match for match in last.matches if match.state is MatchState.DECIDED]
            assert len(played) in (2 * count - 2, 2 * count - 1)
            assert all(last.losses(number) == 2 for number in last.bracket.teams if number != last.winner)


class TestDouble:
    """R-249: who has lost twice is out (line 1764)."""

    def test_without_a_loss(self) -> None:
        """R-249: 8 teams, the winner never beaten: 14 matches; everyone except the winner lost twice."""
        last = play(bracket(8, DOUBLE))[-1]
        states = [match.state for match in last.matches]
        assert states == [*[MatchState.DECIDED] * 14, MatchState.NOT_NEEDED]
        assert [last.losses(Number(str(seed))) for seed in range(1, 9)] == [0, *[2] * 7]
        assert places(last)[:4] == [("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4)]

    def test_reset(self) -> None:
        """R-249: the one without a loss loses the final: a 15th match, which the same or the other wins."""
        for winner in ("1", "2"):

            def how(match: KnockoutMatch, winner: str = winner) -> KnockoutResult:
                if match.number < 14:
                    return favourite(match)
                loser = "2" if winner == "1" or match.number == 14 else "1"
                if match.number == 14:
                    return result(14, beats("2", 40, 10, "1"))
                return result(15, beats("1" if loser == "2" else "2", 40, 10, loser))

            last = play(bracket(8, DOUBLE), how)[-1]
            assert [match.state for match in last.matches] == [MatchState.DECIDED] * 15
            assert last.winner == winner
            assert knockout_faults(last) == ()


class TestMatch:
    """R-250: penalties and forfeits; a match live from the last board entered (R-248)."""

    def test_live(self) -> None:
        """Two of 8 boards compared, one with one table: 420 and -400 are 1 IMP, 620 and -170 are 10."""
        boards = (TwoTables(BoardNumber(1), 420, -400), TwoTables(BoardNumber(2), 620, -170))
        match = two(result(1, TeamMatch(ONE, TWO, (PlayedBoards((*boards, TwoTables(BoardNumber(3), 50, None))),))))
        assert (match.state, match.compared, match.boards) == (MatchState.RUNNING, 2, 8)
        assert [(side.won, side.lost) for side in match.sides] == [
            (Fraction(11), Fraction(0)),
            (Fraction(0), Fraction(11)),
        ]
        assert two().state is MatchState.OPEN

    def test_penalty_of_a_board(self) -> None:
        """R-250: a board is 5 IMPs: 30-27 becomes 27-25 for the others; 3 IMPs for manners make it level."""
        plain = result(1, beats("1", 30, 27, "2"))
        assert (lead(two(plain)), two(plain).goes_on) == (3, ("1",))
        fined = replace(plain, penalties=(TeamPenalty(ONE, Fraction(1), PenaltyUnit.BOARDS),))
        assert (lead(two(fined)), two(fined).goes_on) == (-2, ("2",))
        manners = replace(plain, penalties=(TeamPenalty(ONE, Fraction(3), PenaltyUnit.IMPS),))
        assert (lead(two(manners)), two(manners).state) == (0, MatchState.LEVEL)

    def test_carry_over(self) -> None:
        """8 IMPs brought along: 30-34 is won by 4."""
        replaced = replace(result(1, beats("1", 30, 34, "2")), carried={ONE: Fraction(8)})
        assert two(replaced).sides[0] == MatchSide(
            ONE, Fraction(30), Fraction(34), Fraction(8), Fraction(0), Fraction(4)
        )
        assert two(replaced).goes_on == ("1",)

    def test_extra_boards(self) -> None:
        """Level after 8 boards: it goes on with two more, and is decided by them."""
        level = result(1, beats("1", 20, 20, "2"))
        assert two(level).state is MatchState.LEVEL
        assert two(replace(level, extra_boards=2)).state is MatchState.RUNNING
        assert two(replace(result(1, beats("1", 22, 20, "2", 10)), extra_boards=2)).goes_on == ("1",)

    def test_rulings_that_do_not_balance(self) -> None:
        """Average plus against average: 3 and 0 IMPs are a lead of 1½."""
        ruled = RuledBoard(BoardNumber(1), AverageKind.PLUS, AverageKind.AVERAGE)
        match = replace(beats("1", 10, 10, "2", 7), ruled=(ruled,))
        assert lead(two(result(1, match))) == Fraction(3, 2)
        assert two(result(1, match)).compared == 8

    def test_forfeits(self) -> None:
        """R-250: a team that forfeits is out with any score; when both do nobody goes on."""
        replaced = replace(result(1, beats("1", 30, 0, "2", 4)), forfeited_by=(ONE,))
        assert (two(replaced).goes_on, two(replaced).state) == (("2",), MatchState.DECIDED)
        assert two(KnockoutResult(1, forfeited_by=(ONE, TWO))).order == (None, None)
        both = stand(bracket(4), [KnockoutResult(1, forfeited_by=(ONE, Number("4")))], RULES)
        both = stand(
            bracket(4), [*(m.result for m in both.matches[:1] if m.result), result(2, beats("2", 9, 1, "3"))], RULES
        )
        assert (both.match(3).state, both.winner) == (MatchState.WALKOVER, "2")
        assert slot_name(both, BracketSlot(1, 1)).code == "knockout.nobody"
        assert knockout_faults(both) == ()

    def test_forfeit_in_a_double_knockout(self) -> None:
        """The loser by forfeit goes on in the losers' bracket; who has left forfeits there too."""
        results = [KnockoutResult(1, forfeited_by=(Number("4"),)), result(2, beats("2", 9, 1, "3"))]
        assert stand(bracket(4, DOUBLE), results, RULES).match(4).teams == ("4", "3")
        gone = stand(bracket(4, DOUBLE), results, RULES, frozenset({Number("4")}))
        assert gone.match(4).goes_on == ("3",)
        done = [result(1, beats("1", 9, 1, "4")), *results[1:]]
        assert stand(bracket(4), done, RULES, frozenset({Number("4")})).match(1).goes_on == ("1",)

    def test_nobody_left(self) -> None:
        """Both of two matches forfeited by both: the final is not played, and nobody has won."""
        results = [KnockoutResult(1, forfeited_by=(ONE, Number("4"))), KnockoutResult(2, forfeited_by=(TWO, THREE))]
        knockout = stand(bracket(4), results, RULES)
        assert (knockout.match(3).state, knockout.winner) == (MatchState.NOT_NEEDED, None)

    def test_ruled(self) -> None:
        """The director's decision stands before the score."""
        replaced = replace(result(1, beats("1", 20, 20, "2")), ruled=(TWO, ONE), reason="lot")
        assert two(replaced).goes_on == ("2",)


class TestThreeWay:
    """R-248: three teams play each other; one goes on, or two."""

    def three(self, *scores: tuple[int, int], goes_on: int = 2) -> KnockoutMatch:
        """Returns the match of 1, 2 and 3 with the IMPs of 1-2, 1-3 and 2-3."""
        planned = replace(bracket(3, THREES).match(1), goes_on=goes_on)
        pairs = (("1", "2"), ("1", "3"), ("2", "3"))
        played = [beats(a, *imps, b, 4) for (a, b), imps in zip(pairs, scores, strict=False)]
        knockout_ = replace(bracket(3, THREES), matches=(planned,))
        return stand(knockout_, [KnockoutResult(1, tuple(played))], RULES).match(1)

    def test_two_wins(self) -> None:
        assert self.three((20, 10), (20, 10), (5, 9)).order == ("1", "3", "2")
        assert self.three((20, 10), (20, 10)).state is MatchState.RUNNING

    def test_a_win_each(self) -> None:
        """1 +10 -2, 2 -10 +5, 3 +2 -5: by net IMPs 8, -5, -3."""
        assert self.three((20, 10), (8, 10), (15, 10)).order == ("1", "3", "2")

    def test_the_match_of_two(self) -> None:
        """One goes on; 1 and 2 have won 1½ with 4 IMPs each: their match was level, so extra boards."""
        assert self.three((5, 5), (9, 5), (9, 5), goes_on=1).state is MatchState.LEVEL
        assert self.three((5, 5), (5, 5), (5, 5)).state is MatchState.LEVEL
        assert self.three((5, 5), (9, 5), (9, 5)).goes_on == ("1", "2")

    def test_the_match_of_two_decides(self) -> None:
        """A win and net 1 IMP each for 1 and 2, 3 has -2: one goes on, who has won their match."""
        assert self.three((0, 4), (5, 0), (0, 3), goes_on=1).goes_on == ("2",)
        assert self.three((4, 0), (0, 3), (5, 0), goes_on=1).goes_on == ("1",)

    def test_forfeits(self) -> None:
        planned = bracket(3, THREES)
        two_left = stand(planned, [KnockoutResult(1, forfeited_by=(TWO,))], RULES).match(1)
        assert two_left.goes_on == ("1", "3")
        one_left = stand(planned, [KnockoutResult(1, forfeited_by=(TWO, THREE))], RULES)
        assert (one_left.match(1).goes_on, one_left.match(2).state, one_left.winner) == (
            ("1",),
            MatchState.WALKOVER,
            "1",
        )

    def test_one_of_two_left(self) -> None:
        """One goes on and 3 has left: the match of 1 and 2 decides, until then it is open."""
        planned = replace(bracket(3, THREES), matches=(replace(bracket(3, THREES).match(1), goes_on=1),))
        gone = KnockoutResult(1, forfeited_by=(THREE,))
        assert stand(planned, [gone], RULES).match(1).state is MatchState.OPEN
        played = replace(gone, played=(beats("1", 3, 8, "2", 4),))
        assert stand(planned, [played], RULES).match(1).order == ("2", "1", "3")


class TestRefused:
    """Results that do not fit the bracket are reported, all at once."""

    @for_each(
        "results, code",
        [
            ([KnockoutResult(9)], "knockout.no-match"),
            ([KnockoutResult(1), KnockoutResult(1)], "knockout.result-twice"),
            ([KnockoutResult(3)], "knockout.too-early"),
            ([result(1, beats("1", 5, 3, "2"))], "knockout.other-teams"),
            ([result(1, beats("1", 5, 3, "4"), beats("4", 5, 3, "1"))], "knockout.played-twice"),
            ([KnockoutResult(1, forfeited_by=(TWO,))], "knockout.not-in-match"),
            ([KnockoutResult(1, ruled=(ONE,))], "knockout.ruled-order"),
            (
                [KnockoutResult(1, penalties=(TeamPenalty(ONE, Fraction(1), PenaltyUnit.VP),))],
                "knockout.penalty-unit",
            ),
            ([result(1, beats("1", 5, 3, "4", 12))], "team.too-many-boards"),
        ],
    )
    def test_told(self, results: list[KnockoutResult], code: str) -> None:
        with pytest.raises(Refused) as refused:
            stand(bracket(4), results, RULES)
        assert [problem.code for problem in refused.value.problems] == [code]

    def test_who_is_not_there(self) -> None:
        with pytest.raises(Refused) as refused:
            stand(bracket(4), [], RULES, frozenset({Number("9")}))
        assert [problem.code for problem in refused.value.problems] == ["knockout.unknown-team"]

    def test_a_reset_that_is_not_played(self) -> None:
        done = [match.result for match in play(bracket(4, DOUBLE))[-1].matches if match.result is not None]
        with pytest.raises(Refused) as refused:
            stand(bracket(4, DOUBLE), [*done, KnockoutResult(7)], RULES)
        assert [problem.code for problem in refused.value.problems] == ["knockout.not-needed"]

    def test_words_of_open_sides(self) -> None:
        """An open side tells whose winner or loser it will be."""
        knockout = stand(bracket(4, DOUBLE), [], RULES)
        assert [slot_name(knockout, BracketSlot(1, at)).code for at in (1, 2)] == [
            "knockout.winner-of",
            "knockout.loser-of",
        ]
        threes = stand(bracket(3, THREES), [], RULES)
        assert slot_name(threes, BracketSlot(1, 2)).code == "knockout.place-of"


class TestChecker:
    """The checker finds what is broken on purpose."""

    def broken(self, knockout: Knockout, number: int, match: KnockoutMatch) -> set[str]:
        matches = tuple(match if one.number == number else one for one in knockout.matches)
        return {fault.code for fault in knockout_faults(replace(knockout, matches=matches))}

    def test_faults(self) -> None:
        last = play(bracket(4))[-1]
        final, first = last.match(3), last.match(1)
        assert self.broken(last, 3, replace(final, teams=(ONE, Number("4")))) == {"knockout.fault.out"}
        assert "knockout.fault.itself" in self.broken(last, 3, replace(final, teams=(ONE, ONE)))
        assert "knockout.fault.winner" in self.broken(last, 1, replace(first, order=first.order[::-1]))
        assert "knockout.fault.out" in self.broken(last, 3, replace(final, order=(ONE, Number("9"))))
        twice = replace(last, places=(*last.places, FinalPlace(ONE, 2, 2, 3)))
        assert {one.code for one in knockout_faults(twice)} == {"knockout.fault.place", "knockout.fault.shared"}
