"""An event that plays a sheet of the club's own: every page names it, and the sit-out can be moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.cells import TurnArrow
from arrowswitch.core.movements.editing.numbers import SetPhantom
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.web.app import create_app
from tests.builders import Evening, new_evening
from tests.rotation import rotate
from tests.web.client import ADDRESS, Desk, open_desk, visible
from tests.web.conftest import CLUB_ZONE


@pytest.fixture
def desk() -> Iterator[tuple[Desk, Evening]]:
    made = new_evening(11)
    with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as opened:
        yield opened, made


@rotate("locale", Locale)
def test_a_family_of_another_program_keeps_its_name(desk: tuple[Desk, Evening], locale: Locale) -> None:
    """R-329: a sheet that came in as a file may be of any family."""
    opened, evening = desk
    foreign = replace(make("howell", tables=6), family="club-special", phantom=Number("12"))
    evening.do(ChooseMovement(Place(1, "A"), foreign))
    assert "club-special" in visible(opened.page(f"/events/{evening.event_id}/movement", locale).text)


@pytest.mark.parametrize("family", ["custom", "howell"])
def test_the_sit_out_of_an_own_sheet_is_moved(desk: tuple[Desk, Evening], family: str) -> None:
    """Also where another program changed a sheet and left the name of its family: the changes stay."""
    opened, evening = desk
    edited = apply(apply(make("howell", tables=6), SetPhantom(Number("12"))), TurnArrow(2))
    own = replace(
        edited, family=family, options={**edited.options, "tables": 6} if family == "howell" else edited.options
    )
    evening.do(ChooseMovement(Place(1, "A"), own))
    path = f"/events/{evening.event_id}/movement"
    assert {"custom": "自作シート", "howell": "ハウエル"}[family] in visible(opened.page(path).text)
    answer = opened.post(f"{path}/phantom", {"number": "11"}, headers={"referer": f"{ADDRESS}{path}"})
    assert answer.status_code == 200
    moved = evening.state.section(Place(1, "A")).movement
    assert moved is not None
    assert (moved.phantom, moved.meetings) == ("11", own.meetings)
