"""The starting round of a section is chosen at the desk (manual, lines 3111-3144, 3179 and 3349-3367)."""

from __future__ import annotations

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.board_copies import copies_needed
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.plans import DrawSeats
from arrowswitch.web.app import create_app
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.web.client import open_desk, visible
from tests.web.conftest import CLUB_ZONE

MITCHELL, HOWELL = Place(1, "A"), Place(1, "B")
SAVING = {
    Locale.EN: "2 sets are enough when sections start with other rounds of their sheets: B 12",
    Locale.JA: "2セットで足ります（B 12）",
}


@rotate("locale", Locale)
def test_two_sections_start_in_different_rounds(locale: Locale) -> None:
    """R-048, R-049: 25 tables, 13 rounds: the appendix Mitchell of 14 tables and the Howell of 11 need three sets. The
    Howell that starts in round 12 of its sheet rests on the boards that the appendix table shares: two are enough
    (lines 3353-3363)."""
    evening = new_event(50, 2, sections=2, minutes=240)
    evening.do(ChooseMovement(MITCHELL, make("two-session-mitchell", tables=14, rounds=13, boards_per_round=2)))
    evening.do(ChooseMovement(HOWELL, make("short-howell", tables=11, rounds=13, boards_per_round=2)))
    evening.do(DrawSeats(1, 3))
    before = evening.state.section(HOWELL)
    path = f"/events/{evening.event_id}/1B/movement"
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        assert SAVING[locale] in visible(desk.page(path, locale).text)
        answer = desk.post(f"{path}/first-round", {"start": "12"})
        assert answer.status_code == 200, answer.text
        now = evening.state.section(HOWELL)
        sheets = [evening.state.section(place).movement for place in (MITCHELL, HOWELL)]
        assert copies_needed([sheet for sheet in sheets if sheet is not None]) == 2
        assert now.numbers == before.numbers
        page = visible(desk.page(path, locale).text)
        assert SAVING[locale] not in page
        assert "1 (12)" in page
        assert "3 (1)" in page
        for wrong in ("14", "0", "x", ""):
            assert desk.post(f"{path}/first-round", {"start": wrong}).status_code in {409, 422}
        assert desk.post(f"{path}/first-round", {"start": "1"}).status_code == 200
        assert evening.state.section(HOWELL).movement == before.movement
        assert desk.post(f"{path}/start", {}).status_code == 200
        assert 'id="first-round"' not in desk.get(path).text


def test_a_movement_of_one_start_has_no_choice() -> None:
    """A skip Mitchell has no other round to start in: the page has no field, and a request is refused."""
    evening = new_event(16, 2)
    evening.do(ChooseMovement(MITCHELL, make("skip-mitchell", tables=8, rounds=7)))
    path = f"/events/{evening.event_id}/movement"
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        assert 'id="first-round"' not in desk.get(path).text
        assert desk.post(f"{path}/first-round", {"start": "2"}).status_code == 409
