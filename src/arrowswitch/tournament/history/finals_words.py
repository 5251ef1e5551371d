"""The words of a qualifying, its final and given tables in the history: parameters and endings of the codes."""

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
        case CarryOverSet(carry_over) if carry_over is not None:
            return {"name": carry_over.name, "n": len(carry_over.totals), "part": plain_string(carry_over.rules.part)}
        case TablesGiven(session, tables):
            return {"session": session, "n": 0 if tables is None else len(tables.boards)}
        case DatumsGiven(session, datums):
            board, datum = next(iter(datums.items()))
            datum_text = plain_string(datum) if datum is not None else ""
            return {"session": session, "n": len(datums), "board": board, "datum": datum_text}
    return {}


def final_words_variant(fact: FinalFact) -> tuple[str, ...]:
    """Returns the endings of the code of a fact's message."""
    match fact:
        case FinalPlanned(_, by):
            return (by.value,)
        case FinalDeclined(is_declined=False):
            return ("none",)
        case CarryOverSet(carry_over):
            return ("none",) if carry_over is None else (carry_over.rules.kind.value,)
        case TablesGiven(tables=None):
            return ("none",)
        case DatumsGiven(datums=datums) if all(datum is None for datum in datums.values()):
            return ("none",)
        case DatumsGiven(datums=datums) if len(datums) == 1:
            return ("one",)
    return ()
