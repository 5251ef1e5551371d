"""The standby pair of Swiss pairs at the desk: settings, the page of the draw, the hall, paper (R-102)."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.conditions import OddPairs
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.web.client import list_codes_shown
from tests.web.test_matches import at

PLACE = Place(1, "A")
NUMBER = Number("3")
PAGE = {Locale.EN: "stands by: the others are an even number", Locale.JA: "は待機です（ほかのペアが偶数のため）"}
SHEET = {Locale.EN: "Stands by: 3", Locale.JA: "待機（フローターペア）：3"}
WALL = {Locale.EN: "stands by", Locale.JA: "待機"}
RULE = {Locale.EN: "A standby pair plays", Locale.JA: "フローターペアが入る"}


@rotate("locale", Locale)
def test_an_evening(locale: Locale) -> None:
    """Five pairs: the rule is chosen in the settings and the pair on the page of the draw. Round 1 is drawn without it;
    the page, the wall and paper show that."""
    evening = new_event(
        5,
        2,
        form=EventForm.SWISS_PAIRS,
        method=Method.SWISS_MATCHPOINTS,
        boards_per_round=4,
        conditions=replace(PLAIN_SWISS, rounds=3),
    )
    evening.do(DrawNumbers(PLACE, 1))
    standby = evening.state.section(PLACE).numbers[NUMBER]
    with at(evening) as (desk, base):
        assert 'id="standby"' not in desk.get(f"{base}/draw").text
        desk.send(f"{base}/settings", f"{base}/settings", odd_pairs="standby")
        assert evening.state.settings.conditions.odd_pairs is OddPairs.STANDBY
        desk.send(f"{base}/draw", f"{base}/draw/standby", standby=standby)
        assert evening.state.matches.standby == standby
        proposal = desk.page(f"{base}/draw", locale)
        assert PAGE[locale] in proposal.text
        desk.send(f"{base}/draw", f"{base}/draw")
        drawn = desk.page(f"{base}/draw?round=1", locale)
        assert PAGE[locale] in drawn.text
        desk.send(f"{base}/draw?round=1", f"{base}/draw/start")
        wall = desk.page(f"/hall/{evening.event_id}", locale)
        play_round(evening)
        pages = [proposal, drawn, *(desk.page(f"{base}/{name}", locale) for name in ("scores", "history", "settings"))]
        assert [list_codes_shown(page) for page in (*pages, wall)] == [[]] * 6
        assert WALL[locale] in wall.text
    job = job_of(evening)
    for sheet, words in (("draw-sheet", SHEET), ("announcement", RULE)):
        paper = "".join(print_paper(sheet, job, locale).text.split())
        assert "".join(words[locale].split()) in paper, sheet
