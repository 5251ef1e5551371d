"""The ranking as it stands, older published versions, and why a number is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import NotFound, ParamValue, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.i18n import Locale
from arrowswitch.regulations.wording import clause_in
from arrowswitch.tournament.forms.bracket.decided import DecidingMatch, deciding_matches
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.half_matches import HalfRow, imps_so_far
from arrowswitch.tournament.matches.slips import SlipConflict, slip_conflicts
from arrowswitch.tournament.matches.why_team import why_team
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import HistoryRow, PrivateView, RankingView, RankRow
from arrowswitch.tournament.publication.decide import NEXT_DRAWS, open_round, to_come
from arrowswitch.tournament.ranking.changes import is_outdated
from arrowswitch.tournament.ranking.cut import ties_at_cut
from arrowswitch.tournament.ranking.event_total import why_brought, why_sessions
from arrowswitch.tournament.ranking.further import FurtherRanking, further_rankings
from arrowswitch.tournament.ranking.how_awarded import how_awarded
from arrowswitch.tournament.ranking.rankings import private, ranking
from arrowswitch.tournament.ranking.why import (
    board_entries,
    contestant_entries,
    why_masterpoints,
    why_points,
    why_rank,
    why_total,
)
from arrowswitch.tournament.ranking.why_pair_field import (
    is_ranked_pair,
    pair_boards,
    pair_entry,
    why_pair,
    why_pair_board,
)
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.play.hall_choice import hall_shows
from arrowswitch.web.desk.results.matrix import LackingTable, lacking_in_session, odd_in_session
from arrowswitch.web.desk.results.page import OddNote
from arrowswitch.web.points import total_points
from arrowswitch.web.problem_names import named_params

router = APIRouter(route_class=DirectorRoute)
PERCENT = "desk.points.percent"


class RankingBy(StrEnum):
    """In which order the ranking is listed."""

    RANK = "rank"
    NUMBER = "number"


class WhyOf(StrEnum):
    """The number to explain: that of the session, or the total of the event."""

    SESSION = "session"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A ranking: the live one, or (`at` is set) the published version of that ledger entry. `has_full_version`
    when more than an interim ranking was published, `is_outdated` when a result was corrected, or a list changed, since
    the newest one, `cut_ties` name who is tied at the last paid place. `odd` are the unlikely results of all sections,
    to be looked at before a ranking is published, as are the matches whose boards contradict their slip. While
    something is `to_come` an interim ranking only can be published; with `open_in_round` results missing that of a
    Swiss needs a reason. `deciding` is what decided the last match of each team of a knockout, `awarded` how
    masterpoints were given."""

    by: RankingBy
    groups: tuple[tuple[Side | None, tuple[RankRow, ...]], ...]
    view: RankingView
    has_penalties: bool
    lacking: tuple[LackingTable, ...]
    has_full_version: bool
    publication: Publication | None
    at: int | None
    corrections_since: int
    is_outdated: bool
    blind: Blind
    hall_shows: str
    unit: str
    further: tuple[FurtherRanking, ...] = ()
    halves: tuple[HalfRow, ...] = ()
    to_come: Problem | None = None
    cut_ties: tuple[Problem, ...] = ()
    odd: tuple[OddNote, ...] = ()
    slip_conflicts: tuple[SlipConflict, ...] = ()
    open_in_round: int = 0
    deciding: Mapping[Number, DecidingMatch] = field(default_factory=dict)
    awarded: tuple[Problem, ...] = ()

    @property
    def is_between_rounds(self) -> bool:
        """True if every result so far is in and the next round is to be drawn."""
        return self.to_come is not None and self.to_come.code in NEXT_DRAWS

    @property
    def is_in_percent(self) -> bool:
        """True if the ranking is by percentage, with the totals next to it."""
        return self.unit == PERCENT


@dataclass(frozen=True, slots=True)
class WhyPage:
    """Why a number is what it is: the total and rank of a contestant, or its points on one board or in one match;
    `leads_to_total` of a part where there is a total. `boards` are what the boards of the session brought a pair of a
    team."""

    number: Number
    entry: Entry | None
    explanations: tuple[Explanation, ...]
    language: str
    board: BoardNumber | None = None
    private: PrivateView | None = None
    entries: tuple[HistoryRow, ...] = ()
    leads_to_total: bool = False
    boards: tuple[tuple[BoardNumber, Fraction], ...] = ()

    def clause(self, clause: str) -> str:
        """Returns a clause in the reader's language."""
        return clause_in(clause, self.language)

    def name_params(self, code: str, params: Mapping[str, ParamValue]) -> Mapping[str, ParamValue]:
        """Returns the figures of a step, what has a name by its name."""
        return named_params(code, params, Locale(self.language))


@router.get("/events/{event_id}/ranking")
def show(
    at: PlaceDep,
    by: Annotated[RankingBy, Query()] = RankingBy.RANK,
    version: Annotated[int | None, Query(alias="at", ge=1)] = None,
) -> HTMLResponse:
    """Shows the live ranking, or an older published version."""
    if not at.is_started:
        return at.show("desk/results/before.html", None, tab="ranking")
    old = at.state if version is None else at.tournament.state_at(at.event_id, version)
    shows = hall_shows(at.request, at.event_id).value
    page = ranking_page(at.state, at.place, old, by, version, at.blind, shows, is_outdated=_is_outdated(at))
    return at.show("desk/ranking/ranking.html", page, tab="ranking")


@router.get("/events/{event_id}/ranking/why/{number}")
def why(
    at: PlaceDep,
    number: str,
    board: Annotated[int | None, Query(ge=1)] = None,
    of: Annotated[WhyOf, Query()] = WhyOf.SESSION,
) -> HTMLResponse:
    """Explains a total and rank, or the points on one board; only its own part to a script. Asked for the total of the
    event, that comes first."""
    section = at.section
    if section is None or at.state.entry_at(at.place, Number(number[:10])) is None:
        raise NotFound.of("numbers.none", number=number[:20], section=at.letter)
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    page = why_page(at.state, at.place, Number(number), board, at.ledger, at.visitor.locale.value, of)
    return at.show_alone("desk/ranking/why.html", "desk/ranking/why_page.html", page, tab="ranking")


def why_page(
    state: EventState,
    place: Place,
    number: Number,
    board: BoardNumber | None,
    ledger: tuple[LedgerEntry, ...],
    language: str,
    of: WhyOf = WhyOf.SESSION,
) -> WhyPage:
    """Returns the explanation of a total (with the points of every board) or of one board, and what the ledger has
    about it."""
    of_matches = form_of(state.settings).ranks_matches(state)
    if of_matches and is_ranked_pair(state, place, number):
        return _pair_page(state, place, number, board, ledger, language)
    explanations: tuple[Explanation | None, ...]
    if board is not None:
        explanations, entries = (why_points(state, place, board, number),), board_entries(ledger, place.session, board)
    else:
        first = why_team(state, place, number) if of_matches else why_total(state, place, number)
        carry_over = None if of_matches else why_brought(state, place, number)
        over = () if of_matches else why_sessions(state, place, number)
        own = (first, why_rank(state, place, number))
        whole = (*over, carry_over, why_masterpoints(state, place, number))
        explanations = (*whole, *own) if of is WhyOf.TOTAL else (*own, *whole)
        entries = contestant_entries(ledger, place, number)
    return WhyPage(
        number=number,
        entry=state.entry_at(place, number),
        explanations=tuple(explanation for explanation in explanations if explanation is not None),
        language=language,
        board=board,
        private=None if of_matches or board is not None else private(state, place, number),
        entries=entries,
        leads_to_total=board is not None,
    )


def _pair_page(
    state: EventState,
    place: Place,
    number: Number,
    board: BoardNumber | None,
    ledger: tuple[LedgerEntry, ...],
    language: str,
) -> WhyPage:
    """Returns the explanation of a pair of a team: of its total over the sessions, or of one board."""
    entry = pair_entry(state, place, number)
    if board is not None:
        points, entries = why_pair_board(state, place, number, board), board_entries(ledger, place.session, board)
        return WhyPage(
            number=number,
            entry=entry,
            explanations=(points,),
            language=language,
            board=board,
            entries=entries,
            leads_to_total=True,
        )
    return WhyPage(
        number=number,
        entry=entry,
        explanations=why_pair(state, place, number),
        language=language,
        entries=contestant_entries(ledger, place, number),
        boards=pair_boards(state, place, number),
    )


def ranking_page(
    state: EventState,
    place: Place,
    ranked: EventState,
    by: RankingBy,
    at: int | None,
    hidden: Blind,
    shows: str,
    *,
    is_outdated: bool = False,
) -> RankingPage:
    """Returns the ranking of `ranked`, an earlier or the present `state`."""
    view = ranking(ranked, place.session)
    groups = tuple((side, _sort_rows(rows, by)) for side, rows in view.groups)
    newest = state.publication.versions[-1] if state.publication.versions else None
    return RankingPage(
        by=by,
        groups=groups,
        view=view,
        has_penalties=any(row.standing.penalty for _, rows in groups for row in rows),
        lacking=lacking_in_session(ranked, place) if missing_slots(ranked, place.session) else (),
        has_full_version=any(not publication.is_interim for publication in state.publication.versions),
        publication=next((one for one in state.publication.versions if one.seq == at), None),
        at=at,
        corrections_since=0 if newest is None else state.publication.corrections - newest.corrections,
        is_outdated=is_outdated,
        blind=hidden,
        hall_shows=shows,
        unit=PERCENT
        if any(row.standing.percent is not None for _, rows in groups for row in rows)
        else total_points(state),
        further=further_rankings(ranked, place.session),
        halves=imps_so_far(ranked, place.session) if form_of(state.settings).ranks_matches(state) else (),
        to_come=to_come(state),
        cut_ties=ties_at_cut(ranked, place.session),
        odd=odd_in_session(state, place, hidden) if at is None else (),
        open_in_round=len(open_round(state)) if form_of(state.settings).draws_by_ranking else 0,
        deciding=deciding_matches(ranked, place.session),
        awarded=how_awarded(ranked) if any(row.master_points is not None for _, rows in groups for row in rows) else (),
        slip_conflicts=slip_conflicts(state) if at is None and not hidden.is_ranking_hidden else (),
    )


def _is_outdated(at: PlaceAt) -> bool:
    if not at.state.publication.versions:
        return False
    newest = at.state.publication.versions[-1]
    return is_outdated(newest, at.tournament.state_at(at.event_id, newest.seq), at.state)


def _sort_rows(rows: tuple[RankRow, ...], by: RankingBy) -> tuple[RankRow, ...]:
    return rows if by is RankingBy.RANK else tuple(sorted(rows, key=lambda row: number_order(row.standing.number)))
