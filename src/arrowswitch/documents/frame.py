"""The frame of every sheet around its content: the event, the section's colour and letter, the state of the ranking and
the time of the print (R-017, R-024, R-228, R-378).

A section's colour is shown in three ways, so that nothing is lost in black-and-white print or for colour-blind readers:
by the colour, by the number of blocks in its bar, and by its letter.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.documents.job import BLANK_PAPER, Letterhead, PrintJob, SheetInfo
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.model.club_values.club import Logo, LogoKind
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.views import RankingView
from arrowswitch.tournament.ranking.changes import version_in_force

SECTION_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""The sections' colours A to D of the visual language, safe for colour-blind eyes; later sections begin again."""


@dataclass(frozen=True, slots=True)
class SectionMark:
    """How a section is shown: its letter, its colour, and into how many blocks its bar is cut."""

    letter: str
    colour: str
    blocks: int
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """Head and foot of a sheet, in words. `state` is empty on sheets that show no ranking; `logo` holds the kind and
    the bytes of a picture, or nothing; `colour` is the club's, empty for none; `code` holds the kind and bytes of a QR
    code with its address and what it is for."""

    lang: str
    title: str
    event: str
    when: str
    venue: str
    director: str
    state: str
    version: str
    printed: str
    is_large: bool
    club: str = ""
    logo: Mapping[str, Value] | None = None
    colour: str = ""
    code: Mapping[str, Value] | None = None


Value: TypeAlias = "str | int | SectionMark | Sequence[Value] | Mapping[str, Value] | None"
"""The values of a page model: texts and numbers as printed, and rows and blocks of them."""

Model: TypeAlias = Mapping[str, Value]
"""A row, a block or a whole sheet as values, by the names under which the sheet's template reads them. It is declared
nowhere but where it is made: the values behind it are the views of the queries, which the screens show as well, and
the template is its only reader."""


@dataclass(frozen=True, slots=True)
class Document:
    """A whole print: the frame and the sheet's own page model, with the words of its columns and lines."""

    frame: Frame
    labels: Mapping[str, str]
    sheet: Value


def section_mark(letter: SectionLetter, words: Words) -> SectionMark:
    """Returns how a section is marked on every sheet that belongs to it."""
    place = ord(letter[0].upper()) - ord("A") if letter else 0
    colour = SECTION_COLOURS[place % len(SECTION_COLOURS)]
    return SectionMark(letter, colour, place % 8 + 1, words("frame.section", section=letter))


def frame(info: SheetInfo, job: PrintJob, words: Words, view: RankingView | None = None, title: str = "") -> Frame:
    """Returns head and foot of a sheet; `view` gives the state of the ranking that the sheet shows."""
    settings = job.state.settings
    title = title or words(f"{info.name}.title")
    if job.points_factor > 1:
        title = words("frame.doubled", title=title)
    when = words.day(settings.date)
    if settings.sessions > 1 and not info.is_of_event:
        when = words("frame.when-session", when=when, session=job.session)
    return Frame(
        lang=words.locale.value,
        title=title,
        event=one_line(settings.name),
        when=when,
        venue=one_line(settings.announcement.venue),
        director=words("frame.director", name=one_line(settings.announcement.director))
        if settings.announcement.director
        else "",
        state=state_text(view, words) if view is not None else "",
        version=version_text(_with_version(view, job), settings.date, words) if view is not None else "",
        printed=words("frame.printed", at=words.moment(job.printed_at), seq=job.state.seq),
        is_large=job.is_large,
        club=one_line(job.letterhead.name),
        logo=logo_model(job.letterhead.logo),
        colour=job.letterhead.colour,
    )


def logo_model(logo: Logo | None) -> Mapping[str, Value] | None:
    """Returns a logo as templates read it: the kind, as typst calls it, and the bytes of the file."""
    if logo is None:
        return None
    kind = "jpg" if logo.kind is LogoKind.JPEG else logo.kind.value
    return {"format": kind, "bytes": list(b64decode(logo.data))}


def frame_of_file(
    title: str, name: str, words: Words, printed_at: datetime, letterhead: Letterhead = BLANK_PAPER
) -> Frame:
    """Returns head and foot of a sheet that is printed from a file, without an event of the program."""
    return Frame(
        lang=words.locale.value,
        title=title,
        event=one_line(name),
        when=words.moment(printed_at),
        venue="",
        director="",
        state="",
        version="",
        printed="Arrowswitch",
        is_large=False,
        club=one_line(letterhead.name),
        logo=logo_model(letterhead.logo),
        colour=letterhead.colour,
    )


def state_text(view: RankingView, words: Words) -> str:
    """Returns the state of a ranking: provisional, after a number of corrections, or final (R-228, R-378)."""
    if view.phase is Phase.FINAL:
        text = words("state.final")
    elif view.missing:
        text = words("state.interim", missing=view.missing)
    elif view.late_plays:
        text = words("state.late-plays", n=view.late_plays)
    elif view.corrections:
        text = words("state.corrected", corrections=view.corrections)
    else:
        text = words("state.provisional")
    if view.pending:
        text = words("state.pending", state=text, pending=view.pending)
    return text


def _with_version(view: RankingView, job: PrintJob) -> RankingView:
    """Returns the ranking with the version that shows the same results: what happened since then, such as hands that
    were released, changed none of them."""
    newest = None if view.version else version_in_force(job.state, job.ledger)
    return view if newest is None else replace(view, version=newest.version, published_at=newest.at)


def version_text(view: RankingView, day: str, words: Words) -> str:
    """Returns the published version of a ranking, its time (with its day if that is not the event's), and the end of
    corrections."""
    if not view.version or view.published_at is None:
        return words("state.unpublished")
    text = words("state.version", version=view.version, at=words.start_time(view.published_at, day))
    if view.deadline is not None and view.phase is not Phase.FINAL:
        return words("state.deadline", version=text, until=words.moment(view.deadline))
    return text
