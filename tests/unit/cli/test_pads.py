"""`rubber` and `chicago`."""

from __future__ import annotations

from tests.unit.cli.runner import cli

DEALS = ("2S+1 N", "1NT= S", "4HX-2 E", "3NT+1 W")


class TestRubber:
    def test_the_pad_as_json(self) -> None:
        """R-360: totals, games, vulnerability; with the slam the rubber is over."""
        outcome = cli("rubber", *DEALS, "--json")
        assert outcome.json["totals"] == {"NS": 430, "EW": 130}
        assert (outcome.json["games"], outcome.json["vulnerable"]) == (["NS", "EW"], ["NS", "EW"])
        assert (outcome.json["winner"], outcome.json["over"]) == (None, False)
        assert cli("rubber", *DEALS, "6S= N h100", "--json").json["winner"] == "NS"

    def test_the_pad_in_words(self) -> None:
        """R-363: each number says where it stands."""
        text = cli("rubber", *DEALS, "--lang", "en").out
        assert "below, game 1" in text
        assert "N-S are vulnerable." in text
        won = cli("rubber", *DEALS, "6S= N h100", "--lang", "ja").out
        assert "N-Sがラバーを獲得しました。差は1830点です。" in won
        assert "バルです" not in won

    def test_left_early(self) -> None:
        """R-360: what an unfinished rubber brings."""
        assert cli("rubber", "3NT= N", "--left", "--json").json["totals"] == {"NS": 400, "EW": 0}

    def test_every_problem_with_its_deal(self) -> None:
        """R-360: each on a line of its own, nothing on the output."""
        outcome = cli("rubber", "4S= N", "8H", "400", "--lang", "en")
        assert (outcome.code, outcome.out) == (1, "")
        assert [line.split(":")[1].strip() for line in outcome.errors] == ["deal 2", "deal 3"]
        assert "ディール2：" in cli("rubber", "4S= N", "8H", "--lang", "ja").err


class TestChicago:
    def test_the_pad_as_json(self) -> None:
        """R-361: deal by deal, and what comes next."""
        plain = cli("chicago", *DEALS, "PASS", "--json").json
        assert [(one["ns"], one["ew"]) for one in plain["deals"]] == [(140, 0), (90, 0), (300, 0), (0, 630), (0, 0)]
        assert plain["next"] == {"number": 1, "dealer": "N", "vulnerable": "none"}

    def test_the_pad_in_words(self) -> None:
        """R-361: what clubs do differently can be said."""
        outcome = cli(
            "chicago", "2S= S", "P", "2S= N h100", "--dealer", "s", "--vulnerable", "others", "--part-scores",
            "carried", "--honours", "--count-passes", "--lang", "en",
        )  # fmt: skip
        assert "Next: deal 4, dealer E, vulnerable: both." in outcome.out
        assert outcome.out.splitlines()[-2].split() == ["Total", "520", "0"]
