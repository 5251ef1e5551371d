"""Every accident in every form, entered before or after its slips are typed: the plans name the matches that they cost
or are refused. Afterwards no page or sheet of the event fails, nothing counts as complete without its result, and every
file that the desk or the command line writes can be read back.

JCBL director's manual 3.3, lines 1148-1158, 2607 and 2651-2652 (requirements R-335 to R-343).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.recovery.accidents import AccidentKind, laid_on
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.federation.taking import reports_of
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.matches.views import MatchStatus, matches
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.matches import EnterMatchSlip
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.archive import archived_event
from arrowswitch.tournament.standings.header import phase
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.recovery.telling import told_accident
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import Evening
from tests.format_chains import ENDINGS
from tests.repaired_events import EVENTS, FIRST, accidents_of
from tests.rotation import is_exhaustive, rotate
from tests.unit.cli.runner import cli
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.event_walk import Opened, open_everything
from tests.web.playing import Playing, at_desk, codes
from tests.web.repairing import plan_forms, take_plan

pytestmark = pytest.mark.slow

FEW_SHEETS = 2
_PRICE = re.compile(r'<ul class="price">(.*?)</ul>', re.DOTALL)


class Order(StrEnum):
    """The plan comes first, or the slips of the round as they were really played."""

    PLAN_FIRST = "plan-first"
    SLIPS_FIRST = "slips-first"


@dataclass
class Repaired:
    """An event in which an accident was entered at the desk, and the page of its plans."""

    playing: Playing
    html: str
    accident: AccidentKind

    @property
    def has_plan(self) -> bool:
        return bool(plan_forms(self.html))

    @property
    def price(self) -> str:
        """Returns the price of the first plan in words, or nothing without one."""
        return re.sub(r"<[^>]+>", " ", "".join(_PRICE.findall(self.html)[:1]))

    def take(self) -> None:
        """Takes the first plan with its adjusted scores, as the page offers it."""
        answer = take_plan(self.playing, self.html, 1, reason="repaired", awards="yes", keeps="yes")
        assert answer.status_code == 200, codes(answer)

    def type_all(self) -> list[str]:
        """Types every slip that is missing, and returns the refusals; newcomers have not been given their numbers.

        Where no plan is offered, boards that were played by mistake are not played again at their own table (R-140).
        """
        refused = []
        for slot in missing_slots(self.playing.state, 1):
            answer = self.playing.enter(slot_key(slot), plausible_result_text(slot, 1))
            if answer.status_code != 200 and set(codes(answer)) == {"result.board-twice"} and not self.has_plan:
                answer = self.playing.enter(slot_key(slot), "NP")
            refused += [] if answer.status_code == 200 else codes(answer)
        is_waiting = self.accident in (AccidentKind.TABLE, AccidentKind.LATE)
        return [code for code in refused if not (is_waiting and code == "result.unknown-number")]


def type_as_played(evening: Evening, fields: str) -> None:
    """Enters the slips of round 1 as they were really played when this happened, or as planned if it cannot have.

    A slip that gives a contestant a board twice is refused (R-140), as at the three tables of a triangle, and left out.
    """
    movement = evening.state.section(FIRST).movement
    assert movement is not None
    actual, missed = {}, frozenset[tuple[int, int]]()
    try:
        laid = laid_on(movement, (told_accident(dict(part.split("=") for part in fields.split("&"))),))
        if not any(set(m.ns) & set(m.ew) for m in laid.actual):
            actual, missed = {(m.round, m.table): m for m in laid.actual}, laid.missed
    except Mistake:
        pass
    for meeting in movement.in_round(1):
        at = meeting.round, meeting.table
        played = actual.get(at, meeting)
        if at in missed or not movement.is_played(meeting) or not movement.is_played(played):
            continue
        for board in movement.boards_of(played):
            slot = Slot(1, "A", 1, meeting.table, board)
            entry = EnterResult(slot, plausible_result_text(slot, 1), ns=played.ns, ew=played.ew, force="sat so")
            with suppress(Refused):
                evening.do(entry)


@rotate(
    "name, accident, order",
    [(name, accident, order) for name in EVENTS for accident in AccidentKind for order in Order],
    cells=2,
)
def test_an_accident_in_any_form(name: str, accident: AccidentKind, order: Order, tmp_path: Path) -> None:
    evening = EVENTS[name]()
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    with open_desk(app) as desk:
        playing = Playing(desk, evening)
        movement = evening.state.section(FIRST).movement
        assert movement is not None
        fields = f"mishap={accident}&{accidents_of(movement)[accident]}"
        if order is Order.SLIPS_FIRST:
            type_as_played(evening, fields)
        event = Repaired(playing, playing.html(f"/recovery?{fields}", Locale.EN), accident)
        if not event.has_plan:
            assert is_drawn(movement) or 'role="alert"' in event.html
        else:
            event.take()
        assert event.type_all() == []
        check_nothing_is_complete_without_a_result(event)
        opened = open_everything(app, playing, None if is_exhaustive() else FEW_SHEETS)
        assert opened.failed == []
        assert opened.sheets
        check_files_read_back(event, opened, tmp_path)


def check_nothing_is_complete_without_a_result(event: Repaired) -> None:
    state = event.playing.state
    without_result = [one for one in matches(state) if one.brings is None and not one.in_triangle]
    undecided = [one for one in without_result if one.status is MatchStatus.UNDECIDED]
    assert all(one.status is not MatchStatus.COMPLETE for one in without_result)
    unnamed = {two for one in undecided if (two := "–".join(sorted(one.teams))) not in event.price}
    assert unnamed == set() or not event.has_plan
    assert without_result == [] or phase(state) is Phase.PLAYING


def publish(event: Repaired) -> None:
    """Publishes the ranking: for good once play is complete, which is refused before that, else in the meantime."""
    is_over = phase(event.playing.state) is Phase.COMPLETE
    answer = event.playing.post("/publish")
    assert (answer.status_code == 200) is is_over, answer.text
    if answer.status_code != 200:
        answer = event.playing.post("/publish", is_interim="true")
        assert answer.status_code == 200, codes(answer)


def has_forced_twice(event: Repaired) -> bool:
    """True if slips were forced that give a team a board in two matches of a round, or twice in one direction: files
    hold them as they stand, and their readers refuse them."""
    seats, opponents = Counter[object](), defaultdict[object, set[Number]](set)
    for slot, entry in event.playing.state.results.items():
        for own, others, is_ns in ((entry.ns, entry.ew, True), (entry.ew, entry.ns, False)):
            if entry.result is not None:
                seats[slot.board, slot.round, own[0], is_ns] += 1
                opponents[slot.board, slot.round, own[0]].add(others[0])
    is_twice = max(seats.values(), default=0) > 1 or max(map(len, opponents.values()), default=0) > 1
    return is_twice and not event.has_plan


def check_files_read_back(event: Repaired, opened: Opened, folder: Path) -> None:
    """Reads the files of the desk as the program reads them, and converts the event into each format of results."""
    evening, state = event.playing.evening, event.playing.state
    whole = evening.tournament.export(evening.event_id)
    assert state_of(event_file.load(whole)).results == state.results
    files = {kind.rpartition("/")[2]: answer.content for kind, answer in opened.files.items()}
    assert state_of(event_file.load(files["export"].decode())).results == state.results
    assert state_of(archived_event(files["archive.zip"]).ledger).results == state.results
    assert [one.problems for one in reports_of(files["report.json"], "report.json")] == [()]
    if not has_forced_twice(event):
        assert read_results(files["usebio.xml"], "usebio.xml").lines
    (folder / "event.json").write_text(whole, encoding="utf-8")
    for ending in ENDINGS:
        written = cli("convert", "event.json", f"out{ending}", "--json", folder=folder)
        assert written.code == 0, written.err
        problems = {one["code"] for one in written.json["problems"]}
        is_told = "held.no-matches" in problems and ending != ".json"
        if "held.unread" in problems and (is_told or has_forced_twice(event)):
            continue  # The writer says that the file cannot be read back.
        assert "held.unread" not in problems, ending
        assert read_results((folder / f"out{ending}").read_bytes(), f"out{ending}").lines, ending


@rotate("name", EVENTS)
def test_the_package_of_a_repaired_event(name: str) -> None:
    """Two sat in each other's place, the ranking is published, and the package of it holds files that open."""
    evening = EVENTS[name]()
    with at_desk(evening) as playing:
        movement = evening.state.section(FIRST).movement
        assert movement is not None
        fields = f"mishap={AccidentKind.SEATS}&{accidents_of(movement)[AccidentKind.SEATS]}"
        event = Repaired(playing, playing.html(f"/recovery?{fields}", Locale.EN), AccidentKind.SEATS)
        if event.has_plan:
            event.take()
        assert event.type_all() == []
        publish(event)
        packed = playing.get("/package/results.zip")
        assert packed.status_code == 200
    with zipfile.ZipFile(io.BytesIO(packed.content)) as package:
        for name in package.namelist():
            content = package.read(name)
            if name.endswith((".csv", ".xml", ".pbn", ".json")):
                assert read_results(content, name).lines, name
            assert not name.endswith(".pdf") or content.startswith(b"%PDF"), name


class TestTheWrongWayRound:
    """Manual, lines 2651-2652: a table sat the wrong way round, so that the match cannot be compared as it stands."""

    def test_the_other_table_is_turned_while_it_is_open(self) -> None:
        """Team 6 sat North-South against 1 in round 1 of a round robin; the other table has no slip yet."""
        with _desk("round-robin") as playing:
            html = playing.html("/recovery?mishap=direction&round=1&table=1", Locale.EN)
            turning, as_it_is = plan_forms(html)
            assert (turning["cells"], as_it_is["cells"]) == ("1.6.1.6.1", "")
            assert "Round 1, table 6: sit the other way round, 1 North-South and 6 East-West" in html
            assert take_plan(playing, html, 1, reason="turned").status_code == 200
            assert not any(board.is_left_out for one in matches(playing.state) for board in one.boards)

    def test_a_match_without_a_board_waits_for_a_ruling(self) -> None:
        """The other plan leaves the boards out: no result, no final ranking, until the slip of the match is entered."""
        with _desk("round-robin") as playing:
            html = playing.html("/recovery?mishap=direction&round=1&table=1", Locale.EN)
            assert "One match has no board to compare, and no result until you rule on it: 1–6." in html
            take_plan(playing, html, 2, reason="both played")
            for slot in missing_slots(playing.state, 1):
                playing.enter(slot_key(slot), plausible_result_text(slot, 1))
            assert "a ruling is needed" in playing.html("/matches/1/1", Locale.EN)
            assert codes(playing.post("/publish")) == ["publish.match-undecided"]
            playing.evening.do(EnterMatchSlip(FIRST.at(1), Number("1"), "0-0", Number("6")))
            assert phase(playing.state) is Phase.COMPLETE

    def test_an_adjusted_score_needs_no_comparison(self) -> None:
        with _desk("round-robin") as playing:
            html = playing.html("/recovery?mishap=direction&round=1&table=1", Locale.EN)
            take_plan(playing, html, 2, reason="both played")
            first, *rest = missing_slots(playing.state, 1)
            for slot in (first, *rest):
                playing.enter(slot_key(slot), plausible_result_text(slot, 1) if slot != first else "A")
            assert phase(playing.state) is Phase.COMPLETE

    def test_a_half_to_come_is_turned(self) -> None:
        """Every pair has a number of its own: 1A and 3A sat the wrong way round, and their team-mates do so later."""
        with _desk("teams-and-pairs") as playing:
            html = playing.html("/recovery?mishap=direction&round=1&table=1", Locale.EN)
            assert plan_forms(html)[0]["cells"] == "3.1.1B.3B.1"
            assert "the boards can be compared" in html

    def test_boards_left_out_count_for_the_pairs(self) -> None:
        """Both halves were played before it was noticed."""
        with _desk("teams-and-pairs") as playing:
            for number in (1, 2, 3):
                playing.fill_round(number)
            html = playing.html("/recovery?mishap=direction&round=1&table=1", Locale.EN)
            assert "One match has no board to compare" in html
            assert "still count for the pairs" in html


@contextmanager
def _desk(name: str) -> Iterator[Playing]:
    with at_desk(EVENTS[name]()) as playing:
        yield playing
