"""An event whose pages are read only by who came by the code on the wall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.web.app import create_app
from arrowswitch.web.guests import DOOR_COOKIE, Task
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.client import Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import PHONE, InTheNetwork, doors_of


@pytest.fixture
def both(evening: Evening) -> Iterator[tuple[Desk, Desk]]:
    """The desk itself, and a phone."""
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=InTheNetwork())
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        yield desk, phone


def pages_of(evening: Evening) -> tuple[str, ...]:
    event = evening.event_id
    return (f"/play/{event}", f"/play/{event}/ranking", f"/hall/{event}", f"/events/{event}/version")


def make_link(desk: Desk, evening: Evening, by_link: str = "true") -> str:
    """Presses the button, and returns the secret of the link."""
    base = f"/events/{evening.event_id}/1A"
    assert desk.post(f"{base}/link", {"by_link": by_link}).status_code == 200
    link = evening.tournament.links.of(LinkKind.EVENT, evening.event_id)
    return "" if link is None else link.secret


@rotate("locale", Locale)
def test_it_opens_by_the_code_and_a_new_one_shuts_out(
    both: tuple[Desk, Desk], evening: Evening, locale: Locale
) -> None:
    desk, phone = both
    assert [phone.get(page).status_code for page in pages_of(evening)] == [200] * 4
    first = make_link(desk, evening)
    answer = phone.get(f"/play/{evening.event_id}?lang={locale.value}")
    assert answer.status_code == 403
    assert translate("desk.link.needed", {}, locale) in Page.read(answer.text).text
    assert list_codes_shown(Page.read(answer.text)) == []
    assert [phone.get(page).status_code for page in pages_of(evening)] == [403] * 4
    assert [desk.get(page).status_code for page in pages_of(evening)] == [200] * 4
    came = phone.get(f"/with/{first}")
    assert came.url.path == f"/play/{evening.event_id}"
    assert [phone.get(page).status_code for page in pages_of(evening)] == [200] * 4
    second = make_link(desk, evening)
    assert second != first
    assert [phone.get(page).status_code for page in pages_of(evening)] == [403] * 4
    assert phone.get(f"/with/{second}?to=hall").url.path == f"/hall/{evening.event_id}"
    phone.client.cookies.clear()
    make_link(desk, evening, "false")
    assert [phone.get(page).status_code for page in pages_of(evening)] == [200] * 4
    assert phone.get(f"/with/{second}").status_code == 404


@rotate("locale", Locale)
def test_the_code_on_the_wall_carries_the_secret(both: tuple[Desk, Desk], evening: Evening, locale: Locale) -> None:
    desk, _ = both
    room = f"/events/{evening.event_id}/1A/hall"
    assert list_codes_shown(desk.page(room, locale)) == []
    secret = make_link(desk, evening)
    page = desk.page(room, locale)
    assert list_codes_shown(page) == []
    assert f"http://192.0.2.40/with/{secret}?to=hall" in page.text
    wall = desk.get(f"/hall/{evening.event_id}").text
    assert f"/with/{secret}" in wall
    assert f"http://192.0.2.40/play/{evening.event_id}" not in wall


def test_a_helper_of_the_event_needs_none(both: tuple[Desk, Desk], evening: Evening) -> None:
    desk, phone = both
    make_link(desk, evening)
    task = Task(1, evening.event_id, frozenset("A"))
    phone.client.cookies.set(DOOR_COOKIE, doors_of(desk).let_in("Alder", PHONE, task))
    assert phone.get(f"/play/{evening.event_id}").status_code == 200


def test_the_code_of_another_event_opens_nothing(both: tuple[Desk, Desk], evening: Evening) -> None:
    desk, phone = both
    make_link(desk, evening)
    other = evening.tournament.links.make(LinkKind.EVENT, "another", is_for_the_wall=True)
    phone.get(f"/with/{other}", follow_redirects=False)
    phone.client.cookies.set(f"event-{evening.event_id}", other)
    assert phone.get(f"/play/{evening.event_id}").status_code == 403
