"""Counts the clashes of a sheet, so that changed cells are judged without a check of the whole sheet.

The count only guides the search for repairs; the checker (`checking.verify`) decides. It covers the checks of play:
seats, boards, meetings, partners, shared sets, equal boards, directions, stationary numbers and halves of matches. A
number that sits at a single table of the whole sheet counts as well, for it is almost always a typing slip.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, zip_longest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.declared import read_declarations
from arrowswitch.core.movements.checking.matches import team_mates
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber

Place = tuple[RoundNumber, TableNumber]
Changes = Mapping[Place, Meeting | None]
"""The new contents of some cells; None is an empty table."""
Key = tuple[object, ...]
"""Something that may occur a limited number of times: its check, then its values (`("play", "7", "", 3)`)."""
_Entry = tuple[Place, object]

_MISSING = 4
"""An empty table is as suspect as a cell with this many clashes."""
_FEWEST_ROUNDS = 3
"""From this many rounds on a number with a single table is a slip."""


class ClashCounter:
    """The clashes of one sheet, and of the same sheet with some cells changed."""

    def __init__(self, movement: Movement) -> None:
        self.movement = movement
        self._declared = read_declarations(movement)[0]
        self._mates = team_mates(movement, self._declared.mates)
        self._is_of_teams = movement.kind is ContestantKind.TEAM
        self._field_of = {number: place for place, group in enumerate(movement.fields) for number in group}
        self._stationary = frozenset(movement.stationary)
        self._numbers = frozenset(movement.contestants)
        self._cells: dict[Place, Meeting] = {}
        for meeting in sound_meetings(movement):
            self._cells.setdefault((meeting.round, meeting.table), meeting)
        self._entries: dict[Key, list[_Entry]] = defaultdict(list)
        for place, meeting in self._cells.items():
            for key, tag in self._keys(meeting):
                self._entries[key].append((place, tag))
        self.filled_tables = self._usual_tables()
        for round_number in range(1, self._declared.rounds_drawn + 1):
            self._entries.setdefault(("round", round_number), [])
        for board_set in range(1, len(movement.board_sets) + 1):
            self._entries.setdefault(("set", board_set), [])
        least, over = divmod(self.filled_tables * movement.rounds, max(1, len(movement.board_sets)))
        self._expected_plays = least, least + (over > 0)
        self._clashes = {key: count for key, entries in self._entries.items() if (count := self._count(key, entries))}
        self._lasting = {key: count for key in self._clashes if (count := self._lasting_count(key, self._entries[key]))}
        self.total = sum(self._clashes.values())

    def cell(self, place: Place, changes: Changes) -> Meeting | None:
        """Returns the meeting in a cell of the changed sheet."""
        return changes[place] if place in changes else self._cells.get(place)

    def in_round(self, round_number: RoundNumber, changes: Changes) -> list[Meeting]:
        """Returns the meetings of a round of the changed sheet in table order."""
        cells = (self.cell((round_number, table), changes) for table in range(1, self.movement.tables + 1))
        return [meeting for meeting in cells if meeting is not None]

    def idle(self, round_number: RoundNumber, side: str, changes: Changes) -> list[Number]:
        """Returns the numbers without a table in a round of the changed sheet; of teams those without one on `side`."""
        seated: set[Number] = set()
        for meeting in self.in_round(round_number, changes):
            for half, numbers in (("NS", meeting.ns), ("EW", meeting.ew)):
                if not self._is_of_teams or half == side:
                    seated.update(numbers)
        return [number for number in self.movement.contestants if number not in seated]

    @property
    def slips(self) -> tuple[Number, ...]:
        """Returns the numbers that sit at one table of the whole sheet, in a round in which another has no table."""
        single = [(key[1], self._entries[key][0][0]) for key in self._clashes if key[0] == "number"]
        return tuple(Number(str(number)) for number, (round_number, _) in single if self.idle(round_number, "NS", {}))

    def clashes_with(self, changes: Changes, *, is_filling: bool = False) -> int:
        """Returns the number of clashes of the changed sheet; while cells are filled, without those of empty cells."""
        changed = self._changed_entries(changes)
        if not is_filling:
            return self.total + sum(
                self._count(key, entries) - self._clashes.get(key, 0) for key, entries in changed.items()
            )
        rest = sum(count for key, count in self._lasting.items() if key not in changed)
        return rest + sum(self._lasting_count(key, entries) for key, entries in changed.items())

    def missing(self, round_number: RoundNumber, changes: Changes) -> int:
        """Returns how many tables of a round of the changed sheet are missing."""
        return self.filled_tables - len(self.in_round(round_number, changes))

    def distance(self, changes: Changes) -> int:
        """Returns how many numbers and sets differ from the sheet; a cell filled or emptied counts as a whole."""
        distance = 0
        for place, after in changes.items():
            before = self._cells.get(place)
            if before is not None and after is not None:
                seats = zip_longest(before.contestants, after.contestants)
                distance += sum(one != other for one, other in seats) + (before.board_set != after.board_set)
            elif before is not after:
                distance += 1 + len((before.contestants if before else ()) or (after.contestants if after else ()))
        return distance

    def suspects(self, changes: Changes) -> list[Place]:
        """Returns the cells of the changed sheet that clash and the tables that are missing, most clashes first."""
        clashes = self.clashes_by_cell(changes)
        return sorted(clashes, key=lambda place: (-clashes[place], place))

    def clashes_by_cell(self, changes: Changes, *, is_filling: bool = False) -> Counter[Place]:
        """Returns how many clashes each cell of the changed sheet has a part in; those of missing tables too, except
        while cells are filled."""
        entries = self._changed_entries(changes)
        if is_filling:
            counts = dict(self._lasting)
            counts.update({key: self._lasting_count(key, changed) for key, changed in entries.items()})
        else:
            counts = dict(self._clashes)
            counts.update({key: self._count(key, changed) for key, changed in entries.items()})
        clashes: Counter[Place] = Counter()
        for key, count in counts.items():
            if not count:
                continue
            clashes.update({place for place, _ in entries.get(key, self._entries.get(key, []))})
            if key[0] == "round" and isinstance(key[1], int):
                empty = ((key[1], table) for table in range(1, self.movement.tables + 1))
                missing = [place for place in empty if self.cell(place, changes) is None]
                clashes.update(dict.fromkeys(missing, _MISSING))
        return clashes

    def _lasting_count(self, key: Key, entries: list[_Entry]) -> int:
        """Returns the clashes of one key that stay when empty cells are filled."""
        if key[0] in ("round", "match", "number"):
            return 0
        if key[0] == "set" and len(entries) <= self._expected_plays[1]:
            return 0
        return self._count(key, entries)

    def _usual_tables(self) -> int:
        """Returns the number of tables at which cards are dealt in most rounds."""
        drawn = range(1, self._declared.rounds_drawn + 1)
        filled = Counter(round_number for round_number, _ in self._cells)
        usual = Counter(filled[round_number] for round_number in drawn)
        return max(usual, key=lambda tables: (usual[tables], tables), default=0)

    def _changed_entries(self, changes: Changes) -> dict[Key, list[_Entry]]:
        """Returns everything whose occurrences the changes alter, with its occurrences in the changed sheet."""
        added: dict[Key, list[_Entry]] = defaultdict(list)
        for place, meeting in changes.items():
            for key, _ in self._keys(self._cells.get(place)):
                added[key] += ()
            for key, tag in self._keys(meeting):
                added[key].append((place, tag))
        return {
            key: [entry for entry in self._entries.get(key, []) if entry[0] not in changes] + more
            for key, more in added.items()
        }

    def _keys(self, meeting: Meeting | None) -> Iterator[tuple[Key, object]]:
        """Yields everything that a meeting is an occurrence of, with a tag where occurrences differ."""
        if meeting is None:
            return
        board_set = meeting.board_set
        yield ("set", board_set), None
        yield ("round", meeting.round), None
        is_played = self.movement.is_played(meeting)
        for side, numbers in (("NS", meeting.ns), ("EW", meeting.ew)):
            half = side if self._is_of_teams else ""
            for number in numbers:
                yield ("seat", meeting.round, number, half), None
                yield ("number", number), None
                if number in self._stationary:
                    yield ("stays", number), meeting.table
                if is_played:
                    yield ("play", number, half, board_set), meeting.round
                if len(self.movement.fields) > 1:
                    yield ("way", board_set, self._field_of.get(number, -1)), side
            if is_played:
                for two in combinations(sorted(numbers), 2):
                    yield ("partner", *two), None
        if not is_played:
            return
        yield ("share", meeting.round, board_set, self.movement.copy_of(meeting.table)), meeting.table
        for ns in meeting.ns:
            for ew in meeting.ew:
                yield ("meet", *sorted((ns, ew))), None
        if self._mates:
            yield from self._halves(meeting.ns[0], meeting.ew[0], board_set)

    def _halves(self, ns: Number, ew: Number, board_set: SetNumber) -> Iterator[tuple[Key, object]]:
        here, there = (ns, ew), (self._mates.get(ew, ew), self._mates.get(ns, ns))
        yield ("match", *min((here, there), (there, here)), board_set), here

    def _count(self, key: Key, entries: list[_Entry]) -> int:
        """Returns the number of clashes of one key with these occurrences."""
        occurrences = len(entries)
        match key[0]:
            case "seat":
                unknown = key[2] not in self._numbers
                return max(0, occurrences - self._declared.tables_a_side) + unknown * occurrences
            case "play":
                return max(0, len({tag for _, tag in entries}) - 1)
            case "meet":
                first, second = Number(str(key[1])), Number(str(key[2]))
                most = max(self._declared.meetings, self._declared.meetings_of(first, second))
                return occurrences if first == second else max(0, occurrences - most)
            case "partner":
                return max(0, occurrences - 1)
            case "share":
                tables = tuple(sorted({tag for _, tag in entries if isinstance(tag, int)}))
                return 0 if len(tables) < 2 or self._declared.may_share(tables) else len(tables) - 1
            case "set":
                return self._uneven(occurrences)
            case "number":
                return int(occurrences == 1 and self._declared.rounds_drawn >= _FEWEST_ROUNDS)
            case "way":
                north_south = sum(tag == "NS" for _, tag in entries)
                return min(north_south, occurrences - north_south)
            case "stays":
                return max(0, len({tag for _, tag in entries}) - 1)
            case "round":
                is_drawn = isinstance(key[1], int) and key[1] <= self._declared.rounds_drawn
                return max(0, self.filled_tables - len({place for place, _ in entries})) if is_drawn else 0
            case _:
                return _open_halves(key, entries)

    def _uneven(self, occurrences: int) -> int:
        """Returns how many plays a set has too few or too many."""
        if self._declared.rounds_drawn < self.movement.rounds:
            return 0
        if self._declared.is_uneven:
            return int(not occurrences)
        least, most = self._expected_plays
        return max(0, least - occurrences, occurrences - most)


def _open_halves(key: Key, entries: Iterable[_Entry]) -> int:
    """Returns the number of halves of a match whose other half is missing; team-mates at one table are two."""
    halves = [tag for _, tag in entries]
    if key[1] == key[2]:
        return 2 * len(halves)
    return 0 if len(set(halves)) == 2 else len(halves)
