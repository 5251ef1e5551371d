"""The season of a league event as a sheet: fixture list, table and the matches that wait (R-252, R-277, R-279).

The page model is that of `sheet`, which prints leagues from files.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo, SheetOption, prints
from arrowswitch.documents.league.sheet import league_divisions, league_labels
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.league.season import division_of, is_dated
from arrowswitch.tournament.model.places import Place

PART = SheetOption("league-part", ("all", "schedule", "table"))


def scheduled_sections(job: PrintJob) -> tuple[SectionLetter, ...]:
    """Returns the sections that have a schedule; raises Refused (`print.no-league`) where none has."""
    letters = tuple(one.letter for one in job.sections() if is_dated(job.state, Place(job.session, one.letter)))
    if not form_of(job.state.settings).has_dates or not letters:
        raise Refused.of("print.no-league")
    return letters


INFO = SheetInfo(
    "league",
    (PART, SECTION),
    is_for=prints("league"),
    needs=scheduled_sections,
    moment=PrintMoment.BEFORE,
    shows_results=True,
)
_LEFT_OUT: Mapping[str, Model] = {"schedule": {"table": (), "open": (), "notes": ()}, "table": {"dates": ()}}
"""The parts left out of a sheet of one part."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the season of every section that has a schedule; raises Refused as `scheduled_sections`."""
    state, on = job.state, job.printed_at.date()
    letters = scheduled_sections(job)
    name_of = partial(team_name, words=words)
    divisions = [division_of(state, Place(job.session, letter), on, name_of) for letter in letters]
    left_out = _LEFT_OUT.get(job.option(PART), {})
    pages = tuple({**division, **left_out} for division in league_divisions(divisions, on, words.locale))
    return Document(frame(INFO, job, words), league_labels(on, words.locale), {"divisions": pages})
