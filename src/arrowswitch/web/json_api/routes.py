"""`/openapi.json`: the OpenAPI description of the read-only JSON addresses, for engineers of other programs.

It lists the routes that declare a JSON answer (`answers`) and no pages and no forms. All of these are for the
director or the organiser, so the description is for the director as well. Each operation has the role of its route
(`x-role`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.routing import BaseRoute

from arrowswitch import __version__
from arrowswitch.formats.federation import shapes
from arrowswitch.tournament.files import event_file
from arrowswitch.web.access.roles import DirectorRoute, GuardedRoute, routes_in
from arrowswitch.web.json_api.answers import (
    ANSWER_KEY,
    ErrorsAnswer,
    FoundPlayer,
    JsonAnswer,
    MovementAnswer,
    ReadingAnswer,
    ScheduleSearch,
)

Schema = dict[str, Any]

router = APIRouter(route_class=DirectorRoute)
_COMPONENTS = "#/components/schemas/"
_ERRORS = "Errors"
_DESCRIPTION = (
    "The read-only JSON addresses of the desk. Requests come from the desk's own computer, or with the cookie of a"
    " device that was let in. An event of several sessions or sections has its place in the address:"
    " `/events/{event_id}/2B/report/report.json` is the report for session 2, section B."
)


def _schema_of(answers: TypeAdapter[Any]) -> Schema:
    return answers.json_schema(mode="serialization")


SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    JsonAnswer.EVENT_FILE: event_file.schema,
    JsonAnswer.MOVEMENT: lambda: _schema_of(TypeAdapter(MovementAnswer)),
    JsonAnswer.PLAYERS: lambda: _schema_of(TypeAdapter(list[FoundPlayer])),
    JsonAnswer.READING: lambda: _schema_of(TypeAdapter(ReadingAnswer)),
    JsonAnswer.REPORT: shapes.schema,
    JsonAnswer.SCHEDULE_SEARCH: lambda: _schema_of(TypeAdapter(ScheduleSearch)),
    _ERRORS: lambda: _schema_of(TypeAdapter(ErrorsAnswer)),
}
"""The schema of each answer, made when the description is requested."""


@router.get("/openapi.json")
def show_description(request: Request) -> JSONResponse:
    """Returns the OpenAPI description of the read-only JSON addresses."""
    return JSONResponse(describe(routes_in(request.app.router)), headers={"Cache-Control": "no-store"})


def describe(routes: Iterable[BaseRoute]) -> Schema:
    """Returns the description of the routes that declare a JSON answer."""
    json_routes = [route for route in routes if isinstance(route, GuardedRoute) and ANSWER_KEY in _extra(route)]
    plain = get_openapi(title="Arrowswitch", version=__version__, description=_DESCRIPTION, routes=json_routes)
    for route in json_routes:
        operation = plain["paths"][route.path_format]["get"]
        answer = JsonAnswer(operation.pop(ANSWER_KEY))
        operation["x-role"] = route.role.value
        operation["responses"] = _responses(answer, operation["responses"])
    schemas: Schema = {}
    for name, make in SCHEMAS.items():
        schemas |= _components(name, make())
    return {**plain, "components": {"schemas": dict(sorted(schemas.items()))}}


def _extra(route: GuardedRoute) -> Mapping[str, Any]:
    return route.openapi_extra or {}


def _responses(answer: JsonAnswer, standard: Mapping[str, Schema]) -> Schema:
    """Returns the responses of an operation: its answer, other successes that the route declares, and the errors."""
    others = {status: response for status, response in standard.items() if status.startswith("2") and status != "200"}
    return {
        "200": _json_response("The answer.", answer),
        **others,
        "4XX": _json_response("The request was refused, with the reasons.", _ERRORS),
    }


def _json_response(description: str, name: str) -> Schema:
    schema = {"$ref": f"{_COMPONENTS}{name}"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _components(name: str, schema: Schema) -> Schema:
    """Returns a schema and its definitions as components: `$defs/Entry` of `EventFile` becomes `EventFile.Entry`."""
    text = json.dumps(schema).replace('"#/$defs/', f'"{_COMPONENTS}{name}.')
    component: Schema = json.loads(text)
    component.pop("$schema", None)
    definitions = component.pop("$defs", {})
    return {name: component, **{f"{name}.{key}": value for key, value in definitions.items()}}
