"""The answer that a person sees when something does not work.

A `Mistake` becomes its own words in the visitor's language: a page, a notice on the page that is open (what was
typed stays), or JSON. A defect of the program becomes a plain page with a reference; what happened is in the
log under it, never on the page.
"""

from __future__ import annotations

import logging
import re
import secrets
from dataclasses import dataclass, replace

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException

from arrowswitch.core.errors import Malformed, Mistake, NotFound, NotNow, Problem
from arrowswitch.i18n import Locale, has_code, problem_text
from arrowswitch.web.context import render
from arrowswitch.web.logbook import REFUSALS, Noted, mask_path, quote_value
from arrowswitch.web.problem_names import name_params
from arrowswitch.web.services import services_of
from arrowswitch.web.visitor import keep_locale, visitor_of

log = logging.getLogger("arrowswitch.web")
_FIELD = re.compile(r"[a-z_]+\d*")
NOT_A_PAGE = 404
NOT_LET_IN = 401
NOT_YOURS = 403
REFUSED = 409
_EVENT = 3
"""The number of parts of the address of an event, the empty one before the first slash included."""
MALFORMED = 422
TOO_MANY = 429
NOT_NOW = 503


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """A page that explains an error. `reference` finds a defect in the log; `back` is where the person came from."""

    title_code: str
    texts: tuple[str, ...]
    back: str
    reference: str = ""


class Elsewhere(Exception):
    """Raised by a page that has moved to another address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def status_of(mistake: Mistake) -> int:
    """Returns the HTTP status of a mistake: 404 not there, 422 not readable, 503 not now (what a page sends waits
    there and is sent again), 409 cannot stand."""
    if isinstance(mistake, NotFound):
        return NOT_A_PAGE
    if isinstance(mistake, NotNow):
        return NOT_NOW
    return MALFORMED if isinstance(mistake, Malformed) else REFUSED


def mistake_response(request: Request, mistake: Mistake) -> Response:
    """Returns the answer to a request that a person can mend."""
    noted = next((REFUSALS[problem.code] for problem in mistake.problems if problem.code in REFUSALS), None)
    if noted is not None:
        services_of(request).logbook.note(request, noted)
    title = "desk.error.not-found" if isinstance(mistake, NotFound) else "desk.error.refused"
    return _answer(request, title, mistake.problems, status_of(mistake))


def closed_response(request: Request, why: str = "") -> Response:
    """Returns the answer to a device that is not at the desk, or to one that is there for something else: `why` is the
    code of the problem."""
    services_of(request).logbook.note(request, Noted.CLOSED, who=visitor_of(request).who if why else "")
    if why:
        return _answer(request, "desk.error.refused", (Problem(why),), NOT_YOURS)
    return _answer(request, "desk.error.refused", (Problem("desk.access.needed"),), NOT_LET_IN)


def unknown_link_response(request: Request, *, is_looked_at: bool) -> Response:
    """Returns the answer to an unknown link, or to too many of them for this link to be checked."""
    logbook = services_of(request).logbook
    if is_looked_at:
        logbook.note(request, Noted.WRONG_SECRET, way="link")
        return _answer(request, "desk.error.not-found", (Problem("desk.link.unknown"),), NOT_A_PAGE)
    logbook.note(request, Noted.TOO_MANY_TRIES, way="link")
    return _answer(request, "desk.error.refused", (Problem("desk.access.too-many"),), TOO_MANY)


def defect_response(request: Request, error: Exception) -> Response:
    """Returns the answer to a defect of the program, and logs it under a reference."""
    reference = secrets.token_hex(4).upper()
    log.error("defect %s: %s %s", reference, request.method, quote_value(mask_path(request.url.path)), exc_info=error)
    problem = Problem("desk.error.defect-text", {"reference": reference})
    return _answer(request, "desk.error.defect", (problem,), 500)


def install(app: FastAPI) -> None:
    """Makes `app` answer every error in the visitor's language."""
    for kind in (Mistake, HTTPException, Elsewhere, RequestValidationError):
        app.add_exception_handler(kind, _on_error)


def _answer(request: Request, title: str, problems: tuple[Problem, ...], status: int) -> Response:
    visitor = visitor_of(request)
    texts = tuple(_problem_words(problem, visitor.locale) for problem in problems)
    if visitor.wants_json:
        errors = [_plain(problem, visitor.locale) for problem in problems]
        return JSONResponse({"errors": errors}, status_code=status)
    page = ErrorPage(title, texts, visitor.path if request.method == "POST" else _above(request.url.path))
    if visitor.is_swap:
        return render(request, "notice.html", page, status=status)
    response = render(request, "error.html", page, status=status)
    keep_locale(request, response)
    return response


def _above(path: str) -> str:
    """Returns where to go on from an address that shows nothing: from within an event to its first page."""
    parts = path.split("/")
    return "/".join(parts[:_EVENT]) if parts[1] == "events" and len(parts) > _EVENT else "/"


def _plain(problem: Problem, locale: Locale) -> dict[str, object]:
    text = problem_text(replace(name_params(problem, locale), where=""), locale)
    return {"code": problem.code, "params": problem.params, "where": problem.where, "text": text}


def _problem_words(problem: Problem, locale: Locale) -> str:
    """Returns the words of a problem with its place, unless that is the bare name of a form's field."""
    named_problem = name_params(problem, locale)
    return problem_text(replace(named_problem, where="") if _FIELD.fullmatch(problem.where) else named_problem, locale)


def _on_error(request: Request, error: Exception) -> Response:
    match error:
        case Mistake():
            return mistake_response(request, error)
        case Elsewhere():
            return RedirectResponse(error.address, status_code=307)
        case HTTPException():
            code = f"desk.error.http-{error.status_code}"
            code = code if has_code(code) else "desk.error.http-other"
            title = "desk.error.not-found" if error.status_code == NOT_A_PAGE else "desk.error.refused"
            return _answer(request, title, (Problem(code, {"status": error.status_code}),), error.status_code)
        case RequestValidationError():
            places = {str(problem["loc"][-1]) for problem in error.errors()}
            problems = tuple(Problem("desk.error.field", {"field": place}) for place in sorted(places))
            return mistake_response(request, Malformed(*problems))
    raise error
