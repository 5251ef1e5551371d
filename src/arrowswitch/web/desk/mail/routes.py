"""The page of mail: the account, a mail to try it, and every mail with what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.i18n import translate
from arrowswitch.tournament.mail.outbox import LONGEST_ADDRESS, MailPaper
from arrowswitch.tournament.model.club_values.mail import MailAccount, MailSecurity, OutgoingMail
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import FormDep, StampDep, choice, line, whole

router = APIRouter(prefix="/mail", route_class=OrganiserRoute)
_MOST_SHOWN = 100
_LONGEST_PASSWORD = 200


@dataclass(frozen=True, slots=True)
class MailPage:
    """The form of the account, whether a password is kept, and the newest mails."""

    fields: Mapping[str, str]
    has_password: bool
    version: int
    mails: tuple[MailPaper, ...]
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    securities: tuple[MailSecurity, ...] = tuple(MailSecurity)


@router.get("")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the account and the mails."""
    return _render_page(visit, _account_fields(visit.services.mailing.mail.account))


@router.post("")
def change(visit: VisitDep, form: FormDep) -> Response:
    """Changes the account; a password that is left empty stays as it was."""
    mail = visit.services.mailing.mail
    try:
        problems: list[Problem] = []
        version = whole(form.get("version", ""), "", problems, least=0, most=10**8)
        account = _account(form, mail.account, problems)
        Malformed.check(problems)
        mail.set_account(account, version or 0)
    except Mistake as mistake:
        return _render_page(visit, form, visit.errors(mistake))
    return redirect("/mail", "mail.kept")


@router.post("/try")
def try_it(visit: VisitDep, stamp: StampDep) -> Response:
    """Puts a mail to the sender's own address among those that wait."""
    mail = visit.services.mailing.mail
    if not mail.is_on:
        raise Refused.of("mail.off")
    locale, to = visit.visitor.locale, mail.account.sender
    subject, text = (translate(f"mail.try.{part}", {}, locale) for part in ("subject", "text"))
    mail.put(f"try.{stamp.command_id}", OutgoingMail(to, subject, text=text, made_at=visit.now, next_at=visit.now))
    return redirect("/mail", "mail.try.waits", address=to)


@router.post("/{mail_id}/retry")
def retry(visit: VisitDep, mail_id: str) -> Response:
    """Tries a mail again."""
    visit.services.mailing.mail.retry(mail_id)
    return redirect("/mail", "mail.retried")


@router.post("/{mail_id}/drop")
def drop(visit: VisitDep, mail_id: str) -> Response:
    """Takes a mail off the list."""
    visit.services.mailing.mail.drop(mail_id)
    return redirect("/mail", "mail.dropped")


def _account(form: Mapping[str, str], account: MailAccount, problems: list[Problem]) -> MailAccount:
    port = whole(form.get("port", ""), "port", problems, least=1, most=65535)
    security = choice(form.get("security", ""), "security", MailSecurity, problems)
    texts = {
        name: line(form.get(name, ""), name, problems, most=LONGEST_ADDRESS)
        for name in ("server", "user", "sender", "office")
    }
    typed = form.get("password", "")[:_LONGEST_PASSWORD]
    is_same = (texts["server"], texts["user"]) == (account.server, account.user)
    return MailAccount(
        server=texts["server"],
        port=port or account.port,
        security=security or account.security,
        user=texts["user"],
        password=typed or (account.password if is_same else ""),
        sender=texts["sender"],
        office=texts["office"],
        is_on=form.get("is_on") == "yes",
    )


def _account_fields(account: MailAccount) -> dict[str, str]:
    return {
        "server": account.server,
        "port": str(account.port),
        "security": account.security.value,
        "user": account.user,
        "sender": account.sender,
        "office": account.office,
        "is_on": "yes" if account.is_on else "",
    }


def _render_page(
    visit: Visit, fields: Mapping[str, str], errors: Mapping[str, tuple[str, ...]] | None = None
) -> HTMLResponse:
    mail = visit.services.mailing.mail
    page = MailPage(
        fields=fields,
        has_password=bool(mail.account.password),
        version=mail.version,
        mails=mail.all()[:_MOST_SHOWN],
        errors=errors or {},
    )
    return visit.render("desk/mail/mail.html", page, status=422 if errors else 200)
