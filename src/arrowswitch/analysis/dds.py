"""The solver DDS, called through the low-level binding of endplay (`endplay/_dds`) alone.

`import endplay` also loads the rest of that package: a generator of deals, readers and a drawer of pictures, which
needs matplotlib (35 MB, with its own parts 100). The binding is therefore loaded from its file. Codes are those of the
DDS library's header `dll.h`: denominations spades to clubs and notrump 0-4, seats North to West 0-3, ranks 2-14.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from arrowswitch.core.errors import Refused

_PART = "endplay"
_NAME = "arrowswitch.analysis._dds"
_NO_PAR, _ALL_CARDS, _SEARCH_ALWAYS = -1, 3, 1
"""Of `CalcAllTablesPBN`: no par. Of `SolveAllBoards`: all cards with their tricks, and also if there is only one."""
_RANKS = range(2, 15)


def tables_of(deals: Sequence[str]) -> list[list[list[int]]]:
    """Returns for each PBN deal the tricks by denomination and declarer. Raises Refused (`part.missing`)."""
    dds = _binding()
    request, answer = dds.ddTableDealsPBN(), dds.ddTablesRes()
    request.noOfTables = len(deals)
    for at, deal in enumerate(deals):
        request.ddTableDealPBN[at].cards = deal.encode("ascii")
    dds.CalcAllTablesPBN(request, _NO_PAR, (0,) * 5, answer, dds.allParResults())
    return [[list(row) for row in answer.results[at].resTable] for at in range(len(deals))]


def leads_of(leads: Sequence[tuple[str, int, int]]) -> Iterator[list[tuple[int, int, int]]]:
    """Yields for each PBN deal with its denomination and the seat on lead the cards: suit, rank and the tricks of the
    leader's side. Raises Refused (`part.missing`)."""
    dds = _binding()
    boards, answer = dds.boardsPBN(), dds.solvedBoards()
    boards.noOfBoards = len(leads)
    for at, (deal, denomination, leader) in enumerate(leads):
        boards.deals[at].remainCards = deal.encode("ascii")
        boards.deals[at].trump, boards.deals[at].first = denomination, leader
        boards.solutions[at], boards.mode[at] = _ALL_CARDS, _SEARCH_ALWAYS
    dds.SolveAllBoards(boards, answer)
    for at in range(len(leads)):
        solved = answer.solvedBoard[at]
        yield [
            (solved.suit[place], rank, solved.score[place])
            for place in range(solved.cards)
            for rank in _RANKS
            if (1 << solved.rank[place] | solved.equals[place]) >> rank & 1
        ]


def has_solver() -> bool:
    """True if the part with the solver is installed."""
    return find_spec(_PART) is not None


def _binding() -> ModuleType:
    """Returns the binding, loaded from its file the first time."""
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    package = find_spec(_PART)
    folders = () if package is None else package.submodule_search_locations or ()
    for folder in folders:
        spec = spec_from_file_location(_NAME, Path(folder) / "_dds" / "__init__.py")
        if spec is not None and spec.loader is not None:
            module = module_from_spec(spec)
            sys.modules[_NAME] = module
            spec.loader.exec_module(module)
            return module
    raise Refused.of("part.missing", part=_PART, extra="deals")
