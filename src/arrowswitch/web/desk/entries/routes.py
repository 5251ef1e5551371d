"""The entries: typed with completion, singles joined or drawn, wishes for a stationary seat, late pairs after the
start.

Manual, lines 768-792 (entry, partners) and 884-898 (odd numbers, late pairs).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.membership import is_same_number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.advance.links import is_correction
from arrowswitch.tournament.entries.copies import correction_of
from arrowswitch.tournament.entries.decide import FLIGHT, TEAM_NAME, is_same
from arrowswitch.tournament.entries.entrants import complete_entries, singles
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.leaving import leaving_results
from arrowswitch.tournament.model.eligibility import admission_of, open_misfits
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import (
    AddEntries,
    AddEntry,
    ChangeEntry,
    DrawPartners,
    JoinSingles,
    RemoveEntry,
    WithdrawEntry,
)
from arrowswitch.tournament.model.slices.movement import SeatLatePair
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import Admission
from arrowswitch.tournament.model.values.entry_points import flight_asked
from arrowswitch.tournament.model.values.people import Entry, Person, Player, PlayerId
from arrowswitch.tournament.movement.late import LateSeat, late_seat
from arrowswitch.tournament.plans.choices import PlanOption
from arrowswitch.tournament.ranking.further import takes_handicaps
from arrowswitch.tournament.register.search import fold_text
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.standings.header import session_of_substitutes
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventDep, PlaceAt, PlaceDep
from arrowswitch.web.desk.entries.csv import ListedEntry, at_lines, read_entries, write_entries
from arrowswitch.web.desk.entries.kinds import EntryField, entry_fields, person_places, points_of, seed_points
from arrowswitch.web.desk.entries.naming import person_typed, unnamed_people
from arrowswitch.web.desk.entries.proposal import MovementProposal, plans_of, proposal_of
from arrowswitch.web.desk.register.csv import points_text
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep, check, only_whole
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}/entries", route_class=DirectorRoute)
_ON = "yes"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A pair in the list: its place in the order of arrival, its number once it has one, the flight it asked for, and
    who of it does not fit the conditions that were announced, or by whose word it plays all the same."""

    place: int
    entry: Entry
    number: Number | None
    unfit: tuple[Problem, ...] = ()
    admission: Admission | None = None
    limit: PointLimit | None = None

    @property
    def points(self) -> str:
        """Returns the seed points of a team; empty if none are known."""
        return points_text(seed_points(self.entry))


@dataclass(frozen=True, slots=True)
class LateRow:
    """A player who came after the start: the seat available, or the reason if there is none."""

    entry: Entry
    seat: LateSeat | None
    refused: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class EntriesPage:
    """The entries.

    `plans` are those of all sections, where the event asks for several; `typed` and `errors` are those of an entry that
    was refused, `file_problems` those of a list. `misfits` are what does not fit the conditions of single players and
    of those who come late.
    """

    rows: tuple[EntryRow, ...]
    singles: tuple[Entry, ...]
    withdrawn: tuple[EntryRow, ...]
    late: tuple[LateRow, ...]
    proposal: MovementProposal
    plans: tuple[PlanOption, ...]
    fields: tuple[EntryField, ...]
    kind: str
    typed: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    file_problems: tuple[Problem, ...] = ()
    misfits: Mapping[EntryId, tuple[Problem, ...]] = field(default_factory=dict)

    @property
    def uses_register(self) -> bool:
        """True if someone entered is in the register, so that the others stand out as not registered."""
        return any(person.player_id is not None for row in self.rows for person in row.entry.people)


@dataclass(frozen=True, slots=True)
class EntryPage:
    """The form of one entry; `typed` are the fields by name (`name1`, `number1` ...), `was` as they are stored.
    Handicaps are asked for where the event can count them; from which session new people play where they may come
    after the first (`substitutes_from`)."""

    entry: Entry
    places: tuple[int, ...]
    typed: Mapping[str, str]
    was: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]]
    takes_handicaps: bool
    substitutes_from: SessionNumber = 1


@router.get("")
def show_entries(at: PlaceDep) -> HTMLResponse:
    """Shows the entries and the line for the next one."""
    return at.show("desk/entries/entries.html", _page(at.state, at.place), tab="entries")


@router.get("/export")
def export(at: PlaceDep) -> Response:
    """Returns the list of entries as CSV, in the order of the page, with a mark that spreadsheets know."""
    page = _page(at.state, at.place)
    rows = [*((row.number, row.entry) for row in page.rows), *((None, one) for one in page.singles)]
    places = max(len(page.fields), *(len(entry.people) for _, entry in rows), 1)
    text = write_entries(page.kind, places, rows)
    return file_answer(text.encode("utf-8-sig"), "entries", "csv")


@router.post("/import")
def bring_in(
    at: PlaceDep,
    stamp: StampDep,
    file: Annotated[UploadFile, File()],
    sheet: Annotated[str, Form(max_length=80)] = "",
) -> Response:
    """Enters everybody on a list; if any line is wrong, nothing is entered and every bad line is listed."""
    content, name = file.file.read(), (file.filename or "")[:80]
    try:
        listed = read_apart(read_entries, content, name, at.tournament.store.players(), sheet)
        _enter_list(at, listed.entries, stamp)
    except Mistake as mistake:
        page = replace(_page(at.state, at.place), file_problems=mistake.problems)
        return at.show("desk/entries/entries.html", page, tab="entries", status=422)
    count, unread = len(listed.entries), ", ".join(listed.unread)[:200]
    if unread:
        return redirect(f"{at.base}/entries", "desk.entry-list.entered-without", n=count, names=unread)
    return redirect(f"{at.base}/entries", "desk.entry-list.entered", n=count)


def _enter_list(at: PlaceAt, listed: tuple[ListedEntry, ...], stamp: Stamp) -> None:
    try:
        at.execute(AddEntries(tuple(one.entry for one in listed)), stamp)
    except Mistake as mistake:
        raise Mistake(*at_lines(mistake.problems, listed)) from mistake


@router.post("/add")
def add(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Enters a pair, or a single player when one name is given; errors are shown next to the names, which stay."""
    problems: list[Problem] = []
    players = at.tournament.store.players()
    names = tuple(one.name for one in entry_fields(at.state))
    typed_people = [
        person_typed(form.get(name, ""), form.get(f"{name}_id", ""), players, name, problems) for name in names
    ]
    try:
        if problems:
            raise Malformed(*problems)
        people = tuple(person for person in typed_people if person is not None)
        name = " ".join(form.get(TEAM_NAME, "").split())
        command = AddEntry(
            people or unnamed_people(at.settings, name),
            form.get("stationary") == _ON,
            name=name,
            flight=form.get(FLIGHT, ""),
        )
        return at.carry_out(command, stamp, f"{at.base}/entries")
    except Mistake as mistake:
        placed = _at_fields(mistake, names, typed_people)
        if at.visitor.wants_json:
            raise placed from mistake
        page = replace(_page(at.state, at.place), typed=form, errors=at.errors(placed))
        return at.show("desk/entries/entries.html", page, tab="entries", status=422)


@router.post("/join")
def join(at: PlaceDep, stamp: StampDep, single: Annotated[list[str], Form()]) -> Response:
    """Makes a pair of two single players."""
    if len(single) != 2:
        raise Malformed.of("desk.entries.two-singles")
    return at.carry_out(JoinSingles(EntryId(single[0]), EntryId(single[1])), stamp, f"{at.base}/entries")


@router.post("/draw")
def draw(at: PlaceDep, stamp: StampDep) -> Response:
    """Makes pairs of the single players by lot; an odd one stays single."""
    return at.carry_out(DrawPartners(), stamp, f"{at.base}/entries", "desk.entries.drawn")


@router.get("/{entry_id}")
def show_entry(at: EventDep, entry_id: EntryId) -> HTMLResponse:
    """Shows the form of one entry."""
    entry = at.state.entry(entry_id)
    page = _entry_page(at.state, entry, _entry_fields(entry), {})
    return at.show("desk/entries/entry.html", page, tab="entries")


@router.post("/{entry_id}")
def change(at: PlaceDep, entry_id: EntryId, stamp: StampDep, form: FormDep) -> Response:
    """Corrects names and numbers, notes a substitute, and adds new faces to the register where that is ticked."""
    entry = at.state.entry(entry_id)
    edits = join_edits(form, _entry_fields(entry))
    form = edits.fields
    if edits.theirs:
        page = _entry_page(at.state, entry, {**_entry_fields(entry), **form}, at.theirs(edits))
        return at.show("desk/entries/entry.html", page, tab="entries", status=409)
    problems: list[Problem] = []
    people = _people(form, entry, person_places(at.state, entry), at.tournament.store.players(), problems)
    note, name = form.get("note", "")[:200], form.get(TEAM_NAME)
    command = ChangeEntry(
        entry_id=entry_id,
        people=people,
        wants_stationary=form.get("stationary") == _ON,
        note=note,
        name=name,
        flight=form.get(FLIGHT),
    )
    try:
        check(problems)
        command = replace(command, from_session=_from_session(at.state, entry, people, form.get("from_session", "")))
        return at.carry_out(command, stamp, f"{at.base}/entries", edits.note(""), n=len(edits.adopted))
    except Mistake as mistake:
        at_names = (replace(p, where=p.where.replace("people[", "name").removesuffix("]")) for p in mistake.problems)
        moved = Mistake(*at_names)
        typed = {**_entry_fields(entry), **form}
        page = _entry_page(at.state, entry, typed, at.errors(moved))
        return at.show("desk/entries/entry.html", page, tab="entries", status=422)


def _entry_page(
    state: EventState, entry: Entry, typed: Mapping[str, str], errors: Mapping[str, tuple[str, ...]]
) -> EntryPage:
    return EntryPage(
        entry=entry,
        places=person_places(state, entry),
        typed=typed,
        was=_entry_fields(entry),
        errors=errors,
        takes_handicaps=takes_handicaps(state),
        substitutes_from=session_of_substitutes(state),
    )


def _from_session(state: EventState, entry: Entry, people: tuple[Person, ...], typed: str) -> SessionNumber:
    """Returns the session from which people play: the one that was asked for; without one the session that is played,
    where any of them is another person, and all where names are corrected. Raises Malformed (`desk.field.number`)."""
    if typed:
        return only_whole(typed, "from_session", least=1, most=max(state.sessions))
    both = zip(entry.people, people, strict=False)
    are_others = any(not is_same(old, new) and not is_correction(old, new) for old, new in both)
    return session_of_substitutes(state) if are_others else 1


@router.post("/{entry_id}/stationary")
def stationary(at: PlaceDep, entry_id: EntryId, stamp: StampDep, wish: Annotated[str, Form()] = "") -> Response:
    """Notes or takes back the wish for a stationary seat."""
    entry = at.state.entry(entry_id)
    return at.carry_out(replace(correction_of(entry), wants_stationary=wish == _ON), stamp, f"{at.base}/entries")


@router.post("/{entry_id}/register")
def register(at: PlaceDep, entry_id: EntryId, stamp: StampDep) -> Response:
    """Takes the new faces of an entry into the register."""
    entry = at.state.entry(entry_id)
    faces = {person: _new_player(at.tournament, person) for person in entry.people if person.player_id is None}
    people = tuple(faces[person].person if person in faces else person for person in entry.people)
    state = at.execute(replace(correction_of(entry), people=people), stamp)
    entered = state.entry(entry_id).people
    at.tournament.store.save_players([player for player in faces.values() if player.person in entered])
    return at.answer(state, f"{at.base}/entries", "desk.entries.registered")


@router.post("/{entry_id}/remove")
def remove(at: PlaceDep, entry_id: EntryId, stamp: StampDep) -> Response:
    """Takes an entry off the list; undo brings it back."""
    return at.carry_out(RemoveEntry(entry_id), stamp, f"{at.base}/entries")


@router.post("/{entry_id}/withdraw")
def withdraw(at: PlaceDep, entry_id: EntryId, stamp: StampDep) -> Response:
    """Notes that a pair leaves during play; what it played stays."""
    number = next((one for one, who in at.section_or_empty.numbers.items() if who == entry_id), None)
    leaving = None if number is None else leaving_results(at.state, at.place, number)
    note = "desk.entries.withdrawn-removed" if leaving is not None and leaving.is_removed else "desk.entries.withdrawn"
    return at.carry_out(WithdrawEntry(entry_id), stamp, f"{at.base}/entries", note)


@router.post("/{entry_id}/seat")
def seat(at: PlaceDep, entry_id: EntryId, stamp: StampDep) -> Response:
    """Seats a late entry: the phantom's number, an A/B table before round 2, the next number of a Swiss."""
    command = SeatLatePair(at.place, entry_id)
    if form_of(at.settings).draws_by_ranking:
        return at.carry_out(command, stamp, f"{at.base}/draw", "desk.entries.seated-drawn")
    return at.carry_out(command, stamp, f"{at.base}/movement", "desk.entries.seated")


def _page(state: EventState, place: Place) -> EntriesPage:
    numbers = _numbers(state, place)
    is_started = state.session(place.session).is_started
    has_draws = bool(state.section_or_empty(place).draws)
    seated = complete_entries(state)
    rows = tuple(
        EntryRow(
            place=place,
            entry=entry,
            number=numbers.get(entry.entry_id),
            unfit=open_misfits(state, entry),
            admission=admission_of(state, entry),
            limit=flight_asked(entry, state.settings.division.flights),
        )
        for place, entry in enumerate(seated, start=1)
    )
    late = tuple(row for row in rows if row.number is None) if is_started or has_draws else ()
    gone = tuple(entry for entry in state.entries.values() if entry.is_withdrawn)
    proposal = proposal_of(state, place)
    waiting = (*singles(state), *(row.entry for row in late))
    return EntriesPage(
        misfits={entry.entry_id: open_misfits(state, entry) for entry in waiting},
        rows=_sort_rows(tuple(row for row in rows if row not in late), bool(numbers)),
        singles=singles(state),
        withdrawn=tuple(EntryRow(place=0, entry=entry, number=numbers.get(entry.entry_id)) for entry in gone),
        late=tuple(_late(state, place, row.entry) for row in late),
        proposal=proposal,
        plans=plans_of(state, proposal),
        fields=entry_fields(state),
        kind=state.settings.kind.value,
    )


def _numbers(state: EventState, place: Place) -> Mapping[EntryId, Number]:
    """Returns everybody's number in the session, behind the section's letter where there are several."""
    sections = state.session(place.session).sections
    return {
        entry_id: Number(f"{letter if len(sections) > 1 else ''}{team_number(section.movement, number)}")
        for letter, section in sections.items()
        for number, entry_id in section.numbers.items()
    }


def _sort_rows(rows: tuple[EntryRow, ...], has_numbers: bool) -> tuple[EntryRow, ...]:
    """By number once there are numbers; before that the newest first, next to the line where it was typed."""
    if has_numbers:
        return tuple(sorted(rows, key=lambda row: (row.number is None, number_order(row.number or Number("")))))
    return tuple(reversed(rows))


def _late(state: EventState, place: Place, entry: Entry) -> LateRow:
    try:
        return LateRow(entry, late_seat(state, place, entry))
    except Mistake as mistake:
        return LateRow(entry, None, mistake.problems)


def _at_fields(mistake: Mistake, names: tuple[str, ...], people: list[Person | None]) -> Mistake:
    """Puts the places that the tournament names (`people[1]`) at the fields where these people were typed."""
    typed = [name for name, person in zip(names, people, strict=True) if person is not None]
    places = {f"people[{place}]": name for place, name in enumerate(typed, start=1)}
    fallback = {"entry.no-people": names[0]}
    return Mistake(*(replace(p, where=places.get(p.where, fallback.get(p.code, p.where))) for p in mistake.problems))


def _entry_fields(entry: Entry) -> Mapping[str, str]:
    wish = _ON if entry.wants_stationary else ""
    fields = {"stationary": wish, "note": entry.note, TEAM_NAME: entry.name, FLIGHT: entry.flight}
    for place, person in enumerate(entry.people, start=1):
        fields |= {f"name{place}": person.name, f"number{place}": person.number}
        fields |= {f"kana{place}": person.kana, f"roman{place}": person.roman}
        fields[f"points{place}"] = points_text(person.master_points)
    return fields


def _people(
    form: Mapping[str, str],
    entry: Entry,
    places: tuple[int, ...],
    players: tuple[Player, ...],
    problems: list[Problem],
) -> tuple[Person, ...]:
    """Returns the people as the form has them; another name is another person, found as at the entry.

    Places behind those that are taken may stay empty: members of a team who are still to come.
    """
    people = [_person(form, place, known, players, problems) for place, known in enumerate(entry.people, start=1)]
    added = [place for place in places[len(entry.people) :] if form.get(f"name{place}", "").strip()]
    return (*people, *(_person(form, place, Person(""), players, problems) for place in added))


def _person(
    form: Mapping[str, str], place: int, before: Person, players: tuple[Player, ...], problems: list[Problem]
) -> Person:
    typed = {name: form.get(f"{name}{place}", "").strip() for name in ("name", "number", "kana", "roman")}
    is_same = fold_text(typed["name"]) == fold_text(before.name) or is_same_number(typed["number"], before.number)
    points = points_of(form, place, before, problems)
    if is_same or not typed["name"]:
        names = Person(name=typed["name"], number=typed["number"], kana=typed["kana"], roman=typed["roman"])
        return replace(names, master_points=points, player_id=before.player_id, handicap=before.handicap)
    fresh = {name: "" if text == getattr(before, name) else text for name, text in typed.items()}
    person = person_typed(fresh["number"] or fresh["name"], "", players, f"name{place}", problems)
    if person is None or person.player_id is not None:
        return person or before
    own = 0 if points == before.master_points else points
    return Person(
        name=fresh["name"], number=fresh["number"], kana=fresh["kana"], roman=fresh["roman"], master_points=own
    )


def _new_player(tournament: Tournament, person: Person) -> Player:
    player_id = PlayerId(tournament.chance.new_id())
    return Player(player_id, replace(person, player_id=player_id))
