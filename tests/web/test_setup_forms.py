"""A walk over the set-up forms of events and of the club: a value that is sent is stored, and the page shows it.

The settings of events and the form of a new event have tests of their own in `test_chosen`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urljoin

import pytest

from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.web.app import create_app
from tests.browser.evenings.pages import Element, Seen, fields_of
from tests.builders import Evening, mitchell_evening, new_evening
from tests.league_events import dated_league
from tests.refused_commands import stored_rows
from tests.rotation import choose, rotate
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.slow


def strata() -> Evening:
    return new_evening(8, strata=(PointLimit("A"), PointLimit("B", 200)))


@dataclass(frozen=True, slots=True)
class SetUpForm:
    """A form: its page (`-` is the event's address), the end of its action, and an event that has it. `fills` are
    stored first: fields that other fields need. `helping` are fields that are not stored, and `(field, value)` pairs
    that remove the values of other fields."""

    page: str
    action: str
    make: Callable[[], Evening]
    fills: Mapping[str, str] = field(default_factory=dict)
    helping: Collection[str | tuple[str, str]] = ()

    def __str__(self) -> str:
        return self.action


PRIZES = {"of-1": "sides", "places-1": "1", "prizes-1": "Cup"}
CARRIED = {"kind": "part", "name": "Qualifying", "entrants": "12", "boards": "26", "total-id0002": "150"}
FEES = {"fee_1": "1,500円", "fee_class_2": "weekly", "fee_2": "1,000円"}
FORMS = (
    SetUpForm("-/advance", "/advance/terms", lambda: new_evening(4)),
    SetUpForm(
        "-/prizes", "/prizes", mitchell_evening, PRIZES, [("of-0", "none"), ("of-1", "none"), "places-2", "prizes-2"]
    ),
    SetUpForm("-/qualifiers", "/qualifiers/plan", mitchell_evening),
    SetUpForm("-/carry-over", "/carry-over", lambda: new_evening(4), CARRIED),
    SetUpForm(
        "-/league/plan", "/league/plan", lambda: dated_league(6, spare=1), {}, ["first", "step", "count", "free"]
    ),
    SetUpForm("/club", "/club", new_evening, FEES, ["fee_class_3", "fee_form_3", "fee_class_4", "fee_form_4"]),
    SetUpForm("/club/equipment", "/club/equipment", new_evening),
    SetUpForm("/mail", "/mail", new_evening, {}, ["password"]),
)
HIDDEN = ("form_token", "stood_at", "command_id", "version", "seen_as")
Fields = dict[str, list[str]]


@rotate("form", FORMS, cells=3, ids=str)
def test_a_changed_value_is_stored_and_shown(form: SetUpForm) -> None:
    """Each field of the form in turn, the others as they stand on the page."""
    evening = form.make()
    address = form.page.replace("-/", f"/events/{evening.event_id}/")
    stored = 0
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        control, fields = form_on(desk, address, form.action)
        if form.fills:
            assert (
                desk.post(urljoin(address, control.get("action")), {**fields_of(control), **form.fills}).status_code
                == 200
            )
        ledger = evening.tournament.ledger(evening.event_id)
        for name in choose(sorted(fields), str(form), cells=6):
            for value in others(form_on(desk, address, form.action)[0], name):
                if name in form.helping or (name, *value) in form.helping:
                    continue
                stored += check_sent(desk, evening, form, name, value)
                evening.tournament.delete(evening.event_id)
                evening.tournament.take_in(ledger)
    assert stored


def form_on(desk: Desk, address: str, action: str) -> tuple[Element, Fields]:
    """Returns a form of a page with the values that it would send."""
    page = Seen.read(desk.get(address).text)
    [form] = [one for one in page.forms(action) if one.get("method") == "post"]
    fields = {one.get("name"): [""] for one in form.everything() if one.get("type") == "checkbox"}
    return form, {name: value for name, value in (fields | fields_of(form)).items() if name not in HIDDEN}


def others(form: Element, name: str) -> Iterator[list[str]]:
    """Yields other values of a field than the one that it has."""
    now = fields_of(form).get(name, [""])
    for control in form.all("select", lambda one: one.get("name") == name):
        yield from ([option.get("value")] for option in control.all("option") if option.get("value") != now[-1])
    for control in form.all("textarea", lambda one: one.get("name") == name):
        yield ["Alder room" if not control.raw_text else f"{control.raw_text}\n2026-12-24"]
    kinds = [one.get("type") or "text" for one in form.all("input", lambda one: one.get("name") == name)]
    values = {"date": "2026-12-24", "datetime-local": "2026-12-24T13:30", "email": "office@example.org"}
    match kinds[:1]:
        case ["checkbox"]:
            boxes = [one.get("value") for one in form.all("input", lambda one: one.get("name") == name)]
            yield [] if now != [""] else boxes[:1]
        case ["text" | "password"]:
            yield [str(int(now[-1]) + 1) if now[-1].isdecimal() else "2"]
            yield ["Alder"]
        case [kind] if kind in values:
            yield [values[kind]]


def check_sent(desk: Desk, evening: Evening, form: SetUpForm, name: str, value: list[str]) -> bool:
    """Sends a form with another value of a field; True if it was stored, and then the page shows it."""
    address = form.page.replace("-/", f"/events/{evening.event_id}/")
    control, before = form_on(desk, address, form.action)
    rows = stored_rows(evening.tournament.store)
    sent = {key: texts for key, texts in {**fields_of(control), name: value}.items() if texts}
    answer = desk.post(urljoin(address, control.get("action")), sent)
    stored = form_on(desk, address, form.action)[1]
    sending = f"{form}: {name}={value}"
    assert answer.status_code in (200, 422), f"{sending}: {answer.status_code} {answer.text[:400]}"
    if answer.status_code == 422:
        assert stored_rows(evening.tournament.store) == rows, sending
        assert stored == before, sending
        return False
    assert stored[name] == (value or [""]), f"{sending} is shown as {stored[name]}"
    rest = [key for key in before if key != name and key not in form.helping]
    assert {key: stored[key] for key in rest} == {key: before[key] for key in rest}, sending
    return True
