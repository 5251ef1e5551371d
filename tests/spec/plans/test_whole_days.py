"""Two, three and four sessions of 14 to 60 tables, judged by the tables alone (manual, lines 2375-2380, 2480-2488).

The whole sweep is made by `tools/try-days`; here a sample stands for it.
"""

from __future__ import annotations

import os

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.choosing.plan_chooser import PlanWishes, choose_plans
from arrowswitch.core.movements.choosing.plan_values import PlanChoice
from arrowswitch.core.movements.sessions.maker import Scheme
from arrowswitch.core.movements.sessions.plan import format_moves
from arrowswitch.core.movements.sessions.turns import group_rounds, groups_in_turn, turns
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.plans.choices import plan_named, plan_options
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.web.playing import Playing, at_desk
from tests.whole_days import Day, day_of, needs_nobody_again, sizes

SAMPLE = sizes(os.environ.get("ARROWSWITCH_DAYS", "4"))


def first_choice(pairs: int, sessions: int) -> PlanChoice:
    return choose_plans(pairs, PlanWishes(sessions), 4)[0]


def judge(choice: PlanChoice) -> Day:
    """Returns the figures of a plan by the tables."""
    sessions = [[(one.name, one.movement) for one in session] for session in choice.plan.sessions]
    return day_of(sessions, [format_moves(move) for move in choice.plan.moves])


class TestWholeDays:
    @for_each("pairs, sessions", [*SAMPLE, (52, 3), (52, 4), (51, 4), (34, 3), (57, 3), (28, 4), (92, 3)])
    def test_nobody_meets_again(self, pairs: int, sessions: int) -> None:
        """R-080, R-295: nobody meets anybody again where that can be, nobody plays a board twice or misses one, and
        nobody sits out twice."""
        choice = first_choice(pairs, sessions)
        day = judge(choice)
        assert len(choice.plan.contestants) == pairs
        assert not day.twice
        assert not day.lacking
        if needs_nobody_again(pairs, choice.rounds):
            assert not choice.outline.meetings_again
            assert not day.again
            assert max(day.out.values(), default=0) <= 1
        else:
            assert choice.outline.meetings_again >= sum(choice.rounds) - (pairs + pairs % 2 - 1)
            assert max(day.out.values(), default=0) <= 2
            assert day.again

    def test_four_groups_of_thirteen(self) -> None:
        """R-080: 26 tables: AB/CD, AC/BD, AD/BC, 13 rounds each; with a fourth session 12 rounds, and the one of the
        same number, whom the appendix Mitchell leaves out, in the interwoven Howell."""
        three, four = first_choice(52, 3), first_choice(52, 4)
        assert (three.scheme, three.rounds, three.missed_pairs) == (Scheme.GROUPS_IN_TURN, (13, 13, 13), 12)
        assert turns(4, 3) == (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
        assert [[str(one) for one in session] for session in four.sections][-1] == ["13I12", "13I12"]
        still = {str(place) for place in three.stationary}
        assert still == {f"A{number}" for number in range(1, 14)}

    def test_thirteen_rounds_four_times_are_more_than_there_are_others(self) -> None:
        """R-080: 52 rounds, 51 others: everybody meets one pair again, and nobody two."""
        plan = groups_in_turn(4, 13, rounds=13)
        sessions = [[(one.name, one.movement) for one in session] for session in plan.sessions]
        day = day_of(sessions, [format_moves(move) for move in plan.moves])
        assert len(day.again) == 26
        assert set(day.again.values()) == {2}
        assert len({one for both in day.again for one in both}) == 52

    def test_a_search_meets_everybody_where_groups_cannot(self) -> None:
        """R-080: 17 tables, 11 rounds: in three sessions everybody meets everybody, 33 others."""
        choice = first_choice(34, 3)
        assert (choice.scheme, choice.rounds, choice.missed_pairs) == (Scheme.SEATED_ANEW, (11, 11, 11), 0)
        assert not judge(choice).again

    @for_each("groups, pairs, sessions", [(5, 8, 4), (6, 7, 3), (7, 10, 4), (8, 9, 4)])
    def test_more_groups(self, groups: int, pairs: int, sessions: int) -> None:
        """R-080: any number of groups takes turns, an odd one with one of them inside."""
        for rounds in group_rounds(groups, pairs, sessions)[-1:]:
            plan = groups_in_turn(sessions, pairs, 2, rounds, groups=groups, has_phantom=True)
            listed = [[(one.name, one.movement) for one in session] for session in plan.sessions]
            day = day_of(listed, [format_moves(move) for move in plan.moves])
            assert not day.again
            assert set(day.out.values()) == {1}

    def test_groups_that_have_all_met_take_no_further_turn(self) -> None:
        with pytest.raises(Refused) as refused:
            groups_in_turn(4, 8, groups=3)
        assert refused.value.problems[0].code == "sessions.turns"


class TestFaces:
    @rotate(size_and_scheme=[(52, "groups-in-turn"), (34, "seated-anew")], locale=Locale)
    def test_the_desk_proposes_and_plays_it(self, size_and_scheme: tuple[int, str], locale: Locale) -> None:
        """R-041: three sessions: the page proposes the plan in which nobody meets twice; once it is chosen, the event
        has its sheets and moves."""
        pairs, code = size_and_scheme
        evening = new_event(pairs, 2, sessions=3, minutes=200)
        with at_desk(evening) as opened:
            text = Playing.page(opened, "/1A/movement", locale).text
            assert translate(f"plans.scheme-{code}", {}, locale) in text
            assert translate("plans.meets-nobody-again", {}, locale) in text
        evening.do(plan_named(evening.state, plan_options(evening.state)[0].name))
        state = evening.state
        listed = [
            [(letter, section.movement) for letter, section in session.sections.items() if section.movement is not None]
            for session in state.sessions.values()
        ]
        assert [len(session) for session in listed] == [2, 2, 2]
        assert not day_of(listed, state.moves).again

    def test_the_command_line_lists_it(self) -> None:
        """R-041: `movement list` for 52 pairs in three sessions."""
        first = cli("movement", "list", "--pairs", "52", "--sessions", "3", "--json").json[0]
        assert first["rounds"] == [13, 13, 13]
        assert len(first["moves"]) == 2
        assert "groups" in cli("movement", "list", "--pairs", "52", "--sessions", "3", "--lang", "en").out
