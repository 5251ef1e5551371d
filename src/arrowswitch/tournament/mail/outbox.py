"""The outgoing mails and the account: stored, sent by `tick`, and listed until they are sent.

A mail has an id, so that repeated requests queue it once. An attempt is saved before it is made, so that only one of
several processes makes it. If a process dies during an attempt, the mail is tried again; the server can recognise it by
its `Message-ID`. Temporary failures are retried for about two days, permanent ones not at all. Sending blocks nothing:
the reason of a failure is in `trouble`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.mail.addresses import is_address
from arrowswitch.tournament.model.club_values.mail import MailAccount, MailSecurity, OutgoingMail
from arrowswitch.tournament.model.ports import Clock, Store

MailPaper = Paper[OutgoingMail]
LONGEST_ADDRESS = 254
MOST_TRIES = 16
KEPT = timedelta(days=30)
"""So long the list shows what was sent."""
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=2), timedelta(hours=4)
_ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class MailTrouble(Exception):
    """A mail could not be sent: what the server or the network said; `is_final` when it is no use to try again."""

    answer: str
    is_final: bool = False


class Post(Protocol):
    """Hands a mail to a server."""

    def send(self, account: MailAccount, mail_id: str, mail: OutgoingMail) -> None:
        """Sends a mail; raises MailTrouble."""
        ...


class Mail:
    """The mail of a house. `post` sends it, None where nothing can."""

    def __init__(self, store: Store, clock: Clock, post: Post | None) -> None:
        self._clock = clock
        self._post = post
        self._accounts: Papers[MailAccount] = Papers(store, "mail-account")
        self._mails: Papers[OutgoingMail] = Papers(store, "outgoing-mail")
        self.trouble: Problem | None = None

    @property
    def account(self) -> MailAccount:
        """Returns the account."""
        paper = self._accounts.find(_ACCOUNT)
        return MailAccount() if paper is None else paper.value

    @property
    def version(self) -> int:
        """Returns how often the account was changed."""
        paper = self._accounts.find(_ACCOUNT)
        return 0 if paper is None else paper.version

    @property
    def is_on(self) -> bool:
        return self._post is not None and self.account.is_on

    @property
    def can_send(self) -> bool:
        return self._post is not None

    def set_account(self, account: MailAccount, version: int) -> None:
        """Keeps another account in place of `version`; raises Refused with everything that is wrong."""
        Refused.check(account_problems(account))
        self._accounts.save(_ACCOUNT, account, version)

    def all(self) -> tuple[MailPaper, ...]:
        """Returns all mails, the newest first."""
        return tuple(sorted(self._mails, key=lambda paper: (paper.value.made_at, paper.paper_id), reverse=True))

    def put(self, mail_id: str, mail: OutgoingMail) -> None:
        """Puts a mail among those that wait; one of the same id is there already and nothing happens."""
        if self._mails.find(mail_id) is None:
            self._save(mail_id, mail, 0)

    def retry(self, mail_id: str) -> None:
        """Tries a mail again from now on; one that was sent stays sent."""
        paper = self._mails.find(mail_id)
        if paper is not None and paper.value.sent_at is None:
            again = replace(paper.value, tries=0, is_given_up=False, next_at=self._clock.now())
            self._save(mail_id, again, paper.version)
        self._look()

    def drop(self, mail_id: str) -> None:
        """Takes a mail out."""
        self._mails.delete(mail_id)
        self._look()

    def _look(self) -> None:
        """Looks for mails that could not be sent, for the desk to show (`trouble`)."""
        failed = sum(paper.value.is_given_up for paper in self._mails)
        self.trouble = Problem("mail.not-sent", {"n": failed}) if failed else None

    def tick(self) -> tuple[MailPaper, ...]:
        """Sends the mails that are due and returns those that were sent. A missed or doubled call does no harm."""
        account, now = self.account, self._clock.now()
        if self._post is None or not account.is_on:
            return ()
        sent = []
        for paper in self._mails:
            mail = paper.value
            if mail.sent_at is not None and now - mail.sent_at > KEPT:
                self._mails.delete(paper.paper_id)
            elif mail.sent_at is None and not mail.is_given_up and mail.next_at <= now:
                done = self._try_mail(account, paper, self._post, now)
                if done is not None and done.value.sent_at is not None:
                    sent.append(done)
        self._look()
        return tuple(sent)

    def _try_mail(self, account: MailAccount, paper: MailPaper, post: Post, now: datetime) -> MailPaper | None:
        """Tries a mail once and returns it afterwards. Returns None if another process is sending it."""
        pause = min(_FIRST_PAUSE * 2**paper.value.tries, _LONGEST_PAUSE)
        claimed = self._save(
            paper.paper_id, replace(paper.value, tries=paper.value.tries + 1, next_at=now + pause), paper.version
        )
        if claimed is None:
            return None
        try:
            post.send(account, paper.paper_id, claimed.value)
        except MailTrouble as trouble:
            is_over = trouble.is_final or claimed.value.tries >= MOST_TRIES
            failed = replace(claimed.value, trouble=trouble.answer[:300], is_given_up=is_over)
            return self._save(paper.paper_id, failed, claimed.version)
        done = replace(claimed.value, sent_at=now, text="", files=(), trouble="")
        return self._save(paper.paper_id, done, claimed.version)

    def _save(self, mail_id: str, mail: OutgoingMail, expected: int) -> MailPaper | None:
        """Stores a mail. Returns None if another process stored it meanwhile."""
        try:
            return self._mails.save(mail_id, mail, expected)
        except Refused:
            return None


def account_problems(account: MailAccount) -> Iterable[Problem]:
    """Yields everything that is wrong with an account (`where` names the field)."""
    for where, text in (("sender", account.sender), ("office", account.office)):
        if text and not is_address(text):
            yield Problem("mail.address", {"text": text[:80]}, where)
    if not 1 <= account.port <= 65535:
        yield Problem("settings.range", {"value": account.port, "least": 1, "most": 65535}, "port")
    if account.is_on and not account.sender:
        yield Problem("mail.no-sender", {}, "sender")
    if account.is_on and not account.server:
        yield Problem("mail.no-server", {}, "server")
    if len(account.server) > LONGEST_ADDRESS or re.search(r"[\s/@]", account.server):
        yield Problem("mail.server", {"text": account.server[:80]}, "server")
    if account.password and account.security is MailSecurity.NONE:
        yield Problem("mail.password-in-clear", {}, "security")
