"""The head of a written case: at which table it happened (manual, lines 2803-2817)."""

from __future__ import annotations

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.documents.rulings.written_case import where
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.rulings import KeepCase
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import new_evening
from tests.paper import job_of


@pytest.mark.parametrize(("sections", "table"), [("A", "2"), ("AB", "A2")])
def test_the_table_is_called_by_its_section_only_where_there_are_several(sections: str, table: str) -> None:
    evening = new_evening(8 * len(sections), sections=len(sections))
    people = iter(evening.state.entries)
    for letter in map(SectionLetter, sections):
        sheet = make("howell", pairs=8, boards_per_round=2)
        evening.do(ChooseMovement(Place(1, letter), sheet))
        evening.do(AssignNumbers(Place(1, letter), {number: next(people) for number in sheet.contestants}))
    evening.do(StartPlay(1))
    slot = next(one for one in missing_slots(evening.state, 1) if (one.section, one.round, one.table) == ("A", 1, 2))
    evening.do(KeepCase(case=0, place=Place(1, "A"), slot=slot, title="Revoke"))
    head = where(job_of(evening), evening.state.rulings.cases[0], Words(Locale.EN, None))
    assert head["table"] == table
