"""The pages of a walk in Chromium: a pressed button must be there to be pressed, text goes where the focus is, and a
page that reloads, or replaces a part of itself, is waited for, as a person does.

A page counts as quiet when nothing it asked for is under way, no other page is on its way, and it has heard of all that
the event came to: a page which does not follow its event is a fault. So is a refusal that nobody can read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import FilePayload, Locator, Response
from playwright.sync_api import Page as Tab

from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.pages import Element, Seen

WATCH = """(() => {
  if (window.walked) return;
  const walked = (window.walked = { waiting: 0, heard: 0, busyAt: performance.now(), leftAt: 0 });
  const touch = () => { walked.busyAt = performance.now(); };
  const ask = window.fetch;
  window.fetch = async (...how) => {
    walked.waiting += 1;
    try { return await ask(...how); } finally { walked.waiting -= 1; touch(); }
  };
  document.addEventListener("desk:version", (event) => { walked.heard = event.detail.version; touch(); });
  for (const name of ["click", "submit", "desk:replaced", "forms:stored", "forms:refused"])
    document.addEventListener(name, touch, true);
  window.addEventListener("beforeunload", () => { walked.leftAt = performance.now(); });
})()"""
"""A script that a page runs before its own scripts: it records the pending requests and the messages."""
QUIET = """([event, newest, quiet, leaving]) => {
  const walked = window.walked;
  const now = performance.now();
  if (!walked || document.readyState !== "complete") return false;
  if (walked.leftAt && now - walked.leftAt < leaving) return false;
  if (walked.waiting || now - walked.busyAt < quiet) return false;
  if (document.querySelector(".is-under-way, .is-sending")) return false;
  const shown = document.body.dataset;
  return shown.event !== event || Math.max(walked.heard, Number(shown.version)) >= newest;
}"""
QUIET_MS, LEAVING_MS, PAPER_MS, RETRIES = 80, 20_000, 180_000, 2
"""A page waits 50 ms before it asks for what became of it; all paper of a season of twelve teams takes its time."""
TOLD = """() => [...document.querySelectorAll(
    "#notice, #notice-text, .form-problems, .field-error, [aria-invalid=true], .notice, .error-text"
)].some((one) => one.checkVisibility() && (one.matches("[aria-invalid]") || one.textContent.trim()))"""
STORED = """key => {
  const line = document.getElementById(`line-${key}`);
  if (document.getElementById("ask")?.open) return document.getElementById("ask").textContent;
  if (!line || line.hasAttribute("data-stored")) return true;
  return line.matches(".is-refused") ? line.textContent : false;
}"""


@dataclass
class BrowserFace:
    """A window of Chromium; `newest` tells which version an event has come to."""

    tab: Tab
    host: str
    newest: Callable[[str], int] = lambda event: 0
    _complaints: list[str] = field(default_factory=list)
    _has_stayed: bool = False

    def __post_init__(self) -> None:
        self.tab.add_init_script(WATCH)
        self.tab.evaluate(WATCH)
        self.tab.on("download", lambda _: setattr(self, "_has_stayed", True))
        self.tab.on("response", self._note)

    @property
    def address(self) -> str:
        parts = urlsplit(self.tab.url)
        return f"{parts.path}{'?' + parts.query if parts.query else ''}"

    def look(self) -> Seen:
        self.settle()
        return Seen.read(self.tab.content())

    def settle(self) -> None:
        """Waits until the page is there, has heard of everything, and nothing is under way."""
        if self._has_stayed:
            self._has_stayed = False
            self.tab.evaluate("() => { if (window.walked) window.walked.leftAt = 0; }")
        parts = urlsplit(self.tab.url).path.split("/")
        event = parts[2] if parts[1:2] == ["events"] and len(parts) > 3 else ""
        newest = self.newest(event) if event else 0
        self.tab.wait_for_function(QUIET, arg=[event, newest, QUIET_MS, LEAVING_MS], polling=20)

        assert not self._complaints, self._complaints

    def _note(self, answer: Response) -> None:
        """Records every request of a page that failed, those of its scripts too."""
        if answer.status >= (400 if answer.request.method == "GET" else 500):
            self._complaints.append(f"{answer.request.method} {answer.url}: {answer.status}")

    def follow(self, link: Element) -> None:
        self.close()
        href = f"a[href={_quote(link.get('href'))}]"
        link_ = self.tab.locator(href).filter(visible=True).first
        if not link_.count():
            link_ = self.tab.locator(href).first
            self._unfold_around(link_)
        link_.click()
        self.settle()

    def open(self, address: str) -> None:
        self.tab.goto(urljoin(self.host, address))
        self.settle()

    def send(self, form: Element, button: Element | None, typed: Mapping[str, str]) -> None:
        form_ = self._form(form)
        for name, value in typed.items():
            self._put(form_, name, value)
        pressed = self._button(form_, form, button)
        self._unfold_around(pressed)
        if form.get("method") != "post":
            pressed.click()
            return self.settle()
        action = (button.get("formaction") if button is not None else "") or form.get("action")
        target = urlsplit(urljoin(self.tab.url, action)).path

        def is_answer(answer: Response) -> bool:
            return answer.request.method == "POST" and urlsplit(answer.url).path == target

        with self.tab.expect_response(is_answer) as answered:
            pressed.click()
        answer = answered.value
        assert answer.status < 500, f"{target}: {answer.status}"
        if answer.status >= 400:
            self._refuse(target, answer)
        self.settle()
        return self._check_that_it_follows()

    def _check_that_it_follows(self) -> None:
        """The controls of the page must be those of the page if it were opened now."""
        here = self.tab.url
        for _ in range(3):
            open_page, fresh = _pressable(self.look()), _pressable(Seen.read(self.fetch(here)[2].decode()))
            if open_page == fresh or self.tab.url != here:
                return
        lacks, stale = sorted(fresh - open_page), sorted(open_page - fresh)
        raise AssertionError(f"{self.address} does not follow: it lacks {lacks}, and still offers {stale}")

    def _refuse(self, target: str, answer: Response) -> None:
        """Raises the refusal that the page received; the page must show it to the person as well."""
        is_command = "json" in answer.headers.get("content-type", "")
        texts = json.dumps(answer.json(), ensure_ascii=False) if is_command else Seen.read(answer.text()).text
        self.settle()
        assert self.tab.evaluate(TOLD), f"{target}: refused, and nobody can read it: {texts[:400]}"
        main = self.look().root.all("main")
        raise Refusal(target, texts, [link.get("href") for one in main for link in one.all("a")])

    def upload(self, form: Element, name: str, content: bytes) -> None:
        form_ = self._form(form)
        self._unfold_around(form_.locator("button").first)
        form_.locator("input[type=file]").set_input_files(FilePayload(name=name, mimeType="text/csv", buffer=content))
        form_.locator("button").first.click()
        self.settle()

    def type_line(self, key: str, text: str) -> None:
        line = self.tab.locator(f"#in-{key}")
        if not line.evaluate("one => one === document.activeElement"):
            line.click()
        self.tab.keyboard.type(text)
        self.tab.keyboard.press("Enter")
        answer = self.tab.wait_for_function(STORED, arg=key).json_value()
        if answer is not True:
            raise Refusal(f"{key} {text}", str(answer))
        self.settle()

    def fetch(self, link: str) -> tuple[int, str, bytes]:
        answer = self.tab.request.get(urljoin(self.tab.url, link), timeout=PAPER_MS, max_retries=RETRIES)
        return answer.status, answer.headers.get("content-type", ""), answer.body()

    def open_sheet(self, form: Element, button: Element) -> tuple[int, str]:
        form_ = self._form(form)
        pressed = self._button(form_, form, button)
        self._unfold_around(pressed)
        target = urlsplit(urljoin(self.tab.url, form.get("action"))).path
        with self.tab.context.expect_event("response", lambda one: urlsplit(one.url).path == target) as answered:
            pressed.click()
        for other in self.tab.context.pages:
            if urlsplit(other.url).path == target:
                other.close()
        return answered.value.status, answered.value.headers.get("content-type", "")

    def open_slot(self, key: str) -> None:
        self.tab.locator(f"#in-{key}").click()
        self.tab.keyboard.press(".")
        self.tab.locator("dialog[open] #slot").wait_for()
        self.settle()

    def close(self) -> None:
        """Closes the dialog that lies over the page."""
        if not self.tab.locator("dialog[open]").count():
            return
        self.tab.keyboard.press("Escape")
        self.tab.locator("dialog[open]").wait_for(state="detached")
        self.settle()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """The page is left meanwhile: it would follow each of the results."""
        address = self.address
        self.tab.goto("about:blank")
        yield
        self.open(address)

    def _form(self, form: Element) -> Locator:
        """Returns the form of the page that was seen: of several to one address the one that stands at its place."""
        root = form
        while root.above is not None:
            root = root.above
        alike = [
            one
            for one in root.all("form", lambda one: one.within("template") is None)
            if one.get("action") == form.get("action") and one.has("action") == form.has("action")
        ]
        wanted = f"form[action={_quote(form.get('action'))}]" if form.has("action") else "form:not([action])"
        return self.tab.locator(wanted).nth(next(at for at, one in enumerate(alike) if one is form))

    def _button(self, form_: Locator, form: Element, button: Element | None) -> Locator:
        if button is None:
            return form_.locator("button:not([type=button])").first
        wanted = "button:not([type=button])"
        for name in ("name", "value", "formaction", "form"):
            wanted += f"[{name}={_quote(button.get(name))}]" if button.has(name) else f":not([{name}])"
        if button.has("form"):
            return self.tab.locator(wanted).first
        return form_.locator(wanted).first

    def _put(self, form_: Locator, name: str, value: str) -> None:
        """Puts a value into a field as a person does; what is not offered there is refused."""
        control = form_.locator(f"[name={_quote(name)}]").first
        kind = control.evaluate("one => one.tagName + ':' + (one.type || '')")
        if kind.endswith(("radio", "checkbox")):
            wanted = form_.locator(f"[name={_quote(name)}][value={_quote(value)}]")
            control = wanted.first if kind.endswith("radio") and wanted.count() else control
            self._unfold_around(control)
            return control.set_checked(bool(value))
        self._unfold_around(control)
        if not kind.startswith("SELECT"):
            return control.fill(value)
        offered = control.locator(f"option[value={_quote(value)}]")
        if not offered.count() or offered.first.is_disabled():
            raise Refusal(name, f"{value} is not offered")
        control.select_option(value)
        return None

    def _unfold_around(self, control: Locator) -> None:
        for _ in range(4):
            fold = control.locator("xpath=ancestor::details[not(@open)][last()]")
            if not fold.count():
                return
            fold.locator("summary").first.click()


def _pressable(page: Seen) -> set[tuple[str, ...]]:
    """Returns the controls that can be pressed on a page, without those over it."""
    return {
        (form.get("action"), *(button.get(name) for name in ("name", "value", "formaction")))
        for form in page.root.all("form", lambda one: one.get("method") == "post" and one.within("dialog") is None)
        for button in page.buttons(form)
    }


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
