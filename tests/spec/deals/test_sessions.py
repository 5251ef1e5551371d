"""The deals of a session: placed, sealed, looked at, released, in the event file (R-018, R-323, R-325, R-406)."""

from __future__ import annotations

import pytest

from arrowswitch.core.deals.commitment import fingerprint
from arrowswitch.core.deals.deal import DealSet
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.errors import Mistake, NotFound, Refused
from arrowswitch.tournament.deals.decide import MOST_DEALS
from arrowswitch.tournament.deals.shown import shown_deals
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history, next_undo
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.slices.deals import KeepAnalysis, LookAtDeals, PlaceDeals, ReleaseDeals, TypeHands
from arrowswitch.tournament.model.values.deals import DealAnalysis, PlacedDeals
from arrowswitch.tournament.results.tables import odd_results
from tests.builders import Evening, mitchell_evening, new_evening


def dealt(text: str, count: int = 24) -> PlacedDeals:
    deals = {board: deal.pbn for board, deal in deal_boards(Seed(text), range(1, count + 1))}
    return PlacedDeals(deals, text)


def history_codes(evening: Evening) -> list[str]:
    return [problem.code for row in history(evening.tournament.ledger(evening.event_id)) for problem in row.what]


def codes(evening: Evening, command: Command, reason: str = "") -> list[str]:
    with pytest.raises(Mistake) as caught:
        evening.do(command, reason=reason)
    return [problem.code for problem in caught.value.problems]


class TestPlacing:
    def test_they_stand_for_the_session_and_survive_the_file(self) -> None:
        evening = new_evening(4)
        evening.do(PlaceDeals(1, dealt("s")))
        state = state_of(event_file.load(event_file.dump(evening.tournament.ledger(evening.event_id))))
        placed = state.deals.placed[1]
        assert placed == evening.state.deals.placed[1]
        assert placed.deals == dealt("s").deals
        assert placed.fingerprint == fingerprint(DealSet(dict(deal_boards(Seed("s"), range(1, 25)))), "s")
        assert history_codes(evening)[0] == "history.deals-placed"

    def test_the_same_again_changes_nothing(self) -> None:
        evening = new_evening(4)
        before = evening.do(PlaceDeals(1, dealt("s"))).seq
        assert evening.do(PlaceDeals(1, dealt("s"))).seq == before

    def test_a_card_twice_and_twelve_cards_are_refused_with_the_board(self) -> None:
        """R-406: nothing is stored."""
        evening = new_evening(4)
        wrong = dict(dealt("s").deals)
        wrong[3] = wrong[3].replace("A", "K", 1)
        with pytest.raises(Refused) as caught:
            evening.do(PlaceDeals(1, PlacedDeals(wrong)))
        assert {(problem.code, problem.where) for problem in caught.value.problems} == {("deal.card-twice", "board 3")}
        assert not evening.state.deals.placed

    def test_no_deal_stands_twice_in_the_event(self) -> None:
        evening = new_evening(4, sessions=2)
        evening.do(PlaceDeals(1, dealt("s")))
        assert set(codes(evening, PlaceDeals(2, dealt("s", 3)))) == {"deals.in-other-session"}
        twice = {1: dealt("t").deals[1], 2: dealt("t").deals[1]}
        assert codes(evening, PlaceDeals(2, PlacedDeals(twice))) == ["deals.same-cards"]
        evening.do(PlaceDeals(2, dealt("t")))
        assert set(evening.state.deals.placed) == {1, 2}

    def test_a_session_has_some_and_not_too_many(self) -> None:
        evening = new_evening(4)
        assert codes(evening, PlaceDeals(1, PlacedDeals({}))) == ["deals.count"]
        assert codes(evening, PlaceDeals(1, dealt("s", MOST_DEALS + 1))) == ["deals.count"]
        assert codes(evening, PlaceDeals(2, dealt("s"))) == ["event.no-session"]

    def test_once_play_has_begun_an_exchange_needs_a_reason(self) -> None:
        """R-325: hands of boards shuffled at the tables are typed afterwards, without a reason."""
        evening = mitchell_evening()
        evening.do(PlaceDeals(1, dealt("s")))
        assert codes(evening, PlaceDeals(1, dealt("t"))) == ["deals.needs-reason"]
        assert codes(evening, PlaceDeals(1, None)) == ["deals.needs-reason"]
        evening.do(PlaceDeals(1, dealt("t")), reason="wrong boxes")
        evening.do(PlaceDeals(1, None), reason="shuffled by hand")
        assert not evening.state.deals.placed
        assert history_codes(evening)[0] == "history.deals-placed.none"


class TestSealing:
    def test_looking_is_noted_and_cannot_be_undone(self) -> None:
        evening = new_evening(4)
        assert codes(evening, LookAtDeals(1)) == ["deals.none-placed"]
        evening.do(PlaceDeals(1, dealt("s")))
        seen = evening.do(LookAtDeals(1)).seq
        assert history_codes(evening)[0] == "history.deals-seen"
        with pytest.raises(Refused):
            evening.do(Undo(seen))
        undone = next_undo(evening.tournament.ledger(evening.event_id))
        assert undone is not None
        assert undone.what[0].code == "history.deals-placed"

    def test_they_are_released_when_everything_was_played(self) -> None:
        evening = mitchell_evening()
        assert codes(evening, ReleaseDeals(1)) == ["deals.none-placed"]
        evening.do(PlaceDeals(1, dealt("s")))
        assert codes(evening, ReleaseDeals(1)) == ["deals.still-played"]
        assert not evening.state.deals.released
        evening.play_all()
        evening.do(ReleaseDeals(1))
        assert evening.state.deals.released == {1}
        before = evening.state.seq
        assert evening.do(LookAtDeals(1)).seq == before
        assert evening.do(ReleaseDeals(1)).seq == before
        evening.do(ReleaseDeals(1, is_released=False))
        assert not evening.state.deals.released
        assert history_codes(evening)[:2] == ["history.deals-released.none", "history.deals-released"]

    def test_with_a_reason_they_are_released_earlier_and_other_deals_are_sealed_again(self) -> None:
        evening = new_evening(4)
        evening.do(PlaceDeals(1, dealt("s")))
        evening.do(ReleaseDeals(1), reason="a lesson")
        evening.do(PlaceDeals(1, dealt("t")))
        assert not evening.state.deals.released


class TestTyping:
    """R-325, R-406: the hands of boards that were shuffled by hand, and corrections."""

    def test_boards_shuffled_by_hand_have_a_record_once_they_are_typed(self) -> None:
        evening = mitchell_evening()
        first, second = dealt("t").deals[1], dealt("t").deals[2]
        evening.do(TypeHands(1, 3, first))
        evening.do(TypeHands(1, 5, second))
        state = state_of(event_file.load(event_file.dump(evening.tournament.ledger(evening.event_id))))
        assert state.deals.placed[1].texts == {3: first, 5: second}
        assert not state.deals.placed[1].fingerprint
        assert [deal.board for deal in shown_deals(state, 1)] == [3, 5]
        assert history_codes(evening)[0] == "history.hands-typed"

    def test_a_correction_needs_no_reason_and_is_undone(self) -> None:
        evening = mitchell_evening()
        first, other = dealt("t").deals[1], dealt("t").deals[2]
        evening.do(TypeHands(1, 3, first))
        seq = evening.do(TypeHands(1, 3, other)).seq
        assert evening.do(TypeHands(1, 3, other)).seq == seq
        evening.do(Undo(seq))
        assert evening.state.deals.placed[1].typed == {3: first}
        evening.do(TypeHands(1, 3, None))
        assert not evening.state.deals.placed
        assert history_codes(evening)[0] == "history.hands-typed.none"

    def test_a_dealt_board_is_corrected_with_a_reason_and_the_fingerprint_stays(self) -> None:
        evening = mitchell_evening()
        evening.do(PlaceDeals(1, dealt("s")))
        assert codes(evening, TypeHands(1, 3, dealt("t").deals[1])) == ["deals.needs-reason"]
        evening.do(TypeHands(1, 3, dealt("t").deals[1]), reason="a card in the wrong pocket")
        placed = evening.state.deals.placed[1]
        assert placed.texts[3] == dealt("t").deals[1]
        assert placed.fingerprint == dealt("s").fingerprint
        evening.do(TypeHands(1, 3, None), reason="it was right")
        assert evening.state.deals.placed[1] == dealt("s")

    def test_the_same_cards_and_wrong_boards_are_refused(self) -> None:
        evening = new_evening(4, sessions=2)
        evening.do(PlaceDeals(1, dealt("s")))
        assert codes(evening, TypeHands(1, 30, dealt("s").deals[4])) == ["deals.same-cards"]
        assert codes(evening, TypeHands(2, 1, dealt("s").deals[4])) == ["deals.in-other-session"]
        assert codes(evening, TypeHands(1, 0, dealt("t").deals[4])) == ["deals.board"]
        assert set(codes(evening, TypeHands(1, 2, "N:AKQ... - - -"))) >= {"deal.hand-size"}

    def test_looking_at_one_board_is_noted_with_the_board(self) -> None:
        evening = new_evening(4)
        evening.do(PlaceDeals(1, dealt("s")))
        evening.do(LookAtDeals(1, 7))
        assert history_codes(evening)[0] == "history.deals-seen.board"


class TestAgainstTheCards:
    """A result that is far from what the cards allow is a sign for the director, even at the only table so far."""

    @staticmethod
    def analysed_evening() -> Evening:
        """Returns an evening whose board 1 gives each declarer seven tricks: the dealer's side makes 1NT, par is 90."""
        evening = mitchell_evening()
        evening.do(PlaceDeals(1, dealt("s")))
        evening.do(KeepAnalysis(1, {1: DealAnalysis(dealt("s").deals[1], "7" * 20)}))
        return evening

    @staticmethod
    def signs(evening: Evening) -> list[tuple[str, dict[str, object]]]:
        return [(odd.why.code, dict(odd.why.params)) for odd in odd_results(evening.state, 1)]

    def test_tricks_far_from_those_with_all_cards_seen(self) -> None:
        evening = self.analysed_evening()
        evening.enter(1, 1, 1, "2S+1 N")
        assert self.signs(evening) == []
        evening.enter(1, 1, 1, "3S+2 N")
        assert self.signs(evening) == [("odd.cards", {})]
        evening.do(ReleaseDeals(1), reason="a lesson")
        assert self.signs(evening) == [("odd.double-dummy", {"tricks": 11, "expected": 7})]

    def test_a_score_far_from_par_unless_another_table_is_as_far(self) -> None:
        evening = self.analysed_evening()
        evening.do(ReleaseDeals(1), reason="a lesson")
        evening.enter(1, 1, 1, "-1400")
        assert self.signs(evening) == [("odd.par", {"score": -1400, "par": 90})]
        evening.enter(2, 3, 1, "-1400")
        assert self.signs(evening) == []

    def test_what_was_analysed_is_shown_when_it_is_released(self) -> None:
        evening = self.analysed_evening()
        assert shown_deals(evening.state, 1)[0].analysis is None
        evening.do(ReleaseDeals(1), reason="a lesson")
        analysis = shown_deals(evening.state, 1)[0].analysis
        assert analysis is not None
        assert (analysis.par, analysis.contracts, analysis.levels["N"]) == (90, ("1NT= NS",), (1, 1, 1, 1, 1))


class TestShown:
    def test_a_board_as_people_read_it(self) -> None:
        """Tens as 10, a void as a dash, dealer and vulnerability by the number, points."""
        evening = new_evening(4)
        text = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
        evening.do(PlaceDeals(1, PlacedDeals({4: text})))
        (board,) = shown_deals(evening.state, 1)
        north = board.hands["N"]
        assert north.suits == (("S", "A K Q J 10 9 8 7 6 5 4 3 2"), ("H", "—"), ("D", "—"), ("C", "—"))
        assert (board.board, board.dealer, board.vulnerability, north.points) == (4, "W", "both", 10)
        assert shown_deals(evening.state, 2) == ()

    def test_sessions_that_are_not_there(self) -> None:
        with pytest.raises(NotFound):
            new_evening(4).do(ReleaseDeals(7))
