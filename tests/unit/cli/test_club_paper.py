"""Paper from the command line is the club's paper: its name, its logo and its time, as from the desk."""

from __future__ import annotations

from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pytest

from arrowswitch.bootstrap.programs import Programs, open_store, tournament_on
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.knockout.progress import stand
from arrowswitch.core.pairing.league.schedule import make_schedule
from arrowswitch.core.pairing.league.season import DivisionState, table
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files.event_file import dump
from arrowswitch.tournament.model.club_values.club import ClubSettings, Logo, LogoKind
from arrowswitch.tournament.model.ledger import Stamp
from tests.builders import new_evening
from tests.paper import Paper, read
from tests.spec.league.test_schedules import day, league, season
from tests.unit.core.pairing.knockouts import RULES, bracket

NAME = "ことりブリッジクラブ"
LOGO_COLOUR = "#cc3333"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c33"/></svg>'


@pytest.fixture
def event() -> bytes:
    """The file of an evening of seven pairs."""
    evening = new_evening(7)
    evening.start(make("howell", pairs=7, boards_per_round=2))
    return dump(evening.tournament.store.ledger(evening.event_id)).encode()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer on which the program has never run."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("arrowswitch.bootstrap.programs.usual_database", lambda: tmp_path / "club.db")
    return tmp_path


def set_up(database: Path | None) -> None:
    """The club says its name, its time and its logo at the desk of a database."""
    settings = ClubSettings(name=NAME, zone="Asia/Tokyo", logo=Logo(LogoKind.SVG, b64encode(SVG).decode()))
    with closing(open_store(None if database is None else str(database))) as store:
        tournament_on(store).club.change(settings, 0, Stamp("club"))


def page(event: bytes, database: str | None = None) -> Paper:
    """Returns a master sheet."""
    return read(Programs().print_sheet("master-sheet", event, Locale.JA, {}, database))


def test_the_head_is_that_of_the_desk_on_this_computer(home: Path, event: bytes) -> None:
    set_up(None)
    sheet = page(event)
    assert NAME in sheet.text
    assert LOGO_COLOUR in sheet.colours()


def test_another_database_may_be_named(home: Path, event: bytes, tmp_path: Path) -> None:
    set_up(tmp_path / "other.db")
    assert NAME not in page(event).text
    assert NAME in page(event, str(tmp_path / "other.db")).text


def test_a_computer_without_a_desk_prints_without_a_head_and_is_given_no_database(home: Path, event: bytes) -> None:
    assert NAME not in page(event).text
    assert list(home.iterdir()) == []


def test_a_database_that_is_not_there_or_is_none(home: Path, event: bytes, tmp_path: Path) -> None:
    with pytest.raises(NotFound) as missing:
        page(event, str(tmp_path / "none.db"))
    assert [problem.code for problem in missing.value.problems] == ["cli.no-file"]
    assert list(home.iterdir()) == []
    (tmp_path / "text.db").write_text("no database, but a text that is long enough to be looked at" * 20)
    with pytest.raises(Refused) as refused:
        page(event, str(tmp_path / "text.db"))
    assert [problem.code for problem in refused.value.problems] == ["store.cannot-open"]


def test_brackets_and_leagues_of_plain_files_bear_the_head(home: Path) -> None:
    set_up(None)
    schedule = season()
    league_of_six = DivisionState("", {}, schedule, make_schedule(league(6)), table(schedule), (), ())
    for pdf in (
        Programs().bracket_sheet(stand(bracket(4), (), RULES), "杯", {}, Locale.JA),
        Programs().league_sheet("秋", [league_of_six], day(0), Locale.JA),
    ):
        assert NAME in read(pdf).text
        assert LOGO_COLOUR in read(pdf).colours()
