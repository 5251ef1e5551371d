"""An in-process client of the pages: what a browser would get, without a server, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from arrowswitch.i18n import Locale, all_codes
from tests.html import Reader

ADDRESS = "http://192.0.2.40"

ORIGIN = {"origin": ADDRESS}
"""The header of a browser when a page of the program sends a form."""


@dataclass
class Desk:
    """A browser at the desk: keeps its cookies, follows redirects, sends forms as they stand on a page."""

    portal: BlockingPortal
    client: httpx.AsyncClient

    def get(self, path: str, **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            return await self.client.get(path, **more)

        return self.portal.call(ask)

    def post(self, path: str, data: Mapping[str, Any] | None = None, **more: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            return await self.client.post(path, data=data or {}, **more)

        return self.portal.call(send)

    def page(self, path: str, locale: Locale = Locale.JA, status: int = 200) -> Page:
        answer = self.get(f"{path}{'&' if '?' in path else '?'}lang={locale.value}")
        assert answer.status_code == status, f"{path}: {answer.status_code}\n{answer.text[:2000]}"
        return Page.read(answer.text)

    def send(self, path: str, action: str, status: int = 200, **fields: str) -> httpx.Response:
        """Sends the form with this action as it stands on the page at `path`, with some fields filled differently."""
        form = self.page(path).form(action)
        answer = self.post(action, {**form, **fields}, headers={"referer": ADDRESS + path})
        assert answer.status_code == status, f"{action}: {answer.status_code}\n{visible(answer.text)[:800]}"
        return answer


@contextmanager
def open_desk(app: FastAPI, address: str = "127.0.0.1") -> Iterator[Desk]:
    """Opens a browser on the program, on a computer with an address; the program's start and end are run as a server
    runs them."""
    with start_blocking_portal() as portal:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 50123))
        client = httpx.AsyncClient(transport=transport, base_url=ADDRESS, headers=ORIGIN, follow_redirects=True)
        with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
            yield Desk(portal, client)
            portal.call(client.aclose)


@dataclass
class Page(Reader):
    """The content of a page: its texts, the fields of its forms, its links, its elements by id."""

    texts: list[str] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)
    forms: dict[str, dict[str, str]] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    lang: str = ""
    title: str = ""
    _form: str = ""
    _select: str = ""
    _skip: str = ""
    _is_title: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    @classmethod
    def read(cls, html: str) -> Page:
        page = cls()
        page.read_whole(html)
        return page

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def form(self, action: str) -> dict[str, str]:
        assert action in self.forms, f"no form {action}; there are {sorted(self.forms)}"
        return dict(self.forms[action])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if "id" in attributes:
            self.ids.add(attributes["id"])
        self.attributes += [
            attributes[name] for name in ("aria-label", "title", "placeholder", "alt") if attributes.get(name)
        ]
        match tag:
            case "html":
                self.lang = attributes["lang"]
            case "title":
                self._is_title = True
            case "script" | "style":
                self._skip = tag
            case "a":
                self.links.append(attributes.get("href", ""))
            case "form":
                self._form = attributes.get("action", "")
                self.forms.setdefault(self._form, {})
            case "input":
                self._input(attributes)
            case "select":
                self._select = attributes.get("name", "")
            case "option" if self._select and ("selected" in attributes or self._select not in self.forms[self._form]):
                self.forms[self._form][self._select] = attributes.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""
        elif tag == "select":
            self._select = ""
        elif tag == "title":
            self._is_title = False
        elif tag == self._skip:
            self._skip = ""

    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title += data
        elif data.strip() and not self._skip:
            self.texts.append(data.strip())

    def _input(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text")
        if not self._form or "name" not in attributes or kind == "file":
            return
        if kind in ("checkbox", "radio") and "checked" not in attributes:
            return
        self.forms[self._form].setdefault(attributes["name"], attributes.get("value", ""))


def tight(html: str) -> str:
    """Returns a page without the line breaks and indentation that only its template's reader sees."""
    return re.sub(r"\s+(?=<)|(?<=>)\s+", "", re.sub(r"\s+", " ", html))


def visible(html: str) -> str:
    """Returns the texts of a page, one after the other."""
    return Page.read(html).text


_CODE = re.compile(r"\b[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+\b")
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")


def list_codes_shown(page: Page) -> list[str]:
    """Returns the texts of a page that are a message code or have an unfilled placeholder."""
    visible = {*page.texts, *page.attributes, page.title}
    codes = [text for text in visible if any(code in _codes() for code in _CODE.findall(text))]
    return codes + [text for text in visible if _PLACEHOLDER.search(text)]


@cache
def _codes() -> frozenset[str]:
    return frozenset(all_codes())


_KANA = re.compile(r"[ぁ-んァ-ヶ]")


def foreign(page: Page, locale: Locale, expected: str = "") -> list[str]:
    """Returns the texts of a page that are not in its language; `known` are texts that people typed."""
    if locale is Locale.JA:
        return []
    visible = [*page.texts, *page.attributes]
    return [text for text in visible if _KANA.search(text) and text != "日本語" and text not in expected]
