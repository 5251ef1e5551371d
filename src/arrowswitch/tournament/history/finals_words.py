"""What facts of a qualifying, its final and given tables say in the history: parameters, endings of their codes."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.tournament.model.slices.finals import (
    CarryOverSet,
    ConsolationMade,
    FinalDeclined,
    FinalMade,
    FinalPlanned,
)
from arrowswitch.tournament.model.slices.instant import DatumsGiven, TablesGiven

FinalFact = FinalPlanned | FinalDeclined | FinalMade | ConsolationMade | CarryOverSet | TablesGiven | DatumsGiven


def final_words(fact: FinalFact) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's message."""
    match fact:
        case FinalPlanned(count):
            return {"count": count}
        case FinalDeclined(_, _, names):
            return {"names": names}
        case CarryOverSet(brought) if brought is not None:
            return {"name": brought.name, "n": len(brought.totals), "part": plain_string(brought.rules.part)}
        case TablesGiven(session, tables):
            return {"session": session, "n": 0 if tables is None else len(tables.boards)}
        case DatumsGiven(session, datums):
            board, datum = next(iter(datums.items()))
            shown = plain_string(datum) if datum is not None else ""
            return {"session": session, "n": len(datums), "board": board, "datum": shown}
    return {}


def final_words_variant(fact: FinalFact) -> tuple[str, ...]:
    """Returns what the code of a fact's message ends with."""
    match fact:
        case FinalPlanned(_, by):
            return (by.value,)
        case FinalDeclined(is_declined=False):
            return ("none",)
        case CarryOverSet(brought):
            return ("none",) if brought is None else (brought.rules.kind.value,)
        case TablesGiven(tables=None):
            return ("none",)
        case DatumsGiven(datums=datums) if all(datum is None for datum in datums.values()):
            return ("none",)
        case DatumsGiven(datums=datums) if len(datums) == 1:
            return ("one",)
    return ()
