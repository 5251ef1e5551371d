"""A director who uses nothing but the pages: follows their links, sends their forms unchanged, types a slip as it is
written. An act that no page offers cannot be done.

The same walk goes through two faces: the program's answers (`HttpFace`, cheap), and a real Chromium (`BrowserFace`:
clicks that reach their button, keys). Each page that is looked at must be styled and in words of the visitor's
language; a refusal that the walk did not ask for fails it, and so does any page that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin

from playwright.sync_api import Page as Tab

from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.conftest import LAPTOP, Profiles
from tests.browser.evenings.chromium import BrowserFace
from tests.browser.evenings.faces import Face, HttpFace, Refusal
from tests.browser.evenings.pages import Element, Seen, can_take, values_of
from tests.browser.serving import serving
from tests.builders import CountingChance, FixedClock
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE

RESULTS = ("3NT= N", "4S-1 E", "2H+1 W", "P", "5D= S", "1NT-2 N", "4HX= E", "3C+1 S", "6S-1 W", "2D= N", "3NT+2 E")
"""The results written on the slips, one after the other."""


@dataclass
class Steps:
    """A count of the director's acts."""

    clicks: int = 0
    keys: int = 0


@dataclass
class Walker:
    """The director. `known` are the words that people typed; `looked_at` are the pages seen so far."""

    face: Face
    locale: Locale
    steps: Steps = field(default_factory=Steps)
    typed: str = ""
    looked_at: set[str] = field(default_factory=set)
    tournament: Tournament | None = None
    _styles: set[str] = field(default_factory=set)
    _seen: Seen | None = None

    # The readable content

    @property
    def page(self) -> Seen:
        """Returns the page that is shown; each must be styled and in words of the language."""
        if self._seen is None:
            self._seen = self.face.look()
            self._check(self._seen)
        return self._seen

    @property
    def text(self) -> str:
        """Returns the readable text."""
        return self.page.text

    def renew(self) -> None:
        """Looks again at what is shown."""
        self._seen = None

    def offers(self, action: str) -> bool:
        """True if the page has a form that is sent to an address with this ending, and a button for it."""
        return any(self.page.buttons(form) for form in self.page.forms(action))

    def links(self, pattern: str) -> list[Element]:
        """Returns the links whose address matches the pattern."""
        return [one for one in self.page.links if re.search(pattern, one.get("href"))]

    # The acts

    def follow(self, pattern: str) -> None:
        """Follows the first link whose address matches."""
        links = self.links(pattern)
        assert links, f"no link {pattern} on {self.face.address}: {sorted({o.get('href') for o in self.page.links})}"
        self.steps.clicks += 1
        self._seen = None
        self.face.follow(links[0])

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
        link = next((one for one in here if one.get("href").endswith(f"/{name}")), None)
        assert link is not None, f"no tab {name}: {[one.get('href') for one in here]}"
        self.steps.clicks += 1
        self._seen = None
        self.face.follow(link)

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
        self.steps.keys += sum(map(len, typed.values()))
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

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While it lasts, results come in from elsewhere."""
        with self.face.aside():
            yield
        self._seen = None

    def open_slot(self, key: str) -> None:
        """Opens all there is to a line of the slip that is shown."""
        assert self.page.root.by_id(f"line-{key}") is not None, f"no line {key} on {self.face.address}"
        self.steps.clicks += 1
        self._seen = None
        self.face.open_slot(key)

    def sheet(self, address: str) -> bytes:
        """Returns a sheet that the page leads to; an error in its tab fails."""
        status, kind, content = self.face.fetch(address)
        assert status == 200, f"{address}: {status} {Seen.read(content.decode(errors='replace')).text[:400]}"
        assert kind == "application/pdf", f"{address}: {kind}"
        return content

    def _check(self, page: Seen) -> None:
        address = self.face.address
        self.looked_at.add(re.sub(r"/events/[^/?]+", "/events/-", address.partition("?")[0]))
        wrong = page.problems(self.locale, self.typed)
        assert not wrong, f"{address}: no words of the language: {wrong[:5]}"
        assert page.stylesheets, f"{address} has no style"
        for style in set(page.stylesheets) - self._styles:
            assert self.face.fetch(style)[0] == 200, f"{address}: no style {style}"
            self._styles.add(style)


# The steps of an evening


def new_event(walker: Walker, form: str, name: str, **settings: str) -> None:
    """From the first page to the entries of a new event; all that is not named stays as the page proposes it."""
    walker.typed += f" {name}"
    walker.follow(r"^/events/new$")
    walker.press("/events/new", {"form": form, "name": name, **settings})
    if walker.page.root.by_id("changes") is not None:
        walker.press("/events/new")
    assert walker.face.address.endswith("/entries"), walker.text[:400]


def enter(walker: Walker, entries: Iterable[Sequence[str]]) -> None:
    """Enters everybody by name; their keys are counted apart from those of the steps."""
    keys = walker.steps.keys
    clicks = walker.steps.clicks
    for people in entries:
        walker.typed += " " + " ".join((*people, "・".join(people), " – ".join(people)))
        walker.press("/entries/add", {f"player{place}": name for place, name in enumerate(people, start=1)})
    walker.steps.keys, walker.steps.clicks = keys, clicks


def fill(walker: Walker, session: int = 1) -> int:
    """Enters all missing results of the rounds that are drawn, without the pages; returns their number."""
    assert walker.tournament is not None
    event_id = EventId(walker.face.address.split("/")[2])
    slots = missing_slots(walker.tournament.state(event_id), session)
    with walker.aside():
        for at, slot in enumerate(slots):
            command = EnterResult(slot, plausible_result_text(slot, 1))
            name = f"fill-{slot.session}-{slot.section}-{slot.round}-{slot.table}-{slot.board}-{at}"
            walker.tournament.execute(event_id, command, Stamp(name, "director"))
    return len(slots)


def take_proposal(walker: Walker) -> None:
    """Accepts the proposal of the page of the entries, draws the numbers and starts."""
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
    walker.typed += " tables.csv"
    walker.renew()
    walker.follow("/movement$")


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


def play_round(walker: Walker, results: Iterator[str], number: int, most: int | None = None) -> int:
    """Types every incomplete slip of a round, or only the first of them: table by table, board by board; returns the
    number of lines."""
    if not walker.links(rf"/scores\?round={number}$"):
        walker.tab("scores")
    walker.follow(rf"/scores\?round={number}$")
    typed = 0
    tables = [
        one.get("href")
        for one in walker.page.root.all("a", lambda one: "table-mark" in one.get("class"))
        if "is-done" not in one.get("class") and "is-idle" not in one.get("class")
    ]
    for table in tables[:most]:
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
    prints = {}
    for form in walker.page.root.all("form", lambda one: one.get("action").endswith(".pdf")):
        buttons = walker.page.buttons(form)
        name = form.get("action").rpartition("/")[2]
        if not buttons or (only and name not in only):
            continue
        fields = {**values_of(form), buttons[0].get("name"): buttons[0].get("value")}
        prints[name] = walker.sheet(f"{form.get('action')}?{urlencode(fields)}")
    return prints


def tabs(walker: Walker) -> Sequence[str]:
    """Returns the pages of the event that its tabs lead to."""
    navs = walker.page.root.all("nav", lambda one: one.get("class") == "tabs")
    return [one.get("href").rpartition("/")[2] for nav in navs for one in nav.all("a")]


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
    walker.open_slot(key)
    laws = [one.get("value") for one in walker.page.root.all("option") if one.within("datalist") is not None]
    law = next((one for one in laws if one.startswith("12")), laws[0])
    walker.typed += f" {reason}"
    walker.press("/award", {"ns_text": "A+", "ew_text": "A-", "reason": reason, "law": law})


def fine(walker: Walker, reason: str) -> list[str]:
    """Gives a penalty in each unit that the page offers to the first who can be fined, one that comes off a match for
    the first round that has one; returns the units' words."""
    walker.tab("rulings")
    walker.typed += f" {reason}"
    form = walker.page.forms("/rulings/penalty")[0]
    offered = form.all("select", lambda one: one.get("name") == "unit")[0].all("option")
    who = form.all("select", lambda one: one.get("name") == "number")[0].all("option")[1].get("value")
    rounds = form.all("select", lambda one: one.get("name") == "round")
    for unit in offered:
        numbers = [one.get("value") for select in rounds for one in select.all("option") if one.get("value")]
        for number in ("", *numbers):
            typed = {"number": who, **({"round": number} if number else {}), "unit": unit.get("value")}
            try:
                walker.press("/rulings/penalty", {**typed, "amount": "1", "reason": reason})
                break
            except Refusal as refusal:
                is_elsewhere = re.search(r"penalty-(needs-round|no-match)|not offered", refusal.texts)
                if not is_elsewhere or number == (numbers or [""])[-1]:
                    raise
                walker.renew()
    return [one.text for one in offered]


def arrive_late(walker: Walker, people: Sequence[str]) -> bool:
    """Enters people after the start. Returns True if they take the seat offered, False if they are turned away."""
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
    """Changes a result that everybody has agreed to: a reason of the list, and an approver where the page asks for
    it."""
    walker.open_slot(key)
    form = walker.page.forms("/result")[0]
    typed = {"text": text}
    for select in form.all("select", lambda one: one.get("name") == "correction"):
        typed["correction"] = select.all("option")[1].get("value")
    if can_take(form, "approver", ""):
        typed["approver"] = "N. N."
        walker.typed += " N. N."
    walker.press("/result", typed)


def print_sheet(walker: Walker, name: str) -> None:
    """Prints a sheet (`record`) or a set of them (`kit/end`) by its button."""
    walker.tab("print")
    (form,) = walker.page.forms(f"/print/{name}.pdf")
    walker.steps.clicks += 1
    status, kind = walker.face.open_sheet(form, walker.page.buttons(form)[0])
    assert (status, kind) == (200, "application/pdf"), f"{name}: {status} {kind}"


@contextmanager
def http_walker(locale: Locale) -> Iterator[Walker]:
    """A director in front of an empty program, without a browser."""
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        face = HttpFace(desk)
        face.open(f"/?lang={locale.value}")
        yield Walker(face, locale, tournament=tournament)


def browser_face(tab: Tab, host: str, tournament: Tournament) -> BrowserFace:
    """Returns a window that waits until its page has heard of all that an event came to."""
    return BrowserFace(tab, host, lambda event: tournament.version(EventId(event)))


@contextmanager
def browser_walker(profiles: Profiles, locale: Locale) -> Iterator[Walker]:
    """A director in front of an empty program, with a browser and hands; a script that breaks fails the walk."""
    broken: list[str] = []
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with (
        serving(create_app(tournament, zone=CLUB_ZONE)) as address,
        profiles.unused_profile("en-US", LAPTOP, address) as context,
    ):
        tab = context.new_page()
        tab.on("pageerror", lambda error: broken.append(str(error)))
        tab.goto(f"{address}/?lang={locale.value}")
        yield Walker(browser_face(tab, address, tournament), locale, tournament=tournament)
    assert broken == []
