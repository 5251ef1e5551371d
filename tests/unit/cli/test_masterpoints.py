"""`masterpoints`: the tables, and the report of event files and of a database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.spec.points.test_report import game, points_by_name, services
from tests.unit.cli.runner import Notebook, cli


def test_a_table_by_the_formula_and_as_printed() -> None:
    """R-030: class 4, 11 pairs, second: 0.31 by the formula, 0.33 in print."""
    by_formula = cli("masterpoints", "table", "--class", "4")
    assert "11  0.44  0.31*" in by_formula.out
    assert "11  0.44  0.33*" in cli("masterpoints", "table", "--class", "4", "--printed", "--lang", "ja").out
    plain = cli("masterpoints", "table", "--class", "4", "--json").json[0]
    assert plain["rows"][9] == {
        "competitors": 11,
        "points": ["0.44", "0.31", "0.22", "0.15"],
        "differing": {"2": "0.33"},
    }
    assert len(cli("masterpoints", "table", "--of", "teams", "--json").json) == 5
    assert cli("masterpoints", "table", "--class", "6").code == 2


@pytest.mark.parametrize(("of", "double"), [("pairs", 1), ("teams", 2)])
def test_every_cell_of_every_table(of: str, double: int) -> None:
    """R-314 to R-317: 0.01 x class x C x 0.7^(n-1), of teams twice that, 1.00 for the first at most; 35 % of C places,
    rounded up. In print three cells differ that the manual gets wrong; the program marks them in both tables."""
    tables = cli("masterpoints", "table", "--of", of, "--json").json
    printed = cli("masterpoints", "table", "--of", of, "--printed", "--json").json
    marked = 0
    for game_class, (table, print_) in enumerate(zip(tables, printed, strict=True), start=1):
        for row, cells in zip(table["rows"], print_["rows"], strict=True):
            competitors = row["competitors"]
            first = min(double * game_class * competitors, 100)
            places = -(-35 * competitors // 100)
            wanted = [(first * 7**n * 10 + 5 * 10**n) // 10 ** (n + 1) for n in range(places)]
            assert [round(float(cell) * 100) for cell in row["points"]] == wanted, (game_class, competitors)
            assert cells["competitors"] == competitors
            other = {
                str(at): theirs
                for at, (ours, theirs) in enumerate(zip(row["points"], cells["points"], strict=True), start=1)
                if ours != theirs
            }
            assert other == row["differing"]
            marked += len(other)
    assert marked == {"pairs": 9, "teams": 4}[of]


def test_the_report_of_files_and_of_a_database_agree(tmp_path: Path) -> None:
    """R-399: two events of one player add up, whichever way they are read."""
    tournament = services()
    evenings = [game(tournament, "2026-04-10", 3), game(tournament, "2026-05-10", 4)]
    names = [f"{at}.arrowswitch.json" for at in range(2)]
    for name, evening in zip(names, evenings, strict=True):
        (tmp_path / name).write_text(tournament.export(evening.event_id), encoding="utf-8")
    stored = cli("masterpoints", "report", "--json", services=Notebook(tournament=tournament)).json
    assert cli("masterpoints", "report", *names, "--json", folder=tmp_path).json == stored
    wanted = sum(sum(points_by_name(evening.state).values()) for evening in evenings)
    assert stored["total"] == f"{float(wanted):.2f}"
    april = cli("masterpoints", "report", *names, "--to", "2026-04-30", folder=tmp_path)
    assert april.code == 0
    assert len(april.out.splitlines()) == 1 + len(points_by_name(evenings[0].state))
    assert cli("masterpoints", "report", *names, "-o", "points.csv", folder=tmp_path).code == 0
    assert (tmp_path / "points.csv").read_bytes().startswith(b"\xef\xbb\xbfRank,")


def test_dates_that_are_none() -> None:
    outcome = cli("masterpoints", "report", "--from", "April", "--to", "2026-02-30")
    assert outcome.code == 1
    assert "April" in outcome.err
    assert "2026-02-30" in outcome.err


def test_other_bodies_and_expelled_players_are_taken_in_once(tmp_path: Path) -> None:
    services = Notebook()
    (tmp_path / "others.csv").write_text(
        "date,body,event,number,name,points\n2026-04-20,L,Open,105,Robin Wren,1.25\n2026-04-21,L,Mix,106,,0.5\n"
    )
    (tmp_path / "out.csv").write_text("106,Linnet Finch,2026-01-01,,conduct\n")
    outcomes = [
        cli("masterpoints", "import", "others.csv", "--json", folder=tmp_path, services=services) for _ in range(2)
    ]
    assert [one.json["added"] for one in outcomes] == [2, 0]
    report = cli("masterpoints", "report", "--json", services=services).json
    assert [one["total"] for one in report["players"]] == ["1.25", "0.50"]
    assert cli("masterpoints", "expelled", "out.csv", folder=tmp_path, services=services).code == 0
    report = cli("masterpoints", "report", "--json", services=services).json
    assert [one["number"] for one in report["players"]] == ["105"]
    assert len(report["expelled"]) == 1


def test_every_faulty_line_is_told_and_nothing_is_stored(tmp_path: Path) -> None:
    services = Notebook()
    (tmp_path / "bad.csv").write_text(
        "2026-04-20,L,Open,105,,1.25\n2026-02-30,L,Open,106,,1\n2026-04-20,L,Open,,,many\n"
    )
    outcome = cli("masterpoints", "import", "bad.csv", folder=tmp_path, services=services)
    assert outcome.code == 1
    assert len(outcome.err.splitlines()) == 3
    assert cli("masterpoints", "report", "--json", services=services).json["players"] == []
