"""Rulings: what is pending, what was awarded, penalties, notes, and how often a pair's slips were wrong (R-152)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.history.history import slip_errors
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import KeptRuling, PenaltyGiven, WithdrawalRule
from arrowswitch.tournament.model.views import Flag
from arrowswitch.tournament.results.tables import cells
from arrowswitch.tournament.rulings.fines import Fineable, fineable
from arrowswitch.tournament.rulings.offence_history import RepeatedOffence, repeated_offences
from arrowswitch.tournament.rulings.withdrawal import WithdrawalView, unplayable, withdrawals
from arrowswitch.tournament.scored.match_rules import penalty_units_of
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.results.page import TypedLine, line_of
from arrowswitch.web.desk.rulings.offences import AnsweredOffence, AskedDep, AskedOffence, answer_offence
from arrowswitch.web.forms import StampDep, check, optional

router = APIRouter(route_class=DirectorRoute)
LONGEST_AMOUNT = 20
OFTEN = 2
"""From this number of wrong slips on, the regulations let the director take up to a board (regulations summary, lines
81-83)."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """A penalty with who got it."""

    penalty: PenaltyGiven
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class Liable:
    """A contestant that can get a penalty, and the scores that it can be deducted from."""

    number: Number
    entry: Entry | None
    fineable: tuple[Fineable, ...]


@dataclass(frozen=True, slots=True)
class SlipErrors:
    """A pair whose slips were wrong, and where. `is_often` when the regulations allow a penalty by now."""

    number: Number
    entry: Entry | None
    slots: tuple[Slot, ...]
    is_often: bool


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """Everything the director decided, and what he still has to decide. `liable` are those who can get a penalty, and
    what it can come off; `rounds` are those whose match a penalty may be of, none where there are no matches; in a
    knockout it must be of one (`is_of_a_match`), the last where none is chosen. `fined` and `fined_round` are whom and
    what the form of a penalty begins with."""

    letter: str
    numbers: tuple[tuple[Number, Entry | None], ...]
    units: tuple[PenaltyUnit, ...]
    liable: tuple[Liable, ...]
    rounds: tuple[int, ...]
    is_of_a_match: bool
    fined: Number
    fined_round: int | None
    pending: tuple[TypedLine, ...]
    awards: tuple[TypedLine, ...]
    notes: tuple[TypedLine, ...]
    penalties: tuple[Penalised, ...]
    slips: tuple[SlipErrors, ...]
    offences: tuple[RepeatedOffence, ...]
    kinds: tuple[Offence, ...]
    answered: AnsweredOffence | None
    question: AskedOffence
    rulings: tuple[KeptRuling, ...]
    open_cases: int
    unplayable: tuple[TypedLine, ...]
    withdrawals: tuple[WithdrawalView, ...]
    rules: tuple[WithdrawalRule, ...]

    def entry_of(self, number: Number) -> Entry | None:
        """Returns the entry of a number that can get a penalty."""
        return next((one.entry for one in self.liable if one.number == number), None)


@router.get("/events/{event_id}/rulings")
def show(at: PlaceDep, question: AskedDep) -> HTMLResponse:
    """Shows rulings and penalties, and what the regulations foresee for what was asked."""
    page = rulings_page(at, question)
    return at.show("desk/rulings/rulings.html", page, tab="rulings")


@router.post("/events/{event_id}/rulings/penalty")
def penalty(
    at: PlaceDep,
    stamp: StampDep,
    number: Annotated[str, Form()] = "",
    amount: Annotated[str, Form()] = "",
    unit: Annotated[PenaltyUnit, Form()] = PenaltyUnit.BOARDS,
    law: Annotated[str, Form()] = "",
    offence: Annotated[str, Form()] = "",
    player: Annotated[str, Form()] = "",
    round_: Annotated[str, Form(alias="round", max_length=3)] = "",
) -> Response:
    """Gives a penalty; with an offence it counts when the same happens again."""
    problems: list[Problem] = []
    points = parse_amount(amount, problems)
    of_round = optional(round_, "round", problems, least=1, most=999)
    if not stamp.reason:
        problems.append(Problem("desk.field.missing", {}, "reason"))
    if not number.strip():
        problems.append(Problem("desk.field.missing", {}, "number"))
    check(problems)
    kind = Offence(offence) if offence in set(Offence) else None
    who = Number(number.strip().upper())
    if of_round is None and form_of(at.settings).fines_need_match:
        team = team_number(at.state.section(at.place).movement, who)
        of_round = _last_match(fineable(at.state, at.place, team))
    command = GivePenalty(
        place=at.place,
        number=who,
        amount=points,
        unit=unit,
        law=law.strip()[:120],
        offence=kind,
        player=player,
        round=of_round if form_of(at.settings).ranks_matches(at.state) else None,
    )
    return at.carry_out(command, stamp, f"{at.base}/rulings", "desk.rulings.penalty-given")


def _last_match(fineable: Iterable[Fineable]) -> int | None:
    return max((one.round for one in fineable if one.round is not None), default=None)


def _liable(state: EventState, place: Place, section: Section) -> tuple[Number, ...]:
    """Returns the numbers that can be penalised: of teams the team, also where its pairs have numbers of their own."""
    form = form_of(state.settings)
    numbers = {form.fined_number(state, place, number) for number in section.numbers}
    return tuple(sorted(numbers, key=number_order))


def _rounds(state: EventState, section: Section) -> tuple[int, ...]:
    """Returns the rounds whose matches a penalty can belong to."""
    if not form_of(state.settings).ranks_matches(state) or section.movement is None:
        return ()
    return tuple(sorted({meeting.round for meeting in section.movement.meetings}))


def parse_amount(text: str, problems: list[Problem]) -> Fraction:
    """Returns the amount typed (`1`, `0.5`, `1/2`, `½`), or 0 and a problem when it cannot be read."""
    typed = text.strip().replace("½", "1/2").replace("，", ".").replace(",", ".")
    try:
        if len(typed) <= LONGEST_AMOUNT and "e" not in typed.lower():
            return Fraction(typed)
    except (ValueError, ZeroDivisionError):
        pass
    problems.append(Problem("desk.rulings.amount", {"text": text.strip()[:20]}, "amount"))
    return Fraction(0)


def rulings_page(at: PlaceAt, question: AskedOffence) -> RulingsPage:
    """Returns the page of a section."""
    state, place, section, hidden = at.state, at.place, at.section, at.blind
    listed = cells(state, place.session) if section is not None else ()
    everything = tuple(cell for cell in listed if cell.slot.section == place.section)
    numbers = sorted(section.numbers, key=number_order) if section is not None else []
    liable = _liable(state, place, section) if section is not None else ()
    letter = section.letter if section is not None else ""

    def lines(flag: Flag) -> tuple[TypedLine, ...]:
        return tuple(line_of(cell, hidden) for cell in everything if flag in cell.flags)

    def entry(number: Number) -> Entry | None:
        return state.entry_at(place, number) if section is not None else None

    ledger = at.ledger
    slips = slip_errors(ledger, place)
    rounds = _rounds(state, section) if section is not None else ()
    is_of_a_match = bool(rounds) and form_of(state.settings).fines_need_match
    fined_round = question.round if question.offence is None else None
    lost = {view.slot for view in unplayable(state, place.session)} if section is not None else set()
    return RulingsPage(
        letter=letter,
        numbers=tuple((number, entry(number)) for number in numbers),
        units=penalty_units_of(state),
        liable=tuple(Liable(number, entry(number), fineable(state, place, number)) for number in liable),
        rounds=rounds,
        is_of_a_match=is_of_a_match,
        fined=Number(question.offender) if question.offence is None else Number(""),
        fined_round=fined_round,
        pending=lines(Flag.PENDING),
        awards=lines(Flag.ADJUSTED),
        notes=lines(Flag.NOTE),
        penalties=tuple(
            Penalised(penalty, entry(penalty.number)) for penalty in state.rulings.penalties if penalty.place == place
        ),
        slips=tuple(
            SlipErrors(Number(number), entry(Number(number)), found, len(found) >= OFTEN)
            for number, found in sorted(slips.items(), key=lambda item: (-len(item[1]), number_order(Number(item[0]))))
        ),
        offences=repeated_offences(state, ledger, place.session),
        kinds=tuple(Offence),
        answered=answer_offence(state, place, ledger, question),
        question=question,
        rulings=tuple(one for one in reversed(state.rulings.guided) if one.place == place),
        open_cases=sum(one.is_open for one in state.rulings.cases),
        unplayable=tuple(line_of(cell, hidden) for cell in everything if cell.slot in lost),
        withdrawals=withdrawals(state, place.session) if section is not None else (),
        rules=tuple(WithdrawalRule),
    )
