"""The guide cards, followed from the first seats on, lead contestants and boards through the whole sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.boards import (
    BoardsKind,
    board_places,
    boards_next,
    initial_boards,
    relays,
    setup_instructions,
)
from arrowswitch.core.movements.guide.cards import (
    Goer,
    NextKind,
    NextPlace,
    guide_cards,
    guide_slip,
    round_list,
    starting_places,
    turning_stationary,
)
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.i18n import Locale, translate
from tests.movements import draw_sheet, library, mitchells, sheet
from tests.rotation import examples


def numbers(*written: str) -> tuple[Number, ...]:
    return tuple(map(Number, written))


def waiting_sheet() -> Movement:
    """Three pairs, one table, one sits out in turn; pair 3 is done after round 2, and round 3 is 1 against 2 again.

    Round 1: 1-2 (3 waits)   round 2: 3-1 (2 waits)   round 3: 2-1 (3 is done)
    """
    return Movement(
        family="waiting",
        kind=ContestantKind.PAIR,
        contestants=numbers("1", "2", "3"),
        tables=1,
        rounds=3,
        board_sets=((1,), (2,), (3,)),
        meetings=(
            Meeting(1, 1, numbers("1"), numbers("2"), 1),
            Meeting(2, 1, numbers("3"), numbers("1"), 2),
            Meeting(3, 1, numbers("2"), numbers("1"), 3),
        ),
        fields=(numbers("1", "2", "3"),),
    )


def words(phrase: Phrase) -> str:
    """Returns the Japanese text of a phrase, after making sure that there is an English one."""
    assert translate(phrase.code, phrase.params, Locale.EN)
    return translate(phrase.code, phrase.params, Locale.JA)


def seats_by_cards(movement: Movement) -> set[tuple[int, int, Side, Number, Seat | None]]:
    """Returns the seats that contestants reach by their cards alone: the first places, then the next place on each
    card."""
    cards = {(line.round, line.table): line for card in guide_cards(movement) for line in card}
    sat = set()
    for goer, first in starting_places(movement).items():
        place: NextPlace = first
        while place.table is not None and place.side is not None and place.round is not None:
            sat.add((place.round, place.table, place.side, goer[0], place.seat))
            [here] = [
                position
                for position in cards[place.round, place.table].positions
                if (position.number, position.side, position.seat) == (goer[0], place.side, place.seat)
            ]
            place = here.next
    return sat


def seats_by_sheet(movement: Movement) -> set[tuple[int, int, Side, Number, Seat | None]]:
    """Returns the seats of all contestants by the sheet."""
    seats = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
    return {
        (m.round, m.table, side, number, seats[side][i] if movement.kind is ContestantKind.PLAYER else None)
        for m in movement.meetings
        for side, side_numbers in ((Side.NS, m.ns), (Side.EW, m.ew))
        for i, number in enumerate(side_numbers)
    }


class TestCards:
    @given(st.one_of(mitchells(), draw_sheet(), library()))
    @settings(max_examples=examples(80))
    def test_following_the_cards_plays_the_sheet(self, movement: Movement) -> None:
        """R-002: every family and every sheet of the documents, pairs, players and teams."""
        assert seats_by_cards(movement) == seats_by_sheet(movement)

    @given(st.one_of(mitchells(), draw_sheet()))
    @settings(max_examples=examples(30))
    def test_every_card_can_be_said_in_both_languages(self, movement: Movement) -> None:
        for card in guide_cards(movement):
            for line in card:
                assert words(line.boards_next.phrase)
                assert all(words(position.next.phrase) for position in line.positions)
        assert all(words(phrase) for phrase in setup_instructions(movement))

    def test_who_waits_comes_back(self) -> None:
        movement = waiting_sheet()
        assert seats_by_cards(movement) == seats_by_sheet(movement)
        first = starting_places(movement)
        assert (first[Number("3"), None].kind, first[Number("3"), None].round) == (NextKind.SIT_OUT, 2)
        [card] = guide_cards(movement)
        assert [words(p.next.phrase) for p in card[0].positions] == [
            "次はこのテーブルの E-W",
            "次は休み（第3ラウンドはテーブル1 N-S）",
        ]
        assert [words(p.next.phrase) for p in card[1].positions] == ["あとは休み", "次もこのまま"]
        assert {words(p.next.phrase) for p in card[2].positions} == {"終わり"}

    def test_opponents_that_are_missing_are_told_beforehand(self) -> None:
        """5 tables, East-West of table 5 missing: North-South stay and wait, one after the other."""
        movement = make("mitchell", tables=5, phantom="ew")
        cards = guide_cards(movement)
        first = cards[0][0]
        assert words(first.positions[0].next.phrase) == "次もこのまま（相手なし・休み）"
        assert [line.is_played for line in cards[0]] == [True, False, True, True, True]
        moving = guide_cards(make("mitchell", tables=5, phantom="ns"))[3][0]
        assert words(moving.positions[1].next.phrase) == "次はテーブル5 E-W（相手なし・休み）"

    def test_a_round_lists_its_tables_with_who_shares(self) -> None:
        lines = round_list(make("relay-mitchell", tables=8), 4)
        assert [line.table for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8]
        assert [line.shares_with for line in lines] == [(8,), (), (), (), (), (), (), (1,)]

    def test_nobody_shares_with_a_table_that_does_not_play(self) -> None:
        lines = round_list(make("relay-mitchell", pairs=15), 4)
        assert all(line.shares_with == () for line in lines)

    def test_players_have_seats(self) -> None:
        """Figure 20, table 1, round 1: 8 North, 1 South, 6 East, 2 West; 8 stays, 1 (N-S) meets 8 again as West."""
        [line, *_] = guide_cards(sheet("fig20_individual_8"))[0]
        assert [(p.number, p.seat) for p in line.positions] == [
            ("8", Seat.NORTH),
            ("1", Seat.SOUTH),
            ("6", Seat.EAST),
            ("2", Seat.WEST),
        ]
        assert line.positions[0].next.kind is NextKind.STAY
        assert words(line.positions[3].next.phrase) == "次はこのテーブルの S"

    def test_a_teams_halves_go_their_own_ways(self) -> None:
        movement = sheet("fig21_awl_9")
        goers: set[Goer] = set(starting_places(movement))
        assert goers == {(n, side) for n in movement.contestants for side in Side}

    def test_stationary_pairs_that_change_sides_are_known(self) -> None:
        """R-089: in the 9-table sheet 10 to 18 stay and change sides before rounds 3, 5, 7 and 9."""
        turning = turning_stationary(make("scrambled-mitchell", tables=9, arrow="documents"))
        assert turning == {Number(f"{n}"): (3, 5, 7, 9) for n in range(10, 19)}
        assert turning_stationary(make("mitchell", tables=7)) == {}


class TestSlips:
    @given(st.one_of(mitchells(), draw_sheet()), st.data())
    @settings(max_examples=examples(40))
    def test_a_slip_is_the_sheet_seen_by_one(self, movement: Movement, data: st.DataObject) -> None:
        """R-005: filtered by hand, for pairs, players and teams."""
        number = data.draw(st.sampled_from(movement.contestants))
        lines = guide_slip(movement, number)
        seen = {(x.round, x.table, x.side, x.opponents, x.boards) for x in lines if x.table is not None}
        assert seen == {
            (m.round, m.table, side, others, movement.board_sets[m.board_set - 1])
            for m in movement.meetings
            for side, own, others in ((Side.NS, m.ns, m.ew), (Side.EW, m.ew, m.ns))
            if number in own
        }
        assert {line.round for line in lines} == set(range(1, movement.rounds + 1))

    def test_a_slip_tells_partner_seat_and_shared_boards(self) -> None:
        """Figure 20, player 8: always North at table 1, partners 1, 2, ... in turn, boards shared with table 2."""
        lines = guide_slip(sheet("fig20_individual_8"), Number("8"))
        assert [line.seat for line in lines] == [Seat.NORTH] * 7
        assert [line.partner for line in lines] == list("1234567")
        assert {line.shares_with for line in lines} == {(2,)}

    def test_a_slip_has_a_line_for_a_round_without_a_table(self) -> None:
        line = guide_slip(waiting_sheet(), Number("3"))[0]
        assert (line.round, line.table, line.is_played) == (1, None, False)

    def test_nobody_has_this_number(self) -> None:
        with pytest.raises(NotFound) as caught:
            guide_slip(make("mitchell", tables=7), Number("7"))
        assert caught.value.problems[0].code == "movement.no-contestant"


def boards_followed(movement: Movement) -> set[tuple[int, int, int]]:
    """Returns (round, table, set) for boards that are laid out as at the start and moved by the cards."""
    lie = set()
    after = boards_next(movement)
    for start in initial_boards(movement):
        place = start.place
        while place.round is not None:
            lie |= {(place.round, table, start.board_set) for table in place.tables}
            place = after[place.round, start.board_set, start.copy]
    return lie


class TestBoards:
    @given(st.one_of(mitchells(), draw_sheet(), library()))
    @settings(max_examples=examples(80))
    def test_following_the_boards_plays_the_sheet(self, movement: Movement) -> None:
        shared_in_vain = {
            (m.round, m.table, m.board_set)
            for m in movement.meetings
            if not movement.is_played(m)
            and any(
                (o.board_set, o.round, movement.copy_of(o.table)) == (m.board_set, m.round, movement.copy_of(m.table))
                and o.table != m.table
                for o in movement.meetings
            )
        }
        at_tables = {(m.round, m.table, m.board_set) for m in movement.meetings}
        assert boards_followed(movement) == at_tables - shared_in_vain

    @given(mitchells())
    @settings(max_examples=examples(30))
    def test_every_set_lies_somewhere_until_it_is_done(self, movement: Movement) -> None:
        for round_number in range(1, movement.rounds + 1):
            lying = {place.board_set for place in board_places(movement, round_number)}
            assert lying >= {m.board_set for m in movement.in_round(round_number)}

    @given(st.one_of(mitchells(), library()))
    @settings(max_examples=examples(60))
    def test_a_stand_holds_no_more_than_its_places(self, movement: Movement) -> None:
        """The sets behind a table by the cards fit on the bye stand in the movement."""
        for round_number in range(1, movement.rounds + 1):
            behind = [p.place.behind for p in board_places(movement, round_number) if p.place.behind is not None]
            for table in set(behind):
                assert behind.count(table) <= movement.bye_stands.get(table, 0)

    def test_howell_boards_rest_on_the_stands_behind_their_next_table(self) -> None:
        """Figure 7: tables on ring places 1, 3, 7, 8, 9, 11; sets 2 behind table 1, 4-6 behind 2, 10 behind 5."""
        howell = replace(sheet("fig07_howell_12p_11r"), bye_stands={1: 1, 2: 3, 5: 1})
        resting = [p for p in initial_boards(howell) if p.place.kind is BoardsKind.STAND]
        assert [(p.board_set, p.place.behind) for p in resting] == [(2, 1), (4, 2), (5, 2), (6, 2), (10, 5)]
        assert words(resting[0].phrase) == "テーブル1と2の間のバイ・テーブル：ボード3-4"

    def test_without_stands_boards_are_put_aside(self) -> None:
        """Figure 20: both tables play set r in round r."""
        individual = sheet("fig20_individual_8")
        start = initial_boards(individual)
        assert [p.place.kind for p in start] == [BoardsKind.TABLE, *[BoardsKind.ASIDE] * 6]
        assert words(start[0].phrase) == "テーブル1, 2（リレイ）：ボード1"
        assert words(start[1].phrase) == "下げておく（第2ラウンドにテーブル1, 2）：ボード2"

    def test_boards_may_stay(self) -> None:
        """One set at one table for two rounds, by four pairs."""
        stays = replace(
            waiting_sheet(),
            contestants=numbers("1", "2", "3", "4"),
            rounds=2,
            board_sets=((1, 5),),
            meetings=(
                Meeting(1, 1, numbers("1"), numbers("2"), 1),
                Meeting(2, 1, numbers("3"), numbers("4"), 1),
            ),
        )
        after = boards_next(stays)
        assert (after[1, 1, 0].kind, after[2, 1, 0].kind) == (BoardsKind.STAY, BoardsKind.DONE)
        assert words(after[1, 1, 0].phrase) == "ボードはこのまま"
        assert words(initial_boards(stays)[0].phrase) == "テーブル1：ボード1, 5"

    def test_a_relay_in_some_rounds_names_them(self) -> None:
        shared = replace(make("mitchell", tables=3), bye_stands={})
        meetings = list(shared.meetings)
        meetings[1] = replace(meetings[1], board_set=meetings[0].board_set)
        [relay] = relays(replace(shared, meetings=tuple(meetings)))
        assert (relay.tables, relay.rounds, relay.is_always) == ((1, 2), (1,), False)
        assert words(relay.phrase) == "テーブル1, 2は第1ラウンドにボードをリレイします。"
