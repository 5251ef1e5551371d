"""The ranking that a print shows: as it stands now, or as a published version showed it (R-378).

A version is printed again from the ledger up to its publication, so that the old print comes out as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.scoring.amounts import decimal_string, format_half_points, plain_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.documents.job import VERSION, PrintJob
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import RankingView, RankRow
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.results.tables import has_boards
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.match_rules import method_at_two_tables

MOST_PLACES = 4


def with_results(job: PrintJob) -> PrintJob:
    """Returns the job with the state that a print of results shows.

    Raises Refused (`print.no-results`) before the first result, NotFound (`print.no-version`) for a version that was
    never published.
    """
    at = at_version(job)
    if not at.state.is_scored_in(job.session):
        raise Refused.of("print.no-results")
    return at


def with_any_results(job: PrintJob) -> PrintJob:
    """Returns the job with the state that is shown; raises Refused (`print.no-results`) before the first result."""
    at = at_version(job)
    if not any(map(at.state.is_scored_in, at.state.sessions)):
        raise Refused.of("print.no-results")
    return at


def with_boards(job: PrintJob) -> PrintJob:
    """Returns the same as `with_results`, for a print that lists boards. Also raises Refused (`print.no-boards`) if
    every result came by the slip of a whole match."""
    at = with_results(job)
    if not has_boards(at.state, at.session):
        raise Refused.of("print.no-boards")
    return at


def with_ranking(job: PrintJob) -> tuple[PrintJob, RankingView]:
    """Returns the job with the state that a print of results shows, and its ranking; raises as `with_results`."""
    at = with_results(job)
    return at, ranking(at.state, job.session)


def by_boards(job: PrintJob) -> tuple[PrintJob, RankingView]:
    """Returns the same as `with_ranking`, for a print that lists boards; raises as `with_boards`."""
    at = with_boards(job)
    return at, ranking(at.state, job.session)


def at_version(job: PrintJob) -> PrintJob:
    """Returns the job with the state that its `version` option names; without one as it is."""
    version = job.option(VERSION).strip()
    if not version:
        return job
    for publication in job.state.publication.versions:
        if str(publication.version) == version:
            ledger = job.ledger[: publication.seq]
            return replace(job, state=state_of(ledger), ledger=ledger)
    raise NotFound.of("print.no-version", version=version, newest=len(job.state.publication.versions))


def told_start(job: PrintJob, words: Words) -> tuple[str, ...]:
    """Returns the start of the next session, if it was announced and the session has not begun (R-125)."""
    coming = job.state.posted_session
    if coming is None or coming.posted_start is None:
        return ()
    time = words.start_time(coming.posted_start, job.state.settings.date)
    return (words.phrase(Problem("hall.next-session", {"session": coming.number, "time": time})),)


def plain_number(job: PrintJob, row: RankRow) -> Number:
    """Returns the contestant's number in its own section."""
    return section_number(job.state.session(job.session), row.standing.number)[1]


def places_for(values: Iterable[Fraction | None]) -> int:
    """Returns how many decimals a column needs so that its numbers line up: 0 to 4, and never a lone third."""
    most = 0
    for value in values:
        places = 0
        while value is not None and places < MOST_PLACES and (value * 10**places).denominator != 1:
            places += 1
        most = max(most, places)
    return most


def board_unit(state: EventState) -> str:
    """Returns the message code of what the points of a board are counted in, as sheets write it."""
    method = method_at_two_tables(state.settings)
    if method is not None:
        return "unit.imp" if method is TeamMethod.IMPS else "unit.points"
    return _UNITS.get(state.settings.scoring.method.boards, "unit.points")


_UNITS = {
    Method.MATCHPOINTS: "unit.mp",
    Method.INSTANT: "unit.mp",
    Method.IMPS: "unit.imp",
    Method.BUTLER: "unit.imp",
}


def points_text(value: Fraction | None, job: PrintJob) -> str:
    """Returns matchpoints on a board, half a point as `x` where it is wanted; empty for none."""
    return "" if value is None else format_half_points(value * job.points_factor, is_half_x=job.is_half_as_x)


def totals_text(values: Iterable[Fraction], job: PrintJob) -> tuple[str, ...]:
    """Returns a column of totals: all with the same decimals, or with `x` for the half points."""
    amounts = tuple(value * job.points_factor for value in values)
    if job.is_half_as_x and all(value.denominator in (1, 2) for value in amounts):
        return tuple(format_half_points(value, is_half_x=True) for value in amounts)
    places = places_for(amounts)
    return tuple(decimal_string(value, places) for value in amounts)


def percent_text(value: Fraction | None, words: Words) -> str:
    """Returns a percentage with two decimals; empty for none."""
    return "" if value is None else words("result.percent", value=decimal_string(value))


def with_note(names: str, note: str | Fraction | None) -> str:
    """Returns names followed by a note in brackets: a stratum, a handicap, an amount carried over."""
    if note is None or not note:
        return names
    if isinstance(note, Fraction) and 100 % note.denominator:
        note = Fraction(decimal_string(note))
    text = note if isinstance(note, str) else f"{'+' if note > 0 else ''}{plain_string(note)}"
    return f"{names}　[{text}]"
