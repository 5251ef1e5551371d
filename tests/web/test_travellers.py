"""Travellers, scorecards and the recap on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.play import StartRound
from tests.builders import new_evening
from tests.rotation import rotate
from tests.spec.paper.test_printed_results import figure_15
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown, tight
from tests.web.playing import Playing, at_desk, fill_all_but_one, howell_evening


@pytest.fixture
def playing() -> Iterator[Playing]:
    evening = howell_evening(half_point_as_x=True)
    fill_all_but_one(evening, ("100", "-100", "100", "P", "110"))
    with at_desk(evening) as opened:
        yield opened


def rows(html: str, kind: str) -> list[list[str]]:
    """Returns the cells of the body of the first table of a class, as texts."""
    body = html.split(f'<table class="{kind}">')[1].split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    lines = []
    for row in body.split("</tr>")[:-1]:
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        lines.append([re.sub(r"<[^>]+>", "", cell).strip() for cell in cells])
    return lines


class TestTravellers:
    @rotate("locale", Locale)
    @pytest.mark.parametrize("path", ["/travellers", "/travellers?board=7"])
    def test_the_page_in_both_languages(self, playing: Playing, locale: Locale, path: str) -> None:
        page = playing.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []

    def test_figure_15(self) -> None:
        """R-177: board 9 of figure 15 (manual, lines 1199-1230): 800, 450, 420 twice, 170, -50; sums 15 and 15."""
        evening = figure_15()
        with at_desk(evening) as opened:
            html = opened.html("/travellers?board=9")
            cells = [(r[0], r[1], r[3] or f"-{r[4]}", r[5], r[6]) for r in rows(html, "traveller")]
            assert cells == [
                ("5", "6", "800", "5", "0"),
                ("2", "9", "450", "4", "1"),
                ("7", "8", "420", "2.5", "2.5"),
                ("10", "4", "420", "2.5", "2.5"),
                ("1", "11", "170", "1", "4"),
                ("12", "3", "-50", "0", "5"),
            ]
            assert "トップ5、片側の合計15" in html
            frequencies = html.split('id="frequencies"')[1]
            assert re.findall(r'<td class="n">(-?\d+)</td><td>.*?(\d+)</td>', tight(frequencies)) == [
                ("800", "1"),
                ("450", "1"),
                ("420", "2"),
                ("170", "1"),
                ("-50", "1"),
            ]

    def test_the_half_point_is_written_as_the_club_writes_it(self, playing: Playing) -> None:
        pages = [playing.html(f"/travellers?board={board}") for board in range(1, 27)]
        cells = [cell for html in pages for row in rows(html, "traveller") for cell in row]
        assert any(re.fullmatch(r"\d*x", cell) for cell in cells)

    def test_boards_before_and_after(self, playing: Playing) -> None:
        assert {"?board=6", "?board=8"} <= set(playing.page("/travellers?board=7").links)

    def test_a_board_that_is_not_played_is_said(self, playing: Playing) -> None:
        assert playing.get("/travellers?board=99").status_code == 404
        assert playing.get("/travellers?board=none").status_code == 422


class TestPrivateScores:
    @rotate("locale", Locale)
    def test_the_page_in_both_languages(self, playing: Playing, locale: Locale) -> None:
        page = playing.page("/private/5", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []

    def test_an_evening_board_by_board(self, playing: Playing) -> None:
        """R-309: pair 5 plays 24 boards against 12 pairs and sits out one round."""
        lines = rows(playing.html("/private/5"), "private")
        assert len(lines) == 24
        assert len({row[3].split()[0] for row in lines}) == 12
        assert "休み：第" in playing.page("/private/5").text

    @for_each("number", ["14", "99", "%3Cscript%3E"])
    def test_a_number_that_nobody_has_is_said(self, playing: Playing, number: str) -> None:
        assert playing.get(f"/private/{number}").status_code == 404

    def test_rounds_to_come_are_not_missing(self) -> None:
        with at_desk(howell_evening()) as opened:
            texts = opened.page("/private/5").texts
            assert "まだ届いていません" not in texts
            opened.evening.do(StartRound(1, 2))
            assert "これから" in opened.page("/private/5").texts


class TestRecap:
    @rotate("locale", Locale)
    @pytest.mark.parametrize(("by", "columns"), [("board", 26), ("round", 13)])
    def test_by_board_and_by_round(self, playing: Playing, locale: Locale, by: str, columns: int) -> None:
        page = playing.page(f"/recap?by={by}", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
        assert [len(row) for row in rows(playing.html(f"/recap?by={by}"), "recap")] == [columns + 3] * 13

    def test_a_row_adds_up_to_its_total(self, playing: Playing) -> None:
        for row in rows(playing.html("/recap?by=round"), "recap"):
            points = sum(float(cell.replace("x", ".5") if cell != "x" else "0.5") for cell in row[:13] if cell != "·")
            assert abs(points - float(row[13])) < 0.5

    def test_before_play_there_is_nothing_to_show(self) -> None:
        with at_desk(new_evening(4)) as opened:
            for path in ("/travellers", "/recap"):
                assert "まだ競技が始まっていません" in opened.page(path).text
            assert opened.get("/private/1").status_code == 404
