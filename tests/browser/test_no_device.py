"""The message that no device has come, on the director's phone in Chromium: it appears and goes by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arrowswitch.i18n import Locale
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.app import create_app
from tests.browser.conftest import PHONE, Profiles
from tests.browser.serving import serving
from tests.browser.test_accessibility import AXE, LOOK, ON_A_LAPTOP
from tests.browser.test_layout import LOW, faults
from tests.builders import mitchell_evening
from tests.rotation import rotate
from tests.web.conftest import CLUB_ZONE
from tests.web.test_no_device import ClubNetwork

pytestmark = pytest.mark.browser
WAIT_MS = 11_000


@rotate("locale", Locale)
@rotate("path", ["tables-now", "table-devices"])
def test_it_appears_and_goes_without_a_press(profiles: Profiles, locale: Locale, path: str) -> None:
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.TABLE))
    table = code_of(evening.tournament.links, DeviceOwner(evening.event_id, Place(1, "A"), 1))
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=ClubNetwork())
    with (
        serving(app) as address,
        profiles.unused_profile("en-US", PHONE, address) as desk_profile,
        profiles.unused_profile("en-US", PHONE, address) as phone_profile,
    ):
        page = desk_profile.new_page()
        page.clock.install()
        page.goto(f"{address}/events/{evening.event_id}/{path}?lang={locale.value}")
        message = page.locator(".no-device")
        expect(message).to_have_count(0)
        evening.clock.forward(1)
        page.clock.run_for(WAIT_MS)
        expect(message).to_be_visible()
        page.evaluate(AXE)
        assert page.evaluate(LOOK, ON_A_LAPTOP) == []
        assert faults(page) == {}
        assert page.evaluate(LOW) == []
        phone = phone_profile.new_page()
        phone.set_extra_http_headers({"x-forwarded-for": "192.168.1.77"})
        phone.goto(f"{address}/t/{table}")
        page.clock.run_for(WAIT_MS)
        expect(message).to_have_count(0)
