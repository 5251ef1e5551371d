"""The boards of every round must be there for all tables: R-269 (manual, lines 1511-1517)."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.swiss.rounds import draw_view
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.scripted_events import PLAIN_SWISS, new_event, play_swiss
from tests.spec.swiss.test_odd_cases import swiss


def sixteen_pairs() -> Evening:
    """Returns a Swiss of sixteen pairs with eight boards a round and two rounds played."""
    settings = {"form": EventForm.SWISS_PAIRS, "method": Method.IMPS, "scale": "wbf-25", "boards_per_round": 8}
    evening = new_event(16, 2, **settings, conditions=PLAIN_SWISS)
    play_swiss(evening, 2)
    return evening


def test_eight_tables_of_pairs() -> None:
    """R-269: 8 tables, 8 boards: 8 copies, or one by the relay list; round 2 needs boards 9 to 16."""
    evening = sixteen_pairs()
    (supply,) = draw_view(evening.state, Place(1, "A").at(1)).supply
    assert (supply.boards, supply.tables) == (tuple(range(1, 9)), tuple(range(1, 9)))
    assert (supply.copies, supply.least) == (8, 1)
    assert [supply.order_at(table)[0] for table in supply.tables] == list(range(1, 9))
    (second,) = draw_view(evening.state, Place(1, "A").at(2)).supply
    assert second.boards == tuple(range(9, 17))


def test_a_triangle_and_fresh_boards() -> None:
    """R-269, R-264: the boards of the round, those of a triangle, and the fresh ones for teams that have played some of
    them, each with its tables; the row of that match shows its own boards."""
    evening = swiss(9, 4, Triangle.TWO_ROUNDS)
    play_swiss(evening, 1)
    first = draw_view(evening.state, Place(1, "A").at(1)).supply
    assert [(len(one.boards), one.copies) for one in first] == [(7, 7), (7, 1), (7, 1)]
    evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number("9")]))
    evening.do(DrawRound(Place(1, "A").at(2)))
    view = draw_view(evening.state, Place(1, "A").at(2))
    assert {one.copies for one in view.supply} <= {2, 4, 6}
    assert sum(one.copies for one in view.supply) == 8
    own = next(row for row in view.rows if "8" in (row.home, row.away))
    assert own.boards == view.supply[-1].boards
    assert set(own.boards).isdisjoint(range(1, 15))


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        (Locale.JA, "ボード1-8：各テーブルに1組なら8組、リレイするなら1組（テーブル1-8）"),
        (Locale.EN, "Boards1-8:copies8,oneforeachtable,or1byrelay(tables1-8)"),
    ],
)
def test_on_the_draw_sheet(locale: Locale, text: str) -> None:
    """R-269: below the draw, in both languages."""
    assert text in print_paper("draw-sheet", job_of(sixteen_pairs(), round="1"), locale).unspaced_text
