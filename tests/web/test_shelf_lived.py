"""The director's shelf and the grades as a director meets them: from an event's own pages to what is written there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.walking import http_walker, new_event
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.lived import Night, night

OPEN = " To be sure, type “オープン” "
"""The text of the settings page that contains the name of the event."""


@pytest.fixture(scope="module")
def evening() -> Iterator[Night]:
    """An evening that nobody changes."""
    with night(6, locale=Locale.EN) as lived:
        lived.walker.typed += OPEN
        yield lived


@for_each(
    "path, topic, words",
    [
        # delegation to assistants stands among the duties; R-355: one's own mistake, advice on hesitation.
        ("/rulings", "duties", "assistants"),
        ("/rulings", "at-the-table", "Apologise first"),
        # both printed examples of the guidance.
        ("/rulings", "weighting", "3.7, so 4 IMPs"),
        ("/rulings", "weighting", "13.5 of 24; 10.5"),
        # whose interpretation comes first, and the bodies of an appeal.
        ("/cases/new", "appeals", "committee"),
        # grades, who may lead what, promotion, revocation.
        ("/settings", "grades", "Sectional director: up to regional events"),
        ("/settings", "grades", "two or more sessions"),
    ],
)
def test_from_where_the_question_arises(evening: Night, path: str, topic: str, words: str) -> None:
    evening.go(path)
    evening.walker.follow(r"^/shelf(/[a-z-]+)?$")
    if not evening.walker.face.address.endswith(f"/{topic}"):
        if evening.walker.face.address != "/shelf":
            evening.walker.follow(r"^/shelf$")
        evening.walker.follow(rf"^/shelf/{topic}$")
    assert words in evening.walker.text


@pytest.mark.parametrize(("locale", "words"), [(Locale.JA, "主催者"), (Locale.EN, "Organiser")], ids=str)
def test_whose_reading_prevails_is_printed(locale: Locale, words: str) -> None:
    """R-313: priority of organiser and director, the ways of an appeal, with a button that prints the page."""
    with night(6, locale=locale) as lived:
        lived.walker.visit("/shelf/appeals")
        assert words in lived.walker.text
        assert len(lived.walker.page.root.all("button", lambda one: "data-print" in one.attributes)) == 1


def test_every_law_of_the_documents_can_be_opened(evening: Night) -> None:
    """R-344: the laws that the manual and the guidance name stand on the shelf, those with a guide lead to it."""
    evening.go("/guides")
    evening.walker.follow(r"^/shelf")
    evening.walker.visit("/shelf/laws")
    listed = {int(number) for number in re.findall(r"Law (\d+)", evening.walker.text)}
    assert {9, 12, 16, 23, 25, 26, 27, 72, 73, 74, 79, 81, 82, 90, 91} <= listed
    guides = {one.get("href") for one in evening.walker.links(r"/guides/[a-z-]+$")}
    assert len(guides) >= 10
    for address in sorted(guides):
        evening.walker.visit(address)


@rotate("locale", Locale)
def test_who_may_lead_what(locale: Locale) -> None:
    """R-365: a club director as chief of a sectional is reported, a sectional director is not; a weekly game of class 3
    needs nobody with a grade."""
    needed = {Locale.JA: "セクショナル・ディレクターの資格が必要", Locale.EN: "requires a sectional director"}[locale]
    missing = []
    for more in (
        {"event_class": "sectional", "director": "Alder", "director_grade": "club"},
        {"event_class": "sectional", "director": "Alder", "director_grade": "sectional"},
        {"event_class": "weekly", "master_point_class": "3"},
    ):
        with http_walker(locale) as walker:
            walker.typed += f" Alder {OPEN}"
            new_event(walker, "pairs", "オープン", regulations="jcbl-2008", **more)
            lived = Night(walker, "/".join(walker.face.address.split("/")[:3]))
            lived.go("/settings")
            part = lived.root.by_id("grade")
            assert part is not None
            missing.append(needed in part.text and "Alder" in part.text)
    assert missing == [True, False, False]
