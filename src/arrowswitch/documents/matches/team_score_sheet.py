"""The team score sheet: own North-South and own East-West score of every board, difference, IMPs; total and VP (R-020).

JCBL director's manual 3.3, lines 1640-1668. Both sides of a match get their own, each seen from itself; what is not
played yet stays empty for the pen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, frame
from arrowswitch.documents.job import NUMBER, ROUND, SECTION, PrintJob, SheetInfo
from arrowswitch.documents.matches.jobs import matches_wanted, points_text, signed, vp_places
from arrowswitch.documents.words import Words
from arrowswitch.tournament.event.model import EventState, Section
from arrowswitch.tournament.event.views import CellView
from arrowswitch.tournament.matches.views import MatchBoard, MatchView
from arrowswitch.tournament.scored.match_rules import is_of_matches, team_method

INFO = SheetInfo("team-score-sheet", (ROUND, NUMBER, SECTION), is_for=is_of_matches)


@dataclass(frozen=True, slots=True)
class TeamScoreLine:
    """A board seen from one team; empty texts are still to come."""

    board: str
    own_ns: str
    own_ew: str
    difference: str
    points: str


@dataclass(frozen=True, slots=True)
class ScoreSide:
    """The sheet of one team: its opponents, its boards, the sum of differences and points, its VP."""

    heading: str
    number: str
    name: str
    opponent: str
    opponent_name: str
    seen_from: str
    lines: tuple[TeamScoreLine, ...]
    difference: str
    points: str
    vp: str


@dataclass(frozen=True, slots=True)
class TeamScoreSheet:
    """A page for each match, with the sheets of both teams."""

    pages: tuple[tuple[ScoreSide, ScoreSide], ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the score sheets of a round, or of a team; raises the errors of `matches_wanted`."""
    pages = tuple(
        (
            score_side(job.state, match, match.home, _heading(job, number, match, words), words),
            score_side(job.state, match, match.away, _heading(job, number, match, words), words),
        )
        for number, match in matches_wanted(job)
    )
    labels = words.labels("team-score", "board", "own-ns", "own-ew", "difference", "sum", "vp", "versus")
    is_imps = team_method(job.state.settings).value == "imps"
    labels["points"] = words("team-score.imps" if is_imps else "team-score.points")
    return Document(frame(INFO, job, words), labels, TeamScoreSheet(pages))


def score_side(state: EventState, match: MatchView, number: Number, heading: str, words: Words) -> ScoreSide:
    """Returns the sheet of one of the two teams of a match."""
    is_home = number == match.home
    opponent = match.away if is_home else match.home
    entry, other = (match.home_entry, match.away_entry)[:: 1 if is_home else -1]
    method = team_method(state.settings)
    lines = tuple(_lines(match, is_home, is_won_or_lost=method.is_board_a_match))
    points = match.points if is_home else match.points[::-1]
    has_any = any(line.points for line in lines)
    net = match.score.net if match.score is not None else 0
    won = points[0] if method.is_board_a_match else points[0] - points[1]
    vp = match.vp if match.vp is None or is_home else match.vp[::-1]
    return ScoreSide(
        heading,
        number,
        team_name(entry, words),
        opponent,
        team_name(other, words),
        words("team-score.seen-from", who=number),
        lines,
        signed(net if is_home else -net) if has_any else "",
        (points_text(won) if method.is_board_a_match else signed(won)) if has_any else "",
        "" if vp is None else _vp(vp, match.brings, is_home, state),
    )


def _vp(vp: Both, brings: Both | None, is_home: bool, state: EventState) -> str:
    """Returns the victory points, and behind them in brackets what the match brings where boards count beside them."""
    text = f"{points_text(vp[0], vp_places(state))} – {points_text(vp[1], vp_places(state))}"
    if brings is None or not team_method(state.settings).adds_vp:
        return text
    own, other = brings if is_home else brings[::-1]
    return f"{text}  ({points_text(own, vp_places(state))} – {points_text(other, vp_places(state))})"


def _lines(match: MatchView, is_home: bool, *, is_won_or_lost: bool) -> Iterator[TeamScoreLine]:
    for board in match.boards:
        ns, ew = (board.open, board.closed) if is_home else (board.closed, board.open)
        difference = board.difference if is_home or board.difference is None else -board.difference
        yield TeamScoreLine(
            str(board.board),
            _scores(board, ns, 1, is_home=is_home),
            _scores(board, ew, -1, is_home=is_home),
            "" if difference is None else signed(difference),
            _points(board, is_home, is_won_or_lost),
        )


def _points(board: MatchBoard, is_home: bool, is_won_or_lost: bool) -> str:
    if board.points is None:
        return ""
    own, other = board.points if is_home else board.points[::-1]
    return points_text(own) if is_won_or_lost else signed(own - other)


def _scores(board: MatchBoard, cell: CellView | None, sign: int, *, is_home: bool) -> str:
    """Returns a team's score on a side, of both tables where it sits there twice."""
    further = board.further[0 if is_home == (sign > 0) else 1] if board.further else None
    return " / ".join(text for one in (cell, further) if (text := _score(one, sign)))


def _score(cell: CellView | None, sign: int) -> str:
    return "" if cell is None or cell.ns_score is None else points_text(Fraction(sign * cell.ns_score))


def _heading(job: PrintJob, number: int, match: MatchView, words: Words) -> str:
    section: Section = job.state.section(match.session, match.section)
    tables = [str(t) if section.movement is None else section.movement.label(t) for t in match.tables]
    return words("team-score.round", round=number, tables=words.listed(tables))
