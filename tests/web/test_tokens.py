"""Requests of a browser carry the token of its own pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.web.app import create_app
from arrowswitch.web.tokens import FORM_COOKIE, TOKEN_FIELD, TOKEN_HEADER
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.client import ADDRESS, Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

MOZILLA = "Mozilla/5.0 (X11; Linux x86_64)"
WHO = {"who": "Alder", "to": "/club"}


@pytest.fixture
def browser(desk: Desk) -> Desk:
    """A browser that says that it is one."""
    desk.client.headers["user-agent"] = MOZILLA
    return desk


@pytest.fixture
def other(evening: Evening) -> Iterator[Desk]:
    """Another browser on the same program."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        opened.client.headers["user-agent"] = MOZILLA
        yield opened


def status(desk: Desk, data: dict[str, str], **headers: str) -> int:
    return desk.post("/who", data, headers=headers, follow_redirects=False).status_code


def test_every_form_that_changes_something_carries_it(browser: Desk, evening: Evening) -> None:
    forms = 0
    for path in ("/", "/who", "/club", "/club/devices", "/players", f"/events/{evening.event_id}/entries", "/sign-in"):
        answer = browser.get(path)
        token = browser.client.cookies[FORM_COOKIE]
        posts = re.findall(r'<form[^>]*method="post"[^>]*>(.{0,120})', answer.text, re.DOTALL)
        assert all(after.startswith(f'<input type="hidden" name="{TOKEN_FIELD}" value="{token}">') for after in posts)
        assert f'data-token="{token}"' in answer.text
        forms += len(posts)
    assert forms > 8


def test_a_form_as_it_stands_on_the_page_is_taken(browser: Desk) -> None:
    form = browser.page("/who").form("/who")
    assert status(browser, {**form, **WHO}) == 303
    assert form[TOKEN_FIELD] == browser.page("/who").form("/who")[TOKEN_FIELD]


@rotate("locale", Locale)
def test_without_it_nothing_is_taken(browser: Desk, locale: Locale) -> None:
    browser.page("/who")
    for token in ("", "x", "x" * 43, browser.client.cookies[FORM_COOKIE][:-1]):
        answer = browser.post(f"/who?lang={locale.value}", {**WHO, TOKEN_FIELD: token}, headers={"accept": "text/html"})
        assert answer.status_code == 409, token
        assert list_codes_shown(Page.read(answer.text)) == []
        assert "who" not in browser.client.cookies


def test_anothers_is_not_taken(browser: Desk, other: Desk) -> None:
    browser.page("/who")
    theirs = other.page("/who").form("/who")[TOKEN_FIELD]
    assert status(browser, {**WHO, TOKEN_FIELD: theirs}) == 409


def test_a_browser_without_cookies_is_told(browser: Desk) -> None:
    form = browser.page("/who").form("/who")
    browser.client.cookies.clear()
    assert status(browser, {**form, **WHO}) == 409
    browser.client.cookies.set(FORM_COOKIE, "")
    assert status(browser, {**WHO, TOKEN_FIELD: ""}) == 409


def test_a_script_of_the_page_says_it_in_a_header(browser: Desk, evening: Evening) -> None:
    browser.page("/who")
    token = browser.client.cookies[FORM_COOKIE]
    assert status(browser, WHO, **{TOKEN_HEADER: token}) == 303
    assert status(browser, WHO, **{TOKEN_HEADER: token[::-1]}) == 409
    json = {"content-type": "application/json", TOKEN_FIELD: token}
    assert status(browser, {}, **json) == 409


def test_a_file_carries_it_too(browser: Desk, evening: Evening) -> None:
    form = browser.page("/players").form("/players/import")
    for token, expected in ((form[TOKEN_FIELD], 200), ("x", 409)):
        files = {"file": ("players.csv", b"Name\nRowan\n", "text/csv")}
        answer = browser.post("/players/import", {**form, TOKEN_FIELD: token}, files=files)
        assert answer.status_code == expected, answer.text[:500]


def test_a_form_that_waited_while_the_program_was_started_again_is_taken(browser: Desk, other: Desk) -> None:
    form = browser.page("/who").form("/who")
    other.client.cookies.update(browser.client.cookies)
    assert status(other, {**form, **WHO}) == 303


def test_what_only_looks_like_a_token_is_made_anew(browser: Desk) -> None:
    browser.client.cookies.set(FORM_COOKIE, '"><script>', domain=ADDRESS.removeprefix("http://"))
    answer = browser.get("/who")
    assert "<script>" not in answer.text
    assert 'value=""><script' not in answer.text


def test_a_script_needs_none(desk: Desk) -> None:
    assert status(desk, WHO) == 303
    assert status(desk, WHO, **{"user-agent": "curl/8.5"}) == 303
    assert status(desk, WHO, **{"sec-fetch-mode": "cors"}) == 409
