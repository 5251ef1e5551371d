"""All sheets by name, and the functions that print them.

To add a sheet: write its module with `INFO` and `document`, a template of the same name, its texts in the
catalogue of its capability, and add it below.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from arrowswitch.core.errors import Impossible, Mistake, NotFound, Problem
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Movement, SessionNumber
from arrowswitch.documents.advance import advance_list
from arrowswitch.documents.deals import board_record, hand_records
from arrowswitch.documents.entries import entry_forms, entry_list, seating
from arrowswitch.documents.finals import qualifiers
from arrowswitch.documents.frame import Document, Frame, logo_model
from arrowswitch.documents.history import record
from arrowswitch.documents.job import ROUND, PrintJob, SheetInfo, option_problems
from arrowswitch.documents.knockout import bracket_sheet
from arrowswitch.documents.league import event_sheet as league_print
from arrowswitch.documents.lists import checklist
from arrowswitch.documents.matches import bam_report, cross_table, lineup_slips, team_result, team_score_sheet
from arrowswitch.documents.moments import KitName
from arrowswitch.documents.movement import (
    director_summary,
    guide_cards,
    guide_slips,
    master_sheet,
    movement_picture,
    pair_team_guide,
    room_plan,
    rover_slips,
    stand_signs,
    table_numbers,
)
from arrowswitch.documents.play import leaflet, opening_words, playing_notes
from arrowswitch.documents.prizes import certificates, prize_list
from arrowswitch.documents.ranking import private_scores, ranking, recap, total
from arrowswitch.documents.results import pickup_slips, travellers
from arrowswitch.documents.rulings import appeal_form, case_list, ruling_sheets
from arrowswitch.documents.settings import announcement, printer_check
from arrowswitch.documents.swiss import draw_sheet
from arrowswitch.documents.typesetter import Setting, SettingNote
from arrowswitch.documents.typesetting import pdf_of, setting_of, typeset, typeset_all
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from arrowswitch.i18n.locales import DEFAULT_LOCALE
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.club_values.club import Logo
from arrowswitch.tournament.model.state import EventState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet: what it is called and takes, and the function that makes its page model."""

    info: SheetInfo
    document: Callable[[PrintJob, Words], Document]

    @property
    def template(self) -> str:
        return self.info.name.replace("-", "_")


SHEETS: tuple[PrintedSheet, ...] = tuple(
    PrintedSheet(module.INFO, module.document)
    for module in (
        announcement,
        advance_list,
        entry_list,
        checklist,
        opening_words,
        playing_notes,
        leaflet,
        director_summary,
        room_plan,
        seating,
        table_numbers,
        stand_signs,
        guide_cards,
        guide_slips,
        rover_slips,
        pair_team_guide,
        draw_sheet,
        bracket_sheet,
        lineup_slips,
        team_score_sheet,
        bam_report,
        pickup_slips,
        entry_forms,
        travellers,
        master_sheet,
        movement_picture,
        ranking,
        total,
        qualifiers,
        cross_table,
        league_print,
        team_result,
        prize_list,
        certificates,
        recap,
        private_scores,
        hand_records,
        board_record,
        ruling_sheets,
        appeal_form,
        case_list,
        record,
        printer_check,
    )
)
"""In the order in which an evening needs them."""


@dataclass(frozen=True, slots=True)
class SheetOffer:
    """A sheet of an event as it can be printed now: `why` not as usual, and with which options it can be `instead`."""

    info: SheetInfo
    why: tuple[Problem, ...]
    instead: Mapping[str, str]

    @property
    def is_possible(self) -> bool:
        """True if the sheet can be printed, with the usual options or with others."""
        return not self.why or bool(self.instead)


@dataclass(frozen=True, slots=True)
class Kit:
    """Sheets that are printed together: those for the tables and the wall before a session or a round, those of all
    sessions, or those for the end."""

    name: KitName
    sheets: tuple[SheetInfo, ...]

    @property
    def title(self) -> str:
        """Returns the message code of the kit's button."""
        return f"desk.print.kit-{self.name}"


_WITH_A_SHEET = frozenset({"guide-slips", "entry-forms"})
"""Sheets that belong to the start if the seats of all rounds are fixed (manual, lines 3840-3842)."""
_KIT = "kit-"


def _kit_sheets(kit: KitName) -> tuple[str, ...]:
    """Returns the sheets of a kit in the order in which they are handed out; an event prints those that it has."""
    whole = KitName.START if kit is KitName.SESSIONS else kit
    return tuple(sheet.info.name for sheet in SHEETS if whole in sheet.info.kits)


def sheets(state: EventState | None = None) -> tuple[SheetInfo, ...]:
    """Returns the sheets that can be printed, in the order in which an evening needs them; with an event those that
    events of its form have."""
    return tuple(sheet.info for sheet in SHEETS if state is None or sheet.info.is_for(state))


def render(sheet: str, job: PrintJob, locale: Locale) -> bytes:
    """Returns a sheet as a PDF in the language of `locale`.

    A kit is printed as the sheet `kit-start`, `kit-round`, `kit-sessions` or `kit-end`.

    Raises NotFound (`print.no-sheet`, or for a section, table, round, number, board or version that is not there) and
    Refused with every problem: options the sheet does not take, or an event that has nothing to print yet.
    """
    return render_all(((sheet, job, locale),))


def can_print(logo: Logo) -> bool:
    """True if a logo can be printed: a file may have the header of a picture without being one."""
    head = {"club": "", "logo": logo_model(logo)}
    try:
        typeset("logo_test", {"frame": head}, datetime.now(UTC))
    except Impossible:
        return False
    return True


def page_model(sheet: PrintedSheet, job: PrintJob, locale: Locale) -> Document:
    """Returns the page model of a sheet; raises the errors of `render`."""
    Mistake.check(option_problems(sheet.info, job))
    return sheet.document(job, Words(locale, job.printed_at.tzinfo))


def sheet_named(name: str) -> PrintedSheet:
    """Returns the sheet called `name`; raises NotFound (`print.no-sheet`) with the names there are."""
    for sheet in SHEETS:
        if sheet.info.name == name:
            return sheet
    raise NotFound.of("print.no-sheet", sheet=name, known=", ".join(sheet.info.name for sheet in SHEETS))


def obstacles(sheet: str, job: PrintJob) -> tuple[Problem, ...]:
    """Returns why a sheet cannot be printed now, or nothing; nothing is typeset, and without options no page model is
    made."""
    printable = sheet_named(sheet)
    try:
        if job.options:
            page_model(printable, job, DEFAULT_LOCALE)
        else:
            printable.info.needs(job)
    except Mistake as mistake:
        return mistake.problems
    return ()


def offers(job: PrintJob) -> tuple[SheetOffer, ...]:
    """Returns the sheets of an event: every sheet of its form, with the obstacles to printing it now, and the options
    that avoid them (a blank sheet if there is nothing to fill in)."""
    return tuple(_offer(info, job) for info in sheets(job.state))


def _offer(info: SheetInfo, job: PrintJob) -> SheetOffer:
    why = obstacles(info.name, job)
    ways = ({option.name: value} for option in info.options for value in option.values[1:]) if why else ()
    open_ways = (way for way in ways if not obstacles(info.name, replace(job, options={**job.options, **way})))
    return SheetOffer(info, why, next(open_ways, {}))


def kits(job: PrintJob, offered: Iterable[SheetOffer]) -> tuple[Kit, ...]:
    """Returns the kits of what can be printed now as it is usual; none of which nothing can."""
    ready = {offer.info.name: offer.info for offer in offered if not offer.why}
    if any(map(is_drawn, _plans(job, job.session))):
        ready = {name: info for name, info in ready.items() if name not in _WITH_A_SHEET}
    made = (
        Kit(name, tuple(ready[one] for one in _kit_sheets(name) if one in ready))
        for name in KitName
        if _jobs(name, job)
    )
    return tuple(kit for kit in made if kit.sheets)


def _jobs(kit: KitName, job: PrintJob) -> tuple[PrintJob, ...]:
    """Returns the prints that a kit is made of: of the session, of its newest drawn round from the second on, or of
    all sessions where there are several; none where there is no such kit."""
    if kit is KitName.SESSIONS:
        planned = tuple(replace(job, session=number) for number in sorted(job.state.sessions) if _plans(job, number))
        return planned if len(planned) > 1 else ()
    if kit is KitName.ROUND:
        newest = max((m.round for plan in _plans(job, job.session) for m in plan.meetings), default=0)
        return (
            (replace(job, options={ROUND.name: str(newest)}),)
            if form_of(job.state.settings).draws_rounds and newest > 1
            else ()
        )
    return (job,)


def _plans(job: PrintJob, session: SessionNumber) -> tuple[Movement, ...]:
    played = job.state.sessions.get(session)
    sections = () if played is None else played.sections.values()
    return tuple(section.movement for section in sections if section.movement is not None)


def render_all(prints: Iterable[tuple[str, PrintJob, Locale]]) -> bytes:
    """Returns sheets one after the other as one PDF; raises the errors of `render`."""
    ordered = [
        (sheet_named(single), fitting, locale)
        for sheet, job, locale in prints
        for single, fitting in _sheets_in(sheet, job)
    ]
    models = [page_model(sheet, job, locale) for sheet, job, locale in ordered]
    title = _title([model.frame for model in models], Words(ordered[0][2], None)) if len(models) > 1 else ""
    settings = [
        setting_of(sheet.template, model, job.printed_at)
        for (sheet, job, _), model in zip(ordered, models, strict=True)
    ]
    made = typeset_all(settings, title)
    bare = [_without_logo(*parts) for parts in zip(settings, models, made.notes, strict=True)]
    if bare != settings:
        log.error("printed without the logo: %s", next(note.error for note in made.notes if note.error))
        settings, made = bare, typeset_all(bare, title)
    return pdf_of(settings, made)


def _without_logo(setting: Setting, model: Document, note: SettingNote) -> Setting:
    """Returns the setting of a page model without the club's logo if it failed with it, and otherwise the same one."""
    if not note.error or model.frame.logo is None:
        return setting
    bare = replace(model, frame=replace(model.frame, logo=None))
    return replace(setting, data=setting_of(setting.name, bare, datetime.now(UTC)).data)


def _title(frames: Sequence[Frame], words: Words) -> str:
    """Returns the title of several sheets in one file: their events and their own titles, each once."""
    events = words.list_text(dict.fromkeys(frame.event for frame in frames))
    return f"{events}: {words.list_text(dict.fromkeys(frame.title for frame in frames))}"


def _sheets_in(name: str, job: PrintJob) -> Iterable[tuple[str, PrintJob]]:
    """Returns a sheet with its print, or those of a kit."""
    return prints_of_kit(name.removeprefix(_KIT), job) if name.startswith(_KIT) else ((name, job),)


def prints_of_kit(name: str, job: PrintJob) -> Iterator[tuple[str, PrintJob]]:
    """Yields the sheets of a kit that can be printed now, each with its print; raises NotFound (`print.no-sheet`) for a
    kit that the event does not have, or not yet."""
    chosen = next((kit for kit in kits(job, offers(job)) if kit.name == name), None)
    if chosen is None:
        raise NotFound.of("print.no-sheet", sheet=f"{_KIT}{name}", known=", ".join(f"{_KIT}{kit}" for kit in KitName))
    for kit_job in _jobs(chosen.name, job):
        for sheet in _kit_sheets(chosen.name):
            info = sheet_named(sheet).info
            options = {key: value for key, value in kit_job.options.items() if info.option(key) is not None}
            fitting = replace(kit_job, options=options)
            if info in chosen.sheets and not obstacles(sheet, fitting):
                yield sheet, fitting
