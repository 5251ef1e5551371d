"""Events of teams from entry to ranking: R-033, R-103, R-229 to R-240 and R-250 to R-257 as far as the event is
concerned.

The movements and the scoring of a match are proved by themselves (`movement/test_team_movements`,
`matches/test_scoring`).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.matches.team_view import own_match, team_view
from arrowswitch.tournament.matches.views import MatchStatus, cross_table, match_at, matches
from arrowswitch.tournament.matches.why import why_board, why_match
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.ranking.why import why_total
from arrowswitch.tournament.scored.session import board_standings, tables_of
from arrowswitch.tournament.scored.slots import missing_slots, sides_of
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, person
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_round, play_sheet, ranks

WBF = load_scale("wbf-25")
ROUND_ROBIN = {"kind": ContestantKind.TEAM, "form": EventForm.ROUND_ROBIN_TEAMS, "scale": "wbf-25"}
SHEET = make("round-robin", tables=6, form="team", boards_per_round=8)


def start_robin(teams: int = 6, people: int = 4, **settings: object) -> Evening:
    """Returns a round robin of six teams with 8 boards a match, under way."""
    evening = new_event(teams, people, **{**ROUND_ROBIN, **settings})
    evening.do(ChooseMovement(Place(1, "A"), SHEET))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    return evening


def totals(state: EventState, session: int = 1) -> dict[str, Fraction]:
    """Returns the total of every team."""
    return {row.number: row.total for row in standings(state, session).ranking}


def by_hand(state: EventState) -> dict[str, Fraction]:
    """Reckons a round robin of eight-board matches from the entered results alone."""
    margins: dict[tuple[str, str], int] = {}
    entries = list(state.results.values())
    for entry in entries:
        for other in entries:
            if (entry.slot.board, entry.ns, entry.ew) == (other.slot.board, other.ew, other.ns):
                assert entry.result is not None
                assert other.result is not None
                net = ns_score(entry.result, entry.slot.board) - ns_score(other.result, other.slot.board)
                key = (entry.ns[0], entry.ew[0])
                margins[key] = margins.get(key, 0) + imps(net)
    totals: dict[str, Fraction] = {}
    for (team, _), margin in margins.items():
        totals[team] = totals.get(team, Fraction(0)) + WBF.points(margin, 8)[0]
    return totals


class TestRoundRobin:
    """Everybody meets everybody, IMPs become victory points, these are added (manual, lines 1746-1760)."""

    def test_from_entry_to_ranking(self) -> None:
        """R-033, R-229, R-233: six teams, five matches of eight boards; the totals are those reckoned by hand from the
        results, and the event file alone brings the same ranking again."""
        evening = new_event(6, 4, **ROUND_ROBIN)
        play_sheet(evening, SHEET)
        assert len(evening.state.results) == 6 * 5 * 8
        assert totals(evening.state) == by_hand(evening.state)
        assert_replays(evening)

    def test_cross_table(self) -> None:
        """R-233: a row's cells add up to its total, and the two cells of a match to the scale."""
        evening = new_event(6, 4, **ROUND_ROBIN)
        play_sheet(evening, SHEET)
        (table,) = cross_table(evening.state)
        assert table.numbers == ("1", "2", "3", "4", "5", "6")
        for row in table.rows:
            cells = [cell for there in row.cells for cell in there]
            assert len(cells) == 5
            assert sum((cell.points or Fraction(0) for cell in cells), Fraction(0)) == row.row.standing.total
        assert not table.is_provisional

    def test_a_match_on_one_screen(self) -> None:
        """R-229: both tables of every board side by side; until the other table is in a board is held."""
        evening = start_robin()
        first = matches(evening.state)[0]
        slot = first.boards[0].open
        assert slot is not None
        evening.do(EnterResult(slot.slot, "420"))
        held = match_at(evening.state, Place(1, "A").at(1), first.home)
        assert (held.status, held.boards[0].difference) == (MatchStatus.RUNNING, None)
        other = first.boards[0].closed
        assert other is not None
        evening.do(EnterResult(other.slot, "-50"))
        compared = match_at(evening.state, Place(1, "A").at(1), first.home)
        assert compared.boards[0].difference == 470
        assert compared.points == (Fraction(10), Fraction(0))
        assert compared.brings is None

    def test_nobody_plays_in_two_teams(self) -> None:
        evening = new_event(2, 4, **ROUND_ROBIN)
        player = next(iter(evening.state.entries.values())).people[0]
        with pytest.raises(Refused, match=r"entry\.twice"):
            evening.do(AddEntry((player, *(person(name) for name in ("Alder Oak", "Robin Wren", "Amber Jade")))))


PLANS = [
    plan
    for teams in (3, 5, 6, 7, 8)
    for plan in team_plans(teams)
    if teams < 8 or plan.form in (TeamForm.MIRROR, TeamForm.STAGGER)
]


class TestShortRoundRobin:
    """Every form of the catalogue is played to its ranking (manual, lines 2619-2657 and 3376-3431)."""

    @rotate(
        "plan",
        PLANS,
        by=lambda plan: (plan.form, plan.teams, len(plan.sheets)),
        ids=lambda plan: f"{plan.form.value}-{plan.teams}x{len(plan.sheets)}",
    )
    def test_every_plan_is_played(self, plan: TeamPlan) -> None:
        """R-033, R-234, R-236, R-242: all matches are complete at the end, and both sides' victory points are 20."""
        sheets = [plan.make_session(at + 1, 1) for at in range(len(plan.sheets))]
        form = EventForm.TEAMS_AND_PAIRS if sheets[0].family == "team-pairs" else EventForm.SHORT_ROUND_ROBIN_TEAMS
        settings = {"kind": ContestantKind.TEAM, "form": form, "scale": "wbf-continuous", "sessions": len(sheets)}
        evening = new_event(plan.teams, 4, **settings)
        play_sheet(evening, *sheets)
        played = matches(evening.state)
        assert {one.status for one in played} == {MatchStatus.COMPLETE}
        assert {sum(one.brings or ()) for one in played} == {20}
        assert_replays(evening, len(sheets))

    def test_only_imps_after_the_first_session(self) -> None:
        """R-235: a round robin by pairs over two sessions has IMPs and no victory points after one (line 3427)."""
        plan = next(p for p in team_plans(6) if p.form is TeamForm.EVERY_PAIR and len(p.sheets) == 2)
        sheets = [plan.make_session(at, 1) for at in (1, 2)]
        settings = {"kind": ContestantKind.TEAM, "form": EventForm.SHORT_ROUND_ROBIN_TEAMS, "scale": "wbf-continuous"}
        evening = new_event(6, 4, **settings, sessions=2)
        evening.do(ChooseMovement(Place(1, "A"), sheets[0]))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(StartPlay(1))
        play_round(evening)
        half = matches(evening.state)
        assert len(half) == 15
        assert all(one.vp is None and one.score is not None and one.score.compared == 5 for one in half)
        assert set(totals(evening.state).values()) == {Fraction(0)}
        evening.do(ChooseMovement(Place(2, "A"), sheets[1]))
        evening.do(DrawNumbers(Place(2, "A"), 1))
        evening.do(StartPlay(2))
        play_round(evening, 2)
        whole = matches(evening.state)
        assert all(one.vp is not None and one.score is not None and one.score.compared == 10 for one in whole)

    def test_teams_and_pairs_have_both_rankings(self) -> None:
        """R-237: one set of results: the teams' table, and every pair (`3A`) among all results of the boards."""
        sheets = [make("team-pairs", tables=5, session=session) for session in (1, 2)]
        settings = {"kind": ContestantKind.TEAM, "form": EventForm.TEAMS_AND_PAIRS, "scale": "wbf-continuous"}
        evening = new_event(5, 4, **settings, sessions=2)
        play_sheet(evening, *sheets)
        assert set(totals(evening.state, 2)) == {"1", "2", "3", "4", "5"}
        pairs = board_standings(evening.state, 1).ranking
        assert {row.number for row in pairs} == {Number(f"{team}{pair}") for team in range(1, 6) for pair in "AB"}
        assert evening.state.entry_at(Place(1, "A"), Number("3")) == evening.state.entry_at(Place(1, "A"), Number("3B"))


class TestOtherMethods:
    def test_board_a_match(self) -> None:
        """R-033, R-240: nine teams, AWL: every board brings two points, eight matches of three boards 48 to all."""
        evening = new_event(9, 4, kind=ContestantKind.TEAM, form=EventForm.BAM_TEAMS)
        play_sheet(evening, make("awl", tables=9, boards_per_round=3))
        assert sum(totals(evening.state).values()) == 2 * 3 * 36
        assert_replays(evening)

    def test_board_a_match_with_victory_points(self) -> None:
        """R-033, R-240: on top six victory points for the net score of every match: 36 x (6 + 6)."""
        evening = new_event(9, 4, kind=ContestantKind.TEAM, form=EventForm.BAM_VP_TEAMS, scale="bam-vp")
        play_sheet(evening, make("awl", tables=9, boards_per_round=3))
        assert sum(totals(evening.state).values()) == 36 * (2 * 3 + 6)
        assert_replays(evening)

    def test_total_points(self) -> None:
        """R-231: the same match by total points: what one team wins the other loses."""
        evening = new_event(4, 4, kind=ContestantKind.TEAM, method=Method.TOTAL_POINTS)
        play_sheet(evening, make("round-robin", tables=4, form="team", boards_per_round=8))
        assert sum(totals(evening.state).values()) == 0
        assert max(totals(evening.state).values()) >= 100
        assert_replays(evening)

    @pytest.mark.parametrize("pairs", [4, 5])
    def test_team_of_pairs(self, pairs: int) -> None:
        """R-033, R-253: new team-mates every round; with two results a board is the team's IMPs, its own and its
        team-mate's, so that all totals add up to nothing."""
        evening = new_event(pairs, 2, form=EventForm.TEAM_OF_PAIRS, method=Method.IMPS)
        play_sheet(evening, make("team-of-pairs", pairs=pairs))
        assert sum(totals(evening.state).values()) == 0
        assert_replays(evening)


class TestSeats:
    """A team that sits in one direction at both tables cannot be compared (manual, lines 2607 and 2651-2652)."""

    def _slots(self, evening: Evening) -> tuple[Slot, Slot, Number, Number]:
        first = matches(evening.state)[0]
        open_slot, other = first.boards[0].open, first.boards[0].closed
        assert open_slot is not None
        assert other is not None
        return open_slot.slot, other.slot, first.home, first.away

    def test_told_before_it_is_stored(self) -> None:
        """R-254, R-132: exchanged sides are refused with what follows: the other table may still exchange, or not."""
        evening = start_robin()
        open_slot, other, home, away = self._slots(evening)
        with pytest.raises(Refused, match=r"team-event\.seats-open"):
            evening.do(EnterResult(open_slot, "420", ns=(away,), ew=(home,)))
        evening.do(EnterResult(other, "140"))
        with pytest.raises(Refused, match=r"team-event\.seats-played"):
            evening.do(EnterResult(open_slot, "420", ns=(away,), ew=(home,)))

    def test_left_out_of_the_comparison(self) -> None:
        """R-132, R-239: the other table has played: the board leaves the match, which has one board less."""
        evening = start_robin()
        open_slot, other, home, away = self._slots(evening)
        evening.do(EnterResult(other, "140"))
        evening.do(EnterResult(open_slot, "420", ns=(away,), ew=(home,), force="sat the wrong way"))
        board = match_at(evening.state, Place(1, "A").at(open_slot.round), home).boards[0]
        assert (board.is_left_out, board.difference) == (True, None)
        play_round(evening)
        match = match_at(evening.state, Place(1, "A").at(open_slot.round), home)
        assert (match.status, match.score.compared if match.score else 0) == (MatchStatus.COMPLETE, 7)

    def test_pairs_that_sit_the_wrong_way(self) -> None:
        """R-132: Swiss pairs who exchanged their seats have the points of the seats they took: with the same results at
        every table the match ends the other way round."""
        margins = []
        for is_exchanged in (False, True):
            evening = new_event(
                8,
                2,
                form=EventForm.SWISS_PAIRS,
                method=Method.IMPS,
                scale="wbf-continuous",
                boards_per_round=4,
                conditions=PLAIN_SWISS,
            )
            evening.do(DrawNumbers(Place(1, "A"), 1))
            evening.do(DrawRound(Place(1, "A").at(1)))
            evening.do(StartPlay(1))
            for slot in missing_slots(evening.state, 1):
                ns, ew = sides_of(evening.state, slot)
                if is_exchanged and slot.table == 1:
                    ns, ew = ew, ns
                text = "170" if slot.table == 1 else "P"
                evening.do(EnterResult(slot, text, ns=ns, ew=ew, force="sat the wrong way"))
            match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
            margins.append(match.margins[match.teams.index(Number("1"))])
        assert margins == [4 * 5, -4 * 5]

    def test_the_other_table_exchanges_too(self) -> None:
        """R-132: both tables exchanged are compared as ever: 420 against 140 the other way round, 280 or 7 IMPs."""
        evening = start_robin()
        open_slot, other, home, away = self._slots(evening)
        evening.do(EnterResult(open_slot, "420", ns=(away,), ew=(home,), force="sat the wrong way"))
        evening.do(EnterResult(other, "140", ns=(home,), ew=(away,), force="exchanged on purpose"))
        board = match_at(evening.state, Place(1, "A").at(open_slot.round), home).boards[0]
        assert (board.difference, board.is_left_out) == (-280, False)


class TestPenaltiesAndForfeits:
    def test_victory_points_and_imps(self) -> None:
        """R-250: a penalty of 2 VP comes off the total, one of 5 IMPs off the margin of its match."""
        evening = start_robin()
        play_round(evening)
        before = totals(evening.state)
        evening.do(
            GivePenalty(place=Place(1, "A"), number=Number("3"), amount=Fraction(2), unit=PenaltyUnit.VP), reason="late"
        )
        assert totals(evening.state)["3"] == before["3"] - 2
        match = match_at(evening.state, Place(1, "A").at(1), Number("3"))
        side = match.teams.index(Number("3"))
        evening.do(
            GivePenalty(place=Place(1, "A"), number=Number("3"), amount=Fraction(5), unit=PenaltyUnit.IMPS, round=1),
            reason="board fouled",
        )
        fined = match_at(evening.state, Place(1, "A").at(1), Number("3"))
        assert fined.margins[side] == match.margins[side] - 5
        assert len(fined.penalties) == 1

    def test_units_are_told(self) -> None:
        evening = start_robin()
        with pytest.raises(Refused, match=r"team-event\.penalty-needs-round"):
            evening.do(
                GivePenalty(place=Place(1, "A"), number=Number("3"), amount=Fraction(5), unit=PenaltyUnit.IMPS),
                reason="why",
            )
        with pytest.raises(Refused, match=r"team-event\.penalty-unit"):
            evening.do(
                GivePenalty(place=Place(1, "A"), number=Number("3"), amount=Fraction(5), unit=PenaltyUnit.PERCENT),
                reason="why",
            )

    def test_a_forfeit_changes_until_the_end(self) -> None:
        """R-209, R-257: the winner of a forfeit has 1.2 x 15 = 18 at once, later the best of three means; the loser 0.
        It is marked, provisional until the last match has ended, and its boards are waited for no more."""
        evening = start_robin()
        first = matches(evening.state)[0]
        loser, winner = first.away, first.home
        in_round = first.rounds[0]
        with pytest.raises(Refused, match=r"team-event\.forfeit-needs-reason"):
            evening.do(ForfeitMatch(at=Place(1, "A").at(in_round), number=loser, opponent=first.home))
        evening.do(ForfeitMatch(at=Place(1, "A").at(in_round), number=loser, opponent=winner), reason="did not come")
        at_once = match_at(evening.state, Place(1, "A").at(in_round), loser, winner)
        assert (at_once.status, at_once.loser, at_once.is_provisional) == (MatchStatus.FORFEITED, loser, True)
        assert at_once.points_of(winner) == 18
        assert at_once.points_of(loser) == 0
        play_round(evening)
        in_the_end = match_at(evening.state, Place(1, "A").at(in_round), loser, winner)
        others = [m.points_of(winner) for m in matches(evening.state) if winner in m.teams and m.loser is None]
        against = [
            m.points_of(m.away if m.home == loser else m.home)
            for m in matches(evening.state)
            if loser in m.teams and m.loser is None
        ]
        means = [sum((x or Fraction(0) for x in found), Fraction(0)) / len(found) for found in (others, against)]
        best = max(*means, Fraction(18))
        assert abs((in_the_end.points_of(winner) or 0) - best) <= Fraction(1, 200)
        assert not in_the_end.is_provisional
        (table,) = cross_table(evening.state)
        assert sum(cell.is_forfeit for row in table.rows for cells in row.cells for cell in cells) == 2
        assert_replays(evening)

    def test_noted_in_both_rounds_of_a_match(self) -> None:
        """R-209: five teams play each match in two rounds. A forfeit noted in both is one: 0 and 1.2 x 10."""
        evening = new_event(5, 4, kind=ContestantKind.TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous")
        evening.do(ChooseMovement(Place(1, "A"), make("round-robin", tables=5, form="team", boards_per_round=4)))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(StartPlay(1))
        first = next(one for one in matches(evening.state) if len(one.rounds) == 2)
        for in_round in first.rounds:
            evening.do(ForfeitMatch(Place(1, "A").at(in_round), first.away, first.home), reason="did not come")
        match = match_at(evening.state, Place(1, "A").at(first.rounds[0]), first.home, first.away)
        assert (match.losers, match.brings) == ((first.away,), (Fraction(12), Fraction(0)))

    def test_taken_back(self) -> None:
        evening = start_robin()
        first = matches(evening.state)[0]
        evening.do(
            ForfeitMatch(at=Place(1, "A").at(first.rounds[0]), number=first.away, opponent=first.home),
            reason="did not come",
        )
        evening.do(
            ForfeitMatch(
                at=Place(1, "A").at(first.rounds[0]), number=first.away, opponent=first.home, is_forfeited=False
            ),
            reason="is here",
        )
        assert not evening.state.matches.forfeits
        with pytest.raises(NotFound, match=r"match\.none"):
            evening.do(
                ForfeitMatch(at=Place(1, "A").at(first.rounds[0]), number=first.away, opponent=Number("99")),
                reason="why",
            )

    def test_average_plus_is_three_imps(self) -> None:
        """R-229: a board that cannot be played brings the innocent side 3 IMPs and the other -3."""
        evening = start_robin()
        play_round(evening)
        first = matches(evening.state)[0]
        slot = first.boards[0].open
        assert slot is not None
        was = first.points
        plain = first.boards[0].points or (Fraction(0), Fraction(0))
        evening.do(GiveAward(slot.slot, "A+", "A-", "Law 12C2"), reason="wrong board")
        ruled = match_at(evening.state, Place(1, "A").at(first.rounds[0]), first.home, first.away)
        assert ruled.boards[0].is_ruled
        assert ruled.points[0] == was[0] - plain[0] + 3
        assert ruled.margins[0] == was[0] - was[1] - (plain[0] - plain[1]) + 3

    def test_a_team_that_leaves(self) -> None:
        """R-117: after two of five matches more than half do not take place: all of its matches are out."""
        evening = start_robin()
        for slot in missing_slots(evening.state, 1):
            if slot.round <= 2:
                evening.do(EnterResult(slot, "P"))
        who = evening.state.section(Place(1, "A")).numbers[Number("4")]
        evening.do(WithdrawEntry(who))
        play_round(evening)
        assert "4" not in totals(evening.state)
        gone = [m for m in matches(evening.state) if "4" in m.teams]
        assert {m.status for m in gone} == {MatchStatus.REMOVED}
        assert [m.has_points for m in gone] == [m.rounds[0] <= 2 for m in gone], "no 0 – 0 where nobody played"
        evening.do(Publish())

    def test_a_team_that_leaves_late(self) -> None:
        """R-117: after three of five matches it keeps what it played, and forfeits the others without 0 – 0."""
        evening = start_robin()
        for slot in missing_slots(evening.state, 1):
            if slot.round <= 3:
                evening.do(EnterResult(slot, "P"))
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number("4")]))
        own = team_view(evening.state, Place(1, "A"), Number("4")).matches
        left = [one for one in own if one.match.status is MatchStatus.FORFEITED]
        assert [one.match.rounds for one in left] == [(4,), (5,)]
        for view in left:
            assert (view.match.losers, view.match.is_left, view.is_lost_by_forfeit) == (("4",), True, True)
            assert not view.match.has_points
            assert not own_match(evening.state, view.match, view.opponent).is_lost_by_forfeit


@pytest.fixture(scope="module")
def played_event() -> Evening:
    evening = new_event(8, 4, **ROUND_ROBIN, sessions=2)
    entered = list(evening.state.entries)
    sheet = make("round-robin", tables=4, form="team", boards_per_round=8)
    for session in (1, 2):
        for letter, teams in (("A", entered[:4]), ("B", entered[4:])):
            evening.do(ChooseMovement(Place(session, letter), sheet))
            numbers = {Number(str(at)): team for at, team in enumerate(teams, start=1)}
            evening.do(AssignNumbers(Place(session, letter), numbers))
        evening.do(StartPlay(session))
        play_round(evening, session)
    return evening


class TestSectionsAndSessions:
    """Two sections of four teams, numbered 1 to 4 in each, play two sessions: the same two meet in each session, and
    what was given in one section or session concerns no other."""

    @staticmethod
    def states_around(played: Evening, command: Command) -> tuple[EventState, EventState]:
        """Returns the event before and after a command, which is taken back again."""
        before = played.state
        played.do(command, "why")
        after = played.state
        played.do(Undo())
        return before, after

    @staticmethod
    def changes(before: EventState, after: EventState, session: int) -> dict[str, Fraction]:
        was, now = totals(before, session), totals(after, session)
        return {number: now[number] - was[number] for number in was if now[number] != was[number]}

    @pytest.mark.parametrize("letter", ["A", "B"])
    @pytest.mark.parametrize("session", [1, 2])
    def test_a_penalty_of_victory_points(self, played_event: Evening, session: int, letter: str) -> None:
        """R-250: it comes off one team's total, from its session on."""
        fine = GivePenalty(place=Place(session, letter), number=Number("1"), amount=Fraction(2), unit=PenaltyUnit.VP)
        before, after = self.states_around(played_event, fine)
        assert self.changes(before, after, 1) == ({f"{letter}1": -2} if session == 1 else {})
        assert self.changes(before, after, 2) == {f"{letter}1": -2}

    @pytest.mark.parametrize("letter", ["A", "B"])
    @pytest.mark.parametrize("session", [1, 2])
    def test_a_penalty_of_imps(self, played_event: Evening, session: int, letter: str) -> None:
        """R-250: it comes off the margin of one match, that of its section, session and round; the others gain it."""
        place = Place(session, letter)
        fine = GivePenalty(place=place, number=Number("1"), amount=Fraction(5), unit=PenaltyUnit.IMPS, round=2)
        before, after = self.states_around(played_event, fine)
        margins = [
            (was.place, was.rounds, was.teams, [new - old for old, new in zip(was.margins, now.margins, strict=True)])
            for was, now in zip(matches(before), matches(after), strict=True)
            if was.margins != now.margins
        ]
        fined = match_at(before, place.at(2), Number("1"))
        change = [Fraction(-5 if number == "1" else 5) for number in fined.teams]
        rounds: tuple[int, ...] = (2,)
        assert margins == [(place, rounds, fined.teams, change)]
        (other,) = (number for number in fined.teams if number != "1")
        assert {*self.changes(before, after, 2)} <= {f"{letter}1", f"{letter}{other}"}
        if session == 2:
            assert self.changes(before, after, 1) == {}

    def test_imps_of_a_later_round_wait_for_it(self, played_event: Evening) -> None:
        """R-250: after round 1 a penalty of round 2 has lowered nothing, one of round 1 has."""
        for in_round, fewer in ((1, True), (2, False)):
            before, after = self.states_around(
                played_event,
                GivePenalty(
                    place=Place(1, "A"), number=Number("1"), amount=Fraction(5), unit=PenaltyUnit.IMPS, round=in_round
                ),
            )
            rows = [
                {row.number: row.row.total for row in tables_of(state, 1, 1)[0].scored.ranking}
                for state in (before, after)
            ]
            assert (rows[1][Number("1")] < rows[0][Number("1")], rows[0] == rows[1]) == (fewer, not fewer)

    @pytest.mark.parametrize("letter", ["A", "B"])
    @pytest.mark.parametrize("session", [1, 2])
    def test_a_forfeit(self, played_event: Evening, session: int, letter: str) -> None:
        """R-257: one match is lost without play, that of its section and session, although the same numbers meet in the
        same round elsewhere."""
        place = Place(session, letter)
        lost = match_at(played_event.state, place.at(2), Number("1"))
        _, after = self.states_around(played_event, ForfeitMatch(at=place.at(2), number=lost.home, opponent=lost.away))
        forfeited = [match for match in matches(after) if match.status is MatchStatus.FORFEITED]
        assert [(match.place, match.rounds, match.teams) for match in forfeited] == [(place, (2,), lost.teams)]


class TestRoster:
    """Four to eight players, line-ups for each half (manual, lines 1630-1634 and 1682-1686)."""

    def _names(self, evening: Evening, number: str) -> tuple[str, ...]:
        entry = evening.state.entry_at(Place(1, "A"), Number(number))
        assert entry is not None
        return entry.names

    def test_line_ups(self) -> None:
        """R-103: a team of six: four play the first half, others may come in; strangers and duplicates are reported."""
        evening = start_robin(people=6)
        names = self._names(evening, "2")
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=Number("2"), ns=names[:2], ew=names[2:4]))
        evening.do(
            EnterLineup(
                at=Place(1, "A").at(1), number=Number("2"), ns=(names[0], names[5]), ew=(names[4], names[1]), half=2
            )
        )
        assert len(evening.state.matches.lineups) == 2
        with pytest.raises(Refused, match=r"team-event\.lineup-stranger.*team-event\.lineup-twice"):
            evening.do(
                EnterLineup(
                    at=Place(1, "A").at(1), number=Number("2"), ns=("Nobody", names[0]), ew=(names[0], names[1])
                )
            )
        with pytest.raises(NotFound, match=r"match\.none"):
            evening.do(EnterLineup(at=Place(1, "A").at(9), number=Number("2"), ns=names[:2], ew=names[2:4]))
        evening.do(Undo())
        assert len(evening.state.matches.lineups) == 1

    def test_nobody_has_nine_players(self) -> None:
        evening = new_event(1, 8, **ROUND_ROBIN)
        names = ("Alder Oak", "Robin Wren", "Amber Jade", "Fennel Sage", "Heron Crane")
        with pytest.raises(Refused, match=r"entry\.too-many-people"):
            evening.do(AddEntry(tuple(person(f"{name} {at}") for name in names for at in (1, 2))[:9]))


def test_the_ranking_is_shown_like_any_other() -> None:
    evening = new_event(6, 4, **ROUND_ROBIN)
    play_sheet(evening, SHEET)
    ((side, rows),) = ranking(evening.state).groups
    assert side is None
    assert [row.standing.rank for row in rows] == [rank for rank, _, _ in ranks(evening)]
    assert all(len(row.names) == 4 and row.standing.boards == row.standing.boards_due == 40 for row in rows)


class TestExplained:
    def test_why_a_match(self) -> None:
        """R-229: the steps of a match end with what it brings, from either side; totals point to the matches."""
        evening = new_event(6, 4, **ROUND_ROBIN)
        play_sheet(evening, SHEET)
        for match in matches(evening.state)[:4]:
            for number in match.teams:
                steps = why_match(evening.state, Place(1, "A").at(match.rounds[0]), number)
                assert steps[-1].value == match.points_of(number)
        board = why_board(evening.state, Place(1, "A").at(1), Number("1"), matches(evening.state)[0].boards[0].board)
        assert board
        with pytest.raises(NotFound, match=r"team-event\.why-by-match"):
            why_total(evening.state, Place(1, "A"), Number("1"))
        with pytest.raises(NotFound, match=r"match\.none"):
            why_match(evening.state, Place(1, "A").at(1), Number("99"))
