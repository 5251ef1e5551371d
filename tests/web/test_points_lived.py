"""Masterpoints chosen at the desk: by which lists they go, and what tied ranks earn (R-318, R-319 lived)."""

from __future__ import annotations

import pytest

from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.formats.federation.json_report import read_report
from arrowswitch.i18n import Locale
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.walking import http_walker
from tests.paper import read
from tests.rotation import rotate
from tests.web.lived import Night, begin, complete, night
from tests.web.test_shelf_lived import OPEN

# Class 1, C = 9: 0.09 x 0.7^(n-1) for four places; C = 18: 0.18 x 0.7^(n-1) for seven.
OF_NINE = ["0.09", "0.06", "0.04", "0.03"]
OF_EIGHTEEN = ["0.18", "0.13", "0.09", "0.06", "0.04", "0.03", "0.02"]
TOTAL = 3
SAID = {
    "field": {Locale.JA: "N-S 9、E-W 9", Locale.EN: "9 North-South, 9 East-West"},
    "overall": {Locale.JA: "全18を競争者数", Locale.EN: "all 18 competitors"},
    "mean": {Locale.JA: "平均して分けます", Locale.EN: "share the masterpoints"},
    "higher": {Locale.JA: "それぞれ上の順位", Locale.EN: "each earn the masterpoints of the higher place"},
}

TOO_FEW = {Locale.JA: "日付ごとに1つずつ", Locale.EN: "one value for each date"}


@pytest.mark.slow
@rotate("locale", Locale)
def test_a_mitchell_of_nine_tables_by_both_choices(locale: Locale) -> None:
    """R-318, R-319: each direction by itself with C = 9, then one list with C = 18; the first two of East-West tied by
    a penalty share (0.09 + 0.063) / 2 = 0.08, or have 0.09 each. Page, paper and the report to the office agree."""
    with night(18, locale=locale, master_point_class="1") as lived:
        lived.walker.typed += OPEN
        complete(lived)
        points = by_place(lived)
        assert [[points[n] for n in side if points[n]] for side in sides(lived)] == [OF_NINE, OF_NINE]
        assert SAID["field"][locale] in lived.text_of("awarded")

        tied = sides(lived)[1][:2]
        first, second = (float(lines(lived)[number][TOTAL]) for number in tied)
        lived.penalty(tied[0], f"{first - second:.2f}", "matchpoints")
        assert [by_place(lived)[number] for number in tied] == ["0.08", "0.08"]
        assert SAID["mean"][locale] in lived.text_of("awarded")
        choose(lived, tied_awards="higher")
        assert [by_place(lived)[number] for number in tied] == ["0.09", "0.09"]
        assert SAID["higher"][locale] in lived.text_of("awarded")
        assert "0.09" in lived.why(tied[1])

        choose(lived, awards_by="overall", tied_awards="mean")
        points = by_place(lived)
        percents = {number: float(row[-2]) for number, row in lines(lived).items()}
        together = sorted(percents, key=lambda number: -percents[number])
        at = min(map(together.index, tied))
        wanted = [float(one) for one in OF_EIGHTEEN]
        exact = [0.18 * 0.7**n for n in range(7)]
        wanted[at : at + 2] = [round((exact[at] + exact[at + 1]) / 2, 2)] * 2
        assert [float(points[number] or 0) for number in together] == wanted + [0.0] * 11
        assert SAID["overall"][locale] in lived.text_of("awarded")
        printed = read(lived.walker.sheet(f"{lived.base}/print/ranking.pdf")).text
        assert SAID["overall"][locale].replace(" ", "") in "".join(printed.split())
        report = read_report(lived.walker.face.fetch(f"{lived.base}/report/report.json")[2])
        assert list(faults_of(report)) == []
        assert [len(field.contestants) for field in report.fields] == [18]
        points_of = {one.number: decimal_string(player.points) for one, player in report.players() if player.points}
        assert points_of == {number: one for number, one in points.items() if one}


def choose(lived: Night, **settings: str) -> None:
    """Changes settings on their page."""
    lived.go("/settings")
    lived.walker.press("/settings", settings)


def lines(lived: Night) -> dict[str, tuple[str, ...]]:
    """Returns the lines of the ranking by number: rank, number, names, total, percentage, masterpoints."""
    return {number: tuple(row.values()) for number, row in lived.ranking().items()}


def by_place(lived: Night) -> dict[str, str]:
    """Returns everybody's masterpoints as they stand on the page, in the order of the lists."""
    return {number: row[-1] for number, row in lines(lived).items()}


def sides(lived: Night) -> tuple[list[str], list[str]]:
    """Returns the numbers of both directions, best first."""
    numbers = list(lines(lived))
    return [one for one in numbers if one.startswith("NS")], [one for one in numbers if one.startswith("EW")]


@pytest.mark.slow
@rotate("locale", Locale)
def test_an_older_event_goes_by_the_rates_of_its_date(locale: Locale) -> None:
    """R-322: an organiser adds rates of 2001 to a copy of the regulations; a game of March 2007 goes by them (0.02 a
    competitor), one of May 2007 by the revision of April. Without them the oldest rates are used, and the page notes
    it. Dates out of order and a value too few are reported next to their fields."""
    with http_walker(locale) as walker:
        walker.typed += " our-club CSV オープン Copy “オープン” Our rules"
        walker.visit("/regulations/of/jcbl-2008")
        walker.press("/regulations/copy", {"name": "our-club", "title": "Our rules"})
        both = {"since": "2001-04-01, 2007-04-01", "unit": "0.02, 0.01", "step": "0.7, 0.7", "most": "1, 1"}
        both |= {"paid-percent": "35, 35", "team-factor": "2, 2"}
        typed = {f"value-masterpoints.{name}": value for name, value in both.items()}
        typed |= {f"clause-masterpoints.{name}": "League letter of 2001" for name in both}
        walker.typed += " League letter of 2001"
        wrong = {"value-masterpoints.since": "2007-04-01, 2001-04-01", "value-masterpoints.most": "1"}
        with pytest.raises(Refusal) as refused:
            walker.press("/regulations/change", {**typed, **wrong})
        for words in ({Locale.JA: "の順が違います", Locale.EN: "are not in order"}, TOO_FEW):
            assert words[locale] in str(refused.value)
        walker.visit("/regulations/of/our-club")
        walker.press("/regulations/change", typed)

        totals = {}
        for date in ("Sat 10 Mar 2007", "Thu 10 May 2007"):
            walker.typed += f" Tonight’s “オープン”, set up as on {date}"
            walker.typed += f" Filled in from “オープン” ({date}). Change only what differs."
        for rules, day in (("our-club", "2007-03-10"), ("our-club", "2007-05-10"), ("jcbl-2008", "2007-03-10")):
            walker.visit("/")
            lived = begin(walker, 18, master_point_class="1", regulations=rules, date=day)
            walker.typed += OPEN
            complete(lived)
            points = list(by_place(lived).values())
            totals[rules, day] = (max(points), lived.text_of("awarded"))
        assert [points for points, _ in totals.values()] == ["0.18", "0.09", "0.09"]
        assert "2001-04-01" in totals["our-club", "2007-03-10"][1]
        assert "2007-04-01" in totals["our-club", "2007-05-10"][1]
        older = totals["jcbl-2008", "2007-03-10"][1]
        assert "2007-04-01" in older
        assert {Locale.JA: "登録がない", Locale.EN: "no rates of 2007-03-10 are known"}[locale] in older
