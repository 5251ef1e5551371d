"""Tables while matches are open: everybody with a number is in them, and has a rank when a match has ended.

R-233, R-252: manual, lines 1746-1760 and 2623 (a table of many dates is read long before its last match).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch import regulations
from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.early import Bounds
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.team_rules import TeamsRankBy
from arrowswitch.regulations import load_scale
from arrowswitch.tournament.matches.bounds import match_bounds
from arrowswitch.tournament.matches.team_view import team_view
from arrowswitch.tournament.matches.views import MatchView, cross_table, match_at, matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import ForfeitMatch, MatchForfeited
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult, RemoveResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.scripted_events import PLAIN_SWISS, new_event, play_round, play_swiss


def start_robin(**settings: object) -> Evening:
    """Returns a round robin of six teams under way, nothing entered, with 30 minutes for corrections."""
    usual = {"form": EventForm.ROUND_ROBIN_TEAMS, "scale": "wbf-continuous", "correction_minutes": 30}
    evening = new_event(6, 4, kind=ContestantKind.TEAM, **{**usual, **settings})
    evening.do(ChooseMovement(Place(1, "A"), make("round-robin", tables=6, form="team", boards_per_round=4)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    return evening


def finish(evening: Evening, at: int) -> frozenset[Number]:
    """Enters all results of a match and returns its teams."""
    match = matches(evening.state)[at]
    for slot in missing_slots(evening.state, 1):
        if slot.round == match.rounds[0] and slot.table in match.tables:
            evening.do(EnterResult(slot, "110" if slot.table == match.tables[0] else "-110"))
    return frozenset(match.teams)


def rows(evening: Evening) -> dict[str, Standing]:
    return {row.number: row for row in standings(evening.state).ranking}


def test_who_sat_out_is_ranked() -> None:
    """R-267, R-252: seven teams, one sat out in round 1 and has 12 points; before its first match of round 2 ends it is
    ranked by them."""
    evening = new_event(
        7,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-continuous",
        boards_per_round=4,
        conditions=PLAIN_SWISS,
    )
    play_swiss(evening, 1)
    out = evening.state.section(Place(1, "A")).draws[0].sit_out
    evening.do(DrawRound(Place(1, "A").at(2)))
    assert out is not None
    assert rows(evening)[out].is_ranked
    assert rows(evening)[out].total == 12


def test_what_a_team_has_played_and_plays_next() -> None:
    """R-233: five matches, the first is over; an unknown number is reported."""
    evening = start_robin()
    two = finish(evening, 0)
    view = team_view(evening.state, Place(1, "A"), min(two))
    assert {match.opponent for match in view.matches} == {*"123456"} - {min(two)}
    assert view.next is not None
    assert view.next.opponent not in two
    with pytest.raises(NotFound, match=r"numbers\.none"):
        team_view(evening.state, Place(1, "A"), Number("7"))


class TestBeforeEverybodyHasPlayed:
    def test_nothing_is_over(self) -> None:
        """R-233: six rows and six columns before the first result, and no ranks."""
        evening = start_robin()
        (table,) = cross_table(evening.state)
        assert len(table.rows) == len(table.numbers) == 6
        assert {row.row.standing.written_rank for row in table.rows} == {"–"}
        assert not any(row.row.standing.is_placed for row in table.rows)

    def test_one_match_is_over(self) -> None:
        """R-233, R-252: its teams are 1 and 2; the four others are below them without a rank, with what is due."""
        evening = start_robin()
        two = finish(evening, 0)
        ranking = standings(evening.state).ranking
        assert {row.number for row in ranking[:2]} == two
        assert [row.written_rank for row in ranking] == ["1", "2", "–", "–", "–", "–"]
        assert {(row.boards, row.boards_due) for row in ranking[2:]} == {(0, 20)}
        (table,) = cross_table(evening.state)
        assert len(table.rows) == len(table.numbers) == 6
        assert all(len(row.cells) == 6 for row in table.rows)

    def test_nobody_shares_a_rank_with_who_has_not_played(self) -> None:
        """R-252: a team that lost its match 20-0 has as many points as those that have played none: second, alone; one
        that was fined before its first match shows its points and no rank."""
        evening = start_robin()
        winner, loser = sorted(finish(evening, 0), key=lambda number: -rows(evening)[number].total)
        waiting = next(number for number in rows(evening) if number not in (winner, loser))
        assert rows(evening)[loser].total < rows(evening)[winner].total
        evening.do(
            GivePenalty(
                place=Place(1, "A"), number=Number(waiting), amount=rows(evening)[winner].total, unit=PenaltyUnit.VP
            ),
            reason="late",
        )
        assert [rows(evening)[number].written_rank for number in (winner, loser, waiting)] == ["1", "2", "–"]
        assert [row.is_tied for row in standings(evening.state).ranking[:2]] == [False] * 2
        assert rows(evening)[waiting].total < 0

    def test_everybody_is_ranked_at_the_end(self) -> None:
        """R-233: no dash is left when all matches are over."""
        evening = start_robin()
        play_round(evening)
        assert all(row.is_ranked and row.boards == row.boards_due for row in standings(evening.state).ranking)

    def test_on_paper(self) -> None:
        """R-233: the cross table printed after the first match has all six teams."""
        evening = start_robin()
        finish(evening, 0)
        text = print_paper("cross-table", job_of(evening)).unspaced_text
        assert all(entry.names[0].replace(" ", "") in text for entry in evening.state.entries.values())
        assert text.count("–") >= 4


def running(least: Fraction, most: Fraction) -> Bounds:
    """Returns the bounds of a team whose match is open."""
    return Bounds(least, most, is_running=True)


class TestWhatOpenBoardsCanBring:
    """An open match counts nothing yet; each board left brings 24 IMPs either way at the most (Law 78B)."""

    @staticmethod
    def enter(evening: Evening, boards: int) -> MatchView:
        """Enters the first boards of the first match: the team at home wins 10 IMPs on the first, the others are level;
        returns the match."""
        match = matches(evening.state)[0]
        for at, board in enumerate(match.boards[:boards]):
            for cell, text in ((board.open, "420"), (board.closed, "-50")):
                assert cell is not None
                evening.do(EnterResult(cell.slot, "P" if at else text))
        return match

    def test_imps(self) -> None:
        """R-252: 10 IMPs ahead with one board of four to come: from -14 to +34 for one team, -34 to +14 for the other;
        nothing played: from the least to the most of the scale; two rounds: both matches added."""
        evening = start_robin()
        match = self.enter(evening, 3)

        def vp(margin: int) -> Fraction:
            return load_scale("wbf-continuous").points(margin, 4)[0]

        spans = match_bounds(evening.state, Place(1, "A"), 1)
        assert spans.pop(match.home) == running(vp(-14), vp(34))
        assert spans.pop(match.away) == running(vp(-34), vp(14))
        assert 0 < vp(-14) < vp(14) < 20
        assert {*spans.values()} == {running(Fraction(0), Fraction(20))}
        assert len(spans) == 4
        both = match_bounds(evening.state, Place(1, "A"), 2)
        assert both[match.home] == running(vp(-14), vp(34) + 20)
        assert both[match.away] == running(vp(-34), vp(14) + 20)
        assert {both[number] for number in spans} == {running(Fraction(0), Fraction(40))}

    def test_a_match_that_is_over(self) -> None:
        """R-252: it is in the table; nothing is added for its two."""
        evening = start_robin()
        match = self.enter(evening, 4)
        bounds = match_bounds(evening.state, Place(1, "A"), 1)
        assert {number for number, ends in bounds.items() if ends.is_open} == {*"123456"} - {*match.teams}

    def test_boards_won(self) -> None:
        """R-252: by board-a-match a win is worth 2 and a tie 1: 3 to 1 after two boards of four, and 0 to 4 to come."""
        evening = start_robin(form=EventForm.BAM_TEAMS, scale="")
        match = self.enter(evening, 2)
        spans = match_bounds(evening.state, Place(1, "A"), 1)
        assert spans[match.home] == running(Fraction(3), Fraction(7))
        assert spans[match.away] == running(Fraction(1), Fraction(5))

    def test_matches_won(self) -> None:
        """R-252: ranked by wins: a match that is open can still be won or lost, one that is over is counted."""
        settings = {"form": EventForm.ROUND_ROBIN_TEAMS, "scale": "wbf-continuous", "correction_minutes": 30}
        evening = start_robin(**settings)
        winner, loser = sorted(finish(evening, 0), key=lambda number: -rows(evening)[number].total)
        rules = regulations.from_plain(evening.state.rules)
        by_wins = replace(rules, teams=replace(rules.teams, rank_by=TeamsRankBy.WINS))
        state = replace(evening.state, rules=regulations.to_plain(by_wins), seq=evening.state.seq + 1)
        ends = match_bounds(state, Place(1, "A"), 1)
        assert ends.pop(winner) == Bounds(Fraction(1), Fraction(1))
        assert ends.pop(loser) == Bounds(Fraction(0), Fraction(0))
        assert [*ends.values()] == [running(Fraction(0), Fraction(1))] * 4

    def test_boards_of_pairs_wait_for_the_whole_field(self) -> None:
        """R-261: two pairs have played all their boards; what these bring is open while another table still plays."""
        evening = new_event(
            6,
            2,
            form=EventForm.SWISS_PAIRS,
            method=Method.IMPS,
            scale="wbf-25",
            boards_per_round=8,
            conditions=PLAIN_SWISS,
        )
        play_swiss(evening, 1)
        place = Place(1, "A")
        assert not any(ends.is_open for ends in match_bounds(evening.state, place, 1).values())
        open_match = matches(evening.state)[0]
        last = open_match.boards[-1].open
        assert last is not None
        evening.do(RemoveResult(last.slot), reason="mistyped")
        assert all(ends.is_open for ends in match_bounds(evening.state, place, 1).values())


class TestForfeitAfterTheDeadline:
    """A correction after its time needs the organiser's approval (regulations summary, lines 157-159)."""

    def test_with_an_approver_only(self) -> None:
        """R-209, R-257: refused after 30 minutes; with the name of an approver the match is forfeited, the table counts
        as corrected, and the ledger has the name."""
        evening = start_robin()
        play_round(evening)
        evening.do(Publish())
        first = matches(evening.state)[0]
        forfeit = ForfeitMatch(Place(1, "A").at(first.rounds[0]), first.away)
        evening.clock.forward(29)
        evening.do(forfeit, reason="two players without a licence")
        evening.do(replace(forfeit, is_forfeited=False), reason="mistake")
        evening.clock.forward(2)
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.do(forfeit, reason="two players without a licence")
        before = evening.state.publication.corrections
        evening.do(replace(forfeit, approver="the organiser"), reason="two players without a licence")
        assert evening.state.publication.corrections == before + 1
        assert match_at(evening.state, Place(1, "A").at(first.rounds[0]), first.away).loser == first.away
        (fact,) = evening.tournament.ledger(evening.event_id)[-1].facts
        assert isinstance(fact, MatchForfeited)
        assert fact.approver == "the organiser"
        with pytest.raises(Refused, match=r"correction\.needs-approver"):
            evening.do(replace(forfeit, is_forfeited=False), reason="licences found")
