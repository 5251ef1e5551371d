"""The library of movements tests itself whenever the program is built."""

from __future__ import annotations

import pytest

from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.families.registry import FAMILIES, Family, make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.formats.movement.movement_json import from_plain
from tests.movements import usual
from tests.rotation import rotate
from tests.tables import for_each

LARGEST = 26
SIZES = [(family, tables) for family in FAMILIES for tables in family.tables if tables <= LARGEST]


class TestLibrary:
    """Every family at every number of tables that it names."""

    @pytest.mark.slow
    @for_each("family, tables", SIZES)
    def test_it_passes_the_checker(self, family: Family, tables: int) -> None:
        """R-401, R-087: no fault in the movement of every family and size (lines 694-696)."""
        movement = usual(family, tables)
        assert [fault for fault in faults(movement) if fault.severity is Severity.FAULT] == []
        assert movement.tables == tables

    @rotate(
        "family, tables",
        SIZES,
        by=lambda size: (size[0].name, size[1]),
        ids=lambda part: getattr(part, "name", str(part)),
    )
    def test_it_can_be_made_again_and_read_again(self, family: Family, tables: int) -> None:
        """R-401: from its own options, and from what is written of it."""
        movement = usual(family, tables)
        assert make(family.name, **movement.options) == movement
        assert from_plain(to_plain(movement)) == movement
