"""A page of another site, open in the director's browser, can press none of the desk's buttons and read nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import Queue
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from playwright.sync_api import Browser
from starlette.types import Message, Receive, Scope, Send

from arrowswitch.web.app import create_app
from tests.browser.conftest import ARGUMENTS, PATIENCE_MS
from tests.browser.serving import serving
from tests.builders import Evening
from tests.chromium import chromium_path
from tests.web.conftest import CLUB_ZONE

FOREIGN = "foreign.example"
FORM = """<form id="f" method="post" action="{action}"><input name="player1" value="春川 一葉"></form>
<script>addEventListener("load", () => setTimeout(() => document.getElementById("f").submit()))</script>"""
ATTACKS = {
    "a form": FORM,
    "a form without a referrer": '<meta name="referrer" content="no-referrer">' + FORM,
    "a sandboxed frame": """<iframe sandbox="allow-scripts allow-forms" srcdoc='{framed}'></iframe>""",
    "a form of fetch": """<script>
        fetch("{action}", {{method: "POST", mode: "no-cors", credentials: "include",
                            headers: {{"content-type": "application/x-www-form-urlencoded"}}, body: "player1=x"}})
        </script>""",
    "a file of fetch": """<script>
        const files = new FormData();
        files.append("file", new File(["Name\\n春川 一葉\\n"], "players.csv", {{type: "text/csv"}}));
        fetch("{action}", {{method: "POST", mode: "no-cors", referrerPolicy: "no-referrer", body: files}});
        </script>""",
}


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """A browser for which the foreign site's name stands for this computer."""
    mapped = f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1"
    opened = chromium.browser_type.launch(executable_path=chromium_path(), args=[*ARGUMENTS, mapped])
    yield opened
    opened.close()


@dataclass
class Watched:
    """Our program, with what it answered to what was sent to it: a browser hides such answers from the page."""

    app: FastAPI
    answers: Queue[tuple[str, int]] = field(default_factory=Queue)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["method"] == "POST":
                self.answers.put((scope["path"], message["status"]))
            await send(message)

        await self.app(scope, receive, sending)


def foreign_site(action: str) -> FastAPI:
    """Returns a site whose pages do what they can to the address `action` of ours."""
    site = FastAPI()

    @site.get("/{number}")
    def page(number: int) -> HTMLResponse:
        framed = FORM.format(action=action).replace("'", "&#39;")
        return HTMLResponse(list(ATTACKS.values())[number].format(action=action, framed=framed))

    return site


def test_a_foreign_page_changes_and_reads_nothing(browser: Browser, evening: Evening) -> None:
    before = evening.tournament.version(evening.event_id)
    app = Watched(create_app(evening.tournament, zone=CLUB_ZONE))
    with serving(app) as ours:
        port = urlsplit(ours).port
        page = browser.new_page()
        page.goto(f"{ours}/players?lang=en")
        assert "春川" in page.content()
        for path in (f"/events/{evening.event_id}/entries/add", "/players/import"):
            with serving(foreign_site(ours + path)) as theirs:
                elsewhere = f"http://{FOREIGN}:{urlsplit(theirs).port}"
                for number, attack in enumerate(ATTACKS):
                    tab = browser.new_page()
                    tab.goto(f"{elsewhere}/{number}")
                    assert app.answers.get(timeout=PATIENCE_MS / 1000) == (path, 409), attack
                    tab.close()
        for path in ("/players", f"/events/{evening.event_id}/entries"):
            answer = page.goto(f"http://{FOREIGN}:{port}{path}")
            assert answer is not None
            assert answer.status == 409
            assert "春川" not in page.content()
        page.close()
    assert evening.tournament.version(evening.event_id) == before
