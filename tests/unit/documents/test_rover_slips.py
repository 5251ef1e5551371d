"""The slips of the rover: where it goes, whom it displaces, and who it is."""

from __future__ import annotations

from typing import Any

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.movement.rover_slips import rovers
from arrowswitch.i18n import Locale
from tests.paper import model, open_part, planned_job, print_paper
from tests.rotation import rotate
from tests.tables import for_each


def slip_of(tables: int) -> Any:
    """Returns the slip on the straight Mitchell with a rover at the given number of tables."""
    document = model("rover-slips", planned_job(make("rover-mitchell", tables=tables)))
    (slip,) = open_part(document.sheet)
    return slip


class TestTheRover:
    """R-005; figure 13 (manual 1098-1121): seven tables, the rover sits out first, then 2, 4, 6, 1, 3, 5."""

    def test_it_takes_one_seat_after_the_other(self) -> None:
        slip = slip_of(7)
        assert slip.number == "NS8"
        assert [row.is_played for row in slip.rows] == [False] + [True] * 6
        assert [row.displaced for row in slip.rows] == ["", "2", "4", "6", "1", "3", "5"]
        assert [row.table for row in slip.rows[1:]] == ["2", "4", "6", "1", "3", "5"]
        assert {row.seat for row in slip.rows[1:]} == {"N-S"}

    def test_each_displaced_pair_is_listed_with_its_round(self) -> None:
        listed = {one.number: one.rounds for one in slip_of(7).displaced}
        assert listed == {"1": "5", "2": "2", "3": "6", "4": "3", "5": "7", "6": "4"}

    def test_the_rows_agree_with_the_movement(self) -> None:
        movement = make("rover-mitchell", tables=9)
        slip = slip_of(9)
        for row in slip.rows[1:]:
            meeting = movement.at(row.round, int(row.table))
            assert meeting is not None
            assert meeting.ns == (slip.number,)
            assert f"NS{row.displaced}" in movement.sit_outs(row.round)

    @for_each("tables", range(5, 14))
    def test_it_is_found_at_every_size(self, tables: int) -> None:
        movement = make("rover-mitchell", tables=tables)
        assert rovers(movement) == (f"NS{tables + 1}",)

    @for_each("family", ["mitchell", "howell", "skip-mitchell", "appendix-mitchell"])
    def test_elsewhere_nobody_roves(self, family: str) -> None:
        movement = make(family, tables=12 if family != "mitchell" else 11)
        assert rovers(movement) == ()
        with pytest.raises(Refused, match=r"print\.no-rover"):
            model("rover-slips", planned_job(movement))

    @rotate("locale", Locale)
    def test_it_is_printed(self, locale: Locale) -> None:
        paper = print_paper(
            "rover-slips", planned_job(make("rover-mitchell", tables=7), make("rover-mitchell", tables=9)), locale
        )
        assert len(paper.pages) == 2
        assert {Locale.JA: "席を譲って休むペア", Locale.EN: "Who gives up the seat"}[locale] in paper.text
