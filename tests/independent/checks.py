"""Compares the scoring of an event of matches by the program with that of `table`: lists every difference."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.event import EventMatch
from arrowswitch.tournament.matches.views import cross_table
from arrowswitch.tournament.model.forms import Arrangement
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.session import tables_of
from tests.independent.facts import EventFacts, MatchFact, Team
from tests.independent.pairs import PairScorer, swiss_totals
from tests.independent.scores import NOTHING, Scorer
from tests.independent.table import Reckoned, Row, reckon
from tests.independent.variants import Variant


def differences(variant: Variant) -> list[str]:
    """Returns everything in which the program and the reckoning differ about an event scored in one way."""
    method = variant.state.settings.scoring.method
    if method in (Method.SWISS_IMPS, Method.SWISS_MATCHPOINTS):
        return _in_own_totals(variant)
    scorer = PairScorer(variant.facts, variant.values, method.value) if variant.facts.is_of_pairs else None
    reckoned = reckon(variant.facts, variant.values, scorer)
    session = newest_session(variant.state)
    [table] = tables_of(variant.state, session)
    faults = [
        *_in_table(table, reckoned),
        *_in_matches(table, reckoned, variant.facts),
    ]
    if variant.state.settings.event_form.arrangement is not Arrangement.BRACKET:
        # A bracket ranks by rounds, and has no cross table.
        faults += _in_cross_table(variant.state, session, reckoned)
        faults += _in_ranking(variant.state, session, reckoned)
    return [f"{variant.name}: {difference}" for difference in faults]


def newest_session(state: EventState) -> int:
    """Returns the last session that has a section."""
    return max(number for number, session in state.sessions.items() if session.sections)


def _in_table(table: MatchTable, reckoned: Reckoned) -> Iterator[str]:
    ranks = [(str(standing.number), standing.rank) for standing in table.scored.ranking]
    if sorted(ranks) != sorted(reckoned.ranks):
        yield f"ranks {ranks}, reckoned {reckoned.ranks}"
    if [rank for _, rank in ranks] != [rank for _, rank in reckoned.ranks]:
        yield f"order {ranks}"
    if set(map(str, table.scored.removed)) != reckoned.removed:
        yield f"removed {table.scored.removed}, reckoned {sorted(reckoned.removed)}"
    shared = {(session, number, str(team)): points for (session, number, team), points in table.shared.items()}
    if shared != reckoned.shared:
        yield f"shared {shared}, reckoned {reckoned.shared}"
    for standing in table.scored.ranking:
        row = reckoned.rows.get(str(standing.number))
        if row is None:
            continue
        own: dict[str, Any] = {
            "raw": standing.row.raw,
            "carried": standing.row.carried,
            "penalty": standing.row.penalty,
            "total": standing.row.total,
            "results": (standing.row.won, standing.row.tied, standing.row.lost),
            "matches": standing.row.matches,
            "forfeits": standing.row.forfeits,
            "won": standing.row.points_won,
            "lost": standing.row.points_lost,
            "opponents": sorted(map(str, standing.row.opponents)),
        }
        for name, value in own.items():
            if value != (wanted := _value(row, name)):
                yield f"{name} of {standing.number}: {value}, reckoned {wanted}"


def _value(row: Row, name: str) -> Any:
    if name == "opponents":
        return sorted(row.opponents)
    return len(row.outcomes) if name == "matches" else getattr(row, name)


def _in_matches(table: MatchTable, reckoned: Reckoned, facts: EventFacts) -> Iterator[str]:
    own: dict[frozenset[str], list[EventMatch]] = {}
    for plan in table.planned:
        own.setdefault(frozenset(map(str, plan.teams)), []).append(table.of(plan))
    counts: dict[frozenset[str], int] = {}
    for fact in facts.matches:
        if fact.three:
            continue
        at = counts.get(fact.key[2], 0)
        counts[fact.key[2]] = at + 1
        if at >= len(own.get(fact.key[2], [])):
            yield f"match {fact.key} is missing"
            continue
        match = own[fact.key[2]][at]
        points = {str(team): match.brings_to(team) for team in match.counts_for if match.brings_to(team) is not None}
        if points != reckoned.points[fact.key]:
            yield f"match {fact.key}: {points}, reckoned {reckoned.points[fact.key]}"
        margins = dict(zip(map(str, match.match.teams), match.result.margins, strict=True))
        if not facts.is_of_pairs and any(board.due < 2 for board in fact.boards):
            continue  # The second half of a triangle over two rounds is not drawn yet: nothing is compared.
        if margins != reckoned.margins[fact.key]:
            yield f"margins of {fact.key}: {margins}, reckoned {reckoned.margins[fact.key]}"
    if sum(map(len, own.values())) != sum(counts.values()):
        yield f"{sum(map(len, own.values()))} matches, reckoned {sum(counts.values())}"


def _in_cross_table(state: EventState, session: int, reckoned: Reckoned) -> Iterator[str]:
    """Yields rows of the cross table whose cells, triangles and sit-outs do not add up to the reckoned points."""
    [table] = cross_table(state, session)
    if {str(row.number) for row in table.rows} != set(reckoned.rows):
        yield f"cross table: rows {[row.number for row in table.rows]}, reckoned {list(reckoned.rows)}"
        return
    for row in table.rows:
        wanted = reckoned.rows[str(row.number)]
        cells = sum((cell.points or NOTHING for met in row.cells for cell in met), NOTHING)
        if cells + row.shared != wanted.raw + wanted.carried:
            yield f"cross table, row {row.number}: {cells} + {row.shared}, reckoned {wanted.raw} + {wanted.carried}"


def _in_ranking(state: EventState, session: int, reckoned: Reckoned) -> Iterator[str]:
    """Yields totals and ranks of the list that is published; teams without any match share the last place."""
    playing = [(team, rank) for team, rank in reckoned.ranks if _has_points(reckoned.rows[team])]
    order = [rank for _, rank in playing]
    wanted = {team: (1 + sum(other < rank for other in order), reckoned.rows[team].total) for team, rank in playing}
    published = {
        str(row.standing.number): (row.standing.rank, row.standing.total)
        for _, rows in ranking(state, session).groups
        for row in rows
        if (wanted_row := reckoned.rows.get(str(row.standing.number))) is None or _has_points(wanted_row)
    }
    if published != wanted:
        yield f"ranking {published}, reckoned {wanted}"


def _has_points(row: Row) -> bool:
    return bool(row.outcomes or row.carried)


def _in_own_totals(variant: Variant) -> list[str]:
    """Returns the totals and ranks in which Swiss pairs differ whose sides have victory points of their own.

    While results are awaited a board by matchpoints counts by its own top; such an event is not compared.
    """
    is_open = any(not board.tables for match in variant.facts.matches for board in match.boards)
    if variant.state.settings.scoring.method is Method.SWISS_MATCHPOINTS and is_open:
        return []
    wanted = swiss_totals(variant.facts, variant.values, variant.state.settings.scoring.method.value)
    standings = [row.standing for _, rows in ranking(variant.state, 1).groups for row in rows]
    totals = {str(one.number): one.total for one in standings if str(one.number) in wanted}
    ranks = {str(one.number): one.rank for one in standings if str(one.number) in wanted}
    order = {team: 1 + sum(other > total for other in wanted.values()) for team, total in wanted.items()}
    if (totals, ranks) == (wanted, order):
        return []
    return [f"{variant.name}: totals {totals}, ranks {ranks}, reckoned {wanted}, {order}"]


def knockout_differences(knockout: Knockout, facts: EventFacts, values: dict[str, Any]) -> list[str]:
    """Returns everything in which the bracket and the facts differ: IMPs, leads and winners of the matches of two.

    A board's penalty is 5 IMPs (summary, line 59); matches that the director decided are not looked at.
    """
    scorer = Scorer(values, "imps", None)
    faults = []
    for match in knockout.matches:
        teams = [str(team) for team in match.teams if team is not None]
        result = match.result
        if len(teams) != 2 or result is None or result.ruled or not result.played:
            continue
        fact = next((fact for fact in facts.matches if set(fact.teams) == set(teams)), None)
        if fact is None:
            faults.append(f"match {match.number} of {teams} is nowhere in the draw")
            continue
        lead = _lead(fact, facts, scorer)
        sides = {str(side.number): side.lead for side in match.sides}
        if sides != lead:
            faults.append(f"match {match.number}: {sides}, reckoned {lead}")
        winner = _winner(fact, facts, scorer, lead)
        decided = str(match.order[0]) if match.state is MatchState.DECIDED and match.order[0] is not None else None
        if decided != winner:
            faults.append(f"match {match.number} is won by {decided}, reckoned {winner}")
    return faults


def _lead(fact: MatchFact, facts: EventFacts, scorer: Scorer) -> dict[Team, Fraction]:
    margins = scorer.score(fact, {}).margin
    first, second = fact.teams
    lead = (margins[first] - margins[second]) / 2
    for fine in facts.penalties:
        if fine.team in fact.teams and fine.round in fact.rounds:
            amount = fine.amount * (scorer.number("worth.imps") if fine.unit == "boards" else 1)
            lead += amount if fine.team == second else -amount
    return {first: lead, second: -lead}


def _winner(fact: MatchFact, facts: EventFacts, scorer: Scorer, lead: dict[Team, Fraction]) -> Team | None:
    first, second = fact.teams
    is_complete = scorer.score(fact, {}).is_complete
    losers = fact.forfeited_by or (() if is_complete and lead[first] else [t for t in fact.teams if t in facts.left])
    if losers:
        return next((team for team in fact.teams if team not in losers), None)
    if not is_complete or not lead[first]:
        return None
    return first if lead[first] > 0 else second
