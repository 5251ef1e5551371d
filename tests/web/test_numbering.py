"""How the pairs of a Mitchell are numbered is chosen at the desk (manual, lines 972, 1228)."""

from __future__ import annotations

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.web.app import create_app
from tests.builders import new_evening
from tests.rotation import rotate
from tests.web.client import ADDRESS, open_desk, visible
from tests.web.conftest import CLUB_ZONE

PLACE = Place(1, "A")


@rotate("locale", Locale)
def test_the_numbering_is_chosen_until_play_begins(locale: Locale) -> None:
    """R-096: both sides from 1 at first; then on through, then from 21: everybody keeps seat and draw."""
    evening = new_evening(14)
    evening.do(ChooseMovement(PLACE, make("mitchell", tables=7)))
    evening.do(DrawNumbers(PLACE, 5))
    before = evening.state.section(PLACE)
    seats = [before.numbers[number] for number in before.movement.contestants] if before.movement else []
    path = f"/events/{evening.event_id}/movement"
    words = {Locale.EN: "East-West from 21", Locale.JA: "E-W は21番から"}[locale]
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        assert words not in visible(desk.page(path, locale).text)
        for form, first in (
            ({"way": "continuing"}, "8"),
            ({"way": "from", "ew_from": "21"}, "21"),
        ):
            answer = desk.post(f"{path}/numbering", form, headers={"referer": f"{ADDRESS}{path}"})
            assert answer.status_code == 200, answer.text
            now = evening.state.section(PLACE)
            assert now.movement is not None
            assert now.movement.fields[1][0] == first
            assert [now.numbers[number] for number in now.movement.contestants] == seats
            assert now.draw_seed == before.draw_seed
        assert now.movement == make("mitchell", tables=7, numbering="continuing", ew_from=21)
        assert words in visible(desk.page(path, locale).text)
        for wrong in ("7", "x", ""):
            refused = desk.post(f"{path}/numbering", {"way": "from", "ew_from": wrong})
            assert refused.status_code == 422
            assert 'id="ew_from-error"' in refused.text
        assert desk.post(f"{path}/start", {}).status_code == 200
        assert 'id="numbering"' not in desk.page(path, locale).text
        assert desk.post(f"{path}/numbering", {"way": "two-fields"}).status_code in {409, 422}
        assert evening.state.section(PLACE).movement == now.movement
        sheet = desk.get(f"/events/{evening.event_id}/print/guide-cards.pdf")
        assert sheet.status_code == 200
