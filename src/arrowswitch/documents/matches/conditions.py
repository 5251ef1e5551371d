"""The conditions of contest of team matches, line by line: scoring and scale, home, seating, half time, substitutes,
forfeits, equal totals (R-255, R-404).

JCBL director's manual 3.3, lines 1632, 1670-1692 and 2609-2615; regulations summary, lines 71 and 228-250. A condition
that the organiser left open and that has no usual value is an empty text: a gap to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.lineups import half_time_rule, substitution_of
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.scale_choice import has_unnamed_table
from arrowswitch.tournament.scored.match_rules import scale_in_use, team_method, team_scoring


def team_conditions(state: EventState, rules: Regulations, words: Words) -> Iterator[tuple[str, str]]:
    """Yields the name and the text of every condition of a team event; nothing for others."""
    settings = state.settings
    matches = settings.matches
    if "matches" not in form_of(settings).parts_used(settings):
        return
    yield "match-scoring", _scoring(state, words)
    if matches.eight is not None:
        yield "eight", _choice_text("eight", matches.eight.value, words)
    if form_of(settings).is_planned_whole and matches.home is None:
        yield "home", words("notice.home-sheet")
    else:
        yield "home", "" if matches.home is None else _choice_text("home", matches.home.value, words)
    yield "seating", "" if matches.seating is None else _choice_text("seating", matches.seating.value, words)
    yield "half-time", _choice_text("half-time", half_time_rule(settings).value, words)
    yield "substitution", _choice_text("substitution", substitution_of(settings).value, words)
    teams = rules.teams
    share = plain_string(teams.draw_share)
    yield "forfeit", words("notice.forfeit-text", late=teams.late_minutes, minutes=teams.minutes_per_board, share=share)
    ties = words.list_text(words(f"notice.tie-{tie.value}") for tie in teams.tie_breaks)
    yield "team-ties", ties or words("notice.team-ties-shared")


def _scoring(state: EventState, words: Words) -> str:
    scoring = _choice_text("scoring", team_scoring(state.settings).value, words)
    scale = scale_in_use(state)
    if scale is None:
        return scoring
    title = words("notice.own-scale") if has_unnamed_table(state.settings) else words.scale(scale.name, scale.title)
    return words("notice.match-scoring-scale", scoring=scoring, scale=title)


def _choice_text(name: str, value: str, words: Words) -> str:
    return words.phrase(Problem(f"match.{name}.{value}"))


def team_averages(state: EventState, rules: Regulations, words: Words) -> str:
    """Returns the value of artificial scores in matches of teams (regulations summary, lines 29-45)."""
    if team_method(state.settings).is_board_a_match:
        bam = rules.board_a_match
        values = {
            "plus": plain_string(bam.plus),
            "average": plain_string(bam.average),
            "minus": plain_string(bam.minus),
        }
        return words("notice.averages-points", **values, later=plain_string(bam.plus_later), place=bam.later_from)
    return words("notice.averages-imps", plus=plain_string(rules.teams.plus), minus=plain_string(rules.teams.minus))


def team_ranking(settings: Settings, rules: Regulations) -> str:
    """Returns the last part of the code that says what teams are ranked by: a bracket, wins, or what matches bring."""
    if form_of(settings).counts_wins:
        return "bracket"
    return rules.teams.rank_by.value
