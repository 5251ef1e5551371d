"""The board-a-match report form: both teams, the boards filled in, net score and points, VP, the grand total and the
scale (R-019).

JCBL director's manual 3.3, lines 1833-1872. The director's numbers are printed beforehand (line 1837); where results
are in, the form is filled from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.scales import Scale, ScaleColumn
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import NUMBER, ROUND, SECTION, PrintJob, SheetInfo, prints
from arrowswitch.documents.matches.jobs import matches_wanted, planned_wanted, points_text
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_rules import scale_in_use, team_method

PER_PAGE = 4


def needs(job: PrintJob) -> None:
    """Raises Refused (`print.not-board-a-match`) and the errors of `planned_wanted`."""
    if not team_method(job.state.settings).is_board_a_match:
        raise Refused.of("print.not-board-a-match")
    planned_wanted(job)


INFO = SheetInfo(
    "bam-report",
    (ROUND, NUMBER, SECTION),
    is_for=prints("bam-report"),
    needs=needs,
    moment=PrintMoment.DURING,
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the forms of a round; raises as `needs`."""
    needs(job)
    forms = [report_form(match, words("bam.round", round=number), words) for number, match in matches_wanted(job)]
    pages = tuple(tuple(forms[at : at + PER_PAGE]) for at in range(0, len(forms), PER_PAGE))
    labels = words.labels("bam", "team", "board", "net", "point", "total", "grand")
    sheet: Model = {"pages": pages, "rule": _rule(job.state, words), "scale": _scale(job.state, words)}
    return Document(frame(INFO, job, words), labels, sheet)


def report_form(match: MatchView, heading: str, words: Words) -> Model:
    """Returns the form of a match, filled as far as it is played."""
    has_all = match.brings is not None
    return {
        "heading": heading,
        "home": match.home,
        "home_name": team_name(match.home_entry, words),
        "away": match.away,
        "away_name": team_name(match.away_entry, words),
        "lines": tuple(_lines(match)),
        "net": _net(_nets(match)),
        "vp": _two(match.vp),
        "grand": _two(match.brings) if has_all else ("", ""),
    }


def _lines(match: MatchView) -> Iterator[Model]:
    """Yields the boards: the winner's net score, and what the board brings both; empty for the pen."""
    for board in match.boards:
        home, away = _net(board.nets) if board.points is not None else ("", "")
        own, other = (points_text(points) if points else "" for points in board.points or (0, 0))
        yield {"board": str(board.board), "home_net": home, "home_point": own, "away_point": other, "away_net": away}


def _nets(match: MatchView) -> Both | None:
    """Returns the net scores of both teams: of the slip that the match is counted by, else of its boards."""
    if match.slip is None or match.score is None:
        return match.nets
    return (Fraction(match.score.net), Fraction(-match.score.net)) if match.score.compared else None


def _net(nets: Both | None) -> tuple[str, str]:
    """Returns the net plus scores of both teams; both have one where both have an average plus."""
    own, other = (points_text(net) if net > 0 else "" for net in nets or (0, 0))
    return own, other


def _two(both: Both | None) -> tuple[str, str]:
    return ("", "") if both is None else (points_text(both[0]), points_text(both[1]))


def _rule(state: EventState, words: Words) -> str:
    rules = rules_of(state).board_a_match
    return words("bam.point-rule", win=points_text(rules.win), tie=points_text(rules.win / 2))


def _scale(state: EventState, words: Words) -> Model | None:
    """Returns the scale as it is printed below: a column of margins for each number of boards, the VP of each row."""
    scale = scale_in_use(state)
    if scale is None or not scale.columns:
        return None
    heads = tuple(words("bam.margin", boards=_boards(column, words)) for column in scale.columns)
    rows = tuple(_scale_row(scale, place, words) for place in reversed(range(len(scale.pairs))))
    return {"heads": heads, "rows": rows}


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
