"""Reports that another desk sends to a club's link, and the answers: JSON, with texts for the person at that desk."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import Request
from fastapi.responses import JSONResponse

from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.formats.reading import LARGEST_FILE
from arrowswitch.i18n.messages import problem_text
from arrowswitch.web.desk.at import Visit
from arrowswitch.web.tokens import is_form

TOO_LARGE = 413


async def sent_data(request: Request) -> bytes:
    """Returns the data of a request; raises Malformed (`desk.error.form`) for a form, and Refused (`format.too-large`)
    without reading on."""
    if is_form(request.headers):  # it was read for its token
        raise Malformed.of("desk.error.form")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_FILE:
            raise Refused.of("format.too-large", limit=LARGEST_FILE // 1_000_000)
    return bytes(data)


def texts_of(visit: Visit, problems: Iterable[Problem]) -> list[str]:
    """Returns problems in the language that the other desk asked for."""
    return [problem_text(problem, visit.visitor.locale) for problem in problems]


def refusal(visit: Visit, problems: Iterable[Problem], status: int = 422) -> JSONResponse:
    """Answers that nothing was taken, and why."""
    return JSONResponse({"problems": texts_of(visit, problems)}, status_code=status)
