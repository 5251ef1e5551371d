"""A team's result on one sheet: its place, every match with what it brought, both tables of every board (R-020, R-229).

JCBL director's manual 3.3, lines 1640-1668 and 1746-1760. It is seen from the team; a captain takes it home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.contracts import RawScore
from arrowswitch.core.game.notation import Style, format_result
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import NUMBER, SECTION, PrintJob, SheetInfo, prints
from arrowswitch.documents.matches.jobs import board_points, points_text, sign_text
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.slot import match_legend, match_score_text
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.team_view import OwnBoard, OwnMatch, TeamView, team_numbers_of, team_view
from arrowswitch.tournament.matches.views import MatchStatus
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import method_at_two_tables, vp_places


def teams_wanted(job: PrintJob) -> tuple[tuple[Place, Number], ...]:
    """Returns the teams to print; raises Refused (`print.no-matches`), NotFound (`print.no-number`)."""
    if not INFO.is_for(job.state):
        raise Refused.of("print.no-matches")
    places = [Place(job.session, section.letter) for section in job.sections()]
    every = [(place, number) for place in places for number in team_numbers_of(job.state, place)]
    if not every:
        raise Refused.of("print.no-matches")
    wanted = set(job.numbers([number for _, number in every]))
    return tuple(one for one in every if one[1] in wanted)


INFO = SheetInfo(
    "team-result",
    (NUMBER, SECTION),
    is_for=prints("team-result"),
    needs=teams_wanted,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the sheets of all teams, or of one; raises as `teams_wanted`."""
    views = [team_view(job.state, place, number) for place, number in teams_wanted(job)]
    sheets = tuple(team_result(job.state, view, words, job.ledger) for view in views)
    labels = words.labels("team-result", "total", "opponent", "score", "brings", "sum", "board", "ns", "ew")
    labels["points"] = words("team-score.points")
    if form_of(job.state.settings).counts_wins:
        labels["total"] = words("team-result.wins")
    sheet: Model = {"teams": sheets, "has_ew": "closed" in job.opponents.rooms}
    return Document(frame(INFO, job, words, ranking(job.state, job.session)), labels, sheet)


def team_result(state: EventState, view: TeamView, words: Words, ledger: Sequence[LedgerEntry] = ()) -> Model:
    """Returns the sheet of one team; without rank and total before its first match is over. The reasons of rulings are
    in the `ledger`."""
    places = vp_places(state)
    row = view.row
    rank = "" if row is None else row.standing.written_rank
    penalties = tuple(
        words("team-result.penalty", amount=points_text(given.amount), reason=one_line(words.reason(given.reason)))
        for given in view.penalties
    )
    method = method_at_two_tables(state.settings)
    is_won_or_lost = method is not None and method.is_board_a_match
    return {
        "number": view.number,
        "name": team_name(view.entry, words),
        "people": "" if view.entry is None else words.list_text(words.person(person) for person in view.entry.people),
        "rank": rank and words("team-result.rank", rank=rank, of=view.ranked),
        "total": "" if row is None else points_text(row.standing.total, places),
        "penalties": (*penalties, *_notes(view, words, ledger)),
        "matches": tuple(
            _block(one, view.number, places, words, is_won_or_lost=is_won_or_lost) for one in view.matches
        ),
    }


def _notes(view: TeamView, words: Words, ledger: Sequence[LedgerEntry]) -> tuple[str, ...]:
    """Returns the rulings on the team's boards, to come or given, a line each."""
    tables = (
        cell
        for one in view.matches
        for board in one.boards
        for cell in (side for pair in board.tables for side in pair)
    )
    return match_legend((cell for cell in tables if cell is not None), words, ledger)


def _block(own: OwnMatch, number: Number, places: int, words: Words, *, is_won_or_lost: bool) -> Model:
    """Returns a match: the opponents and the tables, the points of both, its score, the sum so far, its boards."""
    match = own.match
    brings = "" if own.brings is None else points_text(own.brings, places)
    if brings and match.is_provisional:
        brings = f"{brings} {words('team-result.provisional')}"
    is_planned = match.status is MatchStatus.PLANNED
    if match.slip is not None:
        brings = f"{brings} {words('team-result.by-slip')}".strip()
    if match.shortened is not None:
        brings = f"{brings} {words('team-result.shortened', n=len(match.boards))}".strip()
    score = f"{points_text(own.points[0])} – {points_text(own.points[1])}" if match.has_points else ""
    if match.status is MatchStatus.REMOVED and not match.has_points:
        score = words("team-result.removed")
    if match.loser is not None:
        score = words("team-result.forfeit-lost" if number in match.losers else "team-result.forfeit-won")
    return {
        "round": words("team-result.round", round=words.numbers(match.rounds)),
        "place": words.numbers(own.tables),
        "number": own.opponent,
        "name": team_name(own.opponent_entry, words),
        "score": score,
        "brings": brings,
        "sum": "" if own.total is None else points_text(own.total, places),
        "lines": ()
        if is_planned
        else tuple(line for board in own.boards for line in _lines(board, is_won_or_lost=is_won_or_lost)),
    }


def _lines(board: OwnBoard, *, is_won_or_lost: bool) -> Iterator[Model]:
    """Yields a board: contract and score where the team sat North-South and East-West, and what it brought."""
    for place, (ns, ew) in enumerate(board.tables):
        points = "" if place else board_points(board, is_won_or_lost=is_won_or_lost)
        number = "" if place else str(board.board.board)
        yield {
            "board": number,
            "ns": _contract(ns),
            "ns_score": _score(ns, 1),
            "ew": _contract(ew),
            "ew_score": _score(ew, -1),
            "points": points,
        }


def _contract(cell: CellView | None) -> str:
    if cell is None or cell.entry is None or cell.entry.result is None or isinstance(cell.entry.result, RawScore):
        return ""
    return format_result(cell.entry.result, Style.DISPLAY)


def _score(cell: CellView | None, sign: int) -> str:
    if cell is None:
        return ""
    score = cell.score_of(is_ns=sign > 0)
    return match_score_text(cell, is_ns=sign > 0, score="" if score is None else sign_text(sign * score))
