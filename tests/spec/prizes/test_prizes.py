"""Prizes by rules that are a table: who gets one, nobody two, shared places, the list as it is read out. R-226, R-309,
R-310, R-320, R-321, R-384."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arrowswitch.core.awards.prizes import PrizeOf, PrizePlan, PrizeRule, Ranked, award_prizes
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.formats.federation.csv_report import report_rows
from arrowswitch.i18n import Locale, language_of
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.prizes import SetPrizes
from arrowswitch.tournament.model.slices.rulings import ExpelPlayer
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.prizes.awarded import PrizeGroup, PrizesView, prizes, propose_plan
from arrowswitch.tournament.reporting.report import Letter, report_of
from tests.big_events import fill, go_on, planned_event, reckon_event
from tests.builders import Evening, mitchell_evening, new_evening
from tests.knockout_events import knockout_event, win_all
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli


def ranking(text: str) -> tuple[Ranked, ...]:
    """Returns a ranking written as `7 2=2 5 9`: in order, `=` joins those who share a rank."""
    rows: list[Ranked] = []
    for group in text.split():
        rank = len(rows) + 1
        rows += [Ranked(who, rank) for who in group.split("=")]
    return tuple(rows)


def prize_lists(rules: list[tuple[PrizeRule, str]], *, is_once: bool = True) -> list[str]:
    """Returns the prizes of each list: `1 7` for a place, `2-3 2=5` for places that are shared."""
    return [
        " ".join(f"{one.place}{f'-{one.last}' if one.last > one.place else ''}:{one.who}" for one in got)
        for got in award_prizes([(rule, ranking(text)) for rule, text in rules], is_once=is_once)
    ]


class TestWhoGetsOne:
    def test_the_first_so_many(self) -> None:
        assert prize_lists([(PrizeRule(PrizeOf.OVERALL, 3), "7 2 5 9")]) == ["1:7 2:2 3:5"]

    def test_a_share_of_the_field_is_rounded_up(self) -> None:
        """R-226: 35 % of 6 are 3."""
        rule = PrizeRule(PrizeOf.OVERALL, 35, is_percent=True)
        assert prize_lists([(rule, "1 2 3 4 5 6")]) == ["1:1 2:2 3:3"]

    def test_nobody_gets_two(self) -> None:
        """The winner of all is passed over in his section, and the next one there moves up with the rank he has."""
        rules = [(PrizeRule(PrizeOf.OVERALL, 2), "7 2 5 9"), (PrizeRule(PrizeOf.SECTIONS), "7 5")]
        assert prize_lists(rules) == ["1:7 2:2", "1:5"]
        assert prize_lists(rules, is_once=False) == ["1:7 2:2", "1:7"]
        assert award_prizes([(rule, ranking(text)) for rule, text in rules], is_once=True)[1][0].rank == 2

    def test_who_shares_a_rank_shares_the_prizes(self) -> None:
        """Two share second and third; three at the last place all have one, and there is no fifth."""
        assert prize_lists([(PrizeRule(PrizeOf.OVERALL, 3), "7 2=5 9")]) == ["1:7 2-3:2 2-3:5"]
        assert prize_lists([(PrizeRule(PrizeOf.OVERALL, 2), "7 2=5=9 4")]) == ["1:7 2-4:2 2-4:5 2-4:9"]

    def test_what_the_places_have(self) -> None:
        rule = PrizeRule(PrizeOf.OVERALL, 3, prizes=("cup", "wine", "book"))
        got = award_prizes([(rule, ranking("7 2=5"))], is_once=True)[0]
        assert [one.prizes for one in got] == [("cup",), ("wine", "book"), ("wine", "book")]

    def test_fewer_than_there_are_prizes(self) -> None:
        assert prize_lists([(PrizeRule(PrizeOf.OVERALL, 9), "7 2")]) == ["1:7 2:2"]


@pytest.fixture(scope="module")
def weekend() -> Evening:
    """28 pairs in two sections and two sessions, played at random, with three strata."""
    evening = planned_event(28, strata=(PointLimit("A", None), PointLimit("B", 300), PointLimit("C", 100)))
    fill(evening, 1, seed=21)
    go_on(evening, 2)
    fill(evening, 2, seed=22)
    return evening


def of(view: PrizesView, of_what: PrizeOf, *, each: bool = False) -> list[PrizeGroup]:
    return [one for one in view.groups if one.rule.of is of_what and one.rule.is_each_session is each]


def who(group: PrizeGroup) -> list[EntryId]:
    return [line.entry.entry_id for line in group.lines if line.entry is not None]


class TestOfAnEvent:
    def test_the_proposed_table(self, weekend: Evening) -> None:
        """Three of the total; then strata and sections, which the event has; nobody twice, and none of a session."""
        view = prizes(weekend.state)
        assert (view.is_proposed, view.is_provisional, view.plan.is_once) == (True, False, True)
        wanted = reckon_event(weekend.state)
        assert who(of(view, PrizeOf.OVERALL)[0]) == wanted.best(3)
        has_sections = any(len(one.sections) > 1 for one in weekend.state.sessions.values())
        assert len(of(view, PrizeOf.SECTIONS)) == (len(weekend.state.session(2).sections) if has_sections else 0)
        assert of(view, PrizeOf.OVERALL, each=True) == []
        everybody = [one for group in view.groups for one in who(group)]
        assert len(everybody) == len(set(everybody)) == 5

    def test_each_session_by_its_own_ranking(self, weekend: Evening) -> None:
        weekend.do(SetPrizes(PrizePlan((PrizeRule(PrizeOf.OVERALL, 2, is_each_session=True),), is_once=False)))
        wanted = reckon_event(weekend.state).sessions
        for session, group in enumerate(prizes(weekend.state).groups):
            best = sorted(wanted[session], key=lambda one: -wanted[session][one])[:2]
            assert set(who(group)) == set(best)
        weekend.do(Undo())

    def test_a_lower_stratum_is_ranked_by_the_total(self, weekend: Evening) -> None:
        """The stratum of the partner with more points, and those below it, by the total of both sessions."""
        weekend.do(SetPrizes(PrizePlan((PrizeRule(PrizeOf.STRATA, 2),), is_once=False)))
        wanted, entries = reckon_event(weekend.state), weekend.state.entries
        for group, most in zip(prizes(weekend.state).groups, (300, 100), strict=True):
            within = [one for one in entries if max(p.master_points for p in entries[one].people) <= most * 100]
            assert who(group) == wanted.best(min(2, len(within)), within)
        weekend.do(Undo())

    def test_it_is_read_out_from_the_lowest_to_the_winner(self, weekend: Evening) -> None:
        view = prizes(weekend.state)
        assert view.aloud[-1].lines[-1].prize.place == 1
        assert who(view.aloud[-1])[-1] == reckon_event(weekend.state).best(1)[0]
        places = [line.prize.place for line in view.aloud[-1].lines]
        assert places == sorted(places, reverse=True)

    @rotate("locale", Locale)
    def test_on_paper_and_in_the_record(self, weekend: Evening, locale: Locale) -> None:
        """R-376: the winner stands last on the list, and the record has the list too."""
        lines = [line for group in prizes(weekend.state).groups for line in group.lines]
        names = [language_of(locale).person(line.entry.people[0]) for line in lines if line.entry is not None]
        winner, *others = (name.replace(" ", "") for name in names)
        text = print_paper("prize-list", job_of(weekend), locale).unspaced_text
        assert all(text.index(winner) > text.index(one) for one in others)
        assert winner in print_paper("record", job_of(weekend), locale).unspaced_text

    def test_the_command_line(self, weekend: Evening, tmp_path: Path) -> None:
        (tmp_path / "event.json").write_text(weekend.tournament.export(weekend.event_id), encoding="utf-8")
        document = cli("prizes", "event.json", "--json", folder=tmp_path).json
        assert document["groups"][-1]["prizes"][-1]["place"] == 1
        plain = cli("prizes", "event.json", "--lang", "en", folder=tmp_path)
        assert (plain.code, "Overall" in plain.out, "1." in plain.out) == (0, True, True)
        assert cli("report", "event.json", "-o", "out.csv", folder=tmp_path).code == 0
        lines = (tmp_path / "out.csv").read_text(encoding="utf-8-sig").splitlines()
        assert len(lines) == 1 + 2 * 28


def play_mitchell() -> Evening:
    evening = mitchell_evening(5)
    evening.play_all(("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90"))
    return evening


class TestWhoGetsNone:
    def test_who_has_withdrawn(self) -> None:
        evening = play_mitchell()
        first = who(prizes(evening.state).groups[0])
        evening.do(WithdrawEntry(first[0]))
        assert first[0] not in who(prizes(evening.state).groups[0])

    def test_who_was_sent_out(self) -> None:
        """R-321: no prize of the session in which a player was sent out."""
        evening = play_mitchell()
        line = prizes(evening.state).groups[0].lines[0]
        assert line.entry is not None
        evening.do(ExpelPlayer(Place(1, "A"), line.number, line.entry.people[0].name, law="91"), reason="三回目")
        assert line.entry.entry_id not in who(prizes(evening.state).groups[0])

    def test_before_the_first_result(self) -> None:
        assert prizes(new_evening(4).state).groups == ()


class TestTheTable:
    @for_each(
        "plan, code",
        [
            (PrizePlan((PrizeRule(PrizeOf.OVERALL, 0),)), "prizes.places-most"),
            (PrizePlan((PrizeRule(PrizeOf.OVERALL, 100),)), "prizes.places-most"),
            (PrizePlan((PrizeRule(PrizeOf.OVERALL), PrizeRule(PrizeOf.OVERALL, 2))), "prizes.twice"),
            (PrizePlan((PrizeRule(PrizeOf.OVERALL, prizes=("x" * 61,)),)), "prizes.long"),
            (PrizePlan(tuple(PrizeRule(of) for of in PrizeOf) * 3), "prizes.too-many"),
        ],
    )
    def test_faults(self, plan: PrizePlan, code: str) -> None:
        evening = new_evening(4)
        with pytest.raises(Refused) as caught:
            evening.do(SetPrizes(plan))
        assert caught.value.problems[0].code == code

    def test_it_is_kept_told_and_taken_back(self) -> None:
        """It survives the event file; the history tells it; undo and the proposal lead back."""
        evening = new_evening(4)
        plan = PrizePlan((PrizeRule(PrizeOf.SIDES, 2, prizes=("cup",)),), is_once=False)
        evening.do(SetPrizes(plan))
        ledger = event_file.load(evening.tournament.export(evening.event_id))
        assert state_of(ledger).publication.prizes == plan
        assert history(ledger)[0].what[0].code == "history.prizes-set"
        evening.do(SetPrizes(None))
        assert evening.state.publication.prizes is None
        evening.do(Undo())
        assert evening.state.publication.prizes == plan

    def test_the_places_proposed_are_those_that_are_placed(self) -> None:
        """R-226: of four pairs two are placed, so two have prizes; of ten three."""
        assert [propose_plan(new_evening(n).state).rules[0].places for n in (4, 10)] == [2, 3]


def graded_event(grade: EventClass) -> EventState:
    evening = play_mitchell()
    evening.do(
        ChangeSettings(
            replace(
                evening.state.settings,
                event_class=grade,
                awards=replace(evening.state.settings.awards, master_point_class=3),
            )
        )
    )
    return evening.state


class TestOfficePoints:
    """Manual 3919: from the grade CCG on the office reckons the masterpoints; the ranks are reported to it."""

    @for_each("grade", EventClass)
    def test_from_which_grade(self, grade: EventClass) -> None:
        """R-320."""
        lower = (EventClass.WEEKLY, EventClass.LOCAL)
        assert prizes(graded_event(grade)).has_office_points == (grade not in lower)

    def test_the_report_has_ranks_and_players(self) -> None:
        """R-310, R-320: a line for each player, no points."""
        made = report_of(graded_event(EventClass.SECTIONAL), Letter())
        rows = list(report_rows(made))
        assert len(rows) == 20
        assert {one.place for one in made.contestants} <= set(range(1, 11))
        assert {player.points for _, player in made.players()} == {None}
        assert (rows[0][2], rows[0][-1]) == ("sectional", "")

    def test_there_is_none_before_the_first_result(self) -> None:
        with pytest.raises(Refused) as caught:
            report_of(new_evening(4).state, Letter())
        assert caught.value.problems[0].code == "prizes.no-results"

    def test_a_number_is_that_of_the_newest_session(self) -> None:
        contestant = report_of(graded_event(EventClass.CCG), Letter()).contestants[0]
        assert Number(contestant.number) in graded_event(EventClass.CCG).section(Place(1, "A")).numbers


class TestKnockout:
    """Places of a knockout bring prizes and are reported, though no board counts for them."""

    def test_the_winner_and_the_beaten_finalist(self) -> None:
        evening = knockout_event(4)
        assert prizes(evening.state).groups == ()
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        win_all(evening, "2")
        (group,) = prizes(evening.state).groups
        assert [(line.prize.place, line.number) for line in group.lines][:2] == [(1, "2"), (2, "1")]
        lines = report_of(evening.state, Letter()).contestants
        assert {line.number: line.place for line in lines} == {"2": 1, "1": 2, "3": 3, "4": 3}
        assert {line.is_place_tied for line in lines if line.place == 3} == {True}
        assert len(print_paper("prize-list", job_of(evening)).pages) == 1
