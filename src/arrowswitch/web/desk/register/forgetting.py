"""Forgetting a person: what is known of them is shown, it is asked once, done in one act, and told.

The page is reached from the register, and from an entry for a player who is not in the register.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import NotFound
from arrowswitch.i18n import Locale, language_of
from arrowswitch.i18n.language import NameForm
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.slices.entries import NameRemoved
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.register.traces import Traces, find_traces
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect, words_for
from arrowswitch.web.desk.at import EventDep, Visit, VisitDep
from arrowswitch.web.forms import StampDep

router = APIRouter(route_class=OrganiserRoute)
_ON = "yes"
MOST_TOLD = 200
"""The most further names and events in one form."""
_Listed = Form(max_length=MOST_TOLD, default_factory=list)


@dataclass(frozen=True, slots=True)
class Unreached:
    """The copies that forgetting does not reach, as far as the program can find out: the folder of backups and their
    number."""

    folder: str
    backups: int


@dataclass(frozen=True, slots=True)
class ForgetPage:
    """Where a person stands, before they are forgotten; `path` is the page's own address, `back` where one came
    from. Events that have the name alone are not ticked: a namesake may play there. Only `own_event` is, that of the
    entry from which the page was opened."""

    traces: Traces
    path: str
    back: str
    unreached: Unreached
    own_event: EventId | None = None


@dataclass(frozen=True, slots=True)
class ForgottenRow:
    """A forgotten person: the time, and the events, each with the number of changed entries of its ledger."""

    record: Forgotten
    events: tuple[tuple[EventRow, int], ...]


@dataclass(frozen=True, slots=True)
class ForgottenPage:
    """Everybody who was forgotten, newest first; `is_swept` when nothing of them is left in the database's file."""

    rows: tuple[ForgottenRow, ...]
    is_swept: bool
    unread: tuple[str, ...]
    unreached: Unreached


@dataclass(frozen=True, slots=True)
class ForgetAnswer:
    """The answers: names of the same person, events in which another person of that name plays, and whether parts of
    the name are removed from texts."""

    also: tuple[str, ...]
    others: tuple[EventId, ...]
    takes_parts: bool


def answer_of(
    also: Annotated[list[str], _Listed],
    by_name: Annotated[list[EventId], Form(alias="shown", max_length=MOST_TOLD, default_factory=list)],
    theirs: Annotated[list[EventId], _Listed],
    parts: Annotated[str, Form(max_length=8)] = "",
) -> ForgetAnswer:
    """Returns the answers of the form; of the events that were listed for the name alone, those without a tick are
    another person's."""
    names = tuple(one for one in also if one.strip())
    return ForgetAnswer(names, tuple(one for one in by_name if one not in theirs), parts == _ON)


AnswerDep = Annotated[ForgetAnswer, Depends(answer_of)]


@router.get("/players/{player_id}/forget")
def show_player(visit: VisitDep, player_id: PlayerId) -> HTMLResponse:
    """Shows where a player of the register stands, before they are forgotten."""
    player = _player(visit.tournament, player_id)
    path = f"/players/{player_id}"
    return visit.render("desk/register/forget.html", _page(visit, player.person, player, path))


@router.post("/players/{player_id}/forget")
def forget_player(visit: VisitDep, player_id: PlayerId, stamp: StampDep, answer: AnswerDep) -> Response:
    """Forgets a player of the register everywhere; the same press again shows what was done."""
    done = visit.tournament.forgotten(stamp)
    if done is not None:
        return redirect("/forgotten")
    player = _player(visit.tournament, player_id)
    return _forgotten(visit, stamp, _wish(player.person, player_id, answer))


@router.get("/events/{event_id}/entries/{entry_id}/forget/{place}")
def show_person(at: EventDep, entry_id: EntryId, place: int) -> Response:
    """Lists the places that contain a person of an entry; a player of the register is shown as such."""
    person = _person(at.state, entry_id, place)
    if person.player_id is not None and at.tournament.store.player(person.player_id) is not None:
        return redirect(f"/players/{person.player_id}/forget")
    page = _page(at, person, None, f"{at.base}/entries/{entry_id}", f"/{place}")
    return at.render("desk/register/forget.html", replace(page, own_event=at.event_id))


@router.post("/events/{event_id}/entries/{entry_id}/forget/{place}")
def forget_person(at: EventDep, entry_id: EntryId, place: int, stamp: StampDep, answer: AnswerDep) -> Response:
    """Forgets a person of an entry everywhere; the same press again shows the result."""
    done = at.tournament.forgotten(stamp)
    if done is not None:
        return redirect("/forgotten")
    person = _person(at.state, entry_id, place)
    return _forgotten(at, stamp, _wish(person, person.player_id, answer))


@router.get("/forgotten")
def show_forgotten(visit: VisitDep) -> HTMLResponse:
    """Lists the forgotten people, newest first, and the copies that were not reached."""
    store = visit.tournament.store
    changed: dict[str, list[tuple[EventRow, int]]] = {}
    unread = []
    for row, ledger in _ledgers(visit.tournament):
        if ledger is None:
            unread.append(row.name)
            continue
        for entry in ledger:
            for fact in entry.facts:
                if isinstance(fact, NameRemoved):
                    changed.setdefault(entry.stamp.command_id, []).append((row, fact.entries))
    rows = tuple(
        ForgottenRow(record, tuple(changed.get(record.forgotten_id, ()))) for record in reversed(store.forgotten())
    )
    page = ForgottenPage(rows, store.is_swept(), tuple(unread), _unreached_copies(visit))
    return visit.render("desk/register/forgotten.html", page)


def _page(visit: Visit, person: Person, player: Player | None, back: str, place: str = "") -> ForgetPage:
    register = visit.tournament.store.players()
    traces = find_traces(person, player, register, _ledgers(visit.tournament))
    return ForgetPage(traces=traces, path=f"{back}/forget{place}", back=back, unreached=_unreached_copies(visit))


def _forgotten(visit: Visit, stamp: Stamp, wish: ForgetWish) -> Response:
    visit.tournament.forget(wish, stamp)
    return redirect("/forgotten", "desk.forget.done")


def _wish(person: Person, player_id: PlayerId | None, answer: ForgetAnswer) -> ForgetWish:
    words = {language_of(one).names_as: words_for(one)("desk.forget.neutral") for one in reversed(Locale)}
    return ForgetWish(
        person=person,
        player_id=player_id,
        written=words[NameForm.WRITTEN],
        roman=words[NameForm.ROMAN],
        also=answer.also,
        others=answer.others,
        takes_parts=answer.takes_parts,
    )


def _ledgers(tournament: Tournament) -> Iterator[tuple[EventRow, tuple[LedgerEntry, ...] | None]]:
    for row in tournament.events():
        yield row, tournament.known_ledger(row.event_id)


def _unreached_copies(visit: Visit) -> Unreached:
    keeper = visit.services.keeper
    return Unreached("", 0) if keeper is None else Unreached(keeper.plan.folder, len(keeper.files()))


def _player(tournament: Tournament, player_id: PlayerId) -> Player:
    player = tournament.store.player(player_id)
    if player is None:
        raise NotFound.of("desk.players.unknown")
    return player


def _person(state: EventState, entry_id: EntryId, place: int) -> Person:
    people = state.entry(entry_id).people
    if not 1 <= place <= len(people):
        raise NotFound.of("desk.forget.nobody-there")
    return people[place - 1]
