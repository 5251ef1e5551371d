"""One played event scored in many ways: by the regulations of each body, every way to score a match, every tie-break.

Draws, results and rulings stay; the settings and the event's copy of the regulations change. Some variants have
values that no body has, so that each tie-break and each rule of the files is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from arrowswitch import regulations
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import TeamScoring
from tests.independent.facts import EventFacts, event_facts
from tests.independent.rules import BODIES, body_values, scale_data

IMP_SCALES = ("wbf-25", "29-0", "wbf-continuous", "wbf-discrete", "acbl-20", "acbl-30", "ebu-3-boards", "mccallan-30")
OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "teams.tie-breaks": tuple(
        [first, second, *rest]
        for first, second, rest in (
            ("direct-match", "quotient", []),
            ("quotient", "wins", ["direct-match"]),
            ("difference", "opponents", []),
            ("opponents", "direct-match", ["difference"]),
            ("wins", "difference", ["opponents"]),
            ("direct-match", "wins", ["quotient"]),
            ("difference", "boards-won", ["opponents"]),
            ("boards-won", "common-opponent", ["direct-match"]),
            ("opponents", "common-opponent", ["boards-won"]),
        )
    ),
    "teams.ties-split": ("always", "winners", "never"),
    "teams.rank-by": ("points", "wins"),
    "teams.penalty-moves-margin": (True, False),
    "teams.swiss-keeps-opponents": (True, False),
    "teams.draw-share": ("6/5", "1", "7/5"),
    "teams.removed-from": ("1/2", "1/3", "3/4"),
    "teams.plus": (3, 2),
    "teams.minus": (3, 4),
    "board-a-match.tie-within": (0, 10),
    "board-a-match.later-from": (1, 2, 3),
    "worth.vp-percent": (5, 10),
}


class Variant(NamedTuple):
    """An event scored in one way: the state that the program scores, the facts, and the values of the regulations."""

    state: EventState
    facts: EventFacts
    values: dict[str, Any]
    name: str


def variants(state: EventState, count: int, rng: random.Random) -> Iterator[Variant]:
    """Yields the event as it was played, by the regulations of the JCBL, and in other ways chosen by lot."""
    facts = event_facts(state)
    yield Variant(state, facts, body_values("jcbl-2008"), "as played")
    for _ in range(count):
        yield _of_pairs(state, facts, rng) if facts.is_of_pairs else _of_teams(state, facts, rng)


def _of_pairs(state: EventState, facts: EventFacts, rng: random.Random) -> Variant:
    body, values, rules, changes = _regulations(rng)
    method = state.settings.scoring.method
    if method in (Method.IMPS, Method.BUTLER):
        method = rng.choice((Method.IMPS, Method.BUTLER))
    scale = state.settings.scoring.scale
    if scale:
        scale = rng.choice([name for name in IMP_SCALES if all(map(scale_data(name).is_for, _lengths(facts)))])
    changed = replace(
        state,
        settings=replace(state.settings, scoring=replace(state.settings.scoring, method=method, scale=scale)),
        rules=rules,
    )
    return Variant(changed, event_facts(changed), values, f"{body} {method.value} {scale} {changes}")


def _regulations(rng: random.Random) -> tuple[str, dict[str, Any], dict[str, Any], str]:
    """Returns a body, the values of its regulations with some changed, the same as an event's copy, and the changes."""
    body = rng.choice(BODIES)
    values, rules, changes = dict(body_values(body)), _plain_rules(body), []
    for name, choices in OTHER_VALUES.items():
        if rng.random() < 0.3:
            values[name] = rng.choice(choices)
            section, key = name.split(".")
            rules = {**rules, section: {**rules[section], key: {"value": values[name], "clause": "Decision: a test"}}}
            changes.append(f"{name}={values[name]}")
    return body, values, rules, " ".join(changes)


def _of_teams(state: EventState, facts: EventFacts, rng: random.Random) -> Variant:
    body, values, rules, changes = _regulations(rng)
    scoring = rng.choice([TeamScoring.IMPS_VP, TeamScoring.IMPS_VP, *TeamScoring])
    if scoring in (TeamScoring.BOARD_A_MATCH_VP, TeamScoring.PATTON) and not _has_net_scale(facts):
        scoring = TeamScoring.IMPS_VP
    scale = _scale(scoring, facts, values, rng)
    settings = replace(
        state.settings,
        scoring=replace(state.settings.scoring, scale=scale),
        matches=replace(state.settings.matches, scoring=scoring),
    )
    counts_imps = scoring in (TeamScoring.IMPS_VP, TeamScoring.IMPS, TeamScoring.PACHABO)
    # Other ways to score have no use for a slip in IMPs or victory points, or for IMPs off a match.
    changed = replace(
        state,
        settings=settings,
        rules=rules,
        matches=replace(state.matches, slips=state.matches.slips if scoring is TeamScoring.IMPS_VP else ()),
        rulings=replace(
            state.rulings, penalties=tuple(p for p in state.rulings.penalties if counts_imps or p.unit.value != "imps")
        ),
    )
    return Variant(changed, event_facts(changed), values, f"{body} {scoring.value} {scale} {changes}")


def _has_net_scale(facts: EventFacts) -> bool:
    """True if the only table for net scores has a column for every match; one that is broken off may have one board."""
    return all(map(scale_data("bam-vp").is_for, _lengths(facts)))


def _lengths(facts: EventFacts) -> set[int]:
    return {facts.usual_boards, *(match.length for match in facts.matches if not match.three)}


def _scale(scoring: TeamScoring, facts: EventFacts, values: dict[str, Any], rng: random.Random) -> str:
    if scoring.unit is None:
        return ""
    lengths = _lengths(facts)
    if scoring.value in ("board-a-match-vp", "patton"):
        usual = "bam-vp" if all(map(scale_data("bam-vp").is_for, lengths)) else ""
        return usual if scoring.value == "board-a-match-vp" or rng.random() < 0.5 else ""
    fitting = [name for name in IMP_SCALES if all(map(scale_data(name).is_for, lengths))]
    usual = values["pachabo.scale"] if scoring is TeamScoring.PACHABO else ""
    return "" if usual and rng.random() < 0.5 else rng.choice(fitting)


@cache
def _plain_rules(body: str) -> dict[str, Any]:
    return deepcopy(dict(regulations.to_plain(regulations.load(body))))
