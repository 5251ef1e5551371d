"""The team score sheet: own North-South and own East-West score of every board, difference, IMPs; total, and VP where
there are any (R-020).

JCBL director's manual 3.3, lines 1640-1668. Both sides of a match get their own, each seen from itself; what is not
played yet stays empty for the pen. Two of them lie on a page, or those of two matches.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Any

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import NUMBER, ROUND, SECTION, PrintJob, SheetInfo, SheetOption, prints
from arrowswitch.documents.matches.jobs import board_points, matches_wanted, planned_wanted, points_text, sign_text
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.slot import match_legend, match_score_text
from arrowswitch.documents.words import Words, most_ems
from arrowswitch.tournament.matches.team_view import OwnBoard, OwnMatch, own_match
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.scored.match_rules import scale_in_use, team_method, vp_places

LAYOUT = SheetOption("score-sheets", ("auto", "two", "four"))
INFO = SheetInfo(
    "team-score-sheet",
    (ROUND, LAYOUT, NUMBER, SECTION),
    is_for=prints("team-score-sheet"),
    needs=planned_wanted,
    moment=PrintMoment.DURING,
    kits=(
        KitName.START,
        KitName.ROUND,
    ),
)
MOST_BOARDS_OF_FOUR = 16
"""Boards of a match, and lines of the notes on them, that half the height of a page holds."""
NOTE_EMS = 27
"""Characters of full width on a line of a note."""
_AROUND_MM, _LINE_MM = 54, 6.2
"""The names above the boards of a match with the notes below, and a line that is easy to write in, in millimetres."""
_ROOMS_MM = {4: 62, 3: 84, 2: 129}
"""The room of a match by the matches of a page, in millimetres."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the score sheets of a round or several, or of a team, both teams of a match on the same line; raises as
    `matches_wanted`."""
    wanted = matches_wanted(job)
    sides = tuple(
        (
            score_side(job, match, match.home, _heading(job, number, match, words), words),
            score_side(job, match, match.away, _heading(job, number, match, words), words),
        )
        for number, match in wanted
    )
    labels = words.labels("team-score", "board", "own-ns", "own-ew", "difference", "sum", "vp", "versus")
    has_vp = scale_in_use(job.state) is not None
    is_imps = team_method(job.state.settings).value == "imps"
    labels["points"] = words("team-score.imps" if is_imps else "team-score.points")
    most_lines = max((_lines_taken(side) for match in sides for side in match), default=0)
    matches_a_page = min(_matches_a_page(job.option(LAYOUT), most_lines), len(sides))
    pages = stack_cards(sides, matches_a_page)
    return Document(
        frame(INFO, job, words), labels, {"pages": pages, "matches_a_page": matches_a_page, "has_vp": has_vp}
    )


def _matches_a_page(layout: str, lines: int) -> int:
    """Returns how many matches of this many lines a page has: one or two as asked for, else as many as leave room to
    write."""
    if layout != LAYOUT.default:
        return 2 if layout == "four" and lines <= MOST_BOARDS_OF_FOUR else 1
    wanted = _AROUND_MM + (lines + 1) * _LINE_MM
    return next((matches for matches, room in _ROOMS_MM.items() if wanted <= room), 1)


def _lines_taken(side: Model) -> int:
    """Returns how many lines the boards of a side take, with their notes, which wrap."""
    lines: Any = side["lines"]
    notes: Any = side["notes"]
    return len(lines) + sum(ceil(most_ems(note) / NOTE_EMS) for note in notes)


def score_side(job: PrintJob, match: MatchView, number: Number, heading: str, words: Words) -> Model:
    """Returns the sheet of one of the two teams of a match."""
    state = job.state
    own = own_match(state, match, number)
    is_won_or_lost = team_method(state.settings).is_board_a_match
    lines = tuple(_line(board, is_won_or_lost=is_won_or_lost) for board in own.boards)
    has_any = any(line["points"] for line in lines)
    net = _net(match, own, counts_net=team_method(state.settings).margin_unit is ScaleUnit.POINTS)
    has_sum = match.has_points and (has_any or match.slip is not None)
    if match.slip is not None:
        heading = f"{heading}　{words('team-score.by-slip')}"
    if match.shortened is not None:
        heading = f"{heading}　{words('team-score.shortened', n=len(match.boards))}"
    return {
        "heading": heading,
        "number": number,
        "name": team_name(own.entry, words),
        "opponent": own.opponent,
        "opponent_name": team_name(own.opponent_entry, words),
        "seen_from": words("team-score.seen-from", who=number),
        "notes": match_legend(
            (cell for board in own.boards for pair in board.tables for cell in pair if cell), words, job.ledger
        ),
        "lines": lines,
        "difference": sign_text(net) if has_any and match.slip is None else "",
        "points": _score_text(own.points, is_won_or_lost=is_won_or_lost) if has_sum else "",
        "vp": _vp(own, state),
    }


def _net(match: MatchView, own: OwnMatch, *, counts_net: bool) -> Fraction:
    """Returns the net score of a team over the boards compared, with artificial scores if net scores become VP."""
    if counts_net and match.nets is not None:
        return match.nets[0 if own.is_home else 1]
    return Fraction(sum(board.difference for board in own.boards if board.difference is not None))


def _score_text(points: Both, *, is_won_or_lost: bool) -> str:
    return points_text(points[0]) if is_won_or_lost else sign_text(points[0] - points[1])


def _vp(own: OwnMatch, state: EventState) -> str:
    """Returns the victory points, followed in brackets by the score of the match if boards count in addition; for a
    forfeited match, its score."""
    brings = [own.match.points_of(number) for number in (own.match.teams if own.is_home else own.match.teams[::-1])]
    score = "" if None in brings else _both(brings, state)
    if own.vp is None:
        return score if own.match.losers else ""
    is_beside = score and team_method(state.settings).adds_vp
    return f"{_both(own.vp, state)}  ({score})" if is_beside else _both(own.vp, state)


def _both(points: Iterable[Fraction | None], state: EventState) -> str:
    return " – ".join(points_text(one or 0, vp_places(state)) for one in points)


def _line(board: OwnBoard, *, is_won_or_lost: bool) -> Model:
    return {
        "board": str(board.board.board),
        "own_ns": _scores([ns for ns, _ in board.tables], 1),
        "own_ew": _scores([ew for _, ew in board.tables], -1),
        "difference": "" if board.difference is None else sign_text(board.difference),
        "points": board_points(board, is_won_or_lost=is_won_or_lost),
    }


def _scores(cells: Iterable[CellView | None], sign: int) -> str:
    """Returns a team's score on a side, of both tables where it sits there twice."""
    return " / ".join(text for cell in cells if cell is not None and (text := _score(cell, sign)))


def _score(cell: CellView, sign: int) -> str:
    """Returns a score and its signs; a weighted score has its sign alone, and is in a footnote."""
    score = cell.score_of(is_ns=sign > 0)
    return match_score_text(cell, is_ns=sign > 0, score="" if score is None else points_text(sign * score))


def _heading(job: PrintJob, number: int, match: MatchView, words: Words) -> str:
    tables = own_match(job.state, match, match.home).tables
    return words("team-score.round", round=number, tables=words.list_text(tables))
