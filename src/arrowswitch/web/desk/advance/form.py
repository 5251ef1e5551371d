"""The form of the conditions of advance entry: the values of its fields, and the conditions that it sets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from fractions import Fraction

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.amounts import money_string, read_amount
from arrowswitch.tournament.advance.decide import LONGEST_TEXT, MOST_PLACES
from arrowswitch.tournament.model.club_values.club import LONGEST_CURRENCY
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.web.forms import line, optional

ON = "yes"
EACH, ENTRY = "each", "entry"
_MOST_POINTS = 1_000_000


def fields_of(terms: AdvanceTerms, zone: tzinfo) -> Mapping[str, str]:
    """Returns conditions as the texts of the form's fields."""
    closes = terms.closes_at
    return {
        "open": ON if terms.is_open else "",
        "closes": "" if closes is None else closes.astimezone(zone).strftime("%Y-%m-%dT%H:%M"),
        "most": "" if terms.most is None else str(terms.most),
        "fee": "" if terms.fee is None else money_string(terms.fee),
        "currency": terms.currency,
        "fee_of": EACH if terms.is_fee_each else ENTRY,
        "needs_number": ON if terms.needs_number else "",
        "most_points": "" if terms.most_points is None else str(terms.most_points),
        "bank": terms.bank,
        "remark": terms.remark,
    }


def terms_from(form: Mapping[str, str], zone: tzinfo) -> AdvanceTerms:
    """Returns the conditions that the form sets; raises Malformed with a problem for each field that cannot be read."""
    problems: list[Problem] = []
    terms = AdvanceTerms(
        is_open=form.get("open") == ON,
        closes_at=_moment(form.get("closes", ""), zone, problems),
        most=optional(form.get("most", ""), "most", problems, least=1, most=MOST_PLACES),
        fee=amount_of(form.get("fee", ""), "fee", problems),
        is_fee_each=form.get("fee_of", EACH) == EACH,
        needs_number=form.get("needs_number") == ON,
        most_points=optional(form.get("most_points", ""), "most_points", problems, least=0, most=_MOST_POINTS),
        currency=line(form.get("currency", ""), "currency", problems, most=LONGEST_CURRENCY),
        bank=_lines(form.get("bank", ""), "bank", problems),
        remark=_lines(form.get("remark", ""), "remark", problems),
    )
    Malformed.check(problems)
    return terms


def amount_of(text: str, field: str, problems: list[Problem]) -> Fraction | None:
    """Returns the amount of money in a field, None for nothing; what is none is added to `problems`."""
    if not text.strip():
        return None
    amount = read_amount(text)
    if amount is None:
        problems.append(Problem("advance.no-amount", {"text": text[:40]}, field))
    return amount


def _moment(text: str, zone: tzinfo, problems: list[Problem]) -> datetime | None:
    typed = text.strip()
    if not typed:
        return None
    try:
        return datetime.strptime(typed[:16], "%Y-%m-%dT%H:%M").replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        problems.append(Problem("advance.no-time", {"text": text[:40]}, "closes"))
        return None


def _lines(text: str, field: str, problems: list[Problem]) -> str:
    lines = "\n".join(" ".join(one.split()) for one in text.splitlines()).strip()
    if len(lines) > LONGEST_TEXT:
        problems.append(Problem("desk.field.long", {"most": LONGEST_TEXT, "length": len(lines)}, field))
    return lines
