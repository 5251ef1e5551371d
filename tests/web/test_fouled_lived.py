"""Fouled boards as a director lives them: the groups kept on their page, what each method makes of them on the
traveller. Every board here is played by six pairs of a Howell or seven of a Mitchell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from tests.rotation import rotate
from tests.web.lived import Night, begin, foul, night


def ns(lived: Night, keys: tuple[str, ...]) -> list[str]:
    """Returns North-South's points on board 1 in the order of the places."""
    return ns_of(lived, 1, keys)


def ns_of(lived: Night, board: int, keys: tuple[str, ...]) -> list[str]:
    """Returns North-South's points on a board in the order of the places."""
    points = lived.points(board)
    return [points[key][0] for key in keys]


class TestMatchpoints:
    def test_the_simple_way(self) -> None:
        """R-197: a weekly game; 3, 2, 1 and 0 among four and 1 for the two others, 1 and 0 among two and 2 for the
        four: 4, 3, 2, 1, 3 and 2, which are 15 as always."""
        with night(12) as lived:
            keys = lived.results(1, ("450", "420", "170", "-50", "990", "980"))
            foul(lived, 1, keys[4:])
            assert ns(lived, keys) == ["4", "3", "2", "1", "3", "2"]
            assert lived.traveller_sums() == ("15", "15")

    @rotate("locale", Locale)
    def test_the_formula(self, locale: Locale) -> None:
        """R-198: from sectionals on. N = 6, n = 4: 6 S / 4 + 2/8 for S = 3, 2, 1 and 0, and 65 and 55 % of 5 for the
        two: 10 + 6 for each side, more than the 15 of a usual board."""
        with night(12, locale=locale, regulations="jcbl-2008", event_class="sectional") as lived:
            keys = lived.results(1, ("450", "420", "170", "-50", "990", "980"))
            foul(lived, 1, keys[4:])
            points = lived.points(1)
            assert [points[key] for key in keys[:4]] == [
                ("4.75", "0.25"),
                ("3.25", "1.75"),
                ("1.75", "3.25"),
                ("0.25", "4.75"),
            ]
            assert [points[key] for key in keys[4:]] == [("3.25", "2.75"), ("2.75", "3.25")]
            assert lived.traveller_sums() == ("16", "16")

    def test_ties_and_one_alone(self) -> None:
        """R-198: N = 6, n = 5: 6 S / 5 + 1/10 with S = 4, 2.5, 2.5, 1 and 0; a pair that is alone has 60 % of 5, and so
        have the opponents."""
        with night(12, event_class="sectional") as lived:
            keys = lived.results(1, ("450", "420", "420", "170", "-50", "990"))
            foul(lived, 1, keys[5:])
            assert ns(lived, keys) == ["4.9", "3.1", "3.1", "1.3", "0.1", "3"]
            assert lived.points(1)[keys[5]] == ("3", "3")

    @pytest.mark.slow
    def test_three_and_three(self) -> None:
        """R-199: 70, 60 and 50 % of 5 by the regulations summary; by the manual's formula, which a club can choose in a
        copy of the regulations, 6 S / 3 + 3/6: 4.5, 2.5 and 0.5."""
        with night(12, event_class="sectional") as lived:
            keys = lived.results(1, ("450", "420", "170", "990", "980", "-50"))
            foul(lived, 1, keys[3:])
            assert ns(lived, keys) == ["3.5", "3", "2.5"] * 2
            walker = lived.walker
            walker.visit("/regulations/of/jcbl-2008")
            walker.typed += " our-club Club"
            walker.press("/regulations/copy", {"name": "our-club", "title": "Club"})
            walker.press(
                "/regulations/change",
                {"value-fouled.three-and-three": "formula", "clause-fouled.three-and-three": "Club"},
            )
            walker.visit("/")
            own = begin(walker, 12, event_class="sectional", regulations="our-club")
            keys = own.results(1, ("450", "420", "170", "990", "980", "-50"))
            foul(own, 1, keys[3:])
            assert ns(own, keys) == ["4.5", "2.5", "0.5"] * 2


THIRTEEN = ("620", "650", "620", "620", "650", "-140", "-140", "-110", "-170", "1430", "1430", "680", "1430")
"""Board 2, N-S vulnerable, in the order of play: a game, then a part score of the others, then a slam."""


@pytest.fixture(scope="module")
def thirteen() -> Iterator[tuple[Night, tuple[str, ...]]]:
    """The board at thirteen tables, and its places in the order of play."""
    with night(26, locale=Locale.EN, regulations="jcbl-2008", event_class="sectional") as lived:
        yield lived, lived.results(2, THIRTEEN)


class TestSeveralChanges:
    """R-402, R-405: thirteen results of a board whose hands were changed twice."""

    @pytest.mark.slow
    def test_where_the_hands_were_changed(self, thirteen: tuple[Night, tuple[str, ...]]) -> None:
        """R-196, R-402: the page names the two tables of each change, who played there, and the groups; the rounds are
        those of the order of play, one table a round."""
        lived, keys = thirteen
        lived.go("/rulings/fouled?board=2&groups=3")
        changes = [
            one.text for one in lived.root.all("ul", lambda one: "fouled-changes" in one.get("class"))[0].all("li")
        ]
        places = [tuple(key.split("-")[1:3]) for key in keys]
        for change, (before, after) in zip(changes, ((5, 6), (9, 10)), strict=False):
            first, other = (f"R{places[at - 1][0]} T{places[at - 1][1]}" for at in (before, after))
            assert change.startswith(f"Changed after {first}, before {other}. Ask NS")
        assert [one[:11] for one in changes[2:]] == ["Group A (5)", "Group B (4)", "Group C (4)"]

    def test_five_four_and_four(self, thirteen: tuple[Night, tuple[str, ...]]) -> None:
        """R-405: N = 13. n = 5: 13 S / 5 + 8/10 with S = 3.5 for 650 and 1 for 620; n = 4: 13 S / 4 + 9/8 with S = 3,
        1.5, 1.5 and 0, and with 2, 2, 2 and 0. They add up to 30, 24 and 24, 78 as on any board, but for 0.03 of
        rounding."""
        lived, keys = thirteen
        foul(lived, 2, keys[5:9], keys[9:])
        assert ns_of(lived, 2, keys) == [
            *("3.4", "9.9", "3.4", "3.4", "9.9"),
            *("6", "6", "10.88", "1.13"),
            *("7.63", "7.63", "1.13", "7.63"),
        ]
        assert lived.traveller_sums()[0] == "78.03"


class TestOtherMethods:
    def test_imps(self) -> None:
        """R-200: six of seven results times 7/6. 430 has 1 + 1 + 1 + 7 + 10 = 20, each 400 has 15, 150 has -20 and -50
        has -45, so that their plus scores (either side) are 20, 15, 15, 15, 20 and 45 times 7/6, 151.67 in all; 60 % of
        their mean is 15.17 for both pairs of the seventh."""
        with night(14, method="imps", minutes="180") as lived:
            keys = lived.results(1, ("430", "400", "400", "400", "150", "-50", "980"))
            foul(lived, 1, keys[6:])
            assert ns(lived, keys) == ["23.33", "17.5", "17.5", "17.5", "-23.33", "-52.5", "15.17"]
            assert lived.points(1)[keys[6]] == ("15.17", "15.17")

    def test_total_points(self) -> None:
        """R-200: 430 is 30 x 3 + 280 + 480 = 850 above the five others of its group, times 7/6."""
        with night(14, method="total-points", minutes="180") as lived:
            keys = lived.results(1, ("430", "400", "400", "400", "150", "-50", "980"))
            foul(lived, 1, keys[6:])
            assert ns(lived, keys)[0] == "991.67"
            # (850 + 3 x 670 + 830 + 2030) x 7/6 / 6 x 60 %
            assert lived.points(1)[keys[6]] == ("667.33", "667.33")

    def test_houston(self) -> None:
        """R-201: four of five results alone: without the best and the worst 420 and 400 make a datum of 410, from which
        430 is 20, so 1 IMP, 420 and 400 are 10, so none, and 150 is 260 away, 6 IMPs; the one that is left has 3 IMPs
        for both pairs."""
        with night(14, method="houston") as lived:
            keys = lived.results(1, ("430", "420", "400", "150", "980"))
            foul(lived, 1, keys[4:])
            points = lived.points(1)
            assert [points[key] for key in keys] == [("1", "-1"), ("0", "0"), ("0", "0"), ("-6", "6"), ("3", "3")]
