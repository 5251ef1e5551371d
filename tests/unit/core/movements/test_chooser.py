"""The chooser: which movements are proposed, in which order, and what is said about them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.candidates import candidates
from arrowswitch.core.movements.choosing.chooser import (
    MOVEMENT_CHOOSER,
    ClubRule,
    MovementChoice,
    Pace,
    Wishes,
    choose,
    rank_movements,
)
from arrowswitch.core.movements.choosing.wishes import LATE_TAKEN_LIGHTLY
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, problem_text, problems_text
from tests.rotation import examples
from tests.tables import for_each

NO_RULE = ClubRule(howell_up_to=0, mitchell_from=999)


def codes(problems: tuple[Problem, ...]) -> set[str]:
    """Returns the codes, each of which must have words for its parameters."""
    assert all(problem_text(problem, locale) for problem in problems for locale in Locale)
    return {problem.code for problem in problems}


def all_codes(choice: MovementChoice) -> set[str]:
    """Returns all codes a choice carries."""
    return codes(choice.why + choice.better + choice.worse + choice.warnings)


@st.composite
def wishes(draw: st.DrawFn) -> Wishes:
    """Draws wishes of every kind."""
    return Wishes(
        minutes=draw(st.none() | st.integers(60, 260)),
        boards_per_round=draw(st.none() | st.integers(1, 6)),
        preferred_boards=draw(st.none() | st.integers(12, 36)),
        pace=Pace(draw(st.integers(5, 9)), draw(st.integers(0, 3))),
        club_rule=draw(st.sampled_from([ClubRule(), NO_RULE, ClubRule(10, 20)])),
        stationary=draw(st.integers(0, 4)),
        one_winner=draw(st.sampled_from([None, True, False])),
        least_boards=draw(st.none() | st.integers(18, 24)),
    )


class TestEveryChoice:
    @settings(max_examples=examples(30))
    @given(st.integers(6, 52), wishes())
    def test_it_can_be_made_passes_the_checker_and_says_why(self, pairs: int, wanted: Wishes) -> None:
        for choice in rank_movements(pairs, wanted):
            assert make(choice.movement.family, **choice.options) == choice.movement
            assert is_sound(choice.movement)
            assert len(choice.movement.contestants) - (choice.movement.phantom is not None) == pairs
            assert choice.minutes == choice.movement.rounds * wanted.pace.round_minutes(
                choice.movement.boards_per_round
            )
            assert choice.fits_time == (wanted.minutes is None or choice.minutes <= wanted.minutes)
            assert wanted.boards_per_round in (None, choice.movement.boards_per_round)
            assert wanted.one_winner in (None, choice.has_one_winner)
            assert all_codes(choice)

    @given(st.integers(6, 24), wishes())
    @settings(max_examples=examples(25))
    def test_what_fits_the_time_comes_first(self, pairs: int, wanted: Wishes) -> None:
        """A choice that is hardly late comes before the first one if tables wait there and nowhere in its own."""
        choices = rank_movements(pairs, wanted)
        if choices and not choices[0].fits_time and any(choice.fits_time for choice in choices):
            late, choices = choices[0], choices[1:]
            assert late.minutes <= (wanted.minutes or 0) + LATE_TAKEN_LIGHTLY
            assert not late.relays
            assert choices[0].relays
        fits = [choice.fits_time for choice in choices]
        assert fits == sorted(fits, reverse=True)

    @given(st.integers(4, 40))
    @settings(max_examples=examples(12))
    def test_the_first_has_nothing_to_be_compared_with(self, pairs: int) -> None:
        first, *others = choose(pairs)
        assert (first.better, first.worse) == ((), ())
        for choice in others:
            assert choice.movement != first.movement

    def test_there_are_no_more_than_asked_for(self) -> None:
        assert len(choose(13, most=3)) == 3

    def test_beyond_the_relay_mitchells(self) -> None:
        """There is none of more than 26 tables: 56 pairs skip."""
        assert {choice.movement.family for choice in choose(56, Wishes(minutes=200))} <= {
            "skip-mitchell",
            "scrambled-mitchell",
        }

    def test_first_board(self) -> None:
        assert choose(13, first_board=27)[0].movement.board_sets[0] == (27, 28)


class TestRanking:
    """One rule at a time (they stand at the top of the chooser)."""

    def test_time_comes_first(self) -> None:
        """A Howell of 13 rounds takes 195 minutes: in 194 the one of 12 rounds is first, though not everybody meets."""
        assert [
            (c.movement.rounds, c.minutes)
            for c in choose(14, Wishes(minutes=195, club_rule=NO_RULE, one_winner=True))[:1]
        ] == [(13, 195)]
        assert [
            (c.movement.rounds, c.minutes)
            for c in choose(14, Wishes(minutes=194, club_rule=NO_RULE, one_winner=True))[:1]
        ] == [(12, 180)]

    def test_a_round_of_one_board_is_a_makeshift(self) -> None:
        """34 pairs: 17 rounds of one board would meet everybody; 13 rounds of two are better."""
        first = choose(34, Wishes(minutes=200))[0]
        assert (first.movement.rounds, first.movement.boards_per_round) == (13, 2)

    def test_a_stationary_seat_comes_before_the_boards(self) -> None:
        assert len(choose(14, Wishes(stationary=3, club_rule=NO_RULE, one_winner=True))[0].stationary) >= 3

    def test_boards_near_the_wish_come_before_meeting_everybody(self) -> None:
        """12 pairs who want 21 boards: 22 are near, so the full Howell; who want 28: 27 are, though two are not met."""
        near, far = choose(12, Wishes(preferred_boards=21))[0], choose(12, Wishes(preferred_boards=28))[0]
        assert (near.movement.rounds, near.boards_planned, near.missed_opponents) == (11, 22, 0)
        assert (far.movement.rounds, far.boards_planned, far.missed_opponents) == (9, 27, 2)

    def test_fewer_opponents_missed_come_before_the_nearest_boards(self) -> None:
        """20 pairs: 9 rounds of 3 miss one of the other side, 8 rounds two, though 24 boards are just right, 27 not."""
        first = choose(20, Wishes(minutes=200))[0]
        assert (first.movement.rounds, first.missed_opponents, first.boards_planned) == (9, 1, 27)

    def test_relays_come_late(self) -> None:
        """8 pairs: 7 rounds of 3 without a relay before 6 rounds of 4 with one."""
        first, second = choose(8, Wishes(minutes=200))[:2]
        assert (first.movement.rounds, first.relays) == (7, 0)
        assert (second.movement.rounds, second.relays) == (6, 1)
        assert "choice.more-relays" in codes(second.worse)

    def test_an_ab_table_is_proposed_only_where_there_is_no_sheet(self) -> None:
        """12 pairs: the 8-round sheet of 6 tables makes the A/B table of the 5-table one needless; 6 rounds need it."""
        by_rounds = {(choice.movement.rounds, choice.movement.family) for choice in choose(12, most=18)}
        assert (8, "appendix-howell") not in by_rounds
        assert (6, "appendix-howell") in by_rounds

    @for_each("pairs", [12, 13, 14, 20])
    def test_every_kind_is_shown(self, pairs: int) -> None:
        for most in (3, 12):
            choices = choose(pairs, Wishes(minutes=200), most=most)
            assert len(choices) == most
            assert {(c.is_howell, c.has_one_winner) for c in choices} == {(True, True), (False, True), (False, False)}

    def test_the_first_stays_the_first(self) -> None:
        assert choose(14, Wishes(minutes=200), most=1)[0].movement == choose(14, Wishes(minutes=200))[0].movement


class TestOddPairWithoutATable:
    """An odd number of pairs whose Mitchell with a phantom would have too many rounds, and may not be cut."""

    @for_each("pairs", [29, 33, 35])
    def test_the_rover_comes_first(self, pairs: int) -> None:
        """R-034: 13 rounds of 2 boards, not as many rounds of one board as there are tables; one sit-out at most."""
        first = choose(pairs, Wishes(minutes=200))[0]
        assert (
            first.movement.family,
            first.movement.tables,
            first.movement.rounds,
            first.movement.boards_per_round,
        ) == (
            "rover-mitchell",
            pairs // 2,
            13,
            2,
        )
        assert (first.movement.phantom, first.sit_outs, first.boards_played, first.minutes) == (None, 1, 24, 195)
        assert "choice.rover" in codes(first.why)
        assert "choice.phantom" not in codes(first.why)

    @for_each("pairs", range(37, 52, 2))
    def test_not_where_a_pair_would_play_few_of_the_boards(self, pairs: int) -> None:
        """R-034: 12 of 18 sets and more are fewer than seven of ten."""
        choices = choose(pairs, Wishes(minutes=200))
        assert choices[0].movement.family in ("appendix-mitchell", "web-mitchell")
        assert choices[0].plays_enough
        assert not any(choice.plays_enough for choice in choices if choice.movement.family == "rover-mitchell")

    def test_it_may_be_cut(self) -> None:
        """R-034: 27 pairs with 180 minutes: 12 rounds of 2 boards take 12 x 15 = 180 minutes."""
        choices = choose(27, Wishes(minutes=180, boards_per_round=2))
        rover = next(choice for choice in choices if choice.movement.family == "rover-mitchell")
        assert (rover.movement.rounds, rover.minutes, rover.plays_enough) == (12, 180, True)

    def test_a_rover_on_a_relay_has_all_its_rounds(self) -> None:
        """21 pairs: 10 tables in 10 rounds need the relay, 7 to 9 do not; nobody plays 11 at 10 tables."""
        bases = {(c.rounds, dict(c.more)["base"]) for c in candidates(21, Wishes()) if c.family == "rover-mitchell"}
        assert bases == {(7, "skip"), (8, "skip"), (9, "skip"), (10, "relay")}

    def test_thirteen_pairs_have_none(self) -> None:
        """6 tables play 5 or 6 rounds with a rover: too few to be proposed."""
        families = {choice.movement.family for choice in rank_movements(13, Wishes())}
        assert not families & {"rover-mitchell", "one-and-a-half-appendix"}

    @for_each("pairs, rounds", [(19, 8), (21, 9), (25, 11), (27, 12), (29, 13)])
    def test_one_and_a_half_tables(self, pairs: int, rounds: int) -> None:
        """The rounds are the tables but one; the wait and the factored scores are listed."""
        choices = [
            choice
            for choice in choose(pairs, Wishes(minutes=200))
            if choice.movement.family == "one-and-a-half-appendix"
        ]
        assert {(choice.movement.tables, choice.movement.rounds) for choice in choices} == {(pairs // 2, rounds)}
        assert all("choice.half-appendix" in codes(choice.why) for choice in choices)

    def test_one_ranking_cannot_have_it(self) -> None:
        assert {choice.movement.family for choice in choose(45, Wishes(one_winner=True))} == {"scrambled-mitchell"}


class TestTheSameBoardsForAll:
    """Even numbers of pairs at more tables than the rounds there is time for."""

    def test_an_appendix_table_compares_better_than_a_cut_mitchell(self) -> None:
        """R-034: 30 pairs, 13 rounds of 2: 26 boards in play for all; the straight Mitchell has 15 sets, 30 boards."""
        first, *others = choose(30, Wishes(minutes=200))
        assert (first.movement.family, first.movement.rounds, first.movement.boards_total) == (
            "appendix-mitchell",
            13,
            26,
        )
        assert first.fairness.balance == Decimal(0)
        assert "choice.same-boards" in codes(first.why)
        cut = next(c for c in others if c.movement.rounds == 13 and c.movement.family == "mitchell")
        assert cut.movement.boards_total == 30
        assert "choice.less-fair" in codes(cut.worse)

    def test_a_second_copy_or_many_waiting_tables_come_after_a_cut_mitchell(self) -> None:
        """R-034: 32 pairs: the Web Mitchell asks for a second copy of the boards, the appendix for three relays."""
        first, second, third, *_ = choose(32, Wishes(minutes=200))
        assert (first.movement.family, first.copies, first.relays) == ("skip-mitchell", 0, 0)
        assert (second.movement.family, second.copies) == ("web-mitchell", 1)
        assert (third.movement.family, third.relays) == ("appendix-mitchell", 3)

    def test_two_copies_of_the_boards_are_a_drawback(self) -> None:
        """14 tables: the skip Mitchell is first, the Web Mitchell of 11 rounds needs a second copy."""
        first, *others = choose(28, Wishes(minutes=200))
        web = next(choice for choice in others if choice.movement.family == "web-mitchell")
        assert (first.copies, web.copies, web.relays) == (0, 1, 0)
        assert "choice.copies" in codes(web.why)
        assert "choice.more-copies" in codes(web.worse)

    def test_one_copy_is_an_advantage(self) -> None:
        by_family = {choice.movement.family: choice for choice in choose(32, Wishes(minutes=200))}
        comparison = MOVEMENT_CHOOSER.compare_with(by_family["appendix-mitchell"], by_family["web-mitchell"])
        assert "choice.fewer-copies" in codes(comparison.better)
        assert "choice.more-relays" in codes(comparison.worse)

    @pytest.mark.parametrize("pairs", [22, 24])
    def test_not_where_the_mitchell_needs_no_cut(self, pairs: int) -> None:
        """11 tables play 11 rounds, 12 tables 11 with a skip: no Mitchell of 11 rounds is cut."""
        whole = {game.family for game in candidates(pairs, Wishes()) if game.rounds >= 11}
        assert not whole & {"appendix-mitchell", "web-mitchell"}

    def test_beyond_the_appendix(self) -> None:
        """26 tables are 13 base tables and 13 more, one too many; the Web Mitchell still can."""
        families = {choice.movement.family for choice in rank_movements(52, Wishes())}
        assert "web-mitchell" in families
        assert "appendix-mitchell" not in families


class TestWords:
    def test_time(self) -> None:
        assert "choice.takes" in all_codes(choose(12)[0])
        assert "choice.fits-time" in all_codes(choose(12, Wishes(minutes=200))[0])
        late = choose(12, Wishes(minutes=30))[0]
        assert "choice.over-time" in all_codes(late)
        over = next(choice for choice in choose(13, Wishes(minutes=180), most=18) if not choice.fits_time)
        assert "choice.out-of-time" in codes(over.worse)

    def test_boards(self) -> None:
        by_rounds = {
            (c.movement.rounds, c.movement.boards_per_round): all_codes(c) for c in rank_movements(12, Wishes())
        }
        assert "choice.boards-below" in by_rounds[11, 2]
        assert "choice.boards-above" in by_rounds[9, 3]
        assert not {"choice.boards-below", "choice.boards-above"} & by_rounds[8, 3]

    def test_turned_cards_count_as_a_drawback(self) -> None:
        still, turned = choose(12)[0], next(c for c in choose(12) if c.turns_cards)
        assert not still.turns_cards
        assert "choice.turned-cards" in codes(turned.why)
        assert "choice.turned-cards" in codes(turned.worse)

    def test_still_cards_count_as_an_advantage(self) -> None:
        first, *others = choose(12, Wishes(boards_per_round=3, preferred_boards=24, minutes=180))
        assert first.turns_cards
        assert any("choice.still-cards" in codes(choice.better) for choice in others)

    def test_one_ranking_or_two(self) -> None:
        first, *others = choose(16, Wishes(minutes=200))
        assert not first.has_one_winner
        assert any("choice.one-ranking" in codes(choice.better) for choice in others)
        first, *others = choose(16, Wishes(minutes=200, club_rule=ClubRule(20, 30)))
        assert first.has_one_winner

    def test_an_ab_table_is_named(self) -> None:
        choices = [choice for choice in choose(12) if choice.movement.family == "appendix-howell"]
        assert choices
        assert all("choice.ab-table" in codes(choice.why) for choice in choices)

    def test_too_few_stationary_seats(self) -> None:
        """Four tables and seven pairs: the 6-round sheet has two stationary numbers, the phantom takes a moving one."""
        best = choose(7, Wishes(stationary=9))[0]
        assert "choice.stationary-short" in codes(best.why)

    def test_both_sides_of_the_clubs_rule(self) -> None:
        assert "choice.rule-mitchell" in codes(choose(16)[0].why)
        assert "choice.rule-howell" in codes(choose(12)[0].why)
        howells = [
            choice for choice in choose(16, Wishes(one_winner=True, club_rule=ClubRule(4, 6))) if choice.is_howell
        ]
        assert all("choice.against-rule-mitchell" in codes(choice.why) for choice in howells)
        mitchells = [
            choice for choice in choose(14, Wishes(club_rule=ClubRule(20, 30), one_winner=None)) if not choice.is_howell
        ]
        assert all("choice.against-rule-howell" in codes(choice.why) for choice in mitchells)

    def test_a_club_without_a_rule(self) -> None:
        assert not {
            code for choice in choose(14, Wishes(club_rule=NO_RULE)) for code in all_codes(choice) if "rule" in code
        }

    def test_fairness_is_compared_among_equals(self) -> None:
        first, second = choose(13, Wishes(minutes=200))[:2]
        assert {"choice.fairer", "choice.less-fair"} & (codes(second.better) | codes(second.worse))
        assert first.fairness.balance is not None


class TestPace:
    def test_a_pace_of_ones_own(self) -> None:
        """Anything that can say how long a round takes will do."""

        @dataclass(frozen=True)
        class Slow:
            def round_minutes(self, boards: int) -> int:
                return 10 * boards

        assert choose(13, Wishes(minutes=260, pace=Slow()))[0].minutes == 260


class TestRefusals:
    @for_each("pairs, code", [(3, "choice.too-few"), (0, "choice.too-few"), (199, "choice.too-many")])
    def test_the_number_of_pairs(self, pairs: int, code: str) -> None:
        with pytest.raises(Refused) as caught:
            choose(pairs)
        assert [problem.code for problem in caught.value.problems] == [code]
        assert all(problems_text(caught.value, locale) for locale in Locale)

    def test_nothing_meets_the_conditions(self) -> None:
        """Four and five pairs have no Mitchell, hence no two rankings."""
        with pytest.raises(Refused, match=r"choice\.none") as caught:
            choose(4, Wishes(one_winner=False))
        assert all(problems_text(caught.value, locale) for locale in Locale)
