"""Wishes, handicaps and notes stay with the people they belong to when entries are joined, parted or entered again."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules
from arrowswitch.core.scoring.totals.handicap import HandicapOf
from arrowswitch.tournament.advance.places import entry_of
from arrowswitch.tournament.finals.making import join_consolation, make_consolation, make_final
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.advance import (
    AcceptPartner,
    AskPartner,
    ChangeAdvanceEntry,
    EnterInAdvance,
    SetAdvanceTerms,
    WithdrawAdvanceEntry,
)
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry, JoinSingles, SetHandicap
from arrowswitch.tournament.model.slices.finals import PlanFinal
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.tournament.model.values.entry_points import handicap_of
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.tournament.service.service import Tournament
from tests.big_events import fill
from tests.builders import PAIRS, Evening, new_evening, person

OPEN, SECOND = PointLimit("Open", None), PointLimit("B", 500)
NOTHING = CarryRules(CarryKind.NONE)


def singles(*, flights: tuple[str, str] = ("", "")) -> tuple[Evening, EntryId, EntryId]:
    """Returns an evening with two single players who entered by links "a" and "b"."""
    evening = new_evening(flights=(OPEN, SECOND))
    evening.do(SetAdvanceTerms(AdvanceTerms()))
    people = (Person("Alder Oak", master_points=100), Person("Robin Wren", master_points=200))
    for link, who, flight in zip("ab", people, flights, strict=True):
        evening.do(EnterInAdvance(link, (who,), note=f"note {link}", flight=flight))
    first, second = evening.state.entries
    return evening, first, second


def wish_for_a_stationary_seat(evening: Evening, entry_id: EntryId, *, wish: bool = True) -> None:
    entry = evening.state.entry(entry_id)
    evening.do(ChangeEntry(entry_id, entry.people, wants_stationary=wish, note=entry.note))


def only(evening: Evening) -> Entry:
    (entry,) = evening.state.entries.values()
    return entry


class TestSinglesWhoJoinAndPart:
    @pytest.mark.parametrize("gone", ["a", "b"])
    def test_the_stationary_wish_stays_with_the_player_who_has_it(self, gone: str) -> None:
        """The pair of both sits still; the one left alone does so only if the wish was theirs."""
        evening, first, second = singles()
        wish_for_a_stationary_seat(evening, second)
        evening.do(JoinSingles(first, second))
        assert only(evening).wants_stationary
        evening.do(WithdrawAdvanceEntry(gone))
        assert only(evening).wants_stationary is (gone == "a")

    @pytest.mark.parametrize("gone", ["a", "b"])
    def test_a_single_players_handicap_counts_in_the_pair_and_stays_with_the_player(self, gone: str) -> None:
        """Handicap 5 of one and none of the other: the pair has the mean, 5/2."""
        evening, first, second = singles()
        evening.do(SetHandicap(second, Fraction(5)))
        evening.do(JoinSingles(first, second))
        assert handicap_of(only(evening), HandicapOf.MEAN) == Fraction(5, 2)
        evening.do(WithdrawAdvanceEntry(gone))
        assert only(evening).handicap == (Fraction(5) if gone == "a" else None)

    def test_a_handicap_given_to_the_pair_ends_with_the_pair(self) -> None:
        evening, first, second = singles()
        evening.do(SetHandicap(second, Fraction(5)))
        evening.do(JoinSingles(first, second))
        evening.do(SetHandicap(only(evening).entry_id, Fraction(8)))
        evening.do(WithdrawAdvanceEntry("a"))
        assert only(evening).handicap == 5

    @pytest.mark.parametrize(("gone", "flight"), [("a", "B"), ("b", "Open")])
    def test_each_keeps_the_flight_they_asked_for(self, gone: str, flight: str) -> None:
        """Two who asked for different flights leave it to their points; the player left alone asks as before."""
        evening, first, second = singles(flights=("Open", "B"))
        evening.do(JoinSingles(first, second))
        assert only(evening).flight == ""
        evening.do(WithdrawAdvanceEntry(gone))
        assert only(evening).flight == flight

    def test_each_keeps_only_their_own_note_and_their_points(self) -> None:
        evening, first, second = singles()
        evening.do(JoinSingles(first, second))
        assert only(evening).note == "note a note b"
        evening.do(WithdrawAdvanceEntry("a"))
        assert only(evening).note == "note b"
        assert only(evening).people == (Person("Robin Wren", master_points=200),)

    def test_a_wish_changed_for_the_pair_stays_with_the_player_who_stays(self) -> None:
        """The director noted, for the pair, a seat, a flight and a remark: they apply to the one left."""
        evening, first, second = singles()
        evening.do(JoinSingles(first, second))
        pair = only(evening)
        evening.do(ChangeEntry(pair.entry_id, pair.people, wants_stationary=True, note="late", flight="B"))
        evening.do(WithdrawAdvanceEntry("a"))
        left = only(evening)
        assert (left.wants_stationary, left.note, left.flight) == (True, "late", "B")

    def test_a_corrected_name_has_the_wishes_still(self) -> None:
        evening, first, second = singles()
        wish_for_a_stationary_seat(evening, second)
        evening.do(JoinSingles(first, second))
        evening.do(ChangeAdvanceEntry("b", (person("Robin Wrenn"),)))
        evening.do(WithdrawAdvanceEntry("a"))
        assert only(evening).wants_stationary
        assert only(evening).names == ("Robin Wrenn",)

    def test_a_substitute_does_not_have_the_wishes_of_the_player_replaced(self) -> None:
        evening, first, second = singles()
        wish_for_a_stationary_seat(evening, second)
        evening.do(JoinSingles(first, second))
        pair = only(evening)
        people = (pair.people[0], person("Heron Crane"))
        evening.do(ChangeEntry(pair.entry_id, people, wants_stationary=True, note=pair.note))
        evening.do(WithdrawAdvanceEntry("a"))
        assert (only(evening).names, only(evening).wants_stationary) == (("Heron Crane",), False)

    def test_partners_who_found_each_other_part_again(self) -> None:
        """The same where the two joined by their links, and join and part a second time."""
        evening, _, second = singles()
        wish_for_a_stationary_seat(evening, second)
        evening.do(SetHandicap(second, Fraction(5)))
        for link in ("a", "c"):
            other = evening.state.advance.entries["b"].entry_id
            own = evening.state.advance.entries.get(link)
            if own is None:
                evening.do(EnterInAdvance(link, (person("Heron Crane"),)))
                own = evening.state.advance.entries[link]
            evening.do(AskPartner("b", own.entry_id))
            evening.do(AcceptPartner(link, other))
            evening.do(WithdrawAdvanceEntry(link))
            assert (only(evening).wants_stationary, only(evening).handicap) == (True, Fraction(5))

    def test_a_pair_reduced_to_one_by_the_director_is_joined_no_more(self) -> None:
        """The director's form shows every wish: what it sends stands, and nothing of the pair comes back later."""
        evening, first, second = singles()
        evening.do(JoinSingles(first, second))
        pair = only(evening)
        evening.do(ChangeEntry(pair.entry_id, pair.people[:1], note="alone"))
        assert (only(evening).joined_of, only(evening).note) == ((), "alone")


class TestTeamsOfPairs:
    def pairs(self) -> Evening:
        evening = new_evening(form=EventForm.EVEN_CHANCE_TEAMS, scale="wbf-25", boards_per_round=8)
        for at, points in enumerate((800, 600, 400, 200), start=1):
            evening.do(AddEntry(tuple(Person(f"Oak {at} {side}", master_points=points) for side in "NS")))
        return evening

    def test_a_team_has_the_wishes_of_its_pairs(self) -> None:
        """First with last: pair 4 sits still and has handicap 6, pair 1 none: the team has 3."""
        evening = self.pairs()
        last = list(evening.state.entries.values())[-1]
        evening.do(ChangeEntry(last.entry_id, last.people, wants_stationary=True, note="stairs"))
        evening.do(SetHandicap(last.entry_id, Fraction(6)))
        evening.do(FormTeams())
        team, other = evening.state.entries.values()
        assert (team.wants_stationary, team.note, handicap_of(team, HandicapOf.MEAN)) == (True, "stairs", Fraction(3))
        assert (other.wants_stationary, other.handicap) == (False, None)

    def test_a_team_in_parts_keeps_its_name_when_they_join(self) -> None:
        evening = new_evening(kind=ContestantKind.TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-25")
        evening.do(AddEntry(tuple(map(person, PAIRS[0]))))
        evening.do(AddEntry(tuple(map(person, PAIRS[1])), name="Larks"))
        evening.do(JoinSingles(*evening.state.entries))
        assert only(evening).name == "Larks"

    def test_a_pairs_link_leads_to_its_team_and_does_not_part_it(self) -> None:
        """Teams drawn by seed points are undone by the director only, who then draws them again."""
        evening = self.pairs()
        evening.do(SetAdvanceTerms(AdvanceTerms()))
        for link, first, second in (("a", "Alder", "Beech"), ("b", "Cedar", "Elm")):
            evening.do(EnterInAdvance(link, (person(first), person(second))))
        evening.do(FormTeams())
        team = entry_of(evening.state, evening.state.advance.entries["a"])
        assert team is not None
        assert {"Alder", "Beech"} <= set(team.names)
        with pytest.raises(Refused, match=r"advance\.teams-drawn"):
            evening.do(WithdrawAdvanceEntry("a"))


class TestFinalAndConsolation:
    @pytest.fixture
    def qualifying(self) -> Evening:
        """Eight pairs, each with a wish of every kind; four go on."""
        evening = new_evening(8, flights=(OPEN, SECOND))
        for entry in tuple(evening.state.entries.values()):
            evening.do(ChangeEntry(entry.entry_id, entry.people, wants_stationary=True, note="stairs", flight="B"))
            evening.do(SetHandicap(entry.entry_id, Fraction(4)))
        evening.start(make("howell", pairs=8, boards_per_round=2))
        fill(evening, 1, seed=3)
        evening.do(PlanFinal(4))
        return evening

    def wishes_in(self, tournament: Tournament, event_id: str) -> set[tuple[object, ...]]:
        entries = tournament.state(event_id).entries.values()  # type: ignore[arg-type]  # the id of an event
        return {(one.wants_stationary, one.note, one.handicap, one.flight) for one in entries}

    def test_every_wish_is_in_the_final_and_the_consolation(self, qualifying: Evening) -> None:
        settings = replace(qualifying.state.settings, name="second")
        tournament, event_id = qualifying.tournament, qualifying.event_id
        final = make_final(tournament, event_id, settings, NOTHING, Stamp("final", "director"))
        consolation = make_consolation(tournament, event_id, settings, NOTHING, Stamp("cons", "director"))
        assert self.wishes_in(tournament, final) == {(True, "stairs", 4, "B")}
        assert self.wishes_in(tournament, consolation) == {(True, "stairs", 4, "B")}

    @pytest.mark.parametrize(("flights", "flight"), [((OPEN, SECOND), "B"), ((), "")])
    def test_a_flight_the_other_event_does_not_have_is_left_out(
        self, qualifying: Evening, flights: tuple[PointLimit, ...], flight: str
    ) -> None:
        """Pairs join a consolation that is there already: the flight is asked for only where it exists."""
        into = qualifying.tournament.create(
            replace(
                qualifying.state.settings,
                name="other",
                division=replace(qualifying.state.settings.division, flights=flights),
            ),
            Stamp("create-other", "director"),
        )
        join_consolation(qualifying.tournament, qualifying.event_id, into, Stamp("join", "director"))
        assert self.wishes_in(qualifying.tournament, into) == {(True, "stairs", 4, flight)}

    def test_a_flight_the_final_does_not_have_is_left_out(self, qualifying: Evening) -> None:
        settings = replace(
            qualifying.state.settings, name="final", division=replace(qualifying.state.settings.division, flights=())
        )
        final = make_final(qualifying.tournament, qualifying.event_id, settings, NOTHING, Stamp("final", "director"))
        assert self.wishes_in(qualifying.tournament, final) == {(True, "stairs", 4, "")}
