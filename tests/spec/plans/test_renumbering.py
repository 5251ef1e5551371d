"""From session to session and section to section (JCBL director's manual 3.3, part 3, chapters 2, 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.families.howell import interwoven_rounds, rounds_for
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.two_session_mitchell import bases_for
from arrowswitch.core.movements.guide.cards import guide_slip
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.check import is_sound_plan, plan_faults
from arrowswitch.core.movements.sessions.plan import (
    NAMES,
    GroupKind,
    PlannedSection,
    SectionPlace,
    SessionPlan,
    format_moves,
    groups,
    parse_moves,
    second_session,
)
from arrowswitch.core.movements.sessions.propose import Exchange, propose_second
from arrowswitch.core.movements.sessions.schemes import (
    again,
    one_section,
    side_by_side,
    sides_in_turn,
)
from arrowswitch.core.movements.sessions.turns import groups_in_turn, turns
from tests.movements import vector
from tests.rotation import rotate
from tests.tables import for_each
from tests.whole_days import day_of

LIST: list[dict[str, Any]] = [row for row in vector("two_session")["entries"] if isinstance(row["movements"], list)]

PRINTED: dict[str, Any] = vector("printed_renumbering")

_FAMILY = {"M": "scrambled-mitchell", "A": "two-session-mitchell", "H": "howell"}
_BASE: dict[str, dict[str, int | str]] = {"A": {"base": "appendix"}}


def howell_twice(tables: int, rounds: int, boards_per_round: int | None = None) -> SessionPlan:
    """Returns a Howell played in two sessions."""
    return again(make("howell", tables=tables, rounds=rounds, boards_per_round=boards_per_round))


def proposals(tables: int) -> Iterator[SessionPlan]:
    """Yields the plans of two sessions for one section: Howell twice up to 7 tables, from 8 on one for every choice of
    Mitchell and interwoven Howell that meets nobody again."""
    if tables <= 7:
        yield from (howell_twice(tables, rounds) for rounds in rounds_for(tables))
        return
    for first in range(7, 14):
        if bases_for(tables, first) and (tables % 2 == 0 or first < tables):
            for second in interwoven_rounds(tables):
                if abs(first - second) <= 1:
                    yield one_section(tables, first, second)


def sections(*words: str) -> list[PlannedSection]:
    """Returns sections written as `12M12`: tables, kind and rounds."""
    made = []
    for name, word in zip("ABCD", words, strict=False):
        kind = next(letter for letter in word if letter.isalpha())
        tables, _, rounds = word.partition(kind)
        made.append(
            PlannedSection(name, make(_FAMILY[kind], tables=int(tables), rounds=int(rounds), **_BASE.get(kind, {})))
        )
    return made


def exchange_plan(first: list[PlannedSection], moves: str) -> SessionPlan:
    """Returns the plan with the same movements again and these moves."""
    read = parse_moves(moves)
    return SessionPlan((tuple(first), second_session(first, read)), (read,))


def at(section: str, number: str) -> SectionPlace:
    """Returns a place."""
    return SectionPlace(section, Number(number))


def sharing_tables(sheet: Movement) -> dict[int, list[list[int]]]:
    """Returns the tables that play the same boards in each round."""
    tables: dict[tuple[int, int], list[int]] = {}
    for meeting in sheet.meetings:
        tables.setdefault((meeting.round, meeting.board_set), []).append(meeting.table)
    by_round: dict[int, list[list[int]]] = {}
    for (number, _), together in sorted(tables.items()):
        if len(together) > 1:
            by_round.setdefault(number, []).append(sorted(together))
    return {number: sorted(pairs) for number, pairs in by_round.items()}


def codes(plan: SessionPlan, severity: Severity = Severity.FAULT) -> set[str]:
    """Returns the codes of what the checker finds."""
    return {fault.code for fault in plan_faults(plan) if fault.severity is severity}


class TestOneSection:
    """One section: the other movement is the interwoven Howell (lines 2075-2105, 2268-2274)."""

    @for_each("row", [row for row in LIST if row["n_sections"] == 1], ids=lambda row: str(row["lines"][0]))
    def test_every_row_of_the_list(self, row: dict[str, Any]) -> None:
        """R-288, R-077: 8 to 19 tables: a plan without a fault, with the printed boards of both sessions."""
        (of_section,) = row["movements"]
        first, second = of_section["first"], of_section["second"]
        boards = row["boards_per_round"]
        if first["kind"] == "H":
            plan = howell_twice(row["tables"], first["rounds"], boards)
        else:
            plan = one_section(row["tables"], first["rounds"], second["rounds"], boards_per_round=boards)
        assert is_sound_plan(plan)
        played = [session[0].movement for session in plan.sessions]
        assert [m.rounds * m.boards_per_round for m in played] == [row["boards_first"], row["boards_second"]]
        again = "sessions.met-again" in codes(plan, Severity.NOTICE)
        assert again == (first["kind"] == "H" or (first["rounds"] == row["tables"] and row["tables"] % 2 == 1))

    @for_each("tables", range(8, 20))
    def test_proposals_meet_nobody_again(self, tables: int) -> None:
        """R-288, R-295: every proposal is sound, and nobody changes the number."""
        plans = list(proposals(tables))
        assert plans
        for plan in plans:
            assert is_sound_plan(plan)
            assert "sessions.met-again" not in codes(plan, Severity.NOTICE)
            assert all(before == after for before, after in plan.moves[0].items())

    def test_either_order(self) -> None:
        """R-053: 14 tables, 13 rounds, the interwoven Howell first: no fault over both sessions."""
        plan = one_section(14, 13, order="howell-first")
        assert [session[0].movement.family for session in plan.sessions] == [
            "interwoven-howell",
            "two-session-mitchell",
        ]
        assert codes(plan) == set()

    @for_each("tables", range(3, 8))
    def test_howell_twice_up_to_seven_tables(self, tables: int) -> None:
        """R-084: line 2073: in the second session others are stationary, where half of the pairs are not already."""
        for plan in proposals(tables):
            still = len(plan.sessions[0][0].movement.stationary)
            assert ("sessions.stationary-again" in codes(plan, Severity.NOTICE)) == (2 * still > 2 * tables)
            assert codes(plan) == set()

    def test_seven_tables(self) -> None:
        """R-084: 13 rounds: 14 is stationary first, then 13, who has become 14."""
        plan = howell_twice(7, 13)
        assert plan.moves[0][at("A", "13")] == at("A", "14")

    def test_odd_number_of_pairs_sits_out_once(self) -> None:
        """R-302, R-295: 27 pairs at 14 tables: the last number is the phantom of both; nobody sits out twice."""
        plan = one_section(14, 13, phantom="last")
        assert len(plan.contestants) == 27
        assert is_sound_plan(plan)

    @pytest.mark.parametrize("row", PRINTED["side_by_side"], ids=lambda row: str(row["tables"]))
    def test_each_section_its_own_two_sessions(self, row: dict[str, Any]) -> None:
        """R-297: 29 tables as 15 + 14, 13 rounds each: no change of number, no rematch."""
        plan = side_by_side([one_section(tables, row["rounds"], row["rounds"]) for tables in row["sections"]])
        assert codes(plan) == set()
        assert all(before == after for before, after in plan.moves[0].items())


class TestGroups:
    """Lines 2382-2387 and the figures after them."""

    def test_appendix_mitchell_of_fourteen_tables(self) -> None:
        """R-289: 13 rounds: 1-13 and 15-27 across, 14 and 28 stationary."""
        (section,) = sections("14A13")
        parts = [(g.numbers[0], g.numbers[-1], g.side, g.is_stationary) for g in groups(section)]
        assert parts == [("1", "13", 1, False), ("14", "14", 1, True), ("15", "27", 2, False), ("28", "28", 2, True)]

    def test_mitchell_howell_and_interwoven_howell(self) -> None:
        """R-289: two groups; one and the stationary; two that never meet."""
        mitchell, howell = sections("12M12", "8H12")
        assert [(g.kind, len(g.numbers)) for g in groups(mitchell)] == [(GroupKind.ACROSS, 12)] * 2
        kinds = [(g.kind, g.numbers[0], g.numbers[-1]) for g in groups(howell)]
        assert kinds == [(GroupKind.WITHIN, "1", "12"), (GroupKind.APART, "13", "16")]
        woven = groups(PlannedSection("A", make("interwoven-howell", tables=8)))
        assert [(g.side, g.kind, len(g.numbers)) for g in woven] == [
            (1, GroupKind.WITHIN, 7),
            (1, GroupKind.APART, 1),
            (2, GroupKind.WITHIN, 7),
            (2, GroupKind.APART, 1),
        ]


class TestExamples:
    """The exchanges that the manual writes out, each as a row of `printed_renumbering.json`."""

    @for_each("row", PRINTED["exchanges"], ids=lambda row: row["id"])
    def test_nobody_meets_again(self, row: dict[str, Any]) -> None:
        """R-290, R-291, R-292, R-293: as printed, the tables alone say that nobody meets again and nobody has a board
        twice; every place is taken once, and the checker has no fault."""
        moves = ", ".join(f"{before}>{after}" for before, after in row["moves"].items()).replace(" ", "")
        plan = exchange_plan(sections(*row["sections"]), moves.replace(",", ", "))
        assert codes(plan) == set()
        assert sum(one.movement.tables for one in plan.sessions[0]) == row["tables"]
        assert {one.movement.rounds for session in plan.sessions for one in session} == {row["rounds"]}
        listed = [[(one.name, one.movement) for one in session] for session in plan.sessions]
        day = day_of(listed, [format_moves(move) for move in plan.moves])
        assert (day.again, day.twice, day.out) == ({}, (), {})
        keeps = all(before.number == after.number for before, after in plan.moves[0].items())
        assert keeps == row.get("note", "").startswith("every pair keeps")

    def test_thirty_tables_by_the_same_rule(self) -> None:
        """R-294: 13 + 9 + 8 tables, 13 rounds, exchanged as those of 29 tables."""
        moves = "B1-13>A1-13, C1-13>A14-26, A1-13>B1-13, B14-18>B14-18, A14-26>C1-13, C14-16>C14-16"
        assert codes(exchange_plan(sections("13M13", "9H13", "8H13"), moves)) == set()

    @for_each("row", PRINTED["groups"], ids=lambda row: row["section"])
    def test_groups(self, row: dict[str, Any]) -> None:
        """R-289: the opponents in a Mitchell, an appendix Mitchell and a Howell, and the stationary pairs."""
        parts = groups(sections(row["section"])[0])
        moving = [group for group in parts if not group.is_stationary]
        assert [(group.kind.value, len(group.numbers)) for group in moving] == list(
            zip(row["kinds"], row["sizes"], strict=True)
        )
        assert [list(group.numbers) for group in parts if group.is_stationary] == row.get("stationary", [])

    @pytest.mark.parametrize("row", PRINTED["one_section"], ids=lambda row: row["id"])
    def test_one_section(self, row: dict[str, Any]) -> None:
        """R-288: which tables share their boards, and how often the halves meet in the second session."""
        half = row["pairs"] // 2
        plan = one_section(half, row["rounds"], row["rounds"])
        first, second = (session[0].movement for session in plan.sessions)
        if "shared_first" in row:
            assert sharing_tables(first) == dict.fromkeys(range(1, row["rounds"] + 1), row["shared_first"])
            assert {len(tables) for tables in sharing_tables(second).values()} == {row["shared_second"]}
        met = {frozenset(one.contestants) for one in first.meetings}
        across = [one for one in second.meetings if len({int(n) <= half for n in one.contestants}) > 1]
        assert len(across) == row["across_second"]
        assert not met & {frozenset(one.contestants) for one in second.meetings}

    @pytest.mark.parametrize("row", PRINTED["turns"], ids=lambda row: str(row["groups"]))
    def test_groups_in_turn(self, row: dict[str, Any]) -> None:
        """R-080: three and four sessions."""
        written = [
            "/".join("".join(NAMES[group] for group in match) for match in session)
            for session in turns(row["groups"], len(row["sessions"]))
        ]
        assert written == row["sessions"]

    def test_exchanged_stationary_pairs(self) -> None:
        """R-295: of the two ways of 29 tables one has the same 3 stationary pairs again, the other has none."""
        first = sections("11M11", "11M11", "7H11")
        start = "A1-11>A1-11, A12-22>B1-11, B1-11>B12-22, B12-22>C1-11, "
        (again,) = [
            f
            for f in plan_faults(exchange_plan(first, start + "C1-11>A12-22, C12-14>C12-14"))
            if f.code.endswith("again")
        ]
        assert again.params["places"] == "C12, C13, C14"
        assert plan_faults(exchange_plan(first, start + "C1-3>C12-14, C4-14>A12-22")) == ()

    def test_howell_group_to_howell(self) -> None:
        """R-301: line 2539: B 1-13 to C: refused, with the rematches listed."""
        first = sections("13M13", "9H13", "7H13")
        plan = exchange_plan(first, "A1-13>A1-13, A14-26>B1-13, B1-13>C1-13, B14-18>B14-18, C1-13>A14-26, C14>C14")
        assert {"sessions.howell-to-howell", "sessions.met-again"} <= codes(plan)
        again = {
            frozenset((f.params["first"], f.params["second"])) for f in plan_faults(plan) if f.params.get("second")
        }
        meetings = [{frozenset(m.contestants) for m in section.movement.meetings} for section in first[1:]]
        moving = {str(number) for number in range(1, 14)}
        assert again == {frozenset(f"B{n}" for n in two) for two in meetings[0] & meetings[1] if two <= moving}
        assert len(again) > 10


class TestProposals:
    """Proposals for any sections (lines 2375-2451)."""

    @rotate(
        "row",
        [row for row in LIST if row["n_sections"] > 1],
        by=lambda row: (row["tables"] // 3, row["n_sections"], row["movements"][0]["first"]["rounds"]),
        ids=lambda row: str(row["lines"][0]),
    )
    def test_every_row_of_the_list(self, row: dict[str, Any]) -> None:
        """R-288, R-295: 11 to 45 tables, two to four sections: the same movements again and nobody meets again."""
        words = [f"{m['tables']}{m['first']['kind']}{m['first']['rounds']}" for m in row["movements"]]
        first = sections(*words)
        plan = propose_second(first)
        assert codes(plan) == set()
        assert [s.movement for s in plan.sessions[1]] == [s.movement for s in first]
        boards = row["boards_per_round"]
        assert {s.movement.rounds * boards for s in first} == {row["boards_first"]} == {row["boards_second"]}

    def test_numbers_are_kept(self) -> None:
        """R-300: line 2413: 12 + 8 tables: 1-12 change sections, 13-24 and 13-16 stay, every number is kept."""
        plan = propose_second(sections("12M12", "8H12"))
        assert all(before.number == after.number for before, after in plan.moves[0].items())

    def test_field_is_varied(self) -> None:
        """R-298: line 2380: more change the section when that is wished for, and still nobody meets again."""
        first = sections("11M11", "11M11", "7H11")

        def change_count(wishes: Exchange) -> int:
            plan = propose_second(first, wishes)
            assert codes(plan) == set()
            return sum(before.section != after.section for before, after in plan.moves[0].items())

        assert change_count(Exchange(vary_field=True)) > change_count(Exchange())

    @for_each("words", [("11M11", "11M11", "7H11"), ("13M13", "9H13", "7H13"), ("16A12", "10H12")])
    def test_stationary_seats_are_exchanged(self, words: tuple[str, ...]) -> None:
        """R-295: on request nobody has a stationary seat twice."""
        plan = propose_second(sections(*words), Exchange(exchange_stationary=True))
        assert plan_faults(plan) == ()

    def test_phantom_sits_somewhere_else(self) -> None:
        """R-302: 20 tables, 39 pairs, B16 missing: over the day nobody sits out twice; all 12 opponents differ."""
        mitchell, howell = sections("12M12", "8H12")
        first = [mitchell, PlannedSection("B", howell.movement.with_phantom(howell.movement.contestants[-1]))]
        plan = propose_second(first)
        assert codes(plan) == set()
        assert len(plan.contestants) == 39
        assert sum(section.movement.phantom is not None for section in plan.sessions[1]) == 1

    def test_howells_alone_cannot_be_exchanged(self) -> None:
        """R-301: two Howell sections have nowhere to go."""
        with pytest.raises(Refused) as refused:
            propose_second(sections("7H13", "7H13"))
        assert refused.value.problems[0].code == "sessions.no-exchange"


class TestAfterTheChange:
    """Lines 3888-3890: the change is entered; then the slips of session 2 are printed with the new numbers."""

    def test_nobody_meets_again_by_the_slips(self) -> None:
        """R-296: what the slips of both sessions say, opponents named by who they are, holds nobody twice."""
        plan = propose_second(sections("11M11", "11M11", "7H11"))
        met: dict[SectionPlace, list[SectionPlace]] = {}
        for session in (1, 2):
            now = {start: route[session - 1] for start in plan.contestants if (route := plan.route(start))}
            who = {place: start for start, place in now.items()}
            for start, place in now.items():
                section = None if place is None else plan.section(session, place.section)
                assert place is not None
                assert section is not None
                lines = guide_slip(section.movement, place.number)
                opponents = [SectionPlace(place.section, number) for line in lines for number in line.opponents]
                met.setdefault(start, []).extend(who[opponent] for opponent in opponents)
        assert {len(opponents) for opponents in met.values()} == {22}
        assert all(len(set(opponents)) == 22 for opponents in met.values())


class TestSchemes:
    @for_each("pairs", [8, 10, 12, 14])
    @for_each("sessions", [3, 4])
    def test_three_and_four_sessions(self, sessions: int, pairs: int) -> None:
        """R-080: lines 2480-2488: over all sessions nobody meets twice, and everybody plays every board."""
        plan = groups_in_turn(sessions, pairs)
        assert codes(plan) == set()
        assert codes(plan, Severity.NOTICE) <= {"sessions.stationary-again"}
        assert [len(session) for session in plan.sessions] == {3: [2, 2, 2], 4: [2, 2, 2, 4]}[sessions]

    def test_sides_in_turn(self) -> None:
        """R-081: lines 2083-2086: three sections of 13 tables: A's East-West go North-South, A's North-South to B."""
        plan = sides_in_turn(13, 3)
        assert codes(plan) == set()
        assert plan.moves[0][at("A", "EW4")] == at("A", "NS4")
        assert plan.moves[0][at("A", "NS4")] == at("B", "EW4")
        assert all(not section.movement.arrow_switched for session in plan.sessions for section in session)
