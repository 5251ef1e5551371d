"""Masterpoints at the desk: the report over a period, as page, file and paper; the tables (R-030, R-399 lived)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.core.awards.masterpoints import awards
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.web.app import create_app
from arrowswitch.web.results import opened_lines
from tests.rotation import rotate
from tests.spec.points.test_report import game, points_by_name, services
from tests.upgrade_matches import swiss_pairs_of_two_sessions
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE


@pytest.fixture
def club_points() -> Iterator[tuple[Desk, dict[str, str]]]:
    """A desk after two games, and what everybody earned in both."""
    tournament = services()
    evenings = [game(tournament, "2026-04-10", 3), game(tournament, "2026-05-10", 4)]
    earned = [points_by_name(evening.state) for evening in evenings]
    names = {name for one in earned for name in one}
    wanted = {name: f"{float(sum(one.get(name, 0) for one in earned)):.2f}" for name in names}
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        yield desk, wanted


@rotate("locale", Locale)
def test_the_report_is_found_from_the_register(club_points: tuple[Desk, dict[str, str]], locale: Locale) -> None:
    """R-399: from the register to the report of this year; everybody stands there with the sum of both games."""
    desk, wanted = club_points
    assert {"/points", "/points/tables"} <= set(desk.page("/players", locale).links)
    page = desk.page("/points", locale)
    assert all(name in page.text and amount in page.text for name, amount in wanted.items())


def test_the_file_has_the_same(club_points: tuple[Desk, dict[str, str]]) -> None:
    desk, wanted = club_points
    rows = list(
        csv.reader(io.StringIO(desk.get("/points/report.csv?first=&last=&lang=en").content.decode("utf-8-sig")))
    )
    assert rows[0] == ["Rank", "Number", "Name", "Club", "Awards", "Own events", "Others", "Total"]
    assert {row[2]: row[7] for row in rows[1:]} == wanted
    csv_rows = csv.reader(io.StringIO(desk.get("/points/report.csv?first=2026-05-01").content.decode("utf-8-sig")))
    assert {row[4] for row in list(csv_rows)[1:]} == {"1"}


def test_both_go_to_paper(club_points: tuple[Desk, dict[str, str]]) -> None:
    desk, _ = club_points
    for address in ("/points/report.pdf?first=2026-01-01", "/points/report.pdf", "/points/tables.pdf?by=printed"):
        answer = desk.get(address)
        assert (answer.headers["content-type"], answer.content[:5]) == ("application/pdf", b"%PDF-")


def test_dates_that_are_none_are_told_at_their_fields(club_points: tuple[Desk, dict[str, str]]) -> None:
    desk, _ = club_points
    page = desk.page("/points?first=2026-02-30&last=tomorrow", Locale.EN, status=422)
    assert "2026-02-30" in page.text
    assert "tomorrow" in page.text
    assert "Exchange them" in desk.page("/points?first=2026-05-01&last=2026-04-01", Locale.EN, status=422).text
    assert desk.get("/points/report.csv?first=x").status_code == 422


@rotate("locale", Locale)
def test_the_tables_by_the_formula_and_as_printed(club_points: tuple[Desk, dict[str, str]], locale: Locale) -> None:
    """R-030: class 5, teams of six, third: 0.29 by the formula, 0.30 in print; both marked."""
    desk, _ = club_points
    assert "0.29*" in desk.page("/points/tables", locale).text
    printed = desk.page("/points/tables?by=printed", locale).text
    assert "0.30*" in printed
    assert "0.29*" not in printed


def test_swiss_pairs_of_two_sessions_earn_once() -> None:
    """R-399: everybody earns by the ranking after the last session, as by the formula, and nothing before it."""
    evening = swiss_pairs_of_two_sessions()
    evening.do(
        ChangeSettings(
            replace(evening.state.settings, awards=replace(evening.state.settings.awards, master_point_class=5))
        )
    )
    rows = [row for _, group in ranking(evening.state, 2).groups for row in group]
    wanted = awards(5, [row.standing.rank for row in rows])
    assert sum(wanted) > 0
    assert [row.master_points for row in rows] == list(wanted)
    assert not any(row.master_points for _, group in ranking(evening.state, 1).groups for row in group)
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        answer = desk.get("/points/report.csv?first=&last=&lang=en").content.decode("utf-8-sig")
        points = {row[2]: row[7] for row in list(csv.reader(io.StringIO(answer)))[1:]}
        earned = {name: row.master_points for row in rows for name in row.names if row.master_points}
        assert points == {name: f"{float(amount):.2f}" for name, amount in earned.items()}
        shown_there = desk.page(f"/events/{evening.event_id}/2A/ranking", Locale.EN).texts
        assert f"{float(wanted[0]):.2f}" in shown_there


def test_who_is_sent_out_earns_nothing_and_the_partner_does(club_points: tuple[Desk, dict[str, str]]) -> None:
    """R-321: sent out on the page of rulings; the award of that game is withheld from the one."""
    desk, wanted = club_points
    event = next(link for link in desk.page("/", Locale.EN).links if re.fullmatch(r"/events/(?!new)\w+", link))
    state = desk.client._transport.app.state.services.tournament.state(EventId(event.rpartition("/")[2]))  # type: ignore[attr-defined]  # the transport of tests/web/client
    first = ranking(state).groups[0][1][0]
    sent_out, partner = first.names
    number = first.standing.number
    answer = desk.post(f"{event}/rulings/expel", {"number": number, "player": sent_out, "reason": "third"})
    assert answer.status_code == 200, answer.text
    rows = csv.reader(io.StringIO(desk.get("/points/report.csv?first=&last=&lang=en").content.decode("utf-8-sig")))
    points = {row[2]: row[7] for row in list(rows)[1:]}
    assert points[partner] == wanted[partner]
    assert float(wanted[sent_out]) - float(points.get(sent_out, "0")) == pytest.approx(float(first.master_points or 0))


def test_a_long_report_lists_the_awards_of_one_line(
    club_points: tuple[Desk, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The period stays in the address of each line; the lines and totals are those of a short report."""
    desk, wanted = club_points
    address = "/points?first=2026-01-01&last=2026-12-31"
    short = desk.page(address, Locale.EN)
    ranking_links = [link for link in short.links if link.endswith("/ranking")]
    assert len(ranking_links) > len(wanted)
    monkeypatch.setattr(opened_lines, "MOST_RESULTS", len(ranking_links) - 1)
    closed = desk.page(address, Locale.EN)
    assert not [link for link in closed.links if link.endswith("/ranking")]
    assert all(name in closed.text and amount in closed.text for name, amount in wanted.items())
    line = next(link for link in closed.links if "#line-0" in link)
    assert line.startswith("?first=2026-01-01&last=2026-12-31&line=0")
    first = desk.page(f"/points{line.partition('#')[0]}", Locale.EN)
    assert 0 < len([link for link in first.links if link.endswith("/ranking")]) <= 2
