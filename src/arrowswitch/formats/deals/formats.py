"""All formats of deals by the endings of their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from arrowswitch.core.deals.deal import DealSet
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.formats.deals.deal_file import DealFile
from arrowswitch.formats.deals.machines import (
    read_bri,
    read_dge,
    read_dlm,
    read_dup,
    write_bri,
    write_dge,
    write_dlm,
    write_dup,
)
from arrowswitch.formats.deals.positions import (
    read_ber,
    read_bhg,
    read_cds,
    read_goe,
    read_rzd,
    write_ber,
    write_bhg,
    write_cds,
    write_goe,
    write_rzd,
)
from arrowswitch.formats.deals.texts import (
    read_csv_deals,
    read_json_deals,
    read_lin,
    read_pbn_deals,
    read_rbn,
    write_csv_deals,
    write_json_deals,
    write_lin,
    write_pbn_deals,
    write_rbn,
)


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format of deals: its name is the ending of its files. `has_numbers` where a file holds board numbers."""

    name: str
    read: Callable[[bytes], DealFile]
    write: Callable[[DealSet], bytes]
    has_numbers: bool = True

    def not_held(self, deals: DealSet) -> tuple[Problem, ...]:
        """Returns the losses of a set in a file of this format: `deals.numbers-lost` if boards do not run from 1."""
        if self.has_numbers or deals.boards == tuple(range(1, len(deals.boards) + 1)):
            return ()
        return (Problem("deals.numbers-lost", {"format": self.name.upper(), "board": deals.boards[0]}),)


DEAL_FORMATS: tuple[DealFormat, ...] = (
    DealFormat("pbn", read_pbn_deals, write_pbn_deals),
    DealFormat("dup", read_dup, write_dup, has_numbers=False),
    DealFormat("dlm", read_dlm, write_dlm),
    DealFormat("bri", read_bri, write_bri, has_numbers=False),
    DealFormat("dge", read_dge, write_dge, has_numbers=False),
    DealFormat("lin", read_lin, write_lin),
    DealFormat("rbn", read_rbn, write_rbn),
    DealFormat("rzd", read_rzd, write_rzd, has_numbers=False),
    DealFormat("ber", read_ber, write_ber, has_numbers=False),
    DealFormat("cds", read_cds, write_cds),
    DealFormat("goe", read_goe, write_goe, has_numbers=False),
    DealFormat("bhg", read_bhg, write_bhg, has_numbers=False),
    DealFormat("csv", read_csv_deals, write_csv_deals),
    DealFormat("json", read_json_deals, write_json_deals),
)
_BY_ENDING: Mapping[str, DealFormat] = {f".{form.name}": form for form in DEAL_FORMATS}
DEAL_ENDINGS = frozenset(_BY_ENDING)
"""The endings of files that deals are read from and written into."""


def deal_format(name: str) -> DealFormat:
    """Returns the format of a file by its ending. Raises Refused (`deals.format`)."""
    form = _BY_ENDING.get(PurePath(name).suffix.lower())
    if form is None:
        raise Refused.of("deals.format", name=PurePath(name).name[:80], known=" ".join(_BY_ENDING))
    return form
