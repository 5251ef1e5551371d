"""A change is on every screen and page within a second: measured through the live streams of a real server."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import httpx
import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChangeMovement
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.browser.serving import serving
from tests.builders import Evening
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import TEXTS, howell_evening

HEADERS = {"user-agent": "a script"}
WITHIN = 1.0
"""Seconds from the press at the desk until the slowest screen or page shows the change. On a busy machine some of the
changes may take longer, but not half of them."""
PATIENCE = 20.0


@dataclass
class Reader:
    """A screen or page that follows its stream: after each nudge it fetches itself, as live.js does."""

    address: str
    stream: str
    text: str = ""
    seen: threading.Condition = field(default_factory=threading.Condition)
    is_over: bool = False

    def follow(self) -> None:
        with httpx.Client(headers=HEADERS, timeout=PATIENCE) as client, client.stream("GET", self.stream) as answer:
            for line in answer.iter_lines():
                if self.is_over:
                    return
                if line.startswith("data: version"):
                    text = client.get(self.address).text
                    with self.seen:
                        self.text = text
                        self.seen.notify_all()

    def wait(self, is_shown: Callable[[str], bool]) -> float:
        """Returns when the page shows something."""
        with self.seen:
            assert self.seen.wait_for(lambda: is_shown(self.text), PATIENCE), f"{self.address} does not show it"
        return time.monotonic()


@dataclass
class Night:
    """A real server with an evening, and readers of its screens and pages."""

    evening: Evening
    address: str
    readers: dict[str, Reader] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"{self.address}/events/{self.evening.event_id}"

    def post(self, path: str, **fields: object) -> None:
        headers = {**HEADERS, "origin": self.address, "accept": "application/json"}
        answer = httpx.post(f"{self.base}{path}", data=fields, headers=headers, follow_redirects=True, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text[:500]

    def follow(self, name: str, path: str, stream: str) -> None:
        reader = Reader(f"{self.address}{path}", f"{self.address}{stream}")
        self.readers[name] = reader
        threading.Thread(target=reader.follow, daemon=True).start()
        reader.wait(bool)

    def measure_delay(self, act: Callable[[], object], **marks: Callable[[str], bool]) -> float:
        """Returns after how many seconds the slowest reader showed its mark."""
        begun = time.monotonic()
        act()
        return max(self.readers[name].wait(is_shown) - begun for name, is_shown in marks.items())


@pytest.fixture
def night() -> Iterator[Night]:
    evening = howell_evening()
    with serving(create_app(evening.tournament, zone=CLUB_ZONE)) as address:
        made = Night(evening, address)
        made.post("/hall", shows="live")
        made.post("/screens/2", **{"order-barometer": "1", "order-seats": "2", "seconds-barometer": "9"})
        yield made
        for reader in made.readers.values():
            reader.is_over = True
        evening.do(
            GivePenalty(Place(1, "A"), Number("13"), Fraction(1), PenaltyUnit.PERCENT), reason="end"
        )  # wakes the readers


def test_every_decision_is_on_every_screen_within_a_second(night: Night) -> None:
    evening = night.evening
    fill(evening, 1, 2, 3, 4)
    base = f"/events/{evening.event_id}"
    night.follow("screen", "/s/1", "/s/1/live")
    night.follow("barometer", "/s/2", "/s/2/live")
    night.follow("hall", f"/hall/{evening.event_id}", f"{base}/live")
    night.follow("ranking", f"{base}/ranking", f"{base}/live")
    first, *others = one_key_of_each_table(evening)
    took: dict[str, float] = {}

    def give_ruling(name: str, key: str, ns: str, ew: str) -> None:
        before = {one: reader.text for one, reader in night.readers.items()}
        took[name] = night.measure_delay(
            lambda: night.post(f"/slots/{key}/award", ns_text=ns, ew_text=ew, reason="Law", law="12C1"),
            **{one: has_more_signs(before[one], "*" if one != "ranking" else "") for one in before},
        )

    give_ruling("ruling", first, "A+", "A-")
    give_ruling("split score", others[0], "4SN=", "4SN-1")
    give_ruling("weighted score", others[1], "60% 4SN=, 40% 4SN-1", "60% 4SN=, 40% 4SN-1")
    before = {one: reader.text for one, reader in night.readers.items()}
    took["correction"] = night.measure_delay(
        lambda: night.post("/scores/enter", key=others[2], text="1700", force="misheard"),
        **{one: has_more_signs(before[one], "†" if one != "ranking" else "") for one in before},
    )
    penalty = GivePenalty(Place(1, "A"), Number("5"), Fraction(7, 2), PenaltyUnit.PERCENT)
    took["penalty"] = night.measure_delay(
        lambda: evening.do(penalty, reason="late"), **{one: lambda text: "−0.49" in text for one in before}
    )
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    sheet = apply(movement, SwapNumbers(Number("3"), Number("8"), (6,)))
    took["replanned round"] = night.measure_delay(
        lambda: evening.do(ChangeMovement(Place(1, "A"), sheet), reason="sat so"),
        **{one: lambda text: "に席を変更" in text for one in ("screen", "barometer", "hall")},
    )
    took["announcement"] = night.measure_delay(
        lambda: night.post("/announce", text="お弁当が届きました", screen=2),
        barometer=lambda text: "お弁当が届きました" in text,
    )
    assert sorted(took.values())[len(took) // 2] < WITHIN, took


def has_more_signs(before: str, sign: str) -> Callable[[str], bool]:
    """Returns a test that is true for another page with more signs of the kind."""
    return lambda text: text != before and (not sign or signs_in(text, sign) > signs_in(before, sign))


def signs_in(text: str, sign: str) -> int:
    return sum(part.split("<")[0].count(sign) for part in text.split('class="row-signs">')[1:])


def one_key_of_each_table(evening: Evening) -> list[str]:
    """Returns a slot of each table of round 2, so that no contestant has two signs."""
    slots = {slot.table: slot for slot in evening.state.results if slot.round == 2}
    return [f"{slot.section}-{slot.round}-{slot.table}-{slot.board}" for slot in slots.values()]


def fill(evening: Evening, *rounds: int) -> None:
    waiting = [slot for slot in missing_slots(evening.state, 1) if slot.round in rounds]
    for at, slot in enumerate(waiting):
        evening.enter(slot.round, slot.table, slot.board, TEXTS[at % len(TEXTS)])
