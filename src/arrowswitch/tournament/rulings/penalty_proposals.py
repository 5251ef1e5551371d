"""The penalties of the regulations for an incident at a table: the liable players, the limit, and the earlier offences.

Regulations summary, lines 81-121 and 252-258. A proposal applies nothing: the director gives the penalty (`GivePenalty`
with its `offence`), a warning (`NoteOffence`), or sends a player out (`ExpelPlayer`).

How often before, in the session: corrected slips and forced entries are seen in the record, and warnings are added to
them; penalties given for the same offence count when they are more. Decision: a slip that was corrected counts for both
pairs, as both answer for it; the boards of one round at one table are one wrong seating.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Meeting, SessionNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.offences import Circumstances, Contest, Liability, Offence, Role, liabilities_for
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.event import board_cost
from arrowswitch.core.scoring.totals.accounts import board_worth
from arrowswitch.core.scoring.totals.pair_matches import match_worth
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.history.history import slip_errors
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import NotedOffence, PenaltyGiven
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_rules import scale_in_use, team_method
from arrowswitch.tournament.scored.session import scoring_input, tables_of

_IS_SEEN = (Offence.SCORING_MISTAKE, Offence.WRONG_BOARD, Offence.WRONG_OPPONENTS)


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that went wrong.

    - `slot` is where; `ns` and `ew` are who really sat there, when nothing is entered yet and it was not as planned.
    - `offenders` are numbers with a player's name (empty: the whole contestant). They are needed for barred systems and
      for conduct (with the player); for misplaced hands they say that it is clear who did it. Else the place tells.
    - `is_serious` when it upset the progress of the game; `keeper` is the side in charge of the boards.
    """

    place: Place
    offence: Offence
    slot: Slot | None = None
    ns: tuple[Number, ...] = ()
    ew: tuple[Number, ...] = ()
    offenders: tuple[tuple[Number, str], ...] = ()
    is_serious: bool = False
    keeper: Side = Side.NS


@dataclass(frozen=True, slots=True)
class PenaltyProposal:
    """The penalty that one contestant (or one `player` of it) may get. `boards` is the upper limit, or the fixed
    amount, and `points` the same in the points of the event's method; in matches of IMPs conduct costs `imps`. Nothing
    is due while all are 0, nobody is sent out and no match is forfeited.

    `earlier` counts the same offence before in the session; `penalised` is what it has cost already, in boards. `words`
    say what the regulations foresee, and what else is to be done. `team` forfeits its match (`is_forfeit`).
    """

    number: Number
    entry: Entry | None
    player: str
    offence: Offence
    role: Role
    earlier: int
    penalised: Fraction
    boards: Fraction
    points: Fraction
    is_fixed: bool
    is_out: bool
    clause: str
    words: tuple[Problem, ...]
    imps: Fraction = Fraction(0)
    is_forfeit: bool = False
    team: Number | None = None

    @property
    def is_due(self) -> bool:
        """True if the regulations provide for a penalty so far."""
        return self.is_out or self.is_forfeit or self.boards > 0 or self.imps > 0


@dataclass(frozen=True, slots=True)
class OffenceRow:
    """A line of the session's log of offences (R-356): a warning, a penalty or a player sent out."""

    place: Place
    number: Number
    player: str
    offence: Offence
    reason: str
    seq: int
    boards: Fraction = Fraction(0)
    unit: PenaltyUnit = PenaltyUnit.BOARDS
    is_warning: bool = False
    is_out: bool = False


def penalty_proposals(
    state: EventState, ledger: tuple[LedgerEntry, ...], incident: Incident
) -> tuple[PenaltyProposal, ...]:
    """Returns the penalties of the regulations, one proposal for each liable contestant or player.

    Nobody is liable for wrong opponents when everybody sat at the planned table. Raises Refused: `incident.no-place`
    when the place is needed, `incident.no-offender` when the offender is.
    """
    rules = rules_of(state)
    worth = _one_board(state, incident.place, rules)
    return tuple(
        _proposal(state, ledger, incident, who, liability, rules, worth)
        for who, liability in _liable(state, ledger, incident, rules)
    )


def offence_log(state: EventState, session: SessionNumber) -> tuple[OffenceRow, ...]:
    """Returns the warnings, penalties for an offence, and expulsions of a session, in the order they were given."""
    penalties = (penalty for penalty in state.rulings.penalties if penalty.offence is not None)
    rows = (
        *(made_like(OffenceRow, warning, is_warning=True) for warning in state.rulings.warnings),
        *(made_like(OffenceRow, penalty, boards=penalty.amount) for penalty in penalties),
        *(
            made_like(OffenceRow, expelled, offence=Offence.CONDUCT, is_out=True)
            for expelled in state.rulings.expulsions
        ),
    )
    return tuple(sorted((row for row in rows if row.place.session == session), key=lambda row: row.seq))


_Who = tuple[Number, str]

_CONTESTS = {
    Method.MATCHPOINTS: Contest.MATCHPOINTS,
    Method.IMPS: Contest.IMP_PAIRS,
    Method.BUTLER: Contest.IMP_PAIRS,
    Method.TOTAL_POINTS: Contest.TOTAL_POINTS,
    Method.HOUSTON: Contest.HOUSTON,
    Method.ROUND_IMPS: Contest.HOUSTON,
    Method.BOARD_A_MATCH: Contest.MATCHPOINTS,
    Method.SWISS_MATCHPOINTS: Contest.HOUSTON,
    Method.SWISS_IMPS: Contest.HOUSTON,
}


def contest_of(state: EventState) -> Contest:
    """Returns how an event is won, as far as penalties tell events apart."""
    if form_of(state.settings).counts_wins:
        return Contest.KNOCKOUT
    if state.settings.event_form.compares_tables:
        is_won_or_lost = team_method(state.settings).is_board_a_match
        return Contest.BOARD_A_MATCH if is_won_or_lost else Contest.VICTORY_POINTS
    return _CONTESTS[state.settings.scoring.method]


def _one_board(state: EventState, place: Place, rules: Regulations) -> Fraction:
    """Returns the cost of one board by the event's method, or in its matches (regulations summary, lines 47-59)."""
    form = form_of(state.settings)
    if form.fines_need_match and (form.counts_wins or scale_in_use(state) is None):
        return rules.scoring.worth.imps
    if form.ranks_matches(state):
        own = (board_cost(table.event) for table in tables_of(state, place.session) if table.section == place.section)
        return next(own, Fraction(0))
    scored, method = scoring_input(state, place.session), state.settings.scoring.method
    return (match_worth if method.unit is PenaltyUnit.VP else board_worth)(scored, rules, method).board


def _liable(
    state: EventState, ledger: tuple[LedgerEntry, ...], incident: Incident, rules: Regulations
) -> Iterator[tuple[_Who, Liability]]:
    if incident.offence is Offence.HANDS_MISPLACED:
        yield from _liable_for_hands(state, incident, rules)
        return
    for who in _offenders(state, incident):
        earlier = _earlier(state, ledger, incident, who)
        circumstances = Circumstances(contest_of(state), earlier=earlier, is_serious=incident.is_serious)
        for liability in liabilities_for(incident.offence, rules.penalties, circumstances):
            yield who, liability


def _liable_for_hands(state: EventState, incident: Incident, rules: Regulations) -> Iterator[tuple[_Who, Liability]]:
    circumstances = Circumstances(contest_of(state), is_clear=bool(incident.offenders))
    sides = dict(zip(Side, _sides_at_table(state, incident), strict=True)) if not incident.offenders else {}
    for liability in liabilities_for(incident.offence, rules.penalties, circumstances):
        if liability.role is Role.OFFENDER:
            yield from ((who, liability) for who in incident.offenders)
            continue
        by_role = {Role.KEEPER: incident.keeper, Role.OTHER_SIDE: incident.keeper.opponents, Role.NORTH_SOUTH: Side.NS}
        side = by_role[liability.role]
        yield from (((number, ""), liability) for number in sides[side])


def _offenders(state: EventState, incident: Incident) -> tuple[_Who, ...]:
    if incident.offence is Offence.CONDUCT and not all(player for _, player in incident.offenders):
        raise Refused.of("offence.needs-player")
    if incident.offenders:
        return incident.offenders
    if incident.offence not in _IS_SEEN:
        raise Refused.of("incident.no-offender")
    ns, ew = _sides_at_table(state, incident)
    if incident.offence is Offence.WRONG_OPPONENTS:
        planned = _planned_meeting(state, incident)
        return tuple((number, "") for number in ns + ew if planned is None or number not in planned.contestants)
    movement = state.section(incident.place).movement
    stationary = [n for n in ns + ew if movement is not None and n in movement.stationary]
    is_board = incident.offence is Offence.WRONG_BOARD
    return tuple((number, "") for number in (stationary if is_board and stationary else ns + ew))


def _sides_at_table(state: EventState, incident: Incident) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    if incident.slot is None:
        raise Refused.of("incident.no-place")
    entered = state.results.get(incident.slot)
    planned = _planned_meeting(state, incident)
    ns = incident.ns or (entered.ns if entered is not None else planned.ns if planned is not None else ())
    ew = incident.ew or (entered.ew if entered is not None else planned.ew if planned is not None else ())
    if not ns or not ew:
        raise Refused.of("incident.no-place")
    return ns, ew


def _planned_meeting(state: EventState, incident: Incident) -> Meeting | None:
    movement = state.section(incident.place).movement
    return None if movement is None or incident.slot is None else movement.at(incident.slot.round, incident.slot.table)


def _earlier(state: EventState, ledger: tuple[LedgerEntry, ...], incident: Incident, who: _Who) -> int:
    noted = sum(_is_of(state, incident, who, warning) for warning in state.rulings.warnings)
    penalised = sum(1 for _ in _penalties(state, incident, who))
    if incident.offence not in _IS_SEEN:
        return noted + penalised
    seen = set(_earlier_places(state, ledger, incident, who[0])) - _here(incident)
    return max(len(seen) + noted, penalised)


def _penalties(state: EventState, incident: Incident, who: _Who) -> Iterator[Fraction]:
    for penalty in state.rulings.penalties:
        if _is_of(state, incident, who, penalty):
            yield penalty.amount if penalty.unit is PenaltyUnit.BOARDS else Fraction(0)


def _is_of(state: EventState, incident: Incident, who: _Who, noted: PenaltyGiven | NotedOffence) -> bool:
    """True if a warning or penalty was for the same offence by the same contestant; the pairs of a team count as
    one."""
    if (noted.place, noted.offence, noted.player) != (incident.place, incident.offence, who[1]):
        return False
    form = form_of(state.settings)
    fined = form.fined_number(state, incident.place, noted.number)
    return fined == form.fined_number(state, incident.place, who[0])


def _here(incident: Incident) -> set[tuple[int, ...]]:
    slot = incident.slot
    if slot is None:
        return set()
    is_slip = incident.offence is Offence.SCORING_MISTAKE
    return {(slot.round, slot.table, slot.board) if is_slip else (slot.round, slot.table)}


def _earlier_places(
    state: EventState, ledger: tuple[LedgerEntry, ...], incident: Incident, number: Number
) -> Iterator[tuple[int, ...]]:
    """Yields the places where the record shows the same offence of a contestant."""
    place = incident.place
    if incident.offence is Offence.SCORING_MISTAKE:
        for slot in slip_errors(ledger, place).get(number, ()):
            if slot.place == place:
                yield slot.round, slot.table, slot.board
        return
    movement = state.section(place).movement
    for slot, entry in state.results.items():
        if movement is None or slot.place != place or number not in entry.ns + entry.ew:
            continue
        meeting = movement.at(slot.round, slot.table)
        boards = movement.boards_of(meeting) if meeting is not None else ()
        is_elsewhere = meeting is None or number not in meeting.contestants
        is_offence = is_elsewhere if incident.offence is Offence.WRONG_OPPONENTS else slot.board not in boards
        if is_offence and entry.forced:
            yield slot.round, slot.table


def _proposal(
    state: EventState,
    ledger: tuple[LedgerEntry, ...],
    incident: Incident,
    who: _Who,
    liability: Liability,
    rules: Regulations,
    worth: Fraction,
) -> PenaltyProposal:
    number, player = who
    earlier = _earlier(state, ledger, incident, who)
    points = liability.boards * worth
    return made_like(
        PenaltyProposal,
        liability,
        number=number,
        entry=state.entry_at(incident.place, number),
        player=player,
        offence=incident.offence,
        earlier=earlier,
        penalised=sum(_penalties(state, incident, who), Fraction(0)),
        points=points,
        clause=rules.clause(liability.key),
        words=tuple(_words(incident.offence, liability, points, earlier)),
        team=form_of(state.settings).fined_number(state, incident.place, number) if liability.is_forfeit else None,
    )


def _words(offence: Offence, liability: Liability, points: Fraction, earlier: int) -> Iterator[Problem]:
    amount: dict[str, ParamValue] = {"boards": plain_string(liability.boards), "points": plain_string(points)}
    if liability.is_forfeit:
        yield Problem("proposal.forfeit", {"n": earlier})
    elif liability.imps:
        yield Problem("proposal.imps", {"imps": plain_string(liability.imps), "n": earlier})
    elif liability.is_out:
        yield Problem("proposal.out", {"n": earlier})
    elif not liability.is_due:
        yield Problem("proposal.none-at-first")
    elif liability.is_fixed:
        yield Problem("proposal.fixed", {**amount, "n": earlier})
    elif liability.boards:
        yield Problem("proposal.up-to", {**amount, "n": earlier})
    if offence in (Offence.WRONG_BOARD, Offence.WRONG_OPPONENTS):
        yield Problem("proposal.unplayable")
    if liability.repairs_damage:
        yield Problem("proposal.repair")
    if offence is Offence.BARRED_SYSTEM:
        yield Problem("proposal.bar-it")
        yield Problem("proposal.adjust")
