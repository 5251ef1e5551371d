"""JSON files of draws, knockouts and leagues: everything that is wrong is reported at its line, in the file's order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.pairing.draw_file import read_draw_file
from arrowswitch.formats.pairing.knockout_file import read_knockout_file
from arrowswitch.formats.pairing.league_file import read_league_file
from arrowswitch.i18n import Locale, problems_text
from tests.tables import for_each


def problems(read: Callable[[bytes], object], *lines: str) -> list[tuple[str, str]]:
    """Returns (code, place) of everything that cannot be read; each has its words in both languages."""
    with pytest.raises(Malformed) as caught:
        read("\n".join(lines).encode())
    assert all(problems_text(caught.value, locale) for locale in Locale)
    return [(problem.code, problem.where) for problem in caught.value.problems]


class TestProblems:
    def test_lists_and_values_are_reported_together_in_the_order_of_the_file(self) -> None:
        faults = problems(
            read_league_file,
            '{"teams": [{"number": "1", "name": 7}, {"number": 1},',
            '  {"name": "Alder"}],',
            ' "kept": [{"date": "soon", "home": "9", "away": "1"}],',
            ' "results": [{"home": "1", "away": "2"}], "legs": 0}',
        )
        assert faults == [
            ("json-file.text", "line 1, teams[0].name"),
            ("league-file.team-twice", "line 1, teams[1].number"),
            ("json-file.missing", "line 2, teams[2].number"),
            ("json-file.date", "line 3, kept[0].date"),
            ("league-file.unknown-team", "line 3, kept[0].home"),
            ("league-file.no-result", "line 4, results[0]"),
            ("json-file.whole", "line 4, legs"),
        ]

    def test_what_divisions_take_from_the_file_is_reported_once_where_it_stands(self) -> None:
        faults = problems(
            read_league_file,
            '{"dates": ["2026-09-06", "soon"],',
            ' "divisions": [{"name": "One", "dates": [5]},',
            '  {"boards": "24"}, {}, 3]}',
        )
        assert faults == [
            ("json-file.date", "line 1, dates[1]"),
            ("json-file.date", "line 2, divisions[0].dates[0]"),
            ("json-file.whole", "line 3, divisions[1].boards"),
            ("json-file.object", "line 3, divisions[3]"),
        ]

    def test_a_result_of_a_division_without_a_match(self) -> None:
        file = read_league_file(
            b'{"divisions": [{"teams": []}, {"results": [{"home": 1, "away": 2, "forfeit": [2]}], "postponed": []}]}'
        )
        with pytest.raises(Malformed) as caught:
            file.divisions[1].season_matches(())
        assert [problem.where for problem in caught.value.problems] == ["divisions[1].results[0]"]

    def test_choices_are_named(self) -> None:
        with pytest.raises(Malformed) as caught:
            read_league_file(b'{"rank_by": "luck"}')
        assert caught.value.problems[0].params == {"value": "luck", "known": "points, wins"}

    def test_a_list_without_end_is_refused(self) -> None:
        assert problems(read_draw_file, f'{{"contestants": [{", ".join(["3"] * 5_001)}]}}') == [
            ("json-file.list", "line 1, contestants")
        ]

    @for_each("text", ["9" * 5_000, "[" * 100_000, '{"teams": '])
    def test_what_is_no_json(self, text: str) -> None:
        assert problems(read_knockout_file, text) == [("format.json", "line 1")]

    @for_each("half", ["\\ud83d", "\\udE00", "\\ud83d\\ud83d\\ude00"])
    def test_half_a_character(self, half: str) -> None:
        """A pair of halves is a character; one of them alone can be neither shown nor stored."""
        assert read_knockout_file(b'{"name": "\\ud83d\\ude00"}').name == "\N{GRINNING FACE}"
        with pytest.raises(Malformed) as caught:
            read_knockout_file(f'{{"teams": ["1"],\n "name": "{half}"}}'.encode())
        assert [(problem.where, problem.params) for problem in caught.value.problems] == [("line 2", {"column": 11})]

    def test_the_file_is_an_object(self) -> None:
        assert problems(read_knockout_file, "[]") == [("json-file.not-object", "")]


class TestValues:
    def test_null_is_as_good_as_nothing(self) -> None:
        file = read_knockout_file(b'{"name": null, "teams": [{"number": 1, "seed": null}, "2"], "boards": null}')
        assert (file.name, file.boards, dict(file.names)) == ("", 24, {"1": "1", "2": "2"})

    def test_keys_that_are_not_known_are_passed_over(self) -> None:
        """A schedule as `league --json` prints it can be the fixtures of a file."""
        file = read_league_file(
            b'{"teams": [{"number": 1, "venue": "Hall"}, {"number": 2}],'
            b' "fixtures": [{"round": 1, "date": "2026-09-06", "home": 1, "away": 2}]}'
        )
        assert [(fixture.teams, fixture.venue) for fixture in file.divisions[0].schedule] == [(("1", "2"), "Hall")]

    def test_scores_are_exact(self) -> None:
        file = read_draw_file(b'{"contestants": [{"number": 1, "score": "1/3"}, {"number": 2, "score": 0.34}]}')
        assert file.order == ("2", "1")

    def test_carry_over_by_team(self) -> None:
        file = read_knockout_file(b'{"results": [{"match": 1, "carry_over": {"1": "8.5"}}]}')
        assert dict(file.results[0].result(24).carried) == {"1": Fraction(17, 2)}
        assert problems(read_knockout_file, '{"results": [{"carry_over": {"1 2": 8, "3": true}}]}') == [
            ("json-file.number", "line 1, results[0].carry_over.1 2"),
            ("json-file.amount", "line 1, results[0].carry_over.3"),
        ]
