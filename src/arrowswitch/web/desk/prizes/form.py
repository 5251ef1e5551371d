"""The table of prizes as a form: one line for each rule, and two more to fill in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from arrowswitch.core.awards.prizes import PrizeOf, PrizePlan, PrizeRule
from arrowswitch.core.errors import Problem
from arrowswitch.tournament.prizes.decide import MOST_PLACES, MOST_RULES
from arrowswitch.web.forms import check, line, whole

NONE = "none"
_EACH = "each-"
_ON = "yes"
_MORE = 2
_BETWEEN = re.compile(r"[;；、]")


def choices(*, has_sessions: bool, has_sections: bool, has_strata: bool) -> tuple[str, ...]:
    """Returns the choices for the entries that a line is about, as far as the event has them; nothing first."""
    kinds = [
        kind
        for kind in PrizeOf
        if (has_sections or kind not in (PrizeOf.SECTIONS, PrizeOf.SECTION_SIDES))
        and (has_strata or kind is not PrizeOf.STRATA)
    ]
    return (NONE, *kinds, *(f"{_EACH}{kind}" for kind in kinds if has_sessions))


def fields_of(plan: PrizePlan) -> Mapping[str, str]:
    """Returns the fields of a table as they stand on the page."""
    fields = {"is_once": _ON if plan.is_once else ""}
    for at, rule in enumerate(plan.rules):
        fields[f"of-{at}"] = f"{_EACH if rule.is_each_session else ''}{rule.of}"
        fields[f"places-{at}"] = f"{rule.places}{'%' if rule.is_percent else ''}"
        fields[f"prizes-{at}"] = "; ".join(rule.prizes)
    return fields


def lines_of(fields: Mapping[str, str]) -> range:
    """Returns the numbers of the lines that the form shows: those that are filled in, and two more."""
    filled = [at for at in range(MOST_RULES) if fields.get(f"of-{at}", NONE) != NONE]
    return range(min(MOST_RULES, max(filled, default=-1) + 1 + _MORE))


def plan_from(form: Mapping[str, str]) -> PrizePlan:
    """Returns the table of a form; raises Malformed with every fault at its field."""
    problems: list[Problem] = []
    rules = []
    for at in range(MOST_RULES):
        of = form.get(f"of-{at}", NONE)
        if of == NONE:
            continue
        kind = of.removeprefix(_EACH)
        if kind not in set(PrizeOf):
            problems.append(Problem("desk.field.choice", {"text": of[:40]}, f"of-{at}"))
            continue
        typed = form.get(f"places-{at}", "").strip().replace("％", "%")
        number = typed.removesuffix("%")
        places = whole(number, f"places-{at}", problems, least=1, most=MOST_PLACES)
        prize = line(form.get(f"prizes-{at}", ""), f"prizes-{at}", problems)
        rules.append(
            PrizeRule(
                of=PrizeOf(kind),
                places=places or 1,
                is_percent=typed.endswith("%"),
                is_each_session=of.startswith(_EACH),
                prizes=tuple(thing.strip() for thing in _BETWEEN.split(prize)) if prize else (),
            )
        )
    check(problems)
    return PrizePlan(tuple(rules), form.get("is_once") == _ON)
