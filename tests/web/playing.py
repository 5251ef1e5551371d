"""Evenings under way for the pages of the second half: a Howell with a phantom, and short ways to send a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import Evening, new_evening
from tests.web.client import Desk, Page, open_desk
from tests.web.conftest import CLUB_ZONE

JSON = {"accept": "application/json"}
TEXTS = ("P", "-100", "140", "100", "110", "-140", "200", "-110")


@dataclass
class Playing:
    """A desk at an evening under way."""

    desk: Desk
    evening: Evening

    @property
    def base(self) -> str:
        return f"/events/{self.evening.event_id}"

    @property
    def state(self) -> EventState:
        return self.evening.state

    @property
    def own_words(self) -> str:
        """Returns the texts that people typed, in the way an English page shows them."""
        return " ".join(" – ".join(e.names) for e in self.state.entries.values()) + " 水曜例会"

    def page(self, path: str, locale: Locale = Locale.JA, status: int = 200) -> Page:
        answer = self.get(path, locale)
        assert answer.status_code == status, f"{path}: {answer.status_code}"
        return Page.read(answer.text)

    def html(self, path: str, locale: Locale = Locale.JA) -> str:
        answer = self.get(path, locale)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return answer.text

    def get(self, path: str, locale: Locale = Locale.JA) -> httpx.Response:
        return self.desk.get(f"{self.base}{path}{'&' if '?' in path else '?'}lang={locale.value}")

    def post(self, path: str, **fields: Any) -> httpx.Response:
        """Sends a command as the page's script does, and returns the answer."""
        return self.desk.post(f"{self.base}{path}", fields, headers=JSON)

    def enter(self, key: str, text: str, **fields: Any) -> httpx.Response:
        return self.post("/scores/enter", key=key, text=text, **fields)

    def fill_round(self, number: int) -> None:
        """Fills the round's missing slots."""
        for place, slot in enumerate(s for s in missing_slots(self.state, 1) if s.round == number):
            self.evening.enter(slot.round, slot.table, slot.board, TEXTS[place % len(TEXTS)])


def codes(answer: httpx.Response) -> list[str]:
    """Returns the codes of a refusal."""
    return [error["code"] for error in answer.json()["errors"]]


def slot(round_number: int, table: int, board: int) -> Slot:
    return Slot(1, "A", round_number, table, board)


def fill_all_but_one(evening: Evening, texts: Sequence[str]) -> Slot:
    """Fills all missing slots at once, as one step of the ledger, and returns the one that is left."""
    waiting = missing_slots(evening.state, 1)
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    facts = []
    for slot in waiting[:-1]:
        meeting = movement.at(slot.round, slot.table)
        assert meeting is not None
        facts.append(ResultEntered(slot, meeting.ns, meeting.ew, parse_result(texts[slot.table % len(texts)])))
    store, version = evening.tournament.store, evening.state.seq
    entry = LedgerEntry(version + 1, evening.clock.now(), Stamp("all at once"), tuple(facts))
    store.append(evening.tournament.events()[0], (entry,), version)
    evening.tournament = Tournament(store, evening.clock, evening.tournament.chance)
    return waiting[-1]


def howell_evening(**settings: Any) -> Evening:
    """Returns 13 pairs in a seven-table Howell, 13 rounds of 2 boards, in round 1; number 14 is the phantom."""
    evening = new_evening(13, **settings)
    evening.start(make("howell", tables=7, boards_per_round=2, rounds=13).with_phantom(Number("14")))
    return evening


@contextmanager
def at_desk(evening: Evening) -> Iterator[Playing]:
    """Opens a browser at the evening's desk."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        yield Playing(desk, evening)
