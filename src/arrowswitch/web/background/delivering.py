"""Delivers events and reports in the background, and marks a report as sent with its receipt once it was accepted."""

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
        for delivered in self.deliveries.tick(self._length, self._content):
            if delivered.value.kind is DeliveryKind.REPORT:
                self._mark_sent(delivered)

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

    def _content(self, delivery: Delivery) -> bytes:
        """Returns the event file, or the report as it stood when it was put: sent twice, it is the same."""
        if delivery.kind is DeliveryKind.EVENT:
            return self._tournament.export(delivery.event_id).encode()
        state, ledger = (
            self._tournament.state_at(delivery.event_id, delivery.shows),
            self._tournament.ledger(delivery.event_id),
        )
        made_at = delivery.made_at.isoformat(timespec="seconds")
        letter = Letter(self._tournament.club.settings.name, f"Arrowswitch {__version__}", made_at)
        return write_report(report_to_send(state, ledger[: delivery.shows], letter))

    def _mark_sent(self, paper: DeliveryPaper) -> None:
        """Notes a report as sent, with what the federation answered, once."""
        delivery = paper.value
        key = f"delivery-{paper.paper_id}-{delivery.shows}"
        try:
            sent = NoteReportSent(delivery.shows, Channel.UPLOAD, parse_link(delivery.link).host)
            state = self._tournament.execute(delivery.event_id, sent, Stamp(key, ""))
            version = next(
                report.version for report in reversed(state.publication.reports) if report.shows == delivery.shows
            )
            self._tournament.execute(
                delivery.event_id, NoteReceipt(version, delivery.receipt), Stamp(f"{key}-receipt", "")
            )
        except Mistake as mistake:
            log.warning("a report that was delivered is not noted: %s", mistake)


def _is_untried(delivery: Delivery) -> bool:
    return delivery.is_waiting and not delivery.trouble
