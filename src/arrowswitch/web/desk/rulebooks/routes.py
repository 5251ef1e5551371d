"""Regulations at the desk: the list, every value with its clause, own copies with changed values, and an event's copy.

A value is changed only in an own copy; what came with the program stays as it was printed. An event stores the copy
with which it was scored: its page lists the differences of the present edition, and imports them if the director wants
it (R-211).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.regulations import Regulations
from arrowswitch.i18n import Locale
from arrowswitch.regulations.comparing import Difference, Rule, rules_in
from arrowswitch.regulations.plain import choices_of
from arrowswitch.regulations.wording import clause_in
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.context import is_after_deadline
from arrowswitch.tournament.model.slices.settings import RenewRules
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import departures_of
from arrowswitch.tournament.rulebooks.shelf import LONGEST_TITLE, Rulebooks
from arrowswitch.web.access.roles import DirectorRoute, OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventDep, VisitDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep, check, line, whole
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(route_class=DirectorRoute)
owned = APIRouter(route_class=OrganiserRoute)
MOST_BYTES = 400_000
_LONGEST_CLAUSE = 400


@dataclass(frozen=True, slots=True)
class RulebookRow:
    """Regulations in the list; `changes` counts what own ones have differently, None for those of the program.

    `is_broken` for own ones that this program can no longer read.
    """

    name: str
    title: str
    body: str
    edition: str
    changes: int | None = None
    base: str = ""
    is_broken: bool = False


@dataclass(frozen=True, slots=True)
class RulebooksPage:
    """All regulations there are; `problems` are those of a file that was refused."""

    bodies: tuple[RulebookRow, ...]
    own: tuple[RulebookRow, ...]
    programs: tuple[RulebookRow, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One value: as it is, or as typed when it was refused; `was` is the original's (of an event's copy
    the present edition's) where it differs.

    `choices` are its possible values, none for numbers; `errors` are shown next to the field.
    """

    rule: Rule
    typed: str
    clause: str
    was: Rule | None
    choices: tuple[str, ...]
    errors: tuple[str, ...] = ()

    @property
    def is_changed(self) -> bool:
        """True if the original has another value."""
        return self.was is not None


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """One edition, section by section. `record` is set for own regulations, which can be changed."""

    name: str
    title: str
    read: Regulations
    record: RulebookRecord | None
    sections: tuple[tuple[str, tuple[RuleRow, ...]], ...]
    changes: tuple[Difference, ...]
    errors: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class EventRulesPage:
    """The copy of the regulations in an event. `changes` is what the present edition has differently, None where it is
    gone.

    `known` are the titles of the regulations that can be taken instead, empty for those that the pages have words for;
    `other` is the one looked at and `other_changes` what it would change. `is_final` tells that it is too late.
    """

    read: Regulations
    sections: tuple[tuple[str, tuple[RuleRow, ...]], ...]
    changes: tuple[Difference, ...] | None
    needs_approver: bool
    titles: Mapping[str, str]
    other: str
    other_changes: tuple[Difference, ...]
    is_final: bool


@router.get("/regulations")
def show_all(visit: VisitDep) -> HTMLResponse:
    """Shows the list of regulations."""
    return visit.render("desk/rulebooks/list.html", _list(visit.tournament.rulebooks))


@router.get("/regulations/of/{name:path}")
def show_one(visit: VisitDep, name: str) -> HTMLResponse:
    """Shows every value of an edition with its clause; those of own regulations in fields."""
    books = visit.tournament.rulebooks
    return visit.render("desk/rulebooks/one.html", _page(books, name, {}, {}))


@owned.post("/regulations/copy")
def copy(
    visit: VisitDep,
    stamp: StampDep,
    base: Annotated[str, Form()],
    name: Annotated[str, Form()] = "",
    title: Annotated[str, Form()] = "",
) -> Response:
    """Makes own regulations like others."""
    books = visit.tournament.rulebooks
    try:
        made = books.copy(base, name[:80], title[: LONGEST_TITLE + 1], stamp)
    except Mistake as mistake:
        books.record(base)
        errors = visit.errors(mistake)
        page = _page(books, base, {}, {**errors, "typed-name": (name[:80],), "typed-title": (title,)})
        return visit.render("desk/rulebooks/one.html", page, status=422)
    return redirect(_address(made.name), "desk.rules.copied")


@owned.post("/regulations/change")
def change(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Changes values of own regulations; errors are shown next to their fields, and nothing is changed then."""
    books = visit.tournament.rulebooks
    name = form.get("name", "")
    problems: list[Problem] = []
    version = whole(form.get("version", ""), "version", problems, least=0, most=999_999_999)
    title = line(form.get("title", ""), "title", problems, is_needed=True, most=LONGEST_TITLE)
    check(problems)
    values = _typed_values(form, books.load(name), visit.visitor.locale)
    try:
        books.change(name, values, title, version or 0, stamp)
    except Malformed as mistake:
        placed = Malformed(*(_at_field(problem) for problem in mistake.problems))
        page = _page(books, name, form, visit.errors(placed))
        return visit.render("desk/rulebooks/one.html", page, status=422)
    return redirect(_address(name), "desk.rules.kept")


@owned.post("/regulations/delete")
def delete(visit: VisitDep, name: Annotated[str, Form()]) -> Response:
    """Removes own regulations; an event has its own copy."""
    visit.tournament.rulebooks.delete(name)
    return redirect("/regulations", "desk.rules.deleted")


@router.get("/regulations/file")
def export(visit: VisitDep, name: Annotated[str, Query(max_length=80)]) -> Response:
    """Returns own regulations as a file (TOML)."""
    record = visit.tournament.rulebooks.record(name)
    text = record.text if record is not None else regulations.text_of(name)
    return file_answer(text, name.replace("/", "-"), "toml")


@owned.post("/regulations/import")
def bring_in(visit: VisitDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Imports a file of regulations; if it has a fault, nothing is changed and every fault is listed with its line."""
    where = (file.filename or "")[:80]
    try:
        text = read_apart(_read_text, file.file.read(MOST_BYTES), where)
        made = visit.tournament.rulebooks.take_in(text, where, stamp)
    except Mistake as mistake:
        page = replace(_list(visit.tournament.rulebooks), problems=mistake.problems)
        return visit.render("desk/rulebooks/list.html", page, status=422)
    return redirect(_address(made.name), "desk.rules.copied")


def _read_text(raw: bytes, where: str) -> str:
    """Returns the text of a file of regulations that can be read; raises Malformed with every fault."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed.of("desk.file.not-text", name=where) from error
    regulations.load_text(text, where)
    return text


@router.get("/events/{event_id}/regulations")
def show_event(at: EventDep, to: Annotated[str, Query(max_length=80)] = "") -> HTMLResponse:
    """Shows the copy of the regulations that an event is scored with, what the present edition has differently, and
    what the regulations `to` would change."""
    late = is_after_deadline(at.state, at.now)
    page = _event_page(at.state, at.tournament.rulebooks, at.services.regulations, to, needs_approver=late)
    return at.show("desk/rulebooks/event.html", page, tab="settings")


@router.post("/events/{event_id}/regulations")
def renew(
    at: EventDep,
    stamp: StampDep,
    approver: Annotated[str, Form()] = "",
    to: Annotated[str, Form(max_length=80)] = "",
) -> Response:
    """Takes the present edition, or the regulations `to`, over into the event: everything is scored by them."""
    command = RenewRules(approver.strip()[:60], to)
    return at.carry_out(command, stamp, f"/events/{at.event_id}/regulations", "desk.rules.renewed")


def _at_field(problem: Problem) -> Problem:
    """Returns a problem with a value at its field, in words that do not speak of lines of a file."""
    key = problem.params.get("key")
    if key is not None and problem.code == "regulations.missing-clause":
        return Problem("rulebook.no-source", {"key": key}, str(key))
    return replace(problem, where=str(key or problem.where))


def _typed_values(form: Mapping[str, str], read: Regulations, locale: Locale) -> dict[str, tuple[str, str]]:
    """Returns by key the value and clause typed; a clause that was shown in the reader's language and left as it was is
    the one that stands there."""
    values = {}
    for name, typed in form.items():
        key = name.removeprefix("value-")
        if key == name:
            continue
        clause = " ".join(form.get(f"clause-{key}", "").split())[:_LONGEST_CLAUSE]
        present = read.clause(key)
        values[key] = (typed, present if clause == clause_in(present, locale.value) else clause)
    return values


def _event_page(
    state: EventState, books: Rulebooks, titles: Mapping[str, str], to: str, *, needs_approver: bool
) -> EventRulesPage:
    read = regulations.from_plain(state.rules)
    changes = departures_of(state, books)
    beside = tuple(Difference(one.key, one.after, one.before) for one in changes or ())
    other = to if to in titles and to != state.settings.scoring.regulations else ""
    return EventRulesPage(
        read=read,
        sections=_sections(read, beside, {}, {}),
        changes=changes,
        needs_approver=needs_approver,
        titles={name: title for name, title in titles.items() if name != state.settings.scoring.regulations},
        other=other,
        other_changes=(departures_of(state, books, other) or ()) if other else (),
        is_final=state.publication.finalised_at is not None,
    )


def _list(books: Rulebooks) -> RulebooksPage:
    program = [_row(regulations.load(name), name) for name in regulations.names()]
    return RulebooksPage(
        tuple(row for row in program if "/" not in row.name),
        tuple(_own_row(books, record) for record in books.own()),
        tuple(row for row in program if "/" in row.name),
    )


def _row(read: Regulations, name: str) -> RulebookRow:
    return RulebookRow(name=name, title=read.title, body=read.body, edition=read.edition)


def _own_row(books: Rulebooks, record: RulebookRecord) -> RulebookRow:
    try:
        row = _row(books.load(record.name), record.name)
        return replace(row, title=record.title, changes=len(books.changes(record.name)), base=record.base)
    except Mistake:
        return RulebookRow(name=record.name, title=record.title, body="", edition="", base=record.base, is_broken=True)


def _page(books: Rulebooks, name: str, typed: Mapping[str, str], errors: Mapping[str, tuple[str, ...]]) -> RulebookPage:
    record = books.record(name)
    read = books.load(name)
    changes = books.changes(name)
    title = typed.get("title", read.title)
    return RulebookPage(
        name=name,
        title=title,
        read=read,
        record=record,
        sections=_sections(read, changes, typed, errors),
        changes=changes,
        errors=errors,
    )


def _sections(
    read: Regulations,
    changes: tuple[Difference, ...],
    typed: Mapping[str, str],
    errors: Mapping[str, tuple[str, ...]],
) -> tuple[tuple[str, tuple[RuleRow, ...]], ...]:
    """Returns the values by section; the original value is shown next to each value that differs."""
    was = {change.key: change.before if change.after else change.after for change in changes}
    by_section: dict[str, list[RuleRow]] = {}
    for rule in rules_in(regulations.to_plain(read)):
        row = RuleRow(
            rule=rule,
            typed=typed.get(f"value-{rule.key}", rule.text),
            clause=typed.get(f"clause-{rule.key}", rule.clause),
            was=was.get(rule.key),
            choices=choices_of(rule.key),
            errors=errors.get(rule.key, ()),
        )
        by_section.setdefault(rule.section, []).append(row)
    return tuple((section, tuple(rows)) for section, rows in by_section.items())


def _address(name: str) -> str:
    return f"/regulations/of/{quote(name)}"
