"""The own scorecard on a device: the boards played so far.

On the device of a table both pairs can read either card. So a board is shown there only if both pairs have played it,
or if every table has. The two pairs of a team have a card each.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.model.views import PrivateLine
from arrowswitch.tournament.publication.public_boards import public_boards
from arrowswitch.tournament.ranking.rankings import private
from arrowswitch.tournament.review.own_slots import is_played_at, numbers_at


@dataclass(frozen=True, slots=True)
class ScorecardLine:
    """A board on a scorecard. Nothing of it is shown unless `is_shown`, its points only if `has_points`."""

    line: PrivateLine
    is_shown: bool
    has_points: bool


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The boards that a pair, player or team pair has played so far, in the order of play."""

    number: Number
    entry: Entry | None
    side: Side | None
    lines: tuple[ScorecardLine, ...]

    @property
    def has_hidden(self) -> bool:
        """True if some boards are not shown yet."""
        return any(not line.is_shown for line in self.lines)


def own_scorecards(state: EventState, owner: DeviceOwner) -> tuple[Scorecard, ...]:
    """Returns the scorecards on a device: its owner's, or those of everyone at the table.

    Raises Refused (`device.off`)."""
    if state.devices.use is DeviceUse.OFF or (owner.number is not None and state.devices.use is not DeviceUse.OWN):
        raise Refused.of("device.off")
    here = numbers_at(state, owner)
    lines = {one: _lines(state, owner, *one) for one in here}
    everyone = public_boards(state, owner.place.session)
    at_table = [{line.cell.slot.board for line in own if _is_played(state, line)} for own in lines.values()]
    boards = everyone.union(set.intersection(*at_table) if at_table else ())
    return tuple(
        Scorecard(
            number=number,
            entry=state.entry_at(owner.place, number),
            side=side,
            lines=tuple(_scorecard_line(state, line, boards, everyone) for line in lines[number, side]),
        )
        for number, side in here
    )


def _lines(state: EventState, owner: DeviceOwner, number: Number, side: Side | None) -> list[PrivateLine]:
    """Returns the entered boards of a number; a team's pair has those of its own side."""
    is_half = owner.side is not None or _has_pairs_of_one_number(state, number, owner)
    entered = private(state, owner.place, number).lines
    return [line for line in entered if line.cell.entry is not None and (not is_half or line.side is side)]


def _has_pairs_of_one_number(state: EventState, number: Number, owner: DeviceOwner) -> bool:
    """True if a number plays at two tables of a round: the two pairs of a team."""
    movement = state.section(owner.place).movement
    if movement is None:
        return False
    rounds = [meeting.round for meeting in movement.meetings if number in (*meeting.ns, *meeting.ew)]
    return len(set(rounds)) < len(rounds)


def _is_played(state: EventState, line: PrivateLine) -> bool:
    return is_played_at(state, line.cell.slot)


def _scorecard_line(
    state: EventState, line: PrivateLine, boards: frozenset[BoardNumber], everyone: frozenset[BoardNumber]
) -> ScorecardLine:
    board = line.cell.slot.board
    is_released = state.publication.has_released_travellers and board in everyone
    has_points = is_released or ReviewOption.TRAVELLERS in state.devices.review.options
    return ScorecardLine(line, is_shown=board in boards, has_points=has_points and board in boards)
