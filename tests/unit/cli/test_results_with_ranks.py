"""Results of an event with the ranks of its standings: who shares one is marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.cli.scoring.event_results import results_of_event, with_standings
from arrowswitch.tournament.standings.session import standings
from tests.builders import mitchell_evening


def test_contestants_who_share_a_rank_are_marked_and_those_without_a_rank_are_not() -> None:
    """Every board is passed out, so all share the first rank; the mark of a rank of another ranking is taken away."""
    evening = mitchell_evening()
    evening.play_all(("P",))
    results = results_of_event(evening.state, 1)
    ranked = with_standings(results, standings(evening.state, 1))
    assert {(one.rank, one.is_tied) for one in ranked.contestants} == {(1, True)}
    nobody = replace(standings(evening.state, 1), ranking=())
    assert {(one.rank, one.is_tied) for one in with_standings(ranked, nobody).contestants} == {(None, False)}


@pytest.mark.parametrize("place", [0, -1])
def test_a_contestant_alone_on_a_rank_is_not_marked(place: int) -> None:
    evening = mitchell_evening()
    evening.play_all()
    view = standings(evening.state, 1)
    alone = [one.number for one in view.ranking if not one.is_tied]
    ranked = {one.number: one for one in with_standings(results_of_event(evening.state, 1), view).contestants}
    assert alone
    assert not ranked[alone[place]].is_tied
