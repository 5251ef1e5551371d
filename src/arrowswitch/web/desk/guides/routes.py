"""Ruling guides: the list, walking one by large buttons, and keeping the ruling in the event.

The same pages exist outside events, for a table without an event, and in every event, where a ruling can be stored and
leads on to the adjusted score or the penalty with its law filled in (R-346, R-350 to R-353).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch import regulations
from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.i18n import language_of
from arrowswitch.regulations.guides.citing import edition_of
from arrowswitch.regulations.guides.tree import EDITIONS, Ruling, Score, walk
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.rulings import KeepRuling
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep, Visit, VisitDep
from arrowswitch.web.desk.guides.page import LANGUAGES, GuidePage, GuidesPage, Speech, key_of
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import StampDep, check, whole

router = APIRouter(route_class=DirectorRoute)
_MOST, _LONGEST = 60, 80
_LONGEST_FACTS = 2000


@router.get("/guides")
def show_list(visit: VisitDep) -> HTMLResponse:
    """Shows the guides, for a table without an event."""
    return visit.render("desk/guides/list_house.html", _list(visit, "/guides", None))


@router.get("/guides/{name}")
def show(visit: VisitDep, name: str, edition: str = "") -> HTMLResponse:
    """Shows a guide as far as the answers in the address have led."""
    usual = regulations.load(language_of(visit.visitor.locale).regulations).laws
    page = _page(visit, name, "/guides", _edition(edition, usual), None)
    return visit.render("desk/guides/guide_house.html", page)


@router.get("/guide-documents/{name}")
def show_document(visit: VisitDep, name: str) -> Response:
    """Opens a document of the club's folder: its law book, the conditions (R-359)."""
    content = visit.services.guides.document(name)
    return file_answer(content, name.rpartition(".")[0], "pdf", is_shown=True)


@router.get("/events/{event_id}/guides")
def show_event_list(at: PlaceDep, slot: str = "", case: str = "") -> HTMLResponse:
    """Shows the guides, for a ruling of the event; with a slot, for one of its boards, with a case, to fill it."""
    page = _list(at, f"{at.base}/guides", _slot(at, slot), _case(at, case))
    return at.show("desk/guides/list.html", page, tab="rulings")


@router.get("/events/{event_id}/guides/{name}")
def show_in_event(at: PlaceDep, name: str, slot: str = "", case: str = "", edition: str = "") -> HTMLResponse:
    """Shows a guide in an event, in the edition of the laws that its regulations name."""
    page = replace(_event_page(at, name, edition, _slot(at, slot), *_way(at.request)), case=_case(at, case))
    return at.show("desk/guides/guide.html", page, tab="rulings")


@dataclass(frozen=True, slots=True)
class SentRuling:
    """The form of a ruling: the way to it, the board it is about, the facts."""

    a: Annotated[list[str], Form(default_factory=list)]
    t: Annotated[list[str], Form(default_factory=list)]
    edition: Annotated[str, Form()] = ""
    slot: Annotated[str, Form()] = ""
    round: Annotated[str, Form()] = ""
    table: Annotated[str, Form()] = ""
    board: Annotated[str, Form()] = ""
    case: Annotated[str, Form()] = ""
    facts: Annotated[str, Form()] = ""
    opens_case: Annotated[bool, Form()] = False
    is_pending: Annotated[bool, Form()] = False


@router.post("/events/{event_id}/guides/{name}/keep")
def keep(at: PlaceDep, name: str, stamp: StampDep, sent: Annotated[SentRuling, Depends()]) -> Response:
    """Keeps the ruling, in a case where that is asked for, and leads on: to the case, to the award or the penalty with
    its law filled in, else to the rulings."""
    problems: list[Problem] = []
    case = _case(at, sent.case)
    about = _slot(at, sent.slot) if sent.slot else _typed_slot(at, sent, problems)
    page = _event_page(at, name, sent.edition, about, _limit_words(sent.a), _limit_words(sent.t))
    ruling = page.ruling
    if ruling is None:
        problems.append(Problem("desk.guides.not-at-end"))
    elif page.walk.lacking:
        problems.append(Problem("desk.guides.not-ticked", {"n": len(page.walk.lacking)}))
    check(problems)
    assert ruling is not None
    speech = page.speech
    law = speech.law(ruling.law)
    command = KeepRuling(
        place=at.place,
        slot=about,
        guide=name,
        edition=page.walk.edition,
        answers=page.walk.answers,
        title=speech.words(page.guide.title),
        steps=page.told_steps(),
        ruling=speech.words(ruling.title),
        law=law,
        facts=sent.facts[: _LONGEST_FACTS + 1],
        is_pending=sent.is_pending,
    )
    if not case and not sent.opens_case:
        return at.carry_out(command, stamp, _leads_on(at, ruling, about, law, speech), "desk.guides.kept")
    steps = (*command.steps, speech.words(ruling.title), *page.sources())
    filling = replace(command, case=int(case or 0), explanation=page.announcement(), steps=steps)
    state = at.execute(filling, stamp)
    number = filling.case or max(one.case for one in state.rulings.cases)
    is_penalty = bool(ruling.offence) and ruling.score is Score.PENALTY
    to = _leads_on(at, ruling, about, law, speech) if is_penalty else f"{at.base}/cases/{number}"
    return at.answer(state, to, "desk.guides.kept-in-case", n=number)


def _case(at: PlaceAt, text: str) -> str:
    """Returns the number of the case to be filled, nothing for none; raises NotFound (`case.none`)."""
    if text and not any(str(one.case) == text for one in at.state.rulings.cases):
        raise NotFound.of("case.none", n=text[:8])
    return text


def _leads_on(at: PlaceAt, ruling: Ruling, slot: Slot | None, law: str, speech: Speech) -> str:
    """Returns the address of the page after a ruling is stored: the form of its penalty or adjusted score, with law and
    reason filled in."""
    filled = urlencode({"law": law, "why": speech.words(ruling.title)})
    if ruling.score in (Score.ASSIGNED, Score.ARTIFICIAL) and slot is not None:
        return f"{at.base}/slots/{key_of(slot)}?{filled}"
    if ruling.offence:
        where = {} if slot is None else {"round": slot.round, "table": slot.table, "board": slot.board}
        return f"{at.base}/rulings?{urlencode({'offence': ruling.offence, **where})}"
    return f"{at.base}/rulings?{filled}" if ruling.score is Score.PENALTY else f"{at.base}/rulings"


def _list(visit: Visit, base: str, slot: Slot | None, case: str = "") -> GuidesPage:
    guides, problems = visit.services.guides.all(LANGUAGES)
    return GuidesPage(
        base=base,
        slot=key_of(slot),
        case=case,
        about=slot,
        guides=guides,
        documents=visit.services.guides.documents(),
        problems=problems,
        speech=Speech(visit.visitor.locale),
    )


def _page(visit: Visit, name: str, base: str, edition: int, slot: Slot | None) -> GuidePage:
    return _guide_page(visit, name, base, edition, slot, *_way(visit.request))


def _event_page(
    at: PlaceAt, name: str, edition: str, slot: Slot | None, answers: tuple[str, ...], ticks: tuple[str, ...]
) -> GuidePage:
    base = f"{at.base}/guides"
    return _guide_page(at, name, base, _edition(edition, rules_of(at.state).laws), slot, answers, ticks)


def _guide_page(
    visit: Visit,
    name: str,
    base: str,
    edition: int,
    slot: Slot | None,
    answers: tuple[str, ...],
    ticks: tuple[str, ...],
) -> GuidePage:
    guide = visit.services.guides.guide(name, LANGUAGES)
    return GuidePage(
        walk=walk(guide, answers, ticks, edition),
        ticked=ticks,
        base=f"{base}/{guide.name}",
        keep=f"{base}/{guide.name}/keep" if isinstance(visit, PlaceAt) and visit.section is not None else "",
        slot=key_of(slot),
        case="",
        about=slot,
        speech=Speech(visit.visitor.locale),
    )


def _way(request: Request) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the answers and the ticks in an address."""
    query = request.query_params
    return _limit_words(query.getlist("a")), _limit_words(query.getlist("t"))


def _limit_words(words: list[str]) -> tuple[str, ...]:
    return tuple(word[:_LONGEST] for word in words[:_MOST])


def _edition(text: str, laws: int) -> int:
    """Returns the edition asked for, else the one for the year of the laws that the regulations name."""
    year = int(text) if text.isascii() and text.isdecimal() and len(text) == 4 else 0
    return year if year in EDITIONS else edition_of(laws)


def _slot(at: PlaceAt, key: str) -> Slot | None:
    """Returns the slot of an address; raises Mistake for one that the event does not have."""
    if not key:
        return None
    slot = parse_slot(key, at.session)
    cell(at.state, slot)
    return slot


def _typed_slot(at: PlaceAt, sent: SentRuling, problems: list[Problem]) -> Slot | None:
    """Returns the slot typed by round, table and board, None where all are empty; faults are added to `problems`."""
    typed = {"round": sent.round, "table": sent.table, "board": sent.board}
    if not any(text.strip() for text in typed.values()):
        return None
    numbers = {name: whole(text, name, problems, least=1, most=9999) for name, text in typed.items()}
    if problems:
        return None
    numbers_by_name = {name: number or 0 for name, number in numbers.items()}
    slot = Slot(session=at.session, section=at.letter, **numbers_by_name)
    try:
        cell(at.state, slot)
    except Mistake as mistake:
        problems.extend(mistake.problems)
        return None
    return slot
