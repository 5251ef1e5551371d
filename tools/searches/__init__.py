"""The searches behind the data files of `core/movements`: run by hand, never by the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def new_model() -> cp_model.CpModel:
    """Returns an empty model with all constraints of OR-Tools; the program's own has those that it needs."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - it loads pandas

    return cp_model.CpModel()
