"""All deliveries of a club: queued, checked by `tick`, and listed until they are answered.

An attempt is saved before it is made, so that only one of several processes makes it. A delivery without an answer is
tried for about a day. A refused one is not sent again until the event has changed or the director asks for it. A live
one is sent again when the event has changed, at most once in every `PACE`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from arrowswitch.core.errors import Mistake, NotFound, Problem, Refused
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.deliveries.answers import Courier, Unreachable, answer_of, parse_link
from arrowswitch.tournament.model.club_values.deliveries import Delivery, DeliveryKind
from arrowswitch.tournament.model.club_values.links import digest_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import Clock, Store

DeliveryPaper = Paper[Delivery]
PACE = timedelta(seconds=20)
MOST_TRIES = 40
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=40)
_OVER = "deliveries.given-up"

Content = Callable[[Delivery], bytes]
"""Makes the content of a delivery from the present event; raises a Mistake if there is nothing to deliver."""


class Deliveries:
    """The deliveries of a store. `courier` takes them, None where nothing can."""

    def __init__(self, store: Store, clock: Clock, courier: Courier | None) -> None:
        self._clock = clock
        self._courier = courier
        self._papers: Papers[Delivery] = Papers(store, "delivery")

    @property
    def can_send(self) -> bool:
        return self._courier is not None

    def of_event(self, event_id: EventId) -> tuple[DeliveryPaper, ...]:
        """Returns those of an event, the oldest first."""
        papers = (paper for paper in self._papers if paper.value.event_id == event_id)
        return tuple(sorted(papers, key=lambda paper: (paper.value.made_at, paper.paper_id)))

    def reported_to(self) -> DeliveryPaper | None:
        """Returns the last delivery of a report, of any event. Returns None before the first."""
        reports = [one for one in self._papers if one.value.kind is DeliveryKind.REPORT and one.value.receipt]
        return max(reports, key=lambda paper: paper.value.made_at, default=None)

    def put(self, event_id: EventId, text: str, language: str, *, is_live: bool, shows: int) -> Delivery:
        """Puts a delivery to a link, in place of one to the same; raises as `parse_link`."""
        link, now = parse_link(text), self._clock.now()
        paper_id = f"{event_id}.{digest_of(f'{link.origin}{link.path}')[:16]}"
        paper = self._papers.find(paper_id)
        new = Delivery(event_id, link.kind, made_at=now, next_at=now, link=text.strip())
        before = new if paper is None else paper.value
        wanted = replace(
            before,
            next_at=now,
            language=language,
            is_live=is_live and link.kind is DeliveryKind.EVENT,
            is_waiting=True,
            tries=0,
            trouble="",
            shows=shows if link.kind is DeliveryKind.REPORT else 0,
        )
        self._papers.save(paper_id, wanted, 0 if paper is None else paper.version)
        return wanted

    def again(self, event_id: EventId, paper_id: str, shows: int) -> None:
        """Queues a delivery again for now; raises NotFound (`paper.unknown`)."""
        paper = self._of(event_id, paper_id)
        shown_length = shows if paper.value.kind is DeliveryKind.REPORT else 0
        wanted = replace(
            paper.value, is_waiting=True, tries=0, next_at=self._clock.now(), trouble="", shows=shown_length
        )
        self._papers.save(paper_id, wanted, paper.version)

    def drop(self, event_id: EventId, paper_id: str) -> None:
        """Forgets a delivery with its link; what was taken stays where it is. Raises NotFound (`paper.unknown`)."""
        self._papers.delete(self._of(event_id, paper_id).paper_id)

    def tick(self, length_of: Callable[[EventId], int], content: Content) -> tuple[DeliveryPaper, ...]:
        """Makes the deliveries that are due and returns those that were answered. A missed or doubled call does no
        harm."""
        if self._courier is None:
            return ()
        answered = []
        for paper in tuple(self._papers):
            try:
                length = length_of(paper.value.event_id)
            except Mistake:
                self._papers.delete(paper.paper_id)
                continue
            if is_due(paper.value, length, self._clock.now()):
                done = self._try_delivery(paper, length, content, self._courier)
                if done is not None and not done.value.is_waiting and not done.value.problems:
                    answered.append(done)
        return tuple(answered)

    def _try_delivery(
        self, paper: DeliveryPaper, length: int, content: Content, courier: Courier
    ) -> DeliveryPaper | None:
        """Tries once and returns the delivery afterwards. Returns None if another process is making it."""
        delivery, now = paper.value, self._clock.now()
        pause = min(_FIRST_PAUSE * 2**delivery.tries, _LONGEST_PAUSE)
        claimed = self._save(paper, replace(delivery, is_waiting=True, tries=delivery.tries + 1, next_at=now + pause))
        if claimed is None:
            return None
        here = claimed.value
        try:
            answer = answer_of(*courier.post(parse_link(delivery.link), content(here), delivery.language))
        except Unreachable as trouble:
            is_over = here.tries >= MOST_TRIES
            problems = (Problem(_OVER),) if is_over else here.problems
            reason = str(trouble)[:200]
            return self._save(claimed, replace(here, is_waiting=not is_over, trouble=reason, problems=problems))
        except Mistake as refused:
            is_known = not any(problem.code == "deliveries.link-unknown" for problem in refused.problems)
            end = replace(_mark_answered(here, length, self._clock.now()), problems=refused.problems)
            return self._save(claimed, replace(end, is_live=end.is_live and is_known))
        end = replace(_mark_answered(here, length, self._clock.now()), results=answer.results, receipt=answer.receipt)
        return self._save(claimed, end)

    def _of(self, event_id: EventId, paper_id: str) -> DeliveryPaper:
        paper = self._papers.get(paper_id)
        if paper.value.event_id != event_id:
            raise NotFound.of("paper.unknown", paper=paper_id[:80])
        return paper

    def _save(self, paper: DeliveryPaper, delivery: Delivery) -> DeliveryPaper | None:
        """Stores a delivery. Returns None if another process stored it meanwhile."""
        try:
            return self._papers.save(paper.paper_id, delivery, paper.version)
        except Refused:
            return None


def is_due(delivery: Delivery, length: int, now: datetime) -> bool:
    """True if a delivery is to be tried for an event whose ledger has this length."""
    if delivery.is_waiting:
        return delivery.next_at <= now
    has_gone_on = length > delivery.length
    return delivery.is_live and has_gone_on and (delivery.answered_at is None or now - delivery.answered_at >= PACE)


def _mark_answered(delivery: Delivery, length: int, now: datetime) -> Delivery:
    return replace(delivery, is_waiting=False, tries=0, trouble="", problems=(), answered_at=now, length=length)
