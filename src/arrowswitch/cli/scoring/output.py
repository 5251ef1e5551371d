"""Standings as the `score` command shows them: one JSON document, or tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.ranking_table import ShownStanding, note_plain, print_ranking
from arrowswitch.cli.scoring.sources import ScoredSource
from arrowswitch.core.contestants import Number
from arrowswitch.core.game.contracts import PassedOut, Played, TableResult
from arrowswitch.core.game.notation import format_contract
from arrowswitch.core.scoring.amounts import decimal_string, written_rank
from arrowswitch.core.scoring.outcomes import Line, NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, format_award, format_entry
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, Standing
from arrowswitch.tournament.ranking.event_total import brought_amounts, brought_ranking

Details = Mapping[Line, TableResult | None]


def standings_plain(console: Console, scored: ScoredSource) -> dict[str, object]:
    """Returns the document of `score --json` with no boards yet; exact amounts are strings with two decimals."""
    results = scored.source.results
    names = {one.number: list(one.names) for one in results.contestants}
    plain: dict[str, object] = {
        "event": results.event,
        "method": scored.standings.method,
        "regulations": scored.standings.regulations,
        "standings": [_shown_standing(one).plain(names.get(one.number, [])) for one in scored.standings.ranking],
        "boards": [],
        "problems": [note_plain(console, note) for note in scored.notes],
    }
    carried = [_plain_carry_over(row, amount) for row, amount in brought_rows(scored)]
    return {**plain, "brought": carried} if carried else plain


def boards_plain(scored: ScoredSource) -> Iterator[dict[str, object]]:
    """Yields the boards of the document, one after another."""
    details: Details = {line.line: line.result for line in scored.source.results.lines}
    return (board_plain(board, details) for board in scored.standings.shown_boards())


def print_standings_json(console: Console, scored: ScoredSource) -> None:
    """Prints the document of `score --json`."""
    console.json_with(standings_plain(console, scored), "boards", boards_plain(scored))


def print_standings(console: Console, scored: ScoredSource) -> None:
    """Prints each field's ranking as a table, then that with the carry-over, then the notes."""
    results = scored.source.results
    console.say(
        "cli.score.head",
        event=results.event or scored.source.name,
        method=scored.standings.method,
        regulations=scored.standings.regulations,
    )
    names = {contestant.number: " / ".join(contestant.names) for contestant in results.contestants}
    for field in dict.fromkeys(standing.field for standing in scored.standings.ranking):
        ranking = scored.standings.in_field(field)
        rows = [_shown_standing(row).cells(names.get(row.number, "")) for row in ranking]
        print_ranking(console, ranking[0].direction, rows)
    console.line()
    carried = brought_rows(scored)
    for field in dict.fromkeys(row.field for row, _ in carried):
        rows = [
            (*_who(row, names), decimal_string(amount), decimal_string(row.total))
            for row, amount in carried
            if row.field == field
        ]
        console.say("cli.score.brought")
        console.table("cli.score.head-", ("rank", "number", "names", "brought", "score"), rows, right=(0, 1, 3, 4))
        console.line()
    for note in scored.notes:
        console.line(console.problem(note))


def brought_rows(scored: ScoredSource) -> tuple[tuple[Standing, Fraction], ...]:
    """Returns the ranking with the carry-over, and how much that is; nothing for other files, where nothing is carried
    over, and where the event was scored by another method than its own."""
    state, session = scored.source.state, scored.source.session
    if state is None or state.settings.scoring.method.value != scored.standings.method:
        return ()
    amounts = brought_amounts(state, session)
    return tuple((row, amounts.get(row.number, Fraction(0))) for row in brought_ranking(state, session))


def _plain_carry_over(row: Standing, amount: Fraction) -> dict[str, object]:
    return {
        "rank": row.rank,
        "tied": row.is_tied,
        "direction": None if row.direction is None else row.direction.value,
        "number": row.number,
        "brought": decimal_string(amount),
        "score": decimal_string(row.total),
    }


def _who(row: Standing, names: Mapping[Number, str]) -> tuple[str, ...]:
    return written_rank(row.rank, is_tied=row.is_tied), row.number, names.get(row.number, "")


def _shown_standing(standing: Standing) -> ShownStanding:
    return ShownStanding(
        rank=standing.rank,
        is_tied=standing.is_tied,
        direction=standing.direction,
        number=standing.number,
        total=decimal_string(standing.total),
        percent=_decimal(standing.percent),
        boards=standing.boards,
        penalty=decimal_string(standing.penalty),
    )


def board_plain(board: ScoredBoard, details: Details) -> dict[str, object]:
    """Returns a board with all its results as `score --json` prints it."""
    return {
        "board": board.board,
        "top": decimal_string(board.top),
        "results": [_result(row, details) for row in board.rows],
    }


def _result(row: ScoredLine, details: Details) -> dict[str, object]:
    line = row.line
    result = details.get(line)
    plain: dict[str, object] = {
        "ns": "+".join(line.ns),
        "ew": "+".join(line.ew),
        "contract": _contract(result),
        "by": result.contract.declarer.value if isinstance(result, Played) else None,
        "tricks": result.tricks if isinstance(result, Played) else None,
        "score": _score(line),
        "ns_points": _decimal(row.ns.points),
        "ew_points": _decimal(row.ew.points),
    }
    if plain["score"] is None:
        plain["award"] = _award(line.ns_outcome, line.ew_outcome)
    return plain


def _contract(result: TableResult | None) -> str | None:
    if isinstance(result, Played):
        return format_contract(result.contract)
    return "PASS" if isinstance(result, PassedOut) else None


def _score(line: Line) -> int | None:
    """Returns the score for North-South where both sides have it; artificial and split scores have none."""
    ns = line.ns_outcome
    return ns.ns if isinstance(ns, TableScore) and ns == line.ew_outcome else None


def _award(ns: SideOutcome, ew: SideOutcome) -> str:
    if isinstance(ns, NotPlayed) or isinstance(ew, NotPlayed):
        return f"{format_award(ns)}/{format_award(ew)}"
    return format_entry(SlipEntry(None, ns, ew))


def _decimal(amount: Fraction | None) -> str | None:
    return None if amount is None else decimal_string(amount)
