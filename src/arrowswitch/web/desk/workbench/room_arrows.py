"""The room with arrows: the tables in their ring, where everybody and the boards go after a round.

Manual, lines 780-784 and 818. Pairs go inside the ring, boards outside it in broken lines; an arrow begins with the
number of the contestant that moves. A contestant that stays has no arrow. Bye stands and tables that share boards are
drawn as on the plan of the room, and a text next to the picture describes everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot

from markupsafe import Markup

from arrowswitch.core.contestants import Number, bare, side_text
from arrowswitch.core.movements.guide.boards import BoardsKind
from arrowswitch.core.movements.guide.cards import NextKind, TableRound, round_list
from arrowswitch.core.movements.guide.room import RoomPlace, RoomPlan, room_plan
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.web.context import boards_text

T = Callable[..., str]
_WIDE, _HIGH = 136, 128
_TABLE_WIDE, _TABLE_HIGH, _STAND_HIGH = 100, 86, 44
_MARGIN = 38
_LONG, _SHORT = 11, 2
_PAIRS = 2
_AISLE = 120
"""Between two rows of tables, where the arrows run."""
_OUTSIDE = 40
"""How far a curve outside the ring leaves it."""


@dataclass(frozen=True, slots=True)
class Going:
    """A contestant, or a board set, that goes from a table to another, to a bye stand or out of play (`to` is None)."""

    what: str
    start: TableNumber
    to: TableNumber | None
    kind: str
    side: str = ""
    is_boards: bool = False


@dataclass(frozen=True, slots=True)
class RoomArrows:
    """The room in a round and what moves when it ends: `round` is the round that ends."""

    round: RoundNumber
    rounds: RoundNumber
    plan: RoomPlan
    labels: dict[TableNumber, str]
    going: tuple[Going, ...]
    sits_out: tuple[str, ...]

    @property
    def people(self) -> tuple[Going, ...]:
        return tuple(one for one in self.going if not one.is_boards)

    @property
    def boards(self) -> tuple[Going, ...]:
        return tuple(one for one in self.going if one.is_boards)


def room_arrows(movement: Movement, after: RoundNumber, columns: int | None = None) -> RoomArrows:
    """Returns the room in round `after` and where everybody and everything goes when it ends."""
    lines = round_list(movement, after)
    going = [one for line in lines for one in _people(line)]
    going += [one for line in lines for one in _boards(line)]
    following = min(after + 1, movement.rounds)
    return RoomArrows(
        round=after,
        rounds=movement.rounds,
        plan=room_plan(movement, columns, after),
        labels={table: movement.label(table) for table in range(1, movement.tables + 1)},
        going=tuple(dict.fromkeys(going)),
        sits_out=tuple(movement.sit_outs(following)) if after < movement.rounds else (),
    )


def _people(line: TableRound) -> Iterator[Going]:
    for position in line.positions:
        step = position.next
        to = step.table if step.kind in (NextKind.MOVE, NextKind.STAY, NextKind.TURN) else None
        yield Going(
            what=position.number,
            start=line.table,
            to=to,
            kind=step.kind.value,
            side="" if step.side is None else step.side.label,
        )


def _boards(line: TableRound) -> Iterator[Going]:
    step = line.boards_next
    kinds = {BoardsKind.TABLE: NextKind.MOVE, BoardsKind.STAY: NextKind.STAY}
    targets: tuple[TableNumber | None, ...] = step.tables if step.kind in kinds else (step.behind,)
    kind = kinds[step.kind].value if step.kind in kinds else step.kind.value
    for to in targets:
        yield Going(what=boards_text(line.boards), start=line.table, to=to, kind=kind, is_boards=True)


def room_svg(view: RoomArrows, t: T, name: str = "room") -> Markup:
    """Returns the room as SVG, with a title and a description for those who hear it."""
    wide = view.plan.columns * _WIDE + 2 * _MARGIN
    spots = {id(place): _spot(place, view.plan) for place in view.plan.places}
    high = max(spot.y for spot in spots.values()) + _HIGH / 2 + _MARGIN
    by_table, by_stand = _by_label(view.plan, spots)
    moving = sum(one.kind == NextKind.MOVE for one in view.people)
    centre = wide / 2, high / 2
    parts = [
        Markup(
            '<svg class="arrows {0}" viewBox="0 0 {1} {2}" role="img" aria-labelledby="{0}-t {0}-d" '
            'style="--columns:{3}"><title id="{0}-t">{4}</title><desc id="{0}-d">{5}</desc>'
        ).format(
            name,
            round(wide),
            round(high),
            view.plan.columns,
            t("desk.workbench.room.title", round=view.round),
            t("desk.workbench.room.desc", tables=len(view.labels), n=moving),
        ),
        _markers(name),
        *(_link(spots[id(a)], spots[id(b)]) for a, b in _sharing_places(view.plan)),
        *(_drawn_place(place, spots[id(place)], t) for place in view.plan.places),
        *_arrows(view, by_table, by_stand, centre, name),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a place stands: its middle, and half its width and height."""

    x: float
    y: float
    half_width: float = _TABLE_WIDE / 2
    half_height: float = _TABLE_HIGH / 2

    def edge(self, towards: tuple[int, int], along: float) -> tuple[float, float]:
        """Returns a point on the edge that looks `towards` (a unit step), `along` it from the edge's middle."""
        x, y = towards
        return self.x + x * self.half_width + abs(y) * along, self.y + y * self.half_height + abs(x) * along


def _spot(place: RoomPlace, plan: RoomPlan) -> _Spot:
    gap = _AISLE if plan.rows == 2 and place.row else 0
    x, y = _MARGIN + (place.column + 0.5) * _WIDE, _MARGIN + (place.row + 0.5) * _HIGH + gap
    return _Spot(x, y, half_height=_STAND_HIGH / 2) if place.is_stand else _Spot(x, y)


def _by_label(plan: RoomPlan, spots: dict[int, _Spot]) -> tuple[dict[str, _Spot], dict[str, _Spot]]:
    """Returns the places of the tables by their labels, and of the bye stand behind each table that has one."""
    tables: dict[str, _Spot] = {}
    stands: dict[str, _Spot] = {}
    behind = ""
    for place in plan.places:
        if place.is_stand:
            stands[behind] = spots[id(place)]
        else:
            behind = place.label
            tables[behind] = spots[id(place)]
    return tables, stands


def _sharing_places(plan: RoomPlan) -> Iterator[tuple[RoomPlace, RoomPlace]]:
    """Yields the places that share boards, as they stand in the plan."""
    own = {(place.column, place.row): place for place in plan.places}
    for first, second in plan.links:
        yield own[first.column, first.row], own[second.column, second.row]


def _markers(name: str) -> Markup:
    return Markup("<defs>{}</defs>").format(
        Markup("").join(
            Markup(
                '<marker id="{}-{}" class="{}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{}" '
                'markerHeight="{}" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.6L10 5L0 9.4z"/></marker>'
            ).format(name, kind, style, size, size)
            for kind, style, size in (("go", "head", 15), ("carry", "head boards", 12))
        )
    )


def _link(first: _Spot, second: _Spot) -> Markup:
    return Markup('<line class="relay" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(first.x, first.y, second.x, second.y)


def _drawn_place(place: RoomPlace, spot: _Spot, t: T) -> Markup:
    x, y = spot.x, spot.y
    left, top = x - spot.half_width, y - spot.half_height
    if place.is_stand:
        return Markup(
            '<g class="stand"><rect x="{}" y="{}" width="{}" height="{}" rx="18"/><text class="tag" x="{}" y="{}">{}'
            '</text><text class="boards" x="{}" y="{}">{}</text></g>'
        ).format(
            left, top, _TABLE_WIDE, _STAND_HIGH,
            x, y - 3, t("desk.room.stand"), x, y + 14, boards_text(place.boards) or "–",
        )  # fmt: skip
    meet = f"{side_text(place.ns)} – {side_text(place.ew)}" if place.ns else "–"
    if place.resting:
        meet = t("desk.room.rests", number=side_text(place.resting))
    squeezed = Markup(' textLength="90" lengthAdjust="spacingAndGlyphs"') if len(meet) > _LONG else ""
    return Markup(
        '<g class="table{}"><rect x="{}" y="{}" width="{}" height="{}" rx="10"/><text class="label" x="{}" y="{}">{}'
        '</text><text class="meet" x="{}" y="{}"{}>{}</text><text class="boards" x="{}" y="{}">{}</text></g>'
    ).format(
        "" if place.is_played else " idle", left, top, _TABLE_WIDE, _TABLE_HIGH,
        x, y - 10, place.label, x, y + 12, squeezed, meet, x, y + 32, boards_text(place.boards),
    )  # fmt: skip


def _arrows(
    view: RoomArrows,
    tables: dict[str, _Spot],
    stands: dict[str, _Spot],
    centre: tuple[float, float],
    name: str,
) -> Iterator[Markup]:
    """Yields the arrows; the numbers on them come last, so that no line crosses one."""
    lines, numbers = [], []
    seats = _seats(view)
    for going in view.going:
        start = tables.get(view.labels.get(going.start, ""))
        label = view.labels.get(going.to or 0, "")
        end = stands.get(label) if going.kind == BoardsKind.STAND else tables.get(label)
        if start is None or end is None or start == end or going.kind not in (NextKind.MOVE, BoardsKind.STAND):
            continue
        line, number = _arrow(going, start, end, centre, name, seats)
        lines.append(line)
        numbers.append(number)
    yield from lines
    yield from numbers


def _seats(view: RoomArrows) -> dict[tuple[str, TableNumber], float]:
    """Returns how far from the middle of a table's edge each of its people leaves, North-South first."""
    seats: dict[tuple[str, TableNumber], float] = {}
    by_table: dict[TableNumber, list[str]] = {}
    for person in view.people:
        by_table.setdefault(person.start, []).append(person.what)
    for table, people in by_table.items():
        spread = 44 if len(people) == _PAIRS else 75
        step = spread / max(1, len(people) - 1)
        for place, who in enumerate(people):
            seats[who, table] = -spread / 2 + place * step if len(people) > 1 else 0.0
    return seats


def _arrow(
    going: Going,
    start: _Spot,
    end: _Spot,
    centre: tuple[float, float],
    name: str,
    seats: dict[tuple[str, TableNumber], float],
) -> tuple[Markup, Markup]:
    """Returns a curve and its number: people bend towards the middle of the room, boards between neighbours away."""
    is_outside = going.is_boards and _is_beside(start, end)
    way = _outward(start, end, centre) if is_outside else None
    leave, reach = way or _inward(start, centre), way or _inward(end, centre)
    first = start.edge(leave, 0 if going.is_boards else seats.get((going.what, going.start), 0.0))
    last = end.edge(reach, 0 if going.is_boards else (12 if going.side == "E-W" else -12))
    length = hypot(last[0] - first[0], last[1] - first[1])
    bend = _OUTSIDE if is_outside else max(46.0, length * 0.3)
    control1 = first[0] + leave[0] * bend, first[1] + leave[1] * bend
    control2 = last[0] + reach[0] * bend, last[1] + reach[1] * bend
    kind = "carry" if going.is_boards else "go"
    path = Markup('<path class="{}" d="M{} {}C{} {} {} {} {} {}" marker-end="url(#{}-{})"/>').format(
        kind, *(round(value) for value in (*first, *control1, *control2, *last)), name, kind
    )
    if going.is_boards:
        x, y = (_at(first, control1, control2, last, axis) for axis in (0, 1))
        return path, Markup('<text class="carry" x="{}" y="{}">{}</text>').format(round(x), round(y) + 4, going.what)
    x, y = first[0] + leave[0] * 9, first[1] + leave[1] * 9
    badge = Markup('<g class="who"><circle cx="{}" cy="{}" r="{}"/><text x="{}" y="{}"{}>{}</text></g>')
    number = bare(Number(going.what))
    small = Markup(' class="long"') if len(number) > _SHORT else ""
    radius = 12 if len(number) <= _SHORT else 15
    return path, badge.format(round(x), round(y), radius, round(x), round(y) + 5, small, number)


def _is_beside(start: _Spot, end: _Spot) -> bool:
    """True if two places are next to each other in the ring's row or column."""
    across, down = abs(start.x - end.x), abs(start.y - end.y)
    return (down < 1 and across < 1.2 * _WIDE) or (across < 1 and down < 1.2 * _HIGH + _AISLE)


def _outward(start: _Spot, end: _Spot, centre: tuple[float, float]) -> tuple[int, int]:
    """Returns the step that leads out of the room from both of two neighbours."""
    if abs(start.y - end.y) < 1:
        return 0, -1 if start.y < centre[1] else 1
    return -1 if start.x < centre[0] else 1, 0


def _inward(spot: _Spot, centre: tuple[float, float]) -> tuple[int, int]:
    """Returns the step that leads into the room: up or down from the rows along the walls, else sideways."""
    down = centre[1] - spot.y
    if abs(down) > 0.8 * abs(centre[1] - _MARGIN - _HIGH / 2):
        return 0, 1 if down > 0 else -1
    return 1 if centre[0] > spot.x else -1, 0


def _at(
    first: tuple[float, float],
    first_control: tuple[float, float],
    other: tuple[float, float],
    last: tuple[float, float],
    axis: int,
) -> float:
    """Returns the middle of a curve on an axis."""
    return (first[axis] + 3 * first_control[axis] + 3 * other[axis] + last[axis]) / 8
