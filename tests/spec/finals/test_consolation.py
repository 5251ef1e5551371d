"""Those left over after a qualifying play an event of their own, and others join them (R-106)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules
from arrowswitch.tournament.entries.commands import AddEntry, ChangeEntry, WithdrawEntry
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.ledger import Stamp
from arrowswitch.tournament.event.model import Settings
from arrowswitch.tournament.finals.commands import DeclineFinal, PlanFinal
from arrowswitch.tournament.finals.making import join_consolation, make_consolation, make_final
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.ranking.carried import carried
from tests.big_events import fill, reckon_event
from tests.builders import Evening, mitchell_evening, new_evening, person

NOTHING = CarryRules(CarryKind.NONE)


@pytest.fixture
def qualifying() -> Evening:
    """16 pairs, one session, six go on."""
    evening = new_evening(16)
    evening.start(make("howell", pairs=16, boards_per_round=2))
    fill(evening, 1, seed=31)
    evening.do(PlanFinal(6))
    return evening


def second(evening: Evening, rules: CarryRules = NOTHING, sections: int = 1) -> Evening:
    """Makes the consolation."""
    settings = replace(evening.state.settings, name="コンソレーション", sessions=1, sections=sections)
    made = make_consolation(evening.tournament, evening.event_id, settings, rules, Stamp("second", "director"))
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
    plan = qualifying.state.final_plan
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
    assert consolation.state.brought is not None
    *old, new = consolation.state.entries
    totals = consolation.state.brought.totals
    assert [one for one in old if one not in totals] == []
    assert new not in totals
    found = carried(consolation.state)
    assert found is None or found.amount(new) is None


def test_it_is_made_once(qualifying: Evening) -> None:
    """Until it is deleted; the history tells it."""
    made = second(qualifying)
    with pytest.raises(Refused) as caught:
        second(qualifying)
    assert caught.value.problems[0].code == "consolation.made-already"
    told = [what.code for row in history(qualifying.tournament.ledger(qualifying.event_id)) for what in row.what]
    assert "history.consolation-made" in told
    qualifying.tournament.delete(EventId(made.event_id))
    settings = replace(qualifying.state.settings, name="コンソレーション", sections=2)
    again = make_consolation(qualifying.tournament, qualifying.event_id, settings, NOTHING, Stamp("again", "director"))
    assert qualifying.tournament.state(again).settings.sections == 2


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
        """Nine of ten come, with their wishes, and the tenth is there; they begin with nothing, and it is told."""
        best = reckon_event(qualifying.state).best(16)
        last = qualifying.state.entries[best[15]]
        qualifying.do(ChangeEntry(last.entry_id, last.people, wants_stationary=True))
        game = self.side_game(qualifying)
        stamp = Stamp("join", "director")
        assert join_consolation(qualifying.tournament, qualifying.event_id, game.event_id, stamp) == 9
        order = [qualifying.state.entries[one].names for one in best]
        assert names(game)[3:] == [one for place, one in enumerate(order[6:], start=7) if place != 10]
        assert list(game.state.entries.values())[-1].wants_stationary
        assert game.state.brought is None
        plan = qualifying.state.final_plan
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
        plan = qualifying.state.final_plan
        assert plan is not None
        assert plan.consolation is None
        assert names(clash) == before
