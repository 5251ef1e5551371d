"""The page of the scoring pad: R-360, R-361, R-363. The address is the pad; errors are shown next to their fields."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from arrowswitch.i18n import Locale
from arrowswitch.web.app import create_app
from tests.builders import Evening
from tests.paper import read
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

RUBBER = ("2S+1 N", "1NT= S", "4HX-2 E", "3NT+1 W", "6S= N h100:NS")


def address(*deals: str, path: str = "/pad", **fields: str) -> str:
    return f"{path}?{urlencode([*fields.items(), *(('d', deal) for deal in deals)])}"


class TestPad:
    @rotate("locale", Locale)
    @for_each("game", ["rubber", "chicago"])
    @for_each("deals", [(), RUBBER[:3], ("8H", "420")])
    def test_every_text_is_in_the_page_s_language(
        self, desk: Desk, deals: tuple[str, ...], game: str, locale: Locale
    ) -> None:
        answer = desk.get(address(*deals, game=game, we="Alder"), headers={"cookie": f"lang={locale.value}"})
        page = Page.read(answer.text)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, "Alder We They S N E W") == []

    def test_the_worked_rubber(self, desk: Desk) -> None:
        """R-360, R-363: both totals, and the rubber is over: no field for a further deal."""
        answer = desk.get(address(*RUBBER))
        assert re.findall(r"<td>(\d+)</td>", answer.text) == ["1960", "130"]
        assert "1830" in visible(answer.text)
        assert 'name="deal"' not in answer.text

    def test_a_deal_is_added_and_taken_back(self, desk: Desk) -> None:
        """R-363: the address grows by a deal; undo leads to the address without it."""
        answer = desk.get(address(RUBBER[0], path="/pad/add", deal="1nt s", honours_held="150:EW"))
        assert answer.status_code == 200
        assert answer.url.params.get_list("d") == [RUBBER[0], "1nt s h150:EW"]
        assert "150" in visible(answer.text)
        undone = re.search(r'href="([^"]+)" data-key="ctrl\+z"', answer.text)
        assert undone is not None
        assert desk.get(undone[1].replace("&amp;", "&")).url.params.get_list("d") == [RUBBER[0]]

    @for_each("typed", ["8H N", "420", "", "4S", "4S= N h100", "x" * 500])
    def test_what_cannot_stand_is_told_and_kept(self, desk: Desk, typed: str) -> None:
        """R-361: the text stays in the field; "4S= N h100" is good at rubber, at Chicago honours must be chosen."""
        game = "chicago" if "h100" in typed else "rubber"
        answer = desk.get(address(RUBBER[0], path="/pad/add", deal=typed, game=game))
        assert answer.status_code == 422
        assert f'value="{typed[:80]}"' in answer.text
        assert 'role="alert"' in answer.text

    def test_an_address_that_was_tampered_with(self, desk: Desk) -> None:
        """The pad is shown as far as it goes, with the deals that cannot stand."""
        answer = desk.get(address("2S= N", "nonsense", "3NT= S", left="yes", game="nonsense", dealer="X"))
        assert answer.status_code == 422
        assert "60" in visible(answer.text)
        assert desk.get(address(*["PASS"] * 300)).status_code == 422
        assert desk.get(address("3NT= N", "3NT= S", "1C= N")).status_code == 422

    def test_chicago_says_who_deals_next(self, desk: Desk) -> None:
        """R-361: the second deal, East deals, the dealer's opponents are vulnerable by the rule chosen."""
        query = address("1C= N", game="chicago", vulnerable="others", part_scores="carried", honours="yes")
        text = visible(desk.get(f"{query}&count_passes=yes&lang=en").text)
        assert "deal 2" in text
        assert "vulnerable: N-S" in text

    def test_a_rubber_that_is_left(self, desk: Desk) -> None:
        """R-360: ended early, and taken up again by undo."""
        answer = desk.get(address("3NT= N", left="yes", lang="en"))
        assert "We win by 400 points" in visible(answer.text)
        undone = re.search(r'href="([^"]+)" data-key="ctrl\+z"', answer.text)
        assert undone is not None
        assert undone[1] == "/pad?game=rubber&amp;d=3NT%3D+N"


class TestPrint:
    def test_both_pads_as_paper(self, evening: Evening) -> None:
        """R-363: the printed sheet has the numbers of the pad and the names."""
        with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
            for deals, game, expected in ((RUBBER, "rubber", "1960"), (RUBBER[:4], "chicago", "630")):
                answer = desk.get(address(*deals, path="/pad/print.pdf", game=game, we="Alder"))
                assert answer.headers["content-type"] == "application/pdf"
                text = read(answer.content).text
                assert expected in text
                assert "Alder" in text
