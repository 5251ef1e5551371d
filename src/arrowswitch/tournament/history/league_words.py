"""The words of the facts of a league in the history."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.tournament.model.slices.league import LeagueScheduled, LeagueSet, MatchPostponed


def league_words_variant(fact: MatchPostponed) -> tuple[str, ...]:
    """Returns the ending of the code of a postponed match: withdrawn, or still without a date."""
    if not fact.is_postponed:
        return ("none",)
    return () if fact.day is not None else ("open",)


def league_words(fact: LeagueSet | LeagueScheduled | MatchPostponed) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's words."""
    match fact:
        case LeagueSet(place, conditions):
            return {"section": place.section, "n": len(conditions.dates), "wishes": len(conditions.wishes)}
        case LeagueScheduled(place, _, draws, days):
            played = sum(len(one.matches) for one in draws)
            dates = {"first": str(min(days.values())), "last": str(max(days.values()))}
            return {"section": place.section, "n": played, **dates}
        case MatchPostponed(_, home, away, day):
            return {"home": home, "away": away, "date": "" if day is None else str(day)}
