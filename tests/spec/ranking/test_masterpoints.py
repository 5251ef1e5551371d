"""Masterpoints of weekly pairs games (manual, lines 3918-4191)."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.awards.explain import explain_award
from arrowswitch.core.awards.masterpoints import (
    CLASSES,
    AwardRules,
    TiedAwards,
    awards,
    place_award,
    places_paid,
    shared_award,
)
from arrowswitch.core.awards.team_masterpoints import RoundWorth, TeamRecord, team_awards
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.ranking.why import why_masterpoints
from tests.builders import Evening, mitchell_evening
from tests.tables import for_each

TABLES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "standards" / "scoring" / "masterpoints_pairs.json").read_text("utf-8")
)


def with_class(game_class: int | None, event_class: EventClass = EventClass.WEEKLY) -> Evening:
    evening = mitchell_evening()
    settings = replace(
        evening.state.settings,
        awards=replace(evening.state.settings.awards, master_point_class=game_class),
        event_class=event_class,
    )
    evening.do(ChangeSettings(settings))
    return evening


class TestTables:
    @for_each("table", TABLES["tables"], ids=lambda table: f"class {table['class']}")
    def test_every_printed_cell(self, table: dict[str, Any]) -> None:
        """R-314 and R-316: each cell follows k x 0.01 x C x 0.7^(n-1); the nine known ones differ from the print."""
        differing = []
        for row in table["rows"]:
            count = row["C"]
            earned = [award for award in awards(table["class"], range(1, count + 1)) if award]
            assert earned == [Fraction(str(value)) for value in row["recomputed"]], row["line"]
            printed = [Fraction(Decimal(cell)) for cell in row["printed"]]
            pairs = zip(printed, earned, strict=True)
            differing += [f"mp-c{table['class']}-pair-{count}-{n}" for n, (p, e) in enumerate(pairs, 1) if p != e]
        assert differing == [name for name in TABLES["differing"] if f"-c{table['class']}-" in name]

    @for_each("vector", TABLES["places"], ids=lambda vector: str(vector["C"]))
    def test_the_places_paid(self, vector: dict[str, int]) -> None:
        """R-316: 35 % of the competitors, rounded up."""
        assert places_paid(vector["C"]) == vector["places"]

    def test_single_players_earn_as_pairs(self) -> None:
        """R-287: class 1, 8 competitors: 0.08, 0.06, 0.04."""
        assert awards(1, range(1, 9))[:4] == (Fraction(8, 100), Fraction(6, 100), Fraction(4, 100), Fraction(0))

    def test_the_first_place_gets_one_point_at_most(self) -> None:
        """R-317: class 5 with 30 pairs: 1.00, 0.70, 0.49."""
        assert awards(5, range(1, 31))[:3] == (Fraction(1), Fraction(7, 10), Fraction(49, 100))

    def test_tied_places_share(self) -> None:
        """R-319: two tied first of 10 in class 1: the mean of 0.10 and 0.07 each, 0.085, in two decimals 0.09."""
        assert awards(1, [1, 1, *range(3, 11)])[:2] == (Fraction(9, 100),) * 2

    def test_a_tie_across_the_last_paid_place_shares_what_it_spans(self) -> None:
        """R-319: 6 pairs pay 3 places; 3rd and 4th tied share the third place's points."""
        assert awards(5, [1, 2, 3, 3, 5, 6])[2:5] == (Fraction(7, 100), Fraction(7, 100), Fraction(0))

    def test_an_unknown_class_is_refused(self) -> None:
        with pytest.raises(Refused, match=r"masterpoints\.class"):
            place_award(6, 10, 1)

    @given(st.sampled_from(CLASSES), st.integers(1, 60))
    def test_better_places_never_earn_less(self, game_class: int, competitors: int) -> None:
        earned = awards(game_class, range(1, competitors + 1))
        assert list(earned) == sorted(earned, reverse=True)
        assert sum(award > 0 for award in earned) <= places_paid(competitors)


class TestTeams:
    """The larger of two formulas for each member (manual, lines 3948-4191)."""

    def test_every_cell_of_the_five_tables(self) -> None:
        """R-315, R-316, R-317: by the place alone each printed cell comes out, but for the four known ones."""
        text = (Path(__file__).parents[2] / "data" / "standards" / "scoring" / "masterpoints.json").read_text("utf-8")
        data = json.loads(text)["data"]
        differing, cells = [], 0
        for table in (one for one in data["tables"] if one["kind"] == "team"):
            for row in table["rows"]:
                count = row["C"]
                earned = [
                    one.amount for one in team_awards(table["class"], [TeamRecord(n) for n in range(1, count + 1)])
                ]
                paid = [amount for amount in earned if amount]
                assert paid == [Fraction(str(value)) for value in row["recomputed"]], row["line"]
                for n, (printed, amount) in enumerate(zip(row["printed"], paid, strict=True), start=1):
                    cells += 1
                    if Fraction(printed) != amount:
                        differing.append(f"mp-c{table['class']}-team-{count}-{n}")
        assert cells == 275
        assert differing == [name for name in data["cells_disagreeing"] if "-team-" in name]

    def test_the_larger_of_both(self) -> None:
        """R-315: class 2, C = 10, B = 8, V = 90, M = 25, Pm = 4: first 0.40 (by wins 0.14); eighth 0.14 by wins."""
        records = [TeamRecord(rank, Fraction(90)) for rank in range(1, 11)]
        awards = team_awards(2, records, RoundWorth(8, Fraction(25)))
        assert (awards[0].amount, awards[7].amount) == (Fraction(40, 100), Fraction(14, 100))
        assert (awards[0].by_wins, awards[7].by_place) == (Fraction(144, 1000), Fraction(0))

    def test_tied_teams_share_the_places(self) -> None:
        """R-319: two tied second of 8 in class 5: (0.56 + 0.392) / 2 = 0.476, in two decimals 0.48."""
        awards = team_awards(5, [TeamRecord(rank) for rank in (1, 2, 2, 4, 5, 6, 7, 8)])
        assert [one.amount for one in awards[:4]] == [Fraction(80, 100), *[Fraction(48, 100)] * 2, Fraction(0)]

    def test_wins_bring_one_point_at_most(self) -> None:
        """R-317: class 5, 20 boards, 250 VP won of 25 a round, four members: 2.5 by the formula, 1.00 given."""
        (award,) = team_awards(5, [TeamRecord(1, Fraction(250))], RoundWorth(20, Fraction(25)))
        assert award.amount == 1

    def test_without_victory_points_the_place_counts_alone(self) -> None:
        assert team_awards(1, [TeamRecord(1, Fraction(9))], RoundWorth(8, Fraction(0)))[0].by_wins is None

    def test_an_unknown_class_is_refused(self) -> None:
        with pytest.raises(Refused, match=r"masterpoints\.class"):
            team_awards(0, [TeamRecord(1)])

    @given(st.sampled_from(CLASSES), st.lists(st.integers(0, 200), min_size=1, max_size=40))
    def test_more_victory_points_never_earn_less(self, game_class: int, won: list[int]) -> None:
        ordered = sorted(won, reverse=True)
        records = [TeamRecord(rank, Fraction(points)) for rank, points in enumerate(ordered, start=1)]
        earned = [one.amount for one in team_awards(game_class, records, RoundWorth(8, Fraction(20)))]
        assert earned == sorted(earned, reverse=True)
        assert all(0 <= amount <= 1 for amount in earned)


class TestEvening:
    def test_each_field_earns_by_itself_once_it_is_complete(self) -> None:
        """R-318: a Mitchell of three tables: each side earns as a field of three when all is in."""
        evening = with_class(5)
        evening.enter(1, 1, 1, "P")
        assert {row.master_points for _, rows in ranking(evening.state).groups for row in rows} == {None}
        evening.play_all(["100", "110", "130", "140", "P", "200", "90"])
        for _, rows in ranking(evening.state).groups:
            assert [row.master_points for row in rows] == list(awards(5, [row.standing.rank for row in rows]))
            assert sum(row.master_points or 0 for row in rows) > 0

    def test_each_award_is_explained(self) -> None:
        """R-318: the award shown to a pair is its own."""
        evening = with_class(5)
        evening.play_all(["100", "110", "130", "140", "P", "200", "90"])
        rows = [row for _, field in ranking(evening.state).groups for row in field]
        assert len({row.master_points for row in rows}) > 1
        for row in rows:
            explanation = why_masterpoints(evening.state, Place(1, "A"), row.standing.number)
            assert explanation is not None
            assert explanation.result == row.master_points

    def test_higher_events_are_left_to_the_federation(self) -> None:
        """R-320: a sectional event prints no points."""
        evening = with_class(5, EventClass.SECTIONAL)
        evening.play_all()
        assert {row.master_points for _, rows in ranking(evening.state).groups for row in rows} == {None}


class TestTies:
    def test_each_takes_the_higher_by_setting(self) -> None:
        """R-319: two tied first of 10 in class 1: 0.085 each, shown as 0.09, or 0.10 each; teams as well."""
        ranks = [1, 1, *range(3, 11)]
        assert shared_award(place_award, 1, ranks, 1) == Fraction(85, 1000)
        higher = AwardRules(tied=TiedAwards.HIGHER)
        assert awards(1, ranks, higher)[:3] == (Fraction(10, 100), Fraction(10, 100), Fraction(5, 100))
        team_points = team_awards(5, [TeamRecord(rank) for rank in (1, 2, 2, 4, 5, 6, 7, 8)], None, higher)
        assert [one.amount for one in team_points[1:3]] == [Fraction(56, 100)] * 2
        explanation = explain_award(Number("1"), 1, ranks, 1, higher)
        assert explanation.result == Fraction(10, 100)
        assert explanation.steps[-1].code == "explain.mp-higher"
