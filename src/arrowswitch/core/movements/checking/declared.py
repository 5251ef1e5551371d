"""The checker's last pass: it compares a movement's declarations with its meetings.

Part of `verify`. Stationary numbers, ranked fields, arrow switches, bye stands and the rounds after which play may stop
are stated by the family; here each is found again from the meetings alone. Also reads the options by which a sheet
declares what it may do against the general rules.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.faults import Fault
from arrowswitch.core.movements.checking.meeting_groups import two_sides
from arrowswitch.core.movements.checking.shape import report
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber, copy_tables

DECLARATIONS = frozenset(
    {"relays", "meetings", "rematches", "plays", "rounds_drawn", "copies", "team_mates", "teams_of"}
)
"""The options that speak to the checker and not to the family's maker."""

RELAY = re.compile(r"\d+(\+\d+)+")
REMATCH = re.compile(r"([^\s-]+)-([^\s-]+)")
_COPY = re.compile(r"\d{1,3}-\d{1,3}")
MATES = re.compile(r"([^\s+]+)\+([^\s+]+)")
_TEAM_SIZES: Mapping[int | str, int] = {4: 1, 8: 2}
_MEETINGS = {ContestantKind.PAIR: 1, ContestantKind.TEAM: 2, ContestantKind.PLAYER: 2}


@dataclass(frozen=True, slots=True)
class Declared:
    """The declarations of a movement, read.

    `relays` are the groups of tables that may share (None: any may). `meetings` is how often two may be opponents,
    `rematches` who may be once more. `rounds_drawn` is the last round whose meetings are known. `mates` tells of each
    number with whom it forms a team. `tables_a_side` is at how many tables one sits the same way in a round.
    """

    meetings: int
    rounds_drawn: RoundNumber
    relays: tuple[frozenset[TableNumber], ...] | None = None
    rematches: Mapping[frozenset[Number], int] = field(default_factory=dict, hash=False)
    is_uneven: bool = False
    mates: Mapping[Number, Number] = field(default_factory=dict, hash=False)
    tables_a_side: int = 1

    def may_share(self, tables: tuple[TableNumber, ...]) -> bool:
        """True if these tables may play the same set in a round."""
        return self.relays is None or any(group.issuperset(tables) for group in self.relays)

    def meetings_of(self, first: Number, second: Number) -> int:
        """Returns how often these two may be opponents."""
        return self.meetings + self.rematches.get(frozenset((first, second)), 0)


def read_declarations(movement: Movement) -> tuple[Declared, tuple[Fault, ...]]:
    """Returns the declarations in the options of `movement`, and a fault for each that cannot be read."""
    options = movement.options
    relays = _words(options.get("relays", "any"))
    rematches = _words(options.get("rematches", ""))
    meetings = options.get("meetings", _MEETINGS[movement.kind])
    drawn = options.get("rounds_drawn", movement.rounds)
    plays = options.get("plays", "even")
    mates = _words(options.get("team_mates", ""))
    teams_of = options.get("teams_of", 4)
    unreadable = [
        *(("relays", word) for word in relays if word not in ("any", "none") and not RELAY.fullmatch(word)),
        *(("rematches", word) for word in rematches if not REMATCH.fullmatch(word)),
        *(("meetings", str(meetings)) for _ in [0] if not isinstance(meetings, int)),
        *(("rounds_drawn", str(drawn)) for _ in [0] if not isinstance(drawn, int)),
        *(("plays", str(plays)) for _ in [0] if plays not in ("even", "uneven")),
        *(("copies", word) for word in _words(options.get("copies", "")) if not _COPY.fullmatch(word)),
        *(("team_mates", word) for word in mates if not MATES.fullmatch(word)),
        *(("teams_of", str(teams_of)) for _ in [0] if teams_of not in _TEAM_SIZES),
    ]
    groups = tuple(frozenset(map(int, word.split("+"))) for word in relays if RELAY.fullmatch(word))
    again = Counter(frozenset(map(Number, match.groups())) for w in rematches if (match := REMATCH.fullmatch(w)))
    twos = [(Number(match[1]), Number(match[2])) for word in mates if (match := MATES.fullmatch(word))]
    declared = Declared(
        meetings=meetings if isinstance(meetings, int) else _MEETINGS[movement.kind],
        rounds_drawn=min(drawn, movement.rounds) if isinstance(drawn, int) else movement.rounds,
        relays=None if "any" in relays else groups,
        rematches=again,
        is_uneven=plays == "uneven",
        mates={**dict(twos), **{second: first for first, second in twos}},
        tables_a_side=_TEAM_SIZES.get(teams_of, 1),
    )
    code = "movement.declaration-unreadable"
    return declared, tuple(report(movement, code, option=name, value=value) for name, value in unreadable)


def declared_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Yields a fault for each declaration of a movement that its meetings contradict."""
    yield from _stationary_faults(movement, sound)
    yield from _direction_faults(movement, sound)
    yield from _arrow_faults(movement, sound)
    yield from _bye_stand_faults(movement, sound)
    yield from _stand_place_faults(movement, sound)
    yield from _copy_faults(movement)
    yield from _cut_faults(movement, sound)


def _words(value: int | str) -> tuple[str, ...]:
    return tuple(str(value).split())


def _stationary_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    tables: dict[Number, set[TableNumber]] = defaultdict(set)
    for meeting in sound:
        for number in meeting.contestants:
            tables[number].add(meeting.table)
    for number in movement.stationary:
        if len(tables[number]) > 1:
            code = "movement.not-stationary"
            yield report(movement, code, tables=tuple(sorted(tables[number])), contestants=(number,))


def _direction_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Fields ranked apart compare only if each sits the same way at every table of a board."""
    if len(movement.fields) < 2:
        return
    field_of = {number: place for place, group in enumerate(movement.fields) for number in group}
    ways: dict[tuple[SetNumber, int], dict[str, list[Meeting]]] = defaultdict(lambda: defaultdict(list))
    for meeting in sound:
        for side, numbers in (("NS", meeting.ns), ("EW", meeting.ew)):
            for number in numbers:
                ways[meeting.board_set, field_of.get(number, -1)][side].append(meeting)
    odd: dict[SetNumber, list[Meeting]] = defaultdict(list)
    for (board_set, _), sides in ways.items():
        if len(sides) > 1:
            fewer = min(sides.values(), key=len)
            odd[board_set] += fewer
    for board_set, meetings in odd.items():
        rounds, tables = _places(meetings)
        boards = movement.board_sets[board_set - 1]
        yield report(movement, "movement.direction-mixed", rounds=rounds, tables=tables, boards=boards)


def _arrow_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Where the arrow is switched by whole rounds, every table of a round has the same arrow (manual, line 1088).

    The two groups of a scrambled Mitchell follow from its meetings; a sheet without two groups has no such arrow.
    """
    for round_number in movement.arrow_switched:
        if not 1 <= round_number <= movement.rounds:
            yield report(movement, "movement.round-unknown", rounds=(round_number,), most=movement.rounds)
    groups = _two_groups(sound) if movement.arrow_switched else {}
    ways: dict[int, dict[bool, list[Meeting]]] = defaultdict(lambda: defaultdict(list))
    for meeting in sound:
        if meeting.ns[0] in groups:
            part, is_first = groups[meeting.ns[0]]
            ways[part][is_first is (meeting.round in movement.arrow_switched)].append(meeting)
    for sides in ways.values():
        if len(sides) > 1:
            rounds, tables = _places(min(sides.values(), key=len))
            yield report(movement, "movement.arrow-mixed", rounds=rounds, tables=tables)


def _two_groups(sound: tuple[Meeting, ...]) -> dict[Number, tuple[int, bool]]:
    """Returns for each number its connected part of the sheet and its group there; nothing if groups cannot be."""
    opponents: dict[Number, set[Number]] = defaultdict(set)
    for meeting in sound:
        opponents[meeting.ns[0]].add(meeting.ew[0])
        opponents[meeting.ew[0]].add(meeting.ns[0])
    return two_sides(opponents) or {}


def _places(meetings: list[Meeting]) -> tuple[tuple[RoundNumber, ...], tuple[TableNumber, ...]]:
    return tuple(sorted({m.round for m in meetings})), tuple(sorted({m.table for m in meetings}))


def _bye_stand_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """The places of the bye stands hold just the sets that rest, in every round."""
    places = sum(movement.bye_stands.values())
    if not places:
        return
    for table in movement.bye_stands:
        if not 1 <= table <= movement.tables:
            yield report(movement, "movement.table-unknown", tables=(table,), most=movement.tables)
    playing: dict[RoundNumber, set[SetNumber]] = defaultdict(set)
    for meeting in sound:
        playing[meeting.round].add(meeting.board_set)
    for round_number, sets in sorted(playing.items()):
        resting = len(movement.board_sets) - len(sets)
        if resting != places:
            yield report(movement, "movement.bye-stand", rounds=(round_number,), places=places, resting=resting)


def _stand_place_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """A set that leaves the place above a stand rests as long as the stand has room, then it is played below it.

    Single wrong sets are faults of their own, so that a stand is wrong only where most of the sets go elsewhere.
    """
    if not movement.bye_stands or movement.tables < 1:
        return
    at = {(meeting.round, meeting.table): meeting.board_set for meeting in sound}
    lying = {t: [at.get((r, t)) for r in range(1, movement.rounds + 1)] for t in range(1, movement.tables + 1)}
    # Tables that always share are one place of the ring, that of the lowest.
    ring = [table for table, sets in lying.items() if sets not in [lying[lower] for lower in range(1, table)]]
    for table, places in movement.bye_stands.items():
        sets = lying.get(table, [])
        above = next((other for other in ring if other > table and lying[other] != sets), ring[0])
        pairs_of_sets = [two for two in zip(lying[above], sets[places + 1 :], strict=False) if None not in two]
        if 2 * sum(left != came for left, came in pairs_of_sets) > len(pairs_of_sets):
            yield report(movement, "movement.bye-stand-place", tables=(table,), places=places)


def _copy_faults(movement: Movement) -> Iterator[Fault]:
    """Where there are copies of the boards, every table has one of them."""
    groups = copy_tables(str(movement.options.get("copies", "")))
    if not groups:
        return
    named = Counter(table for group in groups for table in group)
    wrong = [table for table in range(1, movement.tables + 1) if named[table] != 1]
    wrong += [table for table in named if not 1 <= table <= movement.tables]
    if wrong:
        yield report(movement, "movement.copies-differ", tables=tuple(wrong))


def _cut_faults(movement: Movement, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    spread = _played_until(movement, sound)
    for last in movement.rounds_free_to_cut:
        if not 1 <= last <= movement.rounds:
            yield report(movement, "movement.round-unknown", rounds=(last,), most=movement.rounds)
            continue
        if movement.kind is ContestantKind.TEAM:
            yield from _open_match_faults(movement, sound, last)
            continue
        least, most = spread[last]
        if least < most:
            yield report(movement, "movement.cut-uneven", rounds=(last,), least=least, most=most)


def _played_until(movement: Movement, sound: tuple[Meeting, ...]) -> dict[RoundNumber, tuple[int, int]]:
    """Returns how often the least and the most played sets are played up to each round."""
    in_round: dict[RoundNumber, list[SetNumber]] = defaultdict(list)
    for meeting in sound:
        if movement.is_played(meeting):
            in_round[meeting.round].append(meeting.board_set)
    plays = [0] * len(movement.board_sets)
    plays_by_round = {}
    for number in range(1, movement.rounds + 1):
        for board_set in in_round[number]:
            plays[board_set - 1] += 1
        plays_by_round[number] = (min(plays, default=0), max(plays, default=0))
    return plays_by_round


def _open_match_faults(movement: Movement, sound: tuple[Meeting, ...], last: RoundNumber) -> Iterator[Fault]:
    """Teams may stop where no match is half played; how often boards were played does not matter to them."""
    halves = Counter((m.ns[0], m.ew[0], m.board_set) for m in sound if m.round <= last and movement.is_played(m))
    half_played = sorted({ns for ns, ew, board_set in halves if not halves[ew, ns, board_set]})
    if half_played:
        yield report(movement, "movement.cut-half-played", rounds=(last,), contestants=tuple(half_played))
