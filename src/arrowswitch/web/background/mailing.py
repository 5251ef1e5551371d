"""Sends mail beside the pages: to who entered beforehand, whenever they stand otherwise than they were told, and what
waits; notes a report as sent once its mail is.

What is to be told follows from the event as it is, never from the press of a button: a look that was missed is made up
for by the next one.
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
        """Notes where somebody who enters is written to, before the entry is made."""
        known = [one for one in self._addresses if one.value.event_id == entered.event_id]
        if sum(one.value.address.casefold() == entered.address.casefold() for one in known) >= MOST_OF_ADDRESS:
            raise Refused.of("mail.address-full", "mail", most=MOST_OF_ADDRESS)
        if self._addresses.find(entered.link) is None:
            self._addresses.save(entered.link, entered)

    def forget(self, link: str) -> None:
        """Forgets an address whose entry was refused."""
        self._addresses.delete(link)

    def address(self, link: str) -> str:
        """Returns where who has a link is written to, nothing where nobody said."""
        found = self._addresses.find(link)
        return "" if found is None else found.value.address

    def tick(self) -> None:
        """Looks once: puts what is to be told, and sends what waits."""
        if not self.mail.is_on:
            return
        for paper in tuple(self._addresses):
            self._told(paper)
        for sent in self.mail.tick():
            self._noted(sent)

    def start(self) -> None:
        """Begins to look, where there is anything that sends."""
        if self.mail.can_send:
            self._lookout.start()

    def stop(self) -> None:
        """Ends looking."""
        self._lookout.stop()

    def _told(self, paper: Paper[EntryAddress]) -> None:
        """Puts a mail where somebody stands otherwise than they were told, and forgets addresses that are used up."""
        one = paper.value
        try:
            state = self._tournament.state(one.event_id)
        except Mistake:
            self._addresses.delete(paper.paper_id)
            return
        advance = state.advance.entries.get(one.link)
        if advance is None or state.is_started or not one.address:
            if advance is not None or self._tournament.clock.now() - one.made_at > _ORPHANED:
                self._addresses.delete(paper.paper_id)
            return
        standing = standing_of(state, advance).value
        if standing == one.told:
            return
        self.mail.put(f"{one.link[:32]}.{paper.version}", self._mail(state, advance, one, standing))
        try:
            self._addresses.save(paper.paper_id, replace(one, told=standing, own=""), paper.version)
        except Refused:
            return

    def _mail(self, state: EventState, advance: AdvanceEntry, one: EntryAddress, standing: str) -> OutgoingMail:
        locale, settings = Locale(one.language), state.settings
        order = [other.link for other in waiting(state)]
        place = order.index(advance.link) + 1 if advance.link in order else 0
        told = translate(f"advance.standing.{standing}", {"n": place}, locale)
        day, announced = format_date(date.fromisoformat(settings.date), locale), settings.announcement
        when = f"{day} {announced.starts_at}　{announced.venue}".strip("　 ")
        link = (
            (translate("advance.own-keep", {}, locale), one.own)
            if one.own
            else (translate("mail.entry.link-before", {}, locale),)
        )
        names = " ".join(person.name for person in one.people)
        now = self._tournament.clock.now()
        return OutgoingMail(
            to=one.address,
            subject=" ".join(f"{settings.name}: {told}".split()),
            text="\n".join((names, "", settings.name, when, "", told, "", *link, "")),
            made_at=now,
            next_at=now,
            event_id=state.event_id,
        )

    def _noted(self, sent: MailPaper) -> None:
        """Notes a report as sent, once."""
        mail = sent.value
        if mail.event_id is None or not mail.shows:
            return
        stamp = Stamp(f"mail-{sent.paper_id}", "")
        try:
            self._tournament.execute(mail.event_id, NoteReportSent(mail.shows, Channel.MAIL, mail.to), stamp)
        except Mistake as mistake:
            log.warning("a report that was mailed is not noted: %s", mistake)
