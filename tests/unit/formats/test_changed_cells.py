"""No result enters that differs from its text without a message: changed cells in every format (R-141)."""

from __future__ import annotations

import random
from itertools import islice

from tests.changed_cells import CELL_FORMATS, CellFormat, changed_rows, rows_of, silent_differences
from tests.rotation import is_exhaustive, rotation_seed
from tests.tables import for_each

FEW, MANY, MANY_OF_DEVICES = 50, 19_000, 5_000
"""Changed cells of a format in `make test` and in `make exhaustive`: 100,000 in all, fewer of the slow databases."""

each_format = for_each("form", CELL_FORMATS, ids=lambda form: form.name)


@each_format
def test_rows_are_read_as_they_are(form: CellFormat) -> None:
    assert {str(row): silent_differences(form, row) for row in rows_of(form)} == {str(row): [] for row in rows_of(form)}


@each_format
def test_no_changed_cell_makes_another_result_in_silence(form: CellFormat) -> None:
    """Each changed cell is read as it is written, or the file is refused, or a note names it."""
    count = (MANY_OF_DEVICES if form.name.endswith(".bws") else MANY) if is_exhaustive() else FEW
    chance = random.Random(f"{rotation_seed()} {form.name}")
    silent = [
        (row, names) for row in islice(changed_rows(form, chance), count) if (names := silent_differences(form, row))
    ]
    assert not silent
