"""Routes for the holder of a link with a secret."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from arrowswitch.core.errors import Impossible
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.web.access import holders
from arrowswitch.web.access.holders import HolderDep, HolderRoute
from arrowswitch.web.access.roles import HOLDERS, PublicRoute, check_roles
from arrowswitch.web.app import create_app
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.client import Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import PHONE


class ClubRoute(HolderRoute):
    kinds = frozenset((LinkKind.CLUB,))


router = APIRouter(prefix=f"{HOLDERS}/club", route_class=ClubRoute)


@router.get("")
def show(holder: HolderDep) -> PlainTextResponse:
    return PlainTextResponse(f"{holder.kind.value} {holder.subject}", headers={"Cache-Control": "max-age=60"})


@router.post("/change")
def change(holder: HolderDep) -> PlainTextResponse:
    return PlainTextResponse(f"changed {holder.subject}")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Notes how long an answer is kept back instead of waiting."""
    noted: list[float] = []

    async def note(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(holders, "sleep", note)
    return noted


@pytest.fixture
def phone(evening: Evening, waits: list[float]) -> Iterator[Desk]:
    """A browser on another computer."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE, routers=(router,)), PHONE) as opened:
        yield opened


def test_it_gives_its_subject_and_nothing_keeps_the_answer(phone: Desk, evening: Evening) -> None:
    secret = evening.tournament.links.make(LinkKind.CLUB, "c7")
    answer = phone.get(f"/with/{secret}/club")
    assert answer.text == "club c7"
    assert answer.headers.get_list("cache-control") == ["no-store"]
    assert answer.headers.get_list("referrer-policy") == ["same-origin"], (
        "without any a browser says that a form is from nowhere"
    )
    assert answer.headers["x-robots-tag"] == "noindex"
    assert phone.post(f"/with/{secret}/club/change", {}).text == "changed c7"


def test_the_secret_is_128_bits_and_not_stored(evening: Evening) -> None:
    made = {evening.tournament.links.make(LinkKind.CLUB, f"c{n}") for n in range(50)}
    assert len(made) == 50
    assert {len(secret) for secret in made} == {22}
    link = evening.tournament.links.of(LinkKind.CLUB, "c1")
    assert link is not None
    assert link.secret == ""
    assert link.digest not in made


def test_one_of_another_kind_opens_nothing(phone: Desk, evening: Evening) -> None:
    secret = evening.tournament.links.make(LinkKind.PERSON, "c7")
    assert phone.get(f"/with/{secret}/club").status_code == 404


@rotate("locale", Locale)
def test_a_renewed_or_ended_one_leads_nowhere(phone: Desk, evening: Evening, locale: Locale) -> None:
    links = evening.tournament.links
    old = links.make(LinkKind.CLUB, "c7")
    new = links.make(LinkKind.CLUB, "c7")
    answer = phone.get(f"/with/{old}/club?lang={locale.value}")
    assert answer.status_code == 404
    assert list_codes_shown(Page.read(answer.text)) == []
    assert phone.get(f"/with/{new}/club").status_code == 200
    links.end(LinkKind.CLUB, "c7")
    assert phone.get(f"/with/{new}/club").status_code == 404


def test_guessing_is_answered_slower_and_then_not_at_all(phone: Desk, evening: Evening, waits: list[float]) -> None:
    secret = evening.tournament.links.make(LinkKind.CLUB, "c7")
    codes = [phone.get(f"/with/guess{n}/club").status_code for n in range(11)]
    assert waits[:3] == [0.0, 0.0, 0.0]
    assert waits == sorted(waits)
    assert waits[-1] > 10
    assert codes[-1] == 429
    assert phone.get(f"/with/{secret}/club").status_code == 200


def test_the_log_masks_it(phone: Desk, evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "arrowswitch.door"):
        phone.get("/with/some-secret/club")
    assert "wrong-secret" in caplog.text
    assert "some-secret" not in caplog.text


def test_only_what_a_link_opens_lies_where_secrets_are_masked() -> None:
    elsewhere = APIRouter(prefix="/clubs/{secret}", route_class=ClubRoute)
    elsewhere.get("")(show)
    below = APIRouter(prefix=HOLDERS, route_class=PublicRoute)
    below.get("/all")(change)
    for wrong in (elsewhere, below):
        with pytest.raises(Impossible):
            check_roles((wrong,))
