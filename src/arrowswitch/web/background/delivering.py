"""Delivers events and reports beside the pages, and notes a report as sent with its receipt once it was taken."""

from __future__ import annotations

import logging
import time

from arrowswitch import __version__
from arrowswitch.core.errors import Mistake
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.tournament.deliveries.answers import parse_link
from arrowswitch.tournament.deliveries.queue import Deliveries, DeliveryPaper
from arrowswitch.tournament.model.club_values.deliveries import Delivery, DeliveryKind
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.reporting import NoteReceipt, NoteReportSent
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.reporting.report import Letter, report_to_send
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.background.lookout import Lookout

_PATIENCE = 3.0
log = logging.getLogger("arrowswitch.deliveries")


class Delivering:
    """Looks for what is to be delivered, in a thread of its own."""

    def __init__(self, tournament: Tournament, deliveries: Deliveries) -> None:
        self.deliveries = deliveries
        self._tournament = tournament
        self._lookout = Lookout("deliveries", self.tick)

    def tick(self) -> None:
        """Looks once: delivers what is due, and notes the reports that were taken."""
        for taken in self.deliveries.tick(self._length, self._content):
            if taken.value.kind is DeliveryKind.REPORT:
                self._noted(taken)

    def start(self) -> None:
        """Begins to look, where there is anything that takes something."""
        if self.deliveries.can_send:
            self._lookout.start()

    def hurry(self, event_id: EventId) -> None:
        """Has the next look come at once, and waits a little for the answer, so that the page that follows tells it."""
        if not self.deliveries.can_send:
            return
        self._lookout.hurry()
        latest = time.monotonic() + _PATIENCE
        while time.monotonic() < latest and any(_is_untried(one.value) for one in self.deliveries.of_event(event_id)):
            time.sleep(0.05)

    def stop(self) -> None:
        """Ends looking."""
        self._lookout.stop()

    def _length(self, event_id: EventId) -> int:
        return self._tournament.state(event_id).seq

    def _content(self, one: Delivery) -> bytes:
        """Returns the event file, or the report as it stood when it was put: sent twice, it is the same."""
        if one.kind is DeliveryKind.EVENT:
            return self._tournament.export(one.event_id).encode()
        state, ledger = self._tournament.state_at(one.event_id, one.shows), self._tournament.ledger(one.event_id)
        made_at = one.made_at.isoformat(timespec="seconds")
        letter = Letter(self._tournament.club.settings.name, f"Arrowswitch {__version__}", made_at)
        return write_report(report_to_send(state, ledger[: one.shows], letter))

    def _noted(self, paper: DeliveryPaper) -> None:
        """Notes a report as sent, with what the federation answered, once."""
        one = paper.value
        told = f"delivery-{paper.paper_id}-{one.shows}"
        try:
            sent = NoteReportSent(one.shows, Channel.UPLOAD, parse_link(one.link).host)
            state = self._tournament.execute(one.event_id, sent, Stamp(told, ""))
            version = next(
                report.version for report in reversed(state.publication.reports) if report.shows == one.shows
            )
            self._tournament.execute(one.event_id, NoteReceipt(version, one.receipt), Stamp(f"{told}-receipt", ""))
        except Mistake as mistake:
            log.warning("a report that was delivered is not noted: %s", mistake)


def _is_untried(one: Delivery) -> bool:
    return one.is_waiting and not one.trouble
