"""Devices at the tables in Chromium: phones and tablets that play whole events by themselves, from a script of results.

Each device has a browser profile of its own, with its own storage and network, as real phones have. The script decides
the results and what goes wrong; a ranking of its own shares no code with the program.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from arrowswitch.i18n import Locale, translate
from tests.browser.conftest import PATIENCE_MS, PHONE
from tests.independent.facts import Contract
from tests.independent.scores import contract_score

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
AGREE_MS = 1_100
RESEND_MS = 20_000
"""A device asks again for the screen, and sends what waits, within this time."""


@dataclass(frozen=True)
class Played:
    """A result as it was played: a contract such as `4HX-1 N`, by the numbers that sat North-South and East-West."""

    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    text: str

    @property
    def score(self) -> int:
        """Returns the score of North-South (Law 77)."""
        return contract_score(contract_of(self.text), self.board)


def contract_of(text: str) -> Contract:
    """Returns the parts of a contract that the script wrote."""
    parts = re.fullmatch(r"([1-7])(C|D|H|S|NT)(X{0,2})(=|[+-]\d+) ([NESW])", text)
    assert parts is not None, text
    level, strain, doubled, over, declarer = parts.groups()
    return int(level), strain, 2 ** len(doubled), declarer, int(level) + 6 + (0 if over == "=" else int(over))


def random_contract(lot: Random) -> str:
    """Returns a contract with its result that can be played."""
    level = lot.choices(range(1, 8), (2, 4, 6, 6, 3, 2, 1))[0]
    over = lot.choices(range(-3, 3), (1, 2, 4, 6, 3, 1))[0]
    over = min(max(over, -level - 6), 7 - level)
    written = "=" if over == 0 else f"{over:+d}"
    return (
        f"{level}{lot.choice(list(SUITS))}{lot.choices(('', 'X', 'XX'), (20, 3, 1))[0]}{written} {lot.choice('NESW')}"
    )


def matchpoints(results: Sequence[Played], per_win: int) -> dict[str, tuple[Fraction, Fraction]]:
    """Returns the matchpoints and the percentage of each number: `per_win` for each lower score (one in the manual,
    line 1179; two in Law 78A), half of it for each equal one, and their share of the most that the boards could
    bring."""
    won: dict[str, Fraction] = {}
    most: dict[str, int] = {}
    for result in results:
        others = [one.score for one in results if one.board == result.board and one is not result]
        half_points = sum(2 * (one < result.score) + (one == result.score) for one in others)
        for numbers, points in ((result.ns, half_points), (result.ew, 2 * len(others) - half_points)):
            for number in numbers:
                won[number] = won.get(number, Fraction(0)) + points
                most[number] = most.get(number, 0) + 2 * len(others)
    return {number: (per_win * won[number] / 2, 100 * won[number] / most[number]) for number in won}


def two_places(value: Fraction) -> str:
    """Returns a value with two decimals, a half rounded up."""
    hundredths = math.floor(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


@dataclass
class Device:
    """A phone or tablet that opened a code."""

    page: Page
    locale: Locale

    @property
    def boards(self) -> Locator:
        return self.page.locator(".table-board")

    def board(self, number: int) -> Locator:
        """Returns the button of a board."""
        return self.page.locator(".table-board", has=self.page.locator(f"b:text-is('{number}')"))

    def type_result(self, board: int, text: str) -> None:
        """Presses a board and the keys of its result, up to the question whether it is agreed."""
        self.board(board).first.click()
        self.press_keys(text)

    def press_keys(self, text: str) -> None:
        contract, declarer = text.split()
        strain = "NT" if "NT" in contract else contract[1]
        rest = contract[1 + len(strain) :]
        doubled = rest[: len(rest) - len(rest.lstrip("X"))]
        tricks = rest.lstrip("X").replace("-", "−")
        groups = self.page.locator(".table-group")
        for at, key in ((0, contract[0]), (0, SUITS[strain]), (1, doubled or "–"), (2, declarer), (3, tricks)):
            groups.nth(at).get_by_role("button", name=key, exact=True).click()
        self.page.locator(".table-go").click()

    def agree_as_opponents(self) -> None:
        """Presses the key of the other side, which waits for a second, on the device of the table."""
        key = self.page.locator(".table-bar.is-apart .table-agree, .table-agree-here")
        self.page.clock.run_for(AGREE_MS)
        key.click()

    def confirm_seats(self) -> None:
        """Confirms the players as the device shows them."""
        key = self.page.locator(".seat-yes")
        key.click()
        expect(key).to_have_count(0)

    def confirm_turned(self) -> None:
        """Answers that the pairs sit the other way round."""
        self.page.locator(".seat-no").click()
        self.page.get_by_role("button", name=translate("seating.turned", {}, self.locale), exact=True).click()
        expect(self.boards.first).to_be_visible()

    def shows_first(self, number: str) -> None:
        """Fails unless the contestant with a number is shown as North-South."""
        side = self.page.locator(".table-seats b").first
        expect(side).to_have_text(re.compile(rf"\b{number}\b"))

    def begin(self, number: int) -> None:
        """Begins the next round, as the device offers it."""
        key = self.page.get_by_role("button", name=translate("tables.begin", {"round": number}, self.locale))
        key.click()
        expect(key).to_have_count(0)

    def send(self) -> None:
        """Sends the report of the own side."""
        self.page.locator(".table-bar:not(.is-apart) .table-agree").click()

    def agree_with(self, board: int) -> None:
        """Agrees with the opponents' report of a board."""
        expect(self.board(board).first).to_have_class(re.compile("is-reported|is-differs"))
        self.board(board).first.click()
        self.send()

    def lose_network(self) -> None:
        self.page.context.set_offline(True)

    def find_network(self) -> None:
        """Is online again, and sends what waited."""
        self.page.context.set_offline(False)
        self.page.clock.run_for(RESEND_MS)
        expect(self.page.locator("#table-unsent")).to_be_hidden()

    def is_stored(self, board: int) -> None:
        expect(self.board(board).first).to_have_class(re.compile("is-stored"))

    def says(self, key: str, **params: str | int) -> None:
        """Fails unless the page shows a text of its language."""
        expect(self.page.locator("body")).to_contain_text(translate(key, params, self.locale))


@dataclass
class Devices:
    """The devices of an event by the label of their card, each in a profile of its own."""

    browser: Browser
    address: str
    locale: Locale
    size: tuple[int, int] = PHONE
    contexts: list[BrowserContext] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def open(self, code: str) -> Device:
        """Opens a code on a new device, with a clock that the test moves on."""
        viewport: ViewportSize = {"width": self.size[0], "height": self.size[1]}
        context = self.browser.new_context(locale="en-US", viewport=viewport, has_touch=True)
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.clock.install()
        page.goto(f"{self.address}/t?lang={self.locale.value}")
        page.fill("#code", code.lower())
        page.press("#code", "Enter")
        page.wait_for_selector("#table > *")
        return Device(page, self.locale)


@contextmanager
def devices(browser: Browser, address: str, locale: Locale, size: tuple[int, int] = PHONE) -> Iterator[Devices]:
    """Yields an event's devices; all are closed afterwards, and an error of any page fails the test."""
    made = Devices(browser, address, locale, size)
    with ExitStack() as closing:
        yield made
        for context in made.contexts:
            closing.callback(context.close)
    assert made.errors == []
