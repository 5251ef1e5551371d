"""The federation's side: reports are taken whole or refused with every fault, and everybody's points add up (R-310,
R-320; manual, lines 3914-3919)."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.bootstrap.programs import Programs
from arrowswitch.core.reporting.report import Report
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.formats.federation.bundle import MOST_FILES
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.formats.federation.taking import ReadReport, read_reports
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.federation.federation import Federation, ReportOutcome, TakenReport
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.reporting import NoteReportSent
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.reporting.report import Letter, report_to_send
from tests.builders import Evening, mitchell_evening
from tests.unit.cli.runner import Notebook, cli

CLASS = 2


def evening_of(first: int = 900_001) -> Evening:
    """Three tables, class 2; everybody has a membership number, from `first` on."""
    made = mitchell_evening()
    number = first
    for entry in tuple(made.state.entries.values()):
        people = []
        for person in entry.people:
            people.append(replace(person, number=str(number)))
            number += 1
        made.do(ChangeEntry(entry.entry_id, tuple(people)))
    made.play_all()
    made.do(
        ChangeSettings(
            replace(made.state.settings, awards=replace(made.state.settings.awards, master_point_class=CLASS))
        )
    )
    return made


def report_at(evening: Evening) -> Report:
    return report_to_send(evening.state, evening.tournament.ledger(evening.event_id), Letter("Club A"))


@pytest.fixture
def evening() -> Evening:
    return evening_of()


@pytest.fixture
def federation(evening: Evening) -> Federation:
    store = MemoryStore()
    players = (player for _, player in report_at(evening).players())
    store.save_players([Player(PlayerId(one.number), Person(one.name, one.number)) for one in players])
    return Federation(store, evening.tournament.clock)


def take_reports(federation: Federation, *reports: Report) -> tuple[TakenReport, ...]:
    """Takes reports as files, as they come from clubs."""
    read = list(read_reports((f"{at}.json", write_report(one)) for at, one in enumerate(reports)))
    assert all(one.report is not None for one in read)
    return federation.take((one.report, one.digest) for one in read if one.report is not None)


def codes(report: TakenReport) -> set[str]:
    return {problem.code for problem in report.problems}


class TestTaking:
    def test_points_of_all_members(self, federation: Federation, evening: Evening) -> None:
        """0.02 x 3 = 0.06 for the first pair of each side, 0.7 of it for the second: 35 % of 3 are two places."""
        (report,) = take_reports(federation, report_at(evening))
        assert (report.outcome, report.problems) == (ReportOutcome.TAKEN, ())
        assert sorted(one.points for one in federation.points()) == [0] * 4 + [4] * 4 + [6] * 4
        assert all(one.is_known and one.events == 1 for one in federation.points())

    def test_the_same_again_changes_nothing(self, federation: Federation, evening: Evening) -> None:
        """Also when it was made again at another time."""
        take_reports(federation, report_at(evening))
        again, later = take_reports(federation, report_at(evening), replace(report_at(evening), made_at="2027-01-01"))
        assert (again.outcome, later.outcome) == (ReportOutcome.HELD, ReportOutcome.HELD)
        assert len(federation.reports()) == 1

    def test_a_correction_takes_the_place(self, federation: Federation, evening: Evening) -> None:
        first = report_at(evening)
        take_reports(federation, first)
        evening.do(NoteReportSent(first.seq, Channel.HAND))
        evening.enter(1, 1, 1, "1400")
        second = report_at(evening)
        (report,) = take_reports(federation, second)
        assert (report.outcome, [one.version for one in federation.reports()]) == (ReportOutcome.TAKEN, [2])
        (late,) = take_reports(federation, first)
        assert (late.outcome, codes(late)) == (ReportOutcome.REFUSED, {"federation.older"})

    def test_another_report_of_the_same_version(self, federation: Federation, evening: Evening) -> None:
        """The club did not note that it sent the first."""
        take_reports(federation, report_at(evening))
        evening.enter(1, 1, 1, "1400")
        (report,) = take_reports(federation, report_at(evening))
        assert (report.outcome, codes(report)) == (ReportOutcome.REFUSED, {"federation.same-version"})

    def test_the_same_event_under_another_id(self, federation: Federation, evening: Evening) -> None:
        made = report_at(evening)
        other = replace(made, event=replace(made.event, event_id="another"))
        first, second = take_reports(federation, made, other)
        assert (first.outcome, second.outcome) == (ReportOutcome.TAKEN, ReportOutcome.REFUSED)
        assert codes(second) == {"federation.twice"}

    def test_wrong_sums_and_points(self, federation: Federation, evening: Evening) -> None:
        """All faults at once, and nothing is kept."""
        made = report_at(evening)
        first, *others = made.fields[0].contestants
        players = tuple(replace(player, points=Fraction(5)) for player in first.players)
        wrong = replace(first, total=first.total + 1, players=players)
        field = replace(made.fields[0], contestants=(wrong, *others))
        (report,) = take_reports(federation, replace(made, fields=(field, *made.fields[1:])))
        assert report.outcome is ReportOutcome.REFUSED
        assert codes(report) == {"federation.total-sum", "federation.points-formula"}
        assert federation.reports() == ()

    def test_numbers_that_the_register_does_not_know(self, evening: Evening) -> None:
        """The report is taken; the points wait under the number."""
        federation = Federation(MemoryStore(), evening.tournament.clock)
        (report,) = take_reports(federation, report_at(evening))
        assert (report.outcome, codes(report), len(report.problems)) == (
            ReportOutcome.TAKEN,
            {"federation.unknown-number"},
            12,
        )
        assert not any(one.is_known for one in federation.points())

    def test_a_number_in_another_spelling_is_the_same_member(self, federation: Federation, evening: Evening) -> None:
        """Full width in one club's report, as the register has it in the other: known, and one sum. Twice in one
        report in two spellings is twice."""
        made = report_at(evening)
        first, *others = made.fields[0].contestants
        own = first.players[0].number
        wide = replace(first.players[0], number=" ".join(chr(ord(digit) + ord("０") - ord("0")) for digit in own))
        changed = replace(first, players=(wide, first.players[1]))
        event = replace(made.event, event_id="second", date="2026-12-05")
        field = replace(made.fields[0], contestants=(changed, *others))
        reports = take_reports(federation, made, replace(made, event=event, fields=(field, *made.fields[1:])))
        assert [codes(one) for one in reports] == [set(), set()]
        (member,) = (one for one in federation.points() if one.name == wide.name)
        assert (member.number, member.events, member.is_known) == (own, 2, True)
        twice = replace(first, players=(wide, replace(first.players[1], number=own)))
        field = replace(made.fields[0], contestants=(twice, *others))
        event = replace(made.event, event_id="third", date="2026-12-06")
        (refused,) = take_reports(federation, replace(made, event=event, fields=(field, *made.fields[1:])))
        assert "federation.player-twice" in codes(refused)

    def test_a_number_of_somebody_else(self, federation: Federation, evening: Evening) -> None:
        made = report_at(evening)
        first, *others = made.fields[0].contestants
        stranger = replace(first, players=(replace(first.players[0], name="Somebody Else"), first.players[1]))
        field = replace(made.fields[0], contestants=(stranger, *others))
        (report,) = take_reports(federation, replace(made, fields=(field, *made.fields[1:])))
        assert codes(report) == {"federation.other-name"}

    def test_of_an_event_of_the_office(self, federation: Federation, evening: Evening) -> None:
        """R-320: ranks are kept, and nobody has points of them yet."""
        evening.do(ChangeSettings(replace(evening.state.settings, event_class=EventClass.REGIONAL)))
        (report,) = take_reports(federation, report_at(evening))
        assert report.outcome is ReportOutcome.TAKEN
        (held,) = federation.reports()
        assert held.is_office_points
        assert {one.points for one in held.players} == {None}
        assert sum(one.points for one in federation.points()) == 0

    def test_one_player_over_two_events(self, federation: Federation, evening: Evening) -> None:
        """Sums over events of the days asked for."""
        made = report_at(evening)
        later = replace(made, event=replace(made.event, event_id="second", date="2026-12-05"))
        take_reports(federation, made, later)
        twice = {one.number: one.points for one in federation.points()}
        once = {one.number: one.points for one in federation.points(since="2026-12-01")}
        assert twice == {number: 2 * points for number, points in once.items()}
        federation.forget("second")
        assert federation.points(since="2026-12-01") == ()


class TestFiles:
    def test_a_zip_of_many_and_a_damaged_one(self, evening: Evening) -> None:
        data = write_report(report_at(evening))
        packed = zip_files({"a.json": data, "b.json": data[:-40], "notes.txt": b"hello"})
        read = list(read_reports([("month.zip", packed), ("broken.zip", b"PK\x03\x04"), ("c.json", data)]))
        assert [(one.name, one.report is not None) for one in read] == [
            ("a.json", True),
            ("b.json", False),
            ("broken.zip", False),
            ("c.json", True),
        ]
        assert [one.problems[0].code for one in read if one.report is None] == ["format.json", "federation.zip"]

    def test_too_many_in_one(self) -> None:
        (read,) = read_reports([("many.zip", zip_files({f"{at}.json": b"" for at in range(MOST_FILES + 1)}))])
        assert isinstance(read, ReadReport)
        assert read.problems[0].code == "federation.too-many"


def test_the_command_line(evening: Evening, tmp_path: Path) -> None:
    """From an event to everybody's points without a page: report, take, points; in both languages."""
    (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    services = Notebook()
    assert cli("report", "event.json", "-o", "r.json", "--club", "Club A", folder=tmp_path).code == 0
    (came,) = cli("federation", "take", "r.json", "--json", folder=tmp_path, services=services).json
    assert (came["outcome"], came["version"], len(came["problems"])) == ("taken", 1, 12)
    (tmp_path / "month").mkdir()
    (tmp_path / "month" / "r.json").write_bytes((tmp_path / "r.json").read_bytes())
    (tmp_path / "month" / "half.json").write_bytes((tmp_path / "r.json").read_bytes()[:500])
    again = cli("federation", "take", "month", "--lang", "en", folder=tmp_path, services=services)
    assert "Taken in: 0; held already: 1; refused: 1." in again.out
    earned = cli("federation", "points", "--json", folder=tmp_path, services=services).json
    assert sorted(one["points"] for one in earned) == [0] * 4 + [4] * 4 + [6] * 4
    assert cli("federation", "points", "-o", "p.csv", folder=tmp_path, services=services).code == 0
    assert len((tmp_path / "p.csv").read_text(encoding="utf-8-sig").splitlines()) == 13


def test_the_first_reports_make_the_federation_s_database(evening: Evening, tmp_path: Path) -> None:
    """It was refused, as nothing but a desk made one; asking for points still makes none, and what is held stays."""
    (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    assert cli("report", "event.json", "-o", "r.json", "--club", "Club A", folder=tmp_path).code == 0
    options, where = ("--database", str(tmp_path / "office.db"), "--lang", "en"), tmp_path / "office.db"
    assert cli("federation", "points", *options, folder=tmp_path, services=Programs()).code == 1
    assert not where.exists()
    first = cli("federation", "take", "r.json", *options, folder=tmp_path, services=Programs())
    assert f"A new database was made: {where}." in first.out
    second = cli("federation", "take", "r.json", *options, folder=tmp_path, services=Programs())
    assert "A new database" not in second.out
    assert "held already: 1" in second.out


def zip_files(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return out.getvalue()
