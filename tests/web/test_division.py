"""Fields divided at the desk: even-chance teams, flights of teams, flights and seeds of pairs; pages and paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.division.even_chance import even_chance_teams, formed_at
from arrowswitch.tournament.division.groups import field_balance
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.app import create_app
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, tight, visible
from tests.web.conftest import CLUB_ZONE


def even_chance_event(pairs: int, **settings: object) -> Evening:
    """Returns pairs of 10, 20, 30 ... points, entered in that order; P10 has 10 points."""
    event = {"form": EventForm.EVEN_CHANCE_TEAMS, "scale": "wbf-continuous", "conditions": PLAIN_SWISS, **settings}
    evening = new_event(0, 2, boards_per_round=8, **event)
    for n in range(1, pairs + 1):
        evening.do(AddEntry((Person(f"P{10 * n}", master_points=500 * n), Person(f"Q{10 * n}", master_points=500 * n))))
    return evening


def teams_and_pairs(teams: int) -> Evening:
    settings = {"form": EventForm.TEAMS_AND_PAIRS, "scale": "wbf-continuous", "method": Method.IMPS, "sessions": 2}
    return new_event(teams, 4, kind=ContestantKind.TEAM, **settings)


def forty_pairs() -> Evening:
    """Returns the example of the manual: 13 tables of a Mitchell and 7 of a Howell, 20 / 10 / 10 pairs in A, B, C."""
    limits = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))
    evening = new_event(0, 2, flights=limits, sections=2)
    for at in range(40):
        points = 400 + at if at < 20 else 200 + at if at < 30 else 10 + at
        evening.do(AddEntry((Person(f"P{at}", master_points=100 * points), Person(f"Q{at}"))))
    evening.do(ChooseMovement(Place(1, "A"), make("scrambled-mitchell", tables=13)))
    evening.do(ChooseMovement(Place(1, "B"), make("howell", tables=7, rounds=13)))
    return evening


@contextmanager
def at(evening: Evening) -> Iterator[tuple[Desk, str]]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        yield desk, f"/events/{evening.event_id}"


def assert_reads(desk: Desk, evening: Evening, *paths: str) -> None:
    own_words = (
        " ".join(name for entry in evening.state.entries.values() for name in (*entry.names, entry.name)) + "大会"
    )
    for path in paths:
        for locale in Locale:
            page = desk.page(f"/events/{evening.event_id}{path}", locale)
            assert list_codes_shown(page) == [], path
            assert foreign(page, locale, own_words) == [], path


class TestEvenChance:
    """Pairs enter, teams are made of them (manual, lines 2725-2734)."""

    def test_best_with_worst(self) -> None:
        """R-101: 8 pairs: 1-8, 2-7, 3-6, 4-5; each team has 90 points; nothing is stored by looking."""
        evening = even_chance_event(8)
        with at(evening) as (desk, base):
            text = visible(desk.get(f"{base}/even-chance").text)
            assert_reads(desk, evening, "/even-chance", "/entries")
        teams = even_chance_teams(evening.state)
        assert teams is not None
        assert [(team.best.place, team.other.place) for team in teams.teams] == [(1, 8), (2, 7), (3, 6), (4, 5)]
        assert {team.points for team in teams.teams} == {90_00}
        assert teams.mean == 90_00
        assert "4チームを編成する" in text
        assert len(evening.state.entries) == 8

    def test_made_printed_and_taken_back(self) -> None:
        """R-101, R-251: the teams stand among the entries and on the list, the Swiss is drawn; until numbers are given
        they can be taken back."""
        evening = even_chance_event(16)
        with at(evening) as (desk, base):
            desk.send(f"{base}/even-chance", f"{base}/even-chance")
            made = [entry.names for entry in evening.state.entries.values()]
            page = desk.page(f"{base}/even-chance", Locale.EN)
            assert_reads(desk, evening, "/even-chance", "/entries", "/draw")
            paper = print_paper("entry-list", job_of(evening), Locale.EN).unspaced_text
            desk.send(f"{base}/even-chance", f"{base}/even-chance/undo")
            assert len(evening.state.entries) == 16
            desk.send(f"{base}/even-chance", f"{base}/even-chance")
        assert made[:2] == [("P160", "Q160", "P10", "Q10"), ("P150", "Q150", "P20", "Q20")]
        assert "The 8 teams" in page.text
        assert "TeamP160" in paper
        assert "P160,Q160,P10,Q10" in paper
        evening.do(DrawNumbers(Place(1, "A"), 1))
        assert formed_at(evening.tournament.ledger(evening.event_id)) is None
        evening.do(DrawRound(Place(1, "A").at(1)))
        assert len(evening.state.section(Place(1, "A")).draws[0].matches) == 4

    def test_an_odd_number_asks_for_the_standby_pair(self) -> None:
        """R-101, R-102: seven pairs are refused until one of eight is the standby pair; of eight it steps out."""
        evening = even_chance_event(7)
        with at(evening) as (desk, base):
            assert "フローターペア（奇数のときに入るペア）を1組選ぶか" in visible(desk.get(f"{base}/even-chance").text)
            answer = desk.post(f"{base}/even-chance", {"command_id": "a"})
            assert answer.status_code == 409
            evening.do(AddEntry((Person("S1", master_points=100), Person("S2"))))
            standby = tuple(evening.state.entries)[-1]
            text = visible(desk.get(f"{base}/even-chance?standby={standby}").text)
            assert "フローターペア" in text
            desk.send(f"{base}/even-chance?standby={standby}", f"{base}/even-chance")
        assert len([entry for entry in evening.state.entries.values() if len(entry.people) == 4]) == 4
        assert any("S1" in entry.names for entry in evening.state.entries.values())

    def test_the_standby_pair_steps_out_of_an_even_number(self) -> None:
        """R-102: nine pairs with the standby among them make four teams, and it plays in none."""
        evening = even_chance_event(9)
        standby = next(iter(evening.state.entries))
        with at(evening) as (desk, base):
            text = visible(desk.get(f"{base}/even-chance?standby={standby}").text)
            assert "P10・Q10は出場しません" in text
            desk.send(f"{base}/even-chance?standby={standby}", f"{base}/even-chance")
        assert evening.state.entry(standby).is_withdrawn
        assert len([entry for entry in evening.state.entries.values() if not entry.is_withdrawn]) == 4

    def test_teams_made_may_have_a_name(self) -> None:
        evening = even_chance_event(4)
        with at(evening) as (desk, base):
            desk.send(f"{base}/even-chance", f"{base}/even-chance")
            first = next(iter(evening.state.entries))
            desk.send(f"{base}/entries/{first}", f"{base}/entries/{first}", team="Lynx", points3="7")
            assert "Lynx" in visible(desk.get(f"{base}/even-chance").text)
        assert evening.state.entry(first).name == "Lynx"
        assert evening.state.entry(first).people[2].master_points == 700

    def test_other_events_have_no_such_page(self) -> None:
        with at(teams_and_pairs(4)) as (desk, base):
            assert desk.get(f"{base}/even-chance").status_code == 404
            assert desk.post(f"{base}/even-chance/undo").status_code == 409

    def test_too_few_pairs_are_told(self) -> None:
        with at(even_chance_event(2)) as (desk, base):
            page = desk.page(f"{base}/even-chance", Locale.EN)
        assert list_codes_shown(page) == []
        assert f"{base}/even-chance" not in page.forms or "standby" in page.forms[f"{base}/even-chance"]


class TestTeamFlights:
    """R-105: the teams of a short round robin of teams and pairs, split at the desk."""

    def test_nineteen_teams_are_proposed_and_split(self) -> None:
        """R-105, R-238: 10 + 9 is proposed first; taking it makes two sections with both sessions' sheets."""
        evening = teams_and_pairs(19)
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/1A/division", Locale.EN)
            assert "10 + 9" in page.text
            assert "7 + 6 + 6" in page.text
            assert_reads(desk, evening, "/1A/division", "/1A/division?by=even", "/1A/division?by=lot&seed=3")
            form = page.form(f"{base}/1A/division/flights")
            desk.post(f"{base}/1A/division/flights", form)
            assert_reads(desk, evening, "/1A/division", "/1A/entries")
        assert evening.state.settings.division.sections == 2
        assert [len(s.numbers) for s in evening.state.session(2).sections.values()] == [20, 18]

    def test_the_lot_that_is_shown_is_taken(self) -> None:
        evening = teams_and_pairs(8)
        with at(evening) as (desk, base):
            page = Page.read(desk.get(f"{base}/1A/division?sizes=4-4&by=lot").text)
            form = page.form(f"{base}/1A/division/flights")
            own_page = Page.read(desk.get(f"{base}/1A/division?sizes=4-4&by=lot&seed={form['seed']}").text)
            desk.post(f"{base}/1A/division/flights", form)
            present = Page.read(desk.get(f"{base}/1A/division").text).text
        assert own_page.form(f"{base}/1A/division/flights")["seed"] == form["seed"]
        numbers = evening.state.session(1).sections["A"].numbers
        captains = [evening.state.entry(who).people[0].name for who in dict.fromkeys(numbers.values())]
        order = [own_page.text.index(f"{name}チーム") for name in captains]
        assert order == sorted(order)
        assert all(f"{name}チーム" in present for name in captains)

    @for_each("sizes", ["9-9", "1", "x", "12-7", "-", "19-", "9-10-"])
    def test_sizes_that_cannot_be_are_told(self, sizes: str) -> None:
        evening = teams_and_pairs(19)
        with at(evening) as (desk, base):
            answer = desk.get(f"{base}/1A/division", params={"sizes": sizes})
            assert answer.status_code == 200
            assert "notice-inline" in answer.text
            assert desk.post(f"{base}/1A/division/flights", {"sizes": sizes}).status_code in (409, 422)
        assert evening.state.settings.division.sections == 1

    def test_both_rankings_on_the_page_and_on_paper(self) -> None:
        """R-237: the flights' tables and the pairs' ranking stand one below the other."""
        evening = teams_and_pairs(9)
        evening.do(
            ChangeSettings(
                replace(evening.state.settings, awards=replace(evening.state.settings.awards, master_point_class=3))
            )
        )
        with at(evening) as (desk, base):
            form = Page.read(desk.get(f"{base}/1A/division?sizes=5-4").text).form(f"{base}/1A/division/flights")
            desk.post(f"{base}/1A/division/flights", form)
            for session in (1, 2):
                evening.do(StartPlay(session))
                play_round(evening, session, seed=session)
            page = desk.page(f"{base}/2A/ranking", Locale.EN)
            assert list_codes_shown(page) == []
            evening.do(Publish())
            assert desk.get(f"/hall/{evening.event_id}").status_code == 200
            why = desk.page(f"{base}/2A/ranking/why/1", Locale.EN)
        assert "masterpoints for each member" in why.text
        assert "Ranking of the pairs" in page.text
        assert page.text.count("By session") == 2
        paper = print_paper("ranking", replace(job_of(evening), session=2), Locale.EN).unspaced_text
        assert "SectionA" in paper
        assert "RankingofthepairsB" in paper

    def test_the_list_on_paper_is_by_flights(self) -> None:
        evening = teams_and_pairs(9)
        with at(evening) as (desk, base):
            form = Page.read(desk.get(f"{base}/1A/division?sizes=5-4").text).form(f"{base}/1A/division/flights")
            desk.post(f"{base}/1A/division/flights", form)
        paper = print_paper("entry-list", job_of(evening), Locale.EN).unspaced_text
        assert "FlightA" in paper
        assert "FlightB" in paper


class TestGroupsOfPairs:
    """R-097, R-098: flights and seeds over the groups of all sections."""

    def test_the_example_of_the_manual(self) -> None:
        """R-098: by lot the table reads 7/3/3, 6/4/3, 6/3/4 and one of A; the paper lists the groups."""
        evening = forty_pairs()
        with at(evening) as (desk, base):
            assert_reads(desk, evening, "/1A/division", "/1A/entries")
            desk.post(f"{base}/1A/division/groups", {"by": "lot", "command_id": "a"})
            assert_reads(desk, evening, "/1A/division")
            html = tight(desk.get(f"{base}/1A/division").text)
        rows = re.findall(r"<tr><td><b>[AB]</b>.*?</tr>", html, re.DOTALL)
        cells = [re.findall(r'<td class="n">(\d+)<span class="quiet">/(\d+)', row) for row in rows]
        assert [[int(count) for count, _ in row] for row in cells] == [[7, 3, 3], [6, 4, 3], [6, 3, 4], [1, 0, 0]]
        assert all(count == wanted for row in cells for count, wanted in row)
        assert field_balance(evening.state, 1).counts == field_balance(evening.state, 1).wanted
        paper = print_paper("entry-list", job_of(evening), Locale.EN).unspaced_text
        assert "SectionA,1-13" in paper
        assert re.search(r"SectionB,14(?![-–])", paper)

    def test_by_points_the_groups_are_alike(self) -> None:
        """R-097: without flights the page shows that the groups' means are within the tolerance."""
        evening = new_event(0, 2)
        for n in range(24):
            evening.do(AddEntry((Person(f"P{n}", master_points=100 * (n * n + 5)), Person(f"Q{n}"))))
        evening.do(ChooseMovement(Place(1, "A"), make("scrambled-mitchell", tables=12, rounds=11)))
        with at(evening) as (desk, base):
            desk.post(f"{base}/division/groups", {"by": "points", "command_id": "a"})
            text = desk.page(f"{base}/division", Locale.EN).text
        assert "within the tolerance" in text
        assert field_balance(evening.state, 1).balance.is_even

    def test_seeds_are_typed(self) -> None:
        """One name a line, the strongest first, with the section where it is said; what names nobody stands at the
        field, and what was typed stays."""
        evening = forty_pairs()
        with at(evening) as (desk, base):
            path = f"{base}/1A/division/groups"
            for locale in Locale:
                wrong = desk.post(f"{path}?lang={locale.value}", {"by": "lot", "seeds": "P39\nNobody\nC: P38"})
                assert wrong.status_code == 422
                page = Page.read(wrong.text)
                assert list_codes_shown(page) == []
                assert "C: P38" in wrong.text
            assert evening.state.session(1).sections["A"].numbers == {}
            desk.post(path, {"by": "lot", "seeds": "B: P39\nｂ：Q38\n\np37", "command_id": "a"})
        sections = evening.state.session(1).sections
        home = {
            evening.state.entries[who].names[0]: letter for letter in "AB" for who in sections[letter].numbers.values()
        }
        assert (home["P39"], home["P38"], home["P37"], len(home)) == ("B", "B", "A", 40)

    def test_a_seat_too_many_is_told(self) -> None:
        evening = forty_pairs()
        evening.do(AddEntry((Person("X1"), Person("X2"))))
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/1A/division", Locale.EN)
            assert f"{base}/1A/division/groups" not in page.forms
            assert desk.post(f"{base}/1A/division/groups", {"by": "lot"}).status_code == 409

    def test_without_a_movement_there_is_nothing_to_divide(self) -> None:
        evening = new_event(4, 2)
        with at(evening) as (desk, base):
            assert list_codes_shown(desk.page(f"{base}/division")) == []

    def test_drawn_events_are_not_divided(self) -> None:
        with at(even_chance_event(4)) as (desk, base):
            assert desk.get(f"{base}/division").status_code == 404


class TestPaper:
    def test_the_list_before_and_after_numbers(self) -> None:
        """R-094: in the order of the seeds, then of the numbers; nobody there is refused."""
        evening = new_event(0, 2)
        with pytest.raises(Refused, match=r"print\.no-entries"):
            print_paper("entry-list", job_of(evening))
        for n, points in enumerate((100, 900, 500, 300)):
            evening.do(AddEntry((Person(f"P{n}", master_points=points), Person(f"Q{n}"))))
        text = print_paper("entry-list", job_of(evening), Locale.EN).text
        assert text.index("P1") < text.index("P2") < text.index("P3") < text.index("P0")
        evening.do(ChooseMovement(Place(1, "A"), make("howell", tables=2)))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        numbers = evening.state.session(1).sections["A"].numbers
        text = print_paper("entry-list", job_of(evening), Locale.EN).text
        first = [evening.state.entry(who).names[0] for _, who in sorted(numbers.items())]
        places = [text.index(name) for name in first]
        assert places == sorted(places)

    def test_a_team_name_stands_above_its_people(self) -> None:
        evening = teams_and_pairs(4)
        entry = next(iter(evening.state.entries.values()))
        evening.do(ChangeEntry(entry.entry_id, entry.people, name="山猫クラブ"))
        assert "山猫クラブ" in print_paper("entry-list", job_of(evening)).unspaced_text
