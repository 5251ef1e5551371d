"""Weighted and split scores, averages by responsibility and the director's own error as a director lives them: typed on
the page of a board of an event that began from nothing, seen before they are given, read from traveller and match.

Guidance on Law 12C1(c), lines 9-66: its thirteen tables and its match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.pages import Seen
from tests.tables import for_each
from tests.web.lived import Night, complete, night
from tests.web.test_team_rulings_lived import board_line

SHARES = "40% 6SN=, 30% 4SN+2, 20% 4SN+1, 10% 6SN-1"
TABLES = (*("1430", "1660", "680", "650"), "", *("1430", "650", "680", "-200", "680", "-100", "-100", "1430"))
"""Lines 40-58; the fifth is the table that is ruled on."""


@pytest.fixture(scope="module")
def thirteen() -> Iterator[tuple[Night, str]]:
    """Board 2 at thirteen tables, and the place that is ruled on."""
    with night(26, regulations="jcbl-2008", event_class="sectional", locale=Locale.EN) as lived:
        yield lived, lived.results(2, TABLES)[4]


def effect(lived: Night, key: str, ns: str, ew: str) -> str:
    """Returns the preview on the page of adjusted scores that are typed."""
    lived.go(f"/slots/{key}")
    form = next(one for one in lived.root.all("form") if one.has("data-effect"))
    query = urlencode({"ns_text": ns, "ew_text": ew})
    status, _, content = lived.walker.face.fetch(f"{form.get('data-effect')}?{query}")
    assert status == 200
    return Seen.read(content.decode()).root.text


def test_a_weighted_score_in_a_field(thirteen: tuple[Night, str]) -> None:
    """R-203, R-204, R-349: 0.4 x 9.5 + 0.3 x 6.5 + 0.2 x 4 + 0.1 x 2 = 6.75 of 12, 13.5 of 24 doubled, and 5.25 (10.5)
    for East-West; previewed, regardless of earlier adjusted scores."""
    lived, key = thirteen
    for outcome, points in (("6SN=", "9.5"), ("4SN+2", "6.5"), ("4SN+1", "4"), ("6SN-1", "2")):
        assert re.search(rf"NS \S+ (\S+ → )?{re.escape(points)} ", effect(lived, key, outcome, outcome)), outcome
    effects = effect(lived, key, SHARES, SHARES)
    assert re.search(r"NS \S+ (\S+ → )?6\.75 .* EW \S+ (\S+ → )?5\.25 ", effects), effects
    lived.award(key, SHARES, SHARES)
    assert lived.points(2)[key] == ("6.75", "5.25")
    who = next(line.ns for line in lived.traveller(2) if line.key == key)
    assert "6.75" in lived.why(who, 2)


def test_a_weighted_score_is_told_in_words(thirteen: tuple[Night, str]) -> None:
    """R-349: \"40% of\", where it is read; as it is typed only in the fields where it is typed."""
    lived, key = thirteen
    lived.award(key, SHARES, SHARES)
    for page in ("/travellers?board=2", f"/slots/{key}", "/rulings"):
        assert "40% of " in lived.go(page), page
        assert "40% 1430" not in lived.root.all("main")[0].text, page


def test_weights_that_do_not_make_a_whole(thirteen: tuple[Night, str]) -> None:
    """R-204: 40, 30 and 20 % are refused, at once and when they are given."""
    lived, key = thirteen
    before = lived.points(2)[key]
    short = "40% 6SN=, 30% 4SN+2, 20% 4SN+1"
    assert "100" in effect(lived, key, short, short)
    with pytest.raises(Refusal, match="weights"):
        lived.award(key, short, short)
    lived.walker.renew()
    assert lived.points(2)[key] == before


def test_a_split_score(thirteen: tuple[Night, str]) -> None:
    """R-185, R-205: North-South have the weighted 6.75, the offenders East-West the worst of the outcomes, the slam
    made: 12 - 9.5; the page shows that the board does not add up."""
    lived, key = thirteen
    lived.award(key, SHARES, "6SN=")
    assert lived.points(2)[key] == ("6.75", "2.5")
    line = next(
        row.text for row in lived.root.all("tr") if row.all("button") and row.all("button")[0].get("data-slot") == key
    )
    assert line.endswith("adjusted Open")


def test_an_error_of_the_director(thirteen: tuple[Night, str]) -> None:
    """R-206: average plus to both by one press, with its reason and its law."""
    lived, key = thirteen
    lived.go(f"/slots/{key}")
    chip = next(one for one in lived.root.all("button") if "Director's error" in one.text)
    filled = dict(part.split("=", 1) for part in chip.get("data-fills").split("|"))
    lived.award(key, filled.pop("ns_text"), filled.pop("ew_text"), **filled)
    assert lived.points(2)[key] == ("7.2", "7.2")
    lived.allow_words("Event “オープン” created")
    assert "Law 82C" in lived.go("/history")


@for_each(
    "ns, ew, points",
    [("none", "at-fault", ("7.2", "4.8")), ("partly", "partly", ("6", "6")), ("at-fault", "none", ("4.8", "7.2"))],
)
def test_by_responsibility(thirteen: tuple[Night, str], ns: str, ew: str, points: tuple[str, str]) -> None:
    """R-181, R-207: 60, 50 and 40 % of 12 as the choice of each side's responsibility fills them in, seen beforehand;
    no pair has a percentage of its own but on this board."""
    lived, key = thirteen
    lived.go(f"/slots/{key}")
    awards = {}
    for field, blame in (("ns_text", ns), ("ew_text", ew)):
        choice = next(one for one in lived.root.all("select") if one.get("data-blame") == field)
        word = {"none": "Not at fault", "partly": "Partly at fault", "at-fault": "At fault"}[blame]
        awards[field] = next(one.get("value") for one in choice.all("option") if one.text.startswith(f"{word} → "))
        law = choice.get("data-law")
    effects = effect(lived, key, awards["ns_text"], awards["ew_text"])
    assert f"{points[0]} " in effects
    assert f"{points[1]} " in effects
    lived.award(key, awards["ns_text"], awards["ew_text"], law=law)
    assert lived.points(2)[key] == points


def test_a_weighted_score_in_a_match() -> None:
    """R-202: against +680 at the other table +13, 0, -1 and -13 IMPs, 5.2 + 0 - 0.2 - 1.3 = 3.7: 4 IMPs, which the page
    previews for the match; split, the offenders lose 13."""
    with night(4, form="round-robin-teams", people=4, locale=Locale.EN, regulations="jcbl-2008") as lived:
        complete(lived)
        lived.go("/matches/1/1")
        places = {
            link.get("href").rpartition("/")[2]
            for link in lived.root.all("a")
            if re.search(r"/slots/A-1-\d+-\d+$", link.get("href"))
        }
        board = next(b for b in (2, 5, 12, 15) if f"A-1-1-{b}" in places)
        key, other = f"A-1-1-{board}", next(p for p in places if p.endswith(f"-{board}") and p != f"A-1-1-{board}")
        for place in (key, other):
            lived.go(f"/slots/{place}")
            lived.walker.press("/result", {"text": "680", **correct_result(lived)})
        lived.go("/matches/1/1")
        assert " 0 " in board_line(lived, board)
        before = totals(lived)
        effects = effect(lived, key, SHARES, SHARES)
        assert f"{before[0]:g}–{before[1]:g} → {before[0] + 4:g}–{before[1]:g}" in effects
        assert "VP" in effects
        lived.award(key, SHARES, SHARES)
        lived.go("/matches/1/1")
        assert totals(lived) == (before[0] + 4, before[1])


def correct_result(lived: Night) -> dict[str, str]:
    """Returns the questions of the page about a correction."""
    names = {one.get("name") for one in lived.root.all("select")}
    return {"correction": "written-wrong"} if "correction" in names else {}


def totals(lived: Night) -> tuple[float, float]:
    """Returns the IMPs of both in the head of the match that is shown."""
    head = next(one for one in lived.root.all("div") if one.get("class") == "match-total").text
    match = re.match(r"([\d.]+) – ([\d.]+)", head)
    assert match is not None, head
    return float(match[1]), float(match[2])
