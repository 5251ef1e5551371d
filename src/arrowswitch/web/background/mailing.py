"""Sends mail in the background: to entrants whose state has changed since their last mail, and the waiting mail; marks
a report as sent once its mail is.

The mail to send follows from the event as it is, never from the press of a button: the next check makes up for a missed
one.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date, timedelta

from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.i18n import Locale, format_date, translate
from arrowswitch.tournament.advance.places import standing_of, waiting
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.mail.outbox import Mail, MailPaper
from arrowswitch.tournament.model.club_values.mail import EntryAddress, OutgoingMail
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.reporting import NoteReportSent
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import AdvanceEntry
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.background.lookout import Lookout

_ORPHANED = timedelta(hours=1)
"""An address whose entry was never made is forgotten after so long."""
MOST_OF_ADDRESS = 5
log = logging.getLogger("arrowswitch.mail")


class Mailing:
    """Looks for what is to be mailed, in a thread of its own."""

    def __init__(self, tournament: Tournament, mail: Mail) -> None:
        self.mail = mail
        self._tournament = tournament
        self._addresses: Papers[EntryAddress] = Papers(tournament.store, "entry-address")
        self._lookout = Lookout("mail", self.tick)

    def note(self, entered: EntryAddress) -> None:
        """Stores the email address of an entrant before the entry is made."""
        earlier = [one for one in self._addresses if one.value.event_id == entered.event_id]
        if sum(one.value.address.casefold() == entered.address.casefold() for one in earlier) >= MOST_OF_ADDRESS:
            raise Refused.of("mail.address-full", "mail", most=MOST_OF_ADDRESS)
        if self._addresses.find(entered.link) is None:
            self._addresses.save(entered.link, entered)

    def forget(self, link: str) -> None:
        """Forgets an address whose entry was refused."""
        self._addresses.delete(link)

    def address(self, link: str) -> str:
        """Returns where who has a link is written to, nothing where nobody said."""
        paper = self._addresses.find(link)
        return "" if paper is None else paper.value.address

    def tick(self) -> None:
        """Checks once: queues the mail that is due, and sends the waiting mail."""
        if not self.mail.is_on:
            return
        for paper in tuple(self._addresses):
            self._queue_mail(paper)
        for sent in self.mail.tick():
            self._mark_sent(sent)

    def start(self) -> None:
        """Begins to look, where there is anything that sends."""
        if self.mail.can_send:
            self._lookout.start()

    def stop(self) -> None:
        """Ends looking."""
        self._lookout.stop()

    def _queue_mail(self, paper: Paper[EntryAddress]) -> None:
        """Queues a mail for an entrant whose state has changed since the last one, and deletes addresses that are used
        up."""
        address = paper.value
        try:
            state = self._tournament.state(address.event_id)
        except Mistake:
            self._addresses.delete(paper.paper_id)
            return
        advance = state.advance.entries.get(address.link)
        if advance is None or state.is_started or not address.address:
            if advance is not None or self._tournament.clock.now() - address.made_at > _ORPHANED:
                self._addresses.delete(paper.paper_id)
            return
        standing = standing_of(state, advance).value
        if standing == address.told:
            return
        self.mail.put(f"{address.link[:32]}.{paper.version}", self._mail(state, advance, address, standing))
        try:
            self._addresses.save(paper.paper_id, replace(address, told=standing, own=""), paper.version)
        except Refused:
            return

    def _mail(self, state: EventState, advance: AdvanceEntry, address: EntryAddress, standing: str) -> OutgoingMail:
        locale, settings = Locale(address.language), state.settings
        order = [other.link for other in waiting(state)]
        place = order.index(advance.link) + 1 if advance.link in order else 0
        standing_text = translate(f"advance.standing.{standing}", {"n": place}, locale)
        day, announced = format_date(date.fromisoformat(settings.date), locale), settings.announcement
        when = f"{day} {announced.starts_at}　{announced.venue}".strip("　 ")
        link = (
            (translate("advance.own-keep", {}, locale), address.own)
            if address.own
            else (translate("mail.entry.link-before", {}, locale),)
        )
        names = " ".join(person.name for person in address.people)
        now = self._tournament.clock.now()
        return OutgoingMail(
            to=address.address,
            subject=" ".join(f"{settings.name}: {standing_text}".split()),
            text="\n".join((names, "", settings.name, when, "", standing_text, "", *link, "")),
            made_at=now,
            next_at=now,
            event_id=state.event_id,
        )

    def _mark_sent(self, sent: MailPaper) -> None:
        """Notes a report as sent, once."""
        mail = sent.value
        if mail.event_id is None or not mail.shows:
            return
        stamp = Stamp(f"mail-{sent.paper_id}", "")
        try:
            self._tournament.execute(mail.event_id, NoteReportSent(mail.shows, Channel.MAIL, mail.to), stamp)
        except Mistake as mistake:
            log.warning("a report that was mailed is not noted: %s", mistake)
