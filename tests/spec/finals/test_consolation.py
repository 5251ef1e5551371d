"""Those left over after a qualifying play an event of their own, and others join them (R-106)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.awards.prizes import PrizeOf, PrizePlan, PrizeRule
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules
from arrowswitch.tournament.finals.counterparts import consolation_of, final_of
from arrowswitch.tournament.finals.making import join_consolation, make_consolation, make_final
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.ports import EventRow, LedgerEnd
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.finals import DeclineFinal, PlanFinal
from arrowswitch.tournament.model.slices.prizes import SetPrizes
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.ranking.carried import carry_over_of
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.ranking.why import why_masterpoints
from arrowswitch.tournament.reporting.report import Letter, report_of
from tests.big_events import fill, reckon_event
from tests.builders import Evening, mitchell_evening, new_evening, person
from tests.refused_commands import stored_rows
from tests.tables import for_each

NOTHING = CarryRules(CarryKind.NONE)


@pytest.fixture
def qualifying() -> Evening:
    """16 pairs, one session, six go on."""
    evening = new_evening(16)
    evening.start(make("howell", pairs=16, boards_per_round=2))
    fill(evening, 1, seed=31)
    evening.do(PlanFinal(6))
    return evening


def second(evening: Evening, rules: CarryRules = NOTHING, sections: int = 1, *, is_behind: bool = False) -> Evening:
    """Makes the consolation."""
    settings = replace(
        evening.state.settings,
        name="コンソレーション",
        sessions=1,
        division=replace(evening.state.settings.division, sections=sections),
    )
    stamp = Stamp("second", "director")
    made = make_consolation(evening.tournament, evening.event_id, settings, rules, stamp, is_behind=is_behind)
    return Evening(evening.tournament, made, evening.clock, 5000)


def names(evening: Evening) -> list[tuple[str, ...]]:
    return [entry.names for entry in evening.state.entries.values()]


def test_everybody_plays_in_one_of_the_two(qualifying: Evening) -> None:
    """The ten who are left over in the order of the total; nobody in both."""
    order = [qualifying.state.entries[one].names for one in reckon_event(qualifying.state).best(16)]
    consolation = second(qualifying)
    assert names(consolation) == order[6:]
    settings = replace(qualifying.state.settings, name="決勝")
    final = make_final(qualifying.tournament, qualifying.event_id, settings, NOTHING, Stamp("final", "director"))
    assert names(Evening(qualifying.tournament, final, qualifying.clock)) == order[:6]
    plan = qualifying.state.finals.plan
    assert plan is not None
    assert (plan.final, plan.consolation) == (final, consolation.event_id)


def test_who_declined_or_left_plays_in_neither(qualifying: Evening) -> None:
    best = reckon_event(qualifying.state).best(16)
    qualifying.do(DeclineFinal(best[0]))
    qualifying.do(WithdrawEntry(best[15]), "体調")
    assert len(qualifiers(qualifying.state).left_over) == 8
    assert len(names(second(qualifying))) == 8


def test_pairs_that_come_new_begin_with_nothing(qualifying: Evening) -> None:
    """Half of the total is carried over; a drop-in has none."""
    consolation = second(qualifying, CarryRules(CarryKind.PART))
    consolation.do(AddEntry((person("新規 一"), person("新規 二"))))
    assert consolation.state.finals.carry_over is not None
    *old, new = consolation.state.entries
    totals = consolation.state.finals.carry_over.totals
    assert [one for one in old if one not in totals] == []
    assert new not in totals
    carry = carry_over_of(consolation.state)
    assert carry is None or carry.amount(new) is None


def test_it_is_made_once(qualifying: Evening) -> None:
    """Until it is deleted; the history tells it."""
    made = second(qualifying)
    with pytest.raises(Refused) as caught:
        second(qualifying)
    assert caught.value.problems[0].code == "consolation.made-already"
    codes = [what.code for row in history(qualifying.tournament.ledger(qualifying.event_id)) for what in row.what]
    assert "history.consolation-made" in codes
    qualifying.tournament.delete(EventId(made.event_id))
    settings = replace(
        qualifying.state.settings,
        name="コンソレーション",
        division=replace(qualifying.state.settings.division, sections=2),
    )
    again = make_consolation(qualifying.tournament, qualifying.event_id, settings, NOTHING, Stamp("again", "director"))
    assert qualifying.tournament.state(again).settings.division.sections == 2


def test_where_all_go_on_nobody_is_left_over(qualifying: Evening) -> None:
    qualifying.do(PlanFinal(16))
    with pytest.raises(Refused) as caught:
        second(qualifying)
    assert caught.value.problems[0].code == "consolation.nobody"


class TestJoining:
    """Those left over play in an event that is there already."""

    def side_game(self, qualifying: Evening) -> Evening:
        """Two pairs of their own, and the tenth of the qualifying, who entered there by themselves."""
        wanted = replace(qualifying.state.settings, name="サイドゲーム")
        event = qualifying.tournament.create(wanted, Stamp("side", "director"))
        game = Evening(qualifying.tournament, event, qualifying.clock, 9000)
        for name in ("新規", "飛入"):
            game.do(AddEntry((person(f"{name} 一"), person(f"{name} 二"))))
        tenth = qualifying.state.entries[reckon_event(qualifying.state).best(10)[9]]
        game.do(AddEntry(tuple(reversed(tenth.people))))
        return game

    def test_in_one_step(self, qualifying: Evening) -> None:
        """Nine of ten come, with their wishes, and the tenth is there; they begin with nothing, which a message
        reports."""
        best = reckon_event(qualifying.state).best(16)
        last = qualifying.state.entries[best[15]]
        qualifying.do(ChangeEntry(last.entry_id, last.people, wants_stationary=True))
        game = self.side_game(qualifying)
        stamp = Stamp("join", "director")
        assert join_consolation(qualifying.tournament, qualifying.event_id, game.event_id, stamp) == 9
        order = [qualifying.state.entries[one].names for one in best]
        assert names(game)[3:] == [one for place, one in enumerate(order[6:], start=7) if place != 10]
        assert list(game.state.entries.values())[-1].wants_stationary
        assert game.state.finals.carry_over is None
        plan = qualifying.state.finals.plan
        assert plan is not None
        assert plan.consolation == game.event_id
        with pytest.raises(Refused) as caught:
            join_consolation(qualifying.tournament, qualifying.event_id, game.event_id, Stamp("again", "director"))
        assert caught.value.problems[0].code == "consolation.made-already"

    def test_where_they_cannot_come(self, qualifying: Evening) -> None:
        """Their own event, one of teams, one that has begun, one in which a player has another partner: nothing is
        entered, and nothing is kept."""
        store = qualifying.tournament
        of_teams = store.create(
            Settings("チーム戦", "2026-11-28", kind=ContestantKind.TEAM), Stamp("teams", "director")
        )
        begun = mitchell_evening()
        started = qualifying.tournament.import_file(begun.tournament.export(begun.event_id), Stamp("copy", "director"))
        clash = self.side_game(qualifying)
        loser = qualifying.state.entries[reckon_event(qualifying.state).best(16)[15]]
        clash.do(AddEntry((loser.people[0], person("別の 人"))))
        before = names(clash)
        for into, code in (
            (qualifying.event_id, "consolation.same"),
            (of_teams, "consolation.other-kind"),
            (started, "consolation.begun"),
            (clash.event_id, "entry.twice"),
        ):
            with pytest.raises(Refused) as caught:
                join_consolation(store, qualifying.event_id, into, Stamp(f"to-{into}", "director"))
            assert caught.value.problems[0].code == code
        plan = qualifying.state.finals.plan
        assert plan is not None
        assert plan.consolation is None
        assert names(clash) == before


@pytest.fixture(scope="module")
def both() -> tuple[Evening, Evening]:
    """A qualifying of 16 pairs in two strata, its final of six and the consolation behind it, both played to the end.
    Points of the pairs go up with their entries, so that both strata are in both events."""
    evening = new_evening(16, strata=(PointLimit("A", None), PointLimit("B", 300)), master_point_class=5)
    for at, entry in enumerate(list(evening.state.entries.values())):
        people = tuple(replace(one, master_points=100 * (100 if at % 2 else 900)) for one in entry.people)
        evening.do(ChangeEntry(entry.entry_id, people))
    evening.start(make("howell", pairs=16, boards_per_round=2))
    fill(evening, 1, seed=31)
    evening.do(PlanFinal(6))
    settings = replace(evening.state.settings, name="決勝")
    made = make_final(evening.tournament, evening.event_id, settings, NOTHING, Stamp("final", "director"))
    final = Evening(evening.tournament, made, evening.clock, 7000)
    consolation = second(evening, is_behind=True)
    final.start(make("howell", pairs=6, boards_per_round=2))
    consolation.start(make("howell", pairs=10, boards_per_round=2))
    fill(final, 1, seed=8)
    fill(consolation, 1, seed=10)
    return final, consolation


def order_of(evening: Evening) -> list[EntryId]:
    return reckon_event(evening.state).best(len(evening.state.entries))


class TestPlacesBehindTheFinal:
    """Where the organiser wants it, the places of the consolation come after the final's: one ranking of all."""

    def test_the_ranking_goes_on_after_the_last_of_the_final(self, both: tuple[Evening, Evening]) -> None:
        final, consolation = both
        rows = ranking(consolation.state).groups[0][1]
        assert [row.entry.entry_id for row in rows if row.entry] == order_of(consolation)
        assert [row.standing.written_rank for row in rows] == [str(place) for place in range(7, 17)]
        assert [row.standing.written_rank for row in ranking(final.state).groups[0][1]] == list("123456")
        assert {one.place for one in report_of(consolation.state, Letter()).contestants} == set(range(7, 17))

    def test_masterpoints_are_those_of_the_places(self, both: tuple[Evening, Evening]) -> None:
        """Class 5, 16 pairs: six places are paid (35 %), all in the final; in its own event the winner has 0.50."""
        consolation = both[1]
        rows = ranking(consolation.state).groups[0][1]
        assert {row.master_points for row in rows} == {0}
        assert not any(row.standing.is_placed for row in rows)
        first = rows[0].standing.number
        explanation = why_masterpoints(consolation.state, Place(1, "A"), first)
        assert explanation is not None
        assert explanation.result == 0
        consolation.do(
            ChangeSettings(
                replace(consolation.state.settings, awards=replace(consolation.state.settings.awards, places_before=0))
            )
        )
        rows = ranking(consolation.state).groups[0][1]
        assert (rows[0].standing.written_rank, rows[0].master_points) == ("1", Fraction(1, 2))
        consolation.do(
            ChangeSettings(
                replace(consolation.state.settings, awards=replace(consolation.state.settings.awards, places_before=6))
            )
        )

    def test_one_list_of_prizes_over_both(self, both: tuple[Evening, Evening]) -> None:
        """Eight prizes of all: six finalists and two of the consolation; then the best two of the lower stratum who
        have none. From the last to the first."""
        final, consolation = both
        rules = (PrizeRule(PrizeOf.OVERALL, 8), PrizeRule(PrizeOf.STRATA, 2))
        final.do(SetPrizes(PrizePlan(rules)))
        beside = consolation_of(final.tournament, final.state)
        assert beside is not None
        assert beside.event_id == consolation.event_id
        view = prizes(final.state, beside)
        first, last = order_of(final), order_of(consolation)
        aloud = [line for group in view.aloud for line in group.lines]
        best = [one for one in last[2:] if consolation.state.entries[one].people[0].master_points <= 300 * 100][:2]
        assert [line.entry.entry_id for line in aloud if line.entry] == [*best[::-1], *last[1::-1], *first[::-1]]
        assert [line.prize.place for line in view.groups[0].lines] == list(range(1, 9))
        assert len({line.entry.people for line in aloud if line.entry}) == 10
        assert final_of(consolation.tournament, consolation.state) == final.state

    def test_without_it_each_has_its_own_prizes(self, both: tuple[Evening, Evening]) -> None:
        """The consolation's are read out first."""
        final, consolation = both
        own = replace(consolation.state.settings, awards=replace(consolation.state.settings.awards, places_before=0))
        consolation.do(ChangeSettings(own))
        aloud = prizes(final.state, consolation.state).aloud
        names = [group.event for group in aloud]
        assert names == sorted(names, key=lambda name: name == "決勝")
        assert set(names) == {"決勝", "コンソレーション"}
        consolation.do(ChangeSettings(replace(own, awards=replace(own.awards, places_before=6))))


def _refuse_note(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Lets another program be faster whenever the qualifying notes the event that was made."""
    append = evening.tournament.store.append

    def append_others(row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        if row.event_id == evening.event_id:
            raise Refused.of("store.conflict", expected=expected, found=expected + 1)
        return append(row, entries, expected)

    patch.setattr(evening.tournament.store, "append", append_others)


@for_each("what", ["final", "consolation", "joined"])
def test_a_refusal_at_the_end_leaves_every_event_as_it_was(what: str) -> None:
    """Nobody is entered, no event is made, and no page is nudged."""
    evening = new_evening(16)
    evening.start(make("howell", pairs=16, boards_per_round=2))
    fill(evening, 1, seed=31)
    evening.do(PlanFinal(6))
    other = evening.tournament.create(Settings("Side game", "2026-11-21"), Stamp("side", "director"))
    before, nudged = stored_rows(evening.tournament.store), list[EventId]()
    evening.tournament.subscribe(lambda event_id, _: nudged.append(event_id))
    settings, stamp = replace(evening.state.settings, name="Next"), Stamp("next", "director")
    makers: dict[str, Callable[[], object]] = {
        "final": lambda: make_final(evening.tournament, evening.event_id, settings, NOTHING, stamp),
        "consolation": lambda: make_consolation(evening.tournament, evening.event_id, settings, NOTHING, stamp),
        "joined": lambda: join_consolation(evening.tournament, evening.event_id, other, stamp, is_behind=True),
    }
    with pytest.MonkeyPatch.context() as patch:
        _refuse_note(evening, patch)
        with pytest.raises(Refused):
            makers[what]()
    assert stored_rows(evening.tournament.store) == before
    assert nudged == []
    assert evening.tournament.state(other).entries == {}
    makers[what]()
    assert set(nudged) >= {evening.event_id}
