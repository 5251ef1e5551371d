"""`/openapi.json` lists exactly the addresses that answer with JSON and change nothing, with their true schemas."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.openapi.models import OpenAPI
from jsonschema import Draft202012Validator

from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.web.access.roles import GuardedRoute, RouteRole, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.json_api.routes import describe
from tests.architecture.source_tree import modules
from tests.builders import Evening, mitchell_evening
from tests.tables import for_each
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE, register_players
from tests.web.test_access import PHONE, app_of

Json = dict[str, Any]
COMPONENTS = "#/components/schemas/"


@pytest.fixture
def evening() -> Evening:
    """A Mitchell that has begun, with a register of six players."""
    made = mitchell_evening()
    register_players(made)
    return made


@pytest.fixture
def description(desk: Desk) -> Json:
    """The description that the desk's own computer gets in the default settings."""
    answer = desk.get("/openapi.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    described: Json = answer.json()
    return described


def json_endpoints() -> Iterator[str]:
    """Yields the full name of each function of the web program that answers GET requests with JSON, from the source."""
    for module in modules():
        if module.room != "web" or "json" not in module.text.lower():
            continue
        for node in module.tree().body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_get(node) and makes_json(node):
                yield f"{module.name}.{node.name}"


def is_get(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith(".get")
        for decorator in node.decorator_list
    )


def makes_json(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """True if a function makes a JSON response or hands out a file with the extension `json`."""
    calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
    return any(
        ast.unparse(call.func) == "JSONResponse"
        or (ast.unparse(call.func) == "file_answer" and re.search(r"\bjson'$", ast.unparse(call.args[2])))
        for call in calls
    )


def test_it_lists_exactly_the_addresses_that_read_json(desk: Desk, description: Json) -> None:
    endpoints = set(json_endpoints()) - {"arrowswitch.web.json_api.routes.show_description"}
    expected = {
        route.path
        for route in routes_in(app_of(desk).router)
        if isinstance(route, GuardedRoute) and f"{route.endpoint.__module__}.{route.endpoint.__name__}" in endpoints
    }
    assert len(expected) == len(endpoints) >= 8
    assert set(description["paths"]) == expected


def test_no_operation_changes_anything(description: Json) -> None:
    methods = {method for operations in description["paths"].values() for method in operations}
    assert methods == {"get"}
    assert [path for path, operations in description["paths"].items() if "requestBody" in operations["get"]] == []


def test_it_is_valid_openapi(description: Json) -> None:
    assert description["openapi"].startswith("3.1")
    OpenAPI.model_validate(description)
    for schema in description["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_to_a_component(description: Json) -> None:
    references = set(re.findall(r"'\$ref': '([^']*)'", str(description)))
    components = {f"{COMPONENTS}{name}" for name in description["components"]["schemas"]}
    assert len(references) > 50
    assert references - components == set()


def test_no_internal_declaration_is_published(description: Json) -> None:
    assert "x-answer" not in str(description)
    assert "HTTPValidationError" not in str(description)


def test_each_operation_has_the_role_of_its_route(desk: Desk, description: Json) -> None:
    roles = {route.path: route.role for route in routes_in(app_of(desk).router) if isinstance(route, GuardedRoute)}
    described = {path: operations["get"]["x-role"] for path, operations in description["paths"].items()}
    assert described == {path: roles[path] for path in described}
    assert RouteRole.EVERYBODY not in described.values()


def test_other_devices_do_not_get_it(evening: Evening) -> None:
    """No address that it lists is for everybody, and neither is the description."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), PHONE) as phone:
        assert phone.get("/openapi.json").status_code == 401


def test_nothing_is_described_without_declared_routes() -> None:
    assert describe([])["paths"] == {}


def validate(description: Json, path: str, answer: object) -> None:
    """Raises ValidationError unless an answer has the form that is described for an address."""
    content = description["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    schema = {**content["schema"], "components": description["components"]}
    Draft202012Validator(schema).validate(answer)


@for_each(
    "path, address",
    [
        ("/events/{event_id}/export", "/events/{}/export"),
        ("/events/{event_id}/merge/before/{seq}.json", "/events/{}/merge/before/3.json"),
        ("/events/{event_id}/scores/read", "/events/{}/scores/read?board=1&text=4S"),
        ("/players/find", "/players/find?q=haru&event={}"),
    ],
)
def test_answers_have_the_form_that_is_described(
    desk: Desk, evening: Evening, description: Json, path: str, address: str
) -> None:
    answer = desk.get(address.format(evening.event_id))
    assert answer.status_code == 200
    assert answer.json()
    validate(description, path, answer.json())


def test_the_report_has_the_form_that_is_described(desk: Desk, evening: Evening, description: Json) -> None:
    evening.play_all()
    answer = desk.get(f"/events/{evening.event_id}/report/report.json")
    validate(description, "/events/{event_id}/report/report.json", answer.json())
    same = [description["paths"][path]["get"]["responses"]["200"] for path in description["paths"] if "report" in path]
    assert len(same) == 2
    assert same[0] == same[1]


@for_each(
    "family, size", [("howell", {"pairs": 7}), ("individual", {"players": 8}), ("scrambled-mitchell", {"pairs": 8})]
)
def test_a_movement_has_the_form_that_is_described(
    desk: Desk, description: Json, family: str, size: dict[str, int]
) -> None:
    sheet = app_of(desk).state.services.workbench.create("Sheet", make(family, **size), Stamp("sheet"))
    answer = desk.get(f"/workbench/{sheet}/export.json").json()
    validate(description, "/workbench/{sheet_id}/export.json", answer)
    assert set(answer) == set(description["components"]["schemas"]["Movement"]["properties"])


def test_a_wrong_answer_does_not_pass(description: Json) -> None:
    """So that the tests above do not pass because nothing is demanded."""
    with pytest.raises(Exception, match="'reading' is a required property"):
        validate(description, "/players/find", [{"id": "1", "name": "A"}])


def test_a_refusal_has_the_form_that_is_described(desk: Desk, description: Json) -> None:
    answer = desk.get("/events/none/export", headers={"accept": "application/json"})
    assert answer.status_code == 404
    operation = description["paths"]["/events/{event_id}/export"]["get"]
    reference = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
    Draft202012Validator({**reference, "components": description["components"]}).validate(answer.json())
    assert answer.json()["errors"]
