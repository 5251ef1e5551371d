"""The board-a-match report form: both teams, the boards filled in, net score and points, VP, the grand total and the
scale (R-019).

JCBL director's manual 3.3, lines 1833-1872. The director's numbers are printed beforehand (line 1837); where results
are in, the form is filled from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.scales import Scale, ScaleColumn
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, frame
from arrowswitch.documents.job import NUMBER, ROUND, SECTION, PrintJob, SheetInfo
from arrowswitch.documents.matches.jobs import matches_wanted, points_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_rules import is_of_matches, scale_in_use, team_method

INFO = SheetInfo(
    "bam-report",
    (ROUND, NUMBER, SECTION),
    is_for=lambda state: is_of_matches(state) and team_method(state.settings).is_board_a_match,
)
PER_PAGE = 4


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A board: the winner's net score and what the board brings both; empty for the pen."""

    board: str
    home_net: str
    home_point: str
    away_point: str
    away_net: str


@dataclass(frozen=True, slots=True)
class ReportForm:
    """The form of one match; the net of all boards stands with the side that has it."""

    heading: str
    home: str
    home_name: str
    away: str
    away_name: str
    lines: tuple[ReportLine, ...]
    net: tuple[str, str]
    vp: tuple[str, str]
    grand: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ScaleTable:
    """The scale as it is printed below: a column of margins for each number of boards, and the VP of each row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class BamReport:
    """The forms, four to a page, with the points of a board and the scale."""

    pages: tuple[tuple[ReportForm, ...], ...]
    rule: str
    scale: ScaleTable | None


def document(job: PrintJob, words: Words) -> Document:
    """Returns the forms of a round; raises Refused (`print.not-board-a-match`) and the errors of `matches_wanted`."""
    if not team_method(job.state.settings).is_board_a_match:
        raise Refused.of("print.not-board-a-match")
    forms = [report_form(match, words("bam.round", round=number), words) for number, match in matches_wanted(job)]
    pages = tuple(tuple(forms[at : at + PER_PAGE]) for at in range(0, len(forms), PER_PAGE))
    labels = words.labels("bam", "team", "board", "net", "point", "total", "grand")
    model = BamReport(pages, _rule(job.state, words), _scale(job.state, words))
    return Document(frame(INFO, job, words), labels, model)


def report_form(match: MatchView, heading: str, words: Words) -> ReportForm:
    """Returns the form of a match, filled as far as it is played."""
    net = match.score.net if match.score is not None and match.score.compared else None
    has_all = match.brings is not None
    return ReportForm(
        heading=heading,
        home=match.home,
        home_name=team_name(match.home_entry, words),
        away=match.away,
        away_name=team_name(match.away_entry, words),
        lines=tuple(_lines(match)),
        net=("", "") if net is None else _net(net),
        vp=_two(match.vp),
        grand=_two(match.brings) if has_all else ("", ""),
    )


def _lines(match: MatchView) -> Iterator[ReportLine]:
    for board in match.boards:
        if board.points is None:
            yield ReportLine(board=str(board.board), home_net="", home_point="", away_point="", away_net="")
            continue
        home, away = _net(board.difference or 0)
        own, other = (points_text(points) if points else "" for points in board.points)
        yield ReportLine(board=str(board.board), home_net=home, home_point=own, away_point=other, away_net=away)


def _net(difference: int) -> tuple[str, str]:
    return (str(difference), "") if difference > 0 else ("", str(-difference)) if difference < 0 else ("", "")


def _two(both: Both | None) -> tuple[str, str]:
    return ("", "") if both is None else (points_text(both[0]), points_text(both[1]))


def _rule(state: EventState, words: Words) -> str:
    rules = rules_of(state).board_a_match
    return words("bam.point-rule", win=points_text(rules.win), tie=points_text(rules.win / 2))


def _scale(state: EventState, words: Words) -> ScaleTable | None:
    scale = scale_in_use(state)
    if scale is None or not scale.columns:
        return None
    heads = tuple(words("bam.margin", boards=_boards(column, words)) for column in scale.columns)
    rows = tuple(_scale_row(scale, place, words) for place in reversed(range(len(scale.pairs))))
    return ScaleTable(heads, rows)


def _boards(column: ScaleColumn, words: Words) -> str:
    if column.most is None:
        return words("bam.boards-from", boards=column.least)
    return words("bam.boards-of", boards=column.boards)


def _scale_row(scale: Scale, place: int, words: Words) -> tuple[str, ...]:
    cells = []
    for column in scale.columns:
        first = column.starts[place]
        if place + 1 == len(column.starts):
            cells.append(words("bam.or-more", least=first))
        else:
            cells.append(f"{first} – {column.starts[place + 1] - 10}")
    better, worse = scale.pairs[place]
    return (*cells, f"{points_text(Fraction(better))} – {points_text(Fraction(worse))}")
