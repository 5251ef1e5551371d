"""The matches of a sheet: those of a round, or the one of a contestant; and points as printed.

A sheet without the option `round` is for the newest round that has matches; several are asked for as `1-3` or `1,4`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.job import NUMBER, ROUND, PrintJob
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.team_view import OwnBoard
from arrowswitch.tournament.matches.views import MatchView, matches
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.standings.header import current_round

MINUS = "−"
_ROUNDS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", re.ASCII)


def matches_wanted(job: PrintJob) -> tuple[tuple[int, MatchView], ...]:
    """Returns the matches to print with their round; raises as `planned_wanted`."""
    by_key = dict(zip((one.key for one in planned_matches(job.state)), matches(job.state), strict=True))
    return tuple((number, by_key[match.key]) for number, match in planned_wanted(job))


def planned_wanted(job: PrintJob) -> tuple[tuple[int, PlannedMatch], ...]:
    """Returns the matches to print with their round, as planned; raises Refused (`print.no-matches`), NotFound
    (`print.no-round`, `print.no-number`)."""
    if "matches" not in form_of(job.state.settings).pages(job.state):
        raise Refused.of("print.no-matches")
    rounds = {
        (section.letter, meeting.round)
        for section in job.sections()
        if section.movement is not None
        for meeting in section.movement.meetings
    }
    if not rounds:
        raise Refused.of("print.no-matches")
    last = max(number for _, number in rounds)
    rounds_text = job.option(ROUND).strip()
    playing = current_round(job.state, job.session)
    wanted = rounds_text or str(playing if 0 < playing <= last else 1)
    chosen = rounds_asked(wanted)
    played = tuple(
        (number, match)
        for letter, number in sorted(rounds)
        if any(number in some for some in chosen)
        for match in planned_matches(job.state)
        if match.is_in(Place(job.session, letter).at(number))
    )
    if not played:
        raise NotFound.of("print.no-round", round=wanted, last=last)
    number = job.option(NUMBER).strip().upper()
    own = tuple(one for one in played if not number or Number(number) in one[1].teams)
    if not own:
        raise NotFound.of("print.no-number", number=number)
    return own


def rounds_asked(text: str) -> tuple[range, ...]:
    """Returns the rounds in a text. Returns nothing if it is no list of rounds.

    >>> rounds_asked("2"), rounds_asked("1-3, 5"), rounds_asked("last")
    ((range(2, 3),), (range(1, 4), range(5, 6)), ())
    """
    parts = [_ROUNDS.fullmatch(part.strip()) for part in text.split(",")]
    spans = [part for part in parts if part is not None]
    if len(spans) < len(parts):
        return ()
    return tuple(range(int(part[1]), int(part[2] or part[1]) + 1) for part in spans)


def points_text(value: Fraction | int, places: int = 0) -> str:
    """Returns points as they are printed: whole ones without decimals, unless the scale has `places`.

    >>> points_text(Fraction(-6)), points_text(Fraction(10), 2)
    ('−6', '10.00')
    """
    exact = Fraction(value)
    text = str(abs(exact.numerator)) if exact.denominator == 1 and not places else decimal_string(abs(exact))
    return f"{MINUS}{text}" if exact < 0 else text


def sign_text(value: Fraction | int) -> str:
    """Returns a difference with its sign, and 0 without one.

    >>> sign_text(4), sign_text(-6), sign_text(0)
    ('+4', '−6', '0')
    """
    return f"+{points_text(value)}" if value > 0 else points_text(value)


def board_points(board: OwnBoard, *, is_won_or_lost: bool) -> str:
    """Returns a team's score on a board: the points if boards are won or lost, else the difference."""
    if board.points is None:
        return ""
    own, other = board.points
    margin = own - other if board.own_margin is None else board.own_margin
    return points_text(own) if is_won_or_lost else sign_text(margin)
