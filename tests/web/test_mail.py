"""Mail lived: the account at the desk, advance entries and those who move up, the report to the office, failures.

A real server of this computer takes the mails; `tick` does the work of the background thread.
"""

from __future__ import annotations

import io
import logging
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.smtp import SmtpPost
from arrowswitch.tournament.mail.outbox import Mail, MailTrouble
from arrowswitch.tournament.model.club_values.mail import MailAccount, MailSecurity, OutgoingMail
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.service import archive
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.background.mailing import Mailing
from tests.builders import PAIRS, START, CountingChance, Evening, FixedClock
from tests.rotation import choose
from tests.smtp_server import Letters, mail_server
from tests.spec.federation.test_federation import evening_of
from tests.tables import for_each
from tests.web.client import Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

PHONE = "192.0.2.77"
SENDER, OFFICE, PLAYER = "club@kotori.example.jp", "office@renmei.example.jp", "hito@denwa.example.jp"
CERTIFICATE = Path(__file__).parents[1] / "data" / "mail" / "localhost.pem"
SECRET = "tsubame-37-sora"
FORGED = (
    "=?utf-8?q?x=20=0aX-Forged=3ayes?=a@evil.example",
    "a@=?utf-8?q?x=0d=0a=0d=0aOther_body?=.evil.example",
    "=?utf-8?b?YQpCY2M6IG1hbnlAZXZpbC5leGFtcGxl?=@evil.example",
)


@dataclass
class Club:
    """A club with its mail server, its desk and an entrant's phone."""

    services: Tournament
    clock: FixedClock
    desk: Desk
    phone: Desk
    letters: Letters
    event_id: EventId
    locale: Locale
    mailing: Mailing

    def look(self, minutes: float = 0) -> None:
        """Lets time pass, and looks as the thread does; twice, for nothing may be sent twice."""
        self.clock.forward(minutes)
        for _ in range(2):
            self.mailing.tick()

    def open(self) -> None:
        """Switches mail on and opens the event by the pages."""
        typed = {"server": "127.0.0.1", "port": str(self.letters.port), "security": "none", "user": ""}
        answer = self.desk.send("/mail", "/mail", 200, **typed, sender=SENDER, office=OFFICE, is_on="yes")
        assert answer.status_code == 200
        advance = f"/events/{self.event_id}/advance"
        self.desk.send(advance, f"{advance}/terms", open="yes", most="1")

    def enter(self, names: tuple[str, ...], mail: str, status: int = 200) -> str:
        path = f"/enter/{self.event_id}/new"
        form = self.phone.page(path, self.locale).form(path)
        typed = {f"name{place}": name for place, name in enumerate(names, start=1)}
        answer = self.phone.post(path, {**form, **typed, "mail": mail})
        assert answer.status_code == status
        return answer.url.path if status == 200 else answer.text


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tests send mails; the background thread waits."""
    monkeypatch.setattr("arrowswitch.web.background.lookout.TICK_SECONDS", 3600)


@pytest.fixture(params=choose(list(Locale), __name__))
def club(request: pytest.FixtureRequest) -> Iterator[Club]:
    clock = FixedClock()
    services = Tournament(MemoryStore(), clock, CountingChance())
    event_id = services.create(Settings("秋の会 Autumn", "2026-12-05"), Stamp("create"))
    app = create_app(services, zone=CLUB_ZONE, post=SmtpPost())
    with mail_server() as letters, open_desk(app) as desk, open_desk(app, PHONE) as phone:
        mailing: Mailing = app.state.services.mailing
        yield Club(
            services=services,
            clock=clock,
            desk=desk,
            phone=phone,
            letters=letters,
            event_id=event_id,
            locale=request.param,
            mailing=mailing,
        )


def test_who_enters_is_told_and_told_again_when_a_place_is_free(club: Club) -> None:
    """The confirmation has the link, the second mail only the news; nothing comes twice, regardless of the pages
    opened."""
    assert "mail" not in club.phone.page(f"/enter/{club.event_id}/new", club.locale, status=404).ids
    assert "/mail" in club.desk.page("/club", club.locale).links
    club.open()
    first = club.enter(PAIRS[0], "other@denwa.example.jp")
    own = club.enter(PAIRS[1], PLAYER)
    assert PLAYER in club.phone.page(own, club.locale).text
    club.look()
    (letter,) = club.letters.to(PLAYER)
    text = letter.get_content()
    assert own in text
    assert translate("advance.standing.waiting", {"n": 1}, club.locale) in str(letter["subject"])
    assert (letter["from"], letter["to"]) == (SENDER, PLAYER)
    club.phone.send(first, f"{first}/withdraw")
    club.look()
    up = club.letters.to(PLAYER)[1:]
    assert [translate("advance.standing.place", {}, club.locale) in str(one["subject"]) for one in up] == [True]
    assert own not in up[0].get_content()
    assert len(club.letters.accepted) == 4, "the first pair is told that it is off the list"
    page = club.desk.page("/mail", club.locale)
    assert list_codes_shown(page) == []
    assert page.text.count(PLAYER) == 2


def test_what_fails_is_told_tried_again_and_never_doubled(club: Club) -> None:
    """A busy server: later, by itself. A person whom nobody knows: given up, told on the desk, tried when asked."""
    club.open()
    club.letters.is_busy = True
    club.letters.refused.add(PLAYER)
    club.enter(PAIRS[0], "other@denwa.example.jp")
    club.look()
    assert club.letters.accepted == []
    assert "451" in club.desk.page("/mail", club.locale).text
    assert club.mailing.mail.trouble is None
    club.letters.is_busy = False
    club.look()
    assert club.letters.accepted == [], "its time has not come"
    club.enter(PAIRS[1], PLAYER)
    club.look(minutes=2)
    assert [to for to, _ in club.letters.accepted] == ["other@denwa.example.jp"]
    notice = translate("mail.not-sent", {"n": 1}, club.locale)
    assert notice in club.desk.page("/", club.locale).text
    club.look(minutes=600)
    assert club.letters.to(PLAYER) == []
    club.letters.refused.clear()
    (paper,) = (one for one in club.mailing.mail.all() if one.value.is_given_up)
    club.desk.send("/mail", f"/mail/{paper.paper_id}/retry")
    club.look()
    assert len(club.letters.to(PLAYER)) == 1
    assert notice not in club.desk.page("/", club.locale).text


def test_nothing_is_lost_or_doubled_over_a_restart(club: Club) -> None:
    """A program that ends before it looks, and one that ends after a mail was put, leave the same mails to the next."""
    club.open()
    club.enter(PAIRS[0], PLAYER)
    mail = Mail(club.services.store, club.clock, SmtpPost())
    club.letters.is_busy = True
    Mailing(club.services, mail).tick()
    club.letters.is_busy = False
    club.clock.forward(3)
    for _ in range(3):
        Mailing(club.services, Mail(club.services.store, club.clock, SmtpPost())).tick()
    assert len(club.letters.to(PLAYER)) == 1


def test_of_two_processes_one_sends(club: Club) -> None:
    """The second looks while the first is sending: it leaves the mail alone."""
    club.open()
    second = Mail(club.services.store, club.clock, SmtpPost())

    class Slow:
        def send(self, account: MailAccount, mail_id: str, mail: OutgoingMail) -> None:
            second.tick()
            SmtpPost().send(account, mail_id, mail)

    club.enter(PAIRS[0], PLAYER)
    Mailing(club.services, Mail(club.services.store, club.clock, Slow())).tick()
    assert len(club.letters.to(PLAYER)) == 1


def test_secrets_stand_in_no_backup_page_or_log(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    club.open()
    own = club.enter(PAIRS[0], PLAYER)
    mail = club.mailing.mail
    account = MailAccount("127.0.0.1", 1, MailSecurity.STARTTLS, user="u", password=SECRET, sender=SENDER, is_on=True)
    mail.set_account(account, mail.version)
    club.look()
    packed = archive.pack(club.services).content
    with ZipFile(io.BytesIO(packed)) as opened:
        backup = "".join(opened.read(name).decode() for name in opened.namelist())
    text = club.desk.get("/mail").text
    for secret in (SECRET, own.split("/")[2]):
        assert secret not in backup
        assert secret not in text
        assert not [one for one in caplog.records if one.name.startswith("arrowswitch") and secret in one.getMessage()]
    assert PLAYER not in backup
    club.desk.send("/mail", "/mail", server="127.0.0.1", port="1", user="u", is_on="yes")
    assert mail.account.password == SECRET
    club.desk.send("/mail", "/mail", server="elsewhere.example.jp", port="1", user="u", is_on="yes")
    assert mail.account.password == "", "a password goes to no other server"


def test_who_is_forgotten_and_who_plays_is_written_to_no_more(club: Club) -> None:
    club.open()
    club.enter(PAIRS[0], PLAYER)
    wish = ForgetWish(Person(PAIRS[0][0]), None, "匿名", "Anonymous")
    club.services.forget(wish, Stamp("forget", "director"))
    assert not [row for row in club.services.store.papers("entry-address") if PLAYER in row.text]
    club.look()
    assert club.letters.accepted == []
    assert club.services.store.papers("entry-address") == ()


@for_each("typed", [*FORGED, "kotori", "a@b", "a@b.jp\r\nBcc: x@y.jp", "a@b.jp,c@d.jp", "x" * 250 + "@b.jp"])
def test_what_is_no_address_is_told_and_nobody_is_entered(club: Club, typed: str) -> None:
    club.open()
    answer = club.enter(PAIRS[0], typed, status=422)
    assert 'id="mail-error"' in answer
    assert club.services.state(club.event_id).entries == {}
    assert club.services.store.papers("entry-address") == ()


def test_the_sixth_entry_with_one_address_is_refused(club: Club) -> None:
    club.open()
    for at in range(5):
        club.enter((f"一人 {at}",), PLAYER)
    assert "5" in Page.read(club.enter(("一人 目",), PLAYER, status=422)).text


def test_an_account_that_cannot_be_is_told_at_its_fields(club: Club) -> None:
    typed = {"server": "smtp example", "port": "0", "security": "none", "user": "u", "password": "p", "sender": "x"}
    answer = club.desk.send("/mail", "/mail", 422, **typed, is_on="yes")
    assert 'id="port-error"' in answer.text
    answer = club.desk.send("/mail", "/mail", 422, **{**typed, "port": "25"}, is_on="yes")
    assert all(f'id="{name}-error"' in answer.text for name in ("server", "security", "sender"))
    assert not club.mailing.mail.is_on


def test_the_report_goes_to_the_office_and_is_noted_once_it_is_sent() -> None:
    """R-310: the file as it stood when the button was pressed; pressed twice, it is sent and noted once."""
    evening: Evening = evening_of()
    app = create_app(evening.tournament, zone=CLUB_ZONE, post=SmtpPost())
    with mail_server() as letters, open_desk(app) as desk:
        path = f"/events/{evening.event_id}/report"
        assert f"{path}/mail" not in desk.page(path).forms
        typed = {"server": "127.0.0.1", "port": str(letters.port), "security": "none", "sender": SENDER}
        desk.send("/mail", "/mail", 200, **typed, office=OFFICE, is_on="yes")
        for _ in range(2):
            desk.send(path, f"{path}/mail")
        desk.send("/mail", "/mail/try")
        assert not evening.state.publication.reports
        seq = evening.state.seq
        for _ in range(2):
            app.state.services.mailing.tick()
        (letter,) = letters.to(OFFICE)
        (attached,) = letter.iter_attachments()
        assert "arrowswitch-report" in str(attached.get_content())
        (noted,) = evening.state.publication.reports
        assert (noted.shows, noted.channel, noted.to) == (seq, Channel.MAIL, OFFICE)
        assert len(letters.to(SENDER)) == 1


def test_the_server_is_told_user_and_password_and_what_it_says_comes_back() -> None:
    with mail_server() as letters:
        account = MailAccount("127.0.0.1", letters.port, MailSecurity.NONE, user="u", password="p", sender=SENDER)
        now = FixedClock().now()
        mail = OutgoingMail(PLAYER, "題", text="本文\n.\n", made_at=now, next_at=now)
        SmtpPost().send(account, "one", mail)
        assert letters.secrets == ["AUTH PLAIN AHUAcA=="]
        assert letters.to(PLAYER)[0].get_content().splitlines() == ["本文", "."]
        with pytest.raises(MailTrouble) as trouble:
            SmtpPost().send(MailAccount("127.0.0.1", letters.port, MailSecurity.STARTTLS, sender=SENDER), "two", mail)
        assert not trouble.value.is_final
    with pytest.raises(MailTrouble):
        SmtpPost().send(account, "three", mail)


def test_the_way_is_encrypted_and_a_server_that_is_another_is_not_talked_to() -> None:
    """STARTTLS and TLS with the server's certificate; where this computer does not know it, nothing is sent."""
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(CERTIFICATE)
    ours = ssl.create_default_context(cafile=str(CERTIFICATE))
    now = FixedClock().now()
    mail = OutgoingMail(PLAYER, "題", text="本文", made_at=now, next_at=now)
    for security in (MailSecurity.STARTTLS, MailSecurity.TLS):
        with mail_server(theirs, is_tls_first=security is MailSecurity.TLS) as letters:
            account = MailAccount("127.0.0.1", letters.port, security, user="u", password="p", sender=SENDER)
            with pytest.raises(MailTrouble, match="CERTIFICATE"):
                SmtpPost().send(account, "one", mail)
            assert letters.secrets == []
            SmtpPost(ours).send(account, "one", mail)
            assert len(letters.to(PLAYER)) == 1
            assert letters.is_encrypted


class TestForgedHeaders:
    """CVE-2024-6923: Python up to 3.11.9 decodes an encoded word in an address and writes its line break into the
    header."""

    @for_each("address", FORGED)
    def test_a_stored_one_is_not_written_to(self, address: str) -> None:
        """An address that an older version stored is given up, and the server hears nothing of it."""
        with mail_server() as letters:
            account = MailAccount("127.0.0.1", letters.port, MailSecurity.NONE, sender=SENDER, is_on=True)
            for sender, to in ((SENDER, address), (address, PLAYER)):
                with pytest.raises(MailTrouble) as trouble:
                    SmtpPost().send(
                        replace(account, sender=sender), "m1", OutgoingMail(to, "A subject", "A text", START, START)
                    )
                assert trouble.value.is_final
        assert letters.accepted == []

    @for_each("subject", ["Autumn\nBcc: many@evil.example", "Autumn\r\n\r\nOther body", "=?utf-8?q?x=0aBcc=3ay?="])
    def test_a_subject_begins_no_header(self, subject: str) -> None:
        with mail_server() as letters:
            account = MailAccount("127.0.0.1", letters.port, MailSecurity.NONE, sender=SENDER, is_on=True)
            with suppress(MailTrouble):
                SmtpPost().send(account, "m1", OutgoingMail(PLAYER, subject, "A text", START, START))
        assert all(mail["Bcc"] is None and mail.get_content().strip() == "A text" for _, mail in letters.accepted)


def test_a_mail_leads_to_no_other_computer(club: Club) -> None:
    """The link of the own entry comes from an address of this computer, not from the `Host` header."""
    club.open()
    club.phone.client.headers.update({"host": "203.0.113.66", "origin": "http://203.0.113.66"})
    club.enter(PAIRS[0], PLAYER)
    club.look()
    (mail,) = club.letters.to(PLAYER)
    assert "http://localhost/with/" in mail.get_content()
    assert "203.0.113.66" not in mail.get_content()
