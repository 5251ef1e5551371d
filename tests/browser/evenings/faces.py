"""Where the pages of a walk are: what every face can do, and the program's answers without a browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlencode, urljoin

from tests.browser.evenings.pages import Element, Seen, can_take, fields_of, values_of
from tests.web.client import ADDRESS, Desk


class Refusal(AssertionError):
    """The program refused what a page offered: `texts` are its words, `ways` where they lead."""

    def __init__(self, what: str, texts: str, ways: Sequence[str] = ()) -> None:
        super().__init__(f"{what}: {texts}")
        self.texts, self.ways = texts, tuple(ways)


class Face(Protocol):
    """Where the pages are: what is shown, a link followed, a form sent, a result typed."""

    @property
    def address(self) -> str:
        """Returns the address of the page that is shown, without the host."""

    def look(self) -> Seen:
        """Returns the page as it stands now."""

    def follow(self, link: Element) -> None:
        """Clicks a link of the page."""

    def open(self, address: str) -> None:
        """Opens an address."""

    def send(self, form: Element, button: Element | None, typed: Mapping[str, str]) -> None:
        """Types into a form of the page and presses its button; raises Refusal."""

    def upload(self, form: Element, name: str, content: bytes) -> None:
        """Chooses a file in a form of the page and sends it."""

    def type_line(self, key: str, text: str) -> None:
        """Types a result into the line of the slip that is open, and Enter; raises Refusal."""

    def fetch(self, link: str) -> tuple[int, str, bytes]:
        """Returns status, kind and content of what a link or form of the page opens in a tab of its own."""

    def open_sheet(self, form: Element, button: Element) -> tuple[int, str]:
        """Presses a button that opens a sheet in a tab of its own; returns status and kind of its content."""

    def open_slot(self, key: str) -> None:
        """Opens the details of a line of the slip that is shown: its result, ruling, note and history."""

    def aside(self) -> AbstractContextManager[None]:
        """While it lasts results come in from elsewhere; afterwards the page is shown as it has become."""


@dataclass
class HttpFace:
    """The program's answers without a browser: what its scripts would send is sent as they send it."""

    desk: Desk
    address: str = "/"
    _html: str = ""

    def open(self, address: str) -> None:
        answer = self.desk.get(address)
        assert answer.status_code < 400, f"{address}: {answer.status_code} {Seen.read(answer.text).text[:800]}"
        self._keep(answer.text, answer.url.raw_path.decode())

    def look(self) -> Seen:
        return Seen.read(self._html)

    def follow(self, link: Element) -> None:
        self.open(urljoin(self.address, link.get("href")))

    def send(self, form: Element, button: Element | None, typed: Mapping[str, str]) -> None:
        for name, value in typed.items():
            assert can_take(form, name, value), f"{form.get('action')}: {name} cannot be {value!r} on {self.address}"
        fields = {**fields_of(form), **{name: [value] for name, value in typed.items()}}
        if button is not None and button.get("name"):
            fields[button.get("name")] = [*fields.get(button.get("name"), ()), button.get("value")]
        action = (button.get("formaction") if button is not None else "") or form.get("action")
        target = urljoin(self.address, action)
        if form.get("method") != "post":
            return self.open(f"{target.partition('?')[0]}?{urlencode(fields, doseq=True)}")
        is_command = form.has("data-send")
        headers = {"referer": ADDRESS + self.address, **({"accept": "application/json"} if is_command else {})}
        answer = self.desk.post(target, fields, headers=headers)
        assert answer.status_code < 500, f"{target}: {answer.status_code} {answer.text[:800]}"
        if answer.status_code >= 400:
            raise _refusal(target, answer.text, is_command)
        if is_command:
            return self.open(form.get("data-to") or self.address)
        return self._keep(answer.text, answer.url.raw_path.decode())

    def upload(self, form: Element, name: str, content: bytes) -> None:
        target = urljoin(self.address, form.get("action"))
        headers = {"referer": ADDRESS + self.address}
        answer = self.desk.post(target, values_of(form), files={"file": (name, content)}, headers=headers)
        assert answer.status_code < 400, f"{target}: {answer.status_code} {Seen.read(answer.text).text[:800]}"
        self._keep(answer.text, answer.url.raw_path.decode())

    def type_line(self, key: str, text: str) -> None:
        scores = self.look().root.by_id("scores")
        assert scores is not None, "results are typed on the page of the scores"
        answer = self.desk.post(
            f"{scores.get('data-base')}/enter", {"key": key, "text": text}, headers={"accept": "application/json"}
        )
        assert answer.status_code < 500, f"{key} {text}: {answer.status_code} {answer.text[:800]}"
        if answer.status_code >= 400:
            raise _refusal(f"{key} {text}", answer.text, is_command=True)

    def fetch(self, link: str) -> tuple[int, str, bytes]:
        answer = self.desk.get(urljoin(self.address, link))
        return answer.status_code, answer.headers.get("content-type", ""), answer.content

    def open_sheet(self, form: Element, button: Element) -> tuple[int, str]:
        fields = {**values_of(form), button.get("name"): button.get("value")}
        return self.fetch(f"{form.get('action')}?{urlencode(fields)}")[:2]

    def open_slot(self, key: str) -> None:
        scores = self.look().root.by_id("scores")
        assert scores is not None
        self.open(f"{scores.get('data-slots')}/{key}")

    @contextmanager
    def aside(self) -> Iterator[None]:
        yield
        self.open(self.address)

    def _keep(self, html: str, address: str) -> None:
        self._html, self.address = html, address


def _refusal(what: str, text: str, is_command: bool) -> Refusal:
    if is_command:
        return Refusal(what, text)
    page = Seen.read(text)
    main = page.root.all("main")
    return Refusal(what, page.text, [one.get("href") for one in page.links if main and _is_in(one, main[0])])


def _is_in(element: Element, region: Element) -> bool:
    return any(other is element for other in region.everything())
