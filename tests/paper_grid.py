"""Events to measure paper with: every form in several sizes, played to the end, under names of every length.

Names are laid over an event that has been played, so that one event serves for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from string import ascii_uppercase

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.frame import Frame
from arrowswitch.documents.job import PrintJob, SheetInfo
from arrowswitch.documents.registry import obstacles, offers
from arrowswitch.documents.typesetting import TEMPLATES
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.values.people import Entry, Person
from tests.builders import Evening, new_evening
from tests.form_events import TEAM_MATCH, Case, cases, play_case
from tests.league_events import dated_league
from tests.scripted_events import new_event, play_sheet

SPECIMEN = "test-page"
"""A sheet that shows type of every size on purpose."""


_LAYOUTS = ("size", "layout", "paper", "by", "order", "score-sheets")
"""Options that change where things stand on the paper."""


_MORE_THAN_LISTS = ("bracket", "league")
"""Templates that set lists and other parts, on pages of their own."""


class NameLength(StrEnum):
    """How long the names on paper are: 2 to 5 kanji, 10 kanji (40 Latin letters in English), 40 Latin letters."""

    SHORT = "short"
    KANJI = "kanji"
    LATIN = "latin"


_SHORT = ("柏", "林 桂", "𠮷本 梓", "髙田 茉莉", "榛﨑 𩸽")
_KANJI = ("欅ヶ丘榛 茉莉花梓", "𠮷原木下 柊之介樹", "白樺林髙 隆沢槗栞")
_FAMILIES = ("Featherstonehaugh-Alderwood", "Cholmondeley-Hawthornfield", "Wölfeschlegel-Růžičkahausen")
_GIVEN = ("Maximiliana", "Bartholoměw", "Christabellą")
_LETTERS = 40


def _latin(at: int) -> str:
    return f"{_GIVEN[at % 3]} {_FAMILIES[at % len(_FAMILIES)]} Jr."[:_LETTERS].ljust(_LETTERS, "x")


def _person(person: Person, length: NameLength, at: int) -> Person:
    match length:
        case NameLength.SHORT:
            return replace(person, name=_SHORT[at % len(_SHORT)], roman=f"Kei Oak {at}")
        case NameLength.KANJI:
            return replace(person, name=_KANJI[at % len(_KANJI)], roman=_latin(at))
        case NameLength.LATIN:
            return replace(person, name=_latin(at), roman="")


def with_names(job: PrintJob, length: NameLength) -> PrintJob:
    """Returns the print with everybody's name of that length; every other team has such a name of its own."""
    entries: dict[EntryId, Entry] = {}
    is_team = job.state.settings.kind is ContestantKind.TEAM
    for at, (entry_id, entry) in enumerate(job.state.entries.items()):
        people = tuple(_person(person, length, 4 * at + place) for place, person in enumerate(entry.people))
        name = people[0].name if is_team and at % 2 else ""
        entries[entry_id] = replace(entry, people=people, name=name)
    return replace(job, state=replace(job.state, entries=entries))


def _mitchell(tables: int) -> Evening:
    evening = new_event(2 * tables, 2)
    play_sheet(
        evening,
        make("mitchell", tables=tables, rounds=tables // 2 if tables % 2 == 0 else min(tables, 9), boards_per_round=3),
    )
    return evening


_SIZES: Mapping[EventForm, tuple[int, ...]] = {
    EventForm.MATCHPOINT_PAIRS: (13, 45),
    EventForm.IMP_PAIRS: (32,),
    EventForm.SWISS_PAIRS: (17, 90),
    EventForm.INDIVIDUAL: (13, 24),
    EventForm.ROUND_ROBIN_TEAMS: (4, 9, 16),
    EventForm.SWISS_TEAMS: (16, 45),
    EventForm.BAM_TEAMS: (24,),
    EventForm.KNOCKOUT_TEAMS: (16, 45),
    EventForm.DOUBLE_KNOCKOUT_TEAMS: (16,),
}
"""Further sizes in addition to those in which every form is played."""


def few() -> Mapping[str, Callable[[], Evening]]:
    """Returns an event of every form, in its odd size."""
    chosen: dict[EventForm, Case] = {}
    for case in cases():
        chosen_case = chosen.setdefault(case.form, case)
        if case.method is chosen_case.method and case.entries % 2:
            chosen[case.form] = case
    return {str(case): partial(play_case, case) for case in chosen.values()}


def many() -> Mapping[str, Callable[[], Evening]]:
    """Returns events of every form in several sizes, up to 45 tables."""
    chosen: dict[EventForm, Case] = {}
    for case in cases():
        chosen.setdefault(case.form, case)
    cells: dict[str, Callable[[], Evening]] = dict(few())
    for form, sizes in _SIZES.items():
        for size in sizes:
            case = replace(chosen[form], entries=size)
            cells[str(case)] = partial(play_case, case)
    cells |= {f"mitchell-{tables}": partial(_mitchell, tables) for tables in (4, 17, 45)}
    cells |= {f"league-{teams}": partial(dated_league, teams) for teams in (6, 12)}
    return cells


def mitchells_of(boards: int, sections: int, contestants: int) -> Evening:
    """Returns a played evening of Mitchells: boards a round, sections, and contestants in each section."""
    evening = new_evening(0, sections=sections)
    for pair in range(contestants * sections):
        evening.do(AddEntry((Person(f"Player {pair} a"), Person(f"Player {pair} b"))))
    entries = iter(list(evening.state.entries))
    for letter in ascii_uppercase[:sections]:
        tables = contestants // 2
        movement = make("mitchell", tables=tables, rounds=min(tables, 9), boards_per_round=boards)
        evening.do(ChooseMovement(Place(1, letter), movement))
        evening.do(AssignNumbers(Place(1, letter), dict(zip(movement.contestants, entries, strict=False))))
    evening.do(StartPlay(1))
    evening.play_all()
    return evening


_OF_SECTIONS = ((2, 1, 6), (8, 1, 10), (32, 1, 6), (16, 2, 10), (3, 4, 10), (2, 1, 100), (4, 3, 18))
"""Boards a round, sections and contestants of evenings of Mitchells."""
_OF_ROUNDS: Mapping[EventForm, tuple[tuple[int, int], ...]] = {
    EventForm.SWISS_PAIRS: ((10, 2), (100, 3)),
    EventForm.SWISS_TEAMS: ((10, 32), (100, 4)),
    EventForm.ROUND_ROBIN_TEAMS: ((4, 16), (10, 2)),
    EventForm.KNOCKOUT_TEAMS: ((4, 32), (10, 16)),
    TEAM_MATCH: ((2, 8), (2, 32)),
}
"""Entries and boards of a drawn round."""


def sizes() -> Mapping[str, Callable[[], Evening]]:
    """Returns events of 2 to 32 boards a round, of 6 to 100 numbers, and of one to four sections."""
    cells: dict[str, Callable[[], Evening]] = {
        f"mitchells-{boards}x{sections}x{numbers}": partial(mitchells_of, boards, sections, numbers)
        for boards, sections, numbers in _OF_SECTIONS
    }
    for form, rounds in _OF_ROUNDS.items():
        for entries, boards in rounds:
            case = replace(next(case for case in cases() if case.form is form), entries=entries, boards=boards)
            cells[str(case)] = partial(play_case, case)
    return cells


def prints(usual: PrintJob) -> Iterator[tuple[str, PrintJob, bool]]:
    """Yields the possible prints: each sheet in each of its layouts, with whether it is in large print."""
    for offer in offers(usual):
        if not offer.is_possible or offer.info.name == SPECIMEN:
            continue
        yield offer.info.name, replace(usual, options=offer.instead), False
        for option, value in _other_layouts(offer.info):
            job = replace(usual, options={**offer.instead, option: value})
            if not obstacles(offer.info.name, job):
                yield offer.info.name, job, value == "large"


def _other_layouts(info: SheetInfo) -> Iterator[tuple[str, str]]:
    """Yields the values of a sheet's options that lay it out in another way than usual."""
    for option in info.options:
        if option.name in _LAYOUTS:
            yield from ((option.name, value) for value in option.values[1:])


def is_list(template: str) -> bool:
    """True if a template sets nothing but a list by `list.typ`."""
    (source,) = TEMPLATES.rglob(f"{template}.typ")
    return template not in _MORE_THAN_LISTS and '#import "/list.typ"' in source.read_text(encoding="utf-8")


def running(frame: Frame) -> str:
    """Returns the text of the head and the foot of every page, which large print leaves in the usual size."""
    parts = (frame.title, frame.event, frame.club, frame.when, frame.venue, frame.director, frame.state, frame.version)
    return "".join((*parts, frame.printed, frame.event, frame.when))
