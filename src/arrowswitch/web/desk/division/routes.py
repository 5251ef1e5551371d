"""A field divided at the desk: teams into flights, and flights and seeds of pairs over the groups of all sections.

JCBL director's manual 3.3, lines 1521-1532, 2316-2318, 2563-2587 and 2636-2650.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.core.lettering import letter_of
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.division.team_flights import FlightPlan, flight_plans, plan_of
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.tournament.division.groups import FieldBalance, SplitBy, field_balance, limits_of, split_teams
from arrowswitch.tournament.division.seeds import seed_points
from arrowswitch.tournament.division.strata import StrataView, strata_view
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import format_limits, parse_limits
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import SplitFlights, SpreadPairs
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.pair_fields import fields_of_sections
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.division.seeds import parse_seeds
from arrowswitch.web.desk.register.csv import points_text
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/division", route_class=DirectorRoute)
_SIZES = re.compile(r"\d{1,2}(-\d{1,2}){0,29}", re.ASCII)
_MOST_SEED = 999_999


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight: its section's letter, its teams in the order of their numbers, their points altogether."""

    letter: SectionLetter
    teams: tuple[Entry, ...]

    @property
    def mean(self) -> str:
        """Returns the mean of the teams' seed points."""
        total = sum(seed_points(team) for team in self.teams)
        return decimal_string(Fraction(total, 100 * max(len(self.teams), 1)))


@dataclass(frozen=True, slots=True)
class FlightsPage:
    """The ways to split the teams, the one that is looked at with its flights, and those that are in force."""

    plans: tuple[FlightPlan, ...]
    chosen: FlightPlan | None
    by: SplitBy
    seed: int
    flights: tuple[Flight, ...]
    present: tuple[Flight, ...]
    fields: tuple[str, ...]
    refused: tuple[Problem, ...]
    teams: int
    is_started: bool

    @property
    def sizes(self) -> str:
        """Returns the selected sizes as written in the address."""
        return "" if self.chosen is None else sizes_text(self.chosen)

    def points(self, entry: Entry) -> str:
        """Returns the seed points of a team."""
        return points_text(seed_points(entry)) or "–"

    def names_of(self, plan: FlightPlan) -> tuple[str, ...]:
        """Returns the fields of pairs of a plan, by the flights' letters."""
        return tuple("・".join(letter_of(place) for place in field) for field in plan.fields)


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """The groups of a session with their flights and their strength; `seeds` as they were typed, with what is wrong."""

    balance: FieldBalance
    limits: tuple[str, ...]
    pairs: int
    seats: int
    is_fixed: bool
    strata: StrataView | None = None
    seeds: str = ""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def mean(self, at: int) -> str:
        """Returns the mean points of a group, empty while nobody in it has any."""
        means = iter(self.balance.balance.means)
        mean_texts = [next(means, None) if group.entries else None for group in self.balance.groups]
        mean = mean_texts[at]
        return "" if not mean else decimal_string(mean / 100)

    @property
    def spread(self) -> str:
        """Returns by how much the strongest and the weakest group differ, in percent of the mean."""
        balance = self.balance.balance
        return decimal_string(100 * balance.spread / balance.mean) if balance.mean else "0"


def sizes_text(plan: FlightPlan) -> str:
    """Returns the sizes of a plan as an address has them (`10-9`)."""
    return "-".join(map(str, plan.sizes))


@router.get("")
def show(
    at: PlaceDep,
    sizes: Annotated[str, Query(max_length=90)] = "",
    by: Annotated[SplitBy, Query()] = SplitBy.STRENGTH,
    seed: Annotated[int | None, Query(ge=0, le=_MOST_SEED)] = None,
) -> HTMLResponse:
    """Shows how the field can be divided, and how it is."""
    division = form_of(at.settings).division(at.settings)
    if division is FieldDivision.FLIGHTS:
        lot = at.tournament.chance.seed() % _MOST_SEED if seed is None else seed
        page = flights_page(at.state, sizes, by, lot)
        return at.show("desk/division/flights.html", page, tab="entries")
    if division is not FieldDivision.GROUPS:
        raise NotFound.of("desk.division.other-form")
    return at.show("desk/division/groups.html", groups_page(at.state, at.place), tab="entries")


@router.post("/flights")
def split(
    at: PlaceDep,
    stamp: StampDep,
    sizes: Annotated[str, Form()] = "",
    by: Annotated[SplitBy, Form()] = SplitBy.STRENGTH,
    seed: Annotated[int, Form(ge=0, le=_MOST_SEED)] = 0,
) -> Response:
    """Splits the teams into flights: a section each, with its sheets and numbers for both sessions."""
    flights = split_teams(complete_entries(at.state), _sizes(sizes).sizes, by, seed)
    command = SplitFlights(tuple(tuple(team.entry_id for team in flight) for flight in flights))
    return at.carry_out(command, stamp, f"/events/{at.event_id}/division", "desk.division.split", n=len(flights))


@router.post("/groups")
def spread(
    at: PlaceDep,
    stamp: StampDep,
    by: Annotated[str, Form()] = "lot",
    seeds: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    """Gives the numbers of all sections of the session, even over the groups, the seeds that are typed first."""
    try:
        sections = tuple(at.state.session(at.session).sections)
        named = parse_seeds(seeds, complete_entries(at.state), sections)
        command = SpreadPairs(at.session, by_points=by == "points", seeds=named)
        return at.carry_out(command, stamp, f"{at.base}/division", "desk.division.spread")
    except Mistake as mistake:
        if not seeds.strip():
            raise
        page = replace(groups_page(at.state, at.place), seeds=seeds, errors=at.errors(mistake))
        return at.show("desk/division/groups.html", page, tab="entries", status=422)


@router.post("/strata")
def take_strata(at: PlaceDep, stamp: StampDep, limits: Annotated[str, Form(max_length=200)] = "") -> Response:
    """Takes limits of the strata that were proposed, so that the lowest has as many pairs as the regulations want."""
    strata = parse_limits(limits, "strata")
    command = ChangeSettings(replace(at.settings, division=replace(at.settings.division, strata=strata)))
    return at.carry_out(
        command, stamp, f"{at.base}/division", "desk.division.strata-taken", limits=format_limits(strata)
    )


def flights_page(state: EventState, sizes: str, by: SplitBy, seed: int) -> FlightsPage:
    """Returns the ways to split the teams of an event, and one of them with its flights."""
    teams = complete_entries(state)
    refused: tuple[Problem, ...] = ()
    plans: tuple[FlightPlan, ...] = ()
    chosen: FlightPlan | None = None
    try:
        plans = flight_plans(len(teams))
        chosen = _sizes(sizes) if sizes else plans[0]
        if sum(chosen.sizes) != len(teams):
            raise Malformed.of("team-flights.everybody", placed=sum(chosen.sizes), teams=len(teams))
    except Mistake as mistake:
        refused, chosen = mistake.problems, None
    split_now = () if chosen is None else split_teams(teams, chosen.sizes, by, seed)
    flights = tuple(Flight(SectionLetter(letter_of(at)), flight) for at, flight in enumerate(split_now))
    fields = tuple("・".join(letters) for letters in fields_of_sections(state))
    present = tuple(_present(state))
    return FlightsPage(
        plans=plans,
        chosen=chosen,
        by=by,
        seed=seed,
        flights=flights,
        present=present,
        fields=fields,
        refused=refused,
        teams=len(teams),
        is_started=state.is_started,
    )


def _present(state: EventState) -> Iterator[Flight]:
    """Yields the flights in force; both pairs of a team have numbers in them."""
    for letter, section in state.session(1).sections.items():
        teams = tuple(state.entries[who] for who in dict.fromkeys(section.numbers.values()) if who in state.entries)
        if teams:
            yield Flight(letter, teams)


def groups_page(state: EventState, place: Place) -> GroupsPage:
    """Returns the groups of a session."""
    balance = field_balance(state, place.session)
    seats = sum(len(group.numbers) for group in balance.groups)
    limits = tuple(f"{one.name} ≤ {one.most}" if one.most is not None else one.name for one in limits_of(state))
    is_fixed = state.session(place.session).is_started
    return GroupsPage(
        balance=balance,
        limits=limits,
        pairs=len(complete_entries(state)),
        seats=seats,
        is_fixed=is_fixed,
        strata=strata_view(state),
    )


def _sizes(typed: str) -> FlightPlan:
    if not _SIZES.fullmatch(typed):
        raise Malformed.of("desk.division.sizes", text=typed[:40])
    return plan_of([int(size) for size in typed.split("-")])
