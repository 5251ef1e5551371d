"""A walk over the settings of every form of event: a value that is sent is stored, or announced before it is stored.

Each cell sends a form as it stands on its page with one value changed, or a new event that is copied under another form
of event with every copied value kept. The cells of one form share their event.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping

import pytest

from arrowswitch.i18n import Locale, problem_text, translate
from arrowswitch.regulations import names as regulations
from arrowswitch.tournament.forms.choices import PAIRS, methods_of
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.forms import METHOD_FORMS, EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.setting_labels import LABELS
from arrowswitch.web.desk.settings.form import SettingsForm, fields_of
from tests.builders import Evening
from tests.rotation import choose, is_exhaustive
from tests.web.client import Desk, Page

pytestmark = pytest.mark.slow

TEXTS: Mapping[str, tuple[str, ...]] = {
    "name": ("別の例会",),
    "date": ("2026-12-24",),
    "starts_at": ("13:30",),
    "venue": ("市民館",),
    "director": ("青木",),
    "fee": ("1,500円",),
    "sessions": ("2", "1"),
    "sections": ("2",),
    "places_before": ("3", ""),
    "minutes": ("150", "60"),
    "break_minutes": ("30",),
    "level": ("20", "400"),
    "boards_wanted": ("20", ""),
    "boards_per_round": ("4", "7", "8", ""),
    "first_board": ("3",),
    "minutes_per_board": ("8",),
    "minutes_per_round": ("0",),
    "warning_minutes": ("3",),
    "correction_minutes": ("20", ""),
    "howell_up_to": ("9",),
    "mitchell_from": ("20",),
    "is_director_playing": ("yes",),
    "half_point_as_x": ("yes",),
    "scale_table": ("10-10 11-9\n4: 0 3",),
    "eligibility": ("連盟会員",),
    "strata": ("A, B 200", ""),
    "flights": ("A, B 500",),
    "rounds": ("5", ""),
    "rematch_number": ("2",),
    "triangle_limit": ("4", ""),
    "most_carried": ("10",),
}
OPTIONS = {**SettingsForm({}, {}, {}).choices, "regulations": regulations()}
FIELDS = tuple(LABELS)
OPEN = ("", "open", "usual")
KEPT = "(every copied value kept)"
FORMS = tuple(EventForm)
NEW_EVENTS = (
    *((copied, form, KEPT) for copied in FORMS for form in FORMS),
    *(
        (FORMS[(place + other) % len(FORMS)], form, field)
        for place, form in enumerate(FORMS)
        for other, field in enumerate(FIELDS)
    ),
)
"""Every form copied under every form with its values kept, and every form with each value changed once."""
SETTINGS = choose([*itertools.product(FORMS, FIELDS)], "settings", by=lambda row: row)
NEW = choose(NEW_EVENTS, "new events", by=lambda row: row)
"""The cells that this run tries."""


def form_fields(form: EventForm, method: str = "") -> dict[str, str]:
    """Returns the fields that choose a form of event. A plain game of pairs is one choice, its method has the form."""
    choice = PAIRS if form in METHOD_FORMS else form.value
    methods = tuple(map(str, form.methods if choice == PAIRS else methods_of(choice)))
    return {"form": choice, "method": method if method in methods else methods[0]}


def values_of(field: str, now: str, form: EventForm) -> Iterator[str]:
    """Yields other values of a field: one in `make test`, all in `make exhaustive`."""
    options = tuple(map(str, methods_of(form_fields(form)["form"]))) if field == "method" else OPTIONS.get(field, ())
    others = [value for value in TEXTS.get(field, options) if value != now]
    yield from others if is_exhaustive() else others[:1]


def as_sent(sent: Mapping[str, str], stored: Mapping[str, str]) -> dict[str, str]:
    """Returns the values of all fields that a request has or leaves as they are, ticks that are not sent as empty."""
    ticks = ("is_director_playing", "half_point_as_x")
    return {name: sent.get(name, "" if name in ticks else value) for name, value in stored.items()}


def event_of(evening: Evening, address: str) -> dict[str, str]:
    return dict(fields_of(evening.tournament.state(EventId(address.split("/")[2])).settings))


def make(desk: Desk, fields: Mapping[str, str]) -> str:
    """Sends a new event until it is stored, and returns its address."""
    for _ in range(3):
        answer = desk.post("/events/new", fields)
        if answer.url.path != "/events/new":
            return answer.url.path
        fields = Page.read(answer.text).form("/events/new")
    raise AssertionError(answer.text[:2000])


def fresh(desk: Desk, event_form: EventForm) -> str:
    form = desk.page("/events/new").form("/events/new")
    return make(desk, {**form, "name": "例会", **form_fields(event_form, form["method"])})


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_setting_is_stored_as_sent(desk: Desk, evening: Evening, form: EventForm) -> None:
    """Each field of the settings of one event, in the order of the page; the method, which may have the form, last."""
    address = fresh(desk, form)
    assert evening.tournament.state(EventId(address.split("/")[2])).settings.event_form is form
    page = f"/events/{address.split('/')[2]}/settings"
    for field in sorted((field for other, field in SETTINGS if other is form), key=lambda field: field == "method"):
        for value in values_of(field, event_of(evening, address)[field], form):
            before = event_of(evening, address)
            path, fields = next(one for one in desk.page(page).forms.items() if one[0].endswith("/settings"))
            sent = {**fields, field: value}
            answer = desk.post(path, sent)
            after = event_of(evening, address)
            if answer.status_code == 200:
                assert after == as_sent(sent, before), f"{field}: {value}"
                check_history(evening, address, [name for name in after if after[name] != before[name]])
            else:
                assert answer.status_code == 422, f"{field}: {value}"
                assert "-error" in answer.text, f"{field}: {value}"
                assert after == before, f"{field}: {value}"


@pytest.mark.parametrize("copied", FORMS)
def test_a_new_event_is_stored_as_sent_or_as_announced(desk: Desk, evening: Evening, copied: EventForm) -> None:
    """Copies of one event under other forms."""
    old = fresh(desk, copied)
    page = desk.page(f"/events/new?copy={old.split('/')[2]}", Locale.EN)
    for event_form, field in (row[1:] for row in NEW if row[0] is copied):
        form = page.form("/events/new")
        form |= form_fields(event_form, form["method"])
        values = () if field == KEPT else values_of(field, form.get(field, ""), event_form)
        changed = [form] if field == KEPT else [{**form, field: value} for value in values]
        for sent in changed:
            check_new(desk, evening, event_of(evening, old), sent)


def check_history(evening: Evening, address: str, changed: list[str]) -> None:
    """Makes sure that the newest step of the history names every changed field, in every language."""
    newest = history(evening.tournament.ledger(EventId(address.split("/")[2])), 1)[0]
    for locale in Locale if changed else ():
        words = " ".join(problem_text(problem, locale) for problem in newest.what)
        for name in changed:
            assert translate(LABELS[name].code, {}, locale) in words, f"{name}: {words}"


def check_new(desk: Desk, evening: Evening, copied: Mapping[str, str], sent: Mapping[str, str]) -> None:
    """Sends a new event and compares the stored values with those sent, announced, or shown for a second sending."""
    events = len(evening.tournament.events())
    answer = desk.post("/events/new", sent)
    if answer.url.path != "/events/new":
        announced = json.loads(sent["announced"]).get(sent["form"], {})
        for name, value in event_of(evening, answer.url.path).items():
            was = as_sent(sent, copied)[name]
            assert value == was or (was in OPEN and value == announced.get(name)), f"{name}: {was} → {value}"
        return
    assert len(evening.tournament.events()) == events
    page = Page.read(answer.text)
    if answer.status_code != 200:
        assert any(name.endswith("-error") for name in page.ids)
        return
    assert "changes" in page.ids
    shown_fields = page.form("/events/new")
    text = " ".join(page.text.split())
    for name, was in as_sent(sent, copied).items():
        if (
            name in shown_fields
            and shown_fields[name] != was
            and not (was in OPEN and _is_announced(sent, name, shown_fields[name]))
        ):
            assert f"{translate(LABELS[name].code, {}, Locale.EN)}:" in text, f"{name}: {was} → {shown_fields[name]}"
    again = desk.post("/events/new", shown_fields)
    assert again.url.path != "/events/new", again.text[:1000]
    stored = event_of(evening, again.url.path)
    assert {name: stored[name] for name in stored if name in shown_fields} == {
        name: shown_fields[name] for name in stored if name in shown_fields
    }


def _is_announced(sent: Mapping[str, str], name: str, value: str) -> bool:
    listed: dict[str, dict[str, str]] = json.loads(sent["announced"])
    return listed.get(sent["form"], {}).get(name) == value
