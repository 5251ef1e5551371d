"""Every sheet of the reference page of movements is made again, checked and measured without the program's own checker.

`make test` asks for some numbers of contestants of each kind and size group, `make exhaustive` for all. Here a sheet is
nothing but its meetings: who sits where, on which set.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import sqrt

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement
from tests.rotation import rotate
from tools.movement_page import page
from tools.movement_rows import PAIRS, PLAYERS, TEAMS, Figures, boards_word, digest, read_figures, read_published

ROWS = read_figures()
CELLS = tuple(sorted({(row.kind, row.contestants) for row in ROWS}))


def balance(movement: Movement) -> float | None:
    """Returns the standard deviation of the comparison counts divided by their mean, counted set by set."""
    counts: Counter[frozenset[Number]] = Counter()
    ranked = {frozenset(two) for group in movement.fields for two in combinations(group, 2)}
    for board_set in {meeting.board_set for meeting in movement.meetings}:
        at = [m for m in movement.meetings if m.board_set == board_set and movement.phantom not in (*m.ns, *m.ew)]
        for first, second in combinations(at, 2):
            for here, there in ((first.ns, second.ns), (first.ew, second.ew)):
                counts.update(frozenset(two) for two in product(here, there))
            for here, there in ((first.ns, second.ew), (first.ew, second.ns)):
                counts.subtract(frozenset(two) for two in product(here, there))
        for meeting in at:
            for ns, ew in product(meeting.ns, meeting.ew):
                counts[frozenset((ns, ew))] += len(at) - 1
    values = [counts[two] for two in ranked if movement.phantom not in two]
    total = sum(values)
    if total <= 0:
        return None
    return sqrt(max(0.0, len(values) * sum(value**2 for value in values) / total**2 - 1))


def mistakes(movement: Movement) -> list[str]:
    """Returns the faults of a sheet: two places at once, a set twice, opponents or partners again."""
    wrong = []
    is_of_teams = movement.kind == "team"
    seats: Counter[tuple[int, str]] = Counter()
    sets: Counter[tuple[str, int]] = Counter()
    tables: Counter[tuple[int, int]] = Counter()
    opponents: Counter[frozenset[Number]] = Counter()
    partners: Counter[frozenset[Number]] = Counter()
    for m in movement.meetings:
        tables[m.round, m.table] += 1
        for side, numbers in (("NS", m.ns), ("EW", m.ew)):
            for number in numbers:
                half = f"{number} {side}" if is_of_teams else str(number)
                seats[m.round, half] += 1
                sets[half, m.board_set] += 1
            if len(numbers) == 2:
                partners[frozenset(numbers)] += 1
        opponents.update(frozenset(two) for two in product(m.ns, m.ew))
    wrong += [f"{key} {count} times" for key, count in (tables + seats + sets).items() if count > 1]
    wrong += [f"partners {sorted(two)}" for two, count in partners.items() if count > 1]
    if is_of_teams:
        halves = {(m.ns, m.ew, m.board_set) for m in movement.meetings}
        wrong += [f"half a match {half}" for half in halves if (half[1], half[0], half[2]) not in halves]
        return wrong
    again = str(movement.options.get("rematches", "")).split()
    most = 2 if movement.kind == "player" else 1
    allowed = Counter(frozenset(Number(number) for number in two.split("-")) for two in again)
    wrong += [f"opponents {sorted(two)}" for two, n in opponents.items() if n > most + allowed[two]]
    return wrong


class TestEverySheet:
    @rotate("kind, contestants", CELLS, by=lambda cell: (cell[0], cell[1] // 12))
    def test_of_a_number_of_contestants(self, kind: str, contestants: int) -> None:
        """R-002, R-086: the sheet is the one that was measured, it can be played, and its measures are true."""
        for row in ROWS:
            if (row.kind, row.contestants) == (kind, contestants):
                movement = row.make()
                assert digest(movement) == row.digest, row
                assert mistakes(movement) == [], row
                assert len(movement.contestants) - (movement.phantom is not None) == contestants
                assert (movement.rounds, len(movement.fields)) == (row.rounds, row.winners)
                assert boards_word(movement) == row.boards
                measured = None if kind == "teams" else balance(movement)
                assert row.s == ("" if measured is None else f"{measured:.4f}"), row
                assert not row.s or float(row.bound) <= float(row.s) + 0.0001

    def test_every_number_has_sheets(self) -> None:
        listed = {kind: {row.contestants for row in ROWS if row.kind == kind} for kind in ("pairs", "teams", "players")}
        assert listed == {"pairs": set(PAIRS), "teams": set(TEAMS), "players": set(PLAYERS)}


class TestPublished:
    def test_ours_is_at_least_equal_or_has_a_reason(self) -> None:
        """R-044: the page is not made while a better published sheet has no reason, or a reason has none."""
        assert "## Compared with published sheets" in page()
        assert sum(bool(one.reason) for one in read_published()) < len(read_published()) / 3

    def test_a_better_one_without_a_reason_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        worse = tuple(_with_s(row, "9.0000") if row.kind == "players" else row for row in ROWS)
        monkeypatch.setattr("tools.movement_page.read_figures", lambda: worse)
        with pytest.raises(ValueError, match="is better and has no reason"):
            page()


def _with_s(row: Figures, s: str) -> Figures:
    return replace(row, s=s)
