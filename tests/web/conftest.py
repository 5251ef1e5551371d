"""The program's pages over an invented club: a register, an evening, a print shop that notes what it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from arrowswitch import documents
from arrowswitch.core.errors import NotFound
from arrowswitch.i18n import Locale
from arrowswitch.tournament.club import password
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.web.app import create_app
from arrowswitch.web.context import keep_templates
from tests.builders import PAIRS, Evening, new_evening
from tests.web.client import Desk, open_desk

CLUB_ZONE = timezone(timedelta(hours=9))
TEMPLATES = Path(__file__).parents[2] / "var" / "templates"
KANA = (
    "はるかわ いちよう",
    "なつやま ふたば",
    "あきざわ みつば",
    "ふゆき よつば",
    "あおい ごよう",
    "みどりかわ むよう",
)
ROMAN = ("Ichiyo Harukawa", "Futaba Natsuyama", "Mitsuba Akizawa", "Yotsuba Fuyuki", "Goyo Aoi", "Muyo Midorikawa")


@dataclass(frozen=True)
class PlainSheet:
    """A sheet of the noting print shop."""

    name: str
    title: str = "desk.tab.ranking"
    about: str = "desk.print.how"
    options: tuple[object, ...] = ()
    moment: documents.PrintMoment = documents.PrintMoment.START


@dataclass
class NotingPrintShop:
    """Makes one sheet of nothing, and notes what it was asked for."""

    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)

    def sheets(self, state: EventState) -> Sequence[PlainSheet]:
        return (PlainSheet("guide-cards"),)

    def offers(self, job: documents.PrintJob) -> Sequence[documents.SheetOffer]:
        return tuple(documents.SheetOffer(sheet, (), {}) for sheet in self.sheets(job.state))  # type: ignore[arg-type]  # stands in

    def render(self, sheet: str, job: documents.PrintJob, locale: Locale) -> bytes:
        if sheet != "guide-cards":
            raise NotFound.of("print.no-sheet", sheet=sheet, known="guide-cards")
        self.requests.append((sheet, locale.value, dict(job.options)))
        return b"%PDF-1.7 nothing"


def register_players(evening: Evening) -> tuple[Player, ...]:
    """Puts the first invented pairs into the register, numbered from 101."""
    names = [name for pair in PAIRS[:3] for name in pair]
    players = tuple(
        Player(
            PlayerId(f"p{place}"),
            Person(name, str(100 + place), KANA[place - 1], ROMAN[place - 1], 100 * place),
            "ことり",
        )
        for place, name in enumerate(names, start=1)
    )
    evening.tournament.store.save_players(players)
    return players


@pytest.fixture(scope="session", autouse=True)
def compiled_templates() -> None:
    """Saves the compiled templates for the other workers and for later runs: compiling them takes four seconds."""
    keep_templates(TEMPLATES)


@pytest.fixture(scope="session", autouse=True)
def fast_passwords() -> Iterator[None]:
    """Hashes passwords with the lowest parameters: with those of the program each takes a tenth of a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(password, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture
def prints(monkeypatch: pytest.MonkeyPatch) -> NotingPrintShop:
    """Stands in for the printed sheets, so that no test waits for paper that it does not read."""
    noting = NotingPrintShop()
    monkeypatch.setattr(documents, "sheets", noting.sheets)
    monkeypatch.setattr(documents, "offers", noting.offers)
    monkeypatch.setattr(documents, "render", noting.render)
    return noting


@pytest.fixture
def evening() -> Evening:
    """Tonight's event, nobody entered yet, and a register of six."""
    made = new_evening()
    register_players(made)
    return made


@pytest.fixture
def desk(evening: Evening, prints: NotingPrintShop) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        yield opened
