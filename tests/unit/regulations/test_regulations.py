"""Regulations files: what comes with the program, and every way in which a text can be wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from arrowswitch.core.errors import Impossible, Malformed, Mistake, NotFound, Problem
from arrowswitch.core.regulations import CorrectionUntil
from arrowswitch.core.scoring.rules import EventClass, Incomplete, NeutralMethod, PercentOf, PointsPerWin, RankBy
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.regulations import for_program, from_plain, load, load_text, names, to_plain
from arrowswitch.regulations.plain import _is
from arrowswitch.regulations.toml_text import Source
from tests.tables import for_each

CHILD = 'inherits = "jcbl-2008"\nname = "club"\n'


def problems(text: str) -> list[Problem]:
    with pytest.raises(Mistake) as caught:
        load_text(text, "club.toml")
    return list(caught.value.problems)


def list_problems(text: str) -> list[tuple[str, str, str]]:
    return [
        (problem.code.removeprefix("regulations."), str(problem.params.get("key", "")), problem.where)
        for problem in problems(text)
    ]


DEEP, LONG = "a = " + "[" * 9999, "laws = 1" + "0" * 9999


class TestFiles:
    def test_names(self) -> None:
        assert names() == (
            *("acbl", "ebu", "jcbl-2008", "wbf-2017"),
            *(
                "programs/bbo",
                "programs/brian",
                "programs/compscore3",
                "programs/ebuscore",
                "programs/kops",
                "programs/pairsscorer",
            ),
            "programs/teamsscorer",
        )

    @for_each("name", names())
    def test_each_is_complete_and_names_itself(self, name: str) -> None:
        regulations = load(name)
        assert regulations.name == name
        assert all(regulations.clause(key) for key in regulations.clauses)
        assert len(regulations.clauses) == 147

    @for_each("name", names())
    def test_each_comes_back_from_json(self, name: str) -> None:
        assert from_plain(json.loads(json.dumps(to_plain(load(name))))) == load(name)

    def test_jcbl(self) -> None:
        """R-181, R-226: 50, 60 and 40 %, 35 % placed; one point a win, neutral boards by event class."""
        rules = load("jcbl-2008").scoring
        assert [rules.averages.average, rules.averages.plus, rules.averages.minus] == [50, 60, 40]
        assert rules.ranking.placed_percent == 35
        assert rules.boards.points_per_win is PointsPerWin.ONE
        assert rules.boards.incomplete is Incomplete.PROPORTION
        assert rules.boards.neutral(EventClass.WEEKLY) is NeutralMethod.HALF_POINT
        assert rules.boards.neutral(EventClass.LOCAL) is NeutralMethod.AS_INCOMPLETE
        assert load("jcbl-2008").corrections.weekly_until is CorrectionUntil.NEXT_GAME

    def test_wbf(self) -> None:
        """Law 78A: two for a win; Neuberg's formula; Law 12C2: 60 and 40 % of the session."""
        rules = load("wbf-2017").scoring
        assert rules.boards.points_per_win is PointsPerWin.TWO
        assert rules.boards.incomplete is Incomplete.NEUBERG
        assert [rules.averages.plus, rules.averages.minus, rules.averages.uses_session_percent] == [60, 40, True]
        assert load("wbf-2017").laws == 2017

    def test_a_child_keeps_what_it_does_not_change(self) -> None:
        acbl, wbf = load("acbl").scoring, load("wbf-2017").scoring
        assert (acbl.totals.percent_of, acbl.ranking.by) == (PercentOf.TOTAL, RankBy.TOTAL)
        assert acbl.averages == wbf.averages
        assert load("programs/brian").scoring.averages == wbf.averages

    def test_programs(self) -> None:
        assert for_program("EBUScore Pairs") == "programs/ebuscore"
        assert for_program(" compscore3 ") == "programs/compscore3"
        assert for_program("ACBLscore") == "acbl"
        assert for_program("Some Other Scorer") is None

    def test_an_unknown_name_is_told_with_the_known_ones(self) -> None:
        with pytest.raises(NotFound) as caught:
            load("jcbl-2030")
        assert "jcbl-2008" in str(caught.value.problems[0].params["known"])

    @for_each("name", ["../secret", "programs/../acbl", "/etc/passwd", ""])
    def test_a_name_is_no_path(self, name: str) -> None:
        with pytest.raises(NotFound):
            load(name)

    def test_a_clause_that_is_not_there_is_empty(self) -> None:
        assert load("jcbl-2008").clause("nothing.at-all") == ""


class TestOwnFiles:
    def test_a_club_changes_one_number(self) -> None:
        """R-397: every average and penalty value can be changed."""
        text = f'{CHILD}[averages]\nplus = {{ value = 55, clause = "club meeting" }}\n'
        regulations = load_text(text, "club.toml")
        assert regulations.scoring.averages.plus == 55
        assert regulations.clause("averages.plus") == "club meeting"
        assert regulations.name == "club"

    def test_numbers_with_decimals_are_exact(self) -> None:
        text = f'{CHILD}[penalties]\nconduct-first = {{ value = 0.1, clause = "club meeting" }}\n'
        assert load_text(text, "club.toml").penalties.conduct_first == Fraction(1, 10)

    def test_the_whole_of_a_file(self) -> None:
        text = (files("arrowswitch.regulations") / "jcbl-2008.toml").read_text(encoding="utf-8")
        assert load_text(text, "club.toml") == load("jcbl-2008")


class TestMistakes:
    @for_each(
        "line, code",
        [
            ('[averages]\npluss = { value = 55, clause = "x" }', "unknown-key"),
            ('[averages]\nplus = { value = 55, clause = "x", note = 1 }', "unknown-key"),
            ("[averages]\nplus = { value = 55 }", "missing-clause"),
            ('[averages]\nplus = { value = 55, clause = " " }', "missing-clause"),
            ('[averages]\nplus = { clause = "x" }', "not-an-entry"),
            ("[averages]\nplus = 55", "not-an-entry"),
            ('[averages]\nplus = { value = "many", clause = "x" }', "not-a-number"),
            ('[averages]\nplus = { value = "1/0", clause = "x" }', "not-a-number"),
            ('[averages]\nplus = { value = true, clause = "x" }', "not-a-number"),
            ('[averages]\nplus = { value = [1], clause = "x" }', "not-a-number"),
            ('[averages]\nplus = { value = -5, clause = "x" }', "negative"),
            ('[averages]\nuses-session-percent = { value = 1, clause = "x" }', "not-true-or-false"),
            ('[corrections]\nminutes = { value = "30", clause = "x" }', "not-a-whole-number"),
            ('[corrections]\nminutes = { value = true, clause = "x" }', "not-a-whole-number"),
            ('[boards]\nincomplete = { value = "newberg", clause = "x" }', "not-a-choice"),
            ('[boards]\npoints-per-win = { value = 3, clause = "x" }', "not-a-choice"),
            ('[boards]\npoints-per-win = { value = true, clause = "x" }', "not-a-choice"),
            ('[fouled]\npercents-of-three = { value = [70, 60], clause = "x" }', "not-a-list"),
            ('[fouled]\npercents-of-three = { value = 70, clause = "x" }', "not-a-list"),
            ('[fouled]\npercents-of-three = { value = [70, 60, 40], clause = "x" }', "uneven-list"),
            ('[fouled]\npercents-of-two = { value = [65, "?"], clause = "x" }', "not-a-number"),
        ],
    )
    def test_one_at_a_time(self, line: str, code: str) -> None:
        """The code, the key, the file and the line; and words that say what to do in both languages."""
        faults = problems(CHILD + line + "\n")
        assert [problem.code for problem in faults] == [f"regulations.{code}"]
        key = line[1:].split("]", maxsplit=1)[0] + "." + line.split("\n")[1].split(" ", maxsplit=1)[0]
        assert str(faults[0].params["key"]).startswith(key)
        assert faults[0].where in ("club.toml, line 4", "club.toml, line 3")
        assert all(problem_text(faults[0], locale) for locale in Locale)

    def test_missing_keys_are_all_told(self) -> None:
        faults = list_problems('name = "club"\n[averages]\n')
        assert ("missing-key", "averages.plus", "club.toml, line 2") in faults
        assert ("missing-key", "title", "club.toml") in faults
        assert ("missing-key", "boards.rounding", "club.toml") in faults
        assert len(faults) == 4 + 36

    @for_each(
        "line, code, key",
        [
            ("averages = 5", "not-a-section", "averages"),
            ("title = 5", "not-a-text", "title"),
            ('title = ""', "not-a-text", "title"),
            ('laws = "2017"', "not-a-whole-number", "laws"),
            ('programs = "Compscore3"', "not-a-text", "programs"),
            ("programs = [5]", "not-a-text", "programs"),
            ("laws = -5", "negative", "laws"),
            ("laws = 2017.5", "not-a-whole-number", "laws"),
            ("scales = 1", "not-a-section", "scales"),
            ("scales = [1]", "not-a-section", "scales"),
            ("average = 5", "unknown-key", "average"),
        ],
    )
    def test_headings(self, line: str, code: str, key: str) -> None:
        assert list_problems(f"{CHILD}{line}\n") == [(code, key, "club.toml, line 3")]

    def test_several_at_once(self) -> None:
        faults = list_problems(f'{CHILD}title = 5\n[averages]\nplus = 5\nminus = {{ value = "x", clause = "y" }}\n')
        assert [(code, where) for code, _, where in faults] == [
            ("not-a-text", "club.toml, line 3"),
            ("not-an-entry", "club.toml, line 5"),
            ("not-a-number", "club.toml, line 6"),
        ]

    def test_totals_cannot_add_points_of_own_results(self) -> None:
        text = (
            f'{CHILD}[boards]\nshown = {{ value = "own-results", clause = "x" }}\n'
            '[totals]\nadds = { value = "published", clause = "x" }\n'
        )
        assert list_problems(text) == [("contradiction", "totals.adds", "club.toml, line 6")]

    @for_each("text, where", [("a = \n", "line 1"), ("[", "line 1"), ('a = 1\nb = """', "line 2")])
    def test_text_that_is_no_toml(self, text: str, where: str) -> None:
        """The line number and the text of the line."""
        assert list_problems(text) == [("syntax", "", f"club.toml, {where}")]
        assert problems(text)[0].params == {"text": text.splitlines()[-1].strip()}

    @for_each("text", ["\x00", "a = 1\n\n= 2\n", "[a]\nb = 1\n[a", 'a = 1\r\n"b', "= " + "x" * 99, DEEP, LONG])
    def test_text_that_cannot_be_read_at_all(self, text: str) -> None:
        faults = problems(text)
        assert [problem.code for problem in faults] == ["regulations.syntax"]
        assert faults[0].where.startswith("club.toml, line ")
        assert len(str(faults[0].params["text"])) <= 40

    @for_each(
        "text, key, line",
        [
            ('name = "a"\nname = "b"\n', "name", 2),
            (f"{CHILD}name = 'x'\n", "name", 3),
            (f"{CHILD}[averages]\nplus = 1\n'plus' = 2\n", "plus", 5),
            (f"{CHILD}[averages]\n[ averages ]\n", "averages", 4),
            (f"{CHILD}[averages]\nplus = 1\n[averages.plus]\n", "averages.plus", 5),
            (f"{CHILD}[[scales]]\n[scales]\n", "scales", 4),
        ],
    )
    def test_what_stands_there_twice(self, text: str, key: str, line: int) -> None:
        assert list_problems(text) == [("twice", key, f"club.toml, line {line}")]

    def test_twice_within_one_line(self) -> None:
        """The key at the beginning of the line is not the one, so the line is shown."""
        assert list_problems("{a = 1, a = 2}\n") == [("syntax", "", "club.toml, line 1")]

    @for_each(
        "text, code",
        [('inherits = "nobody"', "unknown"), ("inherits = 5", "not-a-text"), ('inherits = ["acbl"]', "not-a-text")],
    )
    def test_a_parent_that_does_not_exist(self, text: str, code: str) -> None:
        faults = list_problems(f'name = "club"\n{text}\n')
        assert [(row[0], row[2]) for row in faults] == [(code, "club.toml, line 2")]

    @for_each("value", ["inf", "-inf", "nan", "1e400", "1e-400", "1e999999999", '"1e999999999"', '"١"'])
    def test_what_toml_calls_a_number(self, value: str) -> None:
        """Infinite, no number, hundreds of digits, other digits than 0 to 9: none is taken, and none takes long."""
        faults = problems(f'{CHILD}[averages]\nplus = {{ value = {value}, clause = "x" }}\n')
        assert [(problem.code, problem.where) for problem in faults] == [
            ("regulations.not-a-number", "club.toml, line 4")
        ]
        assert faults[0].params["value"] == value.strip('"')

    @for_each("value, number", [("5_5.5", "55.5"), ("5.5e1", "55"), ("+55.0", "55"), ('" 55.5 "', "55.5")])
    def test_every_way_to_write_a_number(self, value: str, number: str) -> None:
        text = f'{CHILD}[averages]\nplus = {{ value = {value}, clause = "x" }}\n'
        assert load_text(text, "club.toml").scoring.averages.plus == Fraction(number)

    @for_each(
        "section, key, value, code",
        [
            ("averages", "plus", "101", "too-much"),
            ("averages", "plus", "49", "wrong-order"),
            ("averages", "minus", "50.5", "wrong-order"),
            ("ranking", "placed-percent", "350", "too-much"),
            ("imps", "award-share", "600", "too-much"),
            ("total-points", "single-share", "100.01", "too-much"),
            ("worth", "vp-percent", "101", "too-much"),
            ("unplayed", "removed-from", '"3/2"', "too-much"),
            ("fouled", "small-share", "2", "too-much"),
            ("teams", "mismatch-share", '"5/4"', "too-much"),
            ("teams", "void-share", '"5/4"', "too-much"),
            ("ranking", "tie-breaks", '["coin"]', "not-a-choice"),
            ("ranking", "tie-breaks", '["tops", "tops"]', "not-a-choice"),
            ("ranking", "ties-split", '"sometimes"', "not-a-choice"),
            ("ranking", "most-strata", "-1", "negative"),
            ("ranking", "least-lowest-stratum", "-1", "negative"),
            ("totals", "sessions-by", '"days"', "not-a-choice"),
            ("teams", "ties-split", "1", "not-a-choice"),
            ("fouled", "percents-of-three", "[110, 100, 90]", "too-much"),
            ("fouled", "percents-of-three", "[50, 60, 70]", "rising-list"),
            ("fouled", "percents-of-two", "[55, 65]", "rising-list"),
            ("fouled", "percents-of-one", "[600]", "too-much"),
            ("fouled", "percents-of-two", "[-5, 5]", "negative"),
            ("boards", "rounding", '"up"', "not-a-choice"),
            ("houston", "scale", "5", "not-a-text"),
            ("unplayed", "blameless", '"A++"', "not-a-choice"),
        ],
    )
    def test_values_out_of_range(self, section: str, key: str, value: str, code: str) -> None:
        faults = problems(f'{CHILD}[{section}]\n{key} = {{ value = {value}, clause = "x" }}\n')
        assert (f"regulations.{code}", f"{section}.{key}", "club.toml, line 4") in [
            (problem.code, problem.params["key"], problem.where) for problem in faults
        ]
        assert all(problem_text(problem, locale) for problem in faults for locale in Locale)

    def test_a_scale_that_nobody_knows(self) -> None:
        text = f'{CHILD}[houston]\nscale = {{ value = "wbf-99", clause = "x" }}\n'
        assert [(problem.code, problem.where) for problem in problems(text)] == [("scale.unknown", "club.toml, line 4")]

    def test_a_scale_in_the_file(self) -> None:
        """Its own lines are reported, not those of the same keys elsewhere in the file."""
        text = f'{CHILD}title = "Club"\n[[scales]]\nname = "one"\ntitle = 5\nkind = "stake"\nstake = 0\nsource = "x"\n'
        assert [(problem.code, problem.params["key"], problem.where) for problem in problems(text)] == [
            ("scale.wrong-value", "title", "club.toml, line 6"),
            ("scale.wrong-value", "stake", "club.toml, line 8"),
        ]

    def test_the_second_scale_in_the_file(self) -> None:
        good = '[[scales]]\nname = "one"\ntitle = "One"\nkind = "stake"\nstake = 20\nsource = "x"\n'
        text = f"{CHILD}{good}{good.replace('20', '-1').replace('one', 'two')}"
        assert [(problem.code, problem.where) for problem in problems(text)] == [
            ("scale.wrong-value", "club.toml, line 13")
        ]

    def test_a_scale_in_one_line(self) -> None:
        text = f'{CHILD}scales = [{{ name = "one", title = "One", kind = "stake", stake = 0, source = "x" }}]\n'
        assert [problem.where for problem in problems(text)] == ["club.toml, line 3"]

    @for_each(
        "lines",
        [
            '[averages]\n"plus" = { value = "?", clause = "x" }',
            '[averages]\n\'plus\' = { value = "?", clause = "x" }',
            '[ averages ]\nplus={ value = "?", clause = "x" }',
            '["averages"]\n plus = { value = "?", clause = "x" }',
            '\n[averages.plus]\nvalue = "?"\nclause = "x"',
            '\naverages.plus.clause = "x"\naverages . plus . value = "?"',
            '\naverages.plus = { value = "?", clause = "x" }',
        ],
    )
    def test_however_a_key_is_written_its_line_is_told(self, lines: str) -> None:
        [(code, key, where)] = list_problems(f"{CHILD}{lines}\n")
        assert (code, key) == ("not-a-number", "averages.plus")
        assert where == "club.toml, line 4"

    def test_lines_of_a_long_text_are_no_keys(self) -> None:
        text = f'{CHILD}title = """\n[averages]\nplus = 5\n"""\n[averages]\nplus = 7\n'
        assert list_problems(text) == [("not-an-entry", "averages.plus", "club.toml, line 8")]

    def test_an_events_copy_from_before_a_value_existed(self) -> None:
        """Older events go on with the value's default: their copies know nothing of it."""
        plain = to_plain(load("jcbl-2008"))
        del plain["unplayed"]
        del plain["ranking"]["cut-ties"]
        regulations = from_plain(plain)
        assert (regulations.unplayed, regulations.scoring) == (load("jcbl-2008").unplayed, load("jcbl-2008").scoring)
        assert regulations.clause("unplayed.removed-from") == ""

    def test_an_events_copy_that_was_damaged(self) -> None:
        plain = to_plain(load("jcbl-2008"))
        del plain["averages"]["plus"]
        with pytest.raises(Malformed) as caught:
            from_plain(plain, Source("event.json"))
        assert [problem.where for problem in caught.value.problems] == ["event.json"]

    def test_floats_are_no_numbers(self) -> None:
        plain: dict[str, Any] = to_plain(load("jcbl-2008"))
        plain["averages"]["plus"]["value"] = 60.5
        with pytest.raises(Malformed, match="not-a-number"):
            from_plain(plain)


def test_a_reader_that_lets_something_through_is_a_defect() -> None:
    with pytest.raises(Impossible):
        _is(str, 5)


CODES = (
    *("unknown", "syntax", "unknown-key", "missing-key", "missing-clause", "not-an-entry", "not-a-section"),
    *("not-a-text", "not-a-number", "not-a-whole-number", "not-true-or-false", "not-a-choice", "not-a-list"),
    *("negative", "too-much", "uneven-list", "rising-list", "wrong-order", "contradiction", "twice"),
)


@for_each("code", CODES)
def test_every_code_has_words(code: str) -> None:
    params: dict[str, str | int] = dict.fromkeys(
        ("key", "value", "choices", "count", "known", "name", "other", "text", "most"), "x"
    )
    for locale in Locale:
        assert problem_text(Problem(f"regulations.{code}", params, "club.toml, line 3"), locale)
