"""Mail by SMTP, with the standard library (`tournament.mail.house.Post`).

The server's certificate is verified. The name of the club's computer is not sent: the greeting is `localhost`.
"""

from __future__ import annotations

import smtplib
import ssl
from base64 import b64decode
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime

from arrowswitch.tournament.mail.addresses import parse_address
from arrowswitch.tournament.mail.outbox import MailTrouble
from arrowswitch.tournament.model.club_values.mail import MailAccount, MailSecurity, OutgoingMail

PATIENCE = 20.0
_UNWRITABLE = (ValueError, TypeError, LookupError, AttributeError)
"""The errors of the mail library for a text that it cannot put into a header."""
_FOR_GOOD = 500


class SmtpPost:
    """Hands mails to the server of an account. `context` says which certificates count, None as on this computer."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._context = context

    def send(self, account: MailAccount, mail_id: str, mail: OutgoingMail) -> None:
        """Sends a mail; raises MailTrouble."""
        try:
            message = _message(account, mail_id, mail)
            with self._connect(account) as server:
                if account.user:
                    server.login(account.user, account.password)
                server.sendmail(str(parse_address(account.sender)), [str(parse_address(mail.to))], message)
        except smtplib.SMTPRecipientsRefused as refused:
            code, answer = next(iter(refused.recipients.values()))
            raise MailTrouble(_format_answer(code, answer), is_final=code >= _FOR_GOOD) from refused
        except smtplib.SMTPAuthenticationError as refused:
            raise MailTrouble(
                _format_answer(refused.smtp_code, b"the server does not accept user and password")
            ) from refused
        except smtplib.SMTPResponseException as refused:
            is_final = refused.smtp_code >= _FOR_GOOD and isinstance(refused, smtplib.SMTPDataError)
            raise MailTrouble(_format_answer(refused.smtp_code, refused.smtp_error), is_final=is_final) from refused
        except (smtplib.SMTPException, OSError) as error:
            raise MailTrouble(f"{type(error).__name__}: {error}") from error
        except _UNWRITABLE as error:
            raise MailTrouble(str(error), is_final=True) from error

    def _connect(self, account: MailAccount) -> smtplib.SMTP:
        context = self._context or ssl.create_default_context()
        where = (account.server, account.port)
        if account.security is MailSecurity.TLS:
            return smtplib.SMTP_SSL(*where, local_hostname="localhost", timeout=PATIENCE, context=context)
        server = smtplib.SMTP(*where, local_hostname="localhost", timeout=PATIENCE)
        if account.security is MailSecurity.STARTTLS:
            try:
                server.starttls(context=context)
            except Exception:
                server.close()
                raise
        return server


def _message(account: MailAccount, mail_id: str, mail: OutgoingMail) -> bytes:
    """Returns a mail as it is sent; raises ValueError if an address is no address, or a header breaks its line."""
    sender = parse_address(account.sender)
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, parse_address(mail.to), mail.subject
    message["Date"] = format_datetime(mail.made_at)
    message["Message-ID"] = f"<{mail_id}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    for file in mail.files:
        main, _, sub = file.kind.partition("/")
        message.add_attachment(b64decode(file.data), maintype=main, subtype=sub, filename=file.name)
    return _check_headers(message)


def _check_headers(message: EmailMessage) -> bytes:
    """Returns a message as bytes; raises ValueError if it has other headers when it is read again: a line break in a
    folded header begins another header or the body."""
    written = message.as_bytes()
    if b"\n" in written.replace(b"\r\n", b"") or b"\r" in written.replace(b"\r\n", b""):
        raise ValueError("a line break outside the lines of the message")
    parts = zip(message.walk(), message_from_bytes(written, policy=policy.compat32).walk(), strict=True)
    if any([*one.keys()] != [*read.keys()] for one, read in parts):
        raise ValueError("a line break in a header")
    return written


def _format_answer(code: int, answer: bytes | str) -> str:
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return f"{code} {text}"
