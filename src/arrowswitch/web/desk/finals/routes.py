"""From a qualifying to its final: the qualifiers with those who declined, the final made from them, and what the final
takes over (manual, lines 1981-2033)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.scoring.amounts import plain_string, read_amount
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules, has_tops
from arrowswitch.tournament.finals.making import join_consolation, make_consolation, make_final
from arrowswitch.tournament.finals.qualifiers import ProposedCount, QualifiersView, proposed_count, qualifiers
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.finals import DeclineFinal, PlanFinal, SetCarryOver
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.finals import Brought, QualifyBy
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.carried import Carried, carry_over_of
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventAt, EventDep, PlaceDep
from arrowswitch.web.forms import FormDep, StampDep, check, line, only_whole, whole

router = APIRouter(prefix="/events/{event_id}", route_class=DirectorRoute)
_MOST = 999
_MOST_SESSIONS = 4
_MOST_SECTIONS = 9
_MOST_OTHERS = 20
_NO_EVENT = EventId("")
_TOTAL = "total-"
LIMITS = ("rules", "always", "never")
"""When the limit of four boards holds: where the regulations say so, always, never."""


@dataclass(frozen=True, slots=True)
class QualifiersPage:
    """The qualifiers; `view` is None before it is settled how many go on, and where too few are left (`problem`).
    `others` are the events that have not begun, which those left over may join. `proposed` is how many could go on,
    before that is settled."""

    view: QualifiersView | None
    problem: Problem | None
    count: str
    by: str
    ways: tuple[str, ...]
    kinds: tuple[str, ...]
    final: EventId | None
    date: str
    sessions: int
    carry: CarryRules
    part: str
    limits: tuple[str, ...]
    errors: Mapping[str, tuple[str, ...]]
    typed: Mapping[str, str]
    consolation: EventId | None = None
    second_errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    second_typed: Mapping[str, str] = field(default_factory=dict)
    others: tuple[EventRow, ...] = ()
    proposed: ProposedCount | None = None

    @property
    def has_sections(self) -> bool:
        """True if the lists are of several sections."""
        return self.view is not None and len({group.section for group in self.view.groups}) > 1


@dataclass(frozen=True, slots=True)
class CarryPage:
    """The form of the carry-over: the fields, and the score with which each entry begins."""

    fields: Mapping[str, str]
    kinds: tuple[str, ...]
    entries: tuple[tuple[Entry, str, Fraction | None], ...]
    carry: Carried | None
    source: EventId | None
    limits: tuple[str, ...]
    errors: Mapping[str, tuple[str, ...]]


@router.get("/qualifiers")
def show_qualifiers(at: PlaceDep) -> HTMLResponse:
    """Shows the entries that go on to the final."""
    if not at.is_started:
        return at.show("desk/results/before.html", None, tab="ranking")
    page = _qualifiers_page(at)
    return at.show("desk/finals/qualifiers.html", page, tab="ranking")


@router.post("/qualifiers/plan")
def plan(
    at: PlaceDep, stamp: StampDep, count: Annotated[str, Form()] = "", by: Annotated[QualifyBy, Form()] = QualifyBy.ALL
) -> Response:
    """Settles how many go on."""
    number = only_whole(count, "count", least=1, most=_MOST)
    return at.carry_out(PlanFinal(number, by), stamp, f"{at.base}/qualifiers", "desk.final.planned")


@router.post("/qualifiers/decline")
def decline(
    at: PlaceDep, stamp: StampDep, entry: Annotated[EntryId, Form()], is_declined: Annotated[bool, Form()] = True
) -> Response:
    """Notes that a qualifier does not play the final, or does after all."""
    return at.carry_out(DeclineFinal(entry, is_declined), stamp, f"{at.base}/qualifiers", "desk.final.noted")


@router.post("/qualifiers/final")
def make(at: EventDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes the final, and opens its entries."""
    try:
        final = make_final(at.tournament, at.event_id, _settings_of(at, form), _rules_of(form), stamp)
    except Mistake as mistake:
        page = replace(_qualifiers_page(at), errors=at.errors(mistake), typed=form)
        return at.show("desk/finals/qualifiers.html", page, tab="ranking", status=422)
    return redirect(f"/events/{final}/entries")


@router.post("/qualifiers/consolation")
def make_second(at: EventDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes the consolation of those left over, and opens its entries."""
    try:
        rules = CarryRules(CarryKind.PART) if form.get("carries") else CarryRules(CarryKind.NONE)
        is_behind = bool(form.get("is_behind"))
        settings = _settings_of(at, form)
        made = make_consolation(at.tournament, at.event_id, settings, rules, stamp, is_behind=is_behind)
    except Mistake as mistake:
        page = replace(_qualifiers_page(at), second_errors=at.errors(mistake), second_typed=form)
        return at.show("desk/finals/qualifiers.html", page, tab="ranking", status=422)
    return redirect(f"/events/{made}/entries", "desk.consolation.done")


@router.post("/qualifiers/consolation/join")
def join(
    at: EventDep,
    stamp: StampDep,
    into: Annotated[EventId, Form(max_length=60)] = _NO_EVENT,
    is_behind: Annotated[bool, Form()] = False,
) -> Response:
    """Enters those left over into another event, and opens its entries."""
    try:
        join_consolation(at.tournament, at.event_id, into, stamp, is_behind=is_behind)
    except Mistake as mistake:
        typed = {"into": into, "is_behind": "yes" if is_behind else ""}
        page = replace(_qualifiers_page(at), second_errors=at.errors(mistake), second_typed=typed)
        return at.show("desk/finals/qualifiers.html", page, tab="ranking", status=422)
    return redirect(f"/events/{into}/entries", "desk.consolation.joined")


def _settings_of(at: EventAt, form: Mapping[str, str]) -> Settings:
    """Returns the settings of the event that is made: ours, with its name, date, sessions and sections."""
    sessions = only_whole(form.get("sessions", "1"), "sessions", least=1, most=_MOST_SESSIONS)
    sections = only_whole(form.get("sections", "1"), "sections", least=1, most=_MOST_SECTIONS)
    date = form.get("date", "").strip()
    return replace(
        at.settings,
        name=_name_of(form),
        date=date,
        sessions=sessions,
        division=replace(at.settings.division, sections=sections),
    )


@router.get("/carry-over")
def show_carry(at: PlaceDep) -> HTMLResponse:
    """Shows the carry-over of the final from its qualifying."""
    return at.show("desk/finals/carry_over.html", _carry_page(at.state), tab="ranking")


@router.post("/carry-over")
def keep_carry(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Stores the carry-over of the final."""
    try:
        approver = form.get("approver", "").strip()[:60]
        command = SetCarryOver(_brought_of(at.state, form), approver)
        return at.carry_out(command, stamp, f"{at.base}/carry-over", "desk.carry.kept")
    except Mistake as mistake:
        page = replace(_carry_page(at.state), errors=at.errors(mistake), fields=form)
        return at.show("desk/finals/carry_over.html", page, tab="ranking", status=422)


def _qualifiers_page(at: EventAt) -> QualifiersPage:
    state = at.state
    view, problem = None, None
    if state.finals.plan is not None:
        try:
            view = qualifiers(state)
        except Mistake as mistake:
            problem = mistake.problems[0]
    plan_ = state.finals.plan
    carry = rules_of(state).carry_over.default_rules(has_tops=has_tops(state.settings.scoring.method))
    rows = at.tournament.events()
    event_ids = {row.event_id for row in rows}
    made = None if plan_ is None else plan_.final
    second = None if plan_ is None else plan_.consolation
    proposed = proposed_count(state)
    return QualifiersPage(
        view=view,
        problem=problem,
        count=str(plan_.count) if plan_ is not None else str(proposed.counts.get(QualifyBy.ALL, "")),
        by=QualifyBy.ALL.value if plan_ is None else plan_.by.value,
        ways=tuple(one.value for one in QualifyBy),
        kinds=_kinds(state),
        final=made if made in event_ids else None,
        date=at.today.isoformat(),
        sessions=state.settings.sessions,
        carry=carry,
        part=plain_string(carry.part),
        limits=LIMITS,
        errors={},
        typed={},
        consolation=second if second in event_ids else None,
        others=_others(rows, (state.event_id, made)),
        proposed=proposed if plan_ is None else None,
    )


def _others(rows: Sequence[EventRow], own: tuple[EventId | None, ...]) -> tuple[EventRow, ...]:
    """Returns the newest events that have not begun, without our own and its final."""
    candidates = (row for row in rows if row.phase == Phase.ENTRIES.value and row.event_id not in own)
    return tuple(islice(candidates, _MOST_OTHERS))


def _kinds(state: EventState) -> tuple[str, ...]:
    """Returns the ways of carrying over that the event's method knows."""
    needing = () if has_tops(state.settings.scoring.method) else (CarryKind.TWO_BOARDS, CarryKind.FORMULA)
    return tuple(kind.value for kind in CarryKind if kind not in needing)


def _carry_page(state: EventState) -> CarryPage:
    carry_over, carry = state.finals.carry_over, carry_over_of(state)
    totals = {} if carry_over is None else carry_over.totals
    proposed = rules_of(state).carry_over.default_rules(has_tops=has_tops(state.settings.scoring.method))
    rules = replace(proposed, kind=CarryKind.NONE) if carry_over is None else carry_over.rules
    fields = {
        "name": "" if carry_over is None else carry_over.name,
        "entrants": "" if carry_over is None else str(carry_over.entrants),
        "boards": "" if carry_over is None else str(carry_over.boards),
        "sessions": str(carry_over.sessions) if carry_over is not None and carry_over.sessions else "",
        "kind": rules.kind.value,
        "part": plain_string(rules.part),
        "limit": _limit_of(rules),
    }
    entries = tuple(
        (
            entry,
            plain_string(totals[entry_id]) if entry_id in totals else "",
            None if carry is None else carry.amount(entry_id),
        )
        for entry_id, entry in state.entries.items()
    )
    return CarryPage(
        fields=fields,
        kinds=_kinds(state),
        entries=entries,
        carry=carry,
        source=None if carry_over is None else carry_over.source,
        limits=LIMITS,
        errors={},
    )


def _brought_of(state: EventState, form: Mapping[str, str]) -> Brought | None:
    """Returns the carry-over of a form; None if the form is empty."""
    rules = _rules_of(form)
    problems: list[Problem] = []
    totals: dict[EntryId, Fraction] = {}
    for entry_id in state.entries:
        text = form.get(f"{_TOTAL}{entry_id}", "").strip()
        if text:
            total = _number(text)
            if total is None:
                problems.append(Problem("desk.carry.number", {"text": text[:20]}, f"{_TOTAL}{entry_id}"))
            else:
                totals[entry_id] = total
    if rules.kind is CarryKind.NONE and not totals:
        return None
    entrants = whole(form.get("entrants", ""), "entrants", problems, least=1, most=9999, empty=len(totals))
    boards = whole(form.get("boards", ""), "boards", problems, least=1, most=9999, empty=1)
    name = line(form.get("name", ""), "name", problems, is_needed=True)
    sessions = whole(form.get("sessions", ""), "sessions", problems, least=1, most=99, empty=0)
    check(problems)
    source = None if state.finals.carry_over is None else state.finals.carry_over.source
    return Brought(
        name=name,
        entrants=entrants or 0,
        boards=boards or 0,
        totals=totals,
        rules=rules,
        source=source,
        sessions=sessions or 0,
    )


def _name_of(form: Mapping[str, str]) -> str:
    problems: list[Problem] = []
    name = line(form.get("name", ""), "name", problems, is_needed=True)
    check(problems)
    return name


def _rules_of(form: Mapping[str, str]) -> CarryRules:
    kind = form.get("kind", "")
    if kind not in set(CarryKind):
        raise Malformed.of("desk.field.missing", "kind")
    part = _number(form.get("part", "").strip() or "0.5")
    if part is None:
        raise Malformed.of("desk.carry.number", "part", text=form.get("part", "")[:20])
    limit = form.get("limit", LIMITS[0])
    return CarryRules(CarryKind(kind), part, is_limited=limit == "always", is_limited_by_rules=limit == "rules")


def _limit_of(rules: CarryRules) -> str:
    """Returns when the limit of four boards holds, as the form asks for it."""
    return "rules" if rules.is_limited_by_rules else "always" if rules.is_limited else "never"


def _number(text: str) -> Fraction | None:
    """Returns an amount as people write it (`123.45`, `-3`), None for what is none."""
    amount = read_amount(text)
    if amount is not None:
        return amount
    plain = text.replace("−", "-")
    if len(plain) > 20 or not plain.lstrip("-").replace(".", "", 1).isdecimal():
        return None
    return Fraction(plain)
