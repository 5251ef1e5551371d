"""Repairs of broken sheets: a valid sheet is broken at one place, and the first proposal makes it playable again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.cells import format_cell
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.editing.apply import apply, apply_all, what_breaks
from arrowswitch.core.movements.editing.base_row import empty_grid
from arrowswitch.core.movements.editing.cells import ClearCell, SetCell
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.fill import FillCells
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.mending.clashes import ClashCounter
from arrowswitch.core.movements.mending.moves import single_changes
from arrowswitch.core.movements.mending.proposals import MOST_PROPOSALS, SheetRepair, propose_repairs
from arrowswitch.core.movements.mending.wording import words_of_changes
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.i18n import Locale, problem_text
from tests.movements import SHEETS, library, sheet
from tests.rotation import examples, rotate
from tests.tables import for_each

VALID: tuple[tuple[str, dict[str, int]], ...] = (
    ("howell", {"tables": 7}),
    ("howell", {"pairs": 13}),
    ("howell", {"tables": 10}),
    ("mitchell", {"tables": 7}),
    ("mitchell", {"tables": 17, "rounds": 13}),
    ("relay-mitchell", {"tables": 8}),
    ("skip-mitchell", {"tables": 8}),
    ("scrambled-mitchell", {"tables": 9}),
    ("rover-mitchell", {"pairs": 15}),
    ("web-mitchell", {"tables": 12}),
    ("individual", {"tables": 3}),
    ("awl", {"teams": 7}),
    ("round-robin", {"teams": 8}),
)


def fault_list(movement: Movement) -> list[Fault]:
    return [fault for fault in faults(movement) if fault.severity is Severity.FAULT]


def seated_as(meeting: Meeting, numbers: list[Number]) -> Meeting:
    half = len(meeting.ns)
    return replace(meeting, ns=tuple(numbers[:half]), ew=tuple(numbers[half:]))


def write_cells(movement: Movement, *meetings: Meeting) -> FillCells:
    return FillCells(tuple(f"{m.round}-{m.table} {format_cell(movement, m)}" for m in meetings))


def clear_cell(movement: Movement, chance: random.Random) -> Edit:
    meeting = chance.choice(movement.meetings)
    return ClearCell(meeting.round, meeting.table)


def mistype_number(movement: Movement, chance: random.Random) -> Edit:
    """One number of a cell becomes that of another contestant."""
    meeting = chance.choice(movement.meetings)
    numbers = [*meeting.contestants]
    numbers[chance.randrange(len(numbers))] = chance.choice([n for n in movement.contestants if n not in numbers])
    wrong = seated_as(meeting, numbers)
    return SetCell(wrong.round, wrong.table, wrong.ns, wrong.ew, wrong.board_set)


def invent_number(movement: Movement, chance: random.Random) -> Edit:
    """One number of a cell becomes one that nobody has."""
    meeting = chance.choice(movement.meetings)
    numbers = [*meeting.contestants]
    numbers[chance.randrange(len(numbers))] = Number("99")
    wrong = seated_as(meeting, numbers)
    return SetCell(wrong.round, wrong.table, wrong.ns, wrong.ew, wrong.board_set)


def mistype_set(movement: Movement, chance: random.Random) -> Edit:
    meeting = chance.choice(movement.meetings)
    others = [number for number in range(1, len(movement.board_sets) + 1) if number != meeting.board_set]
    return SetCell(meeting.round, meeting.table, meeting.ns, meeting.ew, chance.choice(others))


def exchange_numbers(movement: Movement, chance: random.Random) -> Edit:
    """Two numbers of a round change places."""
    meeting = chance.choice(movement.meetings)
    other = chance.choice([m for m in movement.in_round(meeting.round) if m.table != meeting.table])
    seat, other_seat = chance.randrange(len(meeting.contestants)), chance.randrange(len(other.contestants))
    numbers, other_numbers = [*meeting.contestants], [*other.contestants]
    numbers[seat], other_numbers[other_seat] = other_numbers[other_seat], numbers[seat]
    return write_cells(movement, seated_as(meeting, numbers), seated_as(other, other_numbers))


def exchange_rounds(movement: Movement, chance: random.Random) -> Edit:
    """Two cells of a table change places."""
    meeting = chance.choice(movement.meetings)
    other = chance.choice([m for m in movement.meetings if m.table == meeting.table and m.round != meeting.round])
    return write_cells(movement, replace(meeting, round=other.round), replace(other, round=meeting.round))


SLIPS = (clear_cell, mistype_number, invent_number, mistype_set, exchange_numbers, exchange_rounds)


def check(before: Movement, proposals: tuple[SheetRepair, ...]) -> None:
    """Every proposal mends what it names, causes nothing, and has words in each language."""
    assert len(proposals) <= MOST_PROPOSALS
    for proposal in proposals:
        after = apply(before, proposal.edit)
        left = fault_list(after)
        assert len(left) == proposal.left
        assert len(left) < len(fault_list(before)) or ClashCounter(before).slips
        assert not set(proposal.mends) & set(left)
        assert proposal.left or what_breaks(before, after) == ()
        for problem in proposal.words:
            assert all(problem_text(problem, locale) for locale in Locale)


class TestOneSlip:
    @pytest.mark.slow
    @rotate(valid=VALID, slip=SLIPS)
    def test_the_first_proposal_makes_the_sheet_playable(self, valid: tuple[str, dict[str, int]], slip: object) -> None:
        family, options = valid
        movement = make(family, **options)
        for seed in range(4):
            broken = apply(movement, slip(movement, random.Random(seed)))  # type: ignore[operator]  # one of SLIPS
            if is_sound(broken) and not ClashCounter(broken).slips:
                continue  # The exchange makes another valid sheet.
            proposals = propose_repairs(broken)
            check(broken, proposals)
            mended = apply(broken, proposals[0].edit)
            assert fault_list(mended) == []
            assert set(mended.contestants) == set(movement.contestants)

    @for_each("name", SHEETS)
    def test_the_documents_sheets_are_mended(self, name: str) -> None:
        movement = sheet(name)
        for seed, slip in enumerate((clear_cell, mistype_number, mistype_set)):
            broken = apply(movement, slip(movement, random.Random(seed)))
            if not is_sound(broken):
                assert is_sound(apply(broken, propose_repairs(broken)[0].edit)), (
                    slip.__name__,
                    propose_repairs(broken),
                )

    def test_a_mistyped_number_is_put_right_by_one_change(self) -> None:
        """Round 3, table 4 of the Howell of 7 tables is 13-12 on set 6; 7 instead of 13 sits at two tables then."""
        howell = make("howell", tables=7)
        broken = apply(howell, SetCell(3, 4, (Number("7"),), (Number("12"),), 6))
        first = propose_repairs(broken)[0]
        assert first.edit == FillCells(("3-4 13-12 6",))
        assert [problem_text(problem, Locale.EN) for problem in first.words] == [
            "Round 3, table 4: put 13 instead of 7."
        ]
        assert set(apply(broken, first.edit).meetings) == set(howell.meetings)

    def test_a_number_that_nobody_has_is_a_slip(self) -> None:
        """The checker sees 15 pairs of which one always sits out; a pair with a single table is a slip all the same."""
        broken = apply(make("howell", tables=7), SetCell(3, 4, (Number("113"),), (Number("12"),), 6))
        assert fault_list(broken) == []
        [first, *_] = propose_repairs(broken)
        assert first.edit == FillCells(("3-4 13-12 6",))


class TestSeveralSlips:
    def test_both_are_mended_at_once_or_one_by_one(self) -> None:
        howell = make("howell", tables=7)
        broken = apply_all(howell, [SetCell(3, 4, (Number("7"),), (Number("12"),), 6), ClearCell(9, 5)])
        proposals = propose_repairs(broken)
        check(broken, proposals)
        assert proposals[0].left == 0
        assert proposals[0].places == ((3, 4), (9, 5))
        assert {proposal.places for proposal in proposals if proposal.left} == {((3, 4),), ((9, 5),)}

    def test_a_range_filled_by_mistake_is_mended(self) -> None:
        howell = make("howell", tables=7)
        cells = tuple(f"{r}-{t} {format_cell(howell, howell.in_round(1)[t - 1])}" for r in (2, 3) for t in (1, 2))
        broken = apply(howell, FillCells(cells))
        proposals = propose_repairs(broken)
        check(broken, proposals)
        assert is_sound(apply(broken, proposals[0].edit))

    def test_a_fault_of_three_rounds_may_become_one_of_two(self) -> None:
        """7 and 13 meet in round 2, and by two slips in rounds 3 and 5 as well: each slip can be mended alone."""
        howell = make("howell", tables=7)
        seven, thirteen = (Number("7"),), (Number("13"),)
        broken = apply_all(howell, [SetCell(3, 4, thirteen, seven, 6), SetCell(5, 5, thirteen, seven, 2)])
        assert (2, 3, 5) in [fault.rounds for fault in fault_list(broken) if fault.code == "movement.met-twice"]
        proposals = propose_repairs(broken)
        assert {proposal.places for proposal in proposals if proposal.left} == {((3, 4),), ((5, 5),)}

    @settings(max_examples=examples(15), deadline=None)
    @given(st.integers(0, 10**6), st.lists(st.sampled_from(SLIPS), min_size=2, max_size=3))
    def test_no_proposal_causes_a_fault(self, seed: int, slips: list[object]) -> None:
        movement = make("scrambled-mitchell", tables=7)
        for slip in slips:
            movement = apply(movement, slip(movement, random.Random(seed)))  # type: ignore[operator]  # one of SLIPS
        check(movement, propose_repairs(movement))


class TestWords:
    """One message a change; an exchange is called one only if both sides of it are exchanged."""

    HOWELL = make("howell", tables=7)

    def words(self, *meetings: Meeting) -> list[str]:
        changes = {(meeting.round, meeting.table): meeting for meeting in meetings}
        return [problem_text(problem, Locale.EN) for problem in words_of_changes(self.HOWELL, changes)]

    def test_exchanges(self) -> None:
        first, second, *_ = self.HOWELL.in_round(1)  # 14-1 on set 1, 12-6 on set 2
        crossed = replace(first, ns=second.ns), replace(second, ns=first.ns)
        assert self.words(*crossed) == ["Round 1: exchange 14 at table 1 with 6 at table 2."]
        crossed = replace(first, board_set=2), replace(second, board_set=1)
        assert self.words(*crossed) == ["Round 1: exchange the boards of tables 1 and 2 (sets 1 and 2)."]
        below = self.HOWELL.in_round(2)[0]
        crossed = replace(first, round=2), replace(below, round=1)
        assert self.words(*crossed) == ["Exchange round 1, table 1 with round 2, table 1."]

    def test_changes_that_only_look_like_exchanges(self) -> None:
        first, second, *_ = self.HOWELL.in_round(1)
        assert self.words(replace(first, board_set=5), replace(second, board_set=1)) == [
            "Round 1, table 1: play set 5 (boards 9, 10) instead of set 1.",
            "Round 1, table 2: play set 1 (boards 1, 2) instead of set 2.",
        ]

    def test_one_cell(self) -> None:
        first = self.HOWELL.in_round(1)[0]
        assert self.words(replace(first, ns=first.ew, ew=first.ns)) == [
            "Round 1, table 1: exchange North-South and East-West."
        ]
        assert self.words(replace(first, ns=(Number("3"),), board_set=4)) == [
            "Round 1, table 1: write 3-1 4 (boards 7, 8) instead of 14-1 1."
        ]


class TestTheCount:
    """The count of a changed sheet is made from the changed cells alone; it equals the count of the whole sheet."""

    @settings(max_examples=examples(12), deadline=None)
    @given(st.sampled_from(VALID), st.sampled_from(SLIPS), st.integers(0, 10**6))
    def test_changed_cells_are_counted_like_a_whole_sheet(
        self, valid: tuple[str, dict[str, int]], slip: object, seed: int
    ) -> None:
        family, options = valid
        chance = random.Random(seed)
        movement = make(family, **options)
        broken = apply(movement, slip(movement, chance))  # type: ignore[operator]  # one of SLIPS
        counter = ClashCounter(broken)
        steps = list(single_changes(counter, {}, counter.suspects({})))
        for changes in chance.sample(steps, min(6, len(steps))):
            others = [m for m in broken.meetings if (m.round, m.table) not in changes]
            meetings = (*others, *(cell for cell in changes.values() if cell is not None))
            assert counter.clashes_with(changes) == ClashCounter(replace(broken, meetings=meetings)).total

    def test_half_a_match_is_a_clash(self) -> None:
        """A team whose match is played at one table only, and team-mates who meet each other."""
        stars = make("awl", teams=7)
        first = stars.meetings[0]
        half = replace(stars, meetings=tuple(m for m in stars.meetings if m != first))
        assert ClashCounter(half).total > 1
        pairs = make("round-robin", teams=8, form="pair")
        meeting = pairs.meetings[0]
        mate = Number(meeting.ns[0][:-1] + {"A": "B", "B": "A"}[meeting.ns[0][-1]])
        together = tuple(replace(m, ew=(mate,)) if m == meeting else m for m in pairs.meetings)
        assert ClashCounter(replace(pairs, meetings=together)).total > 0
        assert ClashCounter(pairs).total == 0


class TestWithoutRepairs:
    @settings(max_examples=examples(15), deadline=None)
    @given(library())
    def test_a_valid_sheet_has_no_clash_and_no_proposal(self, movement: Movement) -> None:
        assert ClashCounter(movement).total == 0
        assert propose_repairs(movement) == ()

    def test_a_sheet_that_is_still_typed_is_left_alone(self) -> None:
        empty = empty_grid(ContestantKind.PAIR, 14, 7, 13)
        assert propose_repairs(empty) == ()
        typed = apply(empty, FillCells(("1-1 1-2 1", "1-2 3-4 2", "1-3 5-6 3")))
        assert propose_repairs(typed) == ()

    def test_a_side_with_too_many_numbers_refuses_nothing(self) -> None:
        howell = make("howell", tables=7)
        wrong = (Number("7"), Number("8"))
        broken = apply(howell, SetCell(3, 4, wrong, (Number("12"),), 6))
        check(broken, propose_repairs(broken))


class TestAPairWithoutATable:
    def test_is_a_fault_with_its_round(self) -> None:
        howell = make("howell", tables=7)
        broken = apply(howell, SetCell(3, 4, (Number("7"),), (Number("12"),), 6))
        [fault] = [fault for fault in faults(broken) if fault.code == "movement.no-table"]
        assert (fault.severity, fault.rounds, fault.contestants) == (Severity.FAULT, (3,), ("13",))
        assert problem_text(fault.problem, Locale.EN) == "Round 3: 13 has no table."
        assert problem_text(fault.problem, Locale.JA) == "第3ラウンド：13番の席がありません。"

    @for_each("movement", [make("howell", pairs=13), make("awl", teams=7), make("individual", tables=3)])
    def test_a_planned_sit_out_is_none(self, movement: Movement) -> None:
        assert [fault for fault in faults(movement) if fault.code == "movement.no-table"] == []
