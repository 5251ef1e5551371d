"""The direct way of devices' requests (`tables.direct`) answers as the way through all routes does: in each case both
programs are at the same point, and status, headers and body are equal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
from fastapi import FastAPI

from arrowswitch.tournament.devices.codes import DeviceOwner, new_code
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.access import holders
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.web.client import ADDRESS, Desk, open_desk
from tests.web.conftest import CLUB_ZONE

HERE = Place(1, "A")
RESULT = {"slot": "A-1-1-1", "text": "4S= N", "agreed": "1"}
FORM = "application/x-www-form-urlencoded"
BROWSER = {"user-agent": "Mozilla/5.0 (X11)"}


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a device: `content` is its body as it is sent, `data` the fields of a form."""

    end: str
    data: Mapping[str, str] | None = None
    headers: Mapping[str, str] | None = None
    content: bytes | None = None
    code: str = ""
    method: str = "POST"


MOST = 12
"""Results that a device may send at once in these programs."""
CASES: Mapping[str, tuple[Request, ...]] = {
    "a result and its repetition": (
        Request("/results", {**RESULT, "command_id": "c-1"}),
        Request("/results", {**RESULT, "command_id": "c-1"}),
        Request("/results", {**RESULT, "command_id": "c-1", "text": "4S-1 N"}),
        Request("/state", method="GET"),
    ),
    "without an id": (Request("/results", RESULT),),
    "another language": (Request("/results?lang=fr", RESULT), Request("/state?lang=de", method="GET")),
    "the state": (
        Request("/state?since=0", method="GET"),
        Request("/state?since=9999", method="GET"),
        Request("/state?since=x", method="GET"),
        Request("/state", method="HEAD"),
        Request("/state"),
    ),
    "a code that nobody has": (
        *(Request("/results", RESULT, code="BAD222") for _ in range(5)),
        Request("/state", method="GET", code="BAD222"),
    ),
    "a code as it is typed": (Request("/state", method="GET", code="typed"),),
    "a page of another origin": (
        Request("/results", RESULT, {"origin": "http://foreign.example"}),
        Request("/results", RESULT, {"sec-fetch-site": "cross-site"}),
        Request("/results", RESULT, {"origin": "http://[foreign"}),
    ),
    "another name of the computer": (Request("/state", headers={"host": "foreign.example"}, method="GET"),),
    "a browser without its token": (
        Request("/results", RESULT, BROWSER),
        Request("/results", RESULT, {**BROWSER, "x-form-token": "x" * 43, "cookie": f"form={'x' * 43}"}),
        Request("/results", {**RESULT, "form_token": "x" * 43}, {**BROWSER, "cookie": f"form={'x' * 43}"}),
        Request("/results", {**RESULT, "form_token": "y" * 43}, {**BROWSER, "cookie": f"form={'x' * 43}"}),
    ),
    "fields that are no report": (
        Request("/results", {"slot": "A-1-1-1"}),
        Request("/results", {**RESULT, "slot": "nonsense"}),
        Request("/results", {**RESULT, "text": "4S" * 20}),
        Request("/results", {**RESULT, "text": "9S= N"}),
        Request("/results", {**RESULT, "slot": "A-1-2-1"}),
        Request("/results", {f"f{number}": "" for number in range(30)}),
        Request("/results", content=b"slot=%ff&text=%fe&command_id=c-2", headers={"content-type": FORM}),
        Request("/results", content=b"slot=\xff", headers={"content-type": FORM}),
        Request("/results", content=b"{}", headers={"content-type": "application/json"}),
        Request("/results", content=b"", headers={"content-length": "99999999999", "content-type": FORM}),
    ),
    "more than a device sends": tuple(
        Request("/results", {**RESULT, "command_id": f"c-{number}"}) for number in range(MOST + 3)
    ),
    "a page, and a notice on a page": (
        Request("/results", {"slot": "A-1-1-1"}, {"accept": "text/html"}),
        Request("/results", {"slot": "A-1-1-1"}, {"accept": "text/html", "x-swap": "1"}),
        Request("/results", {"slot": "A-1-1-1"}, {"accept": "application/json"}),
    ),
    "other addresses": (
        Request("/results/", RESULT),
        Request("/results", method="GET"),
        Request("/nothing", method="GET"),
        Request("/call"),
    ),
}
_TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])", re.ASCII)
LOGS = ("arrowswitch.door", "arrowswitch.web")
NEVER_EQUAL = frozenset(("set-cookie",))
"""A header with a random name or token."""


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Notes how long answers are held back instead of waiting."""
    noted: list[float] = []

    async def note(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(holders, "sleep", note)
    return noted


def make_program(*, is_direct: bool) -> tuple[FastAPI, Evening]:
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.TABLE))
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    app.state.services.guest_list.sending_by_device.at_once = MOST
    if not is_direct:
        app.user_middleware = [one for one in app.user_middleware if "DirectTables" not in repr(one.cls)]
    return app, evening


def answers(requests: tuple[Request, ...], address: str, *, is_direct: bool) -> Iterator[tuple[object, ...]]:
    """Yields the answer to each request in a program of its own, and the version of the event after it."""
    app, evening = make_program(is_direct=is_direct)
    code = new_code(evening.tournament.links, DeviceOwner(evening.event_id, HERE, 1))
    codes = {"": code, "typed": f"{code[:3]}-{code[3:]}".lower()}
    with open_desk(app, address) as desk:
        for request in requests:
            status, headers, body = send(desk, request, codes.get(request.code, request.code))
            yield status, mask_random(headers, code), mask_random(body, code), evening.state.seq


def mask_random(text: str, code: str) -> str:
    """Returns a text with words in place of what is random in it: the code, and the tokens of forms."""
    return _TOKEN.sub("TOKEN", text.replace(code, "CODE"))


def send(desk: Desk, request: Request, code: str) -> tuple[int, str, str]:
    async def ask() -> tuple[int, str, str]:
        answer = await desk.client.request(
            request.method,
            f"{ADDRESS}/t/{code}{request.end}",
            data=request.data,
            content=request.content,
            headers=dict(request.headers or {}),
            follow_redirects=False,
        )
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in NEVER_EQUAL)
        return answer.status_code, repr(headers), answer.text

    return desk.portal.call(ask)


@pytest.mark.parametrize(
    ("case", "address"), [*((case, "192.0.2.77") for case in CASES), ("a result and its repetition", "127.0.0.1")]
)
def test_both_ways_give_the_same_answers(
    case: str, address: str, waits: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    """The waits after guesses and the lines of the log are equal, too."""
    caplog.set_level("INFO", "arrowswitch")
    seen = []
    for is_direct in (True, False):
        found_answers = list(answers(CASES[case], address, is_direct=is_direct))
        seen.append((found_answers, waits.copy(), [one.getMessage() for one in caplog.records if one.name in LOGS]))
        waits.clear()
        caplog.clear()
    assert seen[0] == seen[1]


def test_a_device_that_sends_too_much_waits() -> None:
    statuses = [status for status, *_ in answers(CASES["more than a device sends"], "192.0.2.77", is_direct=True)]
    assert statuses == [200] * MOST + [503] * 3


def test_reports_go_the_direct_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program answers a report, and what a device asks, without its own routing."""
    app, evening = make_program(is_direct=True)
    code = new_code(evening.tournament.links, DeviceOwner(evening.event_id, HERE, 1))
    with open_desk(app) as desk:
        desk.get("/t")

        async def fail(*_: object) -> None:
            raise AssertionError("the request was routed")

        monkeypatch.setattr(app.router, "middleware_stack", fail)
        assert desk.get(f"/t/{code}/state").status_code == 200
        assert desk.post(f"/t/{code}/results", RESULT).status_code == 200
        assert desk.get("/t").status_code == 500
