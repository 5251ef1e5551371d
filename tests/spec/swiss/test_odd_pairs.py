"""Swiss pairs by the victory points of their matches: rounds sat out, draws over several sessions (R-267)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.ranking.why import why_total
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.swiss.rounds import totals_after
from tests.builders import Evening, person
from tests.reckoning import amounts, exact_words
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_round, play_swiss


def pairs(method: Method, sessions: int = 1) -> Evening:
    """Returns a Swiss of nine pairs, eight boards a round, four rounds in all."""
    return new_event(
        9,
        2,
        form=EventForm.SWISS_PAIRS,
        method=method,
        boards_per_round=8,
        sessions=sessions,
        conditions=replace(PLAIN_SWISS, rounds=4),
    )


class TestWhoSatOut:
    @pytest.mark.parametrize(("method", "points"), [(Method.SWISS_MATCHPOINTS, 12), (Method.SWISS_IMPS, 18)])
    def test_it_has_the_share_of_a_draw(self, method: Method, points: int) -> None:
        """R-267: 1.2 x 10 of the scale of percentages, 1.2 x 15 of the WBF scale: it is ranked by that before its first
        match, and keeps it in addition to its matches."""
        evening = pairs(method)
        play_swiss(evening, 1)
        (out,) = [drawn.sit_out for drawn in evening.state.section(Place(1, "A")).draws]
        assert out is not None
        first = standings(evening.state).of(out)
        assert first is not None
        assert first.total == points
        assert (first.is_ranked, first.boards) == (True, 0)
        assert totals_after(evening.state, "A", 1)[out] == points
        for number in range(2, 5):
            evening.do(DrawRound(Place(1, "A").at(number)))
            play_round(evening)
        assert_replays(evening)

    @pytest.mark.parametrize(("method", "points"), [(Method.SWISS_MATCHPOINTS, 12), (Method.SWISS_IMPS, 18)])
    def test_a_late_pair_that_has_only_sat_out_is_ranked(self, method: Method, points: int) -> None:
        """R-267: the ninth pair comes after round 1 and sits out round 2: it has the share of a draw like any other."""
        evening = new_event(
            8,
            2,
            form=EventForm.SWISS_PAIRS,
            method=method,
            boards_per_round=8,
            conditions=replace(PLAIN_SWISS, rounds=4),
        )
        play_swiss(evening, 1)
        evening.do(AddEntry((person("Alder Oak"), person("Willow Elm"))))
        evening.do(SeatLatePair(Place(1, "A"), list(evening.state.entries)[-1]))
        evening.do(DrawRound(Place(1, "A").at(2)))
        assert evening.state.section(Place(1, "A")).draws[-1].sit_out == "9"
        play_round(evening)
        late = standings(evening.state).of(Number("9"))
        assert late is not None
        assert late.total == points
        assert late.rank == 1 + sum(row.total > points for row in standings(evening.state).ranking)

    @pytest.mark.parametrize("method", [Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS])
    def test_why(self, method: Method) -> None:
        """R-267: the explanation of everybody's total has the round sat out, and its arithmetic gives the total."""
        evening = pairs(method)
        play_swiss(evening, 4)
        out = {drawn.sit_out for drawn in evening.state.section(Place(1, "A")).draws}
        for row in standings(evening.state).ranking:
            steps = why_total(evening.state, Place(1, "A"), row.number).steps
            rests = [step for step in steps if step.code == "explain.swiss-rest"]
            assert len(rests) == (row.number in out)
            values = [step.value for step in steps if step.code == "explain.rounds"]
            assert values == [row.total]

    def test_the_text_can_be_reckoned(self) -> None:
        """R-267: 1.2 x 10 = 12, in the words of the explanation."""
        evening = pairs(Method.SWISS_MATCHPOINTS)
        play_swiss(evening, 4)
        out = next(drawn.sit_out for drawn in evening.state.section(Place(1, "A")).draws)
        assert out is not None
        steps = why_total(evening.state, Place(1, "A"), out).steps
        texts = exact_words(steps, Locale.EN)
        total = standings(evening.state).of(out)
        assert total is not None
        assert amounts(texts)[-1].value == total.total


class TestTwoSessions:
    @pytest.mark.parametrize("method", [Method.MATCHPOINTS, Method.SWISS_MATCHPOINTS])
    def test_the_second_session_is_drawn_by_both(self, method: Method) -> None:
        """R-267, R-261: two rounds in each of two sessions: rounds 3 and 4 go by what both sessions brought, and nobody
        meets twice."""
        evening = pairs(method, sessions=2)
        play_swiss(evening, 2)
        first = {row.number: row for row in standings(evening.state, 1).ranking}
        evening.do(DrawRound(Place(2, "A").at(1)))
        evening.do(StartPlay(2))
        play_round(evening, 2)
        second = {row.number: row for row in standings(evening.state, 2).ranking}
        both = totals_after(evening.state, "A", 3)
        assert set(both) == set(first)
        assert list(both.values()) == sorted(both.values(), reverse=True)
        if method is Method.SWISS_MATCHPOINTS:
            assert both == {
                number: first[number].total + (second[number].total if number in second else Fraction(0))
                for number in both
            }
        evening.do(DrawRound(Place(2, "A").at(2)))
        play_round(evening, 2)
        met = [
            frozenset((one.home, one.away))
            for session in (1, 2)
            for drawn in evening.state.section(Place(session, "A")).draws
            for one in drawn.matches
        ]
        assert len(met) == len(set(met)) == 16
        assert_replays(evening, 2)
