"""Hands changed on a board: the page with the proposal, the groups kept, marked on the traveller, undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import SpreadPairs
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import FoulBoard
from arrowswitch.tournament.rulings.fouled import order_of_play
from tests.builders import mitchell_evening, new_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes

SCORES = ("430", "460", "-140", "-110")


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Four tables of a Mitchell; on board 1 the hands were changed after the second table that had it."""
    evening = mitchell_evening(tables=5)
    for slot, text in zip(order_of_play(evening.state, 1, 1), (*SCORES, "-110"), strict=True):
        evening.enter(slot.round, slot.table, slot.board, text)
    with at_desk(evening) as opened:
        yield opened


def keys(playing: Playing) -> list[str]:
    return [f"form-A-{s.round}-{s.table}-{s.board}" for s in order_of_play(playing.state, 1, 1)]


@rotate("locale", Locale)
@for_each("path", ["?board=1", "?board=1&groups=3", "?board=99", "?board=x", "", "?board=1&groups=9"])
def test_every_page_is_in_its_language(playing: Playing, locale: Locale, path: str) -> None:
    """R-196: the page exists in both languages, with any parameters."""
    playing.evening.do(
        FoulBoard(1, 1, (order_of_play(playing.state, 1, 1)[:1], order_of_play(playing.state, 1, 1)[1:])), "x"
    )
    for page in (playing.page(f"/rulings/fouled{path}", locale), playing.page("/rulings", locale)):
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []


def test_the_proposal(playing: Playing) -> None:
    """R-196, R-402: the groups and the tables between which the hands were changed, from results and master sheet."""
    order = order_of_play(playing.state, 1, 1)
    texts = playing.page("/rulings/fouled?board=1").texts
    places = [translate("desk.scores.place", {"round": s.round, "table": str(s.table)}, Locale.JA) for s in order]
    assert translate("desk.fouled.changed", {"before": places[1], "after": places[2]}, Locale.JA) in texts
    html = playing.html("/rulings/fouled?board=1")
    assert html.count('<option value="B" selected>') == 3


def test_the_directors_groups(playing: Playing) -> None:
    """R-196, R-405: three groups by letter; the ledger, the traveller and the rulings page tell; undo takes back."""
    chosen = dict(zip(keys(playing), "ABBCC", strict=True))
    answer = playing.post("/rulings/fouled", board="1", reason="聞きました", **chosen)
    assert answer.json()["stored"]
    stored = playing.state.fouled_board(1, 1)
    assert stored is not None
    assert [len(group) for group in stored.groups] == [1, 2, 2]
    traveller = playing.page("/travellers?board=1").texts
    assert [traveller.count(translate("desk.fouled.form", {"letter": x}, Locale.JA)) for x in "ABC"] == [1, 2, 2]
    assert "聞きました" in playing.page("/rulings").texts
    assert playing.html("/rulings/fouled?board=1").count("is-change") == 2
    assert "3グループ（1 + 2 + 2）" in playing.html("/history")
    playing.post("/scores/undo", seq=str(stored.seq))
    assert not playing.state.rulings.fouled


def test_taking_it_back(playing: Playing) -> None:
    """R-196: the players remember the same hands: all results are compared again."""
    chosen = dict(zip(keys(playing), "AABBB", strict=True))
    playing.post("/rulings/fouled", board="1", reason="聞きました", **chosen)
    playing.post("/rulings/fouled", board="1", reason="同じハンドだった", is_taken_back="yes", **chosen)
    assert not playing.state.rulings.fouled


def test_what_is_refused(playing: Playing) -> None:
    """R-196: no reason, no board, a board that nobody plays."""
    assert codes(playing.post("/rulings/fouled", board="", reason="")) == ["desk.field.missing"] * 2
    assert codes(playing.post("/rulings/fouled", board="99", reason="x")) == ["board.none"]


def test_rows_of_two_sections_carry_their_letter() -> None:
    """R-196: place, pairs, groups and the change name the section; section B's cards stay as dealt."""
    evening = new_evening(16, sections=2)
    for letter in "AB":
        evening.do(ChooseMovement(Place(1, letter), make("howell", pairs=8, rounds=7, boards_per_round=2)))
    evening.do(SpreadPairs(1, seed=1))
    evening.do(StartPlay(1))
    order = order_of_play(evening.state, 1, 1)
    for slot, text in zip(order, (*SCORES, *SCORES[:2] * 2), strict=True):
        evening.do(EnterResult(slot, text))
    with at_desk(evening) as playing:
        page = playing.page("/rulings/fouled?board=1", Locale.EN)
        html = playing.html("/rulings/fouled?board=1")
    assert html.count('<option value="B" selected>') == 2
    assert [f"R{s.round} T{s.section}{s.table}" in page.texts for s in order] == [True] * 8
    before, after = (f"R{s.round} TA{s.table}" for s in order[1:3])
    assert translate("desk.fouled.changed", {"before": before, "after": after}, Locale.EN) in page.texts
    assert all(f"<b>{letter}{number}</b>" in html for letter in "AB" for number in range(1, 9))
