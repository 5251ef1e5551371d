"""What facts of advance entry say in the history: parameters, endings of their codes."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.naming import Names
from arrowswitch.core.scoring.amounts import money_string
from arrowswitch.tournament.advance.facts import AdvanceEntrySet, AdvanceTermsSet, FeePaid, FeesMoved

AdvanceFact = AdvanceTermsSet | AdvanceEntrySet | FeePaid | FeesMoved


def advance_words(fact: AdvanceFact) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's message."""
    match fact:
        case AdvanceTermsSet(terms):
            return {"most": 0 if terms.most is None else terms.most}
        case AdvanceEntrySet(advance) if advance.waiting is not None:
            return {"names": advance.waiting.called}
        case AdvanceEntrySet(advance) if advance.own is not None:
            return {"names": Names((advance.own,))}
        case FeePaid(amount=amount, note=note):
            return {"amount": money_string(amount), "note": note}
    return {}


def advance_words_variant(fact: AdvanceFact) -> tuple[str, ...]:
    """Returns what the code of a fact's message ends with."""
    match fact:
        case AdvanceTermsSet(terms) if not terms.is_open:
            return ("closed",)
        case AdvanceEntrySet(advance) if advance.waiting is not None:
            return ("waiting",)
        case AdvanceEntrySet(advance) if advance.own is not None:
            return ("joined",)
        case FeePaid(by=by):
            return (by.value,)
    return ()
