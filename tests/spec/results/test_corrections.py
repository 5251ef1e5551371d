"""Agreement, the correction period and corrections (regulations summary, lines 125-159)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.results import RemoveResult, ResultEntered, ResultRemoved
from arrowswitch.tournament.model.slices.rulings import GiveAward, SetNote
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.standings.header import phase
from tests.builders import Evening, mitchell_evening
from tests.tables import for_each

FIRST = Slot(1, "A", 1, 1, 1)


def publish_evening(event_class: EventClass = EventClass.LOCAL, minutes: int | None = None) -> Evening:
    """An evening that was played and published."""
    evening = mitchell_evening()
    evening.play_all()
    settings = evening.state.settings
    evening.do(
        ChangeSettings(
            replace(settings, event_class=event_class, scoring=replace(settings.scoring, correction_minutes=minutes))
        )
    )
    evening.do(Publish())
    return evening


class TestAgreement:
    def test_the_end_of_the_round_agrees_the_tricks(self) -> None:
        """R-303: a pairs board is agreed at the end of its round; R-160: a later claim is a correction."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "3NT= N")
        evening.enter(1, 1, 1, "3NT+1 N")
        evening.do(StartRound(1, 2))
        with pytest.raises(Refused, match=r"correction\.needs-reason"):
            evening.enter(1, 1, 1, "3NT+2 N")
        evening.enter(1, 1, 1, "3NT+2 N", correction=CorrectionReason.TRICKS_PROVEN)
        assert evening.state.results[FIRST].revision == 2


class TestPeriod:
    def test_every_other_event_has_thirty_minutes_from_the_publication(self) -> None:
        """R-304: federation events: 30 minutes after the publication of the last session."""
        evening = publish_evening(EventClass.SECTIONAL)
        assert evening.state.deadline == evening.clock.now() + timedelta(minutes=30)

    def test_a_weekly_game_is_open_until_the_next_one(self) -> None:
        """R-304: a weekly club game: until the next game, seven days."""
        evening = publish_evening(EventClass.WEEKLY)
        assert evening.state.deadline == evening.clock.now() + timedelta(days=7)

    def test_an_announced_time_wins(self) -> None:
        """R-304 and R-305: the announced time is the event's own setting and beats the rule."""
        evening = publish_evening(EventClass.WEEKLY, minutes=15)
        assert evening.state.deadline == evening.clock.now() + timedelta(minutes=15)

    def test_a_second_publication_keeps_the_deadline(self) -> None:
        """R-305: re-posting after a correction opens no new period."""
        evening = publish_evening()
        deadline = evening.state.deadline
        evening.clock.forward(10)
        evening.enter(1, 1, 1, "150", correction=CorrectionReason.TYPING_ERROR)
        evening.do(Publish())
        assert evening.state.deadline == deadline

    def test_an_interim_ranking_opens_no_period(self) -> None:
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        evening.do(Publish(is_interim=True))
        assert evening.state.deadline is None
        assert phase(evening.state) is Phase.PLAYING


class TestWithin:
    @for_each("reason", list(CorrectionReason))
    def test_each_correction_carries_one_of_the_listed_reasons(self, reason: CorrectionReason) -> None:
        """R-306: a correction without a reason is refused; each listed reason lets it pass and stays in the record."""
        evening = publish_evening()
        with pytest.raises(Refused, match=r"correction\.needs-reason"):
            evening.enter(1, 1, 1, "150")
        evening.enter(1, 1, 1, "150", correction=reason)
        fact = evening.tournament.ledger(evening.event_id)[-1].facts[0]
        assert isinstance(fact, ResultEntered)
        assert fact.correction is reason

    def test_a_correction_moves_the_ranking_and_counts(self) -> None:
        """R-308: a new ranking is made, version 2 after one correction, and version 1 is kept."""
        evening = publish_evening()
        before = ranking(evening.state)
        evening.clock.forward(8)
        evening.enter(1, 1, 1, "1100", correction=CorrectionReason.TYPING_ERROR)
        evening.do(Publish())
        after = ranking(evening.state)
        assert (before.version, after.version) == (1, 2)
        assert (before.corrections, after.corrections) == (0, 1)
        assert after.published_at == evening.clock.now()
        assert after.groups != before.groups
        earlier = evening.tournament.state_at(evening.event_id, before.seq)
        assert ranking(earlier).groups == before.groups

    def test_removing_asks_for_the_same_reason(self) -> None:
        """R-160, R-306: a published result that is removed and entered again is a correction in two steps."""
        evening = publish_evening()
        with pytest.raises(Refused, match=r"correction\.needs-reason"):
            evening.do(RemoveResult(FIRST))
        evening.do(RemoveResult(FIRST, correction=CorrectionReason.WRONG_PAIR))
        fact = evening.tournament.ledger(evening.event_id)[-1].facts[0]
        assert isinstance(fact, ResultRemoved)
        assert fact.correction is CorrectionReason.WRONG_PAIR
        evening.enter(1, 1, 1, "150")
        assert ranking(evening.state).corrections == 2


class TestAfter:
    def test_only_with_an_approver(self) -> None:
        """R-307 and R-379: after the deadline a change asks who approved it, and keeps the name."""
        evening = publish_evening()
        evening.clock.forward(31)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.enter(1, 1, 1, "150", correction=CorrectionReason.TRICKS_PROVEN)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.do(RemoveResult(FIRST))
        evening.enter(1, 1, 1, "150", correction=CorrectionReason.TRICKS_PROVEN, approver="the organiser")
        fact = evening.tournament.ledger(evening.event_id)[-1].facts[0]
        assert isinstance(fact, ResultEntered)
        assert fact.approver == "the organiser"

    def test_a_ruling_too(self) -> None:
        """R-210: adjustments are possible within the deadline, later only as an approved correction."""
        evening = publish_evening()
        evening.do(GiveAward(FIRST, "A+", "A-", "12C2"), reason="within")
        evening.clock.forward(31)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.do(GiveAward(FIRST, "A", "A", "12C2"), reason="late")
        evening.do(GiveAward(FIRST, "A", "A", "12C2", approver="the organiser"), reason="late")

    def test_undo_does_not_get_round_it(self) -> None:
        """R-379: what may not be corrected may not be undone either."""
        evening = publish_evening()
        evening.enter(1, 1, 1, "150", correction=CorrectionReason.TYPING_ERROR)
        last = evening.state.seq
        evening.clock.forward(31)
        with pytest.raises(Refused, match=r"undo\.after-deadline"):
            evening.do(Undo(last))


class TestClosing:
    def test_the_event_closes_after_the_deadline(self) -> None:
        evening = publish_evening()
        with pytest.raises(Refused, match=r"final\.before-deadline"):
            evening.do(Finalise())
        evening.clock.forward(31)
        assert phase(evening.do(Finalise())) is Phase.FINAL

    def test_a_reason_closes_it_earlier(self) -> None:
        evening = publish_evening()
        assert phase(evening.do(Finalise(), reason="everybody has checked")) is Phase.FINAL

    def test_a_pending_ruling_keeps_it_open(self) -> None:
        evening = publish_evening()
        evening.do(SetNote(FIRST, "hesitation", is_pending=True))
        with pytest.raises(Refused, match=r"final\.pending"):
            evening.do(Finalise(), reason="late")

    def test_an_unpublished_event_does_not_close(self) -> None:
        with pytest.raises(Refused, match=r"final\.not-published"):
            mitchell_evening().do(Finalise())

    def test_a_final_event_is_not_published_again(self) -> None:
        evening = publish_evening()
        evening.do(Finalise(), reason="done")
        with pytest.raises(Refused, match=r"publish\.final"):
            evening.do(Publish())
