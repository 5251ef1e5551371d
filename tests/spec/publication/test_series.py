"""The results of several events as one site (R-312): a list of the events with their winners, the players with their
places, and the package of each event in a folder of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.documents.publication.package import MARKS, ResultPackage, result_package
from arrowswitch.documents.publication.series import folder_of, series_package
from arrowswitch.formats.federation.published import published_files
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.ranking.result_lists import final_standing
from tests.builders import Evening, mitchell_evening
from tests.packages import faults, pages
from tests.paper import job_of
from tests.upgrade_events import two_sessions_two_sections


def mitchell(event_id: str, *, is_published: bool = True) -> Evening:
    """A Mitchell of three tables with an id of its own, played."""
    evening = mitchell_evening()
    evening.play_all()
    if is_published:
        evening.do(Publish())
    ledger = evening.tournament.ledger(evening.event_id)
    [created] = ledger[0].facts
    assert isinstance(created, EventCreated)
    renamed = replace(ledger[0], facts=(replace(created, event_id=EventId(event_id)),))
    return replace(evening, event_id=evening.tournament.take_in((renamed, *ledger[1:])))


@cache
def events() -> tuple[Evening, Evening]:
    """A Mitchell of three tables, and an event of two sessions and two sections."""
    return mitchell("mitchell"), two_sessions_two_sections()


@cache
def site() -> ResultPackage:
    return series_package([job_of(one) for one in events()], published_files)


def test_every_page_is_sound_and_the_list_leads_to_each_event() -> None:
    files = site().files
    # The page that chooses the language is for addresses that end with the folder.
    choices = {f"{folder_of(job_of(evening))}/index.html: no page leads there" for evening in events()}
    assert set(faults(files)) == choices
    assert set(MARKS) <= files.keys()
    for evening in events():
        folder = folder_of(job_of(evening))
        own = result_package(job_of(evening), published_files).files
        assert {f"{folder}/{name}" for name in own if not name.startswith("fonts/")} <= files.keys()
        assert {name for name in own if name.startswith("fonts/")} <= files.keys()
        for locale in Locale:
            read = pages(files)
            assert f"../{folder}/{locale.value}/index.html" in read[f"{locale.value}/index.html"].links
            assert f"../../{locale.value}/index.html" in read[f"{folder}/{locale.value}/index.html"].links


def test_the_winners_and_the_places_of_a_player_are_listed() -> None:
    text = pages(site().files)["ja/index.html"].text
    evening = events()[0]
    for final_list in final_standing(evening.state):
        row = final_list.rows[0]
        assert row.entry is not None
        assert row.standing.percent is not None
        for person in row.entry.people:
            assert person.name in text
        assert f"{float(round_half_up_2(row.standing.percent)):.2f}%" in text


def test_an_event_that_is_named_twice_is_refused() -> None:
    job = job_of(events()[0])
    with pytest.raises(Refused) as refused:
        series_package([job, job])
    assert refused.value.problems[0].code == "package.twice"


def test_an_event_that_is_not_published_is_refused() -> None:
    unpublished = mitchell("other", is_published=False)
    with pytest.raises(Refused) as refused:
        series_package([job_of(events()[1]), job_of(unpublished)])
    assert refused.value.problems[0].code == "package.not-published"
