"""Mail by SMTP, with the standard library (`tournament.mail.house.Post`).

The server's certificate is looked at. The name of the club's computer is told to nobody: the greeting says `localhost`.
"""

from __future__ import annotations

import smtplib
import ssl
from base64 import b64decode
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

from arrowswitch.tournament.mail.outbox import MailTrouble
from arrowswitch.tournament.model.club_values.mail import MailAccount, MailSecurity, OutgoingMail

PATIENCE = 20.0
_FOR_GOOD = 500


class SmtpPost:
    """Hands mails to the server of an account. `context` says which certificates count, None as on this computer."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._context = context

    def send(self, account: MailAccount, mail_id: str, mail: OutgoingMail) -> None:
        """Sends a mail; raises MailTrouble."""
        try:
            message = _message(account, mail_id, mail)
            with self._opened(account) as server:
                if account.user:
                    server.login(account.user, account.password)
                server.send_message(message, account.sender, [mail.to])
        except smtplib.SMTPRecipientsRefused as refused:
            code, said = next(iter(refused.recipients.values()))
            raise MailTrouble(_said(code, said), is_final=code >= _FOR_GOOD) from refused
        except smtplib.SMTPAuthenticationError as refused:
            raise MailTrouble(_said(refused.smtp_code, b"the server does not accept user and password")) from refused
        except smtplib.SMTPResponseException as refused:
            is_final = refused.smtp_code >= _FOR_GOOD and isinstance(refused, smtplib.SMTPDataError)
            raise MailTrouble(_said(refused.smtp_code, refused.smtp_error), is_final=is_final) from refused
        except (smtplib.SMTPException, OSError) as error:
            raise MailTrouble(f"{type(error).__name__}: {error}") from error
        except ValueError as error:
            raise MailTrouble(str(error), is_final=True) from error

    def _opened(self, account: MailAccount) -> smtplib.SMTP:
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


def _message(account: MailAccount, mail_id: str, mail: OutgoingMail) -> EmailMessage:
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = account.sender, mail.to, mail.subject
    message["Date"] = format_datetime(mail.made_at)
    message["Message-ID"] = f"<{mail_id}@{account.sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    for one in mail.files:
        main, _, sub = one.kind.partition("/")
        message.add_attachment(b64decode(one.data), maintype=main, subtype=sub, filename=one.name)
    return message


def _said(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return f"{code} {text}"
