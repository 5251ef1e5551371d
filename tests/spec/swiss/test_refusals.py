"""Refusals before any board is played, each with the fault and the remedy.

An unknown scale at every entry point (R-057), a number of boards without a table, an odd number, one person entered
twice.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale, problems_text
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.movement.late import late_seat
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, Evening, FixedClock
from tests.scripted_events import PLAIN_SWISS, new_event, play_swiss
from tests.unit.cli.runner import cli

SWISS = {
    "kind": ContestantKind.TEAM,
    "form": EventForm.SWISS_TEAMS,
    "scale": "wbf-25",
    "boards_per_round": 8,
    "conditions": PLAIN_SWISS,
}


def message_of(mistake: Refused | Malformed | NotFound) -> str:
    """Returns the English message, after a check that there is a Japanese one."""
    assert all(problems_text(mistake, Locale.JA))
    return " ".join(problems_text(mistake, Locale.EN))


class TestUnknownScale:
    """R-057: an unknown scale of victory points is refused at every entry point, and never guessed."""

    @pytest.fixture
    def evening(self) -> Evening:
        evening = new_event(4, 4, **SWISS)
        play_swiss(evening, 1)
        return evening

    def test_where_an_event_is_made(self) -> None:
        with pytest.raises(Refused, match=r"form\.scale-unknown") as caught:
            new_event(0, 0, **{**SWISS, "scale": "moon"})
        assert "moon" in message_of(caught.value)
        assert "wbf-25" in message_of(caught.value)

    def test_where_its_settings_change(self) -> None:
        fresh = new_event(0, 0, **SWISS)
        with pytest.raises(Refused, match=r"form\.scale-unknown"):
            fresh.do(
                ChangeSettings(
                    replace(fresh.state.settings, scoring=replace(fresh.state.settings.scoring, scale="moon"))
                )
            )

    def test_in_an_event_file(self, evening: Evening, tmp_path: Path) -> None:
        """R-057: the file is refused whole, at the desk and on the command line, with its name and the scales there
        are."""
        text = evening.tournament.export(evening.event_id).replace('"wbf-25"', '"moon"')
        with pytest.raises(Malformed, match=r"file\.scale-unknown") as caught:
            event_file.load(text, "season.json")
        assert caught.value.problems[0].where == "season.json"
        assert "moon" in message_of(caught.value)
        elsewhere = Tournament(MemoryStore(), FixedClock(), CountingChance())
        with pytest.raises(Malformed, match=r"file\.scale-unknown"):
            elsewhere.import_file(text, Stamp("import", "director"))
        assert elsewhere.events() == ()
        (tmp_path / "season.json").write_text(text, encoding="utf-8")
        outcome = cli("score", "season.json", folder=tmp_path)
        assert (outcome.code, outcome.out) == (1, "")
        assert "moon" in outcome.err

    def test_by_name_on_the_command_line(self, evening: Evening, tmp_path: Path) -> None:
        (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
        for words in (("score", "event.json", "--scale", "moon"), ("vp", "--scale", "moon", "--boards", "8", "3")):
            outcome = cli(*words, folder=tmp_path)
            assert outcome.code == 1
            assert "moon" in outcome.err

    def test_without_a_table_for_so_many_boards(self, evening: Evening, tmp_path: Path) -> None:
        """R-057, R-171: 11 boards at both entry points; the command line does not score by a column that is not
        there."""
        with pytest.raises(Refused, match=r"form\.scale-boards"):
            new_event(0, 0, **{**SWISS, "boards_per_round": 11})
        (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
        for scale, code in (("12-0", 1), ("ebu-3-boards", 1), ("wbf-continuous", 0)):
            outcome = cli("score", "event.json", "--scale", scale, folder=tmp_path)
            assert outcome.code == code, outcome.err
            assert (scale in outcome.err) is (code == 1)
        assert cli("vp", "--scale", "wbf-25", "--boards", "11", "3").code == 1

    @pytest.mark.parametrize("method", [Method.SWISS_IMPS, Method.HOUSTON])
    def test_of_the_regulations(self, method: Method) -> None:
        """R-057: four boards a round have no column of the scale that the regulations name for the method:
        refused when the settings are made, not after the round."""
        form = EventForm.HOUSTON_PAIRS if method is Method.HOUSTON else EventForm.SWISS_PAIRS
        with pytest.raises(Refused, match=r"scale\.no-column") as caught:
            new_event(0, 0, form=form, method=method, boards_per_round=4, conditions=PLAIN_SWISS)
        assert "8, 10, 12" in message_of(caught.value)
        fresh = new_event(0, 0, form=form, method=method, boards_per_round=8, conditions=PLAIN_SWISS)
        with pytest.raises(Refused, match=r"scale\.no-column"):
            fresh.do(
                ChangeSettings(
                    replace(fresh.state.settings, play=replace(fresh.state.settings.play, boards_per_round=4))
                )
            )


class TestEntries:
    def test_an_odd_number_of_even_chance_pairs(self) -> None:
        """R-101: seven pairs: who stands by is asked for."""
        evening = new_event(7, 2, form=EventForm.EVEN_CHANCE_TEAMS, scale="wbf-25", boards_per_round=8)
        with pytest.raises(Refused, match=r"team-event\.odd-pairs") as caught:
            evening.do(FormTeams())
        assert "7" in message_of(caught.value)

    def test_pairs_of_even_chance_teams_play_no_matches_alone(self) -> None:
        """R-101: before the teams are made nobody gets a number, and a pair that comes later no match of its own."""
        evening = new_event(8, 2, form=EventForm.EVEN_CHANCE_TEAMS, scale="wbf-25", boards_per_round=8)
        settings = replace(evening.state.settings, conditions=PLAIN_SWISS)
        evening.do(ChangeSettings(settings))
        for command in (DrawNumbers(Place(1, "A"), 1), SeedNumbers(Place(1, "A"))):
            with pytest.raises(Refused, match=r"team-event\.half-team"):
                evening.do(command)
        evening.do(FormTeams())
        evening.do(SeedNumbers(Place(1, "A")))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        late = AddEntry(tuple(Person(name) for name in ("Late Comer", "Later Still")))
        evening.do(late)
        pair = next(one for one in evening.state.entries.values() if len(one.people) == 2)
        with pytest.raises(Refused, match=r"late\.half-team"):
            late_seat(evening.state, Place(1, "A"), pair)

    def test_an_odd_number_in_a_swiss_without_triangles(self) -> None:
        """R-267: nine teams without triangles: one sits out, and the draw says who and why."""
        evening = new_event(9, 4, **SWISS)
        play_swiss(evening, 1)
        drawn = evening.state.section(Place(1, "A")).draws[0]
        assert drawn.sit_out == Number("9")
        assert [problem.code for problem in drawn.why_odd] == ["draw.why.sits-out"]

    def test_a_player_in_two_teams(self) -> None:
        """R-103: by number, or by name where neither has one; when entered and when changed."""
        evening = new_event(2, 4, **SWISS)
        first, second = evening.state.entries.values()
        three = tuple(Person(f"Oak {at}") for at in range(3))
        with pytest.raises(Refused, match=r"entry\.twice") as caught:
            evening.do(AddEntry((first.people[0], *three)))
        assert first.names[0] in message_of(caught.value)
        with pytest.raises(Refused, match=r"entry\.twice"):
            evening.do(
                ChangeEntry(second.entry_id, (*second.people[:3], replace(first.people[2], name="another name")))
            )
        evening.do(AddEntry((*three, Person("Oak 3"))))
        with pytest.raises(Refused, match=r"entry\.twice"):
            evening.do(AddEntry((Person("Oak 1"), *(Person(f"Elm {at}") for at in range(3)))))

    def test_a_team_entered_twice(self) -> None:
        """R-103: every one of its players is named."""
        evening = new_event(1, 4, **SWISS)
        (entry,) = evening.state.entries.values()
        with pytest.raises(Refused) as caught:
            evening.do(AddEntry(entry.people))
        assert [problem.code for problem in caught.value.problems] == ["entry.twice"] * 4

    def test_somebody_twice_in_one_team(self) -> None:
        evening = new_event(0, 0, **SWISS)
        with pytest.raises(Refused, match=r"entry\.same-player"):
            evening.do(AddEntry((Person("Oak"), Person("Oak"), Person("Elm"), Person("Ash"))))

    def test_one_team_alone(self) -> None:
        """R-262: nobody to meet."""
        evening = new_event(1, 4, **SWISS)
        with pytest.raises(Refused, match=r"draw\.too-few"):
            evening.do(DrawRound(Place(1, "A").at(1)))


def test_an_event_file_of_an_organisers_own_table_is_read() -> None:
    """R-057: a table in the file itself is accepted."""
    own = new_event(4, 4, **{**SWISS, "scale": OWN, "scale_table": "10-10 15-5 20-0\n8: 0 3 10"})
    assert event_file.load(own.tournament.export(own.event_id)) == own.tournament.ledger(own.event_id)
