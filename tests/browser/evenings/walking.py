"""A director who knows nothing but the pages: follows links that stand there, sends forms as they stand, types what a
slip says. Whatever a page does not offer cannot be done.

The same walk goes through two faces: the program's answers (`HttpFace`, cheap, every method of every form), and a real
Chromium (`BrowserFace`: clicks that reach their button, keys). Each page that is looked at must be styled and in words
of the visitor's language; a refusal that the walk did not ask for fails it, and so does any page that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlencode, urljoin, urlsplit

from playwright.sync_api import FilePayload, Locator
from playwright.sync_api import Page as Tab

from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.ledger import Stamp
from arrowswitch.tournament.event.service import Tournament
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.results.commands import EnterResult
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.browser.conftest import LAPTOP, Profiles
from tests.browser.evenings.pages import Element, Seen, can_take, fields_of, values_of
from tests.browser.serving import serving
from tests.builders import CountingChance, FixedClock
from tests.web.client import ADDRESS, Desk, open_desk
from tests.web.conftest import CLUB_ZONE

RESULTS = ("3NT= N", "4S-1 E", "2H+1 W", "P", "5D= S", "1NT-2 N", "4HX= E", "3C+1 S", "6S-1 W", "2D= N", "3NT+2 E")
"""What is written on the slips, one after the other."""


class Refusal(AssertionError):
    """The program refused what a page offered: `texts` are its words, `ways` where they lead."""

    def __init__(self, what: str, texts: str, ways: Sequence[str] = ()) -> None:
        super().__init__(f"{what}: {texts}")
        self.texts, self.ways = texts, tuple(ways)


@dataclass
class Steps:
    """What the director's hands did."""

    clicks: int = 0
    keys: int = 0


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
        fields = {**fields_of(form), **{name: [value] for name, value in typed.items()}}
        if button is not None and button.get("name"):
            fields[button.get("name")] = [*fields.get(button.get("name"), ()), button.get("value")]
        given = (button.get("formaction") if button is not None else "") or form.get("action")
        target = urljoin(self.address, given)
        if form.get("method") != "post":
            return self.open(f"{target.partition('?')[0]}?{urlencode(fields, doseq=True)}")
        is_command = form.has("data-send")
        headers = {"referer": ADDRESS + self.address, **({"accept": "application/json"} if is_command else {})}
        answer = self.desk.post(target, fields, headers=headers)
        assert answer.status_code < 500, f"{target}: {answer.status_code} {answer.text[:800]}"
        if answer.status_code >= 400:
            raise _refused(target, answer.text, is_command)
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
            raise _refused(f"{key} {text}", answer.text, is_command=True)

    def fetch(self, link: str) -> tuple[int, str, bytes]:
        answer = self.desk.get(urljoin(self.address, link))
        return answer.status_code, answer.headers.get("content-type", ""), answer.content

    def _keep(self, html: str, address: str) -> None:
        self._html, self.address = html, address


def _refused(what: str, text: str, is_command: bool) -> Refusal:
    if is_command:
        return Refusal(what, text)
    page = Seen.read(text)
    main = page.root.all("main")
    return Refusal(what, page.text, [one.get("href") for one in page.links if main and _is_in(one, main[0])])


def _is_in(one: Element, region: Element) -> bool:
    return any(other is one for other in region.everything())


@dataclass
class BrowserFace:
    """Chromium: what is pressed must be there to be pressed, and what is typed goes where the focus is."""

    tab: Tab
    host: str

    @property
    def address(self) -> str:
        parts = urlsplit(self.tab.url)
        return f"{parts.path}{'?' + parts.query if parts.query else ''}"

    def look(self) -> Seen:
        self.settle()
        return Seen.read(self.tab.content())

    def settle(self) -> None:
        """Waits until the page is there and nothing is under way."""
        self.tab.wait_for_load_state("load")
        self.tab.wait_for_function("() => !document.querySelector('.is-under-way, .is-sending')")

    def follow(self, link: Element) -> None:
        href = link.get("href")
        found = self.tab.locator(f"a[href={_quoted(href)}]").filter(visible=True).first
        if not found.count():
            self._unfold(f"a[href={_quoted(href)}]")
        found.click()
        self.settle()

    def open(self, address: str) -> None:
        self.tab.goto(urljoin(self.host, address))
        self.settle()

    def send(self, form: Element, button: Element | None, typed: Mapping[str, str]) -> None:
        action = f"form[action={_quoted(form.get('action'))}]"
        named = f"[id={_quoted(form.get('id'))}]" if form.get("id") else ""
        shown = self.tab.locator(f"{action}{named}")
        if not named and button is not None and button.get("name"):
            wanted = f"button[name={_quoted(button.get('name'))}][value={_quoted(button.get('value'))}]"
            shown = shown.filter(has=self.tab.locator(wanted))
        shown = shown.first
        self._unfold_around(shown.locator("button").first if button is None else self._button(shown, button))
        for name, value in typed.items():
            control = shown.locator(f"[name={_quoted(name)}]").first
            self._unfold_around(control)
            _put(control, value)
        pressed = shown.locator("button").first if button is None else self._button(shown, button)
        if form.get("method") != "post":
            pressed.click()
            return self.settle()
        with self.tab.expect_response(lambda answer: answer.request.method == "POST") as answered:
            pressed.click()
        if answered.value.status >= 400:
            raise Refusal(form.get("action"), f"{answered.value.status} {answered.value.text()[:800]}")
        if form.has("data-send"):
            return self.open(form.get("data-to") or self.address)
        if leads := answered.value.headers.get("location"):
            path = urlsplit(leads).path
            self.tab.wait_for_url(lambda url: urlsplit(url).path == path)
        return self.settle()

    def upload(self, form: Element, name: str, content: bytes) -> None:
        shown = self.tab.locator(f"form[action={_quoted(form.get('action'))}]").first
        chosen = FilePayload(name=name, mimeType="text/csv", buffer=content)
        shown.locator("input[type=file]").set_input_files(chosen)
        shown.locator("button").first.click()
        self.settle()

    def type_line(self, key: str, text: str) -> None:
        line = self.tab.locator(f"#in-{key}")
        if not line.evaluate("one => one === document.activeElement"):
            line.click()
        self.tab.keyboard.type(text)
        self.tab.keyboard.press("Enter")
        self.tab.wait_for_function(
            "key => document.getElementById(`line-${key}`)?.hasAttribute('data-stored') ?? true",
            arg=key,
        )
        self.settle()

    def fetch(self, link: str) -> tuple[int, str, bytes]:
        answer = self.tab.request.get(urljoin(self.tab.url, link))
        return answer.status, answer.headers.get("content-type", ""), answer.body()

    def _button(self, shown: Locator, button: Element) -> Locator:
        if button.get("name"):
            return shown.locator(
                f"button[name={_quoted(button.get('name'))}][value={_quoted(button.get('value'))}]"
            ).first
        if button.has("formaction"):
            return shown.locator(f"button[formaction={_quoted(button.get('formaction'))}]").first
        return shown.locator("button").first

    def _unfold(self, selector: str) -> None:
        self._unfold_around(self.tab.locator(selector).first)

    def _unfold_around(self, control: Locator) -> None:
        for _ in range(4):
            fold = control.locator("xpath=ancestor::details[not(@open)][last()]")
            if not fold.count():
                return
            fold.locator("summary").first.click()


def _put(control: Locator, value: str) -> None:
    kind = control.evaluate("one => one.tagName + ':' + (one.type || '')")
    if kind.startswith("SELECT"):
        control.select_option(value)
    elif kind.endswith("checkbox"):
        control.set_checked(bool(value))
    else:
        control.fill(value)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass
class Walker:
    """The director. `known` are the words that people typed; `looked_at` are the pages seen so far."""

    face: Face
    locale: Locale
    steps: Steps = field(default_factory=Steps)
    known: str = ""
    looked_at: set[str] = field(default_factory=set)
    tournament: Tournament | None = None
    _styles: set[str] = field(default_factory=set)
    _seen: Seen | None = None

    # What is seen

    @property
    def page(self) -> Seen:
        """Returns the page that is shown; each must be styled and in words of the language."""
        if self._seen is None:
            self._seen = self.face.look()
            self._check(self._seen)
        return self._seen

    @property
    def text(self) -> str:
        """Returns what can be read."""
        return self.page.text

    def renew(self) -> None:
        """Looks again at what is shown."""
        self._seen = None

    def offers(self, action: str) -> bool:
        """Tells whether the page has a form that is sent to an address ending so, and a button for it."""
        return any(self.page.buttons(form) for form in self.page.forms(action))

    def links(self, pattern: str) -> list[Element]:
        """Returns the links whose address matches the pattern."""
        return [one for one in self.page.links if re.search(pattern, one.get("href"))]

    # What is done

    def follow(self, pattern: str) -> None:
        """Follows the first link whose address matches."""
        found = self.links(pattern)
        assert found, f"no link {pattern} on {self.face.address}: {sorted({o.get('href') for o in self.page.links})}"
        self.steps.clicks += 1
        self._seen = None
        self.face.follow(found[0])

    def visit(self, address: str) -> None:
        """Opens an address that a script of the page would open."""
        self.steps.clicks += 1
        self._seen = None
        self.face.open(address)

    def tab(self, name: str) -> None:
        """Goes to a page of the event by its tab."""
        here = [
            one for nav in self.page.root.all("nav", lambda one: one.get("class") == "tabs") for one in nav.all("a")
        ]
        found = next((one for one in here if one.get("href").endswith(f"/{name}")), None)
        assert found is not None, f"no tab {name}: {[one.get('href') for one in here]}"
        self.steps.clicks += 1
        self._seen = None
        self.face.follow(found)

    def press(
        self, action: str, typed: Mapping[str, str] | None = None, *, button: str | None = None, at: int = 0
    ) -> None:
        """Sends the form for an address that ends so, as it stands but for what is typed; `button` is the value of the
        button pressed where there are several, `at` which of several such forms."""
        typed = typed or {}
        forms = [one for one in self.page.forms(action) if self.page.buttons(one)]
        assert forms, (
            f"no form {action} on {self.face.address}: {sorted({o.get('action') for o in self.page.root.all('form')})}"
        )
        form = forms[at]
        for name, value in typed.items():
            assert can_take(form, name, value), f"{action}: {name} cannot be {value!r} on {self.face.address}"
            self.steps.keys += len(value)
        buttons = self.page.buttons(form)
        if not form.get("action").endswith(action):
            buttons = [one for one in buttons if one.get("formaction").endswith(action)]
        elif button is None:
            buttons = [one for one in buttons if not one.has("formaction")] or buttons
        if button is not None:
            buttons = [one for one in buttons if one.get("value") == button]
        assert buttons, f"{action} has no button {button} on {self.face.address}"
        self.steps.clicks += 1
        self._seen = None
        self.face.send(form, buttons[0], typed)

    def type_line(self, key: str, text: str) -> None:
        """Types a result into a line of the open slip."""
        self.steps.keys += len(text) + 1
        self.face.type_line(key, text)
        self._seen = None

    def sheet(self, address: str) -> bytes:
        """Returns a sheet that the page leads to; an error in its tab fails."""
        status, kind, content = self.face.fetch(address)
        assert status == 200, f"{address}: {status} {Seen.read(content.decode(errors='replace')).text[:400]}"
        assert kind == "application/pdf", f"{address}: {kind}"
        return content

    def _check(self, page: Seen) -> None:
        address = self.face.address
        self.looked_at.add(re.sub(r"/events/[^/?]+", "/events/-", address.partition("?")[0]))
        wrong = page.problems(self.locale, self.known)
        assert not wrong, f"{address}: no words of the language: {wrong[:5]}"
        assert page.stylesheets, f"{address} has no style"
        for style in set(page.stylesheets) - self._styles:
            assert self.face.fetch(style)[0] == 200, f"{address}: no style {style}"
            self._styles.add(style)


# The steps of an evening


def new_event(walker: Walker, form: str, name: str, **settings: str) -> None:
    """From the first page to the entries of a new event; all that is not named stays as the page proposes it."""
    walker.known += f" {name}"
    walker.follow(r"^/events/new$")
    walker.press("/events/new", {"form": form, "name": name, **settings})
    assert walker.face.address.endswith("/entries"), walker.text[:400]


def enter(walker: Walker, entries: Iterable[Sequence[str]]) -> None:
    """Enters everybody by name; their keys are counted apart from those of the steps."""
    keys = walker.steps.keys
    clicks = walker.steps.clicks
    for people in entries:
        walker.known += " " + " ".join((*people, "・".join(people), " – ".join(people)))
        walker.press("/entries/add", {f"player{place}": name for place, name in enumerate(people, start=1)})
    walker.steps.keys, walker.steps.clicks = keys, clicks


def fill(walker: Walker, session: int = 1) -> int:
    """Enters all that still lacks in the rounds that are drawn, beside the pages; returns how much it was."""
    assert walker.tournament is not None
    event_id = EventId(walker.face.address.split("/")[2])
    slots = missing_slots(walker.tournament.state(event_id), session)
    for at, slot in enumerate(slots):
        command = EnterResult(slot, plausible_result_text(slot, 1))
        walker.tournament.execute(
            event_id, command, Stamp(f"fill-{at}-{slot.round}-{slot.table}-{slot.board}", "director")
        )
    return len(slots)


def take_proposal(walker: Walker) -> None:
    """Takes what the page of the entries proposes, draws the numbers and starts."""
    walker.press("/movement/plan" if walker.offers("/movement/plan") else "/movement/choose")
    assert "/movement" in walker.face.address
    walker.press("/movement/draw")
    start(walker)


def start(walker: Walker) -> None:
    """Starts play; the page of the scores follows, or that of the tables where the method needs them."""
    walker.press("/movement/start")
    assert re.search("/(scores|tables)$", walker.face.address), walker.face.address


def give_tables(walker: Walker) -> None:
    """Gives a table of scores for every board that the page misses, as the file that it describes, and goes back."""
    assert walker.face.address.endswith("/tables")
    warned = walker.page.root.all("p", lambda one: "warn" in one.get("class"))
    runs = [run for one in warned for run in re.findall(r"(\d+)(?:–(\d+))?", one.text)]
    boards = sorted({board for first, last in runs for board in range(int(first), int(last or first) + 1)})
    assert boards, "the page says which boards lack a table"
    rows = [f"{board},{score},{count}" for board in boards for score, count in ((140, 2), (110, 1), (-100, 3))]
    form = walker.page.forms("/tables")[0]
    walker.face.upload(form, "tables.csv", "\n".join(rows).encode())
    walker.known += " tables.csv"
    walker.renew()
    walker.follow("/movement$")


def open_rounds(walker: Walker) -> list[str]:
    """Returns the addresses of the session's rounds on the page of the scores."""
    return [one.get("href") for one in walker.page.root.all("a", lambda one: "round-mark" in one.get("class"))]


def play_draws(walker: Walker, results: Iterator[str], most: int = 30) -> int:
    """Draws, starts and plays every round as the page of the draw proposes it; returns how many there were."""
    walker.tab("draw")
    if walker.page.root.by_id("seeds") is not None:
        walker.press("/draw/numbers")
    for number in range(1, most):
        if not [one for one in walker.page.forms("/draw") if one.get("method") == "post"]:
            return number - 1
        walker.press("/draw")
        walker.press("/draw/start")
        assert play_round(walker, results, number), f"nothing to play in round {number}"
        walker.tab("draw")
    raise AssertionError("the draws do not end")


def play_round(walker: Walker, results: Iterator[str], number: int) -> int:
    """Types every slip of a round that lacks something: table by table, board by board; returns how many lines."""
    if not walker.links(rf"/scores\?round={number}$"):
        walker.tab("scores")
    walker.follow(rf"/scores\?round={number}$")
    typed = 0
    tables = [
        one.get("href")
        for one in walker.page.root.all("a", lambda one: "table-mark" in one.get("class"))
        if "is-done" not in one.get("class") and "is-idle" not in one.get("class")
    ]
    for table in tables:
        walker.face.open(urljoin(walker.face.address, table))  # the page goes on to the next table by itself as well
        walker.renew()
        for key in [one.get("data-key") for one in walker.page.root.all("tr", lambda one: one.has("data-missing"))]:
            walker.type_line(key, next(results))
            typed += 1
    return typed


def print_all(walker: Walker, only: Sequence[str] = ()) -> dict[str, bytes]:
    """Opens every sheet that the page of the prints offers (or only some, by their names), with the options that stand
    there."""
    walker.tab("print")
    found = {}
    for form in walker.page.root.all("form", lambda one: one.get("action").endswith(".pdf")):
        buttons = walker.page.buttons(form)
        name = form.get("action").rpartition("/")[2]
        if not buttons or (only and name not in only):
            continue
        fields = {**values_of(form), buttons[0].get("name"): buttons[0].get("value")}
        found[name] = walker.sheet(f"{form.get('action')}?{urlencode(fields)}")
    return found


def tabs(walker: Walker) -> Sequence[str]:
    """Returns the pages of the event that its tabs lead to."""
    navs = walker.page.root.all("nav", lambda one: one.get("class") == "tabs")
    return [one.get("href").rpartition("/")[2] for nav in navs for one in nav.all("a")]


def open_slot(walker: Walker, key: str) -> None:
    """Opens the dialog of a slot, as a double click on its line does, on its own page."""
    scores = walker.page.root.by_id("scores")
    assert scores is not None
    assert walker.page.root.by_id(f"line-{key}") is not None, f"no line {key} on {walker.face.address}"
    walker.visit(f"{scores.get('data-slots')}/{key}")


def keys_of_table(walker: Walker, round_number: int, table: int = 1) -> list[str]:
    """Opens the slip of a table of a round (the first that plays, the next one) and returns the keys of its lines."""
    walker.tab("scores")
    walker.follow(rf"/scores\?round={round_number}$")
    tables = [
        one.get("href")
        for one in walker.page.root.all("a", lambda one: "table-mark" in one.get("class"))
        if "is-idle" not in one.get("class")
    ]
    walker.follow(re.escape(tables[table - 1]) + "$")
    return [one.get("data-key") for one in walker.page.root.all("tr", lambda one: bool(one.get("data-key")))]


def rule(walker: Walker, key: str, reason: str) -> None:
    """Gives average plus and average minus at a slot; the law is one of those the page lists."""
    open_slot(walker, key)
    laws = [one.get("value") for one in walker.page.root.all("option") if one.within("datalist") is not None]
    law = next((one for one in laws if one.startswith("12")), laws[0])
    walker.known += f" {reason}"
    walker.press("/award", {"ns_text": "A+", "ew_text": "A-", "reason": reason, "law": law})


def fine(walker: Walker, reason: str) -> list[str]:
    """Gives a penalty in each unit that the page offers to the first who can be fined, one that comes off a match for
    the first round that has one; returns the units' words."""
    walker.tab("rulings")
    walker.known += f" {reason}"
    form = walker.page.forms("/rulings/penalty")[0]
    offered = form.all("select", lambda one: one.get("name") == "unit")[0].all("option")
    who = form.all("select", lambda one: one.get("name") == "number")[0].all("option")[1].get("value")
    rounds = form.all("select", lambda one: one.get("name") == "round")
    for unit in offered:
        typed = {"number": who, "unit": unit.get("value"), "amount": "1", "reason": reason}
        numbers = [one.get("value") for select in rounds for one in select.all("option") if one.get("value")]
        for number in ("", *numbers):
            try:
                walker.press("/rulings/penalty", {**typed, "round": number} if number else typed)
                break
            except Refusal as refusal:
                if not re.search(r"penalty-(needs-round|no-match)", refusal.texts) or number == (numbers or [""])[-1]:
                    raise
                walker.renew()
    return [one.text for one in offered]


def arrive_late(walker: Walker, people: Sequence[str]) -> bool:
    """Enters somebody after the start: the seat that is offered is taken, else they are turned away; tells which."""
    walker.tab("entries")
    enter(walker, [people])
    if walker.offers("/seat"):
        walker.press("/seat")
        return True
    late = next(one for one in walker.page.root.all("div", lambda one: one.get("class") == "late-row"))
    assert late.text, "why there is no seat is said"
    walker.press("/remove")
    return False


def withdraw(walker: Walker) -> None:
    """Takes the first entry out of the game, and settles what it leaves open as the page proposes."""
    walker.tab("entries")
    walker.press("/withdraw")
    walker.tab("rulings")
    if walker.offers("/rulings/settle"):
        walker.press("/rulings/settle")


def publish(walker: Walker) -> None:
    """Publishes the ranking that the page calls complete."""
    walker.tab("ranking")
    walker.press("/publish", button="false")


def correct(walker: Walker, key: str, text: str) -> None:
    """Changes a result that everybody has agreed to: a reason of the list, and who approved where that is asked."""
    open_slot(walker, key)
    form = walker.page.forms("/result")[0]
    typed = {"text": text}
    for one in form.all("select", lambda one: one.get("name") == "correction"):
        typed["correction"] = one.all("option")[1].get("value")
    if can_take(form, "approver", ""):
        typed["approver"] = "N. N."
        walker.known += " N. N."
    walker.press("/result", typed)


def print_record(walker: Walker) -> bytes:
    """Prints the final record."""
    walker.tab("print")
    form = next(one for one in walker.page.root.all("form") if one.get("action").endswith("/record.pdf"))
    button = walker.page.buttons(form)[0]
    return walker.sheet(
        f"{form.get('action')}?{urlencode({**values_of(form), button.get('name'): button.get('value')})}"
    )


@contextmanager
def http_walker(locale: Locale) -> Iterator[Walker]:
    """A director in front of an empty program, without a browser."""
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        face = HttpFace(desk)
        face.open(f"/?lang={locale.value}")
        yield Walker(face, locale, tournament=tournament)


@contextmanager
def browser_walker(profiles: Profiles, locale: Locale) -> Iterator[Walker]:
    """A director in front of an empty program, with a browser and hands; a script that breaks fails the walk."""
    broken: list[str] = []
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with (
        serving(create_app(tournament, zone=CLUB_ZONE)) as address,
        profiles.taken("en-US", LAPTOP, address) as context,
    ):
        tab = context.new_page()
        tab.on("pageerror", lambda error: broken.append(str(error)))
        tab.goto(f"{address}/?lang={locale.value}")
        yield Walker(BrowserFace(tab, address), locale, tournament=tournament)
    assert broken == []
