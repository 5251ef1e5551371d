"""The checker sees every damage to a sheet, and reports what is merely unusual as a notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.i18n import Locale, problem_text
from tests.movements import SHEETS, mitchells, sheet
from tests.rotation import examples, rotate
from tests.tables import for_each


def meeting(round_number: int, table: int, ns: str, ew: str, board_set: int) -> Meeting:
    """Returns a meeting of two pairs."""
    return Meeting(round_number, table, (Number(ns),), (Number(ew),), board_set)


def numbers(*written: str) -> tuple[Number, ...]:
    return tuple(map(Number, written))


SQUARE = Movement(
    # Two pairs stay (1, 2), two change places (3, 4); both tables share the set of the round.
    #   round 1: 1-3 and 2-4 on set 1    round 2: 1-4 and 2-3 on set 2
    family="square",
    kind=ContestantKind.PAIR,
    contestants=numbers("1", "2", "3", "4"),
    tables=2,
    rounds=2,
    board_sets=((1, 2), (3, 4)),
    meetings=(
        meeting(1, 1, "1", "3", 1),
        meeting(1, 2, "2", "4", 1),
        meeting(2, 1, "1", "4", 2),
        meeting(2, 2, "2", "3", 2),
    ),
    fields=(numbers("1", "2", "3", "4"),),
)


def only_fault(movement: Movement, code: str) -> Fault:
    """Returns the only report of `code`, and makes sure that it has words in both languages."""
    reports = faults(movement)
    for report in reports:
        for locale in Locale:
            assert problem_text(report.problem, locale)
    [report] = [report for report in reports if report.code == code]
    return report


def codes(movement: Movement, severity: Severity = Severity.FAULT) -> set[str]:
    """Returns the codes of what the checker reports with `severity`."""
    return {report.code for report in faults(movement) if report.severity is severity}


def with_changed_meeting(movement: Movement, place: int, **parts: object) -> Movement:
    """Returns `movement` with the meeting at `place` changed."""
    meetings = list(movement.meetings)
    meetings[place] = replace(meetings[place], **parts)  # type: ignore[arg-type]  # parts of a meeting, named by the test
    return replace(movement, meetings=tuple(meetings))


class TestGoodSheets:
    """Good sheets have no faults; unusual features are reported as notices."""

    @for_each("name", SHEETS)
    def test_the_documents_sheets_are_sound(self, name: str) -> None:
        assert is_sound(sheet(name)), faults(sheet(name))

    def test_a_straight_mitchell_has_nothing_to_report(self) -> None:
        assert faults(make("mitchell", tables=7)) == ()

    def test_a_shared_set_is_a_notice_with_its_tables_and_rounds(self) -> None:
        relay = only_fault(make("relay-mitchell", tables=8), "movement.relay")
        assert (relay.severity, relay.tables, relay.rounds) == (Severity.NOTICE, (1, 8), (1, 2, 3, 4, 5, 6, 7, 8))

    def test_missed_opponents_are_a_notice(self) -> None:
        """In 8 tables with 7 rounds each East-West misses one of 8 North-South."""
        missed = only_fault(make("skip-mitchell", tables=8), "movement.opponents-missed")
        assert (missed.severity, missed.params["least"], missed.params["most"]) == (Severity.NOTICE, 1, 1)

    def test_in_one_field_everybody_else_is_an_opponent(self) -> None:
        """9 tables, 18 pairs, 9 rounds: 17 others less 9 met."""
        missed = only_fault(make("scrambled-mitchell", tables=9), "movement.opponents-missed")
        assert (missed.params["least"], missed.params["most"]) == (8, 8)

    def test_sit_outs_are_a_notice(self) -> None:
        out = only_fault(make("mitchell", pairs=13), "movement.sits-out")
        assert out.severity is Severity.NOTICE
        assert out.contestants == numbers(*(f"EW{i}" for i in range(1, 8)))

    def test_a_half_table_makes_uneven_tops_a_notice(self) -> None:
        """8 tables, 7 rounds: the phantom sits on 7 of the 8 sets, so these are played 6 times and one 7 times."""
        uneven = only_fault(make("skip-mitchell", pairs=15), "movement.uneven-top")
        assert (uneven.severity, uneven.params["least"], uneven.params["most"]) == (Severity.NOTICE, 6, 7)

    def test_a_half_table_without_a_phantom_number_is_seen_too(self) -> None:
        movement = make("mitchell", pairs=9)
        bare = replace(
            movement,
            contestants=tuple(n for n in movement.contestants if n != movement.phantom),
            fields=tuple(tuple(n for n in group if n != movement.phantom) for group in movement.fields),
            stationary=movement.stationary[:-1],
            meetings=tuple(m for m in movement.meetings if movement.is_played(m)),
            phantom=None,
        )
        assert codes(bare) == set()
        assert codes(bare, Severity.NOTICE) == {"movement.table-empty", "movement.sits-out"}

    def test_a_skip_with_a_bare_half_table_has_uneven_tops_as_a_notice(self) -> None:
        movement = make("skip-mitchell", pairs=7)
        bare = replace(
            movement,
            contestants=tuple(n for n in movement.contestants if n != movement.phantom),
            fields=tuple(tuple(n for n in group if n != movement.phantom) for group in movement.fields),
            stationary=movement.stationary[:-1],
            meetings=tuple(m for m in movement.meetings if movement.is_played(m)),
            phantom=None,
        )
        assert only_fault(bare, "movement.uneven-top").severity is Severity.NOTICE

    def test_players_may_be_opponents_twice_and_partners_once(self) -> None:
        """Figure 20: 8 players, 7 rounds, everybody partner of everybody once and opponent twice."""
        individual = sheet("fig20_individual_8")
        assert codes(individual) == set()
        first = individual.meetings[0]
        turned = replace(first, ns=(first.ns[0], first.ew[0]), ew=(first.ns[1], first.ew[1]))
        damaged = replace(individual, meetings=(turned, *individual.meetings[1:]))
        assert {"movement.partnered-twice", "movement.met-twice"} <= codes(damaged)

    def test_the_halves_of_a_team_sit_at_two_tables(self) -> None:
        """Figure 21: team a sits North-South at table a and East-West elsewhere, and meets every team twice."""
        league = sheet("fig21_awl_9")
        assert codes(league) == set()
        again = replace(league.meetings[-1], ns=league.meetings[0].ns)
        assert "movement.pair-twice-in-round" in codes(replace(league, meetings=(*league.meetings[:-1], again)))


class TestShape:
    """Each round, table, number and set of a meeting must exist, and occur once."""

    @for_each(
        "parts, code",
        [
            ({"round": 0}, "movement.round-unknown"),
            ({"round": 3}, "movement.round-unknown"),
            ({"table": 0}, "movement.table-unknown"),
            ({"table": 3}, "movement.table-unknown"),
            ({"board_set": 0}, "movement.set-unknown"),
            ({"board_set": 3}, "movement.set-unknown"),
            ({"ns": ()}, "movement.side-empty"),
            ({"ew": ()}, "movement.side-empty"),
            ({"ns": numbers("1", "2")}, "movement.side-size"),
            ({"ns": numbers("9")}, "movement.number-unknown"),
            ({"ns": numbers("3")}, "movement.met-itself"),
        ],
    )
    def test_a_meeting_names_only_what_there_is(self, parts: dict[str, object], code: str) -> None:
        report = only_fault(with_changed_meeting(SQUARE, 0, **parts), code)
        assert report.severity is Severity.FAULT
        assert report.tables == (parts.get("table", 1),)

    def test_contestants_fields_phantom_and_stationary_agree(self) -> None:
        twice = replace(SQUARE, contestants=numbers("1", "2", "3", "4", "4"))
        assert only_fault(twice, "movement.number-twice").contestants == ("4",)
        strange = replace(SQUARE, fields=(numbers("1", "2", "3", "5"),))
        assert only_fault(strange, "movement.fields-differ").contestants == ("4", "5")
        assert only_fault(replace(SQUARE, phantom=Number("9")), "movement.number-unknown").contestants == ("9",)
        assert only_fault(replace(SQUARE, stationary=numbers("9")), "movement.number-unknown").contestants == ("9",)

    def test_a_contestant_without_a_meeting_never_plays(self) -> None:
        more = numbers("1", "2", "3", "4", "5")
        assert only_fault(replace(SQUARE, contestants=more, fields=(more,)), "movement.never-plays").contestants == (
            "5",
        )
        unused = replace(SQUARE, contestants=more, fields=(more,), phantom=Number("5"))
        assert only_fault(unused, "movement.never-plays").contestants == ("5",)

    def test_board_sets_are_whole_and_apart(self) -> None:
        assert only_fault(replace(SQUARE, board_sets=((1, 2), ())), "movement.set-empty").params["set"] == 2
        assert only_fault(replace(SQUARE, board_sets=((0, 1), (2, 3))), "movement.board-number").boards == (0,)
        assert only_fault(replace(SQUARE, board_sets=((1, 2), (2, 3))), "movement.board-in-two-sets").boards == (2,)
        different = only_fault(replace(SQUARE, board_sets=((1, 2), (3,))), "movement.sets-differ")
        assert (different.severity, different.params["least"], different.params["most"]) == (Severity.NOTICE, 1, 2)
        assert only_fault(replace(SQUARE, board_sets=((1, 2), (3, 4), (5, 6))), "movement.set-unused").boards == (5, 6)

    def test_labels_belong_to_one_table_each(self) -> None:
        assert only_fault(replace(SQUARE, table_labels={1: "2"}), "movement.label-twice").tables == (1, 2)
        assert only_fault(replace(SQUARE, table_labels={3: "3A"}), "movement.label-without-table").tables == (3,)

    def test_labels_are_what_messages_show(self) -> None:
        labelled = replace(with_changed_meeting(SQUARE, 1, table=1), table_labels={1: "6A", 2: "6B"})
        assert only_fault(labelled, "movement.unreachable-seat").params["tables"] == "6A"
        assert only_fault(labelled, "movement.table-empty").params["tables"] == "6B"


class TestPlay:
    """Nobody plays twice what may be played once."""

    def test_the_square_is_sound(self) -> None:
        """Both tables share the round's set: without a declaration that is a notice."""
        assert codes(SQUARE) == set()
        assert codes(SQUARE, Severity.NOTICE) == {"movement.relay", "movement.opponents-missed"}

    def test_two_meetings_at_one_table(self) -> None:
        report = only_fault(with_changed_meeting(SQUARE, 1, table=1), "movement.unreachable-seat")
        assert (report.rounds, report.tables, report.params["count"]) == ((1,), (1,), 2)

    def test_a_pair_at_two_tables(self) -> None:
        report = only_fault(with_changed_meeting(SQUARE, 1, ns=numbers("1")), "movement.pair-twice-in-round")
        assert (report.rounds, report.tables, report.contestants) == ((1,), (1, 2), ("1",))

    def test_an_empty_table_while_two_pairs_wait(self) -> None:
        report = only_fault(replace(SQUARE, meetings=SQUARE.meetings[:-1]), "movement.table-empty")
        assert (report.severity, report.rounds, report.tables) == (Severity.FAULT, (2,), (2,))

    def test_an_empty_table_with_nobody_left_over(self) -> None:
        """Only a half table leaves a table empty: here everybody sits elsewhere."""
        reports = [r for r in faults(replace(SQUARE, tables=3)) if r.code == "movement.table-empty"]
        assert {(r.severity, r.rounds, r.tables) for r in reports} == {
            (Severity.FAULT, (1,), (3,)),
            (Severity.FAULT, (2,), (3,)),
        }

    def test_a_board_twice(self) -> None:
        report = next(
            r for r in faults(with_changed_meeting(SQUARE, 2, board_set=1)) if r.code == "movement.board-twice"
        )
        assert (report.rounds, report.contestants, report.boards) == ((1, 2), ("1",), (1, 2))

    def test_a_rematch(self) -> None:
        report = only_fault(with_changed_meeting(SQUARE, 2, ew=numbers("3")), "movement.met-twice")
        assert (report.rounds, report.contestants, report.params["count"]) == ((1, 2), ("1", "3"), 2)

    def test_an_unplanned_relay(self) -> None:
        declared = replace(SQUARE, options={"relays": "none"})
        assert {r.rounds for r in faults(declared) if r.code == "movement.set-shared-unplanned"} == {(1,), (2,)}
        assert codes(replace(SQUARE, options={"relays": "1+2"})) == set()
        assert codes(replace(SQUARE, options={"relays": "any"})) == set()

    def test_boards_of_unequal_value(self) -> None:
        """Set 1 is played three times, set 2 once."""
        report = only_fault(with_changed_meeting(SQUARE, 2, board_set=1), "movement.uneven-top")
        assert (report.severity, report.boards, report.params["least"], report.params["most"]) == (
            Severity.FAULT,
            (3, 4),
            1,
            3,
        )

    def test_damage_to_a_table_without_opponents_is_a_notice(self) -> None:
        """The phantom's table may be given any boards: no cards are played there."""
        movement = make("mitchell", pairs=9)
        place = next(i for i, m in enumerate(movement.meetings) if not movement.is_played(m))
        other = movement.meetings[place].board_set % 5 + 1
        assert "movement.board-twice" in codes(with_changed_meeting(movement, place, board_set=other), Severity.NOTICE)
        assert "movement.board-twice" not in codes(with_changed_meeting(movement, place, board_set=other))


class TestDeclarations:
    """A sheet declares its exceptions from the rules in its options."""

    def test_a_declared_rematch_is_allowed_once(self) -> None:
        again = with_changed_meeting(SQUARE, 2, ew=numbers("3"))
        again = with_changed_meeting(again, 3, ew=numbers("4"))
        assert codes(again) == {"movement.met-twice"}
        assert codes(replace(again, options={"rematches": "3-1 2-4"})) == set()
        assert codes(replace(again, options={"meetings": 2})) == set()

    def test_declared_uneven_boards_are_a_notice(self) -> None:
        uneven = replace(SQUARE, meetings=(SQUARE.meetings[0], *SQUARE.meetings[2:]), tables=2)
        assert "movement.uneven-top" in codes(uneven)
        assert "movement.uneven-top" in codes(replace(uneven, options={"plays": "uneven"}), Severity.NOTICE)

    def test_rounds_that_are_not_drawn_yet_may_be_empty(self) -> None:
        swiss = replace(SQUARE, rounds=5, options={"rounds_drawn": 2})
        assert codes(swiss) == set()
        assert "movement.table-empty" in codes(replace(SQUARE, rounds=5))

    @for_each(
        "option, value",
        [("relays", "1-2"), ("rematches", "1"), ("meetings", "two"), ("rounds_drawn", "all"), ("plays", "odd")],
    )
    def test_a_declaration_that_cannot_be_read_is_told(self, option: str, value: str) -> None:
        report = only_fault(replace(SQUARE, options={option: value}), "movement.declaration-unreadable")
        assert (report.params["option"], report.params["value"]) == (option, value)


class TestClaims:
    """The properties that a movement declares are checked against its meetings."""

    def test_stationary_numbers_do_not_move(self) -> None:
        assert codes(replace(SQUARE, stationary=numbers("1", "2"))) == set()
        report = only_fault(replace(SQUARE, stationary=numbers("3")), "movement.not-stationary")
        assert (report.contestants, report.tables) == (("3",), (1, 2))

    def test_fields_ranked_apart_sit_one_way_on_a_board(self) -> None:
        two = replace(SQUARE, fields=(numbers("1", "2"), numbers("3", "4")))
        assert codes(two) == set()
        report = only_fault(with_changed_meeting(two, 0, ns=numbers("3"), ew=numbers("1")), "movement.direction-mixed")
        assert report.boards == (1, 2)

    def test_a_switched_round_is_switched_at_every_table(self) -> None:
        switched = with_changed_meeting(
            with_changed_meeting(SQUARE, 2, ns=numbers("4"), ew=numbers("1")), 3, ns=numbers("3"), ew=numbers("2")
        )
        switched = replace(switched, arrow_switched=(2,))
        assert codes(switched) == set()
        report = only_fault(with_changed_meeting(switched, 3, ns=numbers("2"), ew=numbers("3")), "movement.arrow-mixed")
        assert (report.rounds, report.tables) == ((2,), (2,))
        assert only_fault(replace(switched, arrow_switched=(2, 7)), "movement.round-unknown").rounds == (7,)

    def test_a_sheet_without_two_groups_has_no_arrow_to_check(self) -> None:
        assert codes(replace(sheet("fig07_howell_12p_11r"), arrow_switched=(3,))) == set()

    def test_bye_stands_hold_the_sets_that_rest(self) -> None:
        howell = sheet("fig07_howell_12p_11r")
        assert codes(replace(howell, bye_stands={1: 1, 2: 3, 5: 1})) == set()
        reports = [r for r in faults(replace(howell, bye_stands={1: 4})) if r.code == "movement.bye-stand"]
        assert len(reports) == 11
        assert (reports[0].params["places"], reports[0].params["resting"]) == (4, 5)
        assert only_fault(replace(howell, bye_stands={9: 5}), "movement.table-unknown").tables == (9,)

    def test_bye_stands_are_where_the_boards_rest(self) -> None:
        """Eight tables: set 5 leaves table 5 after round 1 and comes to table 4 in round 3, so it rests behind 4."""
        relay = make("relay-mitchell", tables=8)
        assert relay.bye_stands == {4: 1}
        for table in (1, 2, 3, 5, 6, 7):
            report = only_fault(replace(relay, bye_stands={table: 1}), "movement.bye-stand-place")
            assert (report.severity, report.tables) == (Severity.FAULT, (table,))

    def test_one_wrong_set_does_not_move_a_stand(self) -> None:
        relay = make("relay-mitchell", tables=8)
        wrong = with_changed_meeting(relay, relay.meetings.index(relay.in_round(3)[3]), board_set=2)
        assert "movement.bye-stand-place" not in codes(wrong)
        assert codes(wrong)

    def test_a_sheet_without_tables_has_no_place_for_a_stand(self) -> None:
        bare = replace(SQUARE, tables=0, bye_stands={1: 1})
        assert "movement.table-unknown" in codes(bare)

    @for_each(
        "copies, tables",
        [("1-9 11-18", (10,)), ("1-9 10-17", (18,)), ("1-9 9-18", (9,)), ("1-9 10-19", (19,)), ("2-18", (1,))],
    )
    def test_every_table_has_one_copy_of_the_boards(self, copies: str, tables: tuple[int, ...]) -> None:
        web = make("web-mitchell", tables=18)
        assert only_fault(replace(web, options={"copies": "1-9 10-18"}), "movement.opponents-missed")
        assert only_fault(replace(web, options={"copies": copies}), "movement.copies-differ").tables == tables

    def test_play_is_free_to_end_only_with_even_boards(self) -> None:
        relay = make("relay-mitchell", tables=8)
        report = only_fault(replace(relay, rounds_free_to_cut=(6,)), "movement.cut-uneven")
        assert (report.rounds, report.params["least"], report.params["most"]) == ((6,), 5, 7)
        assert only_fault(replace(relay, rounds_free_to_cut=(9,)), "movement.round-unknown").rounds == (9,)


Damage = Callable[[Movement], Iterator[Movement]]


def _pairs_in_a_round(movement: Movement) -> Iterator[tuple[int, int]]:
    for first, other in combinations(range(len(movement.meetings)), 2):
        if movement.meetings[first].round == movement.meetings[other].round:
            yield first, other


def _with(movement: Movement, *pieces: tuple[int, Meeting]) -> Movement:
    meetings = list(movement.meetings)
    for place, piece in pieces:
        meetings[place] = piece
    return replace(movement, meetings=tuple(meetings))


def drop(movement: Movement) -> Iterator[Movement]:
    """Leaves a meeting out."""
    for place in range(len(movement.meetings)):
        yield replace(movement, meetings=movement.meetings[:place] + movement.meetings[place + 1 :])


def double(movement: Movement) -> Iterator[Movement]:
    """Writes a meeting twice."""
    for m in movement.meetings:
        yield replace(movement, meetings=(*movement.meetings, m))


def mistype(movement: Movement) -> Iterator[Movement]:
    """Writes another number in a seat."""
    for place, m in enumerate(movement.meetings):
        for other in movement.contestants:
            if other not in m.ns:
                yield _with(movement, (place, replace(m, ns=(other, *m.ns[1:]))))
            if other not in m.ew:
                yield _with(movement, (place, replace(m, ew=(other, *m.ew[1:]))))


def exchange(movement: Movement) -> Iterator[Movement]:
    """Exchanges two contestants of two tables in a round."""
    for place, other in _pairs_in_a_round(movement):
        first, second = movement.meetings[place], movement.meetings[other]
        yield _with(movement, (place, replace(first, ns=second.ns)), (other, replace(second, ns=first.ns)))
        yield _with(movement, (place, replace(first, ew=second.ew)), (other, replace(second, ew=first.ew)))
        yield _with(movement, (place, replace(first, ns=second.ew)), (other, replace(second, ew=first.ns)))


def other_boards(movement: Movement) -> Iterator[Movement]:
    """Writes another set at a table."""
    for place, m in enumerate(movement.meetings):
        for board_set in range(0, len(movement.board_sets) + 2):
            if board_set != m.board_set:
                yield _with(movement, (place, replace(m, board_set=board_set)))


def exchange_boards(movement: Movement) -> Iterator[Movement]:
    """Exchanges the sets of two tables in a round."""
    for place, other in _pairs_in_a_round(movement):
        first, second = movement.meetings[place], movement.meetings[other]
        if first.board_set != second.board_set:
            yield _with(
                movement,
                (place, replace(first, board_set=second.board_set)),
                (other, replace(second, board_set=first.board_set)),
            )


def other_table(movement: Movement) -> Iterator[Movement]:
    """Writes another table."""
    for place, m in enumerate(movement.meetings):
        for table in range(0, movement.tables + 2):
            if table != m.table:
                yield _with(movement, (place, replace(m, table=table)))


def other_round(movement: Movement) -> Iterator[Movement]:
    """Writes another round."""
    for place, m in enumerate(movement.meetings):
        for round_number in range(0, movement.rounds + 2):
            if round_number != m.round:
                yield _with(movement, (place, replace(m, round=round_number)))


def empty_side(movement: Movement) -> Iterator[Movement]:
    """Yields the movement with one side of one table empty."""
    for place, m in enumerate(movement.meetings):
        yield _with(movement, (place, replace(m, ns=())))
        yield _with(movement, (place, replace(m, ew=())))


def turn_a_table(movement: Movement) -> Iterator[Movement]:
    """Exchanges North-South and East-West at one table."""
    for place, m in enumerate(movement.meetings):
        yield _with(movement, (place, replace(m, ns=m.ew, ew=m.ns)))


def exchange_tables(movement: Movement) -> Iterator[Movement]:
    """Exchanges the places of two meetings of a round."""
    for place, other in _pairs_in_a_round(movement):
        first, second = movement.meetings[place], movement.meetings[other]
        yield _with(movement, (place, replace(first, table=second.table)), (other, replace(second, table=first.table)))


ANYWHERE: tuple[Damage, ...] = (
    drop,
    double,
    mistype,
    exchange,
    other_boards,
    exchange_boards,
    other_table,
    other_round,
    empty_side,
)
"""Damage that can be seen in any full sheet."""
MITCHELL: tuple[Damage, ...] = (*ANYWHERE, turn_a_table, exchange_tables)
"""In a Mitchell sides and tables are fixed as well: the fields or the arrow tell the one, who stays the other. In a
Howell a table turned round or two tables exchanged make another good sheet."""


def whole_mitchells() -> Iterator[Movement]:
    """Yields small Mitchells played to the end, of every family."""
    yield make("mitchell", tables=3)
    yield make("mitchell", tables=5)
    yield make("relay-mitchell", tables=4)
    yield make("relay-mitchell", tables=6)
    yield make("skip-mitchell", tables=6)
    yield make("scrambled-mitchell", tables=5, arrow="2,3")
    yield make("scrambled-mitchell", tables=6)


class TestDamage:
    """R-087: no damage to a good sheet goes unseen."""

    @rotate("movement", whole_mitchells(), cells=2, ids=lambda m: f"{m.family}-{m.tables}")
    def test_every_single_damage_to_a_small_mitchell_is_a_fault(self, movement: Movement) -> None:
        """R-087: all damages of eleven kinds, at every place, one at a time."""
        unseen = [(kind.__name__, d) for kind in MITCHELL for d in kind(movement) if is_sound(d)]
        assert unseen == []

    @given(st.data())
    @settings(max_examples=examples(150))
    def test_a_random_damage_to_a_larger_sheet_is_a_fault(self, data: st.DataObject) -> None:
        """R-087: Mitchells of 7 to 9 tables and the 12-pair Howell, damaged once at random."""
        place = data.draw(st.integers(0, len(LARGE) - 1))
        kinds = MITCHELL if len(LARGE[place].stationary) > 1 else ANYWHERE
        damages = all_damages(place, data.draw(st.integers(0, len(kinds) - 1)))
        assert not is_sound(damages[data.draw(st.integers(0, len(damages) - 1))])

    @given(st.data())
    @settings(max_examples=examples(60))
    def test_two_damages_at_once_are_both_among_the_faults(self, data: st.DataObject) -> None:
        """R-087: all faults are listed, not the first: a pair at two tables and a missing board set."""
        damages = all_damages(0, MITCHELL.index(mistype))
        damage = damages[data.draw(st.integers(0, len(damages) - 1))]
        both = _with(damage, (48, replace(damage.meetings[48], board_set=0)))
        assert "movement.set-unknown" in codes(both)
        assert len(codes(both)) > 1

    @given(mitchells())
    @settings(max_examples=examples(60))
    def test_the_order_of_the_meetings_does_not_matter(self, movement: Movement) -> None:
        reversed_sheet = replace(movement, meetings=movement.meetings[::-1])
        assert codes(reversed_sheet) == codes(movement) == set()
        assert codes(reversed_sheet, Severity.NOTICE) == codes(movement, Severity.NOTICE)


LARGE = (
    make("mitchell", tables=7),
    make("mitchell", tables=9, numbering="continuing"),
    make("relay-mitchell", tables=8),
    make("skip-mitchell", tables=8),
    make("scrambled-mitchell", tables=8),
    make("scrambled-mitchell", tables=9),
    sheet("fig07_howell_12p_11r"),
)


@cache
def all_damages(place: int, kind: int) -> list[Movement]:
    """Returns every damage of one kind to one of the large sheets."""
    return list(MITCHELL[kind](LARGE[place]))


def test_faults_come_before_notices() -> None:
    reports = faults(with_changed_meeting(make("skip-mitchell", tables=8), 0, board_set=2))
    severities = [report.severity for report in reports]
    assert severities == sorted(severities, key=lambda severity: severity is Severity.NOTICE)
    assert Severity.NOTICE in severities
