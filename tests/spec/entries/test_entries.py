"""Entries, partners, numbers by lot (manual, lines 768-792, 839-841, 884-898, 3863)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.entries.entrants import complete_entries, singles
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import (
    AddEntry,
    ChangeEntry,
    DrawPartners,
    JoinSingles,
    RemoveEntry,
    WithdrawEntry,
)
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement, DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.search import find_players
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.standings.header import header, phase
from tests.builders import Evening, entry_ids, mitchell_evening, new_evening, person
from tests.scripted_events import new_event
from tests.tables import for_each


def register() -> tuple[Player, ...]:
    rows = (
        ("1021", "春川 一葉", "はるかわ かずは", "Kazuha Harukawa"),
        ("1022", "夏山 二葉", "なつやま ふたば", "Futaba Natsuyama"),
        ("2100", "Alder Oak", "", "Alder Oak"),
        ("2101", "秋沢 三葉", "アキザワ ミツバ", "Mitsuba Akizawa"),
    )
    return tuple(
        Player(PlayerId(f"p{number}"), Person(name, number, kana, roman)) for number, name, kana, roman in rows
    )


class TestRegister:
    @for_each(
        "typed, expected",
        [
            ("1021", "春川 一葉"),
            ("１０２１", "春川 一葉"),
            ("春川", "春川 一葉"),
            ("はるか", "春川 一葉"),
            ("ハルカ", "春川 一葉"),
            ("harukawa", "春川 一葉"),
            ("FUT", "夏山 二葉"),
            ("ふたば", "夏山 二葉"),
            ("oak", "Alder Oak"),
            ("あきざ", "秋沢 三葉"),
            ("みつば", "秋沢 三葉"),
        ],
    )
    def test_a_few_characters_find_the_player(self, typed: str, expected: str) -> None:
        """R-090: by number, kanji, either kana, or roman letters, in any width and case."""
        assert find_players(register(), typed)[0].person.name == expected

    def test_a_number_begun_finds_all_that_begin_so(self) -> None:
        """R-090: the closest come first."""
        assert [one.person.number for one in find_players(register(), "10")] == ["1021", "1022"]

    def test_nothing_typed_finds_nobody(self) -> None:
        assert find_players(register(), "  ") == ()
        assert find_players(register(), "zzz") == ()

    def test_a_guest_without_number_is_accepted(self) -> None:
        """R-090: an unknown name is a guest."""
        evening = new_evening()
        evening.do(AddEntry((person("Guest One"), person("春川", "1021"))))
        assert len(complete_entries(evening.state)) == 1


class TestEntries:
    def test_nobody_enters_twice(self) -> None:
        """R-090: the same member number, and the same name if neither has a number, is reported with the entry."""
        evening = new_evening()
        evening.do(AddEntry((person("春川", "1021"), person("夏山"))))
        for again in (person("Other Name", "1021"), person("夏山")):
            with pytest.raises(Refused, match=r"entry\.twice"):
                evening.do(AddEntry((again, person("New"))))
        evening.do(AddEntry((person("夏山", "55"), person("秋沢"))))

    @for_each(
        "people, code",
        [
            ((), r"entry\.no-people"),
            ((person("  "), person("b")), r"entry\.no-name"),
            ((person("a"), person("a")), r"entry\.same-player"),
            ((person("a"), person("b"), person("c")), r"entry\.too-many-people"),
            ((person("a" * 81), person("b")), r"entry\.name-too-long"),
        ],
    )
    def test_a_wrong_entry_is_told(self, people: tuple[Person, ...], code: str) -> None:
        with pytest.raises(Refused, match=code):
            new_evening().do(AddEntry(people))

    def test_a_name_of_its_own_is_a_teams(self) -> None:
        """A pair has none: a typed name is refused, at the field of the name."""
        with pytest.raises(Refused) as refusal:
            new_evening().do(AddEntry((person("a"), person("b")), name="Oaks"))
        assert refusal.value.problems == (Problem("team-name.no-team", {"name": "Oaks"}, "team"),)

    def test_all_problems_are_told_at_once(self) -> None:
        with pytest.raises(Refused) as refusal:
            new_evening().do(AddEntry((person(""), person("x" * 90))))
        assert [problem.code for problem in refusal.value.problems] == ["entry.no-name", "entry.name-too-long"]

    def test_an_entry_is_changed_and_removed(self) -> None:
        evening = new_evening(2)
        first, second = entry_ids(evening)
        evening.do(ChangeEntry(first, (person("新しい 名"), person("相棒")), wants_stationary=True))
        assert evening.state.entries[first].wants_stationary
        evening.do(RemoveEntry(second))
        assert list(evening.state.entries) == [first]
        with pytest.raises(NotFound, match=r"entry\.unknown"):
            evening.do(RemoveEntry(second))

    def test_who_plays_is_withdrawn_and_not_removed(self) -> None:
        evening = mitchell_evening()
        who = entry_ids(evening)[0]
        with pytest.raises(Refused, match=r"entry\.is-playing"):
            evening.do(RemoveEntry(who))
        evening.do(WithdrawEntry(who))
        assert evening.state.entries[who].is_withdrawn
        seq = evening.state.seq
        assert evening.do(WithdrawEntry(who)).seq == seq


class TestPartners:
    def singles_evening(self, count: int) -> Evening:
        evening = new_evening()
        for name in ("一", "二", "三", "四", "五")[:count]:
            evening.do(AddEntry((person(name),)))
        return evening

    def test_two_single_players_are_joined(self) -> None:
        """R-093: the director's choice joins two; their wishes stay."""
        evening = new_evening()
        evening.do(AddEntry((person("一"),), wants_stationary=True, note="sits badly"))
        evening.do(AddEntry((person("二"),)))
        evening.do(JoinSingles(*entry_ids(evening)))
        (pair,) = complete_entries(evening.state)
        assert (pair.names, pair.wants_stationary, pair.note) == (("一", "二"), True, "sits badly")

    def test_five_singles_make_two_pairs_by_lot(self) -> None:
        """R-093: two pairs are drawn, one player stays unpaired; the same seed draws the same."""
        drawn = []
        for _ in range(2):
            evening = self.singles_evening(5)
            evening.do(DrawPartners(seed=7))
            drawn.append([entry.names for entry in complete_entries(evening.state)])
            assert (len(drawn[-1]), len(singles(evening.state))) == (2, 1)
        assert drawn[0] == drawn[1]

    def test_one_single_cannot_be_drawn(self) -> None:
        with pytest.raises(Refused, match=r"entry\.nobody-to-draw"):
            self.singles_evening(1).do(DrawPartners())

    def test_a_player_is_not_joined_with_a_pair_or_with_himself(self) -> None:
        evening = new_evening(1)
        evening.do(AddEntry((person("一"),)))
        pair, single = entry_ids(evening)
        with pytest.raises(Refused, match=r"entry\.has-partner"):
            evening.do(JoinSingles(single, pair))
        with pytest.raises(Refused, match=r"entry\.same-player"):
            evening.do(JoinSingles(single, single))

    def test_the_header_counts_pairs_and_singles(self) -> None:
        evening = new_evening(3)
        evening.do(AddEntry((person("一"),)))
        head = header(evening.state)
        assert (head.pairs, head.singles) == (3, 1)


class TestNumbers:
    def test_the_draw_can_be_repeated_and_shown(self) -> None:
        """R-092 and R-392: the seed is kept; the same seed over the same entries gives the same numbers."""
        evening = new_evening(6)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        evening.do(DrawNumbers(Place(1, "A")))
        first = evening.state.section(Place(1, "A"))
        assert first.draw_seed is not None
        evening.do(DrawNumbers(Place(1, "A"), seed=first.draw_seed + 1))
        assert evening.state.section(Place(1, "A")).numbers != first.numbers
        evening.do(DrawNumbers(Place(1, "A"), seed=first.draw_seed))
        assert evening.state.section(Place(1, "A")).numbers == first.numbers

    def test_a_wish_for_a_stationary_seat_is_met(self) -> None:
        """R-099: a pair that asked for it draws among the stationary numbers, with any seed."""
        for seed in range(12):
            evening = new_evening(6)
            who = entry_ids(evening)[4]
            entry = evening.state.entries[who]
            evening.do(ChangeEntry(who, entry.people, wants_stationary=True))
            movement = make("mitchell", tables=3, boards_per_round=2)
            evening.do(ChooseMovement(Place(1, "A"), movement))
            evening.do(DrawNumbers(Place(1, "A"), seed))
            numbers = evening.state.section(Place(1, "A")).numbers
            assert next(n for n, one in numbers.items() if one == who) in movement.stationary

    def test_the_draw_needs_a_movement_of_the_right_size(self) -> None:
        evening = new_evening(5)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        with pytest.raises(Refused, match=r"numbers\.other-size"):
            evening.do(DrawNumbers(Place(1, "A")))

    def test_the_phantom_is_the_number_without_a_pair(self) -> None:
        """R-100: five pairs in a six-pair sheet: the phantom's number stays free and the draw goes over the others."""
        evening = new_evening(5)
        movement = make("mitchell", tables=3, boards_per_round=2, phantom="ns")
        evening.start(movement)
        assert movement.phantom not in evening.state.section(Place(1, "A")).numbers
        assert len(evening.state.section(Place(1, "A")).numbers) == 5

    def test_a_number_is_fixed_for_the_session(self) -> None:
        """R-095: a change during play needs a reason, and is in the log with it."""
        evening = mitchell_evening()
        numbers = dict(evening.state.section(Place(1, "A")).numbers)
        first, two = list(numbers)[:2]
        swapped = {**numbers, first: numbers[two], two: numbers[first]}
        with pytest.raises(Refused, match=r"numbers\.fixed-for-session"):
            evening.do(AssignNumbers(Place(1, "A"), swapped))
        evening.do(AssignNumbers(Place(1, "A"), swapped), reason="they sat down so")
        assert evening.tournament.ledger(evening.event_id)[-1].stamp.reason == "they sat down so"
        evening.enter(1, 1, 1, "100")
        with pytest.raises(Refused, match=r"numbers\.fixed-for-session"):
            evening.do(DrawNumbers(Place(1, "A")))

    def test_wrong_numbers_are_told(self) -> None:
        evening = new_evening(6)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        who = entry_ids(evening)[0]
        wrong = {Number("NS9"): who, Number("NS1"): who, Number("NS2"): EntryId("nobody")}
        with pytest.raises(Refused) as refusal:
            evening.do(AssignNumbers(Place(1, "A"), wrong))
        assert [p.code for p in refusal.value.problems] == ["numbers.unknown", "numbers.twice", "entry.unknown"]


class TestStart:
    def test_the_start_lists_everything_that_is_not_ready(self) -> None:
        evening = new_evening(6)
        with pytest.raises(Refused, match=r"start\.no-movement"):
            evening.do(StartPlay(1))
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        with pytest.raises(Refused, match=r"start\.no-numbers"):
            evening.do(StartPlay(1))
        evening.do(DrawNumbers(Place(1, "A")))
        evening.do(AddEntry((person("遅い"), person("二人"))))
        with pytest.raises(Refused, match=r"start\.no-number\("):
            evening.do(StartPlay(1))

    def test_play_starts_once(self) -> None:
        with pytest.raises(Refused, match=r"start\.already"):
            mitchell_evening().do(StartPlay(1))

    def test_a_movement_with_a_fault_is_refused_with_all_faults(self) -> None:
        """R-087: the checker judges what is chosen."""
        evening = new_evening(6)
        movement = make("mitchell", tables=3, boards_per_round=2)
        broken = replace(movement, meetings=(*movement.meetings[:-1], movement.meetings[0]))
        with pytest.raises(Refused):
            evening.do(ChooseMovement(Place(1, "A"), broken))
        assert not evening.state.session(1).sections


class TestLatePair:
    def late(self, evening: Evening) -> EntryId:
        evening.do(AddEntry((person("遅い 一"), person("遅い 二"))))
        return entry_ids(evening)[-1]

    def test_an_odd_field_gives_the_phantoms_number(self) -> None:
        """R-107 and R-113: with an odd number the late pair takes the phantom's number, even in round 2."""
        evening = new_evening(5)
        movement = make("mitchell", tables=3, boards_per_round=2, phantom="ns")
        evening.start(movement)
        evening.do(StartRound(1, 2))
        who = self.late(evening)
        evening.do(SeatLatePair(Place(1, "A"), who))
        section = evening.state.section(Place(1, "A"))
        assert movement.phantom is not None
        assert section.numbers[movement.phantom] == who
        assert section.movement is not None
        assert section.movement.phantom is None

    def test_an_even_field_gets_an_a_b_table_before_round_two(self) -> None:
        """R-113: a full 12-pair Howell and a late 13th pair in round 1: tables 6A and 6B, a phantom."""
        evening = new_evening(12)
        evening.start(make("howell", tables=6, rounds=11, boards_per_round=2))
        who = self.late(evening)
        evening.do(SeatLatePair(Place(1, "A"), who))
        section = evening.state.section(Place(1, "A"))
        movement = section.movement
        assert movement is not None
        assert [movement.label(t) for t in range(1, 8)] == ["1", "2", "3", "4", "5", "6A", "6B"]
        assert who in section.numbers.values()
        assert len(section.numbers) == 13
        assert movement.phantom is not None
        assert movement.phantom not in section.numbers
        evening.play_all()
        assert phase(evening.state) is Phase.COMPLETE

    def test_an_even_field_refuses_after_round_two_has_begun(self) -> None:
        """R-107: otherwise nobody joins once round 2 has begun; the entry waits without a seat."""
        evening = mitchell_evening()
        evening.do(StartRound(1, 2))
        who = self.late(evening)
        with pytest.raises(Refused, match=r"late\.too-late"):
            evening.do(SeatLatePair(Place(1, "A"), who))
        assert who not in evening.state.section(Place(1, "A")).numbers.values()

    def test_results_of_round_two_say_that_it_has_begun(self) -> None:
        """R-107: without a clock one refusal says so, and not each result that another sheet would not have."""
        evening = mitchell_evening()
        evening.enter(2, 1, 3, "140")
        who = self.late(evening)
        with pytest.raises(Refused, match=r"late\.too-late") as refused:
            evening.do(SeatLatePair(Place(1, "A"), who))
        assert len(refused.value.problems) == 1

    @for_each(
        "form, sheet, code",
        [
            (EventForm.ROUND_ROBIN_TEAMS, make("round-robin", teams=6), "late.no-number"),
            (EventForm.ROUND_ROBIN_TEAMS, make("round-robin", teams=6, form="pair"), "late.no-number"),
            (EventForm.LEAGUE, None, "league-event.late"),
        ],
    )
    def test_matches_of_teams_that_stand_take_nobody_more(
        self, form: EventForm, sheet: Movement | None, code: str
    ) -> None:
        """No table is split between teams, and the schedule of a league is made for those who entered."""
        evening = new_event(6, 4, kind=ContestantKind.TEAM, form=form, scale="wbf-continuous", boards_per_round=4)
        if sheet is None:
            evening.do(DrawNumbers(Place(1, "A"), 1))
            evening.do(DrawRound(Place(1, "A").at(1)))
            evening.do(StartPlay(1))
        else:
            evening.start(sheet)
        evening.do(AddEntry(invented_people(28)[-4:]))
        with pytest.raises(Refused, match=code.replace(".", r"\.")):
            evening.do(SeatLatePair(Place(1, "A"), entry_ids(evening)[-1]))

    def test_a_seated_pair_is_not_late(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"late\.seated"):
            evening.do(SeatLatePair(Place(1, "A"), entry_ids(evening)[0]))

    def test_a_single_player_cannot_sit_down(self) -> None:
        evening = mitchell_evening()
        evening.do(AddEntry((person("一人"),)))
        with pytest.raises(Refused, match=r"late\.no-partner"):
            evening.do(SeatLatePair(Place(1, "A"), entry_ids(evening)[-1]))
