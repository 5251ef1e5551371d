"""Names of teams: typed at the desk, read from files, shown on every page (R-103, and R-094 for the list)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntries, AddEntry, ChangeEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.entries.csv import read_entries
from tests.builders import Evening, new_evening
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.tables import for_each
from tests.web.client import Desk, open_desk, visible
from tests.web.conftest import CLUB_ZONE, register_players

FOUR = tuple(Person(name) for name in ("Alder", "Oak", "Elm", "Ash"))


def teams(count: int = 0) -> Evening:
    """Returns a Swiss of the given number of teams without names."""
    settings = {"form": EventForm.SWISS_TEAMS, "scale": "wbf-continuous", "conditions": PLAIN_SWISS}
    return new_event(count, 4, kind=ContestantKind.TEAM, boards_per_round=8, **settings)


def name(evening: Evening, place: int, title: str) -> None:
    entry = tuple(evening.state.entries.values())[place]
    evening.do(ChangeEntry(entry.entry_id, entry.people, name=title))


def entries(evening: Evening) -> list[Entry]:
    return list(evening.state.entries.values())


@contextmanager
def at(evening: Evening) -> Iterator[tuple[Desk, str]]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        yield desk, f"/events/{evening.event_id}"


class TestNaming:
    def test_a_name_is_kept_in_one_line(self) -> None:
        evening = teams()
        evening.do(AddEntry(FOUR, name="  Lynx \n of  Oaks "))
        assert entries(evening)[0].name == "Lynx of Oaks"
        assert entries(evening)[0].display_names == "Lynx of Oaks"

    def test_other_changes_leave_it_and_an_empty_one_takes_it_away(self) -> None:
        evening = teams()
        evening.do(AddEntry(FOUR, name="Lynx"))
        (team,) = entries(evening)
        evening.do(ChangeEntry(team.entry_id, team.people, note="new"))
        assert entries(evening)[0].name == "Lynx"
        evening.do(ChangeEntry(team.entry_id, team.people, name=""))
        assert entries(evening)[0].name == ""
        assert entries(evening)[0].display_names == "Alder - Oak - Elm - Ash"

    @for_each("same", ["Lynx", "LYNX", "Ｌｙｎｘ", " lynx "])
    def test_two_teams_have_different_names(self, same: str) -> None:
        evening = teams(1)
        name(evening, 0, "Lynx")
        with pytest.raises(Refused, match=r"team-name\.taken"):
            evening.do(AddEntry(FOUR, name=same))
        name(evening, 0, "Lynx")
        assert len(evening.state.entries) == 1

    def test_it_is_forty_characters_at_the_most(self) -> None:
        evening = teams()
        evening.do(AddEntry(FOUR, name="x" * 40))
        with pytest.raises(Refused, match=r"team-name\.long"):
            name(evening, 0, "x" * 41)

    def test_a_pair_has_none(self) -> None:
        evening = new_evening()
        with pytest.raises(Refused, match=r"team-name\.no-team"):
            evening.do(AddEntry(FOUR[:2], name="Lynx"))

    def test_the_history_names_the_team(self) -> None:
        evening = teams()
        evening.do(AddEntry(FOUR, name="Lynx"))
        newest = history(evening.tournament.ledger(evening.event_id))[0]
        assert newest.what[0].params["names"] == "Lynx"

    def test_the_event_file_has_it_and_older_files_are_read(self) -> None:
        """A file that was written before teams had names folds to teams without one."""
        evening = teams()
        evening.do(AddEntry(FOUR, name="Lynx"))
        text = evening.tournament.export(evening.event_id)
        (team,) = state_of(event_file.load(text)).entries.values()
        assert team.name == "Lynx"
        plain = json.loads(text)
        del plain["ledger"][-1]["facts"][0]["entry"]["name"]
        (old,) = state_of(event_file.load(json.dumps(plain))).entries.values()
        assert (old.name, old.names) == ("", ("Alder", "Oak", "Elm", "Ash"))


class TestPages:
    def play_event(self) -> Evening:
        evening = teams(4)
        name(evening, 0, "山猫クラブ")
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        play_round(evening, 1, 1)
        return evening

    @for_each("page", ["entries", "draw", "matches?round=1", "cross", "ranking", "scores", "history"])
    def test_the_name_stands_on_every_page(self, page: str) -> None:
        with at(self.play_event()) as (desk, base):
            assert "山猫クラブ" in visible(desk.get(f"{base}/{page}").text)

    def test_the_hall_calls_teams_by_their_names(self) -> None:
        evening = self.play_event()
        with at(evening) as (desk, base):
            desk.post(f"{base}/publish", {"is_interim": "true"})
            text = visible(desk.get(f"/hall/{evening.event_id}").text)
        captain = entries(evening)[0].people[0].name
        other = entries(evening)[1].people[0].name
        assert "山猫クラブ" in text
        assert captain not in text
        assert f"{other}チーム" in text

    def test_the_entry_shows_the_members_too(self) -> None:
        evening = self.play_event()
        with at(evening) as (desk, base):
            text = visible(desk.get(f"{base}/entries/{entries(evening)[0].entry_id}").text)
        joined = "・".join(entries(evening)[0].names)
        assert f"山猫クラブ（{joined}）" in text

    def test_it_is_typed_with_the_entry(self) -> None:
        evening = teams()
        with at(evening) as (desk, base):
            typed: dict[str, Any] = {f"player{place}": one.name for place, one in enumerate(FOUR, start=1)}
            desk.send(f"{base}/entries", f"{base}/entries/add", team="Lynx", **typed)
            typed["player1"] = "Fir"
            desk.send(f"{base}/entries", f"{base}/entries/add", status=422, team="lynx", **typed)
            path = f"{base}/entries/{entries(evening)[0].entry_id}"
            desk.send(path, path, team="Otters")
        assert [one.name for one in entries(evening)] == ["Otters"]

    def test_a_refused_name_is_told_beside_its_field(self) -> None:
        evening = teams(1)
        name(evening, 0, "Lynx")
        with at(evening) as (desk, base):
            typed: dict[str, Any] = {f"player{place}": one.name for place, one in enumerate(FOUR, start=1)}
            answer = desk.send(f"{base}/entries", f"{base}/entries/add", status=422, team="Lynx", **typed)
        assert 'id="team-error"' in answer.text

    def test_the_wish_for_points_does_not_lose_it(self) -> None:
        """R-104: the seed of a team with a name is that of its best four: 4 + 3 + 2 + 1 = 10 points."""
        evening = teams()
        evening.do(AddEntry(FOUR, name="Lynx"))
        with at(evening) as (desk, base):
            path = f"{base}/entries/{entries(evening)[0].entry_id}"
            desk.send(path, path, points1="4", points2="3", points3="2", points4="1")
            row = desk.page(f"{base}/entries", Locale.EN).text
        assert entries(evening)[0].name == "Lynx"
        assert " 10 " in row


HEAD = "team name,name 1,number 1,name 2,number 2,name 3,number 3,name 4,number 4,points 1"
LYNX = "Lynx,Alder,,Oak,,Elm,,Ash,,12.5"


class TestFiles:
    """R-094: the entries come as a file before the day."""

    def test_what_is_written_is_read_again(self) -> None:
        evening = teams(3)
        name(evening, 1, "Lynx")
        other = teams()
        with at(evening) as (desk, base):
            written = desk.get(f"{base}/entries/export").content
        with at(other) as (desk, base):
            answer = desk.post(f"{base}/entries/import", files={"file": ("list.csv", written)})
        assert answer.status_code == 200
        # the page lists the newest first
        read = [(one.name, one.names, [p.master_points for p in one.people]) for one in entries(other)]
        team_rows = [(one.name, one.names, [p.master_points for p in one.people]) for one in entries(evening)]
        assert sorted(read) == sorted(team_rows)

    def test_a_list_is_one_step_of_the_history(self) -> None:
        evening = teams()
        evening.do(AddEntries((AddEntry(FOUR), AddEntry((Person("Fir"),), name="Otters"))))
        assert [one.display_names for one in entries(evening)] == ["Alder - Oak - Elm - Ash", "Otters"]
        evening.do(Undo())
        assert entries(evening) == []

    def test_the_register_says_who_a_number_is(self) -> None:
        evening = teams()
        register_players(evening)
        text = f"{HEAD}\nLynx,Somebody,101,,102,Elm,,Ash,,\n"
        with at(evening) as (desk, base):
            desk.post(f"{base}/entries/import", files={"file": ("list.csv", text.encode())})
        (team,) = entries(evening)
        assert team.names == ("春川 一葉", "夏山 二葉", "Elm", "Ash")
        assert team.people[0].master_points == 100

    def test_headings_may_be_japanese_and_in_any_order(self) -> None:
        text = "氏名2,チーム名,氏名１,ポイント1,備考\nOak,山猫,Alder,3,遅れます\n"
        ((line, entry),) = ((one.line, one.entry) for one in read_entries(text.encode("cp932"), "x", ()).entries)
        assert (line, entry.name, entry.note) == (2, "山猫", "遅れます")
        assert [(one.name, one.master_points) for one in entry.people] == [("Alder", 300), ("Oak", 0)]

    def test_titles_above_the_heading_and_columns_that_are_not_read(self) -> None:
        """The title is no entry, lines are those of the file, and the column of telephones is named."""
        evening = teams()
        text = f"Entries of the spring event\n\n{HEAD},phone\n{LYNX},555\n"
        with at(evening) as (desk, base):
            answer = desk.post(f"{base}/entries/import?lang=en", files={"file": ("list.csv", text.encode())})
        assert "Read 1 entry. These columns were not read: phone." in visible(answer.text)
        ((line, _),) = ((one.line, one.entry) for one in read_entries(text.encode(), "x", ()).entries)
        assert line == 4

    def test_every_faulty_line_is_told_and_nothing_is_entered(self) -> None:
        evening = teams()
        text = f"{HEAD}\n{LYNX}\n\nLYNX,Fir,,,,,,,,\nOtters,Alder,,,,,,,,\n"
        with at(evening) as (desk, base):
            answer = desk.post(f"{base}/entries/import", files={"file": ("list.csv", text.encode())})
        visible_text = visible(answer.text)
        assert answer.status_code == 422
        assert "4行目：チーム名「LYNX」" in visible_text
        assert "5行目：" in visible_text
        assert entries(evening) == []

    @for_each(
        "text, code",
        [
            ("", "desk.file.empty"),
            ("a,b\n1,2\n", "entry-list.no-heading"),
            (f"{HEAD}\nLynx,Alder,,,,,,,,many\n", "desk.players.points"),
            (f"{HEAD}\n" + "x,y\n" * 2000, "entry-list.too-long"),
        ],
    )
    def test_what_is_no_list_is_refused(self, text: str, code: str) -> None:
        with pytest.raises(Malformed, match=code.replace(".", r"\.")):
            read_entries(text.encode(), "list.csv", ())

    def test_a_list_of_nobody_is_refused(self) -> None:
        evening = teams()
        with at(evening) as (desk, base):
            answer = desk.post(f"{base}/entries/import", files={"file": ("list.csv", f"{HEAD}\n".encode())})
        assert answer.status_code == 422
        assert "一覧に参加者がありません" in visible(answer.text)
