"""`draw --method knockout` and `league`: brackets and leagues from files."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.cli.pairing import league_seasons
from arrowswitch.i18n.locales import Locale
from arrowswitch.tournament.league.searches import Search
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.league import PostponeMatch
from tests.builders import new_evening
from tests.league_events import dated_league, home_of, new_league, play_date
from tests.unit.cli.runner import Notebook, cli

EIGHT = [{"number": str(n), "name": f"Oak {n}", "seed": 9 - n} for n in range(1, 9)]
DATES = ["2026-09-06", "2026-09-20", "2026-10-04", "2026-10-18", "2026-11-01"]
SIX = [{"number": str(n), "name": f"Elm {n}", "venue": "Hall, 2F"} for n in range(1, 7)]


def write_file(folder: Path, data: object) -> str:
    file = folder / "given.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return str(file)


class TestKnockout:
    def test_bracket(self, tmp_path: Path) -> None:
        """R-248: by seed 8 meets 1; the first match is decided, the second under way."""
        results = [{"match": 1, "imps": [45, 32]}, {"match": 2, "imps": [5, 3], "played": 12}]
        file = write_file(tmp_path, {"name": "Cup", "teams": EIGHT, "results": results})
        plain = cli("draw", file, "--method", "knockout", "--json").json
        assert [match["teams"] for match in plain["matches"][:2]] == [["8", "1"], ["5", "4"]]
        assert [match["state"] for match in plain["matches"][:3]] == ["decided", "running", "open"]
        assert plain["matches"][0]["goes_on"] == ["8"]
        assert plain["matches"][4]["teams"] == ["8", None]
        assert plain["next"] == [2, 3, 4]
        assert plain["places"] == [{"number": "1", "first": 5, "last": 8, "match": 1}]

    def test_from_boards(self, tmp_path: Path) -> None:
        """R-248: live from the last board: 420 and -400 are 1 IMP; board 2 waits for the other table."""
        results = [{"match": 1, "results": [[1, 420, -400], [2, 620, None]]}]
        file = write_file(tmp_path, {"teams": ["1", "2"], "results": results})
        match = cli("draw", file, "--method", "knockout", "--json").json["matches"][0]
        assert (match["state"], match["boards"]) == ("running", {"compared": 1, "of": 24})
        assert match["sides"][0] == {
            "number": "1",
            "imps": "1.00",
            "carry_over": "0.00",
            "penalty": "0.00",
            "lead": "1.00",
        }

    def test_all_that_a_result_can_have(self, tmp_path: Path) -> None:
        """R-250: carry-over 8, a penalty of a board (5), extra boards, forfeits and rulings."""
        results = [
            {
                "match": 1,
                "imps": [20, 24],
                "carry_over": {"1": 8},
                "penalties": [{"team": "1", "amount": 1, "unit": "boards"}],
            },
            {"match": 2, "imps": [20, 20], "extra_boards": 2, "order": ["3", "2"], "reason": "lot"},
        ]
        file = write_file(tmp_path, {"teams": ["1", "2", "3", "4"], "results": results})
        matches = cli("draw", file, "--method", "knockout", "--json").json["matches"]
        assert [match["goes_on"] for match in matches] == [["4"], ["3"], []]
        assert matches[0]["sides"][0]["lead"] == "-1.00"
        forfeit = write_file(tmp_path, {"teams": ["1", "2"], "results": [{"match": 1, "forfeit": ["1"]}]})
        assert cli("draw", forfeit, "--method", "knockout", "--json").json["winner"] == "2"

    def test_three_way_as_text(self, tmp_path: Path) -> None:
        sets = [
            {"teams": ["1", "2"], "imps": [9, 1]},
            {"teams": ["1", "3"], "imps": [9, 1]},
            {"teams": ["2", "3"], "imps": [2, 8]},
        ]
        file = write_file(
            tmp_path,
            {"name": "Cup", "teams": ["1", "2", "3"], "three_way": True, "results": [{"match": 1, "sets": sets}]},
        )
        lines = cli("draw", file, "--method", "knockout", "--lang", "en").out.splitlines()
        assert lines[0] == "Cup"
        assert lines[2].split() == ["1", "Semi-final", "1", "2", "3", "18", "-", "3", "-", "9", "decided:", "1,", "3"]

    def test_double_and_paper(self, tmp_path: Path) -> None:
        """R-249, R-023: the switch makes it a double knockout of 15 matches; the sheet is written."""
        services = Notebook()
        file = write_file(tmp_path, {"name": "Cup", "teams": EIGHT})
        done = cli(
            "draw", file, "--method", "knockout", "--double", "--pdf", "b.pdf", services=services, folder=tmp_path
        )
        assert done.code == 0
        assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
        assert services.calls[0][:3] == ("bracket", 15, "Cup")

    def test_switches_that_go_with_a_knockout(self, tmp_path: Path) -> None:
        file = write_file(tmp_path, {"contestants": [{"number": "1"}, {"number": "2"}]})
        refused = cli("draw", file, "--double", "--lang", "en")
        assert (refused.code, len(refused.errors)) == (1, 1)

    @pytest.mark.parametrize(
        ("data", "place"),
        [
            ([], ""),
            ({"teams": 3}, "teams"),
            ({"teams": ["1", "1"]}, "teams[1]"),
            ({"teams": ["1", "2"], "double": "yes"}, "double"),
            ({"teams": ["1", "2"], "results": [3]}, "results[0]"),
            ({"teams": ["1", "2"], "results": [{"match": 1, "imps": [1]}]}, "results[0].imps"),
            ({"teams": ["1", "2"], "results": [{"match": 1, "results": [[1, 425, 0]]}]}, "results[0].results[0]"),
            ({"teams": ["1", "2"], "results": [{"match": 1, "carry_over": 3}]}, "results[0].carry_over"),
            ({"teams": ["1", "2"], "results": [{"match": 1, "sets": [{"teams": ["1"]}]}]}, "results[0].sets[0].teams"),
            ({"teams": ["1", "2"], "results": [{"match": 7, "imps": [3, 4]}]}, ""),
        ],
    )
    def test_what_cannot_be_read(self, tmp_path: Path, data: object, place: str) -> None:
        outcome = cli("draw", write_file(tmp_path, data), "--method", "knockout", "--lang", "en")
        assert (outcome.code, outcome.out) == (1, "")
        assert any(place in line for line in outcome.errors)


class TestLeague:
    def test_schedule(self, tmp_path: Path) -> None:
        """R-273: six teams, 15 matches on five dates, team 1 at home not on the first; the same every time."""
        season = {
            "name": "L",
            "teams": SIX,
            "dates": DATES,
            "not_on": [{"team": "1", "date": DATES[0], "only_home": True}],
        }
        file = write_file(tmp_path, season)
        plain = cli("league", file, "--json", "--on", "2026-09-01").json
        division = plain["divisions"][0]
        assert len(division["schedule"]) == 15
        assert (division["breaks"], division["fewest_breaks"]) == (4, True)
        assert all(match["home"] != "1" for match in division["schedule"] if match["date"] == DATES[0])
        assert cli("league", file, "--json", "--on", "2026-09-01").json == plain

    def test_how_far_the_search_is(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A long search reports its progress in addition to the answer, which does not change."""
        file = write_file(
            tmp_path, {"teams": SIX, "dates": [*DATES, "2026-11-15"], "not_on": [{"team": "1", "date": DATES[0]}]}
        )
        quiet = cli("league", file, "--lang", "en")
        monkeypatch.setattr(league_seasons, "Search", partial(Search, every=0))
        outcome = cli("league", file, "--lang", "en")
        assert any("of at most 60 s" in line for line in outcome.errors)
        assert quiet.errors == []
        assert outcome.out == quiet.out

    def test_why_not(self, tmp_path: Path) -> None:
        outcome = cli("league", write_file(tmp_path, {"teams": SIX, "dates": DATES[1:]}), "--lang", "en")
        assert (outcome.code, outcome.out) == (1, "")
        assert any("5 are needed" in line for line in outcome.errors)

    def season(self, folder: Path, **more: object) -> dict[str, Any]:
        """Returns a file of two divisions with the first date played, a forfeit and a postponed match."""
        data: dict[str, Any] = {"name": "Autumn", "dates": DATES, "time": "13:00", "up": 1, "down": 1}
        data["divisions"] = [{"name": "One", "teams": SIX}, {"name": "Two", "teams": SIX[:4], "dates": DATES[:3]}]
        plain = cli("league", write_file(folder, data), "--json", "--on", "2026-09-01").json
        for division, made in zip(data["divisions"], plain["divisions"], strict=True):
            matches = made["schedule"]
            division["fixtures"] = [{key: match[key] for key in ("date", "home", "away")} for match in matches]
            first, second, third = matches[0], matches[1], matches[2]
            division["results"] = [
                {"home": first["home"], "away": first["away"], "imps": [45, 32]},
                {"home": second["home"], "away": second["away"], "forfeit": [second["away"]]},
            ]
            division["postponed"] = [{"home": third["home"], "away": third["away"], "to": None}]
        return {**data, **more}

    def test_table_and_open_matches(self, tmp_path: Path) -> None:
        """R-277 to R-279: 13 IMPs over 24 boards, the forfeit's 18 (1.2 x 15), what is open; who goes up and down."""
        data = self.season(tmp_path, penalties=[{"team": "1", "amount": "1.5"}])
        outcome = cli("league", write_file(tmp_path, data), "--on", "2026-10-10", "--lang", "en")
        assert outcome.code == 0
        assert "18 - 0*" in outcome.out
        assert "postponed, no date yet" in outcome.out
        assert "days overdue" in outcome.out
        assert "promoted" in outcome.out
        plain = cli("league", write_file(tmp_path, data), "--on", "2026-10-10", "--json").json
        table = plain["divisions"][0]["table"]
        assert table[0]["score"] == "18.00"
        assert next(row for row in table if row["number"] == "1")["penalty"] == "1.50"
        assert plain["divisions"][0]["open"][-1]["due"] == "postponed"

    def test_calendar_and_paper(self, tmp_path: Path) -> None:
        services = Notebook()
        data = self.season(tmp_path)
        done = cli(
            "league", write_file(tmp_path, data), "--ics", "l.ics", "--pdf", "l.pdf", "--on", "2026-10-10",
            services=services, folder=tmp_path,
        )  # fmt: skip
        assert done.code == 0
        calendar = (tmp_path / "l.ics").read_text(encoding="utf-8")
        assert calendar.count("BEGIN:VEVENT") == 21
        assert "STATUS:TENTATIVE" in calendar
        names = {line for line in calendar.splitlines() if line.startswith("UID:")}
        assert len(names) == 21
        moved = json.loads(json.dumps(data).replace("2026-", "2027-"))
        cli("league", write_file(tmp_path, moved), "--ics", "l.ics", services=services, folder=tmp_path)
        later = (tmp_path / "l.ics").read_text(encoding="utf-8").splitlines()
        assert names.isdisjoint(line for line in later if line.startswith("UID:"))
        assert services.calls[0][:3] == ("league", "Autumn", 2)
        assert services.calls[0][-1] is Locale.EN

    @pytest.mark.parametrize(
        ("data", "place"),
        [
            ({"teams": [3]}, "teams[0]"),
            ({"teams": [{"number": "1", "name": 4}], "dates": ["soon"]}, "teams[0].name"),
            ({"teams": [*SIX, SIX[0]], "dates": DATES}, "teams[6]"),
            ({"teams": SIX, "dates": ["soon"]}, "dates[0]"),
            ({"teams": SIX, "dates": DATES, "time": "25:00"}, "time"),
            ({"teams": SIX, "dates": DATES, "legs": 0}, "legs"),
            ({"teams": SIX, "dates": DATES, "rank_by": "luck"}, "rank_by"),
            ({"teams": SIX, "dates": DATES, "venues": [{"name": "Hall", "on": 3}]}, "venues[0].on"),
            ({"teams": SIX, "dates": DATES, "kept": [{"date": DATES[0], "home": "1", "away": "9"}]}, "kept[0]"),
            ({"teams": SIX, "dates": DATES, "results": [{"home": "1", "away": "1", "imps": [1, 2]}]}, "results[0]"),
            ({"teams": SIX, "dates": DATES, "penalties": [{"team": "1", "amount": True}]}, "penalties[0].amount"),
            ({"teams": SIX, "dates": DATES, "scale": "moon"}, ""),
        ],
    )
    def test_what_cannot_be_read(self, tmp_path: Path, data: object, place: str) -> None:
        outcome = cli("league", write_file(tmp_path, data), "--lang", "en")
        assert (outcome.code, outcome.out) == (1, "")
        assert any(place in line for line in outcome.errors)

    def test_no_date(self, tmp_path: Path) -> None:
        outcome = cli("league", write_file(tmp_path, {"teams": SIX, "dates": DATES}), "--on", "soon", "--lang", "en")
        assert (outcome.code, len(outcome.errors)) == (1, 1)


class TestLeagueOfTheDesk:
    """An event of the desk is shown as a league file is."""

    def event(self, folder: Path) -> Path:
        evening = dated_league()
        play_date(evening, 1)
        play_date(evening, 3)
        home, away = home_of(evening, 2)
        evening.do(PostponeMatch(at=Place(1, "A").at(2), home=home, away=away, day=None), "snow")
        file = folder / "league.arrowswitch.json"
        file.write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
        return file

    def test_table_and_open_matches(self, tmp_path: Path) -> None:
        """R-252, R-279: on date 3, entered before date 2: all have played twice, two matches are overdue, one is
        postponed."""
        file = str(self.event(tmp_path))
        (division,) = cli("league", file, "--on", "2026-09-20", "--json").json["divisions"]
        assert [(row["played"], row["score"]) for row in division["table"]] == [(2, "30.00")] * 6
        assert [one["due"] for one in division["open"]].count("overdue") == 2
        assert [one["due"] for one in division["open"]].count("postponed") == 1
        assert len(division["schedule"]) == 15
        output = cli("league", file, "--on", "2026-09-20", environ={"LANG": "en_GB.UTF-8"}).out
        assert "overdue" in output

    def test_calendar_and_paper(self, tmp_path: Path) -> None:
        """R-279: the same calendar and sheet as of a file."""
        file = str(self.event(tmp_path))
        calendar, paper = tmp_path / "l.ics", tmp_path / "l.pdf"
        cli("league", file, "--ics", str(calendar), "--pdf", str(paper))
        assert calendar.read_text(encoding="utf-8").count("BEGIN:VEVENT") == 15

    def test_refused(self, tmp_path: Path) -> None:
        """An event of another form, and a league without a schedule."""
        for evening, code in ((new_evening(4), "event"), (new_league(), "schedule")):
            file = tmp_path / f"{code}.json"
            file.write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
            outcome = cli("league", str(file))
            assert (outcome.code, len(outcome.errors)) == (1, 1)
