"""Draws that the director changes: pairings that are fixed before, rounds drawn or published with results missing."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import RemoveResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from tests.builders import Evening
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.web.test_matches import assert_reads, at, play_one, swiss

A = Place(1, "A")


def swiss_pairs(pairs: int = 8) -> Evening:
    """Returns a Swiss of pairs by matchpoints, ranked on the whole field."""
    kind, form = ContestantKind.PAIR, EventForm.SWISS_PAIRS
    return new_event(
        pairs, 2, kind=kind, form=form, method=Method.MATCHPOINTS, conditions=PLAIN_SWISS, boards_per_round=4
    )


@pytest.fixture(params=["teams", "pairs"])
def swiss_event(request: pytest.FixtureRequest) -> Evening:
    """A Swiss of which the first round is played."""
    evening = swiss() if request.param == "teams" else swiss_pairs()
    evening.do(DrawNumbers(A, 1))
    play_one(evening, 1)
    return evening


def met_in(evening: Evening, round_number: int) -> set[frozenset[Number]]:
    draw = evening.state.section(A).draws[round_number - 1]
    return {frozenset((match.home, match.away)) for match in draw.matches}


class TestFixedPairings:
    """A match assigned by hand: it stands, and the rest is drawn by the rule."""

    def test_typed_before_the_draw(self, swiss_event: Evening) -> None:
        first = met_in(swiss_event, 1)
        own, other = next(
            (Number(str(a)), Number(str(b)))
            for a in range(1, 9)
            for b in range(8, a, -1)
            if frozenset((Number(str(a)), Number(str(b)))) not in first
        )
        with at(swiss_event) as (desk, base):
            page = desk.get(f"{base}/draw?round=2&fix={own}-{other}")
            assert f"keep={own}-{other}" in str(page.url)
            assert_reads(desk, swiss_event, f"/draw?round=2&keep={own}-{other}")
            refused = desk.post(f"{base}/draw", {"round": "2", "keeps": f"{own}-{other}", "command_id": "a"})
            assert refused.status_code == 409
            desk.send(f"{base}/draw?round=2&keep={own}-{other}", f"{base}/draw", reason="promised to both")
        draw = swiss_event.state.section(A).draws[1]
        assert draw.reason == "promised to both"
        assert [match.is_kept for match in draw.matches if {match.home, match.away} == {own, other}] == [True]
        assert len({number for pair in met_in(swiss_event, 2) for number in pair}) == 8

    def test_a_rematch_is_told_and_needs_the_reason(self, swiss_event: Evening) -> None:
        number, other = sorted(min(met_in(swiss_event, 1), key=sorted))
        with at(swiss_event) as (desk, base):
            page = desk.page(f"{base}/draw?round=2&keep={number}-{other}")
            assert "再戦" in page.text
            desk.send(f"{base}/draw?round=2&keep={number}-{other}", f"{base}/draw", reason="wished by both")
        match = next(
            one_ for one_ in swiss_event.state.section(A).draws[1].matches if {one_.home, one_.away} == {number, other}
        )
        assert match.is_against_rule

    def test_what_is_no_pairing_is_said(self, swiss_event: Evening) -> None:
        with at(swiss_event) as (desk, base):
            answer = desk.get(f"{base}/draw?round=2&fix=1-1")
            assert answer.status_code == 422
            twice = desk.page(f"{base}/draw?round=2&keep=1-2&keep=2-3")
        assert "2" in twice.text


class TestResultsMissing:
    """A round is drawn, and its ranking published, with results missing for a reason only: teams and pairs alike."""

    def take_away(self, evening: Evening) -> None:
        for slot in sorted(evening.state.results, key=lambda one: (one.table, one.board))[-3:]:
            evening.do(RemoveResult(slot))

    def test_a_draw(self, swiss_event: Evening) -> None:
        self.take_away(swiss_event)
        with pytest.raises(Refused, match=r"team-event\.draw-waits"):
            swiss_event.do(DrawRound(A.at(2)))
        with pytest.raises(Refused, match=r"draw-needs-reason"):
            swiss_event.do(DrawRound(A.at(2), without_missing=True))
        with at(swiss_event) as (desk, base):
            assert_reads(desk, swiss_event, "/draw?round=2")
            assert "現在の順位で組みます" in desk.page(f"{base}/draw?round=2").text
            desk.send(f"{base}/draw?round=2", f"{base}/draw", reason="the hall closes")
        assert swiss_event.state.section(A).draws[1].reason == "the hall closes"

    def test_a_publication(self, swiss_event: Evening) -> None:
        self.take_away(swiss_event)
        with pytest.raises(Refused, match=r"publish\.round-open"):
            swiss_event.do(Publish(is_interim=True))
        with at(swiss_event) as (desk, base):
            assert "結果3件を待たずに公表する理由" in desk.page(f"{base}/ranking").text
            assert_reads(desk, swiss_event, "/ranking")
        swiss_event.do(Publish(is_interim=True), reason="shown as it stands")
        assert swiss_event.state.publication.versions[-1].is_interim

    def test_a_complete_round_needs_none(self, swiss_event: Evening) -> None:
        swiss_event.do(Publish(is_interim=True))
        swiss_event.do(DrawRound(A.at(2)))
        play_round(swiss_event, 1, 2)
        swiss_event.do(Publish(is_interim=True))
        assert len(swiss_event.state.publication.versions) == 2
