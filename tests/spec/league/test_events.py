"""The other forms from entry to ranking: knockouts, leagues, even-chance teams, single players.

R-033, R-101, R-102, R-104, R-248 to R-252, R-273, R-278, R-279, R-281, R-287. Brackets and schedules by themselves are
proved elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.division.seeds import by_seed, seed_points
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.matches.lineups import lineup, second_half
from arrowswitch.tournament.matches.views import cross_table, matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.instant import GiveTables
from arrowswitch.tournament.model.slices.knockout import DecideMatch
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening
from tests.scripted_events import assert_replays, new_event, play_round, play_sheet, play_swiss, ranks
from tests.tables import for_each

SWISS = SwissConditions(3, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.NONE)


def knockout_event(teams: int, form: EventForm = EventForm.KNOCKOUT_TEAMS) -> Evening:
    """Returns a knockout with its first round drawn and play begun."""
    evening = new_event(teams, 4, kind=ContestantKind.TEAM, form=form, boards_per_round=8)
    evening.do(SeedNumbers(Place(1, "A")))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    return evening


def play_knockout(evening: Evening) -> int:
    """Plays a knockout to its end, level matches decided by lot; returns how many matches were played."""
    round_number = 1
    while True:
        play_round(evening, 1, round_number)
        bracket = knockout(evening.state, "A")
        assert bracket is not None
        for match in bracket.matches:
            if match.state is MatchState.LEVEL and match.teams[0] is not None:
                evening.do(DecideMatch(Place(1, "A").at(round_number), match.teams[0]), reason="by lot")
        bracket = knockout(evening.state, "A")
        assert bracket is not None
        if bracket.winner is not None:
            return sum(len(drawn.matches) for drawn in evening.state.section(Place(1, "A")).draws)
        round_number += 1
        evening.do(DrawRound(Place(1, "A").at(round_number)))


class TestKnockout:
    @pytest.mark.parametrize(("teams", "byes"), [(8, 0), (13, 3)])
    def test_single(self, teams: int, byes: int) -> None:
        """R-033, R-248: everybody but the winner loses once: teams - 1 matches, with 3 byes for 13 teams in round 1."""
        evening = knockout_event(teams)
        assert len(evening.state.section(Place(1, "A")).draws[0].matches) == (teams - byes) // 2
        assert play_knockout(evening) == teams - 1
        assert [rank for rank, _, _ in ranks(evening)][:2] == [1, 2]
        assert_replays(evening)

    def test_double(self) -> None:
        """R-033, R-249: 8 teams play 14 or 15 matches, and everybody but the winner has lost twice."""
        evening = knockout_event(8, EventForm.DOUBLE_KNOCKOUT_TEAMS)
        assert play_knockout(evening) in (14, 15)
        bracket = knockout(evening.state, "A")
        assert bracket is not None
        assert all((bracket.losses(number) == 2) == (number != bracket.winner) for number in bracket.bracket.teams)
        assert_replays(evening)

    def test_seeds_meet_last(self) -> None:
        """R-248: seeds 1 and 2 are in different halves, 1 meets 8, 2 meets 7."""
        first = knockout_event(8).state.section(Place(1, "A")).draws[0]
        assert {frozenset((m.home, m.away)) for m in first.matches} == {
            frozenset(pair) for pair in (("1", "8"), ("4", "5"), ("2", "7"), ("3", "6"))
        }

    def test_a_round_waits_for_its_matches(self) -> None:
        evening = knockout_event(4)
        with pytest.raises(Refused, match=r"team-event\.bracket-waits"):
            evening.do(DrawRound(Place(1, "A").at(2)))
        with pytest.raises(Refused, match=r"team-event\.draw-order"):
            evening.do(DrawRound(Place(1, "A").at(3)))
        play_knockout(evening)
        with pytest.raises(Refused, match=r"team-event\.bracket-over"):
            evening.do(DrawRound(Place(1, "A").at(3)))

    def test_not_published_before_somebody_has_won(self) -> None:
        evening = knockout_event(4)
        play_round(evening)
        with pytest.raises(Refused, match=r"publish\.no-winner"):
            evening.do(Publish())

    def test_a_level_match_is_decided_with_a_reason(self) -> None:
        """R-248: all boards passed out: nobody goes on until the director says who, and why."""
        evening = knockout_event(4)
        with pytest.raises(Refused, match=r"team-event\.not-level"):
            evening.do(DecideMatch(Place(1, "A").at(1), Number("4")), reason="by lot")
        for slot in missing_slots(evening.state, 1):
            evening.do(EnterResult(slot, "P"))
        with pytest.raises(Refused, match=r"team-event\.decision-needs-reason"):
            evening.do(DecideMatch(Place(1, "A").at(1), Number("4")))
        evening.do(DecideMatch(Place(1, "A").at(1), Number("4")), reason="an extra board")
        evening.do(DecideMatch(Place(1, "A").at(1), Number("2")), reason="by lot")
        evening.do(DrawRound(Place(1, "A").at(2)))
        (final,) = evening.state.section(Place(1, "A")).draws[1].matches
        assert {final.home, final.away} == {"4", "2"}

    def test_penalty_of_five_imps_and_forfeit(self) -> None:
        """R-250: 5 IMPs off the margin turn a match won by 1 IMP (20 points); a forfeit sends the other on."""
        evening = knockout_event(4)
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.table in (1, 2)]
        home = evening.state.section(Place(1, "A")).draws[0].matches[0].home
        away = evening.state.section(Place(1, "A")).draws[0].matches[0].away
        for slot in slots:
            evening.do(EnterResult(slot, {(1, 1): "110", (2, 1): "90"}.get((slot.table, slot.board), "P")))
        before = knockout(evening.state, "A")
        assert before is not None
        assert before.matches[0].goes_on == (home,)
        evening.do(
            GivePenalty(place=Place(1, "A"), number=home, amount=Fraction(5), unit=PenaltyUnit.IMPS, round=1),
            reason="a fouled board",
        )
        after = knockout(evening.state, "A")
        assert after is not None
        assert after.matches[0].goes_on == (away,)
        other = evening.state.section(Place(1, "A")).draws[0].matches[1]
        evening.do(ForfeitMatch(Place(1, "A").at(1), other.home), reason="did not come")
        assert not missing_slots(evening.state, 1)
        evening.do(DrawRound(Place(1, "A").at(2)))
        final = evening.state.section(Place(1, "A")).draws[1].matches[0]
        assert {final.home, final.away} == {away, other.away}

    def test_a_correction_moves_the_bracket(self) -> None:
        """R-248: live from the last board entered: another result of the first board sends the other team on."""
        evening = knockout_event(4)
        slots = [slot for slot in missing_slots(evening.state, 1) if slot.table in (1, 2)]
        for slot in slots:
            evening.do(EnterResult(slot, "110" if (slot.table, slot.board) == (1, 1) else "P"))
        first = knockout(evening.state, "A")
        evening.do(EnterResult(slots[0], "-110"))
        second = knockout(evening.state, "A")
        assert first is not None
        assert second is not None
        assert first.matches[0].goes_on != second.matches[0].goes_on


class TestLeague:
    def _league(self, teams: int, **settings: object) -> Evening:
        evening = new_event(
            teams,
            6,
            kind=ContestantKind.TEAM,
            form=EventForm.LEAGUE,
            scale="wbf-25",
            boards_per_round=16,
            **settings,
        )
        evening.do(SeedNumbers(Place(1, "A")))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        return evening

    @pytest.mark.parametrize("teams", [5, 6])
    def test_from_schedule_to_table(self, teams: int) -> None:
        """R-033, R-252, R-273, R-277: all meet once on as many dates as that takes, home counts differ by one at most;
        the total of each is the sum of its matches."""
        evening = self._league(teams)
        assert len(evening.state.section(Place(1, "A")).draws) == 5
        homes = [one.home for drawn in evening.state.section(Place(1, "A")).draws for one in drawn.matches]
        counts = [homes.count(Number(str(n))) for n in range(1, teams + 1)]
        assert max(counts) - min(counts) <= 1
        play_round(evening)
        for row in standings(evening.state).ranking:
            won = [one.points_of(row.number) for one in matches(evening.state) if row.number in one.teams]
            assert len(won) == teams - 1
            assert row.total == sum((points for points in won if points is not None), Fraction(0))
        assert_replays(evening)

    def test_results_in_any_order(self) -> None:
        """R-279, R-252: date 3 is entered before date 2: the table counts it, and date 2 is still open."""
        evening = self._league(6)
        for slot in missing_slots(evening.state, 1):
            if slot.round in (1, 3):
                evening.do(EnterResult(slot, "P"))
        assert {slot.round for slot in missing_slots(evening.state, 1)} == {2, 4, 5}
        assert {row.total for row in standings(evening.state).ranking} == {Fraction(30)}

    def test_a_forfeit_is_reckoned_again(self) -> None:
        """R-278: 1.2 x 15 = 18 at first, then the mean of the winner's other matches when that is more."""
        evening = self._league(6)
        first = evening.state.section(Place(1, "A")).draws[0].matches[0]
        evening.do(ForfeitMatch(Place(1, "A").at(1), first.away), reason="nobody came")
        assert standings(evening.state).of(first.home) is not None
        assert [one.points_of(first.home) for one in matches(evening.state) if one.loser] == [18]
        for slot in missing_slots(evening.state, 1):
            movement = evening.state.section(Place(1, "A")).movement
            assert movement is not None
            meeting = movement.at(slot.round, slot.table)
            assert meeting is not None
            text = "1000" if meeting.ns == (first.home,) else "P"
            evening.do(EnterResult(slot, "-100" if meeting.ew == (first.home,) and text == "P" else "400"))
        (table,) = cross_table(evening.state)
        again = [one.points_of(first.home) for one in matches(evening.state) if one.loser]
        assert again[0] is not None
        assert again[0] > 18
        assert not table.is_provisional

    def test_no_new_partners_at_half_time(self) -> None:
        """R-275, R-103: a fifth player may come in; a new partnership of two of the four is refused in a league."""
        evening = self._league(6)
        entry = evening.state.entry_at(Place(1, "A"), Number("1"))
        assert entry is not None
        an, ann, ae, aee, five, _ = entry.names
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=Number("1"), ns=(an, ann), ew=(ae, aee)))
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=Number("1"), ns=(an, five), ew=(ae, aee), half=2))
        with pytest.raises(Refused, match=r"team-event\.lineup-new-partners"):
            evening.do(EnterLineup(at=Place(1, "A").at(1), number=Number("1"), ns=(an, ae), ew=(ann, five), half=2))

    def test_who_moves_at_half_time(self) -> None:
        """R-274, R-232: the winners keep their seats; of the losers both pairs change ends."""
        evening = self._league(6)
        for number in ("1", "6"):
            entry = evening.state.entry_at(Place(1, "A"), Number(number))
            assert entry is not None
            in_round = next(
                d.round
                for d in evening.state.section(Place(1, "A")).draws
                if any({m.home, m.away} == {"1", "6"} for m in d.matches)
            )
            evening.do(
                EnterLineup(
                    at=Place(1, "A").at(in_round), number=Number(number), ns=entry.names[:2], ew=entry.names[2:4]
                )
            )
        first, other = (lineup(evening.state, Place(1, "A").at(in_round), Number(n)) for n in ("1", "6"))
        assert first is not None
        assert other is not None
        staying, moved = second_half(first, other)
        assert (staying.ns, staying.ew, staying.half) == (first.ns, first.ew, 2)
        assert (moved.ns, moved.ew) == (other.ew, other.ns)


class TestSeeds:
    def test_best_four(self) -> None:
        """R-104: a team of six with 10, 20, 30, 40, 50 and 60 points is seeded with 60 + 50 + 40 + 30 = 180."""
        evening = new_event(0, 0, kind=ContestantKind.TEAM, form=EventForm.KNOCKOUT_TEAMS, boards_per_round=8)
        for team, factor in enumerate((1, 2), start=1):
            points = (10, 20, 30, 40, 50, 60)
            people = (Person(f"Alder {team} {at}", master_points=100 * factor * p) for at, p in enumerate(points))
            evening.do(AddEntry(tuple(people)))
        weak, strong = evening.state.entries.values()
        assert seed_points(weak) == 180 * 100
        assert by_seed((weak, strong)) == (strong, weak)
        evening.do(SeedNumbers(Place(1, "A")))
        assert evening.state.section(Place(1, "A")).numbers == {"1": strong.entry_id, "2": weak.entry_id}


class TestEvenChance:
    def _pairs(self, count: int) -> Evening:
        evening = new_event(
            0, 0, form=EventForm.EVEN_CHANCE_TEAMS, scale="wbf-25", boards_per_round=8, conditions=SWISS
        )
        for at in range(1, count + 1):
            points = 100 * (count + 1 - at)
            people = (Person(f"Oak {at} {side}", master_points=points) for side in "NS")
            evening.do(AddEntry(tuple(people)))
        return evening

    def _teams(self, evening: Evening) -> set[frozenset[str]]:
        entries = evening.state.entries.values()
        return {frozenset(name.split()[1] for name in entry.names) for entry in entries if not entry.is_withdrawn}

    def test_best_with_worst(self) -> None:
        """R-101: 8 pairs: 1-8, 2-7, 3-6, 4-5."""
        evening = self._pairs(8)
        evening.do(FormTeams())
        assert self._teams(evening) == {frozenset(two) for two in ("18", "27", "36", "45")}

    def test_odd_numbers_ask_for_the_standby_pair(self) -> None:
        """R-101, R-102: 7 pairs are refused; with a standby pair it fills in when the number is odd and steps out when
        it is even."""
        odd = self._pairs(7)
        with pytest.raises(Refused, match=r"team-event\.odd-pairs"):
            odd.do(FormTeams())
        filled = self._pairs(8)
        standby = list(filled.state.entries)[-1]
        filled.do(FormTeams(standby))
        assert len(self._teams(filled)) == 4
        out = self._pairs(9)
        standby = list(out.state.entries)[-1]
        out.do(FormTeams(standby))
        assert "9" not in set().union(*self._teams(out))
        assert out.state.entries[standby].is_withdrawn

    def test_from_pairs_to_ranking(self) -> None:
        """R-033, R-251: 16 pairs become 8 teams, 1-16, 2-15 ...; a Swiss of three rounds is drawn and played."""
        evening = self._pairs(16)
        evening.do(FormTeams())
        evening.do(SeedNumbers(Place(1, "A")))
        play_swiss(evening, 3)
        assert len(evening.state.section(Place(1, "A")).draws[0].matches) == 4
        assert all(row.entry is not None and len(row.names) == 4 for _, g in ranking(evening.state).groups for row in g)
        assert_replays(evening)

    def test_only_where_it_belongs(self) -> None:
        evening = new_event(4, 2)
        with pytest.raises(Refused, match=r"team-event\.not-even-chance"):
            evening.do(FormTeams())
        few = self._pairs(2)
        with pytest.raises(Refused, match=r"team-event\.few-pairs"):
            few.do(FormTeams())


class TestIndividual:
    @pytest.mark.slow
    @for_each("method", EventForm.INDIVIDUAL.methods)
    @for_each("players", [8, 9, 12])
    def test_from_entry_to_ranking(self, players: int, method: Method) -> None:
        """R-033, R-281: single players enter, partners change every round, everybody has a rank of their own."""
        evening = new_event(
            players, 1, kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL, method=method, boards_per_round=None
        )
        boards = 8 if method is Method.HOUSTON else 2
        if method is Method.INSTANT:
            table = ((-100, 3), (100, 4), (140, 2))
            evening.do(GiveTables(1, BoardTables("別会場", {BoardNumber(board): table for board in range(1, 99)})))
        play_sheet(evening, make("individual", players=players, boards_per_round=boards))
        rows = ranking(evening.state).groups[0][1]
        assert len(rows) == players
        assert all(len(row.names) == 1 for row in rows)
        assert_replays(evening)

    def test_master_points_as_in_pairs(self) -> None:
        """R-287: class 1 with eight players: 0.08, 0.06 and 0.04 for the first 35 percent, rounded up."""
        evening = new_event(8, 1, kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL, master_point_class=1)
        play_sheet(evening, make("individual", players=8), seed=3)
        rows = ranking(evening.state).groups[0][1]
        assert sum((row.master_points or Fraction(0) for row in rows), Fraction(0)) == Fraction(18, 100)


@for_each("form", [EventForm.KNOCKOUT_TEAMS, EventForm.LEAGUE, EventForm.SWISS_TEAMS])
def test_what_is_needed_is_told(form: EventForm) -> None:
    """R-058, R-057: no round is drawn before the boards of a match are fixed."""
    scale = "" if form is EventForm.KNOCKOUT_TEAMS else "wbf-25"
    evening = new_event(4, 4, kind=ContestantKind.TEAM, form=form, scale=scale, conditions=replace(SWISS, rounds=3))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    with pytest.raises(Refused, match=r"form\.unsettled-boards"):
        evening.do(DrawRound(Place(1, "A").at(1)))


def test_a_withdrawn_team_forfeits_in_a_knockout() -> None:
    evening = knockout_event(4)
    loser = evening.state.section(Place(1, "A")).draws[0].matches[0].away
    evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[loser]))
    play_round(evening)
    bracket = knockout(evening.state, "A")
    assert bracket is not None
    assert loser not in bracket.still_in
