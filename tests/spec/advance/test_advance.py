"""Advance entry (R-094, R-108; manual, lines 770-774, 3803-3805, 4238): places, the waiting list, partners, fees."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.advance.fees import fee_of_entry
from arrowswitch.tournament.advance.listed import listed_entries
from arrowswitch.tournament.advance.places import places_left, standing_of, waiting
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.eligibility import admission_of, open_misfits
from arrowswitch.tournament.model.slices.advance import (
    AcceptPartner,
    AdmitEntry,
    AskPartner,
    ChangeAdvanceEntry,
    EnterInAdvance,
    GivePlace,
    NotePayment,
    SetAdvanceTerms,
    WithdrawAdvanceEntry,
)
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry, JoinSingles, RemoveEntry
from arrowswitch.tournament.model.values.advance import AdvanceStanding, AdvanceTerms, PaidBy
from arrowswitch.tournament.model.values.people import Entry, Person
from tests.builders import PAIRS, START, Evening, new_evening, person

PLACE, SINGLE, WAITING, GONE = (
    AdvanceStanding.PLACE,
    AdvanceStanding.SINGLE,
    AdvanceStanding.WAITING,
    AdvanceStanding.GONE,
)


def open_entry(**terms: object) -> Evening:
    evening = new_evening()
    evening.do(SetAdvanceTerms(AdvanceTerms(**terms)))  # type: ignore[arg-type]  # passes the conditions on
    return evening


def enter(evening: Evening, link: str, *names: str) -> Entry | None:
    evening.do(EnterInAdvance(link, tuple(person(name) for name in names)))
    advance = evening.state.advance.entries[link]
    return evening.state.entries.get(advance.entry_id)


def standing(evening: Evening, link: str) -> AdvanceStanding:
    return standing_of(evening.state, evening.state.advance.entries[link])


def refusal(evening: Evening, command: object) -> list[str]:
    with pytest.raises(Refused) as caught:
        evening.do(command)  # type: ignore[arg-type]  # any command
    return [problem.code for problem in caught.value.problems]


class TestPlaces:
    """An entrant within the limit has a place, a later one waits and moves up in turn automatically."""

    def test_the_third_of_two_waits_and_moves_up_when_one_withdraws(self) -> None:
        evening = open_entry(most=2)
        for link, names in zip("abcd", PAIRS, strict=False):
            enter(evening, link, *names)
        assert [standing(evening, link) for link in "abcd"] == [PLACE] * 2 + [WAITING] * 2
        assert [entry.names for entry in evening.state.entries.values()] == [PAIRS[0], PAIRS[1]]
        evening.do(WithdrawAdvanceEntry("a"))
        assert [standing(evening, link) for link in "abcd"] == [
            GONE,
            PLACE,
            PLACE,
            WAITING,
        ]
        assert [entry.names for entry in evening.state.entries.values()] == [PAIRS[1], PAIRS[2]]

    def test_the_desk_frees_a_place_too_and_undo_gives_it_back(self) -> None:
        evening = open_entry(most=1)
        first = enter(evening, "a", *PAIRS[0])
        enter(evening, "b", *PAIRS[1])
        assert first is not None
        evening.do(RemoveEntry(first.entry_id))
        assert standing(evening, "b") is PLACE
        evening.do(Undo(evening.state.seq))
        assert [standing(evening, link) for link in "ab"] == [PLACE, WAITING]

    def test_a_higher_limit_moves_up_as_many(self) -> None:
        evening = open_entry(most=1)
        for link, names in zip("abcd", PAIRS, strict=False):
            enter(evening, link, *names)
        evening.do(SetAdvanceTerms(AdvanceTerms(most=3)))
        assert [one.link for one in waiting(evening.state)] == ["d"]
        assert places_left(evening.state) == 0

    def test_two_who_look_for_a_partner_take_one_place(self) -> None:
        """1 place: a single has half of it, a pair waits, another single has the other half."""
        evening = open_entry(most=1)
        enter(evening, "a", "一人 目")
        enter(evening, "b", *PAIRS[0])
        enter(evening, "c", "二人 目")
        assert [standing(evening, link) for link in "abc"] == [
            SINGLE,
            WAITING,
            SINGLE,
        ]
        assert refusal(evening, ChangeAdvanceEntry("a", (person("一人 目"), person("三人 目")))) == ["advance.no-room"]

    def test_who_waits_keeps_the_turn_when_a_name_is_corrected(self) -> None:
        evening = open_entry(most=1)
        for link, names in zip("abc", PAIRS, strict=False):
            enter(evening, link, *names)
        evening.do(ChangeAdvanceEntry("b", tuple(person(name) for name in PAIRS[5])))
        assert [one.link for one in waiting(evening.state)] == ["b", "c"]

    def test_the_director_gives_a_place_out_of_turn(self) -> None:
        evening = open_entry(most=1)
        for link, names in zip("abc", PAIRS, strict=False):
            enter(evening, link, *names)
        evening.do(GivePlace("c"))
        assert [standing(evening, link) for link in "abc"] == [
            PLACE,
            WAITING,
            PLACE,
        ]

    def test_nobody_moves_up_once_play_has_begun(self) -> None:
        evening = open_entry(most=4)
        for link, names in zip("abcde", PAIRS, strict=False):
            enter(evening, link, *names)
        evening.start(make("howell", pairs=4))
        evening.do(SetAdvanceTerms(AdvanceTerms(most=9)))
        assert standing(evening, "e") is WAITING
        assert refusal(evening, WithdrawAdvanceEntry("a")) == ["advance.started"]


class TestClosing:
    def test_after_the_end_nobody_enters_or_changes_but_who_cannot_come_says_so(self) -> None:
        evening = open_entry(closes_at=START + timedelta(hours=1))
        enter(evening, "a", *PAIRS[0])
        evening.clock.forward(60)
        enter(evening, "b", *PAIRS[1])
        evening.clock.forward(1)
        people = tuple(person(name) for name in PAIRS[2])
        assert refusal(evening, EnterInAdvance("c", people)) == ["advance.closed"]
        assert refusal(evening, ChangeAdvanceEntry("a", people)) == ["advance.closed"]
        evening.do(WithdrawAdvanceEntry("a"))
        assert standing(evening, "a") is GONE

    def test_without_conditions_there_is_no_advance_entry(self) -> None:
        assert refusal(new_evening(), EnterInAdvance("a", (person("一人 目"),))) == ["advance.not-announced"]

    def test_who_is_above_the_limit_of_points_or_has_no_number_is_told(self) -> None:
        """R-108."""
        evening = open_entry(most_points=100, needs_number=True)
        strong = Person("強い 人", "900", master_points=10_001)
        weak = Person("弱い 人", "901", master_points=10_000)
        assert refusal(evening, EnterInAdvance("a", (strong, person("番号 なし")))) == [
            "advance.points",
            "advance.number-needed",
        ]
        evening.do(EnterInAdvance("b", (weak,)))
        assert standing(evening, "b") is SINGLE

    def test_the_director_lets_somebody_play_for_what_did_not_fit_then(self) -> None:
        """R-108: with a reason and for a player who alone does not fit; not for one who joins later, and undo reverses
        it."""
        evening = open_entry(most_points=100)
        strong, other = Person("強い 人", "900", master_points=10_001), Person("別の 人", "902", master_points=20_000)
        evening.do(AddEntry((strong, person("弱い 人"))))
        evening.do(AddEntry(tuple(map(person, PAIRS[0]))))
        first, second = evening.state.entries
        assert refusal(evening, AdmitEntry(second)) == ["advance.fits"]
        assert refusal(evening, AdmitEntry(first)) == ["advance.admit-reason"]
        evening.do(AdmitEntry(first), reason="sits in")
        admission = admission_of(evening.state, evening.state.entries[first])
        assert admission is not None
        assert (admission.why, admission.at) == ("sits in", evening.clock.now())
        assert open_misfits(evening.state, evening.state.entries[first]) == ()
        assert refusal(evening, AdmitEntry(first)) == ["advance.admitted"]
        seq = evening.state.seq
        evening.do(ChangeEntry(entry_id=first, people=(strong, other), wants_stationary=False, note=""))
        (new,) = open_misfits(evening.state, evening.state.entries[first])
        assert new.params["name"] == "別の 人"
        evening.do(Undo(seq))
        entry = evening.state.entries[first]
        assert len(open_misfits(evening.state, entry)) == 2
        assert admission_of(evening.state, entry) is None


class TestDoubles:
    def test_nobody_is_entered_twice_with_a_place_or_waiting(self) -> None:
        evening = open_entry(most=1)
        enter(evening, "a", *PAIRS[0])
        enter(evening, "b", *PAIRS[1])
        for name in (PAIRS[0][1], PAIRS[1][0], PAIRS[1][0].replace(" ", "")):
            assert refusal(evening, EnterInAdvance("c", (person(name),))) == ["advance.twice"]

    def test_a_number_under_another_name_tells_nobody_whose_it_is(self) -> None:
        evening = open_entry()
        evening.do(EnterInAdvance("a", (Person("春川 一葉", "101"),)))
        with pytest.raises(Refused) as caught:
            evening.do(EnterInAdvance("b", (Person("別の 人", "101"),)))
        assert [problem.code for problem in caught.value.problems] == ["advance.number-taken"]
        assert "春川" not in str(caught.value)

    def test_a_namesake_with_another_number_may_play_and_one_without_is_doubtful(self) -> None:
        evening = open_entry()
        evening.do(EnterInAdvance("a", (Person("双子 葉", "103"),)))
        evening.do(EnterInAdvance("b", (Person("双子 葉", "104"),)))
        assert [row.doubts for row in listed_entries(evening.state)] == [(), ()]
        evening.do(EnterInAdvance("c", (Person("双子葉"),)))
        doubts = [[one.code for one in row.doubts] for row in listed_entries(evening.state)]
        assert doubts == [["advance.doubt-twice"], ["advance.doubt-twice"], ["advance.doubt-twice"] * 2]

    def test_a_link_makes_one_entry(self) -> None:
        evening = open_entry()
        enter(evening, "a", *PAIRS[0])
        assert refusal(evening, EnterInAdvance("a", (person("別の 人"),))) == ["advance.sent-already"]


class TestPartners:
    def pair_of_two(self) -> Evening:
        """Two single players, of whom the second asked the first and the first agreed."""
        evening = open_entry(fee=Fraction(1500))
        first, second = enter(evening, "a", "一人 目"), enter(evening, "b", "二人 目")
        assert first is not None
        assert second is not None
        evening.do(NotePayment(second.entry_id, Fraction(1500), PaidBy.BANK))
        evening.do(AskPartner("b", first.entry_id))
        evening.do(AcceptPartner("a", second.entry_id))
        return evening

    def test_both_links_lead_to_the_pair_and_the_fee_goes_with_it(self) -> None:
        evening = self.pair_of_two()
        (pair,) = evening.state.entries.values()
        assert set(pair.names) == {"一人 目", "二人 目"}
        assert [standing(evening, link) for link in "ab"] == [PLACE] * 2
        fee = fee_of_entry(evening.state, pair)
        assert [fee.due, fee.total_paid, fee.left] == [3000, 1500, 1500]

    def test_who_was_not_asked_cannot_agree(self) -> None:
        evening = open_entry()
        enter(evening, "a", "一人 目")
        second = enter(evening, "b", "二人 目")
        assert second is not None
        assert refusal(evening, AcceptPartner("a", second.entry_id)) == ["advance.not-asked"]

    def test_one_of_them_withdraws_and_the_other_looks_again(self) -> None:
        evening = self.pair_of_two()
        evening.do(WithdrawAdvanceEntry("a"))
        assert [entry.names for entry in evening.state.entries.values()] == [("二人 目",)]
        assert [standing(evening, link) for link in "ab"] == [GONE, SINGLE]

    def test_one_of_them_changes_only_the_own_name(self) -> None:
        evening = self.pair_of_two()
        evening.do(ChangeAdvanceEntry("a", (person("一人 改"),)))
        (pair,) = evening.state.entries.values()
        assert set(pair.names) == {"一人 改", "二人 目"}
        both = (person("誰か 一"), person("誰か 二"))
        assert refusal(evening, ChangeAdvanceEntry("a", both)) == ["advance.own-only"]

    def test_the_director_joins_two_and_their_links_go_along(self) -> None:
        evening = open_entry()
        first, second = enter(evening, "a", "一人 目"), enter(evening, "b", "二人 目")
        assert first is not None
        assert second is not None
        evening.do(JoinSingles(first.entry_id, second.entry_id))
        assert [standing(evening, link) for link in "ab"] == [PLACE] * 2

    def test_a_partner_is_added_by_name(self) -> None:
        evening = open_entry()
        enter(evening, "a", "一人 目")
        evening.do(ChangeAdvanceEntry("a", (person("一人 目"), person("二人 目"))))
        assert standing(evening, "a") is PLACE


class TestFees:
    def test_what_is_due_paid_and_given_back(self) -> None:
        evening = open_entry(fee=Fraction("12.50"), is_fee_each=False)
        pair = enter(evening, "a", *PAIRS[0])
        assert pair is not None
        evening.do(NotePayment(pair.entry_id, Fraction(20), PaidBy.CASH))
        evening.do(NotePayment(pair.entry_id, Fraction("-7.5"), PaidBy.CASH, "too much"))
        assert fee_of_entry(evening.state, pair).left == 0
        for amount in (Fraction(0), Fraction(1, 3), Fraction(20_000_000)):
            assert refusal(evening, NotePayment(pair.entry_id, amount, PaidBy.CASH)) == ["advance.amount"]


def test_a_plain_undo_at_the_desk_takes_nobodys_own_entry_back() -> None:
    evening = open_entry()
    enter(evening, "a", *PAIRS[0])
    evening.do(Undo())
    assert standing(evening, "a") is PLACE
    assert evening.state.advance.terms is None, "the newest step of the desk was the conditions"
