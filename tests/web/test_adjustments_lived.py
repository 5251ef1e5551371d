"""Adjusted scores and penalties of pairs as a director lives them: typed into the pages of an event that began from
nothing, and read from the traveller, the ranking and their explanations.

The regulations summary and the manual 3.3 are those of the JCBL, whose regulations an event has in Japanese unless
others are chosen.
"""

from __future__ import annotations

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.walking import publish
from tests.builders import FixedClock
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.lived import Night, complete, night

SIX = ("430", "400", "400", "400", "150", "-50", "")
"""Six results of a board of seven tables. By IMPs the first has 1 + 1 + 1 + 7 + 10 = 20, each 400 has 6 + 10 - 1 = 15,
150 has 5 - 7 - 3 x 6 = -20, and the last -10 - 3 x 10 - 5 = -45."""


PLACE = {"round": "1", "table": "1", "board": "1"}


def proposals(lived: Night, offence: str, **question: str) -> str:
    """Asks on the rulings page what the regulations foresee, and returns what it answers."""
    lived.go("/rulings")
    lived.walker.press("/rulings", {"offence": offence, **question})
    section = lived.root.by_id("proposals")
    assert section is not None
    return section.text


class TestAverages:
    """R-182: 60 % of the plus scores of those who sat the same way, over the number of real results."""

    @rotate("locale", Locale)
    def test_at_imps(self, locale: Locale) -> None:
        """20 + 3 x 15 = 65 on the plus side, and as much on the minus side: 0.6 x 65 / 6 = 6.5."""
        with night(14, locale=locale, method="imps", regulations="jcbl-2008", minutes="180") as lived:
            keys = lived.results(1, SIX)
            lived.award(keys[6], "A+", "A-")
            points = lived.points(1)
            assert [points[key][0] for key in keys[:6]] == ["20", "15", "15", "15", "-20", "-45"]
            assert points[keys[6]] == ("6.5", "-6.5")
            ns, ew = next((line.ns, line.ew) for line in lived.traveller(1) if line.key == keys[6])
            assert "60 / 100 × (20 + 15 + 15 + 15) / 6 = 6.5" in lived.why(ns, 1)
            assert "60 / 100 × (-20 − 15 − 15 − 15) / 6 = -6.5" in lived.why(ew, 1)
            lived.award(keys[6], "A", "A")
            assert lived.points(1)[keys[6]] == ("0", "0")

    def test_at_total_points(self) -> None:
        """430 is 30 x 3 + 280 + 480 = 850 above the others, each 400 is 250 + 450 - 30 = 670: 0.6 x 2860 / 6 = 286."""
        with night(14, method="total-points", minutes="180") as lived:
            keys = lived.results(1, SIX)
            lived.award(keys[6], "A-", "A+")
            points = lived.points(1)
            assert [points[key][0] for key in keys[:6]] == ["850", "670", "670", "670", "-830", "-2030"]
            assert points[keys[6]] == ("-286", "286")


class TestPenaltyOfOneBoard:
    """R-186: the top at matchpoints, (results - 1) x 5 IMPs, (results - 1) x 250 points."""

    @pytest.mark.slow
    @for_each(
        "method, amounts",
        [
            ("matchpoints", ("−12.00", "−6.00")),
            ("imps", ("−60.00", "−30.00")),
            ("total-points", ("−3000.00", "−1500.00")),
        ],
    )
    def test_of_thirteen_results(self, method: str, amounts: tuple[str, str]) -> None:
        """R-186, R-187: 12, 60 and 3000 for a board, half of it for half a board, in a column of its own."""
        with night(26, method=method) as lived:
            assert len(lived.results(1, ["100"] * 13)) == 13
            lived.penalty("NS1", "1", "boards")
            lived.penalty("NS2", "1/2", "boards")
            ranking = lived.ranking()
            assert (ranking["NS1"]["ペナルティ"], ranking["NS2"]["ペナルティ"]) == amounts
            assert ranking["NS3"]["ペナルティ"] == ""
            assert f"1 × {amounts[0][1:].removesuffix('.00')} = " in lived.why("NS1")


class TestMisplacedHands:
    """R-191: who answers for hands that went into the wrong pockets, and up to how much."""

    @pytest.mark.parametrize(("keeper", "limits"), [("NS", (2, 1)), ("EW", (1, 2))])
    def test_nobody_knows(self, keeper: str, limits: tuple[int, int]) -> None:
        """Two boards for the side in charge of the board and one for the other: 10 and 5 of a top of 5."""
        with night(12) as lived:
            key = lived.results(1, ("420", "", "", "", "", ""))[0]
            line = next(one for one in lived.traveller(1) if one.key == key)
            text = proposals(lived, "hands-misplaced", **PLACE, keeper=keeper)
            for number, boards in zip((line.ns, line.ew), limits, strict=True):
                own = next(one.text for one in lived.root.all("article") if one.text.startswith(f"{number} "))
                assert f"最大{boards}ボード分（{5 * boards}点）" in own
            assert text.count("最大") == 2

    def test_it_is_clear_who(self) -> None:
        """Two boards for the guilty side alone; what is given is in the ranking and stands with its clause."""
        with night(12) as lived:
            key = lived.results(1, ("420", "", "", "", "", ""))[0]
            guilty = next(one.ew for one in lived.traveller(1) if one.key == key)
            text = proposals(lived, "hands-misplaced", **PLACE, offender=guilty)
            assert "最大2ボード分（10点）" in text
            assert text.count("最大") == 1
            lived.walker.press("/rulings/penalty", {"amount": "2"})
            assert "責任のある側に 2 ボードまで" in lived.go("/rulings")
            assert lived.ranking()[guilty]["ペナルティ"] == "−10.00"


class TestBarredSystems:
    """R-192: what is not permitted is stopped, played out and adjusted, earlier boards too within the period."""

    def test_what_the_page_says(self) -> None:
        with night(12, locale=Locale.EN, regulations="jcbl-2008") as lived:
            text = proposals(lived, "barred-system", offender="1")
            assert "up to 1 board" in text.lower()
            assert "correction period" in text
            assert "Law 12" in text

    def test_an_earlier_board(self) -> None:
        """R-192, R-210: 30 minutes after the result is published an adjustment is refused without who approved it."""
        with night(12, event_class="sectional") as lived:
            complete(lived)
            publish(lived.walker)
            assert lived.walker.tournament is not None
            clock = lived.walker.tournament.clock
            assert isinstance(clock, FixedClock)
            clock.forward(30)
            lived.award("A-1-1-1", "A+", "A-")
            clock.forward(1)
            with pytest.raises(Refusal, match="needs-approver"):
                lived.award("A-1-1-1", "A-", "A+")
            lived.walker.renew()
            points = lived.points(1)["A-1-1-1"]
            assert float(points[0]) >= 3.0 > 2.0 >= float(points[1]), "60 and 40 % of 5, as given in time"
            assert "承認した人" in lived.go("/slots/A-1-1-1")
            lived.award("A-1-1-1", "A-", "A+", approver="Organiser")
            points = lived.points(1)["A-1-1-1"]
            assert float(points[0]) <= 2.0 < 3.0 <= float(points[1])
            assert "Organiser" in lived.go("/history")


class TestNeutralBoards:
    """R-194: a result that does not count is left out, and the others are brought up."""

    FIGURE_17 = ("420", "450", "170", "", "50", "140")

    def neutral(self, lived: Night) -> tuple[str, ...]:
        keys = lived.results(1, self.FIGURE_17)
        lived.award(keys[3], "N", "N")
        points = lived.points(1)
        assert lived.traveller_sums() == ("15", "15")
        return tuple(points[key][0] for key in keys)

    def test_a_weekly_game_adds_half_a_point(self) -> None:
        """Figure 17: 4, 3, 2, 1 and 0 of the five results and a half for the one left out; the neutral pair has 2.5."""
        with night(12) as lived:
            assert self.neutral(lived) == ("3.5", "4.5", "2.5", "2.5", "0.5", "1.5")

    def test_others_are_factored(self) -> None:
        """4, 3, 2, 1 and 0 of a top of 4, times 5/4."""
        with night(12, event_class="sectional") as lived:
            assert self.neutral(lived) == ("3.75", "5", "2.5", "2.5", "0", "1.25")
            best = next(one.ns for one in lived.traveller(1) if one.ns_points == "5")
            assert "4 × 5 / 4 = 5" in lived.why(best, 1)


@pytest.mark.slow
def test_who_sits_out_has_no_average() -> None:
    """R-195: 17 pairs at nine tables, 9 rounds of 3 boards: NS1 to NS8 play 27 and each E-W pair sits out once, so that
    its points on 24 boards are multiplied by 27/24, and no board of its own is given an average."""
    with night(17) as lived:
        complete(lived)
        ranking = lived.ranking()
        assert len(ranking) == 17
        lines = [line for board in range(1, 28) for line in lived.traveller(board)]
        lived.go("/rulings")
        assert "0件" in lived.text_of("awards")
        for number in ("EW1", "EW9"):
            won = [float(line.ew_points) for line in lines if line.ew == number]
            assert len(won) == 24
            assert ranking[number]["合計"] == f"{sum(won) * 27 / 24 + 1e-9:.2f}"
            assert f"{sum(won):g} × 27 / 24 = " in lived.why(number)
        won = [float(line.ns_points) for line in lines if line.ns == "NS1"]
        assert len(won) == 27
        assert ranking["NS1"]["合計"] == f"{sum(won):.2f}"


def test_each_penalty_carries_a_law() -> None:
    """R-354: where no law is typed a penalty rests on Law 90; what was typed stays, and what the regulations foresee
    rests on their clause."""
    with night(12) as lived:
        lived.penalty("1", "1", "boards")
        assert "規則 90A" in lived.text_of("penalties")
        lived.penalty("2", "1", "boards", law="74A2")
        assert "74A2" in lived.text_of("penalties")
        who = next(one.get("value") for one in lived.root.all("option") if one.get("value").startswith("3|"))
        proposals(lived, "conduct", offender=who)
        lived.walker.press("/rulings/penalty", {"reason": "words"})
        lived.go("/rulings")
        rows = [row.text for row in lived.root.by_id("penalties").all("tr")][1:]  # type: ignore[union-attr]  # stands there
        laws = ("90A", "74A2", "JCBL 競技会運営規則の要約 6 (1)")
        assert len(rows) == 3
        assert all(law in row for law, row in zip(laws, rows, strict=True))
