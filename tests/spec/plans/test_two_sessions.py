"""Mitchells and interwoven Howells of two sessions (manual, lines 2178-2278, 2470-2488)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.fairness import Span, fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.howell import interwoven_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.two_session_mitchell import two_session_rounds
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.schemes import one_section
from tests.movements import encounters, meetings_of, registered_sizes
from tests.tables import for_each


def meeting_counts(*movements: Movement) -> Counter[frozenset[Number]]:
    """Returns how often two meet over several sessions."""
    return Counter(frozenset(m.contestants) for movement in movements for m in movement.meetings)


class TestPrintedSheets:
    """The sheets of 8 and 9 tables (lines 2190-2266), with the misprints corrected as the copies say."""

    def test_eight_tables(self) -> None:
        """R-078: both sheets of 8 tables, every cell; no relay and no bye stand in the Mitchell."""
        first = make("two-session-mitchell", tables=8, arrow="documents")
        assert meetings_of(first) == encounters("two_session_8t_scrambled_mitchell")
        assert (first.options["relays"], first.bye_stands) == ("none", {})
        assert meetings_of(make("interwoven-howell", tables=8)) == encounters("two_session_8t_interwoven_howell")

    def test_eight_tables_are_a_round_robin(self) -> None:
        """R-078: 8 + 7 rounds: all 16 x 15 / 2 = 120 twos meet exactly once."""
        both = meeting_counts(
            make("two-session-mitchell", tables=8, rounds=8), make("interwoven-howell", tables=8, rounds=7)
        )
        assert len(both) == 120
        assert set(both.values()) == {1}

    def test_nine_tables(self) -> None:
        """R-076, R-077: the appendix Mitchell in 8 rounds and the interwoven Howell in 9, every cell of both sheets."""
        first = make("two-session-mitchell", tables=9, arrow="documents")
        assert meetings_of(first) == encounters("two_session_9t_appendix_mitchell")
        assert meetings_of(make("interwoven-howell", tables=9)) == encounters("two_session_9t_interwoven_howell")

    @for_each("base", ["sheet", "appendix", "straight"])
    def test_nine_tables_are_a_round_robin(self, base: str) -> None:
        """R-076: 8 + 9 rounds: 18 x 17 / 2 = 153 twos, each once, whichever Mitchell is played first."""
        first = make("two-session-mitchell", tables=9, rounds=8, base=base)
        both = meeting_counts(first, make("interwoven-howell", tables=9))
        assert len(both) == 153
        assert set(both.values()) == {1}

    def test_the_printed_mitchell_of_nine_tables_too(self) -> None:
        """R-076: lines 2190-2204: cut after round 8 nobody meets again; with round 9 there are nine who do."""
        howell = make("interwoven-howell", tables=9)
        for rounds, again in ((8, 0), (9, 9)):
            both = meeting_counts(make("scrambled-mitchell", tables=9, rounds=rounds), howell)
            assert list(both.values()).count(2) == again


class TestEqualTops:
    """Boards of both sessions are worth the same with an appendix Mitchell (lines 2184-2188, 2219-2221)."""

    def test_appendix_mitchell(self) -> None:
        """R-077: 9 tables, 8 + 9 rounds: every board of either session is played nine times."""
        for movement in (make("two-session-mitchell", tables=9), make("interwoven-howell", tables=9)):
            assert fairness(movement).plays == Span(9, 9)

    def test_cut_mitchell_is_to_be_factored(self) -> None:
        """R-077: nine sets in eight of nine rounds: every board is played eight times, in the second session nine."""
        assert fairness(make("two-session-mitchell", tables=9, rounds=8, base="straight")).plays == Span(8, 8)


class TestThirteenTables:
    """Lines 2233-2237."""

    def test_twelve_rounds_of_appendix_mitchell_then_thirteen(self) -> None:
        """R-076: 25 rounds: all 26 x 25 / 2 = 325 twos once."""
        both = meeting_counts(make("two-session-mitchell", tables=13, rounds=12), make("interwoven-howell", tables=13))
        assert set(both) == {frozenset(two) for two in combinations(map(str, range(1, 27)), 2)}
        assert set(both.values()) == {1}

    def test_thirteen_rounds_of_mitchell_meet_one_again(self) -> None:
        """R-076: line 2237: each pair meets one pair again."""
        both = meeting_counts(make("two-session-mitchell", tables=13, rounds=13), make("interwoven-howell", tables=13))
        again = [two for two, count in both.items() if count > 1]
        assert sorted(map(int, (n for two in again for n in two))) == [*range(1, 27)]


class TestPartners:
    """Every interwoven Howell has its other session, and every two-session Mitchell its interwoven Howell."""

    @for_each("tables", registered_sizes("PIWH"))
    def test_every_interwoven_howell_has_a_first_session(self, tables: int) -> None:
        """R-076, R-086: PIWH, 5 to 19 tables: over both sessions nobody meets anybody twice, nobody sits out.

        6 tables are not among the registered Mitchells (line 3446); a relay Mitchell of 6 rounds goes with them.
        """
        plan = one_section(tables)
        first, second = (session[0].movement for session in plan.sessions)
        assert (first.family, second.family) == ("two-session-mitchell", "interwoven-howell")
        assert set(meeting_counts(first, second).values()) == {1}
        assert abs(first.rounds - second.rounds) <= 1

    @for_each("tables", registered_sizes("PIWH"))
    def test_any_two_go_together(self, tables: int) -> None:
        """R-076, R-077: every number of rounds of one with every number of the other, in either order.

        Only an odd number of tables in as many rounds meets one pair again, i and i + T (line 2188).
        """
        for rounds in two_session_rounds(tables):
            first = make("two-session-mitchell", tables=tables, rounds=rounds)
            for others in interwoven_rounds(tables):
                twice = [
                    two
                    for two, n in meeting_counts(first, make("interwoven-howell", tables=tables, rounds=others)).items()
                    if n > 1
                ]
                if tables % 2 and rounds == tables:
                    assert all(abs(int(one) - int(other)) == tables for one, other in map(tuple, twice))
                else:
                    assert twice == []

    @for_each("tables", registered_sizes("PMSA"))
    def test_every_registered_mitchell(self, tables: int) -> None:
        """R-086: PMSA, 5 and 7 to 19 tables (line 3446), in every number of rounds."""
        for rounds in two_session_rounds(tables):
            movement = make("two-session-mitchell", tables=tables, rounds=rounds)
            assert is_sound(movement)
            assert (movement.tables, movement.rounds) == (tables, rounds)

    def test_six_tables(self) -> None:
        """R-076: 6 + 5 rounds: all 12 x 11 / 2 = 66 twos once, like a full Howell of 11 rounds."""
        both = meeting_counts(make("two-session-mitchell", tables=6), make("interwoven-howell", tables=6))
        assert len(both) == 66
        assert set(both.values()) == {1}
