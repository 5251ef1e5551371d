"""The record in words: every kind of fact has its message in both languages."""

from __future__ import annotations

from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import has_code
from arrowswitch.tournament.lists.items import ITEMS
from arrowswitch.tournament.model.fold import FOLDS
from arrowswitch.tournament.model.values.lists import BoardCondition
from arrowswitch.tournament.model.values.matches import SlipUnit
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.model.values.rulings import Blame, CallEnd, WithdrawalRule
from arrowswitch.tournament.model.values.seating import SeatTrouble
from tests.tables import for_each

KINDS = tuple(sorted(fact.kind for fact in FOLDS))
VARIANTS = {
    "offence-noted": tuple(Offence),
    "boards-marked": tuple(BoardCondition),
    "item-ticked": tuple(f"{way}.{item.name}" for item in ITEMS for way in (*(item.choices or ("done",)), "open")),
    "call-ended": tuple(CallEnd),
    "penalty-set": tuple(PenaltyUnit),
    "match-slip-set": tuple(SlipUnit),
    "report-sent": tuple(Channel),
    "deadline-announced": ("none",),
    "devices-allowed": ("off", "own", "table"),
    "seat-check-set": ("on", "off"),
    "seats-questioned": tuple(SeatTrouble),
}


@for_each("kind", KINDS)
def test_every_kind_of_fact_has_words(kind: str) -> None:
    """R-376: every fact of the record has words; a variant with its own words ends the code."""
    codes = [f"history.{kind}.{variant}" for variant in VARIANTS.get(kind, ())]
    if kind not in VARIANTS or kind == "deadline-announced":
        codes.append(f"history.{kind}")
    assert [code for code in codes if not has_code(code)] == []


def test_there_are_variants_of_kinds_that_exist() -> None:
    assert set(VARIANTS) <= set(KINDS)


def test_every_choice_that_pages_offer_has_words() -> None:
    codes = [f"offence.kind.{offence}" for offence in Offence]
    codes += [f"blame.{blame}" for blame in Blame] + [f"withdrawal.rule.{rule}" for rule in WithdrawalRule]
    assert [code for code in codes if not has_code(code)] == []
