"""The form of a ladder: its rules as they are typed, and read with an error for each field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from arrowswitch.core.awards.ladder import JoinBy, LadderBy, LadderCount
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.ladders.ladders import LONGEST_NAME, MOST_PLACES
from arrowswitch.tournament.model.club_values.ladders import LadderOf, LadderRules
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.forms import choice, line, whole

_MOST = 500
_ANY = ""
_BETWEEN = re.compile(r"[\s,、，]+")


def usual(today: date) -> LadderRules:
    """Returns the rules of a new ladder: this year's weekly games, the mean percentage of the best ten."""
    return LadderRules("", first=f"{today.year}-01-01", last=f"{today.year}-12-31")


def typed_of(rules: LadderRules) -> dict[str, str]:
    """Returns rules as the form has them."""
    return {
        "name": rules.name,
        "first": rules.first,
        "last": rules.last,
        "of": rules.of.value,
        "by": rules.by.value,
        "join": rules.count.join.value,
        "best": str(rules.count.best),
        "least": str(rules.count.least),
        "places": " ".join(map(str, rules.places)),
        "event_class": _ANY if rules.event_class is None else rules.event_class.value,
        "word": rules.word,
        "is_public": "yes" if rules.is_public else "",
    }


def rules_from(form: Mapping[str, str], left_out: tuple[EventId, ...] = ()) -> LadderRules:
    """Returns the rules of a form; raises Malformed with every field that cannot be read."""
    problems: list[Problem] = []
    name = line(form.get("name", ""), "name", problems, is_needed=True, most=LONGEST_NAME)
    word = line(form.get("word", ""), "word", problems, most=LONGEST_NAME)
    of = choice(form.get("of", ""), "of", LadderOf, problems)
    by = choice(form.get("by", ""), "by", LadderBy, problems)
    join = choice(form.get("join", ""), "join", JoinBy, problems)
    event_class = choice(form.get("event_class", ""), "event_class", EventClass, problems, unset=_ANY)
    best = whole(form.get("best", ""), "best", problems, least=0, most=_MOST, empty=0)
    least = whole(form.get("least", ""), "least", problems, least=1, most=_MOST, empty=1)
    places = [
        whole(text, "places", problems, least=0, most=9999) or 0
        for text in _BETWEEN.split(form.get("places", "").strip())[: MOST_PLACES + 1]
        if text
    ]
    Malformed.check(problems)
    return LadderRules(
        name=name,
        first=form.get("first", "").strip(),
        last=form.get("last", "").strip(),
        of=of or LadderOf.PLAYERS,
        by=by or LadderBy.PERCENT,
        count=LadderCount(best or 0, least or 1, join or JoinBy.MEAN),
        places=tuple(places),
        event_class=event_class,
        word=word,
        left_out=left_out,
        is_public=form.get("is_public") == "yes",
    )
