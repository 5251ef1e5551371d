"""Sheets that belong to no evening, under long names and large numbers: ladders, masterpoints, simultaneous events,
confirmations and pads can be read like all others."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from arrowswitch.core.awards.masterpoints import CLASSES
from arrowswitch.core.awards.tables import TableBy, TableOf, masterpoint_table
from arrowswitch.core.game.chicago import ChicagoRules, keep_chicago
from arrowswitch.core.game.pads import parse_deals
from arrowswitch.core.game.rubber import keep_rubber
from arrowswitch.documents.advance.confirmation import confirmation_sheet
from arrowswitch.documents.job import Letterhead
from arrowswitch.documents.ladders.sheets import ladder_sheet
from arrowswitch.documents.pads.score_pad import score_pad
from arrowswitch.documents.points.sheets import points_sheet, tables_sheet
from arrowswitch.documents.simultaneous.sheets import commentary_sheet, field_ranking_sheet
from arrowswitch.i18n import Locale
from arrowswitch.tournament.ladders.counting import Ladder, LadderItem, LadderLine
from arrowswitch.tournament.model.club_values.ladders import LadderOf, LadderRules
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.settings import AnnouncementSettings, Settings
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.report import PointsItem, PointsLine, PointsReport
from arrowswitch.tournament.register.known import KnownPerson
from arrowswitch.tournament.simultaneous.scored import ScoredSimultaneous
from tests.builders import new_evening
from tests.measured_paper import ReadPrint
from tests.paper import PRINTED, job_of, print_paper
from tests.rotation import rotate
from tests.simultaneous_clubs import club_evening, deals, file_of, organiser, play_open, read
from tests.tables import for_each

LATIN = "Bartholoměw Wölfeschlegel-Růžičkahausen"
KANJI = "白樺林髙 隆沢槗栞"
CLUB = Letterhead("Bridge Club of the Northern Lakeside Featherstonehaugh")
COMMENT = "South opens a strong notrump and North, with five spades and a singleton, transfers. " * 6
DEALS = ("2S+1 N", "1NT= S", "4Hx-2 E", "3NT+1 W", "6S= N h100")


def somebody(at: int) -> KnownPerson:
    name = LATIN if at % 2 else KANJI
    person = Person(f"{name} {at}", f"10{at:04}")
    return KnownPerson(
        f"key{at}", person, Player(PlayerId(f"key{at}"), person, club="Featherstonehaugh-Alderwood Bridge Club")
    )


def ladder(locale: Locale) -> bytes:
    items = tuple(
        LadderItem(EventId(f"e{at}"), "Evening", "2026-11-21", 1, 40, Fraction(6789, 100)) for at in range(60)
    )
    lines = tuple(
        LadderLine(at, (somebody(at), somebody(at + 1)), Fraction(1234567, 100), items) for at in range(1, 80)
    )
    rules = LadderRules("Championship of the Northern Lakeside", "2026-01-01", "2026-12-31", of=LadderOf.PAIRS)
    return ladder_sheet(Ladder(rules, lines, ()), locale, PRINTED, CLUB)


def points(locale: Locale) -> bytes:
    item = PointsItem("2026-11-21", "Evening", Fraction(1234567, 100), EventId("e"))
    other = PointsItem("2026-11-21", "World championship", Fraction(1234567, 100), body="WBF")
    lines = tuple(PointsLine(at, somebody(at), (item, other)) for at in range(1, 120))
    report = PointsReport(lines, 120, (), ())
    return points_sheet(report, Period("2026-01-01", "2026-12-31"), locale, PRINTED, CLUB)


def tables(locale: Locale) -> bytes:
    every = tuple(masterpoint_table(one, of, by) for by in TableBy for one in CLASSES for of in TableOf)
    return tables_sheet(every, locale, PRINTED, CLUB)


def field() -> ScoredSimultaneous:
    host = organiser(10, deals=deals(10), comments=dict.fromkeys(range(1, 11), COMMENT))
    host.clubs(*(f"{LATIN} {at}" for at in range(1, 6)))
    for number in range(1, 6):
        evening = play_open(club_evening(f"{LATIN if number % 2 else KANJI} {number}", first=number), number)
        host.fields.take(host.field_id, number, file_of(evening), "club.json", read)
    return host.fields.score_now(host.field_id)


def ranking(locale: Locale) -> bytes:
    return field_ranking_sheet(field(), locale, PRINTED, CLUB)


def commentary(locale: Locale) -> bytes:
    return commentary_sheet(field(), locale, PRINTED, CLUB)


def confirmation(locale: Locale) -> bytes:
    lines = (f"{LATIN} - {KANJI} - {LATIN} - {KANJI}", "Entered on 21 November", "To pay: 12,000 JPY", COMMENT)
    settings = Settings(
        "Championship of the Northern Lakeside",
        "2026-11-21",
        announcement=AnnouncementSettings(venue="Hall of the Northern Lakeside"),
    )
    return confirmation_sheet(settings, lines, f"http://club.example/advance/{'k' * 43}", locale, PRINTED, CLUB)


def rubber(locale: Locale) -> bytes:
    return score_pad(keep_rubber(parse_deals(DEALS)), (LATIN, KANJI), locale, PRINTED)


def chicago(locale: Locale) -> bytes:
    return score_pad(keep_chicago(parse_deals(DEALS[:4]), ChicagoRules()), (LATIN, KANJI), locale, PRINTED)


SHEETS = (ladder, points, tables, ranking, commentary, confirmation, rubber, chicago)


@rotate("locale", Locale)
@pytest.mark.parametrize("sheet", SHEETS)
def test_it_can_be_read(sheet: Callable[[Locale], bytes], locale: Locale) -> None:
    """R-030, R-363, R-399, R-411, R-413."""
    running = "".join((CLUB.name, "2026", "Arrowswitch"))
    assert [str(fault) for fault in ReadPrint(sheet(locale), running).faults()] == []


@for_each(
    "sheet, layout",
    [("pickup-slips", "blank"), ("entry-forms", "blank"), ("travellers", "blank-18"), ("travellers", "blank-32")],
)
def test_blank_forms_need_no_section(sheet: str, layout: str) -> None:
    """R-007, R-008, R-010, R-016: without a movement there are forms to be filled by hand, no empty page."""
    text = print_paper(sheet, job_of(new_evening(3), layout=layout), Locale.EN).text
    assert "A" in text.split()
