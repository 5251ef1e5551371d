"""Adjusted scores, penalties and forfeits of teams as a director lives them: pressed on the pages of an event that
began from nothing, and read from the page of the match, the ranking and their explanations."""

from __future__ import annotations

import re

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.walking import Walker, enter, fill, http_walker, new_event
from tests.browser.evenings.walking_teams import team_people
from tests.paper import read
from tests.web.lived import Night, complete, night

pytestmark = pytest.mark.slow


def board_line(lived: Night, board: int) -> str:
    """Returns the line of a board on the page of a match."""
    rows = [[cell.text for cell in row.all("td")] for row in lived.root.all("tr")]
    return " ".join(next(row for row in rows if row and row[0] == str(board)))


class TestAverages:
    """The value of an average in a match."""

    def test_of_board_a_match(self) -> None:
        """R-183: three average pluses in a match are 1.5, 1.5 and, from the third board on, 1.2, when the team's own
        average is not higher; average minus is 0.5 each time."""
        with night(4, form="bam-teams", people=4) as lived:
            complete(lived)
            lived.go("/matches/1/1")
            for board in (4, 5, 7, 8, 9):
                assert board_line(lived, board)
            for board in (1, 2, 3):
                lived.award(f"A-1-1-{board}", "A+", "A-")
            lived.go("/matches/1/1")
            assert [" 1.50 0.50 " in board_line(lived, board) for board in (1, 2, 3)] == [True, True, False]
            assert " 1.20 0.50 " in board_line(lived, 3)
            why = lived.go("/matches/1/1/why?board=3")
            assert "ボード 3 は裁定により 1.2（相手は 0.5）" in why
            assert "ボード 2 は" not in why

    def test_of_imps(self) -> None:
        """R-184: +3 IMPs and -3 IMPs, and nothing for an average, on one board of a match of eight."""
        with night(4, form="round-robin-teams", people=4, locale=Locale.EN, regulations="jcbl-2008") as lived:
            complete(lived)
            lived.go("/matches/1/1")
            boards = [
                int(row.all("td")[0].text)
                for row in lived.root.all("tr")
                if row.all("td")[:1] and row.all("td")[0].text.isdigit()
            ]
            assert len(boards) == 8
            before = sums(lived)
            for ns, ew, won in (("A+", "A-", (3, 0)), ("A-", "A+", (0, 3)), ("A", "A", (0, 0))):
                lived.award(f"A-1-1-{boards[2]}", ns, ew)
                lived.go("/matches/1/1")
                assert sums(lived) == (before[0] + won[0], before[1] + won[1]), (
                    f"{ns} and {ew} on a board that was level"
                )


class TestRuledScores:
    """A ruled score stands on every page and sheet of its match with its mark, the difference and the IMPs."""

    def test_a_number_for_both_sides(self) -> None:
        """420 at table 1 for 150: 420 against 150 at the other table is +270, 7 IMPs."""
        with night(4, form="round-robin-teams", people=4, locale=Locale.EN) as lived:
            complete(lived)
            opponent = opponent_of_1(lived)
            lived.award("A-1-1-1", "+420", "420")
            lived.go("/matches/1/1")
            assert board_line(lived, 1).startswith("1 420/420 adjusted +420 3 ♣ +2 N −150 +270 7")
            assert "only" not in lived.text_of("match")
            lived.go("/teams/1")
            assert board_line(lived, 1) == "1 420/420 adjusted +420 3 ♣ +2 N −150 +7"
            lived.go(f"/teams/{opponent}")
            assert board_line(lived, 1) == "1 3 ♣ +2 N +150 420/420 adjusted −420 −7"
            line = next(one for one in lived.traveller(1) if one.key == "A-1-1-1")
            assert (line.ns_points, line.ew_points) == ("7", "-7")
            assert ["420", "1"] in [[cell.text for cell in row.all("td")] for row in lived.root.all("tr")]
            sheet = printed_text(lived, "team-score-sheet.pdf?round=1&number=1")
            assert "1 420* −150 +270 +7" in sheet
            assert "1 150 −420* −270 −7" in sheet
            lived.go("/matches/1/1")
            total = lived.root.all("tfoot")[0].all("td")[2].text
            assert f"Total {total} " in sheet, "the sheet adds up the differences that the page adds up"
            assert "* Adjusted score" in sheet
            result = printed_text(lived, "team-result.pdf?number=1")
            assert "1 4♣ +1 N +420* 3♣ +2 N −150 +7" in result
            assert "* Adjusted score" in result

    def test_averages_and_weighted_scores_have_their_sign(self) -> None:
        """An average stands in place of the score; a weighted score leaves its sign alone."""
        with night(4, form="round-robin-teams", people=4, locale=Locale.EN) as lived:
            complete(lived)
            for text, written in (("A+", "1 A+* "), ("60%", "1 60%* "), ("50%420, 50%-50", "1 * ")):
                lived.award("A-1-1-1", text, text)
                sheet = printed_text(lived, "team-score-sheet.pdf?round=1&number=1")
                assert written in sheet
                assert "* Adjusted score" in sheet

    def test_a_ruling_for_one_side_is_asked_about(self) -> None:
        """The other side keeps the score of the table; the page of the match asks whether that is meant, and its
        question leads to the slip. With a ruling for both sides nothing is asked."""
        with night(4, form="round-robin-teams", people=4, locale=Locale.EN) as lived:
            complete(lived)
            for ns, ew in (("+420", ""), ("", "-420"), ("50%420, 50%-50", "")):
                lived.award("A-1-1-1", ns, ew)
                lived.go("/matches/1/1")
                warned = [one for one in lived.root.all("p") if one.get("class") == "warn"]
                assert len(warned) == 1
                ruled = r"only 1A has a ruling, and \dB keeps" if ns else r"only \dB has a ruling, and 1A keeps"
                assert re.search(ruled, warned[0].text)
                assert warned[0].all("a")[0].get("href").endswith("/slots/A-1-1-1")
            lived.award("A-1-1-1", "+420", "420")
            lived.go("/matches/1/1")
            assert not [one for one in lived.root.all("p") if one.get("class") == "warn"]


def opponent_of_1(lived: Night) -> str:
    """Returns the number that meets team 1 in round 1."""
    lived.go("/matches/1/1")
    actions = (form.get("action") for form in lived.root.all("form"))
    return next(m[1] for one in actions if (m := re.search(r"/matches/1/([^/]+)/forfeit$", one)) and m[1] != "1")


def printed_text(lived: Night, sheet: str) -> str:
    """Returns the words of a sheet, with single spaces."""
    return " ".join(read(lived.walker.sheet(f"{lived.base}/print/{sheet}")).text.split())


def sums(lived: Night) -> tuple[int, int]:
    """Returns the IMPs of both teams at the foot of the match that is shown."""
    cells = [cell.text for foot in lived.root.all("tfoot") for cell in foot.all("td") + foot.all("th")]
    numbers = [int(text) for text in cells if re.fullmatch(r"\d+", text)]
    assert len(numbers) >= 2, cells
    return numbers[0], numbers[1]


class TestPenalties:
    """R-186: 5 % of a round's most victory points; 5 IMPs in a knockout."""

    def test_of_victory_points(self) -> None:
        """1.25 of 25, and the explanation tells it so."""
        with night(4, form="round-robin-teams", people=4) as lived:
            complete(lived)
            before = float(lived.ranking()["1"]["VP"])
            lived.penalty("1", "1", "boards")
            row = lived.ranking()["1"]
            assert row["ペナルティ"] == "−1.25"
            assert float(row["VP"]) == before - 1.25
            why = lived.why("1")
            assert "1 × 1.25 = 1.25" in why
            assert "最大 VP の 5 %" in why

    def test_of_misplaced_hands(self) -> None:
        """R-191: where nobody knows, North-South answer with up to two boards, 2.5 VP, in addition to the adjusted
        score that damaged opponents get."""
        with night(4, form="round-robin-teams", people=4) as lived:
            complete(lived)
            lived.go("/rulings")
            lived.walker.press("/rulings", {"offence": "hands-misplaced", "round": "1", "table": "1", "board": "1"})
            text = lived.text_of("proposals")
            assert "最大2ボード分（2.5点）" in text
            assert "調整スコアを与えます" in text
            assert len(lived.root.by_id("proposals").all("article")) == 1  # type: ignore[union-attr]  # stands there

    def test_of_a_knockout(self) -> None:
        """R-186, R-191: a board costs 5 IMPs of the match; for misplaced hands North-South answer and the page names
        the adjusted score, but no further penalty."""
        with http_walker(Locale.JA) as walker:
            lived = knockout(walker)
            lived.go("/matches/1/1")
            before = sums(lived)
            lived.penalty("1", "1", "boards", round="1")
            text = lived.go("/matches/1/1")
            assert sums(lived) == before
            assert "-5" in text.replace("−", "-")
            lived.go("/rulings")
            walker.press("/rulings", {"offence": "hands-misplaced", "round": "1", "table": "1", "board": "1"})
            answer = lived.text_of("proposals")
            assert "調整スコアを与えます" in answer
            assert "最大" not in answer


def knockout(walker: Walker) -> Night:
    """Plays the first round of a knockout of four teams."""
    new_event(walker, "knockout-teams", "KO", boards_per_round="8")
    enter(walker, (team_people(place) for place in range(4)))
    walker.tab("bracket")
    walker.press("/draw/numbers")
    walker.press("/bracket")
    walker.press("/draw/start")
    fill(walker)
    return Night(walker, "/".join(walker.face.address.split("/")[:3]))


class TestForfeits:
    """R-209: half of a match or more cannot be played."""

    def test_the_draw_counts_where_it_is_more(self) -> None:
        """15 x 1.2 = 18 on the scale 25-0; the loser has the least of the scale, 0; both stand in the ranking."""
        with night(4, form="round-robin-teams", people=4) as lived:
            complete(lived)
            lived.go("/matches/2/1")
            before = {number: float(row["VP"]) for number, row in lived.ranking().items()}
            lived.go("/matches/2/1")
            lost, won = vp(lived)
            lived.walker.press("/matches/2/1/forfeit", {"reason": "欠席"})
            assert vp(lived) == (0, 18)
            after = {number: float(row["VP"]) for number, row in lived.ranking().items()}
            assert after["1"] == before["1"] - lost
            assert after["3"] == before["3"] - won + 18
            why = lived.go("/matches/2/3/why")
            assert "1.2 × 15 = 18" in why
            assert "換算表の最低点 = 0" in lived.go("/matches/2/1/why")

    def test_a_strong_team_has_its_own_mean(self) -> None:
        """A team that averages 19 in the matches it really played gets 19: 25 and 13."""
        with night(4, form="round-robin-teams", people=4) as lived:
            lived.go("/matches?round=1")
            rounds = {}
            for number in (1, 2, 3):
                lived.go(f"/matches/{number}/1")
                rounds[number] = next(one for one in ("2", "3", "4") if f"{one}番にペナルティ" in lived.walker.text)
            typed = {1: "25-5v", 2: "13-17v"}
            for number, text in typed.items():
                lived.go(f"/matches/{number}/1")
                home = lived.walker.text.index("1番にペナルティ") < lived.walker.text.index(
                    f"{rounds[number]}番にペナルティ"
                )
                left, right = text.removesuffix("v").split("-")
                lived.walker.press("/slip", {"text": text if home else f"{right}-{left}v"})
            lived.go(f"/matches/3/{rounds[3]}")
            lived.walker.press(f"/matches/3/{rounds[3]}/forfeit", {"reason": "欠席"})
            why = lived.go("/matches/3/1/why")
            assert "38 / 2 = 19" in why
            assert sorted(vp(lived, "/matches/3/1")) == [0, 19]

    def test_any_of_the_winners_and_none_of_the_losers_played_it(self) -> None:
        """Summary, lines 248-250: six in a team; the players of the winners noted by the director have played the
        match, those of the losers have not, even if noted before; after the forfeit is undone the notes count again."""
        with night(4, form="round-robin-teams", people=6, locale=Locale.EN) as lived:
            complete(lived)
            lived.go("/matches/2/1")
            other = next(one for one in "234" if f"/matches/2/{one}/forfeit" in lived.walker.page.html)
            names = {number: read_notes(lived, number, 4) for number in ("1", other)}
            assert counts(lived, "1") == [1, 1, 1, 1, 0, 0]
            lived.go(f"/matches/2/{other}/lineup")
            left_open = lived.walker.page
            lived.go("/matches/2/1")
            lived.walker.press(f"/matches/2/{other}/forfeit", {"reason": "did not come"})
            text = lived.text_of("forfeit")
            assert f"Number {other}: nobody counts as having played." in text
            assert "Number 1: every player in its line-up counts as having played." in text
            lived.go("/matches/2/1/lineup")
            assert lived.walker.text.count("Forfeited: no member of the team counts as having played.") == 2
            assert not lived.walker.page.forms(f"/matches/2/{other}/lineup")
            lived.walker.press("/matches/2/1/lineup", dict(zip(SEATS, names["1"][2:], strict=True)))
            assert counts(lived, "1") == [0, 0, 1, 1, 1, 1]
            assert counts(lived, other) == [0] * 6
            assert "nobody counts as having played: round 2" in lived.text_of("presence")
            assert "forfeited" in lived.go("/lineups?round=2")
            lived.walker.page.root.inside[:] = left_open.root.inside
            with pytest.raises(Refusal, match="forfeited its match of round 2"):
                lived.walker.press(f"/matches/2/{other}/lineup", dict(zip(SEATS, names[other][2:], strict=True)))
            assert counts(lived, other) == [0] * 6
            lived.go("/matches/2/1")
            lived.walker.press(f"/matches/2/{other}/forfeit", {"reason": "it was another team"})
            assert counts(lived, other) == [1, 1, 1, 1, 0, 0]


SEATS = ("ns1", "ns2", "ew1", "ew2")


def read_notes(lived: Night, number: str, first: int) -> list[str]:
    """Notes the first players of a team for its match of round 2, and returns all who can be chosen."""
    lived.go(f"/matches/2/{number}/lineup")
    form = lived.walker.page.forms(f"/matches/2/{number}/lineup")[0]
    names = [one.get("value") for one in form.all("select")[0].all("option") if one.get("value")]
    lived.walker.press(f"/matches/2/{number}/lineup", dict(zip(SEATS, names[:first], strict=True)))
    return names


def counts(lived: Night, number: str) -> list[int]:
    """Returns how many matches each of a team has played, by its page."""
    lived.go(f"/teams/{number}")
    part = lived.root.by_id("presence")
    assert part is not None
    return [int(row.all("b")[0].text.split()[0]) for row in part.all("tr")]


def vp(lived: Night, path: str = "") -> tuple[float, float]:
    """Returns the victory points that the page of a match shows for both, with their scale, also of a forfeit."""
    if path:
        lived.go(path)
    small = next(
        one.text for part in lived.root.all("div") if part.get("class") == "match-total" for one in part.all("small")
    )
    match = re.match(r"VP (\d+(?:\.\d+)?) – (\d+(?:\.\d+)?) WBF", small)
    assert match is not None, small
    return float(match[1]), float(match[2])
