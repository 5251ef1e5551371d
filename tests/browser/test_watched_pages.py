"""Pages that follow an event in a browser: forms in a part that is replaced can still be sent, and of many pages each
fetches in its turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.publication import Announce
from arrowswitch.web.players import routes
from tests.browser.conftest import Sitter
from tests.builders import Evening

pytestmark = pytest.mark.browser


def test_a_form_in_a_part_that_was_replaced_is_sent(sit: Sitter, evening: Evening) -> None:
    """The matrix is fetched without the token of forms; its undo must carry it all the same."""
    page = sit(Locale.EN).open("/matrix")
    before = evening.state.seq
    evening.do(Announce("Tea is served."))
    undo = page.locator("#undo form[method='post']").first
    expect(page.locator("#undo")).to_contain_text("announce", ignore_case=True)
    token = page.evaluate("document.documentElement.dataset.token")
    assert token
    assert undo.locator("input[name='form_token']").input_value() == token
    undo.locator("button").first.click()
    expect(page.locator("#undo")).not_to_contain_text("announce", ignore_case=True)
    assert evening.state.seq == before + 2
    assert not evening.state.publication.announcements


def test_a_page_among_many_fetches_once_in_its_turn(
    sit: Sitter, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "pace_of", lambda _: 1000)
    page = sit(Locale.EN).open(f"//play/{evening.event_id}/ranking")
    fetched = list[str]()

    def note(request: Request) -> None:
        if request.headers.get("x-live"):
            fetched.append(request.url)

    page.on("request", note)
    for number in range(5):
        evening.do(Announce(f"Notice {number}."))
        page.wait_for_timeout(60)
    expect(page.locator("#own")).to_contain_text("Notice 4.", timeout=5000)
    assert len(fetched) <= 2
