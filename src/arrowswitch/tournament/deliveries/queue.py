"""All deliveries of a house: put, looked at by whoever looks (`tick`), and told until they were answered.

A try is written down before it is made, so that of several processes one makes it. What nobody answers is tried for
about a day; what was refused is not sent again before the event has gone on or somebody presses. What is live is sent
again when the event has gone on, and not more often than `PACE`.
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
"""Makes what is delivered, of the event as it is now; raises a Mistake where there is nothing to deliver."""


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
        found = (paper for paper in self._papers if paper.value.event_id == event_id)
        return tuple(sorted(found, key=lambda paper: (paper.value.made_at, paper.paper_id)))

    def reported_to(self) -> DeliveryPaper | None:
        """Returns where a report of any event was delivered last, None before the first."""
        found = [one for one in self._papers if one.value.kind is DeliveryKind.REPORT and one.value.receipt]
        return max(found, key=lambda paper: paper.value.made_at, default=None)

    def put(self, event_id: EventId, text: str, language: str, *, is_live: bool, shows: int) -> Delivery:
        """Puts a delivery to a link, in place of one to the same; raises as `parse_link`."""
        link, now = parse_link(text), self._clock.now()
        paper_id = f"{event_id}.{digest_of(f'{link.origin}{link.path}')[:16]}"
        known = self._papers.find(paper_id)
        new = Delivery(event_id, link.kind, made_at=now, next_at=now, link=text.strip())
        before = new if known is None else known.value
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
        self._papers.save(paper_id, wanted, 0 if known is None else known.version)
        return wanted

    def again(self, event_id: EventId, paper_id: str, shows: int) -> None:
        """Has a delivery made again now; raises NotFound (`paper.unknown`)."""
        paper = self._of(event_id, paper_id)
        shown = shows if paper.value.kind is DeliveryKind.REPORT else 0
        wanted = replace(paper.value, is_waiting=True, tries=0, next_at=self._clock.now(), trouble="", shows=shown)
        self._papers.save(paper_id, wanted, paper.version)

    def drop(self, event_id: EventId, paper_id: str) -> None:
        """Forgets a delivery with its link; what was taken stays where it is. Raises NotFound (`paper.unknown`)."""
        self._papers.delete(self._of(event_id, paper_id).paper_id)

    def tick(self, length_of: Callable[[EventId], int], content: Content) -> tuple[DeliveryPaper, ...]:
        """Makes what is due and returns what was taken; a missed or doubled look does no harm."""
        if self._courier is None:
            return ()
        taken = []
        for paper in tuple(self._papers):
            try:
                length = length_of(paper.value.event_id)
            except Mistake:
                self._papers.delete(paper.paper_id)
                continue
            if is_due(paper.value, length, self._clock.now()):
                done = self._tried(paper, length, content, self._courier)
                if done is not None and not done.value.is_waiting and not done.value.problems:
                    taken.append(done)
        return tuple(taken)

    def _tried(self, paper: DeliveryPaper, length: int, content: Content, courier: Courier) -> DeliveryPaper | None:
        """Tries once; returns the delivery as it stands then, None where another process has it."""
        one, now = paper.value, self._clock.now()
        pause = min(_FIRST_PAUSE * 2**one.tries, _LONGEST_PAUSE)
        claimed = self._save(paper, replace(one, is_waiting=True, tries=one.tries + 1, next_at=now + pause))
        if claimed is None:
            return None
        here = claimed.value
        try:
            answer = answer_of(*courier.post(parse_link(one.link), content(here), one.language))
        except Unreachable as trouble:
            is_over = here.tries >= MOST_TRIES
            problems = (Problem(_OVER),) if is_over else here.problems
            said = str(trouble)[:200]
            return self._save(claimed, replace(here, is_waiting=not is_over, trouble=said, problems=problems))
        except Mistake as refused:
            is_known = not any(problem.code == "deliveries.link-unknown" for problem in refused.problems)
            end = replace(_answered(here, length, self._clock.now()), problems=refused.problems)
            return self._save(claimed, replace(end, is_live=end.is_live and is_known))
        end = replace(_answered(here, length, self._clock.now()), results=answer.results, receipt=answer.receipt)
        return self._save(claimed, end)

    def _of(self, event_id: EventId, paper_id: str) -> DeliveryPaper:
        paper = self._papers.get(paper_id)
        if paper.value.event_id != event_id:
            raise NotFound.of("paper.unknown", paper=paper_id[:80])
        return paper

    def _save(self, paper: DeliveryPaper, delivery: Delivery) -> DeliveryPaper | None:
        """Stores a delivery; None where somebody else stored it meanwhile."""
        try:
            return self._papers.save(paper.paper_id, delivery, paper.version)
        except Refused:
            return None


def is_due(one: Delivery, length: int, now: datetime) -> bool:
    """True if a delivery is to be tried for an event whose ledger has this length."""
    if one.is_waiting:
        return one.next_at <= now
    has_gone_on = length > one.length
    return one.is_live and has_gone_on and (one.answered_at is None or now - one.answered_at >= PACE)


def _answered(one: Delivery, length: int, now: datetime) -> Delivery:
    return replace(one, is_waiting=False, tries=0, trouble="", problems=(), answered_at=now, length=length)
