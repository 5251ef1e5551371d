"""The victory points of rounds that a late entry has missed, on the page of the cross table and on paper."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import SeatLatePair
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.rehearsal.playing import invented_people
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, play_round, play_swiss
from tests.web.client import list_codes_shown
from tests.web.test_matches import at, swiss

PLACE = Place(1, "A")


@rotate("locale", Locale)
def test_the_cross_table_has_them(locale: Locale) -> None:
    """A seventh team joins after round 1 and has a draw for it: 10 VP."""
    evening = swiss(6, replace(PLAIN_SWISS, missed=MissedRounds.DRAW))
    play_swiss(evening, 1)
    evening.do(AddEntry(invented_people(40)[-4:]))
    evening.do(SeatLatePair(PLACE, list(evening.state.entries)[-1]))
    evening.do(DrawRound(PLACE.at(2)))
    play_round(evening)
    assert Number("7") in evening.state.section(PLACE).numbers
    words = {Locale.EN: "joined later", Locale.JA: "途中参加前"}[locale]
    with at(evening) as (desk, base):
        cross = desk.page(f"{base}/cross", locale)
        assert list_codes_shown(cross) == []
        assert f"10.00 {words}" in cross.text
    paper = "".join(print_paper("cross-table", job_of(evening), locale).text.split())
    assert "".join(words.split()) in paper
