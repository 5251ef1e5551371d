"""Boards that were not played: of a contestant that came late or left, of a slow table, or spoilt by a mistake.

Regulations summary, lines 63-73: each unplayed board is average minus for the side at fault and average plus for the
opponents; from half of the session's boards on, the scores are removed, the opponents' too. Lines 79, 89 and 95: slow
play, wrong boards and wrong opponents, by responsibility. Proposals from here take effect only by commands.

Decisions: the session's boards are those that the movement gives the contestant; a board counts as lost when nothing
was played there and the contestant was given average minus or no score. Two contestants who have both left are both at
fault for the board between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed, SideOutcome
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import Blame, WithdrawalRule
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.slots import open_slots, planned_slots

MANY_BOARDS = 2
"""From this number of boards on, the regulations point to Laws 90 and 91 for slow play (line 79 says "many")."""


@dataclass(frozen=True, slots=True)
class WithdrawalView:
    """The open points of a contestant that came late or left, with the regulations for them.

    `open` are the slots without a result or an award, up to `through_round`; `lost` boards of the `due` ones of the
    session were or will not be played, the open ones among them. `proposed` is the rule with its `clause`.
    """

    place: Place
    number: Number
    entry: Entry | None
    through_round: RoundNumber
    open: tuple[Slot, ...]
    lost: int
    due: int
    proposed: WithdrawalRule
    clause: str
    is_removed: bool

    @property
    def is_settled(self) -> bool:
        """True if nothing is left to decide: no slot is open, or the scores were removed."""
        return self.is_removed or not self.open


@dataclass(frozen=True, slots=True)
class UnplayedView:
    """The boards of a table that were not played in time.

    `ns_lost` and `ew_lost` are how many boards each side has lost in the session, these included; `is_many` points to
    Laws 90 and 91.
    """

    slots: tuple[Slot, ...]
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    ns_lost: int
    ew_lost: int
    clause: str

    @property
    def is_many(self) -> bool:
        return max(self.ns_lost, self.ew_lost) >= MANY_BOARDS


@dataclass(frozen=True, slots=True)
class UnplayableView:
    """A slot that can no longer be played, because these contestants have played the board at another table."""

    slot: Slot
    knowing: tuple[Number, ...]


def withdrawal(
    state: EventState,
    place: Place,
    number: Number,
    through_round: RoundNumber | None = None,
) -> WithdrawalView:
    """Returns the open points of a contestant that came late or left.

    `through_round` is the last round missed; None is every round for a contestant that has withdrawn, and the rounds
    that are over for one that came late. Without a master sheet, the session's boards are the most that anybody has
    played. Raises NotFound (`numbers.none`).
    """
    section = state.section(place)
    if number not in section.numbers:
        raise NotFound.of("numbers.none", number=number, section=place.section)
    entry = state.entry_at(place, number)
    last = _last_round(state, place, entry) if through_round is None else through_round
    slots = [slot for slot, _ in _open(state, place, number) if slot.round <= last]
    lost = len(slots) + sum(1 for _ in _lost(state, place, number))
    due = _due(state, place, number)
    if section.movement is None:
        lost = due - _boards_played(state, place, number)
    rules = rules_of(state)
    is_too_much = lost > 0 and lost >= due * rules.unplayed.removed_from
    rule = WithdrawalRule.REMOVAL if is_too_much else WithdrawalRule.AWARDS
    clause = rules.clause("unplayed.removed-from" if is_too_much else "unplayed.at-fault")
    is_removed = number in state.removed_numbers(place)
    return WithdrawalView(
        place=place,
        number=number,
        entry=entry,
        through_round=last,
        open=tuple(slots),
        lost=lost,
        due=due,
        proposed=rule,
        clause=clause,
        is_removed=is_removed,
    )


def withdrawals(state: EventState, session: SessionNumber) -> tuple[WithdrawalView, ...]:
    """Returns everybody who has withdrawn and whose boards of the session are not settled."""
    views = (
        withdrawal(state, Place(session, section.letter), number)
        for section in state.session(session).sections.values()
        for number, who in section.numbers.items()
        if state.entry(who).is_withdrawn
    )
    return tuple(view for view in views if not view.is_settled)


def unplayed_boards(state: EventState, at: RoundPlace, table: TableNumber) -> UnplayedView:
    """Returns the boards of a table in a round that have no result yet; raises NotFound (`table.none`)."""
    movement = state.section(at.place).movement
    meeting = None if movement is None else movement.at(at.round, table)
    if meeting is None:
        raise NotFound.of("table.none", table=table, round=at.round)
    slots = tuple(slot for slot in open_slots(state, at.place.session) if (slot.at, slot.table) == (at, table))

    def lost(numbers: tuple[Number, ...]) -> int:
        return len(slots) + max(sum(1 for _ in _lost(state, at.place, number)) for number in numbers)

    clause = rules_of(state).clause("unplayed.at-fault")
    return UnplayedView(
        slots=slots, ns=meeting.ns, ew=meeting.ew, ns_lost=lost(meeting.ns), ew_lost=lost(meeting.ew), clause=clause
    )


def unplayable(state: EventState, session: SessionNumber) -> tuple[UnplayableView, ...]:
    """Returns the open slots with a contestant who has played the board elsewhere: they get awards by responsibility
    (R-189, R-207)."""
    players: dict[tuple[SectionLetter, int], set[Number]] = {}
    for slot, entry in state.results.items():
        if slot.session == session and entry.result is not None:
            players.setdefault((slot.section, slot.board), set()).update(entry.ns + entry.ew)
    waiting = set(open_slots(state, session))
    views = []
    for section in state.session(session).sections.values():
        for slot, meeting, _ in planned_slots(session, section):
            played_by = players.get((section.letter, slot.board), set())
            knowing = tuple(number for number in meeting.contestants if number in played_by)
            if slot in waiting and knowing:
                views.append(UnplayableView(slot, knowing))
    return tuple(views)


def award_for(blame: Blame, rules: Regulations) -> Average:
    """Returns a side's award for an unplayed board by its responsibility."""
    by_blame = {
        Blame.NONE: rules.unplayed.blameless,
        Blame.PARTLY: rules.unplayed.partly,
        Blame.AT_FAULT: rules.unplayed.at_fault,
    }
    return Average(by_blame[blame])


def blame_clause(blames: tuple[Blame, ...], rules: Regulations) -> str:
    """Returns the clause for the awards of a board: that of the side most to blame."""
    worst = max(blames, key=list(Blame).index)
    key = {Blame.NONE: "blameless", Blame.PARTLY: "partly", Blame.AT_FAULT: "at-fault"}[worst]
    return rules.clause(f"unplayed.{key}")


def _last_round(state: EventState, place: Place, entry: Entry | None) -> RoundNumber:
    movement = state.section(place).movement
    if movement is not None and entry is not None and entry.is_withdrawn:
        return movement.rounds
    return max(state.session(place.session).closed_rounds, default=0)


def _open(state: EventState, place: Place, number: Number) -> Iterator[tuple[Slot, tuple[Number, ...]]]:
    waiting = set(open_slots(state, place.session))
    for slot, meeting, _ in planned_slots(place.session, state.section(place)):
        if slot in waiting and number in meeting.contestants:
            yield slot, meeting.contestants


def _entries(state: EventState, place: Place, number: Number) -> Iterator[TableEntry]:
    for slot, entry in state.results.items():
        if slot.place == place and number in entry.ns + entry.ew:
            yield entry


def _lost(state: EventState, place: Place, number: Number) -> Iterator[Slot]:
    for entry in _entries(state, place, number):
        award = entry.ns_award if number in entry.ns else entry.ew_award
        if entry.result is None and _is_loss(award):
            yield entry.slot


def _is_loss(award: SideOutcome | None) -> bool:
    return isinstance(award, NotPlayed) or award == Average(AverageKind.MINUS)


def _boards_played(state: EventState, place: Place, number: Number) -> int:
    return sum(entry.result is not None for entry in _entries(state, place, number))


def _due(state: EventState, place: Place, number: Number) -> int:
    section = state.section(place)
    if section.movement is None:
        return max((_boards_played(state, place, other) for other in section.numbers), default=0)
    return sum(is_due and number in meeting.contestants for _, meeting, is_due in planned_slots(place.session, section))
