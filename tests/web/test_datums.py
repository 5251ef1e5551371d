"""Datums that were given, at the desk: typed, refused at their field, read from a file; travellers say it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from tests.builders import new_evening
from tests.rotation import rotate
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk


@pytest.fixture
def playing() -> Iterator[Playing]:
    evening = new_evening(6, method=Method.BUTLER)
    evening.start(make("howell", tables=3, boards_per_round=2))
    evening.play_all()
    with at_desk(evening) as desk:
        yield desk


@rotate("locale", Locale)
def test_they_are_typed_and_every_page_says_so(playing: Playing, locale: Locale) -> None:
    page = playing.page("/datums", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []
    assert playing.post("/datums", **{"datum-1": "400", "datum-2": "-50"}).status_code == 200
    assert playing.state.instant.datums == {1: {1: 400, 2: -50}}
    word = "given" if locale is Locale.EN else "与えられた"
    for path in ("/travellers?board=1", "/ranking"):
        assert word in playing.page(path, locale).text
        assert f"{playing.base}/datums" in playing.page(path, locale).links
    own = "(given)" if locale is Locale.EN else "（与えられた値）"
    assert own in playing.page("/travellers?board=1", locale).text
    assert own not in playing.page("/travellers?board=3", locale).text
    assert playing.post("/datums", **{"datum-1": "400"}).status_code == 200
    assert playing.state.instant.datums == {1: {1: 400}}


def test_what_is_no_score_is_refused_at_its_field(playing: Playing) -> None:
    answer = playing.post("/datums", **{"datum-1": "many", "datum-2": "100"})
    assert answer.status_code == 422
    assert "many" in answer.text
    assert 'id="datum-1-error"' in answer.text
    assert not playing.state.instant.datums


def test_a_file_is_read_and_a_malformed_one_told_by_its_line(playing: Playing) -> None:
    def send(text: str) -> int:
        files = {"file": ("datums.csv", text.encode(), "text/csv")}
        return playing.desk.post(f"{playing.base}/datums/file", {}, files=files).status_code

    assert send("board,datum\n1,420\n2,x\n") == 422
    assert not playing.state.instant.datums
    assert send("board,datum\n1,420\n2,-100\n") == 200
    assert playing.state.instant.datums == {1: {1: 420, 2: -100}}
