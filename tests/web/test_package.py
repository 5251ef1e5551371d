"""The result package at the desk (R-312): offered when something is published, with what is in it and what is not."""

from __future__ import annotations

import io
import zipfile
from contextlib import AbstractContextManager

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.deals.commands import ReleaseDeals
from arrowswitch.tournament.event.archive import archived_event
from arrowswitch.tournament.publication.commands import Publish
from arrowswitch.tournament.results.commands import EnterResult
from arrowswitch.tournament.results.values import CorrectionReason
from tests.builders import mitchell_evening
from tests.packages import faults
from tests.paper import with_deals
from tests.web.client import foreign, untranslated
from tests.web.playing import Playing, at_desk


def published() -> AbstractContextManager[Playing]:
    """A Mitchell of three tables with hands, published."""
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    return at_desk(with_deals(evening))


@pytest.mark.parametrize("locale", Locale)
def test_the_page_tells_what_is_in_it(locale: Locale) -> None:
    with published() as opened:
        page = opened.page("/package", locale)
        assert untranslated(page) == []
        assert foreign(page, locale, opened.known) == []
        assert f"{opened.base}/package" in opened.html("/ranking", locale)


def test_the_file_holds_pages_of_this_event() -> None:
    with published() as opened:
        answer = opened.get("/package/results.zip")
        assert answer.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            files = {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}
        assert faults(files) == []
        assert "水曜例会" in files["ja/index.html"].decode()


def test_the_archive_holds_the_event_and_the_head_of_the_paper() -> None:
    with published() as opened:
        found = archived_event(opened.get("/package/archive.zip").content)
        assert found.ledger == opened.evening.tournament.ledger(opened.evening.event_id)


def test_before_anything_is_published_the_page_says_so() -> None:
    with at_desk(mitchell_evening()) as opened:
        assert "まだ何も公表されていません" in opened.page("/package").text
        assert opened.get("/package/results.zip").status_code == 409


def test_corrections_and_sealed_hands_are_told() -> None:
    with published() as opened:
        calm = opened.page("/package", Locale.EN).text
        assert "corrected since" not in calm
        assert "still sealed" not in calm
        slot = next(iter(opened.state.results))
        opened.evening.do(EnterResult(slot, "-800", correction=CorrectionReason.TYPING_ERROR))
        opened.evening.do(ReleaseDeals(1, is_released=False))
        told = opened.page("/package", Locale.EN).text
        assert "corrected since" in told
        assert "still sealed" in told
        opened.evening.do(Publish())
        page = opened.html("/package", Locale.EN)
        assert "corrected since" not in page
        assert "results.zip?version=1" in page
        old, new = (opened.get(f"/package/results.zip?version={number}").content for number in (1, 2))
        assert old != new
        assert opened.get("/package/results.zip?version=3").status_code == 404
