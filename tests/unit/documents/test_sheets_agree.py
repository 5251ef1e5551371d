"""Sheets of one event agree: seats, meetings, boards, arrow switches, totals and states that several of them show.

Each sheet is read as facts, from its page model. A fact that two sheets show must have the same value on both.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.registry import offers, page_model, sheet_named
from arrowswitch.documents.typesetting import plain
from arrowswitch.documents.words import board_ranges
from arrowswitch.i18n import Locale
from tests.paper import job_of
from tests.paper_grid import few, many, mitchells_of
from tests.rotation import choose, rotate

Fact: TypeAlias = tuple[tuple[str, ...], str]
"""A kind with its place (section, round, table ...), and the value on a sheet. A place may have several values: a team
has two tables."""

SHOWS_STANDING = ("ranking", "recap", "private-scores", "total")


def cards_of(pages: Any) -> Iterator[Any]:
    """Yields the cards on the pages of a sheet; a place may be empty."""
    for page in pages:
        yield from (card for card in page if card is not None)


def _guide_cards(sheet: Any) -> Iterator[Fact]:
    for card in cards_of(sheet.get("pages", ())):
        for row in card["rows"]:
            place = (card["section"]["letter"], str(row["round"]), card["label"])
            if row["is_played"]:
                yield ("pairs", *place), f"{row['ns']} {row['ew']}"
                yield ("boards", *place), row["boards"]
                yield ("arrow", *place), str(row["is_arrow_turned"])
                for number in f"{row['ns']}+{row['ew']}".split("+"):
                    yield ("table", place[0], place[1], number), card["label"]


def _pickup_slips(sheet: Any) -> Iterator[Fact]:
    for slip in cards_of(sheet.get("pages", ())):
        place = (slip["section"]["letter"], slip["round"], slip["table"])
        if slip["ns"]["number"] and slip["ew"]["number"]:
            yield ("pairs", *place), f"{slip['ns']['number']} {slip['ew']['number']}"
            for side in ("ns", "ew"):
                yield ("names", slip["section"]["letter"], slip[side]["number"]), slip[side]["names"]


def _guide_slips(sheet: Any) -> Iterator[Fact]:
    for slip in cards_of(sheet.get("pages", ())):
        section = slip["section"]["letter"]
        for row in slip["rows"]:
            if row["table"] and not row["instead"]:
                for table in re.findall(r"\d+", f"{row['table']} {row['seat']}"):
                    yield ("table", section, row["round"], slip["number"]), table
                    yield ("boards", section, row["round"], table), row["boards"]


def _entry_forms(sheet: Any) -> Iterator[Fact]:
    for form in cards_of(sheet):
        numbers = "+".join(side["number"] for side in form["sides"] if not side["is_phantom"])
        for number in numbers.split("+") if form["table"] else ():
            yield ("first table", form["section"]["letter"], number), form["table"]


def _seating(sheet: Any) -> Iterator[Fact]:
    for line in sheet["lines"]:
        for table in line["table"].split(", "):
            yield ("first table", line["section"], line["number"]), table
        if line["names"].count(" – ") <= 1:  # four players of an even-chance team are a team on other sheets
            yield ("names", line["section"], line["number"]), line["names"]


def _travellers(sheet: Any) -> Iterator[Fact]:
    for traveller in sheet.get("travellers", ()):
        yield from _board_facts(traveller)


def _board_record(sheet: Any) -> Iterator[Fact]:
    for board in sheet["boards"]:
        if board["results"] is not None:
            yield from _board_facts(board["results"])


def _board_facts(board: Any) -> Iterator[Fact]:
    for line in board["lines"]:
        place = (line["section"], str(board["board"]), line["ns"], line["ew"])
        yield ("result", *place), " ".join(line["result"][part] for part in ("contract", "by", "ns", "ew"))
        yield ("points", line["section"], str(board["board"]), line["ns"]), line["ns_points"]
        yield ("points", line["section"], str(board["board"]), line["ew"]), line["ew_points"]


def _ranking(sheet: Any) -> Iterator[Fact]:
    for group in sheet["groups"]:
        for line in group["lines"]:
            if not group["is_further"]:
                yield ("standing", line["section"], line["number"]), f"{line['rank']} {_amount(line['total'])}"
                yield ("percent", line["section"], line["number"]), line["percent"]


def _private_scores(sheet: Any) -> Iterator[Fact]:
    for card in cards_of(sheet.get("pages", ())):
        yield ("standing", card["section"]["letter"], card["number"]), f"{card['rank']} {_amount(card['total'])}"
        yield ("percent", card["section"]["letter"], card["number"]), card["percent"]


def _amount(text: str) -> str:
    """Returns a total without the zeros that line up a column."""
    return text.rstrip("0").rstrip(".") if "." in text else text


FACTS: Mapping[str, Callable[[Any], Iterator[Fact]]] = {
    "guide-cards": _guide_cards,
    "pickup-slips": _pickup_slips,
    "guide-slips": _guide_slips,
    "entry-forms": _entry_forms,
    "seating": _seating,
    "travellers": _travellers,
    "board-record": _board_record,
    "ranking": _ranking,
    "private-scores": _private_scores,
}


def _movement(job: PrintJob) -> Iterator[Fact]:
    """Yields the meetings of the event's own movements, as the guide cards show them."""
    for section, movement in job.sections_with_movement():
        for meeting in movement.meetings:
            if movement.is_played(meeting):
                place = (section.letter, str(meeting.round), movement.label(meeting.table))
                sides = (
                    "+".join(re.sub("^(NS|EW)", "", number) for number in side) for side in (meeting.ns, meeting.ew)
                )
                yield ("pairs", *place), " ".join(sides)
                yield ("boards", *place), board_ranges(movement.boards_of(meeting))


def models_of(job: PrintJob, locale: Locale) -> dict[str, Any]:
    """Returns the page models of all sheets that an event can print now."""
    return {
        offer.info.name: plain(page_model(sheet_named(offer.info.name), replace(job, options=offer.instead), locale))
        for offer in offers(job)
        if offer.is_possible
    }


def contradictions(models: Mapping[str, Any], job: PrintJob) -> list[str]:
    """Returns the facts that sheets show with different values, or with another value than the event."""
    sheets_by_fact: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    facts = {name: read(models[name]["sheet"]) for name, read in FACTS.items() if name in models}
    for name, values in (facts | {"the event": _movement(job)}).items():
        for key, value in values:
            sheets_by_fact[key][name].add(value)
    differing = []
    for key, sheets in sheets_by_fact.items():
        largest = max(sheets.values(), key=len)
        if any(not values <= largest for values in sheets.values()):
            differing.append(f"{' '.join(key)}: { ({name: sorted(values) for name, values in sheets.items()}) }")
    states = {name: models[name]["frame"]["state"] for name in SHOWS_STANDING if name in models}
    return differing if len(set(states.values())) <= 1 else [*differing, f"state: {states}"]


@pytest.mark.slow
def test_sheets_of_every_form_agree() -> None:
    wrong: dict[str, list[str]] = {}
    for event in choose(tuple(many()), "sheets agree", by=lambda event: (len(event) % 5,)):
        job = job_of(many()[event]())
        wrong[event] = contradictions(models_of(job, Locale.EN), job)[:5]
    assert {event: facts for event, facts in wrong.items() if facts} == {}


@rotate(
    "boards, sections, contestants",
    [(2, 1, 6), (32, 1, 6), (16, 2, 10), (3, 4, 10), (1, 1, 100), (4, 3, 18), (2, 1, 90)],
)
def test_sheets_of_every_size_agree(boards: int, sections: int, contestants: int) -> None:
    job = job_of(mitchells_of(boards, sections, contestants))
    assert contradictions(models_of(job, Locale.EN), job)[:5] == []


def test_a_contradiction_is_found() -> None:
    job = job_of(few()["matchpoint-pairs-matchpoints-9"]())
    models = models_of(job, Locale.EN)
    slip = next(cards_of(models["pickup-slips"]["sheet"]["pages"]))
    slip["ns"], slip["ew"] = slip["ew"], slip["ns"]
    models["recap"]["frame"]["state"] = "Final"
    place = f"pairs A {slip['round']} {slip['table']}:"
    assert [fact.split(":")[0] + ":" for fact in contradictions(models, job)] == [place, "state:"]
