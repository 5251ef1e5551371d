"""The pages that the READMEs and guides show as pictures: one fixed evening, at the desk, in the hall and on a phone;
and the pages of the club in `tests/pictured_club.py`.

`tools/make-screenshots` writes the picture of each page into `docs/pictures`, and the words of the page next to it.
`tests/docs/test_pictures.py` compares these words with those of the present page, without a browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests import pictured_club
from tests.builders import CountingChance, FixedClock
from tests.rehearsed_evening import RehearsedEvening, prepare_evening
from tests.web.client import Page
from tests.web.conftest import CLUB_ZONE

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = {Locale.EN: "Wednesday Game", Locale.JA: "水曜例会"}
SEED, PAIRS, ROUNDS_PLAYED, RESULTS_OF_THE_ROUND = 4, 14, 4, 8
PLAYER = Number("10")
ADDRESSES = {
    "desk": "/events/{event}/scores",
    "phone": "/play/{event}?me={entry}",
    "matrix": "/events/{event}/matrix",
    "explanation": f"/events/{{event}}/ranking/why/{PLAYER}",
    "hall": "/hall/{event}",
}
"""The address of each picture's page in the event of an evening."""

DESK = (1200, 760)
SIZES = {"device": (390, 700), "hall-screen": (1200, 675), "results": (1200, 620), "ladder": (1200, 620)}
"""The sizes of windows that are not as large as that of the desk."""


@dataclass(frozen=True)
class PicturedPage:
    """A page of the fixed evening or of the club: the size of the window, and the keys typed before the picture."""

    name: str
    locale: Locale
    size: tuple[int, int]
    keys: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        return f"{self.name}.{self.locale.value}"

    @property
    def is_of_club(self) -> bool:
        return self.name in pictured_club.ADDRESSES

    def address(self, evening: RehearsedEvening) -> str:
        """Returns the address of a page of the evening."""
        entry = evening.tournament.state(evening.event_id).section(Place(1, "A")).numbers[PLAYER]
        path = ADDRESSES[self.name].format(event=evening.event_id, entry=entry)
        return f"{path}{'&' if '?' in path else '?'}lang={self.locale.value}"


PAGES = tuple(
    page
    for locale in (Locale.EN, Locale.JA)
    for page in (
        PicturedPage("desk", locale, (1200, 620), ("5", "Enter", "3NT+1 S", "Enter", "4S= N")),
        PicturedPage("phone", locale, (390, 620)),
        PicturedPage("matrix", locale, (1200, 620)),
        PicturedPage("explanation", locale, (1200, 620)),
        PicturedPage("hall", locale, (1200, 675)),
        *(PicturedPage(name, locale, SIZES.get(name, DESK)) for name in pictured_club.ADDRESSES),
    )
)


def open_evening(locale: Locale) -> tuple[RehearsedEvening, FastAPI]:
    """Returns a Howell of 14 pairs in its fifth round, and the program's pages over it."""
    clock = FixedClock()
    tournament = Tournament(MemoryStore(), clock, CountingChance())
    movement = make("howell", pairs=PAIRS, boards_per_round=2)
    evening = prepare_evening(tournament, Settings(NAMES[locale], "2026-11-21"), movement, PAIRS, SEED)
    for round_number in range(1, ROUNDS_PLAYED + 1):
        for _ in evening.play_round(round_number):
            pass
        clock.forward(15)
    evening.do(Publish(is_interim=True))
    evening.do(StartRound(1, ROUNDS_PLAYED + 1))
    clock.forward(6.5)
    for slot in missing_slots(tournament.state(evening.event_id), 1)[:RESULTS_OF_THE_ROUND]:
        evening.do(EnterResult(slot, plausible_result_text(slot, SEED)))
    return evening, create_app(tournament, zone=CLUB_ZONE)


def read_words(html: str) -> str:
    """Returns the texts of a page, one a line."""
    return "".join(f"{text}\n" for text in Page.read(html).texts)
