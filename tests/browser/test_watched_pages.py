"""Pages that follow an event in a browser: forms in a part that is replaced can still be sent, and of many pages each
fetches in its turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.publication import Announce
from arrowswitch.web.players import routes
from tests.browser.conftest import Sitter
from tests.builders import Evening, mitchell_evening

pytestmark = pytest.mark.browser


@pytest.fixture
def evening() -> Evening:
    """Returns a Mitchell of three tables without a result."""
    return mitchell_evening()


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
    evening.enter(1, 1, 1, "P")  # the first commit since the start is urgent
    with page.expect_request(lambda request: "x-live" in request.headers):
        evening.enter(1, 1, 2, "P")
    fetched.clear()
    for board in (3, 4, 5, 6):
        evening.enter(1, (board + 1) // 2, board, "P")
        page.wait_for_timeout(60)
    page.wait_for_timeout(2200)
    assert 1 <= len(fetched) <= 2


def test_no_page_waits_for_its_turn_with_anything_but_a_result(
    sit: Sitter, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "pace_of", lambda _: 600_000)
    page = sit(Locale.EN).open(f"//play/{evening.event_id}/ranking")
    evening.enter(1, 1, 1, "P")
    evening.do(Announce("Tea is served."))
    expect(page.locator("#own")).to_contain_text("Tea is served.")
